// Phrases: words in a row that are looked for in texts, and what may stand for them.
#pragma once
#include <array>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

#include "cutter.hpp"
#include "interner.hpp"
#include "text.hpp"

namespace scorelite {

constexpr View kBlanks = " \t\n\v\f\r";

// Pairs of bytes with which words begin.
class Begins {
    std::vector<std::uint8_t> pairs_ = std::vector<std::uint8_t>(1 << 16, 0);

    static std::size_t pair_of(char first, char second) {
        return std::size_t(static_cast<unsigned char>(first)) << 8 | static_cast<unsigned char>(second);
    }

  public:
    // Adds a word; where capitals are equal, it has none.
    void add(View word, bool sensitive) {
        const auto both_cases = [&](View letters) {
            std::string all(letters);
            for (char letter : letters)
                if (!sensitive && letter >= 'a' && letter <= 'z') all.push_back(char(letter - 'a' + 'A'));
            return all;
        };
        for (char first : both_cases(word.substr(0, 1)))
            for (char second : word.size() > 1 ? both_cases(word.substr(1, 1)) : std::string(kBlanks)) pairs_[pair_of(first, second)] = 1;
    }
    bool has(char first, char second) const { return pairs_[pair_of(first, second)]; }
};

// A text whose words are looked at one by one.
class Spoken {
    View text_;

  public:
    explicit Spoken(View text) : text_(text) {}
    // The word that begins at a byte.
    View word(std::size_t start) const {
        const std::size_t end = text_.find_first_of(kBlanks, start);
        return text_.substr(start, end == View::npos ? end : end - start);
    }
    // The word behind a byte; nothing where there is none.
    View next(std::size_t end) const {
        const std::size_t start = text_.find_first_not_of(kBlanks, end);
        return start == View::npos ? View() : word(start);
    }
    std::size_t end_of(View word) const { return std::size_t(word.data() + word.size() - text_.data()); }
    // Calls a function with the beginning of each word that begins with two of some bytes, until it gives true; whether it did.
    template <class Found> bool any(const Begins& begins, const Found& found) const {
        std::uint64_t before = 0;  // whether the byte before is one of a word
        for (std::size_t at = 0; at < text_.size(); at += Cutter::kBits) {
            const std::uint64_t word = Cutter::word_bits(text_, at);
            for (std::uint64_t starts = word & ~(word << 1 | before); starts; starts &= starts - 1) {
                const std::size_t start = at + trailing_zeros(starts);
                if (begins.has(text_[start], start + 1 < text_.size() ? text_[start + 1] : ' ') && found(start)) return true;
            }
            before = word >> (Cutter::kBits - 1);
        }
        return false;
    }
};

// Values from 1 of words in a row, which have numbers from 1: a tree, whose nodes have one word each behind those before.
class PhraseTree {
    std::unordered_map<std::uint64_t, std::uint32_t> next_;
    std::vector<std::uint32_t> values_{0};

    static std::uint64_t key_of(std::uint32_t node, std::uint32_t word) { return std::uint64_t(node) << 32 | word; }

  public:
    void clear() {
        next_.clear();
        values_.assign(1, 0);
    }
    // The value of some words; 0 if they had none so far.
    std::uint32_t& at(const std::vector<std::uint32_t>& words) {
        std::uint32_t node = 0;
        for (std::uint32_t word : words) {
            node = next_.emplace(key_of(node, word), std::uint32_t(values_.size())).first->second;
            if (node == values_.size()) values_.push_back(0);
        }
        return values_[node];
    }
    // Calls a function with each value of the words that `next` gives by their places, until it gives 0, and with their number.
    template <class Next, class Use> void each(const Next& next, const Use& use) const {
        std::uint32_t node = 0;
        for (std::size_t size = 1;; ++size) {
            const std::uint32_t word = next(size - 1);
            const auto found = word ? next_.find(key_of(node, word)) : next_.end();
            if (found == next_.end()) return;
            node = found->second;
            if (values_[node]) use(values_[node], size);
        }
    }
};

// Phrases, each with the rest of an alternation behind its words; one that has to be read otherwise has none.
class PhraseTable {
    Interner words_;
    Begins begins_;
    PhraseTree tree_;
    std::vector<View> rests_;
    const bool sensitive_;
    std::string folded_;

    // The number of a word; 0 of one that no phrase has.
    std::uint32_t find(View word) {
        if (sensitive_ || !has_capital(word)) return words_.find(word);
        folded_.resize(word.size());
        copy_lower(folded_.data(), word.data(), word.size());
        return words_.find(folded_);
    }
    bool may_begin(View word) const { return begins_.has(word[0], word.size() > 1 ? word[1] : ' '); }

  public:
    enum Change { kNone, kWritten, kOther };

    // Where capitals are equal, phrases have none.
    PhraseTable(const std::vector<View>& phrases, const std::vector<View>& rests, bool sensitive) : rests_(rests), sensitive_(sensitive) {
        if (phrases.size() != rests.size()) throw std::invalid_argument("phrases and texts that are not as many");
        words_.start(phrases.size());
        std::vector<View> spoken;
        std::vector<std::uint32_t> numbers;
        for (std::size_t k = 0; k < phrases.size(); ++k) {
            spoken.clear();
            numbers.clear();
            Cutter::each(phrases[k], [&](View word) { spoken.push_back(word); });
            if (spoken.empty()) throw std::invalid_argument("a phrase without words");
            for (View word : spoken) numbers.push_back(words_.add(word));
            begins_.add(spoken.front(), sensitive);
            std::uint32_t& value = tree_.at(numbers);
            if (value) rests_[value - 1] = View();
            value = value ? value : std::uint32_t(k + 1);
        }
    }
    // Calls a function with the rest for each phrase that begins at one of some words, and with the number of its words.
    template <class Use> void each(const std::vector<View>& words, std::size_t from, const Use& use) {
        if (!may_begin(words[from])) return;
        const auto next = [&](std::size_t k) { return from + k < words.size() ? find(words[from + k]) : 0; };
        tree_.each(next, [&](std::uint32_t value, std::size_t size) { use(rests_[value - 1], size); });
    }
    // Writes a text with alternations; kOther where phrases overlap, or one has to be read otherwise.
    Change write(View text, std::string& out) {
        const Spoken spoken(text);
        std::size_t done = 0;  // bytes of the text that are written
        out.clear();
        const bool is_odd = spoken.any(begins_, [&](std::size_t start) {
            std::size_t end = start;
            bool sound = true;
            const auto next = [&](std::size_t k) -> std::uint32_t {
                const View word = k ? spoken.next(end) : spoken.word(start);
                if (!word.data()) return 0;
                end = spoken.end_of(word);
                return find(word);
            };
            tree_.each(next, [&](std::uint32_t value, std::size_t) {
                const View rest = rests_[value - 1];
                sound = sound && start >= done && !rest.empty();
                if (!sound) return;
                out.append(text.substr(done, start - done)).append("{ ").append(text.substr(start, end - start)).append(rest);
                done = end;
            });
            return !sound;
        });
        if (is_odd) return kOther;
        if (!done) return kNone;
        out += text.substr(done);
        return kWritten;
    }
};

}  // namespace scorelite
