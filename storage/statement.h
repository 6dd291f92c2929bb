// SPDX-License-Identifier: Apache-2.0
// Binding and reading values of our types. NaN is NULL in the file, since SQLite knows no NaN.
#pragma once

#include "storage/run_record.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loomscope {

inline void bindValue(SQLite::Statement& statement, int index, std::integral auto value) {
    statement.bind(index, static_cast<std::int64_t>(value));
}
inline void bindValue(SQLite::Statement& statement, int index, RunId run) {
    statement.bind(index, static_cast<std::int64_t>(run));
}
inline void bindValue(SQLite::Statement& statement, int index, double value) {
    statement.bind(index, value);  // SQLite itself makes NULL of NaN
}
inline void bindValue(SQLite::Statement& statement, int index, std::string_view text) {
    statement.bind(index, std::string(text));
}

/// Binds all values in order, from parameter 1 on.
template <class... Values>
void bindValues(SQLite::Statement& statement, const Values&... values) {
    int index = 0;
    (bindValue(statement, ++index, values), ...);
}

/// Binds, runs to the end, and makes ready for the next row.
template <class... Values>
void execute(SQLite::Statement& statement, const Values&... values) {
    bindValues(statement, values...);
    statement.exec();
    statement.reset();
}

/// Prepares, binds and runs a statement that gives no rows. Returns how many rows it changed.
template <class... Values>
int execute(SQLite::Database& database, const char* sql, const Values&... values) {
    SQLite::Statement statement(database, sql);
    bindValues(statement, values...);
    return statement.exec();
}

/// Prepares and binds a statement, ready for executeStep().
template <class... Values>
SQLite::Statement select(SQLite::Database& database, const char* sql, const Values&... values) {
    SQLite::Statement statement(database, sql);
    bindValues(statement, values...);
    return statement;
}

/// Reads the columns of the current row from left to right.
class RowReader {
public:
    explicit RowReader(SQLite::Statement& statement) : statement_(statement) {}

    template <std::integral T>
    void read(T& value) {
        value = static_cast<T>(next().getInt64());
    }
    void read(RunId& run) { run = RunId{next().getInt64()}; }
    void read(double& value) {
        const SQLite::Column column = next();
        value = column.isNull() ? std::numeric_limits<double>::quiet_NaN() : column.getDouble();
    }
    void read(std::string& text) { text = next().getString(); }
    void read(std::vector<std::byte>& bytes) {
        const SQLite::Column column = next();
        const auto* first = static_cast<const std::byte*>(column.getBlob());
        bytes.assign(first, first + column.getBytes());
    }
    template <class T>
    void read(std::optional<T>& value) {
        value.reset();
        if (statement_.getColumn(column_).isNull()) {
            ++column_;
        } else {
            read(value.emplace());
        }
    }

private:
    SQLite::Column next() { return statement_.getColumn(column_++); }

    SQLite::Statement& statement_;
    int column_ = 0;
};

/// Reads the current row into variables, one a column.
template <class... Values>
void readRow(SQLite::Statement& statement, Values&... values) {
    RowReader reader(statement);
    (reader.read(values), ...);
}

}  // namespace loomscope
