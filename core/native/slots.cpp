// Slots of words that several recognisers said: each is aligned with the network of those before it (rover, Fiscus 1997).
#include <algorithm>
#include <cmath>

#include "operations.hpp"

namespace scorelite {
namespace {

enum Kind : std::uint8_t { kPlain, kNothing, kSynchronous };
struct Arc {
    std::int32_t symbol = -1;  // -1: nothing was said
    Kind kind = kNothing;
    double begin = 0.0, end = 0.0;
    bool operator==(const Arc& other) const { return symbol == other.symbol && begin == other.begin && end == other.end; }
};
using Row = std::vector<std::int32_t>;

class Sides {  // arcs of slots, slot by slot
    std::vector<Arc> arcs_;
    std::vector<std::size_t> ends_;  // of each slot

  public:
    void clear() {
        arcs_.clear();
        ends_.clear();
    }
    std::size_t size() const { return ends_.size(); }
    // The number of the first arc of a slot among all arcs; of the slot behind the last one the number of arcs.
    std::size_t first(std::size_t slot) const { return slot ? ends_[slot - 1] : 0; }
    std::size_t count(std::size_t slot) const { return ends_[slot] - first(slot); }
    const Arc* operator[](std::size_t slot) const { return arcs_.data() + first(slot); }
    void add(const Arc& arc) { arcs_.push_back(arc); }
    // Adds an arc to the last slot unless it has an equal one.
    void add_new(const Arc& arc) {
        const auto begin = arcs_.begin() + std::ptrdiff_t(first(size()));
        if (std::find(begin, arcs_.end(), arc) == arcs_.end()) arcs_.push_back(arc);
    }
    void end_slot() { ends_.push_back(arcs_.size()); }
};

class SlotCosts {
    bool timed_;

  public:
    explicit SlotCosts(bool timed) : timed_(timed) {}
    float alone(const Arc& arc) const {
        if (arc.kind == kNothing) return 0.001f;
        if (timed_) return float(arc.end - arc.begin);
        return arc.kind == kSynchronous ? 0.00001f : 3.0f;
    }
    float together(const Arc& first, const Arc& second) const {
        const Kind left = first.kind, right = second.kind;
        const bool equal = first.symbol == second.symbol || (left == kNothing && right == kNothing);
        if (timed_) return float(std::fabs(first.begin - second.begin) + std::fabs(first.end - second.end) + (equal ? 0.0 : 0.001));
        if (left == kPlain && right == kPlain) return equal ? 0.0f : 4.0f;
        if (left == kSynchronous || right == kSynchronous) return equal ? -3.0f : 20.0f;
        return 1.0f;
    }
};

// The cheapest way through slots and words. Only some rows of cells are kept: the way back makes the others again, part by part.
class SlotPath {
    enum Step : std::uint8_t { kKeep, kInsert, kDelete };
    static constexpr std::size_t kMostCells = std::size_t(1) << 24;
    const Sides& slots_;
    const std::vector<Arc>& words_;
    const SlotCosts& costs_;
    std::size_t width_ = 0;
    std::vector<float> alone_, best_, row_;
    std::vector<std::uint8_t> chosen_;  // the first cheapest arc of each cell of the part, row by row
    std::vector<std::uint8_t> steps_;   // of each row of the part, arc by arc
    std::string traced_;
    Ticks ticks_;

