// Strict text files: the lines of a file in UTF-8 whose bytes name no other encoding.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstring>

#include "signals.hpp"
#include "text.hpp"

namespace scorelite {

inline bool has(View text, char c) { return std::memchr(text.data(), c, text.size()) != nullptr; }
inline bool is_blank_line(View line) {
    return std::all_of(line.begin(), line.end(), [](char c) { return is_space(c); });
}

// Whether the bytes are UTF-8 without a zero byte, and their head names no encoding.
inline bool is_strict_text(View data, bool& ascii) {
    for (const char* head : {"\xEF\xBB\xBF", "<?xml"})
        if (data.substr(0, std::strlen(head)) == head) return false;
    ascii = true;
    // Both questions are asked of a run of bytes while the processor has it at hand.
    constexpr std::size_t kRun = 1 << 16;
    for (std::size_t at = 0; at < data.size(); at += kRun) {
        const View run = data.substr(at, kRun);
        if (has(run, '\0')) return false;
        ascii = ascii && is_ascii(run);
    }
    return ascii || is_utf8(data);
}

constexpr std::size_t kMostLines = std::size_t(1) << 27;  // of all readers

// Hands every line without its end to `take`, with its place and its number from 1; false as soon as `take` is, or for too many lines.
// The end may have a carriage return, which a raw line keeps.
template <class Take> bool each_line(View data, Take take, bool raw = false) {
    Ticks ticks;
    std::size_t number = 0;
    for (std::size_t at = 0; at < data.size();) {
        const auto* newline = static_cast<const char*>(std::memchr(data.data() + at, '\n', data.size() - at));
        const std::size_t stop = newline ? std::size_t(newline - data.data()) : data.size();
        const std::size_t end = !raw && stop > at && data[stop - 1] == '\r' ? stop - 1 : stop;
        ticks.spend(64);
        if (++number > kMostLines || !take(data.substr(at, end - at), at, number)) return false;
        at = stop + 1;
    }
    return true;
}

}  // namespace scorelite
