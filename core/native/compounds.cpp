// Texts in which words are only split or joined, spelled alike on both sides; the twin is the readable definition.
#include "compounds.hpp"
#include "gestalt.hpp"
#include "interner.hpp"
#include "operations.hpp"
#include "side.hpp"
#include "symbols.hpp"

namespace scorelite {
namespace {

constexpr std::size_t kUtterance = 64;              // the steps that an utterance takes at least
constexpr std::size_t kMostWords = INT32_MAX / 64;  // of a text

// Adds the letters of bytes in UTF-8 as Python has them; a byte that is none is half a character.
void add_letters(View bytes, std::u32string& out) {
    for (std::size_t at = 0, size; at < bytes.size(); at += size) {
        size = letter_size(bytes, at);
        if (size)
            out += char32_t(code_point(bytes.substr(at, size)));
        else
            size = 1, out += char32_t(0xDC00 + static_cast<unsigned char>(bytes[at]));
    }
}
std::size_t letters_of(View bytes) {
    std::size_t count = 0;
    for (std::size_t at = 0; at < bytes.size(); ++count) at += std::max<std::size_t>(letter_size(bytes, at), 1);
    return count;
}

struct Words : CutWords {
    std::size_t size() const { return written.size(); }
    void add(const Words& other, std::size_t from, std::size_t to) {
        const auto first = std::ptrdiff_t(from), last = std::ptrdiff_t(to);
        written.insert(written.end(), other.written.begin() + first, other.written.begin() + last);
        compared.insert(compared.end(), other.compared.begin() + first, other.compared.begin() + last);
    }
};

std::string joined(const std::vector<View>& words, std::size_t from, std::size_t to, View between) {
    std::string text;
    for (std::size_t k = from; k < to; ++k) text.append(k > from ? between : View()).append(words[k]);
    return text;
}

// What was changed in the texts of one side, as a log has it: the utterance, where, 0, and the letters of the old and the new piece.
struct Changes {
    std::vector<std::int32_t> columns;
    std::u32string pieces;

    // Adds a change; returns the letters of the new piece.
    std::size_t add(std::size_t utterance, std::size_t start, View before, View after) {
        const std::size_t begin = pieces.size();
        add_letters(before, pieces);
        const std::size_t middle = pieces.size();
        add_letters(after, pieces);
        for (std::size_t number : {utterance, start, std::size_t(0), middle - begin, pieces.size() - middle})
            columns.push_back(std::int32_t(number));
        return pieces.size() - middle;
    }
    PyObject* object() const {
        int order = kLowestFirst ? -1 : 1;  // not 0, which takes a first U+FEFF for a mark of the order
        const auto* bytes = reinterpret_cast<const char*>(pieces.data());
        PyObject* const text = PyUnicode_DecodeUTF32(bytes, Py_ssize_t(pieces.size() * sizeof(char32_t)), "surrogatepass", &order);
        return tuple_of(columns, own(text));
    }
};

// Replaces stretches of the words of one text, from left to right.
class Edited {
    const Words& words_;
    const std::size_t utterance_;
    Changes& changes_;
    Words now_;
    std::size_t done_ = 0, start_ = 0;  // words that were passed over, and where the next one starts

    void keep(std::size_t end) {
        now_.add(words_, done_, end);
        for (; done_ < end; ++done_) start_ += letters_of(words_.written[done_]) + 1;
    }

  public:
    Edited(const Words& words, std::size_t utterance, Changes& changes) : words_(words), utterance_(utterance), changes_(changes) {}
    // Replaces the words between two places by some of others.
    void replace(std::size_t begin, std::size_t end, const Words& others, std::size_t from, std::size_t to) {
        keep(begin);
        now_.add(others, from, to);
        const std::string before = joined(words_.written, begin, end, " "), after = joined(others.written, from, to, " ");
        start_ += changes_.add(utterance_, start_, before, after) + 1;
        done_ = end;
    }
    // All words as they are now.
    Words finish() {
        keep(words_.size());
        return std::move(now_);
    }
};

class Respelling {
    const Policy policy_;
    const bool joins_, folds_;
    Compounds compounds_;
    Interner numbers_;
    Gestalt gestalt_;
    SymbolAligner aligner_;
    Words sides_[2];
    std::string folded_[2];
    Arena arena_;  // of joined words

  public:
    std::vector<std::int64_t> rows, places{0};  // the texts that change, and the places between which the steps of each stand
    std::string letters;
    std::vector<std::string> texts[2];
    Changes changes[2];

    Respelling(const Policy& policy, bool joins, bool folds) : policy_(policy), joins_(joins), folds_(folds) {}
    void read(std::size_t row, View ref, View hyp) {
        sides_[0].cut(ref, folds_, kMostWords, folded_[0]);
        sides_[1].cut(hyp, folds_, kMostWords, folded_[1]);
        if (!compounds_.may_be_in(sides_[0].compared, sides_[1].compared)) return;
        const bool is_joined = joins_ && join(row);
        number();
        if (!aligner_.find_compounds() && !is_joined) return;
        aligner_.align(policy_, numbers_.count());
        if (!is_joined && !aligner_.with_compounds) return;
        spell_as_reference(row);
        rows.push_back(std::int64_t(row));
        places.push_back(std::int64_t(letters.size()));
        for (int side = 0; side < 2; ++side) texts[side].push_back(joined(sides_[side].written, 0, sides_[side].size(), " "));
    }

