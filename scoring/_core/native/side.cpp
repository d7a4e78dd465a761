#include "python.hpp"

#include <algorithm>

#include "side.hpp"

namespace scorelite {

void Side::add(const Side& other, std::size_t i) {
    const Item& item = other.items[i];
    if (item.kind == kText) return items.push_back(item);
    const std::size_t first = words.size(), from = item.first;
    for (std::size_t k = from; k < from + item.count; ++k) words.push_back(other.words[k]);
    if (item.kind == kWords) return add_words(first, item.count);
    times.resize(first);
    for (std::size_t k = from; k < from + item.count; ++k) times.push_back(other.times[k]);
    add_rows(first, item.count);
}

// Texts that were folded have another kind, and another text where the two differ.
enum : std::uint8_t { kPlainText, kFolded, kRawToo, kWordList, kRowList };

void Side::pack(Packer& out) const {
    out.number(items.size());
    for (const Item& item : items) {
        if (item.kind == kText) {
            const std::uint8_t kind = !item.raw_start ? kPlainText : item.raw() == item.text() ? kFolded : kRawToo;
            out.byte(kind);
            out.text(item.text());
            if (kind == kRawToo) out.text(item.raw());
            continue;
        }
        out.byte(item.kind == kRows ? kRowList : kWordList);
        out.number(item.count);
        for (std::size_t k = item.first; k < item.first + item.count; ++k) {
            out.text(words[k]);
            if (item.kind != kRows) continue;
            for (double number : {times[k].begin, times[k].duration, times[k].confidence}) out.real(number);
        }
    }
}

void Side::unpack(Unpacker& in) {
    const std::size_t n = in.count(2);
    items.reserve(n);
    for (std::size_t i = 0; i < n; ++i) {
        const std::uint8_t kind = in.byte();
        if (kind > kRowList) throw Damaged();
        if (kind < kWordList) {
            const View text = in.text();
            add_text(text, kind == kPlainText ? View() : kind == kFolded ? text : in.text());
            continue;
        }
        const std::size_t count = in.count(), first = words.size();
        if (kind == kRowList) times.resize(first);
        for (std::size_t k = 0; k < count; ++k) {
            words.push_back(in.text());
            if (kind == kWordList) continue;
            const double begin = in.real(), duration = in.real();
            times.push_back({begin, duration, in.real()});
        }
        kind == kRowList ? add_rows(first, count) : add_words(first, count);
    }
    in.finish();
}

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
        const Numbers begins = numbers_of(begin), durations = numbers_of(duration), confidences = numbers_of(confidence);
        const std::vector<std::int64_t> offsets = column_of<std::int64_t>(first);
        const std::size_t n = side->words.size();
        if (begins.size() != n || durations.size() != n || confidences.size() != n)
            throw std::invalid_argument("begin, duration and confidence need one number per word");
        if (offsets.empty() || offsets[0] < 0 || offsets.back() > std::int64_t(n) || !std::is_sorted(offsets.begin(), offsets.end()))
            throw std::invalid_argument("offsets must rise and stay inside the words");
        side->times.reserve(n);
        for (std::size_t k = 0; k < n; ++k) side->times.push_back({begins[k], durations[k], confidences[k]});
        for (std::size_t k = 0; k + 1 < offsets.size(); ++k)
            side->add_rows(std::size_t(offsets[k]), std::size_t(offsets[k + 1] - offsets[k]));
        return box<Side>(std::move(side), std::move(all));
    });
}

PyObject* side_take(PyObject* self, PyObject* index) {
    return guarded([&] {
        const Side& side = unbox<Side>(self);
        auto taken = std::make_unique<Side>();
        for (std::size_t i : places_of(index, side.items.size())) taken->add(side, i);
        return box<Side>(std::move(taken), share(self));
    });
}
PyObject* side_reduce(PyObject* self, PyObject*) {
    return guarded([&] {
        Packer out;
        unbox<Side>(self).pack(out);
        Ref state = own(bytes_of(View(out.bytes())));
        return reduced("side_from", own(PyTuple_Pack(1, state.get())));
    });
}
PyObject* side_from(PyObject*, PyObject* state) {
    return guarded([&] {
        auto side = std::make_unique<Side>();
        Unpacker in(view_of(state));
        side->unpack(in);
        return box<Side>(std::move(side), share(state));
    });
}

PyMethodDef methods[] = {{"take", side_take, METH_O, "take($self, index, /)\n--\n\nThe texts at these places (int64), in this order."},
                         {"__reduce__", side_reduce, METH_NOARGS, "__reduce__($self, /)\n--\n\nThe pickled state, for either core."},
                         {nullptr, nullptr, 0, nullptr}};
PyMethodDef functions[] = {
    {"side_from", side_from, METH_O, "side_from(state, /)\n--\n\nA side from its pickled state."},
    {"texts", make_texts, METH_O,
     "texts(items, /)\n--\n\nA text per item; an item that is itself a sequence is a ready list of words and taken literally."},
    {"rows", make_rows, METH_VARARGS,
     "rows(words, begin, duration, confidence, first, /)\n--\n\nThe words of ctm rows, one utterance between each two of the offsets."},
    {nullptr, nullptr, 0, nullptr}};

const Part part([](PyObject* module) {
    PyType_Slot slots[] = {{Py_tp_doc, slot("The texts of one side, one per utterance, not yet cut into words.")},
                           {Py_tp_new, slot(not_from_python)},
                           {Py_tp_dealloc, slot(destroy<Side>)},
                           {Py_tp_methods, methods},
                           {Py_sq_length, slot(side_length)},
                           {0, nullptr}};
    add_type<Side>(module, "Side", slots);
    add_functions(module, functions);
});

}  // namespace
}  // namespace scorelite
