// Tables of ctm files whose rows all have equally many fields and plain numbers.
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>
#include <vector>

#include "../../native/plain_numbers.hpp"
#include "../../native/python.hpp"
#include "shared_words.hpp"

namespace scorelite {
namespace {

struct CtmTable {
    using Runs = std::vector<std::pair<std::size_t, View>>;  // the rows where the text changes, and the texts
    Runs files, channels;
    std::vector<double> begin, duration, confidence;  // confidences in single precision
    std::vector<View> words;
    std::ptrdiff_t first_confidence = -1;  // the first row with a confidence that is not NA

    // Reads a text; false if it is no such table or a line is longer than `longest` bytes.
    bool read(View text, std::size_t longest) {
        const char *at = text.data(), *end = at + text.size();
        reserve(std::size_t(std::count(at, end, '\n')) + 1);
        Ticks ticks;
        while (at < end) {
            ticks.spend(64);
            const auto* newline = static_cast<const char*>(std::memchr(at, '\n', std::size_t(end - at)));
            const char* stop = newline ? newline : end;
            const View line(at, std::size_t(stop - at));
            if (line.size() > longest || !(similar_row(line) || row(line))) return false;
            at = stop + 1;
        }
        return true;
    }

  private:
    static constexpr std::size_t kFields = 6;
    std::size_t width_ = 0;
    View head_;  // what stands before the begin in the last line

    void reserve(std::size_t rows) {
        for (auto* column : {&begin, &duration, &confidence}) column->reserve(rows);
        words.reserve(rows);
    }
    static bool is_blank(char c) { return c == ' ' || c == '\t'; }
    static void add(Runs& runs, std::size_t row, View text) {
        if (runs.empty() || runs.back().second != text) runs.emplace_back(row, text);
    }
    static bool is_nothing(View text) { return text.size() == 2 && (text[0] | 32) == 'n' && (text[1] | 32) == 'a'; }

    // Takes a line that begins like the last one, with single blanks behind it and numbers without signs.
    bool similar_row(View line) {
        if (head_.empty() || line.size() < head_.size() || std::memcmp(line.data(), head_.data(), head_.size()) != 0) return false;
        const char *const first = line.data() + head_.size(), *const end = line.data() + line.size();
        double start, length, sure = 0.0;
        const char* at = leading_number(first, end, start);
        if (!at || at == end || *at != ' ' || !(at = leading_number(at + 1, end, length)) || at == end || *at != ' ') return false;
        const char* const word = ++at;
        while (at != end && static_cast<unsigned char>(*at) > ' ') ++at;
        const View text(word, std::size_t(at - word));
        if (text.empty()) return false;
        if (width_ == kFields && (at == end || *at != ' ' || !(at = leading_number(at + 1, end, sure)))) return false;
        if (at != end || width_ > kFields) return false;
        if (width_ == kFields && first_confidence < 0) first_confidence = std::ptrdiff_t(words.size());
        add_row(start, length, sure, text);
        return true;
    }
    bool row(View line) {
        View fields[kFields];
        std::size_t width = 0;
        for (const char *at = line.data(), *const end = at + line.size();;) {
            while (at != end && is_blank(*at)) ++at;
            if (at == end) break;
            const char* const begin = at;
            while (at != end && (*at > ' ' || !is_blank(*at))) ++at;
            if (width < kFields) fields[width] = View(begin, std::size_t(at - begin));
            ++width;
        }
        if (width < kFields - 1 || (width_ && width != width_)) return false;
        width_ = width;
        // Two ampersands mark unreliable times.
        if (fields[2].substr(0, 2) == "&&") fields[2].remove_prefix(2);
        double start, length, sure = 0.0;
        if (!plain_number(fields[2], start) || !plain_number(fields[3], length)) return false;
        if (width >= kFields) {
            const bool nothing = is_nothing(fields[5]);
            if (!nothing && !plain_number(fields[5], sure)) return false;
            if (!nothing && first_confidence < 0) first_confidence = std::ptrdiff_t(words.size());
        }
        add(files, words.size(), fields[0]);
        add(channels, words.size(), fields[1]);
        add_row(start, length, sure, fields[4]);
        head_ = View(line.data(), std::size_t(fields[2].data() - line.data()));
        return true;
    }
    void add_row(double start, double length, double sure, View word) {
        begin.push_back(start);
        duration.push_back(length);
        confidence.push_back(double(float(sure)));
        words.push_back(word);
    }
};

PyObject* runs_list(const CtmTable::Runs& runs) {
    return list_of(runs, [](const std::pair<std::size_t, View>& run) {
        return Py_BuildValue("(ny#)", Py_ssize_t(run.first), run.second.data(), Py_ssize_t(run.second.size()));
    });
}
PyObject* ctm_table(PyObject*, PyObject* args) {
    return guarded([&]() -> PyObject* {
        PyObject* data;
        Py_ssize_t longest;
        if (!PyArg_ParseTuple(args, "On", &data, &longest)) throw Failed();
        const View text = view_of(data);
        CtmTable table;
        {
            WithoutGil released;
            if (!table.read(text, std::size_t(longest))) table.words.clear();
        }
        if (table.words.empty()) return share(Py_None).release();
        Ref files = own(runs_list(table.files)), channels = own(runs_list(table.channels)), words = own(shared_words(table.words));
        Ref begin = own(bytes_of(table.begin)), duration = own(bytes_of(table.duration)), confidence = own(bytes_of(table.confidence));
        return Py_BuildValue("(OOOOOOn)", files.get(), channels.get(), begin.get(), duration.get(), words.get(), confidence.get(),
                             Py_ssize_t(table.first_confidence));
    });
}

PyMethodDef functions[] = {
    {"ctm_table", ctm_table, METH_VARARGS,
     "ctm_table(text, longest, /)\n--\n\nThe columns of ctm rows that have equally many fields and plain numbers, or None; confidences "
     "are rounded to single precision."},
    {nullptr, nullptr, 0, nullptr}};

const Part part([](PyObject* module) { add_functions(module, functions); });

}  // namespace
}  // namespace scorelite
