// Rows of tables as utterances whose texts and ids stay bytes: fields with a separator, and columns in batches.
#include <algorithm>
#include <string>

#include "interner.hpp"
#include "operations.hpp"
#include "runs.hpp"
#include "side.hpp"
#include "spans.hpp"
#include "utterance_text.hpp"

namespace scorelite {
namespace {

// The fields of a row as Python's module csv reads them; any doubt ends the reading. A line end within quotes does not end the row.
class Fields {
    View data_;
    char separator_;
    std::size_t at_, line_end_;
    bool more_ = true;

  public:
    static constexpr std::size_t kLongest = 1 << 17;  // of a field that the module reads
    // The row that begins at a place.
    Fields(View data, std::size_t at, char separator) : data_(data), separator_(separator), at_(at), line_end_(line_end(at)) {}
    bool more() const { return more_; }
    // Whether the line is empty with which the row begins.
    bool empty() const { return at_ == line_end_; }
    // The place behind the row and its line end, once all its fields are read.
    std::size_t end() const { return std::min(data_.find('\n', line_end_), data_.size() - 1) + 1; }
    // The next field: in the data, or without its quotes in `room`.
    bool next(View& field, std::string& room) {
        const bool quoted = at_ < line_end_ && data_[at_] == '"';
        if (quoted ? !within_quotes(field, room) : !bare(field)) return false;
        more_ = at_ < line_end_;
        return (!more_ || data_[at_++] == separator_) && field.size() < kLongest && !has(field, '\r');
    }

