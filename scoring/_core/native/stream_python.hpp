// Streams as Python hands them over: words (int32), begins and ends (float64) as bytes; without times both are empty.
#pragma once
#include "python.hpp"
#include "streams.hpp"

namespace scorelite {

inline Stream stream_of(PyObject* item) {
    Ref parts = own(PySequence_Tuple(item));
    if (PyTuple_Size(parts.get()) != 3)
        throw std::invalid_argument("stream of " + std::to_string(PyTuple_Size(parts.get())) + " columns; expected words, begins and ends");
    Stream stream;
    stream.words = column_of<std::int32_t>(PyTuple_GetItem(parts.get(), 0));
    stream.begins = column_of<double>(PyTuple_GetItem(parts.get(), 1));
    stream.ends = column_of<double>(PyTuple_GetItem(parts.get(), 2));
    stream.timed = !stream.begins.empty() || !stream.ends.empty();
    stream.check();
    return stream;
}
inline std::vector<Stream> streams_of(PyObject* items) {
    Ref all = own(PySequence_Tuple(items));
    std::vector<Stream> streams;
    for (Py_ssize_t k = 0; k < PyTuple_Size(all.get()); ++k) streams.push_back(stream_of(PyTuple_GetItem(all.get(), k)));
    return streams;
}

}  // namespace scorelite
