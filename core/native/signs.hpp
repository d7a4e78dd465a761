// Signs: some bytes for which texts are searched.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>

#include "strict.hpp"
#include "text.hpp"
#include "vectors.hpp"
#ifdef SCORELITE_DISPATCH
#include <immintrin.h>
#endif

namespace scorelite {

// Whether a text has one of some bytes.
class Signs {
    static constexpr std::size_t kMost = 8;
    std::array<unsigned char, kMost> signs_{};
    // A bit for each sign, by the lower and the upper half of its byte: a byte is a sign where both have one in common.
    std::array<std::uint8_t, 16> lower_{}, upper_{};
    bool none_;

  public:
    explicit Signs(View signs) : none_(signs.empty()) {
        if (signs.size() > kMost) throw std::invalid_argument("more than 8 signs");
        for (std::size_t k = 0; k < kMost && !none_; ++k) {
            const auto sign = static_cast<unsigned char>(signs[std::min(k, signs.size() - 1)]);
            signs_[k] = sign;
            lower_[sign & 15] |= std::uint8_t(1 << k);
            upper_[sign >> 4] |= std::uint8_t(1 << k);
        }
    }
    bool in(View text) const {
        if (none_) return false;
#ifdef SCORELITE_DISPATCH
        if (text.size() >= kTogether && has_avx2()) return in_avx2(text);
#endif
        const auto signs = signs_;
        return has_byte(text, [signs](unsigned char c) {
            return (c == signs[0]) | (c == signs[1]) | (c == signs[2]) | (c == signs[3]) | (c == signs[4]) | (c == signs[5]) |
                   (c == signs[6]) | (c == signs[7]);
        });
    }

  private:
#ifdef SCORELITE_DISPATCH
    SCORELITE_AVX2 bool in_avx2(View text) const {
        constexpr std::size_t kWide = sizeof(__m256i);
        const __m256i lower = _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(lower_.data())));
        const __m256i upper = _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(upper_.data())));
        const __m256i half = _mm256_set1_epi8(15);
        __m256i seen = _mm256_setzero_si256();
        const auto look = [&](__m256i bytes) SCORELITE_AVX2 {
            const __m256i low = _mm256_shuffle_epi8(lower, _mm256_and_si256(bytes, half));
            const __m256i high = _mm256_shuffle_epi8(upper, _mm256_and_si256(_mm256_srli_epi16(bytes, 4), half));
            seen = _mm256_or_si256(seen, _mm256_and_si256(low, high));
        };
        const auto at = [&](std::size_t place) { return reinterpret_cast<const __m128i*>(text.data() + place); };
        std::size_t done = 0;
        for (; done + kWide <= text.size(); done += kWide) look(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(at(done))));
        // The last bytes together with some before them.
        const std::size_t left = text.size() - done, last = text.size() - kTogether;
        if (left) look(_mm256_set_m128i(_mm_loadu_si128(at(last)), _mm_loadu_si128(at(left > kTogether ? done : last))));
        return !_mm256_testz_si256(seen, seen);
    }
#endif
};

// Whether a text has a byte that is not plain: of a character beyond ASCII, a control character that is no blank, or one of some letters.
class Unusual {
    std::array<bool, 256> is_unusual_;

  public:
    explicit Unusual(View letters) {
        for (std::size_t byte = 0; byte < is_unusual_.size(); ++byte)
            is_unusual_[byte] = byte >= 0x7F || (byte < 0x20 && !is_space(static_cast<unsigned char>(byte))) || has(letters, char(byte));
    }
    bool in(View text) const {
        return std::any_of(text.begin(), text.end(), [&](char c) { return is_unusual_[static_cast<unsigned char>(c)]; });
    }
};

}  // namespace scorelite
