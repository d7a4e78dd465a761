// A policy: the costs of errors, and the order in which equally cheap steps are preferred.
#pragma once
#include <array>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <string>
#include <string_view>

namespace scorelite {

enum Move : std::uint8_t { kSub = 0, kDel = 1, kIns = 2 };

// Gains: with costs s, i and d, a path through n reference and m hypothesis words costs
//     d n + i m  -  ((i + d) correct + (i + d - s) substitutions),
// so the cheapest paths are those that gain most, where a gap gains nothing. Only the ratio of the two gains matters.
struct Gains {
    std::int32_t match, substitution;  // in lowest terms; a substitution that two gaps undercut gains -1
};

struct Policy {
    static constexpr std::int32_t kMost = 1000000;
    std::int32_t substitution = 4, insertion = 3, deletion = 3;
    std::array<Move, 3> order{{kSub, kIns, kDel}};  // of equally cheap last steps the first one here is taken
    Gains gains{3, 1};

    Policy() = default;
    Policy(const std::array<std::int64_t, 3>& costs, std::string_view ties) {
        for (std::int64_t cost : costs)
            if (cost < 1 || cost > kMost)
                throw std::invalid_argument("cost " + std::to_string(cost) + "; expected a whole number from 1 to " +
                                            std::to_string(kMost));
        substitution = std::int32_t(costs[0]), insertion = std::int32_t(costs[1]), deletion = std::int32_t(costs[2]);
        int seen = 0;
        for (std::size_t k = 0; k < ties.size() && k < 3; ++k) {
            order[k] = ties[k] == 'S' ? kSub : ties[k] == 'D' ? kDel : kIns;
            seen |= ties[k] == 'S' || ties[k] == 'D' || ties[k] == 'I' ? 1 << order[k] : 8;
        }
        if (ties.size() != 3 || seen != 7) throw std::invalid_argument("ties '" + std::string(ties) + "'; expected an order of S, I and D");
        const std::int32_t match = insertion + deletion, gain = match - substitution, divisor = gain < 0 ? match : std::gcd(match, gain);
        gains = {match / divisor, gain < 0 ? -1 : gain / divisor};
    }

    bool operator==(const Policy& other) const {
        return substitution == other.substitution && insertion == other.insertion && deletion == other.deletion && order == other.order;
    }

    bool prefers(Move a, Move b) const {
        for (Move move : order)
            if (move == a || move == b) return move == a;
        return false;
    }
    // The step that is taken where the last steps lead to these costs.
    template <class Cost> Move choose(Cost pair, Cost remove, Cost insert) const {
        const bool sub = (prefers(kSub, kDel) ? pair <= remove : pair < remove) && (prefers(kSub, kIns) ? pair <= insert : pair < insert);
        if (sub) return kSub;
        return (prefers(kDel, kIns) ? remove <= insert : remove < insert) ? kDel : kIns;
    }
};

}  // namespace scorelite
