// Word forms: the texts of an alignment with each word in another form, which may have several words or none.
#include <algorithm>
#include <array>
#include <numeric>

#include "compounds.hpp"
#include "operations.hpp"
#include "symbols.hpp"
#include "word_steps.hpp"

namespace scorelite {
namespace {

constexpr std::size_t kUtterance = 64;  // the steps that an utterance takes at least
constexpr std::size_t kShort = 16;      // bytes of a form that are copied together
constexpr std::int32_t kNone = -1;

using Numbers = std::vector<std::int32_t>;

// Whether two words in a row of one text go as a longer word of the other does, of which the first is the beginning, as `Compounds` asks.
// Words are numbers here: all those that a word begins with are known before any text is read.
class Splits {
    static constexpr std::size_t kLooks = 8;  // for each word of a pair of texts
    struct Seen {                             // where a word stands last on either side, before another one, of the pair with this number
        std::uint32_t pair = 0;
        bool there[2]{};  // whether it is on a side, perhaps at its end
        std::int32_t last[2]{kNone, kNone};
    };
    const std::vector<View>& words_;
    Numbers beginning_;  // of each word: the longest other one that it begins with
    std::vector<Seen> seen_;
    std::uint32_t pair_ = 0;  // the number of the pair that was read last
    Numbers some_;            // its different words
    Numbers before_[2];       // of the places of either side: the place before with the same word
    std::size_t left_ = 0;    // looks that are left
    Compounds compounds_;
    std::vector<View> spelled_[2];

  public:
    explicit Splits(const std::vector<View>& words) : words_(words), beginning_(words.size(), kNone), seen_(words.size()) {
        Numbers order(words.size()), path;  // the words that the last one begins with, and itself
        std::iota(order.begin(), order.end(), 0);
        std::sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) { return word(a) < word(b); });
        for (std::int32_t number : order) {  // behind all those that it begins with
            while (!path.empty() && word(number).substr(0, word(path.back()).size()) != word(path.back())) path.pop_back();
            if (!path.empty()) beginning_[std::size_t(number)] = path.back();
            path.push_back(number);
        }
    }
    bool may_be_in(const Numbers& ref, const Numbers& hyp) {
        left_ = kLooks * (ref.size() + hyp.size() + 1);
        ++pair_;
        some_.clear();
        note(ref, 0);
        note(hyp, 1);
        const bool has = std::any_of(some_.begin(), some_.end(), [&](std::int32_t longer) { return has_parts(longer, ref, hyp); });
        return left_ ? has : compounds_.may_be_in(spelled(ref, 0), spelled(hyp, 1));
    }

  private:
    View word(std::int32_t number) const { return words_[std::size_t(number)]; }
    const std::vector<View>& spelled(const Numbers& text, int side) {
        spelled_[side].clear();
        for (std::int32_t number : text) spelled_[side].push_back(word(number));
        return spelled_[side];
    }
    // Whether words in a row on one side go as this word of the other does; where no look is left, this is not known.
    bool has_parts(std::int32_t longer, const Numbers& ref, const Numbers& hyp) {
        for (std::int32_t first = beginning_[std::size_t(longer)]; first != kNone; first = beginning_[std::size_t(first)]) {
            if (!left_ || !--left_) return false;
            const Seen& seen = seen_[std::size_t(first)];
            if (seen.pair != pair_) continue;
            const View rest = word(longer).substr(word(first).size());
            if (go_on(rest, seen, ref, longer, 0) || go_on(rest, seen, hyp, longer, 1)) return true;
        }
        return false;
    }
    // Whether a word behind the beginning of a longer one, which is on the other side, goes as that goes on.
    bool go_on(View rest, const Seen& first, const Numbers& text, std::int32_t longer, int side) {
        if (!seen_[std::size_t(longer)].there[1 - side]) return false;
        for (std::int32_t k = first.last[side]; k != kNone && left_; k = before_[side][std::size_t(k)], --left_) {
            const View next = word(text[std::size_t(k) + 1]);
            if (rest.substr(0, next.size()) == next.substr(0, rest.size())) return true;
        }
        return false;
    }
    // Notes the words of a side, and where each stands before another one.
    void note(const Numbers& text, int side) {
        before_[side].resize(text.size());
        for (std::size_t k = 0; k < text.size(); ++k) {
            Seen& seen = seen_[std::size_t(text[k])];
            if (seen.pair != pair_) {
                seen = Seen();
                seen.pair = pair_;
                some_.push_back(text[k]);
            }
            seen.there[side] = true;
            if (k + 1 == text.size()) continue;
            before_[side][k] = seen.last[side];
            seen.last[side] = std::int32_t(k);
        }
    }
};

