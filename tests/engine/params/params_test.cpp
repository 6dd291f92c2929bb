// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/check.h"
#include "engine/params/parameter_store.h"
#include "engine/params/safetensors.h"
#include "tests/support/temporary_directory.h"

#include <QTest>

#include <cmath>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

namespace loomscope {

namespace {

constexpr Initializer kGlorot{.kind = Initializer::Kind::kGlorotUniform};

ParameterStore smallStore() {
    ParameterStore store;
    store.add("weight", Shape{3, 2}, kGlorot, 1);
    store.add("bias", Shape{2}, {.kind = Initializer::Kind::kConstant, .a = 0.5F}, 1);
    store.add("words", Shape{4, 2}, {.kind = Initializer::Kind::kUniform, .a = 0.1F}, 1,
              ParameterKind::kTable);
    return store;
}

std::vector<float> copyOf(std::span<const float> values) {
    return {values.begin(), values.end()};
}

std::vector<std::byte> bytesOf(std::string_view header, std::size_t dataBytes, std::uint64_t announced = 0) {
    const std::uint64_t length = announced != 0 ? announced : header.size();
    std::vector<std::byte> bytes(8 + header.size() + dataBytes);
    std::memcpy(bytes.data(), &length, 8);
    std::memcpy(bytes.data() + 8, header.data(), header.size());
    return bytes;
}

std::string errorOf(const std::vector<std::byte>& bytes) {
    const auto file = decodeTensors(bytes);
    return file ? "read without an error" : file.error().message;
}

double meanSquare(std::span<const float> values) {
    const double sum = std::accumulate(values.begin(), values.end(), 0.0, [](double total, float v) {
        return total + static_cast<double>(v) * v;
    });
    return sum / static_cast<double>(values.size());
}

}  // namespace

class ParamsTest : public QObject {
    Q_OBJECT

private slots:
    void storesLieInOneBuffer();
    void numbersDependOnNameAndSeedAlone();
    void initialisersHaveTheirScale();
    void orthogonalRowsOrColumnsAreOrthonormal();
    void onlyTouchedRowsAreCleared();
    void touchingOutsideOfTheTableIsCaught();

