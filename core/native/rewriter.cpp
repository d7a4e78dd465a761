#include "rewriter.hpp"

#include "operations.hpp"
#include "rewritten_rows.hpp"

namespace scorelite {
namespace {

// Longer left sides would make the table of their bytes too deep.
constexpr std::size_t kLongest = 4096;

PyObject* rewriter_new(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
    return guarded([&]() -> PyObject* {
        static const char* names[] = {"rules", "fold", "copy", nullptr};
        PyObject* described;
        int fold = 0, copy = 1;
        if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|$pp", const_cast<char**>(names), &described, &fold, &copy)) throw Failed();
        Ref rules = own(PySequence_Tuple(described));
        std::vector<RewriteRule> views;
        for (PyObject* rule : items_of(rules.get())) {
            if (!PyTuple_Check(rule) || PyTuple_Size(rule) != 4) throw std::invalid_argument("a rule is a tuple of 4 bytes objects");
            const auto [left, right, before, after] = From<std::tuple<View, View, View, View>>::of(rule);
            if (left.size() > kLongest) throw std::invalid_argument("left side of more than " + std::to_string(kLongest) + " bytes");
            views.push_back({left, right, before, after});
        }
        Ref keep = own(Py_BuildValue("(OOO)", rules.get(), fold ? Py_True : Py_False, copy ? Py_True : Py_False));
        return box(type, std::make_unique<Rewriter>(views, fold, copy), std::move(keep));
    });
}
std::string rewriter_rewrite(const Rewriter& rules, View text) {
    return without_gil([&] { return rules.rewrite(text); });
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
        without_gil([&] { rows.read(view); });
        return tuple_of(rows.text, rows.odd);
    });
}
std::vector<std::int64_t> rewriter_matches(const Rewriter& rules, View text) {
    std::vector<std::int64_t> column;
    without_gil([&] {
        rules.scan(text, [&](const RewriteMatch& match) {
            for (std::size_t number : {match.rule, match.start, match.end}) column.push_back(std::int64_t(number));
        });
    });
    return column;
}
PyObject* rewriter_reduce(PyObject* self) {
    const auto [rules, fold, copy] = From<std::tuple<PyObject*, PyObject*, PyObject*>>::of(kept<Rewriter>(self));
    return reduced("Rewriter", own(tuple_of(share(rules))), own(Py_BuildValue("{sOsO}", "fold", fold, "copy", copy)));
}

PyMethodDef methods[] = {
    {"rewrite", method<rewriter_rewrite>, METH_VARARGS, "rewrite($self, text, /)\n--\n\nThe text with every match replaced."},
    {"rows", with_keywords(rewriter_rows), METH_VARARGS | METH_KEYWORDS,
     "rows($self, data, kind, /, *, upper=False, latin=False, hyphens=False)\n--\n\nRows of trn, stm or ctm with their words rewritten, "
     "and which rows need a closer look."},
    {"matches", method<rewriter_matches>, METH_VARARGS,
     "matches($self, text, /)\n--\n\nRule, begin and end of every match in the text, int64 triples."},
    {"__reduce__", method<rewriter_reduce>, METH_VARARGS, "__reduce__($self, /)\n--\n\nThe pickled state, for either core."},
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
