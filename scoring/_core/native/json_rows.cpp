#include "json_rows.hpp"

#include "decoded.hpp"
#include "python.hpp"

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
    for (Py_ssize_t k = 0; k < PyList_Size(list.get()); ++k) columns.push_back(column_of(PyList_GetItem(list.get(), k), keep, path));
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
// The numbers of a column, to which those of another are added; None for a key that no row has.
PyObject* numbers_of(const JsonRows::Column& column, const JsonRows::Column* begins) {
    if (!column.kinds) Py_RETURN_NONE;
    std::vector<double> numbers;
    numbers.reserve(column.cells.size());
    Ticks ticks;
    for (std::size_t row = 0; row < column.cells.size(); ++row) {
        ticks.spend(kObject);
        const View cell = column.cells[row];
        numbers.push_back(begins && begins->kinds ? sum_of(begins->cells[row], cell) : number_of(cell));
    }
    return bytes_of(numbers);
}

PyObject* json_rows(PyObject*, PyObject* args, PyObject* kwargs) {
    return guarded([&]() -> PyObject* {
        static const char* names_of_arguments[] = {"data", "text", "id", "names", "numbers", "path", "listed", "lengths", nullptr};
        PyObject *data, *text, *id, *names, *numbers, *path;
        int listed, lengths;
        if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OOO$OOOpp", const_cast<char**>(names_of_arguments), &data, &text, &id, &names,
                                         &numbers, &path, &listed, &lengths))
            throw Failed();
        Ref keep = own(PyList_New(0));
        const View bytes = view_of(data), key_of_path = column_of(path, keep.get(), View()).key;
        JsonRows rows;
        rows.text = column_of(text, keep.get(), View());
        rows.id = column_of(id, keep.get(), key_of_path);
        rows.names = named_columns(names, keep.get(), key_of_path);
        rows.numbers = named_columns(numbers, keep.get(), View());
        for (JsonRows::Column& column : rows.numbers) column.numeric = true;
        auto spans = std::make_unique<Spans>();
        bool plain;
        {
            WithoutGil released;
            plain = rows.read(bytes, listed != 0, *spans);
        }
        if (!plain) Py_RETURN_NONE;
        Ref columns = own(list_of(rows.names, [](const JsonRows::Column& column) { return shared_texts(column.cells); }));
        Ref values = own(PyList_New(0));
        for (const JsonRows::Column& column : rows.numbers) {
            const bool is_length = lengths && &column != &rows.numbers.front();
            Ref numbers = own(numbers_of(column, is_length ? &rows.numbers.front() : nullptr));
            if (PyList_Append(values.get(), numbers.get())) throw Failed();
        }
        std::string kinds{char(rows.text.kinds), char(rows.id.kinds)};
        for (const JsonRows::Column& column : rows.names) kinds += char(column.kinds);
        Ref letters = own(bytes_of(View(kinds)));
        Ref rows_kept = own(box<Spans>(std::move(spans), share(Py_None)));
        return Py_BuildValue("(OOOOn)", rows_kept.get(), letters.get(), columns.get(), values.get(), Py_ssize_t(rows.nulls));
    });
}

PyMethodDef functions[] = {
    {"json_rows", with_keywords(json_rows), METH_VARARGS | METH_KEYWORDS,
     "json_rows(data, text, id, *, names, numbers, path, listed, lengths)\n--\n\n"
     "Rows of JSON with the same flat members: texts and ids, kinds of values, names, numbers, and how many texts are null."},
    {nullptr, nullptr, 0, nullptr}};

const Part part([](PyObject* module) { add_functions(module, functions); });

}  // namespace
}  // namespace scorelite
