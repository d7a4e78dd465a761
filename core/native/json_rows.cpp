#include "json_rows.hpp"

#include "decoded.hpp"
#include "operations.hpp"

namespace scorelite {
namespace {

JsonRows::Column column_of(PyObject* key, PyObject* keep, View path) {
    JsonRows::Column column;
    if (!word_view(key, keep, column.key)) throw std::invalid_argument("a key that is no text");
    column.path = !path.empty() && column.key == path;
    return column;
}
std::vector<JsonRows::Column> named_columns(PyObject* keys, PyObject* keep, View path) {
    std::vector<JsonRows::Column> columns;
    Ref list = own(PySequence_List(keys));
    for (PyObject* key : items_of(list.get())) columns.push_back(column_of(key, keep, path));
    return columns;
}

double number_of(View text) {
    double value = 0;
    if (plain_number(text, value)) return value;
    value = PyOS_string_to_double(std::string(text).c_str(), nullptr, nullptr);
    if (value == -1.0 && PyErr_Occurred()) throw Failed();
    return value;
}
double sum_of(View first, View second) {
    double value = 0;
    return short_sum(first, second, value) ? value : number_of(decimal_sum(first, second));
}
// The numbers of a column, to which those of another are added; none for a key that no row has.
std::optional<std::vector<double>> numbers_of(const JsonRows::Column& column, const JsonRows::Column* begins) {
    if (!column.kinds) return std::nullopt;
    std::vector<double> numbers;
    numbers.reserve(column.cells.size());
    Ticks ticks;
    for (std::size_t row = 0; row < column.cells.size(); ++row) {
        ticks.spend(kObject);
        const View cell = column.cells[row];
        numbers.push_back(begins && begins->kinds ? sum_of(begins->cells[row], cell) : number_of(cell));
    }
    return numbers;
}

PyObject* json_rows(PyObject*, PyObject* args, PyObject* kwargs) {
    return guarded([&]() -> PyObject* {
        static const char* names_of_arguments[] = {"data", "text",   "id",      "names",    "numbers",
                                                   "path", "listed", "lengths", "reserved", nullptr};
        PyObject *data, *text, *id, *names, *numbers, *path, *reserved;
        int listed, lengths;
        if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OOO$OOOppO", const_cast<char**>(names_of_arguments), &data, &text, &id, &names,
                                         &numbers, &path, &listed, &lengths, &reserved))
            throw Failed();
        Ref keep = own(PyList_New(0));
        const View bytes = view_of(data), key_of_path = column_of(path, keep.get(), View()).key;
        JsonRows rows;
        rows.text = column_of(text, keep.get(), View());
        rows.id = column_of(id, keep.get(), key_of_path);
        rows.names = named_columns(names, keep.get(), key_of_path);
        rows.numbers = named_columns(numbers, keep.get(), View());
        for (JsonRows::Column& column : rows.numbers) column.numeric = true;
        rows.loose = reserved != Py_None;
        if (rows.loose)
            for (const JsonRows::Column& column : named_columns(reserved, keep.get(), View())) rows.reserved.push_back(column.key);
        auto spans = std::make_unique<Spans>();
        if (!without_gil([&] { return rows.read(bytes, listed != 0, *spans); })) Py_RETURN_NONE;
        std::string kinds{char(rows.text.kinds), char(rows.id.kinds)};
        for (const JsonRows::Column& column : rows.names) kinds += char(column.kinds);
        Ref columns = own(list_of(rows.names, [](const JsonRows::Column& column) { return shared_texts(column.cells); }));
        Ref values = own(list_of(rows.numbers, [&](const JsonRows::Column& column) {
            const bool is_length = lengths && &column != &rows.numbers.front();
            return object_of(numbers_of(column, is_length ? &rows.numbers.front() : nullptr));
        }));
        Ref texts = own(box<Spans>(std::move(spans), share(Py_None)));
        return tuple_of(std::move(texts), kinds, std::move(columns), std::move(values), rows.nulls);
    });
}

PyMethodDef functions[] = {{"json_rows", with_keywords(json_rows), METH_VARARGS | METH_KEYWORDS,
                            "json_rows(data, text, id, *, names, numbers, path, listed, lengths, reserved)\n--\n\n"
                            "Rows of JSON with the same flat members, or with the same columns and further members that are not reserved: "
                            "texts and ids, kinds of\n"
                            "values, names, numbers, and how many texts are null."},
                           {nullptr, nullptr, 0, nullptr}};

const Part part(functions);

}  // namespace
}  // namespace scorelite
