// Votes of several recognisers: the words among which each slot chooses (rover, Fiscus 1997).
#include <algorithm>

#include "operations.hpp"

namespace scorelite {
namespace {

struct Candidate {  // a word of a slot, with sums over those who said it
    std::int32_t symbol, system, place, count;
    double begin, end, confidence, highest;
};
struct Voters {
    std::vector<std::vector<std::int32_t>> words;
    std::vector<Numbers> begins, ends, confidences;
    std::int32_t nothing;  // symbol of a system that says nothing
    double null_confidence;
};

class Scale {
    enum Measure { kNone, kMean, kHighest, kShare, kShareOrZero };  // what is told of the confidences
    Measure measure_;
    double alpha_;

  public:
    Scale(int measure, double alpha) : measure_(Measure(measure)), alpha_(alpha) {
        if (measure < kNone || measure > kShareOrZero) throw std::invalid_argument("unknown measure; expected 0 to 4");
    }
    double score(const Candidate& candidate, std::size_t systems, double total) const {
        const double share = alpha_ * (double(candidate.count) / double(systems));
        const double rest = 1.0 - alpha_;
        switch (measure_) {
            case kNone:
                return share;
            case kMean:
                return share + rest * (candidate.confidence / candidate.count);
            case kHighest:
                return share + rest * candidate.highest;
            case kShareOrZero:
                if (total == 0.0) return share;
                break;
            case kShare:
                break;
        }
        return share + rest * candidate.confidence / total;
    }
};

class Votes {
    const Voters& voters_;
    const Scale scale_;
    const bool every_;
    std::vector<Candidate> candidates_;
    double total_ = 0.0;

    void meet(std::int32_t system, std::int32_t place) {
        Candidate arc{voters_.nothing, -1, -1, 1, 0.0, 0.0, voters_.null_confidence, 0.0};
        if (place >= 0) {
            const std::size_t row = std::size_t(place), system_place = std::size_t(system);
            arc = {voters_.words[system_place][row],
                   system,
                   place,
                   1,
                   voters_.begins[system_place][row],
                   voters_.ends[system_place][row],
                   voters_.confidences[system_place][row],
                   0.0};
        }
        total_ += arc.confidence;
        const double confidence = arc.confidence;
        auto candidate =
            std::find_if(candidates_.begin(), candidates_.end(), [&](const Candidate& other) { return other.symbol == arc.symbol; });
        if (candidate == candidates_.end()) {
            arc.begin += 0.0;
            arc.end += 0.0;
            arc.confidence += 0.0;
            candidate = candidates_.insert(candidates_.end(), arc);
        } else {
            ++candidate->count;
            candidate->begin += arc.begin;
            candidate->end += arc.end;
            // A NaN keeps its sign, which is printed.
            if (candidate->confidence == candidate->confidence) candidate->confidence += confidence;
        }
        // A NaN replaces what is highest, and whatever follows replaces a NaN.
        if (!(candidate->highest > confidence)) candidate->highest = confidence;
    }
    void keep(const Candidate& candidate) {
        systems.push_back(candidate.system);
        places.push_back(candidate.place);
        counts.push_back(candidate.count);
        begins.push_back(candidate.begin);
        ends.push_back(candidate.end);
        confidences.push_back(candidate.confidence);
    }

  public:
    std::vector<std::int32_t> sizes, winners, systems, places, counts;
    std::vector<double> begins, ends, confidences;

