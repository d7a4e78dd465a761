#include <algorithm>
#include <cmath>

#include "python.hpp"
#include "signals.hpp"

namespace scorelite {
namespace {

struct Arc {
    std::int32_t symbol = -1;  // -1: nothing was said
    double begin = 0.0, end = 0.0;
    bool operator==(const Arc& other) const { return symbol == other.symbol && begin == other.begin && end == other.end; }
};
using Row = std::vector<std::int32_t>;  // one system's place each

class SlotCosts {
    enum Kind { kPlain, kNothing, kSynchronous };
    View kinds_;
    bool timed_;

    Kind kind(const Arc& arc) const {
        return arc.symbol < 0 ? kNothing : Kind(std::min<int>(kSynchronous, std::uint8_t(kinds_[arc.symbol])));
    }

  public:
    SlotCosts(View kinds, bool timed) : kinds_(kinds), timed_(timed) {}
    float alone(const Arc& arc) const {
        const Kind own = kind(arc);
        if (own == kNothing) return 0.001f;
        if (timed_) return float(arc.end - arc.begin);
        return own == kSynchronous ? 0.00001f : 3.0f;
    }
    float together(const Arc& one, const Arc& two) const {
        const Kind left = kind(one), right = kind(two);
        const bool equal = one.symbol == two.symbol || (left == kNothing && right == kNothing);
        if (timed_) return float(std::fabs(one.begin - two.begin) + std::fabs(one.end - two.end) + (equal ? 0.0 : 0.001));
        if (left == kSynchronous || right == kSynchronous) return equal ? -3.0f : 20.0f;
        if (left == kNothing || right == kNothing) return 1.0f;
        return equal ? 0.0f : 4.0f;
    }
};

// The cheapest way through slots and words. Only some rows of cells are kept: the way back makes the others again, part by part.
class SlotPath {
    enum Step : std::uint8_t { kKeep, kInsert, kDelete };
    static constexpr std::size_t kMostCells = std::size_t(1) << 24;
    const std::vector<std::vector<Arc>>& slots_;
    const std::vector<Arc>& words_;
    const SlotCosts& costs_;
    const std::size_t width_;
    std::vector<float> alone_, best_, row_;
    std::vector<std::uint8_t> chosen_;              // the first cheapest arc of each cell of the part, row by row
    std::vector<std::vector<std::uint8_t>> steps_;  // of each row of the part, arc by arc
    std::size_t most_arcs_ = 1;
    Ticks ticks_;

    template <bool kTrace> void fill(const std::vector<Arc>& arcs, std::uint8_t* chosen, std::uint8_t* steps, std::vector<float>& next) {
        std::fill(next.begin(), next.end(), 0.0f);
        for (std::size_t arc = 0; arc < arcs.size(); ++arc) {
            const float cost = costs_.alone(arcs[arc]);
            float left = best_[0] + cost;
            auto take = [&](std::size_t place, float value, Step step) {
                if (kTrace) steps[arc * width_ + place] = step;
                if (!arc || value < next[place]) {
                    next[place] = value;
                    if (kTrace) chosen[place] = std::uint8_t(arc);
                }
            };
            take(0, left, kDelete);
            for (std::size_t place = 1; place < width_; ++place) {
                const float kept = best_[place - 1] + costs_.together(arcs[arc], words_[place - 1]);
                const float deleted = best_[place] + cost, inserted = left + alone_[place - 1];
                const Step step = kept <= deleted && kept <= inserted ? kKeep : deleted < inserted ? kDelete : kInsert;
                left = step == kKeep ? kept : step == kDelete ? deleted : inserted;
                take(place, left, step);
            }
        }
        ticks_.spend(arcs.size() * width_);
    }
    void start() {
        best_.assign(width_, 0.0f);
        for (std::size_t k = 0; k < words_.size(); ++k) best_[k + 1] = best_[k] + alone_[k];
    }

