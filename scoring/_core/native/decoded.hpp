// Strings of Python from the bytes of files in UTF-8.
#pragma once
#include <unordered_map>
#include <vector>

#include "python.hpp"
#include "text.hpp"

namespace scorelite {

inline PyObject* decoded(View text) { return PyUnicode_DecodeUTF8(text.data(), Py_ssize_t(text.size()), nullptr); }

// A list in which equal texts are one object, unless most of the first ones are different.
inline PyObject* shared_texts(const std::vector<View>& texts) {
    constexpr std::size_t kTried = 4096;
    std::unordered_map<View, Ref> known;
    std::size_t done = 0;
    bool sharing = true;
    View last;
    PyObject* object_of_last = nullptr;  // names mostly stand in runs
    return list_of(texts, [&](View text) {
        if (++done == kTried) sharing = known.size() < kTried / 2;
        if (!sharing) return decoded(text);
        if (object_of_last && text == last) return share(object_of_last).release();
        Ref& object = known[text];
        if (!object.get()) object = own(decoded(text));
        last = text, object_of_last = object.get();
        return share(object_of_last).release();
    });
}

}  // namespace scorelite
