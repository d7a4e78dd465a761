#include "python.hpp"

#include "draws.hpp"

namespace scorelite {
namespace {

struct Samples {
    SampleTable table;
    std::size_t columns, count;
    std::vector<std::int64_t> sums;  // by replication, then by column
};
Samples samples_of(PyObject* columns, Py_ssize_t replications) {
    if (replications < 0) throw std::invalid_argument(std::to_string(replications) + " replications; expected 0 or more");
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

PyMethodDef functions[] = {
    {"twister_sums", twister_sums, METH_VARARGS,
     "twister_sums(columns, replications, seed, /)\n--\n\nSums of columns in bootstrap samples drawn with std::mt19937, int64."},
    {"glibc_sums", glibc_sums, METH_VARARGS,
     "glibc_sums(columns, replications, window, /)\n--\n\n"
     "Sums of columns in samples drawn with rand() of Linux's C library, and the 31 numbers of its state."},
    {nullptr, nullptr, 0, nullptr}};

const Part part([](PyObject* module) { add_functions(module, functions); });

}  // namespace
}  // namespace scorelite
