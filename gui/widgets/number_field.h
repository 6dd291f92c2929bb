// SPDX-License-Identifier: GPL-3.0-or-later
// A field for one number in its range, typed as people write it: 0.05, 1e-4, 300.
#pragma once

#include <QLineEdit>
#include <QString>

#include <optional>

namespace loomscope {

enum class NumberKind : quint8 { kReal, kInteger };

/// Parses and prints independent of locale. While the text is not a number in the range, problem() says why.
class NumberField final : public QLineEdit {
    Q_OBJECT

public:
    NumberField(NumberKind kind, double minimum, double maximum, QWidget* parent = nullptr);

    /// Shows `value`; says nothing. Does nothing if the text already means that number.
    void setValue(double value);
    /// The number, or nothing while the text isn't one in the range.
    [[nodiscard]] std::optional<double> value() const;
    /// Why the text can't be used, empty if it can.
    [[nodiscard]] QString problem() const;

    /// Prints with the fewest digits that give `value` back.
    [[nodiscard]] static QString format(double value);

signals:
    /// The person typed; value() may be empty.
    void edited();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void step(int direction);
    void showProblem();

    NumberKind kind_;
    double minimum_;
    double maximum_;
};

}  // namespace loomscope
