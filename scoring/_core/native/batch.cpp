#include <algorithm>
#include <cstring>
#include <limits>
#include <map>
#include <unordered_map>

#include "batch_python.hpp"
#include "report.hpp"
#include "threads.hpp"

namespace scorelite {
namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kWrite = 16;     // the steps that a cell of an alignment takes to be looked at
constexpr std::size_t kFew = 1 << 14;  // utterances whose counts or steps one thread copies

// Bytes that have to be written.
PyObject* unset_bytes(std::size_t size) { return PyBytes_FromStringAndSize(nullptr, Py_ssize_t(size)); }
using Records = std::unordered_map<PyObject*, std::uint32_t>;  // words given as one object are stored once

std::uint32_t ready_word(Batch& batch, PyObject* record, Records& numbers) {
    if (record == Py_None) return 0;
    std::uint32_t& number = numbers[record];
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
        batch->rules.charset = &argument<Charset>(charset, "a Charset");
        batch->rules.sensitive = sensitive != 0;
        Ref all = own(PySequence_Tuple(paths)), alive = own(PyList_New(0));
        Records numbers;
        Ticks ticks;
        for (Py_ssize_t i = 0, n = PyTuple_Size(all.get()); i < n; ++i) {
            Ref path = own(PySequence_Tuple(PyTuple_GetItem(all.get(), i)));
            if (PyList_Append(alive.get(), path.get()) < 0) throw Failed();  // keeps objects alive, so that no address is used twice
            for (Py_ssize_t k = 0; k < PyTuple_Size(path.get()); ++k) {
                ticks.spend(kObject);
                const char* op;
                PyObject *ref, *hyp;
                if (!PyArg_ParseTuple(PyTuple_GetItem(path.get(), k), "sOO", &op, &ref, &hyp)) throw Failed();
                const View kind(op);
                const bool refs = ref != Py_None, hyps = hyp != Py_None;
                if (!(((kind == "C" || kind == "S") && refs && hyps) || (kind == "D" && refs) || (kind == "I" && hyps)))
                    throw std::invalid_argument("a step '" + std::string(kind) + "'; expected C, S, D or I, and the words of such a step");
                const std::uint32_t a = ready_word(*batch, ref, numbers), b = ready_word(*batch, hyp, numbers);
                batch->add_ready({op[0], a, b});
            }
            batch->end_ready();
        }
        if (PyErr_Occurred()) throw Failed();
        return boxed(std::move(batch), {charset});
    });
}

Py_ssize_t batch_length(PyObject* self) { return Py_ssize_t(unbox<Batch>(self).paths.size()); }

PyObject* batch_counts(PyObject* self, PyObject*) {
    return guarded([&] {
        const Batch& batch = unbox<Batch>(self);
        Ref bytes = own(unset_bytes(batch.paths.size() * sizeof(Counts)));
        char* const out = PyBytes_AsString(bytes.get());
        {
            WithoutGil free;
            Shares(batch.paths.size(), kFew, batch.threads).each([&](std::size_t, std::size_t from, std::size_t to) {
                for (std::size_t i = from; i < to; ++i) {
                    const Counts counts = batch.counts(i);
                    std::memcpy(out + i * sizeof counts, counts.data(), sizeof counts);
                }
            });
        }
        return bytes.release();
    });
}
// Rows of a group, the sums of their four counts, and rows with an error.
struct GroupSum {
    long long n[6] = {};

