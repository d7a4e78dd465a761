// Silences that all systems of rover share, and its rows and tags; its votes stand in voting.cpp.
#include <algorithm>

#include "../../native/operations.hpp"

namespace scorelite {
namespace {

// ---------------------------------------------------------------------------------------------------------------------
// Silences

struct Range {
    std::int32_t begin, end;
};

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
            const std::size_t last = track.silent_within(begin, end);
            ticks_.spend(last - track.start + 1);
            if (last >= track.count) return false;
            lasts_.push_back(last);
            track.narrow(last, begin, end);
        }
        return true;
    }
    bool next() {
        const Track& first = tracks_[0];
        for (std::size_t place = first.start;; ++place) {
            const std::size_t silent = first.silent(place, seconds_);
            ticks_.spend(silent - place + 1);
            if (silent >= first.count) break;
            place = silent;
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
        std::vector<Range> ranges;
        while (next())
            for (std::size_t k = 0; k < tracks_.size(); ++k) {
                Track& track = tracks_[k];
                const std::size_t end = std::min(lasts_[k] + 1, track.size());
                ranges.push_back({std::int32_t(track.start), std::int32_t(std::max(track.start, end))});
                if (track.more()) track.start = lasts_[k] + 1;
            }
        return ranges;
    }
};

std::vector<Range> shared_silences(const std::vector<Numbers>& begins, const std::vector<Numbers>& ends,
                                   const std::vector<std::int32_t>& counts, double seconds, double latest) {
    std::vector<Track> tracks;
    bool fit = begins.size() == ends.size() && begins.size() == counts.size() && !counts.empty();
    for (std::size_t k = 0; fit && k < counts.size(); ++k) {
        fit = begins[k].size() == ends[k].size() && counts[k] >= 0 && std::size_t(counts[k]) <= begins[k].size();
        tracks.emplace_back(begins[k], ends[k], counts[k], latest);
    }
    if (!fit) throw std::invalid_argument("columns of different lengths");
    return without_gil([&] { return Cutter(tracks, seconds).pieces(); });
}

// ---------------------------------------------------------------------------------------------------------------------
// Rows

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
    PyObject* words = system < PyList_Size(values) ? PyList_GetItem(values, system) : nullptr;
    if (!words || place < 0 || place >= PyList_Size(words)) throw std::invalid_argument("a row of no word");
    return view_of(PyList_GetItem(words, place));
}

// Numbers of words of slots have to be those of all words together.
void check_sizes(const std::vector<std::int32_t>& sizes, std::size_t words) {
    std::size_t left = words;
    for (const std::int32_t size : sizes) {
        if (size < 0 || std::size_t(size) > left) throw std::invalid_argument("columns of different lengths");
        left -= std::size_t(size);
    }
    if (left) throw std::invalid_argument("columns of different lengths");
}
void append_mark(Buffer& text, View where, View mark) {
    text.append(where);
    text.append(" * * ");
    text.append(mark);
    text.push_back('\n');
}

using Sizes = std::vector<std::int32_t>;
using SumColumns = std::tuple<Sizes, Sizes, Sizes, Numbers, Numbers, Numbers>;
PyObject* voted_rows(View where, PyObject* values, SumColumns words, View nothing, std::optional<Sizes> counts) {
    if (!PyList_Check(values)) throw_type_error("a list of words expected");
    Sums sums;
    std::tie(sums.systems, sums.places, sums.counts, sums.begins, sums.ends, sums.confidences) = std::move(words);
    sums.check();
    const Sizes sizes = counts ? *counts : Sizes(sums.counts.size(), 1);
    check_sizes(sizes, sums.counts.size());
    Buffer text;
    std::vector<std::int64_t> ends;
    ends.reserve(sizes.size());
    Ticks ticks;
    std::size_t k = 0;
    for (const std::int32_t size : sizes) {
        if (size > 1) append_mark(text, where, "<ALT_BEGIN>");
        for (std::int32_t number = 1; number <= size; ++number, ++k) {
            ticks.spend(kObject);
            const View word = word_at(values, sums.systems[k], sums.places[k], nothing);
            if (counts || word != nothing) sums.append(text, k, where, word);
            if (size > 1) append_mark(text, where, number == size ? "<ALT_END>" : "<ALT>");
        }
        ends.push_back(std::int64_t(text.size()));
    }
    return tuple_of(text, ends);
}

// Tags with what systems say in slots.
class Tags {
    const std::vector<Numbers> begins_, ends_, confidences_;
    const std::vector<View> names_;
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

    using Times = std::tuple<std::vector<Numbers>, std::vector<Numbers>, std::vector<Numbers>>;
    Tags(View where, std::vector<View> names, PyObject* values, const Times& times, std::tuple<View, double> nothing)
        : begins_(std::get<0>(times)),
          ends_(std::get<1>(times)),
          confidences_(std::get<2>(times)),
          names_(std::move(names)),
          values_(values),
          where_(where),
          nothing_(std::get<0>(nothing)),
          null_confidence_(std::get<1>(nothing)) {
        if (!PyList_Check(values)) throw_type_error("a list of words expected");
        const std::vector<PyObject*> sides = items_of(values);
        bool fit = !names_.empty() && sides.size() == names_.size();
        for (const auto* columns : {&begins_, &ends_, &confidences_}) {
            fit = fit && columns->size() == sides.size();
            for (std::size_t k = 0; fit && k < sides.size(); ++k) fit = PyList_Size(sides[k]) == Py_ssize_t((*columns)[k].size());
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

Buffer slot_tags(View where, std::vector<View> names, PyObject* values, const Tags::Times& times, const Sizes& slots,
                 std::tuple<View, double> nothing) {
    const std::size_t count = names.size();
    Tags tags(where, std::move(names), values, times, nothing);
    if (slots.size() % count) throw std::invalid_argument("columns of different lengths");
    Ticks ticks;
    for (std::size_t k = 0; k < slots.size(); k += count) {
        ticks.spend(kObject * count);
        tags.add(&slots[k]);
    }
    return std::move(tags.text);
}

PyMethodDef functions[] = {
    {"shared_silences", operation<shared_silences>, METH_VARARGS,
     "shared_silences(begins, ends, counts, seconds, latest, /)\n--\n\n"
     "Pieces between silences that all systems share: the range (int32) of each system's words."},
    {"voted_rows", operation<voted_rows>, METH_VARARGS,
     "voted_rows(where, values, words, nothing, sizes, /)\n--\n\n"
     "Rows of ctm for words of slots, with mean times and confidence, and where the rows of each slot end (int64)."},
    {"slot_tags", operation<slot_tags>, METH_VARARGS,
     "slot_tags(where, names, values, times, slots, nothing, /)\n--\n\nTags with what each system says in each slot."},
    {nullptr, nullptr, 0, nullptr}};

const Part part(functions);

}  // namespace
}  // namespace scorelite
