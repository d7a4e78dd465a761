// Compounds: texts in which words of one side may be those of the other, split or joined elsewhere.
#pragma once
#include <algorithm>
#include <string>
#include <vector>

#include "bits.hpp"
#include "cutter.hpp"

namespace scorelite {

class Compounds {
    static constexpr std::size_t kFew = 1 << 10;  // places of the smallest table
    static constexpr std::size_t kThin = 8;       // places for each word
    static constexpr std::size_t kLong = 255;     // letters of a word that is one of the longest
    std::vector<View> sorted_;
    std::vector<std::uint8_t> longest_;  // letters of the longest word of one side that begins with two or three letters, by their key
    int shift_ = 0;

  public:
    // Whether two words in a row of one text go as a longer word of the other does, of which the first is the beginning. Equal letters
    // that are cut in two ways have such words where the first cut differs.
    bool may_be_in(const std::vector<View>& ref, const std::vector<View>& hyp) { return has_longer(ref, hyp) || has_longer(hyp, ref); }

  private:
    // Whether words in a row go as a longer one of the others does.
    bool has_longer(const std::vector<View>& words, const std::vector<View>& others) {
        if (words.size() < 2) return false;
        note_beginnings(others);
        sorted_.clear();
        for (std::size_t k = 0; k + 1 < words.size(); ++k) {
            const View word = words[k], next = words[k + 1];
            const std::size_t n = word.size();
            const std::uint64_t key = n == 1 ? key_of(word[0], next[0]) : key_of(word[0], word[1], n == 2 ? next[0] : word[2]);
            if (longest_[place_of(key)] <= std::min(n, kLong - 1)) continue;
            if (sorted_.empty()) {
                sorted_ = others;
                std::sort(sorted_.begin(), sorted_.end());
            }
            if (goes_on(n, std::string(word) += next)) return true;
        }
        return false;
    }
    // Whether one of the sorted words is longer than the beginning of some letters, and goes as they do as far as both reach.
    bool goes_on(std::size_t beginning, View letters) const {
        auto next = std::lower_bound(sorted_.begin(), sorted_.end(), letters);
        if (next != sorted_.end() && next->substr(0, letters.size()) == letters) return true;
        // The word before either is the longest one that the letters begin with, or no such word is longer than what both share.
        while (next != sorted_.begin()) {
            const View word = *--next;
            const auto least = std::ptrdiff_t(std::min(word.size(), letters.size()));
            const auto shared = std::size_t(std::mismatch(word.begin(), word.begin() + least, letters.begin()).first - word.begin());
            if (shared <= beginning) return false;
            if (shared == word.size()) return true;
            next = std::upper_bound(sorted_.begin(), next, letters.substr(0, shared));
        }
        return false;
    }
    void note_beginnings(const std::vector<View>& words) {
        std::size_t size = kFew;
        while (size < kThin * words.size()) size *= 2;
        longest_.assign(size, 0);
        shift_ = 64 - int(trailing_zeros(size));
        for (View word : words) {
            const auto n = std::uint8_t(std::min(word.size(), kLong));
            if (n > 1) note(key_of(word[0], word[1]), n);
            if (n > 2) note(key_of(word[0], word[1], word[2]), n);
        }
    }
    void note(std::uint64_t key, std::uint8_t letters) {
        std::uint8_t& longest = longest_[place_of(key)];
        longest = std::max(longest, letters);
    }
    std::size_t place_of(std::uint64_t key) const { return std::size_t(key * 0x9E3779B97F4A7C15u >> shift_); }
    template <class... Letters> static std::uint64_t key_of(Letters... letters) {
        std::uint64_t key = 1;
        ((key = key << 8 | static_cast<unsigned char>(letters)), ...);
        return key;
    }
};

}  // namespace scorelite
