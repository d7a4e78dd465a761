// Vector code: GCC's vectors, and AVX2 if the processor has it.
#pragma once
#include <cstddef>
#include <cstdint>

#if (defined(__GNUC__) || defined(__clang__)) && !defined(SCORELITE_NO_VECTORS)
#define SCORELITE_VECTORS 1
#define SCORELITE_INLINE inline __attribute__((always_inline))
#define SCORELITE_RESTRICT __restrict__
#else
#define SCORELITE_INLINE inline
#define SCORELITE_RESTRICT
#endif

#if defined(SCORELITE_VECTORS) && defined(__x86_64__)
#define SCORELITE_DISPATCH 1
#define SCORELITE_AVX2 __attribute__((target("avx2")))

namespace scorelite {
inline bool has_avx2() {
    static const bool yes = __builtin_cpu_supports("avx2");
    return yes;
}
}  // namespace scorelite
#endif

namespace scorelite {

inline std::size_t trailing_zeros(std::uint64_t bits) {  // of bits that are not all 0
#ifdef SCORELITE_VECTORS
    return std::size_t(__builtin_ctzll(bits));
#else
    std::size_t count = 0;
    for (; !(bits & 1); bits >>= 1) ++count;
    return count;
#endif
}

}  // namespace scorelite
