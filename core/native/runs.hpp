// Runs: places in a row that hold, and words that come several times in a row.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "vectors.hpp"

namespace scorelite {

inline std::size_t at_least(std::int64_t number, std::int64_t least) {
    if (number < least) throw std::invalid_argument(std::to_string(number) + " where at least " + std::to_string(least) + " is expected");
    return std::size_t(number);
}

struct Run {
    std::size_t begin, end;
};

// Adds the runs of places that hold, of at least so many, in order; of shorter ones only some places are looked at.
template <class Holds>
SCORELITE_INLINE void add_runs(std::size_t begin, std::size_t end, std::size_t least, const Holds& holds, std::vector<Run>& out) {
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

// Stretches in which words come several times in a row, by their places.
class Repeats {
    struct Loop {
        std::size_t begin, end, period;
    };
    std::size_t times_, longest_;
    std::vector<Run> runs_;
    std::vector<Loop> loops_;

  public:
    std::vector<std::int64_t> first, last, period;
    // Up to `longest` words come so many times.
    Repeats(std::int64_t times, std::int64_t longest) : times_(at_least(times, 2)), longest_(at_least(longest, 1)) {}

    // Adds those of a text, whose first word has this place.
    void add(std::int64_t place, const std::int32_t* words, std::size_t count) {
        if (count < times_) return;
        loops_.clear();
        for (std::size_t size = 1; size <= longest_ && size < count; ++size) {
            if (count < times_ * size) break;
            runs_.clear();
            add_runs(
                0, count - size, (times_ - 1) * size, [&](std::size_t k) { return words[k] == words[k + size]; }, runs_);
            for (const Run& run : runs_) loops_.push_back({run.begin, run.end + size, size});
        }
        if (!loops_.empty()) keep(place);
    }

  private:
    void keep(std::int64_t place) {
        std::sort(loops_.begin(), loops_.end(), [](const Loop& a, const Loop& b) {
            return a.begin != b.begin ? a.begin < b.begin : a.end != b.end ? a.end > b.end : a.period < b.period;
        });
        std::size_t farthest = 0;
        for (const Loop& loop : loops_) {
            if (loop.end <= farthest) continue;  // inside a longer one
            farthest = loop.end;
            first.push_back(place + std::int64_t(loop.begin));
            last.push_back(place + std::int64_t(loop.end));
            period.push_back(std::int64_t(loop.period));
        }
    }
};

}  // namespace scorelite
