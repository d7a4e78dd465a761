// Sums of lengths of time.
#include <cmath>

#include "operations.hpp"

namespace scorelite {
namespace {

PyObject* milliseconds(Numbers seconds) {
    constexpr double kExact = 9007199254740992;  // 2^53: a sum of larger numbers could leave 64 bits
    constexpr std::int64_t kMost = std::int64_t(1) << 62;
    Ref sum = own(PyLong_FromLong(0));
    const auto add = [&](Ref number) { sum = own(PyNumber_Add(sum.get(), number.get())); };
    std::int64_t total = 0;
    for (std::size_t k = 0; k < seconds.size(); ++k) {
        const double rounded = std::nearbyint(1000.0 * seconds[k]);
        if (!(std::fabs(rounded) < kExact)) {
            add(own(PyLong_FromDouble(rounded)));
            continue;
        }
        total += std::int64_t(rounded);
        if (total > kMost || total < -kMost) {
            add(own(PyLong_FromLongLong(total)));
            total = 0;
        }
    }
    add(own(PyLong_FromLongLong(total)));
    return sum.release();
}

PyMethodDef functions[] = {
    {"milliseconds", operation<milliseconds>, METH_VARARGS,
     "milliseconds(seconds, /)\n--\n\nThe sum of lengths of time (float64), each rounded to milliseconds, halves to even numbers."},
    {nullptr, nullptr, 0, nullptr}};

const Part part(functions);

}  // namespace
}  // namespace scorelite
