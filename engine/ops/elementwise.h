// SPDX-License-Identifier: Apache-2.0
// Ops that work element by element, the fused gate arithmetic of LSTM cells included.
//
// Such an op reads kSegments[a] streams from its argument a (a gate block [5H] is five streams of H), and
// writes kOutputs streams. T is double, or sixteen floats at once.
#pragma once

#include "engine/ops/math.h"
#include "engine/ops/op_info.h"

#include <array>
#include <cstddef>
#include <string_view>

namespace loomscope {

struct Add {
    static constexpr std::string_view kName = "add";
    static constexpr std::array kSegments{1, 1};
    static constexpr std::size_t kOutputs = 1;

    template <class T>
    static void value(const T (&x)[2], const Attributes&, T (&y)[1]) {
        y[0] = x[0] + x[1];
    }
    template <class T>
    static void grad(const T (&)[2], const T (&)[1], const T (&dy)[1], const Attributes&, T (&dx)[2]) {
        dx[0] = dy[0];
        dx[1] = dy[0];
    }
};

struct Subtract {
    static constexpr std::string_view kName = "subtract";
    static constexpr std::array kSegments{1, 1};
    static constexpr std::size_t kOutputs = 1;

    template <class T>
    static void value(const T (&x)[2], const Attributes&, T (&y)[1]) {
        y[0] = x[0] - x[1];
    }
    template <class T>
    static void grad(const T (&)[2], const T (&)[1], const T (&dy)[1], const Attributes&, T (&dx)[2]) {
        dx[0] = dy[0];
        dx[1] = -dy[0];
    }
};

struct Multiply {
    static constexpr std::string_view kName = "multiply";
    static constexpr std::array kSegments{1, 1};
    static constexpr std::size_t kOutputs = 1;

    template <class T>
    static void value(const T (&x)[2], const Attributes&, T (&y)[1]) {
        y[0] = x[0] * x[1];
    }
    template <class T>
    static void grad(const T (&x)[2], const T (&)[1], const T (&dy)[1], const Attributes&, T (&dx)[2]) {
        dx[0] = dy[0] * x[1];
        dx[1] = dy[0] * x[0];
    }
};

/// y = attributes.real · x.
struct Scale {
    static constexpr std::string_view kName = "scale";
    static constexpr std::array kSegments{1};
    static constexpr std::size_t kOutputs = 1;

    template <class T>
    static void value(const T (&x)[1], const Attributes& attributes, T (&y)[1]) {
        y[0] = x[0] * attributes.real;
    }
    template <class T>
    static void grad(const T (&)[1], const T (&)[1], const T (&dy)[1], const Attributes& attributes,
                     T (&dx)[1]) {
        dx[0] = dy[0] * attributes.real;
    }
};

struct Tanh {
    static constexpr std::string_view kName = "tanh";
    static constexpr std::array kSegments{1};
    static constexpr std::size_t kOutputs = 1;

    template <class T>
    static void value(const T (&x)[1], const Attributes&, T (&y)[1]) {
        y[0] = math::tanh(x[0]);
    }
    template <class T>
    static void grad(const T (&)[1], const T (&y)[1], const T (&dy)[1], const Attributes&, T (&dx)[1]) {
        dx[0] = dy[0] * (1.0F - y[0] * y[0]);
    }
};

struct Sigmoid {
    static constexpr std::string_view kName = "sigmoid";
    static constexpr std::array kSegments{1};
    static constexpr std::size_t kOutputs = 1;

    template <class T>
    static void value(const T (&x)[1], const Attributes&, T (&y)[1]) {
        y[0] = math::sigmoid(x[0]);
    }
    template <class T>
    static void grad(const T (&)[1], const T (&y)[1], const T (&dy)[1], const Attributes&, T (&dx)[1]) {
        dx[0] = dy[0] * y[0] * (1.0F - y[0]);
    }
};

struct Relu {
    static constexpr std::string_view kName = "relu";
    static constexpr std::array kSegments{1};
    static constexpr std::size_t kOutputs = 1;

    template <class T>
    static void value(const T (&x)[1], const Attributes&, T (&y)[1]) {
        y[0] = math::relu(x[0]);
    }
    template <class T>
    static void grad(const T (&)[1], const T (&y)[1], const T (&dy)[1], const Attributes&, T (&dx)[1]) {
        dx[0] = dy[0] * math::step(y[0]);
    }
};

}  // namespace loomscope
