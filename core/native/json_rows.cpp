#include "json_rows.hpp"

#include "decoded.hpp"
#include "operations.hpp"
#include "spans.hpp"

namespace scorelite {
namespace {

double number_of(View text) {
    double value = 0;
    if (text.empty() || plain_number(text, value)) return value;
    value = PyOS_string_to_double(std::string(text).c_str(), nullptr, nullptr);
    if (value == -1.0 && PyErr_Occurred()) throw Failed();
    return value;
}
double sum_of(View first, View second) {
    double value = 0;
    return short_sum(first, second, value) ? value : number_of(decimal_sum(first, second));
}

PyObject* read_json(PyObject* data, const std::vector<std::tuple<std::string, std::int64_t>>& columns, std::vector<std::string> reserved,
                    bool listed) {
    auto rows = std::make_unique<JsonRows>();
    for (const auto& [key, allowed] : columns) {
        JsonRows::Column column;
        column.key = key;
        column.allowed = std::uint8_t(allowed);
        rows->columns.push_back(std::move(column));
    }
    rows->reserved = std::move(reserved);
    const View bytes = view_of(data);
    if (!without_gil([&] { return rows->read(bytes, listed); })) return share(Py_None).release();
    return box<JsonRows>(std::move(rows), share(data));
}

// A column with cells for all rows.
JsonRows::Column& column_at(JsonRows& rows, std::int64_t column) {
    if (column < 0 || std::size_t(column) >= rows.columns.size())
        throw std::invalid_argument("column " + std::to_string(column) + "; expected one below " + std::to_string(rows.columns.size()));
    JsonRows::Column& found = rows.columns[std::size_t(column)];
    found.cells.resize(rows.size());
    if (found.allowed & JsonRows::kPath) found.paths.resize(rows.size());
    return found;
}
Py_ssize_t rows_length(PyObject* self) { return Py_ssize_t(unbox<JsonRows>(self).size()); }
PyObject* rows_odd(const JsonRows& rows) {
    return list_of(rows.odd, [&](const JsonRows::Odd& row) {
        return tuple_of(Py_ssize_t(row.row), Py_ssize_t(row.line), own(text_of(rows.row_text(row))));
    });
}
void rows_fill(JsonRows& rows, const std::vector<std::vector<std::string>>& cells) {
    if (cells.size() != rows.odd.size()) throw std::invalid_argument("cells of all odd rows expected");
    for (std::size_t k = 0; k < cells.size(); ++k) rows.fill(k, cells[k]);
}
// Texts and ids; an id of -1 is none.
PyObject* rows_spans(JsonRows& rows, std::int64_t text, std::int64_t id) {
    const std::vector<View>& texts = column_at(rows, text).cells;
    const std::vector<View>* const ids = id < 0 ? nullptr : &column_at(rows, id).cells;
    auto spans = std::make_unique<Spans>();
    const bool are_keys = without_gil([&] {
        Ticks ticks;
        for (std::size_t row = 0; row < rows.size(); ++row) {
            ticks.spend(64);
            spans->keep(texts[row], ids ? (*ids)[row] : View());
        }
        return spans->seal(ids != nullptr) && ids;
    });
    return tuple_of(own(box<Spans>(std::move(spans), share(Py_None))), are_keys);
}
PyObject* rows_texts(JsonRows& rows, std::int64_t column) { return shared_texts(column_at(rows, column).cells); }
PyObject* rows_paths(JsonRows& rows, std::int64_t column) { return shared_texts(column_at(rows, column).paths); }
std::vector<std::uint8_t> rows_kinds(JsonRows& rows) {
    std::vector<std::uint8_t> kinds;
    for (const JsonRows::Column& column : rows.columns) kinds.push_back(column.kinds);
    return kinds;
}
std::int64_t rows_nulls(JsonRows& rows, std::int64_t column) { return std::int64_t(column_at(rows, column).nulls); }
// The numbers of a column, to which those of another may be added; 0 where a row has none.
std::vector<double> rows_numbers(JsonRows& rows, std::int64_t column, std::int64_t begins) {
    const std::vector<View>& cells = column_at(rows, column).cells;
    const std::vector<View>* const firsts = begins < 0 ? nullptr : &column_at(rows, begins).cells;
    std::vector<double> numbers;
    numbers.reserve(cells.size());
    Ticks ticks;
    for (std::size_t row = 0; row < cells.size(); ++row) {
        ticks.spend(kObject);
        const bool is_sum = firsts && !(*firsts)[row].empty();
        numbers.push_back(is_sum ? sum_of((*firsts)[row], cells[row]) : number_of(cells[row]));
    }
    return numbers;
}
std::vector<std::int64_t> rows_lines(JsonRows& rows) { return {rows.lines.begin(), rows.lines.end()}; }
// None for a member that is an object or a list somewhere.
PyObject* rows_member(JsonRows& rows, const std::string& key) {
    std::vector<View> values;
    std::vector<std::uint8_t> there;
    if (!without_gil([&] { return rows.member(key, values, there); })) return share(Py_None).release();
    Ref texts = own(shared_texts(values));
    for (std::size_t row = 0; row < there.size(); ++row)
        if (!there[row]) PyList_SetItem(texts.get(), Py_ssize_t(row), share(Py_None).release());
    return texts.release();
}
bool rows_even(JsonRows& rows) { return rows.even; }
bool rows_uniform(JsonRows& rows) { return rows.uniform; }
bool rows_trimmed(JsonRows& rows) { return rows.trimmed; }

PyMethodDef methods[] = {
    {"fill", method<rows_fill>, METH_VARARGS,
     "fill($self, cells, /)\n--\n\nGives the odd rows their cells: for each, a text for every column."},
    {"spans", method<rows_spans>, METH_VARARGS,
     "spans($self, text, id, /)\n--\n\nThe texts of a column with the ids of another column, or of none for -1; and whether all ids are "
     "different\nand none is empty."},
    {"texts", method<rows_texts>, METH_VARARGS, "texts($self, column, /)\n--\n\nA column as texts; empty ones where a row has none."},
    {"paths", method<rows_paths>, METH_VARARGS,
     "paths($self, column, /)\n--\n\nThe whole paths of a column of paths; empty ones of odd rows."},
    {"member", method<rows_member>, METH_VARARGS,
     "member($self, key, /)\n--\n\nAny member of all lines as texts: None where a line has none or null, and of odd lines. None for a "
     "member "
     "that\nis an object or a list somewhere."},
    {"nulls", method<rows_nulls>, METH_VARARGS, "nulls($self, column, /)\n--\n\nHow many values of a column are null, but for odd rows."},
    {"numbers", method<rows_numbers>, METH_VARARGS,
     "numbers($self, column, begins, /)\n--\n\nA column of numbers, added to those of another column unless that is -1 (float64)."},
    {nullptr, nullptr, 0, nullptr}};
PyGetSetDef fields[] = {
    {"odd", field<rows_odd>, nullptr, "The odd rows: the place, the line and the text of each.", nullptr},
    {"kinds", field<rows_kinds>, nullptr, "The kinds of the values of each column, but for odd rows (uint8).", nullptr},
    {"lines", field<rows_lines>, nullptr, "The line of each row, from 1, where rows are lines (int64).", nullptr},
    {"even", field<rows_even>, nullptr, "Whether no row has a member that the first one lacks.", nullptr},
    {"uniform", field<rows_uniform>, nullptr, "Whether all rows have the same members in one order, which are all columns.", nullptr},
    {"trimmed", field<rows_trimmed>, nullptr, "Whether a text had blanks around it.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr}};
PyMethodDef functions[] = {
    {"read_json", operation<read_json>, METH_VARARGS,
     "read_json(data, columns, reserved, listed, /)\n--\n\n"
     "Rows of JSON, one a line or all in one list, as columns: pairs of a key and of what it may hold. Further members are skipped, "
     "unless\n"
     "their keys are reserved. Lines with anything unusual are odd rows, which are handed over as text. None for bytes that are no strict\n"
     "text, for a list with an odd row, for an odd first row where keys are reserved, and for too many rows."},
    {nullptr, nullptr, 0, nullptr}};

const Part part(functions, [](PyObject* module) {
    PyType_Slot slots[] = {{Py_tp_doc, slot("Rows of JSON, as places in their bytes.")},
                           {Py_tp_new, slot(not_from_python)},
                           {Py_tp_dealloc, slot(destroy<JsonRows>)},
                           {Py_tp_methods, methods},
                           {Py_tp_getset, fields},
                           {Py_sq_length, slot(rows_length)},
                           {0, nullptr}};
    add_type<JsonRows>(module, "JsonRows", slots);
});

}  // namespace
}  // namespace scorelite
