#include <algorithm>
#include <cstring>

#include "operations.hpp"
#include "signals.hpp"

namespace scorelite {
namespace {

struct Run {
    std::size_t begin, end;
};

// Adds the runs of places that hold, of at least so many, in order; of shorter ones only some places are looked at.
template <class Holds> void add_runs(std::size_t begin, std::size_t end, std::size_t least, const Holds& holds, std::vector<Run>& out) {
    if (end - begin < least) return;
    std::size_t done = begin;  // no run that goes on has a place before
    for (std::size_t at = begin + least - 1; at < end;) {
        if (!holds(at)) {
            done = at + 1;
            at += least;
            continue;
        }
        Run run{at, at + 1};
        while (run.begin > done && holds(run.begin - 1)) --run.begin;
        while (run.end < end && holds(run.end)) ++run.end;
        if (run.end - run.begin >= least) out.push_back(run);
        done = run.end;
        at = run.end + least;
    }
}

// Texts as pairs of places among rows.
struct Texts {
    std::vector<std::int64_t> first, last;
    Texts(const std::vector<std::int64_t>& begins, const std::vector<std::int64_t>& ends, std::size_t rows) : first(begins), last(ends) {
        if (first.size() != last.size()) throw std::invalid_argument("as many ends as beginnings of texts expected");
        for (std::size_t k = 0; k < first.size(); ++k)
            if (first[k] < 0 || first[k] > last[k] || std::size_t(last[k]) > rows)
                throw std::invalid_argument("a text from " + std::to_string(first[k]) + " to " + std::to_string(last[k]) + " of " +
                                            std::to_string(rows) + " rows");
    }
    // Gives beginning and end of each text to `use`.
    template <class Use> void each(const Use& use) const {
        Ticks ticks;
        for (std::size_t k = 0; k < first.size(); ++k) {
            ticks.spend(std::size_t(last[k] - first[k]) + 1);
            use(std::size_t(first[k]), std::size_t(last[k]));
        }
    }
};

std::size_t at_least(std::int64_t number, std::int64_t least) {
    if (number < least) throw std::invalid_argument(std::to_string(number) + " where at least " + std::to_string(least) + " is expected");
    return std::size_t(number);
}

PyObject* stretches(View rows, const std::vector<std::int64_t>& begins, const std::vector<std::int64_t>& ends, View wanted,
                    std::int64_t least) {
    bool held[256] = {};
    for (unsigned char c : wanted) held[c] = true;
    const Texts texts(begins, ends, rows.size());
    const std::size_t size = at_least(least, 1);
    std::vector<Run> runs;
    without_gil([&] {
        const auto* const bytes = reinterpret_cast<const unsigned char*>(rows.data());
        texts.each([&](std::size_t from, std::size_t to) {
            add_runs(
                from, to, size, [&](std::size_t k) { return held[bytes[k]]; }, runs);
        });
    });
    std::vector<std::int64_t> first, last;
    for (const Run& run : runs) first.push_back(std::int64_t(run.begin)), last.push_back(std::int64_t(run.end));
    return tuple_of(first, last);
}

// Stretches of words of one text that repeat.
class Repeats {
    struct Loop {
        std::size_t begin, end, period;
    };
    const char* const words_;  // as int32
    std::size_t times_, longest_;
    std::vector<Run> runs_;
    std::vector<Loop> loops_;

    std::int32_t word(std::size_t k) const {
        std::int32_t number;
        std::memcpy(&number, words_ + k * sizeof number, sizeof number);
        return number;
    }

  public:
    std::vector<std::int64_t> first, last, period;
    Repeats(View words, std::size_t times, std::size_t longest) : words_(words.data()), times_(times), longest_(longest) {}

    void add(std::size_t from, std::size_t to) {
        loops_.clear();
        for (std::size_t size = 1; size <= longest_ && size < to - from; ++size) {
            if ((to - from - size) / size < times_ - 1) break;
            runs_.clear();
            const auto holds = [&](std::size_t k) { return word(k) == word(k + size); };
            add_runs(from, to - size, std::max<std::size_t>((times_ - 1) * size, 1), holds, runs_);
            for (const Run& run : runs_) loops_.push_back({run.begin, run.end + size, size});
        }
        if (!loops_.empty()) keep();
    }

  private:
    void keep() {
        std::sort(loops_.begin(), loops_.end(), [](const Loop& a, const Loop& b) {
            return a.begin != b.begin ? a.begin < b.begin : a.end != b.end ? a.end > b.end : a.period < b.period;
        });
        std::size_t farthest = 0;
        for (const Loop& loop : loops_) {
            if (loop.end <= farthest) continue;  // inside a longer one
            farthest = loop.end;
            first.push_back(std::int64_t(loop.begin));
            last.push_back(std::int64_t(loop.end));
            period.push_back(std::int64_t(loop.period));
        }
    }
};

PyObject* repeats(View words, const std::vector<std::int64_t>& begins, const std::vector<std::int64_t>& ends, std::int64_t times,
                  std::int64_t longest) {
    if (words.size() % sizeof(std::int32_t)) throw std::invalid_argument("bytes length not a multiple of item size");
    const Texts texts(begins, ends, words.size() / sizeof(std::int32_t));
    Repeats found(words, at_least(times, 2), at_least(longest, 1));
    without_gil([&] { texts.each([&](std::size_t from, std::size_t to) { found.add(from, to); }); });
    return tuple_of(found.first, found.last, found.period);
}

PyMethodDef functions[] = {
    {"stretches", operation<stretches>, METH_VARARGS,
     "stretches(rows, begins, ends, wanted, least, /)\n--\n\n"
     "Beginnings and ends (int64) of stretches of wanted bytes, of at least so many, inside one text each: texts are rows from a "
     "beginning to an end (int64)."},
    {"repeats", operation<repeats>, METH_VARARGS,
     "repeats(words, begins, ends, times, longest, /)\n--\n\n"
     "Stretches in which up to `longest` words (int32) come so many times in a row, in one text each: beginnings, ends and periods "
     "(int64)."},
    {nullptr, nullptr, 0, nullptr}};

const Part part(functions);

}  // namespace
}  // namespace scorelite
