// SPDX-License-Identifier: Apache-2.0
#include "engine/data/dataset.h"

#include "engine/base/check.h"
#include "engine/data/content_hash.h"

#include <utility>

namespace loomscope {

namespace {

class MemoryDataset final : public Dataset {
public:
    MemoryDataset(DatasetInfo info, std::vector<std::shared_ptr<const Example>> examples)
        : info_(std::move(info)), examples_(std::move(examples)) {}

    [[nodiscard]] const DatasetInfo& info() const override { return info_; }
    [[nodiscard]] std::int64_t size() const override { return static_cast<std::int64_t>(examples_.size()); }
    [[nodiscard]] std::shared_ptr<const Example> at(std::int64_t index) const override {
        LOOM_CHECK(index >= 0 && index < size(),
                   "example " + std::to_string(index) + " of " + std::to_string(size()));
        return examples_[static_cast<std::size_t>(index)];
    }

private:
    DatasetInfo info_;
    std::vector<std::shared_ptr<const Example>> examples_;
};

}  // namespace

std::string_view name(StructureKind kind) {
    switch (kind) {
        case StructureKind::kTree:
            return "tree";
        case StructureKind::kMolecule:
            return "molecule";
        case StructureKind::kSequence:
            return "sequence";
        case StructureKind::kLattice:
            return "lattice";
    }
    return "unknown";
}

std::string_view name(Task task) {
    switch (task) {
        case Task::kNone:
            return "none";
        case Task::kClassification:
            return "classification";
        case Task::kRegression:
            return "regression";
    }
    return "unknown";
}

std::shared_ptr<const Dataset> makeDataset(DatasetInfo info,
                                           std::vector<std::shared_ptr<const Example>> examples) {
    return std::make_shared<MemoryDataset>(std::move(info), std::move(examples));
}

std::shared_ptr<const Dataset> subset(const Dataset& whole, std::span<const std::int64_t> indices) {
    DatasetInfo info = whole.info();
    ContentHash hash;
    hash.add(info.contentHash);
    std::vector<std::shared_ptr<const Example>> examples;
    examples.reserve(indices.size());
    for (const std::int64_t index : indices) {
        hash.add(index);
        examples.push_back(whole.at(index));
    }
    info.contentHash = hash.hex();
    return makeDataset(std::move(info), std::move(examples));
}

}  // namespace loomscope
