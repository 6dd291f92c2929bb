// SPDX-License-Identifier: GPL-3.0-or-later
// What Fold's tests say of sequences, recursion, metrics and layers, restated for our blocks.
#include "engine/blocks/sequence_blocks.h"

#include "engine/blocks/basic_blocks.h"
#include "engine/blocks/composition.h"
#include "engine/blocks/function_block.h"
#include "engine/blocks/input_blocks.h"
#include "engine/blocks/layers.h"
#include "engine/blocks/record_blocks.h"
#include "engine/blocks/record_sinks.h"
#include "engine/blocks/recursion_blocks.h"
#include "engine/graph/math_expr.h"
#include "tests/engine/blocks/block_check.h"

namespace loomscope {

using namespace blocks;  // NOLINT(google-build-using-namespace): the algebra is what is tested

namespace {

Block add() {
    return op("add");
}

/// Trees like {"op": "+", "args": [{"op": "n", "value": 3}, …]} to their sum.
Block sumOfTree(const ForwardDeclaration& tree) {
    return oneOf(field("op"), {{"n", field("value") >> scalar()},
                               {"+", field("args") >> recordOf({tree(), tree()}) >> add()}});
}

/// A left chain of n leaves.
BlockValue leftChain(int n) {
    const auto leaf = [] { return BlockValue::dict({{"op", "n"}, {"value", 1}}); };
    BlockValue chain = leaf();
    for (int i = 1; i < n; ++i) {
        chain = BlockValue::dict({{"op", "+"}, {"args", BlockValue::list({std::move(chain), leaf()})}});
    }
    return chain;
}

}  // namespace

class SequenceBlocksTest final : public QObject {
    Q_OBJECT

private slots:
    void mapsKeepTheirKind();
    void foldsGoFromTheLeft();
    void reducesPairNeighbours();
    void meansDivide();
    void rnnsKeepTheirState();
    void broadcastsAndZips();
    void nGramsAreRows();
    void sequencesJoin();
    void recursionNeedsNoStack();
    void declarationsResolve();
    void declarationsRefuse();
    void metricsCollectAnywhere();
    void metricsRefuse();
    void layersShareWhatTheyLearn();
    void layersRefuse();
    void embeddingsWrap();
    void cellsRun();
    void errorsNameThePath();
};

void SequenceBlocksTest::mapsKeepTheirKind() {
    gives(map(scalar() >> op("negate")), "[]", "[]", 0);
    gives(map(scalar() >> op("abs")), "[-1, 2]", "[1, 2]", 1);
    gives(map(map(scalar() >> op("negate"))), "[[1, 2], [], [3]]", "[[-1, -2], [], [-3]]", 1);
    gives(recordOf({scalar(), scalar()}) >> map(op("negate")), "[1, 2]", "[-1, -2]", 1);
    refuses(map(fromTensor({}, {3})), "[]", {"item of the input", "nothing"});
    refuses(map(scalar()), "3", {"map", "is no list"});
    refuses(recordOf({scalar(), vector(1)}) >> map(op("negate")), "[1, [2]]", {"item of the input"});
    refuses(recordOf({}) >> map(op("negate")), "[]", {"empty tuple"});
}

void SequenceBlocksTest::foldsGoFromTheLeft() {
    const Block ten = fromTensor({}, {10});
    gives(map(scalar()) >> fold(add(), ten), "[1, 2, 3]", "16", 3);
    gives(map(scalar()) >> fold(op("subtract"), ten), "[1, 2, 3, 4]", "0", 4);
    gives(recordOf({scalar(), scalar()}) >> fold(add(), ten), "[1, 2]", "13", 2);
    gives(fold(recordOf({identity(), scalar()}) >> add(), ten), "[1, 2]", "13", 2);
    gives(map(scalar()) >> fold(add(), ten), "[]", "10", 0);
    refuses(scalar() >> broadcast() >> fold(add(), ten), "1", {"endless"});
    refuses(map(scalar()) >> fold(concat(), ten), "[1]", {"combine", "scalar", "vector[2]"});
}

void SequenceBlocksTest::reducesPairNeighbours() {
    const Block ten = fromTensor({}, {10});
    gives(map(scalar()) >> reduce(add(), ten), "[]", "10", 0);
    gives(map(scalar()) >> reduce(add(), ten), "[5]", "5", 0);
    gives(map(scalar()) >> reduce(add(), ten), "[1, 2]", "3", 1);
    gives(map(scalar()) >> reduce(add()), "[1, 2, 3]", "6", 2);
    gives(map(scalar()) >> reduce(add()), "[1, 2, 3, 4]", "10", 2);
    gives(map(scalar()) >> reduce(add()), "[0, 1, 2, 3, 4, 5, 6]", "21", 3);
    gives(map(scalar()) >> reduce(op("subtract")), "[1, 2, 3]", "-4", 2);
    gives(map(scalar()) >> reduce(add()), "[]", "0", 0);
    refuses(reduce(recordOf({scalar(), scalar()}) >> add()), "[1, 2]", {"bad input type", "map over"});
    const std::string three = "[[1, 5], [2, 4], [3, 3]]";
    gives(map(vector(2)) >> sum(), three, "[6, 12]", 2);
    gives(map(vector(2)) >> min(), three, "[1, 3]", 2);
    gives(map(vector(2)) >> max(), three, "[3, 5]", 2);
    gives(map(vector(2)) >> max(), "[]", "[0, 0]", 0);
}

void SequenceBlocksTest::meansDivide() {
    gives(map(vector(2)) >> mean(), "[[1, 5], [2, 4], [3, 3]]", "[2, 4]", 3);
    gives(map(tensor({1, 2})) >> mean(), "[[[1, 2]], [[3, 4]], [[5, 6]]]", "[3, 4]", 3);
    gives(recordOf({scalar(), scalar()}) >> mean(), "[1, 3]", "2", 2);
    gives(map(vector(2)) >> mean(), "[]", "[0, 0]");
}

void SequenceBlocksTest::rnnsKeepTheirState() {
    const Block cell = function("cell", [](FunctionScope&, const BlockValue& x) {
        const Expr item = x.at(0).tensor();
        return BlockValue::list({item * item, item + x.at(1).tensor()});
    });
    gives(map(scalar()) >> rnn(cell, fromTensor({}, {0})), "[1, 2, 3, 4]", "[[1, 4, 9, 16], 10]", 4);
    refuses(map(scalar()) >> rnn(cell), "[1]", {"cannot determine"});
    gives(map(scalar()) >> rnn(cell, fromTensor({}, {5})), "[1]", "[[1], 6]", 1);
    gives(recordOf({map(scalar()), scalar()}) >> rnnFrom(cell), "[[], 3]", "[[], 3]", 0);
    gives(recordOf({map(scalar()), scalar()}) >> rnnFrom(cell), "[[1, 2, 3, 4], 0]", "[[1, 4, 9, 16], 10]",
          4);
    refuses(scalar() >> broadcast() >> rnn(cell, fromTensor({}, {5})), "1", {"endless"});
    refuses(map(scalar()) >> rnn(concat(), fromTensor({}, {5})), "[1]", {"cell:concat", "vector[2]"});
}

void SequenceBlocksTest::broadcastsAndZips() {
    gives(scalar() >> broadcast(), "1", "endless 1", 0);
    gives(scalar() >> broadcast() >> map(op("negate")), "1", "endless -1", 1);
    gives(recordOf({map(scalar()), map(scalar())}) >> zip(), "[[1, 2, 3], [4, 5]]", "[[1, 4], [2, 5]]", 0);
    gives(recordOf({map(scalar()), scalar() >> broadcast()}) >> zipWith(add()), "[[1, 2], 10]", "[11, 12]",
          1);
    gives(allOf({scalar() >> broadcast(), scalar() >> broadcast()}) >> zip(), "1", "endless [1, 1]", 0);
    refuses(recordOf({}) >> zip(), "[]", {"a tuple of sequences"});
    refuses(recordOf({scalar(), map(scalar())}) >> zip(), "[1, [2]]", {"bad input type scalar"});
}

void SequenceBlocksTest::nGramsAreRows() {
    gives(map(scalar()) >> nGrams(1), "[1, 2]", "[[1], [2]]", 0);
    gives(map(scalar()) >> nGrams(2), "[1, 2, 3]", "[[1, 2], [2, 3]]", 0);
    gives(map(scalar()) >> nGrams(2), "[1]", "[]", 0);
    gives(scalar() >> broadcast() >> nGrams(2), "1", "endless [1, 1]", 0);
    refuses(map(scalar()) >> nGrams(0), "[1]", {"n is 0"});
}

void SequenceBlocksTest::sequencesJoin() {
    gives(recordOf({map(scalar()), map(scalar())}) >> join(), "[[1], [2, 3]]", "[1, 2, 3]", 0);
    gives(map(map(scalar())) >> join() >> sum(), "[[1], [], [2, 3]]", "6", 2);
}

void SequenceBlocksTest::recursionNeedsNoStack() {
    constexpr int kLeaves = 100'000;
    ForwardDeclaration tree;
    QVERIFY(tree.resolveTo(sumOfTree(tree)));
    ParameterStore store;
    const BlockContext context{.parameters = &store};
    const auto again = CompiledBlock::compile(tree(), context);
    Graph own(context.signatures);
    GraphBuilder ownBuilder(own, store);
    const auto output = again->run(ownBuilder, leftChain(kLeaves));
    QVERIFY2(output.has_value(), output ? "" : output.error().text().c_str());
    QCOMPARE(own.numNodes(), static_cast<std::size_t>(2 * kLeaves - 1));
    BlockValue broken = BlockValue::dict({{"op", "?"}});
    for (int i = 0; i < kLeaves; ++i) {
        broken = BlockValue::dict({{"op", "+"}, {"args", BlockValue::list({std::move(broken), 1})}});
    }
    const auto failed = again->run(ownBuilder, broken);
    QVERIFY(!failed);
    QVERIFY2(failed.error().text().find("no case \"?\"") != std::string::npos, failed.error().text().c_str());
    QVERIFY(failed.error().text().find("blocks deep") != std::string::npos);
}

void SequenceBlocksTest::declarationsResolve() {
    ForwardDeclaration tree(BlockType::object(), BlockType::scalar());
    QVERIFY(tree.resolveTo(sumOfTree(tree)));
    gives(tree(),
          R"({"op": "+", "args": [{"op": "+", "args": [{"op": "n", "value": 3}, {"op": "n", "value": 5}]},
                     {"op": "n", "value": 2}]})",
          "10", 2);
    ForwardDeclaration plain;
    QVERIFY(plain.resolveTo(scalar()));
    gives(plain() >> op("negate"), "3", "-3", 1);
    ForwardDeclaration even;  // two that refer to each other
    ForwardDeclaration odd;
    const Block negate = op("negate");
    QVERIFY(even.resolveTo(oneOf(count(), {{0, fromTensor({}, {1})}, {1, getItem(0) >> odd()}})));
    QVERIFY(odd.resolveTo(oneOf(count(), {{0, fromTensor({}, {2})}, {1, getItem(0) >> even() >> negate}})));
    gives(even(), "[[[]]]", "-1", 1);
    gives(even(), "[[]]", "2", 0);
}

