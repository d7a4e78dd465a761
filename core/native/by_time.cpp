// Words with times paired by time: with the segments that their middles lie in, or with the words of another side between pauses.
#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

#include "operations.hpp"
#include "signals.hpp"

namespace scorelite {
namespace {

using Rows = std::vector<std::int64_t>;
using Times = std::vector<double>;

// Words with times as Python has them, a row each: begins and durations, the first row of every run and the number of rows, the channel of
// every run (-1 for none), and the rows of the marks of alternations with their kinds.
using GivenWords = std::tuple<Numbers, Numbers, Rows, Rows, Rows, View>;
enum Mark : char { kOpen, kBranch, kClose };

// Rows one after another, as runs of consecutive ones; ~row is the null word behind the mark in that row, and a run of its own.
struct RowRuns {
    Rows firsts, behinds;
    std::int64_t size = 0;

    void add(std::int64_t row) {
        ++size;
        if (!behinds.empty() && row == behinds.back() && row > 0) {
            ++behinds.back();
            return;
        }
        firsts.push_back(row);
        behinds.push_back(row + 1);
    }
};

// What is paired as a whole: a word, or an alternation. Its number is that of its first row.
class Units {
    static constexpr double kNever = std::numeric_limits<double>::infinity();
    struct Alternation {  // it begins with its first word, ends with its last one, and has the latest middle of its words
        std::int64_t first, behind;
        double begin, middle, end;
    };
    const Numbers begins_, durations_;
    const Rows first_;
    std::vector<std::pair<std::int64_t, std::size_t>> runs_;  // channels and their runs, sorted
    std::vector<Alternation> alternations_;
    const Rows marks_;
    Rows hollow_;  // marks behind which no word stands

  public:
    explicit Units(const GivenWords& given)
        : begins_(std::get<0>(given)), durations_(std::get<1>(given)), first_(std::get<2>(given)), marks_(std::get<4>(given)) {
        check(given);
        const Rows& channels = std::get<3>(given);
        for (std::size_t run = 0; run < channels.size(); ++run) runs_.emplace_back(channels[run], run);
        std::sort(runs_.begin(), runs_.end());
        find_alternations(std::get<5>(given));
        for (Alternation& each : alternations_) measure(each);
    }
    double begin(std::int64_t unit) const {
        const Alternation* const whole = alternation_of(unit);
        return whole ? whole->begin : begins_[std::size_t(unit)];
    }
    double middle(std::int64_t unit) const {
        const Alternation* const whole = alternation_of(unit);
        return whole ? whole->middle : middle_of_row(std::size_t(unit));
    }
    double end(std::int64_t unit) const {
        const Alternation* const whole = alternation_of(unit);
        return whole ? whole->end : end_of_row(std::size_t(unit));
    }
    Times middles(const Rows& units) const {
        Times times;
        times.reserve(units.size());
        for (const std::int64_t unit : units) times.push_back(middle(unit));
        return times;
    }
    Rows channels() const {  // that have runs, in order
        Rows numbers;
        for (const auto& [channel, run] : runs_)
            if (channel >= 0 && (numbers.empty() || channel != numbers.back())) numbers.push_back(channel);
        return numbers;
    }
    // The units of a channel in the order of their begins; those that begin together keep their order.
    Rows of(std::int64_t channel) const {
        Rows units;
        auto run = std::lower_bound(runs_.begin(), runs_.end(), std::pair(channel, std::size_t(0)));
        for (; run != runs_.end() && run->first == channel; ++run) add_units(first_[run->second], first_[run->second + 1], units);
        const auto is_before = [&](std::int64_t a, std::int64_t b) { return begin(a) < begin(b); };
        if (!std::is_sorted(units.begin(), units.end(), is_before)) std::stable_sort(units.begin(), units.end(), is_before);
        return units;
    }
    // Adds the rows of a unit. sclite reads the null word behind a mark before another, but loses the word that follows that one.
    void add_rows(std::int64_t unit, RowRuns& rows) const {
        const Alternation* const whole = alternation_of(unit);
        for (std::int64_t row = unit; row < (whole ? whole->behind : unit + 1); ++row) {
            rows.add(row);
            if (whole && std::binary_search(hollow_.begin(), hollow_.end(), row)) rows.add(~row);
        }
    }

