// What Python sees of the native core: the same names as scoring/_core/python, whose docstrings describe them.
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <new>
#include <stdexcept>

#include "chunks.hpp"
#include "draws.hpp"
#include "report.hpp"
#include "symbols.hpp"
#include "table.hpp"
#include "trn.hpp"

namespace {
using namespace scorelite;

PyObject* text_error = nullptr;
PyTypeObject *charset_type, *rules_type, *side_type, *trn_type, *batch_type;

// ---------------------------------------------------------------------------------------------------------------------
// Owning references, errors, and the passage between bytes and views

struct Failed {};  // a Python error is set

class Ref {
    PyObject* object_;

  public:
    explicit Ref(PyObject* owned = nullptr) : object_(owned) {}
    Ref(Ref&& other) noexcept : object_(other.release()) {}
    Ref& operator=(Ref&& other) noexcept {
        std::swap(object_, other.object_);
        return *this;
    }
    Ref(const Ref&) = delete;
    ~Ref() { Py_XDECREF(object_); }
    PyObject* get() const { return object_; }
    PyObject* release() {
        PyObject* object = object_;
        object_ = nullptr;
        return object;
    }
};
Ref own(PyObject* object) {
    if (!object) throw Failed();
    return Ref(object);
}
Ref share(PyObject* object) {
    Py_INCREF(object);
    return Ref(object);
}

template <class Body> PyObject* guarded(Body body) {
    try {
        return body();
    } catch (const Failed&) {
    } catch (const TextError& e) {
        PyObject* message = PyUnicode_DecodeUTF8(e.message.data(), Py_ssize_t(e.message.size()), "surrogateescape");
        if (message) PyErr_SetObject(text_error, message);
        Py_XDECREF(message);
    } catch (const std::bad_alloc&) {
        PyErr_NoMemory();
    } catch (const std::exception& e) {
        PyErr_SetString(PyExc_ValueError, e.what());
    }
    return nullptr;
}

View view_of(PyObject* bytes) {
    char* data;
    Py_ssize_t size;
    if (PyBytes_AsStringAndSize(bytes, &data, &size) < 0) throw Failed();
    return View(data, std::size_t(size));
}
PyObject* bytes_of(View text) { return PyBytes_FromStringAndSize(text.data(), Py_ssize_t(text.size())); }
template <class T> PyObject* bytes_of(const std::vector<T>& column) {
    return PyBytes_FromStringAndSize(reinterpret_cast<const char*>(column.data()), Py_ssize_t(column.size() * sizeof(T)));
}
template <class T> std::vector<T> column_of(PyObject* bytes) {
    const View data = view_of(bytes);
    if (data.size() % sizeof(T)) throw std::invalid_argument("bytes length not a multiple of item size");
    std::vector<T> column(data.size() / sizeof(T));
    if (!column.empty()) std::memcpy(column.data(), data.data(), data.size());
    return column;
}
Numbers numbers_of(PyObject* bytes) {
    const View data = view_of(bytes);
    if (data.size() % sizeof(double)) throw std::invalid_argument("bytes length not a multiple of item size");
    return Numbers(reinterpret_cast<const double*>(data.data()), data.size() / sizeof(double));
}
template <class Items, class Make> PyObject* list_of(const Items& items, Make make) {
    Ref list = own(PyList_New(Py_ssize_t(items.size())));
    Py_ssize_t k = 0;
    for (const auto& item : items) {
        PyObject* value = make(item);
        if (!value) throw Failed();
        PyList_SetItem(list.get(), k++, value);
    }
    return list.release();
}
PyObject* bytes_item(View text) { return bytes_of(text); }

struct WithoutGil {
    PyThreadState* state = PyEval_SaveThread();
    ~WithoutGil() { PyEval_RestoreThread(state); }
};

// ---------------------------------------------------------------------------------------------------------------------
// A Python object around a C++ one, with the Python objects that it needs alive

template <class T> struct Box {
    PyObject ob_base;
    T* value;
    PyObject* keep;  // a tuple
};
template <class T> T& unbox(PyObject* self) { return *reinterpret_cast<Box<T>*>(self)->value; }
template <class T> PyObject* box(PyTypeObject* type, std::unique_ptr<T> value, Ref keep) {
    const auto alloc = reinterpret_cast<allocfunc>(PyType_GetSlot(type, Py_tp_alloc));
    Ref self = own(alloc(type, 0));
    auto* object = reinterpret_cast<Box<T>*>(self.get());
    object->value = value.release();
    object->keep = keep.release();
    return self.release();
}
template <class T> void destroy(PyObject* self) {
    auto* object = reinterpret_cast<Box<T>*>(self);
    PyTypeObject* type = Py_TYPE(self);
    delete object->value;
    Py_XDECREF(object->keep);
    reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}
template <class T> T& argument(PyObject* object, PyTypeObject* type, const char* what) {
    if (!PyObject_TypeCheck(object, type)) {
        PyErr_Format(PyExc_TypeError, "%s expected", what);
        throw Failed();
    }
    return unbox<T>(object);
}
Py_ssize_t index_of(PyObject* number, std::size_t size) {
    Py_ssize_t i = PyNumber_AsSsize_t(number, PyExc_IndexError);
    if (i == -1 && PyErr_Occurred()) throw Failed();
    if (i < 0) i += Py_ssize_t(size);
    if (i < 0 || std::size_t(i) >= size) {
        PyErr_SetString(PyExc_IndexError, "list index out of range");
        throw Failed();
    }
    return i;
}

// ---------------------------------------------------------------------------------------------------------------------
// Charset

Charset::Table table_of(PyObject* mapping) {
    Charset::Table table;
    Ref items = own(PyMapping_Items(mapping));
    for (Py_ssize_t k = 0, n = PyList_Size(items.get()); k < n; ++k) {
        PyObject* pair = PyList_GetItem(items.get(), k);
        Ref from = own(PySequence_GetItem(pair, 0)), to = own(PySequence_GetItem(pair, 1));
        const unsigned long a = PyLong_AsUnsignedLong(from.get()), b = PyLong_AsUnsignedLong(to.get());
        if (PyErr_Occurred()) throw Failed();
        table[std::uint32_t(a)] = std::uint32_t(b);
    }
    return table;
}

PyObject* charset_new(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
    return guarded([&]() -> PyObject* {
        static const char* names[] = {"encoding", "lower", "upper", nullptr};
        const char* encoding;
        PyObject *lower, *upper;
        if (!PyArg_ParseTupleAndKeywords(args, kwargs, "sOO", const_cast<char**>(names), &encoding, &lower, &upper)) throw Failed();
        const View name(encoding);
        Encoding kind = Encoding::kAscii;
        if (name == "ext_ascii")
            kind = Encoding::kLatin;
        else if (name == "gb")
            kind = Encoding::kGb;
        else if (name == "utf-8")
            kind = Encoding::kUtf8;
        else if (name != "ascii")
            throw std::invalid_argument("unknown encoding '" + std::string(name) + "'");
        const bool tables = kind == Encoding::kUtf8;
        return box<Charset>(
            type, std::make_unique<Charset>(kind, tables ? table_of(lower) : Charset::Table(), tables ? table_of(upper) : Charset::Table()),
            Ref());
    });
}
PyObject* charset_fold(PyObject* self, PyObject* data) {
    return guarded([&] { return bytes_of(unbox<Charset>(self).fold(view_of(data))); });
}
PyObject* charset_upper(PyObject* self, PyObject* data) {
    return guarded([&] { return bytes_of(unbox<Charset>(self).upper(view_of(data))); });
}
PyObject* charset_split(PyObject* self, PyObject* data) {
    return guarded([&] {
        const View text = view_of(data);
        std::vector<View> characters;
        for (std::size_t at = 0; at < text.size(); at += characters.back().size())
            characters.push_back(text.substr(at, unbox<Charset>(self).length(text, at)));
        return list_of(characters, bytes_item);
    });
}

// ---------------------------------------------------------------------------------------------------------------------
// Rules

void set_weights(Rules& rules, PyObject* weights) {
    rules.weighted = true;
    auto table = std::make_shared<std::unordered_map<std::string, double>>();
    Ref items = own(PyMapping_Items(weights));
    for (Py_ssize_t k = 0, n = PyList_Size(items.get()); k < n; ++k) {
        PyObject* pair = PyList_GetItem(items.get(), k);
        Ref word = own(PySequence_GetItem(pair, 0)), weight = own(PySequence_GetItem(pair, 1));
        (*table)[std::string(view_of(word.get()))] = PyFloat_AsDouble(weight.get());
        if (PyErr_Occurred()) throw Failed();
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
void set_policy(Rules& rules, View policy) {
    rules.unit = policy != "sclite";
    if (policy == "kaldi_wer")
        rules.ties = Ties::kInsDelSub;
    else if (policy == "kaldi_align")
        rules.ties = Ties::kSubDelIns;
    else if (policy != "sclite")
        throw std::invalid_argument("unknown policy '" + std::string(policy) + "'");
}

PyObject* rules_new(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
    return guarded([&]() -> PyObject* {
        static const char* names[] = {"charset", "sensitive", "optional",  "fragments", "characters", "weights", "default_weight", "times",
                                      "segment", "lexicon",   "ascii_too", "guarani",   "sort_times", "markup",  "policy",         nullptr};
        PyObject *charset, *weights = Py_None, *lexicon = nullptr;
        int sensitive = 0, optional = 0, fragments = 0, times = 0, ascii_too = 0, guarani = 0, sort_times = 0, markup = 1;
        auto rules = std::make_unique<Rules>();
        const char* policy = "sclite";
        if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|$pppiOdpiOpppps", const_cast<char**>(names), &charset, &sensitive, &optional,
                                         &fragments, &rules->characters, &weights, &rules->default_weight, &times, &rules->segment,
                                         &lexicon, &ascii_too, &guarani, &sort_times, &markup, &policy))
            throw Failed();
        rules->charset = &argument<Charset>(charset, charset_type, "a Charset");
        rules->sensitive = sensitive, rules->optional = optional, rules->fragments = fragments, rules->times = times;
        rules->ascii_too = ascii_too, rules->guarani = guarani, rules->sort_times = sort_times, rules->markup = markup;
        set_policy(*rules, policy);
        if (rules->segment < 0 || rules->segment > 2) throw std::invalid_argument("unknown segmentation " + std::to_string(rules->segment));
        if (weights != Py_None) set_weights(*rules, weights);
        rules->lexicon = std::make_shared<std::vector<std::string>>();
        if (lexicon) set_lexicon(*rules, lexicon);
        return box<Rules>(type, std::move(rules), own(PyTuple_Pack(1, charset)));
    });
}

// ---------------------------------------------------------------------------------------------------------------------
// Side

Py_ssize_t side_length(PyObject* self) { return Py_ssize_t(unbox<Side>(self).items.size()); }

// The bytes of a str or bytes object that lives as long as the side; false for other objects.
bool word_view(PyObject* item, PyObject* keep, View& out) {
    if (PyBytes_Check(item)) {
        out = view_of(item);
        return true;
    }
    if (!PyUnicode_Check(item)) return false;
    Py_ssize_t size;
    const char* data = PyUnicode_AsUTF8AndSize(item, &size);
    if (!data) {  // lone surrogates stand for bytes that are no UTF-8
        PyErr_Clear();
        Ref bytes = own(PyUnicode_AsEncodedString(item, "utf-8", "surrogateescape"));
        if (PyList_Append(keep, bytes.get()) < 0) throw Failed();
        out = view_of(bytes.get());
        return true;
    }
    out = View(data, std::size_t(size));
    return true;
}
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
        return box<Side>(side_type, std::move(side), own(PyTuple_Pack(2, all.get(), keep.get())));
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
        return box<Side>(side_type, std::move(side), own(PyTuple_Pack(4, all.get(), begin, duration, confidence)));
    });
}

