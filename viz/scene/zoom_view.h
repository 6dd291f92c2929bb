// SPDX-License-Identifier: GPL-3.0-or-later
// A picture that is zoomed under the cursor and panned by dragging.
#pragma once

#include <QGraphicsView>
#include <QString>

namespace loomscope {

/// Base of the picture views. Ctrl+wheel or a plain wheel zooms under the cursor, dragging pans, F fits,
/// Ctrl+0 shows 100 %, Ctrl++ and Ctrl+- zoom, arrow keys scroll. Follows the palette. Shows a text when it
/// has nothing to show.
class ZoomView : public QGraphicsView {
    Q_OBJECT

public:
    explicit ZoomView(QWidget* parent = nullptr);

    /// Scene pixels to screen pixels.
    [[nodiscard]] double zoom() const;
    /// Clamped to what makes sense; keeps the centre.
    void setZoom(double zoom);
    /// Shown in the middle while there is no picture: what to do next.
    void setEmptyText(const QString& text);
    [[nodiscard]] const QString& emptyText() const { return emptyText_; }
    /// Shown in the lower left corner over the picture; empty hides it.
    void setNote(const QString& note);
    [[nodiscard]] const QString& note() const { return note_; }
    /// The smallest zoom at which the picture still tells something; fit() stops there.
    [[nodiscard]] virtual double readableZoom() const { return 0.15; }

public slots:
    void zoomIn();
    void zoomOut();
    /// 100 %.
    void zoomToActualSize();
    /// Shows everything, or, if that would be unreadable, the part around anchor() at readableZoom(). Never
    /// above 100 %.
    void fit();

signals:
    void zoomChanged(double zoom);

protected:
    /// Tells where the picture lies in the scene.
    void setPictureRect(const QRectF& rect);
    /// The scene point that must stay visible when the whole picture is too large to fit.
    [[nodiscard]] virtual QPointF anchor() const;
    /// The palette changed: repaint what keeps colours.
    virtual void refreshColors();
    void drawForeground(QPainter* painter, const QRectF& rect) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    /// Nearly a window of free room on each side: every point can come to lie under the cursor.
    void updateRoom();
    void paintEmptyText(QPainter& painter) const;
    void paintNote(QPainter& painter) const;

    QString emptyText_;
    QString note_;
    QRectF picture_;
    bool isFitted_ = true;    // until the user zooms, the view follows its size
    bool isFitting_ = false;  // fit() itself is zooming
};

}  // namespace loomscope
