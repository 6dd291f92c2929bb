// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/widgets/model_chooser.h"

#include "engine/models/model.h"

#include <QSignalBlocker>

namespace loomscope {

namespace {

QString toText(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

}  // namespace

ModelChooser::ModelChooser(Document& document, QWidget* parent) : QComboBox(parent), document_(document) {
    setAccessibleName(tr("Model"));
    setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(&document, &Document::dataChanged, this, &ModelChooser::fill);
    connect(&document, &Document::draftChanged, this, &ModelChooser::showDraft);
    connect(this, &QComboBox::activated, this, [this](int index) {
        document_.edit([&](RunConfig& draft) {
            const std::string name = itemData(index).toString().toStdString();
            if (draft.model != name) {
                draft.model = name;
                draft.modelOptions.clear();  // another model has other options
            }
        });
    });
    fill();
}

void ModelChooser::fill() {
    const QSignalBlocker quiet(this);
    clear();
    for (const ModelInfo& info : modelInfos()) {
        if (document_.data() && info.reads == document_.data()->kind()) {
            addItem(toText(info.title), toText(info.name));
        }
    }
    setEnabled(count() > 0);
    showDraft();
}

void ModelChooser::showDraft() {
    const QSignalBlocker quiet(this);
    setCurrentIndex(findData(QString::fromStdString(document_.draft().model)));
}

}  // namespace loomscope
