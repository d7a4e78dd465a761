// Ids: sequences of whole numbers, one per utterance, read where they lie: in arrays of numpy, of Arrow, and behind DLPack.
#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "arrow.hpp"
#include "python.hpp"

namespace scorelite {

// A number in the memory of an array.
using ReadId = std::int64_t (*)(const char*);

struct IdRow {
    const char* data;
    std::int64_t step, size;  // bytes from one id to the next, and the number of ids
    ReadId read;
    std::int64_t operator[](std::int64_t k) const { return read(data + k * step); }
};

class IdRows {
    struct Released {
        void operator()(ArrowArray* array) const {
            if (array->release) array->release(array);
            delete array;
        }
    };
    std::vector<Ref> keep_;
    std::vector<std::unique_ptr<ArrowArray, Released>> chunks_;
    std::deque<std::vector<std::int64_t>> copies_;  // of numbers that are objects

    struct Layout;  // of an array with any number of dimensions
    bool is_array(PyObject* values, Layout& out);
    void add_numpy(PyObject* values, Layout& out);
    void add_tensor(PyObject* values, Layout& out);
    void add_stream(PyObject* values);
    void add_lists(const ArrowSchema& schema, const ArrowArray& array);
    void add_row(PyObject* values);
    void add_sequence(PyObject* values);

  public:
    std::vector<IdRow> rows;

    // The rows of an array of two dimensions, of an Arrow array of lists, or of a sequence of these; each has `lengths` ids, or all.
    IdRows(PyObject* values, const std::optional<std::vector<std::int64_t>>& lengths);
};

}  // namespace scorelite
