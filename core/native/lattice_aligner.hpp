// Alignment of two lattices of words: alternations, optional words, fragments, word weights, word times.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "corridor.hpp"
#include "lattice.hpp"
#include "paths.hpp"
#include "rules.hpp"

namespace scorelite {

struct Slot {  // a step of an alignment; arc 0: no word, or the empty partner of an optional word if it is 'C'
    std::uint64_t operation : 2, ref : 31, hyp : 31;
    Slot() = default;
    Slot(char op, std::uint32_t ref, std::uint32_t hyp) : operation(std::uint64_t(number_of(op))), ref(ref), hyp(hyp) {}
    char op() const { return kOperations[operation]; }
};

// Bounds of the cells that a best path can pass.
struct Bounds {
    double cost = -1.0;                  // of some path; negative if none is known
    const Corridor* corridor = nullptr;  // null for all cells
};

class LatticeAligner {
    class Work;
    template <class Cost> class Adder;  // adds costs as floats, integers or doubles
    const Rules& rules_;
    std::unique_ptr<Work> work_, wide_;  // the latter for sums that might overflow
    double most_ = -1.0;                 // words that do not; negative for any

  public:
    explicit LatticeAligner(const Rules& rules);
    ~LatticeAligner();

    // Appends slots from the end of the texts to their beginning. Returns the number of null words aligned with null words, which the
    // reference program reports; nothing where the best path may leave a narrow corridor, so that slots mean nothing.
    std::optional<int> align(const Lattice& ref, const Lattice& hyp, const WordIds& ids, const Bounds& bounds, std::vector<Slot>& out);
};

}  // namespace scorelite
