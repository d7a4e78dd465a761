#include "spans.hpp"

#include "decoded.hpp"
#include "python.hpp"

namespace scorelite {
namespace {

PyObject* trn_spans(PyObject*, PyObject* data) {
    return guarded([&]() -> PyObject* {
        const View text = view_of(data);
        auto spans = std::make_unique<Spans>();
        bool plain;
        {
            WithoutGil released;
            plain = spans->read(text);
        }
        if (!plain) Py_RETURN_NONE;
        return box<Spans>(std::move(spans), share(data));
    });
}

Py_ssize_t spans_length(PyObject* self) { return Py_ssize_t(unbox<Spans>(self).size()); }
PyObject* spans_id(PyObject* self, PyObject* i) {
    return guarded([&] {
        const Spans& spans = unbox<Spans>(self);
        return decoded(spans.id(index_of(i, spans.size())));
    });
}
PyObject* spans_text(PyObject* self, PyObject* i) {
    return guarded([&] {
        const Spans& spans = unbox<Spans>(self);
        return decoded(spans.text(index_of(i, spans.size())));
    });
}
PyObject* spans_line(PyObject* self, PyObject* i) {
    return guarded([&] {
        const Spans& spans = unbox<Spans>(self);
        return PyLong_FromSize_t(spans.line(index_of(i, spans.size())));
    });
}
PyObject* spans_ids(PyObject* self, PyObject* args) {
    return guarded([&] {
        PyObject* places = Py_None;
        if (!PyArg_ParseTuple(args, "|O", &places)) throw Failed();
        const Spans& spans = unbox<Spans>(self);
        const std::vector<std::size_t> chosen = places == Py_None ? spans.places() : places_of(places, spans.size());
        return list_of(chosen, [&](std::size_t i) { return decoded(spans.id(i)); });
    });
}
PyObject* spans_texts(PyObject* self, PyObject*) {
    return guarded([&] {
        const Spans& spans = unbox<Spans>(self);
        return list_of(spans.places(), [&](std::size_t i) { return decoded(spans.text(i)); });
    });
}
PyObject* spans_places(PyObject* self, PyObject* other) {
    return guarded([&]() -> PyObject* {
        const Spans &spans = unbox<Spans>(self), &others = argument<Spans>(other, "Spans");
        bool same;
        std::vector<std::int64_t> places;
        {
            WithoutGil released;
            same = spans.has_ids_of(others);
            if (!same) places = spans.places_in(others);
        }
        if (same) Py_RETURN_NONE;
        return bytes_of(places);
    });
}
PyObject* spans_side(PyObject* self, PyObject*) {
    return guarded([&] { return box<Side>(std::make_unique<Side>(unbox<Spans>(self)), share(self)); });
}
PyObject* spans_keys(PyObject* self, PyObject*) {
    return guarded([&] { return box<Side>(std::make_unique<Side>(unbox<Spans>(self).ids), share(self)); });
}
PyObject* spans_comments(PyObject* self, void*) {
    return guarded([&] {
        return list_of(unbox<Spans>(self).comments, [](const std::pair<View, std::size_t>& comment) -> PyObject* {
            Ref line = own(decoded(comment.first));
            return Py_BuildValue("(On)", line.get(), Py_ssize_t(comment.second));
        });
    });
}
PyObject* spans_marked(PyObject* self, void*) {
    return guarded([&] { return list_of(unbox<Spans>(self).marked, PyLong_FromSize_t); });
}
PyObject* spans_ascii(PyObject* self, void*) { return PyBool_FromLong(unbox<Spans>(self).ascii); }

PyMethodDef methods[] = {
    {"id", spans_id, METH_O, "id($self, i, /)\n--\n\nThe id of an utterance."},
    {"text", spans_text, METH_O, "text($self, i, /)\n--\n\nThe text of an utterance."},
    {"line", spans_line, METH_O, "line($self, i, /)\n--\n\nThe line of an utterance, from 1."},
    {"ids", spans_ids, METH_VARARGS, "ids($self, places=None, /)\n--\n\nAll ids in file order, or those at these places (int64)."},
    {"texts", spans_texts, METH_NOARGS, "texts($self, /)\n--\n\nAll texts in file order."},
    {"places", spans_places, METH_O,
     "places($self, other, /)\n--\n\n"
     "The place of every utterance in another file (int64), -1 if missing; None if both have the same ids in one order."},
    {"side", spans_side, METH_NOARGS, "side($self, /)\n--\n\nThe texts of all utterances."},
    {"keys", spans_keys, METH_NOARGS, "keys($self, /)\n--\n\nThe ids of all utterances as texts of the core."},
    {nullptr, nullptr, 0, nullptr}};
PyGetSetDef fields[] = {{"comments", spans_comments, nullptr, "Comment lines, and the number of utterances before each.", nullptr},
                        {"marked", spans_marked, nullptr, "The utterances whose text has a brace.", nullptr},
                        {"ascii", spans_ascii, nullptr, "Whether the file is ASCII.", nullptr},
                        {nullptr, nullptr, nullptr, nullptr, nullptr}};
PyMethodDef functions[] = {{"trn_spans", trn_spans, METH_O,
                            "trn_spans(data, /)\n--\n\n"
                            "The utterances of a transcript file in UTF-8 without a problem, braces aside; None for other files."},
                           {nullptr, nullptr, 0, nullptr}};

const Part part([](PyObject* module) {
    PyType_Slot slots[] = {{Py_tp_doc, slot("Ids and texts of a file of lines, as places in its bytes.")},
                           {Py_tp_new, slot(not_from_python)},
                           {Py_tp_dealloc, slot(destroy<Spans>)},
                           {Py_tp_methods, methods},
                           {Py_tp_getset, fields},
                           {Py_sq_length, slot(spans_length)},
                           {0, nullptr}};
    add_type<Spans>(module, "Spans", slots);
    add_functions(module, functions);
});

}  // namespace
}  // namespace scorelite
