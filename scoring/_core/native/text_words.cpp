// The words of texts on both sides as numbers, and alignments of the parts of which words are made.
#include <algorithm>

#include "interner.hpp"
#include "operations.hpp"
#include "paths.hpp"
#include "plain.hpp"
#include "side.hpp"
#include "signals.hpp"
#include "unset.hpp"

namespace scorelite {
namespace {

constexpr std::size_t kUtterance = 1 << 10;  // the steps that an utterance takes at least
constexpr std::size_t kAhead = 2;            // texts that are asked for ahead
constexpr std::int32_t kNoNumber = -1;       // of a part that is not aligned

class TextWords {
    Vocabulary vocabulary_;

  public:
    UnsetVector<std::int32_t> numbers[2];  // of the words of either side
    std::vector<std::int64_t> firsts[2];   // between which those of each utterance stand

    TextWords(const Side& ref, const Side& hyp) {
        if (ref.size() != hyp.size()) throw std::invalid_argument("sides of different lengths");
        const Side* const sides[] = {&ref, &hyp};
        Ticks ticks;
        for (int side = 0; side < 2; ++side) {
            firsts[side].reserve(ref.size() + 1);
            firsts[side].push_back(0);
        }
        for (std::size_t i = 0; i < ref.size(); ++i) {
            for (int side = 0; side < 2; ++side) {
                if (i + kAhead < ref.size()) sides[side]->expect(i + kAhead);
                const View text = sides[side]->text(i);
                vocabulary_.number_text(text, numbers[side]);
                firsts[side].push_back(std::int64_t(numbers[side].size()));
                ticks.spend(text.size() + 1);
            }
        }
    }
    const std::vector<View>& words() const { return vocabulary_.words; }
    std::size_t size() const { return firsts[0].size() - 1; }
};

// The parts of each word: numbers that are compared, and marks. A part without a number leaves its mark to the one before it.
struct Parts {
    std::vector<std::int64_t> firsts;  // between which the parts of each word stand
    std::vector<std::int32_t> numbers, marks;

    void check(std::size_t words) const {
        const bool whole = firsts.size() == words + 1 && firsts.front() == 0 && firsts.back() == std::int64_t(numbers.size()) &&
                           std::is_sorted(firsts.begin(), firsts.end()) && marks.size() == numbers.size();
        if (!whole) throw std::invalid_argument("parts that are not divided among the words");
        for (std::int32_t number : numbers)
            if (number < kNoNumber || number >= std::int64_t(numbers.size()))
                throw std::invalid_argument("a part with the number " + std::to_string(number));
    }
};

class PartsAligner {
    struct Row {  // the parts of a text that have numbers
        std::vector<std::int32_t> numbers, marks;
    };
    const TextWords& words_;
    const Parts& parts_;
    const Policy policy_;
    Row rows_[2];
    std::vector<std::int32_t> within_;  // the number of each part within the reference, 0 of others: the aligner needs memory for each
    std::vector<std::int32_t> ref_, hyp_;
    Scratch scratch_;
    std::vector<std::uint8_t> moves_;

  public:
    std::vector<Counts> counts;           // of each utterance
    std::vector<std::int64_t> utterance;  // of each step with a mark: where it is, what it is, and both marks
    std::string letters;
    std::vector<std::int32_t> marks[2];

    PartsAligner(const TextWords& words, const Parts& parts, const Policy& policy) : words_(words), parts_(parts), policy_(policy) {
        const auto most = std::max_element(parts.numbers.begin(), parts.numbers.end());
        within_.resize(most == parts.numbers.end() ? 0 : std::size_t(*most + 1));
    }
    // The steps that this took, about.
    std::size_t align(std::size_t i) {
        for (int side = 0; side < 2; ++side) read(side, i);
        std::int32_t count = 0;
        ref_.clear();
        for (std::int32_t number : rows_[0].numbers) {
            std::int32_t& own = within_[std::size_t(number)];
            if (!own) own = ++count;
            ref_.push_back(own);
        }
        hyp_.assign(kPad, 0);
        for (std::int32_t number : rows_[1].numbers) hyp_.push_back(within_[std::size_t(number)]);
        hyp_.insert(hyp_.end(), kPad, 0);
        for (std::int32_t number : rows_[0].numbers) within_[std::size_t(number)] = 0;
        moves_.clear();
        solve_plain(policy_, {ref_.data(), ref_.size(), hyp_.data() + kPad, rows_[1].numbers.size(), std::size_t(count)}, scratch_, moves_);
        follow(i);
        return kUtterance + moves_.size();
    }

