#include "trn.hpp"
#include "operations.hpp"
#include "side.hpp"

namespace scorelite {
namespace {

PyObject* trn_new(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
    return guarded([&]() -> PyObject* {
        static const char* names[] = {"data", "charset", "sensitive", "threads", nullptr};
        PyObject *data, *charset, *number = nullptr;
        int sensitive = -1;
        if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OO|$pO", const_cast<char**>(names), &data, &charset, &sensitive, &number))
            throw Failed();
        if (sensitive < 0) throw_type_error("Trn() needs the keyword sensitive");
        const std::size_t threads = number ? threads_of(number) : 1;
        const View text = view_of(data);
        const Charset& set = From<Charset>::of(charset);
        auto trn = without_gil([&] { return std::make_unique<Trn>(text, set, sensitive != 0, threads); });
        return box<Trn>(type, std::move(trn), own(PyTuple_Pack(2, data, charset)));
    });
}
Py_ssize_t trn_length(PyObject* self) { return Py_ssize_t(unbox<Trn>(self).size()); }
View trn_id(const Trn& trn, PyObject* i) { return trn.id(index_of(i, trn.size())); }
View trn_text(const Trn& trn, PyObject* i) { return trn.text(index_of(i, trn.size())); }
PyObject* trn_ids(const Trn& trn) {
    return list_of(trn.places(), [&](std::size_t i) { return bytes_of(trn.id(i)); });
}
PyObject* trn_match(const Trn& trn, const Trn& ref) {
    std::vector<std::int64_t> index;
    std::vector<View> conflicts;
    const bool same = without_gil([&] {
        const bool same = trn.has_ids_of(ref) && trn.different();
        if (!same) trn.match(ref, index, conflicts);
        return same;
    });
    return tuple_of(same ? share(Py_None) : own(bytes_of(index)), conflicts);
}
bool trn_duplicated(const Trn& trn) {
    return without_gil([&] { return !trn.different(); });
}
Trn::Kind kind_of(PyObject* kind) {
    View name;
    Ref keep = own(PyList_New(0));
    if (!word_view(kind, keep.get(), name)) name = View();
    if (name == "wsj") return Trn::kWsj;
    if (name == "sp") return Trn::kWhole;
    if (name == "rm" || name == "swb" || name == "spu_id") return Trn::kUntilMark;
    throw std::invalid_argument("unknown kind of utterance id '" + std::string(name) + "'");
}
PyObject* trn_speakers(const Trn& trn, PyObject* kind) {
    const Trn::Kind how = kind_of(kind);
    std::vector<View> names, unnamed;
    std::vector<std::int32_t> of;
    without_gil([&] { trn.speakers(how, names, of, unnamed); });
    return tuple_of(names, of, unnamed);
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
PyObject* trn_side(PyObject* self, std::optional<PyObject*> index) {
    const Trn& trn = unbox<Trn>(self);
    if (!index || is_whole(*index, trn.size())) return box<Side>(std::make_unique<Side>(trn), share(self));
    auto side = std::make_unique<Side>();
    const std::vector<std::size_t> places = places_of(*index, trn.size());
    side->reserve(places.size());
    for (std::size_t i : places) side->add_text(trn.text(i), trn.raw(i));
    return box<Side>(std::move(side), share(self));
}
PyObject* trn_events(const Trn& trn) {
    return list_of(trn.events, [](const auto& event) { return tuple_of(own(decoded(event.first)), event.second); });
}
PyObject* trn_error(const Trn& trn) { return trn.error ? tuple_of(own(decoded(trn.error)), trn.error_text) : share(Py_None).release(); }
bool trn_incomplete(const Trn& trn) { return trn.incomplete; }
PyObject* trn_reduce(PyObject* self) {
    Ref options = own(Py_BuildValue("{sO}", "sensitive", unbox<Trn>(self).sensitive() ? Py_True : Py_False));
    return reduced("Trn", share(kept<Trn>(self)), std::move(options));
}

PyMethodDef methods[] = {
    {"__reduce__", method<trn_reduce>, METH_VARARGS, "__reduce__($self, /)\n--\n\nThe pickled state, for either core."},
    {"id", method<trn_id>, METH_VARARGS, "id($self, i, /)\n--\n\nThe utterance id with its parentheses, empty if the line has none."},
    {"text", method<trn_text>, METH_VARARGS, "text($self, i, /)\n--\n\nThe text before the id."},
    {"ids", method<trn_ids>, METH_VARARGS, "ids($self, /)\n--\n\nAll utterance ids in file order."},
    {"match", method<trn_match>, METH_VARARGS,
     "match($self, ref, /)\n--\n\n"
     "For every utterance its place (int64) in the reference, -1 if missing, or None if both files have the same ids in one order; "
     "and ids repeated there with other texts."},
    {"duplicated", method<trn_duplicated>, METH_VARARGS, "duplicated($self, /)\n--\n\nWhether an id occurs more than once in this file."},
    {"speakers", method<trn_speakers>, METH_VARARGS,
     "speakers($self, kind, /)\n--\n\nSpeakers in order of appearance, the speaker (int32) of each utterance, and the ids that name no "
     "speaker."},
    {"side", method<trn_side>, METH_VARARGS,
     "side($self, index=None, /)\n--\n\nThe texts of the utterances at these places (int64), or of all."},
    {nullptr, nullptr, 0, nullptr}};
PyGetSetDef fields[] = {{"events", field<trn_events>, nullptr, "Comments and warnings of the lines, in file order.", nullptr},
                        {"error", field<trn_error>, nullptr, "Why reading stopped, or None.", nullptr},
                        {"incomplete", field<trn_incomplete>, nullptr, "Whether a last line without newline was dropped.", nullptr},
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
