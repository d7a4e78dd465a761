#include <algorithm>
#include <cstring>
#include <limits>
#include <map>
#include <numeric>
#include <unordered_map>

#include "batch_python.hpp"
#include "report.hpp"
#include "threads.hpp"

namespace scorelite {
namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kWrite = 16;     // the steps that a cell of an alignment takes to be looked at
constexpr std::size_t kAhead = 2;      // utterances whose texts are asked for ahead
constexpr std::size_t kFew = 1 << 14;  // utterances whose counts or steps one thread copies

// Bytes that have to be written.
using Records = std::unordered_map<PyObject*, std::uint32_t>;  // words given as one object are stored once

std::uint32_t ready_word(Batch& batch, PyObject* record, Records& numbers) {
    if (record == Py_None) return 0;
    std::uint32_t& number = numbers[record];
    if (number) return number;
    using Tag = std::optional<View>;
    Word w;
    const auto [value, tag1, tag2, begin, end, confidence, weight] =
        From<std::tuple<View, Tag, Tag, double, double, double, double>>::of(record);
    w.value = w.compare = batch.arena.keep(std::string(value));
    if (tag1) w.tag1 = batch.arena.keep(std::string(*tag1));
    if (tag2) w.tag2 = batch.arena.keep(std::string(*tag2));
    w.begin = begin, w.end = end, w.confidence = confidence, w.weight = weight;
    batch.ready.push_back(w);
    return number = std::uint32_t(batch.ready.size());
}
// Adds a step of a ready-made alignment.
void add_step(Batch& batch, PyObject* step, Records& numbers) {
    const auto [op, ref, hyp] = From<std::tuple<std::string, PyObject*, PyObject*>>::of(step);
    const bool refs = ref != Py_None, hyps = hyp != Py_None;
    if (!(((op == "C" || op == "S") && refs && hyps) || (op == "D" && refs) || (op == "I" && hyps)))
        throw std::invalid_argument("a step '" + op + "'; expected C, S, D or I, and the words of such a step");
    const std::uint32_t a = ready_word(batch, ref, numbers), b = ready_word(batch, hyp, numbers);
    batch.add_ready({op[0], a, b});
}
PyObject* batch_of(PyObject* charset, bool sensitive, PyObject* paths) {
    auto batch = std::make_unique<Batch>();
    batch->rules.charset = &From<Charset>::of(charset);
    batch->rules.sensitive = sensitive;
    Ref all = own(PySequence_Tuple(paths)), alive = own(PyList_New(0));
    Records numbers;
    Ticks ticks;
    for (PyObject* item : items_of(all.get())) {
        Ref path = own(PySequence_Tuple(item));
        if (PyList_Append(alive.get(), path.get()) < 0) throw Failed();  // keeps objects alive, so that no address is used twice
        for (PyObject* step : items_of(path.get())) {
            ticks.spend(kObject);
            add_step(*batch, step, numbers);
        }
        batch->end_ready();
    }
    return boxed(std::move(batch), {charset});
}

Py_ssize_t batch_length(PyObject* self) { return Py_ssize_t(unbox<Batch>(self).paths.size()); }

PyObject* batch_counts(const Batch& batch) {
    return written_column<Counts>(batch.paths.size(), [&](Counts* out) {
        Shares(batch.paths.size(), kFew, batch.threads).each([&](std::size_t, std::size_t from, std::size_t to) {
            for (std::size_t i = from; i < to; ++i) out[i] = batch.counts(i);
        });
    });
}

// Rows of a group, the sums of their four counts, and rows with an error.
struct GroupSum {
    std::int64_t n[6] = {};

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
template <class Rows> PyObject* sums_of_groups(View groups, Py_ssize_t n, std::size_t size, std::size_t threads, const Rows& counts) {
    // Groups are read where they are: a copy would be as large as the steps of all utterances.
    if (groups.size() % sizeof(std::int32_t)) throw std::invalid_argument("bytes length not a multiple of item size");
    if (groups.size() / sizeof(std::int32_t) != size)
        throw std::invalid_argument(std::to_string(groups.size() / sizeof(std::int32_t)) + " groups for " + std::to_string(size) +
                                    " utterances; expected one each");
    const std::size_t count = std::size_t(std::max<Py_ssize_t>(n, 0));
    const Shares shares(size, std::max(kFew, 8 * count), threads);  // a thread has sums of its own
    std::vector<std::vector<GroupSum>> parts(shares.size());
    without_gil([&] {
        shares.each([&](std::size_t k, std::size_t from, std::size_t to) {
            std::vector<GroupSum>& sums = parts[k];
            sums.resize(count);
            for (std::size_t i = from; i < to; ++i) {
                std::int32_t group;
                std::memcpy(&group, groups.data() + i * sizeof group, sizeof group);
                if (group < 0) continue;
                if (group >= n) throw std::invalid_argument("group " + std::to_string(group) + "; expected less than " + std::to_string(n));
                sums[std::size_t(group)].add(counts(i));
            }
        });
        for (std::size_t k = 1; k < parts.size(); ++k)
            for (std::size_t group = 0; group < count; ++group) parts[0][group].add(parts[k][group]);
    });
    return list_of(parts[0], [](const GroupSum& s) { return tuple_of(s.n[0], s.n[1], s.n[2], s.n[3], s.n[4], s.n[5]); });
}
PyObject* batch_totals(const Batch& batch, View groups, Py_ssize_t n) {
    return sums_of_groups(groups, n, batch.paths.size(), batch.threads, [&](std::size_t i) { return batch.counts(i); });
}
std::size_t utterances_of(View counts) {
    if (counts.size() % sizeof(Counts)) throw std::invalid_argument("counts that are not four for each utterance");
    return counts.size() / sizeof(Counts);
}
Counts counts_of(View counts, std::size_t utterance) {
    Counts row;
    std::memcpy(row.data(), counts.data() + utterance * sizeof row, sizeof row);
    return row;
}
PyObject* step_firsts(const Batch& batch) {
    return written_column<std::int64_t>(batch.paths.size() + 1, [&](std::int64_t* out) { batch.write_firsts(out); });
}
PyObject* count_totals(View counts, View groups, Py_ssize_t n) {
    return sums_of_groups(groups, n, utterances_of(counts), 1, [&](std::size_t i) { return counts_of(counts, i); });
}
PyObject* count_sizes(View counts) {
    const std::size_t utterances = utterances_of(counts);
    std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> sizes;
    without_gil([&] {
        for (std::size_t i = 0; i < utterances; ++i) {
            const Counts row = counts_of(counts, i);
            const std::int64_t right = row[0], wrong = row[1], lost = row[2], more = row[3];
            ++sizes[{wrong + lost + more, right + wrong + lost}];
        }
    });
    return list_of(sizes, [](const auto& size) { return tuple_of(size.first.first, size.first.second, size.second); });
}

Ref word_record(const Word* w) {
    if (!w) return share(Py_None);
    const auto tag = [](View text) { return text.data() ? std::optional<View>(text) : std::nullopt; };
    return own(tuple_of(w->value, tag(w->tag1), tag(w->tag2), w->begin, w->end, w->confidence, w->weight));
}
PyObject* batch_slots(const Batch& batch, PyObject* i) {
    Batch::Walker walker(batch);
    walker.load(index_of(i, batch.paths.size()));
    return list_of(walker.cells,
                   [](const Cell& c) { return tuple_of(own(decoded(View(&c.op, 1))), word_record(c.ref), word_record(c.hyp)); });
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
        if (!PyType_Check(type) || !PyType_IsSubtype(reinterpret_cast<PyTypeObject*>(type), &PyTuple_Type))
            throw_type_error("a type of tuples expected");
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
        return own(decoded_somehow(folded));
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
PyObject* batch_pairs(const Batch& batch, PyObject* place, PyObject* type, PyObject* refs, PyObject* hyps, int carried) {
    PairMaker pair(type, refs, hyps, carried);
    Batch::Walker walker(batch);
    walker.load(index_of(place, batch.paths.size()));
    Ref pairs = own(PyTuple_New(Py_ssize_t(walker.cells.size())));
    Py_ssize_t k = 0;
    for (const Cell& c : walker.cells)
        if (PyTuple_SetItem(pairs.get(), k++, pair(c)) < 0) throw Failed();
    pair.untrack(pairs);
    return pairs.release();
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
PyObject* batch_json(const Batch& batch, PyObject* place, PyObject* refs, PyObject* hyps, int carried) {
    JsonMaker json(refs, hyps, carried);
    Batch::Walker walker(batch);
    walker.load(index_of(place, batch.paths.size()));
    for (const Cell& c : walker.cells)
        if (!json.add(c)) return share(Py_None).release();
    return decoded_somehow(json.text());
}
PyObject* batch_operations(const Batch& batch, PyObject* place) {
    const std::size_t i = index_of(place, batch.paths.size());
    std::string operations(batch.paths[i].size(), ' ');
    batch.letters(i, operations.data());
    return decoded(operations);
}

PyObject* batch_letters(const Batch& batch) {
    std::vector<std::int64_t> firsts(batch.paths.size() + 1);
    batch.write_firsts(firsts.data());
    Ref text = own(unset_bytes(std::size_t(firsts.back())));
    char* const letters = PyBytes_AsString(text.get());
    without_gil([&] {
        Shares(batch.paths.size(), kFew, batch.threads).each([&](std::size_t, std::size_t from, std::size_t to) {
            for (std::size_t i = from; i < to; ++i) batch.letters(i, letters + firsts[i]);
        });
    });
    return tuple_of(std::move(text), firsts);
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
// Texts of utterances, as many as there are.
class Texts {
    Ref items_;

  public:
    std::vector<View> views;
    Texts(PyObject* texts, std::size_t count) : items_(own(PySequence_Tuple(texts))) {
        if (std::size_t(PyTuple_Size(items_.get())) < count) {
            PyErr_SetString(PyExc_IndexError, "tuple index out of range");
            throw Failed();
        }
        for (std::size_t k = 0; k < count; ++k) views.push_back(view_of(PyTuple_GetItem(items_.get(), Py_ssize_t(k))));
    }
};
// What write(utterance, place, text) appends for utterances in their order; every thread has a `write` of its own.
template <class Make> Buffer written_in_order(const Batch& batch, const std::vector<std::size_t>& utterances, const Make& make) {
    return without_gil([&] {
        return written(utterances.size(), batch.threads, [&](std::size_t from, std::size_t to, Buffer& text) {
            auto write = make();
            Batch::Walker walker(batch);
            Ticks ticks;
            for (std::size_t k = from; k < to; ++k) {
                ticks.spend(kWrite * (walker.cells.size() + 1));
                walker.load(utterances[k]);
                write(k, walker.cells, text);
            }
        });
    });
}
Buffer batch_blocks(const Batch& batch, PyObject* order, PyObject* heads, std::optional<PyObject*> tails, std::int64_t width, int aux) {
    const std::vector<std::size_t> utterances = places_of(order, batch.paths.size());
    const Texts head(heads, utterances.size());
    std::optional<Texts> tail;
    if (tails) tail.emplace(*tails, utterances.size());
    return written_in_order(batch, utterances, [&] {
        return [&, writer = BlockWriter(*batch.rules.charset, batch.rules.sensitive, width, aux)](
                   std::size_t k, const std::vector<Cell>& cells, Buffer& text) mutable {
            text.append(head.views[k]);
            text += "Scores: (#C #S #D #I)";
            for (std::int32_t count : batch.counts(utterances[k])) text.push_back(' '), append_integer(text, count);
            text.push_back('\n');
            if (tail) text.append(tail->views[k]);
            writer.write(text, cells);
            text.push_back('\n');
        };
    });
}
Buffer batch_sgml(const Batch& batch, PyObject* order, PyObject* heads, View outer, View inner, int aux) {
    const std::vector<std::size_t> utterances = places_of(order, batch.paths.size());
    const Texts head(heads, utterances.size());
    const SgmlWriter writer(outer, inner, aux);
    return written_in_order(batch, utterances, [&] {
        return [&](std::size_t k, const std::vector<Cell>& cells, Buffer& text) {
            text.append(head.views[k]);
            writer.write(text, cells);
            text += "\n</PATH>\n";
        };
    });
}
enum class Field { kConfidence, kBegin, kEnd, kWeight };
Field field_of(const std::string& name) {
    if (name == "confidence") return Field::kConfidence;
    if (name == "begin") return Field::kBegin;
    if (name == "end") return Field::kEnd;
    if (name == "weight") return Field::kWeight;
    throw std::invalid_argument("unknown field '" + name + "'");
}
double field_in(const Side::Times& times, Field field) {
    if (field == Field::kBegin) return times.begin;
    return field == Field::kEnd ? times.begin + times.duration : times.confidence;
}
double field_in(const Word* word, Field field) {
    if (!word || (field != Field::kWeight && word->value.empty())) return kNothing;
    if (field == Field::kBegin) return word->begin;
    if (field == Field::kEnd) return word->end;
    return field == Field::kWeight ? word->weight : word->confidence;
}
// Times or confidences of the words of one side of a path, read without the words where that is possible.
class TimesColumn {
    const Side::Times* times_ = nullptr;
    const Field field_;

  public:
    explicit TimesColumn(Field field) : field_(field) {}
    bool read(const Side& side, std::size_t i) {
        const Side::Item item = side.item(i);
        times_ = item.kind == Side::kRows ? side.times.data() + item.first : nullptr;
        return item.kind == Side::kRows || item.kind == Side::kText;
    }
    double next() { return times_ ? field_in(*times_++, field_) : 0.0; }
};
// Operations and a number of the words of both sides, written into columns of a known size.
class NumberColumns {
    Ref columns_[3];
    char* ends_[3];

  public:
    explicit NumberColumns(std::size_t size) : columns_{own(unset_bytes(size)), own(unset_bytes(size * 8)), own(unset_bytes(size * 8))} {
        for (std::size_t k = 0; k < 3; ++k) ends_[k] = PyBytes_AsString(columns_[k].get());
    }
    void add(char op, double ref, double hyp) {
        *ends_[0]++ = op;
        std::memcpy(ends_[1], &ref, sizeof ref), ends_[1] += sizeof ref;
        std::memcpy(ends_[2], &hyp, sizeof hyp), ends_[2] += sizeof hyp;
    }
    PyObject* release() { return tuple_of(std::move(columns_[0]), std::move(columns_[1]), std::move(columns_[2])); }
};
// The times of rows that are words of a lattice one by one; null where a word may have a mark.
const Side::Times* times_of_rows(const Batch& batch, const Side& side, std::size_t i) {
    const Side::Item item = side.item(i);
    if (item.kind != Side::kRows || batch.rules.characters >= 0 || batch.rules.segment) return nullptr;
    const auto plain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '\'' || c < 0;
    };
    const View* const words = side.words.data() + item.first;
    for (std::size_t k = 0; k < item.count; ++k)
        if (words[k].empty() || !std::all_of(words[k].begin(), words[k].end(), plain)) return nullptr;
    return side.times.data() + item.first;
}
// Adds times or confidences of a path of such rows; false where that is not possible.
bool add_times_of_rows(const Batch& batch, std::size_t i, Field field, NumberColumns& columns) {
    const Path path = batch.paths[i];
    const Side::Times* const ref = times_of_rows(batch, *batch.ref, batch.ref_item(i));
    const Side::Times* const hyp = ref ? times_of_rows(batch, *batch.hyp, batch.hyp_item(i)) : nullptr;
    if (!hyp) return false;
    for (std::size_t k = 0; k < path.size(); ++k) {
        const Slot& s = batch.slots[path.first() + k];
        columns.add(s.op(), s.ref ? field_in(ref[s.ref - 1], field) : kNothing, s.hyp ? field_in(hyp[s.hyp - 1], field) : kNothing);
    }
    return true;
}
// Adds times or confidences of a path that is read without its words; false where that is not possible.
bool add_times(const Batch& batch, std::size_t i, Field field, NumberColumns& columns) {
    const Path path = batch.paths[i];
    if (batch.ref && path.lattice()) return add_times_of_rows(batch, i, field, columns);
    TimesColumn ref(field), hyp(field);
    if (!batch.ref || !ref.read(*batch.ref, batch.ref_item(i)) || !hyp.read(*batch.hyp, batch.hyp_item(i))) return false;
    for (std::size_t k = 0; k < path.size(); ++k) {
        const char op = kOperations[batch.moves[path.first() + k]];
        columns.add(op, op == 'I' ? kNothing : ref.next(), op == 'D' ? kNothing : hyp.next());
    }
    return true;
}
PyObject* batch_numbers(const Batch& batch, PyObject* order, const std::string& name) {
    const Field field = field_of(name);
    const std::vector<std::size_t> utterances = places_of(order, batch.paths.size());
    std::size_t total = 0;
    for (std::size_t i : utterances) total += batch.paths[i].size();
    NumberColumns columns(total);
    without_gil([&] {
        Batch::Walker walker(batch);
        Ticks ticks;
        for (std::size_t i : utterances) {
            ticks.spend(kWrite * (batch.paths[i].size() + 1));
            if (field != Field::kWeight && add_times(batch, i, field, columns)) continue;
            walker.load(i);
            for (const Cell& c : walker.cells) columns.add(c.op, field_in(c.ref, field), field_in(c.hyp, field));
        }
    });
    return columns.release();
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
PyObject* batch_texts(const Batch& batch, PyObject* order) {
    const std::vector<std::size_t> utterances = places_of(order, batch.paths.size());
    std::vector<std::string> operations, refs, hyps;
    without_gil([&] {
        Batch::Walker walker(batch);
        Ticks ticks;
        for (std::size_t i : utterances) {
            walker.load_steps(i, true);
            ticks.spend(kWrite * (walker.operations.size() + 1));
            operations.emplace_back(walker.operations);
            refs.push_back(joined_words(walker.operations, walker.refs, 'I'));
            hyps.push_back(joined_words(walker.operations, walker.hyps, 'D'));
        }
    });
    return tuple_of(operations, refs, hyps);
}
// How often each key occurs.
template <class Counts, class Key> Ref count_of(const Counts& counts, Key key_of) {
    Ref dict = own(PyDict_New());
    Ticks ticks;
    for (const auto& [text, count] : counts) {
        ticks.spend(kObject);
        Ref key = own(key_of(text)), value = own(object_of(count));
        if (PyDict_SetItem(dict.get(), key.get(), value.get()) < 0) throw Failed();
    }
    return dict;
}
// Gives the wrong words of utterances to `errors`.
template <class Errors> void add_errors(const Batch& batch, const std::vector<std::size_t>& utterances, Errors& errors) {
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
PyObject* batch_listings(const Batch& batch, PyObject* order) {
    Listings listings;
    add_errors(batch, places_of(order, batch.paths.size()), listings);
    return list_of(listings.lists, [](const Listing& listing) {
        Buffer lines;
        listing.write(lines);
        return tuple_of(listing.size(), listing.sum(), lines);
    });
}
PyObject* batch_tally(const Batch& batch, PyObject* order) {
    Tally tally;
    add_errors(batch, places_of(order, batch.paths.size()), tally);
    const auto word = [](const std::string& text) { return object_of(text); };
    return tuple_of(count_of(tally.pairs, [](const auto& pair) { return tuple_of(pair.first, pair.second); }),
                    count_of(tally.inserted, word), count_of(tally.deleted, word));
}
// Which signs stand in texts. Most texts have none, and are looked at many bytes at a time.
class Signs {
    bool seen_[256] = {};

  public:
    void add(View text) {
        if (!has_sign(text)) return;
        for (const char c : text) seen_[static_cast<unsigned char>(c)] = true;
    }
    std::string bytes() const {
        std::string found;
        for (std::size_t c = 0; c < 256; ++c)
            if (seen_[c] && is_sign(static_cast<unsigned char>(c))) found.push_back(char(c));
        return found;
    }
};
PyObject* batch_signs(const Batch& batch) {
    Signs signs;
    bool sound = batch.ref;
    without_gil([&] {
        Ticks ticks;
        const auto add = [&](const Side::Item& item) {
            if (item.kind != Side::kText) return false;
            ticks.spend(item.count + 1);
            signs.add(item.raw_start ? item.raw() : item.text());
            return true;
        };
        for (std::size_t i = 0; i < batch.paths.size() && batch.has_signs && sound; ++i) {
            batch.expect(i + kAhead);
            sound = add(batch.ref->item(batch.ref_item(i))) && add(batch.hyp->item(batch.hyp_item(i)));
        }
    });
    return sound ? object_of(signs.bytes()) : share(Py_None).release();
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
    std::vector<std::pair<PyObject*, std::size_t>> utterances;
    for (std::size_t i : places_of(index, unbox<Batch>(self).paths.size())) utterances.emplace_back(self, i);
    return gathered(utterances, self, self);
}
PyObject* batch_join(PyObject* self, PyObject* others) {
    Ref all = own(PySequence_List(others));
    if (PyList_Insert(all.get(), 0, self) < 0) throw Failed();
    const Batch& first = unbox<Batch>(self);
    std::vector<std::pair<PyObject*, std::size_t>> utterances;
    for (PyObject* other : items_of(all.get())) {
        const Batch& batch = From<Batch>::of(other);
        if (!batch.ref != !first.ref) throw std::invalid_argument("ready-made alignments cannot be joined with those of texts");
        if (!(batch.rules == first.rules)) throw std::invalid_argument("batches of different rules cannot be joined");
        for (std::size_t i = 0; i < batch.paths.size(); ++i) utterances.emplace_back(other, i);
    }
    return gathered(utterances, self, all.get());
}

PyObject* batch_reduce(PyObject* self) {
    const Batch& batch = unbox<Batch>(self);
    const Sources sources = sources_of(self);
    if (!batch.ref) {
        std::vector<std::size_t> places(batch.paths.size());
        std::iota(places.begin(), places.end(), std::size_t(0));
        Ref paths = own(list_of(places, [&](std::size_t i) { return batch_slots(batch, own(PyLong_FromSize_t(i)).get()); }));
        return reduced("batch_of", own(tuple_of(share(sources.rules), batch.rules.sensitive, std::move(paths))));
    }
    Packer out;
    batch.pack(out);
    return reduced("batch_from", own(tuple_of(share(sources.rules), share(sources.ref), share(sources.hyp), out.bytes())));
}
PyObject* batch_notices(const Batch& batch) {
    return list_of(batch.notices, [](const Batch::Notice& notice) {
        return tuple_of(notice.utterance, own(decoded(notice.to_stdout ? "stdout" : "stderr")), notice.text);
    });
}

PyMethodDef methods[] = {
    {"take", method<batch_take>, METH_VARARGS,
     "take($self, index, /)\n--\n\nThe alignments of the utterances at these places (int64), in this order."},
    {"join", method<batch_join>, METH_VARARGS,
     "join($self, others, /)\n--\n\nThe alignments of this batch and behind them those of others, which need equal rules."},
    {"__reduce__", method<batch_reduce>, METH_VARARGS, "__reduce__($self, /)\n--\n\nThe pickled state, for either core."},
    {"counts", method<batch_counts>, METH_VARARGS,
     "counts($self, /)\n--\n\nFour int32 per utterance: correct, substitutions, deletions, insertions."},
    {"totals", method<batch_totals>, METH_VARARGS,
     "totals($self, groups, n, /)\n--\n\n"
     "Per group: utterances, correct, substitutions, deletions, insertions, utterances with an error."},
    {"slots", method<batch_slots>, METH_VARARGS, "slots($self, i, /)\n--\n\nThe aligned pairs of utterance i."},
    {"operations", method<batch_operations>, METH_VARARGS,
     "operations($self, i, /)\n--\n\nThe operations of utterance i, one letter a step."},
    {"letters", method<batch_letters>, METH_VARARGS,
     "letters($self, /)\n--\n\nThe operations of all utterances in one text, and the places (int64) between which those of each stand."},
    {"json", method<batch_json>, METH_VARARGS,
     "json($self, i, refs, hyps, carried, /)\n--\n\nThe steps of utterance i as JSON; None if a written word has no UTF-8."},
    {"pairs", method<batch_pairs>, METH_VARARGS,
     "pairs($self, i, kind, refs, hyps, carried, /)\n--\n\n"
     "The steps of utterance i as tuples of a kind; refs and hyps are the words as they were written, or None."},
    {"blocks", method<batch_blocks>, METH_VARARGS,
     "blocks($self, order, heads, tails, width, aux, /)\n--\n\n"
     "For each utterance its head, the scores, its tail, the alignment in lines of a width, and a blank line."},
    {"sgml", method<batch_sgml>, METH_VARARGS,
     "sgml($self, order, heads, outer, inner, aux, /)\n--\n\n"
     "For each utterance its head, its words in one line, and the end of a PATH element."},
    {"numbers", method<batch_numbers>, METH_VARARGS,
     "numbers($self, order, field, /)\n--\n\n"
     "Operations, and the numbers that the words of both sides have in a field, NaN where there is no word."},
    {"texts", method<batch_texts>, METH_VARARGS,
     "texts($self, order, /)\n--\n\nPer utterance its operations, and the aligned words of either side with blanks between them."},
    {"listings", method<batch_listings>, METH_VARARGS,
     "listings($self, order, /)\n--\n\n"
     "Lists of confusions, insertions, deletions, substituted words and words said instead: number of entries, their sum, and lines."},
    {"tally", method<batch_tally>, METH_VARARGS,
     "tally($self, order, /)\n--\n\nHow often each pair was substituted, each word inserted, each word deleted."},
    {"signs", method<batch_signs>, METH_VARARGS,
     "signs($self, /)\n--\n\n"
     "The bytes of both sides' texts, as they were given, that are no small letters of ASCII, digits, blanks or apostrophes; "
     "None where some are no texts."},
    {nullptr, nullptr, 0, nullptr}};
PyGetSetDef fields[] = {
    {"notices", field<batch_notices>, nullptr, "Messages of the reference while it aligns: utterance, stdout or stderr, line.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr}};
PyMethodDef functions[] = {
    {"count_totals", operation<count_totals>, METH_VARARGS,
     "count_totals(counts, groups, n, /)\n--\n\nThe totals of groups as of a batch; `counts` are four int32 per utterance."},
    {"count_sizes", operation<count_sizes>, METH_VARARGS,
     "count_sizes(counts, /)\n--\n\n"
     "Errors, reference words, and the number of utterances that have so many; `counts` are four int32 per utterance."},
    {"step_firsts", operation<step_firsts>, METH_VARARGS,
     "step_firsts(batch, /)\n--\n\nThe places (int64) between which the steps of each utterance stand."},
    {"batch_of", operation<batch_of>, METH_VARARGS, "batch_of(charset, sensitive, paths, /)\n--\n\nA batch of ready-made alignments."},
    {nullptr, nullptr, 0, nullptr}};

const Part part(functions, [](PyObject* module) {
    PyType_Slot slots[] = {{Py_tp_doc, slot("The alignments of many utterances.")},
                           {Py_tp_new, slot(not_from_python)},
                           {Py_tp_dealloc, slot(destroy<Batch>)},
                           {Py_tp_methods, methods},
                           {Py_tp_getset, fields},
                           {Py_sq_length, slot(batch_length)},
                           {0, nullptr}};
    add_type<Batch>(module, "Batch", slots);
    if (PyModule_AddIntConstant(module, "AS_WRITTEN", kAsWritten) < 0) throw Failed();
});

}  // namespace
}  // namespace scorelite