// ---------------------------------------------------------------------------------------------------------------------
// Rows of ctm files

Channel channel_of(PyObject* begin, PyObject* duration, PyObject* inside) {
    const Numbers begins = numbers_of(begin), durations = numbers_of(duration);
    std::vector<char> marks;
    if (inside != Py_None) {
        for (Py_ssize_t k = 0, n = PyList_Size(inside); k < n; ++k) marks.push_back(PyObject_IsTrue(PyList_GetItem(inside, k)) == 1);
        if (PyErr_Occurred()) throw Failed();
    }
    if (!begins.size() || durations.size() != begins.size() || (inside != Py_None && marks.size() != begins.size()))
        throw std::invalid_argument("a channel needs one number per word and at least the word before it");
    return Channel{begins, durations, std::move(marks)};
}
PyObject* make_chunks(PyObject*, PyObject* args) {
    return guarded([&]() -> PyObject* {
        PyObject *ref_begin, *ref_duration, *inside, *hyp_begin, *hyp_duration, *late;
        if (!PyArg_ParseTuple(args, "OOOOOO", &ref_begin, &ref_duration, &inside, &hyp_begin, &hyp_duration, &late)) throw Failed();
        const Channel ref = channel_of(ref_begin, ref_duration, inside), hyp = channel_of(hyp_begin, hyp_duration, Py_None);
        const Numbers durations = late == Py_None ? hyp.durations : numbers_of(late);
        if (durations.size() != hyp.durations.size()) throw std::invalid_argument("late durations need one number per word");
        std::vector<Pair> found;
        {
            WithoutGil released;
            found = Chopper(ref, hyp, durations).chunks();
        }
        return list_of(found, [](Pair ends) { return Py_BuildValue("(ii)", ends.first, ends.second); });
    });
}
PyObject* runs_list(const Table::Runs& runs) {
    return list_of(runs, [](const std::pair<std::size_t, View>& run) {
        return Py_BuildValue("(ny#)", Py_ssize_t(run.first), run.second.data(), Py_ssize_t(run.second.size()));
    });
}
// A list in which equal words are one object: most come many times.
PyObject* shared_words(const std::vector<View>& words) {
    std::unordered_map<View, PyObject*> known;
    return list_of(words, [&](View word) {
        PyObject*& object = known[word];
        if (object) return share(object).release();
        return object = bytes_of(word);
    });
}
PyObject* make_table(PyObject*, PyObject* args) {
    return guarded([&]() -> PyObject* {
        PyObject* data;
        Py_ssize_t longest;
        if (!PyArg_ParseTuple(args, "On", &data, &longest)) throw Failed();
        const View text = view_of(data);
        Table table;
        {
            WithoutGil released;
            if (!table.read(text, std::size_t(longest))) table.words.clear();
        }
        if (table.words.empty()) return share(Py_None).release();
        Ref files = own(runs_list(table.files)), channels = own(runs_list(table.channels)), words = own(shared_words(table.words));
        Ref begin = own(bytes_of(table.begin)), duration = own(bytes_of(table.duration)), confidence = own(bytes_of(table.confidence));
        return Py_BuildValue("(OOOOOOn)", files.get(), channels.get(), begin.get(), duration.get(), words.get(), confidence.get(),
                             Py_ssize_t(table.first_confidence));
    });
}

