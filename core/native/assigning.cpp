#include <algorithm>
#include <limits>
#include <vector>

#include "operations.hpp"
#include "signals.hpp"

namespace scorelite {
namespace {

// Assigns words in order of time to segments in order of time, by the middles of the words, as sclite does.
class Assigner {
    static constexpr double kNever = std::numeric_limits<double>::infinity();
    std::vector<double> starts_, ends_, latest_;  // `latest_`: the latest end so far
    std::vector<std::size_t> owners_;             // of each word; the number of segments for none

  public:
    std::vector<std::int64_t> rows, first{0}, strays;
    std::vector<double> distances;  // of strays to the nearest segment

    // sclite keeps times of segments in single precision, which decides about words whose middle is a segment's end.
    Assigner(Numbers starts, Numbers ends) {
        for (std::size_t k = 0; k < starts.size(); ++k) {
            starts_.push_back(std::min(starts[k], double(float(starts[k]))));
            ends_.push_back(double(float(ends[k])));
            latest_.push_back(latest_.empty() ? ends_[k] : std::max(latest_[k - 1], ends_[k]));
        }
    }
    // With `attach`, a word outside all segments belongs to the next one, or to the last.
    void assign(Numbers middles, bool attach) {
        Ticks ticks;
        std::size_t next = 0;  // the segment that the words before have reached
        double passed = -kNever;
        owners_.reserve(middles.size());
        for (std::size_t word = 0; word < middles.size(); ++word) {
            ticks.spend(1);
            // A word goes no further back than the words before it.
            passed = std::max(passed, middles[word]);
            while (next + 1 < starts_.size() && passed >= latest_[next]) ++next;
            owners_.push_back(owner(word, middles[word], next, attach));
        }
        group();
    }

  private:
    std::size_t owner(std::size_t word, double middle, std::size_t next, bool attach) {
        if (starts_[next] <= middle && middle < ends_[next]) return next;
        const auto segment = std::size_t(std::upper_bound(latest_.begin(), latest_.end(), middle) - latest_.begin());
        const bool is_last = segment == starts_.size(), is_stray = is_last || middle < starts_[segment];
        if (is_stray) {
            strays.push_back(std::int64_t(word));
            const double before = segment ? middle - latest_[segment - 1] : kNever;
            distances.push_back(std::min(before, is_last ? kNever : starts_[segment] - middle));
        }
        return attach ? next : is_stray ? starts_.size() : segment;
    }
    // Puts the words of each segment together.
    void group() {
        std::vector<std::int64_t> counts(starts_.size() + 1);
        for (const std::size_t segment : owners_) ++counts[segment];
        for (std::size_t segment = 0; segment < starts_.size(); ++segment) first.push_back(first.back() + counts[segment]);
        std::vector<std::int64_t> at(first.begin(), first.end());
        rows.resize(std::size_t(first.back()));
        for (std::size_t word = 0; word < owners_.size(); ++word)
            if (owners_[word] < starts_.size()) rows[std::size_t(at[owners_[word]]++)] = std::int64_t(word);
    }
};

PyObject* assigned(Numbers starts, Numbers ends, Numbers middles, bool attach) {
    if (starts.size() != ends.size() || !starts.size())
        throw std::invalid_argument("begins and ends of segments expected, as many of both");
    Assigner assigner(starts, ends);
    without_gil([&] { assigner.assign(middles, attach); });
    return tuple_of(assigner.rows, assigner.first, assigner.strays, assigner.distances);
}

PyMethodDef functions[] = {
    {"assigned", operation<assigned>, METH_VARARGS,
     "assigned(start, end, middle, attach, /)\n--\n\n"
     "The words of each segment, both in order of time, by the middles of words (float64), as sclite assigns them: the words, one segment\n"
     "after the other, and the first of each segment (int64); words outside all segments (int64), and how far they are from the nearest "
     "one."},
    {nullptr, nullptr, 0, nullptr}};

const Part part(functions);

}  // namespace
}  // namespace scorelite
