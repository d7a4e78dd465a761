// Diarisation as md-eval counts it: regions without collars, stretches in which nobody begins or ends, and their seconds.
#include <algorithm>
#include <limits>

#include "buffer.hpp"
#include "python.hpp"

namespace scorelite {
namespace {

struct Event {
    double time;
    std::int32_t row, turn;  // row 0 is that of regions, those behind it are speakers; ends have ~turn
    int step() const { return turn < 0 ? -1 : 1; }
};
bool earlier(const Event& one, const Event& other) { return one.time < other.time; }

// Events of most recordings are almost in order.
void sort_events(std::vector<Event>& events) {
    std::size_t moves = 16 * events.size();
    for (std::size_t k = 1; k < events.size(); ++k) {
        const Event event = events[k];
        std::size_t at = k;
        for (; at > 0 && moves && event.time < events[at - 1].time; --at, --moves) events[at] = events[at - 1];
        events[at] = event;
        if (!moves) break;
    }
    if (!moves) std::stable_sort(events.begin(), events.end(), earlier);
}
std::vector<Event> merged(const std::vector<Event>& first, const std::vector<Event>& second) {
    std::vector<Event> all(first.size() + second.size());
    std::merge(first.begin(), first.end(), second.begin(), second.end(), all.begin(), earlier);
    return all;
}

struct Speakers {  // turns of one side
    std::size_t count;
    std::vector<std::int32_t> codes;
    Numbers begins, ends;

    explicit Speakers(PyObject* tuple) {
        Py_ssize_t number;
        PyObject *numbers, *from, *to;
        if (!PyArg_ParseTuple(tuple, "nOOO", &number, &numbers, &from, &to)) throw Failed();
        codes = column_of<std::int32_t>(numbers);
        begins = numbers_of(from);
        ends = numbers_of(to);
        count = std::size_t(number);
        if (number < 0 || codes.size() != begins.size() || codes.size() != ends.size())
            throw std::invalid_argument("columns of different lengths");
        for (const std::int32_t code : codes)
            if (code < 0 || std::size_t(code) >= count) throw std::invalid_argument("a turn of no speaker");
    }
    std::vector<Event> events(std::size_t first, int step) const {
        std::vector<Event> found;
        const Numbers& times = step > 0 ? begins : ends;
        for (std::size_t k = 0; k < codes.size(); ++k)
            found.push_back({times[k], std::int32_t(first) + codes[k], step > 0 ? std::int32_t(k) : ~std::int32_t(k)});
        sort_events(found);
        return found;
    }
};

class Sweep {
    std::size_t refs_, hyps_;
    std::vector<std::int32_t> level_;
    std::string speaks_;
    std::size_t speaking_[2] = {0, 0};  // speakers of each side who speak now
    // Speakers that began or ended since the last stretch; all of them count where a region opens.
    std::vector<std::size_t> changed_;
    bool all_changed_ = true;

    void add_seconds(double width) {
        const char *ref = speaks_.data(), *hyp = ref + refs_;
        for (std::size_t row = 0; row < refs_; ++row) {
            if (!ref[row]) continue;
            for (std::size_t column = 0; column < hyps_; ++column)
                if (hyp[column]) seconds[row * hyps_ + column] += width;
        }
    }
    void add(double begin, double end) {
        begins.push_back(begin);
        ends.push_back(end);
        ref.append(speaks_.data(), refs_);
        hyp.append(speaks_.data() + refs_, hyps_);
        if (all_changed_)
            for (std::size_t place = 0; place < speaks_.size(); ++place) heard[place] |= speaks_[place];
        for (const std::size_t place : changed_) heard[place] |= speaks_[place];
        all_changed_ = false;
        changed_.clear();
        if (speaking_[0]) speech += end - begin;
        if (speaking_[0] && speaking_[1]) add_seconds(end - begin);
    }
    void set(std::size_t place, bool speaks) {
        std::size_t& count = speaking_[place < refs_ ? 0 : 1];
        count += std::size_t(speaks) - std::size_t(speaks_[place]);
        speaks_[place] = char(speaks);
    }

  public:
    std::vector<double> begins, ends, seconds, several_times;
    double speech = 0.0;                               // seconds with a speaker of the reference
    std::vector<std::int32_t> several, several_turns;  // a turn that begins, or -1
    Buffer ref, hyp;
    std::string heard;

