// SPDX-License-Identifier: GPL-3.0-or-later
// How often a training step asks for memory once it is warm. Every operator new of this program is counted.
#include "engine/exec/executor.h"
#include "engine/optim/clip.h"
#include "engine/optim/optimiser.h"
#include "engine/tensor/device.h"
#include "engine/train/digest.h"
#include "engine/train/minibatch.h"
#include "tests/support/example_data.h"

#include <QTest>

#include <atomic>
#include <cstdlib>
#include <map>
#include <new>
#include <numeric>
#include <string>
#include <vector>

namespace {

std::atomic<std::int64_t> numAllocations = 0;

void* allocate(std::size_t bytes, std::size_t alignment) {
    ++numAllocations;
    const std::size_t rounded = (std::max<std::size_t>(bytes, 1) + alignment - 1) / alignment * alignment;
    if (void* block = std::aligned_alloc(alignment, rounded)) {
        return block;
    }
    throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t bytes) {
    return allocate(bytes, alignof(std::max_align_t));
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
    return allocate(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* block) noexcept {
    std::free(block);
}
void operator delete(void* block, std::size_t) noexcept {
    std::free(block);
}
void operator delete(void* block, std::align_val_t) noexcept {
    std::free(block);
}
void operator delete(void* block, std::size_t, std::align_val_t) noexcept {
    std::free(block);
}

namespace loomscope {

namespace {

/// Allocations of one step, by part of it.
using Counts = std::map<std::string, std::int64_t>;

/// What a training run keeps between its steps.
class Steps {
public:
    Steps(std::string_view model, std::shared_ptr<const Dataset> data, Granularity granularity, int threads)
        : data_(std::move(data)),
          model_(std::move(makeModel(model, {{"hidden", 12}}, *data_, 1).value())),
          device_(std::move(makeDevice("cpu", threads).value())),
          builder_(MinibatchBuilder::make(*model_, "depth", granularity).value()),
          parameters_(model_->initialParameters()),
          optimiser_(std::move(makeOptimiser("adam", parameters_).value())),
          executor_(*device_) {}

    /// Each minibatch twice, to grow to their size, then the counts of them all.
    Counts count() {
        for (int pass = 0; pass < 3; ++pass) {
            counts_.clear();
            const std::int64_t before = executor_.arenaBytes();
            for (std::int64_t first = 0; first < data_->size(); first += kBatch) {
                step(first);
            }
            counts_["bytes of arenas"] = executor_.arenaBytes() - before;
        }
        return counts_;
    }

private:
    static constexpr std::int64_t kBatch = 8;

    template <class Work>
    void count(const char* part, const Work& work) {
        const std::int64_t before = numAllocations;
        work();
        const std::int64_t after = numAllocations;
        counts_[part] += after - before;
    }

    void step(std::int64_t first) {
        std::array<std::int64_t, kBatch> indices{};
        std::iota(indices.begin(), indices.end(), first);
        count("build and plan", [&] { builder_.build(*data_, indices, BuildMode::kTrain, minibatch_); });
        count("forward", [&] {
            QVERIFY(executor_.forward(minibatch_.graph, minibatch_.schedule, parameters_, 1).has_value());
        });
        count("backward", [&] {
            parameters_.clearGradients();
            executor_.backward(minibatch_.losses, 1.0F / kBatch, parameters_);
        });
        count("update", [&] {
            plan_.assign(parameters_);
            const double norm = gradientNorm(parameters_, plan_, &device_->pool());
            optimiser_->step(
                parameters_, plan_,
                {.rate = 0.01F, .gradientScale = clipFactor(norm, 5.0), .pool = &device_->pool()});
            digest_ = stepDigest(digest_, norm, parameters_, plan_, &device_->pool());
        });
    }

    std::shared_ptr<const Dataset> data_;
    std::unique_ptr<Model> model_;
    std::unique_ptr<Device> device_;
    MinibatchBuilder builder_;
    ParameterStore parameters_;
    std::unique_ptr<Optimiser> optimiser_;
    Executor executor_;
    Minibatch minibatch_;
    UpdatePlan plan_;
    std::uint64_t digest_ = 0;
    Counts counts_;
};

}  // namespace

class AllocationTest : public QObject {
    Q_OBJECT

private slots:
    void warmStepsAskForNoMemory_data();
    void warmStepsAskForNoMemory();
};

/// What is left, over four steps of eight trees each. Building asks for the lists of parts, losses and
/// predictions of each example; planning for the groups of each depth; forward for the operands of each
/// launch of the memory plan. These numbers may only fall.
void AllocationTest::warmStepsAskForNoMemory_data() {
    QTest::addColumn<bool>("isCell");
    QTest::addColumn<int>("threads");
    QTest::addColumn<qint64>("inBuildAndPlan");
    QTest::addColumn<qint64>("inForward");
    QTest::newRow("cells, one thread") << true << 1 << qint64{210} << qint64{611};
    QTest::newRow("cells, two threads") << true << 2 << qint64{210} << qint64{611};
    QTest::newRow("ops, one thread") << false << 1 << qint64{267} << qint64{484};
    QTest::newRow("ops, two threads") << false << 2 << qint64{267} << qint64{484};
}

void AllocationTest::warmStepsAskForNoMemory() {
    QFETCH(const bool, isCell);
    QFETCH(const int, threads);
    QFETCH(const qint64, inBuildAndPlan);
    QFETCH(const qint64, inForward);
    Steps steps("tree-lstm", polarityTrees(32, 3), isCell ? Granularity::kCell : Granularity::kOp, threads);
    const auto isAtMost = [](std::string_view part, std::int64_t count, std::int64_t most) {
        if (count > most) {
            qWarning("%s asked for memory %lld times", std::string(part).c_str(),
                     static_cast<long long>(count));
        }
        return count <= most;
    };
    Counts counts = steps.count();
    QVERIFY(isAtMost("building and planning", counts["build and plan"], inBuildAndPlan));
    QVERIFY(isAtMost("forward", counts["forward"], inForward));
    QVERIFY(isAtMost("backward", counts["backward"], 0));
    QVERIFY(isAtMost("the update", counts["update"], 0));
    QCOMPARE(counts["bytes of arenas"], 0);
}

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::AllocationTest)
#include "allocation_test.moc"
