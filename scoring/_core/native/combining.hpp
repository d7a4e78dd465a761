// Segments combined into streams: which segment belongs to which stream, improved greedily one segment after the other.
//
// A column holds the costs of aligning what was read so far with every beginning of a stream. Segments move where the sum of a column
// before them and one behind them is smallest.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

#include "streams.hpp"

namespace scorelite {

// Columns of streams without times, as differences of neighbours in bits. A substitution costs 1 or 2; all gaps cost 1.
class BitColumns {
    struct Masks {
        std::vector<std::int32_t> places;  // by word: 0, or 1 + the place of its masks
        std::vector<Bits> bits;
    };
    const std::vector<Stream>& segments_;
    std::size_t size_, blocks_;
    bool double_;
    Masks forward_, backward_;
    std::vector<std::int32_t> values_;
    mutable Ticks ticks_;

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
        std::vector<Bits> plus, minus;  // empty at the start
    };
    // Values behind a segment, for every beginning of the stream.
    struct Behind {
        std::vector<std::int32_t> values;

        std::int64_t whole() const { return values[0]; }
    };

    BitColumns(const std::vector<Stream>& segments, const Stream& stream, int substitution)
        : segments_(segments), size_(stream.size()), blocks_(size_ / 64 + 1), double_(substitution == 2) {
        enter(forward_, stream.words, blocks_);
        enter(backward_, stream.reversed().words, blocks_);
    }
    void advance(Column& column, std::size_t u, bool back) const {
        const Stream& segment = segments_[u];
        const std::size_t n = segment.size();
        ticks_.spend((n + 1) * blocks_);
        begin(column);
        for (std::size_t k = 0; k < n; ++k) {
            const std::int32_t word = segment.words[back ? n - 1 - k : k];
            const Bits* found = of(back ? backward_ : forward_, word, blocks_);
            double_ ? advance_double(column, found) : advance_single(column, found);
        }
        column.first += std::int64_t(n);
    }
    Behind keep(Column& column) const {
        Behind behind;
        begin(column);
        values(column, behind.values);
        std::reverse(behind.values.begin(), behind.values.end());
        return behind;
    }
    std::int64_t least(Column& column, const Behind& behind) {
        begin(column);
        values(column, values_);
        std::int32_t best = INT32_MAX;
        for (std::size_t j = 0; j < values_.size(); ++j) best = std::min(best, values_[j] + behind.values[j]);
        return best;
    }