    void add(const Counts& c) {
        ++n[0];
        for (std::size_t k = 0; k < 4; ++k) n[k + 1] += c[k];
        n[5] += c[1] + c[2] + c[3] > 0;
    }
    void add(const GroupSum& other) {
        for (std::size_t k = 0; k < 6; ++k) n[k] += other.n[k];
    }
};
// The sums of each group; `counts(i)` are those of row i.
template <class Rows> PyObject* sums_of_groups(PyObject* groups, Py_ssize_t n, std::size_t size, std::size_t threads, const Rows& counts) {
    const View of = view_of(groups);  // read where it is: a copy would be as large as the steps of all utterances
    if (of.size() % sizeof(std::int32_t)) throw std::invalid_argument("bytes length not a multiple of item size");
    if (of.size() / sizeof(std::int32_t) != size)
        throw std::invalid_argument(std::to_string(of.size() / sizeof(std::int32_t)) + " groups for " + std::to_string(size) +
                                    " utterances; expected one each");
    const std::size_t count = std::size_t(std::max<Py_ssize_t>(n, 0));
    const Shares shares(size, std::max(kFew, 8 * count), threads);  // a thread has sums of its own
    std::vector<std::vector<GroupSum>> parts(shares.size());
    {
        WithoutGil free;
        shares.each([&](std::size_t k, std::size_t from, std::size_t to) {
            std::vector<GroupSum>& sums = parts[k];
            sums.resize(count);
            for (std::size_t i = from; i < to; ++i) {
                std::int32_t group;
                std::memcpy(&group, of.data() + i * sizeof group, sizeof group);
                if (group < 0) continue;
                if (group >= n) throw std::invalid_argument("group " + std::to_string(group) + "; expected less than " + std::to_string(n));
                sums[std::size_t(group)].add(counts(i));
            }
        });
        for (std::size_t k = 1; k < parts.size(); ++k)
            for (std::size_t group = 0; group < count; ++group) parts[0][group].add(parts[k][group]);
    }
    return list_of(parts[0], [](const GroupSum& s) { return Py_BuildValue("(LLLLLL)", s.n[0], s.n[1], s.n[2], s.n[3], s.n[4], s.n[5]); });
}
PyObject* batch_totals(PyObject* self, PyObject* args) {
    return guarded([&]() -> PyObject* {
        PyObject* groups;
        Py_ssize_t n;
        if (!PyArg_ParseTuple(args, "On", &groups, &n)) throw Failed();
        const Batch& batch = unbox<Batch>(self);
        return sums_of_groups(groups, n, batch.paths.size(), batch.threads, [&](std::size_t i) { return batch.counts(i); });
    });
}
PyObject* count_totals(PyObject*, PyObject* args) {
    return guarded([&]() -> PyObject* {
        PyObject *column, *groups;
        Py_ssize_t n;
        if (!PyArg_ParseTuple(args, "OOn", &column, &groups, &n)) throw Failed();
        const View counts = view_of(column);
        if (counts.size() % sizeof(Counts)) throw std::invalid_argument("counts that are not four for each utterance");
        return sums_of_groups(groups, n, counts.size() / sizeof(Counts), 1, [&](std::size_t i) {
            Counts row;
            std::memcpy(row.data(), counts.data() + i * sizeof row, sizeof row);
            return row;
        });
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
        walker.load(index_of(i, batch.paths.size()));
        return list_of(walker.cells, [](const Cell& c) {
            Ref ref = own(word_record(c.ref)), hyp = own(word_record(c.hyp));
            return Py_BuildValue("(COO)", int(c.op), ref.get(), hyp.get());
        });
    });
}

// Words of one side as the caller wrote them; without a list, the words of the core are shown.
class Written {
    Ref words_;
    Py_ssize_t next_ = 0;

  public:
    explicit Written(PyObject* words) {
        if (words != Py_None) words_ = own(PySequence_List(words));
    }
    bool known() const { return words_.get(); }
    PyObject* next() {  // a borrowed reference
        if (next_ >= PyList_Size(words_.get())) throw std::invalid_argument("fewer words than the alignment has");
        return PyList_GetItem(words_.get(), next_++);
    }
};
// Whether a side has no word in a step: beside "(uh)", an optional word that was not said, stands the empty word.
bool is_none(const Cell& c, const Word* word, const Word* other) {
    return !word || (c.op == 'C' && word->value.empty() && other && !other->value.empty());
}
// An end is the sum of a begin and a duration; further digits of it are noise.
PyObject* rounded(double end) {
    Ref value = own(PyFloat_FromDouble(end));
    return PyObject_CallMethod(value.get(), "__round__", "i", 9);
}

// Steps of one alignment as tuples of a type of the caller, such as a NamedTuple of nine fields.
class PairMaker {
    enum { kOperation, kRef, kHyp, kRefTimes, kHypTimes = 6, kFields = 9 };
    PyTypeObject* type_;
    bool closed_;  // whether a pair holds its fields alone, so that it can be part of no cycle
    Written ref_, hyp_;
    int carried_;
    Ref operations_[4];

