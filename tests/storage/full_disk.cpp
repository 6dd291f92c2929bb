// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/storage/full_disk.h"

#include <atomic>
#include <map>
#include <mutex>
#include <sqlite3.h>

namespace loomscope {
namespace {

// SQLite's interface takes functions without state, so the state has to be static.
std::atomic<bool> isFull = false;
sqlite3_vfs* system = nullptr;
sqlite3_vfs layer;
std::mutex opening;
std::map<const sqlite3_io_methods*, sqlite3_io_methods> layerMethods;     // SQLite has several kinds of files
std::atomic<decltype(sqlite3_io_methods::xWrite)> systemWrite = nullptr;  // the same for all of them

int writeUnlessFull(sqlite3_file* file, const void* bytes, int size, sqlite3_int64 offset) {
    return isFull ? SQLITE_FULL : systemWrite.load()(file, bytes, size, offset);
}

int openThroughLayer(sqlite3_vfs* /*vfs*/, const char* name, sqlite3_file* file, int flags, int* outFlags) {
    const int status = system->xOpen(system, name, file, flags, outFlags);
    if (file->pMethods != nullptr) {
        const std::lock_guard lock(opening);
        const auto [entry, isNew] = layerMethods.try_emplace(file->pMethods, *file->pMethods);
        if (isNew) {
            systemWrite = entry->second.xWrite;
            entry->second.xWrite = writeUnlessFull;
        }
        file->pMethods = &entry->second;
    }
    return status;
}

}  // namespace

void prepareFullDisk() {
    system = sqlite3_vfs_find(nullptr);
    layer = *system;
    layer.zName = "full-disk";
    layer.xOpen = openThroughLayer;
    sqlite3_vfs_register(&layer, 1);
}

FullDisk::FullDisk() {
    isFull = true;
}
FullDisk::~FullDisk() {
    isFull = false;
}

}  // namespace loomscope
