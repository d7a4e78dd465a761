// Mark steps: the marks and capitals of texts, and where they meet in alignments of their words.
#include <algorithm>
#include <array>
#include <string>

#include "interner.hpp"
#include "moves.hpp"
#include "operations.hpp"
#include "pages.hpp"
#include "plain.hpp"
#include "side.hpp"
#include "signals.hpp"
#include "unset.hpp"

namespace scorelite {
namespace {

constexpr std::size_t kUtterance = 1 << 10;  // the steps that an utterance takes at least
constexpr std::size_t kAhead = 2;            // texts that are asked for ahead
constexpr std::size_t kLetters = 4;          // of a word, about, with the white space behind it
constexpr std::size_t kAscii = 0x80;
enum Kind : std::int32_t { kCapital = -2, kSmall, kBlank };  // of letters; marks have numbers from 1

class Letters {
    struct Letter {
        std::int32_t kind = kBlank;
        View folded;
    };
    std::array<Letter, kAscii> ascii_;
    Pages<Letter> others_{Letter()};
    std::array<bool, 256> plain_{};  // whether a byte is a letter of words that is folded already

  public:
    std::size_t growth = 1;  // how many times as long as they were words become at most

    // The letters lie in objects of Python.
    Letters(const std::vector<View>& letters, const std::vector<std::int32_t>& kinds, const std::vector<View>& folded) {
        if (kinds.size() != letters.size() || folded.size() != letters.size())
            throw std::invalid_argument("a kind for each letter expected");
        for (std::size_t k = 0; k < letters.size(); ++k) {
            if (letters[k].empty() || letter_size(letters[k], 0) != letters[k].size()) throw std::invalid_argument("letters expected");
            if (kinds[k] < kCapital) throw std::invalid_argument("a letter of kind " + std::to_string(kinds[k]));
            const auto first = static_cast<unsigned char>(letters[k][0]);
            if (first < kAscii)
                ascii_[first] = {kinds[k], folded[k]};
            else
                others_.set(code_point(letters[k]), {kinds[k], folded[k]});
            plain_[first] = first < kAscii && kinds[k] == kSmall && folded[k] == letters[k];
            growth = std::max(growth, folded[k].size() / letters[k].size() + 1);
        }
    }
    // How many letters at the beginning of a word need no look.
    std::size_t plain(View word) const {
        std::size_t at = 0;
        while (at < word.size() && plain_[static_cast<unsigned char>(word[at])]) ++at;
        return at;
    }
    // The letter at a place, with its size; one of which nothing is known is a blank.
    Letter at(View word, std::size_t at, std::size_t& size) const {
        const auto first = static_cast<unsigned char>(word[at]);
        size = std::max(letter_size(word, at), std::size_t(1));
        if (first < kAscii) return ascii_[first];
        return size > 1 ? others_.of(code_point(word.substr(at, size))) : Letter();
    }
};

class MarkAligner {
    struct Found {  // a step with a mark
        std::int64_t utterance;
        std::int32_t ref, hyp;
        std::uint8_t is_right;
    };
    class Row {  // what is aligned: numbers, with zeros before and behind, and twice the marks, and 1 more for a capital
        UnsetVector<std::int32_t> numbers_, marks_;

      public:
        std::size_t size = 0;
        std::int32_t number(std::size_t k) const { return numbers_[kPad + k]; }
        std::int32_t& mark(std::size_t k) { return marks_[k]; }
        const std::int32_t* numbers() const { return numbers_.data() + kPad; }
        void start(std::size_t most) {
            size = 0;
            if (marks_.size() < most + kPad) numbers_.resize(most + 2 * kPad), marks_.resize(most + kPad);
            std::fill_n(numbers_.begin(), kPad, 0);
        }
        void add(std::uint32_t number, std::int32_t mark) { numbers_[kPad + size] = std::int32_t(number), marks_[size++] = mark; }
        void end() {
            std::fill_n(numbers_.data() + kPad + size, kPad, 0);
            marks_[size] = 0;
        }
    };

  public:
    struct Rule {
        Policy policy;
        UnsetVector<Found> found{};  // of which so many are there
        std::size_t count = 0;
        std::int64_t correct = 0;
        Row rows[2]{};