  public:
    // Bits of `carried`: times and confidences of the reference, then those of the hypothesis.
    PairMaker(PyObject* type, PyObject* refs, PyObject* hyps, int carried) : ref_(refs), hyp_(hyps), carried_(carried) {
        if (!PyType_Check(type) || !PyType_IsSubtype(reinterpret_cast<PyTypeObject*>(type), &PyTuple_Type)) {
            PyErr_SetString(PyExc_TypeError, "a type of tuples expected");
            throw Failed();
        }
        type_ = reinterpret_cast<PyTypeObject*>(type);
        closed_ = PyLong_AsLong(own(PyObject_GetAttrString(type, "__dictoffset__")).get()) == 0;
        if (PyErr_Occurred()) throw Failed();
        for (int k = 0; k < 4; ++k) operations_[k] = own(PyUnicode_InternFromString(std::string(1, "CSDI"[k]).c_str()));
    }
    // The garbage collector would look at millions of pairs again and again: two thirds of the time.
    void untrack(const Ref& tuple) const {
        if (closed_) PyObject_GC_UnTrack(tuple.get());
    }
    PyObject* operator()(const Cell& c) {
        Ref pair = own(PyType_GenericAlloc(type_, kFields));
        put(pair, kOperation, share(operations_[number_of(c.op)].get()));
        put_side(pair, c, c.ref, c.hyp, ref_, kRef, kRefTimes, carried_);
        put_side(pair, c, c.hyp, c.ref, hyp_, kHyp, kHypTimes, carried_ >> 2);
        untrack(pair);
        return pair.release();
    }

  private:
    static Ref shown(View folded, Written& side) {
        if (side.known()) return share(side.next());
        return own(PyUnicode_DecodeUTF8(folded.data(), Py_ssize_t(folded.size()), "surrogateescape"));
    }
    static void put(Ref& pair, int place, Ref value) {
        if (PyTuple_SetItem(pair.get(), place, value.release()) < 0) throw Failed();
    }
    static void put_side(Ref& pair, const Cell& c, const Word* word, const Word* other, Written& side, int place, int times, int carried) {
        const bool none = is_none(c, word, other);
        put(pair, place, none ? share(Py_None) : shown(word->value, side));
        const bool timed = !none && (carried & 1);
        put(pair, times, timed ? own(PyFloat_FromDouble(word->begin)) : share(Py_None));
        put(pair, times + 1, timed ? own(rounded(word->end)) : share(Py_None));
        put(pair, times + 2, timed && (carried & 2) ? own(PyFloat_FromDouble(word->confidence)) : share(Py_None));
    }
};
PyObject* batch_pairs(PyObject* self, PyObject* args) {
    return guarded([&]() -> PyObject* {
        PyObject *place, *type, *refs, *hyps;
        int carried;
        if (!PyArg_ParseTuple(args, "OOOOi", &place, &type, &refs, &hyps, &carried)) throw Failed();
        const Batch& batch = unbox<Batch>(self);
        PairMaker pair(type, refs, hyps, carried);
        Batch::Walker walker(batch);
        walker.load(index_of(place, batch.paths.size()));
        Ref pairs = own(PyTuple_New(Py_ssize_t(walker.cells.size())));
        Py_ssize_t k = 0;
        for (const Cell& c : walker.cells)
            if (PyTuple_SetItem(pairs.get(), k++, pair(c)) < 0) throw Failed();
        pair.untrack(pairs);
        return pairs.release();
    });
}
// Steps of one alignment as JSON: lists of the operation, both words and, where words have any, their times and confidences.
class JsonMaker {
    Written ref_, hyp_;
    int carried_;
    std::string out_ = "[";

  public:
    JsonMaker(PyObject* refs, PyObject* hyps, int carried) : ref_(refs), hyp_(hyps), carried_(carried) {}
    const std::string& text() { return out_ += ']'; }
    // False if a written word has no UTF-8.
    bool add(const Cell& c) {
        out_ += out_.size() > 1 ? ", [\"" : "[\"";
        out_ += c.op;
        out_ += '"';
        const bool shown = add_word(c, c.ref, c.hyp, ref_) && add_word(c, c.hyp, c.ref, hyp_);
        std::string data;
        add_data(data, "ref", is_none(c, c.ref, c.hyp) ? nullptr : c.ref, carried_);
        add_data(data, "hyp", is_none(c, c.hyp, c.ref) ? nullptr : c.hyp, carried_ >> 2);
        if (!data.empty()) out_ += ", {" + data + "}";
        out_ += ']';
        return shown;
    }

