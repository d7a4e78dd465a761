// Alignment of two plain word sequences: no alternations, no optional words.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "policy.hpp"

namespace scorelite {

using Bits = std::uint64_t;

inline std::int32_t ones(Bits bits) {
    bits -= bits >> 1 & 0x5555555555555555;
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
    bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return std::int32_t(bits * 0x0101010101010101 >> 56);
}

// Words are numbers here: rows hold 1..vocabulary, columns the same or 0 for a word that no row has.
struct Problem {
    const std::int32_t* rows;
    std::size_t n;
    const std::int32_t* columns;  // readable from columns - kPad to columns + m + kPad, zero there
    std::size_t m;
    std::size_t vocabulary;
};
constexpr std::size_t kPad = 8;

// Symbols at the beginning and at the end that two sequences share.
struct Shared {
    std::size_t first = 0, last = 0;
};
template <class Symbol> Shared shared_ends(const Symbol* a, std::size_t n, const Symbol* b, std::size_t m) {
    Shared shared;
    const std::size_t most = std::min(n, m);
    while (shared.first < most && a[shared.first] == b[shared.first]) ++shared.first;
    while (shared.last < most - shared.first && a[n - 1 - shared.last] == b[m - 1 - shared.last]) ++shared.last;
    return shared;
}
// The pair between these ends.
inline Problem between(const Problem& p, const Shared& ends) {
    const std::size_t both = ends.first + ends.last;
    return {p.rows + ends.first, p.n - both, p.columns + ends.first, p.m - both, p.vocabulary};
}

struct Scratch {  // reused from pair to pair, so that short pairs never allocate
    std::vector<Bits> masks, planes;
    std::vector<std::uint8_t> cells;
};

// Aligns any pair under any policy. Appends the moves from the END to the beginning.
void solve_plain(const Policy& policy, const Problem& p, Scratch& scratch, std::vector<std::uint8_t>& moves);

// A row, and the columns from first to last (0: before all words) in which paths pass it.
struct Passage {
    std::int64_t row, first, last;
};

// The columns that paths may pass, by rows that rise from call to call.
class Passages {
    const std::vector<Passage>& passages_;
    std::size_t above_ = 0, below_ = 0;  // how many lie up to a row, and above one

  public:
    explicit Passages(const std::vector<Passage>& passages) : passages_(passages) {}
    // The first column of a row.
    std::int64_t first(std::int64_t row) {
        while (above_ < passages_.size() && passages_[above_].row <= row) ++above_;
        return above_ ? passages_[above_ - 1].first : 0;
    }
    // The last column of a row, or a number above all columns.
    std::int64_t last(std::int64_t row) {
        while (below_ < passages_.size() && passages_[below_].row < row) ++below_;
        return below_ < passages_.size() ? passages_[below_].last : INT64_MAX;
    }
};

// Where all paths pass that cost at most `slack` more than the best one, at some rows from top to bottom. Returns the cost of the best
// path, or -1 if the costs do not allow this search.
std::int64_t find_passages(const Policy& policy, const Problem& p, std::int64_t slack, std::vector<Passage>& out);

// The costs that are most like others and allow this search; these themselves where they do.
const Policy& similar(const Policy& policy);
// What steps gain, over gaps in their place, by similar costs: no step gains less than `share / of` of what it gains by the policy.
struct Likeness {
    std::int64_t share, of;
    std::int64_t match, substitution;  // what either gains more than that, `of` times

    explicit Likeness(const Policy& policy);
};

}  // namespace scorelite
