// Columns of streams without times, for segments that are combined greedily: differences of neighbours in bits (Myers 1999, Hyyro 2003).
//
// A segment of n words changes the cost of a stream by n at most, and a way that passes a place costs at least what the best way through
// that place costs without the segment, less n. So a segment is tried only near the places that ways of few more errors pass.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "plain.hpp"
#include "signals.hpp"
#include "streams.hpp"

namespace scorelite {

// Where the words of a stream are: all places of a word, and the words of each block of 64 places as bits.
class WordPlaces {
    static constexpr std::size_t kSlots = 128;  // of the table of a block, which has 64 words at most
    struct Slot {
        std::int32_t word = 0;
        std::uint32_t low = 0, high = 0;
    };
    std::vector<std::uint32_t> starts_, places_;
    std::vector<Slot> slots_;

    static std::size_t slot_of(std::int32_t word) { return std::size_t(std::uint32_t(word) * 2654435769u >> 25); }

  public:
    explicit WordPlaces(const std::vector<std::int32_t>& words) : places_(words.size()), slots_((words.size() / 64 + 1) * kSlots) {
        std::int32_t most = 0;
        for (std::int32_t word : words) most = std::max(most, word);
        starts_.assign(std::size_t(most) + 2, 0);
        for (std::int32_t word : words) ++starts_[std::size_t(word) + 1];
        for (std::size_t k = 1; k < starts_.size(); ++k) starts_[k] += starts_[k - 1];
        std::vector<std::uint32_t> next = starts_;
        for (std::size_t k = 0; k < words.size(); ++k) {
            places_[next[std::size_t(words[k])]++] = std::uint32_t(k);
            Slot& slot = find(k / 64, words[k]);
            slot.word = words[k];
            (k % 64 < 32 ? slot.low : slot.high) |= std::uint32_t(1) << (k % 32);
        }
    }
    std::pair<const std::uint32_t*, const std::uint32_t*> of(std::int32_t word) const {
        if (std::size_t(word) + 1 >= starts_.size()) return {nullptr, nullptr};
        return {places_.data() + starts_[std::size_t(word)], places_.data() + starts_[std::size_t(word) + 1]};
    }
    Bits of(std::int32_t word, std::size_t block) const {
        const Slot& slot = const_cast<WordPlaces*>(this)->find(block, word);
        return slot.low | Bits(slot.high) << 32;
    }

  private:
    // The slot of a word, which is empty if the block does not have it.
    Slot& find(std::size_t block, std::int32_t word) {
        Slot* const slots = slots_.data() + block * kSlots;
        std::size_t k = slot_of(word);
        while (slots[k].word && slots[k].word != word) k = (k + 1) % kSlots;
        return slots[k];
    }
};

// A substitution costs 1 or 2; all gaps cost 1.
class BitColumns {
    static constexpr std::size_t kLanes = 4;  // words that are read at a time, each one block behind the one before
    const std::vector<Stream>& segments_;
    std::size_t size_, blocks_, longest_ = 0;
    bool double_;
    WordPlaces places_;
    std::vector<Bits> hits_[kLanes];  // of the words that are read: all 0 in between
    struct Passage {
        std::size_t block;
        std::int32_t least;  // the best way through a place of the block
    };
    std::vector<Passage> passages_;
    std::vector<Bits> plus_, minus_;
    std::vector<std::int32_t> edges_;
    Ticks ticks_;

  public:
    struct Column {
        std::int32_t first = 0;
        std::vector<Bits> plus, minus;    // empty at the start
        std::vector<std::int32_t> edges;  // the value at the end of each block
    };
    // What is behind a segment: a column of the reversed stream.
    using Behind = Column;

