// The moves of an alignment, written from the end of the texts to their beginning.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "policy.hpp"
#include "vectors.hpp"

namespace scorelite {

// The moves from cell (i, j) back to (0, 0), behind what is there already; what is not put is gaps.
class MoveWriter {
    std::vector<std::uint8_t>& moves_;
    std::uint8_t* out_;

  public:
    std::size_t i, j;
    MoveWriter(std::vector<std::uint8_t>& moves, std::size_t n, std::size_t m) : moves_(moves), i(n), j(m) {
        const std::size_t size = moves.size();
        moves.resize(size + n + m);
        out_ = moves.data() + size;
    }
    MoveWriter(const MoveWriter&) = delete;
    SCORELITE_INLINE void put(Move move) {
        *out_++ = move;
        if (move == kSub) {
            --i, --j;
        } else if (move == kDel) {
            --i;
        } else {
            --j;
        }
    }
    ~MoveWriter() {
        while (i) put(kDel);
        while (j) put(kIns);
        moves_.resize(std::size_t(out_ - moves_.data()));
    }
};

}  // namespace scorelite
