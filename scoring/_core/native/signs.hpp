// Signs: some bytes for which texts are searched.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <stdexcept>

#include "text.hpp"

namespace scorelite {

// Whether a text has one of some bytes.
class Signs {
    static constexpr std::size_t kMost = 8;
    std::array<unsigned char, kMost> signs_{};
    bool none_;

  public:
    explicit Signs(View signs) : none_(signs.empty()) {
        if (signs.size() > kMost) throw std::invalid_argument("more than 8 signs");
        for (std::size_t k = 0; k < kMost && !none_; ++k) signs_[k] = static_cast<unsigned char>(signs[std::min(k, signs.size() - 1)]);
    }
    bool in(View text) const {
        const auto signs = signs_;
        return !none_ && has_byte(text, [signs](unsigned char c) {
            return (c == signs[0]) | (c == signs[1]) | (c == signs[2]) | (c == signs[3]) | (c == signs[4]) | (c == signs[5]) |
                   (c == signs[6]) | (c == signs[7]);
        });
    }
};

}  // namespace scorelite
