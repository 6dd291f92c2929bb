// SPDX-License-Identifier: Apache-2.0
// Writes the treebank of sample_data/trees/sentiment: `make_sentiment FOLDER`.
#include "engine/data/ptb_writer.h"
#include "engine/data/synthetic/synthetic_set.h"

#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <utility>

int main(int argc, char** argv) {
    if (argc != 2) {
        fmt::print(stderr, "usage: make_sentiment FOLDER\n");
        return 2;
    }
    const auto opened = loomscope::openSynthetic("synthetic:sentiment");
    if (!opened) {
        fmt::print(stderr, "{}\n", opened.error().text());
        return 1;
    }
    const std::filesystem::path folder = argv[1];
    const std::array parts = {std::pair{"train.txt", opened->train}, std::pair{"dev.txt", opened->dev},
                              std::pair{"test.txt", opened->test}};
    for (const auto& [name, part] : parts) {
        std::ofstream file(folder / name, std::ios::binary);
        for (std::int64_t i = 0; i < part->size(); ++i) {
            file << loomscope::writePtb(std::get<loomscope::Tree>(part->at(i)->structure)) << '\n';
        }
        file.close();
        if (!file) {
            fmt::print(stderr, "can't write {}\n", (folder / name).string());
            return 1;
        }
        fmt::print("{}: {} trees\n", (folder / name).string(), part->size());
    }
    return 0;
}
