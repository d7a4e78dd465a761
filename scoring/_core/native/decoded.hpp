// Strings of Python from the bytes of files in UTF-8, and the bytes of strings.
#pragma once
#include <vector>

#include "interner.hpp"
#include "operations.hpp"

namespace scorelite {

// A list of what is made of texts, in which equal texts are one object, unless nearly all of the first ones are different.
template <class Make> PyObject* shared_list(const std::vector<View>& texts, Make make) {
    constexpr std::size_t kTried = 4096, kFew = 1024;  // a table for as many words as a file has would be far larger than their list
    Interner numbers;
    numbers.start(kFew);
    std::vector<PyObject*> objects;  // which the list keeps
    std::size_t done = 0;
    bool sharing = true;
    return list_of(texts, [&](View text) {
        if (++done == kTried) sharing = objects.size() < kTried / 16 * 15;
        if (!sharing) return make(text);
        const std::size_t number = numbers.add(text);
        if (number <= objects.size()) return share(objects[number - 1]).release();
        objects.push_back(make(text));
        return objects.back();
    });
}
inline PyObject* shared_texts(const std::vector<View>& texts) { return shared_list(texts, decoded); }


constexpr std::size_t kAhead = 4;  // texts that are fetched before they are read
// The bytes of texts that are all of type str; false for others, and for those that have no UTF-8.
inline bool views_of(PyObject* texts, std::vector<View>& views) {
    const std::vector<PyObject*> items = items_of(texts);
    for (std::size_t k = 0; k < items.size(); ++k) {
        if (k + kAhead < items.size()) expect_text(View(reinterpret_cast<const char*>(items[k + kAhead]), 1));
        PyObject* const item = items[k];
        Py_ssize_t size;
        if (!PyUnicode_CheckExact(item)) return false;
        const char* const data = PyUnicode_AsUTF8AndSize(item, &size);
        if (!data) {
            PyErr_Clear();
            return false;
        }
        views.emplace_back(data, std::size_t(size));
    }
    return true;
}

}  // namespace scorelite
