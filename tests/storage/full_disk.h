// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace loomscope {

/// Puts a layer between SQLite and the file systems of this process. Call once, before any connection.
void prepareFullDisk();

/// While one of these lives, SQLite finds no space left on any disk.
class FullDisk {
public:
    FullDisk();
    ~FullDisk();
    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;
};

}  // namespace loomscope
