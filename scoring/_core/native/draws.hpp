// Bootstrap samples: sums over places drawn with replacement, with the random number generators of other programs.
//
// Random numbers are generated in blocks of some hundreds, in loops that compile to vector instructions; two columns are packed into one
// table, so that one look-up reads both and nearly all look-ups hit the L2 cache.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "signals.hpp"
#include "vectors.hpp"

namespace scorelite {

using Column = std::vector<std::int32_t>;
using Sums = std::vector<std::int64_t>;

// std::mt19937, and places as libstdc++ draws them from it since GCC 11: the high half of a product; numbers that would bias it are left
// out.
class TwisterPlaces {
    static constexpr int kSize = 624, kShift = 397;
    std::uint32_t state_[kSize];
    const std::uint32_t count_, threshold_;

    static SCORELITE_INLINE std::uint32_t twist(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        const std::uint32_t y = (a & 0x80000000u) | (b & 0x7FFFFFFFu);
        return c ^ (y >> 1) ^ ((0u - (b & 1)) & 0x9908B0DFu);
    }
    static SCORELITE_INLINE std::uint32_t temper(std::uint32_t y) {
        y ^= y >> 11;
        y ^= (y << 7) & 0x9D2C5680u;
        y ^= (y << 15) & 0xEFC60000u;
        return y ^ y >> 18;
    }
    // Fills in places; true if one of the numbers has to be left out.
    SCORELITE_INLINE bool make(std::uint32_t* places) {
        std::uint32_t* s = state_;
        for (int k = 0; k < kSize - kShift; ++k) s[k] = twist(s[k], s[k + 1], s[k + kShift]);
        for (int k = kSize - kShift; k < kSize - 1; ++k) s[k] = twist(s[k], s[k + 1], s[k + kShift - kSize]);
        s[kSize - 1] = twist(s[kSize - 1], s[0], s[kShift - 1]);
        std::uint32_t uneven = 0;
        const std::uint64_t count = count_;
        const std::uint32_t threshold = threshold_;
        for (int k = 0; k < kSize; ++k) {
            const std::uint64_t product = temper(s[k]) * count;
            places[k] = std::uint32_t(product >> 32);
            uneven |= std::uint32_t(product) < threshold;
        }
        return uneven;
    }
#ifdef SCORELITE_DISPATCH
    SCORELITE_AVX2 bool make_avx2(std::uint32_t* places) { return make(places); }
#endif
    bool make_any(std::uint32_t* places) {
#ifdef SCORELITE_DISPATCH
        if (has_avx2()) return make_avx2(places);
#endif
        return make(places);
    }

  public:
    static constexpr int kMost = kSize;

    TwisterPlaces(std::uint32_t seed, std::uint32_t count) : count_(count), threshold_((0u - count) % count) {
        for (std::uint32_t k = 0; k < kSize; ++k) {
            state_[k] = seed;
            seed = 1812433253u * (seed ^ seed >> 30) + k + 1;
        }
    }
    // Fills in the next places; returns their number.
    std::size_t next(std::uint32_t* places) {
        if (!make_any(places)) return kSize;
        std::size_t kept = 0;
        for (std::uint32_t value : state_) {
            const std::uint64_t product = std::uint64_t(temper(value)) * count_;
            if (std::uint32_t(product) >= threshold_) places[kept++] = std::uint32_t(product >> 32);
        }
        return kept;
    }
};

// The C library's rand() on Linux: every number is the sum of the numbers 3 and 31 before it. It is also the sum of the numbers 9, 31, 34
// and 37 before it, so that eight can be computed side by side.
class GlibcPlaces {
    static constexpr int kBefore = 37, kBlock = 744;
    std::uint32_t values_[kBefore + kBlock];
    const std::uint32_t count_;

    SCORELITE_INLINE void make(std::uint32_t* places) {
        std::uint32_t* v = values_ + kBefore;
        for (int k = 0; k < kBlock; k += 8)
            for (int l = k; l < k + 8; ++l) v[l] = v[l - 9] + v[l - 31] + v[l - 34] + v[l - 37];
        const double inverse = 1.0 / count_;
        const std::int32_t count = std::int32_t(count_);
        for (int k = 0; k < kBlock; ++k) {
            const std::int32_t number = std::int32_t(v[k] >> 1);
            std::int32_t rest = number - std::int32_t(double(number) * inverse) * count;  // the quotient may be off by one
            rest += rest < 0 ? count : 0;
            rest -= rest >= count ? count : 0;
            places[k] = std::uint32_t(rest);
        }
    }
#ifdef SCORELITE_DISPATCH
    SCORELITE_AVX2 void make_avx2(std::uint32_t* places) { make(places); }
#endif

