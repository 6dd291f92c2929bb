// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/widgets/file_chooser.h"

#include <QFileDialog>
#include <QFileInfo>

#include <utility>

namespace loomscope {

namespace {

void ask(QFileDialog* dialog, Settings& settings, std::function<void(const QString&)> chosen) {
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    if (!settings.folder().isEmpty()) {
        dialog->setDirectory(settings.folder());
    }
    QObject::connect(dialog, &QFileDialog::fileSelected, dialog,
                     [&settings, chosen = std::move(chosen)](const QString& path) {
                         settings.setFolder(QFileInfo(path).absolutePath());
                         chosen(path);
                     });
    dialog->open();
}

}  // namespace

void chooseFileToWrite(QWidget* parent, Settings& settings, const QString& title, const QString& name,
                       std::function<void(const QString&)> chosen) {
    auto* const dialog = new QFileDialog(parent, title);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QFileInfo(name).suffix());
    ask(dialog, settings, std::move(chosen));
    dialog->selectFile(name);
}

void chooseFileToOpen(QWidget* parent, Settings& settings, const QString& title, const QString& filters,
                      std::function<void(const QString&)> chosen) {
    auto* const dialog = new QFileDialog(parent, title);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilter(filters);
    ask(dialog, settings, std::move(chosen));
}

void chooseFolderToOpen(QWidget* parent, Settings& settings, const QString& title,
                        std::function<void(const QString&)> chosen) {
    auto* const dialog = new QFileDialog(parent, title);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    ask(dialog, settings, std::move(chosen));
}

}  // namespace loomscope
