// Python objects in C++: owning references, errors, bytes as views and columns, and boxes around objects of the core.
#pragma once
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "policy.hpp"
#include "signals.hpp"
#include "text.hpp"

namespace scorelite {

struct Failed {};  // a Python error is set

class Ref {  // an owning reference
    PyObject* object_;

  public:
    explicit Ref(PyObject* owned = nullptr) : object_(owned) {}
    Ref(Ref&& other) noexcept : object_(other.release()) {}
    Ref& operator=(Ref&& other) noexcept {
        std::swap(object_, other.object_);
        return *this;
    }
    Ref(const Ref&) = delete;
    ~Ref() { Py_XDECREF(object_); }
    PyObject* get() const { return object_; }
    PyObject* release() {
        PyObject* object = object_;
        object_ = nullptr;
        return object;
    }
};
inline Ref own(PyObject* object) {
    if (!object) throw Failed();
    return Ref(object);
}
inline Ref share(PyObject* object) {
    Py_INCREF(object);
    return Ref(object);
}

// ---------------------------------------------------------------------------------------------------------------------
// Errors

void set_error();  // the Python error for the C++ exception that is being handled
[[noreturn]] void throw_type_error(const char* message);
[[noreturn]] void throw_other_type(PyTypeObject* expected);

// Runs the body of a function that Python calls: exceptions become Python errors.
template <class Body> PyObject* guarded(Body body) {
    try {
        return body();
    } catch (...) {
        set_error();
        return nullptr;
    }
}

// Releases the GIL; meanwhile check_signals() takes it from time to time.
class WithoutGil {
    struct Outer;  // what this thread knew of the call in which it worked before
    std::unique_ptr<Outer> outer_;
    Watch watch_;
    PyThreadState* state_;

