// SPDX-License-Identifier: GPL-3.0-or-later
// Every case of the shared collection, by what `loomscope inspect --json --records` says of it.
#include "engine/data/dataset.h"
#include "gui/commands/inspect_json.h"
#include "tests/support/shared_data.h"
#include "tests/support/temporary_directory.h"

#include <QFloat16>
#include <QTest>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace loomscope {

namespace {

using nlohmann::json;

/// Whether a number is the one that was expected, as far as single precision goes.
bool isNear(const json& found, const json& expected) {
    if (!found.is_number() || !expected.is_number()) {
        return found == expected;
    }
    const double wanted = expected.get<double>();
    return std::abs(found.get<double>() - wanted) <= 1e-5 * std::max(1e-6, std::abs(wanted));
}

/// What a case says of a record, and where an item says it.
json foundIn(const json& document, const json& item, const std::string& name) {
    if (name == "words") {
        return item.value("tokens", json());
    }
    if (name == "atoms_in_graph" || name == "bonds_in_graph") {
        return item.value(name.substr(0, 5), json());
    }
    if (name == "bonds_given") {
        return item.value("bonds", json());
    }
    if (name == "targets") {
        json targets = json::object();
        for (std::size_t i = 0; i < document["target_names"].size(); ++i) {
            targets[document["target_names"][i].get<std::string>()] = item["targets"][i];
        }
        return targets;
    }
    return item.value(name, json());
}

void compareItem(const json& document, const json& item, const json& expected) {
    for (const auto& [name, wanted] : expected.items()) {
        const json found = foundIn(document, item, name);
        if (name == "targets") {
            for (const auto& [target, value] : wanted.items()) {
                QVERIFY2(isNear(found.value(target, json()), value), (target + item.dump()).c_str());
            }
        } else if (name != "bracket") {
            const std::string text = name + ": expected " + wanted.dump() + ", found " + found.dump();
            QVERIFY2(isNear(found, wanted), text.c_str());
        }
    }
}

/// The item that was read from a SMILES as it stands in the case, else the one at a place.
const json& itemFor(const json& items, const json& expected, std::size_t place) {
    if (expected.contains("input")) {
        for (const json& item : items) {
            if (item.value("input", "") == expected["input"]) {
                return item;
            }
        }
    }
    return items.at(place);
}

void compareLists(const json& document, const json& expected) {
    const json& items = document["items"];
    for (const char* list : {"trees", "molecules"}) {
        const json all = expected.value(list, json::array());
        for (std::size_t i = 0; i < all.size(); ++i) {
            json one = all[i];
            const json& item = itemFor(items, one, i);
            one.erase("input");
            compareItem(document, item, one);
        }
    }
    const json properties = expected.value("properties", json::array());
    for (std::size_t i = 0; properties.is_array() && i < properties.size(); ++i) {
        QCOMPARE(items.at(i).value("fields", json::object()), properties[i]);
    }
    const json targets = expected.value("targets", json::object());
    for (const auto& [name, values] : targets.items()) {
        for (std::size_t i = 0; i < values.size(); ++i) {
            QVERIFY(isNear(foundIn(document, items.at(i), "targets").value(name, json()), values[i]));
        }
    }
}

/// Expectations on the only record, or on the records in order, that few cases have.
void compareSpecial(const json& document, const json& expected) {
    const json& items = document["items"];
    if (expected.contains("atoms")) {
        for (std::size_t i = 0; i < expected["atoms"].size(); ++i) {
            const json& atom = expected["atoms"][i];
            QCOMPARE(items[0]["elements"].at(i), atom[0]);
            for (std::size_t axis = 0; axis < 3; ++axis) {
                QVERIFY(isNear(items[0]["positions"].at(i)[axis], atom[axis + 1]));
            }
        }
        QCOMPARE(items[0]["atoms"].get<std::size_t>(), expected["atoms"].size());
    }
    if (expected.contains("atom_count")) {
        QVERIFY(items[0]["atoms"] == expected["atom_count"]);
    }
    if (expected.contains("elements")) {
        QVERIFY(items[0]["elements"] == expected["elements"]);
    }
    if (expected.contains("properties") && expected["properties"].is_object()) {
        json one{{"targets", expected["properties"]}};
        compareItem(document, items[0], one);
        QCOMPARE(document["target_names"].size(), expected["properties"].size());
        QVERIFY(items[0]["fields"]["smiles"] == expected["smiles"]);
    }
    for (std::size_t i = 0; i < expected.value("frames", json::array()).size(); ++i) {
        QCOMPARE(items.at(i)["id"], expected["frames"][i]);
    }
    for (std::size_t i = 0; i < expected.value("rows", json::array()).size(); ++i) {
        const json& row = expected["rows"][i];
        const json& item = items.at(i);
        QCOMPARE(item["id"].get<std::string>(), std::to_string(row[0].get<int>()));
        QCOMPARE(item["fields"]["sentence_A"], row[1]);
        QCOMPARE(item["fields"]["sentence_B"], row[2]);
        QVERIFY(isNear(item["targets"][0], row[3]));
        QCOMPARE(item["root_label"], row[4]);
    }
    const json meta = expected.value("meta", json::object());
    for (const auto& [name, value] : meta.items()) {
        QVERIFY(items[0]["fields"].value(name, json()) == value);
    }
    if (expected.contains("tokens_display")) {
        QVERIFY(items[0]["tokens_display"] == expected["tokens_display"]);
    }
}

bool isReported(const json& problems, const json& rejected) {
    return std::ranges::any_of(problems, [&](const json& problem) {
        const bool isThere = !rejected.contains("line") || problem["line"] == rejected["line"];
        const bool isRecord = !rejected.contains("record") || problem["record"] == rejected["record"];
        const bool isNamed =
            !rejected.contains("sent_id") || problem["message"].get<std::string>().find(
                                                 rejected["sent_id"].get<std::string>()) != std::string::npos;
        return isThere && isRecord && isNamed && !problem["message"].get<std::string>().empty();
    });
}

/// The lines that a case's statements want to see reported: "reported with line 4", "lines 1 and 3".
std::vector<std::int64_t> linesToReport(const json& expected) {
    std::vector<std::int64_t> lines;
    for (const json& must : expected.value("must", json::array())) {
        const std::string text = must;
        const std::size_t at = text.find("reported with line ");
        if (at != std::string::npos) {
            lines.push_back(std::stoll(text.substr(at + 19)));
        }
    }
    return lines;
}

}  // namespace

