#include "timed_files.hpp"

#include <numeric>

#include "decoded.hpp"
#include "python.hpp"

namespace scorelite {
namespace {

PyObject* decoded_texts(const std::vector<View>& texts) { return list_of(texts, decoded); }
PyObject* comments_list(const Comments& comments) {
    return list_of(comments, [](const std::pair<View, std::size_t>& comment) {
        Ref line = own(decoded(comment.first));
        return Py_BuildValue("(On)", line.get(), Py_ssize_t(comment.second));
    });
}

// --- rows of words ---------------------------------------------------------------------------------------------------

PyObject* ctm_rows(PyObject*, PyObject* data) {
    return guarded([&]() -> PyObject* {
        const View text = view_of(data);
        auto rows = std::make_unique<TimedRows>();
        bool plain;
        {
            WithoutGil released;
            plain = rows->read(text);
        }
        if (!plain) Py_RETURN_NONE;
        return box<TimedRows>(std::move(rows), share(data));
    });
}
Py_ssize_t rows_length(PyObject* self) { return Py_ssize_t(unbox<TimedRows>(self).size()); }
PyObject* rows_words(PyObject* self, PyObject*) {
    return guarded([&] { return shared_texts(unbox<TimedRows>(self).words); });
}
PyObject* rows_fields(PyObject* self, PyObject* args) {
    return guarded([&] {
        const TimedRows& rows = unbox<TimedRows>(self);
        Py_ssize_t number, first, last;
        if (!PyArg_ParseTuple(args, "nnn", &number, &first, &last)) throw Failed();
        if (number < 0 || first < 0 || last < first || std::size_t(last) > rows.size())
            throw std::invalid_argument("rows that do not exist; expected 0 to their number");
        std::vector<std::size_t> places(std::size_t(last - first));
        std::iota(places.begin(), places.end(), std::size_t(first));
        return list_of(places, [&](std::size_t row) { return decoded(rows.field(row, std::size_t(number))); });
    });
}
PyObject* rows_picked(PyObject* self, PyObject* args) {
    return guarded([&] {
        const TimedRows& rows = unbox<TimedRows>(self);
        Py_ssize_t number;
        PyObject* places;
        if (!PyArg_ParseTuple(args, "nO", &number, &places)) throw Failed();
        if (number < 0) throw std::invalid_argument("a field that does not exist; expected 0 or more");
        return list_of(places_of(places, rows.size()), [&](std::size_t row) { return decoded(rows.field(row, std::size_t(number))); });
    });
}
PyObject* rows_names(PyObject* self, void*) {
    return guarded([&] {
        return list_of(unbox<TimedRows>(self).names, [](const std::pair<View, View>& name) {
            Ref file = own(decoded(name.first)), channel = own(decoded(name.second));
            return PyTuple_Pack(2, file.get(), channel.get());
        });
    });
}
template <auto column> PyObject* rows_column(PyObject* self, void*) {
    return guarded([&] { return bytes_of(unbox<TimedRows>(self).*column); });
}
PyObject* rows_comments(PyObject* self, void*) {
    return guarded([&] { return comments_list(unbox<TimedRows>(self).comments); });
}

PyMethodDef methods[] = {
    {"words", rows_words, METH_NOARGS, "words($self, /)\n--\n\nThe words of all rows; equal words are one object."},
    {"fields", rows_fields, METH_VARARGS,
     "fields($self, number, first, last, /)\n--\n\nA field of some rows as text, numbered from 0; empty where a row has none."},
    {"picked", rows_picked, METH_VARARGS,
     "picked($self, number, rows, /)\n--\n\nA field of the rows that a column of int64 names, as text; empty where a row has none."},
    {nullptr, nullptr, 0, nullptr}};
PyGetSetDef fields[] = {
    {"names", rows_names, nullptr, "File and channel of every run of rows.", nullptr},
    {"first", rows_column<&TimedRows::first>, nullptr, "The first row of every run, and the number of rows (int64).", nullptr},
    {"lines", rows_column<&TimedRows::lines>, nullptr, "The line of every row, from 1 (int64).", nullptr},
    {"begin", rows_column<&TimedRows::begin>, nullptr, "Begins in seconds (float64).", nullptr},
    {"duration", rows_column<&TimedRows::duration>, nullptr, "Durations in seconds (float64).", nullptr},
    {"confidence", rows_column<&TimedRows::confidence>, nullptr, "Confidences (float64), NaN where a row has none.", nullptr},
    {"comments", rows_comments, nullptr, "Comment lines, and the number of runs before each.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr}};

// --- segments --------------------------------------------------------------------------------------------------------

PyObject* stm_segments(PyObject*, PyObject* data) {
    return guarded([&]() -> PyObject* {
        const View text = view_of(data);
        TimedSegments found;
        bool plain;
        {
            WithoutGil released;
            plain = found.read(text);
        }
        if (!plain) Py_RETURN_NONE;
        Ref texts = own(PyTuple_New(TimedSegments::kColumns));
        for (int k = 0; k < TimedSegments::kColumns; ++k) {
            const bool shared = k != TimedSegments::kBegin && k != TimedSegments::kEnd && k != TimedSegments::kText;
            PyTuple_SetItem(texts.get(), k, own(shared ? shared_texts(found.texts[k]) : decoded_texts(found.texts[k])).release());
        }
        Ref begin = own(bytes_of(found.begin)), end = own(bytes_of(found.end)), lines = own(bytes_of(found.lines));
        Ref ignored = own(bytes_of(found.ignored)), comments = own(comments_list(found.comments));
        Ref marked = own(list_of(found.marked, PyLong_FromSize_t));
        return PyTuple_Pack(7, texts.get(), begin.get(), end.get(), ignored.get(), lines.get(), comments.get(), marked.get());
    });
}

// --- runs of lines ---------------------------------------------------------------------------------------------------

bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
// The first two fields of a line with a blank between them; empty for a comment and for a blank line.
std::string channel_of(View line) {
    std::string name;
    if (!line.empty() && line[0] == ';') return name;
    std::size_t at = 0;
    for (int k = 0; k < 2; ++k) {
        while (at < line.size() && is_blank(line[at])) ++at;
        const std::size_t begin = at;
        while (at < line.size() && !is_blank(line[at])) ++at;
        if (k && at > begin) name += ' ';
        name.append(line.data() + begin, at - begin);
    }
    return name;
}

struct Runs {
    std::vector<std::string> names;
    std::vector<std::int64_t> begins, lines;

    void read(View data) {
        Ticks ticks;
        for (std::size_t at = 0; at < data.size();) {
            const std::size_t found = data.find('\n', at), end = found == View::npos ? data.size() : found + 1;
            ticks.spend(1 + (end - at) / 16);
            std::string name = channel_of(data.substr(at, end - at));
            if (names.empty() || (!name.empty() && !names.back().empty() && name != names.back())) {
                names.push_back(std::move(name));
                begins.push_back(std::int64_t(at));
                lines.push_back(0);
            } else if (!name.empty()) {
                names.back() = std::move(name);
            }
            ++lines.back();
            at = end;
        }
    }
};

PyObject* channel_runs(PyObject*, PyObject* data) {
    return guarded([&]() -> PyObject* {
        const View text = view_of(data);
        Runs runs;
        {
            WithoutGil released;
            runs.read(text);
        }
        Ref names = own(list_of(runs.names, [](const std::string& name) { return bytes_of(View(name)); }));
        Ref begins = own(bytes_of(runs.begins)), lines = own(bytes_of(runs.lines));
        return PyTuple_Pack(3, names.get(), begins.get(), lines.get());
    });
}

// --- segments of rows ------------------------------------------------------------------------------------------------

PyObject* cut_rows(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject *first, *begin, *duration;
        double pause, longest;
        if (!PyArg_ParseTuple(args, "OOOdd", &first, &begin, &duration, &pause, &longest)) throw Failed();
        const std::vector<std::int64_t> runs = column_of<std::int64_t>(first);
        const Numbers begins = numbers_of(begin), durations = numbers_of(duration);
        if (durations.size() != begins.size()) throw std::invalid_argument("columns of different lengths");
        for (std::size_t run = 1; run < runs.size(); ++run)
            if (runs[run - 1] < 0 || runs[run] < runs[run - 1] || std::size_t(runs[run]) > begins.size())
                throw std::invalid_argument("runs of rows that do not exist; expected first rows in order");
        RowCutter cutter(begins, durations, pause, longest);
        {
            WithoutGil released;
            for (std::size_t run = 1; run < runs.size(); ++run) cutter.cut(runs[run - 1], runs[run]);
        }
        Ref firsts = own(bytes_of(cutter.firsts)), finals = own(bytes_of(cutter.finals));
        Ref ends = own(bytes_of(cutter.ends)), counts = own(bytes_of(cutter.counts));
        return PyTuple_Pack(4, firsts.get(), finals.get(), ends.get(), counts.get());
    });
}

PyMethodDef functions[] = {
    {"cut_rows", cut_rows, METH_VARARGS,
     "cut_rows(first, begin, duration, pause, longest, /)\n--\n\n"
     "Segments of words with times, cut at pauses, before they get longer than `longest`, and where a word begins before its segment:\n"
     "the first row of each, the row that ends last (-1 where several end about there), its end, and the number of segments of each\n"
     "run of rows."},
    {"channel_runs", channel_runs, METH_O,
     "channel_runs(data, /)\n--\n\n"
     "Runs of lines that begin with the same two fields: both fields with a blank, the first byte of each run, and its number of\n"
     "lines (int64). Comments and blank lines belong to the run before them, or to the first."},
    {"ctm_rows", ctm_rows, METH_O,
     "ctm_rows(data, /)\n--\n\nThe rows of a file of words with times that needs no closer look; None for other files."},
    {"stm_segments", stm_segments, METH_O,
     "stm_segments(data, /)\n--\n\n"
     "The segments of a file that needs no closer look, braces aside: texts by column, begins, ends, whether they are ignored, lines,\n"
     "comments, and segments with a brace; None for other files."},
    {nullptr, nullptr, 0, nullptr}};

const Part part([](PyObject* module) {
    PyType_Slot slots[] = {{Py_tp_doc, slot("Words with times of a ctm file, as places in its bytes.")},
                           {Py_tp_new, slot(not_from_python)},
                           {Py_tp_dealloc, slot(destroy<TimedRows>)},
                           {Py_tp_methods, methods},
                           {Py_tp_getset, fields},
                           {Py_sq_length, slot(rows_length)},
                           {0, nullptr}};
    add_type<TimedRows>(module, "TimedRows", slots);
    add_functions(module, functions);
});

}  // namespace
}  // namespace scorelite
