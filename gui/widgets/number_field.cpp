// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/widgets/number_field.h"

#include <QKeyEvent>
#include <QStyle>
#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

namespace loomscope {

namespace {

constexpr const char* kInvalid = "invalid";

std::optional<double> parse(const QString& text) {
    const std::string bytes = text.trimmed().toStdString();
    double number = 0;
    const auto [end, error] = std::from_chars(bytes.data(), bytes.data() + bytes.size(), number);
    if (bytes.empty() || error != std::errc() || end != bytes.data() + bytes.size() ||
        !std::isfinite(number)) {
        return std::nullopt;
    }
    return number;
}

}  // namespace

NumberField::NumberField(NumberKind kind, double minimum, double maximum, QWidget* parent)
    : QLineEdit(parent), kind_(kind), minimum_(minimum), maximum_(maximum) {
    setProperty(kInvalid, false);
    connect(this, &QLineEdit::textEdited, this, [this] {
        showProblem();
        emit edited();
    });
}

void NumberField::setValue(double value) {
    if (parse(text()) != value) {
        setText(format(value));
        showProblem();
    }
}

std::optional<double> NumberField::value() const {
    return problem().isEmpty() ? parse(text()) : std::nullopt;
}

QString NumberField::problem() const {
    const std::optional<double> number = parse(text());
    if (!number) {
        return tr("“%1” is not a number").arg(text());
    }
    if (kind_ == NumberKind::kInteger && *number != std::floor(*number)) {
        return tr("must be a whole number");
    }
    if (*number < minimum_ || *number > maximum_) {
        return tr("must be from %1 to %2").arg(format(minimum_), format(maximum_));
    }
    return {};
}

QString NumberField::format(double value) {
    if (value == std::floor(value) && std::abs(value) < 1e15) {
        return QString::number(static_cast<qlonglong>(value));
    }
    return QString::fromStdString(fmt::format("{}", value));
}

void NumberField::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down) {
        step(event->key() == Qt::Key_Up ? 1 : -1);
        return;
    }
    QLineEdit::keyPressEvent(event);
}

// Whole numbers step by one; others by one unit of their leading digit, so that rates move 0.05, 0.06, 0.07.
void NumberField::step(int direction) {
    const std::optional<double> now = value();
    if (!now) {
        return;
    }
    double next = *now + direction;
    if (kind_ == NumberKind::kReal) {
        const double unit = *now == 0 ? 0.1 : std::pow(10.0, std::floor(std::log10(std::abs(*now)) + 1e-9));
        const double scaled = std::round(*now / unit) + direction;
        // One step below 1·unit continues in the next smaller decade.
        next = scaled == 0 && *now > 0 ? 0.9 * unit : scaled * unit;
        next = std::stod(fmt::format("{:.6g}", next));
    }
    setText(format(std::clamp(next, minimum_, maximum_)));
    showProblem();
    emit edited();
}

void NumberField::showProblem() {
    const QString reason = problem();
    setToolTip(reason);
    if (property(kInvalid).toBool() != !reason.isEmpty()) {
        setProperty(kInvalid, !reason.isEmpty());
        style()->unpolish(this);
        style()->polish(this);
    }
}

}  // namespace loomscope
