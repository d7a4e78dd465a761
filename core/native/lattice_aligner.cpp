// Small costs are C floats and are added one by one, as the reference program does: with 0.001 for a null word, or with times, the order
// of the additions decides ties. Other costs are whole multiples of a unit, so that every sum is exact: in integers, or in doubles where
// texts are so long that integers might overflow. A row belongs to an
// arc of the reference, a column to an arc of the hypothesis. Rows are kept in blocks that begin where the whole lattice passes through
// a few arcs, so that a long text needs one block and the first rows of the others. Of long lattices only a corridor of cells is filled.
#include "lattice_aligner.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <optional>
#include <type_traits>
#include <utility>

#include "coming.hpp"
#include "signals.hpp"
#include "sizes.hpp"
#include "vectors.hpp"
#ifdef SCORELITE_DISPATCH
#include <immintrin.h>
#endif

namespace scorelite {

// The costs of words that have no times and no weights. An optional word that is left out costs two thirds of another where a substitution
// costs more than a gap, as in the reference; a null word costs next to nothing, a pair of them one, and a word aligned with it so much
// that leaving both out is always cheaper.
template <class Cost> struct LatticeCosts {
    static constexpr bool kSingle = std::is_same_v<Cost, float>;
    static constexpr Cost kScale = kSingle ? Cost(1) : Cost(3000);
    Cost substitution, insertion, deletion, optional_insertion, optional_deletion, null, nulls = kScale, null_against_word;

    explicit LatticeCosts(const Policy& p)
        : substitution(kScale * Cost(p.substitution)),
          insertion(kScale * Cost(p.insertion)),
          deletion(kScale * Cost(p.deletion)),
          optional_insertion(reduced(p) ? insertion * 2 / 3 : insertion),
          optional_deletion(reduced(p) ? deletion * 2 / 3 : deletion),
          null(kSingle ? Cost(0.001f) : kScale / 1000),
          null_against_word(substitution + insertion + deletion) {}

    Cost least() const { return std::min({substitution, insertion, deletion}); }
    // The most that a word adds to the cost of a cell: no pair costs more than to leave both of its words out.
    Cost most() const { return std::max(insertion, deletion); }
    // Whether the sums of the reference's arithmetic are those of whole numbers.
    static bool fits_single(const Policy& p) {
        return std::max({p.substitution, p.insertion, p.deletion}) <= 4 && (!reduced(p) || (p.insertion % 3 == 0 && p.deletion % 3 == 0));
    }

  private:
    static bool reduced(const Policy& p) { return p.substitution > std::max(p.insertion, p.deletion); }
};

class LatticeAligner::Work {
  public:
    virtual ~Work() = default;
    virtual std::optional<int> align(const Lattice& ref, const Lattice& hyp, const WordIds& ids, const Bounds& bounds,
                                     std::vector<Slot>& out) = 0;
};

namespace {
constexpr std::size_t kBlock = sized(1 << 18, 100);  // cells stored at a time, at least
constexpr std::size_t kFirst = 16;                   // rows with which a block begins, at most
constexpr std::size_t kGroup = 8;                    // rows filled together
constexpr std::size_t kGrouped = sized(64, 12);      // columns from which on they are
constexpr std::int64_t kAhead = sized(64, 2);        // columns by which a row grows while it is alive
template <class Cost> constexpr Cost kFar = std::is_same_v<Cost, double> ? Cost(1e18) : Cost(999999999.9f);  // infinity in the reference
constexpr double kMostInteger = 5e8;  // the cost of leaving all words out, which is added to infinity as well
// A total above this gives an empty path.
template <class Cost> constexpr Cost kTooFar = LatticeCosts<Cost>::kSingle ? Cost(999999.9f) : kFar<Cost>;

bool overlaps(const Word& a, const Word& b) { return a.begin < b.end && b.begin < a.end; }

// The costs of all words: those of the policy, of times or of weights.
template <class Cost> struct Prices {
    const Rules& rules;
    const LatticeCosts<Cost> costs;

    explicit Prices(const Rules& r) : rules(r), costs(r.policy) {}
    Cost insertion(const Word& w) const { return gap(w, costs.insertion, costs.optional_insertion); }
    Cost deletion(const Word& w) const { return w.wild ? Cost(0) : gap(w, costs.deletion, costs.optional_deletion); }
    Cost pair(const Word& a, const Word& b) const {
        if (a.wild || ((a.exact || b.exact) && !same_word(a, b))) return kFar<Cost>;
        if (rules.overlap && !overlaps(a, b)) return costs.null_against_word;
        if (rules.times) return Cost(std::fabs(a.begin - b.begin) + std::fabs(a.end - b.end) + (same_word(a, b) ? 0.0 : 0.001));
        if (rules.weighted) return same_word(a, b) ? Cost(0) : Cost(a.weight + b.weight);
        if (a.null && b.null) return costs.nulls;
        return same_word(a, b) ? Cost(0) : a.null || b.null ? costs.null_against_word : costs.substitution;
    }

  private:
    Cost gap(const Word& w, Cost plain, Cost optional) const {
        if (w.null) return costs.null;
        if (w.exact) return kFar<Cost>;
        if (rules.times) return Cost(w.duration);
        if (rules.weighted) return Cost(w.weight);
        return w.optional ? optional : plain;
    }
};

// An arc of the reference: none behind it has an arc before it that comes before the first.
struct Cut {
    std::size_t first, last;
};

// The two lattices that are aligned, and what holds for all of their words.
struct Inputs {
    const Lattice &ref, &hyp;
    const WordIds& ids;
    const Corridor* corridor;
    bool narrow;            // whether paths may leave the corridor
    bool whole;             // all costs are whole numbers
    bool strict;            // some words may not be left out
    bool finite;            // all times are finite
    std::vector<Cut> cuts;  // where a block of rows may begin

