// Segments combined into streams: which segment belongs to which stream, improved greedily one segment after the other.
//
// A column holds the costs of aligning what was read so far with every beginning of a stream. Segments move where the sum of a column
// before them and one behind them is smallest.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "streams.hpp"

namespace scorelite {

// Columns of streams without times, as differences of neighbours in bits. A substitution costs 1 or 2; all gaps cost 1.
class BitColumns {
    struct Masks {
        std::vector<std::int32_t> places;  // by word: 0, or 1 + the place of its masks
        std::vector<Bits> bits;
    };
    std::size_t size_, blocks_;
    bool double_;
    Masks forward_, backward_;

    static void enter(Masks& masks, const std::vector<std::int32_t>& words, std::size_t blocks) {
        std::int32_t most = 0;
        for (std::int32_t word : words) most = std::max(most, word);
        masks.places.assign(std::size_t(most) + 1, 0);
        masks.bits.assign(blocks, 0);  // of words that the stream does not have
        for (std::size_t k = 0; k < words.size(); ++k) {
            std::int32_t& place = masks.places[std::size_t(words[k])];
            if (!place) {
                place = std::int32_t(masks.bits.size() / blocks);
                masks.bits.resize(masks.bits.size() + blocks, 0);
            }
            masks.bits[std::size_t(place) * blocks + k / 64] |= Bits(1) << (k % 64);
        }
    }
    static const Bits* of(const Masks& masks, std::int32_t word, std::size_t blocks) {
        const std::size_t place = std::size_t(word) < masks.places.size() ? std::size_t(masks.places[std::size_t(word)]) : 0;
        return masks.bits.data() + place * blocks;
    }

  public:
    struct Column {
        std::int64_t first = 0;
        std::vector<Bits> plus, minus;
    };

    BitColumns(const Stream& stream, int substitution) : size_(stream.size()), blocks_(size_ / 64 + 1), double_(substitution == 2) {
        enter(forward_, stream.words, blocks_);
        enter(backward_, stream.reversed().words, blocks_);
    }
    Column start() const {
        Column column;
        column.plus.assign(blocks_, ~Bits(0));
        column.minus.assign(blocks_, 0);
        return column;
    }
    void advance(Column& column, const Stream& segment, bool back) const {
        const std::size_t n = segment.size();
        for (std::size_t k = 0; k < n; ++k) {
            const std::int32_t word = segment.words[back ? n - 1 - k : k];
            const Bits* found = of(back ? backward_ : forward_, word, blocks_);
            double_ ? advance_double(column, found) : advance_single(column, found);
        }
        column.first += std::int64_t(n);
    }
    void values(const Column& column, std::vector<std::int32_t>& out) const {
        out.resize(size_ + 1);
        std::int32_t value = std::int32_t(column.first);
        out[0] = value;
        for (std::size_t j = 0; j < size_; ++j) {
            value += std::int32_t(column.plus[j / 64] >> (j % 64) & 1) - std::int32_t(column.minus[j / 64] >> (j % 64) & 1);
            out[j + 1] = value;
        }
    }

  private:
    void advance_single(Column& column, const Bits* found) const {
        Bits above = 1, below = 0;  // of the difference that enters a block
        for (std::size_t b = 0; b < blocks_; ++b) {
            Bits plus = column.plus[b], minus = column.minus[b];
            const Bits vertical = found[b] | minus, equal = found[b] | below;
            const Bits across = (((equal & plus) + plus) ^ plus) | equal;
            Bits up = minus | ~(across | plus), down = plus & across;
            const Bits next_above = up >> 63, next_below = down >> 63;
            up = up << 1 | above;
            down = down << 1 | below;
            column.plus[b] = down | ~(vertical | up);
            column.minus[b] = up & vertical;
            above = next_above;
            below = next_below;
        }
    }
    // Only matches gain: a bit of `plus` is set where the column grows, else it falls (longest common subsequence).
    void advance_double(Column& column, const Bits* found) const {
        Bits carry = 0;
        for (std::size_t b = 0; b < blocks_; ++b) {
            const Bits plus = column.plus[b], hit = plus & found[b];
            const Bits half = plus + hit, sum = half + carry;
            carry = Bits(half < plus) | Bits(sum < half);
            column.plus[b] = sum | (plus & ~found[b]);
            column.minus[b] = ~column.plus[b];
        }
    }
};

// Columns of streams with times. A word changes a column only where it overlaps words of the stream, and behind, as far as that reaches.
class TimedColumns {
    const Stream forward_, backward_;
    std::vector<double> latest_, earliest_;  // the latest end up to a word, the earliest begin from it on
    std::int32_t substitution_;

  public:
    struct Column {
        std::int32_t rise = 0;  // added to all values
        std::vector<std::int32_t> low;
    };

    TimedColumns(const Stream& stream, int substitution) : forward_(stream), backward_(stream.reversed()), substitution_(substitution) {
        const std::size_t m = stream.size();
        double end = -std::numeric_limits<double>::infinity(), begin = std::numeric_limits<double>::infinity();
        latest_.resize(m);
        earliest_.resize(m);
        for (std::size_t j = 0; j < m; ++j) latest_[j] = end = std::max(end, stream.ends[j]);
        for (std::size_t j = m; j-- > 0;) earliest_[j] = begin = std::min(begin, stream.begins[j]);
    }
    Column start() const {
        Column column;
        column.low.resize(forward_.size() + 1);
        for (std::size_t j = 0; j < column.low.size(); ++j) column.low[j] = std::int32_t(j);
        return column;
    }
    void advance(Column& column, const Stream& segment, bool back) const {
        const std::size_t n = segment.size();
        for (std::size_t k = 0; k < n; ++k) advance_word(column, segment, back ? n - 1 - k : k, back ? 1 : 0);
    }
    void values(const Column& column, std::vector<std::int32_t>& out) const {
        out.resize(column.low.size());
        for (std::size_t j = 0; j < out.size(); ++j) out[j] = column.low[j] + column.rise;
    }