  private:
    bool add_word(const Cell& c, const Word* word, const Word* other, Written& side) {
        out_ += ", ";
        if (is_none(c, word, other)) {
            out_ += "null";
            return true;
        }
        if (!side.known()) {
            quote(word->value);
            return true;
        }
        Py_ssize_t size;
        const char* text = PyUnicode_AsUTF8AndSize(side.next(), &size);
        if (!text) {
            if (!PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) throw Failed();
            PyErr_Clear();
            return false;
        }
        quote(View(text, std::size_t(size)));
        return true;
    }
    void quote(View text) {
        constexpr View kNamed = "\"\\\n\r\t\b\f", kNames = "\"\\nrtbf", kDigits = "0123456789abcdef";
        out_ += '"';
        for (char c : text) {
            const std::size_t place = kNamed.find(c);
            if (place != View::npos)
                out_.append({'\\', kNames[place]});
            else if (static_cast<unsigned char>(c) >= 0x20)
                out_.push_back(c);
            else
                out_.append({'\\', 'u', '0', '0', kDigits[c >> 4], kDigits[c & 15]});
        }
        out_ += '"';
    }
    static void add_data(std::string& data, const std::string& side, const Word* word, int carried) {
        if (!word || !(carried & 1)) return;
        add_number(data, side + "_start", own(PyFloat_FromDouble(word->begin)));
        add_number(data, side + "_end", own(rounded(word->end)));
        if (carried & 2) add_number(data, side + "_confidence", own(PyFloat_FromDouble(word->confidence)));
    }
    static void add_number(std::string& data, const std::string& name, Ref value) {
        Ref shown = own(PyObject_Repr(value.get())), bytes = own(PyUnicode_AsUTF8String(shown.get()));
        if (!data.empty()) data += ", ";
        data += "\"" + name + "\": ";
        data += view_of(bytes.get());
    }
};
PyObject* batch_json(PyObject* self, PyObject* args) {
    return guarded([&]() -> PyObject* {
        PyObject *place, *refs, *hyps;
        int carried;
        if (!PyArg_ParseTuple(args, "OOOi", &place, &refs, &hyps, &carried)) throw Failed();
        const Batch& batch = unbox<Batch>(self);
        JsonMaker json(refs, hyps, carried);
        Batch::Walker walker(batch);
        walker.load(index_of(place, batch.paths.size()));
        for (const Cell& c : walker.cells)
            if (!json.add(c)) Py_RETURN_NONE;
        const std::string& text = json.text();
        return PyUnicode_DecodeUTF8(text.data(), Py_ssize_t(text.size()), "surrogateescape");
    });
}
PyObject* batch_operations(PyObject* self, PyObject* place) {
    return guarded([&]() -> PyObject* {
        const Batch& batch = unbox<Batch>(self);
        const std::size_t i = index_of(place, batch.paths.size());
        std::string operations(batch.paths[i].size(), ' ');
        batch.letters(i, operations.data());
        return PyUnicode_FromStringAndSize(operations.data(), Py_ssize_t(operations.size()));
    });
}

PyObject* batch_letters(PyObject* self, PyObject*) {
    return guarded([&]() -> PyObject* {
        const Batch& batch = unbox<Batch>(self);
        const std::size_t count = batch.paths.size();
        Ref places = own(unset_bytes((count + 1) * sizeof(std::int64_t)));
        char* const ends = PyBytes_AsString(places.get());
        std::int64_t end = 0;
        for (std::size_t i = 0; i <= count; ++i) {
            std::memcpy(ends + i * sizeof end, &end, sizeof end);
            if (i < count) end += std::int64_t(batch.paths[i].size());
        }
        Ref text = own(unset_bytes(std::size_t(end)));
        char* const letters = PyBytes_AsString(text.get());
        {
            WithoutGil free;
            Shares(count, kFew, batch.threads).each([&](std::size_t, std::size_t from, std::size_t to) {
                for (std::size_t i = from; i < to; ++i) {
                    std::int64_t begin;
                    std::memcpy(&begin, ends + i * sizeof begin, sizeof begin);
                    batch.letters(i, letters + begin);
                }
            });
        }
        return PyTuple_Pack(2, text.get(), places.get());
    });
}

