// Texts and ids of utterances, as readers of tables take them from cells.
#pragma once
#include "text.hpp"

namespace scorelite {

// Without the blanks at both ends, which separate words.
inline View stripped(View text) {
    while (!text.empty() && is_space(static_cast<unsigned char>(text.front()))) text.remove_prefix(1);
    while (!text.empty() && is_space(static_cast<unsigned char>(text.back()))) text.remove_suffix(1);
    return text;
}
// The name of a file without its folder and its suffix.
inline View file_stem(View path) {
    const View name = path.substr(path.find_last_of("/\\") + 1), stem = name.substr(0, name.rfind('.'));
    return stem.find_first_not_of('.') == View::npos ? name : stem;
}

}  // namespace scorelite