  private:
    // The words of the stream that may overlap, in the order in which they are read.
    std::pair<std::size_t, std::size_t> range(double begin, double end, int side) const {
        const std::size_t m = forward_.size();
        const auto first = std::upper_bound(latest_.begin(), latest_.end(), begin) - latest_.begin();
        const auto last = std::lower_bound(earliest_.begin(), earliest_.end(), end) - earliest_.begin();
        const std::size_t from = std::size_t(first), to = std::max(std::size_t(last), std::size_t(first));
        return side ? std::make_pair(m - to, m - from) : std::make_pair(from, to);
    }
    void advance_word(Column& column, const Stream& segment, std::size_t i, int side) const {
        const Stream& stream = side ? backward_ : forward_;
        const auto [from, to] = range(segment.begins[i], segment.ends[i], side);
        // Values are relative to the rise, which one deletion adds to all of them.
        std::vector<std::int32_t>& low = column.low;
        std::int32_t diagonal = low[from];
        std::size_t j = from + 1;
        for (; j <= to; ++j) {
            const std::int32_t up = low[j];
            std::int32_t best = std::min(up, low[j - 1] + 1);
            if (overlap(segment, i, stream, j - 1))
                best = std::min(best, diagonal - 1 + (segment.words[i] == stream.words[j - 1] ? 0 : substitution_));
            diagonal = up;
            low[j] = best;
        }
        for (; j < low.size() && low[j] > low[j - 1] + 1; ++j) low[j] = low[j - 1] + 1;
        ++column.rise;
    }
};

// What a greedy search begins with and improves.
struct Combination {
    std::vector<std::int32_t> of;  // the stream of each segment
    std::int64_t cost = 0;
};

template <class Columns> class GreedyCombiner {
    using Column = typename Columns::Column;
    const std::vector<Stream>& segments_;
    std::vector<Columns> columns_;
    // Values behind each segment that a stream has, first to last; the last element is the end of the stream.
    std::vector<std::vector<std::vector<std::int32_t>>> behind_;
    static constexpr int kMostRounds = 49;

  public:
    GreedyCombiner(const std::vector<Stream>& segments, const std::vector<Stream>& streams, int substitution) : segments_(segments) {
        for (const Stream& stream : streams) columns_.emplace_back(stream, substitution);
    }
    void improve(Combination& found) {
        for (int round = 0; round < kMostRounds; ++round)
            if (!improve_once(found)) return;
    }

  private:
    void look_behind(const Combination& found) {
        behind_.assign(columns_.size(), {});
        std::vector<Column> columns;
        for (std::size_t s = 0; s < columns_.size(); ++s) {
            columns.push_back(columns_[s].start());
            keep(s, columns[s]);
        }
        for (std::size_t u = segments_.size(); u-- > 0;) {
            const std::size_t s = std::size_t(found.of[u]);
            columns_[s].advance(columns[s], segments_[u], true);
            keep(s, columns[s]);
        }
        for (auto& values : behind_) std::reverse(values.begin(), values.end());
    }
    void keep(std::size_t s, const Column& column) {
        behind_[s].emplace_back();
        columns_[s].values(column, behind_[s].back());
        std::reverse(behind_[s].back().begin(), behind_[s].back().end());
    }
    std::int64_t least(std::size_t s, const Column& column, const std::vector<std::int32_t>& behind) {
        columns_[s].values(column, values_);
        std::int32_t best = INT32_MAX;
        for (std::size_t j = 0; j < values_.size(); ++j) best = std::min(best, values_[j] + behind[j]);
        return best;
    }
    std::vector<std::int32_t> values_;

    // A round over all segments; false if nothing moved.
    bool improve_once(Combination& found) {
        look_behind(found);
        const std::size_t count = columns_.size();
        std::vector<std::int64_t> costs(count), with(count), without(count);
        std::vector<std::size_t> next(count, 0);
        std::vector<Column> before, after;
        for (std::size_t s = 0; s < count; ++s) {
            costs[s] = behind_[s][0][0];
            before.push_back(columns_[s].start());
            after.push_back(before.back());
        }
        bool moved = false;
        for (std::size_t u = 0; u < segments_.size(); ++u) {
            const std::size_t current = std::size_t(found.of[u]);
            for (std::size_t s = 0; s < count; ++s) {
                after[s] = before[s];
                columns_[s].advance(after[s], segments_[u], false);
                with[s] = without[s] = costs[s];
                if (s == current)
                    without[s] = least(s, before[s], behind_[s][next[s] + 1]);
                else
                    with[s] = least(s, after[s], behind_[s][next[s]]);
            }
            std::size_t best = current;
            for (std::size_t s = 0; s < count; ++s) {
                // Of equally good streams the segment keeps its own, else takes the first.
                if (with[s] - without[s] < with[best] - without[best]) best = s;
            }
            std::swap(before[best], after[best]);
            ++next[current];
            if (best == current) continue;
            costs[best] = with[best];
            costs[current] = without[current];
            found.of[u] = std::int32_t(best);
            moved = true;
        }
        found.cost = 0;
        for (std::int64_t cost : costs) found.cost += cost;
        return moved;
    }
};

}  // namespace scorelite
