// Rows of tables as utterances whose texts and ids stay bytes: lines of fields with a separator, and columns in batches.
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

// The fields of a line as Python's module csv reads them; any doubt ends the reading.
class Fields {
    View line_;
    char separator_;
    std::size_t at_ = 0;
    bool more_ = true;

  public:
    static constexpr std::size_t kLongest = 1 << 17;  // of a field that the module reads
    Fields(View line, char separator) : line_(line), separator_(separator) {}
    bool more() const { return more_; }
    // The next field: in the line, or without its quotes in `room`.
    bool next(View& field, std::string& room) {
        const bool quoted = at_ < line_.size() && line_[at_] == '"';
        if (quoted ? !within_quotes(field, room) : !bare(field)) return false;
        more_ = at_ < line_.size();
        return (!more_ || line_[at_++] == separator_) && field.size() < kLongest;
    }

  private:
    bool bare(View& field) {
        const std::size_t end = std::min(line_.find(separator_, at_), line_.size());
        field = line_.substr(at_, end - at_);
        at_ = end;
        return true;
    }
    bool within_quotes(View& field, std::string& room) {
        room.clear();
        for (std::size_t from = at_ + 1;; from = at_ + 1) {
            at_ = line_.find('"', from);
            if (at_ == View::npos) return false;
            room.append(line_.substr(from, at_ - from));
            ++at_;
            if (at_ == line_.size() || line_[at_] != '"') break;
            room += '"';
        }
        field = room;
        return true;
    }
};

struct Wanted {
    Py_ssize_t columns, text, id;  // an id of -1 is none
    bool path;
};

bool keep_line(View line, char separator, const Wanted& wanted, std::string (&rooms)[3], Spans* spans) {
    if (line.empty() || has(line, '\r')) return false;
    Fields fields(line, separator);
    View text, id, other;
    Py_ssize_t place = 0;
    for (; fields.more(); ++place) {
        const bool is_text = place == wanted.text, is_id = place == wanted.id;
        if (place == wanted.columns || !fields.next(is_text ? text : is_id ? id : other, rooms[is_text ? 0 : is_id ? 1 : 2])) return false;
    }
    if (spans) spans->keep(stripped(text), wanted.path ? file_stem(id) : id);
    return place == wanted.columns;
}

bool read_lines(View data, char separator, const Wanted& wanted, Spans& spans) {
    bool ascii;
    if (!is_strict_text(data, ascii)) return false;
    spans.reserve_kept(data.size());
    std::string rooms[3];
    const auto take = [&](View line, std::size_t, std::size_t number) {
        return keep_line(line, separator, wanted, rooms, number == 1 ? nullptr : &spans);
    };
    return each_line(data, take) && spans.size() && spans.seal(wanted.id >= 0);
}

// A column as its different fields, and the place of that of each row among them.
struct CodedFields {
    Vocabulary fields;
    std::vector<std::int32_t> codes;
};

bool code_lines(View data, char separator, const std::vector<CodedFields*>& columns) {
    bool ascii;
    if (!is_strict_text(data, ascii)) return false;
    std::string room;
    return each_line(data, [&](View line, std::size_t, std::size_t number) {
        if (line.empty() || has(line, '\r')) return false;
        Fields fields(line, separator);
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
    if (!without_gil([&] { return code_lines(data, separator[0], by_place); })) return share(Py_None).release();
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
        if (!without_gil([&] { return read_lines(bytes, char(separator), wanted, *spans); })) Py_RETURN_NONE;
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
     "The different fields of each wanted column (places, int64) of such lines, and the place of that of each row among them (int32); None "
     "where a line needs a closer look."},
    {"separated_rows", with_keywords(separated_rows), METH_VARARGS | METH_KEYWORDS,
     "separated_rows(data, separator, *, columns, text, id, path)\n--\n\n"
     "Texts and ids of lines of fields with a separator below a line of names; None where a line needs a closer look."},
    {"batch_rows", with_keywords(batch_rows), METH_VARARGS | METH_KEYWORDS,
     "batch_rows(batches, *, path)\n--\n\nTexts and ids of pairs of columns, which are copied; None where an id is repeated or empty."},
    {nullptr, nullptr, 0, nullptr}};

const Part part(functions);

}  // namespace
}  // namespace scorelite
