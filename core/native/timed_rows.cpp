#include "timed_rows.hpp"

#include <cmath>

#include "decoded.hpp"
#include "operations.hpp"
#include "side.hpp"

namespace scorelite {
namespace {

// --- rows ------------------------------------------------------------------------------------------------------------

// The rows as sclite cuts them; None if one is too short.
PyObject* raw_rows(TimedRows::Kind kind, PyObject* data) {
    const View text = view_of(data);
    auto rows = std::make_unique<TimedRows>(kind, true);
    if (!without_gil([&] { return rows->read(text); })) return share(Py_None).release();
    return box<TimedRows>(std::move(rows), share(data));
}
PyObject* ctm_rows(PyObject* data) { return raw_rows(TimedRows::kWords, data); }
PyObject* stm_rows(PyObject* data) { return raw_rows(TimedRows::kSegments, data); }

// Reads the rows of a strict format; those that need a closer look are handed to `row` as text, with the object and the number of the line.
PyObject* strict_rows(std::unique_ptr<TimedRows> rows, PyObject* data, PyObject* row, std::optional<bool> every) {
    Ref boxed = own(box<TimedRows>(std::move(rows), share(data)));
    const auto hand = [&](View line, std::size_t number) {
        const Ref text = own(text_of(line));
        own(PyObject_CallFunction(row, "OnO", boxed.get(), Py_ssize_t(number), text.get()));
        return true;
    };
    if (!unbox<TimedRows>(boxed.get()).read_strictly(view_of(data), every.value_or(false), hand)) return share(Py_None).release();
    return boxed.release();
}
PyObject* read_ctm(PyObject* data, PyObject* row, std::optional<bool> every) {
    return strict_rows(std::make_unique<TimedRows>(TimedRows::kWords, false), data, row, every);
}
PyObject* read_stm(PyObject* data, PyObject* row, bool braces, std::optional<bool> every) {
    auto rows = std::make_unique<TimedRows>(TimedRows::kSegments, false);
    rows->braces = braces;
    return strict_rows(std::move(rows), data, row, every);
}
PyObject* read_rttm(PyObject* data, PyObject* row, bool lookahead, std::optional<bool> every) {
    auto rows = std::make_unique<TimedRows>(TimedRows::kTurns, false);
    rows->lookahead = lookahead;
    return strict_rows(std::move(rows), data, row, every);
}

void rows_comment(TimedRows& rows, PyObject* text) {
    const Ref encoded = bytes_of_text(text);
    rows.add_comment(view_of(encoded.get()));
}
void rows_add(TimedRows& rows, const std::vector<PyObject*>& fields, double first, double second, double confidence) {
    std::vector<View> texts;
    std::vector<Ref> encoded;  // of texts with halves of surrogates
    for (PyObject* field : fields) {
        Py_ssize_t size;
        if (const char* const data = PyUnicode_AsUTF8AndSize(field, &size)) {
            texts.emplace_back(data, std::size_t(size));
            continue;
        }
        PyErr_Clear();
        encoded.push_back(bytes_of_text(field));
        texts.push_back(view_of(encoded.back().get()));
    }
    rows.add(texts, {first, second, confidence});
}
void rows_set_inside(TimedRows& rows, bool inside) { rows.inside = inside; }
std::size_t rows_added(const TimedRows& rows) { return rows.added(); }
Py_ssize_t rows_length(PyObject* self) { return Py_ssize_t(unbox<TimedRows>(self).size()); }
// A field of all rows, or of some, as objects of Python, of which equal ones are one.
template <PyObject* make(View)> PyObject* rows_field(const TimedRows& rows, Py_ssize_t number, std::optional<PyObject*> places) {
    if (number < 0 || std::size_t(number) >= rows.fields()) throw std::invalid_argument("a field that does not exist; expected 0 or more");
    if (!places && rows.named() == 2 && number == 4) return shared_list(rows.words, make);
    if (!places) return shared_list(rows.column(std::size_t(number)), make);
    std::vector<View> texts;
    for (const std::size_t row : places_of(*places, rows.size())) texts.push_back(rows.field(row, std::size_t(number)));
    return shared_list(texts, make);
}
PyObject* rows_names(const TimedRows& rows) {
    return list_of(rows.names, [&](const TimedRows::Names& names) {
        return rows.named() == 2 ? tuple_of(names[0], names[1]) : tuple_of(names[0], names[1], names[2]);
    });
}
// The number of the column that has the numbers of a field.
std::size_t column_number(const TimedRows& rows, Py_ssize_t number) {
    const Py_ssize_t place = number - Py_ssize_t(rows.named());
    if (number > 0 && std::size_t(number) == rows.confidence()) return TimedRows::kConfidence;
    if (place < 0 || place > 1) throw std::invalid_argument("a field without numbers; expected that of a time or of a confidence");
    return std::size_t(place);
}
PyObject* rows_numbers(const TimedRows& rows, Py_ssize_t number) { return bytes_of(rows.numbers[column_number(rows, number)]); }
std::vector<double> rows_rounded(const TimedRows& rows, Py_ssize_t number) {
    std::vector<double> column = rows.numbers[column_number(rows, number)];
    for (double& value : column) value = std::isnan(value) ? 0.0 : double(float(value));
    return column;
}
PyObject* rows_odd(const TimedRows& rows, Py_ssize_t number) { return bytes_of(rows.odd[column_number(rows, number)]); }
PyObject* rows_first(const TimedRows& rows) { return bytes_of(rows.first); }
TimedRows::Rows rows_lines(const TimedRows& rows) { return {rows.lines.begin(), rows.lines.end()}; }
PyObject* rows_comments(const TimedRows& rows) {
    return list_of(rows.comments, [](const auto& comment) { return tuple_of(comment.first, comment.second); });
}
std::vector<char> rows_ignored(const TimedRows& rows) {
    std::vector<char> ignored;
    for (const View text : rows.words) ignored.push_back(TimedRows::is_ignored(text));
    return ignored;
}
std::ptrdiff_t rows_first_confidence(const TimedRows& rows) { return rows.first_confidence; }
std::size_t rows_longest(const TimedRows& rows) { return rows.longest; }
std::size_t rows_letters(const TimedRows& rows) { return rows.letters(); }
bool rows_ascii(const TimedRows& rows) { return rows.ascii(); }
PyObject* rows_side(PyObject* self) {
    auto side = std::make_unique<Side>();
    side->reserve(unbox<TimedRows>(self).size());
    for (const View text : unbox<TimedRows>(self).words) side->add_text(text);
    return box<Side>(std::move(side), share(self));
}
TimedRows::Rows rows_unusual(const TimedRows& rows, View letters) { return rows.unusual(letters); }
PyObject* rows_spoken(PyObject* self) {
    TimedRows::Spoken found = unbox<TimedRows>(self).spoken();
    return tuple_of(found.segments, found.first, own(box<TimedRows>(std::move(found.words), share(self))), found.typed);
}
TimedRows::Rows rows_marks(const TimedRows& rows) { return rows.marks(); }
bool rows_marked(const TimedRows& rows) { return rows.marked; }

PyMethodDef methods[] = {
    {"column", method<rows_field<bytes_item>>, METH_VARARGS,
     "column($self, number, rows=None, /)\n--\n\nA field of all rows, or of those that a column of int64 names, as written; empty where a "
     "row has none."},
    {"texts", method<rows_field<text_of>>, METH_VARARGS, "texts($self, number, rows=None, /)\n--\n\nA field of rows as texts."},
    {"numbers", method<rows_numbers>, METH_VARARGS,
     "numbers($self, number, /)\n--\n\nThe times or confidences of a field (float64), NaN where a row has none or an odd one."},
    {"rounded", method<rows_rounded>, METH_VARARGS,
     "rounded($self, number, /)\n--\n\nThe numbers of a field in single precision (float64), 0 where a row has none or an odd one."},
    {"odd", method<rows_odd>, METH_VARARGS,
     "odd($self, number, /)\n--\n\nThe rows (int64) that write a number with other signs than digits and a point, or with many."},
    {"add", method<rows_add>, METH_VARARGS,
     "add($self, fields, begin, second, confidence, /)\n--\n\nAdds the row of the line that is read now: its fields as texts, in the "
     "order of the file, with empty ones for those that it lacks, and the values of its two times and of its confidence."},
    {"comment", method<rows_comment>, METH_VARARGS, "comment($self, text, /)\n--\n\nAdds a comment that stands before the next row."},
    {"side", method<rows_side>, METH_VARARGS, "side($self, /)\n--\n\nThe words or texts of all rows as texts of the core."},
    {"spoken", method<rows_spoken>, METH_VARARGS,
     "spoken($self, /)\n--\n\nThe words of turns by segment: the first row of each segment, its first word and the number of words "
     "(int64), the words as rows of words, in runs, and those of another type than lex, or with a lookahead (int64). Each row begins a "
     "segment, except words that lie inside a turn of their speaker before them, or follow words of their speaker."},
    {"unusual", method<rows_unusual>, METH_VARARGS,
     "unusual($self, letters, /)\n--\n\nRows (int64) whose words have a character that is not ASCII, a control character that is no "
     "blank, or one of these letters."},
    {"set_inside", method<rows_set_inside>, METH_VARARGS,
     "set_inside($self, inside, /)\n--\n\nSays whether the next row is inside an alternation, which neither a comment nor another channel "
     "cuts: rows of other channels are then handed to Python."},
    {nullptr, nullptr, 0, nullptr}};
PyGetSetDef fields[] = {
    {"names", field<rows_names>, nullptr, "File and channel of every run of rows, of segments the speaker as well.", nullptr},
    {"first", field<rows_first>, nullptr, "The first row of every run, and the number of rows (int64).", nullptr},
    {"lines", field<rows_lines>, nullptr, "The line of every row, from 1 (int64).", nullptr},
    {"comments", field<rows_comments>, nullptr, "Comment lines, and the number of runs of words, or of segments, before each.", nullptr},
    {"ignored", field<rows_ignored>, nullptr, "Whether each segment is not to be scored (bytes).", nullptr},
    {"first_confidence", field<rows_first_confidence>, nullptr, "The first row that has a confidence, or -1.", nullptr},
    {"longest", field<rows_longest>, nullptr, "The bytes of the longest line.", nullptr},
    {"letters", field<rows_letters>, nullptr, "The bytes of all words or texts.", nullptr},
    {"ascii", field<rows_ascii>, nullptr, "Whether the file is ASCII.", nullptr},
    {"marks", field<rows_marks>, nullptr, "The rows whose words begin like a mark of an alternation (int64).", nullptr},
    {"marked", field<rows_marked>, nullptr, "Whether a word begins like a mark of an alternation.", nullptr},
    {"added", field<rows_added>, nullptr, "The number of rows that `add` added.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr}};

// --- runs of lines ---------------------------------------------------------------------------------------------------

// The first two fields of a line with a blank between them; empty for a comment and for a blank line.
std::string channel_of(View line) {
    std::string name;
    if (!line.empty() && line[0] == ';') return name;
    std::size_t at = 0;
    for (int k = 0; k < 2; ++k) {
        while (at < line.size() && is_space(static_cast<unsigned char>(line[at]))) ++at;
        const std::size_t begin = at;
        while (at < line.size() && !is_space(static_cast<unsigned char>(line[at]))) ++at;
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
            const std::size_t line_end = data.find('\n', at), end = line_end == View::npos ? data.size() : line_end + 1;
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

PyObject* channel_runs(View data) {
    Runs runs;
    without_gil([&] { runs.read(data); });
    return tuple_of(runs.names, runs.begins, runs.lines);
}

// --- segments of rows ------------------------------------------------------------------------------------------------

PyObject* cut_rows(const std::vector<std::int64_t>& runs, Numbers begins, Numbers durations, double pause, double longest) {
    if (durations.size() != begins.size()) throw std::invalid_argument("columns of different lengths");
    for (std::size_t run = 1; run < runs.size(); ++run)
        if (runs[run - 1] < 0 || runs[run] < runs[run - 1] || std::size_t(runs[run]) > begins.size())
            throw std::invalid_argument("runs of rows that do not exist; expected first rows in order");
    RowCutter cutter(begins, durations, pause, longest);
    without_gil([&] {
        for (std::size_t run = 1; run < runs.size(); ++run) cutter.cut(runs[run - 1], runs[run]);
    });
    return tuple_of(cutter.firsts, cutter.finals, cutter.ends, cutter.counts);
}

PyMethodDef functions[] = {
    {"cut_rows", operation<cut_rows>, METH_VARARGS,
     "cut_rows(first, begin, duration, pause, longest, /)\n--\n\n"
     "Segments of words with times, cut at pauses, before they get longer than `longest`, and where a word begins before its segment:\n"
     "the first row of each, the row that ends last (-1 where several end about there), its end, and the number of segments of each\n"
     "run of rows."},
    {"channel_runs", operation<channel_runs>, METH_VARARGS,
     "channel_runs(data, /)\n--\n\n"
     "Runs of lines that begin with the same two fields: both fields with a blank, the first byte of each run, and its number of\n"
     "lines (int64). Comments and blank lines belong to the run before them, or to the first."},
    {"ctm_rows", operation<ctm_rows>, METH_VARARGS,
     "ctm_rows(data, /)\n--\n\nThe rows of a file of words with times, whose fields spaces and tabs separate; None if a row is too short."},
    {"stm_rows", operation<stm_rows>, METH_VARARGS,
     "stm_rows(data, /)\n--\n\nThe segments of a file, whose fields spaces and tabs separate; None if a row is too short, or begins with "
     "half a mark of a comment."},
    {"read_ctm", operation<read_ctm>, METH_VARARGS,
     "read_ctm(data, row, every=None, /)\n--\n\nThe rows of a file of words with times. Rows with anything unusual, or every row, are not "
     "taken but handed to row(rows, number, line), which may add them. None for too many lines."},
    {"read_stm", operation<read_stm>, METH_VARARGS,
     "read_stm(data, row, braces, every=None, /)\n--\n\nThe segments of a file, as `read_ctm` reads words; with `braces` a text that has "
     "some is unusual."},
    {"read_rttm", operation<read_rttm>, METH_VARARGS,
     "read_rttm(data, row, lookahead, every=None, /)\n--\n\nThe turns, words and events of a file, as `read_ctm` reads words; without "
     "`lookahead` a row that has one is unusual."},
    {nullptr, nullptr, 0, nullptr}};

const Part part(functions, [](PyObject* module) {
    PyType_Slot slots[] = {{Py_tp_doc, slot("Rows of words or of segments with times, as places in their bytes.")},
                           {Py_tp_new, slot(not_from_python)},
                           {Py_tp_dealloc, slot(destroy<TimedRows>)},
                           {Py_tp_methods, methods},
                           {Py_tp_getset, fields},
                           {Py_sq_length, slot(rows_length)},
                           {0, nullptr}};
    add_type<TimedRows>(module, "TimedRows", slots);
});

}  // namespace
}  // namespace scorelite
