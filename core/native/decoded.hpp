// Strings of Python from the bytes of files in UTF-8.
#pragma once
#include <vector>

#include "interner.hpp"
#include "operations.hpp"

namespace scorelite {

// Texts of Python whose bytes are no UTF-8 have halves of surrogates, which go through here unchanged.
inline PyObject* text_of(View bytes) { return PyUnicode_DecodeUTF8(bytes.data(), Py_ssize_t(bytes.size()), "surrogatepass"); }
inline Ref bytes_of_text(PyObject* text) { return own(PyUnicode_AsEncodedString(text, "utf-8", "surrogatepass")); }

// A list of what is made of texts, in which equal texts are one object, unless nearly all of the first ones are different.
template <class Make> PyObject* shared_list(const std::vector<View>& texts, Make make) {
    constexpr std::size_t kTried = 1024, kFew = 1024;  // a table for as many words as a file has would be far larger than their list
    Interner numbers;
    numbers.start(kFew);
    std::vector<PyObject*> objects;  // which the list keeps
    std::size_t done = 0;
    bool sharing = true;
    std::size_t number = 0;
    return list_of(texts, [&](View text) {
        // Columns have long stretches of one text, which is not looked up.
        if (number && text == texts[done - 1]) return ++done, share(objects[number - 1]).release();
        if (++done == kTried) sharing = objects.size() < kTried / 16 * 15;
        number = sharing ? numbers.add(text) : 0;
        if (!number) return make(text);
        if (number <= objects.size()) return share(objects[number - 1]).release();
        objects.push_back(make(text));
        return objects.back();
    });
}
inline PyObject* shared_texts(const std::vector<View>& texts) { return shared_list(texts, decoded); }

}  // namespace scorelite
