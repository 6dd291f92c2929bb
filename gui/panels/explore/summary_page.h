// SPDX-License-Identifier: GPL-3.0-or-later
// What is in a dataset, in figures.
#pragma once

#include "engine/data/dataset.h"
#include "engine/data/statistics.h"

#include <QScrollArea>
#include <QString>

#include <cstdint>
#include <map>

class QGridLayout;

namespace loomscope {

class SummaryPage final : public QScrollArea {
    Q_OBJECT

public:
    explicit SummaryPage(QWidget* parent = nullptr);

    using QScrollArea::show;
    void show(const Dataset& dataset, const DatasetStatistics& statistics);

private:
    void addHeading(QGridLayout& grid, const QStringList& columns);
    void addSpread(QGridLayout& grid, const QString& name, const Spread& spread, std::int64_t missing);
    void addFact(QGridLayout& grid, const QString& name, const QString& value);
    void addLabels(QGridLayout& grid, const QString& title,
                   const std::map<std::int32_t, std::int64_t>& labels, int numClasses);
};

}  // namespace loomscope
