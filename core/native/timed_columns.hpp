// Columns of streams with times, for segments that are combined greedily.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "signals.hpp"
#include "streams.hpp"

namespace scorelite {

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
    static std::int64_t whole(const Behind& behind) { return std::int64_t(behind.values[0]) + std::int64_t(behind.from); }
    // Nothing to find: columns hold few values.
    void look(const Column&, const Behind&, std::int64_t) {}
    // The smallest sum of a value with the segment and the one behind it; no number is too large to be exact.
    std::int64_t least_with(const Column& column, std::size_t u, const Behind& behind, std::int64_t) {
        Column after = column;
        advance(after, u, false);
        return least(after, behind);
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

}  // namespace scorelite
