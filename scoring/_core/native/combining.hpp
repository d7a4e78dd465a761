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
    static constexpr std::size_t kLanes = 4;  // words that are read at a time, each one block behind the one before
    struct Masks {
        std::vector<std::int32_t> places;  // by word: 0, or 1 + the place of its masks
        std::vector<Bits> bits;
    };
    const std::vector<Stream>& segments_;
    std::size_t size_, blocks_;
    bool double_;
    Masks forward_, backward_;
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
        std::int32_t first = 0;
        std::vector<Bits> plus, minus;    // empty at the start
        std::vector<std::int32_t> edges;  // the value at the end of each block
    };
    // Differences of values behind a segment, for every beginning of the stream, and the value at the begin of each block.
    struct Behind {
        std::vector<Bits> plus, minus;
        std::vector<std::int32_t> edges;

        std::int64_t whole() const { return edges[0]; }
    };

    BitColumns(const std::vector<Stream>& segments, const Stream& stream, int substitution)
        : segments_(segments), size_(stream.size()), blocks_(size_ / 64 + 1), double_(substitution == 2) {
        enter(forward_, stream.words, blocks_);
        enter(backward_, stream.reversed().words, blocks_);
    }
    void advance(Column& column, std::size_t u, bool back) const {
        const Stream& segment = segments_[u];
        const std::size_t n = segment.size();
        begin(column);
        const Bits* found[kLanes];
        for (std::size_t k = 0; k < n; k += kLanes) {
            const std::size_t lanes = std::min(kLanes, n - k);
            ticks_.spend(lanes * blocks_);
            for (std::size_t t = 0; t < lanes; ++t)
                found[t] = of(back ? backward_ : forward_, segment.words[back ? n - 1 - k - t : k + t], blocks_);
            double_ ? read<Double>(column, found, lanes) : read<Single>(column, found, lanes);
        }
        column.first += std::int32_t(n);
    }
    Behind keep(Column& column) const {
        begin(column);
        // The column of the reversed stream, read from its end: where that falls, this one rises.
        Behind behind{mirrored(column.minus), mirrored(column.plus), std::vector<std::int32_t>(blocks_)};
        std::int32_t value = column.first;
        for (std::size_t b = blocks_; b-- > 0;) {
            value -= rise(behind.plus[b], behind.minus[b]);
            behind.edges[b] = value;
        }
        return behind;
    }
    std::int64_t least(Column& column, const Behind& behind) const {
        begin(column);
        // A sum changes by two at most from one place to the next.
        std::int32_t best = column.first + behind.edges[0];
        for (std::size_t b = 0; b + 1 < blocks_; ++b) best = std::min(best, column.edges[b] + behind.edges[b + 1]);
        std::int32_t value = column.first + behind.edges[0];
        for (std::size_t b = 0; b < blocks_; ++b) {
            const bool is_last = b + 1 == blocks_;
            const std::int32_t next = is_last ? value : column.edges[b] + behind.edges[b + 1];
            if (is_last || value + next - 128 < 2 * best) best = std::min(best, value + least_within(column, behind, b));
            value = next;
        }
        return best;
    }

  private:
    // Differences that enter a block from the one before, of a word.
    struct Single {
        Bits above = 1, below = 0;

        // Gives the difference at the end of the block.
        std::int32_t step(Bits& plus, Bits& minus, Bits found) {
            const Bits vertical = found | minus, equal = found | below;
            const Bits across = (((equal & plus) + plus) ^ plus) | equal;
            Bits up = minus | ~(across | plus), down = plus & across;
            const Bits next_above = up >> 63, next_below = down >> 63;
            up = up << 1 | above;
            down = down << 1 | below;
            plus = down | ~(vertical | up);
            minus = up & vertical;
            above = next_above;
            below = next_below;
            return std::int32_t(above) - std::int32_t(below);
        }
    };
    // Only matches gain: a bit of `plus` is set where the column grows, else it falls (longest common subsequence).
    struct Double {
        Bits carry = 0;

        std::int32_t step(Bits& plus, Bits& minus, Bits found) {
            const Bits hit = plus & found;
            const Bits half = plus + hit, sum = half + carry;
            carry = Bits(half < plus) | Bits(sum < half);
            plus = sum | (plus & ~found);
            minus = ~plus;
            return 1 - 2 * std::int32_t(carry);
        }
    };

    void begin(Column& column) const {
        if (!column.plus.empty()) return;
        column.plus.assign(blocks_, ~Bits(0));
        column.minus.assign(blocks_, 0);
        column.edges.resize(blocks_);
        for (std::size_t b = 0; b < blocks_; ++b) column.edges[b] = column.first + std::int32_t(64 * (b + 1));
    }
    // Words one after the other, which need not wait for each other: while one is read at a block, the next is read at the block before.
    template <class Lane> void read(Column& column, const Bits* const* found, std::size_t lanes) const {
        Lane lane[kLanes];
        const auto step = [&](std::size_t t, std::size_t b) {
            column.edges[b] += lane[t].step(column.plus[b], column.minus[b], found[t][b]);
        };
        std::size_t place = 0;
        if (lanes == kLanes && blocks_ >= kLanes) {
            for (; place < kLanes - 1; ++place)
                for (std::size_t t = 0; t <= place; ++t) step(t, place - t);
            for (; place < blocks_; ++place)
                for (std::size_t t = 0; t < kLanes; ++t) step(t, place - t);
            for (; place < blocks_ + kLanes - 1; ++place)
                for (std::size_t t = place - blocks_ + 1; t < kLanes; ++t) step(t, place - t);
            return;
        }
        for (std::size_t t = 0; t < lanes; ++t)
            for (std::size_t b = 0; b < blocks_; ++b) step(t, b);
    }
    // The bits of the stream's words in the opposite order.
    std::vector<Bits> mirrored(const std::vector<Bits>& bits) const {
        std::vector<Bits> found(blocks_, 0);
        const std::size_t spare = 64 * blocks_ - size_;  // 1 to 64
        for (std::size_t b = 0; b < blocks_; ++b) {
            // Mirrored with the spare bits, which are dropped from the begin.
            const Bits low = mirrored(bits[blocks_ - 1 - b]);
            const Bits high = b + 1 < blocks_ ? mirrored(bits[blocks_ - 2 - b]) : 0;
            found[b] = spare == 64 ? high : low >> spare | high << (64 - spare);
        }
        return found;
    }
    static Bits mirrored(Bits bits) {
        constexpr Bits kMasks[] = {0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f, 0x00ff00ff00ff00ff, 0x0000ffff0000ffff};
        for (int k = 0; k < 5; ++k) bits = (bits >> (1 << k) & kMasks[k]) | (bits & kMasks[k]) << (1 << k);
        return bits >> 32 | bits << 32;
    }
    static std::int32_t rise(Bits plus, Bits minus) { return ones(plus) - ones(minus); }
    static std::int32_t ones(Bits bits) {
        bits -= bits >> 1 & 0x5555555555555555;
        bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
        bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0f;
        return std::int32_t(bits * 0x0101010101010101 >> 56);
    }
    // The smallest sum within a block, relative to the one at its begin.
    std::int32_t least_within(const Column& column, const Behind& behind, std::size_t b) const {
        Bits up = column.plus[b], down = column.minus[b], more = behind.plus[b], less = behind.minus[b];
        std::int32_t value = 0, best = 0;
        for (std::size_t k = 0, end = std::min<std::size_t>(64, size_ - 64 * b); k < end; ++k) {
            value += std::int32_t(up & 1) - std::int32_t(down & 1) + std::int32_t(more & 1) - std::int32_t(less & 1);
            best = std::min(best, value);
            up >>= 1, down >>= 1, more >>= 1, less >>= 1;
        }
        return best;
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
