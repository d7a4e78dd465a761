// Stretches of rows, and of the steps of alignments.
#include "batch_python.hpp"
#include "runs.hpp"
#include "signals.hpp"

namespace scorelite {
namespace {

// The runs of wanted bytes in texts.
class Search {
    std::size_t least_;
    bool wanted_[256] = {};

  public:
    std::vector<Run> runs;
    Search(View wanted, std::int64_t least) : least_(at_least(least, 1)) {
        for (unsigned char c : wanted) wanted_[c] = true;
    }
    bool wants(unsigned char c) const { return wanted_[c]; }
    std::size_t least() const { return least_; }
    // Adds those between two places.
    void add(const char* rows, std::size_t from, std::size_t to) {
        add_runs(
            from, to, least_, [&](std::size_t k) { return wants(static_cast<unsigned char>(rows[k])); }, runs);
    }
    PyObject* columns() const {
        std::vector<std::int64_t> first, last;
        for (const Run& run : runs) first.push_back(std::int64_t(run.begin)), last.push_back(std::int64_t(run.end));
        return tuple_of(first, last);
    }
};

PyObject* stretches(View rows, const std::vector<std::int64_t>& firsts, View wanted, std::int64_t least) {
    Search search(wanted, least);
    without_gil([&] {
        Ticks ticks;
        for (std::size_t k = 0; k + 1 < firsts.size(); ++k) {
            const std::int64_t from = firsts[k], to = firsts[k + 1];
            if (from < 0 || from > to || std::size_t(to) > rows.size())
                throw std::invalid_argument("a text from " + std::to_string(from) + " to " + std::to_string(to) + " of " +
                                            std::to_string(rows.size()) + " rows");
            search.add(rows.data(), std::size_t(from), std::size_t(to));
            ticks.spend(std::size_t(to - from) + 1);
        }
    });
    return search.columns();
}

// Utterances with fewer errors in all are passed over.
PyObject* step_stretches(const Batch& batch, View operations, std::int64_t least) {
    Search search(operations, least);
    without_gil([&] {
        std::string letters;
        std::size_t first = 0, size = 0;
        Ticks ticks;
        for (std::size_t i = 0; i < batch.paths.size(); ++i, first += size) {
            size = batch.paths[i].size();
            ticks.spend(size / Moves::kWord + 1);
            if (size < search.least() || (!search.wants('C') && batch.errors(i, 0, size) < search.least())) continue;
            ticks.spend(size);
            letters.resize(size);
            batch.letters(i, letters.data());
            const std::size_t before = search.runs.size();
            search.add(letters.data(), 0, size);
            for (auto run = search.runs.begin() + std::ptrdiff_t(before); run != search.runs.end(); ++run)
                run->begin += first, run->end += first;
        }
    });
    return search.columns();
}

std::vector<std::int64_t> step_errors(const Batch& batch, const std::vector<std::int64_t>& utterances,
                                      const std::vector<std::int64_t>& begins, const std::vector<std::int64_t>& ends) {
    if (begins.size() != utterances.size() || ends.size() != utterances.size()) throw std::invalid_argument("columns of different lengths");
    std::vector<std::int64_t> errors;
    errors.reserve(begins.size());
    Ticks ticks;
    for (std::size_t k = 0; k < begins.size(); ++k) {
        const std::size_t i = place_of(utterances[k], batch.paths.size());
        if (begins[k] < 0 || ends[k] < begins[k] || std::size_t(ends[k]) > batch.paths[i].size())
            throw std::invalid_argument("steps from " + std::to_string(begins[k]) + " to " + std::to_string(ends[k]) + " of " +
                                        std::to_string(batch.paths[i].size()));
        errors.push_back(std::int64_t(batch.errors(i, std::size_t(begins[k]), std::size_t(ends[k]))));
        ticks.spend(std::size_t(ends[k] - begins[k]) + 1);
    }
    return errors;
}

PyMethodDef functions[] = {
    {"stretches", operation<stretches>, METH_VARARGS,
     "stretches(rows, firsts, wanted, least, /)\n--\n\n"
     "Beginnings and ends (int64) of stretches of wanted bytes, of at least so many, inside one text each: texts are rows between two "
     "places (int64)."},
    {"step_stretches", operation<step_stretches>, METH_VARARGS,
     "step_stretches(batch, operations, least, /)\n--\n\n"
     "Beginnings and ends (int64) of stretches of steps of some operations, of at least so many, inside one utterance each."},
    {"step_errors", operation<step_errors>, METH_VARARGS,
     "step_errors(batch, utterances, begins, ends, /)\n--\n\n"
     "How many steps of utterances between two places (int64), which are counted in the utterance, are not correct (int64)."},
    {nullptr, nullptr, 0, nullptr}};

const Part part(functions);

}  // namespace
}  // namespace scorelite