  private:
    void read(int side, std::size_t i) {
        Row& row = rows_[side];
        row.numbers.clear(), row.marks.clear();
        bool takes = false;  // whether the last part with a number takes a mark
        for (auto k = std::size_t(words_.firsts[side][i]); k < std::size_t(words_.firsts[side][i + 1]); ++k) {
            const auto word = std::size_t(words_.numbers[side][k]);
            for (auto p = std::size_t(parts_.firsts[word]); p < std::size_t(parts_.firsts[word + 1]); ++p) {
                if (parts_.numbers[p] != kNoNumber)
                    row.numbers.push_back(parts_.numbers[p]), row.marks.push_back(parts_.marks[p]);
                else if (takes)
                    row.marks.back() += parts_.marks[p];
                takes = parts_.numbers[p] != kNoNumber;
            }
        }
    }
    void follow(std::size_t i) {
        Counts sums{};
        std::size_t row = 0, column = 0;
        for (std::size_t k = moves_.size(); k-- > 0;) {
            const bool has_ref = moves_[k] != kIns, has_hyp = moves_[k] != kDel;
            const char op = !has_hyp ? 'D' : !has_ref ? 'I' : ref_[row] == hyp_[kPad + column] ? 'C' : 'S';
            const std::int32_t ref = has_ref ? rows_[0].marks[row] : 0, hyp = has_hyp ? rows_[1].marks[column] : 0;
            ++sums[std::size_t(number_of(op))];
            if (ref || hyp) utterance.push_back(std::int64_t(i)), letters.push_back(op), marks[0].push_back(ref), marks[1].push_back(hyp);
            row += has_ref, column += has_hyp;
        }
        counts.push_back(sums);
    }
};

PyObject* text_words(const Side& ref, const Side& hyp) {
    return box<TextWords>(without_gil([&] { return std::make_unique<TextWords>(ref, hyp); }), Ref());
}
PyObject* words_words(const TextWords& words) {
    return list_of(words.words(), [](View word) { return object_of(word); });
}
PyObject* words_aligned(const TextWords& words, std::vector<std::int64_t> firsts, std::vector<std::int32_t> numbers,
                        std::vector<std::int32_t> marks, const Costs& costs, const std::string& ties) {
    const Parts parts{std::move(firsts), std::move(numbers), std::move(marks)};
    parts.check(words.words().size());
    PartsAligner aligner(words, parts, costs.policy(ties));
    without_gil([&] {
        Ticks ticks;
        for (std::size_t i = 0; i < words.size(); ++i) ticks.spend(aligner.align(i));
    });
    return tuple_of(aligner.counts, aligner.utterance, aligner.letters, aligner.marks[0], aligner.marks[1]);
}

PyMethodDef methods[] = {
    {"words", method<words_words>, METH_VARARGS, "words($self, /)\n--\n\nThe different words, by their numbers."},
    {"aligned", method<words_aligned>, METH_VARARGS,
     "aligned($self, firsts, numbers, marks, costs, ties, /)\n--\n\n"
     "Aligns the texts as rows of the parts that stand between two places (int64) for each word: numbers (int32) that are compared, and "
     "marks (int32). A part without a number, -1, is not aligned, and adds its mark to that of a part right before it.\n\n"
     "Four int32 an utterance: correct, substitutions, deletions, insertions; then, of each step with a mark, the utterance (int64), the "
     "operation (a letter) and the marks of both sides (int32), 0 for none."},
    {nullptr, nullptr, 0, nullptr}};
PyMethodDef functions[] = {
    {"text_words", operation<text_words>, METH_VARARGS,
     "text_words(ref, hyp, /)\n--\n\nThe words of the texts of two sides, between which white space stands, as numbers."},
    {nullptr, nullptr, 0, nullptr}};

const Part part(functions, [](PyObject* module) {
    PyType_Slot slots[] = {{Py_tp_doc, slot("The words of texts on both sides as numbers.")},
                           {Py_tp_new, slot(not_from_python)},
                           {Py_tp_dealloc, slot(destroy<TextWords>)},
                           {Py_tp_methods, methods},
                           {0, nullptr}};
    add_type<TextWords>(module, "TextWords", slots);
});

}  // namespace
}  // namespace scorelite
