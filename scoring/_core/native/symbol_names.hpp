// Interning of symbols of any hashable type.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

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
    struct Letter {
        std::uint32_t character, round;
        std::int32_t number;
    };
    static constexpr std::size_t kLeast = 64;
    std::vector<Entry> table_;
    std::vector<Recent> recent_ = std::vector<Recent>(256);
    std::vector<Letter> letters_ = std::vector<Letter>(256);  // of this round, and free places
    std::size_t mask_ = 0;
    std::uint32_t round_ = 0;
    std::int32_t count_ = 0;

  public:
    void start() {
        table_.assign(kLeast, Entry{0, nullptr, 0});
        mask_ = kLeast - 1;
        count_ = 0;
        if (!++round_) recent_.assign(recent_.size(), Recent()), letters_.assign(letters_.size(), Letter()), ++round_;
    }
    std::int32_t number(PyObject* symbol) {
        Recent& recent = recent_[std::size_t((std::uint64_t(reinterpret_cast<std::uintptr_t>(symbol)) * 0x9E3779B97F4A7C15u) >> 56)];
        if (recent.symbol != symbol || recent.round != round_) recent = {symbol, round_, looked_up(symbol)};
        return recent.number;
    }
    // The number of a character of a text; a round has either symbols or characters.
    std::int32_t letter(std::uint32_t character) {
        Letter& slot = place_of(character);
        if (slot.round == round_) return slot.number;
        slot = {character, round_, ++count_};
        const std::int32_t number = count_;
        if (2 * count() > letters_.size()) grow_letters();
        return number;
    }
    std::size_t count() const { return std::size_t(count_); }
    std::size_t footprint() const { return table_.capacity() * sizeof(Entry) + letters_.capacity() * sizeof(Letter); }

  private:
    // Where a character is, or may be put: characters that follow each other in their alphabet never share a place.
    Letter& place_of(std::uint32_t character) {
        for (std::size_t at = character;; ++at) {
            Letter& letter = letters_[at & (letters_.size() - 1)];
            if (letter.round != round_ || letter.character == character) return letter;
        }
    }
    void grow_letters() {
        std::vector<Letter> old(4 * letters_.size());
        old.swap(letters_);
        for (const Letter& letter : old)
            if (letter.round == round_) place_of(letter.character) = letter;
    }
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