// What write(from, to, text) appends for all of `count` utterances, some at a time in each thread.
template <class Write> Buffer written(std::size_t count, std::size_t threads, const Write& write) {
    constexpr std::size_t kLeast = 256;      // utterances for which a thread is started
    constexpr std::size_t kUsual = 1 << 10;  // bytes of most utterances: room for them at once saves copies
    constexpr std::size_t kMost = 1 << 20;
    const Shares shares(count, kLeast, threads);
    std::vector<Buffer> texts(shares.size());
    shares.each([&](std::size_t k, std::size_t from, std::size_t to) {
        texts[k].room(std::min((to - from) * kUsual, kMost));
        write(from, to, texts[k]);
    });
    for (std::size_t k = 1; k < texts.size(); ++k) texts[0] += texts[k].view();
    return std::move(texts[0]);
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
        const std::vector<std::size_t> utterances = places_of(order, batch.paths.size());
        Ref head_items = own(PySequence_Tuple(heads)), tail_items = tails == Py_None ? Ref() : own(PySequence_Tuple(tails));
        const std::vector<View> head = views_of(head_items.get(), utterances.size());
        std::vector<View> tail;
        if (tails != Py_None) tail = views_of(tail_items.get(), utterances.size());
        Buffer out;
        {
            WithoutGil free;
            const auto write = [&](std::size_t from, std::size_t to, Buffer& text) {
                BlockWriter writer(*batch.rules.charset, batch.rules.sensitive, width, aux);
                Batch::Walker walker(batch);
                Ticks ticks;
                for (std::size_t k = from; k < to; ++k) {
                    ticks.spend(kWrite * (walker.cells.size() + 1));
                    const Counts counts = batch.counts(utterances[k]);
                    walker.load(utterances[k]);
                    text.append(head[k]);
                    text += "Scores: (#C #S #D #I)";
                    for (std::int32_t count : counts) text.push_back(' '), append_integer(text, count);
                    text.push_back('\n');
                    if (!tail.empty()) text.append(tail[k]);
                    writer.write(text, walker.cells);
                    text.push_back('\n');
                }
            };
            out = written(utterances.size(), batch.threads, write);
        }
        return bytes_of(out.view());
    });
}
PyObject* batch_sgml(PyObject* self, PyObject* args) {
    return guarded([&]() -> PyObject* {
        PyObject *order, *heads, *outer, *inner;
        int aux;
        if (!PyArg_ParseTuple(args, "OOOOi", &order, &heads, &outer, &inner, &aux)) throw Failed();
        const Batch& batch = unbox<Batch>(self);
        const std::vector<std::size_t> utterances = places_of(order, batch.paths.size());
        Ref head_items = own(PySequence_Tuple(heads));
        const std::vector<View> head = views_of(head_items.get(), utterances.size());
        const SgmlWriter writer(view_of(outer), view_of(inner), aux);
        Buffer out;
        {
            WithoutGil free;
            const auto write = [&](std::size_t from, std::size_t to, Buffer& text) {
                Batch::Walker walker(batch);
                Ticks ticks;
                for (std::size_t k = from; k < to; ++k) {
                    ticks.spend(kWrite * (walker.cells.size() + 1));
                    walker.load(utterances[k]);
                    text.append(head[k]);
                    writer.write(text, walker.cells);
                    text += "\n</PATH>\n";
                }
            };
            out = written(utterances.size(), batch.threads, write);
        }
        return bytes_of(out.view());
    });
}
// Confidences of the words of one side of a path, read without the words where that is possible.
class Confidences {
    const Side::Times* times_ = nullptr;

