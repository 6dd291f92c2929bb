// SPDX-License-Identifier: GPL-3.0-or-later
#include "viz/graphviz/dot_process.h"

#include <QElapsedTimer>
#include <QProcess>

#include <sys/resource.h>

namespace loomscope {
namespace {

constexpr qsizetype kLargestOutput = 16 << 20;

QString timeoutText(std::chrono::milliseconds timeout) {
    return QObject::tr("dot took longer than %1 s and was stopped")
        .arg(QString::number(static_cast<double>(timeout.count()) / 1000.0));
}

QString tooLargeText() {
    return QObject::tr("dot answered with more than %1 MB").arg(kLargestOutput >> 20);
}

/// Sets program, environment and limits of a child that can't outlive or outgrow its use.
void prepare(QProcess& process, const QString& program, std::chrono::milliseconds timeout) {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C"));
    process.setProcessEnvironment(environment);
    process.setProgram(program);
    process.setArguments({QStringLiteral("-Tplain")});
    const rlim_t seconds = static_cast<rlim_t>(timeout.count() / 1000) + 2;
    process.setChildProcessModifier([seconds] {
        const rlimit processorTime{seconds, seconds};
        setrlimit(RLIMIT_CPU, &processorTime);
        const rlimit noCore{0, 0};
        setrlimit(RLIMIT_CORE, &noCore);
    });
}

/// What a finished process died of; empty if it did well.
QString problemOf(QProcess& process, const QString& program) {
    if (process.error() == QProcess::FailedToStart) {
        return QObject::tr(
                   "Graphviz's program \"%1\" was not found or can't be run. Install the package graphviz "
                   "for its layouts")
            .arg(program);
    }
    if (process.exitStatus() == QProcess::CrashExit) {
        return QObject::tr("dot crashed");
    }
    if (process.exitCode() != 0) {
        const QString words =
            QString::fromUtf8(process.readAllStandardError()).section(u'\n', 0, 0).left(200);
        return QObject::tr("dot failed with status %1%2")
            .arg(process.exitCode())
            .arg(words.isEmpty() ? words : QStringLiteral(": ") + words);
    }
    return {};
}

}  // namespace

DotProcess::~DotProcess() {
    if (process_ != nullptr) {
        // The child dies at once, but is reaped later: waiting for that here would block.
        process_->disconnect(this);
        process_->setParent(nullptr);
        process_->kill();
        if (process_->state() == QProcess::NotRunning) {
            delete process_;
        } else {
            connect(process_, &QProcess::finished, process_, &QObject::deleteLater);
        }
    }
}

void DotProcess::start(const QString& program, const QByteArray& input, std::chrono::milliseconds timeout) {
    process_ = new QProcess(this);
    prepare(*process_, program, timeout);
    connect(process_, &QProcess::readyReadStandardOutput, this, &DotProcess::readOutput);
    connect(process_, &QProcess::finished, this, [this, program] {
        readOutput();
        end(problemOf(*process_, program));
    });
    connect(
        process_, &QProcess::errorOccurred, this,
        [this, program](QProcess::ProcessError error) {
            if (error == QProcess::FailedToStart) {
                end(problemOf(*process_, program));
            }
        },
        Qt::QueuedConnection);
    timer_.setSingleShot(true);
    connect(&timer_, &QTimer::timeout, this, [this, timeout] { end(timeoutText(timeout)); });
    timer_.start(timeout);
    process_->start();
    process_->write(input);
    process_->closeWriteChannel();
}

void DotProcess::readOutput() {
    output_ += process_->readAllStandardOutput();
    if (output_.size() > kLargestOutput) {
        end(tooLargeText());
    }
}

void DotProcess::end(const QString& problem) {
    if (hasEnded_) {
        return;
    }
    hasEnded_ = true;
    timer_.stop();
    process_->disconnect(this);
    process_->kill();
    emit finished({std::move(output_), problem});
}

DotOutcome runDot(const QString& program, const QByteArray& input, std::chrono::milliseconds timeout) {
    QProcess process;
    prepare(process, program, timeout);
    process.start();
    process.write(input);
    process.closeWriteChannel();
    if (!process.waitForFinished(static_cast<int>(timeout.count())) &&
        process.state() != QProcess::NotRunning) {
        process.kill();
        process.waitForFinished();
        return {{}, timeoutText(timeout)};
    }
    QByteArray output = process.readAllStandardOutput();
    QString problem = problemOf(process, program);
    if (output.size() > kLargestOutput) {
        problem = tooLargeText();
    }
    return {std::move(output), problem};
}

}  // namespace loomscope
