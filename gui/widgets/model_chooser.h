// SPDX-License-Identifier: GPL-3.0-or-later
// The draft's model, among those that read the open data.
#pragma once

#include "gui/session/document.h"

#include <QComboBox>

namespace loomscope {

/// Follows the document and changes its draft; several of them stay equal.
class ModelChooser final : public QComboBox {
    Q_OBJECT

public:
    explicit ModelChooser(Document& document, QWidget* parent = nullptr);

private:
    void fill();
    void showDraft();

    Document& document_;
};

}  // namespace loomscope
