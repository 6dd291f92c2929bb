// SPDX-License-Identifier: GPL-3.0-or-later
// The chosen example as a parse tree, a molecule, or text.
#pragma once

#include "gui/app/workbench.h"

#include <QLabel>
#include <QStackedWidget>

namespace loomscope {

class MoleculeView;
class TreeView;

/// Follows the selected example; in trees, the selected node too, both ways.
class ExamplePicture final : public QStackedWidget {
    Q_OBJECT

public:
    explicit ExamplePicture(Workbench& workbench, QWidget* parent = nullptr);

private:
    void showExample();
    void showMolecule(std::shared_ptr<const Example> example);

    Workbench& workbench_;
    TreeView* tree_;
    MoleculeView* molecule_;
    QLabel* text_;
    JobSlot drawing_;
};

}  // namespace loomscope
