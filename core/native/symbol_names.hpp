// Interning of symbols of any hashable type.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "key_names.hpp"
#include "python.hpp"

namespace scorelite {

// Equal symbols get equal numbers, from 1. The symbols of a round must stay alive until the next one starts.
class SymbolNames {
    struct Entry {
        Py_hash_t hash;
        PyObject* symbol;
        std::int32_t number;  // 0: free
    };
    // Objects that came before, such as frequent characters, are known by their address.
    struct Recent {
        PyObject* symbol = nullptr;
        std::uint32_t round = 0;
        std::int32_t number = 0;
    };
    static constexpr std::size_t kLeast = 64;
    std::vector<Entry> table_;
    std::vector<Recent> recent_ = std::vector<Recent>(256);
    KeyNames<std::uint32_t> letters_;
    std::size_t mask_ = 0;
    std::uint32_t round_ = 0;
    std::int32_t count_ = 0;

  public:
    void start() {
        table_.assign(kLeast, Entry{0, nullptr, 0});
        mask_ = kLeast - 1;
        count_ = 0;
        letters_.start();
        if (!++round_) recent_.assign(recent_.size(), Recent()), ++round_;
    }
    std::int32_t number(PyObject* symbol) {
        Recent& recent = recent_[std::size_t((std::uint64_t(reinterpret_cast<std::uintptr_t>(symbol)) * 0x9E3779B97F4A7C15u) >> 56)];
        if (recent.symbol != symbol || recent.round != round_) recent = {symbol, round_, looked_up(symbol)};
        return recent.number;
    }
    // The number of a character of a text; a round has either symbols or characters.
    std::int32_t letter(std::uint32_t character) { return letters_.number(character); }
    std::size_t count() const { return std::size_t(count_) + letters_.count(); }
    std::size_t footprint() const { return table_.capacity() * sizeof(Entry) + letters_.footprint(); }

  private:
    std::int32_t looked_up(PyObject* symbol) {
        const Py_hash_t hash = PyObject_Hash(symbol);
        if (hash == -1) throw Failed();
        for (std::size_t at = place(hash);; ++at) {
            Entry& entry = table_[at & mask_];
            if (!entry.number) {
                entry = {hash, symbol, ++count_};
                if (2 * count() > table_.size()) grow();
                return count_;
            }
            if (entry.hash != hash) continue;
            const int same = PyObject_RichCompareBool(entry.symbol, symbol, Py_EQ);
            if (same < 0) throw Failed();
            if (same) return entry.number;
        }
    }
    static std::size_t place(Py_hash_t hash) { return std::size_t(hash) ^ std::size_t(hash) >> 7; }
    void grow() {
        std::vector<Entry> old(4 * table_.size(), Entry{0, nullptr, 0});
        old.swap(table_);
        mask_ = table_.size() - 1;
        for (const Entry& entry : old) {
            if (!entry.number) continue;
            std::size_t at = place(entry.hash);
            while (table_[at & mask_].number) ++at;
            table_[at & mask_] = entry;
        }
    }
};

}  // namespace scorelite
