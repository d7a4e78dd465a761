// Gestalt matching (Ratcliff and Metzener 1988), as Python's difflib does it: the longest common block, of several the one that starts
// first in the reference and then in the hypothesis; likewise in what is left and right of it. With a popular set, popular symbols begin no
// block but extend one.
//
// All blocks of the greatest length within a rectangle of both sides are taken in one pass, because whatever is left of the first of them
// holds only shorter ones. So lengths decrease from rectangle to rectangle within it, which bounds the work even for repetitive texts.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "signals.hpp"

namespace scorelite {

struct Block {
    std::int32_t i, j, length;
};

class Gestalt {
    using Places = std::vector<std::int32_t>;
    using Column = std::vector<std::uint32_t>;
    struct Rectangle {
        std::int32_t i, i_end, j, j_end, most;  // no block within it is longer than `most`
        std::int32_t height() const { return i_end - i; }
        std::int32_t width() const { return j_end - j; }
    };
    // Numbers for pairs of numbers, from 0, in a table whose entries of earlier rounds are stale.
    class Pairs {
        struct Entry {
            std::uint64_t key;
            std::uint32_t round, number;
        };
        std::vector<Entry> table_;
        std::size_t mask_ = 0;
        std::uint32_t round_ = 0, count_ = 0;

        Entry& slot(std::uint64_t key) {
            std::size_t at = std::size_t((key * 0x9E3779B97F4A7C15u) >> 20);
            for (;; ++at) {
                Entry& entry = table_[at & mask_];
                if (entry.round != round_ || entry.key == key) return entry;
            }
        }

      public:
        static constexpr std::uint32_t kNone = UINT32_MAX;
        void start(std::size_t most) {
            std::size_t size = 64;
            while (size < 2 * most) size *= 2;
            if (table_.size() < size) table_.assign(size, Entry{0, 0, 0}), round_ = 0;
            if (++round_ == 0) {
                for (Entry& entry : table_) entry.round = 0;
                round_ = 1;
            }
            mask_ = size - 1;
            count_ = 0;
        }
        std::uint32_t add(std::uint64_t key) {
            Entry& entry = slot(key);
            if (entry.round != round_) entry = {key, round_, count_++};
            return entry.number;
        }
        std::uint32_t find(std::uint64_t key) {
            const Entry& entry = slot(key);
            return entry.round == round_ ? entry.number : kNone;
        }
        std::size_t count() const { return count_; }
    };

    // By the power of two p: the number of the sequence of 2^p symbols that starts at a place; 0 if the other side does not have it.
    std::vector<Column> ref_ranks_, hyp_ranks_;
    Pairs pairs_;
    std::vector<Rectangle> waiting_;
    std::vector<std::uint8_t> hit_;
    std::vector<std::int32_t> row_;
    Places first_, next_, last_;
    Ticks ticks_;

  public:
    std::vector<std::uint32_t> ref, hyp;  // the symbols, numbered from 1
    std::vector<std::uint8_t> popular;    // by number; empty if no symbol is
    std::vector<Block> blocks;            // the result, in their order

    // Which symbols, numbered up to this one, difflib's autojunk calls popular.
    void find_popular(std::size_t vocabulary) {
        constexpr std::size_t kFrom = 200;  // symbols of the hypothesis
        popular.clear();
        if (hyp.size() < kFrom) return;
        std::vector<std::size_t> counts(vocabulary + 1);
        for (std::uint32_t symbol : hyp) ++counts[symbol];
        for (std::size_t count : counts) popular.push_back(count > hyp.size() / 100 + 1);
    }
    void match() {
        blocks.clear();
        rank();
        const std::int32_t most = std::int32_t(std::min(ref.size(), hyp.size()));
        waiting_.assign(1, Rectangle{0, std::int32_t(ref.size()), 0, std::int32_t(hyp.size()), most});
        while (!waiting_.empty()) {
            const Rectangle r = waiting_.back();
            waiting_.pop_back();
            if (r.height() <= 0 || r.width() <= 0) continue;
            if (r.most <= 0)
                prefix(r);
            else if (std::int64_t(r.height()) * r.width() <= kFewCells)
                few(r);
            else
                many(r);
        }
        std::sort(blocks.begin(), blocks.end(), [](const Block& a, const Block& b) { return a.i < b.i; });
    }

  private:
    static constexpr std::int64_t kFewCells = 1024;

