// Interning of symbols of any hashable type.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "python.hpp"

namespace scorelite {

// Equal symbols get equal numbers, from 1.
class SymbolNames {
    struct Entry {
        Py_hash_t hash;
        PyObject* symbol;
        std::int32_t number;  // 0: free
    };
    std::vector<Entry> table_;
    std::size_t mask_ = 0;
    std::int32_t count_ = 0;

  public:
    void start(std::size_t symbols) {
        std::size_t size = 16;
        while (size < 2 * symbols) size *= 2;
        table_.assign(size, Entry{0, nullptr, 0});
        mask_ = size - 1;
        count_ = 0;
    }
    std::int32_t number(PyObject* symbol) {
        const Py_hash_t hash = PyObject_Hash(symbol);
        if (hash == -1) throw Failed();
        for (std::size_t at = std::size_t(hash) ^ std::size_t(hash) >> 7;; ++at) {
            Entry& entry = table_[at & mask_];
            if (!entry.number) {
                entry = {hash, symbol, ++count_};
                return count_;
            }
            if (entry.hash != hash) continue;
            const int same = PyObject_RichCompareBool(entry.symbol, symbol, Py_EQ);
            if (same < 0) throw Failed();
            if (same) return entry.number;
        }
    }
    std::size_t count() const { return std::size_t(count_); }
    std::size_t footprint() const { return table_.capacity() * sizeof(Entry); }
};

}  // namespace scorelite
