// The choice between the aligners of plain pairs: by what the costs allow.
#include "plain.hpp"

#include <algorithm>
#include <array>

#include "bits.hpp"
#include "cells.hpp"
#include "halves.hpp"

namespace scorelite {
namespace {

void solve_whole(const Policy& policy, const Problem& p, Scratch& scratch, std::vector<std::uint8_t>& moves) {
    const Gains gains = policy.gains;
    if (!p.n || !p.m) {
        moves.insert(moves.end(), p.n, kDel);
        moves.insert(moves.end(), p.m, kIns);
    } else if (gains.match == 3 && gains.substitution == 1) {
        align_bits<Gain3>(policy, p, scratch, moves);
    } else if (gains.match == 2 && gains.substitution == 1) {
        align_bits<Gain2>(policy, p, scratch, moves);
    } else if (gains.match == 1) {
        align_bits<Gain1>(policy, p, scratch, moves);
    } else if (CellAligner<std::uint16_t>::fits(policy, p)) {
        CellAligner<std::uint16_t>(policy, p, scratch).align(moves);
    } else {
        CellAligner<std::int32_t>(policy, p, scratch).align(moves);
    }
}

// Solves a pair without the equal words at its ends, for policies that take a match first among equally cheap steps: the walk back
// takes all equal words at the end, for no step before a match is cheaper than that. Where it reaches the equal words at the beginning,
// only gaps of one side are left to pay; it takes them as late as it can, at words that do not match.
void solve_between(const Policy& policy, const Problem& p, Scratch& scratch, std::vector<std::uint8_t>& moves) {
    const Shared ends = shared_ends(p.rows, p.n, p.columns, p.m);
    moves.insert(moves.end(), ends.last, kSub);
    const std::size_t first_move = moves.size();
    solve_whole(policy, between(p, ends), scratch, moves);
    std::size_t row = ends.first, column = ends.first;
    if (!ends.first) return;
    const std::uint8_t gap = moves.size() > first_move ? moves.back() : kSub;
    std::size_t& longer = gap == kDel ? row : column;
    for (; gap != kSub && moves.size() > first_move && moves.back() == gap; moves.pop_back()) ++longer;
    while (row && column && row != column) {
        const bool equal = p.rows[row - 1] == p.columns[column - 1];
        moves.push_back(equal ? std::uint8_t(kSub) : gap);
        row -= equal || gap == kDel;
        column -= equal || gap == kIns;
    }
    moves.insert(moves.end(), std::min(row, column), kSub);
    moves.insert(moves.end(), std::max(row, column) - std::min(row, column), gap);
}

// What a path costs that is made of gaps.
std::int64_t gap_costs(const Policy& policy, const Problem& p) {
    return policy.deletion * std::int64_t(p.n) + policy.insertion * std::int64_t(p.m);
}

}  // namespace

void solve_plain(const Policy& policy, const Problem& p, Scratch& scratch, std::vector<std::uint8_t>& moves) {
    if (policy.ends)
        Halves(policy, scratch, moves, solve_whole).solve(p);
    else if (policy.order(true)[0] == kSub)
        solve_between(policy, p, scratch, moves);
    else
        solve_whole(policy, p, scratch, moves);
}

std::int64_t find_passages(const Policy& policy, const Problem& p, std::int64_t slack, std::vector<Passage>& out) {
    out.clear();
    const Gains gains = policy.gains;
    if (!p.n || !p.m) return -1;
    const std::int64_t all = std::int64_t(policy.insertion) + policy.deletion, unit = all / gains.match, loss = slack / unit;
    std::int64_t gain;
    if (gains.match == 3 && gains.substitution == 1)
        gain = meet_bits<Gain3>(policy, p, loss, out);
    else if (gains.match == 2 && gains.substitution == 1)
        gain = meet_bits<Gain2>(policy, p, loss, out);
    else if (gains.match == 1)
        gain = meet_bits<Gain1>(policy, p, loss, out);
    else
        return -1;
    return gap_costs(policy, p) - unit * gain;
}

const Policy& similar(const Policy& policy) {
    static const Policy usual, cheap({1, 1, 1}, "SID");  // by what a substitution gains: a third of what a match gains, and half of it
    const Gains gains = policy.gains;
    if (policy.ends || gains.match == 1 || (gains.match <= 3 && gains.substitution == 1)) return policy;
    return 5 * gains.substitution < 2 * gains.match ? usual : cheap;
}

Likeness::Likeness(const Policy& policy) {
    const auto gains = [](const Policy& costs) {
        const std::int64_t all = std::int64_t(costs.insertion) + costs.deletion;
        return std::array<std::int64_t, 2>{all, std::max<std::int64_t>(all - costs.substitution, 0)};
    };
    const auto [all, some] = gains(policy);
    const auto [near_all, near_some] = gains(similar(policy));
    const bool by_match = all * near_some >= some * near_all;
    share = by_match ? near_all : near_some, of = by_match ? all : some;
    match = of * near_all - share * all, substitution = of * near_some - share * some;
}

}  // namespace scorelite