    void rank() {
        ref_ranks_.assign(1, Column(ref.size()));
        hyp_ranks_.assign(1, Column(hyp.size()));
        const auto number = [&](std::uint32_t symbol) { return popular.empty() || !popular[symbol] ? symbol : 0; };
        std::transform(ref.begin(), ref.end(), ref_ranks_[0].begin(), number);
        std::transform(hyp.begin(), hyp.end(), hyp_ranks_[0].begin(), number);
        for (std::size_t step = 1;; step *= 2) {
            Column ref_ranks(ref.size()), hyp_ranks(hyp.size());
            if (!double_ranks(step, ref_ranks, hyp_ranks)) return;
            ref_ranks_.push_back(std::move(ref_ranks));
            hyp_ranks_.push_back(std::move(hyp_ranks));
        }
    }
    static std::uint64_t pair_at(const Column& ranks, std::size_t at, std::size_t step) {
        if (at + step >= ranks.size() || !ranks[at] || !ranks[at + step]) return 0;
        return std::uint64_t(ranks[at]) << 32 | ranks[at + step];
    }
    // Numbers of sequences twice as long; whether the two sides have any in common.
    bool double_ranks(std::size_t step, Column& ref_ranks, Column& hyp_ranks) {
        const Column &old_ref = ref_ranks_.back(), &old_hyp = hyp_ranks_.back();
        pairs_.start(hyp.size());
        ticks_.spend(16 * (ref.size() + hyp.size()));
        for (std::size_t j = 0; j < hyp.size(); ++j)
            if (const std::uint64_t pair = pair_at(old_hyp, j, step)) hyp_ranks[j] = pairs_.add(pair) + 1;
        hit_.assign(pairs_.count() + 1, 0);
        for (std::size_t i = 0; i < ref.size(); ++i) {
            const std::uint64_t pair = pair_at(old_ref, i, step);
            if (!pair) continue;
            const std::uint32_t number = pairs_.find(pair);
            if (number == Pairs::kNone) continue;
            ref_ranks[i] = number + 1;
            hit_[number + 1] = 1;
        }
        bool any = false;
        for (std::uint32_t& number : hyp_ranks) {
            if (!hit_[number]) number = 0;
            any = any || number;
        }
        return any;
    }

    // What is left where no block begins: the common beginning, which is of popular symbols.
    void prefix(const Rectangle& r) {
        std::int32_t length = 0;
        while (length < std::min(r.height(), r.width()) && ref[r.i + length] == hyp[r.j + length]) ++length;
        if (length) blocks.push_back({r.i, r.j, length});
    }

    // Takes a block with the equal symbols around it, and gives it back.
    Block take(const Rectangle& r, Block block) {
        while (block.i > r.i && block.j > r.j && ref[block.i - 1] == hyp[block.j - 1]) --block.i, --block.j, ++block.length;
        while (block.i + block.length < r.i_end && block.j + block.length < r.j_end &&
               ref[block.i + block.length] == hyp[block.j + block.length])
            ++block.length;
        blocks.push_back(block);
        return block;
    }

    // The longest block of a small rectangle, by comparing all with all.
    void few(const Rectangle& r) {
        const std::uint32_t *rows = ref_ranks_[0].data(), *columns = hyp_ranks_[0].data() + r.j;
        const std::int32_t width = r.width();
        ticks_.spend(std::size_t(r.height()) * std::size_t(width));
        row_.assign(std::size_t(width) + 1, 0);
        Block best{r.i, r.j, 0};
        for (std::int32_t i = r.i; i < r.i_end; ++i) {
            std::int32_t before = 0;
            for (std::int32_t j = 0; j < width; ++j) {
                const std::int32_t length = rows[i] && rows[i] == columns[j] ? before + 1 : 0;
                before = row_[std::size_t(j) + 1];
                row_[std::size_t(j) + 1] = length;
                if (length > best.length) best = {i - length + 1, r.j + j - length + 1, length};
            }
        }
        if (!best.length) return prefix(r);
        const Block found = take(r, best);
        waiting_.push_back({r.i, found.i, r.j, found.j, best.length - 1});
        waiting_.push_back({found.i + found.length, r.i_end, found.j + found.length, r.j_end, best.length});
    }

