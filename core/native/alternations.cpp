// Pairs of texts with alternations for phrases, and for words with hyphens of either text; the twin is the readable definition.
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

constexpr std::size_t kMostBytes = 1000, kMostParts = 64;  // of compounds that are written
constexpr std::size_t kMostWords = INT32_MAX / 64;         // of a text
constexpr View kSlash = "/", kDivision = "\xE2\x88\x95";

// The words of a text, and the numbers of these as they are compared.
struct Words : CutWords {
    std::vector<std::uint32_t> numbers;
    std::string folded;

    void number(Interner& all) {
        numbers.clear();
        for (View word : compared) numbers.push_back(all.add(word));
    }
};

// A word with a hyphen: a compound, which stands for its parts and they for it, or a word that was cut off.
struct Hyphened {
    View word;
    bool is_compound;
};

class Alternations {
    PhraseTable& table_;
    const bool compounds_, cut_offs_, folds_;
    const std::array<bool, 2> writes_;  // whether a side is written
    const std::vector<View> tags_;      // of words before the last one of a reading, and of this
    std::array<Words, 2> sides_;
    Interner numbers_;
    std::vector<Hyphened> hyphened_;
    std::vector<std::uint32_t> own_;  // by the numbers of words, those with hyphens, counted from 1
    std::vector<bool> begins_;        // by the numbers of words, whether the parts of a compound begin with them
    PhraseTree parts_;
    std::vector<View> cut_;
    std::vector<std::uint32_t> wanted_;

  public:
    std::array<std::string, 2> written;
    std::array<bool, 2> is_new{};

    Alternations(PhraseTable& table, std::tuple<bool, bool> kinds, std::array<bool, 2> writes, const std::vector<View>& tags,
                 bool sensitive)
        : table_(table), compounds_(std::get<0>(kinds)), cut_offs_(std::get<1>(kinds)), folds_(!sensitive), writes_(writes), tags_(tags) {
        if (tags.size() != 2) throw std::invalid_argument("two tags expected");
    }
    bool writes(std::size_t side) const { return writes_[side]; }
    // Writes the texts of a pair; false where they need a closer look.
    bool write(View ref, View hyp) {
        is_new = {};
        const bool may_have = (compounds_ || cut_offs_) && (ref.find('-') != View::npos || hyp.find('-') != View::npos);
        if (!may_have) return write_phrases(0, ref) && write_phrases(1, hyp);
        sides_[0].cut(ref, folds_, kMostWords, sides_[0].folded);
        sides_[1].cut(hyp, folds_, kMostWords, sides_[1].folded);
        numbers_.start(sides_[0].written.size() + sides_[1].written.size());
        for (Words& side : sides_) side.number(numbers_);
        hyphened_.clear();
        own_.assign(numbers_.count() + 1, 0);
        begins_.assign(numbers_.count() + 1, false);
        parts_.clear();
        if (!note(sides_[0]) || !note(sides_[1])) return false;
        return (!writes_[0] || write_all(0)) && (!writes_[1] || write_all(1));
    }