  private:
    static void check(const GivenWords& given) {
        const auto& [begins, durations, first, channels, marks, kinds] = given;
        const auto size = std::int64_t(begins.size());
        const bool are_runs =
            first.size() == channels.size() + 1 && first.front() == 0 && first.back() == size && std::is_sorted(first.begin(), first.end());
        const bool are_marks = marks.size() == kinds.size() && std::is_sorted(marks.begin(), marks.end(), std::less_equal<>()) &&
                               (marks.empty() || (marks.front() >= 0 && marks.back() < size));
        if (durations.size() != begins.size() || !are_runs || !are_marks)
            throw std::invalid_argument("words with times expected: columns of equal length, runs of rows, and marks in order");
    }
    double middle_of_row(std::size_t row) const { return begins_[row] + 0.5 * durations_[row]; }
    double end_of_row(std::size_t row) const { return begins_[row] + durations_[row]; }
    // The first alternation that ends behind a row.
    std::vector<Alternation>::const_iterator alternation_behind(std::int64_t row) const {
        const auto ends_before = [](const Alternation& each, std::int64_t at) { return each.behind <= at; };
        return std::lower_bound(alternations_.begin(), alternations_.end(), row, ends_before);
    }
    const Alternation* alternation_of(std::int64_t row) const {
        if (alternations_.empty()) return nullptr;
        const auto found = alternation_behind(row);
        return found != alternations_.end() && found->first <= row ? &*found : nullptr;
    }
    void find_alternations(View kinds) {
        std::int64_t opened = 0;
        for (std::size_t k = 0; k < marks_.size(); ++k) {
            if (kinds[k] != kClose && k + 1 < marks_.size() && marks_[k + 1] == marks_[k] + 1) hollow_.push_back(marks_[k]);
            if (kinds[k] == kOpen) opened = marks_[k];
            if (kinds[k] != kClose) continue;
            if (!alternations_.empty() && alternations_.back().first == opened)
                alternations_.back().behind = marks_[k] + 1;
            else
                alternations_.push_back({opened, marks_[k] + 1, kNever, -kNever, -kNever});
        }
    }
    void measure(Alternation& whole) const {
        bool has_words = false;
        for (std::int64_t row = whole.first; row < whole.behind; ++row) {
            if (std::binary_search(marks_.begin(), marks_.end(), row)) continue;
            has_words = true;
            whole.begin = std::min(whole.begin, begins_[std::size_t(row)]);
            whole.middle = std::max(whole.middle, middle_of_row(std::size_t(row)));
            whole.end = std::max(whole.end, end_of_row(std::size_t(row)));
        }
        if (has_words) return;
        // It goes with the word before it, or with what its own mark says where none is before it.
        if (std::binary_search(first_.begin(), first_.end(), whole.first)) {
            const auto row = std::size_t(whole.first);
            whole = {whole.first, whole.behind, begins_[row], middle_of_row(row), end_of_row(row)};
        } else {
            const std::int64_t before = whole.first - 1;
            whole = {whole.first, whole.behind, begin(before), middle(before), end(before)};
        }
    }
    void add_units(std::int64_t first, std::int64_t behind, Rows& units) const {
        auto next = alternation_behind(first);
        for (std::int64_t row = first; row < behind; ++row) {
            while (next != alternations_.end() && next->behind <= row) ++next;
            if (next != alternations_.end() && row > next->first)
                row = next->behind - 1;  // the rest of the alternation
            else
                units.push_back(row);
        }
    }
};

// --- segments --------------------------------------------------------------------------------------------------------

// Assigns words in order of time to segments in order of time, by the middles of the words, as sclite does.
class Assigner {
    static constexpr double kNever = std::numeric_limits<double>::infinity();
    Times starts_, ends_, latest_;     // `latest_`: the latest end so far
    std::vector<std::size_t> owners_;  // of each word; the number of segments for none