void SequenceBlocksTest::declarationsRefuse() {
    ForwardDeclaration open;
    refuses(open(), "1", {"forward", "not resolved"});
    ForwardDeclaration twice;
    QVERIFY(twice.resolveTo(scalar()));
    QVERIFY(!twice.resolveTo(scalar()));
    QVERIFY(!open.resolveTo(twice()));
    ForwardDeclaration wrong(BlockType::object(), BlockType::vector(2));
    QVERIFY(wrong.resolveTo(scalar()));
    refuses(wrong(), "1", {"scalar", "vector[2]"});
    ForwardDeclaration self;
    QVERIFY(self.resolveTo(getItem(0) >> self()));
    refuses(self(), "[1]", {"cannot determine the output type"});
    std::optional<Block> orphan;
    {
        ForwardDeclaration gone;
        QVERIFY(gone.resolveTo(scalar()));
        orphan = gone();
    }
    refuses(*orphan, "1", {"must live"});
}

void SequenceBlocksTest::metricsCollectAnywhere() {
    Composition watch;
    const Wire value = watch.add(scalar(), {watch.input()});
    watch.add(metric("seen"), {value, watch.input()});
    watch.setOutput({value});
    const BlockTrial trial = tryBlock(map(*watch.build()) >> getItem(-1), "[0, 1, 2]");
    QCOMPARE(trial.text, std::string("2"));
    QCOMPARE(trial.metrics, std::string("seen: [0=0, 1=1, 2=2]"));
    const BlockTrial split = tryBlock(
        map(oneOf(
            inputTransform("sign", [](const BlockValue& x) -> Result<BlockValue> { return *x.number() < 0; }),
            {{0, scalar() >> metric("positive")}, {1, scalar() >> metric("negative")}})),
        "[1, -2, 3]");
    QCOMPARE(split.metrics, std::string("negative: [-2]; positive: [1, 3]"));
}

