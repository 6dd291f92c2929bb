// SPDX-License-Identifier: Apache-2.0
// The arithmetic between the product and the state of LSTM-like cells, fused: element by element over gate
// streams.
//
// activate() applies the nonlinearities of the gates in place; value() and grad() are written in terms of the
// activated gates, grad() giving the gradient of the gates before it. Where nobody else reads the gates, the
// CPU keeps them activated between forward and backward, so that backward needs no exponential for them.
#pragma once

#include "engine/ops/math.h"
#include "engine/ops/op_info.h"

#include <array>
#include <cstddef>
#include <string_view>

namespace loomscope {

/// gates [4H] = i, f, o, u; c [H] → h, c': c' = σ(i)·tanh(u) + σ(f)·c, h = σ(o)·tanh(c').
struct LstmGates {
    static constexpr std::string_view kName = "lstm_gates";
    static constexpr std::array kSegments{4, 1};
    static constexpr std::size_t kOutputs = 2;

    template <class T>
    static void activate(T (&x)[5]) {
        for (std::size_t gate = 0; gate < 3; ++gate) {
            x[gate] = math::sigmoid(x[gate]);
        }
        x[3] = math::tanh(x[3]);
    }
    template <class T>
    static void value(const T (&x)[5], const Attributes&, T (&y)[2]) {
        y[1] = x[0] * x[3] + x[1] * x[4];
        y[0] = x[2] * math::tanh(y[1]);
    }
    template <class T>
    static void grad(const T (&x)[5], const T (&y)[2], const T (&dy)[2], const Attributes&, T (&dx)[5]) {
        const T t = math::tanh(y[1]);
        const T dc = dy[1] + dy[0] * x[2] * (1.0F - t * t);
        dx[0] = dc * x[3] * x[0] * (1.0F - x[0]);
        dx[1] = dc * x[4] * x[1] * (1.0F - x[1]);
        dx[2] = dy[0] * t * x[2] * (1.0F - x[2]);
        dx[3] = dc * x[0] * (1.0F - x[3] * x[3]);
        dx[4] = dc * x[1];
    }
};

/// gates [2H] = o, c → h, c: h = σ(o)·tanh(c). Leaf module of Tai et al. (2015).
struct TreeLstmLeafGates {
    static constexpr std::string_view kName = "tree_lstm_leaf_gates";
    static constexpr std::array kSegments{2};
    static constexpr std::size_t kOutputs = 2;

    template <class T>
    static void activate(T (&x)[2]) {
        x[0] = math::sigmoid(x[0]);
    }
    template <class T>
    static void value(const T (&x)[2], const Attributes&, T (&y)[2]) {
        y[0] = x[0] * math::tanh(x[1]);
        y[1] = x[1];
    }
    template <class T>
    static void grad(const T (&x)[2], const T (&)[2], const T (&dy)[2], const Attributes&, T (&dx)[2]) {
        const T t = math::tanh(x[1]);
        dx[0] = dy[0] * t * x[0] * (1.0F - x[0]);
        dx[1] = dy[1] + dy[0] * x[0] * (1.0F - t * t);
    }
};

/// gates [5H] = i, f_l, f_r, o, u; c_l, c_r [H] → h, c: c = σ(i)·tanh(u) + σ(f_l)·c_l + σ(f_r)·c_r, h =
/// σ(o)·tanh(c) (Tai et al., 2015, binary form).
struct TreeLstmGates {
    static constexpr std::string_view kName = "tree_lstm_gates";
    static constexpr std::array kSegments{5, 1, 1};
    static constexpr std::size_t kOutputs = 2;

    template <class T>
    static void activate(T (&x)[7]) {
        for (std::size_t gate = 0; gate < 4; ++gate) {
            x[gate] = math::sigmoid(x[gate]);
        }
        x[4] = math::tanh(x[4]);
    }
    template <class T>
    static void value(const T (&x)[7], const Attributes&, T (&y)[2]) {
        y[1] = x[0] * x[4] + x[1] * x[5] + x[2] * x[6];
        y[0] = x[3] * math::tanh(y[1]);
    }
    template <class T>
    static void grad(const T (&x)[7], const T (&y)[2], const T (&dy)[2], const Attributes&, T (&dx)[7]) {
        const T t = math::tanh(y[1]);
        const T dc = dy[1] + dy[0] * x[3] * (1.0F - t * t);
        dx[0] = dc * x[4] * x[0] * (1.0F - x[0]);
        dx[1] = dc * x[5] * x[1] * (1.0F - x[1]);
        dx[2] = dc * x[6] * x[2] * (1.0F - x[2]);
        dx[3] = dy[0] * t * x[3] * (1.0F - x[3]);
        dx[4] = dc * x[0] * (1.0F - x[4] * x[4]);
        dx[5] = dc * x[1];
        dx[6] = dc * x[2];
    }
};

/// gates [4H] = i, f_l, f_r, u; l, r [H] → h = σ(i)·tanh(u) + σ(f_l)·l + σ(f_r)·r. The cell of Fold's timing
/// table (Looks et al., 2017), whose children have one state vector.
struct FoldGates {
    static constexpr std::string_view kName = "fold_gates";
    static constexpr std::array kSegments{4, 1, 1};
    static constexpr std::size_t kOutputs = 1;

    template <class T>
    static void value(const T (&x)[6], const Attributes&, T (&y)[1]) {
        y[0] =
            math::sigmoid(x[0]) * math::tanh(x[3]) + math::sigmoid(x[1]) * x[4] + math::sigmoid(x[2]) * x[5];
    }
    template <class T>
    static void grad(const T (&x)[6], const T (&)[1], const T (&dy)[1], const Attributes&, T (&dx)[6]) {
        const T i = math::sigmoid(x[0]);
        const T left = math::sigmoid(x[1]);
        const T right = math::sigmoid(x[2]);
        const T u = math::tanh(x[3]);
        dx[0] = dy[0] * u * i * (1.0F - i);
        dx[1] = dy[0] * x[4] * left * (1.0F - left);
        dx[2] = dy[0] * x[5] * right * (1.0F - right);
        dx[3] = dy[0] * i * (1.0F - u * u);
        dx[4] = dy[0] * left;
        dx[5] = dy[0] * right;
    }
};

}  // namespace loomscope
