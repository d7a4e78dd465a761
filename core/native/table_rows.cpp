// Rows of tables as utterances whose texts and ids stay bytes: fields with a separator, and columns in batches.
#include <algorithm>
#include <string>

#include "decoded.hpp"
#include "interner.hpp"
#include "operations.hpp"
#include "runs.hpp"
#include "side.hpp"
#include "spans.hpp"
#include "utterance_text.hpp"

namespace scorelite {
namespace {

// The fields of a row as Python's module csv reads them, which is strict about quotes. A line ends at a newline, a carriage return or both,
// but not within quotes.
class Fields {
    View data_;
    char separator_;
    bool returns_;  // whether there are carriage returns
    std::size_t at_, line_end_;
    bool more_ = true;

  public:
    // The row that begins at a place.
    Fields(View data, std::size_t at, char separator, bool returns)
        : data_(data), separator_(separator), returns_(returns), at_(at), line_end_(line_end(at)) {}
    bool more() const { return more_; }
    // Whether the line is empty with which the row begins.
    bool empty() const { return at_ == line_end_; }
    // Where the row ends, once all its fields are read, and the place behind its line end.
    std::size_t stop() const { return line_end_; }
    std::size_t end() const {
        const bool both = data_.substr(line_end_, 2) == "\r\n";
        return std::min(line_end_ + 1 + both, data_.size());
    }
    // The next field: in the data, or without its quotes in `room`; false where text stands behind quotes, or where these are not closed.
    bool next(View& field, std::string& room) {
        const bool quoted = at_ < line_end_ && data_[at_] == '"';
        if (quoted ? !within_quotes(field, room) : !bare(field)) return false;
        more_ = at_ < line_end_;
        return !more_ || data_[at_++] == separator_;
    }

  private:
    std::size_t line_end(std::size_t at) const {
        return std::min(returns_ ? data_.find_first_of("\r\n", at) : data_.find('\n', at), data_.size());
    }
    bool bare(View& field) {
        const View line = data_.substr(at_, line_end_ - at_);
        field = line.substr(0, line.find(separator_));
        at_ += field.size();
        return true;
    }
    bool within_quotes(View& field, std::string& room) {
        room.clear();
        for (std::size_t from = at_ + 1;; from = at_ + 1) {
            at_ = data_.find('"', from);
            if (at_ == View::npos) return false;
            room.append(data_.substr(from, at_ - from));
            ++at_;
            if (at_ == data_.size() || data_[at_] != '"') break;
            room += '"';
        }
        field = room;
        if (at_ > line_end_) line_end_ = line_end(at_);
        return true;
    }
};

// The rows of a table below its first line, which names the columns, as places in its bytes.
class TableRows {
    const View data_;
    const char separator_;
    const bool returns_;
    std::string added_;                 // rows that were handed over field by field, as if they stood behind the data
    std::vector<std::uint64_t> begin_;  // of every row
    std::size_t line_ = 1;              // the number of the line that is read now

  public:
    std::vector<std::string> names;
    std::vector<std::int32_t> lines;  // the line with which each row begins, from 1

    TableRows(View data, char separator) : data_(data), separator_(separator), returns_(has(data, '\r')) {}
    std::size_t size() const { return begin_.size(); }