        PyObject* columns() const {
            const auto column = [&](auto value) {
                std::vector<decltype(value(found[0]))> values;
                values.reserve(count);
                for (std::size_t k = 0; k < count; ++k) values.push_back(value(found[k]));
                return own(object_of(values));
            };
            return tuple_of(correct, column([](const Found& f) { return f.utterance; }), column([](const Found& f) { return f.is_right; }),
                            column([](const Found& f) { return f.ref; }), column([](const Found& f) { return f.hyp; }));
        }
    };
    std::array<Rule, 2> rules;

    MarkAligner(const Letters& letters, const Policy& with_marks, const Policy& words)
        : rules{Rule{with_marks}, Rule{words}}, letters_(letters) {}

    // The steps that this took, about.
    std::size_t align(std::size_t i, View ref, View hyp) {
        buffer_.clear();
        buffer_.reserve(letters_.growth * (ref.size() + hyp.size()));  // words in it do not move
        std::size_t steps = kUtterance + ref.size() + hyp.size();
        names_.start(ref.size() / kLetters + 1);
        mark_ = names_.add("\n");  // which no word is
        read<false>(ref);
        read<true>(hyp);
        for (Rule& rule : rules) steps += solve(rule, i);
        return steps;
    }

  private:
    const Letters& letters_;
    std::string buffer_;
    Interner names_;
    std::uint32_t mark_ = 0;  // the number of all marks
    bool follows_ = false;    // whether a word stands right before
    Scratch scratch_;
    std::vector<std::uint8_t> moves_;