  public:
    SlotPath(const std::vector<std::vector<Arc>>& slots, const std::vector<Arc>& words, const SlotCosts& costs)
        : slots_(slots), words_(words), costs_(costs), width_(words.size() + 1), row_(width_) {
        for (const Arc& word : words) alone_.push_back(costs.alone(word));
        for (const auto& arcs : slots) most_arcs_ = std::max(most_arcs_, arcs.size());
    }
    // Steps from the last to the first: S, I or D.
    std::string backwards() {
        const std::size_t count = slots_.size(), cells = std::max<std::size_t>(1, most_arcs_ * width_);
        std::size_t part = std::max<std::size_t>(1, kMostCells / cells);
        if (part < count) part = std::max<std::size_t>(1, std::min(part, std::size_t(std::sqrt(double(count)))));
        std::vector<std::vector<float>> kept;
        start();
        const std::size_t last = count ? (count - 1) / part * part : 0;
        for (std::size_t k = 0; k < last; ++k) {
            if (k % part == 0) kept.push_back(best_);
            fill<false>(slots_[k], nullptr, nullptr, row_);
            best_.swap(row_);
        }
        if (count) kept.push_back(best_);
        std::string found;
        std::size_t place = words_.size(), arc = 0;
        bool first = true;
        for (std::size_t from = last;; from -= part) {
            const std::size_t to = std::min(count, from + part);
            trace(kept, from, to, part);
            for (std::size_t slot = to; slot > from || (from == 0 && place);) {
                if (first && slot) arc = chosen_[(slot - from - 1) * width_ + place];
                first = false;
                const Step step = slot ? Step(steps_[slot - from - 1][arc * width_ + place]) : kInsert;
                found += "SID"[step];
                if (step != kDelete) --place;
                if (step == kInsert) continue;
                --slot;
                if (slot > from) arc = chosen_[(slot - from - 1) * width_ + place];
            }
            first = true;
            if (from == 0) return found;
        }
    }

  private:
    void trace(std::vector<std::vector<float>>& kept, std::size_t from, std::size_t to, std::size_t part) {
        chosen_.assign((to - from) * width_, 0);
        steps_.resize(to - from);
        if (to > from) best_ = std::move(kept[from / part]);
        for (std::size_t k = from; k < to; ++k) {
            steps_[k - from].assign(slots_[k].size() * width_, 0);
            fill<true>(slots_[k], &chosen_[(k - from) * width_], steps_[k - from].data(), row_);
            best_.swap(row_);
        }
    }
};

struct Systems {  // symbols, and times if these count
    std::vector<Row> words;
    std::vector<Numbers> begins, ends;
};
struct Range {
    std::int32_t begin, end;
};

class SlotMerger {
    const Systems& systems_;
    const Range* piece_;  // of each system
    const SlotCosts& costs_;
    std::vector<Row> slots_;

    Arc arc(std::size_t system, std::int32_t place) const {
        if (place < 0) return Arc();
        const std::size_t row = std::size_t(place);
        const std::int32_t symbol = systems_.words[system][row];
        if (systems_.begins.empty()) return {symbol, 0.0, 0.0};
        return {symbol, systems_.begins[system][row], systems_.ends[system][row]};
    }
    // Different arcs of a slot: first its first word, then what the systems have in their order.
    std::vector<Arc> arcs(const Row& slot) const {
        std::size_t first = 0;
        while (slot[first] < 0) ++first;
        std::vector<Arc> found{arc(first, slot[first])};
        for (std::size_t system = 0; system < slot.size(); ++system) {
            const Arc next = arc(system, slot[system]);
            if (std::find(found.begin(), found.end(), next) == found.end()) found.push_back(next);
        }
        return found;
    }

