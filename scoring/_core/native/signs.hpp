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
    static constexpr std::size_t kMost = 8, kTogether = 16;
    std::array<char, kMost> signs_{};
    bool none_;

  public:
    explicit Signs(View signs) : none_(signs.empty()) {
        if (signs.size() > kMost) throw std::invalid_argument("more than 8 signs");
        for (std::size_t k = 0; k < kMost && !none_; ++k) signs_[k] = signs[std::min(k, signs.size() - 1)];
    }
    bool in(View text) const {
        if (none_) return false;
        std::array<unsigned char, kTogether> seen{};
        std::size_t at = 0;
        for (; at + kTogether <= text.size(); at += kTogether) look(text.data() + at, seen);
        if (at && at < text.size()) {
            look(text.data() + text.size() - kTogether, seen);  // the last bytes together with some before them
        } else if (at < text.size()) {
            std::array<char, kTogether> few;
            few.fill(text[at]);
            std::copy(text.begin() + std::ptrdiff_t(at), text.end(), few.begin());
            look(few.data(), seen);
        }
        return std::any_of(seen.begin(), seen.end(), [](unsigned char is_sign) { return is_sign != 0; });
    }

  private:
    // Marks those of some bytes that are signs; without a branch, so that the bytes are looked at together.
    void look(const char* from, std::array<unsigned char, kTogether>& seen) const {
        const auto [a, b, c, d, e, f, g, h] = signs_;
        for (std::size_t k = 0; k < kTogether; ++k) {
            const char x = from[k];
            seen[k] |= static_cast<unsigned char>((x == a) | (x == b) | (x == c) | (x == d) | (x == e) | (x == f) | (x == g) | (x == h));
        }
    }
};

}  // namespace scorelite
