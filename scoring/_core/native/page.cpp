// Columns of the error page: numbered words by falling frequency, and where and how each system errs.
#include "python.hpp"

#include <algorithm>
#include <numeric>

#include "batch.hpp"
#include "interner.hpp"

namespace scorelite {
namespace {

constexpr std::size_t kWrite = 16;  // the steps that a cell of an alignment takes to be looked at
constexpr int kSpelling = 3;        // the kind of a correct word that the hypothesis spells otherwise

// Numbers for words, from 0; the table grows with them.
class Vocabulary {
    std::vector<std::uint32_t> table_ = std::vector<std::uint32_t>(1 << 10);  // numbers from 1; 0 is free
    std::vector<std::uint64_t> hashes_;
    Arena arena_;

    void place(std::uint32_t number) {
        const std::size_t mask = table_.size() - 1;
        std::size_t at = hashes_[number] & mask;
        while (table_[at]) at = (at + 1) & mask;
        table_[at] = number + 1;
    }

  public:
    std::vector<View> words;

    std::uint32_t add(View word) {
        const std::uint64_t hash = hash_of(word.data(), word.size());
        const std::size_t mask = table_.size() - 1;
        for (std::size_t at = hash & mask; table_[at]; at = (at + 1) & mask) {
            const std::uint32_t number = table_[at] - 1;
            if (hashes_[number] == hash && words[number] == word) return number;
        }
        const auto number = std::uint32_t(words.size());
        words.push_back(arena_.keep(std::string(word)));
        hashes_.push_back(hash);
        if (2 * words.size() > table_.size()) {
            table_.assign(2 * table_.size(), 0);
            for (std::uint32_t each = 0; each < number; ++each) place(each);
        }
        place(number);
        return number;
    }
};

struct System {
    std::vector<std::uint32_t> lengths, refs;  // words of each reference, and all of them; empty where the first system has equal ones
    std::vector<std::uint32_t> tallies[4];     // per utterance: S, D, I, other spellings
    std::vector<std::uint32_t> steps, words;   // gap * 4 + kind of each error, and what was said instead
};

void write(std::string& out, std::uint32_t value) {
    for (; value > 127; value >>= 7) out.push_back(char(value | 128));
    out.push_back(char(value));
}
std::string written(const std::vector<std::uint32_t>& values) {
    std::string out;
    out.reserve(values.size() + values.size() / 2);
    for (std::uint32_t value : values) write(out, value);
    return out;
}

class Columns {
    Vocabulary vocabulary_;
    Ticks ticks_;

    // Adds the words of a reference; those that equal the first system's, at this place, are not looked up.
    void add_refs(const std::vector<Cell>& cells, System& system, const System* first, std::size_t& at) {
        std::uint32_t length = 0;
        for (const Cell& cell : cells) {
            if (cell.op == 'I') continue;
            ++length;
            const View word = cell.ref->value;
            const bool known = first && at < first->refs.size() && vocabulary_.words[first->refs[at]] == word;
            system.refs.push_back(known ? first->refs[at] : vocabulary_.add(word));
            ++at;
        }
        system.lengths.push_back(length);
    }
    void add_errors(const std::vector<Cell>& cells, System& system) {
        std::uint32_t gap = 0, counts[4] = {};
        for (const Cell& cell : cells) {
            if (cell.op == 'C' && cell.ref->value == cell.hyp->value) {
                ++gap;
                continue;
            }
            const int kind = cell.op == 'C' ? kSpelling : Batch::number(cell.op) - 1;
            ++counts[kind];
            system.steps.push_back(gap * 4 + std::uint32_t(kind));
            if (cell.op != 'D') system.words.push_back(vocabulary_.add(cell.hyp->value));
            gap = 0;
        }
        for (int kind = 0; kind < 4; ++kind) system.tallies[kind].push_back(counts[kind]);
    }

  public:
    std::vector<System> systems;
    std::vector<View> words;

