// Texts and ids of utterances, as readers of tables take them from cells.
#pragma once
#include <cstddef>

#include "text.hpp"

namespace scorelite {

// Whether a character in UTF-8 is one of Python's blanks.
inline bool is_blank(View c) {
    if (c.size() == 1) return is_space(static_cast<unsigned char>(c[0])) || (c[0] >= 0x1C && c[0] <= 0x1F);
    if (c.size() == 2) return c == "\xC2\x85" || c == "\xC2\xA0";
    const bool quad = c.substr(0, 2) == "\xE2\x80" && static_cast<unsigned char>(c[2]) >= 0x80 && static_cast<unsigned char>(c[2]) <= 0x8A;
    for (const char* other : {"\xE1\x9A\x80", "\xE2\x80\xA8", "\xE2\x80\xA9", "\xE2\x80\xAF", "\xE2\x81\x9F", "\xE3\x80\x80"})
        if (c == other) return true;
    return quad;
}
inline std::size_t blank_at(View found, bool begin) {
    // Most texts begin and end with a letter of ASCII, which is no part of a longer character.
    const char outer = found.empty() ? 'a' : begin ? found.front() : found.back();
    if (outer > ' ' && outer < 0x7F) return 0;
    for (std::size_t size = 1; size <= 3 && size <= found.size(); ++size)
        if (is_blank(found.substr(begin ? 0 : found.size() - size, size))) return size;
    return 0;
}
// Without the blanks at both ends, as Python strips them.
inline View stripped(View found) {
    while (const std::size_t size = blank_at(found, true)) found.remove_prefix(size);
    while (const std::size_t size = blank_at(found, false)) found.remove_suffix(size);
    return found;
}
// The name of a file without its folder and its suffix.
inline View file_stem(View path) {
    const View name = path.substr(path.find_last_of("/\\") + 1), found = name.substr(0, name.rfind('.'));
    return found.find_first_not_of('.') == View::npos ? name : found;
}

}  // namespace scorelite
