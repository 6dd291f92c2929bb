// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/settings.h"

#include <array>

namespace loomscope {

namespace {

constexpr std::array<const char*, 3> kThemeNames{"system", "light", "dark"};

}  // namespace

Settings::Settings()
    : store_(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("loomscope"),
             QStringLiteral("loomscope")) {}

Settings::Settings(const QString& file) : store_(file, QSettings::IniFormat) {}

QByteArray Settings::docks(int version) const {
    return store_.value(kDocksVersion).toInt() == version ? store_.value(kDocks).toByteArray() : QByteArray();
}

void Settings::setDocks(const QByteArray& docks, int version) {
    store_.setValue(kDocks, docks);
    store_.setValue(kDocksVersion, version);
}

ThemeChoice Settings::theme() const {
    const QString stored = store_.value(kTheme).toString();
    for (std::size_t i = 0; i < kThemeNames.size(); ++i) {
        if (stored == QLatin1String(kThemeNames[i])) {
            return static_cast<ThemeChoice>(i);
        }
    }
    return ThemeChoice::kSystem;
}

void Settings::setTheme(ThemeChoice theme) {
    store_.setValue(kTheme, QLatin1String(kThemeNames[static_cast<std::size_t>(theme)]));
}

void Settings::addRecentPath(const QString& path) {
    QStringList recent = recentPaths();
    recent.removeAll(path);
    recent.prepend(path);
    store_.setValue(kRecent, QStringList(recent.mid(0, kMaxRecent)));
}

}  // namespace loomscope
