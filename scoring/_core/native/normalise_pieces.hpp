// Texts cut at blanks: what operations make of a word whose neighbours do not matter is computed once for each distinct word.
#pragma once
#include <cstring>
#include <string>
#include <vector>

#include "normalise.hpp"
#include "text.hpp"

namespace scorelite {
namespace normalise {

Text decoded(View bytes);
void encode(TextView text, std::string& out);

// What operations make of one word, or of several words that matter to each other.
struct Piece {
    std::string result;
    Reach reach = Reach::kText;
    bool same = true;  // whether no operation changed it
    bool kept = true;  // whether something of it is left where the words of a text are put together again
};

// The pieces that one thread has seen. Results depend on the operations alone, so it may forget them at any time.
class PieceCache {
    static constexpr std::size_t kLongest = 256, kMostBytes = std::size_t(1) << 25, kFirstSlots = 1024;
    static constexpr std::size_t kFree = 24576, kTextsEach = 8;
    struct Entry {
        std::string key;
        Piece piece;
    };
    struct Slot {
        std::uint64_t hash = 0;
        const Entry* entry = nullptr;
    };
    std::vector<Slot> slots_ = std::vector<Slot>(kFirstSlots);
    std::vector<std::unique_ptr<Entry>> entries_;
    std::size_t bytes_ = 0, texts_ = 0;

    // Whether one more piece is worth its time. A new one costs as much as some words of a whole text, so that texts in which most
    // words are new are not cut.
    bool may_learn() const { return entries_.size() < kFree + texts_ / kTextsEach; }
    static std::uint64_t hash_of(View bytes) {
        constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15u;
        std::uint64_t hash = bytes.size() * kOdd;
        const char* from = bytes.data();
        std::size_t left = bytes.size();
        const auto mix = [&](std::size_t size) {
            std::uint64_t word = 0;
            std::memcpy(&word, from, size);
            hash = (hash ^ word) * kOdd;
            hash ^= hash >> 29;
        };
        for (; left > 8; left -= 8, from += 8) mix(8);
        mix(left);
        return hash ^ hash >> 32;
    }
    Slot& slot_of(std::uint64_t hash, View bytes) {
        for (std::size_t k = hash & (slots_.size() - 1);; k = (k + 1) & (slots_.size() - 1))
            if (!slots_[k].entry || (slots_[k].hash == hash && slots_[k].entry->key == bytes)) return slots_[k];
    }
    void grow() {
        std::vector<Slot> old(2 * slots_.size());
        old.swap(slots_);
        for (const Slot& slot : old)
            if (slot.entry) slot_of(slot.hash, slot.entry->key) = slot;
    }

  public:
    // The piece of these bytes; none where the interpreter must help first, where the bytes are too many, or too many are new.
    template <class Make> const Piece* get(View bytes, Make make) {
        const std::uint64_t hash = hash_of(bytes);
        if (const Entry* entry = slot_of(hash, bytes).entry) return &entry->piece;
        if (bytes.size() > kLongest || !may_learn()) return nullptr;
        auto entry = std::make_unique<Entry>(Entry{std::string(bytes), Piece()});
        if (!make(bytes, entry->piece)) return nullptr;
        bytes_ += sizeof(Entry) + bytes.size() + entry->piece.result.size();
        if (2 * (entries_.size() + 1) > slots_.size()) grow();
        entries_.push_back(std::move(entry));
        slot_of(hash, bytes) = {hash, entries_.back().get()};
        return &entries_.back()->piece;
    }
    // Called between texts: pieces of a text stay while it is put together.
    void bound() {
        if (bytes_ > kMostBytes) *this = PieceCache();
        ++texts_;
    }
};

// The operations of a program, piece by piece.
class Pieces {
    std::vector<const Operation*> operations_;
    std::size_t last_join_ = 0;  // the number of operations up to the last one that puts one blank between all words
    bool possible_ = false, squeezed_ = false;

    bool make(const Classes& classes, View bytes, Piece& piece) const;
    const Piece* next(const Classes& classes, View text, std::size_t& place, PieceCache& cache) const;
    void add(const std::string& result, std::string& out) const;

  public:
    explicit Pieces(std::vector<const Operation*> operations);
    bool possible() const { return possible_; }
    // Writes what becomes of a text, or says that it stays as it is; false where all operations must run on the whole text. With `log` that
    // is every text that one of them changes: the log has the changes of a text in the order of the operations.
    bool run(const Classes& classes, View text, bool log, PieceCache& cache, std::string& out, bool& same) const;
};

}  // namespace normalise
}  // namespace scorelite