    BitColumns(const std::vector<Stream>& segments, const Stream& stream, int substitution)
        : segments_(segments), size_(stream.size()), blocks_(size_ / 64 + 1), double_(substitution == 2), places_(stream.words) {
        for (const Stream& segment : segments) longest_ = std::max(longest_, segment.size());
        for (auto& hits : hits_) hits.assign(blocks_, 0);
    }
    void advance(Column& column, std::size_t u, bool back) {
        const Stream& segment = segments_[u];
        const std::size_t n = segment.size();
        begin(column);
        for (std::size_t k = 0; k < n; k += kLanes) {
            const std::size_t lanes = std::min(kLanes, n - k);
            ticks_.spend(lanes * blocks_);
            const auto word = [&](std::size_t t) { return segment.words[back ? n - 1 - k - t : k + t]; };
            for (std::size_t t = 0; t < lanes; ++t) mark(hits_[t], word(t), back, true);
            double_ ? read<Double>(column, lanes) : read<Single>(column, lanes);
            for (std::size_t t = 0; t < lanes; ++t) mark(hits_[t], word(t), back, false);
        }
        column.first += std::int32_t(n);
    }
    Behind keep(Column& column) const {
        begin(column);
        return column;
    }
    std::int64_t whole(const Behind& behind) const { return behind_from(behind, 0); }
    std::int64_t least(Column& column, const Behind& behind) {
        begin(column);
        std::int32_t best = sum(column, behind, 0);
        for (const Passage& passage : passages_) best = std::min(best, sum(column, behind, passage.block));
        for (std::size_t b = 0; b < blocks_; b = next(column, behind, b, best - 1)) best = std::min(best, least_within(column, behind, b));
        return best;
    }
    // Finds where `least_with` looks, for any segment behind this column.
    void look(Column& column, const Behind& behind, std::int64_t cost) {
        begin(column);
        passages_.clear();
        const std::int32_t most = std::int32_t(cost + 2 * std::int64_t(longest_));
        for (std::size_t b = 0; b < blocks_; b = next(column, behind, b, most)) {
            const std::int32_t least = least_within(column, behind, b);
            if (least <= most) passages_.push_back({b, least});
        }
    }
    // The smallest sum of a value with the segment and the one behind it; if it is more than `most`, any such number.
    std::int64_t least_with(const Column& column, std::size_t u, const Behind& behind, std::int64_t most) {
        const std::int64_t limit = most + std::int64_t(segments_[u].size());
        std::int64_t best = most + 1;
        for (std::size_t k = 0, end; k < passages_.size(); k = end + 1) {
            end = k;
            if (passages_[k].least > limit) continue;
            while (end + 1 < passages_.size() && passages_[end + 1].block == passages_[end].block + 1 && passages_[end + 1].least <= limit)
                ++end;
            best = std::min(best, least_between(column, u, behind, passages_[k].block, passages_[end].block + 1));
        }
        return best;
    }

  private:
    // Differences that enter a block from the one before, of a word.
    struct Single {
        Bits above = 1, below = 0;