    // Reads all rows. What is no row of as many fields as there are names, and a row whose first field is the first name, is handed to
    // `odd_row` with the number of its line, and so is every row if none is to be taken here; where quotes are wrong, all that is left is
    // handed over. False for too many rows.
    template <class OddRow> bool read(bool every, OddRow odd_row) {
        Ticks ticks;
        std::string room;
        bool named = false;
        for (std::size_t at = 0; at < data_.size();) {
            ticks.spend(64);
            Fields fields(data_, at, separator_, returns_);
            if (size() == kMostLines) return false;
            if (!fields.empty()) {
                std::size_t count = 0;
                bool again = false;
                for (View field; fields.more(); ++count) {
                    if (!fields.next(field, room)) {
                        if (!named) names.clear();
                        odd_row(data_.substr(at), line_);
                        return true;
                    }
                    if (!named) names.emplace_back(field);
                    if (!count && named) again = field == View(names[0]);
                }
                if (named && !every && !again && count == names.size())
                    keep(at);
                else if (named)
                    odd_row(data_.substr(at, fields.stop() - at), line_);
                named = true;
            } else if (every && named) {
                odd_row(View(), line_);
            }
            line_ += lines_of(data_.substr(at, fields.stop() - at)) + 1;
            at = fields.end();
        }
        return true;
    }
    // Adds the row that is read now, from its fields.
    void add(const std::vector<View>& fields) {
        if (fields.size() != names.size()) throw std::invalid_argument("a row of other fields; expected one for each name");
        keep(data_.size() + added_.size());
        for (std::size_t k = 0; k < fields.size(); ++k) {
            if (k) added_ += separator_;
            added_ += '"';
            for (char c : fields[k]) added_.append(c == '"' ? 2 : 1, c);
            added_ += '"';
        }
        added_ += '\n';
    }
    // Hands the fields of every row up to a last column to `use`, with the row and the column.
    template <class Use> void each(std::size_t last, Use use) const {
        Ticks ticks;
        std::string room;
        for (std::size_t row = 0; row < size(); ++row) {
            ticks.spend(64);
            Fields fields = begin_[row] < data_.size() ? Fields(data_, begin_[row], separator_, returns_)
                                                       : Fields(added_, begin_[row] - data_.size(), separator_, true);
            View field;
            for (std::size_t column = 0; column <= last && fields.next(field, room); ++column) use(row, column, field);
        }
    }

