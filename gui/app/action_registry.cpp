// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/action_registry.h"

#include "engine/base/check.h"

#include <algorithm>
#include <utility>

namespace loomscope {

QAction* ActionRegistry::add(ActionSpec spec) {
    LOOM_CHECK(!byId_.contains(spec.id), "action " + spec.id.toStdString() + " exists already");
    LOOM_CHECK(spec.shortcut.isEmpty() ||
                   std::ranges::none_of(
                       ordered_, [&](const QAction* other) { return other->shortcut() == spec.shortcut; }),
               "shortcut of " + spec.id.toStdString() + " is taken");
    auto* const action = new QAction(spec.text, this);
    action->setObjectName(spec.id);
    action->setShortcut(spec.shortcut);
    if (!spec.tip.isEmpty()) {
        action->setToolTip(spec.tip);
        action->setStatusTip(spec.tip);
    }
    connect(action, &QAction::triggered, this, [handler = std::move(spec.handler)] { handler(); });
    byId_.emplace(spec.id, action);
    ordered_.push_back(action);
    return action;
}

QAction* ActionRegistry::action(const QString& id) const {
    const auto found = byId_.find(id);
    LOOM_CHECK(found != byId_.end(), "no action " + id.toStdString());
    return found->second;
}

}  // namespace loomscope