  private:
    void begin(Column& column) const {
        if (!column.plus.empty()) return;
        column.plus.assign(blocks_, ~Bits(0));
        column.minus.assign(blocks_, 0);
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

// Columns of streams with times. A word changes a column only where it overlaps words of the stream, and behind, as far as that reaches:
// a column holds the values that words to come can still look at. Behind the last, each value is one more than the one before.
class TimedColumns {
    const std::vector<Stream>& segments_;
    const Stream forward_, backward_;
    const Reach reach_;
    std::vector<std::size_t> first_, last_;  // the first place that a segment from this one on looks at; the last, up to this one
    std::int32_t substitution_;
    mutable Ticks ticks_;

  public:
    struct Column {
        std::int32_t rise = 0;  // added to all values
        std::size_t from = 0;
        std::vector<std::int32_t> low{0};

        std::size_t to() const { return from + low.size() - 1; }
    };
    // Values behind a segment; before the first, each is one more than the one behind it.
    struct Behind {
        std::size_t from;
        std::vector<std::int32_t> values;

        std::size_t to() const { return from + values.size() - 1; }
        std::int64_t whole() const { return std::int64_t(values[0]) + std::int64_t(from); }
    };

    TimedColumns(const std::vector<Stream>& segments, const Stream& stream, int substitution)
        : segments_(segments), forward_(stream), backward_(stream.reversed()), reach_(stream), substitution_(substitution) {
        const std::size_t m = stream.size(), count = segments.size();
        first_.assign(count + 1, m);
        last_.assign(count + 1, 0);
        for (std::size_t u = 0; u < count; ++u) {
            for (std::size_t i = 0; i < segments[u].size(); ++i) {
                const auto [from, to] = reach_.of(segments[u].begins[i], segments[u].ends[i]);
                first_[u] = std::min(first_[u], from);
                last_[u + 1] = std::max(last_[u + 1], to);
            }
        }
        for (std::size_t u = count; u-- > 0;) first_[u] = std::min(first_[u], first_[u + 1]);
        for (std::size_t u = 0; u < count; ++u) last_[u + 1] = std::max(last_[u + 1], last_[u]);
    }
    void advance(Column& column, std::size_t u, bool back) const {
        const Stream& segment = segments_[u];
        const std::size_t n = segment.size(), m = forward_.size();
        forget(column, back ? m - last_[u + 1] : first_[u]);
        for (std::size_t k = 0; k < n; ++k) advance_word(column, segment, back ? n - 1 - k : k, back);
    }
    Behind keep(const Column& column) const {
        Behind behind{forward_.size() - column.to(), {column.low.rbegin(), column.low.rend()}};
        for (std::int32_t& value : behind.values) value += column.rise;
        return behind;
    }
    // The smallest sum of a value and the one behind it. Where one column ends before the other begins, sums are equal in between, and
    // elsewhere they are not smaller.
    std::int64_t least(const Column& column, const Behind& behind) {
        const std::int64_t rise = column.rise;
        if (behind.from > column.to()) return rise + column.low.back() + behind.values[0] + std::int64_t(behind.from - column.to());
        if (behind.to() < column.from) return rise + column.low[0] + behind.values.back() - std::int64_t(column.from - behind.to());
        std::int32_t best = INT32_MAX;
        for (std::size_t j = std::max(column.from, behind.from), end = std::min(column.to(), behind.to()); j <= end; ++j)
            best = std::min(best, column.low[j - column.from] + behind.values[j - behind.from]);
        return rise + best;
    }

  private:
    // Drops the values before a place.
    static void forget(Column& column, std::size_t place) {
        if (place > column.to()) {
            column.low = {column.low.back() + std::int32_t(place - column.to())};
            column.from = place;
        } else if (place > column.from) {
            column.low.erase(column.low.begin(), column.low.begin() + std::ptrdiff_t(place - column.from));
            column.from = place;
        }
    }
    void advance_word(Column& column, const Stream& segment, std::size_t i, bool back) const {
        const Stream& stream = back ? backward_ : forward_;
        const std::size_t m = forward_.size();
        auto [from, to] = reach_.of(segment.begins[i], segment.ends[i]);
        if (back) std::tie(from, to) = std::make_pair(m - to, m - from);
        ticks_.spend(to - from + 1);
        while (column.to() < to) column.low.push_back(column.low.back() + 1);
        // Values are relative to the rise, which one deletion adds to all of them.
        std::vector<std::int32_t>& low = column.low;
        const std::size_t base = column.from;
        std::int32_t diagonal = low[from - base];
        std::size_t j = from + 1;
        for (; j <= to; ++j) {
            const std::int32_t up = low[j - base];
            std::int32_t best = std::min(up, low[j - 1 - base] + 1);
            if (overlap(segment, i, stream, j - 1))
                best = std::min(best, diagonal - 1 + (segment.words[i] == stream.words[j - 1] ? 0 : substitution_));
            diagonal = up;
            low[j - base] = best;
        }
        for (std::size_t k = j - base; k < low.size() && low[k] > low[k - 1] + 1; ++k) low[k] = low[k - 1] + 1;
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
    std::size_t segments_;
    std::vector<Columns> columns_;
    // Values behind each segment that a stream has, first to last; the last element is the end of the stream.
    std::vector<std::vector<typename Columns::Behind>> behind_;
    static constexpr int kMostRounds = 49;

  public:
    GreedyCombiner(const std::vector<Stream>& segments, const std::vector<Stream>& streams, int substitution) : segments_(segments.size()) {
        for (const Stream& stream : streams) columns_.emplace_back(segments, stream, substitution);
    }
    void improve(Combination& found) {
        for (int round = 0; round < kMostRounds; ++round)
            if (!improve_once(found)) return;
    }

  private:
    void look_behind(const Combination& found) {
        behind_.assign(columns_.size(), {});
        std::vector<Column> columns(columns_.size());
        for (std::size_t s = 0; s < columns_.size(); ++s) behind_[s].push_back(columns_[s].keep(columns[s]));
        for (std::size_t u = segments_; u-- > 0;) {
            const std::size_t s = std::size_t(found.of[u]);
            columns_[s].advance(columns[s], u, true);
            behind_[s].push_back(columns_[s].keep(columns[s]));
        }
        for (auto& values : behind_) std::reverse(values.begin(), values.end());
    }

    // A round over all segments; false if nothing moved.
    bool improve_once(Combination& found) {
        look_behind(found);
        const std::size_t count = columns_.size();
        std::vector<std::int64_t> costs(count), with(count), without(count);
        std::vector<std::size_t> next(count, 0);
        std::vector<Column> before(count), after(count);
        for (std::size_t s = 0; s < count; ++s) costs[s] = behind_[s][0].whole();
        bool moved = false;
        for (std::size_t u = 0; u < segments_; ++u) {
            const std::size_t current = std::size_t(found.of[u]);
            for (std::size_t s = 0; s < count; ++s) {
                after[s] = before[s];
                columns_[s].advance(after[s], u, false);
                with[s] = without[s] = costs[s];
                if (s == current)
                    without[s] = columns_[s].least(before[s], behind_[s][next[s] + 1]);
                else
                    with[s] = columns_[s].least(after[s], behind_[s][next[s]]);
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
