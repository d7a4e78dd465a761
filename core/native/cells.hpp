// Plain pairs under other costs than those of bits.hpp, where a substitution gains something: cell by cell, by the differences of
// neighbouring gains (Suzuki and Kasahara 2018).
//
// A cell gains z = max(equal ? match : substitution, h, v) over its diagonal neighbour, where h and v are the differences of the cell
// above and of the cell to the left to that neighbour. Its own differences are z - v and z - h: all lie between 0 and the gain of a
// match, so that 16 bits often hold them, and no sum ever grows. The cells of one antidiagonal do not depend on each other. Every
// `every_` antidiagonals the differences are kept; the way back goes through one such part after the other and makes only the cells
// again which it can reach, so that memory grows with (n + m)^1.5 (Grice, Hughey and Speck 1997).
#pragma once
#include <algorithm>
#include <cmath>
#include <limits>

#include "moves.hpp"
#include "plain.hpp"
#include "signals.hpp"
#include "sizes.hpp"
#include "vectors.hpp"

namespace scorelite {

template <class Gain> struct Diagonal {  // what the cells of one antidiagonal read and write, all in the order of the rows
    const Gain *rows, *columns;          // words
    Gain *across, *down;                 // h by column, v by row
    std::uint8_t* trace;  // bit 0: a substitution or match is among the cheapest steps, bit 1: a deletion, bit 2: an insertion
    std::int64_t count;
    Gain match, substitution;
};
template <bool kTrace, class Gain> SCORELITE_INLINE void fill_line(const Diagonal<Gain>& line) {
    const Gain *SCORELITE_RESTRICT rows = line.rows, *SCORELITE_RESTRICT columns = line.columns;
    Gain *SCORELITE_RESTRICT across = line.across, *SCORELITE_RESTRICT down = line.down;
    std::uint8_t* SCORELITE_RESTRICT trace = line.trace;
    const Gain match = line.match, substitution = line.substitution;
    for (std::int64_t k = 0; k < line.count; ++k) {
        const bool equal = rows[k] == columns[k];
        const Gain h = across[k], v = down[k];
        const Gain most = h > v ? h : v, pair = equal ? match : substitution, z = pair > most ? pair : most;
        across[k] = Gain(z - v);
        down[k] = Gain(z - h);
        if (kTrace) trace[k] = std::uint8_t((equal || z == substitution ? 1 : 0) | (z == h ? 2 : 0) | (z == v ? 4 : 0));
    }
}
#ifdef SCORELITE_DISPATCH
template <bool kTrace, class Gain> SCORELITE_AVX2 void fill_line_avx2(const Diagonal<Gain>& line) { fill_line<kTrace>(line); }
#endif

template <class Gain> class CellAligner {  // Gain holds the gains and the numbers of the words
    const Policy& policy_;
    const std::int64_t n_, m_, every_;
    std::vector<Gain> rows_, columns_;  // columns from the last to the first, so that an antidiagonal reads them forwards
    std::vector<Gain> now_, saved_;     // h of all columns, then v of all rows
    std::vector<std::uint8_t>& trace_;
    Ticks ticks_;

  public:
    CellAligner(const Policy& policy, const Problem& p, Scratch& scratch)
        : policy_(policy),
          n_(std::int64_t(p.n)),
          m_(std::int64_t(p.m)),
          every_(std::max(sized(256, 16), sized(4, 1) * std::int64_t(std::sqrt(double(n_ + m_))))),
          rows_(p.n),
          columns_(p.m),
          now_(p.n + p.m, 0),
          trace_(scratch.cells) {
        const auto number = [](std::int32_t word) { return Gain(word); };
        std::transform(p.rows, p.rows + p.n, rows_.begin(), number);
        std::transform(p.columns, p.columns + p.m, columns_.rbegin(), number);
    }
    static bool fits(const Policy& policy, const Problem& p) {
        constexpr std::int64_t most = std::numeric_limits<Gain>::max();
        return policy.gains.match < most && std::int64_t(p.vocabulary) <= most;
    }
    void align(std::vector<std::uint8_t>& moves) {
        const std::int64_t parts = (n_ + m_ - 1 + every_ - 1) / every_;  // antidiagonals have the numbers 2 .. n + m
        for (std::int64_t part = 0; part + 1 < parts; ++part) {
            saved_.insert(saved_.end(), now_.begin(), now_.end());
            for (std::int64_t d = first(part); d < first(part + 1); ++d) step<false>(d, 1, n_, nullptr);
        }
        MoveWriter out(moves, std::size_t(n_), std::size_t(m_));
        for (std::int64_t part = parts; part-- && out.i && out.j;) {
            if (part + 1 < parts) std::copy_n(saved_.begin() + std::ptrdiff_t(part * (n_ + m_)), n_ + m_, now_.begin());
            walk(first(part), out);
        }
    }

  private:
    std::int64_t first(std::int64_t part) const { return 2 + part * every_; }

    // The cells of antidiagonal d (row + column, both from 1) in rows top .. bottom; the trace of row `top` comes first.
    template <bool kTrace> void step(std::int64_t d, std::int64_t top, std::int64_t bottom, std::uint8_t* trace) {
        const std::int64_t low = std::max({top, std::int64_t(1), d - m_}), high = std::min({bottom, n_, d - 1});
        if (high < low) return;
        ticks_.spend(std::size_t(high - low) / 8 + 1);
        const std::int64_t back = m_ - d + low;  // the place of the first cell's column, counted from the last one
        const Gains gains = policy_.gains;
        const Diagonal<Gain> line{rows_.data() + low - 1,           columns_.data() + back, now_.data() + back, now_.data() + m_ + low - 1,
                                  trace + (kTrace ? low - top : 0), high - low + 1,         Gain(gains.match),  Gain(gains.substitution)};
#ifdef SCORELITE_DISPATCH
        if (has_avx2()) return fill_line_avx2<kTrace>(line);
#endif
        fill_line<kTrace>(line);
    }

    // Goes back to the antidiagonal before `start`. Of the cells that are made again, those above the rows that the path can reach are
    // wrong, for they lack what lies above them; an error comes down one row an antidiagonal, and the path goes up no faster.
    void walk(std::int64_t start, MoveWriter& out) {
        const std::int64_t bottom = std::int64_t(out.i), end = bottom + std::int64_t(out.j);
        const std::int64_t height = std::min(bottom, end - start + 1), top = bottom - height + 1;
        const std::size_t size = std::size_t((end - start + 1) * height);
        if (trace_.size() < size) trace_.resize(size);
        for (std::int64_t d = start; d <= end; ++d) step<true>(d, top, bottom, trace_.data() + (d - start) * height);
        while (out.i && out.j && std::int64_t(out.i + out.j) >= start) {
            const unsigned best = trace_[std::size_t((std::int64_t(out.i + out.j) - start) * height + std::int64_t(out.i) - top)];
            const Order& order = policy_.order(rows_[out.i - 1] == columns_[columns_.size() - out.j]);
            out.put(best >> order[0] & 1 ? order[0] : best >> order[1] & 1 ? order[1] : order[2]);
        }
    }
};

}  // namespace scorelite
