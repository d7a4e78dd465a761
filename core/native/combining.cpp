#include "combining.hpp"

#include "stream_python.hpp"

namespace scorelite {
namespace {

PyObject* combined(const Streams& segments, const Streams& streams, std::vector<std::int32_t> places, const std::string& costs,
                   double seconds) {
    check_places(places, segments, streams);
    Combination combination;
    combination.of = std::move(places);
    const bool timed = are_timed(segments, streams);
    for (const char cost : costs)
        if (cost != '1' && cost != '2') throw std::invalid_argument("costs '" + costs + "'; expected digits 1 and 2");
    without_gil([&] {
        const Clock clock(seconds);
        for (const char cost : costs) improve(combination, segments, streams, timed, cost - '0', clock);
    });
    return tuple_of(combination.of, combination.cost);
}

PyMethodDef functions[] = {
    {"combined", operation<combined>, METH_VARARGS,
     "combined(segments, streams, places, costs, seconds, /)\n--\n\n"
     "The stream of each segment (int32) after moving segments greedily, and the cost, with each of these costs of a substitution.\n"
     "After so many seconds no segment moves."},
    {nullptr, nullptr, 0, nullptr}};

const Part part(functions);

}  // namespace
}  // namespace scorelite
