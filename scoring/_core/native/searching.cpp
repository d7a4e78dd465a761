#include "searching.hpp"

#include "stream_python.hpp"

namespace scorelite {
namespace {

bool all_timed(const std::vector<Stream>& segments, const std::vector<Stream>& streams) {
    bool left = false, right = false;
    for (const Stream& segment : segments) left = left || segment.timed;
    for (const Stream& stream : streams) right = right || stream.timed;
    for (const Stream& segment : segments)
        for (const Stream& stream : streams) is_timed(segment, stream);
    return left && right;
}

PyObject* best_combination(PyObject*, PyObject* args) {
    return guarded([&]() -> PyObject* {
        PyObject *given_segments, *given_streams, *start_places;
        Py_ssize_t memory;
        double seconds;
        if (!PyArg_ParseTuple(args, "OOOnd", &given_segments, &given_streams, &start_places, &memory, &seconds)) throw Failed();
        const std::vector<Stream> segments = streams_of(given_segments), streams = streams_of(given_streams);
        Combination start;
        start.of = column_of<std::int32_t>(start_places);
        if (start.of.size() != segments.size())
            throw std::invalid_argument(std::to_string(segments.size()) + " segments, but " + std::to_string(start.of.size()) + " streams");
        for (std::int32_t s : start.of)
            if (s < 0 || std::size_t(s) >= streams.size()) throw std::invalid_argument("no stream " + std::to_string(s));
        const bool timed = all_timed(segments, streams);
        std::int64_t cost, low;
        {
            WithoutGil free;
            const Clock clock(seconds);
            timed ? GreedyCombiner<TimedColumns>(segments, streams, 1, clock).improve(start)
                  : GreedyCombiner<BitColumns>(segments, streams, 1, clock).improve(start);
            CombinationSearch search(segments, streams, timed, start, std::size_t(std::max<Py_ssize_t>(memory, 0)), clock);
            search.run();
            start.of = search.best.of;
            cost = search.best.cost, low = std::min(search.low, search.best.cost);
        }
        Ref places = own(bytes_of(start.of));
        return Py_BuildValue("(OLL)", places.get(), static_cast<long long>(cost), static_cast<long long>(low));
    });
}

PyObject* interleaved(PyObject*, PyObject* args) {
    return guarded([&]() -> PyObject* {
        PyObject *given_refs, *given_streams;
        Py_ssize_t memory;
        double seconds;
        if (!PyArg_ParseTuple(args, "OOnd", &given_refs, &given_streams, &memory, &seconds)) throw Failed();
        Ref all = own(PySequence_Tuple(given_refs));
        std::vector<std::vector<Stream>> refs;
        for (Py_ssize_t k = 0; k < PyTuple_Size(all.get()); ++k) refs.push_back(streams_of(PyTuple_GetItem(all.get(), k)));
        const std::vector<Stream> streams = streams_of(given_streams);
        if (refs.size() > 255 || streams.empty() || streams.size() > 255)
            throw std::invalid_argument("references and streams; expected up to 255 of each, and one stream or more");
        const std::size_t most =
            std::min<std::size_t>(std::size_t(std::max<Py_ssize_t>(memory, 0)) / InterleavingTable::kCell, UINT32_MAX / 2);
        if (InterleavingTable::cells(refs, streams, most) > most) Py_RETURN_NONE;
        std::int64_t cost = 0;
        InterleavingTable::Assignment assignment;
        bool solved;
        {
            WithoutGil free;
            solved = InterleavingTable(refs, streams).solve(Clock(seconds), cost, assignment);
        }
        if (!solved) Py_RETURN_NONE;
        std::vector<std::int32_t> pairs;
        for (auto [ref, stream] : assignment) pairs.insert(pairs.end(), {ref, stream});
        Ref places = own(bytes_of(pairs));
        return Py_BuildValue("(OL)", places.get(), static_cast<long long>(cost));
    });
}

PyMethodDef functions[] = {
    {"best_combination", best_combination, METH_VARARGS,
     "best_combination(segments, streams, places, memory, seconds, /)\n--\n\n"
     "The stream of each segment (int32) with the fewest errors that were found, these, and a number that none undercuts."},
    {"interleaved", interleaved, METH_VARARGS,
     "interleaved(refs, streams, memory, seconds, /)\n--\n\n"
     "Reference and stream (int32) of one segment after the other with the fewest errors, and these; None if that takes too much."},
    {nullptr, nullptr, 0, nullptr}};

const Part part([](PyObject* module) { add_functions(module, functions); });

}  // namespace
}  // namespace scorelite
