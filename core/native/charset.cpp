#include "charset.hpp"

#include <algorithm>
#include <iterator>
#include <map>

#include "operations.hpp"

namespace scorelite {
namespace {

constexpr View kNames[] = {"ascii", "ext_ascii", "gb", "utf-8"};  // by Encoding

Charset::Table table_of(PyObject* mapping) {
    Charset::Table table;
    Ref items = own(PyMapping_Items(mapping));
    for (PyObject* item : items_of(items.get())) {
        const auto [from, to] = From<std::tuple<std::uint32_t, std::uint32_t>>::of(item);
        table[from] = to;
    }
    return table;
}

PyObject* charset_new(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
    return guarded([&]() -> PyObject* {
        static const char* names[] = {"encoding", "lower", "upper", nullptr};
        const char* encoding;
        PyObject *lower, *upper;
        if (!PyArg_ParseTupleAndKeywords(args, kwargs, "sOO", const_cast<char**>(names), &encoding, &lower, &upper)) throw Failed();
        const auto* name = std::find(std::begin(kNames), std::end(kNames), View(encoding));
        if (name == std::end(kNames)) throw std::invalid_argument("unknown encoding '" + std::string(encoding) + "'");
        const auto kind = Encoding(name - kNames);
        const bool tables = kind == Encoding::kUtf8;
        return box<Charset>(
            type, std::make_unique<Charset>(kind, tables ? table_of(lower) : Charset::Table(), tables ? table_of(upper) : Charset::Table()),
            Ref());
    });
}
std::string charset_fold(const Charset& charset, View text) { return charset.fold(text); }
std::string charset_upper(const Charset& charset, View text) { return charset.upper(text); }
std::vector<View> charset_split(const Charset& charset, View text) {
    std::vector<View> characters;
    for (std::size_t at = 0; at < text.size(); at += characters.back().size())
        characters.push_back(text.substr(at, charset.length(text, at)));
    return characters;
}

Ref mapping_of(const Charset::Table& table) {
    Ref mapping = own(PyDict_New());
    for (const auto& entry : std::map<std::uint32_t, std::uint32_t>(table.begin(), table.end())) {
        Ref from = own(PyLong_FromUnsignedLong(entry.first)), to = own(PyLong_FromUnsignedLong(entry.second));
        if (PyDict_SetItem(mapping.get(), from.get(), to.get()) < 0) throw Failed();
    }
    return mapping;
}
PyObject* charset_reduce(const Charset& charset) {
    Ref name = own(decoded(kNames[int(charset.encoding())]));
    return reduced("Charset", own(tuple_of(std::move(name), mapping_of(charset.lower()), mapping_of(charset.upper()))));
}

PyMethodDef methods[] = {
    {"fold", method<charset_fold>, METH_VARARGS, "fold($self, data, /)\n--\n\nA text in lower case; without -s all texts are read so."},
    {"upper", method<charset_upper>, METH_VARARGS, "upper($self, data, /)\n--\n\nA text in upper case; reports show wrong words so."},
    {"split", method<charset_split>, METH_VARARGS, "split($self, data, /)\n--\n\nThe characters of a text."},
    {"__reduce__", method<charset_reduce>, METH_VARARGS, "__reduce__($self, /)\n--\n\nThe pickled state, for either core."},
    {nullptr, nullptr, 0, nullptr}};

const Part part([](PyObject* module) {
    PyType_Slot slots[] = {{Py_tp_doc, slot("Charset(encoding, lower, upper)\n--\n\nAn encoding and the case tables of a profile.")},
                           {Py_tp_new, slot(charset_new)},
                           {Py_tp_dealloc, slot(destroy<Charset>)},
                           {Py_tp_methods, methods},
                           {0, nullptr}};
    add_type<Charset>(module, "Charset", slots);
});

}  // namespace
}  // namespace scorelite
