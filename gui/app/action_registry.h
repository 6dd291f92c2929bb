// SPDX-License-Identifier: GPL-3.0-or-later
// Every command of the window, once: menus, tool bar, shortcuts and lists of keys are all fed from here.
#pragma once

#include <QAction>
#include <QKeySequence>
#include <QObject>
#include <QString>

#include <functional>
#include <map>
#include <vector>

namespace loomscope {

/// What a command is before it is an action.
struct ActionSpec {
    QString id;    ///< "file.open"; also the action's object name
    QString text;  ///< with a mnemonic, "&Open…"
    QKeySequence shortcut;
    QString tip;
    std::function<void()> handler;
};

/// Owns the actions. Threads: GUI thread.
class ActionRegistry final : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// Adds a command. Ids and shortcuts must be new.
    QAction* add(ActionSpec spec);
    /// Returns the action; the id must be known.
    [[nodiscard]] QAction* action(const QString& id) const;
    /// All actions in the order in which they were added.
    [[nodiscard]] const std::vector<QAction*>& actions() const { return ordered_; }

private:
    std::map<QString, QAction*> byId_;
    std::vector<QAction*> ordered_;
};

}  // namespace loomscope
