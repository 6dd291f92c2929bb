// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of a molecule, given as SVG text.
#pragma once

#include "viz/scene/zoom_view.h"

#include <QByteArray>

#include <memory>

class QSvgRenderer;

namespace loomscope {

/// Shows an SVG on a light card, in both themes: depictions use the chemists' colours on white.
class MoleculeView final : public ZoomView {
    Q_OBJECT

public:
    explicit MoleculeView(QWidget* parent = nullptr);
    ~MoleculeView() override;

    /// Shows `svg`; a text that is no SVG shows a message instead and returns false. `caption` stands below
    /// (SMILES, formula).
    bool setSvg(const QByteArray& svg, const QString& caption = {});
    void clearMolecule();

private:
    std::unique_ptr<QSvgRenderer> renderer_;
};

}  // namespace loomscope
