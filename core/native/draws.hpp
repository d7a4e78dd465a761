// Bootstrap samples (Efron 1979; of utterances, Bisani and Ney 2004): sums over places drawn with replacement, with the random number
// generators of other programs; and over groups of equal rows, which are drawn all at once.
//
// Random numbers are generated in blocks of some hundreds, in loops that compile to vector instructions; columns are packed into one
// table, so that one look-up reads all and nearly all look-ups hit the L2 cache.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "signals.hpp"
#include "vectors.hpp"

namespace scorelite {

using Column = std::vector<std::int32_t>;
using Sums = std::vector<std::int64_t>;

// std::mt19937 (Matsumoto and Nishimura 1998): blocks of numbers.
class Twister {
    static constexpr int kShift = 397;

    static SCORELITE_INLINE std::uint32_t twist(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        const std::uint32_t y = (a & 0x80000000u) | (b & 0x7FFFFFFFu);
        return c ^ (y >> 1) ^ ((0u - (b & 1)) & 0x9908B0DFu);
    }

  public:
    static constexpr int kSize = 624;
    std::uint32_t state[kSize];

    static SCORELITE_INLINE std::uint32_t temper(std::uint32_t y) {
        y ^= y >> 11;
        y ^= (y << 7) & 0x9D2C5680u;
        y ^= (y << 15) & 0xEFC60000u;
        return y ^ y >> 18;
    }
    explicit Twister(std::uint32_t seed) {
        for (std::uint32_t k = 0; k < kSize; ++k) {
            state[k] = seed;
            seed = 1812433253u * (seed ^ seed >> 30) + k + 1;
        }
    }
    // Mixes a key of several numbers into the state, as the authors of the generator do.
    void mix(const std::array<std::uint32_t, 4>& key) {
        const auto before = [this](int k) { return state[k - 1] ^ state[k - 1] >> 30; };
        int k = 1;
        const auto next = [&] {
            if (++k == kSize) state[0] = state[kSize - 1], k = 1;
        };
        for (unsigned n = 0; n < kSize; ++n, next()) state[k] = (state[k] ^ before(k) * 1664525u) + key[n % 4] + n % 4;
        for (int n = 1; n < kSize; ++n, next()) state[k] = (state[k] ^ before(k) * 1566083941u) - std::uint32_t(k);
        state[0] = 0x80000000u;
    }
    SCORELITE_INLINE void advance() {
        std::uint32_t* s = state;
        for (int k = 0; k < kSize - kShift; ++k) s[k] = twist(s[k], s[k + 1], s[k + kShift]);
        for (int k = kSize - kShift; k < kSize - 1; ++k) s[k] = twist(s[k], s[k + 1], s[k + kShift - kSize]);
        s[kSize - 1] = twist(s[kSize - 1], s[0], s[kShift - 1]);
    }
};

// Places as libstdc++ draws them from std::mt19937 since GCC 11: the high half of a product; numbers that would bias it are left out
// (Lemire 2019).
class TwisterPlaces {
    Twister twister_;
    const std::uint32_t count_, threshold_;

