#include "ids.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <type_traits>

#include "key_names.hpp"
#include "operations.hpp"
#include "symbols.hpp"
#include "threads.hpp"

namespace scorelite {
namespace {

// The layout of numpy's array interface, and of DLPack's tensors: both are fixed.
struct ArrayInterface {
    int two, dimensions;
    char kind;
    int item_size, flags;
    Py_ssize_t *shape, *strides;
    void* data;
    PyObject* descriptor;
};
constexpr int kNativeOrder = 0x200;
struct Tensor {
    void* data;
    std::int32_t device, device_number, dimensions;
    std::uint8_t code, bits;
    std::uint16_t lanes;
    std::int64_t *shape, *strides;
    std::uint64_t offset;
};
enum : std::int32_t { kCpu = 1, kCudaHost = 3, kRocmHost = 11, kManaged = 13 };  // devices whose memory a program can read
enum : std::uint8_t { kSigned, kUnsigned };

[[noreturn]] void refuse(const std::string& problem) { throw std::invalid_argument(problem); }

template <class T> std::int64_t read_id(const char* at) {
    T id;
    std::memcpy(&id, at, sizeof id);
    if constexpr (std::is_same_v<T, std::uint64_t>)
        if (id > std::uint64_t(INT64_MAX)) refuse("the id " + std::to_string(id) + "; expected less than 2**63");
    return std::int64_t(id);
}
ReadId reader_of(bool is_signed, std::size_t bytes) {
    switch (bytes) {
        case 1:
            return is_signed ? read_id<std::int8_t> : read_id<std::uint8_t>;
        case 2:
            return is_signed ? read_id<std::int16_t> : read_id<std::uint16_t>;
        case 4:
            return is_signed ? read_id<std::int32_t> : read_id<std::uint32_t>;
        case 8:
            return is_signed ? read_id<std::int64_t> : read_id<std::uint64_t>;
        default:
            return nullptr;
    }
}
[[noreturn]] void refuse_numbers() { refuse("an array of other values; expected whole numbers of this machine"); }

struct IdFormat {
    ReadId read = nullptr;
    std::int64_t size = 0;
};
IdFormat format_of(const char* format) {
    const char* const letters = "cCsSiIlL";
    const char* const letter = format[0] && !format[1] ? std::strchr(letters, format[0]) : nullptr;
    if (!letter) refuse_numbers();
    const std::size_t place = std::size_t(letter - letters), bytes = std::size_t(1) << place / 2;
    return {reader_of(place % 2 == 0, bytes), std::int64_t(bytes)};
}
bool has(PyObject* object, const char* name) {
    PyObject* attribute = PyObject_GetAttrString(object, name);
    if (!attribute) PyErr_Clear();
    Py_XDECREF(attribute);
    return attribute != nullptr;
}
std::int64_t id_of(PyObject* number) {
    const long long id = PyLong_AsLongLong(number);
    if (id == -1 && PyErr_Occurred()) {
        if (!PyErr_ExceptionMatches(PyExc_OverflowError)) throw Failed();
        PyErr_Clear();
        refuse("an id of more than 64 bits; expected less than 2**63");
    }
    return id;
}

}  // namespace

struct IdRows::Layout {
    const char* data = nullptr;
    std::vector<std::int64_t> shape, steps;  // steps in bytes
    ReadId read = nullptr;
    IdRow row(std::int64_t k) const { return {data + k * steps[0], steps[1], shape[1], read}; }
    IdRow whole() const { return {data, steps[0], shape[0], read}; }
};

void IdRows::add_numpy(PyObject* values, Layout& out) {
    keep_.push_back(own(PyObject_GetAttrString(values, "__array_struct__")));
    const auto& array = structure<ArrayInterface>(keep_.back().get(), nullptr);
    if ((array.kind != 'i' && array.kind != 'u') || !(array.flags & kNativeOrder || array.item_size == 1)) refuse_numbers();
    out.read = reader_of(array.kind == 'i', std::size_t(array.item_size));
    out.data = static_cast<const char*>(array.data);
    out.shape.assign(array.shape, array.shape + array.dimensions);
    out.steps.assign(array.strides, array.strides + array.dimensions);
}
void IdRows::add_tensor(PyObject* values, Layout& out) {
    keep_.push_back(own(PyObject_CallMethod(values, "__dlpack__", nullptr)));
    const auto& tensor = structure<Tensor>(keep_.back().get(), "dltensor");
    if (tensor.device != kCpu && tensor.device != kCudaHost && tensor.device != kRocmHost && tensor.device != kManaged)
        refuse("a tensor on another device; expected one on the CPU: tensor.cpu()");
    if (tensor.code > kUnsigned || tensor.lanes != 1) refuse_numbers();
    out.read = reader_of(tensor.code == kSigned, tensor.bits / 8);
    out.data = static_cast<const char*>(tensor.data) + tensor.offset;
    out.shape.assign(tensor.shape, tensor.shape + tensor.dimensions);
    out.steps.resize(out.shape.size());
    std::int64_t step = tensor.bits / 8;
    for (std::size_t k = out.steps.size(); k-- > 0; step *= out.shape[k])
        out.steps[k] = tensor.strides ? tensor.strides[k] * (tensor.bits / 8) : step;
}
bool IdRows::is_array(PyObject* values, Layout& out) {
    if (has(values, "__array_struct__"))
        add_numpy(values, out);
    else if (has(values, "__dlpack__"))
        add_tensor(values, out);
    else
        return false;
    if (!out.read) refuse_numbers();
    return true;
}

// Adds a row for each list of an Arrow array.
void IdRows::add_lists(const ArrowSchema& schema, const ArrowArray& array) {
    const View format(schema.format);
    const bool is_fixed = format.substr(0, 3) == "+w:";
    if (!is_fixed && format != "+l" && format != "+L") refuse("an Arrow array of other values; expected lists of whole numbers");
    const IdFormat id = format_of(schema.children[0]->format);
    const ArrowArray& child = *array.children[0];
    const std::int64_t width = is_fixed ? std::stoll(std::string(format.substr(3))) : 0;
    const auto place = [&](std::int64_t i) {
        i += array.offset;
        if (is_fixed) return i * width;
        return format == "+l" ? std::int64_t(static_cast<const std::int32_t*>(array.buffers[1])[i])
                              : static_cast<const std::int64_t*>(array.buffers[1])[i];
    };
    for (std::int64_t i = 0; i < array.length; ++i) {
        if (is_null(array, i)) refuse("row " + std::to_string(i) + " is null; expected ids");
        const std::int64_t first = place(i), end = place(i + 1);
        if (first < 0 || end < first || end > child.length) refuse("an Arrow array with places outside its data; expected a valid one");
        for (std::int64_t k = first; child.null_count != 0 && k < end; ++k)
            if (is_null(child, k)) refuse("row " + std::to_string(i) + " has a null; expected ids");
        const auto* data = static_cast<const char*>(child.buffers[1]);
        rows.push_back({data ? data + (child.offset + first) * id.size : nullptr, id.size, end - first, id.read});
    }
}
void IdRows::add_stream(PyObject* values) {
    keep_.push_back(own(PyObject_CallMethod(values, "__arrow_c_stream__", nullptr)));
    auto& stream = structure<ArrowStream>(keep_.back().get(), "arrow_array_stream");
    const auto check = [&](int error) {
        const char* problem = error ? stream.get_last_error(&stream) : nullptr;
        if (error) refuse(std::string("an Arrow stream that cannot be read: ") + (problem ? problem : "no reason known"));
    };
    ArrowSchema schema;
    check(stream.get_schema(&stream, &schema));
    const std::unique_ptr<ArrowSchema, void (*)(ArrowSchema*)> held(&schema, [](ArrowSchema* made) { made->release(made); });
    for (;;) {
        chunks_.emplace_back(new ArrowArray());
        check(stream.get_next(&stream, chunks_.back().get()));
        if (!chunks_.back()->release) return;
        add_lists(schema, *chunks_.back());
    }
}

// Adds the ids of one utterance: an array of one dimension, or a sequence of numbers.
void IdRows::add_row(PyObject* values) {
    Layout layout;
    if (is_array(values, layout)) {
        if (layout.shape.size() != 1) refuse("ids of an utterance in " + std::to_string(layout.shape.size()) + " dimensions; expected 1");
        rows.push_back(layout.whole());
        return;
    }
    if (PyUnicode_Check(values) || PyBytes_Check(values)) throw_type_error("a text among ids");
    Ref numbers = own(PySequence_Tuple(values));
    std::vector<std::int64_t>& copy = copies_.emplace_back();
    for (Py_ssize_t k = 0, n = PyTuple_Size(numbers.get()); k < n; ++k) copy.push_back(id_of(PyTuple_GetItem(numbers.get(), k)));
    rows.push_back({reinterpret_cast<const char*>(copy.data()), sizeof copy[0], std::int64_t(copy.size()), read_id<std::int64_t>});
}
void IdRows::add_sequence(PyObject* values) {
    if (PyUnicode_Check(values) || PyBytes_Check(values)) throw_type_error("a text among ids");
    keep_.push_back(own(PySequence_Tuple(values)));
    PyObject* const items = keep_.back().get();
    for (Py_ssize_t k = 0, n = PyTuple_Size(items); k < n; ++k) add_row(PyTuple_GetItem(items, k));
}

IdRows::IdRows(PyObject* values, const std::optional<std::vector<std::int64_t>>& lengths) {
    Layout layout;
    if (has(values, "__arrow_c_array__")) {
        keep_.push_back(own(PyObject_CallMethod(values, "__arrow_c_array__", nullptr)));
        const auto [schema, array] = From<std::tuple<PyObject*, PyObject*>>::of(keep_.back().get());
        add_lists(structure<ArrowSchema>(schema, "arrow_schema"), structure<ArrowArray>(array, "arrow_array"));
    } else if (has(values, "__arrow_c_stream__")) {
        add_stream(values);
    } else if (is_array(values, layout)) {
        if (layout.shape.size() != 2)
            refuse("an array of " + std::to_string(layout.shape.size()) + " dimensions; expected 2: a row of ids for each utterance");
        for (std::int64_t k = 0; k < layout.shape[0]; ++k) rows.push_back(layout.row(k));
    } else {
        add_sequence(values);
    }
    if (!lengths) return;
    if (lengths->size() != rows.size())
        refuse(std::to_string(lengths->size()) + " lengths for " + std::to_string(rows.size()) + " rows of ids; expected one for each");
    for (std::size_t k = 0; k < rows.size(); ++k) {
        const std::int64_t length = (*lengths)[k];
        if (length < 0 || length > rows[k].size)
            refuse("length " + std::to_string(length) + " of row " + std::to_string(k) + "; expected 0 to " + std::to_string(rows[k].size));
        rows[k].size = length;
    }
}

namespace {

// Pairs of rows, and the memory for their alignment, which is reused from pair to pair.
class IdAligner {
    const std::vector<std::int64_t>& ignored_;
    SymbolAligner aligner_;
    KeyNames<std::int64_t> names_;
    std::vector<std::int32_t> ref_, hyp_;