        // Gives the difference at the end of the block.
        std::int32_t step(Bits& plus, Bits& minus, Bits hits) {
            const Bits vertical = hits | minus, equal = hits | below;
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

        std::int32_t step(Bits& plus, Bits& minus, Bits hits) {
            const Bits hit = plus & hits;
            const Bits half = plus + hit, sum = half + carry;
            carry = Bits(half < plus) | Bits(sum < half);
            plus = sum | (plus & ~hits);
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
    // Sets or clears the bits of a word.
    void mark(std::vector<Bits>& hits, std::int32_t word, bool back, bool set) const {
        for (auto [place, end] = places_.of(word); place != end; ++place) {
            const std::size_t k = back ? size_ - 1 - *place : *place;
            if (set)
                hits[k / 64] |= Bits(1) << (k % 64);
            else
                hits[k / 64] = 0;
        }
    }
    // Words one after the other, which need not wait for each other: while one is read at a block, the next is read at the block before.
    template <class Lane> void read(Column& column, std::size_t lanes) const {
        Lane lane[kLanes];
        const auto step = [&](std::size_t t, std::size_t b) {
            column.edges[b] += lane[t].step(column.plus[b], column.minus[b], hits_[t][b]);
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
    // The smallest sum with the segment of ways that stay in these blocks. At the place before them, every word is a deletion.
    std::int64_t least_between(const Column& column, std::size_t u, const Behind& behind, std::size_t from, std::size_t to) {
        const Stream& segment = segments_[u];
        const std::size_t count = to - from;
        ticks_.spend(8 * segment.size() * count);
        const auto cut = [&](auto& target, const auto& source) {
            target.assign(source.begin() + std::ptrdiff_t(from), source.begin() + std::ptrdiff_t(to));
        };
        cut(plus_, column.plus);
        cut(minus_, column.minus);
        cut(edges_, column.edges);
        for (std::int32_t word : segment.words) double_ ? read_between<Double>(word, from) : read_between<Single>(word, from);
        const std::int32_t first = (from ? column.edges[from - 1] : column.first) + std::int32_t(segment.size());
        std::int64_t best = std::numeric_limits<std::int64_t>::max();
        for (std::size_t b = 0; b < count; ++b) {
            const std::int32_t value = (b ? edges_[b - 1] : first) + behind_from(behind, from + b);
            best = std::min<std::int64_t>(best, value + fall(plus_[b], minus_[b], behind, from + b));
        }
        return best;
    }
    template <class Lane> void read_between(std::int32_t word, std::size_t from) {
        Lane lane;
        for (std::size_t b = 0; b < plus_.size(); ++b) edges_[b] += lane.step(plus_[b], minus_[b], places_.of(word, from + b));
    }
    // The value behind a segment at the begin of a block.
    std::int32_t behind_from(const Behind& behind, std::size_t b) const {
        const std::size_t place = size_ - 64 * b, block = place / 64;
        const Bits before = (Bits(1) << (place % 64)) - 1;
        return (block ? behind.edges[block - 1] : behind.first) + ones(behind.plus[block] & before) - ones(behind.minus[block] & before);
    }
    // The bits of a block in the order of the stream, of bits in the opposite order.
    Bits mirrored(const std::vector<Bits>& bits, std::size_t b) const {
        const std::size_t spare = 64 * blocks_ - size_;  // 1 to 64: bits that no word has, dropped from the begin
        const Bits low = mirrored(bits[blocks_ - 1 - b]);
        const Bits high = b + 1 < blocks_ ? mirrored(bits[blocks_ - 2 - b]) : 0;
        return spare == 64 ? high : low >> spare | high << (64 - spare);
    }
    static Bits mirrored(Bits bits) {
        constexpr Bits kMasks[] = {0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f, 0x00ff00ff00ff00ff, 0x0000ffff0000ffff};
        for (int k = 0; k < 5; ++k) bits = (bits >> (1 << k) & kMasks[k]) | (bits & kMasks[k]) << (1 << k);
        return bits >> 32 | bits << 32;
    }
    // The sum at the begin of a block.
    std::int32_t sum(const Column& column, const Behind& behind, std::size_t b) const {
        return (b ? column.edges[b - 1] : column.first) + behind_from(behind, b);
    }
    // The next block that may have a sum of at most this: a sum changes by two at most from one place to the next.
    std::size_t next(const Column& column, const Behind& behind, std::size_t b, std::int32_t most) const {
        while (++b < blocks_) {
            const std::int32_t more = sum(column, behind, b) - most - 1;
            if (more < 128) return b;
            b += std::size_t(more / 128) - 1;
        }
        return b;
    }
    std::int32_t least_within(const Column& column, const Behind& behind, std::size_t b) const {
        return sum(column, behind, b) + fall(column.plus[b], column.minus[b], behind, b);
    }
    // The smallest sum within a block, relative to the one at its begin.
    std::int32_t fall(Bits up, Bits down, const Behind& behind, std::size_t b) const {
        // Behind a segment, a fall of the reversed stream is a rise.
        Bits more = mirrored(behind.minus, b), less = mirrored(behind.plus, b);
        std::int32_t value = 0, best = 0;
        for (std::size_t k = 0, end = std::min<std::size_t>(64, size_ - 64 * b); k < end; ++k) {
            value += std::int32_t(up & 1) - std::int32_t(down & 1) + std::int32_t(more & 1) - std::int32_t(less & 1);
            best = std::min(best, value);
            up >>= 1, down >>= 1, more >>= 1, less >>= 1;
        }
        return best;
    }
};

}  // namespace scorelite
