// Turns of an RTTM file: columns, grouped by recording and channel.
#include <algorithm>
#include <unordered_map>

#include "interner.hpp"
#include "operations.hpp"
#include "timed_rows.hpp"

namespace scorelite {
namespace {

// Turns grouped by recording and channel, as columns.
class Turns {
  public:
    std::vector<std::pair<View, View>> keys;  // files and channels
    std::vector<View> names;
    std::vector<std::int64_t> counts;  // of rows by key
    std::vector<std::int32_t> codes;   // grouped by key, like the other columns
    std::vector<double> begins, durations;
    std::vector<std::int64_t> places;  // where the names stand in the text

    // Groups the rows of the type SPEAKER; a speaker <NA> has no name, unless `bare`.
    Turns(const TimedRows& rows, View text, bool bare) {
        std::unordered_map<std::string, std::size_t> number_of_key;
        std::vector<std::vector<std::size_t>> runs_of_key;
        for (std::size_t run = 0; run < rows.names.size(); ++run) {
            if (rows.names[run][0] != "SPEAKER") continue;
            const View file = rows.names[run][1], channel = rows.names[run][2];
            const auto entry = number_of_key.emplace(std::string(file) + '\n' + std::string(channel), keys.size());
            if (entry.second) {
                keys.emplace_back(file, channel);
                runs_of_key.emplace_back();
            }
            runs_of_key[entry.first->second].push_back(run);
        }
        const std::vector<std::int32_t> numbers = numbers_of_names(rows, bare);
        codes.reserve(rows.size());
        places.reserve(rows.size());
        for (auto* column : {&begins, &durations}) column->reserve(rows.size());
        for (const std::vector<std::size_t>& runs : runs_of_key) {
            const std::size_t before = codes.size();
            for (const std::size_t run : runs)
                for (auto row = std::size_t(rows.first[run]); row < std::size_t(rows.first[run + 1]); ++row) {
                    codes.push_back(numbers[row]);
                    begins.push_back(rows.numbers[0][row]);
                    durations.push_back(rows.numbers[1][row]);
                    places.push_back(bare ? rows.words[row].data() - text.data() : -1);
                }
            counts.push_back(std::int64_t(codes.size() - before));
        }
    }

  private:
    std::vector<std::int32_t> numbers_of_names(const TimedRows& rows, bool bare) {
        Interner interner;
        interner.start(1024);
        std::vector<std::int32_t> numbers;
        numbers.reserve(rows.size());
        for (const View word : rows.words) {
            const View name = !bare && word == "<NA>" ? View("", 0) : word;
            numbers.push_back(std::int32_t(interner.add(name)) - 1);
            if (std::size_t(numbers.back()) == names.size()) names.push_back(name);
        }
        return numbers;
    }
};

// Makes the turns of each recording and channel: sorted names, and columns.
class Recordings {
    const Turns& turns_;
    std::size_t key_ = 0, first_ = 0;
    std::vector<std::int32_t> place_of_;  // of each name among those of the recording, or -1

  public:
    explicit Recordings(const Turns& turns) : turns_(turns), place_of_(turns.names.size(), -1) {}

    PyObject* next(std::size_t count) {
        const std::int32_t* const numbers = turns_.codes.data() + first_;
        const double *const begins = turns_.begins.data() + first_, *const lengths = turns_.durations.data() + first_;
        std::vector<std::int32_t> speakers, codes(count);
        std::vector<double> ends(count);
        double first = begins[0], last = begins[0] + lengths[0], shortest = lengths[0];
        for (std::size_t row = 0; row < count; ++row) {
            std::int32_t& place = place_of_[std::size_t(numbers[row])];
            if (place < 0) {
                place = 0;
                speakers.push_back(numbers[row]);
            }
            ends[row] = begins[row] + lengths[row];
            first = std::min(first, begins[row]);
            last = std::max(last, ends[row]);
            shortest = std::min(shortest, lengths[row]);
        }
        const auto name = [&](std::int32_t number) { return turns_.names[std::size_t(number)]; };
        std::sort(speakers.begin(), speakers.end(), [&](std::int32_t first, std::int32_t second) { return name(first) < name(second); });
        for (std::size_t k = 0; k < speakers.size(); ++k) place_of_[std::size_t(speakers[k])] = std::int32_t(k);
        for (std::size_t row = 0; row < count; ++row) codes[row] = place_of_[std::size_t(numbers[row])];
        for (const std::int32_t number : speakers) place_of_[std::size_t(number)] = -1;

        const auto column = [&](const auto& values) { return View(reinterpret_cast<const char*>(values.data() + first_), 8 * count); };
        std::vector<View> names;
        for (const std::int32_t number : speakers) names.push_back(name(number));
        Ref recording = own(tuple_of(turns_.keys[key_].first, turns_.keys[key_].second, names, codes, column(turns_.begins),
                                     column(turns_.durations), ends, column(turns_.places), own(tuple_of(first, last, shortest))));
        ++key_;
        first_ += count;
        return recording.release();
    }
};

PyObject* recordings_of(const Turns& turns) {
    Recordings recordings(turns);
    return list_of(turns.counts, [&](std::int64_t count) { return recordings.next(std::size_t(count)); });
}
PyObject* turns_of(const TimedRows& rows) { return recordings_of(Turns(rows, View(), false)); }
PyObject* bare_turns(View data) {
    std::optional<Turns> turns;
    without_gil([&] {
        TimedRows rows(TimedRows::kTurns, false);
        if (rows.read_strictly(data, false, [](View, std::size_t) { return false; }) && rows.bare && rows.comments.empty())
            turns.emplace(rows, data, true);
    });
    return turns ? recordings_of(*turns) : share(Py_None).release();
}

PyMethodDef functions[] = {
    {"turns_of", operation<turns_of>, METH_VARARGS,
     "turns_of(rows, /)\n--\n\n"
     "The SPEAKER rows that `read_rttm` read, by file and channel: these, sorted names, and columns of the number of the name, begins,\n"
     "durations, ends, and where the names stand in the data (-1); first begin, last end, shortest duration."},
    {"bare_turns", operation<bare_turns>, METH_VARARGS,
     "bare_turns(data, /)\n--\n\n"
     "The turns of an RTTM file as `turns_of` gives them, with the places of names; None for a file in which a row or a line is not a\n"
     "turn with a name and a score, in ASCII."},
    {nullptr, nullptr, 0, nullptr}};

const Part part(functions);

}  // namespace
}  // namespace scorelite
