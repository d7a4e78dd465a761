#include "python.hpp"

#include <algorithm>
#include <iterator>
#include <map>

#include "charset.hpp"

namespace scorelite {
namespace {

constexpr View kNames[] = {"ascii", "ext_ascii", "gb", "utf-8"};  // by Encoding

Charset::Table table_of(PyObject* mapping) {
    Charset::Table table;
    Ref items = own(PyMapping_Items(mapping));
    for (Py_ssize_t k = 0, n = PyList_Size(items.get()); k < n; ++k) {
        PyObject* pair = PyList_GetItem(items.get(), k);
        Ref from = own(PySequence_GetItem(pair, 0)), to = own(PySequence_GetItem(pair, 1));
        const unsigned long a = PyLong_AsUnsignedLong(from.get()), b = PyLong_AsUnsignedLong(to.get());
        if (PyErr_Occurred()) throw Failed();
        table[std::uint32_t(a)] = std::uint32_t(b);
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
PyObject* charset_fold(PyObject* self, PyObject* data) {
    return guarded([&] { return bytes_of(unbox<Charset>(self).fold(view_of(data))); });
}
PyObject* charset_upper(PyObject* self, PyObject* data) {
    return guarded([&] { return bytes_of(unbox<Charset>(self).upper(view_of(data))); });
}
PyObject* charset_split(PyObject* self, PyObject* data) {
    return guarded([&] {
        const View text = view_of(data);
        std::vector<View> characters;
        for (std::size_t at = 0; at < text.size(); at += characters.back().size())
            characters.push_back(text.substr(at, unbox<Charset>(self).length(text, at)));
        return list_of(characters, bytes_item);
    });
}

Ref mapping_of(const Charset::Table& table) {
    Ref mapping = own(PyDict_New());
    for (const auto& entry : std::map<std::uint32_t, std::uint32_t>(table.begin(), table.end())) {
        Ref from = own(PyLong_FromUnsignedLong(entry.first)), to = own(PyLong_FromUnsignedLong(entry.second));
        if (PyDict_SetItem(mapping.get(), from.get(), to.get()) < 0) throw Failed();
    }
    return mapping;
}
PyObject* charset_reduce(PyObject* self, PyObject*) {
    return guarded([&] {
        const Charset& charset = unbox<Charset>(self);
        Ref lower = mapping_of(charset.lower()), upper = mapping_of(charset.upper());
        return reduced("Charset", own(Py_BuildValue("(sOO)", kNames[int(charset.encoding())].data(), lower.get(), upper.get())));
    });
}

PyMethodDef methods[] = {
    {"fold", charset_fold, METH_O, "fold($self, data, /)\n--\n\nA text in lower case; without -s all texts are read so."},
    {"upper", charset_upper, METH_O, "upper($self, data, /)\n--\n\nA text in upper case; reports show wrong words so."},
    {"split", charset_split, METH_O, "split($self, data, /)\n--\n\nThe characters of a text."},
    {"__reduce__", charset_reduce, METH_NOARGS, "__reduce__($self, /)\n--\n\nThe pickled state, for either core."},
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
