// Plain pairs whose equal ends are matched first, and which are cut in halves where they are long: as RapidFuzz aligns (policies with `=`).
//
// A long pair is cut behind half of the hypothesis, and behind the fewest words of the reference that lead to a cheapest alignment
// (Hirschberg 1975). Each half is a pair of its own, whose equal ends are matched first. All costs are 1.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "bits.hpp"
#include "plain.hpp"
#include "signals.hpp"

namespace scorelite {

// The costs of aligning the first columns of a pair with its first rows, for each number of rows that a path of at most `most` errors
// can take for them.
class Columns {
    struct Mask {
        std::int64_t block;
        Bits rows;
    };
    std::vector<Mask> masks_;          // word by word, each with the blocks of rows that have it
    std::vector<std::size_t> bounds_;  // where the masks of each word begin, and where those of the last one end
    std::vector<State3<Bits>> states_;
    Ticks ticks_;

  public:
    std::int64_t first = 0;           // the number of rows
    std::vector<std::int64_t> costs;  // of that number of rows and of more

    void fill(const Problem& p, std::size_t columns, std::int64_t most) {
        const std::int64_t n = std::int64_t(p.n), m = std::int64_t(p.m), blocks = (n + 63) / 64;
        // A path through cell (i, j) has |i - j| gaps at least before it, and |(n - i) - (m - j)| behind it.
        const std::int64_t low = -((most + m - n) / 2), high = (most + n - m) / 2;
        gather(p);
        states_.assign(std::size_t(blocks), State3<Bits>());
        std::int64_t top = 0, bottom = 0, base = 0;  // the blocks of the band, and the gain above them
        for (std::int64_t j = 1; j <= std::int64_t(columns); ++j) {
            for (; (top + 1) * 64 < j + low && top + 1 < blocks; ++top) base += gain(top, 64);
            bottom = std::max(bottom, std::min(blocks, (j + high + 63) / 64));
            ticks_.spend(std::size_t(bottom - top) + 1);
            const std::size_t word = std::size_t(p.columns[j - 1]);
            const Mask *mask = masks_.data() + bounds_[word], *end = masks_.data() + bounds_[word + 1];
            mask = std::lower_bound(mask, end, top, [](const Mask& a, std::int64_t block) { return a.block < block; });
            Bits d1 = 0, d2 = 0, d3 = 0;
            for (std::int64_t b = top; b < bottom; ++b) {
                const bool here = mask != end && mask->block == b;
                Gain2<Bits>::step<Keep::kNothing>(here ? mask->rows : 0, 0, states_[std::size_t(b)], d1, d2, d3, nullptr);
                mask += here;
            }
        }
        first = top * 64;
        costs.clear();
        for (std::int64_t i = first, gains = base; i <= std::min(n, bottom * 64); ++i) {
            if (i > first) gains += gain_of_row(i - 1);
            costs.push_back(i + std::int64_t(columns) - gains);
        }
    }

  private:
    // Memory is that of the rows, however many words there are.
    void gather(const Problem& p) {
        std::vector<std::int64_t> last(p.vocabulary + 1, -1);
        bounds_.assign(p.vocabulary + 2, 0);
        for (std::size_t i = 0; i < p.n; ++i) {
            const std::size_t word = std::size_t(p.rows[i]);
            bounds_[word + 1] += last[word] != std::int64_t(i / 64);
            last[word] = std::int64_t(i / 64);
        }
        for (std::size_t k = 1; k < bounds_.size(); ++k) bounds_[k] += bounds_[k - 1];
        masks_.assign(bounds_.back(), Mask{-1, 0});
        std::vector<std::size_t> next(bounds_.begin(), bounds_.end() - 1);
        for (std::size_t i = 0; i < p.n; ++i) {
            const std::size_t word = std::size_t(p.rows[i]);
            const std::int64_t block = std::int64_t(i / 64);
            if (next[word] == bounds_[word] || masks_[next[word] - 1].block != block) masks_[next[word]++] = {block, 0};
            masks_[next[word] - 1].rows |= Bits(1) << (i & 63);
        }
    }
    std::int64_t gain_of_row(std::int64_t i) const {
        const State3<Bits>& s = states_[std::size_t(i / 64)];
        return std::int64_t(s.v1 >> (i & 63) & 1) + std::int64_t(s.v2 >> (i & 63) & 1);
    }
    std::int64_t gain(std::int64_t block, std::int64_t rows) const {
        std::int64_t sum = 0;
        for (std::int64_t i = block * 64; i < block * 64 + rows; ++i) sum += gain_of_row(i);
        return sum;
    }
};

class Halves {
    using Solver = void (*)(const Policy&, const Problem&, Scratch&, std::vector<std::uint8_t>&);
    const Policy& policy_;
    Scratch& scratch_;
    std::vector<std::uint8_t>& moves_;
    const Solver solve_;

    // A pair is cut from so many cells on, which RapidFuzz keeps in a MiB, and from so many words on either side.
    static constexpr std::int64_t kCells = 1 << 22, kRows = 65, kColumns = 10;

  public:
    Halves(const Policy& policy, Scratch& scratch, std::vector<std::uint8_t>& moves, Solver solver)
        : policy_(policy), scratch_(scratch), moves_(moves), solve_(solver) {}

    void solve(const Problem& p) { solve(p, std::int64_t(std::max(p.n, p.m)), false); }

  private:
    // Appends the moves from the end; `most` errors are the most that the pair has, or, where it is a half, just as many.
    void solve(Problem p, std::int64_t most, bool exact) {
        const Shared ends = shared_ends(p.rows, p.n, p.columns, p.m);
        p = between(p, ends);
        moves_.insert(moves_.end(), ends.last, kSub);
        if (is_long(p, most))
            cut(p, most, exact);
        else
            solve_(policy_, p, scratch_, moves_);
        moves_.insert(moves_.end(), ends.first, kSub);
    }

    static bool is_long(const Problem& p, std::int64_t most) {
        const std::int64_t n = std::int64_t(p.n), m = std::int64_t(p.m);
        return n >= kRows && m >= kColumns && std::min(n, 2 * most + 1) * m >= kCells;
    }

    void cut(const Problem& p, std::int64_t most, bool exact) {
        if (!exact) {
            std::vector<Passage> passages;
            const std::int64_t cost = find_passages(policy_, p, 0, passages);
            if (cost >= 0) most = cost;
        }
        const std::size_t half = p.m / 2;
        Columns left, right;
        left.fill(p, half, most);
        const Reversed reversed(p);
        right.fill(reversed.problem(p.vocabulary), p.m - half, most);
        std::int64_t best = INT64_MAX, row = 0, before = 0;
        for (std::int64_t i = left.first; i < left.first + std::int64_t(left.costs.size()); ++i) {
            const std::int64_t k = std::int64_t(p.n) - i - right.first;
            if (k < 0 || k >= std::int64_t(right.costs.size())) continue;
            const std::int64_t cost = left.costs[std::size_t(i - left.first)] + right.costs[std::size_t(k)];
            if (cost < best) best = cost, row = i, before = left.costs[std::size_t(i - left.first)];
        }
        const std::size_t above = std::size_t(row);
        solve({p.rows + above, p.n - above, p.columns + half, p.m - half, p.vocabulary}, best - before, true);
        solve({p.rows, above, p.columns, half, p.vocabulary}, before, true);
    }
};

}  // namespace scorelite
