#include <algorithm>
#include <limits>

#include "operations.hpp"
#include "plain_numbers.hpp"
#include "signals.hpp"

namespace scorelite {
namespace {

constexpr std::uint64_t kExact = std::uint64_t(1) << 53;  // whole numbers up to this one are exact in double precision

bool read_digits(View text, Digits& digits) {
    const char* const end = text.data() + text.size();
    return leading_digits(text.data(), end, digits) == end;
}
// With more digits behind the point; false where they are not exact.
bool extend(Digits& digits, std::size_t decimals) {
    for (; digits.decimals < decimals; ++digits.decimals) {
        if (digits.number > kExact / 10) return false;
        digits.number *= 10;
    }
    return true;
}
// The length from a begin to an end; false where they are not exact, or the end lies before the begin.
bool subtract(Digits begin, Digits end, double& length) {
    const std::size_t decimals = std::max(begin.decimals, end.decimals);
    if (!extend(begin, decimals) || !extend(end, decimals) || end.number < begin.number) return false;
    length = Digits{end.number - begin.number, decimals}.value();
    return true;
}
// The bytes of texts; none for what is no text, or has no UTF-8.
std::vector<View> bytes_of_texts(PyObject* texts) {
    std::vector<View> views;
    for (PyObject* item : items_of(texts)) {
        Py_ssize_t size = 0;
        const char* const data = PyUnicode_AsUTF8AndSize(item, &size);
        if (!data) PyErr_Clear();
        views.push_back(data ? View(data, std::size_t(size)) : View());
    }
    return views;
}

PyObject* lengths(PyObject* begins, PyObject* ends) {
    Ref all_begins = own(PySequence_Tuple(begins)), all_ends = own(PySequence_Tuple(ends));
    const std::vector<View> from = bytes_of_texts(all_begins.get()), to = bytes_of_texts(all_ends.get());
    if (from.size() != to.size()) throw std::invalid_argument("begins and ends that are not as many");
    std::vector<double> starts(from.size(), std::numeric_limits<double>::quiet_NaN()), sizes = starts;
    without_gil([&] {
        Ticks ticks;
        for (std::size_t k = 0; k < from.size(); ++k) {
            ticks.spend(1);
            Digits begin, end;
            if (read_digits(from[k], begin) && read_digits(to[k], end) && subtract(begin, end, sizes[k])) starts[k] = begin.value();
        }
    });
    return tuple_of(starts, sizes);
}

PyMethodDef functions[] = {
    {"lengths", operation<lengths>, METH_VARARGS,
     "lengths(begins, ends, /)\n--\n\n"
     "Begins and lengths (float64) of words, from texts of their begins and ends, exact in decimal digits; NaN where "
     "one is no short text of digits and perhaps a point, or where an end lies before its begin."},
    {nullptr, nullptr, 0, nullptr}};

const Part part(functions);

}  // namespace
}  // namespace scorelite
