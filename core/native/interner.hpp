// Interning: equal words get equal numbers.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "cutter.hpp"
#include "text.hpp"
#include "unset.hpp"
#include "vectors.hpp"

namespace scorelite {

constexpr std::size_t kShort = 8;  // texts of fewer bytes and of one length are equal where their hashes are

inline std::uint64_t first_hash(std::size_t n) { return n * 0x9E3779B97F4A7C15u; }
// The last bytes reach the highest bits alone, which have to reach the lowest.
inline std::uint64_t mixed(std::uint64_t h) {
    h *= 0xC4CEB9FE1A85EC53u;
    h = (h ^ h >> 32) * 0xFF51AFD7ED558CCDu;
    return h ^ h >> 32;
}
inline std::uint64_t hash_of(const char* p, std::size_t n) {
    std::uint64_t h = first_hash(n), chunk;
    for (; n >= 8; p += 8, n -= 8) {
        std::memcpy(&chunk, p, 8);
        h = (h ^ chunk) * 0xFF51AFD7ED558CCDu;
        h ^= h >> 32;
    }
    return mixed(h ^ rest_of(p, n));
}

// The hash of a word, which lies in a text that ends at `end`, or else in no text: where a text goes on, all bytes of a short word are read
// at once, without a look at their number.
inline std::uint64_t hash_of(View word, const char* end) {
    if (!kLowestFirst || word.size() >= kShort || !end || std::size_t(end - word.data()) < kShort) return hash_of(word.data(), word.size());
    std::uint64_t chunk;
    std::memcpy(&chunk, word.data(), kShort);
    return mixed(first_hash(word.size()) ^ (chunk & ((std::uint64_t(1) << 8 * word.size()) - 1)));
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
    // Words may lie in a text that ends at `end`.
    std::uint32_t add(View word, const char* end = nullptr) {
        const std::uint64_t hash = hash_of(word, end);
        Entry& e = slot(word, hash);
        if (e.stamp == stamp_) return e.id;
        const std::uint32_t id = next_++;
        e = {hash, word, id, stamp_};
        if (2 * count() > mask_) grow();
        return id;
    }
    std::uint32_t find(View word, const char* end = nullptr) {
        const Entry& e = slot(word, hash_of(word, end));
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
    static constexpr int kFew = 10;                             // bits of the first places
    static constexpr int kSize = 56;                            // the place of the number of bytes in the second half of a key
    static constexpr std::size_t kOwn = kLowestFirst ? 16 : 0;  // words of fewer bytes are keys of their own
    // The bytes of a word and how many these are, or else a hash.
    struct Key {
        std::uint64_t first, second;
        bool operator==(const Key& other) const { return first == other.first && second == other.second; }
    };
    // Second halves of keys of long words, of those of their entries, and of those of free entries.
    static constexpr std::uint64_t kLong = std::uint64_t(0xFF) << kSize, kLongEntry = std::uint64_t(0xFE) << kSize,
                                   kFree = std::uint64_t(0xFD) << kSize;
    struct Entry {  // small, because most of the time goes into memory that is far away
        Key key{0, kFree};
        std::uint32_t count = 0, times = 0;  // the words up to this one, 0 of none; how often it came
    };
    int shift_ = 64 - kFew;
    std::vector<Entry> table_ = std::vector<Entry>(std::size_t(1) << kFew);
    Arena arena_;
    UnsetVector<Key> keys_;   // of some words
    std::vector<View> long_;  // those of these words that are long

    // The key of a word, which may lie in a text that ends at `end`: where the text goes on, bytes behind the word are read with it.
    static Key key_of(View word, const char* end) {
        const char* const p = word.data();
        const std::size_t n = word.size();
        if (n >= kOwn) return {hash_of(p, n), kLong};
        const std::uint64_t size = std::uint64_t(n) << kSize;
        if (end && std::size_t(end - p) >= kOwn) return {chunk_of(p) & mask_of(n), (chunk_of(p + kShort) & mask_of(n, kShort)) | size};
        return n < kShort ? Key{rest_of(p, n), size} : Key{chunk_of(p), rest_of(p + kShort, n - kShort) | size};
    }
    static std::uint64_t chunk_of(const char* p) {
        std::uint64_t chunk;
        std::memcpy(&chunk, p, sizeof chunk);
        return chunk;
    }
    // The bits of the first so many bytes, in the bytes from a place on.
    static std::uint64_t mask_of(std::size_t bytes, std::size_t from = 0) {
        static constexpr std::uint64_t kAll = ~std::uint64_t(0), kMasks[] = {kAll, kAll, 0, 0};
        return chunk_of(reinterpret_cast<const char*>(kMasks + 2) - bytes + from);
    }
    static bool is_long(const Key& key) { return key.second == kLong; }
    // The key of the entry of a word: that of a short one is of this word alone.
    static Key kept(const Key& key) { return is_long(key) ? Key{key.first, kLongEntry} : key; }
    static std::string spelled(const Key& key) {
        std::string word(key.second >> kSize, '\0');
        for (std::size_t k = 0; k < word.size(); ++k) word[k] = char((k < kShort ? key.first : key.second) >> 8 * (k % kShort));
        return word;
    }
    // All bits of a key reach the highest ones of the product.
    static std::size_t place_of(const Key& key, int shift) {
        return std::size_t((key.first ^ key.second * 0xFF51AFD7ED558CCDu) * 0x9E3779B97F4A7C15u >> shift);
    }
    std::size_t place_of(const Key& key) const { return place_of(key, shift_); }
    std::size_t entry_of(View word, const Key& key) const {
        const std::size_t mask = table_.size() - 1;
        std::size_t i = place_of(key);
        while (table_[i].count && !is_of(table_[i], word, key)) i = (i + 1) & mask;
        return i;
    }
    bool is_of(const Entry& e, View word, const Key& key) const {
        return e.key == kept(key) && (!is_long(key) || words[e.count - 1] == word);
    }
    // The number of a word with a key, which may be empty if it is short.
    std::uint32_t number(View word, const Key& key) {
        Entry& e = table_[entry_of(word, key)];
        ++e.times;
        return e.count ? e.count - 1 : add(e, is_long(key) ? std::string(word) : spelled(key), key);
    }
    std::uint32_t add(Entry& e, std::string&& word, const Key& key) {
        words.push_back(arena_.keep(std::move(word)));
        const auto count = std::uint32_t(words.size());
        e.key = kept(key), e.count = count;
        if (2 * words.size() > table_.size()) grow();
        return count - 1;
    }
    void grow() {
        std::vector<Entry> before(2 * table_.size());
        before.swap(table_);
        --shift_;
        for (const Entry& e : before)
            if (e.count) table_[entry_of(words[e.count - 1], key_of(words[e.count - 1], nullptr))] = e;
    }
    // Asks for the memory that a word with this key needs.
    void expect([[maybe_unused]] const Key& key) const {
#ifdef SCORELITE_VECTORS
        __builtin_prefetch(&table_[place_of(key)]);
#endif
    }
    // Adds the numbers of up to so many words, which `each` gives to its argument and which may lie in a text that ends at `end`. All
    // memory is asked for first.
    template <class Column, class Each> void number_each(std::size_t most, Column& numbers, const char* end, const Each& each) {
        if (keys_.size() < most) keys_.resize(most);
        long_.clear();
        Key* key = keys_.data();
        each([&](View word) {
            *key = key_of(word, end);
            if (is_long(*key)) long_.push_back(word);
            expect(*key++);
        });
        const std::size_t first = numbers.size(), count = std::size_t(key - keys_.data());
        numbers.resize(first + count);
        write_numbers(keys_.data(), count, numbers.data() + first);
    }
    template <class Number> void write_numbers(const Key* keys, std::size_t count, Number* out) {
        Entry* table = table_.data();
        int shift = shift_;
        const View* next_long = long_.data();
        for (const Key* const end = keys + count; keys != end; ++keys, ++out) {
            Entry& e = table[place_of(*keys, shift)];
            if (e.key == *keys) {  // most words, short ones that came before
                ++e.times;
                *out = Number(e.count - 1);
            } else {
                *out = Number(rare_number(*keys, next_long));
                table = table_.data(), shift = shift_;
            }
        }
    }
    SCORELITE_APART std::uint32_t rare_number(const Key& key, const View*& next_long) {
        return number(is_long(key) ? *next_long++ : View(), key);
    }

  public:
    std::vector<View> words;

    std::uint32_t number(View word) { return number(word, key_of(word, nullptr)); }
    // Asks for the memory of some words that are numbered soon.
    void expect(const std::vector<View>& some, const char* end) const {
        for (View word : some) expect(key_of(word, end));
    }
    // Adds the numbers of some words, which may lie in a text that ends at `end`.
    template <class Column> void number_all(const std::vector<View>& some, Column& numbers, const char* end = nullptr) {
        number_each(some.size(), numbers, end, [&](const auto& use) { std::for_each(some.begin(), some.end(), use); });
    }
    // Adds the numbers of the words of a text, between which white space stands.
    template <class Column> void number_text(View text, Column& numbers) {
        number_each(Cutter::most(text), numbers, text.data() + text.size(), [&](const auto& use) { Cutter::each(text, use); });
    }
    // The number of a word; -1 of one that did not come.
    std::int64_t find(View word) const { return std::int64_t(table_[entry_of(word, key_of(word, nullptr))].count) - 1; }
    // Gives the number of each word to `use`, with how often it was asked for.
    template <class Use> void each(const Use& use) const {
        for (const Entry& e : table_)
            if (e.count) use(std::size_t(e.count - 1), e.times);
    }
};

}  // namespace scorelite
