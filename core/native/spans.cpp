#include "spans.hpp"

#include <algorithm>

#include "decoded.hpp"
#include "operations.hpp"
#include "signs.hpp"
#include "strict.hpp"

namespace scorelite {
namespace {

// Reads a file of lines; those that need a closer look are handed to `row` with the object and the number of the line. Without a `row`
// there is no object if a line needs one.
PyObject* read_lines(Spans::Kind kind, PyObject* data, std::optional<PyObject*> row, std::optional<bool> every,
                     std::optional<PyObject*> threads) {
    const View text = view_of(data);
    const std::size_t count = threads ? threads_of(*threads) : 1;
    Ref boxed = own(box<Spans>(std::make_unique<Spans>(kind), share(data)));
    Spans& spans = unbox<Spans>(boxed.get());
    const auto give_up = [](View, std::size_t) { return false; };
    const auto hand = [&](View line, std::size_t number) {
        own(PyObject_CallFunction(*row, "OnO", boxed.get(), Py_ssize_t(number), own(text_of(line)).get()));
        return true;
    };
    const bool is_read = row ? spans.read(text, count, every.value_or(false), hand)
                             : without_gil([&] { return spans.read(text, count, every.value_or(false), give_up); });
    return is_read ? boxed.release() : share(Py_None).release();
}
template <Spans::Kind kind>
PyObject* read(PyObject* data, std::optional<PyObject*> row, std::optional<bool> every, std::optional<PyObject*> threads) {
    return read_lines(kind, data, row, every, threads);
}
void spans_add(Spans& spans, PyObject* text, PyObject* id) {
    const Ref texts[] = {bytes_of_text(text), bytes_of_text(id)};
    spans.add_odd(view_of(texts[0].get()), view_of(texts[1].get()));
}
void spans_comment(Spans& spans, PyObject* text) { spans.add_comment(view_of(bytes_of_text(text).get())); }
bool spans_different(const Spans& spans) { return spans.different(); }

Py_ssize_t spans_length(PyObject* self) { return Py_ssize_t(unbox<Spans>(self).size()); }
PyObject* spans_id(const Spans& spans, PyObject* i) { return text_of(spans.id(index_of(i, spans.size()))); }
PyObject* spans_text(const Spans& spans, PyObject* i) { return text_of(spans.text(index_of(i, spans.size()))); }
std::size_t spans_line(const Spans& spans, PyObject* i) { return spans.line(index_of(i, spans.size())); }
PyObject* spans_ids(const Spans& spans, std::optional<PyObject*> places) {
    return list_of(places ? places_of(*places, spans.size()) : spans.places(), [&](std::size_t i) { return text_of(spans.id(i)); });
}
PyObject* spans_texts(const Spans& spans) {
    return list_of(spans.places(), [&](std::size_t i) { return text_of(spans.text(i)); });
}
// The texts that are not ASCII, and the number of characters of all.
PyObject* spans_beyond_ascii(const Spans& spans, std::optional<PyObject*> places) {
    std::vector<std::size_t> found;
    std::size_t size = 0;
    for (std::size_t i : places ? places_of(*places, spans.size()) : spans.places()) {
        const View text = spans.text(i);
        size += text.size();
        if (is_ascii(text)) continue;
        found.push_back(i);
        size -= std::size_t(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) == 0x80; }));
    }
    return tuple_of(own(list_of(found, [&](std::size_t i) { return text_of(spans.text(i)); })), size);
}
// The numbers, among all or among these places, of texts with more than plain characters of ASCII.
std::vector<std::int64_t> spans_unusual(const Spans& spans, View letters, std::optional<PyObject*> places) {
    const Unusual is_unusual(letters);
    const std::vector<std::size_t> chosen = places ? places_of(*places, spans.size()) : spans.places();
    std::vector<std::int64_t> unusual;
    for (std::size_t k = 0; k < chosen.size(); ++k) {
        if (is_unusual.in(spans.text(chosen[k]))) unusual.push_back(std::int64_t(k));
    }
    return unusual;
}
std::optional<std::vector<std::int64_t>> spans_places(const Spans& spans, const Spans& others) {
    WithoutGil released;
    if (spans.has_ids_of(others)) return std::nullopt;
    return spans.places_in(others);
}
PyObject* spans_replaced(const Spans& spans, PyObject* places, const std::vector<std::string>& texts) {
    const std::vector<std::size_t> numbers = places_of(places, spans.size());
    if (numbers.size() != texts.size()) throw std::invalid_argument("places and texts of different numbers");
    auto made = std::make_unique<Spans>();
    made->reserve(spans.size());
    made->reserve_kept(spans.bytes());
    std::size_t next = 0;
    for (std::size_t i = 0; i < spans.size(); ++i) {
        const bool is_new = next < numbers.size() && numbers[next] == i;
        made->keep(is_new ? View(texts[next++]) : spans.text(i), View());
    }
    if (next < numbers.size()) throw std::invalid_argument("places that do not rise");
    if (!made->seal(false)) throw std::bad_alloc();
    return box<Spans>(std::move(made), share(Py_None));
}
PyObject* spans_side(PyObject* self) { return box<Side>(std::make_unique<Side>(unbox<Spans>(self)), share(self)); }
PyObject* spans_keys(PyObject* self) { return box<Side>(std::make_unique<Side>(unbox<Spans>(self).ids), share(self)); }
PyObject* spans_comments(const Spans& spans) {
    return list_of(spans.comments, [](const auto& comment) { return tuple_of(own(text_of(comment.first)), comment.second); });
}
PyObject* spans_marked(const Spans& spans) { return list_of(spans.marked, PyLong_FromSize_t); }
bool spans_has(const Spans& spans, View letters) { return spans.has_any(letters); }
bool spans_ascii(const Spans& spans) { return spans.ascii; }