  public:
    Rows words, first{0}, strays;
    Times distances;  // of strays to the nearest segment

    // sclite keeps times of segments in single precision, which decides about words whose middle is a segment's end.
    void add_segment(double start, double end) {
        starts_.push_back(std::min(start, double(float(start))));
        ends_.push_back(double(float(end)));
        latest_.push_back(latest_.empty() ? ends_.back() : std::max(latest_.back(), ends_.back()));
    }
    // With `attach`, a word outside all segments belongs to the next one, or to the last.
    void assign(const Times& middles, bool attach, Ticks& ticks) {
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
        Rows counts(starts_.size() + 1);
        for (const std::size_t segment : owners_) ++counts[segment];
        for (std::size_t segment = 0; segment < starts_.size(); ++segment) first.push_back(first.back() + counts[segment]);
        Rows at(first.begin(), first.end());
        words.resize(std::size_t(first.back()));
        for (std::size_t word = 0; word < owners_.size(); ++word)
            if (owners_[word] < starts_.size()) words[std::size_t(at[owners_[word]]++)] = std::int64_t(word);
    }
};

// Segments as Python has them: begins, ends, the channel of each (-1 for none), and whether it is ignored.
using GivenSegments = std::tuple<Numbers, Numbers, Rows, View>;

// The words of each segment.
class InSegments {
    const Numbers starts_, ends_;
    const Rows channels_;
    const View ignored_;
    const Units units_;
    std::vector<Rows> of_channels_;  // the units of each channel, segment after segment
    struct Part {                    // of the units of a channel
        const std::int64_t* begin = nullptr;
        const std::int64_t* end = nullptr;
    };
    std::vector<Part> parts_;  // of each segment
    Ticks ticks_;

  public:
    RowRuns rows;                    // of all segments that are not ignored
    Rows first{0};                   // the first row of each of these
    Rows stray_segments;             // of words outside all segments, the first segment of their channel
    Times stray_middles, distances;  // the middles of these words, and how far they are from the nearest segment
    Rows overlaps, silent;           // pairs of segments that overlap; segments beyond all words of their channel
    std::int64_t ignored_words = 0, beyond = 0;

    InSegments(const GivenSegments& segments, const GivenWords& words)
        : starts_(std::get<0>(segments)),
          ends_(std::get<1>(segments)),
          channels_(std::get<2>(segments)),
          ignored_(std::get<3>(segments)),
          units_(words),
          parts_(channels_.size()) {
        const std::size_t size = channels_.size();
        const bool are_channels = std::all_of(channels_.begin(), channels_.end(), [&](auto k) { return k < std::int64_t(size); });
        if (starts_.size() != size || ends_.size() != size || ignored_.size() != size || !are_channels)
            throw std::invalid_argument("segments expected: columns of equal length, and channels with smaller numbers");
    }
    void assign(bool attach, std::int64_t few) {
        std::vector<std::vector<std::size_t>> segments;
        for (std::size_t place = 0; place < channels_.size(); ++place) {
            if (channels_[place] < 0) continue;
            if (segments.size() <= std::size_t(channels_[place])) segments.resize(std::size_t(channels_[place]) + 1);
            segments[std::size_t(channels_[place])].push_back(place);
        }
        of_channels_.reserve(segments.size());
        for (std::size_t channel = 0; channel < segments.size(); ++channel)
            if (!segments[channel].empty()) assign_channel(channel, segments[channel], attach, few);
        gather();
    }

