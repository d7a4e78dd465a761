#include "rewriter.hpp"

#include "python.hpp"
#include "rewritten_rows.hpp"

namespace scorelite {
namespace {

// Longer left sides would make the table of their bytes too deep.
constexpr std::size_t kLongest = 4096;

PyObject* rewriter_new(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
    return guarded([&]() -> PyObject* {
        static const char* names[] = {"rules", "fold", "copy", nullptr};
        PyObject* data_given;
        int fold = 0, copy = 1;
        if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|$pp", const_cast<char**>(names), &data_given, &fold, &copy)) throw Failed();
        Ref rules = own(PySequence_Tuple(data_given));
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
PyObject* rewriter_rows(PyObject* self, PyObject* args, PyObject* kwargs) {
    return guarded([&]() -> PyObject* {
        static const char* names[] = {"data", "kind", "upper", "latin", "hyphens", nullptr};
        PyObject* data;
        const char* kind;
        int upper = 0, latin = 0, hyphens = 0;
        if (!PyArg_ParseTupleAndKeywords(args, kwargs, "Os|$ppp", const_cast<char**>(names), &data, &kind, &upper, &latin, &hyphens))
            throw Failed();
        const View view = view_of(data), name = kind;
        if (name != "trn" && name != "stm" && name != "ctm") throw std::invalid_argument("rows are of trn, stm or ctm");
        if (!view.empty() && view.back() != '\n') throw std::invalid_argument("the last row has no newline");
        const Rewriter& rules = unbox<Rewriter>(self);
        if (!rules.copies()) throw std::invalid_argument("rows need rules that copy other text");
        RowRewriter rows(rules, {name == "trn"   ? RowKind::trn
                                 : name == "stm" ? RowKind::stm
                                                 : RowKind::ctm,
                                 bool(upper), bool(latin), bool(hyphens)});
        {
            WithoutGil free;
            rows.read(view);
        }
        return own(Py_BuildValue("(NN)", bytes_of(rows.text), bytes_of(rows.odd))).release();
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
    {"rows", with_keywords(rewriter_rows), METH_VARARGS | METH_KEYWORDS,
     "rows($self, data, kind, /, *, upper=False, latin=False, hyphens=False)\n--\n\nRows of trn, stm or ctm with their words rewritten, "
     "and which rows need a closer look."},
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
