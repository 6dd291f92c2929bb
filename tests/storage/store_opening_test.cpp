// SPDX-License-Identifier: GPL-3.0-or-later
// Opening a store in every state that a file can be in, and the migrations.
#include "storage/database.h"
#include "storage/default_location.h"
#include "storage/migrations.h"
#include "tests/storage/sample_run.h"
#include "tests/support/temporary_directory.h"

#include <QTest>
#include <SQLiteCpp/Exception.h>
#include <SQLiteCpp/Statement.h>

#include <cstdlib>
#include <fstream>
#include <functional>
#include <thread>
#include <unistd.h>

namespace loomscope {
namespace {

namespace fs = std::filesystem;

/// Runs `work` as a user whom file permissions bind, also where tests run as root.
void withoutRootRights(const std::function<void()>& work) {
    constexpr uid_t kNobody = 65534;
    const bool isRoot = ::geteuid() == 0;
    if (isRoot && ::seteuid(kNobody) != 0) {
        throw std::runtime_error("seteuid");
    }
    work();
    if (isRoot && ::seteuid(0) != 0) {
        throw std::runtime_error("seteuid");
    }
}

bool says(const Error& error, std::initializer_list<std::string_view> parts) {
    return std::all_of(parts.begin(), parts.end(),
                       [&](std::string_view part) { return error.message.find(part) != std::string::npos; });
}

Error openError(const fs::path& file, OpenMode mode) {
    auto result = RunStore::open(file, mode);
    if (result) {
        throw std::runtime_error("opened " + file.string());
    }
    return result.error();
}

}  // namespace

class StoreOpeningTest : public QObject {
    Q_OBJECT

private slots:
    void makesFolderAndFile() {
        const TemporaryDirectory folder;
        const fs::path file = folder.path() / "new" / "deep" / "runs.sqlite";
        QVERIFY(take(take(RunStore::open(file, OpenMode::kReadWrite)).list()).empty());
        QVERIFY(fs::exists(file));
        QCOMPARE(integrityOf(file), "ok");
        const auto database = take(openDatabase(file, OpenMode::kReadWrite)).database;
        QCOMPARE(database->execAndGet("PRAGMA user_version").getInt(), currentSchemaVersion());
        QCOMPARE(database->execAndGet("PRAGMA journal_mode").getString(), "wal");
        QCOMPARE(database->execAndGet("PRAGMA synchronous").getInt(), 1);
        QCOMPARE(database->execAndGet("PRAGMA foreign_keys").getInt(), 1);
    }

    void takesAnEmptyFile() {
        const TemporaryDirectory folder;
        const fs::path file = folder.write("runs.sqlite", "");
        QCOMPARE(openError(file, OpenMode::kReadOnly).code, ErrorCode::kNotFound);
        storeRun(file, sampleRun());
        QCOMPARE(take(take(RunStore::open(file, OpenMode::kReadOnly)).list()).size(), 1U);
    }

    void migratesStepByStep() {
        constexpr auto kSteps =
            std::to_array<Migration>({{1, "one", "CREATE TABLE a (x)"},
                                      {2, "two", "ALTER TABLE a ADD y; INSERT INTO a VALUES (1, 2)"},
                                      {3, "bad", "CREATE TABLE b (x); NONSENSE"}});
        SQLite::Database database(":memory:", SQLite::OPEN_READWRITE);
        migrate(database, std::span(kSteps).first(1));
        migrate(database, std::span(kSteps).first(2));
        migrate(database, std::span(kSteps).first(2));
        QCOMPARE(database.execAndGet("SELECT sum(y) FROM a").getInt(), 2);
        QVERIFY_THROWS_EXCEPTION(SQLite::Exception, migrate(database, kSteps));
        QVERIFY(!database.tableExists("b"));
        QCOMPARE(database.execAndGet("PRAGMA user_version").getInt(), 2);
    }

    void manyOpenANewStoreAtOnce() {
        for (int round = 0; round < 10; ++round) {
            const TemporaryDirectory folder;
            const fs::path file = folder.path() / "runs.sqlite";
            std::vector<std::string> errors(8);
            {
                std::vector<std::jthread> threads;
                for (std::string& error : errors) {
                    threads.emplace_back([&file, &error] {
                        if (auto store = RunStore::open(file, OpenMode::kReadWrite); !store) {
                            error = store.error().text();
                        }
                    });
                }
            }
            for (const std::string& error : errors) {
                QVERIFY2(error.empty(), error.c_str());
            }
            QCOMPARE(integrityOf(file), "ok");
        }
    }

    void missingFileCantBeRead() {
        const TemporaryDirectory folder;
        const fs::path file = folder.path() / "runs.sqlite";
        const Error error = openError(file, OpenMode::kReadOnly);
        QCOMPARE(error.code, ErrorCode::kNotFound);
        QVERIFY2(says(error, {file.string(), "--store"}), error.text().c_str());
        QVERIFY(!fs::exists(file));
    }

    void newerSchemaIsReadButNotWritten() {
        const TemporaryDirectory folder;
        const fs::path file = folder.path() / "runs.sqlite";
        storeRun(file, sampleRun());
        runSql(file, "PRAGMA user_version = 99");
        const Error error = openError(file, OpenMode::kReadWrite);
        QCOMPARE(error.code, ErrorCode::kVersion);
        const auto known = "versions up to " + std::to_string(currentSchemaVersion());
        QVERIFY2(says(error, {"version 99", known, "Update Loomscope", "can still be listed"}),
                 error.text().c_str());
        const auto store = take(RunStore::open(file, OpenMode::kReadOnly));
        QVERIFY(store.isNewer());
        QCOMPARE(take(store.list()).size(), 1U);
    }

