// Normalisation: texts as code points, operations on them in order, and the log of what they changed.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pages.hpp"

namespace scorelite {
namespace normalise {

using Text = std::u32string;
using TextView = std::u32string_view;

// Classes of code points, as Python's regular expressions and `str.split` have them.
class Classes {
    static constexpr std::uint8_t kUnknown = 0x80;
    Pages<std::uint8_t> pages_{kUnknown};
    std::array<std::uint8_t, 128> ascii_{};
    std::uint8_t of(char32_t letter) const { return letter < 128 ? ascii_[letter] : pages_.of(letter); }

  public:
    enum : std::uint8_t { kWord = 1, kSpace = 2, kDecimal = 4, kAlphanumeric = 8 };
    Classes();
    bool known(char32_t letter) const { return of(letter) != kUnknown; }
    void set(char32_t letter, std::uint8_t value) { pages_.set(letter, value); }
    bool word(char32_t letter) const { return of(letter) & kWord; }
    bool space(char32_t letter) const { return of(letter) & kSpace; }
    bool decimal(char32_t letter) const { return of(letter) & kDecimal; }
    bool alphanumeric(char32_t letter) const { return of(letter) & kAlphanumeric; }
    // Whether a regular expression's \b matches before this place.
    bool edge(TextView text, std::size_t place) const {
        const bool left = place && word(text[place - 1]), right = place < text.size() && word(text[place]);
        return left != right;
    }
    std::size_t past_space(TextView text, std::size_t place) const {
        while (place < text.size() && space(text[place])) ++place;
        return place;
    }
    std::size_t past_token(TextView text, std::size_t place) const {
        while (place < text.size() && !space(text[place])) ++place;
        return place;
    }
};

// Whether a text has one of a few letters; without a way out, so that compilers make vectors of it.
template <class... Letters> bool has(TextView text, Letters... letters) {
    bool any = false;
    for (char32_t letter : text) any |= ((letter == letters) | ...);
    return any;
}

// An empty text, whose memory is kept for the next one that this thread asks for by the same name. It lies on the heap: the address of a
// variable of the thread itself would be looked up at each use, letter by letter.
template <class Name> Text& kept_text() {
    thread_local const auto kept = std::make_unique<Text>();
    Text& text = *kept;
    text.clear();
    return text;
}

inline bool ascii_digit(char32_t letter) { return letter >= U'0' && letter <= U'9'; }

struct Change {
    std::int32_t start, rule;
    Text before, after;
};
using Log = std::vector<Change>;

// The pieces in which two texts differ, whole words wherever possible.
void add_differences(const Classes& classes, TextView before, TextView after, std::int32_t rule, Log& log);

enum class Outcome { kDone, kUnknownLetters, kWholeText, kTooLong };
// Letters that a table may make of a text, unless that text had more.
constexpr std::size_t kLongest = std::size_t(1) << 24;

// How far the words around a piece of a text matter for what an operation makes of it.
enum class Reach {
    kNone,        // not at all: a blank on either side is like the end of the text
    kNeighbours,  // only if the words beside it are of this kind as well
    kText         // more of the text, or its ends, may matter
};
// What an operation makes of blanks between words.
enum class Blanks {
    kKept,      // nothing
    kSqueezed,  // one where several are
    kOne,       // one between two words, and none at the ends
    kSingle,    // nothing where one is between two words and none at the ends
    kAny        // not known
};

// One operation: changes the text in place. It needs the interpreter where its outcome is not `kDone`: to learn letters, to run its
// Python function on the whole text, or to refuse a text that grows too long; then the text is as it was.
class Operation {
  public:
    std::int32_t first_rule = 0;  // the number of its first rule in the log
    virtual ~Operation() = default;
    virtual Outcome run(const Classes& classes, Text& text, Log* log) const = 0;
    virtual bool learns() const { return false; }
    // Of a piece that stands between blanks or at an end of the text.
    virtual Reach reach(const Classes&, TextView) const { return Reach::kText; }
    virtual Blanks blanks() const { return Blanks::kKept; }
    // Whether a text becomes what its letters become one by one, if none of them reaches further.
    virtual bool letterwise() const { return false; }
    // Whether white space is all that changes.
    virtual bool only_squeezes() const { return false; }
    // Whether the log is made by a comparison of the text before and behind.
    virtual bool compares() const { return false; }
};

// Operations whose output is compared with their input for the log.
class Plain : public Operation {
  public:
    bool compares() const final { return true; }
    Outcome run(const Classes& classes, Text& text, Log* log) const final {
        if (!concerns(text)) return Outcome::kDone;
        Text& out = kept_text<Plain>();
        const Outcome outcome = rewrite(classes, text, out);
        if (outcome != Outcome::kDone) return outcome;
        if (log && out != text) add_differences(classes, text, out, first_rule, *log);
        text.swap(out);
        return outcome;
    }

  protected:
    virtual bool concerns(TextView) const { return true; }  // false: the text stays as it is
    virtual Outcome rewrite(const Classes& classes, TextView text, Text& out) const = 0;
};

// A rule of a table; edges: 0 any, 1 word, 2 blank.
struct Rule {
    Text search, replacement;
    int before, after;
};

std::unique_ptr<Operation> table(const std::vector<Rule>& rules, bool exact_blanks);
std::unique_ptr<Operation> spans(Text open, Text close, std::size_t least);
std::unique_ptr<Operation> commas();
std::unique_ptr<Operation> periods();
std::unique_ptr<Operation> lone_symbols();
std::unique_ptr<Operation> squeeze(bool strip);
std::unique_ptr<Operation> long_blanks();
std::unique_ptr<Operation> strip();
std::unique_ptr<Operation> acronyms();

struct NumberWord {
    Text word;
    int kind;  // the place in the list of kinds of normalise_numbers.cpp; bits of the roles of normalise_spoken.cpp
    std::uint64_t value;
    Text suffix;
};
std::unique_ptr<Operation> english_numbers(const std::vector<NumberWord>& words);
std::unique_ptr<Operation> spoken_numbers(const std::vector<NumberWord>& words);
std::unique_ptr<Operation> stretches();

}  // namespace normalise
}  // namespace scorelite
