// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/molecule_features.h"
#include "engine/graph/cell.h"
#include "engine/models/model.h"
#include "tests/support/example_data.h"

#include <QTest>

#include <cmath>
#include <string>

namespace loomscope {

namespace {

std::unique_ptr<Model> makeOrThrow(std::string_view name, const ModelOptions& options, const Dataset& data) {
    auto model = makeModel(name, options, data, 1);
    if (!model) {
        throw std::runtime_error(model.error().text());
    }
    return std::move(*model);
}

std::int64_t sizeOf(const ParameterStore& store, std::string_view prefix) {
    std::int64_t size = 0;
    for (const Parameter& parameter : store.parameters()) {
        size += parameter.name.starts_with(prefix) ? parameter.shape.size() : 0;
    }
    return size;
}

std::vector<std::string> namesOf(const Graph& graph) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < graph.numNodes(); ++i) {
        names.emplace_back(graph.name(NodeId(i)));
    }
    return names;
}

std::int64_t countOf(const Graph& graph, std::string_view name) {
    return std::ranges::count(namesOf(graph), name);
}

std::string errorOf(const Result<std::unique_ptr<Model>>& made) {
    return made ? std::string("made") : made.error().message;
}

}  // namespace

class ModelsTest : public QObject {
    Q_OBJECT

private slots:
    void treeLstmHasTheAuthorsParameters();
    void treeLstmBuildsOneCellANode();
    void oddTreesAreBuilt();
    void unreadableTreesAreErrors();
    void lossesFollowLabels();

    void treeCellsHaveTheParametersOfTheirEquations();
    void childSumIsWrittenInBlocks();
    void rootOnlyLeavesTheOtherNodesOut();
    void taggerSharesItsInputProducts();
    void latticesFollowTheirArcs();
    void gcnFollowsItsEquations();

    void dmpnnHasTheParametersOfItsEquations();
    void moleculesOfAllShapesAreBuilt();
    void targetsAreStandardised();
    void otherThanYesAndNoIsAnError();

    void registryNamesTheNearest();
    void optionsAreChecked();
    void modelsAreRestoredFromTheirState();
};

