// Interning: equal words get equal numbers.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "text.hpp"
#include "vectors.hpp"

namespace scorelite {

constexpr std::size_t kShort = 8;  // texts of fewer bytes and of one length are equal where their hashes are

inline std::uint64_t hash_of(const char* p, std::size_t n) {
    std::uint64_t h = n * 0x9E3779B97F4A7C15u, chunk;
    for (; n >= 8; p += 8, n -= 8) {
        std::memcpy(&chunk, p, 8);
        h = (h ^ chunk) * 0xFF51AFD7ED558CCDu;
        h ^= h >> 32;
    }
    // The last bytes reach the highest bits alone, which have to reach the lowest.
    h = (h ^ rest_of(p, n)) * 0xC4CEB9FE1A85EC53u;
    h = (h ^ h >> 32) * 0xFF51AFD7ED558CCDu;
    return h ^ h >> 32;
}

class Interner {  // numbers for words, from 1
    struct Entry {
        std::uint64_t hash;
        View text;
        std::uint32_t id, stamp;
    };
    std::vector<Entry> table_;
    std::uint32_t stamp_ = 0, next_ = 1;
    std::size_t mask_ = 0;

  public:
    // Forgets all words; there is room for so many, and for more after a copy of the table.
    void start(std::size_t words) {
        std::size_t size = 64;
        while (size < 2 * words) size *= 2;
        if (table_.size() < size) {
            table_.assign(size, Entry{0, View(), 0, 0});
            stamp_ = 0;
        }
        if (++stamp_ == 0) {
            for (Entry& e : table_) e.stamp = 0;
            stamp_ = 1;
        }
        mask_ = size - 1;
        next_ = 1;
    }
    std::uint32_t count() const { return next_ - 1; }
    std::uint32_t add(View text) {
        return add(text, hash_of(text.data(), text.size()), [](View word) { return word; });
    }
    // Adds a text with its hash; of a new one, what `copy` gives stays in the table.
    template <class Copy> std::uint32_t add(View text, std::uint64_t hash, const Copy& copy) {
        Entry& e = slot(text, hash);
        if (e.stamp == stamp_) return e.id;
        const std::uint32_t id = next_++;
        e = {hash, copy(text), id, stamp_};
        if (2 * count() > mask_) grow();
        return id;
    }
    // Asks for the memory that a text with this hash needs.
    void expect([[maybe_unused]] std::uint64_t hash) const {
#ifdef SCORELITE_VECTORS
        __builtin_prefetch(&table_[hash & mask_]);
#endif
    }
    std::uint32_t find(View text) {
        const Entry& e = slot(text, hash_of(text.data(), text.size()));
        return e.stamp == stamp_ ? e.id : 0;
    }

  private:
    void grow() {
        std::vector<Entry> before(2 * (mask_ + 1), Entry{0, View(), 0, 0});
        before.swap(table_);
        mask_ = table_.size() - 1;
        for (const Entry& e : before)
            if (e.stamp == stamp_) slot(e.text, e.hash) = e;
    }
    Entry& slot(View text, std::uint64_t hash) {
        std::size_t i = hash & mask_;
        while (table_[i].stamp == stamp_ && !(table_[i].hash == hash && is_equal(table_[i].text, text))) i = (i + 1) & mask_;
        return table_[i];
    }
    // Whether two texts with one hash are equal.
    static bool is_equal(View first, View second) {
        return first.size() == second.size() && (first.size() < kShort || std::memcmp(first.data(), second.data(), first.size()) == 0);
    }
};

// Numbers of words, from 0, which are copied when they come first.
class Vocabulary {
    static constexpr std::size_t kFew = 512;
    Interner numbers_;
    Arena arena_;
    std::vector<std::uint64_t> hashes_;  // of some words

    std::uint32_t number(View word, std::uint64_t hash) {
        const auto copy = [&](View text) { return words.emplace_back(arena_.keep(std::string(text))); };
        return numbers_.add(word, hash, copy) - 1;
    }

  public:
    std::vector<View> words;

    Vocabulary() { numbers_.start(kFew); }
    std::uint32_t number(View word) { return number(word, hash_of(word.data(), word.size())); }
    // Adds the numbers of some words. Most of the time goes into memory that is far away: all of it is asked for first.
    void number_all(const std::vector<View>& some, std::vector<std::uint32_t>& numbers) {
        hashes_.clear();
        for (View word : some) hashes_.push_back(hash_of(word.data(), word.size()));
        for (std::uint64_t hash : hashes_) numbers_.expect(hash);
        for (std::size_t k = 0; k < some.size(); ++k) numbers.push_back(number(some[k], hashes_[k]));
    }
};

}  // namespace scorelite