  public:
    bool read(const Side& side, std::size_t i) {
        const Side::Item item = side.item(i);
        times_ = item.kind == Side::kRows ? side.times.data() + item.first : nullptr;
        return item.kind == Side::kRows || item.kind == Side::kText;
    }
    double next() { return times_ ? (times_++)->confidence : 0.0; }
};
PyObject* batch_numbers(PyObject* self, PyObject* args) {
    return guarded([&]() -> PyObject* {
        PyObject* order;
        const char* name;
        if (!PyArg_ParseTuple(args, "Os", &order, &name)) throw Failed();
        const bool weight = View(name) == "weight";
        if (!weight && View(name) != "confidence") throw std::invalid_argument("unknown field '" + std::string(name) + "'");
        const Batch& batch = unbox<Batch>(self);
        const std::vector<std::size_t> utterances = places_of(order, batch.paths.size());
        std::size_t total = 0;
        for (std::size_t i : utterances) total += batch.paths[i].size();
        Ref columns[] = {own(unset_bytes(total)), own(unset_bytes(total * sizeof(double))), own(unset_bytes(total * sizeof(double)))};
        char* ends[3];
        for (std::size_t k = 0; k < 3; ++k) ends[k] = PyBytes_AsString(columns[k].get());
        {
            WithoutGil free;
            Batch::Walker walker(batch);
            const auto add = [&](char op, double ref, double hyp) {
                *ends[0]++ = op;
                std::memcpy(ends[1], &ref, sizeof ref), ends[1] += sizeof ref;
                std::memcpy(ends[2], &hyp, sizeof hyp), ends[2] += sizeof hyp;
            };
            const auto number = [&](const Word* w) { return w && weight ? w->weight : w && !w->value.empty() ? w->confidence : kNothing; };
            Ticks ticks;
            Confidences sure[2];
            for (std::size_t i : utterances) {
                const Path path = batch.paths[i];
                ticks.spend(kWrite * (path.size() + 1));
                if (!weight && batch.ref && !path.lattice() && sure[0].read(*batch.ref, batch.ref_item(i)) &&
                    sure[1].read(*batch.hyp, batch.hyp_item(i))) {
                    for (std::size_t k = 0; k < path.size(); ++k) {
                        const char op = kOperations[batch.moves[path.first() + k]];
                        add(op, op == 'I' ? kNothing : sure[0].next(), op == 'D' ? kNothing : sure[1].next());
                    }
                    continue;
                }
                walker.load(i);
                for (const Cell& c : walker.cells) add(c.op, number(c.ref), number(c.hyp));
            }
        }
        return PyTuple_Pack(3, columns[0].get(), columns[1].get(), columns[2].get());
    });
}
// The words of a side with blanks between them; `without` is the operation that has no word on this side.
std::string joined_words(View operations, const std::vector<View>& words, char without) {
    std::string text;
    std::size_t k = 0;
    for (const char op : operations) {
        if (op == without) continue;
        const View word = words[k++];
        if (op == 'C' && word.empty()) continue;  // the empty partner of an optional word that was not said is no word
        if (!text.empty()) text.push_back(' ');
        text.append(word);
    }
    return text;
}
PyObject* batch_texts(PyObject* self, PyObject* order) {
    return guarded([&]() -> PyObject* {
        const Batch& batch = unbox<Batch>(self);
        const std::vector<std::size_t> utterances = places_of(order, batch.paths.size());
        std::vector<std::string> columns[3];
        {
            WithoutGil free;
            Batch::Walker walker(batch);
            Ticks ticks;
            for (std::size_t i : utterances) {
                walker.load_steps(i, true);
                ticks.spend(kWrite * (walker.operations.size() + 1));
                columns[0].emplace_back(walker.operations);
                columns[1].push_back(joined_words(walker.operations, walker.refs, 'I'));
                columns[2].push_back(joined_words(walker.operations, walker.hyps, 'D'));
            }
        }
        const auto item = [](const std::string& text) { return bytes_of(View(text)); };
        Ref a = own(list_of(columns[0], item)), b = own(list_of(columns[1], item)), c = own(list_of(columns[2], item));
        return PyTuple_Pack(3, a.get(), b.get(), c.get());
    });
}
PyObject* count_of(const std::map<std::string, long long>& counts) {
    Ref dict = own(PyDict_New());
    Ticks ticks;
    for (const auto& entry : counts) {
        ticks.spend(kObject);
        Ref key = own(bytes_of(View(entry.first))), value = own(PyLong_FromLongLong(entry.second));
        if (PyDict_SetItem(dict.get(), key.get(), value.get()) < 0) throw Failed();
    }
    return dict.release();
}
// Gives the wrong words of utterances to `found`.
template <class Found> void add_errors(const Batch& batch, const std::vector<std::size_t>& utterances, Found& errors) {
    WithoutGil free;
    Batch::Walker walker(batch);
    Ticks ticks;
    for (std::size_t i : utterances) {
        ticks.spend(kWrite * (walker.operations.size() + 1));
        const Counts c = batch.counts(i);
        if (c[1] + c[2] + c[3] == 0) continue;
        walker.load_steps(i, true);
        errors.add(walker);
    }
}
PyObject* batch_listings(PyObject* self, PyObject* order) {
    return guarded([&]() -> PyObject* {
        const Batch& batch = unbox<Batch>(self);
        Listings listings;
        add_errors(batch, places_of(order, batch.paths.size()), listings);
        return list_of(listings.lists, [](const Listing& listing) {
            Buffer lines;
            listing.write(lines);
            Ref text = own(bytes_of(lines.view()));
            return Py_BuildValue("(nLO)", Py_ssize_t(listing.size()), listing.sum(), text.get());
        });
    });
}
PyObject* batch_tally(PyObject* self, PyObject* order) {
    return guarded([&]() -> PyObject* {
        const Batch& batch = unbox<Batch>(self);
        Tally tally;
        add_errors(batch, places_of(order, batch.paths.size()), tally);
        Ref pairs = own(PyDict_New());
        Ticks ticks;
        for (const auto& entry : tally.pairs) {
            ticks.spend(kObject);
            Ref a = own(bytes_of(View(entry.first.first))), b = own(bytes_of(View(entry.first.second)));
            Ref key = own(PyTuple_Pack(2, a.get(), b.get())), value = own(PyLong_FromLongLong(entry.second));
            if (PyDict_SetItem(pairs.get(), key.get(), value.get()) < 0) throw Failed();
        }
        Ref inserted = own(count_of(tally.inserted)), deleted = own(count_of(tally.deleted));
        return PyTuple_Pack(3, pairs.get(), inserted.get(), deleted.get());
    });
}
// ---------------------------------------------------------------------------------------------------------------------
// Parts of batches, joined batches, pickles