    Votes(const Voters& voters, Scale scale, bool every, std::size_t slots) : voters_(voters), scale_(scale), every_(every) {
        for (auto* column : {&sizes, &winners, &systems, &places, &counts}) column->reserve(slots);
        for (auto* column : {&begins, &ends, &confidences}) column->reserve(slots);
    }
    void add(const std::int32_t* slot, std::size_t count) {
        candidates_.clear();
        total_ = 0.0;
        std::size_t first = 0;  // the word of the first system that has one goes first
        while (first + 1 < count && slot[first] < 0) ++first;
        meet(std::int32_t(first), slot[first]);
        for (std::size_t system = 0; system < count; ++system)
            if (system != first) meet(std::int32_t(system), slot[system]);
        std::int32_t best = -1;
        double highest = -1.0;
        for (std::size_t k = 0; k < candidates_.size(); ++k) {
            const double reached = scale_.score(candidates_[k], count, total_);
            if (!(reached > highest)) continue;
            best = std::int32_t(k);
            highest = reached;
        }
        sizes.push_back(std::int32_t(candidates_.size()));
        winners.push_back(best < 0 ? -1 : std::int32_t(counts.size()) + (every_ ? best : 0));
        if (every_)
            std::for_each(candidates_.begin(), candidates_.end(), [&](const Candidate& candidate) { keep(candidate); });
        else if (best >= 0)
            keep(candidates_[std::size_t(best)]);
    }
};

void check(const Voters& voters, const std::vector<std::int32_t>& slots) {
    const std::size_t count = voters.words.size();
    bool fit = count && slots.size() % count == 0;
    for (const auto* columns : {&voters.begins, &voters.ends, &voters.confidences}) {
        fit = fit && columns->size() == count;
        for (std::size_t k = 0; fit && k < count; ++k) fit = (*columns)[k].size() == voters.words[k].size();
    }
    if (!fit) throw std::invalid_argument("columns of different lengths");
    for (std::size_t k = 0; k < slots.size(); ++k)
        if (slots[k] >= std::int64_t(voters.words[k % count].size())) throw std::invalid_argument("a slot of no word");
}

using Times = std::tuple<std::vector<Numbers>, std::vector<Numbers>, std::vector<Numbers>>;  // begins, ends and confidences
PyObject* slot_votes(const std::vector<std::int32_t>& slots, std::vector<std::vector<std::int32_t>> words, Times times,
                     std::tuple<std::int32_t, double> nothing, std::tuple<int, double> scale, bool every) {
    Voters voters;
    voters.words = std::move(words);
    std::tie(voters.begins, voters.ends, voters.confidences) = std::move(times);
    std::tie(voters.nothing, voters.null_confidence) = nothing;
    check(voters, slots);
    const auto [measure, alpha] = scale;
    const std::size_t count = voters.words.size();
    Votes votes(voters, Scale(measure, alpha), every, slots.size() / count);
    without_gil([&] {
        Ticks ticks;
        for (std::size_t k = 0; k < slots.size(); k += count) {
            ticks.spend(count * count);
            votes.add(&slots[k], count);
        }
    });
    return tuple_of(votes.sizes, votes.winners, votes.systems, votes.places, votes.counts, votes.begins, votes.ends, votes.confidences);
}

// ---------------------------------------------------------------------------------------------------------------------
// Numbers of values

// The number of a value, which is new if it is not in the table.
std::int32_t number_in(PyObject* numbers, PyObject* value) {
    PyObject* entry = PyDict_GetItemWithError(numbers, value);
    if (!entry && PyErr_Occurred()) throw Failed();
    if (entry) return std::int32_t(PyLong_AsLong(entry));
    const Py_ssize_t next = PyDict_Size(numbers);
    Ref number = own(PyLong_FromSsize_t(next));
    if (PyDict_SetItem(numbers, value, number.get())) throw Failed();
    return std::int32_t(next);
}

constexpr std::size_t kObjects = 1 << 13;  // objects whose numbers are at hand

PyObject* value_numbers(PyObject* values) {
    Ref numbers = own(PyDict_New()), sides = own(PySequence_List(values));
    Ticks ticks;
    Ref columns = own(list_of(items_of(sides.get()), [&](PyObject* side) {
        Ref items = own(PySequence_List(side));
        // Equal words are mostly one object, which need not be looked up again.
        const std::vector<PyObject*> objects = items_of(items.get());
        std::vector<std::pair<PyObject*, std::int32_t>> recent(std::min(kObjects, objects.size()));
        std::vector<std::int32_t> column;
        column.reserve(objects.size());
        for (PyObject* item : objects) {
            auto& last = recent[reinterpret_cast<std::uintptr_t>(item) / alignof(std::max_align_t) % recent.size()];
            if (last.first != item) {
                ticks.spend(kObject);
                last = {item, number_in(numbers.get(), item)};
            }
            column.push_back(last.second);
        }
        return bytes_of(column);
    }));
    return tuple_of(std::move(columns), std::move(numbers));
}

PyMethodDef functions[] = {
    {"slot_votes", operation<slot_votes>, METH_VARARGS,
     "slot_votes(slots, words, times, nothing, scale, every, /)\n--\n\n"
     "Words of each slot with sums over the systems that said them, and the one that scores most."},
    {"value_numbers", operation<value_numbers>, METH_VARARGS,
     "value_numbers(values, /)\n--\n\nColumns of values as numbers (int32) by first use, and the number of each value."},
    {nullptr, nullptr, 0, nullptr}};

const Part part(functions);

}  // namespace
}  // namespace scorelite
