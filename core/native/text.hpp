// Text: views of bytes whose memory belongs to somebody else.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "vectors.hpp"

namespace scorelite {

using View = std::string_view;

// Numbers whose memory belongs to somebody else.
class Numbers {
    const double* data_ = nullptr;
    std::size_t size_ = 0;

  public:
    Numbers() = default;
    Numbers(const double* data, std::size_t size) : data_(data), size_(size) {}
    std::size_t size() const { return size_; }
    double operator[](std::size_t k) const { return data_[k]; }
};

struct TextError {  // text that cannot be read, in the reference's words
    std::string message;
};

inline bool is_space(unsigned char c) { return c == ' ' || (c >= 9 && c <= 13); }

// Asks for the memory of a text that is read soon: texts of Python lie anywhere.
inline void expect_text([[maybe_unused]] View text) {
#ifdef SCORELITE_VECTORS
    constexpr std::size_t kLine = 64, kSoon = 512;  // bytes of memory that come together, and those that are asked for
    for (std::size_t at = 0; at < std::min(text.size(), kSoon); at += kLine) __builtin_prefetch(text.data() + at);
#endif
}
// Asks for the memory of the text that is read some texts behind one.
inline void expect_text(const std::vector<View>& texts, std::size_t now) {
    constexpr std::size_t kAhead = 4;
    if (now + kAhead < texts.size()) expect_text(texts[now + kAhead]);
}

constexpr std::size_t kTogether = 16;  // bytes that are looked at together

// Whether a byte of a text passes a test, which has no branch, so that many bytes are looked at together.
template <class Test> bool has_byte(View text, const Test& test) {
    std::array<unsigned char, kTogether> seen{};
    const auto look = [&](const char* from) {
        for (std::size_t k = 0; k < kTogether; ++k) seen[k] |= static_cast<unsigned char>(test(static_cast<unsigned char>(from[k])));
    };
    std::size_t at = 0;
    for (; at + kTogether <= text.size(); at += kTogether) look(text.data() + at);
    if (at && at < text.size()) {
        look(text.data() + text.size() - kTogether);  // the last bytes together with some before them
    } else if (at < text.size()) {
        std::array<char, kTogether> few;
        few.fill(text[at]);
        std::copy(text.begin() + std::ptrdiff_t(at), text.end(), few.begin());
        look(few.data());
    }
    std::array<std::uint64_t, 2> halves;
    std::memcpy(halves.data(), seen.data(), sizeof halves);
    return (halves[0] | halves[1]) != 0;
}

inline bool is_capital(unsigned char c) { return static_cast<unsigned char>(c - 'A') <= 'Z' - 'A'; }

// Whether a text is of ASCII, without capital letters.
inline bool is_small_ascii(View text) {
    return !has_byte(text, [](unsigned char c) { return (c > 0x7F) | is_capital(c); });
}

// Whether a text has other bytes than small letters of ASCII, digits, blanks and apostrophes.
inline unsigned char is_sign(unsigned char c) {
    const auto letter = static_cast<unsigned char>(c - 'a'), digit = static_cast<unsigned char>(c - '0');
    return (letter > 'z' - 'a') & (digit > 9) & (c != ' ') & (c != '\'');
}
inline bool has_sign(View text) { return has_byte(text, is_sign); }

inline bool is_ascii(View text) {
    std::size_t i = 0;
    for (; i + 8 <= text.size(); i += 8) {
        std::uint64_t chunk;
        std::memcpy(&chunk, text.data() + i, 8);
        if (chunk & 0x8080808080808080u) return false;
    }
    for (; i < text.size(); ++i)
        if (text[i] & 0x80) return false;
    return true;
}

// How often a byte occurs. Short runs are counted in bytes, which vector instructions do many at a time.
inline std::size_t count_of(View text, char c) {
    constexpr std::size_t kRun = 255;
    std::size_t count = 0;
    for (std::size_t at = 0; at < text.size(); at += kRun) {
        const char* run = text.data() + at;
        std::uint8_t sum = 0;
        for (std::size_t k = 0, n = std::min(kRun, text.size() - at); k < n; ++k) sum = std::uint8_t(sum + (run[k] == c));
        count += sum;
    }
    return count;
}

// Less than 8 bytes as a number, of which they are the lowest bytes; words are short, so there is no loop over them.
inline std::uint64_t rest_of(const char* p, std::size_t n) {
    if (n >= 4) {
        std::uint32_t first, last;
        std::memcpy(&first, p, 4);
        std::memcpy(&last, p + n - 4, 4);
        return std::uint64_t(last) << (kLowestFirst ? 8 * (n - 4) : 32) | first;
    }
    if (!n) return 0;
    const auto byte = [&](std::size_t i) { return std::uint64_t(static_cast<unsigned char>(p[i])) << 8 * i; };
    return byte(0) | byte(n / 2) | byte(n - 1);
}
// Whether there is a capital letter of ASCII.
inline bool has_capital(View text) {
    if (text.size() >= kTogether) return has_byte(text, is_capital);
    constexpr std::uint64_t kOnes = 0x0101010101010101u, kHigh = 0x80 * kOnes;
    const auto capitals = [](std::uint64_t bytes) {
        const std::uint64_t low = bytes & ~kHigh;
        return (low + (0x80 - 'A') * kOnes) & ~(low + (0x7F - 'Z') * kOnes) & ~bytes & kHigh;
    };
    const char* at = text.data();
    std::size_t left = text.size();
    std::uint64_t bits = 0;
    for (; left >= 8; at += 8, left -= 8) {
        std::uint64_t chunk;
        std::memcpy(&chunk, at, 8);
        bits |= capitals(chunk);
    }
    return (bits | capitals(rest_of(at, left))) != 0;
}

// How many bytes the letter at a place has in UTF-8 as Python reads it, with no longer form than needed, no surrogate, nothing above
// U+10FFFF; 0 where there is none.
inline std::size_t letter_size(View text, std::size_t at) {
    const auto byte = [&](std::size_t k) { return at + k < text.size() ? static_cast<unsigned char>(text[at + k]) : 0u; };
    const unsigned c = byte(0);
    if (c < 0x80) return 1;
    const std::size_t more = c < 0xC2 ? 0 : c < 0xE0 ? 1 : c < 0xF0 ? 2 : c < 0xF5 ? 3 : 0;
    const unsigned least = c == 0xE0 ? 0xA0 : c == 0xF0 ? 0x90 : 0x80, most = c == 0xED ? 0x9F : c == 0xF4 ? 0x8F : 0xBF;
    if (!more || byte(1) < least || byte(1) > most) return 0;
    for (std::size_t k = 2; k <= more; ++k)
        if ((byte(k) & 0xC0) != 0x80) return 0;
    return more + 1;
}
// The code point of a letter of this many bytes; the first byte tells how many there are, of others the lowest bits count.
inline std::uint32_t code_point(View letter) {
    static constexpr std::uint8_t kLead[] = {0, 0x7F, 0x1F, 0x0F, 0x07, 0x03};
    std::uint32_t value = static_cast<unsigned char>(letter[0]) & kLead[letter.size()];
    for (std::size_t i = 1; i < letter.size(); ++i) value = value << 6 | (static_cast<unsigned char>(letter[i]) & 0x3F);
    return value;
}
inline bool is_utf8(View text) {
    for (std::size_t at = 0, size; at < text.size(); at += size)
        if (!(size = letter_size(text, at))) return false;
    return true;
}

// Copies bytes, of which there are mostly few.
inline void copy_few(char* to, const char* from, std::size_t n) {
    if (n > 32) {
        std::memcpy(to, from, n);
        return;
    }
    if (n >= 8) {
        std::uint64_t chunk;
        for (std::size_t at = 0; at + 8 < n; at += 8) {
            std::memcpy(&chunk, from + at, 8);
            std::memcpy(to + at, &chunk, 8);
        }
        std::memcpy(&chunk, from + n - 8, 8);
        std::memcpy(to + n - 8, &chunk, 8);
        return;
    }
    if (n >= 4) {
        std::uint32_t first, last;
        std::memcpy(&first, from, 4);
        std::memcpy(&last, from + n - 4, 4);
        std::memcpy(to, &first, 4);
        std::memcpy(to + n - 4, &last, 4);
        return;
    }
    if (!n) return;
    const char first = from[0], middle = from[n / 2], last = from[n - 1];
    to[0] = first;
    to[n / 2] = middle;
    to[n - 1] = last;
}

// Copies bytes with small letters of ASCII for capital ones.
inline void copy_lower(char* to, const char* from, std::size_t n) {
    const auto copy = [&](std::size_t at, auto chunk) {
        using Chunk = decltype(chunk);
        constexpr Chunk kOnes = Chunk(~Chunk(0)) / 255, kHigh = Chunk(0x80 * kOnes);
        std::memcpy(&chunk, from + at, sizeof chunk);
        const Chunk low = chunk & Chunk(~kHigh);
        const Chunk capitals = (low + Chunk((0x80 - 'A') * kOnes)) & ~(low + Chunk((0x7F - 'Z') * kOnes)) & ~chunk & kHigh;
        chunk |= capitals >> 2;
        std::memcpy(to + at, &chunk, sizeof chunk);
    };
    if (n >= 8) {
        for (std::size_t at = 0; at + 8 < n; at += 8) copy(at, std::uint64_t());
        return copy(n - 8, std::uint64_t());
    }
    if (n >= 4) return copy(0, std::uint32_t()), copy(n - 4, std::uint32_t());
    for (std::size_t at = 0; at < n; ++at) to[at] = from[at] >= 'A' && from[at] <= 'Z' ? char(from[at] + 32) : from[at];
}

// Two digits for each number below 100.
inline constexpr char kPairs[] =
    "0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849"
    "5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899";

// Writes digits with a point before the last `kDecimals` of them, from the end; returns where they begin. At most 9 stand before it.
template <int kDecimals> char* put_decimals(char* at, std::uint64_t digits) {
    constexpr std::uint32_t kWholes[] = {1, 10, 100, 1000, 10000, 100000, 1000000};
    auto whole = std::uint32_t(digits / kWholes[kDecimals]), part = std::uint32_t(digits % kWholes[kDecimals]);
    for (int left = kDecimals; left > 1; left -= 2, part /= 100) std::memcpy(at -= 2, kPairs + 2 * (part % 100), 2);
    if (kDecimals % 2) *--at = char('0' + part);
    if (kDecimals) *--at = '.';
    for (; whole > 99; whole /= 100) std::memcpy(at -= 2, kPairs + 2 * (whole % 100), 2);
    if (whole > 9) return static_cast<char*>(std::memcpy(at - 2, kPairs + 2 * whole, 2));
    *--at = char('0' + whole);
    return at;
}
// Decimals whose number is known only now: divisions by constants are much faster.
inline char* put_decimals(char* at, int decimals, std::uint64_t digits) {
    switch (decimals) {
        case 0:
            return put_decimals<0>(at, digits);
        case 1:
            return put_decimals<1>(at, digits);
        case 2:
            return put_decimals<2>(at, digits);
        case 3:
            return put_decimals<3>(at, digits);
        case 4:
            return put_decimals<4>(at, digits);
        case 5:
            return put_decimals<5>(at, digits);
        default:
            return put_decimals<6>(at, digits);
    }
}

// Appends a few bytes of a room of twice as many.
constexpr std::size_t kFewBytes = 24;
inline void append_few(std::string& out, const char* text, std::size_t size) { out.append(text, size); }

// A number as printf shows it with so many decimals, at most 6. Only one that is large, or whose digit is close to a half, needs printf.
template <class Out> void append_number(Out& out, int decimals, double value) {
    static constexpr double kPowers[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6};
    const double scaled = std::fabs(value) * kPowers[decimals];
    const bool usual = scaled >= 0.5 && scaled < 1e12 && std::fabs(value) < 1e9;
    const auto floor = std::uint64_t(usual ? scaled : 0.0);
    const double rest = scaled - double(floor);
    // The product is rounded, by more where it is large.
    if (!usual || std::fabs(rest - 0.5) < (scaled < 1e9 ? 1e-6 : 1e-3)) {
        char buffer[400];  // a double printed with %f has at most 309 digits before the point
        const int n = std::snprintf(buffer, sizeof buffer, "%.*f", decimals, value);
        out.append(buffer, std::size_t(std::min<int>(n, int(sizeof buffer) - 1)));
        return;
    }
    char buffer[2 * kFewBytes];
    char* const end = buffer + kFewBytes;
    char* at = put_decimals(end, decimals, floor + (rest > 0.5));
    if (value < 0) *--at = '-';
    append_few(out, at, std::size_t(end - at));
}
// A number, with blanks before it up to a width of 20.
template <class Out> void append_integer(Out& out, long long value, int width = 0) {
    char buffer[24];
    char* at = buffer + sizeof buffer;
    auto left = value < 0 ? 0 - static_cast<unsigned long long>(value) : static_cast<unsigned long long>(value);
    do {
        *--at = char('0' + left % 10);
    } while (left /= 10);
    if (value < 0) *--at = '-';
    while (buffer + sizeof buffer - at < width) *--at = ' ';
    out.append(at, std::size_t(buffer + sizeof buffer - at));
}

class Arena {  // strings that live as long as the arena and never move
    std::deque<std::string> strings_;

  public:
    View keep(std::string text) {
        strings_.push_back(std::move(text));
        return strings_.back();
    }
    void clear() {
        if (!strings_.empty()) strings_.clear();
    }
};

}  // namespace scorelite