// Builds one side for utterances of several batches: every item once, in order of appearance.
class SideJoiner {
    std::unique_ptr<Side> joined_ = std::make_unique<Side>();
    std::unordered_map<const Side*, std::unordered_map<std::size_t, std::uint32_t>> places_;
    const Side* model_;
    bool in_order_ = true;  // whether the items are the first ones of the model, in order

  public:
    explicit SideJoiner(const Side* model) : model_(model) {}
    std::size_t add(const Side& side, std::size_t i) {
        const std::size_t next = joined_->size();
        const auto place = places_[&side].emplace(i, std::uint32_t(next));
        if (place.second) {
            joined_->add(side, i);
            in_order_ = in_order_ && &side == model_ && i == next;
        }
        return place.first->second;
    }
    // The model if it has exactly these items, else a new side; `keep` owns the texts.
    Ref side(PyObject* model, PyObject* keep) {
        if (in_order_ && joined_->size() == model_->size()) return share(model);
        return own(box<Side>(std::move(joined_), share(keep)));
    }
};

// A batch of utterances of other batches; `keep` owns these.
PyObject* gathered(const std::vector<std::pair<PyObject*, std::size_t>>& utterances, PyObject* first, PyObject* keep) {
    auto batch = std::make_unique<Batch>();
    const Batch& model = unbox<Batch>(first);
    const Sources sources = sources_of(first);
    batch->rules = model.rules;
    SideJoiner refs(model.ref), hyps(model.hyp);
    bool whole = true;  // whether utterance i aligns the items i
    Ticks ticks;
    for (const auto& utterance : utterances) {
        const Batch& from = unbox<Batch>(utterance.first);
        const std::size_t i = utterance.second, k = batch->paths.size();
        ticks.spend(kObject + from.paths[i].size());
        const std::size_t a = from.ref ? refs.add(*from.ref, from.ref_item(i)) : 0,
                          b = from.ref ? hyps.add(*from.hyp, from.hyp_item(i)) : 0;
        whole = whole && a == k && b == k;
        batch->add(from, i, a, b);
    }
    if (!model.ref) return boxed(std::move(batch), {sources.rules, Py_None, Py_None, keep});
    if (whole) batch->ref_of.clear(), batch->hyp_of.clear();
    Ref ref = refs.side(sources.ref, keep), hyp = hyps.side(sources.hyp, keep);
    batch->ref = &unbox<Side>(ref.get()), batch->hyp = &unbox<Side>(hyp.get());
    return boxed(std::move(batch), {sources.rules, ref.get(), hyp.get()});
}

PyObject* batch_take(PyObject* self, PyObject* index) {
    return guarded([&] {
        std::vector<std::pair<PyObject*, std::size_t>> utterances;
        for (std::size_t i : places_of(index, unbox<Batch>(self).paths.size())) utterances.emplace_back(self, i);
        return gathered(utterances, self, self);
    });
}
PyObject* batch_join(PyObject* self, PyObject* others) {
    return guarded([&] {
        Ref list = own(PyList_New(0));
        if (PyList_Append(list.get(), self) < 0) throw Failed();
        Ref rest = own(PySequence_List(others));
        Ref all = own(PySequence_Concat(list.get(), rest.get()));
        const Batch& first = unbox<Batch>(self);
        std::vector<std::pair<PyObject*, std::size_t>> utterances;
        for (Py_ssize_t k = 0, n = PyList_Size(all.get()); k < n; ++k) {
            PyObject* other = PyList_GetItem(all.get(), k);
            const Batch& batch = argument<Batch>(other, "a Batch");
            if (!batch.ref != !first.ref) throw std::invalid_argument("ready-made alignments cannot be joined with those of texts");
            if (!(batch.rules == first.rules)) throw std::invalid_argument("batches of different rules cannot be joined");
            for (std::size_t i = 0; i < batch.paths.size(); ++i) utterances.emplace_back(other, i);
        }
        return gathered(utterances, self, all.get());
    });
}