    void roundTripKeepsAllBits();
    void everyCutIsAnError();
    void damagedHeadersAreNamed_data();
    void damagedHeadersAreNamed();
    void assigningNamesTheWrongTensor();
    void filesAreReplacedWhole();
};

void ParamsTest::storesLieInOneBuffer() {
    ParameterStore store = smallStore();
    QCOMPARE(store.size(), 16);
    QCOMPARE(store.parameters().size(), std::size_t{3});
    const ParameterId bias = store.find("bias");
    QCOMPARE(store.parameter(bias).offset, 6);
    QCOMPARE(store.values(bias)[1], 0.5F);
    store.values(bias)[1] = 2.0F;
    QCOMPARE(store.values()[7], 2.0F);
    QVERIFY(!store.find("nothing").isValid());
    QVERIFY_THROWS_EXCEPTION(InternalError, store.add("bias", Shape{2}, kGlorot, 1));
}

void ParamsTest::numbersDependOnNameAndSeedAlone() {
    ParameterStore one;
    const ParameterId a = one.add("a", Shape{8}, kGlorot, 7);
    const ParameterId b = one.add("b", Shape{8}, kGlorot, 7);
    ParameterStore other;
    const ParameterId bFirst = other.add("b", Shape{8}, kGlorot, 7);
    const ParameterId aOtherSeed = other.add("a", Shape{8}, kGlorot, 8);
    QCOMPARE(copyOf(one.values(b)), copyOf(other.values(bFirst)));
    QVERIFY(copyOf(one.values(a)) != copyOf(one.values(b)));
    QVERIFY(copyOf(one.values(a)) != copyOf(other.values(aOtherSeed)));
}

void ParamsTest::initialisersHaveTheirScale() {
    using Kind = Initializer::Kind;
    const auto meanSquareOf = [](Kind kind, float a) {
        ParameterStore store;
        return meanSquare(store.values(store.add("w", Shape{100, 200}, {.kind = kind, .a = a}, 3)));
    };
    const auto isNear = [](double value, double expected) {
        return std::abs(value - expected) < 0.05 * expected;
    };
    QCOMPARE(meanSquareOf(Kind::kZero, 1), 0.0);
    QCOMPARE(meanSquareOf(Kind::kConstant, 3), 9.0);
    QVERIFY(isNear(meanSquareOf(Kind::kUniform, 0.3F), 0.03));
    QVERIFY(isNear(meanSquareOf(Kind::kNormal, 0.3F), 0.09));
    QVERIFY(isNear(meanSquareOf(Kind::kGlorotUniform, 1), 2.0 / 300));
    QVERIFY(isNear(meanSquareOf(Kind::kGlorotNormal, 2), 8.0 / 300));
}

void ParamsTest::orthogonalRowsOrColumnsAreOrthonormal() {
    for (const Shape shape : {Shape{3, 5}, Shape{5, 3}, Shape{4, 4}}) {
        ParameterStore store;
        const auto w =
            store.values(store.add("w", shape, {.kind = Initializer::Kind::kOrthogonal, .a = 2.0F}, 5));
        const bool isWide = shape[0] < shape[1];
        const int count = std::min(shape[0], shape[1]);
        const int length = std::max(shape[0], shape[1]);
        const auto at = [&](int vector, int i) {
            return w[static_cast<std::size_t>(isWide ? vector * shape[1] + i : i * shape[1] + vector)];
        };
        for (int a = 0; a < count; ++a) {
            for (int b = 0; b < count; ++b) {
                double dot = 0;
                for (int i = 0; i < length; ++i) {
                    dot += at(a, i) * at(b, i);
                }
                QVERIFY(std::abs(dot - (a == b ? 4.0 : 0.0)) < 1e-5);
            }
        }
    }
}

void ParamsTest::onlyTouchedRowsAreCleared() {
    ParameterStore store = smallStore();
    const ParameterId words = store.find("words");
    std::ranges::fill(store.gradients(), 1.0F);
    store.touchRow(words, 2);
    store.touchRow(words, 0);
    store.touchRow(words, 2);
    QCOMPARE(std::vector<std::int32_t>(store.touchedRows(words).begin(), store.touchedRows(words).end()),
             (std::vector<std::int32_t>{2, 0}));
    store.clearGradients();
    QCOMPARE(copyOf(store.gradient(words)), (std::vector<float>{0, 0, 1, 1, 0, 0, 1, 1}));
    QCOMPARE(copyOf(store.gradient(store.find("bias"))), (std::vector<float>{0, 0}));
    QVERIFY(store.touchedRows(words).empty());
    store.touchRow(words, 2);
    QCOMPARE(store.touchedRows(words).size(), std::size_t{1});
}

void ParamsTest::touchingOutsideOfTheTableIsCaught() {
    ParameterStore store = smallStore();
    QVERIFY_THROWS_EXCEPTION(InternalError, store.touchRow(store.find("words"), 4));
    QVERIFY_THROWS_EXCEPTION(InternalError, store.touchRow(store.find("words"), -1));
    QVERIFY_THROWS_EXCEPTION(InternalError, store.touchRow(store.find("bias"), 0));
}

void ParamsTest::roundTripKeepsAllBits() {
    ParameterStore store = smallStore();
    store.values()[0] = -0.0F;
    store.values()[1] = 1e-42F;
    const auto bytes = encodeParameters(store, {{"epoch", "3"}, {"note", "Gr\u00fc\u00dfe"}});
    const auto file = decodeTensors(bytes);
    QVERIFY2(file.has_value(), file ? "" : file.error().message.c_str());
    QCOMPARE(file->metadata.at("note"), std::string("Gr\u00fc\u00dfe"));
    QCOMPARE(file->tensors.size(), std::size_t{3});
    QCOMPARE(encodeTensors(*file), bytes);

    ParameterStore other = smallStore();
    std::ranges::fill(other.values(), 9.0F);
    QVERIFY(assignParameters(other, *file).has_value());
    QCOMPARE(std::memcmp(other.values().data(), store.values().data(), store.values().size_bytes()), 0);

    const TensorFile odd{.tensors = {{"scalar", Shape{}, {1.5F}}, {"empty", Shape{0, 3}, {}}}};
    const auto again = decodeTensors(encodeTensors(odd));
    QVERIFY2(again.has_value(), again ? "" : again.error().message.c_str());
    QVERIFY(std::ranges::is_permutation(again->tensors, odd.tensors));
}

void ParamsTest::everyCutIsAnError() {
    const auto bytes = encodeParameters(smallStore(), {{"epoch", "3"}});
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        const auto file = decodeTensors(std::span(bytes).first(size));
        QVERIFY2(!file && file.error().code == ErrorCode::kParse, qPrintable(QString("cut at %1").arg(size)));
    }
    std::vector<std::byte> longer = bytes;
    longer.push_back(std::byte{0});
    QVERIFY(!decodeTensors(longer));
}

