// SPDX-License-Identifier: GPL-3.0-or-later
// Notices at the top of the window: never in the way, never lost.
#pragma once

#include "gui/session/notices.h"

#include <QVBoxLayout>
#include <QWidget>

namespace loomscope {

/// Shows the newest notices, each with details, Copy and Close. Information goes away by itself; warnings,
/// errors and questions stay until they are closed.
class NoticeBar final : public QWidget {
    Q_OBJECT

public:
    explicit NoticeBar(Notices& notices, QWidget* parent = nullptr);

    /// Number of notices that are shown.
    [[nodiscard]] int count() const { return column_->count(); }

private:
    void add(const Notice& notice);

    static constexpr int kMaxShown = 3;
    static constexpr int kInformationMs = 8000;

    QVBoxLayout* column_;
};

}  // namespace loomscope