PyObject* batch_reduce(PyObject* self, PyObject*) {
    return guarded([&] {
        const Batch& batch = unbox<Batch>(self);
        const Sources sources = sources_of(self);
        if (!batch.ref) {
            Ref paths = own(PyList_New(0));
            for (std::size_t i = 0; i < batch.paths.size(); ++i) {
                Ref place = own(PyLong_FromSize_t(i)), slots = own(batch_slots(self, place.get()));
                if (PyList_Append(paths.get(), slots.get()) < 0) throw Failed();
            }
            return reduced("batch_of", own(Py_BuildValue("(OOO)", sources.rules, batch.rules.sensitive ? Py_True : Py_False, paths.get())));
        }
        Packer out;
        batch.pack(out);
        Ref state = own(bytes_of(View(out.bytes())));
        return reduced("batch_from", own(PyTuple_Pack(4, sources.rules, sources.ref, sources.hyp, state.get())));
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

PyMethodDef methods[] = {
    {"take", batch_take, METH_O, "take($self, index, /)\n--\n\nThe alignments of the utterances at these places (int64), in this order."},
    {"join", batch_join, METH_O,
     "join($self, others, /)\n--\n\nThe alignments of this batch and behind them those of others, which need equal rules."},
    {"__reduce__", batch_reduce, METH_NOARGS, "__reduce__($self, /)\n--\n\nThe pickled state, for either core."},
    {"counts", batch_counts, METH_NOARGS,
     "counts($self, /)\n--\n\nFour int32 per utterance: correct, substitutions, deletions, insertions."},
    {"totals", batch_totals, METH_VARARGS,
     "totals($self, groups, n, /)\n--\n\n"
     "Per group: utterances, correct, substitutions, deletions, insertions, utterances with an error."},
    {"slots", batch_slots, METH_O, "slots($self, i, /)\n--\n\nThe aligned pairs of utterance i."},
    {"operations", batch_operations, METH_O, "operations($self, i, /)\n--\n\nThe operations of utterance i, one letter a step."},
    {"letters", batch_letters, METH_NOARGS,
     "letters($self, /)\n--\n\nThe operations of all utterances in one text, and the places (int64) between which those of each stand."},
    {"json", batch_json, METH_VARARGS,
     "json($self, i, refs, hyps, carried, /)\n--\n\nThe steps of utterance i as JSON; None if a written word has no UTF-8."},
    {"pairs", batch_pairs, METH_VARARGS,
     "pairs($self, i, kind, refs, hyps, carried, /)\n--\n\n"
     "The steps of utterance i as tuples of a kind; refs and hyps are the words as they were written, or None."},
    {"blocks", batch_blocks, METH_VARARGS,
     "blocks($self, order, heads, tails, width, aux, /)\n--\n\n"
     "For each utterance its head, the scores, its tail, the alignment in lines of a width, and a blank line."},
    {"sgml", batch_sgml, METH_VARARGS,
     "sgml($self, order, heads, outer, inner, aux, /)\n--\n\n"
     "For each utterance its head, its words in one line, and the end of a PATH element."},
    {"numbers", batch_numbers, METH_VARARGS,
     "numbers($self, order, field, /)\n--\n\n"
     "Operations, and the numbers that the words of both sides have in a field, NaN where there is no word."},
    {"texts", batch_texts, METH_O,
     "texts($self, order, /)\n--\n\nPer utterance its operations, and the aligned words of either side with blanks between them."},
    {"listings", batch_listings, METH_O,
     "listings($self, order, /)\n--\n\n"
     "Lists of confusions, insertions, deletions, substituted words and words said instead: number of entries, their sum, and lines."},
    {"tally", batch_tally, METH_O,
     "tally($self, order, /)\n--\n\nHow often each pair was substituted, each word inserted, each word deleted."},
    {nullptr, nullptr, 0, nullptr}};
PyGetSetDef fields[] = {
    {"notices", batch_notices, nullptr, "Messages of the reference while it aligns: utterance, stdout or stderr, line.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr}};
PyMethodDef functions[] = {
    {"count_totals", count_totals, METH_VARARGS,
     "count_totals(counts, groups, n, /)\n--\n\nThe totals of groups as of a batch; `counts` are four int32 per utterance."},
    {"batch_of", make_ready, METH_VARARGS, "batch_of(charset, sensitive, paths, /)\n--\n\nA batch of ready-made alignments."},
    {nullptr, nullptr, 0, nullptr}};

const Part part([](PyObject* module) {
    PyType_Slot slots[] = {{Py_tp_doc, slot("The alignments of many utterances.")},
                           {Py_tp_new, slot(not_from_python)},
                           {Py_tp_dealloc, slot(destroy<Batch>)},
                           {Py_tp_methods, methods},
                           {Py_tp_getset, fields},
                           {Py_sq_length, slot(batch_length)},
                           {0, nullptr}};
    add_type<Batch>(module, "Batch", slots);
    add_functions(module, functions);
    if (PyModule_AddIntConstant(module, "AS_WRITTEN", kAsWritten) < 0) throw Failed();
});

}  // namespace
}  // namespace scorelite