    Inputs(const Lattice& r, const Lattice& h, const WordIds& i, const Bounds& bounds, const Rules& rules, Ticks& ticks)
        : ref(r),
          hyp(h),
          ids(i),
          corridor(bounds.corridor),
          narrow(corridor && corridor->is_narrow()),
          whole(!rules.times && !rules.weighted && no_nulls(r) && no_nulls(h)),
          strict(rules.whole && (is_strict(r) || is_strict(h))),
          finite(all_finite(r) && all_finite(h)) {
        std::size_t least = ref.arcs();
        const Lattice::Span ends = ref.entering[ref.stop];
        for (std::uint32_t k = 0; k < ends.count; ++k) least = std::min<std::size_t>(least, ref.at(ends)[k]);
        for (std::size_t a = ref.arcs(); a-- > 1;) {
            if (least + kFirst > a) cuts.push_back({std::min(least, a), a});
            const Lattice::Span span = ref.before(a);
            ticks.spend(span.count);
            for (std::uint32_t k = 0; k < span.count; ++k) least = std::min<std::size_t>(least, ref.at(span)[k]);
        }
        std::reverse(cuts.begin(), cuts.end());
    }
    std::int64_t last() const { return std::int64_t(hyp.arcs()) - 1; }

  private:
    static bool no_nulls(const Lattice& side) {
        return std::none_of(side.words.begin(), side.words.end(), [](const Word& w) { return w.null; });
    }
    static bool is_strict(const Lattice& side) {
        return std::any_of(side.words.begin(), side.words.end(), [](const Word& w) { return w.exact; });
    }
    static bool all_finite(const Lattice& side) {
        return std::all_of(side.words.begin(), side.words.end(), [](const Word& w) { return std::isfinite(w.begin + w.end + w.duration); });
    }
};

// What the loops over columns read, in the order in which they read it. It is filled as a whole for each pair of lattices; the memory
// stays allocated.
template <class Cost> struct Columns {
    std::vector<std::int32_t> hyp_id_back;  // from the end to the beginning, padded, as are others named so
    std::vector<Cost> insert, insert_back;
    std::vector<Cost> inserts;    // the costs of inserting all words up to each column
    bool sums_are_exact = false;  // whether these are whole numbers that a cost holds
    std::vector<double> begin_back, end_back;
    std::vector<std::uint8_t> odd_near;  // whether one of the columns b - 7 .. b is odd
    std::vector<std::uint32_t> odd;      // nulls and fragments: compared one by one
    std::int64_t reach = 1;              // the largest distance between a column and one before it

    void fill(const Inputs& in, const Prices<Cost>& prices, Ticks& ticks) {
        const Lattice& hyp = in.hyp;
        const std::size_t n = hyp.arcs();
        insert.assign(n, 0);
        odd.clear();
        reach = 1;
        for (std::size_t b = 1; b < n; ++b) {
            const Word& w = hyp.words[b - 1];
            insert[b] = prices.insertion(w);
            if (w.null || w.fragment || w.exact) odd.push_back(std::uint32_t(b));
            const Lattice::Span span = hyp.before(b);
            ticks.spend(span.count);
            for (std::uint32_t k = 0; k < span.count; ++k) reach = std::max(reach, std::int64_t(b) - std::int64_t(hyp.at(span)[k]));
        }
        inserts.resize(n);
        std::partial_sum(insert.begin(), insert.end(), inserts.begin());
        sums_are_exact = !LatticeCosts<Cost>::kSingle || (in.whole && inserts.back() < Cost(1 << std::numeric_limits<float>::digits));
        hyp_id_back.assign(n + 2 * kGroup, 0);
        insert_back.assign(n + 2 * kGroup, 0);
        odd_near.assign(n + 2 * kGroup, 0);
        for (std::size_t b = 0; b < n; ++b) {
            hyp_id_back[n - 1 + kGroup - b] = in.ids.hyp[b];
            insert_back[n - 1 + kGroup - b] = insert[b];
        }
        if (prices.rules.times) {
            begin_back.assign(n + 2 * kGroup, 0.0);
            end_back.assign(n + 2 * kGroup, 0.0);
            for (std::size_t b = 1; b < n; ++b) {
                begin_back[n - 1 + kGroup - b] = hyp.words[b - 1].begin;
                end_back[n - 1 + kGroup - b] = hyp.words[b - 1].end;
            }
        }
        for (std::uint32_t b : odd) std::fill_n(odd_near.begin() + b, kGroup, 1);
    }
};

// The cost that the path is known not to exceed, if there is one, and what bounds the cost of the rest of a path from below.
template <class Cost> class Limit {
    Cost cost_ = kFar<Cost>;
    Coming ref_, hyp_;

  public:
    void fill(const Inputs& in, double bound, const Prices<Cost>& prices) {
        cost_ = kFar<Cost>;
        if (bound < 0) return;
        cost_ = prices.costs.kScale * Cost(bound * 1.001 + 1.0);
        ref_.fill(in.ref);
        hyp_.fill(in.hyp);
    }
    bool exists() const { return cost_ < kFar<Cost>; }
    // Whether a path through cell (a, b) costs more: words must be left without partner behind it.
    bool exceeded(Cost cell, std::size_t a, std::int64_t b, const LatticeCosts<Cost>& costs) const {
        const std::int64_t deleted = std::int64_t(ref_.least[a]) - hyp_.most[std::size_t(b)];
        const std::int64_t inserted = std::int64_t(hyp_.least[std::size_t(b)]) - ref_.most[a];
        const Cost rest =
            std::max(deleted > 0 ? costs.deletion * Cost(deleted) : Cost(0), inserted > 0 ? costs.insertion * Cost(inserted) : Cost(0));
        return cell + rest > cost_;
    }
};

// The least that paths cost on one side of a narrow corridor: those that went out before the phrase of their row, and those that went
// out since.
template <class Cost> struct Outside {
    Cost before = kFar<Cost>, since = kFar<Cost>;

    Cost least() const { return std::min(before, since); }
    // Adds paths that have gone out.
    void join(Cost cost) { since = std::min(since, cost); }
};

template <class Cost> struct Row {
    std::size_t arc, offset, stride;        // cell of column b: offset + (b - lo) * stride
    std::int64_t lo, hi, live_lo, live_hi;  // columns held; columns a best path can pass
    Outside<Cost> left{}, right{};

    bool holds(std::int64_t b) const { return b >= lo && b <= hi; }
    // What a cell costs at least that is not held.
    Cost beyond(std::int64_t b) const { return b < lo ? left.least() : right.least(); }
};

// Rows of cells for consecutive arcs.
template <class Cost> struct Table {
    std::vector<Row<Cost>> rows;
    std::vector<Cost> cells;  // the first `used` are in use; the rest stays allocated
    std::size_t used = 0;

    const Row<Cost>& row_of(std::size_t arc) const { return rows[rows.size() - 1 - (rows.back().arc - arc)]; }
    Cost cell(const Row<Cost>& row, std::int64_t b) const {
        return row.holds(b) ? cells[row.offset + std::size_t(b - row.lo) * row.stride] : row.beyond(b);
    }
    void use(std::size_t size) {
        used = size;
        if (cells.size() < size) cells.resize(std::max(size, std::min(2 * size, size + kBlock)));
    }
    // The rows from an arc on, with their cells.
    Table since(std::size_t arc) const {
        Table last;
        std::size_t size = 0;
        for (std::size_t a = arc; a <= rows.back().arc; ++a) size += std::size_t(row_of(a).hi - row_of(a).lo + 1);
        last.cells.reserve(size);
        for (std::size_t a = arc; a <= rows.back().arc; ++a) {
            Row<Cost> row = row_of(a);
            for (std::int64_t b = row.lo; b <= row.hi; ++b) last.cells.push_back(cell(row, b));
            row.offset = std::exchange(last.used, last.cells.size());
            row.stride = 1;
            last.rows.push_back(row);
        }
        return last;
    }
    // Leaves these rows alone.
    void restart(const Table& first) {
        use(first.used);
        std::copy_n(first.cells.begin(), first.used, cells.begin());
        rows = first.rows;
    }
};
}  // namespace

template <class Cost> class LatticeAligner::Adder final : public LatticeAligner::Work {
    const Prices<Cost> prices_;
    const std::array<Cost, 4> outside_;  // the least that each kind of row costs outside a corridor
    std::optional<Inputs> in_;
    Columns<Cost> columns_;
    Limit<Cost> limit_;
    Table<Cost> table_;
    std::vector<Table<Cost>> blocks_;  // the first rows of each block
    std::int64_t last_ = 0;            // the last column that is filled
    std::vector<Cost> sub_, up_;       // of the row that is filled
    mutable Ticks ticks_;

  public:
    explicit Adder(const Rules& rules)
        : prices_(rules), outside_{0, 0, prices_.costs.least(), std::min(prices_.costs.substitution, prices_.costs.deletion)} {}

    std::optional<int> align(const Lattice& ref, const Lattice& hyp, const WordIds& ids, const Bounds& bounds,
                             std::vector<Slot>& out) override {
        in_.emplace(ref, hyp, ids, bounds, prices_.rules, ticks_);
        columns_.fill(*in_, prices_, ticks_);
        limit_.fill(*in_, bounds.cost, prices_);
        return trace(out);
    }

  private:
    Cost removed(std::size_t a) const { return prices_.deletion(in_->ref.words[a - 1]); }
    // The costs of leaving out word a behind word b, and of word b behind word a: no word stands between those that are matched as a
    // whole, and any words stand behind one that stands for them.
    Cost removed(std::size_t a, std::size_t b) const {
        const Word& word = in_->ref.words[a - 1];
        return b && in_->hyp.words[b - 1].inner && !word.null && !word.wild ? kFar<Cost> : removed(a);
    }
    Cost inserted(std::size_t a, std::size_t b) const {
        if (!a) return columns_.insert[b];
        const Word& word = in_->ref.words[a - 1];
        return word.wild ? Cost(0) : word.inner && !in_->hyp.words[b - 1].null ? kFar<Cost> : columns_.insert[b];
    }

    void fill_up(std::size_t a, std::int64_t lo, std::int64_t hi) {  // up_[b - lo] = best cell above, over the arcs before a
        up_.assign(std::size_t(std::max<std::int64_t>(hi - lo + 1, 0)), kFar<Cost>);
        const Lattice::Span span = in_->ref.before(a);
        for (std::uint32_t k = 0; k < span.count; ++k) {
            const Row<Cost>& row = table_.row_of(in_->ref.at(span)[k]);
            ticks_.spend(up_.size() + 8);
            const Cost* from = table_.cells.data() + row.offset;
            for (std::int64_t b = std::max(lo, row.lo); b <= std::min(hi, row.hi); ++b)
                up_[std::size_t(b - lo)] = std::min(up_[std::size_t(b - lo)], from[std::size_t(b - row.lo) * row.stride]);
            if (in_->narrow) fill_up_beyond(row, lo, hi);
        }
    }
    void fill_up_beyond(const Row<Cost>& row, std::int64_t lo, std::int64_t hi) {
        const auto fill = [&](std::int64_t from, std::int64_t to, Cost cost) {
            for (std::int64_t b = from; b <= to; ++b) up_[std::size_t(b - lo)] = std::min(up_[std::size_t(b - lo)], cost);
        };
        fill(lo, std::min(hi, row.lo - 1), row.left.least());
        fill(std::max(lo, row.hi + 1), hi, row.right.least());
    }
    void fill_sub(std::size_t a, std::int64_t lo, std::int64_t hi) {  // sub_[b - lo] = cost of a against b
        const Word& word = in_->ref.words[a - 1];
        sub_.resize(std::size_t(hi - lo + 1));
        if (prices_.rules.times || prices_.rules.weighted || word.fragment || word.null || word.exact || word.wild) {
            for (std::int64_t b = std::max<std::int64_t>(lo, 1); b <= hi; ++b)
                sub_[std::size_t(b - lo)] = prices_.pair(word, in_->hyp.words[std::size_t(b - 1)]);
            return;
        }
        const std::int32_t id = in_->ids.ref[a];
        const Cost other = prices_.costs.substitution;
        const std::int32_t* ids = in_->ids.hyp.data() + lo;
        for (std::int64_t k = 0; k <= hi - lo; ++k) sub_[std::size_t(k)] = ids[k] == id ? Cost(0) : other;
        for (auto b = std::lower_bound(columns_.odd.begin(), columns_.odd.end(), lo); b != columns_.odd.end() && *b <= hi; ++b)
            sub_[std::size_t(*b - lo)] = prices_.pair(word, in_->hyp.words[*b - 1]);
        if (prices_.rules.overlap)
            for (std::int64_t b = std::max<std::int64_t>(lo, 1); b <= hi; ++b)
                if (!overlaps(word, in_->hyp.words[std::size_t(b - 1)])) sub_[std::size_t(b - lo)] = prices_.costs.null_against_word;
    }

    // The first row: nothing but insertions.
    void first_row() {
        const std::int64_t last = in_->narrow ? in_->corridor->last(0) : in_->last();
        Row<Cost> row{0, 0, 1, 0, last, 0, last};
        table_.used = 0;
        table_.use(std::size_t(last + 1));
        table_.cells[0] = 0;
        for (std::int64_t b = 1; b <= last; ++b) {
            const Lattice::Span span = in_->hyp.before(std::size_t(b));
            ticks_.spend(span.count);
            Cost best = kFar<Cost>;
            for (std::uint32_t k = 0; k < span.count; ++k) best = std::min(best, table_.cells[in_->hyp.at(span)[k]]);
            table_.cells[std::size_t(b)] = best + columns_.insert[std::size_t(b)];
        }
        if (limit_.exists())
            while (row.live_hi > 0 && dead(row, row.live_hi)) --row.live_hi;
        if (in_->narrow && last < in_->last()) join_edge(row);
        table_.rows.assign(1, row);
    }

    // Adds row a, or the rows from a on that can be filled together; returns the last of them.
    std::size_t add_rows(std::size_t a, std::size_t end = SIZE_MAX) {
#ifdef SCORELITE_DISPATCH
        if constexpr (!std::is_same_v<Cost, double>)
            if (in_->hyp.arcs() >= kGrouped && can_group(a, std::min(end, in_->ref.arcs() - 1))) {
                if constexpr (LatticeCosts<Cost>::kSingle)
                    in_->whole ? add_group<Integers>(a) : prices_.rules.times ? add_group<Times>(a) : add_group<Floats>(a);
                else
                    add_group<Integers>(a);
                return a + kGroup - 1;
            }
#else
        (void)end;
#endif
        add_row(a);
        return a;
    }

    std::int64_t first_column(std::size_t a) const { return in_->corridor ? in_->corridor->first(a) : 0; }
    std::int64_t last_column(std::size_t a) const { return in_->corridor ? std::min(last_, in_->corridor->last(a)) : last_; }

    void add_row(std::size_t a) {
        const std::int64_t last = last_column(a);
        Row<Cost> row{a, table_.used, 1, last, -1, 0, 0};
        const Lattice::Span span = in_->ref.before(a);
        std::int64_t sure = -1;  // the last column that a row above reaches
        for (std::uint32_t k = 0; k < span.count; ++k) {
            const Row<Cost>& above = table_.row_of(in_->ref.at(span)[k]);
            row.lo = std::min(row.lo, above.live_lo);
            sure = std::max(sure, above.live_hi + columns_.reach);
        }
        row.lo = std::max(row.lo, first_column(a));
        // Nothing bounds the costs of words that must overlap, nor those of a narrow corridor: the whole corridor is filled.
        sure = prices_.rules.overlap || in_->narrow ? last : std::min(sure, last);
        row.hi = row.lo - 1;
        if (in_->narrow) row.left = left_of(a, row.lo);
        for (std::int64_t next = sure;;) {
            extend(row, a, next);
            if (row.hi >= last || !limit_.exists() || !alive_at_end(row)) break;
            next = std::min(last, row.hi + std::max(kAhead, columns_.reach));
        }
        push(row);
    }
    void push(Row<Cost> row) {
        row.live_lo = row.lo, row.live_hi = row.hi;
        if (limit_.exists()) {
            while (row.live_lo < row.hi && dead(row, row.live_lo)) ++row.live_lo;
            while (row.live_hi > row.live_lo && dead(row, row.live_hi)) --row.live_hi;
        }
        if (in_->narrow && row.hi < in_->last()) row.right = right_of(row);
        table_.rows.push_back(row);
    }

    // The least that paths cost left of a row's first column: they went out there in a row above, or go out now.
    Outside<Cost> left_of(std::size_t a, std::int64_t lo) const {
        if (!lo) return {};
        Outside<Cost> paths;
        Cost out = kFar<Cost>;
        const Lattice::Span span = in_->ref.before(a);
        for (std::uint32_t k = 0; k < span.count; ++k) {
            const Row<Cost>& row = table_.row_of(in_->ref.at(span)[k]);
            join(paths, row.left);
            for (std::int64_t b = row.lo; b < std::min(lo, row.hi + 1); ++b) out = std::min(out, table_.cell(row, b));
        }
        paths.join(out);
        return taken(a, paths);
    }
    // The least that paths cost right of a row's last column, or in the columns from which a word leads there.
    Outside<Cost> right_of(const Row<Cost>& row) const {
        Outside<Cost> paths;
        const Lattice::Span span = in_->ref.before(row.arc);
        for (std::uint32_t k = 0; k < span.count; ++k) join(paths, table_.row_of(in_->ref.at(span)[k]).right);
        Row<Cost> made = row;
        made.right = taken(row.arc, paths);
        join_edge(made);
        return made.right;
    }
    static void join(Outside<Cost>& paths, const Outside<Cost>& others) {
        paths.before = std::min(paths.before, others.before);
        paths.since = std::min(paths.since, others.since);
    }
    void join_edge(Row<Cost>& row) const {
        for (std::int64_t b = std::max(row.lo, row.hi - columns_.reach + 1); b <= row.hi; ++b) row.right.join(table_.cell(row, b));
    }
    // Paths outside that take a row; without a branch, for no processor foresees where phrases end.
    Outside<Cost> taken(std::size_t a, const Outside<Cost>& paths) const {
        const Beside row = in_->corridor->beside(a);
        const bool anew = row == Beside::kBegins || row == Beside::kNowhere;
        const Cost before = anew ? paths.least() : paths.before;
        return {std::min(kFar<Cost>, before + outside_[std::size_t(row)]), anew ? kFar<Cost> : paths.since};
    }

#ifdef SCORELITE_DISPATCH
    static_assert(kGroup * sizeof(float) == sizeof(__m256));
    // Eight rows of a chain together: lane l works on column lo + t - l at step t, so that the cells it needs of the row above were
    // computed one step before. The cells of a step are stored side by side.
    bool can_group(std::size_t a, std::size_t end) const {
        if (a + kGroup - 1 > end || !in_->hyp.linear || in_->strict || (prices_.rules.times && !in_->finite) || prices_.rules.weighted ||
            prices_.rules.overlap || !has_avx2())
            return false;
        for (std::size_t k = a + 1; k < a + kGroup; ++k) {
            const Lattice::Span span = in_->ref.before(k);
            if (span.count != 1 || *in_->ref.at(span) + 1 != k) return false;
        }
        const auto words = in_->ref.words.begin() + std::ptrdiff_t(a) - 1;
        return std::none_of(words, words + kGroup, [](const Word& w) { return w.wild; });
    }
    template <class A> SCORELITE_AVX2 void add_group(std::size_t a) {
        const std::int64_t last = last_column(a + kGroup - 1);
        std::int64_t lo = last, sure = -1;
        const Lattice::Span span = in_->ref.before(a);
        for (std::uint32_t k = 0; k < span.count; ++k) {
            const Row<Cost>& above = table_.row_of(in_->ref.at(span)[k]);
            lo = std::min(lo, above.live_lo);
            sure = std::max(sure, above.live_hi + std::int64_t(kGroup));
        }
        lo = std::max(lo, std::min(first_column(a), last));
        sure = in_->narrow ? last : std::clamp(sure, lo, last);
        const std::size_t offset = table_.used;
        // A corridor may begin further right than in the row above: a pair in the first column comes from the column before it.
        fill_up(a, lo - 1, lo - 1);
        Outside<Cost> left[kGroup];
        Cost least[kGroup];
        for (std::size_t l = 0; l < kGroup; ++l) {
            if (in_->narrow && lo) left[l] = l ? taken(a + l, left[l - 1]) : left_of(a, lo);
            least[l] = left[l].least();
        }
        Wave<A> wave(*this, a, up_[0], least);
        std::int64_t hi = sure;
        for (std::int64_t done = lo - 1;; done = hi, hi = std::min(last, hi + kAhead)) {
            const std::int64_t from = done < lo ? 0 : done - lo + std::int64_t(kGroup), to = hi - lo + std::int64_t(kGroup);
            fill_up(a, lo + from, std::min(last, lo + to - 1));
            up_.resize(std::size_t(to - from), kFar<Cost>);
            table_.use(offset + std::size_t(to) * kGroup);
            Cost* const out = table_.cells.data() + offset + std::size_t(from) * kGroup;
            // At first, not all rows have begun.
            const std::size_t begun = from ? 0 : kGroup;
            if (begun) wave.template run<true>(lo, up_.data(), begun, out);
            wave.template run<false>(lo + from + std::int64_t(begun), up_.data() + begun, std::size_t(to - from) - begun,
                                     out + begun * kGroup);
            if (hi >= last || !limit_.exists() || !group_alive(a, offset, lo, hi)) break;
        }
        for (std::size_t l = 0; l < kGroup; ++l) push({a + l, offset + l * kGroup + l, kGroup, lo, hi, 0, 0, left[l], {}});
    }
    bool group_alive(std::size_t a, std::size_t offset, std::int64_t lo, std::int64_t hi) const {
        for (std::size_t l = 0; l < kGroup; ++l)
            if (!dead({a + l, offset + l * kGroup + l, kGroup, lo, hi, 0, 0, {}, {}}, hi)) return true;
        return false;
    }

    // The arithmetic of a wave: floats as in the reference, with or without times, or integers, which are faster, where all costs
    // are whole numbers.
    struct Floats {
        static constexpr bool kTimed = false;
        using V = __m256;
        static SCORELITE_AVX2 V load(const float* p) { return _mm256_loadu_ps(p); }
        static SCORELITE_AVX2 V same(float x) { return _mm256_set1_ps(x); }
        static SCORELITE_AVX2 void store(float* p, V x) { _mm256_storeu_ps(p, x); }
        static SCORELITE_AVX2 V add(V a, V b) { return _mm256_add_ps(a, b); }
        static SCORELITE_AVX2 V less(V a, V b) { return _mm256_sub_ps(a, b); }
        static SCORELITE_AVX2 V least(V a, V b) { return _mm256_min_ps(a, b); }
        static SCORELITE_AVX2 V moved(V x, __m256i to) { return _mm256_permutevar8x32_ps(x, to); }
        static SCORELITE_AVX2 V unless(__m256i mask, V x) { return _mm256_andnot_ps(_mm256_castsi256_ps(mask), x); }
        static SCORELITE_AVX2 V chosen(__m256i mask, V x, V other) { return _mm256_blendv_ps(other, x, _mm256_castsi256_ps(mask)); }
        static SCORELITE_AVX2 V down(V x, __m256i to, V first) { return _mm256_blend_ps(moved(x, to), first, 1); }
    };
    struct Times : Floats {
        static constexpr bool kTimed = true;
    };
    struct Integers {
        static constexpr bool kTimed = false;
        using V = __m256i;
        static SCORELITE_AVX2 V load(const float* p) { return _mm256_cvtps_epi32(_mm256_loadu_ps(p)); }
        static SCORELITE_AVX2 V load(const std::int32_t* p) { return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)); }
        static SCORELITE_AVX2 V same(Cost x) { return _mm256_set1_epi32(int(x)); }
        static SCORELITE_AVX2 void store(float* p, V x) { _mm256_storeu_ps(p, _mm256_cvtepi32_ps(x)); }
        static SCORELITE_AVX2 void store(std::int32_t* p, V x) { _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), x); }
        static SCORELITE_AVX2 V add(V a, V b) { return _mm256_add_epi32(a, b); }
        static SCORELITE_AVX2 V less(V a, V b) { return _mm256_sub_epi32(a, b); }
        static SCORELITE_AVX2 V least(V a, V b) { return _mm256_min_epi32(a, b); }
        static SCORELITE_AVX2 V moved(V x, __m256i to) { return _mm256_permutevar8x32_epi32(x, to); }
        static SCORELITE_AVX2 V unless(__m256i mask, V x) { return _mm256_andnot_si256(mask, x); }
        static SCORELITE_AVX2 V chosen(__m256i mask, V x, V other) { return _mm256_blendv_epi8(other, x, mask); }
        static SCORELITE_AVX2 V down(V x, __m256i to, V first) { return _mm256_blend_epi32(moved(x, to), first, 1); }
    };
    template <class A> struct Wave {
        using V = typename A::V;
        const Adder& all;
        const std::size_t a;
        V cells, above, remove;
        __m256i names;
        __m256d begin[2], end[2];  // of the rows
        bool odd_rows = false;

        // `corner`: the best cell above the first row, one column before the first; `left`: those of the rows.
        SCORELITE_AVX2 Wave(const Adder& aligner, std::size_t first, Cost corner, const Cost* left) : all(aligner), a(first) {
            Cost costs[kGroup];
            double begins[kGroup], ends[kGroup];
            for (std::size_t l = 0; l < kGroup; ++l) {
                const Word& w = all.in_->ref.words[a + l - 1];
                costs[l] = all.removed(a + l);
                begins[l] = w.begin, ends[l] = w.end;
                odd_rows = odd_rows || w.null || w.fragment;
            }
            remove = A::load(costs);
            for (std::size_t half = 0; half < 2; ++half) {
                begin[half] = _mm256_loadu_pd(begins + 4 * half);
                end[half] = _mm256_loadu_pd(ends + 4 * half);
            }
            names = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(all.in_->ids.ref.data() + a));
            cells = A::load(left);
            above = A::down(cells, _mm256_setr_epi32(0, 0, 1, 2, 3, 4, 5, 6), A::same(corner));
        }
        // Steps from the one where lane 0 is at column b; at the first ones, further lanes wait.
        template <bool kFirst> SCORELITE_AVX2 void run(std::int64_t b, const Cost* up, std::size_t steps, Cost* out) {
            const __m256i down = _mm256_setr_epi32(0, 0, 1, 2, 3, 4, 5, 6), lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
            const V other = A::same(all.prices_.costs.substitution);
            const std::int64_t last = std::int64_t(all.in_->hyp.arcs()) - 1;
            for (std::size_t t = 0; t < steps; ++t, ++b) {
                const std::size_t back = std::size_t(last + std::int64_t(kGroup) - b);  // columns backwards, so that lanes read forwards
                const __m256i column = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(all.columns_.hyp_id_back.data() + back));
                V pair;
                if constexpr (A::kTimed)
                    pair = apart(_mm256_cmpeq_epi32(column, names), back);
                else
                    pair = A::unless(_mm256_cmpeq_epi32(column, names), other);
                if (odd_rows || all.columns_.odd_near[std::size_t(b)]) pair = compare(pair, b);
                const V across = A::add(above, pair);
                above = A::down(cells, down, A::same(up[t]));
                const V left = A::add(cells, A::load(all.columns_.insert_back.data() + back));
                const V best = A::least(A::least(left, across), A::add(above, remove));
                cells = kFirst ? A::chosen(_mm256_cmpgt_epi32(lanes, _mm256_set1_epi32(int(t))), cells, best) : best;
                A::store(out + t * kGroup, cells);
            }
        }
        // The distance between the times of words, in doubles; a little more for different words.
        SCORELITE_AVX2 V apart(__m256i equal, std::size_t back) const {
            const __m256d sign = _mm256_set1_pd(-0.0), other = _mm256_set1_pd(0.001);
            const __m256i equals[2] = {_mm256_cvtepi32_epi64(_mm256_castsi256_si128(equal)),
                                       _mm256_cvtepi32_epi64(_mm256_extracti128_si256(equal, 1))};
            __m128 sums[2];
            for (std::size_t half = 0; half < 2; ++half) {
                const __m256d begins = _mm256_sub_pd(begin[half], _mm256_loadu_pd(all.columns_.begin_back.data() + back + 4 * half));
                const __m256d ends = _mm256_sub_pd(end[half], _mm256_loadu_pd(all.columns_.end_back.data() + back + 4 * half));
                const __m256d times = _mm256_add_pd(_mm256_andnot_pd(sign, begins), _mm256_andnot_pd(sign, ends));
                sums[half] = _mm256_cvtpd_ps(_mm256_add_pd(times, _mm256_andnot_pd(_mm256_castsi256_pd(equals[half]), other)));
            }
            return _mm256_set_m128(sums[1], sums[0]);
        }
        SCORELITE_AVX2 V compare(V pair, std::int64_t b) const {  // nulls and fragments, one by one
            Cost costs[kGroup];
            A::store(costs, pair);
            for (std::int64_t l = 0; l < std::int64_t(kGroup); ++l) {
                if (b - l < 1 || b - l >= std::int64_t(all.in_->hyp.arcs())) continue;
                const Word &ref = all.in_->ref.words[a + std::size_t(l) - 1], &hyp = all.in_->hyp.words[std::size_t(b - l) - 1];
                if (ref.null || ref.fragment || hyp.null || hyp.fragment) costs[l] = all.prices_.pair(ref, hyp);
            }
            return A::load(costs);
        }
    };
