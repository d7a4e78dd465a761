// Sizes from which another search serves. A build with SCORELITE_SMALL_SIZES has small ones, so that tests meet every search, its limits
// and its neighbours in pairs of some dozen words.
#pragma once
#include <cstdint>

namespace scorelite {

constexpr std::int64_t sized([[maybe_unused]] std::int64_t usual, [[maybe_unused]] std::int64_t small) {
#ifdef SCORELITE_SMALL_SIZES
    return small;
#else
    return usual;
#endif
}

}  // namespace scorelite