void SequenceBlocksTest::metricsRefuse() {
    refuses(allOf({scalar() >> metric("x"), vector(1) >> metric("x")}), "1",
            {"metric 'x'", "vector[1]", "scalar"});
    refuses(metric("x"), "1", {"bad input type object"});
}

void SequenceBlocksTest::layersShareWhatTheyLearn() {
    ParameterStore store;
    const Block layer = dense({.units = 2, .activation = "tanh"});
    const Block twice = recordOf({vector(3) >> layer, vector(3) >> layer, vector(3) >> dense({.units = 2})});
    const BlockTrial trial = tryBlock(twice, "[[1, 2, 3], [1, 2, 3], [1, 2, 3]]", {.parameters = &store});
    QVERIFY2(trial.isDone, trial.text.c_str());
    QCOMPARE(trial.depth, 1);
    QCOMPARE(store.parameters().size(), std::size_t{4});
    QCOMPARE(store.parameters()[0].name, std::string("dense.weight"));
    QCOMPARE(store.parameters()[2].name, std::string("dense_2.weight"));
    QVERIFY(!store.parameters()[1].isDecayed);
    gives(parameter(2) >> nothing(), "null", "null", 1);
}

void SequenceBlocksTest::layersRefuse() {
    const Block layer = dense({.units = 2});
    refuses(recordOf({vector(3) >> layer, vector(2) >> layer}), "[[1, 2, 3], [1, 2]]",
            {"dense.weight", "[3, 2]", "[2, 2]"});
    refuses(tensor({1, 2}) >> dense({.units = 2}), "[[1, 2]]", {"a vector is expected"});
    refuses(vector(2) >> dense({.units = 0}), "[1, 2]", {"0 units"});
    refuses(vector(2) >> dense({.units = 1, .activation = "rely"}), "[1, 2]", {"no op is called 'rely'"});
    refuses(scalar() >> lstmCell(2), "1", {"lstm", "scalar", "(?, (vector[2], vector[2]))"});
}