void ModelsTest::treeLstmHasTheAuthorsParameters() {
    const auto data = treeDataset({"(1 (0 a) (2 b))"}, 5);
    const auto model = makeOrThrow("tree-lstm", {{"embed", 300}, {"hidden", 150}}, *data);
    const ParameterStore& store = model->initialParameters();
    QCOMPARE(sizeOf(store, "leaf."), 2 * (300 * 150 + 150));
    QCOMPARE(sizeOf(store, "composer."), 5 * 2 * (150 * 150 + 150));
    QCOMPARE(sizeOf(store, "leaf.") + sizeOf(store, "composer."), 316'800);
    QCOMPARE(sizeOf(store, "output."), 150 * 5 + 5);
    QCOMPARE(sizeOf(store, "words"), 3 * 300);
}

void ModelsTest::treeLstmBuildsOneCellANode() {
    const auto data = treeDataset({"(1 (0 a) (2 (1 b) (1 c)))"});
    const auto model = makeOrThrow("tree-lstm", {}, *data);
    Graph graph(model->signatures());
    const auto output = model->build(graph, *data->at(0), BuildMode::kTrain, 3);
    QVERIFY2(output.has_value(), output ? "" : output.error().text().c_str());
    QCOMPARE(countOf(graph, "leaf"), 3);
    QCOMPARE(countOf(graph, "composer"), 2);
    QCOMPARE(countOf(graph, "output"), 5);
    QCOMPARE(graph.numNodes(), std::size_t{11});
    QCOMPARE(output->predictions.size(), std::size_t{5});
    QVERIFY(output->predictions[4].isRoot && !output->predictions[3].isRoot);
    QCOMPARE(output->predictions[4].label, 1);
    QCOMPARE(graph.node(NodeId(0)).origin, (Origin{.example = 3, .part = 0}));

    Graph evaluated(model->signatures());
    QVERIFY(model->build(evaluated, *data->at(0), BuildMode::kEvaluate, 0).has_value());
    QCOMPARE(countOf(inlineCells(graph).graph, "dropout"), 5);
    QCOMPARE(countOf(inlineCells(evaluated).graph, "dropout"), 0);
}

void ModelsTest::oddTreesAreBuilt() {
    const auto data = treeDataset({"(1 a)", "(1 (0 (2 a)))", "(1 (0 a) (1 b) (2 c) (0 d))"});
    const auto model = makeOrThrow("tree-lstm", {{"dropout", 0}}, *data);
    const std::int64_t composers[] = {0, 0, 3};
    for (std::int64_t i = 0; i < 3; ++i) {
        Graph graph(model->signatures());
        const auto output = model->build(graph, *data->at(i), BuildMode::kTrain, 0);
        QVERIFY(output.has_value() && output->loss.isValid());
        QCOMPARE(countOf(graph, "composer"), composers[i]);
    }
}

void ModelsTest::unreadableTreesAreErrors() {
    const auto data = treeDataset({"(1 a)", "(1 word (0 a))", "(1 (0) (1 b))", "(7 a)"});
    const auto model = makeOrThrow("tree-lstm", {}, *data);
    const auto errorAt = [&](std::int64_t index) {
        Graph graph(model->signatures());
        const auto output = model->build(graph, *data->at(index), BuildMode::kTrain, 0);
        return output ? std::string("built") : output.error().text();
    };
    QVERIFY(errorAt(1).find("both a word and children") != std::string::npos);
    QVERIFY(errorAt(2).find("a leaf has no word") != std::string::npos);
    QVERIFY(errorAt(3).find("record 1") != std::string::npos);
    Graph graph(model->signatures());
    QVERIFY(!model->build(graph, *moleculeExample(1, {}, {}), BuildMode::kTrain, 0));
}

void ModelsTest::lossesFollowLabels() {
    const auto data = treeDataset({"(- (- a) (- b))", "(2 (- a) (- b))"});
    const auto model = makeOrThrow("tree-lstm", {}, *data);
    Graph graph(model->signatures());
    const auto unlabelled = model->build(graph, *data->at(0), BuildMode::kTrain, 0);
    QVERIFY(unlabelled.has_value() && !unlabelled->loss.isValid() && unlabelled->predictions.empty());
    const auto evaluated = model->build(graph, *data->at(0), BuildMode::kEvaluate, 0);
    QCOMPARE(evaluated->predictions.size(), std::size_t{3});
    QCOMPARE(evaluated->predictions[2].label, -1);
    const auto rootOnly = model->build(graph, *data->at(1), BuildMode::kTrain, 0);
    QVERIFY(rootOnly->loss.isValid());
    QCOMPARE(rootOnly->predictions.size(), std::size_t{1});
}

void ModelsTest::treeCellsHaveTheParametersOfTheirEquations() {
    const auto data = treeDataset({"(1 (0 a) (2 b))"}, 5);
    const auto fc = makeOrThrow("tree-fc", {{"hidden", 100}}, *data);
    QCOMPARE(sizeOf(fc->initialParameters(), "fc."), 2 * 100 * 100 + 100);
    QCOMPARE(sizeOf(fc->initialParameters(), "words"), 3 * 100);
    const auto fold = makeOrThrow("fold-cell", {{"hidden", 100}}, *data);
    QCOMPARE(sizeOf(fold->initialParameters(), ""), 6 * 100 * 100 + 5 * 100 + 3 * 100 + 100 * 5 + 5);
    for (const auto& [model, cell] : {std::pair{fc.get(), "fc"}, {fold.get(), "cell"}}) {
        Graph graph(model->signatures());
        QVERIFY(model->build(graph, *data->at(0), BuildMode::kTrain, 0).has_value());
        QCOMPARE(countOf(graph, "lookup"), 2);
        QCOMPARE(countOf(graph, cell), 1);
        QCOMPARE(countOf(graph, "output"), 3);
    }
}

void ModelsTest::rootOnlyLeavesTheOtherNodesOut() {
    const auto data = treeDataset({"(1 (0 a) (2 (1 b) (1 c)))"});
    for (const char* name : {"tree-lstm", "tree-fc", "fold-cell"}) {
        const auto model = makeOrThrow(name, {{"root_only", 1}}, *data);
        for (const BuildMode mode : {BuildMode::kTrain, BuildMode::kEvaluate}) {
            Graph graph(model->signatures());
            const auto output = model->build(graph, *data->at(0), mode, 0);
            QVERIFY(output.has_value() && output->loss.isValid());
            QCOMPARE(output->predictions.size(), std::size_t{1});
            QVERIFY(output->predictions[0].isRoot);
            QCOMPARE(countOf(graph, "output"), 1);
        }
    }
}

void ModelsTest::taggerSharesItsInputProducts() {
    const auto data = smallSequences();
    const auto model = makeOrThrow("bilstm-tagger", {{"hidden", 7}, {"embed", 5}}, *data);
    const ParameterStore& store = model->initialParameters();
    QCOMPARE(sizeOf(store, "left.") + sizeOf(store, "right."), 8 * (5 * 7 + 7 * 7 + 7));
    Graph graph(model->signatures());
    const auto output = model->build(graph, *data->at(0), BuildMode::kTrain, 0);
    QVERIFY2(output.has_value(), output ? "" : output.error().text().c_str());
    // The words wait for nothing, so that all of them are ready at once.
    for (std::size_t i = 0; i < graph.numNodes(); ++i) {
        QVERIFY(graph.name(NodeId(i)) != "word" || graph.node(NodeId(i)).depth == 1);
    }
    QCOMPARE(countOf(graph, "word"), 5);
    QCOMPARE(countOf(graph, "first"), 2);
    QCOMPARE(countOf(graph, "left"), 4);
    QCOMPARE(countOf(graph, "right"), 4);
    QCOMPARE(output->predictions.size(), std::size_t{5});

    Graph partly(model->signatures());
    QCOMPARE(model->build(partly, *data->at(2), BuildMode::kTrain, 0)->predictions.size(), std::size_t{2});
    QCOMPARE(model->build(partly, *data->at(2), BuildMode::kEvaluate, 0)->predictions.size(), std::size_t{3});
    QVERIFY(!model->build(partly, Example{.structure = Sequence{}}, BuildMode::kTrain, 0));
    QVERIFY(!model->build(partly, *treeExample("(1 a)"), BuildMode::kTrain, 0));
}

void ModelsTest::latticesFollowTheirArcs() {
    const auto data = smallLattices();
    const auto model = makeOrThrow("lattice-lstm", {{"hidden", 7}, {"embed", 5}}, *data);
    Graph graph(model->signatures());
    const auto output = model->build(graph, *data->at(0), BuildMode::kTrain, 0);
    QVERIFY2(output.has_value(), output ? "" : output.error().text().c_str());
    QCOMPARE(countOf(graph, "character input"), 4);
    QCOMPARE(countOf(graph, "word input"), 3);
    QCOMPARE(countOf(graph, "first"), 3);  // arcs from position 0
    QCOMPARE(countOf(graph, "character"), 3);
    QCOMPARE(countOf(graph, "word"), 1);
    QCOMPARE(countOf(graph, "sum"), 1 + 2 * 2 + 1);  // zeros, two positions where paths meet, the losses
    QCOMPARE(output->predictions.size(), std::size_t{4});

    Graph other(model->signatures());
    const auto broken = model->build(other, *data->at(2), BuildMode::kTrain, 0);
    QVERIFY(broken.has_value());
    QCOMPARE(broken->predictions.size(), std::size_t{2});  // nothing leads to position 2
    const Lattice backward{.numPositions = 2, .arcs = {{1, 0, 0, false}}, .tokens = {"a"}};
    QVERIFY(!model->build(other, Example{.structure = backward}, BuildMode::kTrain, 0));
}

void ModelsTest::gcnFollowsItsEquations() {
    const auto data = smallMolecules(Task::kRegression, 4);
    const auto model = makeOrThrow("gcn", {{"hidden", 30}, {"depth", 2}}, *data);
    const std::int64_t h = 30;
    QCOMPARE(model->initialParameters().size(),
             numAtomFeatures() * h + h + (h * h + h) + h * h + h + h * 4 + 4);
    Graph graph(model->signatures());
    QVERIFY(model->build(graph, *data->at(0), BuildMode::kTrain, 0).has_value());
    QCOMPARE(countOf(graph, "layer"), 2 * 3);
    std::vector<float> factors;
    for (std::size_t i = 0; i < graph.numNodes() && factors.size() < 3; ++i) {
        if (graph.name(NodeId(i)) == "scale") {
            factors.push_back(graph.node(NodeId(i)).attributes.real);
        }
    }
    // A path of three atoms: the ends have one neighbour, the middle two, and each has itself.
    const float end = 1 / std::sqrt(2.0F);
    QCOMPARE(factors, (std::vector<float>{end, 1 / std::sqrt(3.0F), end}));
}

void ModelsTest::dmpnnHasTheParametersOfItsEquations() {
    const auto data = smallMolecules(Task::kRegression, 4);
    const auto model = makeOrThrow("dmpnn", {{"hidden", 300}}, *data);
    const std::int64_t atom = numAtomFeatures();
    const std::int64_t bond = numBondFeatures();
    const std::int64_t h = 300;
    QCOMPARE(model->initialParameters().size(),
             (atom + bond) * h + h * h + (atom + h) * h + h + h * h + h + h * 4 + 4);
}

void ModelsTest::moleculesOfAllShapesAreBuilt() {
    const auto data = smallMolecules(Task::kRegression, 2);
    const auto model = makeOrThrow("dmpnn", {{"hidden", 8}, {"dropout", 0.25}}, *data);
    for (std::int64_t i = 0; i < data->size(); ++i) {
        const auto& molecule = std::get<Molecule>(data->at(i)->structure);
        Graph graph(model->signatures());
        const auto output = model->build(graph, *data->at(i), BuildMode::kTrain, 0);
        QVERIFY2(output.has_value(), output ? "" : output.error().text().c_str());
        QVERIFY(output->loss.isValid());
        QCOMPARE(countOf(graph, "start"), std::ssize(molecule.bonds) * 2);
        QCOMPARE(countOf(graph, "atom"), std::ssize(molecule.atoms));
    }
    // The path of three atoms: only the two bonds out of the middle have another one behind them.
    Graph graph(model->signatures());
    QVERIFY(model->build(graph, *data->at(0), BuildMode::kTrain, 0).has_value());
    QCOMPARE(countOf(graph, "step"), 2 * 2);
    QVERIFY(!model->build(graph, *moleculeExample(0, {}, {1, 1}), BuildMode::kTrain, 0));
    const float missing = std::nanf("");
    const auto nothing =
        model->build(graph, *moleculeExample(1, {}, {missing, missing}), BuildMode::kTrain, 0);
    QVERIFY(nothing.has_value() && !nothing->loss.isValid());
}

void ModelsTest::targetsAreStandardised() {
    std::vector<std::shared_ptr<const Example>> examples{moleculeExample(1, {}, {1.0F, std::nanf("")}),
                                                         moleculeExample(1, {}, {5.0F, 7.0F})};
    const auto data = makeDataset({.name = "two",
                                   .kind = StructureKind::kMolecule,
                                   .task = Task::kRegression,
                                   .targetNames = {"a", "b"}},
                                  std::move(examples));
    const auto model = makeOrThrow("dmpnn", {{"hidden", 4}}, *data);
    const std::vector<float> outputs = model->toOutputs(std::vector<float>{0.0F, 1.0F});
    QCOMPARE(outputs, (std::vector<float>{3.0F, 8.0F}));
    QCOMPARE(model->toOutputs(std::vector<float>{1.0F, 0.0F})[0], 5.0F);
    const auto classifier = makeOrThrow("dmpnn", {{"hidden", 4}}, *smallMolecules(Task::kClassification, 1));
    QCOMPARE(classifier->toOutputs(std::vector<float>{0.0F}), std::vector<float>{0.5F});
}

void ModelsTest::otherThanYesAndNoIsAnError() {
    std::vector<std::shared_ptr<const Example>> examples{moleculeExample(1, {}, {2.0F})};
    const auto data = makeDataset({.name = "two",
                                   .kind = StructureKind::kMolecule,
                                   .task = Task::kClassification,
                                   .targetNames = {"toxic"}},
                                  std::move(examples));
    QVERIFY(errorOf(makeModel("dmpnn", {}, *data, 1)).find("'toxic' is 2") != std::string::npos);
}

void ModelsTest::registryNamesTheNearest() {
    QVERIFY(modelInfos().size() >= 2);
    QCOMPARE((*findModel("tree-lstm"))->reads, StructureKind::kTree);
    QVERIFY(findModel("tree-lsmt").error().message.find("did you mean 'tree-lstm'") != std::string::npos);
    QCOMPARE(defaultModel(StructureKind::kTree).name, std::string_view("tree-lstm"));
    QCOMPARE(defaultModel(StructureKind::kMolecule).name, std::string_view("dmpnn"));
    QCOMPARE(defaultModel(StructureKind::kSequence).name, std::string_view("bilstm-tagger"));
    QCOMPARE(defaultModel(StructureKind::kLattice).name, std::string_view("lattice-lstm"));
    const auto trees = treeDataset({"(1 a)"});
    QVERIFY(errorOf(makeModel("dmpnn", {}, *trees, 1)).find("molecules") != std::string::npos);
    QVERIFY(errorOf(makeModel("tree-lstm", {}, *smallMolecules(Task::kRegression, 1), 1)).find("trees") !=
            std::string::npos);
    QVERIFY(!makeModel("tree-lstm", {}, *treeDataset({"(- a)"}, 0), 1));
}

void ModelsTest::optionsAreChecked() {
    const auto data = treeDataset({"(1 a)"});
    QVERIFY(errorOf(makeModel("tree-lstm", {{"hiden", 3}}, *data, 1)).find("did you mean 'hidden'") !=
            std::string::npos);
    QVERIFY(errorOf(makeModel("tree-lstm", {{"dropout", 1}}, *data, 1)).find("from 0 to 0.95, not 1") !=
            std::string::npos);
    QVERIFY(!makeModel("tree-lstm", {{"hidden", std::nan("")}}, *data, 1));
}

void ModelsTest::modelsAreRestoredFromTheirState() {
    const auto check = [](std::string_view name, const ModelOptions& options, const Dataset& data) {
        const auto model = makeOrThrow(name, options, data);
        const auto again = restoreModel(name, options, model->state(), 1);
        if (!again || (*again)->state() != model->state() ||
            !std::ranges::equal((*again)->initialParameters().values(),
                                model->initialParameters().values())) {
            return false;
        }
        Graph graph(model->signatures());
        Graph other((*again)->signatures());
        return model->build(graph, *data.at(0), BuildMode::kTrain, 0).has_value() &&
               (*again)->build(other, *data.at(0), BuildMode::kTrain, 0).has_value() &&
               namesOf(graph) == namesOf(other);
    };
    QVERIFY(check("tree-lstm", {{"hidden", 5}, {"embed", 7}}, *treeDataset({"(1 (0 a) (2 b\u00e4r))"})));
    QVERIFY(check("tree-fc", {{"hidden", 5}}, *treeDataset({"(1 (0 a) (2 b))"})));
    QVERIFY(check("fold-cell", {{"hidden", 5}}, *treeDataset({"(1 (0 a) (2 b))"})));
    QVERIFY(check("bilstm-tagger", {{"hidden", 5}}, *smallSequences()));
    QVERIFY(check("lattice-lstm", {{"hidden", 5}}, *smallLattices()));
    QVERIFY(check("gcn", {{"hidden", 5}}, *smallMolecules(Task::kRegression, 3)));
    QVERIFY(check("dmpnn", {{"hidden", 5}}, *smallMolecules(Task::kRegression, 3)));
    QVERIFY(check("dmpnn", {{"hidden", 5}}, *smallMolecules(Task::kClassification, 2)));
    for (const std::string_view state :
         {"", "{}", "[1]", R"({"classes":"x","words":{}})", R"({"classes":3,"words":7})"}) {
        for (const ModelInfo& info : modelInfos()) {
            QCOMPARE(restoreModel(info.name, {}, state, 1).error().code, ErrorCode::kParse);
        }
    }
}

void ModelsTest::childSumIsWrittenInBlocks() {
    const auto data = treeDataset({"(1 (0 a) (2 b) (0 c))"});
    const auto model = makeOrThrow("tree-lstm-child-sum", {{"hidden", 4}, {"embed", 3}}, *data);
    const ParameterStore& store = model->initialParameters();
    QCOMPARE(sizeOf(store, "embedding"), std::int64_t{4 * 3});
    QCOMPARE(sizeOf(store, "tree_lstm_leaf"), std::int64_t{2 * (3 * 4 + 4)});
    QCOMPARE(sizeOf(store, "tree_lstm_forget"), std::int64_t{4 * 4 + 4});
    QCOMPARE(sizeOf(store, "tree_lstm_sum"), std::int64_t{3 * (4 * 4 + 4)});
    QCOMPARE(sizeOf(store, "dense"), std::int64_t{4 * 3 + 3});
    Graph graph(model->signatures());
    const auto output = model->build(graph, *data->at(0), BuildMode::kEvaluate, 7);
    QVERIFY(output.has_value());
    QCOMPARE(output->predictions.size(), std::size_t{4});
    QVERIFY(output->predictions.back().isRoot && !output->predictions.front().isRoot);
    QCOMPARE(output->predictions.front().part, 0);
    QCOMPARE(output->predictions.back().label, 1);
    QCOMPARE(countOf(graph, "tree_lstm_sum"), std::int64_t{1});
    QCOMPARE(countOf(graph, "tree_lstm_forget"), std::int64_t{3});
    QVERIFY(std::ranges::all_of(graph.nodes(), [](const Node& node) { return node.origin.example == 7; }));
    Graph other(model->signatures());
    const auto refused = model->build(other, *smallSequences()->at(0), BuildMode::kEvaluate, 0);
    QVERIFY(!refused && refused.error().text().find("reads trees") != std::string::npos);
}

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::ModelsTest)
#include "models_test.moc"
