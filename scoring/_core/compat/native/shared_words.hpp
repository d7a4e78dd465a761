// Lists of words in which equal words are one object: most come many times.
#pragma once
#include <vector>

#include "../../native/interner.hpp"
#include "../../native/python.hpp"

namespace scorelite {

constexpr std::size_t kFewWords = 1024;  // a table for as many words as a file has would be far larger than what is written there

inline PyObject* shared_words(const std::vector<View>& words) {
    Interner known;
    known.start(kFewWords);
    std::vector<PyObject*> objects;
    return list_of(words, [&](View word) {
        const std::size_t number = known.add(word);
        if (number <= objects.size()) return share(objects[number - 1]).release();
        objects.push_back(bytes_of(word));
        return objects.back();
    });
}

}  // namespace scorelite