    void number(const IdRow& row, std::vector<std::int32_t>& out) {
        out.clear();
        for (std::int64_t k = 0; k < row.size; ++k) {
            const std::int64_t id = row[k];
            if (std::find(ignored_.begin(), ignored_.end(), id) == ignored_.end()) out.push_back(names_.number(id));
        }
    }

  public:
    explicit IdAligner(const std::vector<std::int64_t>& ignored) : ignored_(ignored) {}

    void count(const IdRow& ref, const IdRow& hyp, const Policy& policy, std::int32_t* counts) {
        if (ref.size > INT32_MAX / 64 || hyp.size > INT32_MAX / 64) throw std::bad_alloc();
        names_.start();
        number(ref, aligner_.rows);
        number(hyp, hyp_);
        aligner_.columns.assign(hyp_.size() + 2 * kPad, 0);
        std::copy(hyp_.begin(), hyp_.end(), aligner_.columns.begin() + kPad);
        aligner_.count(policy, names_.count(), counts);
    }
};

using Source = std::tuple<PyObject*, std::optional<std::vector<std::int64_t>>>;

std::vector<std::int32_t> id_counts(const Source& ref, const Source& hyp, const std::vector<std::int64_t>& ignored, const Costs& costs,
                                    const std::string& ties, PyObject* threads) {
    const IdRows refs(std::get<0>(ref), std::get<1>(ref)), hyps(std::get<0>(hyp), std::get<1>(hyp));
    const std::size_t n = refs.rows.size();
    if (hyps.rows.size() != n) refuse(std::to_string(n) + " references, but " + std::to_string(hyps.rows.size()) + " hypotheses");
    constexpr std::size_t kLeast = 256;  // utterances for which a thread is started
    const Policy policy = costs.policy(ties);
    std::vector<std::int32_t> counts(4 * n);
    const Shares shares(n, kLeast, threads_of(threads));
    without_gil([&] {
        shares.each([&](std::size_t, std::size_t from, std::size_t to) {
            IdAligner aligner(ignored);
            Ticks ticks;
            for (std::size_t k = from; k < to; ++k) {
                ticks.spend(64);
                aligner.count(refs.rows[k], hyps.rows[k], policy, &counts[4 * k]);
            }
        });
    });
    return counts;
}

PyMethodDef functions[] = {{"id_counts", operation<id_counts>, METH_VARARGS,
                            "id_counts(refs, hyps, ignored, costs, ties, threads, /)\n--\n\n"
                            "Four int32 per pair of rows of ids: correct, substitutions, deletions, insertions."},
                           {nullptr, nullptr, 0, nullptr}};

const Part part(functions);

}  // namespace
}  // namespace scorelite