    // The number of the sequence of this length at a place; 0 for one that is not common.
    static std::uint64_t sequence(const std::vector<Column>& ranks, std::size_t power, std::int32_t at, std::int32_t length) {
        const std::size_t rest = std::size_t(length) - (std::size_t(1) << power);
        const std::uint32_t first = ranks[power][std::size_t(at)], last = ranks[power][std::size_t(at) + rest];
        return first && last ? std::uint64_t(first) << 32 | last : 0;
    }
    static std::size_t power_of(std::int32_t length) {
        std::size_t power = 0;
        while (length >> (power + 1)) ++power;
        return power;
    }

    // Keeps the places at which common sequences of this length start, unless there are none.
    bool shorten(const Rectangle& r, std::int32_t length, Places& rows, Places& columns) {
        const std::size_t power = power_of(length);
        if (power >= ref_ranks_.size()) return false;
        ticks_.spend(8 * (rows.size() + columns.size()));
        pairs_.start(columns.size());
        Places& new_columns = next_;
        new_columns.clear();
        for (std::int32_t j : columns) {
            if (j + length > r.j_end) break;
            if (const std::uint64_t pair = sequence(hyp_ranks_, power, j, length)) {
                pairs_.add(pair);
                new_columns.push_back(j);
            }
        }
        hit_.assign(pairs_.count(), 0);
        Places& new_rows = first_;
        new_rows.clear();
        for (std::int32_t i : rows) {
            if (i + length > r.i_end) break;
            const std::uint64_t pair = sequence(ref_ranks_, power, i, length);
            const std::uint32_t number = pair ? pairs_.find(pair) : Pairs::kNone;
            if (number == Pairs::kNone) continue;
            hit_[number] = 1;
            new_rows.push_back(i);
        }
        if (new_rows.empty()) return false;
        const auto missed = [&](std::int32_t j) { return !hit_[pairs_.find(sequence(hyp_ranks_, power, j, length))]; };
        new_columns.erase(std::remove_if(new_columns.begin(), new_columns.end(), missed), new_columns.end());
        rows.swap(new_rows);
        columns.swap(new_columns);
        return true;
    }

    // The greatest length of a common sequence of a rectangle, and where those of this length start.
    std::int32_t longest(const Rectangle& r, Places& rows, Places& columns) {
        rows.resize(std::size_t(r.height()));
        columns.resize(std::size_t(r.width()));
        for (std::int32_t k = 0; k < r.height(); ++k) rows[std::size_t(k)] = r.i + k;
        for (std::int32_t k = 0; k < r.width(); ++k) columns[std::size_t(k)] = r.j + k;
        const std::int32_t most = std::min({r.most, r.height(), r.width()});
        std::int32_t low = 0, high = most + 1;  // common sequences of length `low` exist, of `high` do not
        const auto probe = [&](std::int32_t length) {
            if (shorten(r, length, rows, columns))
                low = length;
            else
                high = length;
        };
        for (std::int32_t length = 1; length <= most && high > most; length *= 2) probe(length);
        while (high - low > 1) probe(low + (high - low) / 2);
        return low;
    }

    void many(const Rectangle& r) {
        Places rows, columns;
        const std::int32_t length = longest(r, rows, columns);
        if (!length) return prefix(r);
        const std::size_t power = power_of(length);
        // Places of the hypothesis by sequence: the first of each, and for every place the next one.
        pairs_.start(columns.size());
        first_.clear();
        last_.clear();
        next_.assign(columns.size(), -1);
        for (std::size_t k = 0; k < columns.size(); ++k) {
            const std::size_t number = pairs_.add(sequence(hyp_ranks_, power, columns[k], length));
            if (number == first_.size()) {
                first_.push_back(std::int32_t(k));
                last_.push_back(std::int32_t(k));
            } else {
                next_[std::size_t(last_[number])] = std::int32_t(k);
                last_[number] = std::int32_t(k);
            }
        }
        Rectangle rest = r;
        for (std::int32_t i : rows) {
            if (i < rest.i) continue;
            std::int32_t& k = first_[pairs_.find(sequence(ref_ranks_, power, i, length))];
            while (k >= 0 && columns[std::size_t(k)] < rest.j) k = next_[std::size_t(k)];
            if (k < 0) continue;
            const Block found = take(rest, {i, columns[std::size_t(k)], length});
            waiting_.push_back({rest.i, found.i, rest.j, found.j, length - 1});
            rest.i = found.i + found.length;
            rest.j = found.j + found.length;
        }
        rest.most = length - 1;
        waiting_.push_back(rest);
    }
};

}  // namespace scorelite
