// The steps of alignments in few bytes: two bits for each, and eight bytes for the place of those of an utterance.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <string>
#include <vector>

#include "unset.hpp"
#include "vectors.hpp"

namespace scorelite {

// Correct words, substitutions, deletions and insertions; operations have numbers in this order.
using Counts = std::array<std::int32_t, 4>;
constexpr char kOperations[] = "CSDI";
inline int number_of(char operation) { return operation == 'C' ? 0 : operation == 'S' ? 1 : operation == 'D' ? 2 : 3; }

// Operations by their numbers, 32 to a word.
class Moves {
    static constexpr std::uint64_t kLower = 0x5555555555555555u;  // of each two bits the lower one
    std::vector<std::uint64_t> words_;
    std::size_t size_ = 0;

    static std::int32_t pairs(std::uint64_t bits) {  // the number of ones, of which each is the lower bit of two
        bits = (bits & 0x3333333333333333u) + ((bits >> 2) & 0x3333333333333333u);
        bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
        return std::int32_t((bits * 0x0101010101010101u) >> 56);
    }
    // The letters of all four operations that a byte may hold.
    static std::array<std::array<char, 4>, 256> letters_of_four() {
        std::array<std::array<char, 4>, 256> letters;
        for (std::size_t byte = 0; byte < letters.size(); ++byte)
            for (std::size_t k = 0; k < letters[byte].size(); ++k) letters[byte][k] = kOperations[byte >> 2 * k & 3];
        return letters;
    }
    // Up to 32 operations from this one on; zeros behind them.
    std::uint64_t word_at(std::size_t k, std::size_t count) const {
        const std::size_t word = k / kWord, shift = 2 * (k % kWord);
        std::uint64_t bits = words_[word] >> shift;
        if (shift && word + 1 < words_.size()) bits |= words_[word + 1] << (64 - shift);
        return count < kWord ? bits & ((std::uint64_t(1) << 2 * count) - 1) : bits;
    }

  public:
    static constexpr std::size_t kWord = 32;

    std::size_t size() const { return size_; }
    void reserve(std::size_t steps) { words_.reserve(steps / kWord + 1); }
    int operator[](std::size_t k) const { return int(words_[k / kWord] >> 2 * (k % kWord) & 3); }
    // Adds up to 32 operations: the first one is in the lowest bits, and behind the last one are zeros.
    void add(std::uint64_t operations, std::size_t count) {
        const std::size_t shift = 2 * (size_ % kWord);
        if (shift) words_.back() |= operations << shift;
        if (!shift && count)
            words_.push_back(operations);
        else if (2 * count > 64 - shift)
            words_.push_back(operations >> (64 - shift));
        size_ += count;
    }
    void push_back(int operation) { add(std::uint64_t(operation), 1); }
    // Adds all operations of others from the next word on; returns the place of the first.
    std::size_t append(const Moves& others) {
        const std::size_t first = kWord * words_.size();
        words_.insert(words_.end(), others.words_.begin(), others.words_.end());
        size_ = first + others.size_;
        return first;
    }
    // Writes so many operations, a letter each, four at a time.
    void letters(std::size_t first, std::size_t count, char* out) const {
        constexpr std::size_t kFour = 4;
        static const auto fours = letters_of_four();
        for (std::size_t k = 0; k < count; k += kWord) {
            std::size_t steps = std::min(kWord, count - k);
            std::uint64_t bits = word_at(first + k, steps);
            for (; steps >= kFour; steps -= kFour, bits >>= 2 * kFour, out += kFour) std::memcpy(out, fours[bits & 0xFF].data(), kFour);
            for (; steps; --steps, bits >>= 2) *out++ = kOperations[bits & 3];
        }
    }
    // Gives the place of each of so many operations that is not the first one, C, to `use`, with its number.
    template <class Use> void each_error(std::size_t first, std::size_t count, const Use& use) const {
        for (std::size_t k = 0; k < count; k += kWord) {
            const std::uint64_t bits = word_at(first + k, std::min(kWord, count - k));
            for (std::uint64_t wrong = (bits | bits >> 1) & kLower; wrong; wrong &= wrong - 1) {
                const std::size_t shift = trailing_zeros(wrong);
                use(k + shift / 2, int(bits >> shift & 3));
            }
        }
    }
    // How many of so many operations are not the first one, C.
    std::size_t errors(std::size_t first, std::size_t count) const {
        std::int32_t sum = 0;
        for (std::size_t k = 0; k < count; k += kWord) {
            const std::uint64_t bits = word_at(first + k, std::min(kWord, count - k));
            sum += pairs((bits | bits >> 1) & kLower);
        }
        return std::size_t(sum);
    }
    Counts counts(std::size_t first, std::size_t count) const {
        Counts sums{};
        for (std::size_t k = 0; k < count; k += kWord) {
            const std::size_t steps = std::min(kWord, count - k);
            const std::uint64_t bits = word_at(first + k, steps), lower = bits & kLower, upper = bits >> 1 & kLower;
            const std::int32_t inserted = pairs(lower & upper), substituted = pairs(lower) - inserted, deleted = pairs(upper) - inserted;
            sums[0] += std::int32_t(steps) - substituted - deleted - inserted;
            sums[1] += substituted;
            sums[2] += deleted;
            sums[3] += inserted;
        }
        return sums;
    }
};

// Where the steps of an utterance are: in the moves of plain texts, or in the slots of lattices.
class Path {
    static constexpr int kFirst = 34, kSize = 29;
    std::uint64_t first_ : kFirst, size_ : kSize, lattice_ : 1;

  public:
    Path() = default;
    Path(std::size_t first, std::size_t size, bool lattice) : first_(first), size_(size), lattice_(lattice) {
        if (std::uint64_t(first) >> kFirst || std::uint64_t(size) >> kSize) throw std::bad_alloc();
    }
    std::size_t first() const { return first_; }
    std::size_t size() const { return size_; }
    bool lattice() const { return lattice_; }
};

}  // namespace scorelite