  private:
    void assign_channel(std::size_t channel, std::vector<std::size_t>& segments, bool attach, std::int64_t few) {
        std::stable_sort(segments.begin(), segments.end(), [&](std::size_t a, std::size_t b) {
            return starts_[a] < starts_[b] || (starts_[a] == starts_[b] && ends_[a] < ends_[b]);
        });
        for (std::size_t k = 1; k < segments.size(); ++k)
            if (starts_[segments[k]] < ends_[segments[k - 1]])
                for (const std::size_t place : {segments[k - 1], segments[k]}) overlaps.push_back(std::int64_t(place));
        const Rows units = units_.of(std::int64_t(channel));
        const Times middles = units_.middles(units);
        if (!middles.empty()) count_beyond(segments, middles, few);
        Assigner assigner;
        for (const std::size_t place : segments) assigner.add_segment(starts_[place], ends_[place]);
        assigner.assign(middles, attach, ticks_);
        for (const std::int64_t stray : assigner.strays) {
            stray_segments.push_back(std::int64_t(segments[0]));
            stray_middles.push_back(middles[std::size_t(stray)]);
        }
        distances.insert(distances.end(), assigner.distances.begin(), assigner.distances.end());
        Rows& assigned = of_channels_.emplace_back();
        assigned.reserve(assigner.words.size());
        for (const std::int64_t word : assigner.words) assigned.push_back(units[std::size_t(word)]);
        for (std::size_t k = 0; k < segments.size(); ++k)
            parts_[segments[k]] = {assigned.data() + assigner.first[k], assigned.data() + assigner.first[k + 1]};
    }
    // Counts the words beyond all segments of a channel, and notes the segments beyond all of its words, unless these are few.
    void count_beyond(const std::vector<std::size_t>& segments, const Times& middles, std::int64_t few) {
        const auto [lowest, highest] = std::minmax_element(middles.begin(), middles.end());
        double end = ends_[segments[0]];
        Rows silent_here;
        for (const std::size_t place : segments) {
            end = std::max(end, ends_[place]);
            if (ends_[place] <= *lowest || starts_[place] > *highest) silent_here.push_back(std::int64_t(place));
        }
        if (std::int64_t(silent_here.size()) > few) silent.insert(silent.end(), silent_here.begin(), silent_here.end());
        for (const double middle : middles) beyond += middle < starts_[segments[0]] || middle >= end;
    }
    void gather() {
        for (std::size_t place = 0; place < parts_.size(); ++place) {
            const auto [begin, end] = parts_[place];
            if (ignored_[place]) ignored_words += end - begin;
            if (ignored_[place] || channels_[place] < 0) continue;
            for (const std::int64_t* unit = begin; unit != end; ++unit) units_.add_rows(*unit, rows);
            first.push_back(rows.size);
        }
    }
};

PyObject* words_in_segments(const GivenSegments& segments, const GivenWords& words, bool attach, std::int64_t few) {
    InSegments paired(segments, words);
    without_gil([&] { paired.assign(attach, few); });
    return tuple_of(paired.rows.firsts, paired.rows.behinds, paired.first,
                    own(tuple_of(paired.stray_segments, paired.stray_middles, paired.distances)), paired.overlaps, paired.silent,
                    paired.beyond, paired.ignored_words);
}

// --- pauses ----------------------------------------------------------------------------------------------------------

// The words of two sides, cut where both are silent.
class BetweenPauses {
    const Units units_[2];
    const double pause_;

  public:
    RowRuns rows[2];
    Rows first[2]{{0}, {0}}, channels;
    Times begins, ends;
    std::int64_t beyond[2]{0, 0};  // the words of both sides before the first or after the last one of the other side

    BetweenPauses(const GivenWords& ref, const GivenWords& hyp, double pause) : units_{Units(ref), Units(hyp)}, pause_(pause) {}
    void cut(std::int64_t few) {
        Ticks ticks;
        for (const std::int64_t channel : units_[0].channels()) {
            const Rows units[2] = {units_[0].of(channel), units_[1].of(channel)};
            ticks.spend(1 + units[0].size() + units[1].size());
            count_beyond(units, few);
            cut_channel(channel, units);
        }
    }

