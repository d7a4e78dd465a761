#include "operations.hpp"
#include "runs.hpp"
#include "signals.hpp"

namespace scorelite {
namespace {

// Adds the runs of wanted bytes in the text between two places.
class Search {
    const unsigned char* bytes_;
    std::size_t rows_, least_;
    bool wanted_[256] = {};

  public:
    std::vector<Run> runs;
    Search(View rows, View wanted, std::int64_t least)
        : bytes_(reinterpret_cast<const unsigned char*>(rows.data())), rows_(rows.size()), least_(at_least(least, 1)) {
        for (unsigned char c : wanted) wanted_[c] = true;
    }
    void add(std::int64_t from, std::int64_t to) {
        if (from < 0 || from > to || std::size_t(to) > rows_)
            throw std::invalid_argument("a text from " + std::to_string(from) + " to " + std::to_string(to) + " of " +
                                        std::to_string(rows_) + " rows");
        add_runs(
            std::size_t(from), std::size_t(to), least_, [&](std::size_t k) { return wanted_[bytes_[k]]; }, runs);
    }
};

PyObject* stretches(View rows, const std::vector<std::int64_t>& firsts, View wanted, std::int64_t least) {
    Search search(rows, wanted, least);
    without_gil([&] {
        Ticks ticks;
        for (std::size_t k = 0; k + 1 < firsts.size(); ++k) {
            search.add(firsts[k], firsts[k + 1]);
            ticks.spend(std::size_t(firsts[k + 1] - firsts[k]) + 1);
        }
    });
    std::vector<std::int64_t> first, last;
    for (const Run& run : search.runs) first.push_back(std::int64_t(run.begin)), last.push_back(std::int64_t(run.end));
    return tuple_of(first, last);
}

PyMethodDef functions[] = {
    {"stretches", operation<stretches>, METH_VARARGS,
     "stretches(rows, firsts, wanted, least, /)\n--\n\n"
     "Beginnings and ends (int64) of stretches of wanted bytes, of at least so many, inside one text each: texts are rows between two "
     "places (int64)."},
    {nullptr, nullptr, 0, nullptr}};

const Part part(functions);

}  // namespace
}  // namespace scorelite
