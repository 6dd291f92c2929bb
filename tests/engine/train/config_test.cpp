// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/default_config.h"
#include "engine/train/run_config.h"
#include "engine/train/run_event.h"

#include <QTest>

#include <string>

namespace loomscope {

namespace {

std::string errorOf(std::string_view json) {
    const auto config = parseRunConfig(json);
    return config ? std::string("parsed") : config.error().text();
}

std::string problemOf(std::string_view assignment) {
    RunConfig config;
    config.data.train = "train.txt";
    const auto set = setKey(config, assignment);
    if (!set) {
        return "not set: " + set.error().message;
    }
    const auto valid = validate(config);
    return valid ? std::string("valid") : valid.error().message;
}

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

constexpr std::string_view kWhole = R"({
  "name": "first", "data": {"train": "sst/train.txt", "dev": "sst/dev.txt", "labels": "sst-binary",
                            "targets": ["a", "b"], "dev_share": 0.25},
  "model": {"name": "tree-lstm", "hidden": 100, "dropout": false},
  "optimiser": {"name": "adam", "rate": 1e-3, "embedding_rate": 0.1, "l2": 1e-4, "clip": 5,
                "schedule": "cosine", "warmup": 100, "decay": 0.25, "decay_every": 4, "least": 0.125, "average": 0.5},
  "train": {"epochs": 3, "batch": 7, "seed": 18446744073709551615, "stop_after": 2, "metric": "root_accuracy"},
  "engine": {"device": "cpu", "threads": 2, "policy": "agenda", "granularity": "op"} })";

}  // namespace

class ConfigTest : public QObject {
    Q_OBJECT

private slots:
    void allKeysAreRead();
    void writingAndReadingGivesTheSame();
    void missingKeysKeepTheModelsDefaults();
    void unknownKeysNameTheNearest();
    void mistakesNameTheirPlace();
    void wrongTypesNameTheKey();
    void keysAreSetFromText();
    void settingNamesWhatIsWrong();
    void validationNamesTheKey_data();
    void validationNamesTheKey();
    void statusesHaveNames();
};

void ConfigTest::allKeysAreRead() {
    const auto config = parseRunConfig(kWhole);
    QVERIFY2(config.has_value(), config ? "" : config.error().text().c_str());
    QCOMPARE(config->name, std::string("first"));
    QCOMPARE(config->data.labels, std::string("sst-binary"));
    QCOMPARE(config->data.targets, (std::vector<std::string>{"a", "b"}));
    QCOMPARE(config->data.devShare, 0.25);
    QCOMPARE(config->modelOptions.at("hidden"), 100.0);
    QCOMPARE(config->modelOptions.at("dropout"), 0.0);
    QCOMPARE(config->optimiser.name, std::string("adam"));
    QCOMPARE(config->optimiser.embeddingRate, 0.1);
    QCOMPARE(config->optimiser.schedule.kind, std::string("cosine"));
    QCOMPARE(config->optimiser.schedule.warmup, 100);
    QCOMPARE(config->optimiser.schedule.decay, 0.25);
    QCOMPARE(config->optimiser.schedule.every, 4);
    QCOMPARE(config->optimiser.schedule.least, 0.125);
    QCOMPARE(config->optimiser.average, 0.5);
    QCOMPARE(config->train.seed, 18446744073709551615ULL);
    QCOMPARE(config->train.metric, std::string("root_accuracy"));
    QCOMPARE(config->engine.policy, std::string("agenda"));
    QVERIFY(validate(*config).has_value());
}

void ConfigTest::writingAndReadingGivesTheSame() {
    RunConfig config = *parseRunConfig(kWhole);
    config.optimiser.rate = 0.1 + 0.2;
    config.name = "with \"quotes\" and \u00fc";
    const std::string json = toJson(config);
    const auto again = parseRunConfig(json);
    QVERIFY2(again.has_value(), again ? "" : again.error().text().c_str());
    QCOMPARE(toJson(*again), json);
    QCOMPARE(again->optimiser.rate, 0.1 + 0.2);
    QCOMPARE(toJson(*parseRunConfig(toJson(RunConfig{}))), toJson(RunConfig{}));
}