    // Adds the words and marks of a text.
    template <bool hyp> void read(View text) {
        follows_ = false;
        for (Rule& rule : rules) rule.rows[hyp].start(text.size());
        const char* const end = text.data() + text.size();
        Cutter::each(text, [&](View word) {
            if (letters_.plain(word) != word.size()) return read_mixed<hyp>(word, end);
            const std::uint32_t own = number<hyp>(word, end);
            add_word<hyp>(own, own, 0);
        });
        for (Rule& rule : rules) rule.rows[hyp].end();
    }
    template <bool hyp> std::uint32_t number(View word, const char* end) { return hyp ? names_.find(word, end) : names_.add(word, end); }
    template <bool hyp> void add_word(std::uint32_t own, std::uint32_t folded, std::int32_t capital) {
        rules[0].rows[hyp].add(own, 0);
        rules[1].rows[hyp].add(folded, capital);
        follows_ = true;
    }
    template <bool hyp> void add_mark(std::int32_t mark, bool is_inside) {
        rules[0].rows[hyp].add(mark_, 2 * mark);
        if (follows_ && !is_inside) rules[1].rows[hyp].mark(rules[1].rows[hyp].size - 1) += 2 * mark;
        follows_ = false;
    }
    // Adds the words and marks of which a written word is made, in a text that ends at `end`.
    template <bool hyp> void read_mixed(View written, const char* end) {
        for (std::size_t at = 0, size; at < written.size();) {
            const auto letter = letters_.at(written, at, size);
            if (letter.kind < kBlank) {
                const std::size_t start = at, folded = buffer_.size();
                at = fold(written, at);
                const View word = written.substr(start, at - start), form = View(buffer_).substr(folded);
                const std::uint32_t own = number<hyp>(word, end);
                add_word<hyp>(own, word == form ? own : number<hyp>(form, nullptr), letter.kind == kCapital);
            } else {
                if (letter.kind > kBlank) add_mark<hyp>(letter.kind, is_inside(written, at));
                at += size;
            }
        }
    }
    // Whether a sign of ASCII stands between two letters, as in 3.5 and info@x.de; scripts without blanks, whose letters take
    // three bytes, have no words in which it would stand.
    bool is_inside(View written, std::size_t at) const {
        if (at == 0 || at + 1 == written.size() || static_cast<unsigned char>(written[at]) >= kAscii) return false;
        std::size_t start = at - 1, before, behind;
        while (start > 0 && (static_cast<unsigned char>(written[start]) & 0xC0) == 0x80) --start;
        return letters_.at(written, start, before).kind < kBlank && letters_.at(written, at + 1, behind).kind < kBlank && before < 3 &&
               behind < 3;
    }
    // Adds the folded form of the word that begins at a place to the buffer; where it ends.
    std::size_t fold(View written, std::size_t at) {
        while (true) {
            const std::size_t plain = letters_.plain(written.substr(at));
            buffer_.append(written, at, plain);
            at += plain;
            if (at == written.size()) return at;
            std::size_t size;
            const auto letter = letters_.at(written, at, size);
            if (letter.kind >= kBlank) return at;
            buffer_.append(letter.folded);
            at += size;
        }
    }
    std::size_t solve(Rule& rule, std::size_t i) {
        auto& [ref, hyp] = rule.rows;
        moves_.clear();
        solve_plain(rule.policy, {ref.numbers(), ref.size, hyp.numbers(), hyp.size, names_.count()}, scratch_, moves_);
        rule.found.resize(rule.count + moves_.size());
        Found* next = rule.found.data() + rule.count;  // written without a branch, which no processor would foresee
        std::size_t row = 0, column = 0;
        for (std::size_t k = moves_.size(); k-- > 0;) {
            const bool has_ref = moves_[k] != kIns, has_hyp = moves_[k] != kDel;
            const bool is_right = has_ref & has_hyp & (ref.number(row) == hyp.number(column));
            *next = {std::int64_t(i), ref.mark(row) & -std::int32_t(has_ref), hyp.mark(column) & -std::int32_t(has_hyp), is_right};
            next += (next->ref | next->hyp) != 0;
            rule.correct += is_right;
            row += has_ref, column += has_hyp;
        }
        rule.count = std::size_t(next - rule.found.data());
        return moves_.size();
    }
};

std::vector<std::string> other_letters(const Side& ref, const Side& hyp) {
    return without_gil([&] {
        std::vector<std::string> found;
        Pages<bool> seen(false);
        Ticks ticks;
        for (const Side* side : {&ref, &hyp}) {
            for (std::size_t i = 0; i < side->size(); ++i) {
                side->expect(i + kAhead < side->size() ? i + kAhead : i);
                const View text = side->text(i);
                ticks.spend(text.size() / kTogether + 1);
                if (!has_byte(text, [](unsigned char c) { return c >= kAscii; })) continue;
                ticks.spend(text.size());
                for (std::size_t at = 0, size; at < text.size(); at += std::max(size, std::size_t(1))) {
                    size = letter_size(text, at);
                    if (size < 2) continue;
                    const View letter = text.substr(at, size);
                    if (seen.of(code_point(letter))) continue;
                    seen.set(code_point(letter), true);
                    found.emplace_back(letter);
                }
            }
        }
        std::sort(found.begin(), found.end());
        return found;
    });
}

PyObject* mark_steps(const Side& ref, const Side& hyp, const std::vector<View>& letters, const std::vector<std::int32_t>& kinds,
                     const std::vector<View>& folded, const std::tuple<Costs, std::string>& with_marks,
                     const std::tuple<Costs, std::string>& words) {
    const auto policy = [](const auto& given) { return std::get<0>(given).policy(std::get<1>(given)); };
    const Letters known(letters, kinds, folded);
    MarkAligner aligner(known, policy(with_marks), policy(words));
    if (ref.size() != hyp.size()) throw std::invalid_argument("sides of different lengths");
    without_gil([&] {
        Ticks ticks;
        for (std::size_t i = 0; i < ref.size(); ++i) {
            if (i + kAhead < ref.size()) ref.expect(i + kAhead), hyp.expect(i + kAhead);
            ticks.spend(aligner.align(i, ref.text(i), hyp.text(i)));
        }
    });
    const auto& [nemo, bare] = aligner.rules;
    return tuple_of(own(nemo.columns()), own(bare.columns()));
}

PyMethodDef functions[] = {
    {"other_letters", operation<other_letters>, METH_VARARGS,
     "other_letters(ref, hyp, /)\n--\n\nThe different letters of the texts of two sides that are not of ASCII, in order."},
    {"mark_steps", operation<mark_steps>, METH_VARARGS,
     "mark_steps(ref, hyp, letters, kinds, folded, with_marks, words, /)\n--\n\n"
     "Where marks and capitals of texts meet. Each letter has a kind (int32): -2 a capital, -1 another letter of words, 0 a blank, as are "
     "letters that are not given, or the number of a mark, from 1 on; and a form in which words are compared without case.\n\n"
     "Texts are aligned twice, by costs and ties: words and marks, where all marks are equal, and words alone, folded, where each has the "
     "mark right behind it, but a sign of ASCII between two letters of at most two bytes is none. Of each: how many steps are correct, and "
     "four columns of the steps with a mark or a capital: the utterance "
     "(int64), whether it is correct (a byte), and for both sides (int32) twice the mark, and 1 more for a word that begins with a "
     "capital, which words that are aligned with marks have not."},
    {nullptr, nullptr, 0, nullptr}};
const Part part(functions);

}  // namespace
}  // namespace scorelite
