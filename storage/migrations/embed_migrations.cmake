# cmake -DOUTPUT=FILE.cpp -DMIGRATIONS="a.sql;b.sql" -P embed_migrations.cmake
# Writes the migrations as a C++ source. NNNN_what.sql brings a store from schema version NNNN−1 to NNNN.
set(entries "")
foreach(file IN LISTS MIGRATIONS)
    get_filename_component(name ${file} NAME_WE)
    string(REGEX MATCH "^0*([1-9][0-9]*)_" unused ${name})
    file(READ ${file} sql)
    string(APPEND entries "    {${CMAKE_MATCH_1}, \"${name}\", R\"sql(${sql})sql\"},\n")
endforeach()
file(WRITE ${OUTPUT} "// Made by embed_migrations.cmake.
#include \"storage/migrations.h\"

#include <array>

namespace loomscope {
namespace {
constexpr auto kMigrations = std::to_array<Migration>({
${entries}});
}  // namespace

std::span<const Migration> migrations() { return kMigrations; }

}  // namespace loomscope
")