void SequenceBlocksTest::embeddingsWrap() {
    ParameterStore store;
    const Block table = embedding({.size = 3, .buckets = 2});
    const BlockTrial trial = tryBlock(map(table), "[1, 7, -5]", {.parameters = &store});
    QVERIFY2(trial.isDone, trial.text.c_str());
    QCOMPARE(store.parameters()[0].shape.text(), std::string("[2, 3]"));
    const std::string row = tryBlock(table, "1", {.parameters = &store}).text;
    QCOMPARE(trial.text, "[" + row + ", " + row + ", " + row + "]");
    refuses(embedding({.size = 3}), "1", {"buckets"});
    refuses(embedding({.size = 3, .buckets = 2}), "1.5", {"no whole number"});
}

void SequenceBlocksTest::cellsRun() {
    const std::string two = "[[1, 2], [3, 4]]";
    QCOMPARE(tryBlock(map(vector(2)) >> rnn(lstmCell(3)), two).depth, 2);
    QCOMPARE(tryBlock(map(vector(2)) >> rnn(gruCell(3)), two).depth, 2);
    const Block leaf = vector(2) >> treeLstmLeaf(3);
    QCOMPARE(tryBlock(recordOf({leaf, leaf}) >> treeLstmPair(3), two).depth, 2);
    QCOMPARE(tryBlock(map(leaf) >> treeLstmChildSum(3), two).depth, 4);
    QVERIFY(tryBlock(map(leaf) >> treeLstmChildSum(3), "[]").isDone);
    QCOMPARE(tryBlock(vector(2) >> fractalNet(1, 2, [] { return dense({.units = 2}); }), "[1, 2]").depth, 3);
}

void SequenceBlocksTest::errorsNameThePath() {
    refuses(map((record({{"a", scalar().named("price")}}))).named("goods"), R"([{"a": 1}, {"a": "x"}])",
            {"goods/item:record/a:price", "a number is expected"});
    refuses((scalar() >> (op("negate") >> vector(2)).named("inner")).named("outer"), "1",
            {"outer/2:inner/1:negate", "the output is scalar where object is expected"});
}

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::SequenceBlocksTest)
#include "sequence_blocks_test.moc"
