// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/check.h"
#include "engine/base/job_control.h"
#include "engine/base/result.h"
#include "engine/base/rng.h"
#include "engine/base/strong_id.h"
#include "engine/base/thread_pool.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <set>
#include <unordered_set>
#include <vector>

namespace loomscope {

namespace {

Result<int> half(int number) {
    if (number % 2 != 0) {
        return fail(ErrorCode::kInvalid, "odd number", {.file = "numbers.txt", .line = number});
    }
    return number / 2;
}

Result<int> quarter(int number) {
    LOOM_TRY(const int once, half(number));
    LOOM_TRY(const int twice, half(once));
    return twice;
}

Result<void> requireEven(int number) {
    if (auto result = half(number); !result) {
        return fail(
            std::move(result).error().withContext("checking numbers").withContext("opening the file"));
    }
    return {};
}

Result<int> countEven(const std::vector<int>& numbers) {
    for (const int number : numbers) {
        LOOM_TRY_VOID(requireEven(number));
    }
    return static_cast<int>(numbers.size());
}

}  // namespace

class BaseTest final : public QObject {
    Q_OBJECT

private slots:
    void errorTextNamesContextPlaceAndMessage();
    void errorPlaceLeavesOutWhatIsUnknown();
    void everyErrorCodeHasItsOwnName();
    void tryPassesValuesAndErrors();
    void brokenInvariantThrowsWithConditionAndDetail();
    void idsAreInvalidUntilSetAndHash();
    void randomBitsDependOnEveryPartOfTheKey();
    void randomNumbersStayTheSame();
    void uniformNumbersFillTheirRange();
    void normalNumbersHaveUnitVariance();
    void shuffleKeepsItemsAndRepeats();
    void poolRunsEveryChunkOnce_data();
    void poolRunsEveryChunkOnce();
    void poolIsReusableManyTimes();
    void jobControlReportsAndStops();
};

void BaseTest::errorTextNamesContextPlaceAndMessage() {
    const auto result = countEven({2, 7});
    QVERIFY(!result.has_value());
    QCOMPARE(result.error().code, ErrorCode::kInvalid);
    QCOMPARE(result.error().text(),
             std::string("opening the file: checking numbers: numbers.txt, line 7: odd number"));
}

void BaseTest::errorPlaceLeavesOutWhatIsUnknown() {
    const Error error{.code = ErrorCode::kParse,
                      .message = "no number",
                      .position = SourcePosition{.record = 3, .column = 9}};
    QCOMPARE(error.text(), std::string("record 3, column 9: no number"));
    const Error bare{.code = ErrorCode::kParse, .message = "no number", .position = SourcePosition{}};
    QCOMPARE(bare.text(), std::string("no number"));
}

void BaseTest::everyErrorCodeHasItsOwnName() {
    std::set<std::string_view> names;
    const int last = static_cast<int>(ErrorCode::kInternal);
    for (int code = 0; code <= last; ++code) {
        names.insert(name(static_cast<ErrorCode>(code)));
    }
    QCOMPARE(static_cast<int>(names.size()), last + 1);
}

void BaseTest::tryPassesValuesAndErrors() {
    QCOMPARE(quarter(12).value(), 3);
    QCOMPARE(quarter(6).error().position->line, 3);
    QCOMPARE(countEven({2, 4}).value(), 2);
}

void BaseTest::brokenInvariantThrowsWithConditionAndDetail() {
    const int rows = 3;
    try {
        LOOM_CHECK(rows == 4, "four rows wanted");
    } catch (const InternalError& error) {
        const std::string_view what = error.what();
        QVERIFY(what.starts_with("four rows wanted"));
        QVERIFY(what.find("rows == 4") != std::string_view::npos);
        QVERIFY(what.find("base_test.cpp:") != std::string_view::npos);
        return;
    }
    QFAIL("the check let a false condition pass");
}

void BaseTest::idsAreInvalidUntilSetAndHash() {
    using Id = StrongId<struct AnyTag>;
    QVERIFY(!Id().isValid());
    QVERIFY(Id(0).isValid());
    QVERIFY(Id(1) < Id(2));
    const std::unordered_set<Id> ids = {Id(1), Id(2), Id(1)};
    QCOMPARE(ids.size(), std::size_t{2});
}

void BaseTest::randomBitsDependOnEveryPartOfTheKey() {
    std::set<std::uint64_t> bits;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        for (std::uint64_t stream = 0; stream < 10; ++stream) {
            for (std::uint64_t index = 0; index < 10; ++index) {
                bits.insert(randomBits(seed, stream, index));
            }
        }
    }
    QCOMPARE(bits.size(), std::size_t{1000});
}

