#include "combining.hpp"

#include "stream_python.hpp"

namespace scorelite {
namespace {

bool any_timed(const std::vector<Stream>& streams) {
    return std::any_of(streams.begin(), streams.end(), [](const Stream& stream) { return stream.timed; });
}

PyObject* combined(PyObject*, PyObject* args) {
    return guarded([&]() -> PyObject* {
        PyObject *given_segments, *given_streams, *columns;
        const char* costs;
        double seconds;
        if (!PyArg_ParseTuple(args, "OOOsd", &given_segments, &given_streams, &columns, &costs, &seconds)) throw Failed();
        const std::vector<Stream> segments = streams_of(given_segments), streams = streams_of(given_streams);
        Combination combination;
        combination.of = column_of<std::int32_t>(columns);
        if (combination.of.size() != segments.size())
            throw std::invalid_argument(std::to_string(segments.size()) + " segments, but " + std::to_string(combination.of.size()) +
                                        " streams");
        for (std::int32_t s : combination.of)
            if (s < 0 || std::size_t(s) >= streams.size()) throw std::invalid_argument("no stream " + std::to_string(s));
        const bool timed = any_timed(segments) && any_timed(streams);
        for (const Stream& segment : segments)
            for (const Stream& stream : streams)
                if (segment.size() && stream.size()) is_timed(segment, stream);
        for (const char* cost = costs; *cost; ++cost)
            if (*cost != '1' && *cost != '2') throw std::invalid_argument("costs '" + std::string(costs) + "'; expected digits 1 and 2");
        {
            WithoutGil free;
            const Clock clock(seconds);
            for (const char* cost = costs; *cost; ++cost)
                timed ? GreedyCombiner<TimedColumns>(segments, streams, *cost - '0', clock).improve(combination)
                      : GreedyCombiner<BitColumns>(segments, streams, *cost - '0', clock).improve(combination);
        }
        Ref places = own(bytes_of(combination.of));
        return Py_BuildValue("(OL)", places.get(), static_cast<long long>(combination.cost));
    });
}

PyMethodDef functions[] = {
    {"combined", combined, METH_VARARGS,
     "combined(segments, streams, places, costs, seconds, /)\n--\n\n"
     "The stream of each segment (int32) after moving segments greedily, and the cost, with each of these costs of a substitution.\n"
     "After so many seconds no segment moves."},
    {nullptr, nullptr, 0, nullptr}};

const Part part([](PyObject* module) { add_functions(module, functions); });

}  // namespace
}  // namespace scorelite
