// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/conformance/value_cases.h"

#include <cmath>
#include <limits>

namespace loomscope {

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// One number in, one out.
ValueCase at(std::string_view op, float x, float y, float slope, Attributes attributes = {}) {
    return {
        .op = op, .arguments = {{{1}, {x}}}, .attributes = attributes, .value = {y}, .gradients = {{slope}}};
}

ValueCase at(std::string_view op, float a, float b, float y, float slopeA, float slopeB) {
    return {.op = op, .arguments = {{{1}, {a}}, {{1}, {b}}}, .value = {y}, .gradients = {{slopeA}, {slopeB}}};
}

std::vector<ValueCase> functions() {
    return {
        at("negate", 2, -2, -1),
        at("reciprocal", 4, 0.25F, -0.0625F),
        at("reciprocal", 0, kInfinity, -kInfinity),
        at("square", -3, 9, -6),
        at("cube", -2, -8, 12),
        at("sqrt", 4, 2, 0.25F),
        at("sqrt", 0, 0, kInfinity),
        at("sqrt", kInfinity, kInfinity, 0),
        at("sqrt", -1, NAN, NAN),
        at("exp", 0, 1, 1),
        at("exp", 1000, kInfinity, kInfinity),
        at("exp", kInfinity, kInfinity, kInfinity),
        at("exp", -200, 0, 0),
        at("exp", -kInfinity, 0, 0),
        at("exp", NAN, NAN, NAN),
        at("log", 1, 0, 1),
        at("log", 0, -kInfinity, kInfinity),
        at("log", kInfinity, kInfinity, 0),
        at("log", -1, NAN, -1),
        at("abs", -2, 2, -1),
        at("abs", 0, 0, 0),
        at("erf", 0, 0, 1.1283792F),
        at("erf", 1, 0.8427008F, 0.4151075F),
        at("erf", 30, 1, 0),
        at("erf", -kInfinity, -1, 0),
        at("log_gamma", 1, 0, -0.5772157F),
        at("log_gamma", 5, std::log(24.0F), 1.5061177F),
        at("log_gamma", 0.5F, 0.5723649F, -1.9635100F),
        at("log_gamma", -0.5F, 1.2655121F, 0.0364900F),
        at("log_gamma", 0, kInfinity, NAN),
    };
}

std::vector<ValueCase> angles() {
    const float halfPi = 1.5707963F;
    return {
        at("sin", 0, 0, 1),
        at("cos", 0, 1, 0),
        at("sin", kInfinity, NAN, NAN),
        at("tan", halfPi / 2, 1, 2),
        at("asin", 1, halfPi, kInfinity),
        at("asin", 1.5F, NAN, NAN),
        at("acos", 0, halfPi, -1),
        at("atan", kInfinity, halfPi, 0),
        at("sinh", 1000, kInfinity, kInfinity),
        at("cosh", 0, 1, 0),
        at("asinh", 1e30F, 69.7706997F, 0),
        at("acosh", 1, 0, kInfinity),
        at("acosh", 0, NAN, NAN),
        at("atanh", 0, 0, 1),
        at("atanh", 1, kInfinity, kInfinity),
    };
}

std::vector<ValueCase> activations() {
    return {
        at("log_sigmoid", 0, -0.6931472F, 0.5F),
        at("log_sigmoid", -200, -200, 1),
        at("log_sigmoid", 200, 0, 0),
        at("softsign", -1, -0.5F, 0.25F),
        at("softsign", -kInfinity, -1, 0),
        at("elu", -1, -0.3160603F, 0.1839397F, {.real = 0.5F}),
        at("elu", 100, 100, 1, {.real = 0.5F}),
        at("elu", -kInfinity, -0.5F, 0, {.real = 0.5F}),
        at("leaky_relu", -2, -0.5F, 0.25F, {.real = 0.25F}),
        at("leaky_relu", 2, 2, 1, {.real = 0.25F}),
        at("selu", 1, 1.0507010F, 1.0507010F),
        at("selu", -kInfinity, -1.7580993F, 0),
        at("silu", 1, 0.8807971F, 1.0907843F, {.real = 2}),
        at("silu", -300, 0, 0, {.real = 1}),
        at("silu", 300, 300, 1, {.real = 1}),
        at("silu", -kInfinity, 0, 0, {.real = 1}),
        at("gelu", 0, 0, 0.5F),
        at("gelu", 1, 0.8413447F, 1.0833155F),
        at("gelu", -kInfinity, 0, 0),
        at("gelu", 60, 60, 1),
        at("round", 2.5F, 2, 0),
        at("round", -1.75F, -2, 1, {.first = 1}),
        at("ceil", -0.5F, 0, 0),
        at("floor", -0.5F, -1, 1, {.first = 1}),
        at("scale_gradient", 3, 3, 0),
        at("scale_gradient", 3, 3, -1, {.real = -1}),
    };
}

std::vector<ValueCase> arithmetic() {
    return {
        at("add_constant", 2, 5, 1, {.real = 3}),
        at("constant_minus", 2, 1, -1, {.real = 3}),
        at("constant_over", 2, 1.5F, -0.75F, {.real = 3}),
        at("constant_over", 0, kInfinity, -kInfinity, {.real = 3}),
        at("power", 0, 1, 0),
        at("power", 0, 0, 0, {.real = 2}),
        at("power", 0, 0, 1, {.real = 1}),
        at("power", 0, 0, kInfinity, {.real = 0.5F}),
        at("power", -2, -8, 12, {.real = 3}),
        at("divide", 3, 2, 1.5F, 0.5F, -0.75F),
        at("pow", 0, 0, 1, 0, -kInfinity),
        at("pow", 0, 2, 0, 0, 0),
        at("pow", 2, 3, 8, 12, 8 * std::log(2.0F)),
        at("maximum", 2, 2, 2, 1, 0),
        at("maximum", 1, 2, 2, 0, 1),
        at("maximum", NAN, 2, NAN, 0, 1),
        at("maximum", 2, NAN, NAN, 0, 1),
        at("minimum", 2, 2, 2, 1, 0),
        at("minimum", NAN, 2, NAN, 0, 1),
    };
}

std::vector<ValueCase> repeats() {
    return {
        {.op = "broadcast",
         .arguments = {{{2}, {5, 7}}},
         .attributes = {.first = 2, .second = 3},
         .value = {5, 5, 5, 7, 7, 7},
         .gradients = {{6, 15}},
         .weights = {1, 2, 3, 4, 5, 6}},
        {.op = "broadcast",
         .arguments = {{{1, 2}, {5, 7}}},
         .attributes = {.first = 3, .second = 2},
         .value = {5, 7, 5, 7, 5, 7},
         .gradients = {{9, 12}},
         .weights = {1, 2, 3, 4, 5, 6}},
        {.op = "constant", .attributes = {.real = -1.5F, .first = 2}, .value = {-1.5F, -1.5F}},
        {.op = "one_hot", .attributes = {.first = 3}, .payload = 1, .value = {0, 1, 0}},
    };
}

}  // namespace

std::vector<ValueCase> elementwiseValues() {
    std::vector<ValueCase> all;
    for (const auto& family : {functions(), angles(), activations(), arithmetic(), repeats()}) {
        all.insert(all.end(), family.begin(), family.end());
    }
    return all;
}

}  // namespace loomscope
