// The ways through a lattice that has few.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lattice.hpp"

namespace scorelite {

class Ways {
    static constexpr std::uint32_t kNone = UINT32_MAX;
    const Lattice* side_ = nullptr;
    std::vector<std::uint32_t> first_, next_;  // the first word that leaves each node; the next one that leaves the node of each word
    std::vector<std::uint32_t> count_;         // the ways from each node to the end

  public:
    // Counts the ways of a lattice; 0 if there are more than so many.
    std::uint32_t find(const Lattice& side, std::uint32_t most) {
        side_ = &side;
        first_.assign(side.nodes, kNone);
        next_.resize(side.words.size());
        count_.assign(side.nodes, 0);
        count_[side.stop] = 1;
        // Words behind a word come after it.
        for (std::size_t k = side.words.size(); k-- > 0;) {
            const std::uint32_t from = side.from[k];
            next_[k] = first_[from];
            first_[from] = std::uint32_t(k);
            count_[from] += count_[side.to[k]];
            if (count_[from] > most) return 0;
        }
        return count_[0];
    }

    // The words of one of the ways that were counted.
    void follow(std::uint32_t way, std::vector<std::uint32_t>& words) const {
        words.clear();
        for (std::uint32_t node = 0; node != side_->stop; node = side_->to[words.back()]) {
            std::uint32_t k = first_[node];
            for (; way >= count_[side_->to[k]]; k = next_[k]) way -= count_[side_->to[k]];
            words.push_back(k);
        }
    }
};

}  // namespace scorelite
