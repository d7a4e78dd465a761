// Texts of Arrow arrays, read where they lie: the C data interface is a stable layout of memory that needs no library.
#include "python.hpp"

#include <algorithm>
#include <unordered_map>

#include "side.hpp"

namespace scorelite {
namespace {

// The two structures of the C data interface, whose layout the Arrow specification fixes.
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

[[noreturn]] void refuse_type() {
    PyErr_SetString(PyExc_TypeError, "an Arrow array of other values; expected texts");
    throw Failed();
}
[[noreturn]] void refuse_damage() { throw std::invalid_argument("an Arrow array with places outside its data; expected a valid one"); }

bool is_null(const ArrowArray& array, std::int64_t i) {
    const auto* bits = array.n_buffers ? static_cast<const unsigned char*>(array.buffers[0]) : nullptr;
    const std::int64_t place = array.offset + i;
    return array.null_count != 0 && bits && !(bits[place >> 3] >> (place & 7) & 1);
}

// Texts one behind the other, with the places where they begin and end.
template <class Offset> View laid_out(const ArrowArray& array, std::int64_t i) {
    const auto* offsets = static_cast<const Offset*>(array.buffers[1]) + array.offset + i;
    if (offsets[0] < 0 || offsets[1] < offsets[0]) refuse_damage();
    return View(static_cast<const char*>(array.buffers[2]) + offsets[0], std::size_t(offsets[1] - offsets[0]));
}
// Texts of up to 12 bytes lie in the array of views itself, longer ones in one of several buffers.
View viewed(const ArrowArray& array, std::int64_t i) {
    struct Long {
        std::int32_t size;
        char prefix[4];
        std::int32_t buffer, offset;
    };
    constexpr int kInline = 12;
    const auto* view = static_cast<const char*>(array.buffers[1]) + sizeof(Long) * std::size_t(array.offset + i);
    Long header;
    std::memcpy(&header, view, sizeof header);
    if (header.size < 0) refuse_damage();
    if (header.size <= kInline) return View(view + sizeof header.size, std::size_t(header.size));
    // Behind the buffers of text stands one with their sizes.
    if (header.buffer < 0 || header.buffer >= array.n_buffers - 3 || header.offset < 0) refuse_damage();
    const auto* sizes = static_cast<const std::int64_t*>(array.buffers[array.n_buffers - 1]);
    if (std::int64_t(header.offset) + header.size > sizes[header.buffer]) refuse_damage();
    return View(static_cast<const char*>(array.buffers[2 + header.buffer]) + header.offset, std::size_t(header.size));
}

using Cell = View (*)(const ArrowArray&, std::int64_t);

Cell reader_of(View format) {
    if (format == "u" || format == "z") return laid_out<std::int32_t>;
    if (format == "U" || format == "Z") return laid_out<std::int64_t>;
    if (format == "vu" || format == "vz") return viewed;
    refuse_type();
}
// Hands each text over; null is an empty one.
template <class Take> void each_text(const ArrowSchema& schema, const ArrowArray& array, const Take& take) {
    const Cell cell = reader_of(schema.format);
    for (std::int64_t i = 0; i < array.length; ++i) {
        const View text = is_null(array, i) ? View("", 0) : cell(array, i);
        take(text.data() ? text : View("", 0));
    }
}

template <class Index> std::int64_t number_at(const ArrowArray& array, std::int64_t i) {
    return std::int64_t(static_cast<const Index*>(array.buffers[1])[array.offset + i]);
}
std::int64_t (*index_reader(View format))(const ArrowArray&, std::int64_t) {
    if (format == "c") return number_at<std::int8_t>;
    if (format == "C") return number_at<std::uint8_t>;
    if (format == "s") return number_at<std::int16_t>;
    if (format == "S") return number_at<std::uint16_t>;
    if (format == "i") return number_at<std::int32_t>;
    if (format == "I") return number_at<std::uint32_t>;
    if (format == "l") return number_at<std::int64_t>;
    if (format == "L") return number_at<std::uint64_t>;
    refuse_type();
}
template <class Take> void each_looked_up(const ArrowSchema& schema, const ArrowArray& array, const Take& take) {
    std::vector<View> entries;
    entries.reserve(std::size_t(array.dictionary->length));
    each_text(*schema.dictionary, *array.dictionary, [&](View text) { entries.push_back(text); });
    const auto number = index_reader(schema.format);
    for (std::int64_t i = 0; i < array.length; ++i) {
        const bool empty = is_null(array, i);
        const std::int64_t place = empty ? 0 : number(array, i);
        if (!empty && (place < 0 || place >= std::int64_t(entries.size()))) refuse_damage();
        take(empty ? View("", 0) : entries[std::size_t(place)]);
    }
}

template <class T> const T& structure(PyObject* capsule, const char* name) {
    const auto* pointed = static_cast<const T*>(PyCapsule_GetPointer(capsule, name));
    if (!pointed) throw Failed();
    return *pointed;
}
PyObject* arrow_texts(PyObject*, PyObject* array) {
    return guarded([&]() -> PyObject* {
        Ref exported = own(PyObject_CallMethod(array, "__arrow_c_array__", nullptr));
        PyObject *schema_capsule, *array_capsule;
        if (!PyArg_ParseTuple(exported.get(), "OO", &schema_capsule, &array_capsule)) throw Failed();
        const auto& schema = structure<ArrowSchema>(schema_capsule, "arrow_schema");
        const auto& data = structure<ArrowArray>(array_capsule, "arrow_array");
        auto side = std::make_unique<Side>();
        side->reserve(std::size_t(data.length));
        const auto take = [&](View text) { side->add_text(text); };
        schema.dictionary ? each_looked_up(schema, data, take) : each_text(schema, data, take);
        return box<Side>(std::move(side), std::move(exported));
    });
}

// ---------------------------------------------------------------------------------------------------------------------
// Texts as keys

View text_at(const Side& side, std::size_t i) {
    const Side::Item item = side.item(i);
    if (item.kind != Side::kText) throw std::invalid_argument("lists of words; expected texts");
    return item.text();
}
// FNV-1a, whose bits are then mixed, so that each of them depends on all bytes.
std::uint64_t key_of(View text) {
    std::uint64_t key = 0xCBF29CE484222325u;
    for (char c : text) key = (key ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
    key = (key ^ key >> 30) * 0xBF58476D1CE4E5B9u;
    key = (key ^ key >> 27) * 0x94D049BB133111EBu;
    return key ^ key >> 31;
}
PyObject* text_keys(PyObject*, PyObject* texts) {
    return guarded([&] {
        const Side& side = argument<Side>(texts, "a Side");
        std::vector<std::uint64_t> keys(side.size());
        for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = key_of(text_at(side, i));
        return bytes_of(keys);
    });
}
PyObject* text_prefixes(PyObject*, PyObject* args) {
    return guarded([&]() -> PyObject* {
        PyObject *texts, *marks;
        if (!PyArg_ParseTuple(args, "OO", &texts, &marks)) throw Failed();
        const Side& side = argument<Side>(texts, "a Side");
        const View cuts = view_of(marks);
        std::unordered_map<View, std::int32_t> numbers;
        std::vector<View> names;
        std::vector<std::int32_t> group_of(side.size(), -1);
        for (std::size_t i = 0; i < group_of.size(); ++i) {
            const View text = text_at(side, i);
            std::size_t end = View::npos;
            for (std::size_t k = 0; k < cuts.size() && end == View::npos; ++k) end = text.find(cuts[k]);
            if (end == View::npos) continue;
            const auto [entry, is_new] = numbers.try_emplace(text.substr(0, end), std::int32_t(names.size()));
            if (is_new) names.push_back(entry->first);
            group_of[i] = entry->second;
        }
        Ref listed = own(list_of(names, bytes_item)), column = own(bytes_of(group_of));
        return PyTuple_Pack(2, listed.get(), column.get());
    });
}
PyObject* least_texts(PyObject*, PyObject* args) {
    return guarded([&]() -> PyObject* {
        PyObject *texts, *groups;
        Py_ssize_t n;
        if (!PyArg_ParseTuple(args, "OOn", &texts, &groups, &n)) throw Failed();
        const Side& side = argument<Side>(texts, "a Side");
        const std::vector<std::int32_t> of = column_of<std::int32_t>(groups);
        if (of.size() != side.size())
            throw std::invalid_argument(std::to_string(of.size()) + " groups for " + std::to_string(side.size()) +
                                        " texts; expected one each");
        std::vector<View> least(std::size_t(std::max<Py_ssize_t>(n, 0)));
        for (std::size_t i = 0; i < of.size(); ++i) {
            if (of[i] < 0) continue;
            if (of[i] >= n) throw std::invalid_argument("group " + std::to_string(of[i]) + "; expected less than " + std::to_string(n));
            View& smallest = least[std::size_t(of[i])];
            const View text = text_at(side, i);
            if (!smallest.data() || text < smallest) smallest = text;
        }
        return list_of(least, [](View text) { return text.data() ? bytes_of(text) : share(Py_None).release(); });
    });
}

PyMethodDef functions[] = {
    {"arrow_texts", arrow_texts, METH_O,
     "arrow_texts(array, /)\n--\n\nA text per value of an Arrow array, which is not copied; null is an empty text."},
    {"text_keys", text_keys, METH_O, "text_keys(texts, /)\n--\n\nA number (uint64) for each text, which is equal for equal texts."},
    {"text_prefixes", text_prefixes, METH_VARARGS,
     "text_prefixes(texts, marks, /)\n--\n\n"
     "The different parts of texts before a mark, and for each text the number of its own (int32), -1 without a mark."},
    {"least_texts", least_texts, METH_VARARGS,
     "least_texts(texts, groups, n, /)\n--\n\nThe first text of each group (int32) in the order of bytes; None for an empty group."},
    {nullptr, nullptr, 0, nullptr}};

const Part part([](PyObject* module) { add_functions(module, functions); });

}  // namespace
}  // namespace scorelite
