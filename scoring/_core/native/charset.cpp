#include "python.hpp"

#include "charset.hpp"

namespace scorelite {
namespace {

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
        const View name(encoding);
        Encoding kind = Encoding::kAscii;
        if (name == "ext_ascii")
            kind = Encoding::kLatin;
        else if (name == "gb")
            kind = Encoding::kGb;
        else if (name == "utf-8")
            kind = Encoding::kUtf8;
        else if (name != "ascii")
            throw std::invalid_argument("unknown encoding '" + std::string(name) + "'");
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

PyMethodDef methods[] = {
    {"fold", charset_fold, METH_O, "fold($self, data, /)\n--\n\nTo lower case, as everything is that was read without -s."},
    {"upper", charset_upper, METH_O, "upper($self, data, /)\n--\n\nTo upper case, as wrong words are shown."},
    {"split", charset_split, METH_O, "split($self, data, /)\n--\n\nThe characters of a text."},
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