    void add(const Batch& batch, const std::vector<std::size_t>& order) {
        System system;
        const System* first = systems.empty() ? nullptr : &systems.front();
        Batch::Walker walker(batch);
        std::size_t at = 0;
        for (std::size_t i : order) {
            walker.load(i);
            ticks_.spend(kWrite * (walker.cells.size() + 1));
            add_refs(walker.cells, system, first, at);
            add_errors(walker.cells, system);
        }
        if (first && system.lengths == first->lengths && system.refs == first->refs) {
            system.lengths = system.refs = {};
        }
        systems.push_back(std::move(system));
    }
    // Numbers the words anew by falling frequency, those of equal frequency by their bytes.
    void rank() {
        const std::vector<View>& all = vocabulary_.words;
        std::vector<std::uint64_t> counts(all.size());
        each([&](std::uint32_t& word) { ++counts[word]; });
        std::vector<std::uint32_t> order(all.size()), ranks(all.size());
        std::iota(order.begin(), order.end(), 0);
        std::sort(order.begin(), order.end(),
                  [&](std::uint32_t a, std::uint32_t b) { return counts[a] != counts[b] ? counts[a] > counts[b] : all[a] < all[b]; });
        for (std::uint32_t k = 0; k < order.size(); ++k) {
            if (!counts[order[k]]) break;  // a word of a reference that the first system's stands for
            ranks[order[k]] = k;
            words.push_back(all[order[k]]);
        }
        each([&](std::uint32_t& word) { word = ranks[word]; });
    }

  private:
    template <class Visit> void each(Visit visit) {
        for (System& system : systems)
            for (auto* column : {&system.refs, &system.words})
                for (std::uint32_t& word : *column) visit(word);
    }
};

struct Argument {
    const Batch* batch;
    std::vector<std::size_t> order;
};
std::vector<Argument> arguments_of(PyObject* batches, PyObject* orders, Ref& keep) {
    Ref all = own(PySequence_Tuple(batches)), columns = own(PySequence_Tuple(orders));
    if (PyTuple_Size(all.get()) != PyTuple_Size(columns.get()))
        throw std::invalid_argument(std::to_string(PyTuple_Size(columns.get())) + " orders for " + std::to_string(PyTuple_Size(all.get())) +
                                    " batches; expected one each");
    std::vector<Argument> found;
    for (Py_ssize_t k = 0; k < PyTuple_Size(all.get()); ++k) {
        const Batch& batch = argument<Batch>(PyTuple_GetItem(all.get(), k), "a Batch");
        found.push_back({&batch, places_of(PyTuple_GetItem(columns.get(), k), batch.paths.size())});
        if (found.back().order.size() != found.front().order.size())
            throw std::invalid_argument(std::to_string(found.front().order.size()) + " and " + std::to_string(found.back().order.size()) +
                                        " utterances; expected equally many");
    }
    keep = std::move(all);
    return found;
}

PyObject* page_columns(PyObject*, PyObject* args) {
    return guarded([&]() -> PyObject* {
        PyObject *batches, *orders;
        if (!PyArg_ParseTuple(args, "OO", &batches, &orders)) throw Failed();
        Ref keep;
        const std::vector<Argument> given = arguments_of(batches, orders, keep);
        Columns columns;
        {
            WithoutGil free;
            for (const Argument& each : given) columns.add(*each.batch, each.order);
            columns.rank();
        }
        Ref words = own(list_of(columns.words, bytes_item));
        Ref systems = own(list_of(columns.systems, [](const System& system) {
            std::string tallies;
            for (const auto& column : system.tallies) tallies += written(column);
            const std::string lengths = written(system.lengths), refs = written(system.refs), steps = written(system.steps),
                              said = written(system.words);
            Ref a = own(bytes_of(View(lengths))), b = own(bytes_of(View(refs))), c = own(bytes_of(View(tallies)));
            Ref d = own(bytes_of(View(steps))), e = own(bytes_of(View(said)));
            return PyTuple_Pack(5, a.get(), b.get(), c.get(), d.get(), e.get());
        }));
        return PyTuple_Pack(2, words.get(), systems.get());
    });
}

PyMethodDef functions[] = {
    {"page_columns", page_columns, METH_VARARGS,
     "page_columns(batches, orders, /)\n--\n\n"
     "Words by falling frequency, and for each batch five columns of variable-length numbers: lengths and words of the "
     "references, tallies, gaps and kinds of errors, and what was said instead."},
    {nullptr, nullptr, 0, nullptr}};

const Part part([](PyObject* module) { add_functions(module, functions); });

}  // namespace
}  // namespace scorelite