class WordForms {
    const WordSteps& steps_;
    std::string together_;                         // all forms, with a blank behind each
    std::vector<std::size_t> starts_{0}, firsts_;  // of each form: its first byte, and its first number
    Numbers numbers_;                              // of the words of all forms
    Vocabulary vocabulary_;                        // of these words

  public:
    WordForms(const WordSteps& steps, const std::vector<View>& forms) : steps_(steps) {
        if (forms.size() != steps.words().size()) throw std::invalid_argument("a form for each word expected");
        for (View form : forms) {
            firsts_.push_back(numbers_.size());
            vocabulary_.number_text(form, numbers_);
            together_.append(form).append(1, ' ');
            starts_.push_back(together_.size());
        }
        firsts_.push_back(numbers_.size());
        together_.append(kShort, ' ');
    }
    std::size_t size() const { return steps_.size(); }

    // The texts of a side in some utterances, one after the other with their ends.
    std::pair<std::string, std::vector<std::size_t>> texts(bool hyp, const std::vector<std::size_t>& utterances) const {
        std::pair<std::string, std::vector<std::size_t>> texts;
        auto& [all, ends] = texts;
        std::size_t size = 0;
        WordSteps::Cursor cursor;
        Ticks ticks;
        for (std::size_t i : utterances) {
            const std::size_t count = steps_.length(hyp, i);
            ticks.spend(count + 1);
            const std::int32_t* const words = steps_.text(i, hyp, cursor);
            for (std::size_t k = 0; k < count; ++k) {
                const char* const form = together_.data() + starts_[std::size_t(words[k])];
                const auto more = std::size_t(together_.data() + starts_[std::size_t(words[k]) + 1] - form);
                if (size + more + kShort > all.size()) all.resize(2 * all.size() + more + kShort);
                std::memcpy(&all[size], form, kShort);  // more than it has, which the next one overwrites
                if (more > kShort) std::memcpy(&all[size], form, more);
                size += more;
            }
            size -= count != 0;  // no blank stands behind the last word
            ends.push_back(size);
        }
        return texts;
    }
    // Correct, substituted, deleted and inserted words of some utterances that are aligned again.
    std::vector<std::array<std::int32_t, 4>> counts(const std::vector<std::size_t>& utterances, const Policy& policy) const {
        std::vector<std::array<std::int32_t, 4>> counts;
        counts.reserve(utterances.size());
        const bool skips = may_skip_ends(policy);
        Numbers ref, hyp, local(vocabulary_.words.size(), 0);
        SymbolAligner aligner;
        each_pair(utterances, ref, hyp, [&](std::size_t) {
            const Shared ends = skips ? shared_ends(ref.data(), ref.size(), hyp.data(), hyp.size()) : Shared();
            const auto inner = [&](const Numbers& side) {
                return std::make_pair(side.begin() + std::ptrdiff_t(ends.first), side.end() - std::ptrdiff_t(ends.last));
            };
            // Words are numbered within the utterance: the aligner needs memory for each number.
            std::int32_t count = 0;
            aligner.rows.clear();
            for (auto [word, end] = inner(ref); word != end; ++word) {
                std::int32_t& number = local[std::size_t(*word)];
                aligner.rows.push_back(number ? number : number = ++count);
            }
            aligner.columns.assign(kPad, 0);
            for (auto [word, end] = inner(hyp); word != end; ++word) aligner.columns.push_back(local[std::size_t(*word)]);
            aligner.columns.insert(aligner.columns.end(), kPad, 0);
            counts.push_back({std::int32_t(ends.first + ends.last), 0, 0, 0});
            aligner.count(policy, std::size_t(count), counts.back().data());
            for (auto [word, end] = inner(ref); word != end; ++word) local[std::size_t(*word)] = 0;
        });
        return counts;
    }
    // Those of some utterances in which words may be compounds.
    std::vector<std::int64_t> compounds(const std::vector<std::size_t>& utterances) const {
        std::vector<std::int64_t> found;
        Splits splits(vocabulary_.words);
        Numbers ref, hyp;
        each_pair(utterances, ref, hyp, [&](std::size_t i) {
            if (splits.may_be_in(ref, hyp)) found.push_back(std::int64_t(i));
        });
        return found;
    }

