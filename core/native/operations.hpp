// Operations: functions of C++ that Python calls. The types of their parameters and results say how objects of Python are converted.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "buffer.hpp"
#include "python.hpp"

namespace scorelite {

// ---------------------------------------------------------------------------------------------------------------------
// Arguments: From<T>::of(object) is a value of type T; views and numbers lie in the object

template <class T, class = void> struct From {  // an object of the core
    static T& of(PyObject* object) {
        PyTypeObject* const type = type_of<T>();
        if (!PyObject_TypeCheck(object, type)) throw_other_type(type);
        return unbox<T>(object);
    }
};
template <> struct From<PyObject*> {
    static PyObject* of(PyObject* object) { return object; }
};
template <> struct From<View> {
    static View of(PyObject* bytes) { return view_of(bytes); }
};
template <> struct From<Numbers> {
    static Numbers of(PyObject* bytes) { return numbers_of(bytes); }
};
template <class T> constexpr bool kIsInside = std::is_same_v<T, View> || std::is_same_v<T, Numbers> || std::is_pointer_v<T>;
template <class T> struct From<std::vector<T>, std::enable_if_t<kIsInside<T>>> {  // of what lies in the items of a list or a tuple
    static std::vector<T> of(PyObject* sequence) {
        std::vector<T> values;
        for (PyObject* item : items_of(sequence)) values.push_back(From<T>::of(item));
        return values;
    }
};
template <class T> struct From<std::vector<T>, std::enable_if_t<std::is_trivially_copyable_v<T> && !kIsInside<T>>> {  // of a column
    static std::vector<T> of(PyObject* bytes) { return column_of<T>(bytes); }
};
template <class T> struct From<std::vector<T>, std::enable_if_t<!std::is_trivially_copyable_v<T>>> {  // of the items of a sequence
    static std::vector<T> of(PyObject* sequence) {
        Ref items = own(PySequence_Tuple(sequence));
        std::vector<T> values;
        for (Py_ssize_t k = 0; k < PyTuple_Size(items.get()); ++k) values.push_back(From<T>::of(PyTuple_GetItem(items.get(), k)));
        return values;
    }
};
template <> struct From<bool> {
    static bool of(PyObject* object) {
        const int is_true = PyObject_IsTrue(object);
        if (is_true < 0) throw Failed();
        return is_true != 0;
    }
};
template <> struct From<double> {
    static double of(PyObject* object) {
        const double number = PyFloat_AsDouble(object);
        if (number == -1.0 && PyErr_Occurred()) throw Failed();
        return number;
    }
};
template <class T> struct From<T, std::enable_if_t<std::is_integral_v<T>>> {
    static T of(PyObject* object) {
        const long long number = PyLong_AsLongLong(object);
        if (number == -1 && PyErr_Occurred()) throw Failed();
        if (number < static_cast<long long>(std::numeric_limits<T>::min()) ||
            number > static_cast<long long>(std::numeric_limits<T>::max())) {
            PyErr_SetString(PyExc_OverflowError, "a number out of range");
            throw Failed();
        }
        return T(number);
    }
};
template <> struct From<std::string> {  // of str
    static std::string of(PyObject* text) {
        Py_ssize_t size;
        const char* data = PyUnicode_AsUTF8AndSize(text, &size);
        if (!data) throw Failed();
        return std::string(data, std::size_t(size));
    }
};
template <class T> struct From<std::optional<T>> {  // None, or left out at the end
    static std::optional<T> of(PyObject* object) { return object == Py_None ? std::nullopt : std::optional<T>(From<T>::of(object)); }
};

template <class... Items> struct From<std::tuple<Items...>> {
    static std::tuple<Items...> of(PyObject* tuple) { return items_of(tuple, std::index_sequence_for<Items...>()); }

  private:
    template <std::size_t... k> static std::tuple<Items...> items_of(PyObject* tuple, std::index_sequence<k...>) {
        if (!PyTuple_Check(tuple) || PyTuple_Size(tuple) != Py_ssize_t(sizeof...(Items))) {
            PyErr_Format(PyExc_TypeError, "a tuple of %zd items expected", Py_ssize_t(sizeof...(Items)));
            throw Failed();
        }
        return {From<Items>::of(PyTuple_GetItem(tuple, Py_ssize_t(k)))...};
    }
};
struct Costs {  // of a substitution, an insertion and a deletion
    std::array<std::int64_t, 3> numbers;
    Policy policy(const std::string& ties) const { return Policy(numbers, ties); }
};
template <> struct From<Costs> {
    static Costs of(PyObject* sequence) {
        const auto [substitution, insertion, deletion] = From<std::tuple<std::int64_t, std::int64_t, std::int64_t>>::of(sequence);
        return {{substitution, insertion, deletion}};
    }
};

// ---------------------------------------------------------------------------------------------------------------------
// Results: objects for values, as new references

inline PyObject* object_of(PyObject* object) { return object; }
inline PyObject* object_of(Ref object) { return object.release(); }
inline PyObject* object_of(View text) { return bytes_of(text); }
inline PyObject* object_of(const std::string& text) { return bytes_of(View(text)); }
inline PyObject* object_of(const Buffer& text) { return bytes_of(text.view()); }
inline PyObject* object_of(double number) { return PyFloat_FromDouble(number); }
template <class T> std::enable_if_t<std::is_integral_v<T>, PyObject*> object_of(T number) {
    if constexpr (std::is_same_v<T, bool>) return PyBool_FromLong(number);
    return PyLong_FromLongLong(static_cast<long long>(number));
}
inline PyObject* object_of(const std::vector<View>& texts) { return list_of(texts, bytes_item); }
inline PyObject* object_of(const std::vector<std::string>& texts) { return list_of(texts, bytes_item); }
template <class T> PyObject* object_of(const std::vector<T>& column) {
    static_assert(std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>, "the numbers of a column become bytes");
    return bytes_of(column);
}
template <class T> PyObject* object_of(const std::optional<T>& value) { return value ? object_of(*value) : share(Py_None).release(); }
template <class... Values> PyObject* tuple_of(Values&&... values) {
    Ref items[] = {own(object_of(std::forward<Values>(values)))...};
    Ref tuple = own(PyTuple_New(Py_ssize_t(sizeof...(values))));
    Py_ssize_t k = 0;
    for (Ref& item : items) PyTuple_SetItem(tuple.get(), k++, item.release());
    return tuple.release();
}
// Strings of Python, from UTF-8; bytes that are none stay as they are where they have to.
inline PyObject* decoded(View text) { return PyUnicode_DecodeUTF8(text.data(), Py_ssize_t(text.size()), nullptr); }
inline PyObject* decoded_somehow(View text) { return PyUnicode_DecodeUTF8(text.data(), Py_ssize_t(text.size()), "surrogateescape"); }

// A text of a list that was written anew.
struct Rewritten {
    std::size_t place;
    std::string text;
};
// Puts texts that were written anew into their list.
inline void rewrite(PyObject* list, const std::vector<Rewritten>& texts) {
    for (const Rewritten& each : texts)
        if (PyList_SetItem(list, Py_ssize_t(each.place), decoded(each.text)) < 0) throw Failed();
}

// What work without objects of Python gives, done without the GIL.
template <class Work> auto without_gil(const Work& work) {
    WithoutGil released;
    return work();
}
inline PyObject* unset_bytes(std::size_t size) { return PyBytes_FromStringAndSize(nullptr, Py_ssize_t(size)); }
// A column of so many numbers, which `write` writes without the GIL.
template <class Number, class Write> PyObject* written_column(std::size_t count, const Write& write) {
    Ref bytes = own(unset_bytes(count * sizeof(Number)));
    Number* const out = reinterpret_cast<Number*>(PyBytes_AsString(bytes.get()));
    without_gil([&] { write(out); });
    return bytes.release();
}

// ---------------------------------------------------------------------------------------------------------------------
// Calls

template <class T> struct IsOptional : std::false_type {};
template <class T> struct IsOptional<std::optional<T>> : std::true_type {};

inline void check_number(Py_ssize_t number, Py_ssize_t least, Py_ssize_t most) {
    if (number >= least && number <= most) return;
    const char* const bound = least == most ? "exactly" : number < least ? "at least" : "at most";
    PyErr_Format(PyExc_TypeError, "function takes %s %zd arguments (%zd given)", bound, number < least ? least : most, number);
    throw Failed();
}
// The value of an argument; `self`, if there is one, is the first.
template <class T> decltype(From<T>::of(nullptr)) argument(PyObject* self, PyObject* arguments, Py_ssize_t place) {
    if (self && place == 0) return From<T>::of(self);
    const Py_ssize_t behind_self = self ? place - 1 : place;
    if constexpr (IsOptional<T>::value)
        if (behind_self >= PyTuple_Size(arguments)) return std::nullopt;
    return From<T>::of(PyTuple_GetItem(arguments, behind_self));
}
template <class Result, class... Parameters, std::size_t... k>
PyObject* called(Result (*function)(Parameters...), PyObject* self, PyObject* arguments, std::index_sequence<k...>) {
    return guarded([&]() -> PyObject* {
        const Py_ssize_t most = Py_ssize_t(sizeof...(Parameters)) - (self ? 1 : 0);
        const Py_ssize_t optional = (Py_ssize_t(0) + ... + IsOptional<std::decay_t<Parameters>>::value);
        check_number(arguments ? PyTuple_Size(arguments) : 0, most - optional, most);
        std::tuple<decltype(From<std::decay_t<Parameters>>::of(nullptr))...> values{
            argument<std::decay_t<Parameters>>(self, arguments, Py_ssize_t(k))...};
        if constexpr (std::is_void_v<Result>)
            return std::apply(function, std::move(values)), share(Py_None).release();
        else
            return object_of(std::apply(function, std::move(values)));
    });
}
template <class Result, class... Parameters> PyObject* called(Result (*function)(Parameters...), PyObject* self, PyObject* arguments) {
    return called(function, self, arguments, std::index_sequence_for<Parameters...>());
}

// Functions of a module, methods and fields of a type: the first parameter of the latter two is the object.
template <auto function> PyObject* operation(PyObject*, PyObject* arguments) { return called(function, nullptr, arguments); }
template <auto function> PyObject* method(PyObject* self, PyObject* arguments) { return called(function, self, arguments); }
template <auto function> PyObject* field(PyObject* self, void*) { return called(function, self, nullptr); }

}  // namespace scorelite
