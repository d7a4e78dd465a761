// Streams: the words of one speaker or channel as numbers, with or without times, and their alignment by unit or other costs.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "plain.hpp"
#include "policy.hpp"
#include "signals.hpp"

namespace scorelite {

// Words are numbers from 1. Only words whose times overlap are paired; without times, every word may be paired with every other.
struct Stream {
    std::vector<std::int32_t> words;
    std::vector<double> begins, ends;
    bool timed = false;

    std::size_t size() const { return words.size(); }
    void check() const {
        for (std::int32_t word : words)
            if (word < 1 || word > (1 << 28))
                throw std::invalid_argument("word number " + std::to_string(word) + "; expected 1 to 268435456");
        if (timed && (begins.size() != size() || ends.size() != size()))
            throw std::invalid_argument("stream of " + std::to_string(size()) + " words, " + std::to_string(begins.size()) +
                                        " begins and " + std::to_string(ends.size()) + " ends; expected equal lengths");
    }
    // Adds the words of another stream.
    void add(const Stream& other) {
        words.insert(words.end(), other.words.begin(), other.words.end());
        begins.insert(begins.end(), other.begins.begin(), other.begins.end());
        ends.insert(ends.end(), other.ends.begin(), other.ends.end());
        timed = timed || other.timed;
    }
    Stream reversed() const {
        Stream reversed = *this;
        std::reverse(reversed.words.begin(), reversed.words.end());
        std::reverse(reversed.begins.begin(), reversed.begins.end());
        std::reverse(reversed.ends.begin(), reversed.ends.end());
        return reversed;
    }
};

inline bool is_timed(const Stream& ref, const Stream& hyp) {
    if (ref.timed != hyp.timed && ref.size() && hyp.size()) throw std::invalid_argument("only one of two streams has times");
    return ref.timed && hyp.timed;
}
inline bool overlap(const Stream& ref, std::size_t i, const Stream& hyp, std::size_t j) {
    return ref.begins[i] < hyp.ends[j] && hyp.begins[j] < ref.ends[i];
}

// The words of a stream that may overlap a time, whatever the order of its words.
class Reach {
    std::vector<double> latest_, earliest_;  // the latest end up to a word, the earliest begin from it on

  public:
    explicit Reach(const Stream& stream) : latest_(stream.size()), earliest_(stream.size()) {
        double end = -std::numeric_limits<double>::infinity(), begin = std::numeric_limits<double>::infinity();
        for (std::size_t j = 0; j < stream.size(); ++j) latest_[j] = end = std::max(end, stream.ends[j]);
        for (std::size_t j = stream.size(); j-- > 0;) earliest_[j] = begin = std::min(begin, stream.begins[j]);
    }
    // The first of these words, and the word behind the last.
    std::pair<std::size_t, std::size_t> of(double begin, double end) const {
        const auto first = std::upper_bound(latest_.begin(), latest_.end(), begin) - latest_.begin();
        const auto last = std::lower_bound(earliest_.begin(), earliest_.end(), end) - earliest_.begin();
        return {std::size_t(first), std::max(std::size_t(last), std::size_t(first))};
    }
};

// For every reference word i, the hypothesis words first[i] .. last[i] - 1: no word from i on overlaps a word before first[i], and no word
// up to i overlaps one from last[i] on. Both never decrease, whatever the order of the times.
struct Band {
    std::vector<std::uint32_t> first, last;

