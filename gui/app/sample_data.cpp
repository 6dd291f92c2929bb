// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/sample_data.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

namespace loomscope {

namespace {

/// The first place that has it: installed beside the program, in the tree it was built from.
QString find(const QString& name) {
    const QString program = QCoreApplication::applicationDirPath();
    for (const QString& folder :
         {program + QStringLiteral("/../share/loomscope/sample_data"), QStringLiteral(LOOMSCOPE_SAMPLE_DATA),
          program + QStringLiteral("/../../../sample_data")}) {
        const QFileInfo found(folder + QLatin1Char('/') + name);
        if (found.exists()) {
            return QDir::cleanPath(found.absoluteFilePath());
        }
    }
    return {};
}

}  // namespace

QString sampleTrees() {
    const QString folder = find(QStringLiteral("trees/sentiment"));
    return folder.isEmpty() ? QStringLiteral("synthetic:sentiment") : folder;
}

QString sampleMolecules() {
    return find(QStringLiteral("molecules/esol.csv"));
}

}  // namespace loomscope