PyMethodDef methods[] = {
    {"id", method<spans_id>, METH_VARARGS, "id($self, i, /)\n--\n\nThe id of an utterance."},
    {"text", method<spans_text>, METH_VARARGS, "text($self, i, /)\n--\n\nThe text of an utterance."},
    {"line", method<spans_line>, METH_VARARGS, "line($self, i, /)\n--\n\nThe line of an utterance, from 1."},
    {"ids", method<spans_ids>, METH_VARARGS, "ids($self, places=None, /)\n--\n\nAll ids in file order, or those at these places (int64)."},
    {"has", method<spans_has>, METH_VARARGS, "has($self, letters, /)\n--\n\nWhether a text has one of these letters of ASCII (bytes)."},
    {"texts", method<spans_texts>, METH_VARARGS, "texts($self, /)\n--\n\nAll texts in file order."},
    {"beyond_ascii", method<spans_beyond_ascii>, METH_VARARGS,
     "beyond_ascii($self, places=None, /)\n--\n\n"
     "The texts that are not ASCII, of all or of those at these places (int64), and the number of characters of all these."},
    {"unusual", method<spans_unusual>, METH_VARARGS,
     "unusual($self, letters, places=None, /)\n--\n\n"
     "Which texts, of all or of those at these places (int64), have a character that is not ASCII, a control character that is no blank, "
     "or\n"
     "one of these letters: their numbers (int64)."},
    {"places", method<spans_places>, METH_VARARGS,
     "places($self, other, /)\n--\n\n"
     "The place of every utterance in another file (int64), -1 if missing; None if both have the same ids in one order."},
    {"replaced", method<spans_replaced>, METH_VARARGS,
     "replaced($self, places, texts, /)\n--\n\nThe utterances without ids, with other texts at these places (int64), which rise."},
    {"add", method<spans_add>, METH_VARARGS, "add($self, text, id, /)\n--\n\nAdds the utterance of the line that is read now."},
    {"comment", method<spans_comment>, METH_VARARGS,
     "comment($self, text, /)\n--\n\nAdds a comment that stands before the next utterance."},
    {"side", method<spans_side>, METH_VARARGS, "side($self, /)\n--\n\nThe texts of all utterances."},
    {"keys", method<spans_keys>, METH_VARARGS, "keys($self, /)\n--\n\nThe ids of all utterances as texts of the core."},
    {nullptr, nullptr, 0, nullptr}};
PyGetSetDef fields[] = {{"comments", field<spans_comments>, nullptr, "Comment lines, and the number of utterances before each.", nullptr},
                        {"different", field<spans_different>, nullptr, "Whether all ids are different.", nullptr},
                        {"marked", field<spans_marked>, nullptr, "The utterances of transcripts whose text has a brace.", nullptr},
                        {"ascii", field<spans_ascii>, nullptr, "Whether the file is ASCII.", nullptr},
                        {nullptr, nullptr, nullptr, nullptr, nullptr}};
PyMethodDef functions[] = {
    {"read_trn", operation<read<Spans::kTrn>>, METH_VARARGS,
     "read_trn(data, row=None, every=None, threads=None, /)\n--\n\n"
     "The utterances of a transcript file in UTF-8. Lines that are neither an utterance nor a comment nor blank, or every line, are not\n"
     "taken but handed to row(spans, number, line), which may add them. None for too many lines, and where there is such a line but no\n"
     "`row`. Ids are compared with those of another file in so many threads."},
    {"read_kaldi", operation<read<Spans::kKaldi>>, METH_VARARGS,
     "read_kaldi(data, row=None, every=None, threads=None, /)\n--\n\nThe utterances of Kaldi text, as `read_trn` reads transcripts."},
    {"read_txt", operation<read<Spans::kTxt>>, METH_VARARGS,
     "read_txt(data, row=None, every=None, threads=None, /)\n--\n\nThe lines of plain text, as `read_trn` reads transcripts; without ids."},
    {nullptr, nullptr, 0, nullptr}};

const Part part(functions, [](PyObject* module) {
    PyType_Slot slots[] = {{Py_tp_doc, slot("Ids and texts of a file of lines, as places in its bytes.")},
                           {Py_tp_new, slot(not_from_python)},
                           {Py_tp_dealloc, slot(destroy<Spans>)},
                           {Py_tp_methods, methods},
                           {Py_tp_getset, fields},
                           {Py_sq_length, slot(spans_length)},
                           {0, nullptr}};
    add_type<Spans>(module, "Spans", slots);
});

}  // namespace
}  // namespace scorelite
