// Turns of an RTTM file: columns, grouped by recording and channel.
#include "python.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "plain_numbers.hpp"

namespace scorelite {
namespace {

// Reads rows of the type SPEAKER with plain times, in ASCII and without comments. Any other row ends the reading.
class TurnReader {
    static constexpr std::size_t kFields = 10, kNames = 64, kRow = 32;  // kRow: bytes that most rows have at least
    struct Known {
        View text;
        std::int32_t number = -1;
    };
    std::array<Known, kNames> last_names_;
    std::unordered_map<std::string, std::int32_t> key_numbers_;
    std::unordered_map<View, std::int32_t> name_numbers_;
    struct Run {  // rows of one key, one after the other
        std::size_t key, first;
    };
    std::vector<Run> runs_;
    View text_, file_, channel_;
    View head_, tail_;  // of the last line: what stands before its begin, and behind its name
    std::int32_t key_ = -1;
    bool in_order_ = true;  // no key comes again after another one
    bool bare_;             // nine fields without a text or a type; then durations stand in the place of ends

    enum Kind : std::uint8_t { kPlain, kBlank, kOther };
    static constexpr std::array<std::uint8_t, 256> kinds() {
        std::array<std::uint8_t, 256> kinds{};
        for (std::size_t c = 0; c < 256; ++c) kinds[c] = c < 0x20 || c > 0x7F || c == ';' ? kOther : kPlain;
        for (std::size_t c = '\t'; c <= '\r'; ++c) kinds[c] = kBlank;
        kinds[' '] = kBlank;
        return kinds;
    }
    static Kind kind(char c) {
        static constexpr std::array<std::uint8_t, 256> known = kinds();
        return Kind(known[static_cast<unsigned char>(c)]);
    }
    // Cuts a line into fields; their number, or more than kFields where the line needs a closer look.
    static std::size_t cut(const char* at, const char* end, View* fields) {
        for (std::size_t count = 0;; ++count) {
            while (at < end && kind(*at) == kBlank) ++at;
            if (at == end) return count;
            const char* const begin = at;
            for (; at < end && kind(*at) != kBlank; ++at)
                if (kind(*at) == kOther && (*at != ';' || (at + 1 < end && at[1] == ';'))) return kFields + 1;
            if (count == kFields) return kFields + 1;
            fields[count] = View(begin, std::size_t(at - begin));
        }
    }
    // Takes a line that differs from the last one in its times and its name only, with two absent fields between them.
    bool take_similar(View line) {
        static constexpr View kNothings = " <NA> <NA> ";
        if (head_.empty() || line.size() < head_.size() || std::memcmp(line.data(), head_.data(), head_.size()) != 0) return false;
        const char *const first = line.data() + head_.size(), *const end = line.data() + line.size();
        double begin, duration;
        const char* at = leading_number(first, end, begin);
        if (!at || at == end || *at != ' ' || !(at = leading_number(at + 1, end, duration))) return false;
        if (std::size_t(end - at) < kNothings.size() || std::memcmp(at, kNothings.data(), kNothings.size()) != 0) return false;
        const char* const start = at += kNothings.size();
        while (at < end && kind(*at) == kPlain) ++at;
        if (at == start || View(at, std::size_t(end - at)) != tail_) return false;
        add(View(start, std::size_t(at - start)), begin, duration, first);
        return true;
    }
    static bool is_time(View text, double& value) { return text[0] != '-' && text[0] != '+' && plain_number(text, value); }