    template <bool kTrace> void fill(std::size_t slot, std::size_t width, std::uint8_t* chosen, std::uint8_t* steps) {
        // Writing bytes could change any member: the loop has copies of its own.
        const std::size_t count = slots_.count(slot);
        const SlotCosts costs = costs_;
        const float *const best = best_.data(), *const alone = alone_.data();
        const Arc* const words = words_.data();
        float* const row = row_.data();
        for (std::size_t number = 0; number < count; ++number) {
            const Arc arc = slots_[slot][number];
            std::uint8_t* const trace_row = kTrace ? steps + number * width : nullptr;
            const float cost = costs.alone(arc);
            float left = best[0] + cost;
            auto take = [&](std::size_t place, float value, Step step) {
                if (kTrace) trace_row[place] = step;
                if (!number || value < row[place]) {
                    row[place] = value;
                    if (kTrace) chosen[place] = std::uint8_t(number);
                }
            };
            take(0, left, kDelete);
            for (std::size_t place = 1; place < width; ++place) {
                const float kept_cost = best[place - 1] + costs.together(arc, words[place - 1]);
                const float deleted = best[place] + cost, inserted = left + alone[place - 1];
                const Step step = kept_cost <= deleted && kept_cost <= inserted ? kKeep : deleted < inserted ? kDelete : kInsert;
                left = step == kKeep ? kept_cost : step == kDelete ? deleted : inserted;
                take(place, left, step);
            }
        }
        ticks_.spend(count * width);
        best_.swap(row_);
    }
    void start() {
        width_ = words_.size() + 1;
        alone_.clear();
        for (const Arc& word : words_) alone_.push_back(costs_.alone(word));
        row_.resize(width_);
        best_.assign(width_, 0.0f);
        for (std::size_t k = 0; k < words_.size(); ++k) best_[k + 1] = best_[k] + alone_[k];
    }
    // How many slots a part has.
    std::size_t part_size() const {
        const std::size_t count = slots_.size();
        std::size_t most = 1;
        for (std::size_t slot = 0; slot < count; ++slot) most = std::max(most, slots_.count(slot));
        const std::size_t part = std::max<std::size_t>(1, kMostCells / std::max<std::size_t>(1, most * width_));
        return part < count ? std::max<std::size_t>(1, std::min(part, std::size_t(std::sqrt(double(count))))) : part;
    }
    // Fills the cells of a part up to a width: the way back goes to lower places only.
    void trace(std::vector<std::vector<float>>& rows_kept, std::size_t from, std::size_t to, std::size_t part, std::size_t width) {
        // Each cell is written before it is read.
        chosen_.resize((to - from) * width);
        steps_.resize((slots_.first(to) - slots_.first(from)) * width);
        if (!rows_kept.empty()) best_ = std::move(rows_kept[from / part]);
        for (std::size_t k = from; k < to; ++k)
            fill<true>(k, width, &chosen_[(k - from) * width], &steps_[(slots_.first(k) - slots_.first(from)) * width]);
    }

