// Diarisation as md-eval counts it: regions without collars, stretches in which nobody begins or ends, and their seconds.
#include <algorithm>

#include "../../native/operations.hpp"

namespace scorelite {
namespace {

struct Event {
    double time;
    std::int32_t row, turn;  // row 0 is that of regions, those behind it are speakers; ends have ~turn
    int step() const { return turn < 0 ? -1 : 1; }
};
double time_of(const Event& event) { return event.time; }
double time_of(double time) { return time; }
struct Earlier {
    template <class Item> bool operator()(const Item& one, const Item& other) const { return time_of(one) < time_of(other); }
};

// Times of most recordings are almost in order.
template <class Item> void sort_by_time(std::vector<Item>& items) {
    std::size_t moves = 16 * items.size();
    for (std::size_t k = 1; k < items.size(); ++k) {
        const Item item = items[k];
        std::size_t at = k;
        for (; at > 0 && moves && Earlier()(item, items[at - 1]); --at, --moves) items[at] = items[at - 1];
        items[at] = item;
        if (!moves) break;
    }
    if (!moves) std::stable_sort(items.begin(), items.end(), Earlier());
}
template <class Item> std::vector<Item> merged(const std::vector<Item>& first, const std::vector<Item>& second) {
    std::vector<Item> all(first.size() + second.size());
    std::merge(first.begin(), first.end(), second.begin(), second.end(), all.begin(), Earlier());
    return all;
}

struct Speakers {  // turns of one side
    std::size_t count;
    std::vector<std::int32_t> codes;
    Numbers begins, ends;

    using Columns = std::tuple<Py_ssize_t, std::vector<std::int32_t>, Numbers, Numbers>;
    explicit Speakers(Columns columns) {
        Py_ssize_t number;
        std::tie(number, codes, begins, ends) = std::move(columns);
        count = std::size_t(number);
        if (number < 0 || codes.size() != begins.size() || codes.size() != ends.size())
            throw std::invalid_argument("columns of different lengths");
        for (const std::int32_t code : codes)
            if (code < 0 || std::size_t(code) >= count) throw std::invalid_argument("a turn of no speaker");
    }
    std::vector<Event> events(std::size_t first, int step) const {
        std::vector<Event> events;
        const Numbers& times = step > 0 ? begins : ends;
        events.reserve(codes.size());
        for (std::size_t k = 0; k < codes.size(); ++k)
            events.push_back({times[k], std::int32_t(first) + codes[k], step > 0 ? std::int32_t(k) : ~std::int32_t(k)});
        sort_by_time(events);
        return events;
    }
};

class Sweep {
    std::size_t refs_, hyps_;
    std::vector<std::int32_t> level_;
    std::string speaks_;
    std::vector<std::size_t> speaking_[2];  // speakers of each side who speak now
    double since_ = 0.0;
    bool in_columns_;  // whether stretches are kept

    void add(double begin, double end) {
        if (in_columns_) {
            begins.push_back(begin);
            ends.push_back(end);
            ref.append(speaks_.data(), refs_);
            hyp.append(speaks_.data() + refs_, hyps_);
        }
        const double width = end - begin;
        for (const auto& side : speaking_)
            for (const std::size_t place : side) heard[place] = 1;
        if (!speaking_[0].empty()) speech += width;
        for (const std::size_t row : speaking_[0])
            for (const std::size_t place : speaking_[1]) seconds[row * hyps_ + place - refs_] += width;
    }
    void set(std::size_t place, bool speaks) {
        if (speaks == bool(speaks_[place])) return;
        speaks_[place] = char(speaks);
        std::vector<std::size_t>& side = speaking_[place < refs_ ? 0 : 1];
        if (speaks)
            side.push_back(place);
        else
            side.erase(std::find(side.begin(), side.end(), place));
    }

    void take(const Event& event, Ticks& ticks) {
        const std::size_t row = std::size_t(event.row);
        if (level_[0] > 0 && event.time > since_) {
            ticks.spend(speaks_.size() + 1);
            add(since_, event.time);
            since_ = event.time;
        }
        level_[row] += event.step();
        if (row) {
            set(row - 1, level_[row] != 0);
            if (level_[row] > 1) {
                several.push_back(std::int32_t(row) - 1);
                several_times.push_back(event.time);
                several_turns.push_back(std::max(event.turn, -1));
            }
        } else if (event.turn >= 0) {
            // Also if what ends within the same moment, and is handled first, ends a little later.
            since_ = event.time;
        }
    }