  private:
    void keep(std::size_t at) {
        begin_.push_back(at);
        lines.push_back(std::int32_t(line_));
    }
    // The line ends within a row.
    std::size_t lines_of(View row) const {
        std::size_t count = count_of(row, '\n');
        for (std::size_t k = 0; returns_ && k < row.size(); ++k) count += row[k] == '\r' && row.substr(k + 1, 1) != "\n";
        return count;
    }
};

PyObject* read_table(PyObject* data, View separator, PyObject* row, std::optional<bool> every) {
    if (separator.size() != 1) throw std::invalid_argument("a separator of one byte expected");
    Ref boxed = own(box<TableRows>(std::make_unique<TableRows>(view_of(data), separator[0]), share(data)));
    const auto hand = [&](View record, std::size_t number) {
        own(PyObject_CallFunction(row, "OnO", boxed.get(), Py_ssize_t(number), own(text_of(record)).get()));
    };
    if (!unbox<TableRows>(boxed.get()).read(every.value_or(false), hand)) return share(Py_None).release();
    return boxed.release();
}
Py_ssize_t rows_length(PyObject* self) { return Py_ssize_t(unbox<TableRows>(self).size()); }
void rows_add(TableRows& rows, const std::vector<PyObject*>& fields) {
    std::vector<Ref> encoded;
    std::vector<View> views;
    for (PyObject* field : fields) {
        encoded.push_back(bytes_of_text(field));
        views.push_back(view_of(encoded.back().get()));
    }
    rows.add(views);
}
std::size_t column_of(const TableRows& rows, std::int64_t column) {
    if (column < 0 || std::size_t(column) >= rows.names.size())
        throw std::invalid_argument("column " + std::to_string(column) + "; expected one below " + std::to_string(rows.names.size()));
    return std::size_t(column);
}
// Ends spans whose texts and ids were copied; whether there are ids, all different, none empty and each on one line.
bool seal(Spans& spans, bool with_ids) {
    const bool are_keys = spans.seal(with_ids) && with_ids;
    for (std::size_t i = 0; are_keys && i < spans.size(); ++i)
        if (has(spans.id(i), '\n')) return false;
    return are_keys;
}
// Texts and ids; an id of -1 is none.
PyObject* rows_spans(const TableRows& rows, std::int64_t text, std::int64_t id, bool path) {
    const std::size_t text_column = column_of(rows, text), id_column = id < 0 ? text_column : column_of(rows, id);
    auto spans = std::make_unique<Spans>();
    const bool are_keys = without_gil([&] {
        std::string kept[2];
        const std::size_t last = std::max(text_column, id_column);
        rows.each(last, [&](std::size_t, std::size_t column, View field) {
            if (column == text_column) kept[0] = stripped(field);
            if (column == id_column && id >= 0) kept[1] = path ? file_stem(field) : field;
            if (column == last) spans->keep(kept[0], kept[1]);
        });
        return seal(*spans, id >= 0);
    });
    return tuple_of(own(box<Spans>(std::move(spans), share(Py_None))), are_keys);
}
// A column as its different fields, and the place of that of each row among them.
PyObject* rows_coded(const TableRows& rows, std::int64_t wanted) {
    const std::size_t last = column_of(rows, wanted);
    Vocabulary fields;
    std::vector<std::int32_t> codes;
    without_gil([&] {
        codes.reserve(rows.size());
        rows.each(last, [&](std::size_t, std::size_t column, View field) {
            if (column == last) codes.push_back(std::int32_t(fields.number(field)));
        });
    });
    return tuple_of(own(list_of(fields.words, text_of)), codes);
}
PyObject* rows_names(const TableRows& rows) {
    return list_of(rows.names, [](const std::string& name) { return text_of(name); });
}
std::vector<std::int64_t> rows_lines(const TableRows& rows) { return {rows.lines.begin(), rows.lines.end()}; }

// Adds the utterances of a batch; false for too many.
bool keep_batch(const Side& texts, const Side* ids, bool path, Spans& spans) {
    if (ids && ids->size() != texts.size()) throw std::invalid_argument("texts and ids of different numbers");
    Ticks ticks;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        ticks.spend(64);
        if (spans.size() == kMostLines) return false;
        const View id = ids ? ids->text(i) : View();
        spans.keep(stripped(texts.text(i)), path ? file_stem(id) : id);
    }
    return true;
}

PyObject* batch_rows(PyObject* batches, bool path) {
    auto spans = std::make_unique<Spans>();
    Ref all = own(PyObject_GetIter(batches));
    bool with_ids = false;
    while (PyObject* next = PyIter_Next(all.get())) {
        Ref batch = own(next);
        const auto [texts, ids] = From<std::tuple<PyObject*, PyObject*>>::of(batch.get());
        with_ids = ids != Py_None;
        if (!keep_batch(From<Side>::of(texts), with_ids ? &From<Side>::of(ids) : nullptr, path, *spans)) return share(Py_None).release();
    }
    if (PyErr_Occurred()) throw Failed();
    const bool are_keys = seal(*spans, with_ids);
    return tuple_of(own(box<Spans>(std::move(spans), share(Py_None))), are_keys);
}

PyMethodDef methods[] = {
    {"add", method<rows_add>, METH_VARARGS, "add($self, fields, /)\n--\n\nAdds the row that is read now, from its fields."},
    {"spans", method<rows_spans>, METH_VARARGS,
     "spans($self, text, id, path, /)\n--\n\nThe texts of a column, without blanks around them, with the ids of another column, or of none "
     "for "
     "-1;\nand whether all ids are different and none is empty. With `path`, ids are names of files without folders and suffixes."},
    {"coded", method<rows_coded>, METH_VARARGS,
     "coded($self, column, /)\n--\n\nThe different fields of a column, and the place of that of each row among them (int32)."},
    {nullptr, nullptr, 0, nullptr}};
PyGetSetDef fields[] = {{"names", field<rows_names>, nullptr, "The names of the columns.", nullptr},
                        {"lines", field<rows_lines>, nullptr, "The line with which each row begins, from 1 (int64).", nullptr},
                        {nullptr, nullptr, nullptr, nullptr, nullptr}};
PyMethodDef functions[] = {
    {"read_table", operation<read_table>, METH_VARARGS,
     "read_table(data, separator, row, every=None, /)\n--\n\n"
     "The rows of a table of fields with a separator below a line of names, as Python's module csv reads them strictly. Rows of\n"
     "another number of fields, and those that begin with the first name, or every row, are not taken but handed to\n"
     "row(rows, number, text), which may add them; where quotes are wrong, so is all that is left. None for too many rows."},
    {"batch_rows", operation<batch_rows>, METH_VARARGS,
     "batch_rows(batches, path, /)\n--\n\nTexts and ids of pairs of columns, which are copied, and whether all ids are different and none "
     "is "
     "empty.\nNone for too many rows."},
    {nullptr, nullptr, 0, nullptr}};

const Part part(functions, [](PyObject* module) {
    PyType_Slot slots[] = {{Py_tp_doc, slot("Rows of a table, as places in its bytes.")},
                           {Py_tp_new, slot(not_from_python)},
                           {Py_tp_dealloc, slot(destroy<TableRows>)},
                           {Py_tp_methods, methods},
                           {Py_tp_getset, fields},
                           {Py_sq_length, slot(rows_length)},
                           {0, nullptr}};
    add_type<TableRows>(module, "TableRows", slots);
});

}  // namespace
}  // namespace scorelite
