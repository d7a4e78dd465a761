// Interning: equal words get equal numbers.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "text.hpp"

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
        const std::uint64_t hash = hash_of(text.data(), text.size());
        Entry& e = slot(text, hash);
        if (e.stamp == stamp_) return e.id;
        const std::uint32_t id = next_++;
        e = {hash, text, id, stamp_};
        if (2 * count() > mask_) grow();
        return id;
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

}  // namespace scorelite