  private:
    // Gives the numbers of the words of both sides of some utterances to `use`.
    template <class Use> void each_pair(const std::vector<std::size_t>& utterances, Numbers& ref, Numbers& hyp, const Use& use) const {
        WordSteps::Cursor cursor;
        Ticks ticks;
        for (std::size_t i : utterances) {
            read(i, false, cursor, ref);
            read(i, true, cursor, hyp);
            ticks.spend(kUtterance + ref.size() + hyp.size());
            use(i);
        }
    }
    void read(std::size_t i, bool hyp, WordSteps::Cursor& cursor, Numbers& out) const {
        const std::size_t count = steps_.length(hyp, i);
        const std::int32_t* const words = steps_.text(i, hyp, cursor);
        out.clear();
        for (std::size_t k = 0; k < count; ++k) {
            const std::size_t word = std::size_t(words[k]), first = firsts_[word], end = firsts_[word + 1];
            if (end == first + 1)
                out.push_back(numbers_[first]);
            else
                out.insert(out.end(), numbers_.begin() + std::ptrdiff_t(first), numbers_.begin() + std::ptrdiff_t(end));
        }
    }
};

PyObject* word_forms(PyObject* object, const std::vector<View>& forms) {
    const WordSteps& steps = From<WordSteps>::of(object);
    auto made = without_gil([&] { return std::make_unique<WordForms>(steps, forms); });
    return box<WordForms>(std::move(made), share(object));
}
PyObject* forms_texts(const WordForms& forms, bool hyp, PyObject* utterances) {
    const std::vector<std::size_t> some = places_of(utterances, forms.size());
    const auto texts = without_gil([&] { return forms.texts(hyp, some); });
    std::size_t begin = 0;
    return list_of(texts.second, [&](std::size_t end) {
        const View text = View(texts.first).substr(begin, end - begin);
        begin = end;
        return object_of(text);
    });
}
PyObject* forms_counts(const WordForms& forms, PyObject* utterances, const Costs& costs, const std::string& ties) {
    const std::vector<std::size_t> some = places_of(utterances, forms.size());
    const Policy policy = costs.policy(ties);
    return object_of(without_gil([&] { return forms.counts(some, policy); }));
}
std::vector<std::int64_t> forms_compounds(const WordForms& forms, PyObject* utterances) {
    const std::vector<std::size_t> some = places_of(utterances, forms.size());
    return without_gil([&] { return forms.compounds(some); });
}

PyMethodDef methods[] = {
    {"texts", method<forms_texts>, METH_VARARGS,
     "texts($self, hyp, utterances, /)\n--\n\nThe texts (bytes) of a side in some utterances (int64)."},
    {"counts", method<forms_counts>, METH_VARARGS,
     "counts($self, utterances, costs, ties, /)\n--\n\n"
     "Four int32 for each of some utterances (int64), which are aligned again: correct, substituted, deleted and inserted words."},
    {"compounds", method<forms_compounds>, METH_VARARGS,
     "compounds($self, utterances, /)\n--\n\n"
     "Those of some utterances (int64) in which two words in a row of one side go as a longer word of the other, of which the first is "
     "the beginning. All utterances with compounds, or with equal letters that are cut into words in two ways, are among them."},
    {nullptr, nullptr, 0, nullptr}};
PyMethodDef functions[] = {
    {"word_forms", operation<word_forms>, METH_VARARGS,
     "word_forms(steps, forms, /)\n--\n\n"
     "The texts of an alignment in which each word, by its number, has another form (bytes), which may have several words or none."},
    {nullptr, nullptr, 0, nullptr}};

const Part part(functions, [](PyObject* module) {
    PyType_Slot slots[] = {{Py_tp_doc, slot("The texts of an alignment with each word in another form.")},
                           {Py_tp_new, slot(not_from_python)},
                           {Py_tp_dealloc, slot(destroy<WordForms>)},
                           {Py_tp_methods, methods},
                           {0, nullptr}};
    add_type<WordForms>(module, "WordForms", slots);
});

}  // namespace
}  // namespace scorelite
