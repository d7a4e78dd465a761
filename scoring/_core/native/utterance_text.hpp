// Texts and ids of utterances, as readers of tables take them from cells.
#pragma once
#include "text.hpp"

namespace scorelite {

// Without the blanks at both ends, which separate words.
inline View stripped(View found) {
    while (!found.empty() && is_space(static_cast<unsigned char>(found.front()))) found.remove_prefix(1);
    while (!found.empty() && is_space(static_cast<unsigned char>(found.back()))) found.remove_suffix(1);
    return found;
}
// The name of a file without its folder and its suffix.
inline View file_stem(View path) {
    const View name = path.substr(path.find_last_of("/\\") + 1), found = name.substr(0, name.rfind('.'));
    return found.find_first_not_of('.') == View::npos ? name : found;
}

}  // namespace scorelite
