// Text: views of bytes whose memory belongs to somebody else.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <deque>
#include <string>
#include <string_view>
#include <utility>

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

// Whether the bytes are UTF-8 as Python reads it: no longer form than needed, no surrogate, nothing above U+10FFFF.
inline bool is_utf8(View text) {
    const auto byte = [&](std::size_t at) { return at < text.size() ? static_cast<unsigned char>(text[at]) : 0u; };
    for (std::size_t i = 0; i < text.size();) {
        const unsigned c = byte(i);
        if (c < 0x80) {
            ++i;
            continue;
        }
        const std::size_t more = c < 0xC2 ? 0 : c < 0xE0 ? 1 : c < 0xF0 ? 2 : c < 0xF5 ? 3 : 0;
        const unsigned least = c == 0xE0 ? 0xA0 : c == 0xF0 ? 0x90 : 0x80, most = c == 0xED ? 0x9F : c == 0xF4 ? 0x8F : 0xBF;
        if (!more || byte(i + 1) < least || byte(i + 1) > most) return false;
        for (std::size_t k = 2; k <= more; ++k)
            if ((byte(i + k) & 0xC0) != 0x80) return false;
        i += more + 1;
    }
    return true;
}

// A number as printf shows it with so many decimals, at most 6. Only one that is large, or whose digit is close to a half, needs printf.
inline void append_number(std::string& out, int decimals, double value) {
    static constexpr double kPowers[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6};
    const double scaled = value * kPowers[decimals];
    if (!(scaled >= 0.5 && scaled < 1e9) || std::fabs(scaled - std::floor(scaled) - 0.5) < 1e-6) {
        char buffer[400];  // a double printed with %f has at most 309 digits before the point
        const int n = std::snprintf(buffer, sizeof buffer, "%.*f", decimals, value);
        out.append(buffer, std::size_t(std::min<int>(n, int(sizeof buffer) - 1)));
        return;
    }
    auto digits = std::uint32_t(scaled + 0.5);
    char buffer[16];
    char* at = buffer + sizeof buffer;
    for (int place = 0; place <= decimals || digits; ++place) {
        if (place && place == decimals) *--at = '.';
        *--at = char('0' + digits % 10);
        digits /= 10;
    }
    out.append(at, std::size_t(buffer + sizeof buffer - at));
}
inline void append_integer(std::string& out, long long value) {
    char buffer[24];
    out.append(buffer, std::size_t(std::snprintf(buffer, sizeof buffer, "%lld", value)));
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
