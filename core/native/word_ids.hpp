// Words of two lattices as numbers: equal words have equal numbers, and those of the reference have the lowest.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "interner.hpp"
#include "lattice.hpp"

namespace scorelite {

class WordIds {
    Interner names_;

    void number(const Lattice& side, std::vector<std::int32_t>& ids) {
        ids.resize(side.arcs());
        ids[0] = 0;
        for (std::size_t k = 0; k < side.words.size(); ++k) ids[k + 1] = std::int32_t(names_.add(View(side.words[k].compare)));
    }

  public:
    std::vector<std::int32_t> ref, hyp;        // of each arc, from 1; arc 0 has 0
    std::int32_t count_of_ref = 0, count = 0;  // numbers of words that the reference has, and of all

    void fill(const Lattice& refs, const Lattice& hyps) {
        names_.start(refs.words.size() + hyps.words.size());
        number(refs, ref);
        count_of_ref = std::int32_t(names_.count());
        number(hyps, hyp);
        count = std::int32_t(names_.count());
    }
};

}  // namespace scorelite
