#include "operations.hpp"
#include "runs.hpp"
#include "signals.hpp"

namespace scorelite {
namespace {

// Texts as pairs of places among rows.
struct Texts {
    const std::vector<std::int64_t>& first;
    const std::vector<std::int64_t>& last;
    Texts(const std::vector<std::int64_t>& begins, const std::vector<std::int64_t>& ends, std::size_t rows) : first(begins), last(ends) {
        if (first.size() != last.size()) throw std::invalid_argument("as many ends as beginnings of texts expected");
        for (std::size_t k = 0; k < first.size(); ++k)
            if (first[k] < 0 || first[k] > last[k] || std::size_t(last[k]) > rows)
                throw std::invalid_argument("a text from " + std::to_string(first[k]) + " to " + std::to_string(last[k]) + " of " +
                                            std::to_string(rows) + " rows");
    }
    // Gives beginning and end of each text to `use`.
    template <class Use> void each(const Use& use) const {
        Ticks ticks;
        for (std::size_t k = 0; k < first.size(); ++k) {
            ticks.spend(std::size_t(last[k] - first[k]) + 1);
            use(std::size_t(first[k]), std::size_t(last[k]));
        }
    }
};

PyObject* stretches(View rows, const std::vector<std::int64_t>& begins, const std::vector<std::int64_t>& ends, View wanted,
                    std::int64_t least) {
    bool held[256] = {};
    for (unsigned char c : wanted) held[c] = true;
    const Texts texts(begins, ends, rows.size());
    const std::size_t size = at_least(least, 1);
    std::vector<Run> runs;
    without_gil([&] {
        const auto* const bytes = reinterpret_cast<const unsigned char*>(rows.data());
        texts.each([&](std::size_t from, std::size_t to) {
            add_runs(
                from, to, size, [&](std::size_t k) { return held[bytes[k]]; }, runs);
        });
    });
    std::vector<std::int64_t> first, last;
    for (const Run& run : runs) first.push_back(std::int64_t(run.begin)), last.push_back(std::int64_t(run.end));
    return tuple_of(first, last);
}

PyMethodDef functions[] = {
    {"stretches", operation<stretches>, METH_VARARGS,
     "stretches(rows, begins, ends, wanted, least, /)\n--\n\n"
     "Beginnings and ends (int64) of stretches of wanted bytes, of at least so many, inside one text each: texts are rows from a "
     "beginning to an end (int64)."},
    {nullptr, nullptr, 0, nullptr}};

const Part part(functions);

}  // namespace
}  // namespace scorelite
