// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/app/settings.h"

#include <QString>

#include <functional>

class QWidget;

namespace loomscope {

/// Asks for a file to write, in the folder used last, without blocking; calls `chosen` with the path.
void chooseFileToWrite(QWidget* parent, Settings& settings, const QString& title, const QString& name,
                       std::function<void(const QString&)> chosen);

/// Asks for data to open, in the folder used last, without blocking.
void chooseFileToOpen(QWidget* parent, Settings& settings, const QString& title, const QString& filters,
                      std::function<void(const QString&)> chosen);
/// The same for a folder.
void chooseFolderToOpen(QWidget* parent, Settings& settings, const QString& title,
                        std::function<void(const QString&)> chosen);

}  // namespace loomscope
