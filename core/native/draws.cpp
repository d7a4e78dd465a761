#include "draws.hpp"

#include "samples.hpp"
#include "threads.hpp"

namespace scorelite {
namespace {

constexpr std::size_t kShare = 64;  // samples that a thread takes at a time

std::uint64_t seed_of(PyObject* number) {
    const unsigned long long seed = PyLong_AsUnsignedLongLongMask(number);
    if (PyErr_Occurred()) throw Failed();
    return seed;
}
PyObject* twister_sums(std::vector<Column> columns, Py_ssize_t replications, PyObject* seed) {
    const auto start = std::uint32_t(seed_of(seed));
    Samples samples = samples_of(std::move(columns), replications);
    TwisterPlaces places(start, std::uint32_t(samples.count));
    draw(samples, places);
    return sums_of(samples);
}

void check_groups(const std::vector<std::int64_t>& counts, const std::vector<Column>& columns) {
    std::int64_t rows = 0;
    for (std::int64_t count : counts) {
        if (count < 1) throw std::invalid_argument("a group of " + std::to_string(count) + " rows; expected 1 or more");
        if (count > INT32_MAX - rows) throw std::invalid_argument("more than " + std::to_string(INT32_MAX) + " rows");
        rows += count;
    }
    if (counts.empty()) throw std::invalid_argument("no rows to draw from; expected columns of 1 row or more");
    for (const Column& column : columns)
        if (column.size() != counts.size())
            throw std::invalid_argument("columns of " + std::to_string(counts.size()) + " and " + std::to_string(column.size()) +
                                        " rows; expected equal lengths");
}
// The random numbers of a share of the samples.
RandomNumbers numbers_of(std::size_t share, std::uint64_t seed) {
    static const Twister mixed(19650218u);
    Twister twister = mixed;
    twister.mix({std::uint32_t(share), std::uint32_t(seed), std::uint32_t(seed >> 32), 1});
    return RandomNumbers(twister);
}
// Sums of columns in samples of groups of rows. Each share of the samples has a generator of its own, so that any thread can draw it.
std::vector<Sums> draw_groups(const std::vector<Column>& columns, const std::vector<std::int64_t>& counts, std::size_t replications,
                              std::uint64_t seed, std::size_t threads) {
    std::vector<Sums> sums(columns.size(), Sums(replications));
    const Groups groups(counts);
    const auto work = [&](std::size_t share) {
        Ticks ticks;
        std::vector<std::int64_t> drawn;
        RandomNumbers numbers = numbers_of(share, seed);
        for (std::size_t k = share * kShare; k < std::min(replications, (share + 1) * kShare); ++k) {
            ticks.spend(16 * counts.size());
            groups.sample(numbers, drawn);
            for (std::size_t c = 0; c < columns.size(); ++c)
                for (std::size_t g = 0; g < drawn.size(); ++g) sums[c][k] += columns[c][g] * drawn[g];
        }
    };
    Crew<decltype(work)>((replications + kShare - 1) / kShare, work).run(threads);
    return sums;
}
PyObject* grouped_sums(const std::vector<Column>& columns, const std::vector<std::int64_t>& counts, Py_ssize_t replications, PyObject* seed,
                       std::optional<PyObject*> threads) {
    const std::size_t crew = threads ? threads_of(*threads) : 1;
    const std::uint64_t start = seed_of(seed);
    check_replications(replications);
    check_groups(counts, columns);
    const auto sums = without_gil([&] { return draw_groups(columns, counts, std::size_t(replications), start, crew); });
    return list_of(sums, [](const Sums& column) { return bytes_of(column); });
}

PyMethodDef functions[] = {
    {"grouped_sums", operation<grouped_sums>, METH_VARARGS,
     "grouped_sums(columns, counts, replications, seed, threads=1, /)\n--\n\n"
     "Sums of columns (int64) in bootstrap samples of groups of rows that occur so often (int64)."},
    {"twister_sums", operation<twister_sums>, METH_VARARGS,
     "twister_sums(columns, replications, seed, /)\n--\n\nSums of columns in bootstrap samples drawn with std::mt19937, int64."},
    {nullptr, nullptr, 0, nullptr}};

const Part part(functions);

}  // namespace
}  // namespace scorelite
