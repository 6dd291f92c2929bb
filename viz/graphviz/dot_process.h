// SPDX-License-Identifier: GPL-3.0-or-later
// One run of `dot` as a child process: isolated, limited in time and output, and killed when nobody waits for
// it.
#pragma once

#include <QByteArray>
#include <QObject>
#include <QString>
#include <QTimer>

#include <chrono>

class QProcess;

namespace loomscope {

/// What came of a run: an answer, or a problem in words for the user.
struct DotOutcome {
    QByteArray output;
    QString problem;  ///< empty if all went well
};

/// A run that reports by signal. Destroying it kills the child; nothing is reported then.
class DotProcess final : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;
    ~DotProcess() override;

    /// Starts `program -Tplain` on `input`. Call once. finished() comes later, never from inside this call.
    void start(const QString& program, const QByteArray& input, std::chrono::milliseconds timeout);

signals:
    void finished(const loomscope::DotOutcome& outcome);

private:
    void readOutput();
    void end(const QString& problem);

    QProcess* process_ = nullptr;
    QTimer timer_;
    QByteArray output_;
    bool hasEnded_ = false;
};

/// The same, blocking.
[[nodiscard]] DotOutcome runDot(const QString& program, const QByteArray& input,
                                std::chrono::milliseconds timeout);

}  // namespace loomscope