  private:
    // Where the line of a place ends, before a carriage return.
    std::size_t line_end(std::size_t at) const {
        const std::size_t end = std::min(data_.find('\n', at), data_.size());
        return end > at && data_[end - 1] == '\r' ? end - 1 : end;
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

// Hands the fields of every row to `take`, with its number from 1; false as soon as `take` is, or for an empty line.
template <class Take> bool each_row(View data, char separator, Take take) {
    Ticks ticks;
    std::size_t number = 0;
    for (std::size_t at = 0; at < data.size();) {
        ticks.spend(64);
        Fields fields(data, at, separator);
        if (++number > kMostLines || fields.empty() || !take(fields, number)) return false;
        at = fields.end();
    }
    return true;
}

struct Wanted {
    Py_ssize_t columns, text, id;  // an id of -1 is none
    bool path;
};

bool keep_row(Fields& fields, const Wanted& wanted, std::string (&rooms)[3], Spans* spans) {
    View text, id, other;
    Py_ssize_t place = 0;
    for (; fields.more(); ++place) {
        const bool is_text = place == wanted.text, is_id = place == wanted.id;
        if (place == wanted.columns || !fields.next(is_text ? text : is_id ? id : other, rooms[is_text ? 0 : is_id ? 1 : 2])) return false;
    }
    if (place != wanted.columns || has(id, '\n')) return false;
    if (spans) spans->keep(stripped(text), wanted.path ? file_stem(id) : id);
    return true;
}

bool read_rows(View data, char separator, const Wanted& wanted, Spans& spans) {
    bool ascii;
    if (!is_strict_text(data, ascii)) return false;
    spans.reserve_kept(data.size());
    std::string rooms[3];
    const auto take = [&](Fields& fields, std::size_t number) { return keep_row(fields, wanted, rooms, number == 1 ? nullptr : &spans); };
    return each_row(data, separator, take) && spans.size() && spans.seal(wanted.id >= 0);
}

// A column as its different fields, and the place of that of each row among them.
struct CodedFields {
    Vocabulary fields;
    std::vector<std::int32_t> codes;
};

bool code_rows(View data, char separator, const std::vector<CodedFields*>& columns) {
    bool ascii;
    if (!is_strict_text(data, ascii)) return false;
    std::string room;
    return each_row(data, separator, [&](Fields& fields, std::size_t number) {
        std::size_t place = 0;
        for (View field; fields.more(); ++place) {
            if (place == columns.size() || !fields.next(field, room)) return false;
            if (number > 1 && columns[place]) columns[place]->codes.push_back(std::int32_t(columns[place]->fields.number(field)));
        }
        return place == columns.size();
    });
}

PyObject* coded_fields(View data, View separator, std::int64_t columns, const std::vector<std::int64_t>& wanted) {
    std::vector<CodedFields*> by_place(at_least(columns, 1));
    std::vector<CodedFields> coded(wanted.size());
    for (std::size_t k = 0; k < wanted.size(); ++k) {
        if (wanted[k] < (k ? wanted[k - 1] + 1 : 0) || wanted[k] >= columns)
            throw std::invalid_argument("column " + std::to_string(wanted[k]) + "; expected rising ones below " + std::to_string(columns));
        by_place[std::size_t(wanted[k])] = &coded[k];
    }
    if (separator.size() != 1) throw std::invalid_argument("a separator of one byte expected");
    if (!without_gil([&] { return code_rows(data, separator[0], by_place); })) return share(Py_None).release();
    return list_of(coded, [](const CodedFields& column) {
        return tuple_of(own(list_of(column.fields.words, [](View field) { return decoded(field); })), column.codes);
    });
}

PyObject* separated_rows(PyObject*, PyObject* args, PyObject* kwargs) {
    return guarded([&]() -> PyObject* {
        static const char* argument_names[] = {"data", "separator", "columns", "text", "id", "path", nullptr};
        PyObject* data;
        int separator, path;
        Wanted wanted;
        if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OC$nnnp", const_cast<char**>(argument_names), &data, &separator, &wanted.columns,
                                         &wanted.text, &wanted.id, &path))
            throw Failed();
        wanted.path = path != 0;
        const View bytes = view_of(data);
        auto spans = std::make_unique<Spans>();
        if (!without_gil([&] { return read_rows(bytes, char(separator), wanted, *spans); })) Py_RETURN_NONE;
        return box<Spans>(std::move(spans), share(Py_None));
    });
}

// Adds the utterances of a batch; false where a text or an id is too long.
bool keep_batch(const Side& texts, const Side* ids, bool path, Spans& spans) {
    if (ids && ids->size() != texts.size()) throw std::invalid_argument("texts and ids of different numbers");
    Ticks ticks;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        ticks.spend(64);
        const View text = stripped(texts.text(i)), id = ids ? ids->text(i) : View();
        if (std::max(text.size(), id.size()) >= UINT32_MAX || spans.size() == kMostLines) return false;
        spans.keep(text, path ? file_stem(id) : id);
    }
    return true;
}

PyObject* batch_rows(PyObject*, PyObject* args, PyObject* kwargs) {
    return guarded([&]() -> PyObject* {
        static const char* argument_names[] = {"batches", "path", nullptr};
        PyObject* batches;
        int path;
        if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O$p", const_cast<char**>(argument_names), &batches, &path)) throw Failed();
        auto spans = std::make_unique<Spans>();
        Ref all = own(PyObject_GetIter(batches));
        bool with_ids = false;
        while (PyObject* next = PyIter_Next(all.get())) {
            Ref batch = own(next);
            const auto [texts, ids] = From<std::tuple<PyObject*, PyObject*>>::of(batch.get());
            with_ids = ids != Py_None;
            if (!keep_batch(From<Side>::of(texts), with_ids ? &From<Side>::of(ids) : nullptr, path != 0, *spans)) Py_RETURN_NONE;
        }
        if (PyErr_Occurred()) throw Failed();
        if (!spans->size() || !spans->seal(with_ids)) Py_RETURN_NONE;
        return box<Spans>(std::move(spans), share(Py_None));
    });
}

PyMethodDef functions[] = {
    {"coded_fields", operation<coded_fields>, METH_VARARGS,
     "coded_fields(data, separator, columns, wanted, /)\n--\n\n"
     "The different fields of each wanted column (places, int64) of such rows, and the place of that of each row among them (int32); None "
     "where a row needs a closer look."},
    {"separated_rows", with_keywords(separated_rows), METH_VARARGS | METH_KEYWORDS,
     "separated_rows(data, separator, *, columns, text, id, path)\n--\n\n"
     "Texts and ids of rows of fields with a separator below a row of names; None where a row needs a closer look."},
    {"batch_rows", with_keywords(batch_rows), METH_VARARGS | METH_KEYWORDS,
     "batch_rows(batches, *, path)\n--\n\nTexts and ids of pairs of columns, which are copied; None where an id is repeated or empty."},
    {nullptr, nullptr, 0, nullptr}};

const Part part(functions);

}  // namespace
}  // namespace scorelite
