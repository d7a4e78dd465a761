#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "cutter.hpp"
#include "interner.hpp"
#include "operations.hpp"
#include "signals.hpp"
#include "signs.hpp"

namespace scorelite {
namespace {

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

// Words that are looked for, with numbers from 1.
class Wanted {
    Interner words_;
    Begins begins_;
    bool sensitive_;
    std::string folded_;

  public:
    Wanted(const std::vector<View>& words, bool sensitive) : sensitive_(sensitive) {
        words_.start(words.size());
        for (View word : words) {
            if (word.empty()) continue;
            words_.add(word);
            begins_.add(word, sensitive);
        }
    }
    const Begins& begins() const { return begins_; }
    // A word as it is looked for.
    View key(View word) {
        if (sensitive_ || !has_capital(word)) return word;
        folded_.resize(word.size());
        copy_lower(folded_.data(), word.data(), word.size());
        return folded_;
    }
    // The number of a word; 0 for others.
    std::size_t find(View word) { return words_.find(key(word)); }

    bool in(View text) {
        if (!words_.count()) return false;
        const Spoken spoken(text);
        return spoken.any(begins_, [&](std::size_t start) { return find(spoken.word(start)) != 0; });
    }
};

// Phrases, and what is written in their place; no word of a phrase is the first one of another.
class PhraseTable {
    struct Phrase {
        std::vector<View> words;
        View written;
    };
    std::vector<Phrase> phrases_;  // by the number of their first words
    Wanted heads_;

    static std::vector<View> heads_of(const std::vector<View>& phrases) {
        std::vector<View> heads;
        for (View phrase : phrases) heads.push_back(Spoken(phrase).next(0));
        return heads;
    }

  public:
    enum Change { kNone, kWritten, kOtherCase };

    PhraseTable(const std::vector<View>& phrases, const std::vector<View>& written, bool sensitive)
        : phrases_(1), heads_(heads_of(phrases), sensitive) {
        if (phrases.size() != written.size()) throw std::invalid_argument("phrases and texts that are not as many");
        for (std::size_t k = 0; k < phrases.size(); ++k) {
            Phrase phrase{{}, written[k]};
            for (View word = Spoken(phrases[k]).next(0); word.data(); word = Spoken(phrases[k]).next(Spoken(phrases[k]).end_of(word)))
                phrase.words.push_back(word);
            const std::size_t number = phrase.words.empty() ? 0 : heads_.find(phrase.words.front());
            if (number != phrases_.size()) throw std::invalid_argument("phrases that are empty or have one first word");
            phrases_.push_back(phrase);
        }
    }
    // Writes a text with other words for phrases; of a text that has one in another case, nothing is of use.
    Change write(View text, std::string& out) {
        const Spoken spoken(text);
        std::size_t done = 0;  // bytes of the text that are written, or belong to a phrase
        out.clear();
        const bool other_case = spoken.any(heads_.begins(), [&](std::size_t start) {
            if (start < done) return false;
            const std::size_t number = heads_.find(spoken.word(start));
            if (!number) return false;
            std::size_t end = start;
            bool same = true;
            for (View wanted : phrases_[number].words) {
                const View word = spoken.next(end);
                if (!word.data() || heads_.key(word) != wanted) return false;
                same = same && word == wanted;
                end = spoken.end_of(word);
            }
            if (!same) return true;
            out += text.substr(done, start - done);
            out += phrases_[number].written;
            done = end;
            return false;
        });
        if (other_case) return kOtherCase;
        if (!done) return kNone;
        out += text.substr(done);
        return kWritten;
    }
};

PyObject* holding(PyObject* texts, const std::vector<View>& words, View signs, bool sensitive) {
    std::vector<View> views;
    Ref all = own(PySequence_Tuple(texts));
    const Signs refused(signs);
    Wanted wanted(words, sensitive);
    std::vector<std::int64_t> places;
    bool sound = add_views(all.get(), views);
    without_gil([&] {
        Ticks ticks;
        for (std::size_t k = 0; k < views.size() && sound; ++k) {
            ticks.spend(views[k].size() + 1);
            expect_text(views, k);
            if (refused.in(views[k])) sound = false;
            if (wanted.in(views[k])) places.push_back(std::int64_t(k));
        }
    });
    if (!sound) return share(Py_None).release();
    return object_of(places);
}

// A text that was written anew.
struct Written {
    std::size_t place;
    std::string text;
};

PyObject* rephrased(PyObject* texts, const std::vector<View>& phrases, const std::vector<View>& written, View signs, bool sensitive) {
    std::vector<View> views;
    Ref all = own(PySequence_List(texts));
    const Signs refused(signs);
    PhraseTable table(phrases, written, sensitive);
    std::vector<Written> changed;
    std::vector<std::int64_t> others;
    bool sound = add_views(all.get(), views);
    without_gil([&] {
        Ticks ticks;
        std::string text;
        for (std::size_t k = 0; k < views.size() && sound; ++k) {
            ticks.spend(views[k].size() + 1);
            expect_text(views, k);
            if (refused.in(views[k])) sound = false;
            const PhraseTable::Change change = table.write(views[k], text);
            if (change == PhraseTable::kWritten) changed.push_back({k, text});
            if (change == PhraseTable::kOtherCase) others.push_back(std::int64_t(k));
        }
    });
    if (!sound) return share(Py_None).release();
    for (const Written& one : changed)
        if (PyList_SetItem(all.get(), Py_ssize_t(one.place), decoded(one.text)) < 0) throw Failed();
    return tuple_of(std::move(all), others);
}

PyMethodDef functions[] = {{"holding", operation<holding>, METH_VARARGS,
                            "holding(texts, words, signs, sensitive, /)\n--\n\n"
                            "The places (int64) of texts that have one of some words, in bytes of small letters where capitals are equal; "
                            "None where one of all texts has one of up to 8 signs, is no str, or has no UTF-8."},
                           {"rephrased", operation<rephrased>, METH_VARARGS,
                            "rephrased(texts, phrases, written, signs, sensitive, /)\n--\n\n"
                            "The texts with what is written for some phrases, none of which has the first word of another, and the places "
                            "(int64) of those that are as they were because they have a phrase in another case; None as for `holding`."},
                           {nullptr, nullptr, 0, nullptr}};

const Part part(functions);

}  // namespace
}  // namespace scorelite