    // Fills in places; true if one of the numbers has to be left out.
    SCORELITE_INLINE bool make(std::uint32_t* places) {
        twister_.advance();
        const std::uint32_t* s = twister_.state;
        std::uint32_t uneven = 0;
        const std::uint64_t count = count_;
        const std::uint32_t threshold = threshold_;
        for (int k = 0; k < kMost; ++k) {
            const std::uint64_t product = Twister::temper(s[k]) * count;
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
    static constexpr int kMost = Twister::kSize;

    TwisterPlaces(std::uint32_t seed, std::uint32_t count) : twister_(seed), count_(count), threshold_((0u - count) % count) {}
    // Fills in the next places; returns their number.
    std::size_t next(std::uint32_t* places) {
        if (!make_any(places)) return kMost;
        std::size_t count = 0;
        for (std::uint32_t value : twister_.state) {
            const std::uint64_t product = std::uint64_t(Twister::temper(value)) * count_;
            if (std::uint32_t(product) >= threshold_) places[count++] = std::uint32_t(product >> 32);
        }
        return count;
    }
};

// Random numbers as Python's `random` makes them from the same seed.
class RandomNumbers {
    Twister twister_;
    std::uint32_t numbers_[Twister::kSize];
    int next_ = Twister::kSize;

    SCORELITE_INLINE void make() {
        twister_.advance();
        for (int k = 0; k < Twister::kSize; ++k) numbers_[k] = Twister::temper(twister_.state[k]);
    }
#ifdef SCORELITE_DISPATCH
    SCORELITE_AVX2 void make_avx2() { make(); }
#endif
    SCORELITE_APART void make_any() {
        next_ = 0;
#ifdef SCORELITE_DISPATCH
        if (has_avx2()) return make_avx2();
#endif
        make();
    }
    SCORELITE_INLINE std::uint64_t number() {
        if (next_ == Twister::kSize) make_any();
        return numbers_[next_++];
    }

  public:
    explicit RandomNumbers(const Twister& seeded) : twister_(seeded) {}
    // A number from 0 to less than 1: random().
    double share() {
        const double high = double(number() >> 5), low = double(number() >> 6);
        return (high * 67108864 + low) / 9007199254740992;
    }
};

// The number of hits among draws that hit with the same probability, which is at most 1/2.
class Binomial {
    const double draws_, probability_, odds_;

    // log(k!) less Stirling's formula for it.
    static double stirling_error(double k) {
        static const double first[] = {0.08106146679532733, 0.04134069595540946,  0.027677925684997717, 0.02079067210376584,
                                       0.01664469118982126, 0.013876128823072875, 0.011896709945893313, 0.010411265261973668,
                                       0.00925546218270945, 0.008330563433359472};
        if (k < 10) return first[std::size_t(k)];
        const double next = k + 1, square = next * next;
        return (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / square) / square) / next;
    }
    // The logarithm of the probability of k hits, less that of the most probable number.
    double log_ratio(double k) const {
        const double mode = std::floor((draws_ + 1) * probability_);
        const double misses = draws_ - k + 1, misses_of_mode = draws_ - mode + 1;
        return (mode + 0.5) * std::log((mode + 1) / (odds_ * misses_of_mode)) + (draws_ + 1) * std::log(misses_of_mode / misses) +
               (k + 0.5) * std::log(odds_ * misses / (k + 1)) + stirling_error(mode) + stirling_error(draws_ - mode) - stirling_error(k) -
               stirling_error(draws_ - k);
    }
    // Inversion: subtracts the probabilities of 0, 1, 2 ... hits from a random number.
    double few(RandomNumbers& numbers) const {
        const double none = std::pow(1 - probability_, draws_);
        for (;;) {
            double left = numbers.share(), chance = none;
            for (double k = 0; k <= draws_; ++k) {
                if (left < chance) return k;
                left -= chance;
                chance *= odds_ * (draws_ - k) / (k + 1);
            }
        }
    }
    // Transformed rejection: algorithm BTRS of Hörmann (1993), "The generation of binomial random variates", with its names.
    double many(RandomNumbers& numbers) const {
        const double root = std::sqrt(draws_ * probability_ * (1 - probability_));
        const double b = 1.15 + 2.53 * root, a = -0.0873 + 0.0248 * b + 0.01 * probability_, c = draws_ * probability_ + 0.5;
        const double v_r = 0.92 - 4.2 / b;
        for (;;) {
            const double u = numbers.share() - 0.5, v = 1 - numbers.share(), us = 0.5 - std::abs(u);
            if (us == 0) continue;
            const double k = std::floor((2 * a / us + b) * u + c);
            if (us >= 0.07 && v <= v_r) return k;
            if (k < 0 || k > draws_) continue;
            const double alpha = (2.83 + 5.1 / b) * root;
            if (std::log(v * alpha / (a / (us * us) + b)) <= log_ratio(k)) return k;
        }
    }

  public:
    Binomial(std::int64_t draws, double probability)
        : draws_(double(draws)), probability_(probability), odds_(probability / (1 - probability)) {}
    std::int64_t hits(RandomNumbers& numbers) const {
        constexpr double kFew = 10;  // expected hits that the rejection needs
        return std::int64_t(draws_ * probability_ < kFew ? few(numbers) : many(numbers));
    }
};

// Rows that occur several times. Their groups are split in two again and again where the halves occur about equally often, down to
// ranges in which it is quicker to draw the rows one by one.
class Groups {
    static constexpr std::int64_t kFew = 8;  // rows of a group, on average, below which rows are drawn one by one
    struct Split {
        std::size_t begin, middle;
        double share;  // of the half with fewer rows
        bool first_half_has_fewer;
    };
    struct Range {
        std::size_t begin, end, first_row;  // of the rows in group_of_
    };
    std::vector<std::int64_t> before_;  // how many rows come before each group
    std::vector<Split> splits_;
    std::vector<Range> ranges_;
    std::vector<std::uint32_t> group_of_;  // of each row of the ranges

    std::int64_t rows_of(std::size_t begin, std::size_t end) const { return before_[end] - before_[begin]; }
    std::size_t middle(std::size_t begin, std::size_t end) const {
        const std::int64_t twice = before_[begin] + before_[end];
        const auto after = std::lower_bound(before_.begin() + std::ptrdiff_t(begin) + 1, before_.begin() + std::ptrdiff_t(end) - 1, twice,
                                            [](std::int64_t value, std::int64_t sum) { return 2 * value < sum; });
        const std::size_t place = std::size_t(after - before_.begin());
        return place > begin + 1 && twice - 2 * before_[place - 1] <= 2 * before_[place] - twice ? place - 1 : place;
    }
    static std::vector<std::int64_t> sums_before(const std::vector<std::int64_t>& counts) {
        std::vector<std::int64_t> sums{0};
        for (std::int64_t count : counts) sums.push_back(sums.back() + count);
        return sums;
    }

