// Two batches compared: which utterances differ, and which pairs of words are wrong more often in one of them.
#include "operations.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <utility>

#include "batch.hpp"
#include "interner.hpp"
#include "threads.hpp"

namespace scorelite {
namespace {

constexpr std::size_t kWrite = 16;  // the steps that a cell of an alignment takes to be looked at
enum Difference : std::uint8_t { kCounts = 1, kRefWords = 2, kHypWords = 4 };

// How often a pair of words is wrong in either batch; words are indexes of a list, -1 stands for no word.
using Row = std::array<std::int32_t, 4>;

class WrongPairs {
    Vocabulary vocabulary_;
    std::vector<std::uint32_t> table_ = std::vector<std::uint32_t>(1 << 10);  // places in the rows, from 1; 0: free

    std::uint32_t& slot(std::int32_t ref, std::int32_t hyp) {
        const std::uint64_t key = std::uint64_t(std::uint32_t(ref)) << 32 | std::uint32_t(hyp), hash = key * 0x9E3779B97F4A7C15u;
        std::size_t at = std::size_t(hash >> 32) & (table_.size() - 1);
        while (table_[at] && !(rows[table_[at] - 1][0] == ref && rows[table_[at] - 1][1] == hyp)) at = (at + 1) & (table_.size() - 1);
        return table_[at];
    }
    Row& row(std::int32_t ref, std::int32_t hyp) {
        if (2 * rows.size() >= table_.size()) {
            table_.assign(4 * table_.size(), 0);
            for (std::size_t k = 0; k < rows.size(); ++k) slot(rows[k][0], rows[k][1]) = std::uint32_t(k + 1);
        }
        std::uint32_t& place = slot(ref, hyp);
        if (!place) {
            rows.push_back({ref, hyp, 0, 0});
            place = std::uint32_t(rows.size());
        }
        return rows[place - 1];
    }

    std::int32_t number(View word) { return std::int32_t(vocabulary_.number(word)); }

  public:
    std::vector<Row> rows;

    const std::vector<View>& words() const { return vocabulary_.words; }

    void add(View operations, const std::vector<View>& refs, const std::vector<View>& hyps, std::size_t side) {
        std::size_t r = 0, h = 0;
        for (const char op : operations) {
            if (op == 'C') {
                ++r, ++h;
                continue;
            }
            const std::int32_t ref = op == 'I' ? -1 : number(refs[r++]), hyp = op == 'D' ? -1 : number(hyps[h++]);
            ++row(ref, hyp)[2 + side];
        }
    }
    // Adds the pairs of later utterances; pairs and words keep the order in which they came first.
    void add(const WrongPairs& later) {
        if (rows.empty()) rows.reserve(later.rows.size());
        std::vector<std::int32_t> numbers(later.words().size(), -1);
        const auto number_of = [&](std::int32_t word) {
            if (word < 0) return word;
            std::int32_t& mine = numbers[std::size_t(word)];
            if (mine < 0) mine = number(later.words()[std::size_t(word)]);
            return mine;
        };
        for (const Row& later_row : later.rows) {
            const std::int32_t ref = number_of(later_row[0]), hyp = number_of(later_row[1]);
            Row& sum = row(ref, hyp);
            sum[2] += later_row[2];
            sum[3] += later_row[3];
        }
    }
};

// The words of a side of an alignment, one after the other.
class Words {
    const View operations_;
    const std::vector<View>& words_;
    const char without_;  // the operation that has no word on this side
    std::size_t step_ = 0, word_ = 0;

  public:
    Words(View operations, const std::vector<View>& words, char without) : operations_(operations), words_(words), without_(without) {}

    // The next word, if there is one; the empty word beside an optional one that was not said is none.
    const View* next() {
        while (step_ < operations_.size()) {
            const char op = operations_[step_++];
            if (op == without_) continue;
            const View& word = words_[word_++];
            if (op != 'C' || !word.empty()) return &word;
        }
        return nullptr;
    }
    static bool same(Words first, Words second) {
        for (;;) {
            const View *a = first.next(), *b = second.next();
            if (!a || !b) return !a && !b;
            if (*a != *b) return false;
        }
    }
};

class Comparer {
    const Batch &first_, &second_;
    const bool alike_;  // whether equal texts have equal words and alignments
    Batch::Walker one_, two_;
    Ticks ticks_;

