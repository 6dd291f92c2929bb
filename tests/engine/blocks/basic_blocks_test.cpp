// SPDX-License-Identifier: GPL-3.0-or-later
// What Fold's tests say of inputs, functions, compositions and records, restated for our blocks.
#include "engine/blocks/basic_blocks.h"

#include "engine/blocks/composition.h"
#include "engine/blocks/function_block.h"
#include "engine/blocks/input_blocks.h"
#include "engine/blocks/record_blocks.h"
#include "engine/blocks/record_sinks.h"
#include "engine/blocks/sequence_blocks.h"
#include "engine/graph/math_expr.h"
#include "tests/engine/blocks/block_check.h"

namespace loomscope {

using namespace blocks;  // NOLINT(google-build-using-namespace): the algebra is what is tested

namespace {

Block times(float factor) {
    return function(
        "times", [factor](FunctionScope&, const BlockValue& x) { return BlockValue(factor * x.tensor()); });
}

Block buildOrThrow(const Composition& composition) {
    auto built = composition.build();
    if (!built) {
        throw std::runtime_error(built.error().text());
    }
    return *built;
}

std::string errorOf(const Composition& composition) {
    const auto built = composition.build();
    return built ? std::string("built") : built.error().text();
}

}  // namespace

class BasicBlocksTest final : public QObject {
    Q_OBJECT

private slots:
    void inputsMakeConstants();
    void inputsRefuseOtherForms();
    void oneHotsAreRows();
    void listedElementsAreRows();
    void functionsInferTheirOutput();
    void functionsNestTuples();
    void functionsRefuseOtherTypes();
    void pipesDropIdentities();
    void constantsTakeNothing();
    void diamondsJoin();
    void compositionsRefuseBadWires();
    void compositionsWantTheirOutputsRead();
    void recordsReadByKeyOrPlace();
    void recordsRefuse();
    void allOfSharesItsInput();
    void itemsAndSlices();
    void lengthsAreConstants();
    void nthIsAnItem();
    void oneOfChoosesByKey();
    void oneOfRefuses();
    void optionalFillsIn();
    void concatJoinsTensors();
    void transformsReadObjects();
    void typesFlowBothWays();
};

void BasicBlocksTest::inputsMakeConstants() {
    gives(scalar(), "42", "42", 0);
    gives(scalar(), "true", "1", 0);
    gives(vector(3), "[1, 2, 3]", "[1, 2, 3]", 0);
    gives(tensor({2, 2}), "[[1, 2], [3, 4]]", "[1, 2, 3, 4]", 0);
    gives(allOf({identity(), identity()}) >> recordOf({scalar(), scalar()}), "2", "[2, 2]", 0);
}

void BasicBlocksTest::inputsRefuseOtherForms() {
    refuses(vector(3), "[1, 2]", {"vector: ", "a list of 3 items", "[1, 2]"});
    refuses(scalar(), "\"x\"", {"a number is expected", "\"x\""});
    refuses(tensor({2, 2}), "[[1, 2], [3]]", {"a list of 2 items", "[3]"});
}

void BasicBlocksTest::oneHotsAreRows() {
    gives(oneHot(2), "1", "[0, 1]", 0);
    gives(oneHot(100, 103), "102", "[0, 0, 1]", 0);
    refuses(oneHot(100, 103), "103", {"103", "from 100 to 102"});
    refuses(oneHot(0), "0", {"empty"});
    gives(map(oneHot(2)), "[0, 1, 0]", "[[1, 0], [0, 1], [1, 0]]", 0);
}

void BasicBlocksTest::listedElementsAreRows() {
    gives(oneHotFromList({"a", "b"}), "\"b\"", "[0, 1]", 0);
    gives(oneHotFromList({"a", "b"}, false), "\"c\"", "[0, 0]", 0);
    refuses(oneHotFromList({"a", "b"}), "\"c\"", {"\"c\" is not in the list"});
    refuses(oneHotFromList({"a", "a"}), "\"a\"", {"stands twice"});
}

void BasicBlocksTest::functionsInferTheirOutput() {
    gives(scalar() >> op("negate"), "3", "-3", 1);
    gives(tensor({1, 2}) >> op("negate"), "[[1, 2]]", "[-1, -2]", 1);
    gives(scalar() >> times(2), "21", "42", 1);
    gives(recordOf({scalar(), scalar()}) >> op("subtract"), "[5, 1]", "4", 1);
    const Block two = function("both", [](FunctionScope&, const BlockValue& x) {
        return BlockValue::list({x.tensor() + 1.0F, x.tensor() + 2.0F});
    });
    gives(scalar() >> two, "1", "[2, 3]", 1);
}

void BasicBlocksTest::functionsNestTuples() {
    const Block turn = function("turn", [](FunctionScope&, const BlockValue& x) {
        const BlockValue a = x.at(0);
        return BlockValue::list({BlockValue::list({x.at(1).at(1), a}), x.at(1).at(0)});
    });
    gives(recordOf({scalar(), recordOf({scalar(), scalar()})}) >> turn, "[1, [2, 3]]", "[[3, 1], 2]");
}

void BasicBlocksTest::functionsRefuseOtherTypes() {
    refuses(op("tanh"), "1", {"tanh", "object", "a tensor"});
    refuses(scalar() >> op("tan_h"), "1", {"no op is called 'tan_h'", "did you mean 'tanh'"});
    refuses(function("none", {}), "1", {"no function"});
    refuses(recordOf({vector(2), vector(3)}) >> op("add"), "[[1,2],[1,2,3]]", {"pipe/2:add", "[2]", "[3]"});
    refuses(scalar() >> function("list", [](FunctionScope&, const BlockValue&) { return BlockValue(1); }),
            "1", {"no tensor"});
}

void BasicBlocksTest::pipesDropIdentities() {
    QCOMPARE((identity() >> scalar() >> identity()).text(), std::string("scalar"));
    QCOMPARE(pipe({}).text(), std::string("identity"));
    QCOMPARE((scalar() >> times(2) >> times(3)).text(), std::string("pipe(scalar, times, times)"));
    refuses(scalar() >> scalar(), "1", {"pipe/2:scalar", "scalar", "object"});
    refuses(scalar() >> concat(), "1", {"concat", "tuple of tensors"});
}

void BasicBlocksTest::constantsTakeNothing() {
    gives(fromTensor({2}, {1, 2}), "null", "[1, 2]", 0);
    gives(zeros(BlockType::tuple({BlockType(), BlockType::scalar()})), "null", "[null, 0]", 0);
    gives(zeros(BlockType::sequence(BlockType::scalar())), "null", "[]", 0);
    refuses(zeros(BlockType::object()), "null", {"no zero"});
    refuses(fromTensor({3}, {1, 2}), "null", {"do not fill"});
    refuses(scalar() >> fromTensor({1}, {1}), "1", {"input", "nothing"});
    gives(allOf({nothing(), scalar()}) >> getItem(1), "42", "42", 0);
}

void BasicBlocksTest::diamondsJoin() {
    Composition c;
    const Wire x = c.add(scalar(), {c.input()});
    c.setOutput({c.add(op("add"), {c.add(times(2), {x}), c.add(times(3), {x})})});
    gives(buildOrThrow(c), "5", "25", 2);
    Composition twice;
    const Wire y = twice.add(scalar(), {twice.input()});
    twice.setOutput({y, y});
    gives(buildOrThrow(twice), "3", "[3, 3]", 0);
    Composition late;  // the order of the list is not that of the wires
    const Wire last = late.add(times(2));
    const Wire middle = late.add(times(3));
    const Wire first = late.add(scalar(), {late.input()});
    late.connect({middle}, last);
    late.connect({first}, middle);
    late.setOutput({last});
    gives(buildOrThrow(late), "1", "6", 2);
    Composition withMetric;
    const Wire z = withMetric.add(scalar(), {withMetric.input()});
    withMetric.add(metric("foo"), {withMetric.add(op("negate"), {z})});
    withMetric.setOutput({z});
    const BlockTrial trial = tryBlock(buildOrThrow(withMetric), "42");
    QCOMPARE(QString::fromStdString(trial.text), QString("42"));
    QCOMPARE(trial.metrics, std::string("foo: [-42]"));
}

void BasicBlocksTest::compositionsRefuseBadWires() {
    Composition cycle;
    const Wire a = cycle.add(times(2));
    const Wire b = cycle.add(times(2), {a});
    cycle.connect({b}, a);
    QVERIFY(errorOf(cycle).find("cycle") != std::string::npos);
    Composition doubled;
    const Wire one = doubled.add(scalar(), {doubled.input()});
    doubled.connect({doubled.input()}, one);
    QVERIFY(errorOf(doubled).find("connected already") != std::string::npos);
    Composition outputs;
    outputs.setOutput({outputs.input()});
    outputs.setOutput({outputs.input()});
    QVERIFY(errorOf(outputs).find("output") != std::string::npos);
    Composition foreign;
    foreign.setOutput({cycle.input()});
    QVERIFY(errorOf(foreign).find("another composition") != std::string::npos);
    Composition written;
    written.connect({written.input()}, written.input());
    QVERIFY(errorOf(written).find("must end at a block") != std::string::npos);
}

void BasicBlocksTest::compositionsWantTheirOutputsRead() {
    Composition c;
    c.add(scalar(), {c.input()});
    c.setOutput({c.add(scalar(), {c.input()})});
    refuses(buildOrThrow(c), "1", {"not used", "scalar"});
    Composition arity;
    const Wire pair = arity.add(recordOf({scalar(), scalar()}), {arity.input()});
    arity.setOutput({pair[2]});
    refuses(buildOrThrow(arity), "[1, 2]", {"no item 2", "there are 2"});
}

void BasicBlocksTest::recordsReadByKeyOrPlace() {
    gives(record({{"b", scalar()}, {"a", scalar()}}) >> op("subtract"), R"({"a": 1, "b": 5})", "4", 1);
    gives(record({{"a", scalar()}}), R"({"a": 1})", "{a: 1}", 0);
    gives(recordOf({}), "[]", "[]", 0);
    gives(allOf({scalar(), scalar()}) >> recordOf({times(2), times(3)}), "1", "[2, 3]", 1);
    Composition c;
    const Wire rec = c.add(record({{"a", scalar()}, {"b", scalar()}}), {c.input()});
    c.setOutput({c.add(op("add"), {c.add(times(2), {rec["a"]}), c.add(times(3), {rec["b"]})})});
    gives(buildOrThrow(c), R"({"a": 1, "b": 5})", "17", 2);
}

void BasicBlocksTest::recordsRefuse() {
    refuses(record({{"a", scalar()}}), R"({"b": 1})", {"no item 'a'", "there are b"});
    refuses(allOf({scalar()}) >> recordOf({times(2), times(3)}), "1", {"a record of 2", "a tuple of 1"});
    refuses(scalar() >> recordOf({identity()}), "1", {"bad input type scalar"});
}

void BasicBlocksTest::allOfSharesItsInput() {
    gives(allOf({}), "1", "null", 0);
    gives(scalar() >> allOf({times(2)}), "1", "[2]", 1);
    gives(scalar() >> allOf({times(2), times(3), times(4)}), "1", "[2, 3, 4]", 1);
    gives(allOf({vector(2), nothing(), fromTensor({}, {7})}) >> getItem(2), "[1, 2]", "7", 0);
}

void BasicBlocksTest::itemsAndSlices() {
    gives(getItem(1) >> scalar(), "[1, 2]", "2", 0);
    gives(map(scalar()) >> getItem(-1), "[1, 2, 3]", "3", 0);
    gives(recordOf({scalar(), vector(1)}) >> getItem(-1), "[1, [2]]", "[2]", 0);
    gives(map(scalar()) >> slice({.start = {}, .stop = 2}), "[1, 2, 3]", "[1, 2]", 0);
    gives(map(scalar()) >> slice({.start = {}, .stop = {}, .step = -1}), "[1, 2, 3]", "[3, 2, 1]", 0);
    gives(slice({.start = 1, .stop = -1, .step = 2}), "\"abcde\"", "\"bd\"", 0);
    gives(recordOf({scalar(), vector(1)}) >> slice({.start = 1, .stop = {}}), "[1, [2]]", "[[2]]", 0);
    gives(recordOf({scalar()}) >> slice({.start = 1, .stop = {}}), "[1]", "[]", 0);
    refuses(map(scalar()) >> getItem(3), "[1]", {"no item 3", "there are 1"});
    refuses(scalar() >> broadcast() >> slice({.start = 1, .stop = {}}), "1", {"endless"});
    refuses(getItem("x"), R"({"y": 1})", {"no item 'x'", "y"});
    Composition c;
    const Wire row = c.add(allOf({scalar(), scalar(), scalar(), scalar()}), {c.input()});
    c.setOutput({row[ItemSlice{.start = 1, .stop = -1, .step = 2}]});
    gives(buildOrThrow(c), "4", "[4]", 0);
}

void BasicBlocksTest::lengthsAreConstants() {
    gives(length(), "[1, 2, 3]", "3", 0);
    gives(map(scalar()) >> length(), "[]", "0", 0);
    gives(recordOf({scalar(), scalar()}) >> length(), "[1, 2]", "2", 0);
    gives(recordOf({}) >> length(), "[]", "0", 0);
    gives(count(), "[1, 2]", "2", 0);
    refuses(scalar() >> broadcast() >> length(), "1", {"no length"});
    refuses(length(), "4", {"no length"});
}

void BasicBlocksTest::nthIsAnItem() {
    gives(recordOf({map(scalar()), identity()}) >> nth(), "[[5, 6, 7], 1]", "6", 0);
    gives(recordOf({map(scalar()), identity()}) >> nth(), "[[5, 6, 7], -1]", "7", 0);
    refuses(recordOf({scalar(), identity()}) >> nth(), "[5, 1]", {"nth"});
    refuses(recordOf({map(scalar()), scalar()}) >> nth(), "[[5], 0]", {"object"});
    refuses(recordOf({scalar() >> broadcast(), identity()}) >> nth(), "[5, 0]", {"endless"});
}

void BasicBlocksTest::oneOfChoosesByKey() {
    const HostFunction sign = [](const BlockValue& x) -> Result<BlockValue> {
        return BlockValue(*x.number() < 0);
    };
    const Block absolute = oneOf(sign, {{0, scalar()}, {1, scalar() >> op("negate")}});
    gives(absolute, "3", "3", 0);
    gives(absolute, "-3", "3", 1);
    gives(oneOf(getItem(0), {{"a", times(2)}, {"b", times(3)}}, getItem(1) >> scalar()), R"(["b", 4])", "12",
          1);
    gives(oneOf(count(), {{1, getItem(0) >> scalar()}, {2, getItem(1) >> scalar()}}), "[7, 8]", "8", 0);
}

void BasicBlocksTest::oneOfRefuses() {
    refuses(oneOf(identity(), {}), "1", {"no cases"});
    refuses(oneOf(HostFunction(), {{1, scalar()}}), "1", {"no function"});
    refuses(oneOf(identity(), {{1, scalar()}}), "2", {"no case 2", "there are 1"});
    refuses(oneOf(identity(), {{"x", scalar()}, {"y", vector(1)}}), "\"x\"",
            {"one_of/y:vector", "scalar", "vector[1]"});
    refuses(scalar() >> oneOf(HostFunction([](const BlockValue& x) -> Result<BlockValue> { return x; }),
                              {{1, times(2)}}),
            "1", {"object", "scalar"});
}

void BasicBlocksTest::optionalFillsIn() {
    gives(optional(scalar()), "5", "5", 0);
    gives(optional(scalar()), "null", "0", 0);
    gives(optional(scalar(), fromTensor({}, {9})), "null", "9", 0);
    gives(optional(recordOf({map(scalar()), scalar()})), "null", "[[], 0]", 0);
    gives(map(optional(vector(2))) >> sum(), "[[1, 2], null]", "[1, 2]", 1);
    refuses(optional(identity()), "null", {"no zero"});
}

void BasicBlocksTest::concatJoinsTensors() {
    gives(recordOf({vector(1), vector(2)}) >> concat(), "[[1], [2, 3]]", "[1, 2, 3]", 1);
    gives(recordOf({scalar(), vector(2), scalar()}) >> concat(), "[1, [2, 3], 4]", "[1, 2, 3, 4]", 1);
    gives(recordOf({tensor({2, 1}), tensor({2, 1})}) >> concat(1), "[[[1], [2]], [[3], [4]]]", "[1, 3, 2, 4]",
          1);
    gives(recordOf({scalar(), recordOf({scalar(), scalar()})}) >> concat(0, true), "[1, [2, 3]]", "[1, 2, 3]",
          1);
    refuses(recordOf({scalar(), recordOf({scalar(), scalar()})}) >> concat(), "[1, [2, 3]]", {"flatten"});
    refuses(recordOf({vector(1), vector(2)}) >> concat(1), "[[1], [2, 3]]", {"no axis 1"});
    refuses(recordOf({tensor({1, 2}), tensor({1, 3})}) >> concat(), "[[[1, 2]], [[1, 2, 3]]]", {"concat"});
    refuses(recordOf({}) >> concat(), "[]", {"a tensor, or a tuple of tensors"});
}

void BasicBlocksTest::transformsReadObjects() {
    const Block ord = inputTransform("ord", [](const BlockValue& x) -> Result<BlockValue> {
        return BlockValue(static_cast<int>(x.text()->at(0)) - 'a');
    });
    gives(map(ord >> scalar()), "\"abc\"", "[0, 1, 2]", 0);
    refuses(scalar() >> ord, "1", {"scalar", "object"});
}

void BasicBlocksTest::typesFlowBothWays() {
    gives(identity() >> identity() >> scalar(), "1", "1", 0);
    gives(allOf({identity(), identity()}) >> recordOf({scalar(), identity() >> scalar()}), "1", "[1, 1]", 0);
    gives(map(identity()) >> vector(2), "[1, 2]", "[1, 2]", 0);
    refuses(map(op("negate")), "[1]", {"map/item:negate", "object"});
    Composition c;
    c.add(identity());
    gives(buildOrThrow(c), "null", "null");
    ParameterStore store;
    const auto compiled = CompiledBlock::compile(map(scalar() >> op("negate")), {.parameters = &store});
    const auto types = compiled->placeTypes();
    QCOMPARE(types.at(0).output, std::string("sequence of scalar"));
    QCOMPARE(types.at(3).path, std::string("map/item:pipe/2:negate"));
}

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::BasicBlocksTest)
#include "basic_blocks_test.moc"