  public:
    SlotPath(const Sides& slots, const std::vector<Arc>& words, const SlotCosts& costs) : slots_(slots), words_(words), costs_(costs) {}
    // Steps from the last to the first, of the slots and words as they are now: S, I or D.
    const std::string& backwards() {
        start();
        const std::size_t count = slots_.size(), part = part_size();
        std::vector<std::vector<float>> rows_kept;
        const std::size_t last = count ? (count - 1) / part * part : 0;
        for (std::size_t k = 0; k < last; ++k) {
            if (k % part == 0) rows_kept.push_back(best_);
            fill<false>(k, width_, nullptr, nullptr);
        }
        if (last) rows_kept.push_back(best_);
        traced_.clear();
        std::size_t place = words_.size(), arc = 0;
        bool first = true;
        for (std::size_t from = last;; from -= part) {
            const std::size_t to = std::min(count, from + part);
            const std::size_t width = place + 1;
            trace(rows_kept, from, to, part, width);
            for (std::size_t slot = to; slot > from || (from == 0 && place);) {
                if (first && slot) arc = chosen_[(slot - from - 1) * width + place];
                first = false;
                const Step step = slot ? Step(steps_[(slots_.first(slot - 1) - slots_.first(from) + arc) * width + place]) : kInsert;
                traced_ += "SID"[step];
                if (step != kDelete) --place;
                if (step == kInsert) continue;
                --slot;
                if (slot > from) arc = chosen_[(slot - from - 1) * width + place];
            }
            first = true;
            if (from == 0) return traced_;
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

// Slots of one piece after the other, by aligning one system after the other to the slots so far.
class SlotMerger {
    const Systems& systems_;
    const View kinds_;
    const SlotCosts costs_;
    Row slots_, next_;  // a place for each system so far, slot by slot
    Sides sides_;
    std::vector<Arc> words_;
    SlotPath path_;

    Arc arc(std::size_t system, std::int32_t place) const {
        if (place < 0) return Arc();
        const std::size_t row = std::size_t(place);
        const std::int32_t symbol = systems_.words[system][row];
        const Kind kind = Kind(std::min<int>(kSynchronous, std::uint8_t(kinds_[std::size_t(symbol)])));
        if (systems_.begins.empty()) return {symbol, kind, 0.0, 0.0};
        return {symbol, kind, systems_.begins[system][row], systems_.ends[system][row]};
    }
    // Different arcs of a slot: first its first word, then what the systems have in their order.
    void add_side(const std::int32_t* slot, std::size_t systems) {
        std::size_t first = 0;
        while (slot[first] < 0) ++first;
        sides_.add(arc(first, slot[first]));
        for (std::size_t system = 0; system < systems; ++system) sides_.add_new(arc(system, slot[system]));
        sides_.end_slot();
    }
    void add(std::size_t system, Range range) {
        sides_.clear();
        for (std::size_t at = 0; at < slots_.size(); at += system) add_side(&slots_[at], system);
        words_.clear();
        for (std::int32_t place = range.begin; place < range.end; ++place) words_.push_back(arc(system, place));
        const std::string& path = path_.backwards();
        next_.clear();
        auto slot = slots_.begin();
        std::int32_t word = range.begin;
        for (auto step = path.rbegin(); step != path.rend(); ++step) {
            if (*step == 'I') {
                next_.insert(next_.end(), system, -1);
            } else {
                next_.insert(next_.end(), slot, slot + std::ptrdiff_t(system));
                slot += std::ptrdiff_t(system);
            }
            next_.push_back(*step == 'D' ? -1 : word++);
        }
        slots_.swap(next_);
    }

  public:
    SlotMerger(const Systems& systems, View kinds, bool timed)
        : systems_(systems), kinds_(kinds), costs_(timed), path_(sides_, words_, costs_) {}
    // The slots of a piece, which has a range of words of each system.
    const Row& slots(const Range* piece) {
        slots_.clear();
        for (std::int32_t place = piece[0].begin; place < piece[0].end; ++place) slots_.push_back(place);
        for (std::size_t system = 1; system < systems_.words.size(); ++system) add(system, piece[system]);
        return slots_;
    }
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
    if (!fit) throw std::invalid_argument("times do not fit the words; expected a start and an end for each word");
}

// Ranges of words that are aligned with each other, one a system: these, else all words.
std::vector<Range> pieces_of(std::optional<std::vector<Range>> pieces, const std::vector<Row>& words) {
    std::vector<Range> ranges;
    if (!pieces) {
        for (const Row& row : words) ranges.push_back({0, std::int32_t(row.size())});
        return ranges;
    }
    ranges = std::move(*pieces);
    bool fit = words.empty() ? ranges.empty() : ranges.size() % words.size() == 0;
    for (std::size_t k = 0; fit && k < ranges.size(); ++k)
        fit = 0 <= ranges[k].begin && ranges[k].begin <= ranges[k].end && std::size_t(ranges[k].end) <= words[k % words.size()].size();
    if (!fit) throw std::invalid_argument("pieces do not fit the words");
    return ranges;
}

using Times = std::tuple<std::vector<Numbers>, std::vector<Numbers>>;  // begins and ends
Row word_slots(std::vector<Row> words, View kinds, std::optional<Times> times, std::optional<std::vector<Range>> pieces) {
    Systems systems{std::move(words), {}, {}};
    if (times) std::tie(systems.begins, systems.ends) = *times;
    check(systems, kinds, times.has_value());
    const std::size_t count = systems.words.size();
    const std::vector<Range> ranges = pieces_of(std::move(pieces), systems.words);
    return without_gil([&] {
        Row flat;
        SlotMerger merger(systems, kinds, times.has_value());
        if (count) flat.reserve(count * systems.words[0].size());
        for (std::size_t piece = 0; piece < ranges.size(); piece += count) {
            const Row& slots = merger.slots(&ranges[piece]);
            flat.insert(flat.end(), slots.begin(), slots.end());
        }
        return flat;
    });
}

PyMethodDef functions[] = {
    {"word_slots", operation<word_slots>, METH_VARARGS,
     "word_slots(words, kinds, times, pieces=None, /)\n--\n\n"
     "Words of several systems in a chain of slots: for every slot the place of each system's word, or -1, as int32."},
    {nullptr, nullptr, 0, nullptr}};

const Part part(functions);

}  // namespace
}  // namespace scorelite