void BaseTest::randomNumbersStayTheSame() {
    // Stored runs are replayed from their seed: these numbers may never change.
    QCOMPARE(randomBits(1, 2, 3), std::uint64_t{12917354411903199400U});
    Rng rng(42);
    QCOMPARE(rng.bits(), randomBits(42, 0, 0));
    QCOMPARE(rng.bits(), randomBits(42, 0, 1));
}

void BaseTest::uniformNumbersFillTheirRange() {
    QVERIFY(toUnit(~std::uint64_t{0}) < 1.0);
    Rng rng(7);
    std::vector<int> counts(10);
    for (int i = 0; i < 10000; ++i) {
        ++counts[rng.below(counts.size())];
    }
    const auto [fewest, most] = std::minmax_element(counts.begin(), counts.end());
    QVERIFY2(*fewest > 880 && *most < 1120, "expected 1000 a bin, within four standard deviations");
    for (int i = 0; i < 1000; ++i) {
        const double x = rng.uniform(-2.0, 3.0);
        QVERIFY(x >= -2.0 && x < 3.0);
    }
}

void BaseTest::normalNumbersHaveUnitVariance() {
    Rng rng(11);
    constexpr int kDraws = 20000;
    double sum = 0.0;
    double squares = 0.0;
    for (int i = 0; i < kDraws; ++i) {
        const double x = rng.normal();
        sum += x;
        squares += x * x;
    }
    QVERIFY(std::abs(sum / kDraws) < 0.03);
    QVERIFY(std::abs(squares / kDraws - 1.0) < 0.04);
}

void BaseTest::shuffleKeepsItemsAndRepeats() {
    std::vector<int> items(100);
    std::iota(items.begin(), items.end(), 0);
    std::vector<int> once = items;
    std::vector<int> again = items;
    Rng(5).shuffle(std::span(once));
    Rng(5).shuffle(std::span(again));
    QCOMPARE(once, again);
    QVERIFY(once != items);
    std::sort(once.begin(), once.end());
    QCOMPARE(once, items);
}

void BaseTest::poolRunsEveryChunkOnce_data() {
    QTest::addColumn<int>("threads");
    QTest::addColumn<int>("chunks");
    QTest::newRow("one thread") << 1 << 100;
    QTest::newRow("four threads") << 4 << 100;
    QTest::newRow("fewer chunks than threads") << 4 << 2;
    QTest::newRow("one chunk") << 4 << 1;
    QTest::newRow("nothing to do") << 4 << 0;
}

void BaseTest::poolRunsEveryChunkOnce() {
    QFETCH(const int, threads);
    QFETCH(const int, chunks);
    ThreadPool pool(threads);
    QCOMPARE(pool.numThreads(), threads);
    std::vector<std::atomic<int>> runs(static_cast<std::size_t>(chunks));
    pool.parallelFor(chunks, [&runs](std::int64_t chunk) { ++runs[static_cast<std::size_t>(chunk)]; });
    QVERIFY(std::all_of(runs.begin(), runs.end(), [](const std::atomic<int>& count) { return count == 1; }));
}

void BaseTest::poolIsReusableManyTimes() {
    ThreadPool pool(3);
    // Plain integers: a chunk that ran late, or twice, would lose or add a count.
    std::vector<int> sums(8);
    for (int round = 0; round < 2000; ++round) {
        pool.parallelFor(8, [&sums](std::int64_t chunk) { ++sums[static_cast<std::size_t>(chunk)]; });
    }
    QCOMPARE(sums, std::vector<int>(8, 2000));
}

void BaseTest::jobControlReportsAndStops() {
    JobControl{}.say({.what = "nobody listens"});
    std::stop_source source;
    std::vector<std::int64_t> seen;
    const JobControl job{source.get_token(),
                         [&seen](const Progress& progress) { seen.push_back(progress.done); }};
    job.say({.what = "reading", .done = 5, .total = 10});
    QVERIFY(!job.isCancelled());
    source.request_stop();
    QVERIFY(job.isCancelled());
    QCOMPARE(seen, std::vector<std::int64_t>{5});
}

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::BaseTest)
#include "base_test.moc"
