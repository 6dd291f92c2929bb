// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/explore/example_picture.h"

#include "engine/data/chemistry/depiction.h"
#include "viz/scene/molecule_view.h"
#include "viz/scene/tree_view.h"

#include <string>
#include <utility>
#include <variant>

namespace loomscope {

namespace {

constexpr int kDrawingWidth = 480;
constexpr int kDrawingHeight = 320;

}  // namespace

ExamplePicture::ExamplePicture(Workbench& workbench, QWidget* parent)
    : QStackedWidget(parent),
      workbench_(workbench),
      tree_(new TreeView(this)),
      molecule_(new MoleculeView(this)),
      text_(new QLabel(this)),
      drawing_(workbench.jobs, this) {
    tree_->setObjectName(QStringLiteral("treeView"));
    tree_->setAccessibleName(tr("Parse tree"));
    tree_->setEmptyText(tr("Choose an example to see its tree."));
    molecule_->setObjectName(QStringLiteral("moleculeView"));
    molecule_->setAccessibleName(tr("Molecule"));
    molecule_->setEmptyText(tr("Choose an example to see its molecule."));
    text_->setObjectName(QStringLiteral("exampleText"));
    text_->setAccessibleName(tr("Example"));
    text_->setWordWrap(true);
    text_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    text_->setContentsMargins(16, 16, 16, 16);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    addWidget(tree_);
    addWidget(molecule_);
    addWidget(text_);
    connect(&workbench.selection, &Selection::exampleChanged, this, &ExamplePicture::showExample);
    connect(&workbench.selection, &Selection::partChanged, this, [this](std::int32_t part) {
        if (currentWidget() == tree_) {
            tree_->setSelectedNode(part);
        }
    });
    connect(tree_, &TreeView::nodeSelected, &workbench.selection, &Selection::setPart);
}

void ExamplePicture::showExample() {
    drawing_.drop();
    const std::shared_ptr<const Example> example = workbench_.document.example();
    if (!example) {
        tree_->clearTree();
        molecule_->clearMolecule();
        text_->clear();
        return;
    }
    if (const auto* const tree = std::get_if<Tree>(&example->structure)) {
        setCurrentWidget(tree_);
        tree_->setTree(*tree, workbench_.document.dataset()->info().numClasses);
    } else if (std::holds_alternative<Molecule>(example->structure)) {
        setCurrentWidget(molecule_);
        showMolecule(example);
    } else {
        setCurrentWidget(text_);
        text_->setText(QString::fromStdString(summary(*example)));
    }
}

void ExamplePicture::showMolecule(std::shared_ptr<const Example> example) {
    const auto& molecule = std::get<Molecule>(example->structure);
    QString caption = QStringLiteral("%1 · %2").arg(QString::fromStdString(molecule.formula),
                                                    QString::fromStdString(molecule.canonical));
    drawing_.start(
        tr("Drawing a molecule"),
        [example = std::move(example)](const JobControl&) {
            return drawSvg(std::get<Molecule>(example->structure),
                           {.width = kDrawingWidth, .height = kDrawingHeight});
        },
        [this, caption = std::move(caption)](const Result<std::string>& svg) {
            if (svg) {
                molecule_->setSvg(QByteArray::fromStdString(*svg), caption);
                return;
            }
            molecule_->clearMolecule();
            molecule_->setEmptyText(QString::fromStdString(svg.error().message));
        },
        JobVisibility::kHidden);
}

}  // namespace loomscope