    Band(const Stream& ref, const Stream& hyp) : first(ref.size()), last(ref.size()) {
        const std::size_t n = ref.size(), m = hyp.size();
        std::vector<double> latest(m), earliest(m), later(n);
        double end = -std::numeric_limits<double>::infinity(), begin = std::numeric_limits<double>::infinity();
        for (std::size_t j = 0; j < m; ++j) latest[j] = end = std::max(end, hyp.ends[j]);
        for (std::size_t j = m; j-- > 0;) earliest[j] = begin = std::min(begin, hyp.begins[j]);
        begin = std::numeric_limits<double>::infinity();
        for (std::size_t i = n; i-- > 0;) later[i] = begin = std::min(begin, ref.begins[i]);
        end = -std::numeric_limits<double>::infinity();
        std::size_t from = 0, to = 0;
        for (std::size_t i = 0; i < n; ++i) {
            end = std::max(end, ref.ends[i]);
            while (from < m && !(latest[from] > later[i])) ++from;
            while (to < m && earliest[to] < end) ++to;
            to = std::max(to, from);
            first[i] = std::uint32_t(from);
            last[i] = std::uint32_t(to);
        }
    }
    // The number of cells that an alignment visits.
    std::size_t cells() const {
        std::size_t sum = 0;
        for (std::size_t i = 0; i < first.size(); ++i) sum += last[i] - first[i] + 1;
        return sum;
    }
};

// The cost of the cheapest alignment of timed streams; with `trace`, the moves from the end to the beginning are appended to `moves`.
class TimedAligner {
    enum : std::uint8_t { kPairBit = 1, kDelBit = 2, kInsBit = 4 };
    std::vector<std::int32_t> small_, small_across_;
    std::vector<std::int64_t> large_, large_across_;
    std::vector<std::uint8_t> trace_;  // per cell: the cheapest of the last steps, as bits
    std::vector<std::size_t> offsets_;
    Ticks ticks_;

  public:
    std::int64_t align(const Policy& policy, const Stream& ref, const Stream& hyp, std::vector<std::uint8_t>* moves) {
        const std::size_t n = ref.size(), m = hyp.size();
        const Band band(ref, hyp);
        if (moves) {
            trace_.resize(band.cells());
            offsets_.resize(n);
        }
        const std::int64_t most = std::int64_t(n + m + 2) * std::max({policy.substitution, policy.insertion, policy.deletion});
        const bool fits = most < std::numeric_limits<std::int32_t>::max() / 2;
        const std::int64_t cost = fits    ? moves ? fill<true>(policy, ref, hyp, band, small_, small_across_)
                                                  : fill<false>(policy, ref, hyp, band, small_, small_across_)
                                     : moves ? fill<true>(policy, ref, hyp, band, large_, large_across_)
                                          : fill<false>(policy, ref, hyp, band, large_, large_across_);
        if (moves) walk(policy, band, ref, hyp, *moves);
        return cost;
    }

  private:
    // A row is filled in two passes: first from the row above, which needs no cell of its own row, then from left to right.
    template <bool kTrace, class Cost> std::int64_t fill(const Policy& policy, const Stream& ref, const Stream& hyp, const Band& band,
                                                         std::vector<Cost>& row, std::vector<Cost>& across) {
        constexpr Cost kFar = std::numeric_limits<Cost>::max();
        const std::size_t n = ref.size(), m = hyp.size();
        const Cost substitution = policy.substitution, insertion = policy.insertion, deletion = policy.deletion;
        row.assign(m + 1, 0);
        across.resize(m + 1);
        std::size_t end = 0, cell = 0;
        for (std::size_t i = 0; i < n; ++i) {
            const std::size_t first = band.first[i], last = band.last[i];
            ticks_.spend(last - first + 1);
            for (; end < last; ++end) row[end + 1] = row[end] + insertion;
            const double begin = ref.begins[i], stop = ref.ends[i];
            const std::int32_t word = ref.words[i];
            const std::int32_t* words = hyp.words.data() + first;
            const double *begins = hyp.begins.data() + first, *ends = hyp.ends.data() + first;
            const std::size_t width = last - first;
            Cost* const cells = row.data() + first;
            Cost* const best = across.data();
            std::uint8_t* const bits = kTrace ? trace_.data() + cell : nullptr;
            for (std::size_t k = 0; k < width; ++k) {
                const bool meets = (begin < ends[k]) & (begins[k] < stop);
                const Cost paired = cells[k] + (words[k] == word ? Cost(0) : substitution);
                const Cost pair = meets ? paired : kFar, remove = cells[k + 1] + deletion;
                best[k] = std::min(pair, remove);
                if (kTrace) bits[k + 1] = std::uint8_t((pair <= remove ? kPairBit : 0) | (remove <= pair ? kDelBit : 0));
            }
            Cost left = cells[0] += deletion;
            if (kTrace) bits[0] = kDelBit;
            for (std::size_t k = 0; k < width; ++k) {
                const Cost insert = left + insertion;
                if (kTrace) bits[k + 1] = std::uint8_t((best[k] <= insert ? bits[k + 1] : 0) | (insert <= best[k] ? kInsBit : 0));
                cells[k + 1] = left = std::min(best[k], insert);
            }
            if (kTrace) offsets_[i] = cell;
            cell += width + 1;
        }
        return std::int64_t(row[end]) + std::int64_t(m - end) * policy.insertion;
    }