  private:
    bool write_phrases(std::size_t side, View text) {
        if (!writes_[side]) return true;
        const PhraseTable::Change change = table_.write(text, written[side]);
        is_new[side] = change == PhraseTable::kWritten;
        return change != PhraseTable::kOther;
    }
    // Notes the words with hyphens of a text; false where one is long, has a slash, or comes in two cases.
    bool note(const Words& words) {
        for (std::size_t k = 0; k < words.written.size(); ++k) {
            const View word = words.written[k];
            if (word.find('-') == View::npos) continue;
            const bool is_compound = cut(words.compared[k]) && compounds_;
            if (!is_compound && !(cut_offs_ && cut_.size() == 2 && cut_[1].empty() && !cut_[0].empty())) continue;
            std::uint32_t& own = own_[words.numbers[k]];
            if (own && hyphened_[own - 1].word != word) return false;
            if (own) continue;
            if (word.size() > kMostBytes || cut_.size() > kMostParts) return false;
            if (word.find(kSlash) != View::npos || word.find(kDivision) != View::npos) return false;
            hyphened_.push_back({word, is_compound});
            own = std::uint32_t(hyphened_.size());
            if (!is_compound || !are_said()) continue;
            parts_.at(wanted_) = own;
            begins_[wanted_.front()] = true;
        }
        return true;
    }
    // Cuts a word at its hyphens; whether nothing but words stands between them.
    bool cut(View word) {
        cut_.clear();
        bool sound = true;
        for (std::size_t start = 0, end; start <= word.size(); start = end + 1) {
            end = std::min(word.find('-', start), word.size());
            cut_.push_back(word.substr(start, end - start));
            sound = sound && end > start;
        }
        return sound;
    }
    // Whether all parts of a compound are words of the texts, which get their numbers.
    bool are_said() {
        wanted_.clear();
        for (View part : cut_) wanted_.push_back(numbers_.find(part));
        return std::find(wanted_.begin(), wanted_.end(), 0) == wanted_.end();
    }
    // Writes the text of a side; false where words for which others may stand overlap.
    bool write_all(std::size_t side) {
        const Words& words = sides_[side];
        std::string& out = written[side];
        out.clear();
        std::size_t done = 0;
        bool sound = true;
        for (std::size_t k = 0; k < words.written.size() && sound; ++k) {
            const auto take = [&](std::size_t size, const auto& close) {
                sound = sound && k >= done;
                if (!sound) return;
                append("{", out);
                for (std::size_t j = k; j < k + size; ++j) append(words.written[j], out);
                close();
                done = k + size;
                is_new[side] = true;
            };
            table_.each(words.compared, k, [&](View rest, std::size_t size) {
                sound = sound && !rest.empty();
                take(size, [&] { out += rest; });
            });
            const std::uint32_t number = words.numbers[k];
            if (own_[number]) take(1, [&] { close_parts(hyphened_[own_[number] - 1], out); });
            if (begins_[number]) {
                const auto next = [&](std::size_t j) { return k + j < words.numbers.size() ? words.numbers[k + j] : 0; };
                parts_.each(next, [&](std::uint32_t own, std::size_t size) {
                    take(size, [&] { out.append(" / ").append(hyphened_[own - 1].word).append(tags_[1]).append(" }"); });
                });
            }
            if (k >= done) append(words.written[k], out);
        }
        return sound;
    }
    static void append(View word, std::string& out) { (out.empty() ? out : out += ' ').append(word); }
    // What stands behind a word with hyphens: its parts, or the beginning of a word that was cut off.
    void close_parts(const Hyphened& hyphened, std::string& out) {
        cut(hyphened.word);
        const std::size_t count = hyphened.is_compound ? cut_.size() : 1;
        out += " /";
        for (std::size_t k = 0; k < count; ++k) out.append(" ").append(cut_[k]).append(tags_[k + 1 == count ? 1 : 0]);
        out += " }";
    }
};

PyObject* alternations(const std::array<PyObject*, 2>& sides, const Signs& refused, Alternations& all) {
    const auto texts_of = [&](std::size_t side) {
        return all.writes(side) || !PyList_Check(sides[side]) ? own(PySequence_List(sides[side])) : share(sides[side]);
    };
    std::array<Ref, 2> lists{texts_of(0), texts_of(1)};
    std::array<std::vector<View>, 2> views;
    bool sound = true;
    for (std::size_t side = 0; side < 2; ++side) sound = sound && add_views(lists[side].get(), views[side]);
    if (PyList_Size(lists[0].get()) != PyList_Size(lists[1].get())) throw std::invalid_argument("sides of different lengths");
    std::array<std::vector<Rewritten>, 2> made;
    std::vector<std::int64_t> others;
    without_gil([&] {
        Ticks ticks;
        for (std::size_t k = 0; sound && k < views[0].size(); ++k) {
            const View ref = views[0][k], hyp = views[1][k];
            ticks.spend(ref.size() + hyp.size() + 1);
            for (const std::vector<View>& side : views) expect_text(side, k);
            sound = !refused.in(ref) && !refused.in(hyp);
            if (sound && !all.write(ref, hyp)) {
                others.push_back(std::int64_t(k));
                continue;
            }
            for (std::size_t side = 0; side < 2; ++side)
                if (all.is_new[side]) made[side].push_back({k, all.written[side]});
        }
    });
    if (!sound) return share(Py_None).release();
    for (std::size_t side = 0; side < 2; ++side) rewrite(lists[side].get(), made[side]);
    const auto written = [&](std::size_t side) { return all.writes(side) ? std::move(lists[side]) : share(sides[side]); };
    return tuple_of(written(0), written(1), others);
}

using Table = std::tuple<std::vector<View>, std::vector<View>>;

PyObject* read_pairs(PyObject* refs, PyObject* hyps, std::tuple<bool, bool> sides, const Table& phrases, std::tuple<bool, bool> kinds,
                     const std::vector<View>& tags, View signs, bool sensitive) {
    PhraseTable table(std::get<0>(phrases), std::get<1>(phrases), sensitive);
    Alternations all(table, kinds, {std::get<0>(sides), std::get<1>(sides)}, tags, sensitive);
    return alternations({refs, hyps}, Signs(signs), all);
}

PyMethodDef functions[] = {
    {"alternations", operation<read_pairs>, METH_VARARGS,
     "alternations(refs, hyps, sides, phrases, kinds, tags, signs, sensitive, /)\n--\n\n"
     "Texts of pairs, of some sides with alternations for phrases, for compounds of either text, or for words that were cut off, and the "
     "places (int64) of pairs that are as they were, as they need a closer look; None as for `holding`."},
    {nullptr, nullptr, 0, nullptr}};

const Part part(functions);

}  // namespace
}  // namespace scorelite