    Sweep(std::size_t refs, std::size_t hyps)
        : refs_(refs), hyps_(hyps), level_(1 + refs + hyps), speaks_(refs + hyps, '\0'), seconds(refs * hyps), heard(refs + hyps, '\0') {}
    // Times within a moment are one: what ends goes first there.
    static void group(std::vector<Event>& events, double moment) {
        for (std::size_t begin = 0; begin < events.size();) {
            std::size_t end = begin + 1;
            while (end < events.size() && !(events[end].time - events[end - 1].time > moment)) ++end;
            if (end - begin > 1)
                std::stable_partition(events.begin() + std::ptrdiff_t(begin), events.begin() + std::ptrdiff_t(end),
                                      [](const Event& event) { return event.turn < 0; });
            begin = end;
        }
    }
    void run(const std::vector<Event>& events) {
        Ticks ticks;
        double since = 0.0;
        for (std::vector<double>* column : {&begins, &ends}) column->reserve(events.size());
        ref.room(events.size() * refs_);
        hyp.room(events.size() * hyps_);
        for (const Event& event : events) {
            const std::size_t row = std::size_t(event.row);
            if (level_[0] > 0 && event.time > since) {
                ticks.spend(speaks_.size() + 1);
                add(since, event.time);
                since = event.time;
            }
            level_[row] += event.step();
            if (row) {
                set(row - 1, level_[row] != 0);
                if (!all_changed_) changed_.push_back(row - 1);
                if (level_[row] > 1) {
                    several.push_back(std::int32_t(row) - 1);
                    several_times.push_back(event.time);
                    several_turns.push_back(std::max(event.turn, -1));
                }
            } else if (event.turn >= 0) {
                // Also if what ends within the same moment, and is handled first, ends a little later.
                since = event.time;
                all_changed_ = true;
            }
        }
    }
};

// Where regions open (step 1) or close (step -1), by time; `spans` has the begin and the end of each. Those that are not
// longer than the shortest that counts are left out.
std::vector<Event> region_edges(const Numbers& spans, int step, double shortest) {
    std::vector<Event> edges;
    for (std::size_t k = 0; k < spans.size(); k += 2)
        if (spans[k + 1] > spans[k] + shortest) edges.push_back({spans[k + (step < 0)], 0, step > 0 ? 0 : -1});
    sort_events(edges);
    return edges;
}

// The stretches within some regions; `speakers` has who begins, and who ends.
Sweep swept(const Numbers& spans, const std::vector<Event> (&speakers)[2], double moment, std::size_t refs, std::size_t hyps) {
    // At one time regions go before speakers.
    std::vector<Event> all =
        merged(merged(region_edges(spans, 1, moment), speakers[0]), merged(region_edges(spans, -1, moment), speakers[1]));
    Sweep::group(all, moment);
    Sweep sweep(refs, hyps);
    sweep.run(all);
    return sweep;
}
PyObject* stretches_of(const Sweep& sweep) {
    Ref begins = own(bytes_of(sweep.begins)), ends = own(bytes_of(sweep.ends)), seconds = own(bytes_of(sweep.seconds));
    Ref ref = own(bytes_of(sweep.ref.view())), hyp = own(bytes_of(sweep.hyp.view())), heard = own(bytes_of(View(sweep.heard)));
    Ref several = own(bytes_of(sweep.several)), times = own(bytes_of(sweep.several_times));
    Ref turns = own(bytes_of(sweep.several_turns)), speech = own(PyFloat_FromDouble(sweep.speech));
    return PyTuple_Pack(10, begins.get(), ends.get(), ref.get(), hyp.get(), heard.get(), seconds.get(), several.get(), times.get(),
                        turns.get(), speech.get());
}

PyObject* speaker_stretches(PyObject*, PyObject* args) {
    return guarded([&]() -> PyObject* {
        PyObject *regions, *first, *second;
        double moment;
        if (!PyArg_ParseTuple(args, "OOOd", &regions, &first, &second, &moment)) throw Failed();
        const std::vector<Numbers> each = numbers_in(regions);
        if (std::any_of(each.begin(), each.end(), [](const Numbers& spans) { return spans.size() % 2; }))
            throw std::invalid_argument("a region without an end");
        const Speakers refs(first), hyps(second);
        std::vector<Sweep> sweeps;
        {
            WithoutGil free;
            const std::vector<Event> speakers[] = {merged(refs.events(1, 1), hyps.events(1 + refs.count, 1)),
                                                   merged(refs.events(1, -1), hyps.events(1 + refs.count, -1))};
            for (const Numbers& spans : each) sweeps.push_back(swept(spans, speakers, moment, refs.count, hyps.count));
        }
        return list_of(sweeps, stretches_of);
    });
}

PyObject* stretch_sums(PyObject*, PyObject* args) {
    return guarded([&]() -> PyObject* {
        PyObject *from, *to, *first, *second, *mapping;
        if (!PyArg_ParseTuple(args, "OOOOO", &from, &to, &first, &second, &mapping)) throw Failed();
        const Numbers begins = numbers_of(from), ends = numbers_of(to);
        const View ref = view_of(first), hyp = view_of(second);
        const auto partners = column_of<std::int32_t>(mapping);
        const std::size_t count = begins.size(), refs = partners.size(), hyps = count ? hyp.size() / count : 0;
        if (ends.size() != count || ref.size() != count * refs || hyp.size() != count * hyps)
            throw std::invalid_argument("columns of different lengths");
        for (const std::int32_t partner : partners)
            if (count && partner >= std::int32_t(hyps)) throw std::invalid_argument("a partner that is no speaker");
        double sums[10] = {};
        {
            WithoutGil free;
            Ticks ticks;
            for (std::size_t k = 0; k < count; ++k) {
                ticks.spend(refs + hyps + 1);
                const char *ours = ref.data() + k * refs, *theirs = hyp.data() + k * hyps;
                int one = 0, other = 0, right = 0;
                for (std::size_t row = 0; row < refs; ++row) {
                    one += ours[row];
                    right += ours[row] && partners[row] >= 0 && theirs[partners[row]];
                }
                for (std::size_t row = 0; row < hyps; ++row) other += theirs[row];
                const double width = ends[k] - begins[k];
                const int both = std::min(one, other);
                const int values[] = {1,
                                      one > 0,
                                      one > 0 && !other,
                                      !one && other > 0,
                                      one,
                                      std::max(one - other, 0),
                                      std::max(other - one, 0),
                                      both - right,
                                      other,
                                      both};
                for (std::size_t place = 0; place < 10; ++place) sums[place] += width * values[place];
            }
        }
        return Py_BuildValue("(dddddddddd)", sums[0], sums[1], sums[2], sums[3], sums[4], sums[5], sums[6], sums[7], sums[8], sums[9]);
    });
}

PyObject* without_collars(PyObject*, PyObject* args) {
    return guarded([&]() -> PyObject* {
        PyObject *regions, *from, *to;
        double collar;
        if (!PyArg_ParseTuple(args, "OOOd", &regions, &from, &to, &collar)) throw Failed();
        const Numbers spans = numbers_of(regions), begins = numbers_of(from), ends = numbers_of(to);
        if (spans.size() % 2 || begins.size() != ends.size()) throw std::invalid_argument("columns of different lengths");
        std::vector<double> found;
        {
            WithoutGil free;
            std::vector<Event> all;
            for (const int step : {1, -1}) {
                std::vector<Event> edges = region_edges(spans, step, -std::numeric_limits<double>::infinity());
                for (const Numbers& times : {begins, ends}) {
                    std::vector<Event> bounds;
                    for (std::size_t k = 0; k < times.size(); ++k) bounds.push_back({times[k] + step * collar, 0, step > 0 ? 0 : -1});
                    sort_events(bounds);
                    edges = merged(edges, bounds);
                }
                all = merged(all, edges);  // at one time, what opens goes first
            }
            int level = 0;
            bool open = false;
            double start = 0.0;
            Ticks ticks;
            for (const Event& event : all) {
                ticks.spend(1);
                level += event.step();
                if (event.turn >= 0 && level == 1) {
                    open = true;
                    start = event.time;
                } else if (event.turn < 0 && level == 0 && open && event.time > start) {
                    found.insert(found.end(), {start, event.time});
                }
            }
        }
        return bytes_of(found);
    });
}

PyMethodDef functions[] = {
    {"speaker_stretches", speaker_stretches, METH_VARARGS,
     "speaker_stretches(regions, ref, hyp, moment, /)\n--\n\n"
     "Stretches within each of some columns of regions: begins, ends, speakers, who is heard, seconds of each pair, who speaks more than "
     "once, when, and in which turn, and seconds with a speaker of the reference."},
    {"stretch_sums", stretch_sums, METH_VARARGS,
     "stretch_sums(begins, ends, ref, hyp, partners, /)\n--\n\nSeconds of the stretches by what is said in them."},
    {"without_collars", without_collars, METH_VARARGS,
     "without_collars(regions, begins, ends, collar, /)\n--\n\nThe regions (float64) without so many seconds on both sides of both ends of "
     "turns."},
    {nullptr, nullptr, 0, nullptr}};

const Part part([](PyObject* module) { add_functions(module, functions); });

}  // namespace
}  // namespace scorelite
