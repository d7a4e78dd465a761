#include "side.hpp"

#include <algorithm>

#include "operations.hpp"
#include "timed_rows.hpp"

namespace scorelite {

void Side::add(const Side& other, std::size_t i) {
    const Item item = other.item(i);
    if (item.kind == kText) return items_.push_back(item);
    if (item.kind == kArcs) {
        items_.push_back({nullptr, nullptr, narrow(arcs.size()), item.count, 0, kArcs});
        for (std::size_t k = item.first; k < item.first + std::size_t(item.count); ++k) arcs.push_back(Arc(other.arcs[k]));
        return;
    }
    const std::size_t first = words.size(), from = item.first;
    for (std::size_t k = from; k < from + item.count; ++k) words.push_back(other.words[k]);
    if (item.kind == kWords) return add_words(first, item.count);
    times.resize(first);
    for (std::size_t k = from; k < from + item.count; ++k) times.push_back(other.times[k]);
    add_rows(first, item.count);
}

std::unique_ptr<Side> Side::taken(const std::vector<std::size_t>& places) const {
    auto side = std::make_unique<Side>();
    auto texts = std::make_unique<ShortTexts>();
    if (lines_ && texts->take(*lines_, places)) {
        side->lines_ = texts.get();
        side->chosen_ = std::move(texts);
        return side;
    }
    side->reserve(places.size());
    for (std::size_t i : places) side->add(*this, i);
    return side;
}

void Side::add_arcs(std::size_t first) {
    const std::size_t count = arcs.size() - first;
    enum : char { kUnseen, kEntered, kLeft };
    std::vector<char> nodes(count + 1, kUnseen);
    nodes[0] = kEntered;
    const auto refuse = [&](std::size_t k, const std::string& problem) {
        throw std::invalid_argument("network " + std::to_string(items_.size()) + ", arc " + std::to_string(k) + ": " + problem);
    };
    for (std::size_t k = 0; k < count; ++k) {
        const Arc& arc = arcs[first + k];
        for (std::uint32_t node : {arc.from, arc.to})
            if (node > count)
                refuse(k, "node " + std::to_string(node) + "; expected 0 to " + std::to_string(count) + ", the number of arcs");
        if (nodes[arc.from] == kUnseen) refuse(k, "no arc before it leads to node " + std::to_string(arc.from));
        nodes[arc.from] = kLeft;
        if (nodes[arc.to] == kLeft) refuse(k, "an arc before it has left node " + std::to_string(arc.to));
        nodes[arc.to] = kEntered;
    }
    const auto ends = std::count(nodes.begin(), nodes.end(), char(kEntered));
    if (ends != 1)
        throw std::invalid_argument("network " + std::to_string(items_.size()) + " has " + std::to_string(ends) + " ends; expected 1");
    items_.push_back({nullptr, nullptr, narrow(first), narrow(count), 0, kArcs});
}

// Kinds of packed items; a folded text has a kind of its own, with the text before folding if the two differ.
enum : std::uint8_t { kPlainText, kFolded, kRawToo, kWordList, kRowList, kArcList, kTimedArcs };

void Side::pack(Packer& out) const {
    out.number(size());
    for (std::size_t i = 0, n = size(); i < n; ++i) {
        const Item item = this->item(i);
        if (item.kind == kText) {
            const std::uint8_t kind = !item.raw_start ? kPlainText : item.raw() == item.text() ? kFolded : kRawToo;
            out.byte(kind);
            out.text(item.text());
            if (kind == kRawToo) out.text(item.raw());
        } else if (item.kind == kArcs) {
            pack_arcs(out, item);
        } else {
            out.byte(item.kind == kRows ? kRowList : kWordList);
            out.number(item.count);
            for (std::size_t k = item.first; k < item.first + std::size_t(item.count); ++k) {
                out.text(words[k]);
                if (item.kind == kRows) pack_times(out, times[k]);
            }
        }
    }
}

void Side::pack_arcs(Packer& out, const Item& item) const {
    const Arc *first = arcs.data() + item.first, *end = first + item.count;
    const bool timed = std::any_of(
        first, end, [](const Arc& arc) { return arc.times.begin != 0.0 || arc.times.duration != 0.0 || arc.times.confidence != 0.0; });
    out.byte(timed ? kTimedArcs : kArcList);
    out.number(item.count);
    for (const Arc* arc = first; arc != end; ++arc) {
        out.number(arc->from);
        out.number(arc->to);
        out.byte(arc->word.data() != nullptr);
        if (arc->word.data()) out.text(arc->word);
        if (timed) pack_times(out, arc->times);
    }
}

void Side::pack_times(Packer& out, const Times& times) {
    for (double number : {times.begin, times.duration, times.confidence}) out.real(number);
}
Side::Times Side::unpack_times(Unpacker& in) {
    Times times;
    for (double* number : {&times.begin, &times.duration, &times.confidence}) *number = in.real();
    return times;
}

void Side::unpack(Unpacker& in) {
    const std::size_t n = in.count(2);
    reserve(n);
    for (std::size_t i = 0; i < n; ++i) {
        const std::uint8_t kind = in.byte();
        if (kind > kTimedArcs) throw Damaged();
        if (kind < kWordList) {
            const View text = in.text();
            add_text(text, kind == kPlainText ? View() : kind == kFolded ? text : in.text());
        } else if (kind < kArcList) {
            const std::size_t count = in.count(), first = words.size();
            if (kind == kRowList) times.resize(first);
            for (std::size_t k = 0; k < count; ++k) {
                words.push_back(in.text());
                if (kind == kRowList) times.push_back(unpack_times(in));
            }
            kind == kRowList ? add_rows(first, count) : add_words(first, count);
        } else {
            unpack_arcs(in, kind == kTimedArcs);
        }
    }
    in.finish();
}

void Side::unpack_arcs(Unpacker& in, bool timed) {
    const std::size_t count = in.count(3), first = arcs.size();
    for (std::size_t k = 0; k < count; ++k) {
        const std::uint64_t from = in.number(), to = in.number();
        const std::uint8_t is_word = in.byte();
        if (from > count || to > count || is_word > 1) throw Damaged();
        const View word = is_word ? in.text() : View();
        arcs.push_back({std::uint32_t(from), std::uint32_t(to), word, timed ? unpack_times(in) : Times()});
    }
    try {
        add_arcs(first);
    } catch (const std::invalid_argument&) {
        throw Damaged();
    }
}

namespace {

Py_ssize_t side_length(PyObject* self) { return Py_ssize_t(unbox<Side>(self).size()); }

View word_of(PyObject* object, PyObject* keep) {
    View text;
    if (!word_view(object, keep, text)) throw_type_error("a word must be str or bytes");
    return text;
}
void add_item(Side& side, PyObject* item, PyObject* keep) {
    View text;
    if (word_view(item, keep, text)) return side.add_text(text);
    Ref words = own(PySequence_Tuple(item));
    const std::size_t first = side.words.size();
    const Py_ssize_t n = PyTuple_Size(words.get());
    for (Py_ssize_t k = 0; k < n; ++k) side.words.push_back(word_of(PyTuple_GetItem(words.get(), k), keep));
    if (PyList_Append(keep, words.get()) < 0) throw Failed();
    side.add_words(first, std::size_t(n));
}
PyObject* texts(PyObject* items) {
    auto side = std::make_unique<Side>();
    Ref all = own(PySequence_Tuple(items)), keep = own(PyList_New(0));
    const Py_ssize_t n = PyTuple_Size(all.get());
    side->reserve(std::size_t(n));
    for (Py_ssize_t k = 0; k < n; ++k) add_item(*side, PyTuple_GetItem(all.get(), k), keep.get());
    return box<Side>(std::move(side), own(PyTuple_Pack(2, all.get(), keep.get())));
}
// Words with times: the words are those of rows that were read, or texts of Python.
PyObject* rows(PyObject* words, Numbers begins, Numbers durations, Numbers confidences, const std::vector<std::int64_t>& first) {
    auto side = std::make_unique<Side>();
    const bool were_read = PyObject_TypeCheck(words, type_of<TimedRows>());
    Ref all = were_read ? share(words) : own(PySequence_Tuple(words)), keep = own(PyList_New(0));
    if (were_read) side->words = unbox<TimedRows>(words).words;
    const std::size_t n = were_read ? side->words.size() : std::size_t(PyTuple_Size(all.get()));
    side->words.reserve(n);
    while (side->words.size() < n) side->words.push_back(word_of(PyTuple_GetItem(all.get(), Py_ssize_t(side->words.size())), keep.get()));
    side->lower = std::all_of(side->words.begin(), side->words.end(), [](View word) { return is_ascii(word) && !has_capital(word); });
    if (begins.size() != n || durations.size() != n || confidences.size() != n)
        throw std::invalid_argument("begin, duration and confidence need one number per word");
    if (first.empty() || first[0] < 0 || first.back() > std::int64_t(n) || !std::is_sorted(first.begin(), first.end()))
        throw std::invalid_argument(
            "offsets that do not rise or leave the words; expected 0 or more, rising, and at most the number of words");
    side->times.reserve(n);
    for (std::size_t k = 0; k < n; ++k) side->times.push_back({begins[k], durations[k], confidences[k]});
    for (std::size_t k = 0; k + 1 < first.size(); ++k) side->add_rows(std::size_t(first[k]), std::size_t(first[k + 1] - first[k]));
    return box<Side>(std::move(side), own(PyTuple_Pack(2, all.get(), keep.get())));
}

std::uint32_t node_of(PyObject* number) {
    const auto node = From<std::int64_t>::of(number);
    if (node < 0 || node > INT32_MAX) throw std::invalid_argument("node " + std::to_string(node) + "; expected 0 or more");
    return std::uint32_t(node);
}
Side::Arc arc_of(PyObject* arc, PyObject* keep) {
    const std::vector<PyObject*> fields = items_of(arc);
    if (fields.size() != 3 && fields.size() != 6)
        throw std::invalid_argument("an arc of " + std::to_string(fields.size()) +
                                    " fields; expected source, target and word, and no more or begin, duration and confidence");
    Side::Arc out{node_of(fields[0]), node_of(fields[1]), View(), {}};
    if (fields[2] != Py_None && !word_view(fields[2], keep, out.word)) throw_type_error("a word must be str, bytes or None");
    if (fields.size() == 6) out.times = {From<double>::of(fields[3]), From<double>::of(fields[4]), From<double>::of(fields[5])};
    return out;
}
PyObject* networks(PyObject* items) {
    auto side = std::make_unique<Side>();
    Ref all = own(PySequence_Tuple(items)), keep = own(PyList_New(0));
    for (PyObject* item : items_of(all.get())) {
        Ref arcs = own(PySequence_Tuple(item));
        const std::size_t first = side->arcs.size();
        for (PyObject* described : items_of(arcs.get())) {
            Ref arc = own(PySequence_Tuple(described));
            side->arcs.push_back(arc_of(arc.get(), keep.get()));
            if (PyList_Append(keep.get(), arc.get()) < 0) throw Failed();
        }
        side->add_arcs(first);
    }
    return box<Side>(std::move(side), std::move(keep));
}

PyObject* side_take(PyObject* self, PyObject* index) {
    const Side& side = unbox<Side>(self);
    return box<Side>(side.taken(places_of(index, side.size())), share(self));
}
PyObject* side_reduce(const Side& side) {
    Packer out;
    side.pack(out);
    return reduced("side_from", own(tuple_of(out.bytes())));
}
PyObject* side_from(PyObject* state) {
    auto side = std::make_unique<Side>();
    Unpacker in(view_of(state));
    side->unpack(in);
    return box<Side>(std::move(side), share(state));
}

PyMethodDef methods[] = {
    {"take", method<side_take>, METH_VARARGS, "take($self, index, /)\n--\n\nThe texts at these places (int64), in this order."},
    {"__reduce__", method<side_reduce>, METH_VARARGS, "__reduce__($self, /)\n--\n\nThe pickled state, for either core."},
    {nullptr, nullptr, 0, nullptr}};
PyMethodDef functions[] = {
    {"side_from", operation<side_from>, METH_VARARGS, "side_from(state, /)\n--\n\nA side from its pickled state."},
    {"texts", operation<texts>, METH_VARARGS,
     "texts(items, /)\n--\n\nA text per item; an item that is itself a sequence is a ready list of words and taken literally."},
    {"networks", operation<networks>, METH_VARARGS,
     "networks(items, /)\n--\n\nA network per item: arcs, which are source, target, word, and begin, duration and confidence or nothing."},
    {"rows", operation<rows>, METH_VARARGS,
     "rows(words, begin, duration, confidence, first, /)\n--\n\nThe words of ctm rows, as texts or as the rows of a file, one utterance "
     "between each two of the offsets."},
    {nullptr, nullptr, 0, nullptr}};

const Part part(functions, [](PyObject* module) {
    PyType_Slot slots[] = {{Py_tp_doc, slot("The texts of one side, one per utterance, not yet cut into words.")},
                           {Py_tp_new, slot(not_from_python)},
                           {Py_tp_dealloc, slot(destroy<Side>)},
                           {Py_tp_methods, methods},
                           {Py_sq_length, slot(side_length)},
                           {0, nullptr}};
    add_type<Side>(module, "Side", slots);
});

}  // namespace
}  // namespace scorelite
