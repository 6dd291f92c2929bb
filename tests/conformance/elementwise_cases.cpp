// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/conformance/op_cases.h"

namespace loomscope {

namespace {

constexpr std::int32_t kStreams = 1000;

using Cases = std::vector<OpCase>;

Cases unaryCases() {
    Cases cases;
    for (const std::string_view op : {"negate", "square", "cube", "exp", "abs", "erf", "sin", "cos", "atan",
                                      "sinh", "cosh", "asinh", "log_sigmoid", "softsign", "selu", "gelu"}) {
        cases.push_back({.op = op, .arguments = {{19}}});
        cases.push_back({.op = op, .arguments = {{4, 8}}});
    }
    for (const std::string_view op : {"reciprocal", "sqrt", "log"}) {
        cases.push_back({.op = op, .arguments = {{19}}, .low = 0.25F, .high = 4});
    }
    cases.push_back({.op = "log_gamma", .arguments = {{19}}, .low = 0.25F, .high = 4});
    cases.push_back({.op = "log_gamma", .arguments = {{5}}, .low = -2.75F, .high = -2.25F});
    cases.push_back({.op = "tan", .arguments = {{19}}, .low = -1.2F, .high = 1.2F});
    for (const std::string_view op : {"asin", "acos", "atanh"}) {
        cases.push_back({.op = op, .arguments = {{19}}, .low = -0.8F, .high = 0.8F});
    }
    cases.push_back({.op = "acosh", .arguments = {{19}}, .low = 1.5F, .high = 4});
    cases.push_back({.op = "sin", .arguments = {{5}}, .low = -900, .high = 900});
    cases.push_back({.op = "log_sigmoid", .arguments = {{5}}, .low = -200, .high = 200});
    return cases;
}

Cases constantCases() {
    Cases cases;
    for (const std::string_view op : {"add_constant", "constant_minus", "elu", "leaky_relu", "silu"}) {
        for (const float constant : {0.25F, 1.5F}) {
            cases.push_back({.op = op, .arguments = {{19}}, .attributes = {.real = constant}});
        }
    }
    cases.push_back(
        {.op = "constant_over", .arguments = {{19}}, .attributes = {.real = 1.5F}, .low = 0.5F, .high = 4});
    for (const float exponent : {-1.5F, 0.0F, 0.5F, 3.0F}) {
        cases.push_back(
            {.op = "power", .arguments = {{19}}, .attributes = {.real = exponent}, .low = 0.5F, .high = 2});
    }
    for (const std::string_view op : {"round", "ceil", "floor"}) {
        cases.push_back({.op = op, .arguments = {{19}}});
        cases.push_back({.op = op, .arguments = {{19}}, .attributes = {.first = 1}, .hasDerivative = false});
    }
    for (const float factor : {0.0F, -1.0F, 0.5F}) {
        cases.push_back({.op = "scale_gradient",
                         .arguments = {{19}},
                         .attributes = {.real = factor},
                         .hasDerivative = false});
    }
    return cases;
}

Cases pairCases() {
    return {
        {.op = "divide", .arguments = {{19}, {19}}, .low = 0.5F},
        {.op = "divide", .arguments = {{4, 3}, {4, 3}}, .low = 0.5F},
        {.op = "pow", .arguments = {{19}, {19}}, .low = 0.5F},
        {.op = "maximum", .arguments = {{19}, {19}}},
        {.op = "minimum", .arguments = {{19}, {19}}},
    };
}

Cases broadcastCases() {
    return {
        {.op = "broadcast", .arguments = {{1}}, .attributes = {.first = 7}},
        {.op = "broadcast", .arguments = {{4}}, .attributes = {.first = 4, .second = 3}},
        {.op = "broadcast", .arguments = {{1, 3}}, .attributes = {.first = 4, .second = 3}},
        {.op = "broadcast",
         .arguments = {{2, 1, 3}},
         .attributes = {.first = 2, .second = 4, .third = 3, .fourth = 2}},
    };
}

Cases noiseCases() {
    Cases cases{
        {.op = "constant", .arguments = {}, .attributes = {.real = 2.5F, .first = 4, .second = 3}},
        {.op = "one_hot", .arguments = {}, .attributes = {.first = 5}, .payloadLimit = 5},
        {.op = "gaussian_noise", .arguments = {{19}}, .attributes = {.real = 0.5F}, .payloadLimit = kStreams},
    };
    for (const std::string_view op :
         {"random_normal", "random_uniform", "random_bernoulli", "random_gumbel"}) {
        cases.push_back({.op = op,
                         .arguments = {},
                         .attributes = {.real = 0.5F, .first = 4, .second = 3},
                         .payloadLimit = kStreams});
    }
    for (const std::int32_t axis : {-1, 0, 1}) {
        cases.push_back({.op = "line_dropout",
                         .arguments = {{4, 3}},
                         .attributes = {.real = 0.4F, .first = axis},
                         .payloadLimit = kStreams});
    }
    return cases;
}

}  // namespace

std::vector<OpCase> elementwiseCases() {
    Cases all;
    for (const Cases& family : {unaryCases(), constantCases(), pairCases(), broadcastCases(), noiseCases()}) {
        all.insert(all.end(), family.begin(), family.end());
    }
    return all;
}

}  // namespace loomscope
