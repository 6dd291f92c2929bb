// SPDX-License-Identifier: GPL-3.0-or-later
// The program itself, run as a person runs it.
#pragma once

#include "tests/support/temporary_directory.h"

#include <QByteArray>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QString>
#include <QStringList>

#include <memory>
#include <string_view>

namespace loomscope {

/// What a command left behind.
struct CommandOutcome {
    int status = -1;  ///< −1: it crashed, or did not end in time
    QByteArray output;
    QByteArray messages;

    [[nodiscard]] QJsonObject object() const { return QJsonDocument::fromJson(output).object(); }
    [[nodiscard]] QJsonArray array() const { return QJsonDocument::fromJson(output).array(); }
};

/// A new user: an empty home with nothing but the files that the test writes, and no desktop session.
/// Commands run in that folder, so paths may be relative to it.
class CommandUser {
public:
    CommandUser();

    [[nodiscard]] QString path(std::string_view name) const;
    /// Writes a file in the user's folder.
    void write(std::string_view name, std::string_view bytes) const { folder_.write(name, bytes); }
    /// Sets a variable of the commands that follow.
    void setVariable(const QString& name, const QString& value) { environment_.insert(name, value); }

    /// Runs a command to its end, at most a minute.
    [[nodiscard]] CommandOutcome run(const QStringList& arguments) const;
    /// Starts a command and does not wait.
    [[nodiscard]] std::unique_ptr<QProcess> start(const QStringList& arguments) const;

private:
    TemporaryDirectory folder_;
    QProcessEnvironment environment_;
};

/// Takes what a process that was started left; waits for its end.
[[nodiscard]] CommandOutcome outcomeOf(QProcess& process);

/// The names that an object lacks.
[[nodiscard]] QStringList lacking(const QJsonObject& object, const QStringList& names);

}  // namespace loomscope
