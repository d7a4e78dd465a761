// Votes of several recognisers: the silences that all of them share, and the words among which each slot chooses.
#include <algorithm>

#include "buffer.hpp"
#include "python.hpp"

namespace scorelite {
namespace {

struct Range {
    std::int32_t begin, end;
};

// ---------------------------------------------------------------------------------------------------------------------
// Silences

class Track {  // one system: words that are to be cut, perhaps with one more behind them
    Numbers begins_, ends_;
    double latest_;

    double following(std::size_t place) const { return place + 1 < count ? begins_[place + 1] : latest_; }

  public:
    std::size_t count, start = 0;

    Track(Numbers begins, Numbers ends, std::int32_t words, double latest)
        : begins_(begins), ends_(ends), latest_(latest), count(std::size_t(words)) {}
    std::size_t size() const { return begins_.size(); }
    bool more() const { return start < count; }
    // The first word from a place on after which nothing is said for more than some seconds; else the number of words.
    std::size_t silent(std::size_t place, double seconds) const {
        while (place < count && !(following(place) > ends_[place] + seconds)) ++place;
        return place;
    }
    // The first word that is left after which nothing is said for a part of a span; else the number of words.
    std::size_t silent_within(double begin, double end) const {
        std::size_t place = start;
        for (; place < count; ++place) {
            const double last = ends_[place], then = following(place);
            if ((then < end ? then : end) - (begin < last ? last : begin) > 0.0) break;
        }
        return place;
    }
    void narrow(std::size_t place, double& begin, double& end) const {
        if (ends_[place] > begin) begin = ends_[place];
        if (following(place) < end) end = following(place);
    }
    std::pair<double, double> gap(std::size_t place) const { return {ends_[place], following(place)}; }
};

class Cutter {
    std::vector<Track>& tracks_;
    const double seconds_;
    std::vector<std::size_t> lasts_;
    Ticks ticks_;

    // Whether all systems are silent within a silence of the first one.
    bool shared(std::size_t place) {
        lasts_.assign(1, place);
        auto [begin, end] = tracks_[0].gap(place);
        for (std::size_t k = 1; k < tracks_.size(); ++k) {
            const Track& track = tracks_[k];
            if (!track.more()) {
                lasts_.push_back(track.start);
                continue;
            }
            const std::size_t own = track.silent_within(begin, end);
            ticks_.spend(own - track.start + 1);
            if (own >= track.count) return false;
            lasts_.push_back(own);
            track.narrow(own, begin, end);
        }
        return true;
    }
    bool next() {
        const Track& first = tracks_[0];
        for (std::size_t place = first.start;; ++place) {
            const std::size_t found = first.silent(place, seconds_);
            ticks_.spend(found - place + 1);
            if (found >= first.count) break;
            place = found;
            if (shared(place)) return true;
        }
        if (std::none_of(tracks_.begin(), tracks_.end(), [](const Track& track) { return track.more(); })) return false;
        lasts_.clear();
        for (const Track& track : tracks_) lasts_.push_back(track.count - 1);  // before the first word if there is none
        return true;
    }

  public:
    Cutter(std::vector<Track>& tracks, double seconds) : tracks_(tracks), seconds_(seconds) {}
    std::vector<Range> pieces() {
        std::vector<Range> found;
        while (next())
            for (std::size_t k = 0; k < tracks_.size(); ++k) {
                Track& track = tracks_[k];
                const std::size_t end = std::min(lasts_[k] + 1, track.size());
                found.push_back({std::int32_t(track.start), std::int32_t(std::max(track.start, end))});
                if (track.more()) track.start = lasts_[k] + 1;
            }
        return found;
    }
};

PyObject* shared_silences(PyObject*, PyObject* args) {
    return guarded([&]() -> PyObject* {
        PyObject *begins, *ends, *counts;
        double seconds, latest;
        if (!PyArg_ParseTuple(args, "OOOdd", &begins, &ends, &counts, &seconds, &latest)) throw Failed();
        const std::vector<Numbers> from = numbers_in(begins), to = numbers_in(ends);
        const std::vector<std::int32_t> words = column_of<std::int32_t>(counts);
        std::vector<Track> tracks;
        bool fit = from.size() == to.size() && from.size() == words.size() && !words.empty();
        for (std::size_t k = 0; fit && k < words.size(); ++k) {
            fit = from[k].size() == to[k].size() && words[k] >= 0 && std::size_t(words[k]) <= from[k].size();
            tracks.emplace_back(from[k], to[k], words[k], latest);
        }
        if (!fit) throw std::invalid_argument("columns of different lengths");
        std::vector<Range> found;
        {
            WithoutGil released;
            found = Cutter(tracks, seconds).pieces();
        }
        return bytes_of(found);
    });
}

// ---------------------------------------------------------------------------------------------------------------------
// Votes

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
    std::vector<Candidate> found_;
    double total_ = 0.0;

