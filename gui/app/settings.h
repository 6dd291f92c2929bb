// SPDX-License-Identifier: GPL-3.0-or-later
// What the window remembers, by typed keys. One INI file in the user's configuration folder.
#pragma once

#include <QByteArray>
#include <QSettings>
#include <QString>
#include <QStringList>

namespace loomscope {

enum class ThemeChoice : quint8 { kSystem, kLight, kDark };

/// Typed access to the settings file; defaults stand here and nowhere else. Threads: GUI thread.
class Settings final {
public:
    /// Opens the file in the user's configuration folder (XDG_CONFIG_HOME).
    Settings();
    /// Opens a file of the caller's choice.
    explicit Settings(const QString& file);

    [[nodiscard]] QByteArray geometry() const { return store_.value(kGeometry).toByteArray(); }
    void setGeometry(const QByteArray& geometry) { store_.setValue(kGeometry, geometry); }
    /// Positions of the docks, of layout version `version`; empty if they were saved by another version.
    [[nodiscard]] QByteArray docks(int version) const;
    void setDocks(const QByteArray& docks, int version);

    [[nodiscard]] ThemeChoice theme() const;
    void setTheme(ThemeChoice theme);

    /// Newest first, at most kMaxRecent.
    [[nodiscard]] QStringList recentPaths() const { return store_.value(kRecent).toStringList(); }
    void addRecentPath(const QString& path);
    void clearRecentPaths() { store_.remove(kRecent); }

    /// Folder in which the last file was opened or written.
    [[nodiscard]] QString folder() const { return store_.value(kFolder).toString(); }
    void setFolder(const QString& folder) { store_.setValue(kFolder, folder); }

    /// State of a splitter, by its object name.
    [[nodiscard]] QByteArray splitter(const QString& name) const {
        return store_.value(kSplitters + name).toByteArray();
    }
    void setSplitter(const QString& name, const QByteArray& state) {
        store_.setValue(kSplitters + name, state);
    }

    static constexpr int kMaxRecent = 9;

private:
    static constexpr const char* kGeometry = "window/geometry";
    static constexpr const char* kDocks = "window/docks";
    static constexpr const char* kDocksVersion = "window/docks_version";
    static constexpr QLatin1String kSplitters{"splitters/"};
    static constexpr const char* kTheme = "window/theme";
    static constexpr const char* kRecent = "files/recent";
    static constexpr const char* kFolder = "files/folder";

    QSettings store_;
};

}  // namespace loomscope
