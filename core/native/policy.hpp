// A policy: the costs of errors, and the order in which equally cheap steps are preferred.
#pragma once
#include <algorithm>
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

// Moves in the order in which they are preferred.
using Order = std::array<Move, 3>;

struct Policy {
    static constexpr std::int32_t kMost = 1000000;
    std::int32_t substitution = 4, insertion = 3, deletion = 3;
    // Of equally cheap last steps the first one here is taken: by whether the last words are unequal or equal.
    std::array<Order, 2> orders{{{{kSub, kIns, kDel}}, {{kSub, kIns, kDel}}}};
    bool ends = false;  // equal words at both ends are matched first, and long pairs are cut in halves
    Gains gains{3, 1};

    Policy() = default;
    Policy(const std::array<std::int64_t, 3>& costs, std::string_view ties) {
        for (std::int64_t cost : costs)
            if (cost < 1 || cost > kMost)
                throw std::invalid_argument("cost " + std::to_string(cost) + "; expected a whole number from 1 to " +
                                            std::to_string(kMost));
        substitution = std::int32_t(costs[0]), insertion = std::int32_t(costs[1]), deletion = std::int32_t(costs[2]);
        set_orders(ties);
        if (ends && (substitution != 1 || insertion != 1 || deletion != 1))
            throw std::invalid_argument("ties '" + std::string(ties) + "' with other costs than 1, 1 and 1");
        const std::int32_t match = insertion + deletion, gain = match - substitution, divisor = gain < 0 ? match : std::gcd(match, gain);
        gains = {match / divisor, gain < 0 ? -1 : gain / divisor};
    }

    bool operator==(const Policy& other) const {
        return substitution == other.substitution && insertion == other.insertion && deletion == other.deletion && orders == other.orders &&
               ends == other.ends;
    }

    const Order& order(bool equal) const { return orders[equal]; }
    bool has_one_order() const { return orders[0] == orders[1]; }

    // The step that is taken where the last steps lead to these costs, and the last words are equal or not.
    template <class Cost> Move choose(bool equal, Cost pair, Cost remove, Cost insert) const {
        const Cost costs[] = {pair, remove, insert};  // of kSub, kDel and kIns
        const Order& moves = order(equal);
        Move best = moves[0];
        for (Move move : {moves[1], moves[2]})
            if (costs[move] < costs[best]) best = move;
        return best;
    }

  private:
    // Ties are an order of S, I and D, where S stands for a match, too, or of S, I, D and M for a match; `=` stands at both ends or at
    // none.
    void set_orders(std::string_view ties) {
        std::string_view letters = ties;
        ends = letters.size() > 2 && letters.front() == '=' && letters.back() == '=';
        if (ends) letters = letters.substr(1, letters.size() - 2);
        const bool matches = letters.size() == 4;
        const std::string_view all = matches ? "SDIM" : "SDI";
        if (letters.size() != all.size() || !std::is_permutation(letters.begin(), letters.end(), all.begin()))
            throw std::invalid_argument("ties '" + std::string(ties) + "'; expected an order of S, I and D, or of S, I, D and M");
        for (int equal = 0; equal < 2; ++equal) {
            const char pair = matches && equal ? 'M' : 'S', other = matches && !equal ? 'M' : matches ? 'S' : 0;
            std::size_t k = 0;
            for (char letter : letters)
                if (letter != other) orders[std::size_t(equal)][k++] = letter == pair ? kSub : letter == 'D' ? kDel : kIns;
        }
    }
};

}  // namespace scorelite
