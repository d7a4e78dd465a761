#include "rewriter.hpp"

#include "python.hpp"

namespace scorelite {
namespace {

// Longer left sides would make the table of their bytes too deep.
constexpr std::size_t kLongest = 4096;

PyObject* rewriter_new(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
    return guarded([&]() -> PyObject* {
        static const char* names[] = {"rules", "fold", "copy", nullptr};
        PyObject* given;
        int fold = 0, copy = 1;
        if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|$pp", const_cast<char**>(names), &given, &fold, &copy)) throw Failed();
        Ref rules = own(PySequence_Tuple(given));
        std::vector<RewriteRule> views;
        for (Py_ssize_t k = 0, count = PyTuple_Size(rules.get()); k < count; ++k) {
            PyObject* rule = PyTuple_GetItem(rules.get(), k);
            if (!PyTuple_Check(rule) || PyTuple_Size(rule) != 4) throw std::invalid_argument("a rule is a tuple of 4 bytes objects");
            View parts[4];
            for (Py_ssize_t part = 0; part < 4; ++part) parts[part] = view_of(PyTuple_GetItem(rule, part));
            if (parts[0].size() > kLongest) throw std::invalid_argument("left side of more than " + std::to_string(kLongest) + " bytes");
            views.push_back({parts[0], parts[1], parts[2], parts[3]});
        }
        Ref keep = own(Py_BuildValue("(OOO)", rules.get(), fold ? Py_True : Py_False, copy ? Py_True : Py_False));
        return box(type, std::make_unique<Rewriter>(views, fold, copy), std::move(keep));
    });
}
PyObject* rewriter_rewrite(PyObject* self, PyObject* text) {
    return guarded([&]() -> PyObject* {
        const View view = view_of(text);
        std::string result;
        {
            WithoutGil free;
            result = unbox<Rewriter>(self).rewrite(view);
        }
        return bytes_of(result);
    });
}
PyObject* rewriter_rows(PyObject* self, PyObject* args) {
    return guarded([&]() -> PyObject* {
        PyObject* data;
        int upper, hyphens;
        if (!PyArg_ParseTuple(args, "Opp", &data, &upper, &hyphens)) throw Failed();
        const View view = view_of(data);
        std::string result;
        bool ordinary;
        {
            WithoutGil free;
            ordinary = unbox<Rewriter>(self).rows(view, {bool(upper), bool(hyphens)}, result);
        }
        return ordinary ? bytes_of(result) : share(Py_None).release();
    });
}
PyObject* rewriter_matches(PyObject* self, PyObject* text) {
    return guarded([&]() -> PyObject* {
        const View view = view_of(text);
        std::vector<std::int64_t> column;
        {
            WithoutGil free;
            unbox<Rewriter>(self).scan(view, [&](const RewriteMatch& match) {
                for (std::size_t number : {match.rule, match.start, match.end}) column.push_back(std::int64_t(number));
            });
        }
        return bytes_of(column);
    });
}
PyObject* rewriter_reduce(PyObject* self, PyObject*) {
    return guarded([&]() -> PyObject* {
        PyObject* keep = kept<Rewriter>(self);
        Ref arguments = own(Py_BuildValue("(O)", PyTuple_GetItem(keep, 0)));
        Ref options = own(Py_BuildValue("{sOsO}", "fold", PyTuple_GetItem(keep, 1), "copy", PyTuple_GetItem(keep, 2)));
        return reduced("Rewriter", std::move(arguments), std::move(options));
    });
}

PyMethodDef methods[] = {
    {"rewrite", rewriter_rewrite, METH_O, "rewrite($self, text, /)\n--\n\nThe text with every match replaced."},
    {"rows", rewriter_rows, METH_VARARGS,
     "rows($self, data, upper, hyphens, /)\n--\n\nRows of words and an id in brackets, with the words rewritten; None where a row is "
     "another one."},
    {"matches", rewriter_matches, METH_O, "matches($self, text, /)\n--\n\nRule, begin and end of every match in the text, int64 triples."},
    {"__reduce__", rewriter_reduce, METH_NOARGS, "__reduce__($self, /)\n--\n\nThe pickled state, for either core."},
    {nullptr, nullptr, 0, nullptr}};

const Part part([](PyObject* module) {
    PyType_Slot slots[] = {{Py_tp_doc, slot("Rewriter(rules, *, fold=False, copy=True)\n--\n\n"
                                            "Rules that replace texts between contexts, the first one that fits.")},
                           {Py_tp_new, slot(rewriter_new)},
                           {Py_tp_dealloc, slot(destroy<Rewriter>)},
                           {Py_tp_methods, methods},
                           {0, nullptr}};
    add_type<Rewriter>(module, "Rewriter", slots);
});

}  // namespace
}  // namespace scorelite
