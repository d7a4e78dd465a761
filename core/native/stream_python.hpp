// Streams as Python hands them over: words (int32), begins and ends (float64) as bytes; without times both are empty.
#pragma once
#include "operations.hpp"
#include "streams.hpp"

namespace scorelite {

template <> struct From<Stream> {
    static Stream of(PyObject* item) {
        Ref parts = own(PySequence_Tuple(item));
        if (PyTuple_Size(parts.get()) != 3)
            throw std::invalid_argument("stream of " + std::to_string(PyTuple_Size(parts.get())) +
                                        " columns; expected words, begins and ends");
        Stream stream;
        stream.words = column_of<std::int32_t>(PyTuple_GetItem(parts.get(), 0));
        stream.begins = column_of<double>(PyTuple_GetItem(parts.get(), 1));
        stream.ends = column_of<double>(PyTuple_GetItem(parts.get(), 2));
        stream.timed = !stream.begins.empty() || !stream.ends.empty();
        stream.check();
        return stream;
    }
};
using Streams = std::vector<Stream>;

// Whether words are paired by times: all streams of both sides have some, or those of one side no words.
inline bool are_timed(const Streams& segments, const Streams& streams) {
    const auto any_timed = [](const Streams& side) {
        return std::any_of(side.begin(), side.end(), [](const Stream& stream) { return stream.timed; });
    };
    for (const Stream& segment : segments)
        for (const Stream& stream : streams) is_timed(segment, stream);
    return any_timed(segments) && any_timed(streams);
}
// The streams to which segments belong, one for each segment.
inline void check_places(const std::vector<std::int32_t>& places, const Streams& segments, const Streams& streams) {
    if (places.size() != segments.size())
        throw std::invalid_argument(std::to_string(segments.size()) + " segments, but " + std::to_string(places.size()) + " streams");
    for (std::int32_t stream : places)
        if (stream < 0 || std::size_t(stream) >= streams.size()) throw std::invalid_argument("no stream " + std::to_string(stream));
}

}  // namespace scorelite
