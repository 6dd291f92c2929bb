// SPDX-License-Identifier: GPL-3.0-or-later
// The draft of the next run as a form.
#pragma once

#include "gui/session/document.h"
#include "gui/widgets/number_field.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QWidget>

#include <functional>
#include <vector>

namespace loomscope {

class SegmentedControl;

/// Shows the document's draft and changes it as the person types. While a field can't be used, problem() says
/// which and why, and the draft keeps its last good value.
class TrainForm final : public QWidget {
    Q_OBJECT

public:
    explicit TrainForm(Document& document, QWidget* parent = nullptr);

    /// Why training can't start, empty if it can.
    [[nodiscard]] QString problem() const;

signals:
    void problemChanged();

private:
    /// A field and how it reads and writes the draft.
    struct Binding {
        QString caption;
        NumberField* field;
        std::function<double(const RunConfig&)> get;
        std::function<void(RunConfig&, double)> set;
    };

    QFormLayout* addSection(const QString& title);
    void addNumber(QFormLayout* form, std::vector<Binding>& bindings, const Binding& binding,
                   const QString& name, const QString& tip);
    void addModel();
    void addOptimiser();
    void addTraining();
    void addEngine();
    void addOption(const struct ModelOption& option);
    void rebuildOptions();
    void showDraft();

    Document& document_;
    std::vector<Binding> fields_;
    std::vector<Binding> options_;
    QFormLayout* optionForm_ = nullptr;
    QComboBox* optimiser_ = nullptr;
    QComboBox* policy_ = nullptr;
    SegmentedControl* granularity_ = nullptr;
    std::string optionsOf_;  // model whose options are shown
};

}  // namespace loomscope
