// Vector code: GCC's vectors, and AVX2 if the processor has it.
#pragma once
#include <cstddef>
#include <cstdint>

#if (defined(__GNUC__) || defined(__clang__)) && !defined(SCORELITE_NO_VECTORS)
#define SCORELITE_VECTORS 1
#define SCORELITE_INLINE inline __attribute__((always_inline))
#define SCORELITE_APART __attribute__((noinline))
#define SCORELITE_RESTRICT __restrict__
#else
#define SCORELITE_INLINE inline
#define SCORELITE_APART
#define SCORELITE_RESTRICT
#endif

#if defined(SCORELITE_VECTORS) && defined(__SSE2__)
#define SCORELITE_SSE2 1
#include <emmintrin.h>
#endif

#if defined(SCORELITE_VECTORS) && defined(__x86_64__)
#define SCORELITE_DISPATCH 1
#define SCORELITE_AVX2 __attribute__((target("avx2")))

#include <cpuid.h>

namespace scorelite {
// Whether the processor has AVX2, and the system keeps its registers. The builtin for it asks the compiler's library, which
// some linkers leave out, and some releases of it answer no always.
inline bool has_avx2() {
    static const bool yes = [] {
        unsigned a = 0, b = 0, c = 0, d = 0;
        if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE) || !(c & bit_AVX)) return false;
        unsigned kept = 0, rest = 0;
        __asm__("xgetbv" : "=a"(kept), "=d"(rest) : "c"(0));
        return (kept & 6) == 6 && __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_AVX2);
    }();
    return yes;
}
}  // namespace scorelite
#endif

namespace scorelite {

// Whether the first byte in memory is the lowest one of a number.
#if defined(__BYTE_ORDER__) && defined(__ORDER_BIG_ENDIAN__)
constexpr bool kLowestFirst = __BYTE_ORDER__ != __ORDER_BIG_ENDIAN__;
#else
constexpr bool kLowestFirst = true;
#endif

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
