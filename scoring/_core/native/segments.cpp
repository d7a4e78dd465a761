#include <algorithm>

#include "python.hpp"

namespace scorelite {
namespace {

// Cuts two alignments of an utterance into segments with errors.
class Cutter {
    enum State { kCut, kError, kSomeRight };
    std::ptrdiff_t buffer_;
    std::vector<std::int32_t> found_;
    View one_, two_;

    static std::pair<std::int32_t, std::int32_t> counts(View side, std::ptrdiff_t from, std::size_t to) {
        std::int32_t words = 0, errors = 0;
        for (std::size_t k = std::size_t(std::max<std::ptrdiff_t>(0, from)); k < to; ++k) {
            words += side[k] != 'I';
            errors += side[k] != 'C';
        }
        return {words, errors};
    }
    // A segment from the words before the last places that both had right to these ends.
    void add(std::size_t last_one, std::size_t last_two, std::size_t end_one, std::size_t end_two) {
        const auto left = counts(one_, std::ptrdiff_t(last_one) - buffer_ + 1, end_one);
        const auto right = counts(two_, std::ptrdiff_t(last_two) - buffer_ + 1, end_two);
        found_.insert(found_.end(), {(left.first + right.first) / 2, left.second, right.second});
    }

  public:
    explicit Cutter(std::ptrdiff_t buffer) : buffer_(buffer) {}
    const std::vector<std::int32_t>& found() const { return found_; }
    void cut(View one, View two) {
        one_ = one;
        two_ = two;
        std::size_t i = 0, j = 0, last_one = 0, last_two = 0;
        std::ptrdiff_t good = 0;
        State state = kCut;
        while (i < one.size()) {
            for (; i < one.size() && one[i] == 'I'; ++i) state = kError;
            for (; j < two.size() && two[j] == 'I'; ++j) state = kError;
            if (!(i < one.size() && j < two.size() && one[i] == 'C' && two[j] == 'C')) {
                state = kError;
            } else if (state == kCut) {
                last_one = i;
                last_two = j;
            } else {
                good = state == kSomeRight ? good + 1 : 1;
                state = kSomeRight;
                if (good == buffer_) {
                    add(last_one, last_two, i + 1, j + 1);
                    last_one = i;
                    last_two = j;
                    state = kCut;
                }
            }
            i = std::min(i + 1, one.size());
            j = std::min(j + 1, two.size());
        }
        if (state != kCut || j < two.size()) add(last_one, last_two, one.size(), two.size());
    }
};

Py_ssize_t equal_sizes(PyObject* left, PyObject* right) {
    const Py_ssize_t count = PyList_Size(left), other = PyList_Size(right);
    if (count != other)
        throw std::invalid_argument(std::to_string(count) + " and " + std::to_string(other) + " utterances; expected equally many");
    return count;
}
void check_buffer(Py_ssize_t buffer) {
    if (buffer < 1) throw std::invalid_argument("buffer " + std::to_string(buffer) + "; expected 1 or more");
}

PyObject* error_segments(PyObject*, PyObject* args) {
    return guarded([&]() -> PyObject* {
        PyObject *first, *second;
        Py_ssize_t buffer;
        if (!PyArg_ParseTuple(args, "OOn", &first, &second, &buffer)) throw Failed();
        Ref left = own(PySequence_List(first)), right = own(PySequence_List(second));
        const Py_ssize_t count = equal_sizes(left.get(), right.get());
        check_buffer(buffer);
        Cutter cutter(buffer);
        for (Py_ssize_t k = 0; k < count; ++k) cutter.cut(view_of(PyList_GetItem(left.get(), k)), view_of(PyList_GetItem(right.get(), k)));
        return bytes_of(cutter.found());
    });
}

// The next gap of a side: the number of words inserted there. `k` moves on to the word behind it.
std::int32_t gap(View side, std::size_t& k) {
    const std::size_t from = k;
    while (k < side.size() && side[k] == 'I') ++k;
    return std::int32_t(k - from);
}
std::int32_t wrong(View side) { return std::int32_t(side.size()) - std::int32_t(std::count(side.begin(), side.end(), 'C')); }

// Adds the errors of both systems in each segment of an utterance. Places are gaps and words by turns, from the first gap on.
void add_segments(View one, View two, std::int64_t buffer, std::vector<std::int32_t>& found) {
    const auto words = [](View side) { return side.size() - std::size_t(std::count(side.begin(), side.end(), 'I')); };
    if (words(one) != words(two)) {  // alignments against other references have no common words
        if (wrong(one) || wrong(two)) found.insert(found.end(), {wrong(one), wrong(two)});
        return;
    }
    std::int64_t last = -1;
    std::int32_t sums[2] = {0, 0};
    const auto note = [&](std::int64_t place, std::int32_t left, std::int32_t right) {
        if (!left && !right) return;
        if (last >= 0 && place / 2 - (last + 1) / 2 >= buffer) {
            found.insert(found.end(), {sums[0], sums[1]});
            sums[0] = sums[1] = 0;
        }
        sums[0] += left;
        sums[1] += right;
        last = place;
    };
    std::size_t i = 0, j = 0;
    for (std::int64_t place = 0;; place += 2) {
        const std::int32_t left = gap(one, i), right = gap(two, j);
        note(place, left, right);
        if (i == one.size()) break;
        note(place + 1, one[i++] != 'C', two[j++] != 'C');
    }
    if (last >= 0) found.insert(found.end(), {sums[0], sums[1]});
}

PyObject* paired_segments(PyObject*, PyObject* args) {
    return guarded([&]() -> PyObject* {
        PyObject *first, *second;
        Py_ssize_t buffer;
        if (!PyArg_ParseTuple(args, "OOn", &first, &second, &buffer)) throw Failed();
        Ref left = own(PySequence_List(first)), right = own(PySequence_List(second));
        const Py_ssize_t count = equal_sizes(left.get(), right.get());
        check_buffer(buffer);
        std::vector<std::int32_t> found;
        for (Py_ssize_t k = 0; k < count; ++k)
            add_segments(view_of(PyList_GetItem(left.get(), k)), view_of(PyList_GetItem(right.get(), k)), buffer, found);
        return bytes_of(found);
    });
}

PyMethodDef functions[] = {
    {"error_segments", error_segments, METH_VARARGS,
     "error_segments(first, second, buffer, /)\n--\n\n"
     "Reference words and errors of both systems (int32) in each segment between words that both have right."},
    {"paired_segments", paired_segments, METH_VARARGS,
     "paired_segments(first, second, buffer, /)\n--\n\n"
     "Errors of both systems (int32) in each segment with errors; `buffer` words that both have right separate two."},
    {nullptr, nullptr, 0, nullptr}};

const Part part([](PyObject* module) { add_functions(module, functions); });

}  // namespace
}  // namespace scorelite