    std::int32_t key(View file, View channel) {
        if (key_ >= 0 && file == file_ && channel == channel_) return key_;
        file_ = file;
        channel_ = channel;
        const auto found = key_numbers_.emplace(std::string(file) + '\n' + std::string(channel), std::int32_t(keys.size()));
        if (found.second)
            keys.emplace_back(file, channel);
        else
            in_order_ = false;
        key_ = found.first->second;
        runs_.push_back({std::size_t(key_), codes.size()});
        return key_;
    }
    std::int32_t name(View text) {
        // Most turns are by one of the last speakers.
        Known& last = last_names_[(text.size() * 7 + static_cast<unsigned char>(text.back())) % kNames];
        if (last.text != text) last = {text, number_of(text)};
        return last.number;
    }
    std::int32_t number_of(View text) {
        const View shown = !bare_ && text == "<NA>" ? View("", 0) : text;
        const auto found = name_numbers_.try_emplace(shown, std::int32_t(names.size()));
        if (found.second) names.push_back(shown);
        return found.first->second;
    }
    static bool is_nothing(View text) {
        return text.size() == 4 && text[0] == '<' && (text[1] | 32) == 'n' && (text[2] | 32) == 'a' && text[3] == '>';
    }
    bool take(View line, const View* f, std::size_t count) {
        double begin, duration, confidence;
        if (bare_ && (count != kFields - 1 || !is_nothing(f[5]) || !is_nothing(f[6]))) return false;
        if (count < kFields - 1 || count > kFields || f[0] != "SPEAKER" || !is_time(f[3], begin) || !is_time(f[4], duration)) return false;
        if (!bare_ && f[8] != "<NA>" && !plain_number(f[8], confidence)) return false;
        key(f[1], f[2]);
        add(f[7], begin, duration, f[3].data());
        // A line with a comment in it, or with other fields, is not taken so far.
        head_ = View(line.data(), std::size_t(f[3].data() - line.data()));
        const char* const behind = f[7].data() + f[7].size();
        tail_ = View(behind, std::size_t(line.data() + line.size() - behind));
        return true;
    }
    // Adds a turn of the key as it is now.
    void add(View speaker, double begin, double duration, const char* written) {
        codes.push_back(name(speaker));
        begins.push_back(begin);
        ends.push_back(bare_ ? duration : begin + duration);
        places.push_back(written - text_.data());
    }
    template <class T> static void sort(std::vector<T>& column, const std::vector<std::size_t>& order) {
        std::vector<T> sorted;
        sorted.reserve(order.size());
        for (const std::size_t row : order) sorted.push_back(column[row]);
        column.swap(sorted);
    }
    void reserve(std::size_t rows) {
        codes.reserve(rows);
        for (auto* column : {&begins, &ends}) column->reserve(rows);
        places.reserve(rows);
    }

  public:
    std::vector<std::pair<View, View>> keys;  // files and channels
    std::vector<View> names;
    std::vector<std::int64_t> counts;  // of rows by key
    std::vector<std::int32_t> codes;   // grouped by key, like begins and ends
    std::vector<double> begins, ends;
    std::vector<std::int64_t> places;  // where the begins stand in the text

    explicit TurnReader(bool bare) : bare_(bare) {}
    bool read(View text) {
        text_ = text;
        const char *at = text.data(), *const end = at + text.size();
        reserve(text.size() / kRow + 1);
        Ticks ticks;
        View fields[kFields];
        while (at < end) {
            const auto* newline = static_cast<const char*>(std::memchr(at, '\n', std::size_t(end - at)));
            const char* stop = newline ? newline : end;
            ticks.spend(std::size_t(stop - at) + 1);
            const View line(at, std::size_t(stop - at));
            if (!take_similar(line)) {
                const std::size_t count = cut(at, stop, fields);
                if (count && !take(line, fields, count)) return false;
            }
            at = stop + 1;
        }
        return true;
    }
    void group() {
        counts.assign(keys.size(), 0);
        const auto end = [&](const Run& run) { return &run == &runs_.back() ? codes.size() : (&run + 1)->first; };
        for (const Run& run : runs_) counts[run.key] += std::int64_t(end(run) - run.first);
        if (in_order_) return;
        std::vector<std::size_t> order(codes.size());
        std::vector<std::size_t> next(keys.size(), 0);
        for (std::size_t key = 1; key < keys.size(); ++key) next[key] = next[key - 1] + std::size_t(counts[key - 1]);
        for (const Run& run : runs_)
            for (std::size_t row = run.first; row < end(run); ++row) order[next[run.key]++] = row;
        sort(codes, order);
        sort(begins, order);
        sort(ends, order);
        sort(places, order);
    }
};

PyObject* speaker_turns(PyObject*, PyObject* data) {
    return guarded([&]() -> PyObject* {
        const View text = view_of(data);
        TurnReader reader(false);
        bool plain;
        {
            WithoutGil free;
            plain = reader.read(text);
            if (plain) reader.group();
        }
        if (!plain) Py_RETURN_NONE;
        Ref keys = own(list_of(reader.keys, [](const std::pair<View, View>& key) {
            Ref file = own(bytes_of(key.first)), channel = own(bytes_of(key.second));
            return PyTuple_Pack(2, file.get(), channel.get());
        }));
        Ref counts = own(bytes_of(reader.counts)), names = own(list_of(reader.names, bytes_item)), codes = own(bytes_of(reader.codes));
        Ref begins = own(bytes_of(reader.begins)), ends = own(bytes_of(reader.ends));
        return PyTuple_Pack(6, keys.get(), counts.get(), names.get(), codes.get(), begins.get(), ends.get());
    });
}

// Makes the turns of each recording and channel: sorted names, and columns.
class Recordings {
    const TurnReader& reader_;
    std::size_t key_ = 0, first_ = 0;
    std::vector<std::int32_t> place_of_;  // of each name among those of the recording, or -1