void ParamsTest::damagedHeadersAreNamed_data() {
    QTest::addColumn<QString>("header");
    QTest::addColumn<int>("dataBytes");
    QTest::addColumn<QString>("message");
    QTest::newRow("no object") << "[1,2]" << 0 << "not a JSON object";
    QTest::newRow("no JSON") << "{\"a\":" << 0 << "not a JSON object";
    QTest::newRow("other type") << R"({"a":{"dtype":"F16","shape":[2],"data_offsets":[0,4]}})" << 4
                                << "'a' holds F16 numbers";
    QTest::newRow("no shape") << R"({"a":{"dtype":"F32","data_offsets":[0,4]}})" << 4 << "'a' lacks";
    QTest::newRow("negative") << R"({"a":{"dtype":"F32","shape":[-1],"data_offsets":[0,4]}})" << 4
                              << "'a' has a shape";
    QTest::newRow("overflow")
        << R"({"a":{"dtype":"F32","shape":[2147483647,2147483647],"data_offsets":[0,4]}})" << 4
        << "'a' has a shape";
    QTest::newRow("rank") << R"({"a":{"dtype":"F32","shape":[1,1,1,1,1],"data_offsets":[0,4]}})" << 4
                          << "'a' has a shape";
    QTest::newRow("size") << R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}})" << 4
                          << "needs 8 bytes";
    QTest::newRow("backward") << R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[4,0]}})" << 4
                              << "needs 4 bytes";
    QTest::newRow("hole") << R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})" << 8
                          << "starts at byte 4";
    QTest::newRow("overlap") << R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},)"
                                R"("b":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})"
                             << 4 << "starts at byte 0, expected 4";
    QTest::newRow("cut") << R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})" << 4 << "cut off";
    QTest::newRow("metadata") << R"({"__metadata__":{"a":1}})" << 0 << "metadata 'a'";
}

void ParamsTest::damagedHeadersAreNamed() {
    QFETCH(const QString, header);
    QFETCH(const int, dataBytes);
    QFETCH(const QString, message);
    const std::string text = errorOf(bytesOf(header.toStdString(), static_cast<std::size_t>(dataBytes)));
    QVERIFY2(text.find(message.toStdString()) != std::string::npos, text.c_str());
    QVERIFY(errorOf(bytesOf("{}", 0, 200'000'000)).find("announces a header of") != std::string::npos);
}

void ParamsTest::assigningNamesTheWrongTensor() {
    ParameterStore store = smallStore();
    const std::vector<float> before = copyOf(store.values());
    const TensorFile whole = *decodeTensors(encodeParameters(store, {}));
    const auto messageOf = [&](const TensorFile& file) {
        const auto done = assignParameters(store, file);
        return done ? std::string("assigned") : done.error().message;
    };
    TensorFile missing = whole;
    missing.tensors.erase(missing.tensors.begin());
    QVERIFY(messageOf(missing).find("lack the model's tensor 'weight'") != std::string::npos);
    TensorFile unknown = whole;
    unknown.tensors.push_back({"extra", Shape{1}, {1.0F}});
    QVERIFY(messageOf(unknown).find("'extra'") != std::string::npos);
    TensorFile wrong = whole;
    wrong.tensors[0].shape = Shape{2, 3};
    QVERIFY(messageOf(wrong).find("'weight' has shape [2, 3], the model needs [3, 2]") != std::string::npos);
    QCOMPARE(copyOf(store.values()), before);
}

void ParamsTest::filesAreReplacedWhole() {
    const TemporaryDirectory directory;
    const auto path = directory.path() / "weights.safetensors";
    QCOMPARE(readTensors(path).error().code, ErrorCode::kNotFound);
    QVERIFY(writeAtomically(path, encodeParameters(smallStore(), {{"epoch", "1"}})).has_value());
    QVERIFY(writeAtomically(path, encodeParameters(smallStore(), {{"epoch", "2"}})).has_value());
    QCOMPARE(readTensors(path)->metadata.at("epoch"), std::string("2"));
    QCOMPARE(std::distance(std::filesystem::directory_iterator(directory.path()), {}), std::ptrdiff_t{1});

    const auto failed = writeAtomically(directory.path() / "none" / "weights.safetensors", {});
    QVERIFY(!failed && failed.error().code == ErrorCode::kIo);
    QVERIFY(failed.error().message.find("none") != std::string::npos);
    QCOMPARE(readTensors(directory.path()).error().code, ErrorCode::kIo);
}

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::ParamsTest)
#include "params_test.moc"