class ReaderCasesTest : public QObject {
    Q_OBJECT

private slots:
    void readsCase_data();
    void readsCase();
    void survivesCuts_data() { readsCase_data(); }
    void survivesCuts();
};

void ReaderCasesTest::readsCase_data() {
    QTest::addColumn<QString>("text");
    const auto cases = findSharedData("cases/cases.json");
    if (!cases) {
        QSKIP(cases.error().text().c_str());
    }
    const json index = json::parse(readFile(*cases));
    QCOMPARE(index["cases"].size(), index["count"].get<std::size_t>());
    for (const json& one : index["cases"]) {
        QTest::newRow(one["id"].get<std::string>().c_str()) << QString::fromStdString(one.dump());
    }
}

void ReaderCasesTest::readsCase() {
    QFETCH(QString, text);
    const json one = json::parse(text.toStdString());
    const json& expected = one["expect"];
    DataRequest request{.path = findSharedData("cases/" + one["file"].get<std::string>())->string()};
    if (one.contains("options") && one["options"].contains("companion")) {
        request.companion =
            findSharedData("cases/" + one["options"]["companion"].get<std::string>())->string();
    }
    const auto opened = openData(request);
    const json& wanted = expected["records"];
    if (!opened) {
        const bool mayBeRefused =
            expected["outcome"] == "reject-file" || (wanted.is_array() && wanted[0] == 0);
        QVERIFY2(mayBeRefused, opened.error().text().c_str());
        QVERIFY(opened.error().code == ErrorCode::kParse || opened.error().code == ErrorCode::kInvalid);
        return;
    }
    QVERIFY(expected["outcome"] != "reject-file");
    const json document = json::parse(*inspectJson(*opened, true, {}));
    const auto records = document["records"].get<std::int64_t>();
    QVERIFY(wanted.is_array() ? records >= wanted[0] && records <= wanted[1] : records == wanted);
    compareLists(document, expected);
    compareSpecial(document, expected);
    json problems = document["rejected"];
    for (const json& rejected : expected.value("rejected", json::array())) {
        QVERIFY2(isReported(problems, rejected), (rejected.dump() + problems.dump()).c_str());
    }
    problems.insert(problems.end(), document["warnings"].begin(), document["warnings"].end());
    for (const std::int64_t line : linesToReport(expected)) {
        QVERIFY2(isReported(problems, {{"line", line}}), problems.dump().c_str());
    }
    const bool mayBeSilent = expected["outcome"] == "load" || one["kind"] == "deep-json";
    QVERIFY(expected["outcome"] == "load" ? document["rejected"].empty() : mayBeSilent || !problems.empty());
}

void ReaderCasesTest::survivesCuts() {
    constexpr std::size_t kMaxCuts = 60;
    QFETCH(QString, text);
    const json one = json::parse(text.toStdString());
    const std::string file = one["file"];
    const std::string bytes = readFile(*findSharedData("cases/" + file));
    const TemporaryDirectory folder;
    const std::size_t step = std::max<std::size_t>(1, bytes.size() / kMaxCuts);
    for (std::size_t size = 0; size < bytes.size(); size += step) {
        const auto path = folder.write(std::filesystem::path(file).filename().string(),
                                       std::string_view(bytes).substr(0, size));
        const auto opened = openData({.path = path.string()});
        if (opened) {
            QCOMPARE(opened->report.records, opened->train->size());
        } else {
            QVERIFY(!opened.error().message.empty());
        }
    }
}

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::ReaderCasesTest)
#include "reader_cases_test.moc"
