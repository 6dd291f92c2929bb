// SPDX-License-Identifier: GPL-3.0-or-later
// Types and values of the block algebra by themselves.
#include "engine/blocks/block_type.h"
#include "engine/blocks/example_value.h"
#include "engine/blocks/value_text.h"
#include "tests/support/example_data.h"

#include <QTest>

#include <string>

namespace loomscope {

class BlockValuesTest final : public QObject {
    Q_OBJECT

private slots:
    void typesAreEqualByContent();
    void typesCountTheirNumbers();
    void terminalsAreTheLeaves();
    void jsonIsRead();
    void brokenJsonSaysWhere();
    void keysAreEqualByValue();
    void deepValuesNeedNoStack();
    void textsAreShortened();
    void treesAreReadByField();
    void moleculesListTheirNeighbours();
};

void BlockValuesTest::typesAreEqualByContent() {
    const BlockType a = BlockType::tuple({BlockType::scalar(), BlockType::sequence(BlockType::object())});
    const BlockType b = BlockType::tuple({BlockType::scalar(), BlockType::sequence(BlockType::object())});
    QVERIFY(a == b);
    QVERIFY(!(a == BlockType::tuple({BlockType::scalar()})));
    QVERIFY(!(BlockType::vector(1) == BlockType::scalar()));
    QVERIFY(!(BlockType::sequence(BlockType::scalar()) == BlockType::broadcast(BlockType::scalar())));
    QCOMPARE(a.text(), std::string("(scalar, sequence of object)"));
    QCOMPARE(BlockType::dict({"x"}, {BlockType::tensor({2, 3})}).text(), std::string("{x: tensor[2, 3]}"));
}

void BlockValuesTest::typesCountTheirNumbers() {
    QCOMPARE(BlockType::scalar().numScalars(), std::optional<std::int64_t>(1));
    QCOMPARE(BlockType::tuple({}).numScalars(), std::optional<std::int64_t>(0));
    QCOMPARE(BlockType::tuple({BlockType::vector(3), BlockType()}).numScalars(),
             std::optional<std::int64_t>(3));
    QVERIFY(!BlockType::tuple({BlockType::object()}).numScalars());
    QVERIFY(!BlockType::sequence(BlockType::scalar()).numScalars());
}

void BlockValuesTest::terminalsAreTheLeaves() {
    const BlockType type = BlockType::tuple(
        {BlockType(), BlockType::scalar(), BlockType::tuple({BlockType::object(), BlockType::vector(2)})});
    const auto leaves = type.terminals();
    QCOMPARE(leaves.size(), std::size_t{3});
    QVERIFY(leaves[2] == BlockType::vector(2));
}

void BlockValuesTest::jsonIsRead() {
    const auto value = parseBlockValue(R"({"a": [1, 2.5, null, true], "b": "xé"})");
    QVERIFY(value.has_value());
    QCOMPARE(value->find("a")->size(), std::size_t{4});
    QCOMPARE(value->find("a")->at(0).integer(), std::optional<std::int64_t>(1));
    QVERIFY(!value->find("a")->at(1).integer());
    QVERIFY(value->find("a")->at(2).isNothing());
    QCOMPARE(value->find("b")->size(), std::size_t{2});
    QVERIFY(!value->find("c"));
}

void BlockValuesTest::brokenJsonSaysWhere() {
    const auto value = parseBlockValue("[1,\n 2,,3]");
    QVERIFY(!value);
    QCOMPARE(value.error().position->line, std::int64_t{2});
    QCOMPARE(value.error().position->column, std::int64_t{4});
}

void BlockValuesTest::keysAreEqualByValue() {
    QVERIFY(BlockValue(true) == BlockValue(1));
    QVERIFY(BlockValue(2.0) == BlockValue(2));
    QVERIFY(!(BlockValue("1") == BlockValue(1)));
    QVERIFY(BlockValue() == BlockValue());
    QVERIFY(*parseBlockValue("[1,{\"a\":[2]}]") == *parseBlockValue("[1,{\"a\":[2]}]"));
    QVERIFY(!(*parseBlockValue("[1,{\"a\":[2]}]") == *parseBlockValue("[1,{\"a\":[3]}]")));
    QVERIFY(!(*parseBlockValue("[null]") == *parseBlockValue("[1]")));
}

void BlockValuesTest::deepValuesNeedNoStack() {
    constexpr std::size_t kDepth = 200000;
    const std::string lists = std::string(kDepth, '[') + std::string(kDepth, ']');
    const auto a = parseBlockValue(lists);
    const auto b = parseBlockValue(lists);
    QVERIFY(a.has_value() && b.has_value());
    QVERIFY(*a == *b);
    BlockValue dicts;
    for (std::size_t i = 0; i < kDepth; ++i) {
        dicts = BlockValue::dict({{"left", std::move(dicts)}});
    }
    QVERIFY(dicts.isDict());
}

void BlockValuesTest::textsAreShortened() {
    QCOMPARE(parseBlockValue(R"({"a": [1, "x"], "b": []})")->summary(),
             std::string(R"({"a": [1, "x"], "b": []})"));
    QVERIFY(BlockValue::list(BlockValue::List(1000, BlockValue(1))).summary().size() < 80);
}

void BlockValuesTest::treesAreReadByField() {
    const auto example = treeExample("(2 (1 good) (0 bad))");
    const BlockValue root = exampleValue(*example);
    QCOMPARE(root.part(), 2);
    QCOMPARE(root.find("label")->integer(), std::optional<std::int64_t>(2));
    QVERIFY(root.find("word")->isNothing());
    QCOMPARE(*root.find("children")->at(1).find("word")->text(), std::string("bad"));
    QVERIFY(!root.find("colour"));
}

void BlockValuesTest::moleculesListTheirNeighbours() {
    const auto example = moleculeExample(3, {{0, 1}, {1, 2}}, {1.5F, std::nanf("")});
    const BlockValue molecule = exampleValue(*example);
    QVERIFY(*molecule.find("atoms")->at(1).find("neighbours") == *parseBlockValue("[0,2]"));
    QVERIFY(*molecule.find("targets") == *parseBlockValue("[1.5,null]"));
}

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::BlockValuesTest)
#include "block_values_test.moc"
