// Plain pairs whose gains are 3 and 1, 2 and 1, or 1 alone: 64 cells of the matrix in a few machine words.
//
// A correct pair gains `kMatch` units, a substitution one unit (or, where kMatch is 1, none) and a gap nothing: 3 for sclite's costs
// 4/3/3, 2 for unit costs, 1 where a substitution is no cheaper than two gaps. Neighbouring cells of the gain matrix then differ by
// 0..kMatch, never less, and 64 rows of such differences live in kMatch machine words. One column is a few dozen bit operations; the
// differences that travel down the column inside a word are the carries of an addition: after Myers (1999) and Hyyro (2003), for gains of
// several units as in Loving, Hernandez and Benson (2014). Long pairs fill a band along the diagonal, which is widened until no path
// outside it can be as good (Ukkonen 1985).
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <utility>
#include <vector>

#include "moves.hpp"
#include "plain.hpp"
#include "signals.hpp"
#include "sizes.hpp"
#include "vectors.hpp"

namespace scorelite {

// What a step keeps for the way back, as planes of bits. Two planes tell the step that is taken under one order of ties: set in the first
// for a substitution or match, else in the second for a deletion, in neither for an insertion. Three planes, in the order of Move, tell
// which steps are among the cheapest, for any order of ties.
enum class Keep : std::uint8_t { kNothing, kSubInsDel, kSubDelIns, kAll };
constexpr std::size_t planes_of(Keep keep) { return keep == Keep::kNothing ? 0 : keep == Keep::kAll ? 3 : 2; }

// ---------------------------------------------------------------------------------------------------------------------
// One step: a column of 64 rows (per lane). `d*` are the differences of the row above (bit 0 of each), replaced by those of
// the last row. Unary coding: plane k is set where the difference is at least k.

template <class W> struct State3 {
    W v1, v2, v3;
    SCORELITE_INLINE void clear() { v1 = v2 = v3 = W{}; }
};

template <class W> struct Gain3 {  // match 3, substitution 1
    static constexpr int kMatch = 3;
    static constexpr Keep kBuiltIn = Keep::kSubInsDel;
    template <Keep keep> static SCORELITE_INLINE void step(W equal, W, State3<W>& s, W& d1, W& d2, W& d3, W* planes) {
        const W n1 = ~s.v1;
        const W g3 = equal & n1;
        const W h3 = (n1 + g3 + d3) ^ n1 ^ g3;
        const W o3 = g3 | (n1 & h3);
        const W top = equal | h3;  // here the cell gains 3 over its diagonal neighbour
        const W below = s.v1 & ~s.v2;
        const W g2 = g3 | (below & top);
        const W x2 = g2 | n1;
        const W h2 = (x2 + g2 + d2) ^ x2 ^ g2;
        const W o2 = g2 | (n1 & h2);
        const W o1 = n1 | (below & (equal | h2)) | (s.v2 & ~s.v3 & top);
        const W h1 = (o1 << 1) | d1;
        if (keep != Keep::kNothing) {
            // the largest of: substitution (3 or 1), deletion (h), insertion (v)
            const W sub = equal | ~(h2 | s.v2);
            const W less = (h2 & ~s.v2) | (h3 & ~s.v3);  // h > v, where it matters: above the substitution
            const W more = (s.v2 & ~h2) | (s.v3 & ~h3);
            planes[0] = sub;
            if (keep == Keep::kSubInsDel) planes[1] = less;
            if (keep == Keep::kSubDelIns) planes[1] = ~more;
            if (keep == Keep::kAll) {  // ties between all three at gain 1 or 3 need the exact comparison
                planes[1] = (~sub & ~more) | (sub & ((equal & h3) | (~equal & h1)));
                planes[2] = (~sub & ~less) | (sub & ((equal & s.v3) | (~equal & s.v1)));
            }
        }
        const W e3 = equal | s.v3, e2 = equal | s.v2;
        const W q1 = h1 & ~h2, q2 = h2 & ~h3;
        s.v1 = ~h1 | (q1 & e2) | (q2 & e3);
        s.v2 = (~h1 & e2) | (q1 & e3);
        s.v3 = ~h1 & e3;
        d1 = o1 >> 63, d2 = o2 >> 63, d3 = o3 >> 63;
    }
};

template <class W> struct Gain2 {  // match 2, substitution 1
    static constexpr int kMatch = 2;
    static constexpr Keep kBuiltIn = Keep::kSubDelIns;
    template <Keep keep> static SCORELITE_INLINE void step(W equal, W, State3<W>& s, W& d1, W& d2, W&, W* planes) {
        const W n1 = ~s.v1;
        const W g2 = equal & n1;
        const W h2 = (n1 + g2 + d2) ^ n1 ^ g2;
        const W o2 = g2 | (n1 & h2);
        const W o1 = n1 | (s.v1 & ~s.v2 & (equal | h2));
        const W h1 = (o1 << 1) | d1;
        if (keep != Keep::kNothing) {
            planes[0] = equal | ~(h2 | s.v2);
            if (keep == Keep::kSubInsDel) planes[1] = h2 & ~s.v2;
            if (keep == Keep::kSubDelIns) planes[1] = h2;
            if (keep == Keep::kAll) {
                planes[1] = h2 | (~equal & h1 & ~s.v2);
                planes[2] = s.v2 | (~equal & s.v1 & ~h2);
            }
        }
        const W e2 = equal | s.v2;
        s.v1 = ~h1 | (h1 & ~h2 & e2);
        s.v2 = ~h1 & e2;
        d1 = o1 >> 63, d2 = o2 >> 63;
    }
};

template <class W> struct Gain1 {  // match 1, substitution 0 (`free` is all ones) or less (`free` is 0)
    static constexpr int kMatch = 1;
    static constexpr Keep kBuiltIn = Keep::kAll;
    template <Keep keep> static SCORELITE_INLINE void step(W equal, W free, State3<W>& s, W& d1, W&, W&, W* planes) {
        const W n1 = ~s.v1;
        const W g1 = equal & n1;
        const W h1 = (n1 + g1 + d1) ^ n1 ^ g1;
        const W o1 = g1 | (n1 & h1);
        if (keep != Keep::kNothing) {
            planes[0] = equal | (free & ~(h1 | s.v1));
            planes[1] = h1 | ~(equal | s.v1);
            planes[2] = s.v1 | ~(equal | h1);
        }
        s.v1 = (equal | s.v1) & ~h1;
        d1 = o1 >> 63;
    }
};

// The step from cell (i, j) of a pair, whose planes lie `stride` words apart, of which `bit` is the cell's.
template <Keep keep> SCORELITE_INLINE Move move_of(const Bits* planes, std::size_t stride, int bit, const Policy& policy, const Problem& p,
                                                   const MoveWriter& at) {
    if (keep != Keep::kAll) return planes[0] >> bit & 1 ? kSub : planes[stride] >> bit & 1 ? kDel : kIns;
    const Order& order = policy.order(p.rows[at.i - 1] == p.columns[at.j - 1]);
    for (int k = 0; k < 2; ++k)
        if (planes[order[std::size_t(k)] * stride] >> bit & 1) return order[std::size_t(k)];
    return order[2];
}

// A pair with at most 64 rows: one machine word a column, the whole trace kept. Writes the moves from the END to moves.
template <template <class> class Gain, Keep keep>
inline void align_short(const Policy& policy, const Problem& p, Scratch& scratch, std::vector<std::uint8_t>& moves) {
    constexpr std::size_t kPlanes = planes_of(keep);
    scratch.masks.assign(p.vocabulary + 1, 0);
    for (std::size_t i = 0; i < p.n; ++i) scratch.masks[std::size_t(p.rows[i])] |= Bits(1) << i;
    if (scratch.planes.size() < kPlanes * p.m) scratch.planes.resize(kPlanes * p.m);
    const Bits* masks = scratch.masks.data();
    Bits* plane = scratch.planes.data();
    const Bits free = policy.gains.substitution < 0 ? 0 : ~Bits(0);
    State3<Bits> state;
    state.clear();
    constexpr std::size_t kColumns = 1 << 20;
    for (std::size_t from = 0; from < p.m; from += kColumns) {
        if (from) check_signals();
        for (std::size_t j = from, end = std::min(p.m, from + kColumns); j < end; ++j) {
            Bits d1 = 0, d2 = 0, d3 = 0;
            Gain<Bits>::template step<keep>(masks[p.columns[j]], free, state, d1, d2, d3, plane + kPlanes * j);
        }
    }
    MoveWriter out(moves, p.n, p.m);
    while (out.i && out.j) out.put(move_of<keep>(plane + kPlanes * (out.j - 1), 1, int(out.i - 1), policy, p, out));
}

// Rows in machine words, and columns at most, of pairs whose whole trace is kept.
constexpr std::size_t kBlocks = sized(4, 2), kWide = sized(1024, 100);

// A pair of some hundred rows: a few machine words a column, the whole trace kept. Differences of rows pass from block to block.
template <template <class> class Gain, Keep keep>
inline void align_blocks(const Policy& policy, const Problem& p, Scratch& scratch, std::vector<std::uint8_t>& moves) {
    constexpr std::size_t kPlanes = planes_of(keep);
    const std::size_t blocks = (p.n + 63) / 64;
    scratch.masks.assign((p.vocabulary + 1) * blocks, 0);
    for (std::size_t i = 0; i < p.n; ++i) scratch.masks[std::size_t(p.rows[i]) * blocks + i / 64] |= Bits(1) << (i & 63);
    if (scratch.planes.size() < kPlanes * p.m * blocks) scratch.planes.resize(kPlanes * p.m * blocks);
    const Bits free = policy.gains.substitution < 0 ? 0 : ~Bits(0);
    State3<Bits> states[kBlocks];
    for (State3<Bits>& state : states) state.clear();
    Bits* plane = scratch.planes.data();
    for (std::size_t j = 0; j < p.m; ++j) {
        const Bits* masks = scratch.masks.data() + std::size_t(p.columns[j]) * blocks;
        Bits d1 = 0, d2 = 0, d3 = 0;
        for (std::size_t b = 0; b < blocks; ++b, plane += kPlanes)
            Gain<Bits>::template step<keep>(masks[b], free, states[b], d1, d2, d3, plane);
    }
    MoveWriter out(moves, p.n, p.m);
    while (out.i && out.j) {
        const std::size_t row = out.i - 1, at = (out.j - 1) * blocks + row / 64;
        out.put(move_of<keep>(scratch.planes.data() + kPlanes * at, 1, int(row & 63), policy, p, out));
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Long pairs: stripes of 64 * lanes rows, swept from top to bottom. Lane l works on column t - l at step t, so the row differences pass
// from lane to lane. Kept per stripe: its upper line of differences (one byte a column) and the state every `kEvery` steps,
// from which the trace of a part of a stripe can be made again. Where that would be more than `kMost` bytes, only the upper lines of
// every sqrt(stripes)-th stripe are kept, and the stripes between two of them are filled a second time on the way back. Cells that cannot
// lie on a best path are left out: with U the cost of some path, cell (i, j) is out if cost(i, j) + d |(m - j) - (n - i)| > U. Everything
// outside counts as reached by gaps alone, which is never better than the truth, so every cell of every best path, and every tie on it, is
// exact.

template <int lanes> struct Lanes;
template <> struct Lanes<1> {
    using W = Bits;
    static SCORELITE_INLINE W from(const Bits* table, const std::int32_t* c) { return table[c[0]]; }
    static SCORELITE_INLINE W down(W, Bits above) { return above; }
    static SCORELITE_INLINE Bits lane(W w, int) { return w; }
    static SCORELITE_INLINE W active(std::ptrdiff_t step, std::ptrdiff_t width) { return step >= 0 && step < width ? ~Bits(0) : 0; }
};
#ifdef SCORELITE_VECTORS
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"  // all that takes or returns such vectors is inlined
typedef Bits Bits4 __attribute__((vector_size(32)));
template <> struct Lanes<4> {
    using W = Bits4;
    static SCORELITE_INLINE Bits lane(W w, int l) { return w[l]; }
    static SCORELITE_INLINE W active(std::ptrdiff_t step, std::ptrdiff_t width) {
        W r{};
        for (int l = 0; l < 4; ++l) r[l] = step - l >= 0 && step - l < width ? ~Bits(0) : 0;
        return r;
    }
    static SCORELITE_INLINE W from(const Bits* t, const std::int32_t* c) {
        return W{t[4 * std::ptrdiff_t(c[0])], t[4 * std::ptrdiff_t(c[-1]) + 1], t[4 * std::ptrdiff_t(c[-2]) + 2],
                 t[4 * std::ptrdiff_t(c[-3]) + 3]};
    }
    static SCORELITE_INLINE W shifted(W w) {
#if defined(__clang__) || __GNUC__ >= 12
        return __builtin_shufflevector(w, w, 0, 0, 1, 2);
#else
        return __builtin_shuffle(w, W{0, 0, 1, 2});
#endif
    }
    static SCORELITE_INLINE W down(W w, Bits above) {
        W r = shifted(w);
        r[0] = above;
        return r;
    }
};
#pragma GCC diagnostic pop
#endif

struct Stripe {
    std::int64_t row0, first, last;  // rows row0+1 .. row0+64*lanes; columns first .. last, counted from 1
    std::int64_t base;               // gain of cell (row0, first - 1)
    std::size_t line;                // its upper line: lines[line + column - first]
    std::size_t saved;               // its saved states
    std::size_t stored;              // the first of a group: its upper line in kept_
};
struct Line {  // the last line of a stripe: its columns, and the gain of the cell before them
    std::int64_t first = 1, last = 0, base = 0;
};

template <template <class> class Gain, int lanes> class LongAligner {
    using L = Lanes<lanes>;
    using W = typename L::W;
    using G = Gain<W>;
    static constexpr std::int64_t kRows = 64 * lanes;
    static constexpr std::int64_t kEvery = sized(512, 16);
    static constexpr std::size_t kMost = sized(64 << 20, 1 << 14);
    static constexpr std::int64_t kUnit = G::kMatch % 2 + 1;     // cost that one unit of gain saves
    static constexpr std::int64_t kGap = G::kMatch * kUnit / 2;  // cost of an insertion or deletion
    struct Saved {
        State3<W> state;
        W d1, d2, d3;
    };
    const Policy& policy_;
    const Problem& p_;
    const std::int64_t n_, m_;
    const W free_;
    std::vector<Bits> table_;
    std::vector<std::uint8_t> lines_, lower_, kept_;
    std::size_t group_ = 0;  // the stripes that share one kept line; 0 where everything is kept
    std::size_t phase_ = 0;  // the place in its group of the stripe whose line is kept
    std::vector<Stripe> stripes_;
    std::vector<char> saved_bytes_;
    Saved* saved_ = nullptr;
    std::size_t saved_count_ = 0;
    std::vector<char> trace_bytes_;
    Ticks ticks_;

  public:
    LongAligner(const Policy& policy, const Problem& p)
        : policy_(policy),
          p_(p),
          n_(std::int64_t(p.n)),
          m_(std::int64_t(p.m)),
          free_(policy.gains.substitution < 0 ? W{} : ~W{}),
          table_((p.vocabulary + 1) * lanes) {}

    // First find_band, which does not depend on the ties and is most of the work; then walk: moves from the end of the texts to their
    // beginning.
    SCORELITE_INLINE void find_band() {
        const auto [cost, best] = some_cost();
        if (!best) sweep(-1, cost);
    }

    // The cost of the best path inside some band, and whether no path outside it can be as good.
    SCORELITE_INLINE std::pair<std::int64_t, bool> some_cost() {
        constexpr std::int64_t kLeast = sized(32, 2), kLong = sized(2048, 200), kWidth = sized(128, 8);
        const std::int64_t skew = std::abs(m_ - n_), most = std::max(n_, m_);
        std::int64_t width = most < kLong ? std::max(kLeast, most / 14) : kWidth;
        for (std::int64_t before = INT64_MAX;;) {
            const std::int64_t cost = cost_of(sweep(width, -1));
            if (cost < kGap * (2 * (width + 1) + skew)) return {cost, true};
            if (cost < most * kGap * 2 / 3 || width * 8 > most / 4 || cost > before - before / 10) return {cost, false};
            before = cost;
            width *= 8;
        }
    }

    template <Keep keep> SCORELITE_INLINE void walk(std::vector<std::uint8_t>& moves) {
        MoveWriter out(moves, p_.n, p_.m);
        for (std::size_t k = stripes_.size(); k-- && out.i && out.j;) {
            if (group_ && (k + 1 == stripes_.size() || (k + 1) % group_ == 0)) refill(k / group_ * group_, k, std::int64_t(out.j));
            walk_stripe<keep>(stripes_[k], out);
        }
    }

    // Fills the matrix wherever a path of this cost can pass, and keeps only the lines above some stripes: of `group` stripes that of one,
    // of which the first has this number. The stripes begin below `lead` rows. There is one. Returns the cost of the best path.
    SCORELITE_INLINE std::int64_t sweep_lines(std::int64_t limit, std::int64_t lead, std::size_t group, std::size_t phase) {
        start();
        group_ = group;
        phase_ = phase;
        Line above;
        if (lead) {
            above.last = std::min(m_, lead + std::max<std::int64_t>(m_ - n_, 0) + limit / kGap);
            fill_rows(lead, above.last);
        }
        descend(lead, above, -1, limit);
        return cost_of(final_gain());
    }

    // Rows, and the columns in which paths of at most this cost pass them; `back` has swept the reversed pair.
    void meet(const LongAligner& back, std::int64_t limit, std::vector<Passage>& out) const {
        std::vector<std::int64_t> rest;
        for (std::size_t k = phase_; k < stripes_.size(); k += group_) {
            const Stripe& s = stripes_[k];
            if (!s.row0) continue;
            const Stripe& t = back.stripes_[std::size_t((n_ - s.row0) / kRows)];
            back.costs_of(t, rest);
            std::vector<std::int64_t> costs;
            costs_of(s, costs);
            Passage passage{s.row0, m_ + 1, -1};
            for (std::int64_t j = s.first - 1; j <= s.last; ++j) {
                const std::int64_t other = m_ - j - (t.first - 1);  // its place in the reversed line
                if (other < 0 || other >= std::int64_t(rest.size())) continue;
                if (costs[std::size_t(j - s.first + 1)] + rest[std::size_t(other)] > limit) continue;
                passage.first = std::min(passage.first, j);
                passage.last = j;
            }
            if (passage.last >= 0) out.push_back(passage);
        }
    }
    std::int64_t gain_of(std::int64_t cost) const { return (kGap * (n_ + m_) - cost) / kUnit; }
    static constexpr std::int64_t worse(std::int64_t cost, std::int64_t loss) { return cost + kUnit * loss; }
    static constexpr std::int64_t stripes(std::int64_t rows) { return rows / kRows; }
    static constexpr std::int64_t lead(std::int64_t rows) { return rows % kRows; }

  private:
    std::int64_t cost_of(std::int64_t gain) const { return kGap * (n_ + m_) - kUnit * gain; }

    // The costs of the cells of a kept line, from the one before its first column.
    void costs_of(const Stripe& s, std::vector<std::int64_t>& out) const {
        out.clear();
        std::int64_t gain = s.base;
        for (std::int64_t j = s.first - 1; j <= s.last; ++j) {
            if (j >= s.first) gain += kept_[s.stored + std::size_t(j - s.first)];
            out.push_back(kGap * (s.row0 + j) - kUnit * gain);
        }
    }

    // The line below the first rows, which are fewer than those of a stripe.
    SCORELITE_INLINE void fill_rows(std::int64_t rows, std::int64_t columns) {
        Stripe s{};
        set_table(s, true);
        lower_.assign(std::size_t(columns), 0);
        State3<Bits> states[lanes];
        for (State3<Bits>& state : states) state.clear();
        const Bits free = policy_.gains.substitution < 0 ? 0 : ~Bits(0), last = ~Bits(0) >> (63 - (rows - 1) % 64);
        ticks_.spend(std::size_t(columns * rows / 8));
        for (std::int64_t j = 0, before = 0; j < columns; ++j) {
            const Bits* equal = table_.data() + std::int64_t(p_.columns[j]) * lanes;
            Bits d1 = 0, d2 = 0, d3 = 0;
            std::int64_t gain = 0;
            for (std::int64_t l = 0; 64 * l < rows; ++l) {
                State3<Bits>& state = states[l];
                Gain<Bits>::template step<Keep::kNothing>(equal[l], free, state, d1, d2, d3, nullptr);
                const Bits mask = 64 * (l + 1) < rows ? ~Bits(0) : last;
                gain += ones(state.v1 & mask) + ones(state.v2 & mask) + ones(state.v3 & mask);
            }
            lower_[std::size_t(j)] = std::uint8_t(gain - std::exchange(before, gain));
        }
        set_table(s, false);
    }

    void start() {
        stripes_.clear();
        lines_.clear();
        lower_.clear();
        kept_.clear();
        saved_count_ = group_ = phase_ = 0;
    }

    // Fills the matrix inside a band of this half width or, if width is negative, wherever a path of this cost can pass.
    SCORELITE_INLINE std::int64_t sweep(std::int64_t width, std::int64_t limit) {
        start();
        descend(0, Line(), width, limit);
        return final_gain();
    }

    // Fills the stripes below a row.
    SCORELITE_INLINE void descend(std::int64_t row, Line above, std::int64_t width, std::int64_t limit) {
        const std::int64_t low = std::min<std::int64_t>(0, m_ - n_) - width, high = std::max<std::int64_t>(0, m_ - n_) + width;
        Stripe s{};
        for (s.row0 = row; s.row0 < n_; s.row0 += kRows) {
            if (width >= 0) {
                s.first = std::max<std::int64_t>(1, s.row0 + 1 + low);
                s.last = std::min(m_, s.row0 + kRows + high);
            } else {
                live(s, limit, above);
            }
            s.base = above.base;
            for (std::int64_t j = above.first; j < s.first && j <= above.last; ++j) s.base += lower_[j - above.first];
            forget();
            hang(s, above);
            if (group_ && stripes_.size() % group_ == phase_) keep(s);
            stripes_.push_back(s);
            fill(s);
            above = {s.first, s.last, s.base};
        }
    }

    // Appends the upper line of a stripe, below which it hangs: differences of the line above where that has any.
    SCORELITE_INLINE void hang(Stripe& s, const Line& above) {
        s.line = lines_.size();
        lines_.resize(s.line + std::size_t(std::max<std::int64_t>(s.last - s.first + 1, 0)), 0);
        for (std::int64_t j = std::max(s.first, above.first); j <= std::min(above.last, s.last); ++j)
            lines_[s.line + std::size_t(j - s.first)] = lower_[std::size_t(j - above.first)];
        s.saved = saved_count_;
    }
    void keep(Stripe& s) {
        s.stored = kept_.size();
        kept_.insert(kept_.end(), lines_.begin() + std::ptrdiff_t(s.line),
                     lines_.begin() + std::ptrdiff_t(s.line) + (s.last - s.first + 1));
    }
    // Gives room for the next stripe: where too much is kept, only the first lines of groups remain.
    void forget() {
        if (!group_ && lines_.size() + saved_count_ * sizeof(Saved) > kMost) {
            for (group_ = 2; std::int64_t(group_ * group_) * kRows < n_;) ++group_;
            for (std::size_t k = 0; k < stripes_.size(); k += group_) keep(stripes_[k]);
        }
        if (group_) {
            lines_.clear();
            saved_count_ = 0;
        }
    }
    // Fills the stripes first .. last of a group again, up to the column that the path has reached.
    SCORELITE_INLINE void refill(std::size_t first, std::size_t last, std::int64_t column) {
        lines_.clear();
        saved_count_ = 0;
        Line above;
        for (std::size_t k = first; k <= last; ++k) {
            Stripe& s = stripes_[k];
            s.last = std::max(std::min(s.last, column), s.first - 1);
            if (k == first) {
                lower_.assign(kept_.begin() + std::ptrdiff_t(s.stored), kept_.begin() + std::ptrdiff_t(s.stored) + (s.last - s.first + 1));
                above = {s.first, s.last, s.base};
            }
            hang(s, above);
            fill(s);
            above = {s.first, s.last, s.base};
        }
    }

    // The columns of the next stripe that a path of at most this cost can touch.
    SCORELITE_INLINE void live(Stripe& s, std::int64_t limit, const Line& above) const {
        std::int64_t first = -1, last = 0, gain = above.base;
        for (std::int64_t j = above.first - 1; j <= (s.row0 ? above.last : m_); ++j) {
            if (j >= above.first && s.row0) gain += lower_[std::size_t(j - above.first)];
            const std::int64_t rest = (m_ - j) - (n_ - s.row0);
            const std::int64_t slack = limit - (kGap * (s.row0 + j) - kUnit * gain) - kGap * std::abs(rest);
            if (slack < 0) continue;
            if (first < 0) first = j;
            last = std::max(last, j + kRows + std::max<std::int64_t>(rest, 0) + slack / (2 * kGap));
        }
        s.first = first + 1;
        s.last = std::max(std::min(m_, last), s.first - 1);
    }

    SCORELITE_INLINE void set_table(const Stripe& s, bool on) {
        for (std::int64_t r = s.row0; r < std::min(n_, s.row0 + kRows); ++r) {
            Bits& mask = table_[std::size_t(p_.rows[r]) * lanes + std::size_t((r - s.row0) >> 6)];
            mask = on ? mask | Bits(1) << ((r - s.row0) & 63) : 0;
        }
    }

    Saved* room() {
        const std::size_t need = (saved_count_ + 2) * sizeof(Saved) + 64;
        if (saved_bytes_.size() < need) {
            std::vector<char> more(need * 2);
            Saved* to = aligned<Saved>(more);
            if (saved_count_) std::memcpy(static_cast<void*>(to), static_cast<void*>(saved_), saved_count_ * sizeof(Saved));
            saved_bytes_.swap(more);
            saved_ = to;
        }
        return saved_ + saved_count_++;
    }
    template <class T> static T* aligned(std::vector<char>& bytes) {
        return reinterpret_cast<T*>((reinterpret_cast<std::uintptr_t>(bytes.data()) + 63) & ~std::uintptr_t(63));
    }

    template <bool kEdge, Keep keep>
    SCORELITE_INLINE void steps(const Stripe& s, std::int64_t from, std::int64_t to, Saved& now, std::uint8_t* lower, W* trace) {
        constexpr bool kTrace = keep != Keep::kNothing;
        constexpr std::size_t kPlanes = planes_of(keep);
        const std::int64_t width = s.last - s.first + 1;
        const std::uint8_t* upper = lines_.data() + s.line;
        const std::int32_t* column = p_.columns + s.first - 1;
        const Bits* table = table_.data();
        State3<W> state = now.state;
        W d1 = now.d1, d2 = now.d2, d3 = now.d3;
        for (std::int64_t t = from; t < to; ++t) {
            const unsigned above = !kEdge || t < width ? upper[t] : 0;
            d1 = L::down(d1, above != 0);
            if (G::kMatch > 1) d2 = L::down(d2, above > 1);
            if (G::kMatch > 2) d3 = L::down(d3, above > 2);
            const W equal = L::from(table, column + t);
            if (kEdge) {
                const State3<W> old = state;
                const W on = L::active(t, width);
                G::template step<keep>(equal, free_, state, d1, d2, d3, trace + kPlanes * std::size_t(t - from));
                state.v1 = (state.v1 & on) | (old.v1 & ~on);
                state.v2 = (state.v2 & on) | (old.v2 & ~on);
                state.v3 = (state.v3 & on) | (old.v3 & ~on);
            } else {
                G::template step<keep>(equal, free_, state, d1, d2, d3, trace + kPlanes * std::size_t(t - from));
            }
            if (!kTrace && (!kEdge || t >= lanes - 1))
                lower[t - (lanes - 1)] = std::uint8_t(L::lane(d1, lanes - 1) + L::lane(d2, lanes - 1) + L::lane(d3, lanes - 1));
        }
        now.state = state;
        now.d1 = d1, now.d2 = d2, now.d3 = d3;
    }

    // Steps from..to of a stripe; those at its ends, where some lanes have no column, are masked.
    template <Keep keep>
    SCORELITE_INLINE void run(const Stripe& s, std::int64_t from, std::int64_t to, Saved& now, std::uint8_t* lower, W* trace) {
        const std::int64_t width = s.last - s.first + 1;
        const std::int64_t a = std::min(to, std::max<std::int64_t>(from, lanes - 1));
        const std::int64_t b = std::max(a, std::min(to, width));
        constexpr std::size_t kPlanes = planes_of(keep);
        steps<true, keep>(s, from, a, now, lower, trace);
        steps<false, keep>(s, a, b, now, lower, trace + kPlanes * std::size_t(a - from));
        steps<true, keep>(s, b, to, now, lower, trace + kPlanes * std::size_t(b - from));
    }

    static std::int64_t steps_of(const Stripe& s) { return s.last - s.first + lanes; }

    SCORELITE_INLINE void fill(const Stripe& s) {
        set_table(s, true);
        Saved now;
        now.state.clear();
        now.d1 = now.d2 = now.d3 = W{};
        lower_.assign(std::size_t(s.last - s.first + 1), 0);
        const std::int64_t end = s.last < s.first ? 0 : steps_of(s);
        for (std::int64_t t = 0; t < end; t += kEvery) {
            ticks_.spend(std::size_t(8 * kEvery));
            *room() = now;
            run<Keep::kNothing>(s, t, std::min(end, t + kEvery), now, lower_.data(), nullptr);
        }
        *room() = now;  // the state after the last column
        set_table(s, false);
    }

    SCORELITE_INLINE std::int64_t final_gain() const {
        const Stripe& s = stripes_.back();
        std::int64_t gain = s.base;
        for (std::int64_t j = s.first; j <= std::min(s.last, m_); ++j) gain += lines_[s.line + std::size_t(j - s.first)];
        const State3<W>& state = saved_[saved_count_ - 1].state;
        for (int l = 0; l < lanes; ++l) {
            const std::int64_t rows = std::min<std::int64_t>(64, n_ - s.row0 - 64 * l);
            if (rows <= 0) break;
            const Bits mask = rows == 64 ? ~Bits(0) : (Bits(1) << rows) - 1;
            gain += ones(L::lane(state.v1, l) & mask) + ones(L::lane(state.v2, l) & mask) + ones(L::lane(state.v3, l) & mask);
        }
        return gain;
    }

    // Makes the trace of a stripe again, from the last saved state backwards, only as far as the path needs it.
    template <Keep keep> SCORELITE_INLINE void walk_stripe(const Stripe& s, MoveWriter& out) {
        constexpr std::size_t kPlanes = planes_of(keep);
        if (trace_bytes_.empty()) trace_bytes_.resize(std::size_t(kEvery) * kPlanes * sizeof(W) + 64);
        W* trace = aligned<W>(trace_bytes_);
        set_table(s, true);
        std::int64_t held = -1, end = -1;  // trace holds the steps held .. end-1
        while (std::int64_t(out.i) > s.row0 && out.j) {
            const std::int64_t row = std::int64_t(out.i) - 1 - s.row0, j = std::int64_t(out.j);
            if (j < s.first || j > s.last) {  // not on any best path unless at the very edge: only gaps lead there
                out.put(j < s.first ? kDel : kIns);
                continue;
            }
            const std::int64_t lane = row >> 6, t = j - s.first + lane;
            if (t < held || t >= end) {
                ticks_.spend(std::size_t(16 * kEvery));
                held = t / kEvery * kEvery;
                end = std::min(steps_of(s), std::min(held + kEvery, t + lanes));
                Saved now = saved_[s.saved + std::size_t(held / kEvery)];
                run<keep>(s, held, end, now, nullptr, trace);
            }
            const Bits* planes = reinterpret_cast<const Bits*>(trace + kPlanes * std::size_t(t - held)) + lane;
            out.put(move_of<keep>(planes, lanes, int(row & 63), policy_, p_, out));
        }
        set_table(s, false);
    }
};

// Rows of pairs whose stripes are one machine word high.
constexpr std::size_t kNarrow = sized(128, 300);

// Whether the ties are those of the built-in policy with these gains, for which two planes are enough.
template <class G> bool is_built_in(const Policy& policy) {
    const Move second = G::kBuiltIn == Keep::kSubInsDel ? kIns : kDel;
    const Order& order = policy.order(false);
    return G::kBuiltIn != Keep::kAll && policy.has_one_order() && order[0] == kSub && order[1] == second;
}
template <template <class> class Gain, int lanes>
SCORELITE_INLINE void align_lanes(const Policy& policy, const Problem& p, std::vector<std::uint8_t>& moves) {
    using G = Gain<Bits>;
    LongAligner<Gain, lanes> aligner(policy, p);
    aligner.find_band();
    is_built_in<G>(policy) ? aligner.template walk<G::kBuiltIn>(moves) : aligner.template walk<Keep::kAll>(moves);
}
template <template <class> class Gain> void align_long(const Policy& policy, const Problem& p, std::vector<std::uint8_t>& moves) {
    align_lanes<Gain, 1>(policy, p, moves);
}
#ifdef SCORELITE_DISPATCH
template <template <class> class Gain>
SCORELITE_AVX2 void align_long_avx2(const Policy& policy, const Problem& p, std::vector<std::uint8_t>& moves) {
    align_lanes<Gain, 4>(policy, p, moves);
}
#endif

// A pair read backwards.
struct Reversed {
    std::vector<std::int32_t> rows, columns;
    explicit Reversed(const Problem& p) : rows(std::make_reverse_iterator(p.rows + p.n), std::make_reverse_iterator(p.rows)) {
        columns.assign(p.m + 2 * kPad, 0);
        std::reverse_copy(p.columns, p.columns + p.m, columns.begin() + kPad);
    }
    Problem problem(std::size_t vocabulary) const {
        return {rows.data(), rows.size(), columns.data() + kPad, columns.size() - 2 * kPad, vocabulary};
    }
};

// The passages of paths that gain at most `loss` less than the best one, whose gain is returned.
template <template <class> class Gain, int lanes>
SCORELITE_INLINE std::int64_t meet_lanes(const Policy& policy, const Problem& p, std::int64_t loss, std::vector<Passage>& out) {
    using Aligner = LongAligner<Gain, lanes>;
    constexpr std::int64_t kMost = sized(32 << 20, 60);  // bytes of lines
    Aligner forth(policy, p);
    const std::int64_t n = std::int64_t(p.n), count = Aligner::stripes(n), cost = forth.some_cost().first;
    if (!count) return forth.gain_of(cost);
    const std::int64_t most = Aligner::worse(cost, loss), group = count * std::min(std::int64_t(p.m), most) / kMost + 1;
    const std::int64_t best = forth.sweep_lines(most, Aligner::lead(n), std::size_t(group), 0), limit = Aligner::worse(best, loss);
    const Reversed reversed(p);
    const Problem turned = reversed.problem(p.vocabulary);
    Aligner back(policy, turned);
    back.sweep_lines(limit, 0, std::size_t(group), std::size_t(count % group));
    forth.meet(back, limit, out);
    return forth.gain_of(best);
}
template <template <class> class Gain>
std::int64_t meet_one(const Policy& policy, const Problem& p, std::int64_t loss, std::vector<Passage>& out) {
    return meet_lanes<Gain, 1>(policy, p, loss, out);
}
#ifdef SCORELITE_DISPATCH
template <template <class> class Gain>
SCORELITE_AVX2 std::int64_t meet_avx2(const Policy& policy, const Problem& p, std::int64_t loss, std::vector<Passage>& out) {
    return meet_lanes<Gain, 4>(policy, p, loss, out);
}
#endif
template <template <class> class Gain>
std::int64_t meet_bits(const Policy& policy, const Problem& p, std::int64_t loss, std::vector<Passage>& out) {
#ifdef SCORELITE_DISPATCH
    if (p.n > kNarrow && has_avx2()) return meet_avx2<Gain>(policy, p, loss, out);
#endif
    return meet_one<Gain>(policy, p, loss, out);
}

template <template <class> class Gain>
void align_bits(const Policy& policy, const Problem& p, Scratch& scratch, std::vector<std::uint8_t>& moves) {
    using G = Gain<Bits>;
    constexpr std::size_t kShort = sized(64, 24);
    if (p.n <= kShort && is_built_in<G>(policy)) return align_short<Gain, G::kBuiltIn>(policy, p, scratch, moves);
    if (p.n <= kShort) return align_short<Gain, Keep::kAll>(policy, p, scratch, moves);
    if (p.n <= 64 * kBlocks && p.m <= kWide) {
        if (is_built_in<G>(policy)) return align_blocks<Gain, G::kBuiltIn>(policy, p, scratch, moves);
        return align_blocks<Gain, Keep::kAll>(policy, p, scratch, moves);
    }
#ifdef SCORELITE_DISPATCH
    if (p.n > kNarrow && has_avx2()) return align_long_avx2<Gain>(policy, p, moves);
#endif
    align_long<Gain>(policy, p, moves);
}

}  // namespace scorelite
