// Lists of words in which equal words are one object: most come many times.
#pragma once
#include <vector>

#include "interner.hpp"
#include "python.hpp"

namespace scorelite {

inline PyObject* shared_words(const std::vector<View>& words) {
    Interner known;
    known.start(words.size());
    std::vector<PyObject*> objects;
    return list_of(words, [&](View word) {
        const std::size_t number = known.add(word);
        if (number <= objects.size()) return share(objects[number - 1]).release();
        objects.push_back(bytes_of(word));
        return objects.back();
    });
}

}  // namespace scorelite