  public:
    explicit Recordings(const TurnReader& reader) : reader_(reader), place_of_(reader.names.size(), -1) {}

    PyObject* next(std::size_t count) {
        const std::int32_t* const numbers = reader_.codes.data() + first_;
        const double *const begins = reader_.begins.data() + first_, *const lengths = reader_.ends.data() + first_;
        std::vector<std::int32_t> known, codes(count);
        std::vector<double> ends(count);
        double first = begins[0], last = begins[0] + lengths[0], shortest = lengths[0];
        for (std::size_t row = 0; row < count; ++row) {
            std::int32_t& place = place_of_[std::size_t(numbers[row])];
            if (place < 0) {
                place = 0;
                known.push_back(numbers[row]);
            }
            ends[row] = begins[row] + lengths[row];
            first = std::min(first, begins[row]);
            last = std::max(last, ends[row]);
            shortest = std::min(shortest, lengths[row]);
        }
        const auto name = [&](std::int32_t number) { return reader_.names[std::size_t(number)]; };
        std::sort(known.begin(), known.end(), [&](std::int32_t one, std::int32_t other) { return name(one) < name(other); });
        for (std::size_t k = 0; k < known.size(); ++k) place_of_[std::size_t(known[k])] = std::int32_t(k);
        for (std::size_t row = 0; row < count; ++row) codes[row] = place_of_[std::size_t(numbers[row])];
        for (const std::int32_t number : known) place_of_[std::size_t(number)] = -1;

        const auto column = [&](const auto& values) {
            return bytes_of(View(reinterpret_cast<const char*>(values.data() + first_), 8 * count));
        };
        Ref names = own(list_of(known, [&](std::int32_t number) { return bytes_of(name(number)); }));
        Ref places = own(bytes_of(codes)), from = own(column(reader_.begins)), during = own(column(reader_.ends)), to = own(bytes_of(ends));
        Ref written = own(column(reader_.places)), bounds = own(Py_BuildValue("(ddd)", first, last, shortest));
        Ref file = own(bytes_of(reader_.keys[key_].first)), channel = own(bytes_of(reader_.keys[key_].second));
        ++key_;
        first_ += count;
        return PyTuple_Pack(9, file.get(), channel.get(), names.get(), places.get(), from.get(), during.get(), to.get(), written.get(),
                            bounds.get());
    }
};

PyObject* rttm_turns(PyObject*, PyObject* data) {
    return guarded([&]() -> PyObject* {
        const View text = view_of(data);
        TurnReader reader(true);
        bool plain;
        {
            WithoutGil free;
            plain = reader.read(text);
            if (plain) reader.group();
        }
        if (!plain) Py_RETURN_NONE;
        Recordings recordings(reader);
        return list_of(reader.counts, [&](std::int64_t count) { return recordings.next(std::size_t(count)); });
    });
}

PyMethodDef functions[] = {
    {"rttm_turns", rttm_turns, METH_O,
     "rttm_turns(data, /)\n--\n\n"
     "The turns of an RTTM file without texts by file and channel: these, sorted names, and columns of the number of "
     "the name, begins, durations, ends, and where the begins stand in the data; first begin, last end, shortest duration; None for "
     "other files."},
    {"speaker_turns", speaker_turns, METH_O,
     "speaker_turns(data, /)\n--\n\n"
     "The turns of a plain RTTM file by file and channel: these, their numbers of rows, names, and columns of the "
     "number of the name, begins and ends; None for other files."},
    {nullptr, nullptr, 0, nullptr}};

const Part part([](PyObject* module) { add_functions(module, functions); });

}  // namespace
}  // namespace scorelite
