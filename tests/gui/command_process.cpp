// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/command_process.h"

#include <chrono>

namespace loomscope {

namespace {

constexpr std::chrono::milliseconds kPatience{300'000};

}  // namespace

CommandUser::CommandUser() : environment_(QProcessEnvironment::systemEnvironment()) {
    environment_.insert(QStringLiteral("HOME"), path("."));
    environment_.insert(QStringLiteral("XDG_DATA_HOME"), path("data"));
    environment_.insert(QStringLiteral("XDG_CONFIG_HOME"), path("config"));
    environment_.insert(QStringLiteral("XDG_CACHE_HOME"), path("cache"));
    environment_.remove(QStringLiteral("XDG_RUNTIME_DIR"));
    environment_.remove(QStringLiteral("QT_QPA_PLATFORM"));
    environment_.remove(QStringLiteral("DISPLAY"));
    environment_.remove(QStringLiteral("WAYLAND_DISPLAY"));
}

QString CommandUser::path(std::string_view name) const {
    return QString::fromStdString((folder_.path() / name).string());
}

std::unique_ptr<QProcess> CommandUser::start(const QStringList& arguments) const {
    auto process = std::make_unique<QProcess>();
    process->setProcessEnvironment(environment_);
    process->setWorkingDirectory(path("."));
    process->start(qEnvironmentVariable("LOOMSCOPE_BINARY"), arguments, QIODevice::ReadOnly);
    return process;
}

CommandOutcome CommandUser::run(const QStringList& arguments) const {
    const auto process = start(arguments);
    return outcomeOf(*process);
}

CommandOutcome outcomeOf(QProcess& process) {
    const bool hasEnded = process.state() == QProcess::NotRunning ||
                          process.waitForFinished(static_cast<int>(kPatience.count()));
    if (!hasEnded) {
        process.kill();
        process.waitForFinished();
    }
    CommandOutcome outcome{.output = process.readAllStandardOutput(),
                           .messages = process.readAllStandardError()};
    if (hasEnded && process.error() != QProcess::FailedToStart &&
        process.exitStatus() == QProcess::NormalExit) {
        outcome.status = process.exitCode();
    }
    return outcome;
}

QStringList lacking(const QJsonObject& object, const QStringList& names) {
    QStringList missing;
    for (const QString& name : names) {
        if (!object.contains(name)) {
            missing.append(name);
        }
    }
    return missing;
}

}  // namespace loomscope
