// Texts with alternations for words with hyphens; the twin is the readable definition.
#include <array>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "cutter.hpp"
#include "interner.hpp"
#include "operations.hpp"
#include "signals.hpp"
#include "signs.hpp"

namespace scorelite {
namespace {

constexpr std::size_t kMostBytes = 1000, kMostParts = 64;  // of compounds that are written
constexpr std::size_t kMostWords = INT32_MAX / 64;         // of a text
constexpr View kSlash = "/", kDivision = "\xE2\x88\x95";

// The words of a text as they are written, as they are compared, and the numbers of these.
struct Words {
    std::vector<View> written, compared;
    std::vector<std::uint32_t> numbers;
    std::string folded;

    void cut(View text, bool folds) {
        written.clear();
        Cutter::cut(text, written, kMostWords);
        compared = written;
        if (!folds || !has_capital(text)) return;
        folded.resize(text.size());
        copy_lower(&folded[0], text.data(), text.size());
        for (View& word : compared) word = View(folded.data() + (word.data() - text.data()), word.size());
    }
    void number(Interner& all) {
        numbers.clear();
        for (View word : compared) numbers.push_back(all.add(word));
    }
};

// What may stand for words: the compound for its parts, or else the parts, or the beginning of a word that was cut off, for the word.
struct Reading {
    View word;
    bool of_parts, is_cut_off;
};

// Readings by the words for which they stand: a tree, whose nodes have one word each behind those before.
class Phrases {
    std::unordered_map<std::uint64_t, std::uint32_t> next_;
    std::vector<std::optional<Reading>> readings_;
    std::vector<bool> begins_;  // whether words begin some of these, by their numbers

    static std::uint64_t key_of(std::uint32_t node, std::uint32_t word) { return std::uint64_t(node) << 32 | word; }

  public:
    // Forgets all; words have up to so many numbers from 1.
    void start(std::size_t words) {
        next_.clear();
        readings_.assign(1, std::nullopt);
        begins_.assign(words + 1, false);
    }
    bool empty() const { return readings_.size() == 1; }
    void add(const std::vector<std::uint32_t>& words, const Reading& reading) {
        std::uint32_t node = 0;
        begins_[words.front()] = true;
        for (std::uint32_t word : words) {
            node = next_.emplace(key_of(node, word), std::uint32_t(readings_.size())).first->second;
            if (node == readings_.size()) readings_.emplace_back();
        }
        readings_[node] = reading;
    }
    bool has(std::uint32_t word) const {
        if (!begins_[word]) return false;
        const auto found = next_.find(key_of(0, word));
        return found != next_.end() && readings_[found->second];
    }
    // Calls a function with each reading of words from a place on, and their number.
    template <class Use> void each(const std::vector<std::uint32_t>& words, std::size_t from, const Use& use) const {
        if (!begins_[words[from]]) return;
        std::uint32_t node = 0;
        for (std::size_t k = from; k < words.size(); ++k) {
            const auto found = next_.find(key_of(node, words[k]));
            if (found == next_.end()) return;
            node = found->second;
            if (readings_[node]) use(*readings_[node], k + 1 - from);
        }
    }
};

class Hyphens {
    const bool compounds_, cut_offs_, folds_;
    const std::vector<View> tags_;  // of words before the last one of a reading, and of this
    std::array<Words, 2> sides_;
    Interner numbers_;
    Phrases phrases_;
    std::vector<View> parts_;
    std::vector<std::uint32_t> wanted_;

  public:
    std::array<std::string, 2> written;
    std::array<bool, 2> is_new{};

    Hyphens(std::pair<bool, bool> kinds, const std::vector<View>& tags, bool sensitive)
        : compounds_(kinds.first), cut_offs_(kinds.second), folds_(!sensitive), tags_(tags) {
        if (tags.size() != 2) throw std::invalid_argument("two tags expected");
    }
    // Writes both texts of a pair; false where they need a closer look.
    bool write(View ref, View hyp) {
        is_new = {};
        if (ref.find('-') == View::npos && hyp.find('-') == View::npos) return true;
        sides_[0].cut(ref, folds_);
        sides_[1].cut(hyp, folds_);
        numbers_.start(sides_[0].written.size() + sides_[1].written.size());
        for (Words& side : sides_) side.number(numbers_);
        phrases_.start(numbers_.count());
        return note(sides_[0]) && note(sides_[1]) && (phrases_.empty() || (write(0) && write(1)));
    }

