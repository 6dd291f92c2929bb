// SPDX-License-Identifier: GPL-3.0-or-later
// What the person is looking at: one selection for all panels.
#pragma once

#include <QObject>
#include <QString>

#include <cstdint>

namespace loomscope {

/// The chosen example, its part (tree node or atom), the chosen batch of the schedule, and the chosen run.
/// −1 and an empty name mean none. Setting what is already set says nothing, so panels may follow each other.
class Selection final : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    [[nodiscard]] std::int64_t example() const { return example_; }
    [[nodiscard]] std::int32_t part() const { return part_; }
    [[nodiscard]] std::int32_t batch() const { return batch_; }
    [[nodiscard]] std::int64_t run() const { return run_; }

    /// Choosing an example forgets the chosen part.
    void setExample(std::int64_t example) {
        if (example != example_) {
            example_ = example;
            part_ = -1;
            emit exampleChanged(example_);
        }
    }
    void setPart(std::int32_t part) {
        if (part != part_) {
            part_ = part;
            emit partChanged(part_);
        }
    }
    void setBatch(std::int32_t batch) {
        if (batch != batch_) {
            batch_ = batch;
            emit batchChanged(batch_);
        }
    }
    void setRun(std::int64_t run) {
        if (run != run_) {
            run_ = run;
            emit runChanged(run_);
        }
    }

signals:
    void exampleChanged(std::int64_t example);
    void partChanged(std::int32_t part);
    void batchChanged(std::int32_t batch);
    void runChanged(std::int64_t run);

private:
    std::int64_t example_ = -1;
    std::int32_t part_ = -1;
    std::int32_t batch_ = -1;
    std::int64_t run_ = -1;
};

}  // namespace loomscope
