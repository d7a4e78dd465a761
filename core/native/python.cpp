#include "python.hpp"

#include <algorithm>

namespace scorelite {

void set_error() {
    try {
        throw;
    } catch (const Failed&) {
    } catch (const Interrupted&) {  // the error is set, or the interpreter ends
        if (!PyErr_Occurred()) PyErr_SetNone(PyExc_SystemExit);
    } catch (const TextError& e) {
        PyObject* message = PyUnicode_DecodeUTF8(e.message.data(), Py_ssize_t(e.message.size()), "surrogateescape");
        if (message) PyErr_SetObject(made_here().text_error, message);
        Py_XDECREF(message);
    } catch (const std::bad_alloc&) {
        PyErr_NoMemory();
    } catch (const std::exception& e) {
        PyErr_SetString(PyExc_ValueError, e.what());
    }
}

void throw_type_error(const char* message) {
    PyErr_SetString(PyExc_TypeError, message);
    throw Failed();
}

void throw_other_type(PyTypeObject* expected) {
    Ref name = own(PyObject_GetAttrString(reinterpret_cast<PyObject*>(expected), "__name__"));
    const bool is_plural = PyUnicode_Tailmatch(name.get(), own(PyUnicode_FromString("s")).get(), 0, PY_SSIZE_T_MAX, 1) == 1;
    PyErr_Format(PyExc_TypeError, is_plural ? "%U expected" : "a %U expected", name.get());
    throw Failed();
}

View view_of(PyObject* bytes) {
    char* data;
    Py_ssize_t size;
    if (PyBytes_AsStringAndSize(bytes, &data, &size) < 0) throw Failed();
    return View(data, std::size_t(size));
}

Numbers numbers_of(PyObject* bytes) {
    const View data = view_of(bytes);
    if (data.size() % sizeof(double)) throw std::invalid_argument("bytes length not a multiple of item size");
    return Numbers(reinterpret_cast<const double*>(data.data()), data.size() / sizeof(double));
}

std::vector<PyObject*> items_of(PyObject* sequence) {
    const bool is_list = PyList_Check(sequence);
    if (!is_list && !PyTuple_Check(sequence)) throw std::invalid_argument("expected a list or a tuple");
    std::vector<PyObject*> items;
    const Py_ssize_t count = PySequence_Size(sequence);
    items.reserve(std::size_t(count));
    for (Py_ssize_t k = 0; k < count; ++k) items.push_back(is_list ? PyList_GetItem(sequence, k) : PyTuple_GetItem(sequence, k));
    return items;
}

bool add_views(PyObject* texts, std::vector<View>& views) {
    constexpr std::size_t kAhead = 4;
    const std::vector<PyObject*> items = items_of(texts);
    views.reserve(items.size());
    for (std::size_t k = 0; k < items.size(); ++k) {
        if (k + kAhead < items.size()) expect_text(View(reinterpret_cast<const char*>(items[k + kAhead]), 1));
        PyObject* const item = items[k];
        Py_ssize_t size;
        if (!PyUnicode_CheckExact(item)) return false;
        const char* const data = PyUnicode_AsUTF8AndSize(item, &size);
        if (!data) {
            PyErr_Clear();
            return false;
        }
        views.emplace_back(data, std::size_t(size));
    }
    return true;
}

std::size_t place_of(std::int64_t number, std::size_t size) {
    if (number < 0) number += std::int64_t(size);
    if (number < 0 || std::size_t(number) >= size) {
        PyErr_SetString(PyExc_IndexError, "list index out of range");
        throw Failed();
    }
    return std::size_t(number);
}

std::size_t index_of(PyObject* number, std::size_t size) {
    const Py_ssize_t i = PyNumber_AsSsize_t(number, PyExc_IndexError);
    if (i == -1 && PyErr_Occurred()) throw Failed();
    return place_of(i, size);
}

std::vector<std::size_t> places_of(PyObject* column, std::size_t size) {
    const std::vector<std::int64_t> numbers = column_of<std::int64_t>(column);
    std::vector<std::size_t> out;
    out.reserve(numbers.size());
    for (std::int64_t number : numbers) out.push_back(place_of(number, size));
    return out;
}

std::size_t threads_of(PyObject* number) {
    constexpr long long kMost = 256;
    int beyond;
    const long long threads = PyLong_AsLongLongAndOverflow(number, &beyond);
    if (threads == -1 && PyErr_Occurred()) throw Failed();
    return std::size_t(beyond > 0 ? kMost : beyond < 0 ? 1 : std::clamp(threads, 1LL, kMost));
}

bool word_view(PyObject* item, PyObject* keep, View& out) {
    if (PyBytes_Check(item)) {
        out = view_of(item);
        return true;
    }
    if (!PyUnicode_Check(item)) return false;
    Py_ssize_t size;
    const char* data = PyUnicode_AsUTF8AndSize(item, &size);
    if (!data) {  // lone surrogates stand for bytes that are no UTF-8
        PyErr_Clear();
        Ref bytes = own(PyUnicode_AsEncodedString(item, "utf-8", "surrogateescape"));
        if (PyList_Append(keep, bytes.get()) < 0) throw Failed();
        out = view_of(bytes.get());
        return true;
    }
    out = View(data, std::size_t(size));
    return true;
}

PyObject* reduced(const char* name, Ref arguments, Ref options) {
    if (!options.get()) options = own(PyDict_New());
    Ref package = own(PyImport_ImportModule("scorelite.core")), restored = own(PyObject_GetAttrString(package.get(), "restored"));
    return Py_BuildValue("(O(sOO))", restored.get(), name, arguments.get(), options.get());
}

void add_type(PyObject* module, PyTypeObject*& type, PyType_Spec spec) {
    if (!type) type = reinterpret_cast<PyTypeObject*>(own(PyType_FromModuleAndSpec(module, &spec, nullptr)).release());
    Ref shared = share(reinterpret_cast<PyObject*>(type));
    if (PyModule_AddObject(module, std::strrchr(spec.name, '.') + 1, shared.get()) < 0) throw Failed();
    shared.release();
}

PyObject* not_from_python(PyTypeObject*, PyObject*, PyObject*) {
    PyErr_SetString(PyExc_TypeError, "made by functions of the core only");
    return nullptr;
}

}  // namespace scorelite