// ---------------------------------------------------------------------------------------------------------------------
// Trn

PyObject* trn_new(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
    return guarded([&]() -> PyObject* {
        static const char* names[] = {"data", "charset", "sensitive", nullptr};
        PyObject *data, *charset;
        int sensitive;
        if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OO$p", const_cast<char**>(names), &data, &charset, &sensitive)) throw Failed();
        const View text = view_of(data);
        const Charset& set = argument<Charset>(charset, charset_type, "a Charset");
        std::unique_ptr<Trn> trn;
        {
            WithoutGil free;
            trn = std::make_unique<Trn>(text, set, sensitive != 0);
        }
        return box<Trn>(type, std::move(trn), own(PyTuple_Pack(2, data, charset)));
    });
}
Py_ssize_t trn_length(PyObject* self) { return Py_ssize_t(unbox<Trn>(self).utterances.size()); }
PyObject* trn_id(PyObject* self, PyObject* i) {
    return guarded([&] {
        const Trn& trn = unbox<Trn>(self);
        return bytes_of(trn.utterances[std::size_t(index_of(i, trn.utterances.size()))].id);
    });
}
PyObject* trn_text(PyObject* self, PyObject* i) {
    return guarded([&] {
        const Trn& trn = unbox<Trn>(self);
        return bytes_of(trn.utterances[std::size_t(index_of(i, trn.utterances.size()))].text);
    });
}
PyObject* trn_ids(PyObject* self, PyObject*) {
    return guarded([&] { return list_of(unbox<Trn>(self).utterances, [](const Utterance& u) { return bytes_of(u.id); }); });
}
PyObject* trn_match(PyObject* self, PyObject* ref) {
    return guarded([&]() -> PyObject* {
        const Trn& other = argument<Trn>(ref, trn_type, "a Trn");
        std::vector<std::int64_t> index;
        std::vector<View> conflicts;
        unbox<Trn>(self).match(other, index, conflicts);
        Ref column = own(bytes_of(index)), list = own(list_of(conflicts, bytes_item));
        return PyTuple_Pack(2, column.get(), list.get());
    });
}
PyObject* trn_duplicated(PyObject* self, PyObject*) {
    return guarded([&] { return PyBool_FromLong(unbox<Trn>(self).duplicated()); });
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
        unbox<Trn>(self).speakers(how, names, of, unnamed);
        Ref a = own(list_of(names, bytes_item)), b = own(bytes_of(of)), c = own(list_of(unnamed, bytes_item));
        return PyTuple_Pack(3, a.get(), b.get(), c.get());
    });
}
PyObject* trn_side(PyObject* self, PyObject* args) {
    return guarded([&]() -> PyObject* {
        PyObject* index = Py_None;
        if (!PyArg_ParseTuple(args, "|O", &index)) throw Failed();
        const Trn& trn = unbox<Trn>(self);
        auto side = std::make_unique<Side>();
        const auto add = [&](const Utterance& u) { side->add_text(u.text, u.raw); };
        if (index == Py_None) {
            side->items.reserve(trn.utterances.size());
            for (const Utterance& u : trn.utterances) add(u);
        } else {
            for (std::int64_t i : column_of<std::int64_t>(index)) {
                if (i < 0) i += std::int64_t(trn.utterances.size());
                if (i < 0 || std::size_t(i) >= trn.utterances.size()) {
                    PyErr_SetString(PyExc_IndexError, "list index out of range");
                    throw Failed();
                }
                add(trn.utterances[std::size_t(i)]);
            }
        }
        return box<Side>(side_type, std::move(side), own(PyTuple_Pack(1, self)));
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

// ---------------------------------------------------------------------------------------------------------------------
// Batch

PyObject* make_batch(PyObject*, PyObject* args, PyObject* kwargs) {
    return guarded([&]() -> PyObject* {
        static const char* names[] = {"rules", "ref", "hyp", "threads", nullptr};
        PyObject *rules, *ref, *hyp;
        int threads = 1;
        if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OOO|i", const_cast<char**>(names), &rules, &ref, &hyp, &threads)) throw Failed();
        auto batch = std::make_unique<Batch>();
        batch->rules = argument<Rules>(rules, rules_type, "Rules");
        batch->ref = &argument<Side>(ref, side_type, "a Side");
        batch->hyp = &argument<Side>(hyp, side_type, "a Side");
        if (batch->ref->items.size() != batch->hyp->items.size())
            throw std::invalid_argument(std::to_string(batch->ref->items.size()) + " references, but " +
                                        std::to_string(batch->hyp->items.size()) + " hypotheses");
        {
            WithoutGil free;
            batch->align(std::size_t(std::max(threads, 1)));
        }
        return box<Batch>(batch_type, std::move(batch), own(PyTuple_Pack(3, rules, ref, hyp)));
    });
}

using Records = std::unordered_map<PyObject*, std::uint32_t>;  // a word that comes as the same object is kept once

std::uint32_t ready_word(Batch& batch, PyObject* record, Records& known) {
    if (record == Py_None) return 0;
    std::uint32_t& number = known[record];
    if (number) return number;
    PyObject *value, *tag1, *tag2;
    Word w;
    if (!PyArg_ParseTuple(record, "OOOdddd", &value, &tag1, &tag2, &w.begin, &w.end, &w.confidence, &w.weight)) throw Failed();
    w.value = w.compare = batch.arena.keep(std::string(view_of(value)));
    if (tag1 != Py_None) w.tag1 = batch.arena.keep(std::string(view_of(tag1)));
    if (tag2 != Py_None) w.tag2 = batch.arena.keep(std::string(view_of(tag2)));
    batch.ready.push_back(w);
    return number = std::uint32_t(batch.ready.size());
}
PyObject* make_ready(PyObject*, PyObject* args) {
    return guarded([&]() -> PyObject* {
        PyObject *charset, *paths;
        int sensitive;
        if (!PyArg_ParseTuple(args, "OpO", &charset, &sensitive, &paths)) throw Failed();
        auto batch = std::make_unique<Batch>();
        batch->rules.charset = &argument<Charset>(charset, charset_type, "a Charset");
        batch->rules.sensitive = sensitive != 0;
        Ref all = own(PySequence_Tuple(paths)), kept = own(PyList_New(0));
        Records known;
        for (Py_ssize_t i = 0, n = PyTuple_Size(all.get()); i < n; ++i) {
            Ref path = own(PySequence_Tuple(PyTuple_GetItem(all.get(), i)));
            if (PyList_Append(kept.get(), path.get()) < 0) throw Failed();  // no address may be used twice
            for (Py_ssize_t k = 0; k < PyTuple_Size(path.get()); ++k) {
                const char* op;
                PyObject *ref, *hyp;
                if (!PyArg_ParseTuple(PyTuple_GetItem(path.get(), k), "sOO", &op, &ref, &hyp)) throw Failed();
                const std::uint32_t a = ready_word(*batch, ref, known), b = ready_word(*batch, hyp, known);
                batch->add_ready({op[0], a, b});
            }
            batch->end_ready();
        }
        if (PyErr_Occurred()) throw Failed();
        return box<Batch>(batch_type, std::move(batch), own(PyTuple_Pack(1, charset)));
    });
}

Py_ssize_t batch_length(PyObject* self) { return Py_ssize_t(unbox<Batch>(self).paths.size()); }

PyObject* batch_counts(PyObject* self, PyObject*) {
    return guarded([&] {
        std::vector<std::int32_t> counts;
        counts.reserve(4 * unbox<Batch>(self).paths.size());
        for (const Batch::Path& path : unbox<Batch>(self).paths) counts.insert(counts.end(), path.counts, path.counts + 4);
        return bytes_of(counts);
    });
}
PyObject* batch_totals(PyObject* self, PyObject* args) {
    return guarded([&]() -> PyObject* {
        PyObject* groups;
        Py_ssize_t n;
        if (!PyArg_ParseTuple(args, "On", &groups, &n)) throw Failed();
        const Batch& batch = unbox<Batch>(self);
        const std::vector<std::int32_t> of = column_of<std::int32_t>(groups);
        if (of.size() != batch.paths.size()) throw std::invalid_argument("one group per utterance needed");
        struct Sum {
            long long n[6] = {};
        };
        std::vector<Sum> sums(static_cast<std::size_t>(std::max<Py_ssize_t>(n, 0)));
        for (std::size_t i = 0; i < of.size(); ++i) {
            if (of[i] < 0) continue;
            if (of[i] >= n) throw std::invalid_argument("a group beyond the number of groups");
            const std::int32_t* c = batch.paths[i].counts;
            Sum& sum = sums[std::size_t(of[i])];
            ++sum.n[0];
            for (int k = 0; k < 4; ++k) sum.n[k + 1] += c[k];
            sum.n[5] += c[1] + c[2] + c[3] > 0;
        }
        return list_of(sums, [](const Sum& s) { return Py_BuildValue("(LLLLLL)", s.n[0], s.n[1], s.n[2], s.n[3], s.n[4], s.n[5]); });
    });
}

PyObject* word_record(const Word* w) {
    if (!w) Py_RETURN_NONE;
    const auto tag = [](View text) { return text.data() ? bytes_of(text) : share(Py_None).release(); };
    Ref value = own(bytes_of(w->value)), tag1 = own(tag(w->tag1)), tag2 = own(tag(w->tag2));
    return Py_BuildValue("(OOOdddd)", value.get(), tag1.get(), tag2.get(), w->begin, w->end, w->confidence, w->weight);
}
PyObject* batch_slots(PyObject* self, PyObject* i) {
    return guarded([&] {
        const Batch& batch = unbox<Batch>(self);
        Batch::Walker walker(batch);
        walker.load(std::size_t(index_of(i, batch.paths.size())));
        return list_of(walker.cells, [](const Cell& c) {
            Ref ref = own(word_record(c.ref)), hyp = own(word_record(c.hyp));
            return Py_BuildValue("(COO)", int(c.op), ref.get(), hyp.get());
        });
    });
}

std::vector<std::size_t> order_of(const Batch& batch, PyObject* order) {
    std::vector<std::size_t> out;
    for (std::int64_t i : column_of<std::int64_t>(order)) {
        if (i < 0) i += std::int64_t(batch.paths.size());
        if (i < 0 || std::size_t(i) >= batch.paths.size()) {
            PyErr_SetString(PyExc_IndexError, "list index out of range");
            throw Failed();
        }
        out.push_back(std::size_t(i));
    }
    return out;
}
std::vector<View> views_of(PyObject* tuple, std::size_t n) {
    std::vector<View> out;
    for (std::size_t k = 0; k < n; ++k) {
        PyObject* item = PyTuple_GetItem(tuple, Py_ssize_t(k));
        if (!item) throw Failed();
        out.push_back(view_of(item));
    }
    return out;
}
PyObject* batch_blocks(PyObject* self, PyObject* args) {
    return guarded([&]() -> PyObject* {
        PyObject *order, *heads, *tails;
        long long width;
        int aux;
        if (!PyArg_ParseTuple(args, "OOOLi", &order, &heads, &tails, &width, &aux)) throw Failed();
        const Batch& batch = unbox<Batch>(self);
        const std::vector<std::size_t> utterances = order_of(batch, order);
        Ref head_items = own(PySequence_Tuple(heads)), tail_items = tails == Py_None ? Ref() : own(PySequence_Tuple(tails));
        const std::vector<View> head = views_of(head_items.get(), utterances.size());
        std::vector<View> tail;
        if (tails != Py_None) tail = views_of(tail_items.get(), utterances.size());
        std::string out;
        {
            WithoutGil free;
            BlockWriter writer(*batch.rules.charset, batch.rules.sensitive, width, aux);
            Batch::Walker walker(batch);
            for (std::size_t k = 0; k < utterances.size(); ++k) {
                const std::int32_t* c = batch.paths[utterances[k]].counts;
                walker.load(utterances[k]);
                out.append(head[k]);
                out += "Scores: (#C #S #D #I)";
                for (int n = 0; n < 4; ++n) out.push_back(' '), append_integer(out, c[n]);
                out.push_back('\n');
                if (!tail.empty()) out.append(tail[k]);
                writer.write(out, walker.cells);
                out.push_back('\n');
            }
        }
        return bytes_of(out);
    });
}
PyObject* batch_sgml(PyObject* self, PyObject* args) {
    return guarded([&]() -> PyObject* {
        PyObject *i, *outer, *inner;
        int aux;
        if (!PyArg_ParseTuple(args, "OOOi", &i, &outer, &inner, &aux)) throw Failed();
        const Batch& batch = unbox<Batch>(self);
        Batch::Walker walker(batch);
        walker.load(std::size_t(index_of(i, batch.paths.size())));
        std::string out;
        SgmlWriter(view_of(outer), view_of(inner), aux).write(out, walker.cells);
        return bytes_of(out);
    });
}
PyObject* batch_numbers(PyObject* self, PyObject* args) {
    return guarded([&]() -> PyObject* {
        PyObject* order;
        const char* name;
        if (!PyArg_ParseTuple(args, "Os", &order, &name)) throw Failed();
        const bool weight = View(name) == "weight";
        if (!weight && View(name) != "confidence") throw std::invalid_argument("unknown field '" + std::string(name) + "'");
        const Batch& batch = unbox<Batch>(self);
        const std::vector<std::size_t> utterances = order_of(batch, order);
        std::string operations;
        std::vector<double> columns[2];
        {
            WithoutGil free;
            Batch::Walker walker(batch);
            const auto number = [&](const Word* w) {
                return w && weight ? w->weight : w && !w->value.empty() ? w->confidence : std::numeric_limits<double>::quiet_NaN();
            };
            for (std::size_t i : utterances) {
                walker.load(i);
                for (const Cell& c : walker.cells) {
                    operations.push_back(c.op);
                    columns[0].push_back(number(c.ref));
                    columns[1].push_back(number(c.hyp));
                }
            }
        }
        Ref a = own(bytes_of(View(operations))), b = own(bytes_of(columns[0])), c = own(bytes_of(columns[1]));
        return PyTuple_Pack(3, a.get(), b.get(), c.get());
    });
}
PyObject* batch_texts(PyObject* self, PyObject* order) {
    return guarded([&]() -> PyObject* {
        const Batch& batch = unbox<Batch>(self);
        const std::vector<std::size_t> utterances = order_of(batch, order);
        std::vector<std::string> columns[3];
        {
            WithoutGil free;
            Batch::Walker walker(batch);
            for (std::size_t i : utterances) {
                walker.load(i);
                std::string operations, texts[2];
                for (const Cell& c : walker.cells) {
                    operations.push_back(c.op);
                    const Word* words[2] = {c.ref, c.hyp};
                    for (int side = 0; side < 2; ++side) {
                        // The empty word beside an optional one that was not said is none.
                        if (!words[side] || (c.op == 'C' && words[side]->value.empty())) continue;
                        if (!texts[side].empty()) texts[side].push_back(' ');
                        texts[side].append(words[side]->value);
                    }
                }
                columns[0].push_back(std::move(operations));
                columns[1].push_back(std::move(texts[0]));
                columns[2].push_back(std::move(texts[1]));
            }
        }
        const auto item = [](const std::string& text) { return bytes_of(View(text)); };
        Ref a = own(list_of(columns[0], item)), b = own(list_of(columns[1], item)), c = own(list_of(columns[2], item));
        return PyTuple_Pack(3, a.get(), b.get(), c.get());
    });
}
PyObject* count_of(const std::map<std::string, long long>& counts) {
    Ref dict = own(PyDict_New());
    for (const auto& entry : counts) {
        Ref key = own(bytes_of(View(entry.first))), value = own(PyLong_FromLongLong(entry.second));
        if (PyDict_SetItem(dict.get(), key.get(), value.get()) < 0) throw Failed();
    }
    return dict.release();
}
PyObject* batch_tally(PyObject* self, PyObject* order) {
    return guarded([&]() -> PyObject* {
        const Batch& batch = unbox<Batch>(self);
        const std::vector<std::size_t> utterances = order_of(batch, order);
        Tally tally;
        {
            WithoutGil free;
            Batch::Walker walker(batch);
            for (std::size_t i : utterances) {
                const std::int32_t* c = batch.paths[i].counts;
                if (c[1] + c[2] + c[3] == 0) continue;
                walker.load(i);
                tally.add(walker.cells);
            }
        }
        Ref pairs = own(PyDict_New());
        for (const auto& entry : tally.pairs) {
            Ref a = own(bytes_of(View(entry.first.first))), b = own(bytes_of(View(entry.first.second)));
            Ref key = own(PyTuple_Pack(2, a.get(), b.get())), value = own(PyLong_FromLongLong(entry.second));
            if (PyDict_SetItem(pairs.get(), key.get(), value.get()) < 0) throw Failed();
        }
        Ref inserted = own(count_of(tally.inserted)), deleted = own(count_of(tally.deleted));
        return PyTuple_Pack(3, pairs.get(), inserted.get(), deleted.get());
    });
}
PyObject* batch_notices(PyObject* self, void*) {
    return guarded([&] {
        return list_of(unbox<Batch>(self).notices, [](const Batch::Notice& n) {
            Ref text = own(bytes_of(View(n.text)));
            return Py_BuildValue("(nsO)", Py_ssize_t(n.utterance), n.to_stdout ? "stdout" : "stderr", text.get());
        });
    });
}

#include "module_symbols.hpp"

// ---------------------------------------------------------------------------------------------------------------------
// The module

PyCFunction with_keywords(PyCFunctionWithKeywords function) {
    return reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function));
}

PyMethodDef charset_methods[] = {{"fold", charset_fold, METH_O, "To lower case, as everything is that was read without -s."},
                                 {"upper", charset_upper, METH_O, "To upper case, as wrong words are shown."},
                                 {"split", charset_split, METH_O, "The characters of a text."},
                                 {nullptr, nullptr, 0, nullptr}};
PyMethodDef trn_methods[] = {
    {"id", trn_id, METH_O, "The utterance id with its parentheses, empty if the line has none."},
    {"text", trn_text, METH_O, "What stands before the id."},
    {"ids", trn_ids, METH_NOARGS, "All utterance ids in file order."},
    {"match", trn_match, METH_O, "Per utterance of this hypothesis the first one of that id in the reference, or -1; conflicting repeats."},
    {"duplicated", trn_duplicated, METH_NOARGS, "Whether an id stands in this file twice."},
    {"speakers", trn_speakers, METH_O, "Speakers in order of appearance, the speaker of each utterance, and the ids that name none."},
    {"side", trn_side, METH_VARARGS, "The texts of these utterances, or of all."},
    {nullptr, nullptr, 0, nullptr}};
PyGetSetDef trn_fields[] = {{"events", trn_events, nullptr, "What else the lines said, in file order.", nullptr},
                            {"error", trn_error, nullptr, "Why reading stopped, or None.", nullptr},
                            {"incomplete", trn_incomplete, nullptr, "Whether a last line without newline was dropped.", nullptr},
                            {nullptr, nullptr, nullptr, nullptr, nullptr}};
PyMethodDef batch_methods[] = {
    {"counts", batch_counts, METH_NOARGS, "Four int32 per utterance: correct, substitutions, deletions, insertions."},
    {"totals", batch_totals, METH_VARARGS,
     "Per group: utterances, correct, substitutions, deletions, insertions, utterances with an error."},
    {"slots", batch_slots, METH_O, "The aligned pairs of utterance i."},
    {"blocks", batch_blocks, METH_VARARGS,
     "For each utterance its head, the scores, its tail, the alignment in lines of a width, and a blank line."},
    {"sgml", batch_sgml, METH_VARARGS, "The words of a PATH element in one line."},
    {"numbers", batch_numbers, METH_VARARGS, "Operations, and what the words of both sides have in a field, NaN where there is no word."},
    {"texts", batch_texts, METH_O, "Per utterance its operations, and the aligned words of either side with blanks between them."},
    {"tally", batch_tally, METH_O, "How often each pair was substituted, each word inserted, each word deleted."},
    {nullptr, nullptr, 0, nullptr}};
PyGetSetDef batch_fields[] = {
    {"notices", batch_notices, nullptr, "What the reference says while it aligns: utterance, stdout or stderr, line.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr}};
PyMethodDef functions[] = {
    {"texts", make_texts, METH_O, "A text per item; an item that is itself a sequence is a ready list of words and taken literally."},
    {"rows", make_rows, METH_VARARGS, "The words of ctm rows, one utterance between each two of the offsets."},
    {"ctm_table", make_table, METH_VARARGS, "The columns of ctm rows that have equally many fields and plain numbers, or None."},
    {"ctm_chunks", make_chunks, METH_VARARGS, "The last words of the chunks into which two channels are cut."},
    {"align", with_keywords(make_batch), METH_VARARGS | METH_KEYWORDS, "Aligns the utterances of two sides, one with one."},
    {"batch_of", make_ready, METH_VARARGS, "A batch of ready-made alignments."},
    {"archive", archive, METH_O,
     "Keys and texts of an archive whose lines are a key, a blank and a text, and what has no newline; else None."},
    {"all_text", all_text, METH_VARARGS, "Whether all symbols of these sequences are str and nothing else."},
    {"steps", make_steps, METH_VARARGS, "How many symbols of either side each step of an alignment takes."},
    {"pairs", make_pairs, METH_VARARGS, "The aligned symbols; a compound's words stand together, joined by blanks."},
    {"symbol_counts", symbol_counts, METH_VARARGS, "Four int32 per pair of sequences: correct, substitutions, deletions, insertions."},
    {"twister_sums", twister_sums, METH_VARARGS, "Sums of columns in bootstrap samples drawn with std::mt19937, int64."},
    {"glibc_sums", glibc_sums, METH_VARARGS, "The same with the C library's rand(), and the 31 numbers with which it goes on."},
    {nullptr, nullptr, 0, nullptr}};

template <class T> void* slot(T function) { return reinterpret_cast<void*>(function); }

PyTypeObject* add_type(PyObject* module, const char* name, int size, PyType_Slot* slots) {
    const std::string full = std::string("scoring._core._native.") + name;
    static std::deque<std::string> names;  // the type keeps the pointer
    names.push_back(full);
    PyType_Spec spec{names.back().c_str(), size, 0, Py_TPFLAGS_DEFAULT, slots};
    PyObject* type = PyType_FromSpec(&spec);
    if (!type) throw Failed();
    Py_INCREF(type);
    if (PyModule_AddObject(module, name, type) < 0) throw Failed();
    return reinterpret_cast<PyTypeObject*>(type);
}
PyObject* not_from_python(PyTypeObject*, PyObject*, PyObject*) {
    PyErr_SetString(PyExc_TypeError, "made by functions of the core only");
    return nullptr;
}

void add_types(PyObject* module) {
    PyType_Slot charset[] = {
        {Py_tp_new, slot(charset_new)}, {Py_tp_dealloc, slot(destroy<Charset>)}, {Py_tp_methods, charset_methods}, {0, nullptr}};
    PyType_Slot rules[] = {{Py_tp_new, slot(rules_new)}, {Py_tp_dealloc, slot(destroy<Rules>)}, {0, nullptr}};
    PyType_Slot side[] = {
        {Py_tp_new, slot(not_from_python)}, {Py_tp_dealloc, slot(destroy<Side>)}, {Py_sq_length, slot(side_length)}, {0, nullptr}};
    PyType_Slot trn[] = {{Py_tp_new, slot(trn_new)}, {Py_tp_dealloc, slot(destroy<Trn>)}, {Py_tp_methods, trn_methods},
                         {Py_tp_getset, trn_fields}, {Py_sq_length, slot(trn_length)},    {0, nullptr}};
    PyType_Slot batch[] = {{Py_tp_new, slot(not_from_python)}, {Py_tp_dealloc, slot(destroy<Batch>)}, {Py_tp_methods, batch_methods},
                           {Py_tp_getset, batch_fields},       {Py_sq_length, slot(batch_length)},    {0, nullptr}};
    charset_type = add_type(module, "Charset", sizeof(Box<Charset>), charset);
    rules_type = add_type(module, "Rules", sizeof(Box<Rules>), rules);
    side_type = add_type(module, "Side", sizeof(Box<Side>), side);
    trn_type = add_type(module, "Trn", sizeof(Box<Trn>), trn);
    batch_type = add_type(module, "Batch", sizeof(Box<Batch>), batch);
}

PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "scoring._core._native", "The native core.", -1, functions, nullptr, nullptr, nullptr, nullptr};

}  // namespace

PyMODINIT_FUNC PyInit__native() {
    return guarded([]() -> PyObject* {
        Ref module = own(PyModule_Create(&definition));
        add_types(module.get());
        text_error = PyErr_NewException("scoring._core._native.TextError", PyExc_ValueError, nullptr);
        if (!text_error) throw Failed();
        Py_INCREF(text_error);
        if (PyModule_AddObject(module.get(), "TextError", text_error) < 0) throw Failed();
        for (const char* name : {"Word", "Slot"}) {  // types of records, which are tuples
            Ref record = share(reinterpret_cast<PyObject*>(&PyTuple_Type));
            if (PyModule_AddObject(module.get(), name, record.get()) < 0) throw Failed();
            record.release();
        }
        if (PyModule_AddStringConstant(module.get(), "NAME", "native") < 0 ||
            PyModule_AddIntConstant(module.get(), "AS_WRITTEN", kAsWritten) < 0)
            throw Failed();
        return module.release();
    });
}