  public:
    SlotMerger(const Systems& systems, const Range* piece, const SlotCosts& costs) : systems_(systems), piece_(piece), costs_(costs) {
        for (std::int32_t place = piece[0].begin; place < piece[0].end; ++place) slots_.push_back({place});
    }
    void add(std::size_t system) {
        std::vector<std::vector<Arc>> sides;
        for (const Row& slot : slots_) sides.push_back(arcs(slot));
        std::vector<Arc> words;
        for (std::int32_t place = piece_[system].begin; place < piece_[system].end; ++place) words.push_back(arc(system, place));
        const std::string path = SlotPath(sides, words, costs_).backwards();
        std::vector<Row> found;
        std::size_t slot = 0;
        std::int32_t word = piece_[system].begin;
        for (auto step = path.rbegin(); step != path.rend(); ++step) {
            found.push_back(*step == 'I' ? Row(system, -1) : std::move(slots_[slot++]));
            found.back().push_back(*step == 'D' ? -1 : word++);
        }
        slots_.swap(found);
    }
    const std::vector<Row>& slots() const { return slots_; }
};

void check(const Systems& systems, View kinds, bool timed) {
    for (const Row& row : systems.words)
        for (std::int32_t symbol : row)
            if (symbol < 0 || std::size_t(symbol) >= kinds.size())
                throw std::invalid_argument("symbol " + std::to_string(symbol) + "; expected 0 to " +
                                            std::to_string(std::ptrdiff_t(kinds.size()) - 1));
    const std::size_t count = systems.words.size();
    if (count > 255) throw std::invalid_argument(std::to_string(count) + " systems; expected 255 at most");
    if (!timed) return;
    bool fit = systems.begins.size() == count && systems.ends.size() == count;
    for (std::size_t k = 0; fit && k < count; ++k)
        fit = systems.begins[k].size() == systems.words[k].size() && systems.ends[k].size() == systems.words[k].size();
    if (!fit) throw std::invalid_argument("times do not fit the words; expected a begin and an end for each word");
}

// Ranges of words that are aligned with each other, one a system: those of the argument, else all words.
std::vector<Range> pieces_of(PyObject* pieces, const std::vector<Row>& words) {
    std::vector<Range> found;
    if (pieces == Py_None) {
        for (const Row& row : words) found.push_back({0, std::int32_t(row.size())});
        return found;
    }
    found = column_of<Range>(pieces);
    bool fit = words.empty() ? found.empty() : found.size() % words.size() == 0;
    for (std::size_t k = 0; fit && k < found.size(); ++k)
        fit = 0 <= found[k].begin && found[k].begin <= found[k].end && std::size_t(found[k].end) <= words[k % words.size()].size();
    if (!fit) throw std::invalid_argument("pieces do not fit the words");
    return found;
}

PyObject* word_slots(PyObject*, PyObject* args) {
    return guarded([&]() -> PyObject* {
        PyObject *words, *kinds, *times, *pieces = Py_None;
        if (!PyArg_ParseTuple(args, "OOO|O", &words, &kinds, &times, &pieces)) throw Failed();
        const bool timed = times != Py_None;
        PyObject *begins = nullptr, *ends = nullptr;
        if (timed && !PyArg_ParseTuple(times, "OO", &begins, &ends)) throw Failed();
        const Systems systems{columns_of<std::int32_t>(words), timed ? numbers_in(begins) : std::vector<Numbers>(),
                              timed ? numbers_in(ends) : std::vector<Numbers>()};
        const View table = view_of(kinds);
        check(systems, table, timed);
        const std::size_t count = systems.words.size();
        const std::vector<Range> ranges = pieces_of(pieces, systems.words);
        Row flat;
        {
            WithoutGil released;
            const SlotCosts costs(table, timed);
            for (std::size_t piece = 0; piece < ranges.size(); piece += count) {
                SlotMerger merger(systems, &ranges[piece], costs);
                for (std::size_t system = 1; system < count; ++system) merger.add(system);
                for (const Row& slot : merger.slots()) flat.insert(flat.end(), slot.begin(), slot.end());
            }
        }
        return bytes_of(flat);
    });
}

PyMethodDef functions[] = {
    {"word_slots", word_slots, METH_VARARGS,
     "word_slots(words, kinds, times, pieces=None, /)\n--\n\n"
     "Words of several systems in a chain of slots: for every slot the place of each system's word, or -1, as int32."},
    {nullptr, nullptr, 0, nullptr}};

const Part part([](PyObject* module) { add_functions(module, functions); });

}  // namespace
}  // namespace scorelite