  private:
    template <class Column> void number(const std::vector<View>& words, Column out) {
        for (View word : words) *out++ = typename std::iterator_traits<Column>::value_type(numbers_.add(word));
    }
    // Makes one word of the words of either side where they differ, but have equal letters; whether there are such.
    bool join(std::size_t row) {
        auto& [ref, hyp] = sides_;
        numbers_.start(ref.size() + hyp.size());
        gestalt_.ref.resize(ref.size());
        gestalt_.hyp.resize(hyp.size());
        number(ref.compared, gestalt_.ref.begin());
        number(hyp.compared, gestalt_.hyp.begin());
        gestalt_.find_popular(numbers_.count());
        gestalt_.match();
        arena_.clear();
        Edited edited[] = {{ref, row, changes[0]}, {hyp, row, changes[1]}};
        bool any = false;
        std::size_t from[] = {0, 0};
        gestalt_.blocks.push_back({std::int32_t(ref.size()), std::int32_t(hyp.size()), 0});
        for (const Block& block : gestalt_.blocks) {
            const std::size_t to[] = {std::size_t(block.i), std::size_t(block.j)};
            const bool alike = has_equal_letters(from, to);
            for (int side = 0; side < 2; ++side) {
                if (!alike || to[side] - from[side] < 2) continue;
                edited[side].replace(from[side], to[side], one_word(side, from[side], to[side]), 0, 1);
                any = true;
            }
            for (int side = 0; side < 2; ++side) from[side] = to[side] + std::size_t(block.length);
        }
        for (int side = 0; side < 2; ++side) sides_[side] = edited[side].finish();
        return any;
    }
    bool has_equal_letters(const std::size_t* from, const std::size_t* to) const {
        return joined(sides_[0].compared, from[0], to[0], "") == joined(sides_[1].compared, from[1], to[1], "");
    }
    Words one_word(int side, std::size_t from, std::size_t to) {
        const auto& [written, compared] = sides_[side];
        return {{{arena_.keep(joined(written, from, to, ""))}, {arena_.keep(joined(compared, from, to, ""))}}};
    }
    void number() {
        const auto& [ref, hyp] = sides_;
        numbers_.start(ref.size() + hyp.size());
        aligner_.rows.resize(ref.size());
        aligner_.columns.assign(hyp.size() + 2 * kPad, 0);
        number(ref.compared, aligner_.rows.begin());
        number(hyp.compared, aligner_.columns.begin() + kPad);
        aligner_.ref_texts = ref.compared;
        aligner_.hyp_texts = hyp.compared;
    }
    // Spells the compounds of the hypothesis as the reference does, and writes the steps.
    void spell_as_reference(std::size_t row) {
        Edited edited(sides_[1], row, changes[1]);
        std::size_t i = 0, j = 0;
        for (const Step& step : aligner_.steps) {
            if (step.refs + step.hyps > 2) {
                edited.replace(j, j + step.hyps, sides_[0], i, i + step.refs);
                letters.append(step.refs, 'C');
            } else {
                letters += !step.hyps ? 'D' : !step.refs ? 'I' : aligner_.rows[i] == aligner_.hyp()[j] ? 'C' : 'S';
            }
            i += step.refs;
            j += step.hyps;
        }
        sides_[1] = edited.finish();
    }
};

PyObject* respelled(const Side& ref, const Side& hyp, bool joins, bool folds, const Costs& costs, const std::string& ties) {
    if (ref.size() != hyp.size()) throw std::invalid_argument("sides of different lengths");
    Respelling all(costs.policy(ties), joins, folds);
    without_gil([&] {
        Ticks ticks;
        for (std::size_t i = 0; i < ref.size(); ++i) {
            const View said = ref.text(i), heard = hyp.text(i);
            ticks.spend(kUtterance + said.size() + heard.size());
            all.read(i, said, heard);
        }
    });
    Ref changes = own(tuple_of(own(all.changes[0].object()), own(all.changes[1].object())));
    Ref texts = own(tuple_of(own(list_of(all.texts[0], decoded_somehow)), own(list_of(all.texts[1], decoded_somehow))));
    return tuple_of(all.rows, std::move(texts), all.letters, all.places, std::move(changes));
}

PyMethodDef functions[] = {
    {"respelled", operation<respelled>, METH_VARARGS,
     "respelled(ref, hyp, joins, folds, costs, ties, /)\n--\n\n"
     "Pairs of texts in which words of one side are a word of the other: their numbers (int64), the new texts of both sides, the letters "
     "of "
     "their steps and the places (int64) between which those of each stand, and the changes of both sides as columns and pieces.\n\n"
     "Where words differ, but have equal letters, they are first made one word, if that is asked for."},
    {nullptr, nullptr, 0, nullptr}};
const Part part(functions);

}  // namespace
}  // namespace scorelite
