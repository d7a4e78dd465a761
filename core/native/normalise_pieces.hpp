// Texts cut at blanks: what operations make of a word whose neighbours do not matter is computed once for each distinct word.
#pragma once
#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "cutter.hpp"
#include "interner.hpp"
#include "normalise.hpp"
#include "normalise_traces.hpp"
#include "text.hpp"

namespace scorelite {
namespace normalise {

// What operations make of one word, or of several words that matter to each other.
struct Piece {
    std::string result;  // empty where no operation changed it
    Reach reach = Reach::kText;
    bool same = true;              // whether no operation changed it
    bool kept = true;              // whether something of it is left where the words of a text are put together again
    std::unique_ptr<Trace> trace;  // if a log needs it
};

// A word of a text and its hash.
struct Word {
    View text;
    std::uint64_t hash;
};

// The pieces that one thread has seen. Results depend on the operations alone, so it may forget them at any time.
class PieceCache {
    static constexpr std::size_t kLongest = 256, kMostBytes = std::size_t(1) << 25, kFirstSlots = 1024;
    static constexpr std::size_t kFree = 131072, kFreeNumbers = 4096, kHitsEach = 4;
    struct Entry {
        std::string key;
        Piece piece;
    };
    // Short words that stay as they are, by far the most, are known by their slot alone: one line of the processor's cache.
    struct Slot {
        static constexpr std::size_t kMost = 13, kLong = 14;
        std::uint64_t hash = 0;
        Entry* entry = nullptr;
        std::uint8_t size = 0;
        bool plain = false, number = false;
        std::array<char, kMost> key{};

        bool is(std::uint64_t other, View bytes) const {
            if (hash != other) return false;
            if (size == kLong) return entry->key == bytes;
            return size == bytes.size() && (size < scorelite::kShort || !std::memcmp(key.data(), bytes.data(), size));
        }
    };
    std::vector<Slot> slots_ = std::vector<Slot>(kFirstSlots);
    std::vector<std::unique_ptr<Entry>> entries_;
    std::size_t bytes_ = 0, traced_ = 0, hits_ = 0, numbers_ = 0, hits_of_numbers_ = 0;
    std::vector<Word> words_;
    std::vector<View> cut_;

    // Whether one more piece is worth its time. A new one costs as much as some words of a whole text, so that texts in which most
    // words are new are not cut. Numbers, and several words that matter to each other, seldom come again.
    bool may_learn(View bytes) const {
        if (is_number(bytes)) return numbers_ < kFreeNumbers + hits_of_numbers_ / kHitsEach;
        return entries_.size() < kFree + hits_ / kHitsEach;
    }
    static bool is_number(View bytes) {
        return std::any_of(bytes.begin(), bytes.end(), [](char c) { return c == ' ' || (c >= '0' && c <= '9'); });
    }
    Slot& slot_of(std::uint64_t hash, View bytes) {
        for (std::size_t k = hash & (slots_.size() - 1);; k = (k + 1) & (slots_.size() - 1))
            if (!slots_[k].entry || slots_[k].is(hash, bytes)) return slots_[k];
    }
    void grow() {
        std::vector<Slot> old(2 * slots_.size());
        old.swap(slots_);
        for (const Slot& slot : old)
            if (slot.entry) slot_of(slot.hash, slot.entry->key) = slot;
    }
    static const Piece& plain() {
        static const Piece piece = [] {
            Piece made;
            made.reach = Reach::kNone;
            return made;
        }();
        return piece;
    }

  public:
    // The words of a text, between white space; their slots are on the way into the processor's cache when this returns.
    const std::vector<Word>& words_of(View text) {
        words_.clear();
        cut_.clear();
        Cutter::cut(text, cut_, text.size());
        for (View word : cut_) {
            const std::uint64_t hash = hash_of(word.data(), word.size());
            words_.push_back({word, hash});
#if defined(__GNUC__)
            __builtin_prefetch(&slots_[hash & (slots_.size() - 1)]);
#endif
        }
        return words_;
    }
    // Whether a word is known to stay as it is, whatever is around it.
    bool is_plain(const Word& word) const {
        const Slot& slot = slots_[word.hash & (slots_.size() - 1)];
        return slot.plain && slot.is(word.hash, word.text);
    }
    // The piece of these bytes, with its trace if that is wanted; none where the interpreter must help first, where the bytes are too
    // many, or too many are new.
    template <class Make> const Piece* get(View bytes, std::uint64_t hash, bool traced, Make make) {
        const Slot& first_slot = slot_of(hash, bytes);
        if (first_slot.entry) {
            ++(first_slot.number ? hits_of_numbers_ : hits_);
            if (first_slot.plain) return &plain();
            Piece& piece = first_slot.entry->piece;
            if (traced && !piece.same && !piece.trace && piece.reach != Reach::kText) {
                Piece again;
                if (!make(bytes, again)) return nullptr;  // an operation has forgotten the word
                piece.trace = std::move(again.trace);
                traced_ += piece.trace->size();
            }
            return &piece;
        }
        if (bytes.size() > kLongest || !may_learn(bytes)) return nullptr;
        auto entry = std::make_unique<Entry>(Entry{std::string(bytes), Piece()});
        if (!make(bytes, entry->piece)) return nullptr;
        bytes_ += sizeof(Entry) + 2 * sizeof(Slot) + bytes.size() + entry->piece.result.size();
        if (4 * (entries_.size() + 1) > 3 * slots_.size()) grow();
        if (entry->piece.trace) traced_ += entry->piece.trace->size();
        entries_.push_back(std::move(entry));
        Slot& slot = slot_of(hash, bytes);
        const Piece& piece = entries_.back()->piece;
        slot.hash = hash;
        slot.entry = entries_.back().get();
        slot.number = is_number(bytes);
        numbers_ += slot.number;
        slot.plain = piece.same && piece.kept && piece.reach == Reach::kNone;
        slot.size = std::uint8_t(bytes.size() > Slot::kMost ? Slot::kLong : bytes.size());
        if (slot.size != Slot::kLong) std::memcpy(slot.key.data(), bytes.data(), bytes.size());
        return &piece;
    }
    // Called between texts: pieces of a text stay while it is put together.
    void bound() {
        if (bytes_ > kMostBytes) *this = PieceCache();
        if (traced_ < kMostBytes) return;
        for (const auto& entry : entries_) entry->piece.trace.reset();
        traced_ = 0;
    }
};

// The operations of a program, piece by piece.
class Pieces {
    Operations operations_;
    std::size_t last_join_ = 0;  // the number of operations up to the last one that puts one blank between all words
    bool possible_ = false, squeezed_ = false, only_single_ = false;

    bool make(const Classes& classes, View bytes, bool traced, Piece& piece) const;
    const Piece* next(const Classes& classes, const Word*& word, const Word* behind, bool traced, PieceCache& cache) const;
    void add(View result, std::string& out) const;

  public:
    explicit Pieces(Operations operations);
    bool possible() const { return possible_; }
    // Writes what becomes of a text, and adds its changes to a log if there is one, or says that it stays as it is; false where all
    // operations must run on the whole text.
    bool run(const Classes& classes, View text, Packed* log, PieceCache& cache, std::string& out, bool& same) const;
};

}  // namespace normalise
}  // namespace scorelite
