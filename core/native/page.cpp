// Columns of the error page: numbered words by falling frequency, and where and how each system errs.
#include "operations.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "batch.hpp"
#include "interner.hpp"

namespace scorelite {
namespace {

constexpr std::size_t kWrite = 16;       // the steps that a cell of an alignment takes to be looked at
constexpr std::size_t kBlock = 1 << 12;  // words between two looks for signals
// Kinds of errors; the last is that of a correct word that the hypothesis spells otherwise.
enum { kSubstituted, kDeleted, kInserted, kSpelling };

struct System {
    std::vector<std::uint32_t> lengths, refs;  // words of each reference, and all of them; empty where the first system has equal ones
    bool shared = false;                       // whether the references are those of the first system
    std::vector<std::uint32_t> tallies[4];     // per utterance: S, D, I, other spellings
    std::vector<std::uint32_t> steps, words;   // gap * 4 + kind of each error, and what was said instead
};

std::size_t written_size(const std::vector<std::uint32_t>& values) {
    std::size_t size = 0;
    for (std::uint32_t value : values) size += 1 + (value > 127) + (value >> 14 > 0) + (value >> 21 > 0) + (value >> 28 > 0);
    return size;
}
// Variable-length numbers. Those of up to three bytes are written without a branch, because nothing foretells their lengths.
std::string written(const std::vector<std::uint32_t>& values, Ticks& ticks) {
    const std::size_t size = written_size(values);
    ticks.spend(size);
    std::string out(size + 2, '\0');  // the last number may be written with three bytes, too
    char* to = &out[0];
    for (std::uint32_t value : values) {
        const bool second = value > 127, third = value >> 14 > 0;
        for (; value >> 21; value >>= 7) *to++ = char(value | 128);
        to[0] = char((value & 127) | std::uint32_t(second) << 7);
        to[1] = char((value >> 7 & 127) | std::uint32_t(third) << 7);
        to[2] = char(value >> 14);
        to += 1 + second + third;
    }
    out.resize(size);
    return out;
}

// A batch and the utterances of it that the page shows.
struct Argument {
    const Batch* batch;
    std::vector<std::size_t> order;

    // Whether the reference of an utterance is a plain text, and the one of another batch's utterance, so that it has the same words.
    bool same_reference(std::size_t k, const Argument& other) const {
        const std::size_t i = order[k], j = other.order[k];
        if (!batch->ref || !other.batch->ref || batch->paths[i].lattice() || other.batch->paths[j].lattice()) return false;
        const Side::Item first = batch->ref->item(batch->ref_item(i)), second = other.batch->ref->item(other.batch->ref_item(j));
        if (first.kind != Side::kText || second.kind != Side::kText) return false;
        if (first.start == second.start && first.count == second.count && first.raw_start == second.raw_start) return true;
        return first.text() == second.text() && first.raw() == second.raw();
    }
};

// The commonest errors of a system: their words, and how often they occur.
struct Common {
    std::uint32_t first, second;
    std::uint64_t count;
};

class Columns {
    Vocabulary vocabulary_;
    const Argument* first_ = nullptr;
    Ticks ticks_;
    std::vector<View> said_;  // instead of the reference's words, in one utterance

    // Adds the words of the references that stand before a place of the first system, and until now were equal to them.
    void unshare(System& system, std::size_t utterances, std::size_t words) {
        const System& first = systems.front();
        system.lengths.assign(first.lengths.begin(), first.lengths.begin() + std::ptrdiff_t(utterances));
        system.refs.assign(first.refs.begin(), first.refs.begin() + std::ptrdiff_t(words));
        system.shared = false;
    }
    static void reserve(const Argument& argument, System& system) {
        std::size_t words = 0;
        for (std::size_t place : argument.order) words += argument.batch->paths[place].size();
        system.refs.reserve(words);
        system.lengths.reserve(argument.order.size());
    }
    // A correct word of a plain text is always spelled as in the reference, which may not have been read.
    void add_errors(const Batch::Walker& walker, bool plain, System& system) {
        std::uint32_t gap = 0, counts[4] = {};
        std::size_t ref = 0, hyp = 0;
        said_.clear();
        for (const char operation : walker.operations) {
            if (operation == 'C' && (plain || walker.refs[ref] == walker.hyps[hyp])) {
                ++gap, ++ref, ++hyp;
                continue;
            }
            const int kind = operation == 'C' ? kSpelling : number_of(operation) - 1;
            ++counts[kind];
            system.steps.push_back(gap * 4 + std::uint32_t(kind));
            if (operation != 'I') ++ref;
            if (operation != 'D') said_.push_back(walker.hyps[hyp++]);
            gap = 0;
        }
        vocabulary_.number_all(said_, system.words);
        for (int kind = 0; kind < 4; ++kind) system.tallies[kind].push_back(counts[kind]);
    }

