// The structures of Arrow's C interface, whose layout its specification fixes.
#pragma once
#include <cstdint>

#include "python.hpp"

namespace scorelite {

struct ArrowSchema {
    const char *format, *name, *metadata;
    std::int64_t flags, n_children;
    ArrowSchema **children, *dictionary;
    void (*release)(ArrowSchema*);
    void* private_data;
};
struct ArrowArray {
    std::int64_t length, null_count, offset, n_buffers, n_children;
    const void** buffers;
    ArrowArray **children, *dictionary;
    void (*release)(ArrowArray*);
    void* private_data;
};
// Arrays of one type, one after the other.
struct ArrowStream {
    int (*get_schema)(ArrowStream*, ArrowSchema*);
    int (*get_next)(ArrowStream*, ArrowArray*);
    const char* (*get_last_error)(ArrowStream*);
    void (*release)(ArrowStream*);
    void* private_data;
};

inline bool is_null(const ArrowArray& array, std::int64_t i) {
    const auto* bits = array.n_buffers ? static_cast<const unsigned char*>(array.buffers[0]) : nullptr;
    const std::int64_t place = array.offset + i;
    return array.null_count != 0 && bits && !(bits[place >> 3] >> (place & 7) & 1);
}
// What a capsule points to.
template <class T> T& structure(PyObject* capsule, const char* name) {
    auto* pointed = static_cast<T*>(PyCapsule_GetPointer(capsule, name));
    if (!pointed) throw Failed();
    return *pointed;
}

}  // namespace scorelite