    void meet(std::int32_t system, std::int32_t place) {
        Candidate arc{voters_.nothing, -1, -1, 1, 0.0, 0.0, voters_.null_confidence, 0.0};
        if (place >= 0) {
            const std::size_t row = std::size_t(place), own = std::size_t(system);
            arc = {voters_.words[own][row],       system, place, 1, voters_.begins[own][row], voters_.ends[own][row],
                   voters_.confidences[own][row], 0.0};
        }
        total_ += arc.confidence;
        const double confidence = arc.confidence;
        auto candidate = std::find_if(found_.begin(), found_.end(), [&](const Candidate& other) { return other.symbol == arc.symbol; });
        if (candidate == found_.end()) {
            arc.begin += 0.0;
            arc.end += 0.0;
            arc.confidence += 0.0;
            candidate = found_.insert(found_.end(), arc);
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
        found_.clear();
        total_ = 0.0;
        std::size_t first = 0;  // the word of the first system that has one goes first
        while (first + 1 < count && slot[first] < 0) ++first;
        meet(std::int32_t(first), slot[first]);
        for (std::size_t system = 0; system < count; ++system)
            if (system != first) meet(std::int32_t(system), slot[system]);
        std::int32_t best = -1;
        double highest = -1.0;
        for (std::size_t k = 0; k < found_.size(); ++k) {
            const double reached = scale_.score(found_[k], count, total_);
            if (!(reached > highest)) continue;
            best = std::int32_t(k);
            highest = reached;
        }
        sizes.push_back(std::int32_t(found_.size()));
        winners.push_back(best < 0 ? -1 : std::int32_t(counts.size()) + (every_ ? best : 0));
        if (every_)
            std::for_each(found_.begin(), found_.end(), [&](const Candidate& candidate) { keep(candidate); });
        else if (best >= 0)
            keep(found_[std::size_t(best)]);
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

PyObject* slot_votes(PyObject*, PyObject* args) {
    return guarded([&]() -> PyObject* {
        PyObject *slots, *words, *begins, *ends, *confidences;
        int nothing, measure, every;
        double null_confidence, alpha;
        if (!PyArg_ParseTuple(args, "OO(OOO)(id)(id)p", &slots, &words, &begins, &ends, &confidences, &nothing, &null_confidence, &measure,
                              &alpha, &every))
            throw Failed();
        const Voters voters{
            columns_of<std::int32_t>(words), numbers_in(begins), numbers_in(ends), numbers_in(confidences), nothing, null_confidence};
        const std::vector<std::int32_t> rows = column_of<std::int32_t>(slots);
        check(voters, rows);
        Votes votes(voters, Scale(measure, alpha), every != 0, rows.size() / voters.words.size());
        {
            WithoutGil released;
            Ticks ticks;
            const std::size_t count = voters.words.size();
            for (std::size_t k = 0; k < rows.size(); k += count) {
                ticks.spend(count * count);
                votes.add(&rows[k], count);
            }
        }
        Ref sizes = own(bytes_of(votes.sizes)), winners = own(bytes_of(votes.winners)), systems = own(bytes_of(votes.systems));
        Ref places = own(bytes_of(votes.places)), counts = own(bytes_of(votes.counts)), from = own(bytes_of(votes.begins));
        Ref to = own(bytes_of(votes.ends)), sure = own(bytes_of(votes.confidences));
        return PyTuple_Pack(8, sizes.get(), winners.get(), systems.get(), places.get(), counts.get(), from.get(), to.get(), sure.get());
    });
}

// ---------------------------------------------------------------------------------------------------------------------
// Rows

// The items of a list that nobody else changes.
std::vector<PyObject*> items_of(PyObject* list) {
    std::vector<PyObject*> items;
    for (Py_ssize_t k = 0, n = PyList_Size(list); k < n; ++k) items.push_back(PyList_GetItem(list, k));
    return items;
}

void append_mean(Buffer& text, int decimals, double value) {
    text.push_back(' ');
    append_number(text, decimals, value);
}

struct Sums {  // columns of words with sums over those who said them
    std::vector<std::int32_t> systems, places, counts;
    Numbers begins, ends, confidences;

    void check() const {
        bool fit = places.size() == systems.size() && counts.size() == systems.size();
        for (const Numbers& column : {begins, ends, confidences}) fit = fit && column.size() == systems.size();
        if (!fit) throw std::invalid_argument("columns of different lengths");
        if (std::any_of(counts.begin(), counts.end(), [](std::int32_t count) { return count < 1; }))
            throw std::invalid_argument("a word that no system said");
    }
    void append(Buffer& text, std::size_t k, View where, View word) const {
        const std::int32_t count = counts[k];
        text.append(where);
        append_mean(text, 3, begins[k] / count);
        append_mean(text, 3, (ends[k] - begins[k]) / count);
        text.push_back(' ');
        text.append(word);
        append_mean(text, 6, confidences[k] / count);
        text.push_back('\n');
    }
};

// The word at a place of a system, or `nothing` for no system.
View word_at(PyObject* values, std::int32_t system, std::int32_t place, View nothing) {
    if (system < 0) return nothing;
    PyObject* own = system < PyList_Size(values) ? PyList_GetItem(values, system) : nullptr;
    if (!own || place < 0 || place >= PyList_Size(own)) throw std::invalid_argument("a row of no word");
    return view_of(PyList_GetItem(own, place));
}

// The numbers of words of slots, which must be those of all words together.
std::vector<std::int32_t> sizes_of(PyObject* column, std::size_t words) {
    std::vector<std::int32_t> sizes = column_of<std::int32_t>(column);
    std::size_t left = words;
    for (const std::int32_t size : sizes) {
        if (size < 0 || std::size_t(size) > left) throw std::invalid_argument("columns of different lengths");
        left -= std::size_t(size);
    }
    if (left) throw std::invalid_argument("columns of different lengths");
    return sizes;
}
void append_mark(Buffer& text, View where, View mark) {
    text.append(where);
    text.append(" * * ");
    text.append(mark);
    text.push_back('\n');
}

PyObject* voted_rows(PyObject*, PyObject* args) {
    return guarded([&]() -> PyObject* {
        PyObject *where, *values, *ints[3], *doubles[3], *nothing, *counts;
        if (!PyArg_ParseTuple(args, "OO!(OOOOOO)OO", &where, &PyList_Type, &values, &ints[0], &ints[1], &ints[2], &doubles[0], &doubles[1],
                              &doubles[2], &nothing, &counts))
            throw Failed();
        const Sums sums{column_of<std::int32_t>(ints[0]), column_of<std::int32_t>(ints[1]), column_of<std::int32_t>(ints[2]),
                        numbers_of(doubles[0]),           numbers_of(doubles[1]),           numbers_of(doubles[2])};
        sums.check();
        const View place = view_of(where), silent = view_of(nothing);
        const bool every = counts != Py_None;
        const std::vector<std::int32_t> sizes =
            every ? sizes_of(counts, sums.counts.size()) : std::vector<std::int32_t>(sums.counts.size(), 1);
        Buffer text;
        std::vector<std::int64_t> ends;
        ends.reserve(sizes.size());
        Ticks ticks;
        std::size_t k = 0;
        for (const std::int32_t size : sizes) {
            if (size > 1) append_mark(text, place, "<ALT_BEGIN>");
            for (std::int32_t number = 1; number <= size; ++number, ++k) {
                ticks.spend(kObject);
                const View word = word_at(values, sums.systems[k], sums.places[k], silent);
                if (every || word != silent) sums.append(text, k, place, word);
                if (size > 1) append_mark(text, place, number == size ? "<ALT_END>" : "<ALT>");
            }
            ends.push_back(std::int64_t(text.size()));
        }
        Ref rows = own(bytes_of(text.view())), column = own(bytes_of(ends));
        return PyTuple_Pack(2, rows.get(), column.get());
    });
}

// Tags with what systems say in slots.
class Tags {
    const std::vector<Numbers> begins_, ends_, confidences_;
    std::vector<View> names_;
    PyObject* const values_;
    const View where_, nothing_;
    const double null_confidence_;

    void append_attribute(View name, double value) {
        text.append(name);
        append_number(text, 6, value);
    }
    void append_word(std::size_t system, std::int32_t place) {
        const bool silent = place < 0;
        const std::size_t row = silent ? 0 : std::size_t(place);
        text.append("   <attrib tag=\"");
        text.append(word_at(values_, silent ? -1 : std::int32_t(system), place, nothing_));
        append_attribute("\" t1=\"", silent ? 0.0 : begins_[system][row]);
        append_attribute("\" t2=\"", silent ? 0.0 : ends_[system][row]);
        append_attribute("\" conf=\"", silent ? null_confidence_ : confidences_[system][row]);
        text.append("\" tag1=\"");
        if (!silent) text.append(names_[system]);
        text.append("\">\n");
    }

  public:
    Buffer text;

    Tags(View where, PyObject* names, PyObject* values, const std::vector<Numbers> (&times)[3], View nothing, double confidence)
        : begins_(times[0]),
          ends_(times[1]),
          confidences_(times[2]),
          values_(values),
          where_(where),
          nothing_(nothing),
          null_confidence_(confidence) {
        for (PyObject* name : items_of(names)) names_.push_back(view_of(name));
        const std::vector<PyObject*> sides = items_of(values);
        bool fit = !names_.empty() && sides.size() == names_.size();
        for (const std::vector<Numbers>& side : times) {
            fit = fit && side.size() == sides.size();
            for (std::size_t k = 0; fit && k < sides.size(); ++k) fit = PyList_Size(sides[k]) == Py_ssize_t(side[k].size());
        }
        if (PyErr_Occurred()) throw Failed();
        if (!fit) throw std::invalid_argument("columns of different lengths");
    }
    // Adds a slot: first what the first system that says something has in it.
    void add(const std::int32_t* slot) {
        const std::size_t count = names_.size();
        const std::size_t first = std::size_t(std::find_if(slot, slot + count, [](std::int32_t place) { return place >= 0; }) - slot);
        if (first == count) throw std::invalid_argument("a slot of no word");
        text.append("<putative_tag ");
        text.append(where_);
        text.append(" >\n");
        append_word(first, slot[first]);
        for (std::size_t system = 0; system < count; ++system)
            if (system != first) append_word(system, slot[system]);
        text.append("</putative_tag >\n");
    }
};

PyObject* slot_tags(PyObject*, PyObject* args) {
    return guarded([&]() -> PyObject* {
        PyObject *where, *names, *values, *columns[3], *slots, *nothing;
        double confidence;
        if (!PyArg_ParseTuple(args, "OO!O!(OOO)O(Od)", &where, &PyList_Type, &names, &PyList_Type, &values, &columns[0], &columns[1],
                              &columns[2], &slots, &nothing, &confidence))
            throw Failed();
        const std::vector<Numbers> times[] = {numbers_in(columns[0]), numbers_in(columns[1]), numbers_in(columns[2])};
        const std::vector<std::int32_t> places = column_of<std::int32_t>(slots);
        const std::size_t count = std::size_t(PyList_Size(names));
        Tags tags(view_of(where), names, values, times, view_of(nothing), confidence);
        if (places.size() % count) throw std::invalid_argument("columns of different lengths");
        Ticks ticks;
        for (std::size_t k = 0; k < places.size(); k += count) {
            ticks.spend(kObject * count);
            tags.add(&places[k]);
        }
        return bytes_of(tags.text.view());
    });
}

// The number of a value, which is new if it is not in the table.
std::int32_t number_in(PyObject* numbers, PyObject* value) {
    PyObject* known = PyDict_GetItemWithError(numbers, value);
    if (!known && PyErr_Occurred()) throw Failed();
    if (known) return std::int32_t(PyLong_AsLong(known));
    const Py_ssize_t next = PyDict_Size(numbers);
    Ref number = own(PyLong_FromSsize_t(next));
    if (PyDict_SetItem(numbers, value, number.get())) throw Failed();
    return std::int32_t(next);
}

constexpr std::size_t kObjects = 1 << 13;  // objects whose numbers are at hand

PyObject* value_numbers(PyObject*, PyObject* values) {
    return guarded([&]() -> PyObject* {
        Ref numbers = own(PyDict_New()), sides = own(PySequence_List(values));
        Ticks ticks;
        Ref columns = own(list_of(items_of(sides.get()), [&](PyObject* side) {
            Ref items = own(PySequence_List(side));
            // Equal words are mostly one object, which need not be looked up again.
            const std::vector<PyObject*> objects = items_of(items.get());
            std::vector<std::pair<PyObject*, std::int32_t>> known(std::min(kObjects, objects.size()));
            std::vector<std::int32_t> column;
            column.reserve(objects.size());
            for (PyObject* item : objects) {
                auto& last = known[reinterpret_cast<std::uintptr_t>(item) / alignof(std::max_align_t) % known.size()];
                if (last.first != item) {
                    ticks.spend(kObject);
                    last = {item, number_in(numbers.get(), item)};
                }
                column.push_back(last.second);
            }
            return bytes_of(column);
        }));
        return PyTuple_Pack(2, columns.get(), numbers.get());
    });
}

PyObject* word_ends(PyObject*, PyObject* args) {
    return guarded([&]() -> PyObject* {
        PyObject *begins, *durations;
        if (!PyArg_ParseTuple(args, "OO", &begins, &durations)) throw Failed();
        const Numbers from = numbers_of(begins), lengths = numbers_of(durations);
        if (from.size() != lengths.size()) throw std::invalid_argument("columns of different lengths");
        std::vector<double> ends(from.size());
        for (std::size_t k = 0; k < ends.size(); ++k) ends[k] = from[k] + lengths[k];
        return bytes_of(ends);
    });
}

PyMethodDef functions[] = {
    {"shared_silences", shared_silences, METH_VARARGS,
     "shared_silences(begins, ends, counts, seconds, latest, /)\n--\n\n"
     "Pieces between silences that all systems share: the range (int32) of each system's words."},
    {"slot_votes", slot_votes, METH_VARARGS,
     "slot_votes(slots, words, times, nothing, scale, every, /)\n--\n\n"
     "Words of each slot with sums over the systems that said them, and the one that scores most."},
    {"voted_rows", voted_rows, METH_VARARGS,
     "voted_rows(where, values, words, nothing, sizes, /)\n--\n\n"
     "Rows of ctm for words of slots, with mean times and confidence, and where the rows of each slot end (int64)."},
    {"slot_tags", slot_tags, METH_VARARGS,
     "slot_tags(where, names, values, times, slots, nothing, /)\n--\n\nTags with what each system says in each slot."},
    {"value_numbers", value_numbers, METH_O,
     "value_numbers(values, /)\n--\n\nColumns of values as numbers (int32) by first use, and the number of each value."},
    {"word_ends", word_ends, METH_VARARGS,
     "word_ends(begins, durations, /)\n--\n\nEnds of words (float64): their begins and durations added."},
    {nullptr, nullptr, 0, nullptr}};

const Part part([](PyObject* module) { add_functions(module, functions); });

}  // namespace
}  // namespace scorelite