  private:
    // Counts the words of each side beyond those of the other one; less than `few` are none.
    void count_beyond(const Rows (&units)[2], std::int64_t few) {
        if (units[0].empty() || units[1].empty()) return;
        const Times middles[2] = {units_[0].middles(units[0]), units_[1].middles(units[1])};
        for (const int side : {0, 1}) {
            const auto [lowest, highest] = std::minmax_element(middles[1 - side].begin(), middles[1 - side].end());
            std::int64_t count = 0;
            for (const double middle : middles[side]) count += middle < *lowest || middle > *highest;
            if (count >= few) beyond[side] += count;
        }
    }
    void cut_channel(std::int64_t channel, const Rows (&units)[2]) {
        std::size_t at[2] = {0, 0};
        double latest = 0;
        for (bool is_first = true; at[0] < units[0].size() || at[1] < units[1].size(); is_first = false) {
            const bool of_hyp = at[0] == units[0].size() ||
                                (at[1] < units[1].size() && units_[1].begin(units[1][at[1]]) < units_[0].begin(units[0][at[0]]));
            const std::int64_t unit = units[of_hyp][at[of_hyp]++];
            const double begin = units_[of_hyp].begin(unit), end = units_[of_hyp].end(unit);
            if (is_first || begin - latest >= pause_) {
                if (!is_first) close(latest);
                channels.push_back(channel);
                begins.push_back(begin);
            }
            latest = is_first ? end : std::max(latest, end);
            units_[of_hyp].add_rows(unit, rows[of_hyp]);
        }
        if (begins.size() > ends.size()) close(latest);
    }
    void close(double latest) {
        ends.push_back(latest);
        for (const int side : {0, 1}) first[side].push_back(rows[side].size);
    }
};

PyObject* words_between_pauses(const GivenWords& ref, const GivenWords& hyp, double pause, std::int64_t few) {
    BetweenPauses paired(ref, hyp, pause);
    without_gil([&] { paired.cut(few); });
    const auto side = [&](int k) { return own(tuple_of(paired.rows[k].firsts, paired.rows[k].behinds, paired.first[k])); };
    return tuple_of(side(0), side(1), paired.channels, paired.begins, paired.ends, own(tuple_of(paired.beyond[0], paired.beyond[1])));
}

PyMethodDef functions[] = {
    {"words_in_segments", operation<words_in_segments>, METH_VARARGS,
     "words_in_segments(segments, words, attach, few, /)\n--\n\n"
     "The words of each segment that is not ignored, by their middles, as sclite assigns them. `segments` are begins, ends, channels\n"
     "(-1 for none) and whether each is ignored; `words` are begins, durations, the first row of each run and the number of rows, the\n"
     "channel of each run, the rows of marks of alternations, and their kinds.\n\n"
     "These are runs of rows, as their first rows and the rows behind them, ~row for the null word behind the mark in a row; the\n"
     "number of rows before each segment, and of all; of the words outside all\n"
     "segments the first segment of their channel, their middles, and how far each is from the nearest segment; the pairs of\n"
     "segments that overlap; the segments before the first or after the last word of their channel, unless these are `few`; the\n"
     "number of words before the first or after the last segment of their channel; and that of words in ignored segments."},
    {"words_between_pauses", operation<words_between_pauses>, METH_VARARGS,
     "words_between_pauses(ref, hyp, pause, few, /)\n--\n\n"
     "The words of two sides, cut where both are silent for so long: runs of rows and the number of rows before each piece, as\n"
     "`words_in_segments` has them, for each side; the channel, the begin and the end of each piece; and the words of each side beyond "
     "those of the other one, of a channel with `few` or more."},
    {nullptr, nullptr, 0, nullptr}};

const Part part(functions);

}  // namespace
}  // namespace scorelite
