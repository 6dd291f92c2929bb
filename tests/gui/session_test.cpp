// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/check.h"
#include "gui/app/action_registry.h"
#include "gui/app/settings.h"
#include "gui/session/event_mailbox.h"
#include "gui/session/job_queue.h"
#include "gui/widgets/number_field.h"
#include "gui/widgets/number_text.h"
#include "tests/support/temporary_directory.h"

#include <QSignalSpy>
#include <QTest>

#include <atomic>
#include <stdexcept>
#include <string>

namespace loomscope {

namespace {

/// Work that goes on until it is asked to stop.
Result<std::string> untilStopped(const JobControl& control) {
    while (!control.isCancelled()) {
        control.say({"waiting", 3, 10});
        std::this_thread::yield();
    }
    return std::string("stopped");
}

Result<std::string> seven(const JobControl& /*control*/) {
    return std::string("seven");
}

}  // namespace

class SessionTest : public QObject {
    Q_OBJECT

private slots:
    void jobsDeliverOnTheGuiThread() {
        JobQueue queue;
        QObject owner;
        std::string got;
        QThread* thread = nullptr;
        queue.start(&owner, QStringLiteral("seven"), seven, [&](const Result<std::string>& result) {
            got = *result;
            thread = QThread::currentThread();
        });
        QTRY_COMPARE(got, std::string("seven"));
        QCOMPARE(thread, QThread::currentThread());
        QVERIFY(!queue.isBusy());
    }

    void cancellingTellsTheOwnerAtOnceAndStopsTheThread() {
        JobQueue queue;
        QObject owner;
        std::vector<ErrorCode> heard;
        const JobNumber job =
            queue.start(&owner, QStringLiteral("long"), untilStopped,
                        [&](const Result<std::string>& result) { heard.push_back(result.error().code); });
        QTRY_COMPARE(queue.jobs().front().progress.done, 3);
        queue.cancel(job);
        QCOMPARE(heard, std::vector{ErrorCode::kCancelled});
        QTRY_VERIFY(!queue.isBusy());
        QCOMPARE(heard.size(), std::size_t{1});
    }

    void slotsDropStaleResults() {
        JobQueue queue;
        QObject owner;
        JobSlot slot(queue, &owner);
        QStringList heard;
        slot.start(QStringLiteral("first"), untilStopped,
                   [&](const Result<std::string>&) { heard << QStringLiteral("first"); });
        slot.start(QStringLiteral("second"), seven,
                   [&](const Result<std::string>&) { heard << QStringLiteral("second"); });
        QTRY_VERIFY(!queue.isBusy());
        QCOMPARE(heard, QStringList{QStringLiteral("second")});
        QVERIFY(!slot.isBusy());
    }

    void resultsForOwnersThatAreGoneAreDropped() {
        JobQueue queue;
        auto owner = std::make_unique<QObject>();
        bool isCalled = false;
        queue.start(owner.get(), QStringLiteral("seven"), seven,
                    [&](const Result<std::string>&) { isCalled = true; });
        owner.reset();
        QTRY_VERIFY(!queue.isBusy());
        QVERIFY(!isCalled);
    }

    void exceptionsBecomeErrors() {
        JobQueue queue;
        QObject owner;
        std::optional<Error> heard;
        queue.start(
            &owner, QStringLiteral("broken"),
            [](const JobControl&) -> Result<std::string> { throw InternalError("x is not y"); },
            [&](const Result<std::string>& result) { heard = result.error(); });
        QTRY_VERIFY(heard.has_value());
        QCOMPARE(heard->code, ErrorCode::kInternal);
        QCOMPARE(QString::fromStdString(heard->message), QStringLiteral("x is not y"));
    }

    void destroyingAQueueJoinsItsJobs() {
        QObject owner;
        {
            JobQueue queue;
            queue.start(&owner, QStringLiteral("long"), untilStopped,
                        [](const Result<std::string>&) { QFAIL("told"); });
        }
        QCoreApplication::processEvents();
    }

