#include "../../native/python.hpp"

#include <algorithm>

#include "chunks.hpp"

namespace scorelite {
namespace {

Channel channel_of(PyObject* begin, PyObject* duration, PyObject* inside) {
    const Numbers begins = numbers_of(begin), durations = numbers_of(duration);
    std::vector<char> marks;
    if (inside != Py_None) {
        for (Py_ssize_t k = 0, n = PyList_Size(inside); k < n; ++k) marks.push_back(PyObject_IsTrue(PyList_GetItem(inside, k)) == 1);
        if (PyErr_Occurred()) throw Failed();
    }
    if (!begins.size() || durations.size() != begins.size() || (inside != Py_None && marks.size() != begins.size()))
        throw std::invalid_argument("a channel needs one number per word and at least the word before it");
    return Channel{begins, durations, std::move(marks)};
}
PyObject* make_chunks(PyObject*, PyObject* args) {
    return guarded([&]() -> PyObject* {
        PyObject *ref_begin, *ref_duration, *inside, *hyp_begin, *hyp_duration, *late;
        if (!PyArg_ParseTuple(args, "OOOOOO", &ref_begin, &ref_duration, &inside, &hyp_begin, &hyp_duration, &late)) throw Failed();
        const Channel ref = channel_of(ref_begin, ref_duration, inside), hyp = channel_of(hyp_begin, hyp_duration, Py_None);
        const Numbers durations = late == Py_None ? hyp.durations : numbers_of(late);
        if (durations.size() != hyp.durations.size()) throw std::invalid_argument("late durations need one number per word");
        std::vector<Pair> found;
        {
            WithoutGil released;
            found = Chopper(ref, hyp, durations).chunks();
        }
        return list_of(found, [](Pair ends) { return Py_BuildValue("(ii)", ends.first, ends.second); });
    });
}

PyObject* ctm_cuts(PyObject*, PyObject* args) {
    return guarded([&]() -> PyObject* {
        PyObject* columns[3];
        if (!PyArg_ParseTuple(args, "OOO", &columns[0], &columns[1], &columns[2])) throw Failed();
        const Numbers begin = numbers_of(columns[0]), duration = numbers_of(columns[1]), ends = numbers_of(columns[2]);
        if (begin.size() != duration.size()) throw std::invalid_argument("a duration for every begin expected");
        std::vector<double> middles;
        for (std::size_t row = 0; row < begin.size(); ++row) {
            middles.push_back(begin[row] + duration[row] / 2.0);
            if (!(middles.back() >= middles[row ? row - 1 : 0])) Py_RETURN_NONE;
        }
        std::vector<std::int64_t> cuts;
        auto at = middles.begin();
        for (std::size_t k = 0; k < ends.size(); ++k) {
            if (ends[k] != ends[k]) Py_RETURN_NONE;
            at = std::lower_bound(at, middles.end(), ends[k]);
            cuts.push_back(at - middles.begin());
        }
        return bytes_of(cuts);
    });
}

PyMethodDef functions[] = {
    {"ctm_cuts", ctm_cuts, METH_VARARGS,
     "ctm_cuts(begin, duration, ends, /)\n--\n\n"
     "For each end the first row, of those from the cut before on, whose middle is not before it (int64); None if middles fall, or "
     "something is NaN."},
    {"ctm_chunks", make_chunks, METH_VARARGS,
     "ctm_chunks(ref_begin, ref_duration, inside, hyp_begin, hyp_duration, late, /)\n--\n\n"
     "The last words of the chunks into which two channels are cut."},
    {nullptr, nullptr, 0, nullptr}};

const Part part([](PyObject* module) { add_functions(module, functions); });

}  // namespace
}  // namespace scorelite