  public:
    std::vector<System> systems;
    std::vector<View> words;

    void add(const Argument& argument) {
        System system;
        system.shared = !systems.empty();
        if (!first_) first_ = &argument;
        const bool alike = first_ != &argument && first_->batch->rules == argument.batch->rules;
        Batch::Walker walker(*argument.batch);
        std::size_t from = 0;  // in the references of the first system
        if (!system.shared) reserve(argument, system);
        for (std::size_t k = 0; k < argument.order.size(); ++k) {
            const bool is_known = alike && argument.same_reference(k, *first_);
            walker.load_steps(argument.order[k], !is_known);
            ticks_.spend(kWrite * (walker.operations.size() + 1));
            const std::uint32_t length = is_known ? systems.front().lengths[k] : std::uint32_t(walker.refs.size());
            if (!is_known && system.shared) unshare(system, k, from);
            if (!system.shared) system.lengths.push_back(length);
            if (!is_known)
                vocabulary_.number_all(walker.refs, system.refs);
            else if (!system.shared)
                system.refs.insert(system.refs.end(), systems.front().refs.data() + from, systems.front().refs.data() + from + length);
            if (!systems.empty()) from += systems.front().lengths[k];
            add_errors(walker, argument.batch->ref && !argument.batch->paths[argument.order[k]].lattice(), system);
        }
        systems.push_back(std::move(system));
    }
    // Leaves out references that equal the first system's.
    void share() {
        for (std::size_t k = 1; k < systems.size(); ++k)
            if (systems[k].lengths == systems[0].lengths && systems[k].refs == systems[0].refs) systems[k].lengths = systems[k].refs = {};
    }
    // Numbers the words anew by falling frequency, those of equal frequency by their bytes.
    void rank() {
        const std::vector<View>& all = vocabulary_.words;
        std::vector<std::uint64_t> counts(all.size());
        each([&](std::uint32_t& word) { ++counts[word]; });
        std::vector<std::uint32_t> order(all.size()), ranks(all.size());
        std::iota(order.begin(), order.end(), 0);
        std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
            ticks_.spend(kWrite);
            return counts[a] != counts[b] ? counts[a] > counts[b] : all[a] < all[b];
        });
        for (std::uint32_t k = 0; k < order.size(); ++k) {
            if (!counts[order[k]]) break;  // a word of a reference that the first system's stands for
            ranks[order[k]] = k;
            words.push_back(all[order[k]]);
        }
        each([&](std::uint32_t& word) { word = ranks[word]; });
    }
    // The commonest substitutions, deletions and insertions of the first system, at most so many of each.
    std::array<std::vector<Common>, 3> commonest(std::size_t most) {
        if (systems.empty()) return {};
        std::vector<std::uint64_t> pairs;
        std::array<std::vector<std::uint64_t>, 3> counts;
        for (int kind : {kDeleted, kInserted}) counts[std::size_t(kind)].resize(words.size());
        each_error([&](int kind, std::uint32_t ref, std::uint32_t hyp) {
            if (kind == kSubstituted)
                pairs.push_back(std::uint64_t(ref) << 32 | hyp);
            else if (kind != kSpelling)
                ++counts[std::size_t(kind)][kind == kDeleted ? ref : hyp];
        });
        return {top(counted(pairs), most), top(counted_words(counts[kDeleted]), most), top(counted_words(counts[kInserted]), most)};
    }

