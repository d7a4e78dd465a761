// Silences that all systems of rover share, and its rows and tags; its votes stand in voting.cpp.
#include <algorithm>

#include "../../native/buffer.hpp"
#include "../../native/python.hpp"

namespace scorelite {
namespace {

// ---------------------------------------------------------------------------------------------------------------------
// Silences

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

PyMethodDef functions[] = {
    {"shared_silences", shared_silences, METH_VARARGS,
     "shared_silences(begins, ends, counts, seconds, latest, /)\n--\n\n"
     "Pieces between silences that all systems share: the range (int32) of each system's words."},
    {"voted_rows", voted_rows, METH_VARARGS,
     "voted_rows(where, values, words, nothing, sizes, /)\n--\n\n"
     "Rows of ctm for words of slots, with mean times and confidence, and where the rows of each slot end (int64)."},
    {"slot_tags", slot_tags, METH_VARARGS,
     "slot_tags(where, names, values, times, slots, nothing, /)\n--\n\nTags with what each system says in each slot."},
    {nullptr, nullptr, 0, nullptr}};

const Part part([](PyObject* module) { add_functions(module, functions); });

}  // namespace
}  // namespace scorelite
