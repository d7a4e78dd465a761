#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "cutter.hpp"
#include "interner.hpp"
#include "operations.hpp"
#include "phrases.hpp"
#include "signals.hpp"
#include "signs.hpp"

namespace scorelite {
namespace {

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

PyObject* rephrased(PyObject* texts, const std::vector<View>& phrases, const std::vector<View>& rests, View signs, bool sensitive) {
    std::vector<View> views;
    Ref all = own(PySequence_List(texts));
    const Signs refused(signs);
    PhraseTable table(phrases, rests, sensitive);
    std::vector<Rewritten> changed;
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
            if (change == PhraseTable::kOther) others.push_back(std::int64_t(k));
        }
    });
    if (!sound) return share(Py_None).release();
    rewrite(all.get(), changed);
    return tuple_of(std::move(all), others);
}

PyMethodDef functions[] = {
    {"holding", operation<holding>, METH_VARARGS,
     "holding(texts, words, signs, sensitive, /)\n--\n\n"
     "The places (int64) of texts that have one of some words, in bytes of small letters where capitals are equal; "
     "None where one of all texts has one of up to 8 signs, is no str, or has no UTF-8."},
    {"rephrased", operation<rephrased>, METH_VARARGS,
     "rephrased(texts, phrases, rests, signs, sensitive, /)\n--\n\n"
     "The texts with alternations for some phrases, of which `rests` has what stands behind the words of the text, and "
     "the places (int64) of those that are as they were, as phrases overlap or have no rest; None as for `holding`."},
    {nullptr, nullptr, 0, nullptr}};

const Part part(functions);

}  // namespace
}  // namespace scorelite
