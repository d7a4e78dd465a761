#include "draws.hpp"

#include "samples.hpp"
#include "threads.hpp"

namespace scorelite {
namespace {

constexpr std::size_t kShare = 64;  // samples that a thread takes at a time

PyObject* twister_sums(PyObject*, PyObject* args) {
    return guarded([&]() -> PyObject* {
        PyObject *columns, *number;
        Py_ssize_t replications;
        if (!PyArg_ParseTuple(args, "OnO", &columns, &replications, &number)) throw Failed();
        const unsigned long long seed = PyLong_AsUnsignedLongLongMask(number);
        if (PyErr_Occurred()) throw Failed();
        Samples samples = samples_of(columns, replications);
        TwisterPlaces places(std::uint32_t(seed), std::uint32_t(samples.count));
        draw(samples, places);
        return sums_of(samples);
    });
}

std::vector<std::int64_t> group_sizes(PyObject* column) {
    std::vector<std::int64_t> counts = column_of<std::int64_t>(column);
    std::int64_t rows = 0;
    for (std::int64_t count : counts) {
        if (count < 1) throw std::invalid_argument("a group of " + std::to_string(count) + " rows; expected 1 or more");
        if (count > INT32_MAX - rows) throw std::invalid_argument("more than " + std::to_string(INT32_MAX) + " rows");
        rows += count;
    }
    if (counts.empty()) throw std::invalid_argument("no rows to draw from; expected columns of 1 row or more");
    return counts;
}
std::vector<Column> group_columns(PyObject* columns, std::size_t groups) {
    std::vector<Column> tables;
    Ref all = own(PySequence_Tuple(columns));
    for (Py_ssize_t k = 0; k < PyTuple_Size(all.get()); ++k) {
        tables.push_back(column_of<std::int32_t>(PyTuple_GetItem(all.get(), k)));
        if (tables.back().size() != groups)
            throw std::invalid_argument("columns of " + std::to_string(groups) + " and " + std::to_string(tables.back().size()) +
                                        " rows; expected equal lengths");
    }
    return tables;
}
// Sums of columns in samples of groups of rows. Each sample has a generator of its own, so that any thread can draw it.
std::vector<Sums> draw_groups(const std::vector<Column>& columns, const std::vector<std::int64_t>& counts, std::size_t replications,
                              std::uint64_t seed, std::size_t threads) {
    std::vector<Sums> sums(columns.size(), Sums(replications));
    const Groups groups(counts);
    const Twister mixed(19650218u);
    const auto work = [&](std::size_t share) {
        Ticks ticks;
        std::vector<std::int64_t> drawn;
        for (std::size_t k = share * kShare; k < std::min(replications, (share + 1) * kShare); ++k) {
            ticks.spend(std::size_t(groups.rows()) / 4 + 16 * counts.size() + Twister::kSize);
            Twister twister = mixed;
            twister.mix({std::uint32_t(k), std::uint32_t(seed), std::uint32_t(seed >> 32), 1});
            TwisterCoins coins(twister);
            groups.sample(coins, drawn);
            for (std::size_t c = 0; c < columns.size(); ++c)
                for (std::size_t g = 0; g < drawn.size(); ++g) sums[c][k] += columns[c][g] * drawn[g];
        }
    };
    Crew<decltype(work)>((replications + kShare - 1) / kShare, work).run(threads);
    return sums;
}
PyObject* grouped_sums(PyObject*, PyObject* args) {
    return guarded([&]() -> PyObject* {
        PyObject *columns, *counts, *number, *crew = nullptr;
        Py_ssize_t replications;
        if (!PyArg_ParseTuple(args, "OOnO|O", &columns, &counts, &replications, &number, &crew)) throw Failed();
        const std::size_t threads = crew ? threads_of(crew) : 1;
        const unsigned long long seed = PyLong_AsUnsignedLongLongMask(number);
        if (PyErr_Occurred()) throw Failed();
        check_replications(replications);
        const std::vector<std::int64_t> groups = group_sizes(counts);
        const std::vector<Column> tables = group_columns(columns, groups.size());
        std::vector<Sums> sums;
        {
            WithoutGil free;
            sums = draw_groups(tables, groups, std::size_t(replications), seed, threads);
        }
        return list_of(sums, [](const Sums& column) { return bytes_of(column); });
    });
}

PyMethodDef functions[] = {
    {"grouped_sums", grouped_sums, METH_VARARGS,
     "grouped_sums(columns, counts, replications, seed, threads=1, /)\n--\n\n"
     "Sums of columns (int64) in bootstrap samples of groups of rows that occur so often (int64)."},
    {"twister_sums", twister_sums, METH_VARARGS,
     "twister_sums(columns, replications, seed, /)\n--\n\nSums of columns in bootstrap samples drawn with std::mt19937, int64."},
    {nullptr, nullptr, 0, nullptr}};

const Part part([](PyObject* module) { add_functions(module, functions); });

}  // namespace
}  // namespace scorelite