    static bool same_item(const Side& side, std::size_t i, const Side& other, std::size_t j) {
        const Side::Item left = side.item(i), right = other.item(j);
        return left.kind == Side::kText && right.kind == Side::kText && left.text() == right.text() && left.raw() == right.raw();
    }
    bool same_ref(std::size_t i, std::size_t j) const {
        return alike_ && same_item(*first_.ref, first_.ref_item(i), *second_.ref, second_.ref_item(j));
    }
    bool same_hyp(std::size_t i, std::size_t j) const {
        return same_item(*first_.hyp, first_.hyp_item(i), *second_.hyp, second_.hyp_item(j));
    }
    void load(Batch::Walker& walker, std::int64_t i, bool with_refs) {
        if (i >= 0) return walker.load_steps(std::size_t(i), with_refs), ticks_.spend(kWrite * (walker.operations.size() + 1));
        walker.operations = View();
        walker.refs.clear();
        walker.hyps.clear();
    }
    std::uint8_t difference(std::size_t i, std::size_t j, const std::vector<View>& refs) const {
        const View a = one_.operations, b = two_.operations;
        const bool same_refs = &refs == &one_.refs || Words::same({a, one_.refs, 'I'}, {b, refs, 'I'});
        return std::uint8_t((first_.counts(i) == second_.counts(j) ? 0 : kCounts) | (same_refs ? 0 : kRefWords) |
                            (Words::same({a, one_.hyps, 'D'}, {b, two_.hyps, 'D'}) ? 0 : kHypWords));
    }

  public:
    WrongPairs pairs;

    Comparer(const Batch& first, const Batch& second)
        : first_(first), second_(second), alike_(first.ref && second.ref && first.rules == second.rules), one_(first), two_(second) {}

    std::uint8_t compare(std::int64_t i, std::int64_t j) {
        const bool both = i >= 0 && j >= 0;
        const std::size_t of = std::size_t(i), beside = std::size_t(j);
        const bool same = both && same_ref(of, beside);
        if (same && same_hyp(of, beside)) return 0;
        // Plain texts that are equal have the same words, which are cut once; ways through equal lattices may have others.
        const bool shared = same && !first_.paths[of].lattice() && !second_.paths[beside].lattice();
        load(one_, i, true);
        load(two_, j, !shared);
        const std::vector<View>& refs = shared ? one_.refs : two_.refs;
        const std::uint8_t difference_found = both ? difference(of, beside, refs) : std::uint8_t(kCounts);
        if (difference_found || one_.operations != two_.operations) {  // equal alignments have equal pairs
            pairs.add(one_.operations, one_.refs, one_.hyps, 0);
            pairs.add(two_.operations, refs, two_.hyps, 1);
        }
        return difference_found;
    }
};

std::vector<std::int64_t> utterances_of(PyObject* column, std::size_t size) {
    if (column == Py_None) {
        std::vector<std::int64_t> all(size);
        std::iota(all.begin(), all.end(), std::int64_t(0));
        return all;
    }
    std::vector<std::int64_t> places = column_of<std::int64_t>(column);
    for (std::int64_t place : places)
        if (place < -1 || place >= std::int64_t(size))
            throw std::invalid_argument("utterance " + std::to_string(place) + "; expected -1 to " +
                                        std::to_string(std::int64_t(size) - 1));
    return places;
}

// Utterances of two batches, compared in shares that several threads take.
class Comparison {
    using Places = std::vector<std::int64_t>;
    const Batch &first_, &second_;
    const Places &of_, &beside_;
    static constexpr std::size_t kLeast = 1 << 10;  // utterances for which a thread is started

  public:
    std::vector<std::uint8_t> differences;
    WrongPairs pairs;

    Comparison(const Batch& first, const Batch& second, const Places& of, const Places& beside)
        : first_(first), second_(second), of_(of), beside_(beside), differences(of.size()) {}

    void run(std::size_t threads) {
        const std::size_t n = of_.size(), share = threads < 2 ? std::max<std::size_t>(n, 1) : std::max(kLeast, n / (4 * threads) + 1);
        std::vector<WrongPairs> parts((n + share - 1) / share);
        const auto work = [&](std::size_t part) {
            Comparer comparer(first_, second_);
            for (std::size_t k = part * share; k < std::min(n, (part + 1) * share); ++k)
                differences[k] = comparer.compare(of_[k], beside_[k]);
            parts[part] = std::move(comparer.pairs);
        };
        Crew(parts.size(), work).run(threads);
        if (parts.size() == 1)
            pairs = std::move(parts[0]);
        else
            for (const WrongPairs& part : parts) pairs.add(part);
    }
    // The places at which utterances differ, by the increase of errors, the largest first.
    std::vector<std::int64_t> order() const {
        std::map<std::int32_t, std::vector<std::int64_t>> by_increase;  // by the errors of the first less those of the second
        for (std::size_t k = 0; k < differences.size(); ++k)
            if (differences[k]) by_increase[errors(first_, of_[k]) - errors(second_, beside_[k])].push_back(std::int64_t(k));
        std::vector<std::int64_t> places;
        for (const auto& group : by_increase) places.insert(places.end(), group.second.begin(), group.second.end());
        return places;
    }

