// SPDX-License-Identifier: GPL-3.0-or-later
#include "viz/scene/molecule_view.h"

#include "viz/text_measure.h"
#include "viz/theme.h"

#include <QGraphicsItem>
#include <QPainter>
#include <QSvgRenderer>

#include <algorithm>

namespace loomscope {
namespace {

constexpr double kWidth = 420.0;
constexpr double kCardPadding = 16.0;
constexpr double kCaptionHeight = 34.0;

}  // namespace

/// The card with the depiction and its caption.
class MoleculeItem final : public QGraphicsItem {
public:
    MoleculeItem(QSvgRenderer& renderer, QString caption)
        : renderer_(renderer), caption_(std::move(caption)) {
        const QSizeF size = renderer_.defaultSize();
        picture_ = QRectF(0, 0, kWidth, kWidth * size.height() / std::max(size.width(), 1.0));
    }

    [[nodiscard]] QRectF boundingRect() const override {
        return picture_.adjusted(-kCardPadding, -kCardPadding, kCardPadding,
                                 kCardPadding + (caption_.isEmpty() ? 0.0 : kCaptionHeight));
    }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* /*option*/, QWidget* /*widget*/) override {
        const ThemeColors& light = themeColors(ThemeMode::kLight);
        painter->setPen(QPen(toColor(light.border), 1));
        painter->setBrush(toColor(light.surface));
        painter->drawRoundedRect(boundingRect().adjusted(1, 1, -1, -1), 10, 10);
        renderer_.render(painter, picture_);
        if (!caption_.isEmpty()) {
            painter->setFont(drawnFont(13, QFont::Normal));
            painter->setPen(toColor(light.mutedText));
            const QRectF box(picture_.left(), picture_.bottom(), picture_.width(),
                             kCaptionHeight + kCardPadding);
            const QString shown =
                painter->fontMetrics().elidedText(caption_, Qt::ElideMiddle, static_cast<int>(kWidth));
            painter->drawText(box, Qt::AlignCenter, shown);
        }
    }

private:
    QSvgRenderer& renderer_;
    QString caption_;
    QRectF picture_;
};

MoleculeView::MoleculeView(QWidget* parent) : ZoomView(parent), renderer_(std::make_unique<QSvgRenderer>()) {
    setObjectName(QStringLiteral("moleculeView"));
    setAccessibleName(tr("Molecule"));
}

MoleculeView::~MoleculeView() {
    scene()->clear();
}

bool MoleculeView::setSvg(const QByteArray& svg, const QString& caption) {
    clearMolecule();
    if (!renderer_->load(svg) || renderer_->defaultSize().isEmpty()) {
        setNote(tr("This molecule has no picture that can be shown."));
        return false;
    }
    auto* const item = new MoleculeItem(*renderer_, caption);
    item->setToolTip(caption);
    scene()->addItem(item);
    setPictureRect(item->boundingRect());
    fit();
    return true;
}

void MoleculeView::clearMolecule() {
    scene()->clear();
    setNote({});
}

}  // namespace loomscope
