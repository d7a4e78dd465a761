#include "python.hpp"

namespace scorelite {
namespace {

PyObject* archive(PyObject*, PyObject* data) {
    return guarded([&]() -> PyObject* {
        const View text = view_of(data);
        for (char blank : {'\t', '\v', '\f', '\r'})
            if (text.find(blank) != View::npos) Py_RETURN_NONE;
        std::vector<std::pair<View, View>> records;
        std::size_t from = 0;
        for (std::size_t end; (end = text.find('\n', from)) != View::npos; from = end + 1) {
            const View line = text.substr(from, end - from);
            const std::size_t blank = line.find(' ');
            if (!blank || blank == View::npos) Py_RETURN_NONE;
            records.emplace_back(line.substr(0, blank), line.substr(blank + 1));
        }
        Ref keys = own(list_of(records, [](const auto& r) { return bytes_of(r.first); }));
        Ref texts = own(list_of(records, [](const auto& r) { return bytes_of(r.second); }));
        Ref rest = own(bytes_of(text.substr(from)));
        return PyTuple_Pack(3, keys.get(), texts.get(), rest.get());
    });
}

PyMethodDef functions[] = {
    {"archive", archive, METH_O,
     "archive(data, /)\n--\n\n"
     "Keys and texts of an archive whose lines are a key, a blank and a text, and the rest without newline; else None."},
    {nullptr, nullptr, 0, nullptr}};

const Part part([](PyObject* module) { add_functions(module, functions); });

}  // namespace
}  // namespace scorelite
