#include "rules.hpp"

#include <algorithm>

#include "operations.hpp"

namespace scorelite {
namespace {

void set_weights(Rules& rules, PyObject* weights) {
    rules.weighted = true;
    auto table = std::make_shared<std::unordered_map<std::string, double>>();
    Ref items = own(PyMapping_Items(weights));
    for (PyObject* item : items_of(items.get())) {
        const auto [word, weight] = From<std::tuple<View, double>>::of(item);
        (*table)[std::string(word)] = weight;
    }
    rules.weights = table;
}
void set_lexicon(Rules& rules, PyObject* lexicon) {
    auto words = std::make_shared<std::vector<std::string>>();
    for (Py_ssize_t k = 0, n = PySequence_Size(lexicon); k < n; ++k) {
        Ref word = own(PySequence_GetItem(lexicon, k));
        words->emplace_back(view_of(word.get()));
        std::size_t characters = 0;
        for (std::size_t at = 0; at < words->back().size(); ++characters) at += rules.charset->length(words->back(), at);
        rules.longest = std::max(rules.longest, characters);
    }
    rules.lexicon = words;
}
// The keyword arguments, with copies of those that the caller may change.
Ref options_of(PyObject* kwargs, PyObject* weights, PyObject* lexicon) {
    Ref options = own(kwargs ? PyDict_Copy(kwargs) : PyDict_New());
    if (PyMapping_HasKeyString(options.get(), "charset") && PyMapping_DelItemString(options.get(), "charset") < 0) throw Failed();
    if (weights != Py_None) {
        Ref copy = own(PyDict_New());
        if (PyDict_Update(copy.get(), weights) < 0 || PyDict_SetItemString(options.get(), "weights", copy.get()) < 0) throw Failed();
    }
    if (lexicon) {
        Ref copy = own(PySequence_Tuple(lexicon));
        if (PyDict_SetItemString(options.get(), "lexicon", copy.get()) < 0) throw Failed();
    }
    return options;
}

PyObject* rules_new(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
    return guarded([&]() -> PyObject* {
        static const char* names[] = {"charset", "sensitive", "optional",   "fragments", "characters", "weights", "default_weight", "times",
                                      "segment", "lexicon",   "ascii_too",  "guarani",   "sort_times", "markup",  "overlap",        "whole",
                                      "wild",    "slash",     "long_words", "costs",     "ties",       nullptr};
        PyObject *charset, *weights = Py_None, *lexicon = nullptr;
        int sensitive = 0, optional = 0, fragments = 0, times = 0, ascii_too = 0, guarani = 0, sort_times = 0, markup = 1, overlap = 0;
        int whole = 0, wild = 0, slash = 0, long_words = 0;
        auto rules = std::make_unique<Rules>();
        long long substitution = 4, insertion = 3, deletion = 3;
        const char* ties = "SID";
        if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|$pppiOdpiOppppppppp(LLL)s", const_cast<char**>(names), &charset, &sensitive,
                                         &optional, &fragments, &rules->characters, &weights, &rules->default_weight, &times,
                                         &rules->segment, &lexicon, &ascii_too, &guarani, &sort_times, &markup, &overlap, &whole, &wild,
                                         &slash, &long_words, &substitution, &insertion, &deletion, &ties))
            throw Failed();
        rules->charset = &From<Charset>::of(charset);
        rules->sensitive = sensitive, rules->optional = optional, rules->fragments = fragments, rules->times = times;
        rules->ascii_too = ascii_too, rules->guarani = guarani, rules->sort_times = sort_times, rules->markup = markup,
        rules->overlap = overlap, rules->whole = whole, rules->wild = wild, rules->slash = slash, rules->long_words = long_words;
        rules->policy = Policy({{substitution, insertion, deletion}}, ties);
        if (rules->segment < 0 || rules->segment > 2) throw std::invalid_argument("unknown segmentation " + std::to_string(rules->segment));
        if (weights != Py_None) set_weights(*rules, weights);
        rules->lexicon = std::make_shared<std::vector<std::string>>();
        if (lexicon) set_lexicon(*rules, lexicon);
        return box<Rules>(type, std::move(rules), own(PyTuple_Pack(2, charset, options_of(kwargs, weights, lexicon).get())));
    });
}

PyObject* rules_reduce(PyObject* self) {
    const auto [charset, options] = From<std::tuple<PyObject*, PyObject*>>::of(kept<Rules>(self));
    return reduced("Rules", own(tuple_of(share(charset))), share(options));
}

PyMethodDef methods[] = {
    {"__reduce__", method<rules_reduce>, METH_VARARGS, "__reduce__($self, /)\n--\n\nThe pickled state, for either core."},
    {nullptr, nullptr, 0, nullptr}};

const Part part([](PyObject* module) {
    PyType_Slot slots[] = {
        {Py_tp_doc,
         slot("Rules(charset, *, sensitive=False, optional=False, fragments=False, characters=-1, weights=None, default_weight=0.0, "
              "times=False, segment=0, lexicon=(), ascii_too=False, guarani=False, sort_times=False, markup=True, overlap=False, "
              "whole=False, wild=False, slash=False, long_words=False, costs=(4, 3, 3), ties='SID')\n--\n\n"
              "How texts become words and how words are compared.")},
        {Py_tp_new, slot(rules_new)},
        {Py_tp_dealloc, slot(destroy<Rules>)},
        {Py_tp_methods, methods},
        {0, nullptr}};
    add_type<Rules>(module, "Rules", slots);
});

}  // namespace
}  // namespace scorelite
