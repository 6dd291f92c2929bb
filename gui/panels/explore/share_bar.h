// SPDX-License-Identifier: GPL-3.0-or-later
// One bar of a class's share, in the class's colour.
#pragma once

#include <QString>
#include <QWidget>

namespace loomscope {

class ShareBar final : public QWidget {
    Q_OBJECT

public:
    /// `share` is 0 … 1 of the width.
    ShareBar(int label, int numClasses, double share, QWidget* parent = nullptr);

    void setCaption(const QString& caption) { caption_ = caption; }
    [[nodiscard]] QSize sizeHint() const override { return {160, 20}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int label_;
    int numClasses_;
    double share_;
    QString caption_;
};

}  // namespace loomscope