void ConfigTest::missingKeysKeepTheModelsDefaults() {
    const auto trees = parseRunConfig("{}");
    QCOMPARE(trees->optimiser.name, std::string("adagrad"));
    const auto molecules = parseRunConfig(R"({"optimiser": {"rate": 0.01}, "model": {"name": "dmpnn"}})");
    QCOMPARE(molecules->optimiser.name, std::string("adam"));
    QCOMPARE(molecules->optimiser.rate, 0.01);
    QCOMPARE(molecules->train.batch, defaultConfig("dmpnn").train.batch);
    for (const ModelInfo& model : modelInfos()) {
        RunConfig config = defaultConfig(model.name);
        config.data.train = "data";
        QVERIFY(validate(config).has_value());
    }
}

void ConfigTest::unknownKeysNameTheNearest() {
    QVERIFY(contains(errorOf(R"({"optimizer": {}})"), "unknown key 'optimizer'; did you mean 'optimiser'?"));
    QVERIFY(contains(errorOf(R"({"train": {"epoch": 3}})"), "'train.epoch'; did you mean 'train.epochs'?"));
    QVERIFY(contains(errorOf(R"({"model": {"hiden": 3}})"), "'model.hiden'; did you mean 'model.hidden'?"));
    QVERIFY(contains(errorOf(R"({"model": {"name": "dmpnn", "embed": 3}})"), "unknown key 'model.embed'"));
}

void ConfigTest::mistakesNameTheirPlace() {
    QVERIFY(contains(errorOf("{\n  \"train\": {\"epochs\": }\n}"), "line 2, column 23"));
    QVERIFY(contains(errorOf(""), "line 1, column 1"));
    QVERIFY(contains(errorOf("[]"), "object in braces"));
    QVERIFY(contains(errorOf("{\"train\": {\"epochs\": 1"), "line 1"));
    QCOMPARE(parseRunConfig("{,}").error().code, ErrorCode::kParse);
    QCOMPARE(parseRunConfig("{\"name\": \"\xff\"}").error().code, ErrorCode::kParse);
}

void ConfigTest::wrongTypesNameTheKey() {
    QVERIFY(contains(errorOf(R"({"train": 3})"), "'train' must be an object"));
    QVERIFY(contains(errorOf(R"({"train": {"epochs": "3"}})"), "'train.epochs' must be a whole number"));
    QVERIFY(contains(errorOf(R"({"train": {"epochs": 99999999999}})"), "'train.epochs'"));
    QVERIFY(contains(errorOf(R"({"train": {"seed": -1}})"), "'train.seed'"));
    QVERIFY(contains(errorOf(R"({"optimiser": {"rate": "x"}})"), "'optimiser.rate' must be a number"));
    QVERIFY(contains(errorOf(R"({"data": {"targets": "a"}})"), "'data.targets' must be a list"));
    QVERIFY(contains(errorOf(R"({"data": {"train": 1}})"), "'data.train' must be a text"));
    QVERIFY(contains(errorOf(R"({"model": {"hidden": "x"}})"), "'model.hidden' must be a number"));
}

void ConfigTest::keysAreSetFromText() {
    RunConfig config;
    for (const std::string_view assignment : {"optimiser.rate=0.1", "train.epochs=12", "data.targets=a,b c",
                                              "name=x=y", "hidden=64", "model.embed=32"}) {
        QVERIFY(setKey(config, assignment).has_value());
    }
    QCOMPARE(config.optimiser.rate, 0.1);
    QCOMPARE(config.train.epochs, 12);
    QCOMPARE(config.data.targets, (std::vector<std::string>{"a", "b c"}));
    QCOMPARE(config.name, std::string("x=y"));
    QCOMPARE(config.modelOptions.at("hidden"), 64.0);
    QCOMPARE(config.modelOptions.at("embed"), 32.0);
}

