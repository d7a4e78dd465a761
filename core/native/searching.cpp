#include "searching.hpp"

#include "stream_python.hpp"

namespace scorelite {
namespace {

std::size_t bytes_at_most(Py_ssize_t memory) { return std::size_t(std::max<Py_ssize_t>(memory, 0)); }

PyObject* best_combination(const Streams& segments, const Streams& streams, std::vector<std::int32_t> places, Py_ssize_t memory,
                           double seconds) {
    check_places(places, segments, streams);
    const bool timed = are_timed(segments, streams);
    const CombinationSearch search = without_gil([&] {
        const Clock clock(seconds);
        Combination start;
        start.of = std::move(places);
        improve(start, segments, streams, timed, 1, clock);
        CombinationSearch search(segments, streams, timed, start, bytes_at_most(memory), clock);
        search.run();
        return search;
    });
    return tuple_of(search.best.of, search.best.cost, std::min(search.low, search.best.cost));
}

PyObject* interleaved(const std::vector<Streams>& refs, const Streams& streams, Py_ssize_t memory, double seconds) {
    if (refs.size() > 255 || streams.empty() || streams.size() > 255)
        throw std::invalid_argument("references and streams; expected up to 255 of each, and one stream or more");
    const std::size_t most = std::min<std::size_t>(bytes_at_most(memory) / InterleavingTable::kCell, UINT32_MAX / 2);
    if (InterleavingTable::cells(refs, streams, most) > most) return share(Py_None).release();
    const auto solution = without_gil([&] { return InterleavingTable(refs, streams).solve(Clock(seconds)); });
    return solution ? tuple_of(solution->pairs, solution->cost) : share(Py_None).release();
}

PyMethodDef functions[] = {
    {"best_combination", operation<best_combination>, METH_VARARGS,
     "best_combination(segments, streams, places, memory, seconds, /)\n--\n\n"
     "The stream of each segment (int32) with the fewest errors that were found, these, and a number that none undercuts."},
    {"interleaved", operation<interleaved>, METH_VARARGS,
     "interleaved(refs, streams, memory, seconds, /)\n--\n\n"
     "Reference and stream (int32) of one segment after the other with the fewest errors, and these; None if that takes too much."},
    {nullptr, nullptr, 0, nullptr}};

const Part part(functions);

}  // namespace
}  // namespace scorelite