  private:
    static std::int32_t errors(const Batch& batch, std::int64_t i) {
        if (i < 0) return 0;
        const Counts counts = batch.counts(std::size_t(i));
        return counts[1] + counts[2] + counts[3];
    }
};

PyObject* compared(const Batch& first, const Batch& second, PyObject* first_places, PyObject* second_places) {
    const std::vector<std::int64_t> of = utterances_of(first_places, first.paths.size()),
                                    beside = utterances_of(second_places, second.paths.size());
    if (of.size() != beside.size())
        throw std::invalid_argument(std::to_string(of.size()) + " and " + std::to_string(beside.size()) +
                                    " utterances; expected equally many");
    Comparison comparison(first, second, of, beside);
    std::vector<Row> rows;
    std::vector<std::int64_t> order;
    without_gil([&] {
        comparison.run(std::max(first.threads, second.threads));
        order = comparison.order();
        for (const Row& row : comparison.pairs.rows)
            if (row[0] != row[1] && row[2] != row[3]) rows.push_back(row);
    });
    return tuple_of(comparison.differences, order, comparison.pairs.words(), rows);
}
// The order of rows of pairs of words; no word is sorted as the empty one.
class PairOrder {
    const std::vector<Row>& rows_;
    const std::vector<PyObject*>& words_;  // behind them stands the empty word

    std::size_t number(std::int32_t word) const { return word < 0 ? words_.size() - 1 : std::size_t(word); }
    int compare(std::int32_t first, std::int32_t other) const {
        return first == other ? 0 : PyUnicode_Compare(words_[number(first)], words_[number(other)]);
    }

  public:
    PairOrder(const std::vector<Row>& rows, const std::vector<PyObject*>& words) : rows_(rows), words_(words) {}
    bool operator()(std::int64_t i, std::int64_t j) const {
        const Row &a = rows_[std::size_t(i)], &b = rows_[std::size_t(j)];
        const std::int64_t less = std::int64_t(a[2]) - a[3], other = std::int64_t(b[2]) - b[3];
        if (less != other) return less < other;
        for (std::size_t side = 0; side < 2; ++side)
            if (const int order = compare(a[side], b[side])) return order < 0;
        return i < j;
    }
};
std::vector<std::int64_t> first_pairs(PyObject* words, const std::vector<Row>& rows, Py_ssize_t count) {
    Ref none = own(PyUnicode_FromString(""));
    std::vector<PyObject*> texts = items_of(words);
    if (!std::all_of(texts.begin(), texts.end(), [](PyObject* word) { return PyUnicode_Check(word); }))
        throw_type_error("a list of str expected");
    const auto last = std::int64_t(texts.size());
    for (const Row& row : rows)
        for (std::size_t side = 0; side < 2; ++side)
            if (row[side] < -1 || row[side] >= last)
                throw std::invalid_argument("word " + std::to_string(row[side]) + "; expected -1 to " + std::to_string(last - 1));
    texts.push_back(none.get());
    std::vector<std::int64_t> places(rows.size());
    std::iota(places.begin(), places.end(), std::int64_t(0));
    const std::size_t wanted = std::min(rows.size(), std::size_t(std::max<Py_ssize_t>(count, 0)));
    const PairOrder before(rows, texts);
    if (wanted == rows.size())
        std::sort(places.begin(), places.end(), before);
    else
        std::partial_sort(places.begin(), places.begin() + std::ptrdiff_t(wanted), places.end(), before);
    places.resize(wanted);
    return places;
}

PyMethodDef functions[] = {
    {"compared", operation<compared>, METH_VARARGS,
     "compared(first, second, first_prefix, second_prefix, /)\n--\n\n"
     "How the utterances at these places (int64, -1 for none; None for all) of two batches differ, a byte each; which do (int64), by the "
     "increase of errors, the largest first; words; and rows of int32: two words, and how often they are wrong in either batch."},
    {"first_pairs", operation<first_pairs>, METH_VARARGS,
     "first_pairs(words, rows, count, /)\n--\n\n"
     "The places (int64) of the first rows of `compared` by the increase from the first batch to the second, then by words (list[str])."},
    {nullptr, nullptr, 0, nullptr}};

const Part part(functions);

}  // namespace
}  // namespace scorelite