  public:
    static constexpr int kMost = kBlock;

    // The window holds the 31 numbers before the first.
    GlibcPlaces(const std::uint32_t* window, std::uint32_t count) : count_(count) {
        std::uint32_t* v = values_ + kBefore;
        std::memcpy(v - 31, window, 31 * sizeof *window);
        for (int k = 32; k <= kBefore; ++k) v[-k] = v[31 - k] - v[28 - k];
        std::memmove(values_ + kBlock, values_, kBefore * sizeof *values_);
    }
    std::size_t next(std::uint32_t* places) {
        std::memmove(values_, values_ + kBlock, kBefore * sizeof *values_);
#ifdef SCORELITE_DISPATCH
        if (has_avx2()) {
            make_avx2(places);
            return kBlock;
        }
#endif
        make(places);
        return kBlock;
    }
    // The window after all but `left` of the last numbers have been used.
    void window(std::uint32_t* out, std::size_t left) const { std::memcpy(out, values_ + kBefore + kBlock - left - 31, 31 * sizeof *out); }
};

// Columns for look-ups: relative to their smallest value, two of them packed into one number where they fit.
class SampleTable {
    std::vector<std::uint32_t> packed_;
    std::vector<Column> columns_;
    std::int64_t least_[2] = {0, 0};
    std::size_t run_ = 0;  // packed numbers that can be added before the lower half overflows

    static SCORELITE_INLINE std::uint64_t sum(const std::uint32_t* table, const std::uint32_t* places, std::size_t n) {
        std::uint64_t a = 0, b = 0, c = 0, d = 0;
        std::size_t k = 0;
        for (; k + 4 <= n; k += 4) {
            a += table[places[k]];
            b += table[places[k + 1]];
            c += table[places[k + 2]];
            d += table[places[k + 3]];
        }
        for (; k < n; ++k) a += table[places[k]];
        return a + b + c + d;
    }

  public:
    explicit SampleTable(std::vector<Column> columns) : columns_(std::move(columns)) {
        if (columns_.size() > 2 || columns_.empty()) return;
        std::int64_t range[2] = {0, 0};
        for (std::size_t c = 0; c < columns_.size(); ++c) {
            const auto ends = std::minmax_element(columns_[c].begin(), columns_[c].end());
            least_[c] = *ends.first;
            range[c] = std::int64_t(*ends.second) - least_[c];
        }
        if (columns_.size() == 2 && (range[0] > 4095 || range[1] > 65535)) return;
        run_ = columns_.size() == 2 ? std::size_t(range[0] ? 65535 / range[0] : 65535) : std::size_t(1) << 20;
        packed_.resize(columns_[0].size());
        for (std::size_t k = 0; k < packed_.size(); ++k) {
            packed_[k] = std::uint32_t(columns_[0][k] - least_[0]);
            if (columns_.size() == 2) packed_[k] |= std::uint32_t(columns_[1][k] - least_[1]) << 16;
        }
    }

    void add(const std::uint32_t* places, std::size_t n, std::int64_t* sums) const {
        if (packed_.empty()) {
            for (std::size_t c = 0; c < columns_.size(); ++c)
                for (std::size_t k = 0; k < n; ++k) sums[c] += columns_[c][places[k]];
            return;
        }
        for (std::size_t k = 0; k < n; k += run_) {
            const std::size_t part = std::min(run_, n - k);
            const std::uint64_t found = sum(packed_.data(), places + k, part);
            if (columns_.size() == 1) {
                sums[0] += std::int64_t(found) + least_[0] * std::int64_t(part);
            } else {
                sums[0] += std::int64_t(found & 65535) + least_[0] * std::int64_t(part);
                sums[1] += std::int64_t(found >> 16) + least_[1] * std::int64_t(part);
            }
        }
    }
};

// Draws samples one after the other; a sample has as many rows as the columns.
template <class Places> class Sampler {
    Places& places_;
    const SampleTable& table_;
    const std::size_t count_;
    std::uint32_t drawn_[Places::kMost];
    std::size_t from_ = 0, to_ = 0;
    Ticks ticks_;

  public:
    Sampler(Places& places, const SampleTable& table, std::size_t count) : places_(places), table_(table), count_(count) {}

    void sample(std::int64_t* sums) {
        for (std::size_t missing = count_; missing;) {
            if (from_ == to_) from_ = 0, to_ = places_.next(drawn_);
            const std::size_t n = std::min(missing, to_ - from_);
            ticks_.spend(n);
            table_.add(drawn_ + from_, n, sums);
            from_ += n;
            missing -= n;
        }
    }
    std::size_t left() const { return to_ - from_; }
};

}  // namespace scorelite
