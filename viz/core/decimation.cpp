// SPDX-License-Identifier: GPL-3.0-or-later
#include "viz/core/decimation.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace loomscope {
namespace {

/// Collects the samples of one column and writes out those that make its picture: four before its first gap,
/// four after. Later gaps in one column are narrower than a pixel and drop out, unless the column ends with
/// one.
class Column {
public:
    void add(const Sample& sample, std::vector<Sample>& out) {
        if (!std::isfinite(sample.y)) {
            if (!hasGap_) {
                writeValues(out);
                writeGap(sample.x, out);
            }
            hasGap_ = true;
            endsWithGap_ = true;
            gapX_ = sample.x;
            return;
        }
        endsWithGap_ = false;
        if (isEmpty_) {
            first_ = low_ = high_ = sample;
            isEmpty_ = false;
        }
        if (sample.y < low_.y) {
            low_ = sample;
        }
        if (sample.y > high_.y) {
            high_ = sample;
        }
        last_ = sample;
    }

    void finish(std::vector<Sample>& out) {
        writeValues(out);
        if (endsWithGap_) {
            writeGap(gapX_, out);
        }
        hasGap_ = false;
        endsWithGap_ = false;
    }

private:
    void writeValues(std::vector<Sample>& out) {
        if (isEmpty_) {
            return;
        }
        const bool isLowFirst = low_.x <= high_.x;
        for (const Sample& sample : {first_, isLowFirst ? low_ : high_, isLowFirst ? high_ : low_, last_}) {
            if (out.empty() || out.back().x != sample.x || out.back().y != sample.y) {
                out.push_back(sample);
            }
        }
        isEmpty_ = true;
    }

    static void writeGap(double x, std::vector<Sample>& out) {
        if (out.empty() || !std::isnan(out.back().y)) {
            out.push_back({x, std::numeric_limits<double>::quiet_NaN()});
        }
    }

    Sample first_, low_, high_, last_;
    double gapX_ = 0.0;
    bool isEmpty_ = true;
    bool hasGap_ = false;
    bool endsWithGap_ = false;
};

}  // namespace

std::vector<Sample> decimate(std::span<const Sample> samples, double x0, double x1, int columns) {
    const auto before = [](const Sample& sample, double x) { return sample.x < x; };
    const auto after = [](double x, const Sample& sample) { return x < sample.x; };
    auto first = std::lower_bound(samples.begin(), samples.end(), x0, before);
    auto last = std::upper_bound(first, samples.end(), x1, after);
    first -= first != samples.begin() ? 1 : 0;
    last += last != samples.end() ? 1 : 0;

    std::vector<Sample> out;
    const double width = x1 > x0 ? (x1 - x0) / std::max(columns, 1) : 1.0;
    Column column;
    std::ptrdiff_t current = 0;
    for (auto it = first; it != last; ++it) {
        const double place = std::clamp(std::floor((it->x - x0) / width), -1.0, static_cast<double>(columns));
        if (const auto index = static_cast<std::ptrdiff_t>(place); index != current) {
            column.finish(out);
            current = index;
        }
        column.add(*it, out);
    }
    column.finish(out);
    return out;
}

}  // namespace loomscope