  public:
    std::vector<double> begins, ends, seconds, several_times;
    double speech = 0.0;                               // seconds with a speaker of the reference
    std::vector<std::int32_t> several, several_turns;  // a turn that begins, or -1
    Buffer ref, hyp;
    std::string heard;

    Sweep(std::size_t refs, std::size_t hyps, bool in_columns)
        : refs_(refs),
          hyps_(hyps),
          level_(1 + refs + hyps),
          speaks_(refs + hyps, '\0'),
          in_columns_(in_columns),
          seconds(refs * hyps),
          heard(refs + hyps, '\0') {}
    // Goes through what opens and what closes, each by time. Times within a moment are one: what closes goes first there.
    void run(const std::vector<Event>& opening, const std::vector<Event>& closing, double moment) {
        const std::size_t count = in_columns_ ? opening.size() + closing.size() : 0;
        for (std::vector<double>* column : {&begins, &ends}) column->reserve(count);
        ref.room(count * refs_);
        hyp.room(count * hyps_);
        Ticks ticks;
        for (auto opens = opening.begin(), closes = closing.begin(); opens != opening.end() || closes != closing.end();) {
            auto first = opens;
            const double* last = nullptr;
            while (opens != opening.end() || closes != closing.end()) {
                const bool is_open = closes == closing.end() || (opens != opening.end() && !(closes->time < opens->time));
                const Event& event = is_open ? *opens : *closes;
                if (last && event.time - *last > moment) break;
                last = &event.time;
                if (is_open) {
                    ++opens;
                } else {
                    ++closes;
                    take(event, ticks);
                }
            }
            for (; first != opens; ++first) take(*first, ticks);
        }
    }
};

// Where regions open (step 1) or close (step -1), by time; `spans` has the begin and the end of each. Those that are not
// longer than the shortest that counts are left out.
std::vector<Event> region_edges(const Numbers& spans, int step, double shortest) {
    std::vector<Event> edges;
    edges.reserve(spans.size() / 2);
    for (std::size_t k = 0; k < spans.size(); k += 2)
        if (spans[k + 1] > spans[k] + shortest) edges.push_back({spans[k + (step < 0)], 0, step > 0 ? 0 : -1});
    sort_by_time(edges);
    return edges;
}

// The stretches within some regions; `speakers` has who begins, and who ends.
Sweep swept(const Numbers& spans, const std::vector<Event> (&speakers)[2], double moment, Sweep sweep) {
    // At one time regions go before speakers.
    sweep.run(merged(region_edges(spans, 1, moment), speakers[0]), merged(region_edges(spans, -1, moment), speakers[1]), moment);
    return sweep;
}
PyObject* stretches_of(const Sweep& sweep) {
    return tuple_of(sweep.begins, sweep.ends, sweep.ref, sweep.hyp, sweep.heard, sweep.seconds, sweep.several, sweep.several_times,
                    sweep.several_turns, sweep.speech);
}

PyObject* speaker_stretches(const std::vector<Numbers>& regions, Speakers::Columns first, Speakers::Columns second, double moment) {
    if (std::any_of(regions.begin(), regions.end(), [](const Numbers& spans) { return spans.size() % 2; }))
        throw std::invalid_argument("a region without an end");
    const Speakers refs(std::move(first)), hyps(std::move(second));
    std::vector<Sweep> sweeps;
    without_gil([&] {
        const std::vector<Event> speakers[] = {merged(refs.events(1, 1), hyps.events(1 + refs.count, 1)),
                                               merged(refs.events(1, -1), hyps.events(1 + refs.count, -1))};
        for (std::size_t k = 0; k < regions.size(); ++k)
            sweeps.push_back(swept(regions[k], speakers, moment, Sweep(refs.count, hyps.count, k + 1 == regions.size())));
    });
    return list_of(sweeps, stretches_of);
}

// Seconds of a stretch by what is said in it: all, of speech, missed, false, of each speaker of the reference ...
using SecondSums = std::array<double, 10>;
void add_stretch(SecondSums& sums, double width, int refs, int hyps, int right) {
    const int both = std::min(refs, hyps);
    const int values[] = {
        1,    refs > 0, refs > 0 && !hyps, !refs && hyps > 0, refs, std::max(refs - hyps, 0), std::max(hyps - refs, 0), both - right,
        hyps, both};
    for (std::size_t place = 0; place < sums.size(); ++place) sums[place] += width * values[place];
}
PyObject* stretch_sums(Numbers begins, Numbers ends, View ref, View hyp, const std::vector<std::int32_t>& partners) {
    const std::size_t count = begins.size(), refs = partners.size(), hyps = count ? hyp.size() / count : 0;
    if (ends.size() != count || ref.size() != count * refs || hyp.size() != count * hyps)
        throw std::invalid_argument("columns of different lengths");
    for (const std::int32_t partner : partners)
        if (count && partner >= std::int32_t(hyps)) throw std::invalid_argument("a partner that is no speaker");
    SecondSums sums{};
    without_gil([&] {
        Ticks ticks;
        for (std::size_t k = 0; k < count; ++k) {
            ticks.spend(refs + hyps + 1);
            const char *ours = ref.data() + k * refs, *theirs = hyp.data() + k * hyps;
            int left = 0, other = 0, right = 0;
            for (std::size_t row = 0; row < refs; ++row) {
                left += ours[row];
                right += ours[row] && partners[row] >= 0 && theirs[partners[row]];
            }
            for (std::size_t row = 0; row < hyps; ++row) other += theirs[row];
            add_stretch(sums, ends[k] - begins[k], left, other, right);
        }
    });
    return std::apply([](auto... seconds) { return tuple_of(seconds...); }, sums);
}

// Every so manieth time from a first one on, sorted.
std::vector<double> sorted_times(const Numbers& times, std::size_t first, std::size_t step) {
    std::vector<double> sorted;
    sorted.reserve(times.size() / step);
    for (std::size_t k = first; k < times.size(); k += step) sorted.push_back(times[k]);
    sort_by_time(sorted);
    return sorted;
}
std::vector<double> moved(std::vector<double> times, double seconds) {
    for (double& time : times) time += seconds;
    return times;
}

std::vector<double> without_collars(Numbers spans, Numbers begins, Numbers ends, double collar) {
    if (spans.size() % 2 || begins.size() != ends.size()) throw std::invalid_argument("columns of different lengths");
    WithoutGil released;
    const std::vector<double> bounds = merged(sorted_times(begins, 0, 1), sorted_times(ends, 0, 1));
    // Where regions open or a collar ends, and where they close or a collar begins.
    const std::vector<double> opens = merged(sorted_times(spans, 0, 2), moved(bounds, collar));
    const std::vector<double> closes = merged(sorted_times(spans, 1, 2), moved(bounds, -collar));
    std::vector<double> regions;
    int level = 0;
    bool open = false;
    double start = 0.0;
    Ticks ticks;
    for (std::size_t k = 0, next = 0; k < closes.size(); ++k) {
        ticks.spend(1);
        // At one time, what opens goes first.
        for (; next < opens.size() && !(closes[k] < opens[next]); ++next) {
            if (++level != 1) continue;
            open = true;
            start = opens[next];
        }
        if (--level == 0 && open && closes[k] > start) regions.insert(regions.end(), {start, closes[k]});
    }
    return regions;
}

PyMethodDef functions[] = {
    {"speaker_stretches", operation<speaker_stretches>, METH_VARARGS,
     "speaker_stretches(regions, ref, hyp, moment, /)\n--\n\n"
     "Stretches within each of some columns of regions: begins, ends and speakers (within the last regions alone), who is heard, seconds "
     "of "
     "each pair, who speaks more than once, when, and in which turn, and seconds with a speaker of the reference."},
    {"stretch_sums", operation<stretch_sums>, METH_VARARGS,
     "stretch_sums(begins, ends, ref, hyp, partners, /)\n--\n\nSeconds of the stretches by what is said in them."},
    {"without_collars", operation<without_collars>, METH_VARARGS,
     "without_collars(regions, begins, ends, collar, /)\n--\n\nThe regions (float64) without so many seconds on both sides of both ends of "
     "turns."},
    {nullptr, nullptr, 0, nullptr}};

const Part part(functions);

}  // namespace
}  // namespace scorelite
