#include <memory>

#include "operations.hpp"
#include "symbol_names.hpp"
#include "symbols.hpp"

namespace scorelite {
namespace {

struct SymbolWork {
    SymbolAligner aligner;
    SymbolNames names;
    std::vector<Py_UCS4> letters[2];
    std::size_t skipped = 0;  // letters at both ends that have no numbers, as both texts have them
    bool busy = false;
    std::size_t footprint() const {
        return aligner.footprint() + names.footprint() + (letters[0].capacity() + letters[1].capacity()) * sizeof(Py_UCS4);
    }
};
// Memory of one pair is kept for the next, unless it is much. A symbol whose hash is computed in Python may call the core again, which then
// needs memory of its own.
class SymbolLease {
    SymbolWork* work_;
    bool own_;
    static SymbolWork*& kept() {
        static thread_local std::unique_ptr<SymbolWork> holder;
        static thread_local SymbolWork* pointer = nullptr;
        if (!pointer) holder = std::make_unique<SymbolWork>(), pointer = holder.get();
        return pointer;
    }

  public:
    SymbolLease() : work_(kept()), own_(work_->busy) {
        if (own_) work_ = new SymbolWork();
        work_->busy = true;
    }
    SymbolLease(const SymbolLease&) = delete;
    ~SymbolLease() {
        if (own_)
            delete work_;
        else if (work_->footprint() > (std::size_t(1) << 20))
            *work_ = SymbolWork();
        else
            work_->busy = false;
    }
    SymbolWork* operator->() { return work_; }
};

bool is_text(PyObject* symbol) { return Py_IS_TYPE(symbol, &PyUnicode_Type); }

// The text of a symbol for compounds; encoded bytes are added to the list `keep`.
View text_of(PyObject* symbol, Ref& keep) {
    if (!is_text(symbol)) throw_type_error("compounds are made of str");
    Py_ssize_t size;
    if (const char* data = PyUnicode_AsUTF8AndSize(symbol, &size)) return View(data, std::size_t(size));
    PyErr_Clear();
    // Lone surrogates are characters like others here.
    Ref bytes = own(PyUnicode_AsEncodedString(symbol, "utf-8", "surrogatepass"));
    if (!keep.get()) keep = own(PyList_New(0));
    if (PyList_Append(keep.get(), bytes.get()) < 0) throw Failed();
    return view_of(bytes.get());
}

constexpr std::size_t kManyCells = std::size_t(1) << 22;

// Makes room for the numbers of both sides.
void start(SymbolWork& work, Py_ssize_t n, Py_ssize_t m) {
    if (n > INT32_MAX / 16 || m > INT32_MAX / 16 || n + m > INT32_MAX / 32) throw std::bad_alloc();
    work.names.start();
    work.aligner.rows.resize(std::size_t(n));
    work.aligner.columns.assign(std::size_t(m) + 2 * kPad, 0);
}

void read_letters(std::vector<Py_UCS4>& letters, PyObject* text, Py_ssize_t size) {
    letters.resize(std::size_t(size) + 1);
    if (!PyUnicode_AsUCS4(text, letters.data(), size + 1, 1)) throw Failed();
}
// Numbers the characters of two texts.
void number_letters(SymbolWork& work, PyObject* ref, PyObject* hyp, bool skips) {
    const std::size_t n = std::size_t(PyUnicode_GetLength(ref)), m = std::size_t(PyUnicode_GetLength(hyp));
    read_letters(work.letters[0], ref, Py_ssize_t(n));
    read_letters(work.letters[1], hyp, Py_ssize_t(m));
    Shared ends;
    if (skips) ends = shared_ends(work.letters[0].data(), n, work.letters[1].data(), m);
    work.skipped = ends.first + ends.last;
    start(work, Py_ssize_t(n - work.skipped), Py_ssize_t(m - work.skipped));
    SymbolAligner& a = work.aligner;
    for (std::size_t k = 0; k < a.n(); ++k) a.rows[k] = work.names.letter(work.letters[0][ends.first + k]);
    for (std::size_t k = 0; k < a.m(); ++k) a.columns[kPad + k] = work.names.letter(work.letters[1][ends.first + k]);
}
// Numbers the items of a list up to one that is no str: only with strings alone no code of Python runs, which may change the list.
bool number_list(SymbolWork& work, PyObject* list, Py_ssize_t size, std::int32_t* out) {
    for (Py_ssize_t k = 0; k < size; ++k) {
        PyObject* symbol = PyList_GetItem(list, k);
        if (!is_text(symbol)) return false;
        out[k] = work.names.number(symbol);
    }
    return true;
}
// Numbers two texts or two lists of strings where they are; false for others.
bool number_plain(SymbolWork& work, PyObject* ref, PyObject* hyp, bool skips) {
    SymbolAligner& a = work.aligner;
    work.skipped = 0;
    if (is_text(ref) && is_text(hyp)) return number_letters(work, ref, hyp, skips), true;
    if (!Py_IS_TYPE(ref, &PyList_Type) || !Py_IS_TYPE(hyp, &PyList_Type)) return false;
    const Py_ssize_t n = PyList_Size(ref), m = PyList_Size(hyp);
    start(work, n, m);
    return number_list(work, ref, n, a.rows.data()) && number_list(work, hyp, m, a.columns.data() + kPad);
}

// Numbers two tuples.
void number_tuples(SymbolWork& work, PyObject* ref, PyObject* hyp) {
    const Py_ssize_t n = PyTuple_Size(ref), m = PyTuple_Size(hyp);
    SymbolAligner& a = work.aligner;
    start(work, n, m);
    for (Py_ssize_t k = 0; k < n; ++k) a.rows[std::size_t(k)] = work.names.number(PyTuple_GetItem(ref, k));
    for (Py_ssize_t k = 0; k < m; ++k) a.columns[kPad + std::size_t(k)] = work.names.number(PyTuple_GetItem(hyp, k));
}
// Does what takes long for many cells without the GIL.
template <class Work> void aligned(const SymbolAligner& a, const Work& work) {
    if (a.n() * a.m() < kManyCells) return work();
    WithoutGil free;
    work();
}

// Aligns two tuples.
void align_symbols(SymbolWork& work, PyObject* ref, PyObject* hyp, const Policy& policy, bool compounds) {
    number_tuples(work, ref, hyp);
    SymbolAligner& a = work.aligner;
    a.ref_texts.clear();
    a.hyp_texts.clear();
    Ref keep;
    if (compounds) {
        for (Py_ssize_t k = 0, n = PyTuple_Size(ref); k < n; ++k) a.ref_texts.push_back(text_of(PyTuple_GetItem(ref, k), keep));
        for (Py_ssize_t k = 0, m = PyTuple_Size(hyp); k < m; ++k) a.hyp_texts.push_back(text_of(PyTuple_GetItem(hyp, k), keep));
    }
    aligned(a, [&] { a.find_compounds(), a.align(policy, work.names.count()); });
}
// Adds the counts of two sequences.
void count_symbols(SymbolWork& work, PyObject* ref, PyObject* hyp, const Policy& policy, std::int32_t* counts) {
    if (!number_plain(work, ref, hyp, may_skip_ends(policy))) {
        Ref refs = own(PySequence_Tuple(ref)), hyps = own(PySequence_Tuple(hyp));
        number_tuples(work, refs.get(), hyps.get());
    }
    counts[0] += std::int32_t(work.skipped);
    aligned(work.aligner, [&] { work.aligner.count(policy, work.names.count(), counts); });
}
void count_with_compounds(SymbolWork& work, PyObject* ref, PyObject* hyp, const Policy& policy, std::int32_t* counts) {
    Ref refs = own(PySequence_Tuple(ref)), hyps = own(PySequence_Tuple(hyp));
    align_symbols(work, refs.get(), hyps.get(), policy, true);
    const SymbolAligner& a = work.aligner;
    std::size_t i = 0, j = 0;
    for (Step s : a.steps) {
        const bool right = s.refs + s.hyps > 2 || (s.refs && s.hyps && a.rows[i] == a.hyp()[j]);
        counts[right ? 0 : !s.hyps ? 2 : !s.refs ? 3 : 1] += right ? std::int32_t(s.refs) : 1;
        i += s.refs;
        j += s.hyps;
    }
}

PyObject* all_text(PyObject*, PyObject* sequences) {
    return guarded([&]() -> PyObject* {
        for (Py_ssize_t s = 0, size = PyTuple_Size(sequences); s < size; ++s) {
            PyObject* const given = PyTuple_GetItem(sequences, s);
            Ref symbols = PyList_Check(given) || PyTuple_Check(given) ? share(given) : own(PySequence_Tuple(given));
            const std::vector<PyObject*> items = items_of(symbols.get());
            if (!std::all_of(items.begin(), items.end(), is_text)) Py_RETURN_FALSE;
        }
        Py_RETURN_TRUE;
    });
}

// Whether UTF-8 begins with a blank of Python beyond ASCII.
bool is_far_blank(const unsigned char* c, const unsigned char* end) {
    if (c[0] == 0xC2) return c + 1 < end && (c[1] == 0x85 || c[1] == 0xA0);
    if (c + 2 >= end) return false;
    if (c[0] == 0xE1) return c[1] == 0x9A && c[2] == 0x80;
    if (c[0] == 0xE3) return c[1] == 0x80 && c[2] == 0x80;
    if (c[0] != 0xE2) return false;
    if (c[1] == 0x80) return c[2] <= 0x8A || c[2] == 0xA8 || c[2] == 0xA9 || c[2] == 0xAF;
    return c[1] == 0x81 && c[2] == 0x9F;
}

bool is_plainly_spaced(const unsigned char* text, std::size_t size) {
    unsigned control = 0, far = 0;
    for (std::size_t k = 0; k < size; ++k) control |= text[k] < 0x20, far |= text[k] & 0x80;
    if (control) return false;
    if (!far) return true;
    for (const unsigned char *c = text, *end = text + size; c < end; ++c)
        if (*c >= 0xC2 && is_far_blank(c, end)) return false;
    return true;
}

PyObject* plainly_spaced(PyObject*, PyObject* texts) {
    return guarded([&]() -> PyObject* {
        Ref items = own(PySequence_Tuple(texts));
        for (Py_ssize_t k = 0, n = PyTuple_Size(items.get()); k < n; ++k) {
            PyObject* item = PyTuple_GetItem(items.get(), k);
            if (!is_text(item)) Py_RETURN_FALSE;
            Py_ssize_t size = 0;
            const char* text = PyUnicode_AsUTF8AndSize(item, &size);
            if (!text) {
                if (!PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) throw Failed();
                PyErr_Clear();
                Py_RETURN_FALSE;
            }
            if (!is_plainly_spaced(reinterpret_cast<const unsigned char*>(text), std::size_t(size))) Py_RETURN_FALSE;
        }
        Py_RETURN_TRUE;
    });
}

// Aligns two sequences; `use` makes the result of the aligner, and of both as tuples.
template <class Use> PyObject* aligned_sequences(PyObject* ref, PyObject* hyp, const Policy& policy, bool compounds, const Use& use) {
    Ref refs = own(PySequence_Tuple(ref)), hyps = own(PySequence_Tuple(hyp));
    SymbolLease work;
    align_symbols(*work.operator->(), refs.get(), hyps.get(), policy, compounds);
    return use(work->aligner.steps, refs.get(), hyps.get());
}

PyObject* steps(PyObject* ref, PyObject* hyp, const Costs& costs, const std::string& ties, bool compounds) {
    return aligned_sequences(ref, hyp, costs.policy(ties), compounds, [](const std::vector<Step>& steps, PyObject*, PyObject*) {
        // Most steps are one of three.
        Ref usual[3] = {own(tuple_of(1, 1)), own(tuple_of(1, 0)), own(tuple_of(0, 1))};
        return list_of(steps, [&](Step s) {
            if (s.refs > 1 || s.hyps > 1) return tuple_of(s.refs, s.hyps);
            return share(usual[!s.hyps ? 1 : !s.refs ? 2 : 0].get()).release();
        });
    });
}

// The words of a compound joined by blanks; empty words at its beginning leave no blank.
Ref joined(PyObject* symbols, std::size_t from, std::size_t count) {
    Ref text = share(PyTuple_GetItem(symbols, Py_ssize_t(from))), blank = own(PyUnicode_FromString(" "));
    for (std::size_t k = from + 1; k < from + count; ++k) {
        if (PyUnicode_GetLength(text.get())) text = own(PyUnicode_Concat(text.get(), blank.get()));
        text = own(PyUnicode_Concat(text.get(), PyTuple_GetItem(symbols, Py_ssize_t(k))));
    }
    return text;
}
Ref side_of(PyObject* symbols, std::size_t from, std::size_t count, PyObject* missing) {
    if (count > 1) return joined(symbols, from, count);
    return share(count ? PyTuple_GetItem(symbols, Py_ssize_t(from)) : missing);
}

PyObject* pairs(PyObject* ref, PyObject* hyp, PyObject* missing, const Costs& costs, const std::string& ties, bool compounds) {
    return aligned_sequences(ref, hyp, costs.policy(ties), compounds, [&](const std::vector<Step>& steps, PyObject* refs, PyObject* hyps) {
        std::size_t i = 0, j = 0;
        return list_of(steps, [&](Step step) {
            Ref left = side_of(refs, i, step.refs, missing), right = side_of(hyps, j, step.hyps, missing);
            i += step.refs;
            j += step.hyps;
            Ref pair = own(PyTuple_New(2));
            // Two texts cannot be part of a cycle: the collector would untrack the pair when it first visits it.
            if (is_text(left.get()) && is_text(right.get())) PyObject_GC_UnTrack(pair.get());
            PyTuple_SetItem(pair.get(), 0, left.release());
            PyTuple_SetItem(pair.get(), 1, right.release());
            return pair.release();
        });
    });
}

std::vector<std::int32_t> symbol_counts(PyObject* all_refs, PyObject* all_hyps, const Costs& costs, const std::string& ties,
                                        bool compounds) {
    Ref refs = own(PySequence_Tuple(all_refs)), hyps = own(PySequence_Tuple(all_hyps));
    const Py_ssize_t n = PyTuple_Size(refs.get());
    if (PyTuple_Size(hyps.get()) != n)
        throw std::invalid_argument(std::to_string(n) + " references, but " + std::to_string(PyTuple_Size(hyps.get())) + " hypotheses");
    const Policy policy = costs.policy(ties);
    std::vector<std::int32_t> counts(std::size_t(4 * n));
    SymbolLease work;
    Ticks ticks;
    for (Py_ssize_t k = 0; k < n; ++k) {
        ticks.spend(64);
        PyObject *left = PyTuple_GetItem(refs.get(), k), *right = PyTuple_GetItem(hyps.get(), k);
        (compounds ? count_with_compounds : count_symbols)(*work.operator->(), left, right, policy, &counts[std::size_t(4 * k)]);
    }
    return counts;
}

PyMethodDef functions[] = {
    {"all_text", all_text, METH_VARARGS, "all_text(*sequences)\n--\n\nWhether all symbols of these sequences are str and nothing else."},
    {"plainly_spaced", plainly_spaced, METH_O,
     "plainly_spaced(texts, /)\n--\n\nWhether all are str without blanks but the space, control characters and halves of characters."},
    {"steps", operation<steps>, METH_VARARGS,
     "steps(ref, hyp, costs, ties, compounds, /)\n--\n\nHow many symbols of either side each step of an alignment takes."},
    {"pairs", operation<pairs>, METH_VARARGS,
     "pairs(ref, hyp, missing, costs, ties, compounds, /)\n--\n\n"
     "The aligned symbols; a compound's words stand together, joined by blanks."},
    {"symbol_counts", operation<symbol_counts>, METH_VARARGS,
     "symbol_counts(refs, hyps, costs, ties, compounds, /)\n--\n\n"
     "Four int32 per pair of sequences: correct, substitutions, deletions, insertions."},
    {nullptr, nullptr, 0, nullptr}};

const Part part(functions);

}  // namespace
}  // namespace scorelite
