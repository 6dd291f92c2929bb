// SPDX-License-Identifier: Apache-2.0
#include "engine/bench/workload.h"

#include "engine/base/clock.h"
#include "engine/exec/executor.h"
#include "engine/optim/clip.h"
#include "engine/optim/optimiser.h"
#include "engine/tensor/device.h"
#include "engine/train/minibatch_queue.h"

#include <algorithm>
#include <utility>

namespace loomscope {

struct Workload::State {
    RunConfig config;
    std::shared_ptr<const Dataset> data;
    WorkloadMode mode;
    std::unique_ptr<Model> model;
    std::unique_ptr<Device> device;
    MinibatchBuilder builder;
    ParameterStore parameters;
    std::unique_ptr<Optimiser> optimiser;
    Executor executor;
    MinibatchQueue queue;
    UpdatePlan updatePlan;
    std::vector<std::int64_t> indices;
    std::int64_t next = 0;
    std::uint64_t step = 0;

    State(const RunConfig& ownConfig, std::shared_ptr<const Dataset> ownData, WorkloadMode ownMode,
          std::unique_ptr<Model> ownModel, std::unique_ptr<Device> ownDevice, MinibatchBuilder ownBuilder)
        : config(ownConfig),
          data(std::move(ownData)),
          mode(ownMode),
          model(std::move(ownModel)),
          device(std::move(ownDevice)),
          builder(std::move(ownBuilder)),
          parameters(model->initialParameters()),
          executor(*device),
          queue(builder, *data, isTraining() ? BuildMode::kTrain : BuildMode::kEvaluate,
                device->pool().numThreads() > 1) {
        startNext();
    }

    [[nodiscard]] bool isTraining() const { return mode == WorkloadMode::kTrain; }

    void startNext() {
        indices.clear();
        for (int i = 0; i < config.train.batch; ++i) {
            indices.push_back(next++ % data->size());
        }
        queue.start(indices);
    }

    /// One minibatch; adds to `totals`.
    Result<void> run(WorkloadTotals& totals) {
        const auto start = Clock::now();
        const Minibatch& minibatch = queue.take();
        startNext();
        if (!minibatch.skipped.empty()) {
            return fail(ErrorCode::kInvalid, minibatch.skipped.front().reason);
        }
        executor.resetProfile();
        LOOM_TRY_VOID(executor.plan(minibatch.graph, minibatch.schedule));
        if (isTraining()) {
            totals.time.update += catchUp();
        }
        LOOM_TRY_VOID(executor.run(parameters, ++step));
        if (isTraining()) {
            LOOM_TRY(const double update, learn(minibatch));
            totals.time.update += update;
        }
        addTo(totals, minibatch, secondsSince(start));
        return {};
    }

    /// What the rows of tables missed; returns its seconds.
    double catchUp() {
        const auto start = Clock::now();
        parameters.clearGradients();
        executor.touchTables(parameters);
        updatePlan.assign(parameters);
        optimiser->catchUp(parameters, updatePlan, &device->pool());
        return secondsSince(start);
    }

    /// Backward and update; returns the seconds of the update.
    Result<double> learn(const Minibatch& minibatch) {
        LOOM_TRY_VOID(
            executor.backward(minibatch.losses, 1.0F / static_cast<float>(config.train.batch), parameters));
        const auto start = Clock::now();
        const UpdatePlan& plan = updatePlan;
        const float scale =
            clipFactor(gradientNorm(parameters, plan, &device->pool()), config.optimiser.clip);
        optimiser->step(parameters, plan,
                        {.rate = static_cast<float>(config.optimiser.rate),
                         .gradientScale = scale,
                         .l2 = static_cast<float>(config.optimiser.l2),
                         .pool = &device->pool()});
        return secondsSince(start);
    }

    void addTo(WorkloadTotals& totals, const Minibatch& minibatch, double seconds) const {
        const Profile& profile = executor.profile();
        ++totals.steps;
        totals.examples += static_cast<std::int64_t>(minibatch.examples.size());
        totals.nodes += static_cast<std::int64_t>(minibatch.graph.numNodes());
        totals.productFlops += profile.productFlops;
        totals.seconds += seconds;
        totals.time.build += minibatch.buildSeconds;
        totals.time.plan += minibatch.planSeconds + profile.plan;
        totals.time.gather += profile.gather;
        totals.time.product += profile.product;
        totals.time.elementwise += profile.elementwise;
        totals.time.scatter += profile.scatter;
        const StepMemory memory = stepMemory();
        const std::size_t numStates = optimiser->state().size();
        if (isTraining()) {
            const UpdatePlan plan(parameters);
            totals.leastBytes += leastBytes(memory, parameters, &plan, numStates);
        } else {
            totals.leastBytes += leastBytes(memory, parameters, nullptr, numStates);
        }
        if (memory.needed() > totals.memory.needed()) {
            totals.memory = memory;
        }
    }

    [[nodiscard]] StepMemory stepMemory() const {
        StepMemory memory{.values = bytesOfValues(executor.memoryPlan()), .arenas = executor.arenaBytes()};
        memory.gradients = isTraining() ? memory.values : 0;
        const auto copies = static_cast<std::int64_t>(isTraining() ? 2 + optimiser->state().size() : 1);
        memory.parameters = parameters.size() * copies * static_cast<std::int64_t>(sizeof(float));
        return memory;
    }
};

Workload::Workload(std::unique_ptr<State> state) : state_(std::move(state)) {}
Workload::~Workload() = default;
Workload::Workload(Workload&&) noexcept = default;
Workload& Workload::operator=(Workload&&) noexcept = default;

Result<Workload> Workload::make(const RunConfig& config, std::shared_ptr<const Dataset> data,
                                WorkloadMode mode) {
    LOOM_TRY(auto model, makeModel(config.model, config.modelOptions, *data, config.train.seed));
    LOOM_TRY(auto device, makeDevice(config.engine.device, config.engine.threads));
    const Granularity granularity = config.engine.granularity == "op" ? Granularity::kOp : Granularity::kCell;
    LOOM_TRY(auto builder, MinibatchBuilder::make(*model, config.engine.policy, granularity));
    auto state = std::make_unique<State>(config, std::move(data), mode, std::move(model), std::move(device),
                                         std::move(builder));
    LOOM_TRY(state->optimiser, makeOptimiser(config.optimiser.name, state->parameters));
    return Workload(std::move(state));
}

Result<WorkloadTotals> Workload::measure(double seconds) {
    const std::int64_t batch = state_->config.train.batch;
    const std::int64_t stepsPerPass = (state_->data->size() + batch - 1) / batch;
    WorkloadTotals totals;
    while (totals.seconds < seconds || totals.steps % stepsPerPass != 0) {
        LOOM_TRY_VOID(state_->run(totals));
    }
    TimeSplit& time = totals.time;
    time.other = std::max(0.0, totals.seconds - (time.build + time.plan + time.gather + time.product +
                                                 time.elementwise + time.scatter + time.update));
    return totals;
}

}  // namespace loomscope
