// The fewest and the most words of the ways through a lattice, before each of its arcs and behind it.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "lattice.hpp"

namespace scorelite {

constexpr std::int32_t kEndless = std::numeric_limits<std::int32_t>::max() / 2;

// Words that may be left out for little are no words of the fewest; one that stands for any words may be as many as one likes.
inline std::int32_t fewest_of(const Word& w) { return w.null || w.optional || w.wild ? 0 : 1; }
inline std::int32_t more_of(std::int32_t words, const Word& w) { return w.wild ? kEndless : std::min(words + 1, kEndless); }

// Words behind each arc.
struct Coming {
    std::vector<std::int32_t> least, most;

    void fill(const Lattice& side) {
        least.assign(side.arcs(), std::numeric_limits<std::int32_t>::max());
        most.assign(side.arcs(), -1);
        const Lattice::Span ends = side.entering[side.stop];
        for (std::uint32_t k = 0; k < ends.count; ++k) least[side.at(ends)[k]] = most[side.at(ends)[k]] = 0;
        for (std::size_t a = side.arcs(); a-- > 1;) {
            if (most[a] < 0) continue;
            const std::int32_t few = fewest_of(side.words[a - 1]), many = more_of(most[a], side.words[a - 1]);
            const Lattice::Span span = side.before(a);
            for (std::uint32_t k = 0; k < span.count; ++k) {
                const std::uint32_t p = side.at(span)[k];
                least[p] = std::min(least[p], least[a] + few);
                most[p] = std::max(most[p], many);
            }
        }
    }
};

// Words up to each arc, with its own.
struct Gone {
    std::vector<std::int32_t> least, most;

    void fill(const Lattice& side) {
        least.assign(side.arcs(), 0);
        most.assign(side.arcs(), 0);
        for (std::size_t a = 1; a < side.arcs(); ++a) {
            const Lattice::Span span = side.before(a);
            std::int32_t few = std::numeric_limits<std::int32_t>::max() - 1, many = 0;
            for (std::uint32_t k = 0; k < span.count; ++k) {
                few = std::min(few, least[side.at(span)[k]]);
                many = std::max(many, most[side.at(span)[k]]);
            }
            least[a] = few + fewest_of(side.words[a - 1]);
            most[a] = more_of(many, side.words[a - 1]);
        }
    }
};

}  // namespace scorelite
