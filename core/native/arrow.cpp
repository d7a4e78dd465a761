// Texts of Arrow arrays, read where they lie: the C data interface is a stable layout of memory that needs no library.
#include "operations.hpp"

#include <algorithm>
#include <unordered_map>

#include "arrow.hpp"
#include "side.hpp"

namespace scorelite {
namespace {

[[noreturn]] void refuse_type() { throw_type_error("an Arrow array of other values; expected texts"); }
[[noreturn]] void refuse_damage() { throw std::invalid_argument("an Arrow array with places outside its data; expected a valid one"); }

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

PyObject* arrow_texts(PyObject* array) {
    Ref exported = own(PyObject_CallMethod(array, "__arrow_c_array__", nullptr));
    const auto [schema_capsule, array_capsule] = From<std::tuple<PyObject*, PyObject*>>::of(exported.get());
    const auto& schema = structure<ArrowSchema>(schema_capsule, "arrow_schema");
    const auto& data = structure<ArrowArray>(array_capsule, "arrow_array");
    auto side = std::make_unique<Side>();
    side->reserve(std::size_t(data.length));
    const auto take = [&](View text) { side->add_text(text); };
    schema.dictionary ? each_looked_up(schema, data, take) : each_text(schema, data, take);
    return box<Side>(std::move(side), std::move(exported));
}

// ---------------------------------------------------------------------------------------------------------------------
// Texts as keys

// FNV-1a, whose bits are then mixed, so that each of them depends on all bytes.
std::uint64_t key_of(View text) {
    std::uint64_t key = 0xCBF29CE484222325u;
    for (char c : text) key = (key ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
    key = (key ^ key >> 30) * 0xBF58476D1CE4E5B9u;
    key = (key ^ key >> 27) * 0x94D049BB133111EBu;
    return key ^ key >> 31;
}
std::vector<std::uint64_t> text_keys(const Side& texts) {
    std::vector<std::uint64_t> keys(texts.size());
    for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = key_of(texts.text(i));
    return keys;
}
PyObject* text_prefixes(const Side& texts, View marks) {
    std::unordered_map<View, std::int32_t> numbers;
    std::vector<View> names;
    std::vector<std::int32_t> group_of(texts.size(), -1);
    for (std::size_t i = 0; i < group_of.size(); ++i) {
        const View text = texts.text(i);
        std::size_t end = View::npos;
        for (std::size_t k = 0; k < marks.size() && end == View::npos; ++k) end = text.find(marks[k]);
        if (end == View::npos) continue;
        const auto [entry, is_new] = numbers.try_emplace(text.substr(0, end), std::int32_t(names.size()));
        if (is_new) names.push_back(entry->first);
        group_of[i] = entry->second;
    }
    return tuple_of(names, group_of);
}
PyObject* least_texts(const Side& texts, const std::vector<std::int32_t>& groups, Py_ssize_t n) {
    if (groups.size() != texts.size())
        throw std::invalid_argument(std::to_string(groups.size()) + " groups for " + std::to_string(texts.size()) +
                                    " texts; expected one each");
    std::vector<View> least(std::size_t(std::max<Py_ssize_t>(n, 0)));
    for (std::size_t i = 0; i < groups.size(); ++i) {
        if (groups[i] < 0) continue;
        if (groups[i] >= n) throw std::invalid_argument("group " + std::to_string(groups[i]) + "; expected less than " + std::to_string(n));
        View& smallest = least[std::size_t(groups[i])];
        const View text = texts.text(i);
        if (!smallest.data() || text < smallest) smallest = text;
    }
    return list_of(least, [](View text) { return object_of(text.data() ? std::optional<View>(text) : std::nullopt); });
}

PyMethodDef functions[] = {
    {"arrow_texts", operation<arrow_texts>, METH_VARARGS,
     "arrow_texts(array, /)\n--\n\nA text per value of an Arrow array, which is not copied; null is an empty text."},
    {"text_keys", operation<text_keys>, METH_VARARGS,
     "text_keys(texts, /)\n--\n\nA number (uint64) for each text, which is equal for equal texts."},
    {"text_prefixes", operation<text_prefixes>, METH_VARARGS,
     "text_prefixes(texts, marks, /)\n--\n\n"
     "The different parts of texts before a mark, and for each text the number of its own (int32), -1 without a mark."},
    {"least_texts", operation<least_texts>, METH_VARARGS,
     "least_texts(texts, groups, n, /)\n--\n\nThe first text of each group (int32) in the order of bytes; None for an empty group."},
    {nullptr, nullptr, 0, nullptr}};

const Part part(functions);

}  // namespace
}  // namespace scorelite
