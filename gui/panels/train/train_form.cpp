// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/train/train_form.h"

#include "engine/models/model.h"
#include "engine/optim/optimiser.h"
#include "engine/schedule/plan.h"
#include "gui/widgets/model_chooser.h"
#include "gui/widgets/segmented_control.h"
#include "gui/widgets/tool_row.h"

#include <QVBoxLayout>

#include <cmath>
#include <thread>
#include <utility>

namespace loomscope {

namespace {

QString toText(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

double optionValue(const RunConfig& config, const ModelOption& option) {
    const auto found = config.modelOptions.find(option.name);
    return found == config.modelOptions.end() ? option.value : found->second;
}

bool isWhole(double number) {
    return number == std::floor(number);
}

/// Options are plain numbers; one whose default and bounds are whole, and that has room for more than 0 and
/// 1, counts.
NumberKind kindOf(const ModelOption& option) {
    const bool isCount =
        isWhole(option.value) && isWhole(option.minimum) && isWhole(option.maximum) && option.maximum > 1;
    return isCount ? NumberKind::kInteger : NumberKind::kReal;
}

QString optionCaption(std::string_view name) {
    QString text = toText(name);
    text.replace(QLatin1Char('_'), QLatin1Char(' '));
    return text.isEmpty() ? text : text.at(0).toUpper() + text.mid(1);
}

}  // namespace

TrainForm::TrainForm(Document& document, QWidget* parent) : QWidget(parent), document_(document) {
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(16, 12, 16, 16);
    column->setSpacing(16);
    addModel();
    addOptimiser();
    addTraining();
    addEngine();
    column->addStretch();
    connect(&document_, &Document::dataChanged, this, &TrainForm::showDraft);
    connect(&document_, &Document::draftChanged, this, &TrainForm::showDraft);
    showDraft();
}

QFormLayout* TrainForm::addSection(const QString& title) {
    auto* const heading = new QLabel(title, this);
    heading->setProperty("role", "section");
    auto* const form = new QFormLayout;
    form->setContentsMargins(0, 0, 0, 0);
    form->setHorizontalSpacing(12);
    form->setVerticalSpacing(8);
    form->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    auto* const section = new QVBoxLayout;
    section->setSpacing(8);
    section->addWidget(heading);
    section->addLayout(form);
    static_cast<QVBoxLayout*>(layout())->addLayout(section);
    return form;
}

void TrainForm::addNumber(QFormLayout* form, std::vector<Binding>& bindings, const Binding& binding,
                          const QString& name, const QString& tip) {
    auto* const label = new QLabel(binding.caption, this);
    label->setMinimumWidth(112);
    label->setBuddy(binding.field);
    label->setToolTip(tip);
    binding.field->setObjectName(name);
    binding.field->setAccessibleName(binding.caption);
    binding.field->setAccessibleDescription(tip);
    form->addRow(label, binding.field);
    bindings.push_back(binding);
    connect(binding.field, &NumberField::edited, this, [this, binding] {
        if (const std::optional<double> value = binding.field->value()) {
            document_.edit([&](RunConfig& draft) { binding.set(draft, *value); });
        }
        emit problemChanged();
    });
}

void TrainForm::addModel() {
    QFormLayout* const form = addSection(tr("Model"));
    auto* const model = new ModelChooser(document_, this);
    model->setObjectName(QStringLiteral("trainModel"));
    model->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    form->addRow(model);
    optionForm_ = form;
}

void TrainForm::addOption(const ModelOption& option) {
    auto* const field = new NumberField(kindOf(option), option.minimum, option.maximum, this);
    addNumber(optionForm_, options_,
              {.caption = optionCaption(option.name),
               .field = field,
               .get = [&option](const RunConfig& config) { return optionValue(config, option); },
               .set = [&option](RunConfig& config,
                                double value) { config.modelOptions[std::string(option.name)] = value; }},
              QStringLiteral("option_") + toText(option.name), toText(option.help));
}

void TrainForm::addOptimiser() {
    QFormLayout* const form = addSection(tr("Optimiser"));
    optimiser_ = new QComboBox(this);
    optimiser_->setObjectName(QStringLiteral("trainOptimiser"));
    optimiser_->setAccessibleName(tr("Optimiser"));
    // The longest title shall not widen the form.
    optimiser_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    optimiser_->setMinimumContentsLength(8);
    for (const std::string_view name : optimiserNames()) {
        optimiser_->addItem(toText(optimiserTitle(name)), toText(name));
    }
    form->addRow(tr("Method"), optimiser_);
    connect(optimiser_, &QComboBox::activated, this, [this](int index) {
        document_.edit([&](RunConfig& draft) {
            draft.optimiser.name = optimiser_->itemData(index).toString().toStdString();
        });
    });
    const auto real = [this](double minimum, double maximum) {
        return new NumberField(NumberKind::kReal, minimum, maximum, this);
    };
    addNumber(form, fields_,
              {tr("Rate"), real(1e-9, 100), [](const RunConfig& c) { return c.optimiser.rate; },
               [](RunConfig& c, double v) { c.optimiser.rate = v; }},
              QStringLiteral("trainRate"), tr("How far a step goes"));
    addNumber(
        form, fields_,
        {tr("Embedding rate"), real(0, 100), [](const RunConfig& c) { return c.optimiser.embeddingRate; },
         [](RunConfig& c, double v) { c.optimiser.embeddingRate = v; }},
        QStringLiteral("trainEmbeddingRate"),
        tr("The rate for tables whose rows are looked up; 0 keeps them as they are"));
    addNumber(form, fields_,
              {tr("L2"), real(0, 10), [](const RunConfig& c) { return c.optimiser.l2; },
               [](RunConfig& c, double v) { c.optimiser.l2 = v; }},
              QStringLiteral("trainL2"), tr("Weight decay; biases are left alone"));
    addNumber(form, fields_,
              {tr("Clip"), real(0, 1e6), [](const RunConfig& c) { return c.optimiser.clip; },
               [](RunConfig& c, double v) { c.optimiser.clip = v; }},
              QStringLiteral("trainClip"), tr("Largest norm of a gradient; 0 doesn't clip"));
}

void TrainForm::addTraining() {
    QFormLayout* const form = addSection(tr("Training"));
    const auto whole = [this](double minimum, double maximum) {
        return new NumberField(NumberKind::kInteger, minimum, maximum, this);
    };
    addNumber(form, fields_,
              {tr("Epochs"), whole(1, 100'000),
               [](const RunConfig& c) { return static_cast<double>(c.train.epochs); },
               [](RunConfig& c, double v) { c.train.epochs = static_cast<int>(v); }},
              QStringLiteral("trainEpochs"), tr("Times that every example is seen"));
    addNumber(form, fields_,
              {tr("Minibatch"), whole(1, 100'000),
               [](const RunConfig& c) { return static_cast<double>(c.train.batch); },
               [](RunConfig& c, double v) { c.train.batch = static_cast<int>(v); }},
              QStringLiteral("trainBatch"), tr("Examples in a step"));
    addNumber(form, fields_,
              {tr("Stop after"), whole(0, 100'000),
               [](const RunConfig& c) { return static_cast<double>(c.train.stopAfter); },
               [](RunConfig& c, double v) { c.train.stopAfter = static_cast<int>(v); }},
              QStringLiteral("trainStopAfter"),
              tr("Epochs without a better dev metric; 0 never stops early"));
    addNumber(
        form, fields_,
        {tr("Seed"), whole(0, 9e15), [](const RunConfig& c) { return static_cast<double>(c.train.seed); },
         [](RunConfig& c, double v) { c.train.seed = static_cast<std::uint64_t>(v); }},
        QStringLiteral("trainSeed"), tr("The same seed gives the same run, to the bit"));
}

void TrainForm::addEngine() {
    QFormLayout* const form = addSection(tr("Engine"));
    policy_ = new QComboBox(this);
    policy_->setObjectName(QStringLiteral("trainPolicy"));
    policy_->setAccessibleName(tr("Policy"));
    for (const std::string_view name : policyNames()) {
        policy_->addItem(toText(name));
    }
    form->addRow(tr("Policy"), policy_);
    connect(policy_, &QComboBox::activated, this, [this] {
        document_.edit([&](RunConfig& draft) { draft.engine.policy = policy_->currentText().toStdString(); });
    });
    granularity_ = new SegmentedControl(tr("Granularity"), this);
    granularity_->setObjectName(QStringLiteral("trainGranularity"));
    granularity_->addSegment(QStringLiteral("cell"), tr("Cells"));
    granularity_->addSegment(QStringLiteral("op"), tr("Ops"));
    form->addRow(tr("Granularity"), granularity_);
    connect(granularity_, &SegmentedControl::chosen, this, [this](const QString& key) {
        document_.edit([&](RunConfig& draft) { draft.engine.granularity = key.toStdString(); });
    });
    const double cores = std::max(1U, std::thread::hardware_concurrency());
    addNumber(form, fields_,
              {tr("Threads"), new NumberField(NumberKind::kInteger, 1, cores, this),
               [](const RunConfig& c) { return static_cast<double>(c.engine.threads); },
               [](RunConfig& c, double v) { c.engine.threads = static_cast<int>(v); }},
              QStringLiteral("trainThreads"), tr("Results do not depend on it, to the bit"));
}

void TrainForm::rebuildOptions() {
    if (optionsOf_ == document_.draft().model) {
        return;
    }
    optionsOf_ = document_.draft().model;
    options_.clear();
    while (optionForm_->rowCount() > 1) {
        optionForm_->removeRow(1);
    }
    if (const Result<const ModelInfo*> info = findModel(optionsOf_)) {
        for (const ModelOption& option : (*info)->options) {
            addOption(option);
        }
    }
}

void TrainForm::showDraft() {
    rebuildOptions();
    const RunConfig& draft = document_.draft();
    for (const std::vector<Binding>* bindings : {&fields_, &options_}) {
        for (const Binding& binding : *bindings) {
            const bool isFresh = binding.field->text().isEmpty() && !binding.field->hasFocus();
            if (isFresh || binding.field->value()) {  // what can't be used stays until it is mended
                binding.field->setValue(binding.get(draft));
            }
        }
    }
    optimiser_->setCurrentIndex(optimiser_->findData(QString::fromStdString(draft.optimiser.name)));
    policy_->setCurrentText(QString::fromStdString(draft.engine.policy));
    granularity_->setCurrent(QString::fromStdString(draft.engine.granularity));
    emit problemChanged();
}

QString TrainForm::problem() const {
    if (!document_.data()) {
        return tr("Open data first.");
    }
    for (const std::vector<Binding>* bindings : {&options_, &fields_}) {
        for (const Binding& binding : *bindings) {
            const QString reason = binding.field->problem();
            if (!reason.isEmpty()) {
                return QStringLiteral("%1: %2.").arg(binding.caption, reason);
            }
        }
    }
    const Result<void> valid = validate(document_.draft());
    return valid ? QString() : QString::fromStdString(valid.error().message);
}

}  // namespace loomscope