  public:
    explicit Groups(const std::vector<std::int64_t>& counts) : before_(sums_before(counts)) {
        std::vector<std::pair<std::size_t, std::size_t>> open{{0, counts.size()}};
        for (std::size_t next = 0; next < open.size(); ++next) {
            const auto [begin, end] = open[next];
            if (end - begin < 2) continue;
            if (rows_of(begin, end) < kFew * std::int64_t(end - begin)) {
                ranges_.push_back({begin, end, group_of_.size()});
                for (std::size_t group = begin; group < end; ++group)
                    group_of_.insert(group_of_.end(), std::size_t(counts[group]), std::uint32_t(group));
                continue;
            }
            const std::size_t half = middle(begin, end);
            const std::int64_t first = rows_of(begin, half), second = rows_of(half, end);
            splits_.push_back({begin, half, double(std::min(first, second)) / double(first + second), first <= second});
            open.push_back({begin, half});
            open.push_back({half, end});
        }
    }
    std::int64_t rows() const { return before_.back(); }
    // How often each group is drawn in a sample of as many rows as there are.
    void sample(RandomNumbers& numbers, std::vector<std::int64_t>& drawn) const {
        drawn.assign(before_.size() - 1, 0);
        drawn[0] = rows();
        for (const Split& split : splits_) {
            const std::int64_t all = drawn[split.begin], fewer = Binomial(all, split.share).hits(numbers);
            drawn[split.begin] = split.first_half_has_fewer ? fewer : all - fewer;
            drawn[split.middle] = all - drawn[split.begin];
        }
        for (const Range& range : ranges_) {
            const double rows = double(rows_of(range.begin, range.end));
            const std::int64_t all = drawn[range.begin];
            drawn[range.begin] = 0;
            for (std::int64_t k = 0; k < all; ++k) ++drawn[group_of_[range.first_row + std::size_t(numbers.share() * rows)]];
        }
    }
};

// Some columns for look-ups: relative to their smallest value, packed into one number where they fit, 16 bits each.
template <class Number> class PackedColumns {
    static constexpr std::size_t kMost = sizeof(Number) / 2;
    const Column* columns_;
    std::vector<Number> packed_;
    std::int64_t least_[kMost] = {};
    std::size_t size_, run_ = std::size_t(1) << 20;  // packed numbers that can be added before a column overflows

    static SCORELITE_INLINE std::uint64_t sum(const Number* table, const std::uint32_t* places, std::size_t n) {
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
    // Packs columns, which have to outlive this.
    PackedColumns(const Column* columns, std::size_t size) : columns_(columns), size_(size) {
        std::vector<Number> packed(columns[0].size());
        for (std::size_t c = 0; c < size; ++c) {
            const auto ends = std::minmax_element(columns[c].begin(), columns[c].end());
            least_[c] = *ends.first;
            const std::int64_t range = std::int64_t(*ends.second) - least_[c];
            const bool narrow = c + 1 < size || c + 1 == sizeof(std::uint64_t) / 2;  // has 16 bits of a sum; the last column has more
            if (size > 1 && range > (narrow ? 4095 : 65535)) return;
            if (narrow) run_ = std::min(run_, std::size_t(range ? 65535 / range : 65535));
            for (std::size_t k = 0; k < packed.size(); ++k) packed[k] |= Number(columns[c][k] - least_[c]) << (16 * c);
        }
        packed_ = std::move(packed);
    }
    void add(const std::uint32_t* places, std::size_t n, std::int64_t* sums) const {
        if (packed_.empty()) {
            for (std::size_t c = 0; c < size_; ++c)
                for (std::size_t k = 0; k < n; ++k) sums[c] += columns_[c][places[k]];
            return;
        }
        for (std::size_t k = 0; k < n; k += run_) {
            const std::size_t part = std::min(run_, n - k);
            std::uint64_t sums_packed = sum(packed_.data(), places + k, part);
            for (std::size_t c = 0; c + 1 < size_; ++c, sums_packed >>= 16)
                sums[c] += std::int64_t(sums_packed & 65535) + least_[c] * std::int64_t(part);
            sums[size_ - 1] += std::int64_t(sums_packed) + least_[size_ - 1] * std::int64_t(part);
        }
    }
};

// Columns for look-ups, two in a number of 32 bits, or four in one of 64 where there are more.
class SampleTable {
    static constexpr std::size_t kFew = 2, kMany = 4;
    std::vector<Column> columns_;
    std::vector<PackedColumns<std::uint32_t>> few_;
    std::vector<PackedColumns<std::uint64_t>> many_;

  public:
    SampleTable(SampleTable&&) = default;  // a copy would look up in the columns of another
    explicit SampleTable(std::vector<Column> columns) : columns_(std::move(columns)) {
        if (columns_.size() <= kFew) {
            few_.emplace_back(columns_.data(), columns_.size());
            return;
        }
        for (std::size_t c = 0; c < columns_.size(); c += kMany)
            many_.emplace_back(columns_.data() + c, std::min(kMany, columns_.size() - c));
    }

    void add(const std::uint32_t* places, std::size_t n, std::int64_t* sums) const {
        for (const auto& each : few_) each.add(places, n, sums);
        for (std::size_t k = 0; k < many_.size(); ++k) many_[k].add(places, n, sums + kMany * k);
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