    void newerSchemaThatForbidsReading() {
        const TemporaryDirectory folder;
        const fs::path file = folder.path() / "runs.sqlite";
        storeRun(file, sampleRun());
        runSql(file, "PRAGMA user_version = 99; UPDATE store SET readable_from = 98");
        const Error error = openError(file, OpenMode::kReadOnly);
        QCOMPARE(error.code, ErrorCode::kVersion);
        QVERIFY2(!says(error, {"listed"}), error.text().c_str());
    }

    void leavesOtherProgramsFilesAlone() {
        const TemporaryDirectory folder;
        const fs::path file = folder.path() / "photos.sqlite";
        runSql(file, "CREATE TABLE photo (id)");
        const std::string before = readFile(file);
        QCOMPARE(openError(file, OpenMode::kReadWrite).code, ErrorCode::kInvalid);
        QCOMPARE(openError(file, OpenMode::kReadOnly).code, ErrorCode::kInvalid);
        QCOMPARE(readFile(file), before);
    }

    void folderIsNoStore() {
        const TemporaryDirectory folder;
        const Error error = openError(folder.path(), OpenMode::kReadWrite);
        QCOMPARE(error.code, ErrorCode::kIo);
        QVERIFY2(says(error, {"is a folder"}), error.text().c_str());
    }

    void damagedHeader() {
        const TemporaryDirectory folder;
        const fs::path file = folder.write("runs.sqlite", std::string(5000, 'x'));
        for (const OpenMode mode : {OpenMode::kReadOnly, OpenMode::kReadWrite}) {
            const Error error = openError(file, mode);
            QCOMPARE(error.code, ErrorCode::kIo);
            QVERIFY2(says(error, {file.string(), "damaged", "--store", ".recover"}), error.text().c_str());
        }
        QCOMPARE(readFile(file), std::string(5000, 'x'));
    }

    void damagedPages() {
        const TemporaryDirectory folder;
        const fs::path file = folder.path() / "runs.sqlite";
        const RunId run = storeRun(file, sampleRun());
        const auto size = static_cast<std::size_t>(fs::file_size(file));
        constexpr std::size_t kPage = 4096;
        std::string bytes = readFile(file);
        bytes.replace(kPage, size - kPage, std::string(size - kPage, '\x5A'));
        folder.write("runs.sqlite", bytes);
        const Error error = openError(file, OpenMode::kReadWrite);
        QVERIFY2(says(error, {"damaged"}), error.text().c_str());
        const auto store = RunStore::open(file, OpenMode::kReadOnly);
        QVERIFY(!store || !store->steps(run));
        QCOMPARE(readFile(file), bytes);
    }

    void truncatedFileNeverCrashes() {
        const TemporaryDirectory folder;
        const fs::path whole = folder.path() / "runs.sqlite";
        const RunId run = storeRun(whole, sampleRun());
        const std::string bytes = readFile(whole);
        int numErrors = 0;
        constexpr std::size_t kStride = 3001;
        for (std::size_t size = 1; size < bytes.size(); size += kStride) {
            const fs::path file = folder.write("cut.sqlite", bytes.substr(0, size));
            const auto store = RunStore::open(file, OpenMode::kReadOnly);
            const bool isWhole = store && store->list() && store->run(run) && store->steps(run) &&
                                 store->epochs(run) && store->events(run) &&
                                 store->artifact(run, ArtifactKind::kBest);
            numErrors += isWhole ? 0 : 1;
        }
        QCOMPARE(numErrors, static_cast<int>((bytes.size() - 2) / kStride + 1));
    }

    void readOnlyFileAndFolder() {
        const TemporaryDirectory folder;
        const fs::path file = folder.path() / "runs.sqlite";
        const RunId run = storeRun(file, sampleRun());
        constexpr auto kReadAll = fs::perms::owner_read | fs::perms::group_read | fs::perms::others_read;
        constexpr auto kEnterAll = fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec;
        fs::permissions(file, kReadAll);
        fs::permissions(folder.path(), kReadAll | kEnterAll);
        std::string problem;
        withoutRootRights([&] {
            const auto writing = RunStore::open(file, OpenMode::kReadWrite);
            if (writing || writing.error().code != ErrorCode::kIo || !says(writing.error(), {"--store"})) {
                problem = writing ? "opened for writing" : writing.error().text();
            }
            const auto reading = RunStore::open(file, OpenMode::kReadOnly);
            if (!reading || !reading->list() || reading->steps(run)->size() != 30) {
                problem += reading ? "can't be listed" : reading.error().text();
            }
            const auto another = RunStore::open(folder.path() / "new" / "x.sqlite", OpenMode::kReadWrite);
            if (another || another.error().code != ErrorCode::kIo || !says(another.error(), {"--store"})) {
                problem += another ? "made a folder" : another.error().text();
            }
        });
        fs::permissions(folder.path(), fs::perms::owner_all);
        QVERIFY2(problem.empty(), problem.c_str());
    }

    void readingStoreRefusesChanges() {
        const TemporaryDirectory folder;
        const fs::path file = folder.path() / "runs.sqlite";
        const RunId run = storeRun(file, sampleRun());
        auto store = take(RunStore::open(file, OpenMode::kReadOnly));
        const auto result = store.rename(run, "other");
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::kIo);
    }

    void defaultPlaceFollowsXdg() {
        ::setenv("XDG_DATA_HOME", "/data/of/me", 1);
        QCOMPARE(defaultStorePath().string(), "/data/of/me/loomscope/runs.sqlite");
        ::setenv("XDG_DATA_HOME", "relative", 1);
        ::setenv("HOME", "/home/me", 1);
        QCOMPARE(defaultStorePath().string(), "/home/me/.local/share/loomscope/runs.sqlite");
    }
};

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::StoreOpeningTest)
#include "store_opening_test.moc"