#endif
    bool dead(const Row<Cost>& row, std::int64_t b) const { return limit_.exceeded(table_.cell(row, b), row.arc, b, prices_.costs); }
    bool alive_at_end(const Row<Cost>& row) const {
        for (std::int64_t b = row.hi; b > row.hi - columns_.reach && b >= row.lo; --b)
            if (!dead(row, b)) return true;
        return false;
    }

    // For each column, the least of its own cost and those before it, less the sums of their columns, and of `left`; with its sum.
    static void add_least(const Cost* own, const Cost* sums, Cost left, std::size_t size, Cost* out) {
        std::size_t k = 0;
#ifdef SCORELITE_DISPATCH
        if constexpr (!std::is_same_v<Cost, double>)
            if (size >= kGroup && has_avx2())
                left =
                    add_least_of_groups<std::conditional_t<LatticeCosts<Cost>::kSingle, Floats, Integers>>(own, sums, left, size, out, k);
#endif
        for (; k < size; ++k) {
            left = std::min(left, own[k] - sums[k]);
            out[k] = left + sums[k];
        }
    }
#ifdef SCORELITE_DISPATCH
    template <class A> static SCORELITE_AVX2 Cost add_least_of_groups(const Cost* own, const Cost* sums, Cost left, std::size_t size,
                                                                      Cost* out, std::size_t& k) {
        using V = typename A::V;
        const __m256i one = _mm256_setr_epi32(0, 0, 1, 2, 3, 4, 5, 6), two = _mm256_setr_epi32(0, 1, 0, 1, 2, 3, 4, 5);
        const __m256i four = _mm256_setr_epi32(0, 1, 2, 3, 0, 1, 2, 3), last = _mm256_set1_epi32(kGroup - 1);
        V before = A::same(left);
        for (; k + kGroup <= size; k += kGroup) {
            const V sum = A::load(sums + k);
            V least = A::less(A::load(own + k), sum);
            for (const __m256i to : {one, two, four}) least = A::least(least, A::moved(least, to));  // with the lanes before
            least = A::least(least, before);
            A::store(out + k, A::add(least, sum));
            before = A::moved(least, last);
        }
        Cost lanes[kGroup];
        A::store(lanes, before);
        return lanes[0];
    }