    void mailboxMergesStepsAndKeepsTheRest() {
        EventMailbox mailbox;
        const int steps = 50'000;
        for (int i = 1; i <= steps; ++i) {
            mailbox.put(StepDone{.step = i, .epoch = 1, .loss = 2.0, .examples = 3, .seconds = 0.5});
        }
        mailbox.put(EpochDone{.epoch = 1});
        mailbox.put(RunEnded{.status = RunStatus::kStopped});
        const RunUpdate update = mailbox.take();
        QVERIFY(update.steps.size() <= EventMailbox::kMaxSteps);
        double examples = 0;
        for (const StepSample& sample : update.steps) {
            examples += sample.examples;
            QCOMPARE(sample.loss, 2.0);
            QCOMPARE(sample.examplesPerSecond(), 6.0);
        }
        QCOMPARE(examples, 3.0 * steps);
        QCOMPARE(update.steps.back().step, steps);
        QCOMPARE(update.epochs.size(), std::size_t{1});
        QVERIFY(update.ended.has_value());
        QVERIFY(mailbox.take().steps.empty());
    }

    void numberFieldsSayWhatIsWrong_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("isGood");
        QTest::newRow("exponent") << QStringLiteral("1e-4") << true;
        QTest::newRow("plain") << QStringLiteral(" 0.05 ") << true;
        QTest::newRow("comma") << QStringLiteral("0,05") << false;
        QTest::newRow("empty") << QString() << false;
        QTest::newRow("too large") << QStringLiteral("3") << false;
        QTest::newRow("not finite") << QStringLiteral("nan") << false;
    }
    void numberFieldsSayWhatIsWrong() {
        QFETCH(const QString, text);
        QFETCH(const bool, isGood);
        NumberField field(NumberKind::kReal, 0, 1);
        field.setText(text);
        QCOMPARE(field.value().has_value(), isGood);
        QCOMPARE(field.problem().isEmpty(), isGood);
    }

    void numberFieldsStepByTheLeadingDigit() {
        NumberField field(NumberKind::kReal, 0, 10);
        field.setValue(0.09);
        QTest::keyClick(&field, Qt::Key_Up);
        QCOMPARE(field.text(), QStringLiteral("0.1"));
        QTest::keyClick(&field, Qt::Key_Down);
        QCOMPARE(field.text(), QStringLiteral("0.09"));
    }

    void numbersReadWell() {
        QCOMPARE(groupedDigits(-41913), QStringLiteral("-41,913"));
        QCOMPARE(groupedDigits(999), QStringLiteral("999"));
        QCOMPARE(durationText(185), QStringLiteral("3 min 05 s"));
        QCOMPARE(microsecondsText(1234), QStringLiteral("1.2 ms"));
    }

    void settingsComeBack() {
        const TemporaryDirectory folder;
        const QString file = QString::fromStdString((folder.path() / "s.ini").string());
        {
            Settings settings(file);
            QCOMPARE(settings.theme(), ThemeChoice::kSystem);
            settings.setTheme(ThemeChoice::kDark);
            settings.setDocks("docks", 3);
            for (int i = 0; i < 12; ++i) {
                settings.addRecentPath(QStringLiteral("/f%1").arg(i));
            }
            settings.addRecentPath(QStringLiteral("/f5"));
        }
        const Settings again(file);
        QCOMPARE(again.theme(), ThemeChoice::kDark);
        QCOMPARE(again.docks(3), QByteArray("docks"));
        QVERIFY(again.docks(4).isEmpty());
        QCOMPARE(again.recentPaths().size(), Settings::kMaxRecent);
        QCOMPARE(again.recentPaths().front(), QStringLiteral("/f5"));
    }

    void actionsRefuseTakenShortcuts() {
        ActionRegistry actions;
        int calls = 0;
        QAction* const action = actions.add(
            {QStringLiteral("a"), QStringLiteral("A"), QKeySequence(Qt::Key_F5), {}, [&] { ++calls; }});
        action->trigger();
        QCOMPARE(calls, 1);
        QVERIFY_THROWS_EXCEPTION(
            InternalError,
            actions.add({QStringLiteral("b"), QStringLiteral("B"), QKeySequence(Qt::Key_F5), {}, [] {}}));
    }
};

}  // namespace loomscope

QTEST_MAIN(loomscope::SessionTest)
#include "session_test.moc"
