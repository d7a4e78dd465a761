// Alignment of two plain word sequences: no alternations, no optional words.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "policy.hpp"

namespace scorelite {

using Bits = std::uint64_t;

// Words are numbers here: rows hold 1..vocabulary, columns the same or 0 for a word that no row has.
struct Problem {
    const std::int32_t* rows;
    std::size_t n;
    const std::int32_t* columns;  // readable from columns - kPad to columns + m + kPad, zero there
    std::size_t m;
    std::size_t vocabulary;
};
constexpr std::size_t kPad = 8;

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

// Where all paths pass that cost at most `slack` more than the best one, at some rows from top to bottom. Returns the cost of the best
// path, or -1 if the costs do not allow this search.
std::int64_t find_passages(const Policy& policy, const Problem& p, std::int64_t slack, std::vector<Passage>& out);

}  // namespace scorelite