  private:
    // Notes what the compounds of a text make; false where one is long, has a slash, or comes in two cases.
    bool note(const Words& words) {
        for (std::size_t k = 0; k < words.written.size(); ++k) {
            const View word = words.written[k];
            if (word.find('-') == View::npos) continue;
            const bool is_compound = cut(words.compared[k]) && compounds_;
            if (!is_compound && !(cut_offs_ && parts_.size() == 2 && parts_[1].empty() && !parts_[0].empty())) continue;
            if (phrases_.has(words.numbers[k])) {
                if (!is_noted(words.numbers[k], word)) return false;
                continue;
            }
            if (word.size() > kMostBytes || parts_.size() > kMostParts) return false;
            if (word.find(kSlash) != View::npos || word.find(kDivision) != View::npos) return false;
            phrases_.add({words.numbers[k]}, {word, false, !is_compound});
            if (is_compound && are_said()) phrases_.add(wanted_, {word, true, false});
        }
        return true;
    }
    // Cuts a word at its hyphens; whether nothing but words stands between them.
    bool cut(View word) {
        parts_.clear();
        bool sound = true;
        for (std::size_t start = 0, end; start <= word.size(); start = end + 1) {
            end = std::min(word.find('-', start), word.size());
            parts_.push_back(word.substr(start, end - start));
            sound = sound && end > start;
        }
        return sound;
    }
    bool is_noted(std::uint32_t number, View word) const {
        bool same = false;
        phrases_.each({number}, 0, [&](const Reading& reading, std::size_t) { same = reading.word == word; });
        return same;
    }
    // Whether all parts of a compound are words of the texts, which get their numbers.
    bool are_said() {
        wanted_.clear();
        for (View part : parts_) wanted_.push_back(numbers_.find(part));
        return std::find(wanted_.begin(), wanted_.end(), 0) == wanted_.end();
    }
    // Writes the text of a side; false where phrases overlap.
    bool write(std::size_t side) {
        const Words& words = sides_[side];
        std::string& out = written[side];
        out.clear();
        std::size_t done = 0;
        bool sound = true;
        for (std::size_t k = 0; k < words.written.size() && sound; ++k) {
            phrases_.each(words.numbers, k, [&](const Reading& reading, std::size_t size) {
                sound = sound && k >= done;
                if (!sound) return;
                open(words, k, size, out);
                close(reading, out);
                done = k + size;
                is_new[side] = true;
            });
            if (k >= done) append(words.written[k], "", out);
        }
        return sound;
    }
    static void append(View word, View tag, std::string& out) { (out.empty() ? out : out += ' ').append(word).append(tag); }
    // The own words of the text, as the first branch.
    static void open(const Words& words, std::size_t from, std::size_t size, std::string& out) {
        append("{", "", out);
        for (std::size_t k = from; k < from + size; ++k) append(words.written[k], "", out);
        append("/", "", out);
    }
    void close(const Reading& reading, std::string& out) {
        if (reading.of_parts) {
            append(reading.word, tags_[1], out);
        } else {
            cut(reading.word);
            const std::size_t count = reading.is_cut_off ? 1 : parts_.size();
            for (std::size_t k = 0; k < count; ++k) append(parts_[k], tags_[k + 1 == count ? 1 : 0], out);
        }
        append("}", "", out);
    }
};

// A text of one side that was written anew.
struct Written {
    std::size_t place;
    std::string text;
};

PyObject* hyphenated(PyObject* refs, PyObject* hyps, std::tuple<bool, bool> kinds, const std::vector<View>& tags, View signs,
                     bool sensitive) {
    std::array<Ref, 2> all{own(PySequence_List(refs)), own(PySequence_List(hyps))};
    std::array<std::vector<View>, 2> views;
    const Signs refused(signs);
    Hyphens hyphens({std::get<0>(kinds), std::get<1>(kinds)}, tags, sensitive);
    bool sound = true;
    for (std::size_t side = 0; side < 2; ++side) sound = sound && add_views(all[side].get(), views[side]);
    if (PyList_Size(all[0].get()) != PyList_Size(all[1].get())) throw std::invalid_argument("sides of different lengths");
    std::array<std::vector<Written>, 2> made;
    std::vector<std::int64_t> others;
    without_gil([&] {
        Ticks ticks;
        for (std::size_t k = 0; sound && k < views[0].size(); ++k) {
            const View ref = views[0][k], hyp = views[1][k];
            ticks.spend(ref.size() + hyp.size() + 1);
            for (const std::vector<View>& side : views) expect_text(side, k);
            sound = !refused.in(ref) && !refused.in(hyp);
            if (!sound) break;
            if (!hyphens.write(ref, hyp)) {
                others.push_back(std::int64_t(k));
                continue;
            }
            for (std::size_t side = 0; side < 2; ++side)
                if (hyphens.is_new[side]) made[side].push_back({k, hyphens.written[side]});
        }
    });
    if (!sound) return share(Py_None).release();
    for (std::size_t side = 0; side < 2; ++side)
        for (const Written& one : made[side])
            if (PyList_SetItem(all[side].get(), Py_ssize_t(one.place), decoded(one.text)) < 0) throw Failed();
    return tuple_of(std::move(all[0]), std::move(all[1]), others);
}

PyMethodDef functions[] = {
    {"hyphenated", operation<hyphenated>, METH_VARARGS,
     "hyphenated(refs, hyps, kinds, tags, signs, sensitive, /)\n--\n\n"
     "Both texts of pairs with alternations for compounds of either text, or for words that were cut off, and the places (int64) of pairs "
     "that are as they were, as they need a closer look; None as for `holding`."},
    {nullptr, nullptr, 0, nullptr}};

const Part part(functions);

}  // namespace
}  // namespace scorelite
