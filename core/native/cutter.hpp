// Cutting texts at white space, 64 bytes at a time: in a loop over bytes no processor foresees where a word ends.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <string>
#include <vector>

#include "text.hpp"
#include "vectors.hpp"

namespace scorelite {

class Cutter {
    // Which of 64 bytes are white space.
#ifdef SCORELITE_SSE2
    static std::uint64_t space_bits(const char* text) {
        std::uint64_t bits = 0;
        for (std::size_t k = 0; k < kBits; k += 16) {
            const __m128i chunk = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text + k));
            const __m128i from_tab = _mm_sub_epi8(chunk, _mm_set1_epi8('\t'));
            const __m128i tabs = _mm_cmpeq_epi8(_mm_min_epu8(from_tab, _mm_set1_epi8('\r' - '\t')), from_tab);
            const __m128i spaces = _mm_or_si128(tabs, _mm_cmpeq_epi8(chunk, _mm_set1_epi8(' ')));
            bits |= std::uint64_t(std::uint32_t(_mm_movemask_epi8(spaces))) << k;
        }
        return bits;
    }
#else
    static std::uint64_t bytes(std::uint64_t value) { return value * 0x0101010101010101u; }
    // Of eight bytes, those that are white space have their highest bits set.
    static std::uint64_t spaces(std::uint64_t chunk) {
        const std::uint64_t low = chunk & bytes(127), from_tab = low + bytes(128 - '\t'), behind = low + bytes(128 - '\r' - 1);
        const std::uint64_t no_blank = (low ^ bytes(' ')) + bytes(127);
        return ((from_tab & ~behind) | ~no_blank) & ~chunk & bytes(128);
    }
    static std::uint64_t space_bits(const char* text) {
        std::uint64_t bits = 0;
        for (std::size_t k = 0; k < kBits; k += 8) {
            std::uint64_t chunk = 0;
            for (std::size_t n = 0; n < 8; ++n) chunk |= std::uint64_t(static_cast<unsigned char>(text[k + n])) << 8 * n;
            // The product moves the eight bits next to each other.
            bits |= ((spaces(chunk) >> 7) * 0x0102040810204080u >> 56) << k;
        }
        return bits;
    }
#endif

  public:
    static constexpr std::size_t kBits = 64;

    // Which of 64 bytes from a place on belong to words; bytes behind the text do not.
    static std::uint64_t word_bits(View text, std::size_t at) {
        const std::size_t left = text.size() - at;
        if (left >= kBits) return ~space_bits(text.data() + at);
        // The last bytes are read together with some before them, where there are any.
        if (text.size() >= kBits) return ~space_bits(text.data() + text.size() - kBits) >> (kBits - left);
        char rest[kBits];
        std::memset(rest, ' ', kBits);
        std::memcpy(rest, text.data() + at, left);
        return ~space_bits(rest);
    }
    // Gives the words of a text to `use`.
    template <class Use> SCORELITE_INLINE static void each(View text, const Use& use) {
        const char* start = nullptr;  // of a word that has not ended
        std::uint64_t before = 0;     // whether the byte before is one of a word
        for (std::size_t at = 0; at < text.size(); at += kBits) {
            const std::uint64_t word = word_bits(text, at);
            const char* const bytes = text.data() + at;
            std::uint64_t ends = word ^ (word << 1 | before);
            const auto next = [&] {
                const char* const end = bytes + trailing_zeros(ends);
                ends &= ends - 1;
                return end;
            };
            if (start && ends) {
                use(View(start, std::size_t(next() - start)));
                start = nullptr;
            }
            while (ends) {
                start = next();
                if (!ends) break;
                use(View(start, std::size_t(next() - start)));
                start = nullptr;
            }
            before = word >> (kBits - 1);
        }
        if (start) use(View(start, std::size_t(text.data() + text.size() - start)));
    }
    // No text has more words than this.
    static std::size_t most(View text) { return text.size() / 2 + text.size() % 2; }
    // Adds the words of a text; more than a limit are refused.
    static void cut(View text, std::vector<View>& out, std::size_t limit) {
        if (most(text) > limit && count(text) > limit) throw std::bad_alloc();
        each(text, [&](View word) { out.emplace_back(word.data(), word.size()); });
    }
    // Adds the words of a text that have these numbers, counted from 0, which rise.
    static void pick(View text, const std::vector<std::size_t>& numbers, std::vector<View>& out) {
        std::size_t first = 0;     // the number of the first word that begins in the bytes
        std::uint64_t before = 0;  // whether the byte before is one of a word
        auto number = numbers.begin();
        for (std::size_t at = 0; at < text.size() && number != numbers.end(); at += kBits) {
            const std::uint64_t word = word_bits(text, at);
            std::uint64_t starts = word & ~(word << 1 | before);
            for (; starts; starts &= starts - 1, ++first) {
                if (first != *number) continue;
                const std::size_t start = at + trailing_zeros(starts);
                out.push_back(text.substr(start, end_of(text, at, word, start) - start));
                if (++number == numbers.end()) return;
            }
            before = word >> (kBits - 1);
        }
    }

  private:
    SCORELITE_APART static std::size_t count(View text) {
        std::size_t words = 0;
        each(text, [&](View) { ++words; });
        return words;
    }
    // The end of a word that begins among the 64 bytes from a place on, of which these belong to words.
    static std::size_t end_of(View text, std::size_t at, std::uint64_t word, std::size_t start) {
        std::uint64_t ends = ~word & ~std::uint64_t(0) << (start - at);
        while (!ends) {
            at += kBits;
            if (at >= text.size()) return text.size();
            ends = ~word_bits(text, at);
        }
        return std::min(text.size(), at + trailing_zeros(ends));
    }
};

// The words of a text as they are written, and as they are compared: in small letters where capitals are equal.
struct CutWords {
    std::vector<View> written, compared;

    // Cuts a text, whose small letters are kept in `folded`, if they are needed; more words than a limit are refused.
    void cut(View text, bool folds, std::size_t limit, std::string& folded) {
        written.clear();
        Cutter::cut(text, written, limit);
        compared = written;
        if (!folds || !has_capital(text)) return;
        folded.resize(text.size());
        copy_lower(&folded[0], text.data(), text.size());
        for (View& word : compared) word = View(folded.data() + (word.data() - text.data()), word.size());
    }
};

}  // namespace scorelite
