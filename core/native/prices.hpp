// One stream against all segments, of which it may take any in their order, each at a price: the cheapest use of the stream.
//
// Only words that some segment can look at need values of their own. Before the window of a segment, words are insertions whatever comes;
// behind it, the segment can only be deleted.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "streams.hpp"

namespace scorelite {

// For each segment the beginnings of a stream, counted in words, that can matter for it; `from` never decreases.
class Windows {
    std::vector<std::size_t> from_, to_, offsets_;

  public:
    Windows(const std::vector<Stream>& segments, const Stream& stream, bool timed) {
        const std::size_t m = stream.size(), count = segments.size();
        from_.assign(count + 1, timed ? m : 0);
        to_.assign(count + 1, timed ? 0 : m);
        if (timed) look(segments, stream);
        from_[count] = to_[count] = m;
        for (std::size_t k = count; k-- > 0;) {
            from_[k] = std::min(from_[k], from_[k + 1]);
            to_[k] = std::max(to_[k], from_[k]);
        }
        offsets_.assign(count + 1, 0);
        for (std::size_t k = 0; k < count; ++k) offsets_[k + 1] = offsets_[k] + to_[k] - from_[k] + 1;
    }
    std::size_t from(std::size_t k) const { return from_[k]; }
    std::size_t to(std::size_t k) const { return to_[k]; }
    // The place of the first value of a segment among those of all windows.
    std::size_t offset(std::size_t k) const { return offsets_[k]; }
    std::size_t cells() const { return offsets_.back(); }

  private:
    void look(const std::vector<Stream>& segments, const Stream& stream) {
        const Reach reach(stream);
        for (std::size_t k = 0; k < segments.size(); ++k)
            for (std::size_t i = 0; i < segments[k].size(); ++i) {
                const auto [first, last] = reach.of(segments[k].begins[i], segments[k].ends[i]);
                if (first == last) continue;
                from_[k] = std::min(from_[k], first);
                to_[k] = std::max(to_[k], last);
            }
    }
};

class PricedStream {
    const std::vector<Stream>& segments_;
    const Stream& stream_;
    bool timed_;
    Windows windows_;
    // By segment and place in its window: the cost of all behind it, and where the segment ends if it is taken there, else -1.
    std::vector<std::int64_t> costs_;
    std::vector<std::int32_t> ends_;
    std::vector<std::int64_t> deleted_;  // by segment: what it adds behind its window
    std::vector<std::int64_t> behind_, row_;
    std::vector<std::int32_t> landing_;
    Ticks ticks_;

  public:
    static constexpr std::int64_t kScale = 1 << 12;  // costs are whole numbers, an error is this many
    static constexpr std::size_t kCell = sizeof(std::int64_t) + sizeof(std::int32_t);

    PricedStream(const std::vector<Stream>& segments, const Stream& stream, bool timed)
        : segments_(segments), stream_(stream), timed_(timed), windows_(segments, stream, timed) {}

    const Windows& windows() const { return windows_; }

    // The cost of the whole stream at these prices, from its end to its beginning.
    std::int64_t relax(const std::vector<std::int64_t>& prices) {
        const std::size_t m = stream_.size(), count = segments_.size();
        costs_.resize(windows_.cells());
        ends_.resize(windows_.cells());
        deleted_.resize(count);
        // Values of places from the window of the segment before on, less what was added to all of them.
        behind_.assign(m + 1, 0);
        std::size_t filled = m;
        std::int64_t added = 0;
        for (std::size_t k = count; k-- > 0;) {
            for (; filled > windows_.from(k); --filled) behind_[filled - 1] = behind_[filled] + kScale;
            added = take(k, prices[k], added);
        }
        return cost(0, 0);
    }
    // The cost of what follows from a segment and a place on.
    std::int64_t cost(std::size_t k, std::size_t j) const {
        std::int64_t sum = 0;
        while (k < segments_.size() && j > windows_.to(k)) sum += deleted_[k++];
        const std::size_t from = windows_.from(k);
        if (j < from) sum += std::int64_t(from - j) * kScale;
        if (k < segments_.size()) return sum + costs_[windows_.offset(k) + std::max(j, from) - from];
        return sum;
    }
    // The segments that the stream takes.
    std::vector<std::size_t> taken(const std::vector<std::int64_t>& prices) const {
        std::vector<std::size_t> segments_taken;
        std::size_t j = 0;
        for (std::size_t k = 0; k < segments_.size(); ++k) {
            j = std::max(j, windows_.from(k));
            if (j > windows_.to(k)) {
                if (deletes(k, prices[k])) segments_taken.push_back(k);
                continue;
            }
            const std::int32_t end = ends_[windows_.offset(k) + j - windows_.from(k)];
            if (end < 0) continue;
            segments_taken.push_back(k);
            j = std::size_t(end);
        }
        return segments_taken;
    }

  private:
    bool deletes(std::size_t k, std::int64_t price) const { return std::int64_t(segments_[k].size()) * kScale < price; }

    // The values of one segment's window; what is added to all values from there on.
    std::int64_t take(std::size_t k, std::int64_t price, std::int64_t added) {
        const Stream& segment = segments_[k];
        const std::size_t from = windows_.from(k), width = windows_.to(k) - from;
        ticks_.spend((width + 1) * (segment.size() + 1));
        row_.assign(behind_.begin() + std::ptrdiff_t(from), behind_.begin() + std::ptrdiff_t(from + width + 1));
        landing_.resize(width + 1);
        for (std::size_t x = 0; x <= width; ++x) landing_[x] = std::int32_t(from + x);
        for (std::size_t i = segment.size(); i-- > 0;) take_word(segment, i, from);
        deleted_[k] = deletes(k, price) ? std::int64_t(segment.size()) * kScale - price : 0;
        const std::size_t offset = windows_.offset(k);
        for (std::size_t x = 0; x <= width; ++x) {
            const std::int64_t taken = row_[x] - price;
            const bool takes = taken < behind_[from + x];
            const std::int64_t value = takes ? taken : behind_[from + x];
            costs_[offset + x] = value + added;
            ends_[offset + x] = takes ? landing_[x] : -1;
            behind_[from + x] = value - deleted_[k];
        }
        return added + deleted_[k];
    }
    void take_word(const Stream& segment, std::size_t i, std::size_t from) {
        const std::size_t width = row_.size() - 1;
        std::int64_t diagonal = row_[width];
        std::int32_t corner = landing_[width];
        row_[width] += kScale;
        for (std::size_t x = width; x-- > 0;) {
            const std::int64_t up = row_[x];
            const std::int32_t above = landing_[x];
            std::int64_t least = up + kScale;
            std::int32_t to = above;
            if (row_[x + 1] + kScale < least) least = row_[x + 1] + kScale, to = landing_[x + 1];
            if (!timed_ || overlap(segment, i, stream_, from + x)) {
                const std::int64_t pair = diagonal + (segment.words[i] == stream_.words[from + x] ? 0 : kScale);
                if (pair < least) least = pair, to = corner;
            }
            row_[x] = least;
            landing_[x] = to;
            diagonal = up;
            corner = above;
        }
    }
};

}  // namespace scorelite
