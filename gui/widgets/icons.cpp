// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/widgets/icons.h"

#include "viz/theme.h"

#include <QApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QSvgRenderer>

namespace loomscope {

namespace {

/// What stands inside the 16 × 16 picture; "currentColor" is replaced.
const char* shapes(IconName name) {
    switch (name) {
        case IconName::kApplication:
            return R"(<path d="M3 13V8l3-3 4 3 3-3v8M6 5V2.5M10 8V2.5"/><circle cx="3" cy="13" r="1.4" fill="currentColor"/>)"
                   R"(<circle cx="13" cy="13" r="1.4" fill="currentColor"/><circle cx="6" cy="5" r="1.4" fill="currentColor"/>)"
                   R"(<circle cx="10" cy="8" r="1.4" fill="currentColor"/>)";
        case IconName::kOpen:
            return R"(<path d="M1.5 13V3.5h4l1.5 2h4.5V7M1.5 13l1.8-6h10.5l-1.8 6z"/>)";
        case IconName::kTree:
            return R"(<path d="M8 4.5L4.5 9M8 4.5L11.5 9M11.5 9v3"/><circle cx="8" cy="3" r="1.6"/>)"
                   R"(<circle cx="4" cy="10.2" r="1.6"/><circle cx="12" cy="10.2" r="1.6"/><path d="M2 14.5h4M10 14.5h4"/>)";
        case IconName::kMolecule:
            return R"(<path d="M8 1.8l5.2 3v6.4L8 14.2l-5.2-3V4.8z"/><path d="M8 4.2l3.1 1.8v4L8 11.8" opacity=".7"/>)";
        case IconName::kPlay:
            return R"(<path d="M4.5 2.8l8.5 5.2-8.5 5.2z" fill="currentColor"/>)";
        case IconName::kPause:
            return R"(<path d="M5.2 3v10M10.8 3v10" stroke-width="2.6"/>)";
        case IconName::kStop:
            return R"(<rect x="3.5" y="3.5" width="9" height="9" rx="1" fill="currentColor"/>)";
        case IconName::kZoomIn:
            return R"(<circle cx="7" cy="7" r="4.7"/><path d="M10.5 10.5L14.3 14.3M7 5v4M5 7h4"/>)";
        case IconName::kZoomOut:
            return R"(<circle cx="7" cy="7" r="4.7"/><path d="M10.5 10.5L14.3 14.3M5 7h4"/>)";
        case IconName::kFit:
            return R"(<path d="M2 5.5V2h3.5M10.5 2H14v3.5M14 10.5V14h-3.5M5.5 14H2v-3.5"/><rect x="5" y="5.5" width="6" height="5" rx="1"/>)";
        case IconName::kExport:
            return R"(<path d="M8 10V2M5 4.6L8 1.8l3 2.8M2.5 9v4.5h11V9"/>)";
        case IconName::kRefresh:
            return R"(<path d="M13.2 8a5.2 5.2 0 1 1-1.6-3.8M13.4 1.8v3h-3"/>)";
        case IconName::kRename:
            return R"(<path d="M2.5 13.5l.8-3.2L10.8 2.8l2.4 2.4-7.5 7.5zM9.3 4.3l2.4 2.4"/>)";
        case IconName::kDelete:
            return R"(<path d="M2.5 4h11M6 4V2.3h4V4M4 4l.7 9.7h6.6L12 4M6.7 6.8v4M9.3 6.8v4"/>)";
        case IconName::kClose:
            return R"(<path d="M4 4l8 8M12 4l-8 8"/>)";
        case IconName::kCopy:
            return R"(<rect x="5.5" y="5.5" width="8" height="8.5" rx="1"/><path d="M10.5 5.3V2h-8v8.5h2.8"/>)";
        case IconName::kInformation:
            return R"(<circle cx="8" cy="8" r="6"/><path d="M8 7.3v3.8M8 4.7v.3"/>)";
        case IconName::kWarning:
            return R"(<path d="M8 2l6.4 11.6H1.6zM8 6.4v3.4M8 11.4v.3"/>)";
        case IconName::kError:
            return R"(<circle cx="8" cy="8" r="6"/><path d="M5.8 5.8l4.4 4.4M10.2 5.8l-4.4 4.4"/>)";
    }
    return "";
}

enum class Ground : quint8 { kSurface, kAccent };

QColor strokeColor(IconName name, Ground ground, QIcon::Mode mode) {
    const QPalette palette = QApplication::palette();
    const ThemeColors& colors = colorsOf(palette);
    if (ground == Ground::kAccent && mode != QIcon::Disabled) {
        return toColor(colors.onAccent);
    }
    switch (name) {
        case IconName::kInformation:
        case IconName::kApplication:
            return toColor(colors.accent);
        case IconName::kWarning:
            return toColor(colors.warning);
        case IconName::kError:
            return toColor(colors.danger);
        default:
            return palette.color(mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active,
                                 QPalette::ButtonText);
    }
}

class LineIconEngine final : public QIconEngine {
public:
    LineIconEngine(IconName name, Ground ground) : name_(name), ground_(ground) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State /*state*/) override {
        const QByteArray color = strokeColor(name_, ground_, mode).name().toLatin1();
        QByteArray svg =
            R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="none" stroke="currentColor" )"
            R"(stroke-width="1.3" stroke-linecap="round" stroke-linejoin="round">)";
        svg += shapes(name_);
        svg += "</svg>";
        svg.replace("currentColor", color);
        QSvgRenderer(svg).render(painter, rect);
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        QPixmap picture(size);
        picture.fill(Qt::transparent);
        QPainter painter(&picture);
        paint(&painter, QRect(QPoint(0, 0), size), mode, state);
        return picture;
    }
    [[nodiscard]] QIconEngine* clone() const override { return new LineIconEngine(name_, ground_); }

private:
    IconName name_;
    Ground ground_;
};

}  // namespace

QIcon icon(IconName name) {
    return QIcon(new LineIconEngine(name, Ground::kSurface));
}

QIcon iconOnAccent(IconName name) {
    return QIcon(new LineIconEngine(name, Ground::kAccent));
}

}  // namespace loomscope
