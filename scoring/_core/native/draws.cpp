#include "python.hpp"

#include "draws.hpp"
#include "threads.hpp"

namespace scorelite {
namespace {

constexpr std::size_t kShare = 64;  // samples that a thread takes at a time

void check_replications(Py_ssize_t replications) {
    if (replications < 0) throw std::invalid_argument(std::to_string(replications) + " replications; expected 0 or more");
}

struct Samples {
    SampleTable table;
    std::size_t columns, count;
    std::vector<std::int64_t> sums;  // by replication, then by column
};
Samples samples_of(PyObject* columns, Py_ssize_t replications) {
    check_replications(replications);
    Ref all = own(PySequence_Tuple(columns));
    std::vector<Column> found;
    for (Py_ssize_t k = 0; k < PyTuple_Size(all.get()); ++k) {
        found.push_back(column_of<std::int32_t>(PyTuple_GetItem(all.get(), k)));
        if (found[0].size() != found.back().size())
            throw std::invalid_argument("columns of " + std::to_string(found[0].size()) + " and " + std::to_string(found.back().size()) +
                                        " rows; expected equal lengths");
    }
    if (found.empty() || found[0].empty() || found[0].size() > INT32_MAX)
        throw std::invalid_argument("no rows to draw from; expected columns of 1 row or more");
    const std::size_t n = found.size(), count = found[0].size();
    return {SampleTable(std::move(found)), n, count, std::vector<std::int64_t>(n * std::size_t(replications))};
}
template <class Places> std::size_t draw(Samples& samples, Places& places) {
    WithoutGil free;
    Sampler<Places> sampler(places, samples.table, samples.count);
    for (std::size_t k = 0; k < samples.sums.size(); k += samples.columns) sampler.sample(&samples.sums[k]);
    return sampler.left();
}
PyObject* sums_of(const Samples& samples) {
    std::vector<Sums> columns(samples.columns, Sums(samples.sums.size() / samples.columns));
    for (std::size_t k = 0; k < samples.sums.size(); ++k) columns[k % samples.columns][k / samples.columns] = samples.sums[k];
    return list_of(columns, [](const Sums& sums) { return bytes_of(sums); });
}
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
PyObject* glibc_sums(PyObject*, PyObject* args) {
    return guarded([&]() -> PyObject* {
        PyObject *columns, *before;
        Py_ssize_t replications;
        if (!PyArg_ParseTuple(args, "OnO", &columns, &replications, &before)) throw Failed();
        std::vector<std::uint32_t> window = column_of<std::uint32_t>(before);
        if (window.size() != 31) throw std::invalid_argument("window of " + std::to_string(window.size()) + " numbers; expected 31");
        Samples samples = samples_of(columns, replications);
        GlibcPlaces places(window.data(), std::uint32_t(samples.count));
        const std::size_t left = draw(samples, places);
        if (replications) places.window(window.data(), left);
        Ref sums = own(sums_of(samples)), after = own(bytes_of(window));
        return PyTuple_Pack(2, sums.get(), after.get());
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
    std::vector<Column> found;
    Ref all = own(PySequence_Tuple(columns));
    for (Py_ssize_t k = 0; k < PyTuple_Size(all.get()); ++k) {
        found.push_back(column_of<std::int32_t>(PyTuple_GetItem(all.get(), k)));
        if (found.back().size() != groups)
            throw std::invalid_argument("columns of " + std::to_string(groups) + " and " + std::to_string(found.back().size()) +
                                        " rows; expected equal lengths");
    }
    return found;
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
    {"glibc_sums", glibc_sums, METH_VARARGS,
     "glibc_sums(columns, replications, window, /)\n--\n\n"
     "Sums of columns in samples drawn with rand() of Linux's C library, and the 31 numbers of its state."},
    {nullptr, nullptr, 0, nullptr}};

const Part part([](PyObject* module) { add_functions(module, functions); });

}  // namespace
}  // namespace scorelite