  public:
    WithoutGil();
    WithoutGil(const WithoutGil&) = delete;
    ~WithoutGil();
};

// ---------------------------------------------------------------------------------------------------------------------
// Bytes, columns, lists

View view_of(PyObject* bytes);
inline PyObject* bytes_of(View text) { return PyBytes_FromStringAndSize(text.data(), Py_ssize_t(text.size())); }
template <class T> PyObject* bytes_of(const std::vector<T>& column) {
    return PyBytes_FromStringAndSize(reinterpret_cast<const char*>(column.data()), Py_ssize_t(column.size() * sizeof(T)));
}
inline PyObject* bytes_item(View text) { return bytes_of(text); }
template <class T> std::vector<T> column_of(PyObject* bytes) {
    const View data = view_of(bytes);
    if (data.size() % sizeof(T)) throw std::invalid_argument("bytes length not a multiple of item size");
    std::vector<T> column(data.size() / sizeof(T));
    if (!column.empty()) std::memcpy(column.data(), data.data(), data.size());
    return column;
}
Numbers numbers_of(PyObject* bytes);
std::vector<PyObject*> items_of(PyObject* sequence);  // of a list or a tuple, which must not change meanwhile
// Adds the bytes of texts, if all are of type str and have UTF-8; whether they are.
bool add_views(PyObject* texts, std::vector<View>& views);
constexpr std::size_t kObject = 64;  // the steps that an object of Python takes to be made
template <class Items, class Make> PyObject* list_of(const Items& items, Make make) {
    Ref list = own(PyList_New(Py_ssize_t(items.size())));
    Py_ssize_t k = 0;
    Ticks ticks;
    for (const auto& item : items) {
        ticks.spend(kObject);
        PyObject* value = make(item);
        if (!value) throw Failed();
        PyList_SetItem(list.get(), k++, value);
    }
    return list.release();
}

// A place in a list of this size, as Python finds it: negative numbers count from the end.
std::size_t place_of(std::int64_t number, std::size_t size);
std::size_t index_of(PyObject* number, std::size_t size);
// The places that a column of int64 names.
std::vector<std::size_t> places_of(PyObject* column, std::size_t size);
// A number of threads: any whole number, of which more than can be of use count as many.
std::size_t threads_of(PyObject* number);

// The bytes of a str or bytes object; encoded bytes are added to the list `keep`. False for other objects.
bool word_view(PyObject* item, PyObject* keep, View& out);

// ---------------------------------------------------------------------------------------------------------------------
// A Python object around one of C++, with the Python objects that it needs alive

inline std::size_t numbered_types = 0;
template <class T> inline const std::size_t number_of_type = numbered_types++;

// The Python objects that an interpreter has for itself. Beside them only room that a thread uses again outlives a call.
struct Made {
    PyObject* text_error = nullptr;
    std::vector<PyTypeObject*> types = std::vector<PyTypeObject*>(numbered_types);  // by their numbers
};
Made& made_here();  // of the interpreter that runs in this thread
template <class T> PyTypeObject* type_of() { return made_here().types[number_of_type<T>]; }

template <class T> struct Box {
    PyObject ob_base;
    T* value;
    PyObject* keep;  // the Python objects that it was made of
};
template <class T> T& unbox(PyObject* self) { return *reinterpret_cast<Box<T>*>(self)->value; }
template <class T> PyObject* kept(PyObject* self) { return reinterpret_cast<Box<T>*>(self)->keep; }
template <class T> PyObject* box(PyTypeObject* type, std::unique_ptr<T> value, Ref keep) {
    const auto alloc = reinterpret_cast<allocfunc>(PyType_GetSlot(type, Py_tp_alloc));
    Ref self = own(alloc(type, 0));
    auto* object = reinterpret_cast<Box<T>*>(self.get());
    object->value = value.release();
    object->keep = keep.release();
    return self.release();
}
template <class T> PyObject* box(std::unique_ptr<T> value, Ref keep) { return box(type_of<T>(), std::move(value), std::move(keep)); }
template <class T> void destroy(PyObject* self) {
    auto* object = reinterpret_cast<Box<T>*>(self);
    PyTypeObject* type = Py_TYPE(self);
    delete object->value;
    Py_XDECREF(object->keep);
    reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

// The return value of __reduce__: it names a function of the core, so that either core can load the pickle.
PyObject* reduced(const char* name, Ref arguments, Ref options = Ref());

// ---------------------------------------------------------------------------------------------------------------------
// Parts of the module: every file adds its own functions and types when the module is made

class Part {
    void (*add_)(PyObject* module);
    PyMethodDef* functions_;
    const Part* next_;
    static inline const Part* first_ = nullptr;

  public:
    explicit Part(PyMethodDef* functions, void (*add)(PyObject* module) = nullptr) : add_(add), functions_(functions), next_(first_) {
        first_ = this;
    }
    explicit Part(void (*add)(PyObject* module)) : Part(nullptr, add) {}
    static void add_all(PyObject* module) {
        for (const Part* part = first_; part; part = part->next_) {
            if (part->add_) part->add_(module);
            if (part->functions_ && PyModule_AddFunctions(module, part->functions_) < 0) throw Failed();
        }
    }
};

void add_type(PyObject* module, PyTypeObject*& type, PyType_Spec spec);  // makes it if this interpreter has none
template <class T> void add_type(PyObject* module, const char* name, PyType_Slot* slots) {
    static const std::string whole_name = std::string("scorelite.core._native.") + name;  // the type keeps the pointer
    add_type(module, made_here().types[number_of_type<T>], {whole_name.c_str(), sizeof(Box<T>), 0, Py_TPFLAGS_DEFAULT, slots});
}
PyObject* not_from_python(PyTypeObject*, PyObject*, PyObject*);  // __new__ of types that only functions of the core make

template <class T> void* slot(T function) { return reinterpret_cast<void*>(function); }
inline void* slot(const char* text) { return const_cast<char*>(text); }
inline PyCFunction with_keywords(PyCFunctionWithKeywords function) {
    return reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function));
}

}  // namespace scorelite