void ConfigTest::settingNamesWhatIsWrong() {
    QVERIFY(contains(problemOf("train.epochs"), "write key=value"));
    QVERIFY(contains(problemOf("train.epochs=1.5"), "'train.epochs' must be a whole number, not '1.5'"));
    QVERIFY(contains(problemOf("optimiser.rate=0,1"), "'optimiser.rate' must be a number"));
    QVERIFY(contains(problemOf("optimizer.rate=1"), "did you mean 'optimiser.rate'?"));
    QVERIFY(contains(problemOf("hiden=1"), "did you mean 'hidden'?"));
    QVERIFY(contains(problemOf("hidden="), "'model.hidden' must be a number"));
}

void ConfigTest::validationNamesTheKey_data() {
    QTest::addColumn<QString>("assignment");
    QTest::addColumn<QString>("message");
    QTest::newRow("no data") << "data.train="
                             << "'data.train' is missing";
    QTest::newRow("labels") << "data.labels=sts"
                            << "did you mean 'sst'?";
    QTest::newRow("task") << "data.task=regresion"
                          << "did you mean 'regression'?";
    QTest::newRow("share") << "data.dev_share=-0.1"
                           << "'data.dev_share' must be from 0";
    QTest::newRow("shares") << "data.dev_share=0.88"
                            << "'data.dev_share + data.test_share'";
    QTest::newRow("model") << "model.name=treelstm"
                           << "did you mean 'tree-lstm'?";
    QTest::newRow("option") << "hidden=0"
                            << "option 'hidden'";
    QTest::newRow("optimiser") << "optimiser.name=adamm"
                               << "did you mean 'adam'?";
    QTest::newRow("rate") << "optimiser.rate=0"
                          << "'optimiser.rate'";
    QTest::newRow("not a rate") << "optimiser.rate=nan"
                                << "'optimiser.rate'";
    QTest::newRow("schedule") << "optimiser.schedule=cosin"
                              << "'optimiser.schedule' can't be 'cosin'; did you mean 'cosine'?";
    QTest::newRow("warm-up") << "optimiser.warmup=-1"
                             << "'optimiser.warmup' must be from 0 to 1000000000, not -1";
    QTest::newRow("decay") << "optimiser.decay=1.5"
                           << "'optimiser.decay' must be from 1e-06 to 1, not 1.5";
    QTest::newRow("decay every") << "optimiser.decay_every=0"
                                 << "'optimiser.decay_every' must be from 1 to 1000000, not 0";
    QTest::newRow("least") << "optimiser.least=2"
                           << "'optimiser.least' must be from 0 to 1, not 2";
    QTest::newRow("average") << "optimiser.average=-0.5"
                             << "'optimiser.average' must be from 0 to 1, not -0.5";
    QTest::newRow("epochs") << "train.epochs=0"
                            << "'train.epochs' must be from 1";
    QTest::newRow("batch") << "train.batch=-4"
                           << "'train.batch'";
    QTest::newRow("metric") << "train.metric=root_acuracy"
                            << "did you mean 'root_accuracy'?";
    QTest::newRow("device") << "engine.device=gpu"
                            << "'engine.device' can't be 'gpu'";
    QTest::newRow("threads") << "engine.threads=0"
                             << "'engine.threads'";
    QTest::newRow("policy") << "engine.policy=dept"
                            << "did you mean 'depth'?";
    QTest::newRow("optimal") << "engine.policy=optimal"
                             << "no run could be repeated";
    QTest::newRow("granularity") << "engine.granularity=ops"
                                 << "did you mean 'op'?";
    QTest::newRow("fine") << "engine.granularity=op"
                          << "valid";
}

void ConfigTest::validationNamesTheKey() {
    QFETCH(const QString, assignment);
    QFETCH(const QString, message);
    const std::string problem = problemOf(assignment.toStdString());
    QVERIFY2(contains(problem, message.toStdString()), problem.c_str());
}

void ConfigTest::statusesHaveNames() {
    QCOMPARE(name(RunStatus::kRunning), std::string_view("running"));
    QCOMPARE(name(RunStatus::kInterrupted), std::string_view("interrupted"));
}

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::ConfigTest)
#include "config_test.moc"
