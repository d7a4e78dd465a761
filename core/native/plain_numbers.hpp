// Decimal numbers of few bytes, read exactly as strtod reads them.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "signals.hpp"
#include "text.hpp"

namespace scorelite {

constexpr std::size_t kLongestNumber = 15;  // bytes of a number whose digits and power of ten are exact
// Digits as a whole number, of which some stand behind the point.
struct Digits {
    static constexpr double kPowers[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    std::uint64_t number = 0;
    std::size_t decimals = 0;

    double value() const { return double(number) / kPowers[decimals]; }
};
// Reads digits with at most one point at the beginning of a text; returns where they end, or nullptr if there is no digit or the number
// is too long.
inline const char* leading_digits(const char* const begin, const char* const end, Digits& read) {
    const char *at = begin, *point = nullptr;
    std::uint64_t digits = 0;
    for (;; ++at) {
        const unsigned digit = at == end ? ~0u : static_cast<unsigned char>(*at) - unsigned('0');
        if (digit < 10)
            digits = digits * 10 + digit;
        else if (digit == unsigned('.') - unsigned('0') && !point)
            point = at;
        else
            break;
    }
    const std::size_t size = std::size_t(at - begin);
    if (size > kLongestNumber || size == (point ? 1 : 0)) return nullptr;
    read = {digits, point ? std::size_t(at - point - 1) : 0};
    return at;
}
// Reads a number as `leading_digits` does, exactly as strtod.
inline const char* leading_number(const char* const begin, const char* const end, double& value) {
    Digits digits;
    const char* const at = leading_digits(begin, end, digits);
    if (at) value = digits.value();
    return at;
}
// Reads a decimal number of at most 15 bytes, perhaps with a sign, exactly as strtod does.
inline bool plain_number(View text, double& value) {
    if (text.empty() || text.size() > kLongestNumber) return false;
    const bool sign = text[0] == '-' || text[0] == '+';
    const char* const end = text.data() + text.size();
    if (leading_number(text.data() + sign, end, value) != end) return false;
    if (text[0] == '-') value = -value;
    return true;
}

}  // namespace scorelite
