// The choice between the aligners of plain pairs: by what the costs allow.
#include "plain.hpp"

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

}  // namespace

void solve_plain(const Policy& policy, const Problem& p, Scratch& scratch, std::vector<std::uint8_t>& moves) {
    if (policy.ends)
        Halves(policy, scratch, moves, solve_whole).solve(p);
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
    return policy.deletion * std::int64_t(p.n) + policy.insertion * std::int64_t(p.m) - unit * gain;
}

}  // namespace scorelite