#endif

    void extend(Row<Cost>& row, std::size_t a, std::int64_t to) {
        const std::int64_t from = row.hi + 1, low = std::max<std::int64_t>(0, from - columns_.reach);
        if (from > to) return;
        const bool wild = in_->ref.words[a - 1].wild, quick = in_->hyp.linear && !in_->strict;
        fill_up(a, low, to);
        if (!wild || !quick) fill_sub(a, from, to);
        table_.use(row.offset + std::size_t(to - row.lo + 1));
        Cost* const first = table_.cells.data() + row.offset;  // the cell of column row.lo
        const auto out = [first, lo = row.lo](std::int64_t column) -> Cost& { return first[column - lo]; };
        const Cost remove = removed(a);
        std::int64_t b = from;
        if (b == 0) {
            out(0) = up_[0] + remove;
            ++b;
        }
        if (quick && wild) {
            Cost left = b > row.lo ? out(b - 1) : row.left.least();
            for (; b <= to; ++b) out(b) = left = std::min(left, up_[std::size_t(b - low)]);
        } else if (quick) {
            // The cost of not inserting the word of each column: no column waits for the one before it.
            const Cost* const up = up_.data() + (from - low);
            for (std::size_t k = std::size_t(b - from); k <= std::size_t(to - from); ++k)
                sub_[k] = std::min(up[k] + remove, up[std::ptrdiff_t(k) - 1] + sub_[k]);
            Cost left = b > row.lo ? out(b - 1) : row.left.least();
            if (columns_.sums_are_exact && b <= to) {
                // Less the cost of inserting all words so far, which is the same for all ways: that leaves one step for each column.
                const Cost* const sums = columns_.inserts.data() + b;
                add_least(sub_.data() + (b - from), sums, left - (b > 0 ? sums[-1] : 0), std::size_t(to - b) + 1, &out(b));
                b = to + 1;
            }
            for (; b <= to; ++b) out(b) = left = std::min(left + columns_.insert[std::size_t(b)], sub_[std::size_t(b - from)]);
        } else {
            for (; b <= to; ++b) {
                Cost left = kFar<Cost>, corner = kFar<Cost>;
                const Lattice::Span span = in_->hyp.before(std::size_t(b));
                ticks_.spend(span.count);
                for (std::uint32_t k = 0; k < span.count; ++k) {
                    const std::int64_t p = in_->hyp.at(span)[k];
                    left = std::min(left, p >= row.lo ? out(p) : row.left.least());
                    if (p >= low) corner = std::min(corner, up_[std::size_t(p - low)]);
                }
                const Cost across = corner + sub_[std::size_t(b - from)], above = up_[std::size_t(b - low)] + removed(a, std::size_t(b));
                out(b) = std::min(left + inserted(a, std::size_t(b)), std::min(above, across));
            }
        }
        row.hi = to;
    }

    // Fills all rows; of all blocks but the last only the first rows stay stored.
    void fill() {
        last_ = in_->last();
        blocks_.clear();
        first_row();
        blocks_.push_back(table_.since(0));
        auto cut = in_->cuts.begin();
        for (std::size_t a = 1; a < in_->ref.arcs(); ++a) {
            a = add_rows(a);
            while (cut != in_->cuts.end() && cut->last < a) ++cut;
            if (cut == in_->cuts.end() || cut->last > a || table_.used <= kBlock) continue;
            // As many rows in a block as all blocks have first ones, so that both take about as much memory.
            const double height = std::sqrt(double(in_->ref.arcs()) * double(1 + cut->last - cut->first));
            const double width = double(table_.rows.back().hi - table_.rows.back().lo + 1);
            if (double(table_.used) <= width * height) continue;
            blocks_.push_back(table_.since(cut->first));
            table_.restart(blocks_.back());
        }
    }
    // The steps from the end; nothing where they leave a narrow corridor.
    std::optional<int> trace(std::vector<Slot>& out) {
        fill();
        std::size_t a = 0, b = 0;
        int nulls = 0;
        if (!choose_end(a, b)) return 0;
        for (;;) {
            // The rows up to this one are the last of the block before.
            const std::size_t first = blocks_.back().rows.back().arc;
            blocks_.pop_back();
            while (is_inside(a, b) && (a || b) && (a > first || blocks_.empty())) nulls += step(a, b, out);
            if (!is_inside(a, b)) return std::nullopt;
            if (blocks_.empty()) return nulls;
            last_ = std::int64_t(b);  // fills the rows of that block again, up to the column that the path has reached
            table_.restart(blocks_.back());
            for (std::size_t k = table_.rows.back().arc + 1; k <= first; ++k) k = add_rows(k, first);
        }
    }

    bool is_inside(std::size_t a, std::size_t b) const { return !in_->narrow || table_.row_of(a).holds(std::int64_t(b)); }

    bool choose_end(std::size_t& a, std::size_t& b) const {
        Cost best = kTooFar<Cost>;
        bool found = false;
        const Lattice::Span refs = in_->ref.entering[in_->ref.stop], hyps = in_->hyp.entering[in_->hyp.stop];
        for (std::uint32_t i = 0; i < refs.count; ++i) {
            ticks_.spend(hyps.count);
            for (std::uint32_t j = 0; j < hyps.count; ++j) {
                const Cost value = table_.cell(table_.row_of(in_->ref.at(refs)[i]), in_->hyp.at(hyps)[j]);
                if (best > value) best = value, a = in_->ref.at(refs)[i], b = in_->hyp.at(hyps)[j], found = true;
            }
        }
        return found;
    }

    // One move back from cell (a, b), to the first of the cheapest cells before it.
    int step(std::size_t& a, std::size_t& b, std::vector<Slot>& out) {
        const Word* ref = a ? &in_->ref.words[a - 1] : nullptr;
        const Word* hyp = b ? &in_->hyp.words[b - 1] : nullptr;
        std::size_t up = 0, left = 0, up2 = 0, left2 = 0;
        Cost remove = kFar<Cost>, insert = kFar<Cost>, pair = kFar<Cost>;
        const Lattice::Span refs = in_->ref.before(a), hyps = in_->hyp.before(b);
        for (std::uint32_t i = 0; i < refs.count; ++i) {
            const std::size_t q = in_->ref.at(refs)[i];
            ticks_.spend(hyps.count);
            const Row<Cost>& row = table_.row_of(q);
            const Cost value = table_.cell(row, std::int64_t(b));
            if (value < remove) remove = value, up = q;
            for (std::uint32_t j = 0; j < hyps.count; ++j) {
                const std::size_t p = in_->hyp.at(hyps)[j];
                const Cost corner = table_.cell(row, std::int64_t(p));
                if (corner < pair) pair = corner, up2 = q, left2 = p;
            }
        }
        for (std::uint32_t j = 0; j < hyps.count; ++j) {
            const std::size_t p = in_->hyp.at(hyps)[j];
            const Cost value = table_.cell(table_.row_of(a), std::int64_t(p));
            if (value < insert) insert = value, left = p;
        }
        if (ref) remove += removed(a, b);
        if (hyp) insert += inserted(a, b);
        if (ref && hyp) pair += prices_.pair(*ref, *hyp);
        const bool equal = ref && hyp && same_word(*ref, *hyp);
        const Move move = !ref ? kIns : !hyp ? kDel : prices_.rules.policy.choose(equal, pair, remove, insert);
        if (move == kSub) {
            const bool nulls = ref->null && hyp->null;
            if (!nulls) out.push_back({equal ? 'C' : 'S', std::uint32_t(a), std::uint32_t(b)});
            a = up2, b = left2;
            return nulls;
        }
        if (move == kDel) {
            if (!ref->null && !ref->wild) out.push_back({ref->optional ? 'C' : 'D', std::uint32_t(a), 0});
            a = up;
        } else {
            if (!hyp->null && !(ref && ref->wild)) out.push_back({hyp->optional ? 'C' : 'I', 0, std::uint32_t(b)});
            b = left;
        }
        return 0;
    }
};

LatticeAligner::LatticeAligner(const Rules& rules) : rules_(rules) {
    constexpr double kFew = 1024;  // words, for which integers are not worth their memory
    const double most = kMostInteger / LatticeCosts<double>(rules.policy).most();
    if (rules.times || rules.weighted || LatticeCosts<float>::fits_single(rules.policy))
        work_ = std::make_unique<Adder<float>>(rules);
    else if (most < kFew || rules.whole || rules.wild)  // some words have no finite cost, and infinity is added to infinity
        work_ = std::make_unique<Adder<double>>(rules);
    else
        work_ = std::make_unique<Adder<std::int32_t>>(rules), most_ = most;
}
LatticeAligner::~LatticeAligner() = default;
std::optional<int> LatticeAligner::align(const Lattice& ref, const Lattice& hyp, const WordIds& ids, const Bounds& bounds,
                                         std::vector<Slot>& out) {
    if (most_ < 0 || double(ref.arcs() + hyp.arcs()) < most_) return work_->align(ref, hyp, ids, bounds, out);
    if (!wide_) wide_ = std::make_unique<Adder<double>>(rules_);
    return wide_->align(ref, hyp, ids, bounds, out);
}

}  // namespace scorelite
