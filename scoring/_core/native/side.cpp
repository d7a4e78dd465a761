#include "python.hpp"

#include <algorithm>

#include "side.hpp"

namespace scorelite {
namespace {

Py_ssize_t side_length(PyObject* self) { return Py_ssize_t(unbox<Side>(self).items.size()); }

void add_item(Side& side, PyObject* item, PyObject* keep) {
    View text;
    if (word_view(item, keep, text)) return side.add_text(text);
    Ref words = own(PySequence_Tuple(item));
    const std::size_t first = side.words.size();
    const Py_ssize_t n = PyTuple_Size(words.get());
    for (Py_ssize_t k = 0; k < n; ++k) {
        if (!word_view(PyTuple_GetItem(words.get(), k), keep, text)) {
            PyErr_SetString(PyExc_TypeError, "a word must be str or bytes");
            throw Failed();
        }
        side.words.push_back(text);
    }
    if (PyList_Append(keep, words.get()) < 0) throw Failed();
    side.add_words(first, std::size_t(n));
}
PyObject* make_texts(PyObject*, PyObject* items) {
    return guarded([&] {
        auto side = std::make_unique<Side>();
        Ref all = own(PySequence_Tuple(items)), keep = own(PyList_New(0));
        const Py_ssize_t n = PyTuple_Size(all.get());
        side->items.reserve(std::size_t(n));
        for (Py_ssize_t k = 0; k < n; ++k) add_item(*side, PyTuple_GetItem(all.get(), k), keep.get());
        return box<Side>(std::move(side), own(PyTuple_Pack(2, all.get(), keep.get())));
    });
}
PyObject* make_rows(PyObject*, PyObject* args) {
    return guarded([&]() -> PyObject* {
        PyObject *words, *begin, *duration, *confidence, *first;
        if (!PyArg_ParseTuple(args, "OOOOO", &words, &begin, &duration, &confidence, &first)) throw Failed();
        auto side = std::make_unique<Side>();
        Ref all = own(PySequence_Tuple(words));
        for (Py_ssize_t k = 0, n = PyTuple_Size(all.get()); k < n; ++k) side->words.push_back(view_of(PyTuple_GetItem(all.get(), k)));
        side->begin = numbers_of(begin);
        side->duration = numbers_of(duration);
        side->confidence = numbers_of(confidence);
        const std::vector<std::int64_t> offsets = column_of<std::int64_t>(first);
        const std::size_t n = side->words.size();
        if (side->begin.size() != n || side->duration.size() != n || side->confidence.size() != n)
            throw std::invalid_argument("begin, duration and confidence need one number per word");
        if (offsets.empty() || offsets[0] < 0 || offsets.back() > std::int64_t(n) || !std::is_sorted(offsets.begin(), offsets.end()))
            throw std::invalid_argument("offsets must rise and stay inside the words");
        for (std::size_t k = 0; k + 1 < offsets.size(); ++k)
            side->add_rows(std::size_t(offsets[k]), std::size_t(offsets[k + 1] - offsets[k]));
        return box<Side>(std::move(side), own(PyTuple_Pack(4, all.get(), begin, duration, confidence)));
    });
}

PyMethodDef functions[] = {
    {"texts", make_texts, METH_O,
     "texts(items, /)\n--\n\nA text per item; an item that is itself a sequence is a ready list of words and taken literally."},
    {"rows", make_rows, METH_VARARGS,
     "rows(words, begin, duration, confidence, first, /)\n--\n\nThe words of ctm rows, one utterance between each two of the offsets."},
    {nullptr, nullptr, 0, nullptr}};

const Part part([](PyObject* module) {
    PyType_Slot slots[] = {{Py_tp_doc, slot("The texts of one side, one per utterance, not yet cut into words.")},
                           {Py_tp_new, slot(not_from_python)},
                           {Py_tp_dealloc, slot(destroy<Side>)},
                           {Py_sq_length, slot(side_length)},
                           {0, nullptr}};
    add_type<Side>(module, "Side", slots);
    add_functions(module, functions);
});

}  // namespace
}  // namespace scorelite