    void walk(const Policy& policy, const Band& band, const Stream& ref, const Stream& hyp, std::vector<std::uint8_t>& moves) const {
        constexpr std::uint8_t kBits[] = {kPairBit, kDelBit, kInsBit};  // of kSub, kDel and kIns
        for (std::size_t i = ref.size(), j = hyp.size(); i || j;) {
            Move move = kIns;
            if (i && j <= band.last[i - 1]) {
                if (j < band.first[i - 1]) throw std::logic_error("the path has left its band");
                const std::uint8_t cheapest = trace_[offsets_[i - 1] + j - band.first[i - 1]];
                const Order& order = policy.order(j && ref.words[i - 1] == hyp.words[j - 1]);
                for (std::size_t k = order.size(); k-- > 0;)
                    if (cheapest & kBits[order[k]]) move = order[k];
            }
            moves.push_back(move);
            i -= move != kIns;
            j -= move != kDel;
        }
    }
};

// The number of errors between streams without times, 64 rows at a time (Myers 1999, Hyyro 2003).
class ErrorCounter {
    std::vector<Bits> table_;
    std::vector<std::int8_t> edge_;
    Ticks ticks_;

  public:
    std::int64_t count(const std::vector<std::int32_t>& ref, const std::vector<std::int32_t>& hyp) {
        std::size_t from = 0, n = ref.size(), m = hyp.size();
        while (from < n && from < m && ref[from] == hyp[from]) ++from;
        while (n > from && m > from && ref[n - 1] == hyp[m - 1]) --n, --m;
        if (n == from || m == from) return std::int64_t(std::max(n, m) - from);
        std::int32_t most = 0;
        for (std::size_t k = from; k < n; ++k) most = std::max(most, ref[k]);
        for (std::size_t k = from; k < m; ++k) most = std::max(most, hyp[k]);
        if (table_.size() <= std::size_t(most)) table_.resize(std::size_t(most) + 1, 0);
        edge_.assign(m - from, 1);
        std::int64_t errors = std::int64_t(n - from);
        for (std::size_t row = from; row < n; row += 64) {
            const std::size_t rows = std::min<std::size_t>(64, n - row);
            for (std::size_t k = 0; k < rows; ++k) table_[std::size_t(ref[row + k])] |= Bits(1) << k;
            stripe(hyp.data() + from, rows);
            for (std::size_t k = 0; k < rows; ++k) table_[std::size_t(ref[row + k])] = 0;
        }
        for (std::int8_t step : edge_) errors += step;
        return errors;
    }

  private:
    void stripe(const std::int32_t* hyp, std::size_t rows) {
        Bits plus = ~Bits(0), minus = 0;
        const std::size_t last = rows - 1;
        ticks_.spend(edge_.size());
        for (std::size_t j = 0; j < edge_.size(); ++j) {
            const Bits below = edge_[j]<0, above = edge_[j]> 0;
            const Bits hits = table_[std::size_t(hyp[j])], vertical = hits | minus, equal = hits | below;
            const Bits across = (((equal & plus) + plus) ^ plus) | equal;
            Bits up = minus | ~(across | plus), down = plus & across;
            edge_[j] = std::int8_t(std::int32_t(up >> last & 1) - std::int32_t(down >> last & 1));
            up = up << 1 | above;
            down = down << 1 | below;
            plus = down | ~(vertical | up);
            minus = up & vertical;
        }
    }
};

}  // namespace scorelite
