#include "python.hpp"

#include "side.hpp"
#include "trn.hpp"

namespace scorelite {
namespace {

PyObject* trn_new(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
    return guarded([&]() -> PyObject* {
        static const char* names[] = {"data", "charset", "sensitive", "threads", nullptr};
        PyObject *data, *charset, *number = nullptr;
        int sensitive = -1;
        if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OO|$pO", const_cast<char**>(names), &data, &charset, &sensitive, &number))
            throw Failed();
        if (sensitive < 0) {
            PyErr_SetString(PyExc_TypeError, "Trn() needs the keyword sensitive");
            throw Failed();
        }
        const std::size_t threads = number ? threads_of(number) : 1;
        const View text = view_of(data);
        const Charset& set = argument<Charset>(charset, "a Charset");
        std::unique_ptr<Trn> trn;
        {
            WithoutGil free;
            trn = std::make_unique<Trn>(text, set, sensitive != 0, threads);
        }
        return box<Trn>(type, std::move(trn), own(PyTuple_Pack(2, data, charset)));
    });
}
Py_ssize_t trn_length(PyObject* self) { return Py_ssize_t(unbox<Trn>(self).size()); }
PyObject* trn_id(PyObject* self, PyObject* i) {
    return guarded([&] {
        const Trn& trn = unbox<Trn>(self);
        return bytes_of(trn.id(index_of(i, trn.size())));
    });
}
PyObject* trn_text(PyObject* self, PyObject* i) {
    return guarded([&] {
        const Trn& trn = unbox<Trn>(self);
        return bytes_of(trn.text(index_of(i, trn.size())));
    });
}
PyObject* trn_ids(PyObject* self, PyObject*) {
    return guarded([&] {
        const Trn& trn = unbox<Trn>(self);
        return list_of(trn.places(), [&](std::size_t i) { return bytes_of(trn.id(i)); });
    });
}
PyObject* trn_match(PyObject* self, PyObject* ref) {
    return guarded([&]() -> PyObject* {
        const Trn& other = argument<Trn>(ref, "a Trn");
        std::vector<std::int64_t> index;
        std::vector<View> conflicts;
        const Trn& trn = unbox<Trn>(self);
        bool same;
        {
            WithoutGil free;
            same = trn.has_ids_of(other) && trn.different();
            if (!same) trn.match(other, index, conflicts);
        }
        Ref column = same ? share(Py_None) : own(bytes_of(index)), list = own(list_of(conflicts, bytes_item));
        return PyTuple_Pack(2, column.get(), list.get());
    });
}
PyObject* trn_duplicated(PyObject* self, PyObject*) {
    return guarded([&] {
        const Trn& trn = unbox<Trn>(self);
        bool duplicated;
        {
            WithoutGil free;
            duplicated = !trn.different();
        }
        return PyBool_FromLong(duplicated);
    });
}
PyObject* trn_speakers(PyObject* self, PyObject* kind) {
    return guarded([&]() -> PyObject* {
        View name;
        Ref keep = own(PyList_New(0));
        if (!word_view(kind, keep.get(), name)) name = View();
        Trn::Kind how;
        if (name == "wsj")
            how = Trn::kWsj;
        else if (name == "sp")
            how = Trn::kWhole;
        else if (name == "rm" || name == "swb" || name == "spu_id")
            how = Trn::kUntilMark;
        else
            throw std::invalid_argument("unknown kind of utterance id '" + std::string(name) + "'");
        std::vector<View> names, unnamed;
        std::vector<std::int32_t> of;
        const Trn& trn = unbox<Trn>(self);
        {
            WithoutGil free;
            trn.speakers(how, names, of, unnamed);
        }
        Ref a = own(list_of(names, bytes_item)), b = own(bytes_of(of)), c = own(list_of(unnamed, bytes_item));
        return PyTuple_Pack(3, a.get(), b.get(), c.get());
    });
}
// Whether these are the places of all utterances in file order.
bool is_whole(PyObject* index, std::size_t count) {
    const View data = view_of(index);
    if (data.size() != count * sizeof(std::int64_t)) return false;
    for (std::size_t i = 0; i < count; ++i) {
        std::int64_t place;
        std::memcpy(&place, data.data() + i * sizeof place, sizeof place);
        if (place != std::int64_t(i)) return false;
    }
    return true;
}
PyObject* trn_side(PyObject* self, PyObject* args) {
    return guarded([&]() -> PyObject* {
        PyObject* index = Py_None;
        if (!PyArg_ParseTuple(args, "|O", &index)) throw Failed();
        const Trn& trn = unbox<Trn>(self);
        if (index == Py_None || is_whole(index, trn.size())) return box<Side>(std::make_unique<Side>(trn), share(self));
        auto side = std::make_unique<Side>();
        const std::vector<std::size_t> places = places_of(index, trn.size());
        side->reserve(places.size());
        for (std::size_t i : places) side->add_text(trn.text(i), trn.raw(i));
        return box<Side>(std::move(side), share(self));
    });
}
PyObject* trn_events(PyObject* self, void*) {
    return guarded([&] {
        return list_of(unbox<Trn>(self).events, [](const std::pair<const char*, View>& e) {
            Ref text = own(bytes_of(e.second));
            return Py_BuildValue("(sO)", e.first, text.get());
        });
    });
}
PyObject* trn_error(PyObject* self, void*) {
    return guarded([&]() -> PyObject* {
        const Trn& trn = unbox<Trn>(self);
        if (!trn.error) Py_RETURN_NONE;
        Ref text = own(bytes_of(trn.error_text));
        return Py_BuildValue("(sO)", trn.error, text.get());
    });
}
PyObject* trn_incomplete(PyObject* self, void*) { return PyBool_FromLong(unbox<Trn>(self).incomplete); }

PyObject* trn_reduce(PyObject* self, PyObject*) {
    return guarded([&] {
        Ref options = own(Py_BuildValue("{sO}", "sensitive", unbox<Trn>(self).sensitive() ? Py_True : Py_False));
        return reduced("Trn", share(kept<Trn>(self)), std::move(options));
    });
}

PyMethodDef methods[] = {
    {"__reduce__", trn_reduce, METH_NOARGS, "__reduce__($self, /)\n--\n\nThe pickled state, for either core."},
    {"id", trn_id, METH_O, "id($self, i, /)\n--\n\nThe utterance id with its parentheses, empty if the line has none."},
    {"text", trn_text, METH_O, "text($self, i, /)\n--\n\nThe text before the id."},
    {"ids", trn_ids, METH_NOARGS, "ids($self, /)\n--\n\nAll utterance ids in file order."},
    {"match", trn_match, METH_O,
     "match($self, ref, /)\n--\n\n"
     "For every utterance its place (int64) in the reference, -1 if missing, or None if both files have the same ids in one order; "
     "and ids repeated there with other texts."},
    {"duplicated", trn_duplicated, METH_NOARGS, "duplicated($self, /)\n--\n\nWhether an id occurs more than once in this file."},
    {"speakers", trn_speakers, METH_O,
     "speakers($self, kind, /)\n--\n\nSpeakers in order of appearance, the speaker (int32) of each utterance, and the ids that name no "
     "speaker."},
    {"side", trn_side, METH_VARARGS, "side($self, index=None, /)\n--\n\nThe texts of the utterances at these places (int64), or of all."},
    {nullptr, nullptr, 0, nullptr}};
PyGetSetDef fields[] = {{"events", trn_events, nullptr, "Comments and warnings of the lines, in file order.", nullptr},
                        {"error", trn_error, nullptr, "Why reading stopped, or None.", nullptr},
                        {"incomplete", trn_incomplete, nullptr, "Whether a last line without newline was dropped.", nullptr},
                        {nullptr, nullptr, nullptr, nullptr, nullptr}};

const Part part([](PyObject* module) {
    PyType_Slot slots[] = {{Py_tp_doc, slot("Trn(data, charset, *, sensitive, threads=1)\n--\n\nOne transcript file as sclite reads it: "
                                            "ids and texts, comments and warnings.")},
                           {Py_tp_new, slot(trn_new)},
                           {Py_tp_dealloc, slot(destroy<Trn>)},
                           {Py_tp_methods, methods},
                           {Py_tp_getset, fields},
                           {Py_sq_length, slot(trn_length)},
                           {0, nullptr}};
    add_type<Trn>(module, "Trn", slots);
});

}  // namespace
}  // namespace scorelite
