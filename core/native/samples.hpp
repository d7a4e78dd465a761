// Samples of columns that come from Python: their look-up, and their sums as Python takes them.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "draws.hpp"
#include "operations.hpp"

namespace scorelite {

inline void check_replications(Py_ssize_t replications) {
    if (replications < 0) throw std::invalid_argument(std::to_string(replications) + " replications; expected 0 or more");
}

struct Samples {
    SampleTable table;
    std::size_t columns, count;
    std::vector<std::int64_t> sums;  // by replication, then by column
};
inline Samples samples_of(std::vector<Column> tables, Py_ssize_t replications) {
    check_replications(replications);
    for (const Column& table : tables)
        if (table.size() != tables[0].size())
            throw std::invalid_argument("columns of " + std::to_string(tables[0].size()) + " and " + std::to_string(table.size()) +
                                        " rows; expected equal lengths");
    if (tables.empty() || tables[0].empty() || tables[0].size() > INT32_MAX)
        throw std::invalid_argument("no rows to draw from; expected columns of 1 row or more");
    const std::size_t n = tables.size(), count = tables[0].size();
    return {SampleTable(std::move(tables)), n, count, std::vector<std::int64_t>(n * std::size_t(replications))};
}
template <class Places> std::size_t draw(Samples& samples, Places& places) {
    WithoutGil free;
    Sampler<Places> sampler(places, samples.table, samples.count);
    for (std::size_t k = 0; k < samples.sums.size(); k += samples.columns) sampler.sample(&samples.sums[k]);
    return sampler.left();
}
inline PyObject* sums_of(const Samples& samples) {
    std::vector<Sums> columns(samples.columns, Sums(samples.sums.size() / samples.columns));
    for (std::size_t k = 0; k < samples.sums.size(); ++k) columns[k % samples.columns][k / samples.columns] = samples.sums[k];
    return list_of(columns, [](const Sums& sums) { return bytes_of(sums); });
}

}  // namespace scorelite