  private:
    // Calls a function with the kind, the word of the reference and what was said instead, of each error of the first system.
    template <class Visit> void each_error(Visit visit) {
        const System& system = systems.front();
        std::size_t start = 0, next = 0, said = 0;
        for (std::size_t k = 0; k < system.lengths.size(); start += system.lengths[k++]) {
            std::size_t errors = 0, at = start;
            for (const auto& column : system.tallies) errors += column[k];
            ticks_.spend(kWrite * (errors + 1));
            for (; errors; --errors) {
                const std::uint32_t step = system.steps[next++];
                const int kind = int(step % 4);
                at += step / 4;
                const std::uint32_t ref = kind == kInserted ? 0 : system.refs[at++], hyp = kind == kDeleted ? 0 : system.words[said++];
                visit(kind, ref, hyp);
            }
        }
    }
    // How often each pair occurs: gathered by their first words, so that few have to be sorted at a time.
    std::vector<Common> counted(const std::vector<std::uint64_t>& pairs) {
        std::vector<std::size_t> ends(words.size() + 1);
        for (std::uint64_t pair : pairs) ++ends[(pair >> 32) + 1];
        std::partial_sum(ends.begin(), ends.end(), ends.begin());
        std::vector<std::uint32_t> seconds(pairs.size());
        for (std::uint64_t pair : pairs) seconds[ends[pair >> 32]++] = std::uint32_t(pair);
        std::vector<Common> common;
        for (std::size_t first = 0, begin = 0; first < words.size(); begin = ends[first++]) {
            ticks_.spend(kWrite * (ends[first] - begin + 1));
            std::sort(seconds.begin() + std::ptrdiff_t(begin), seconds.begin() + std::ptrdiff_t(ends[first]));
            for (std::size_t k = begin; k < ends[first]; ++k) {
                if (k == begin || seconds[k] != seconds[k - 1]) common.push_back({std::uint32_t(first), seconds[k], 0});
                ++common.back().count;
            }
        }
        return common;
    }
    static std::vector<Common> counted_words(const std::vector<std::uint64_t>& counts) {
        std::vector<Common> common;
        for (std::uint32_t word = 0; word < counts.size(); ++word)
            if (counts[word]) common.push_back({word, word, counts[word]});
        return common;
    }
    std::vector<Common> top(std::vector<Common> common, std::size_t most) const {
        const std::size_t size = std::min(most, common.size());
        std::partial_sort(common.begin(), common.begin() + std::ptrdiff_t(size), common.end(), [&](const Common& a, const Common& b) {
            if (a.count != b.count) return a.count > b.count;
            return a.first != b.first ? words[a.first] < words[b.first] : words[a.second] < words[b.second];
        });
        common.resize(size);
        return common;
    }
    template <class Visit> void each(Visit visit) {
        for (System& system : systems) {
            for (auto* column : {&system.refs, &system.words}) {
                for (std::size_t begin = 0, end; begin < column->size(); begin = end) {
                    end = std::min(column->size(), begin + kBlock);
                    ticks_.spend(kWrite * (end - begin));
                    for (std::size_t k = begin; k < end; ++k) visit((*column)[k]);
                }
            }
        }
    }
};

std::vector<Argument> arguments_of(const std::vector<PyObject*>& batches, const std::vector<PyObject*>& orders) {
    if (batches.size() != orders.size())
        throw std::invalid_argument(std::to_string(orders.size()) + " orders for " + std::to_string(batches.size()) +
                                    " batches; expected one each");
    std::vector<Argument> arguments;
    for (std::size_t k = 0; k < batches.size(); ++k) {
        const Batch& batch = From<Batch>::of(batches[k]);
        arguments.push_back({&batch, places_of(orders[k], batch.paths.size())});
        if (arguments.back().order.size() != arguments.front().order.size())
            throw std::invalid_argument(std::to_string(arguments.front().order.size()) + " and " +
                                        std::to_string(arguments.back().order.size()) + " utterances; expected equally many");
    }
    return arguments;
}

// Columns of a system, and commonest errors, as Python takes them.
PyObject* written_system(const System& system, Ticks& ticks) {
    std::string tallies;
    for (const auto& column : system.tallies) tallies += written(column, ticks);
    return tuple_of(written(system.lengths, ticks), written(system.refs, ticks), tallies, written(system.steps, ticks),
                    written(system.words, ticks));
}
PyObject* common_pair(View ref, View hyp, std::uint64_t count) { return tuple_of(own(tuple_of(ref, hyp)), count); }

PyObject* page_columns(PyObject* batches, PyObject* orders, Py_ssize_t most) {
    Ref all = own(PySequence_Tuple(batches)), places = own(PySequence_Tuple(orders));
    const std::vector<Argument> arguments = arguments_of(items_of(all.get()), items_of(places.get()));
    Columns columns;
    const auto common = without_gil([&] {
        for (const Argument& each : arguments) columns.add(each);
        columns.share();
        columns.rank();
        return columns.commonest(std::size_t(std::max<Py_ssize_t>(most, 0)));
    });
    const std::vector<View>& words = columns.words;
    Ticks ticks;
    Ref systems = own(list_of(columns.systems, [&](const System& system) { return written_system(system, ticks); }));
    const auto pair = [&](const Common& each) { return common_pair(words[each.first], words[each.second], each.count); };
    const auto word = [&](const Common& each) { return tuple_of(words[each.first], each.count); };
    Ref commonest = own(
        tuple_of(own(list_of(common[kSubstituted], pair)), own(list_of(common[kDeleted], word)), own(list_of(common[kInserted], word))));
    return tuple_of(words, std::move(systems), std::move(commonest));
}

PyMethodDef functions[] = {
    {"page_columns", operation<page_columns>, METH_VARARGS,
     "page_columns(batches, orders, most, /)\n--\n\n"
     "Words by falling frequency; for each batch five columns of variable-length numbers: lengths and words of the "
     "references, tallies, gaps and kinds of errors, and what was said instead; and the commonest errors of the first batch."},
    {nullptr, nullptr, 0, nullptr}};

const Part part(functions);

}  // namespace
}  // namespace scorelite
