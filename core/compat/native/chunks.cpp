#include "../../native/operations.hpp"

#include <algorithm>

#include "chunks.hpp"

namespace scorelite {
namespace {

Channel channel_of(Numbers begins, Numbers durations, const std::optional<std::vector<PyObject*>>& inside) {
    std::vector<char> marks;
    if (inside)
        for (PyObject* mark : *inside) marks.push_back(From<bool>::of(mark));
    if (!begins.size() || durations.size() != begins.size() || (inside && marks.size() != begins.size()))
        throw std::invalid_argument("a channel needs one number per word and at least the word before it");
    return Channel{begins, durations, std::move(marks)};
}
PyObject* ctm_chunks(Numbers ref_begins, Numbers ref_durations, std::optional<std::vector<PyObject*>> inside, Numbers hyp_begins,
                     Numbers hyp_durations, PyObject* late) {
    const Channel ref = channel_of(ref_begins, ref_durations, inside), hyp = channel_of(hyp_begins, hyp_durations, std::nullopt);
    const Numbers durations = late == Py_None ? hyp.durations : numbers_of(late);
    if (durations.size() != hyp.durations.size()) throw std::invalid_argument("late durations need one number per word");
    const auto chunks = without_gil([&] { return Chopper(ref, hyp, durations).chunks(); });
    return list_of(chunks, [](Pair ends) { return tuple_of(ends.first, ends.second); });
}

std::optional<std::vector<std::int64_t>> ctm_cuts(Numbers begins, Numbers durations, Numbers ends) {
    if (begins.size() != durations.size()) throw std::invalid_argument("a duration for every begin expected");
    std::vector<double> middles;
    for (std::size_t row = 0; row < begins.size(); ++row) {
        middles.push_back(begins[row] + durations[row] / 2.0);
        if (!(middles.back() >= middles[row ? row - 1 : 0])) return std::nullopt;
    }
    std::vector<std::int64_t> cuts;
    auto at = middles.begin();
    for (std::size_t k = 0; k < ends.size(); ++k) {
        if (ends[k] != ends[k]) return std::nullopt;
        at = std::lower_bound(at, middles.end(), ends[k]);
        cuts.push_back(at - middles.begin());
    }
    return cuts;
}

PyMethodDef functions[] = {
    {"ctm_cuts", operation<ctm_cuts>, METH_VARARGS,
     "ctm_cuts(begin, duration, ends, /)\n--\n\n"
     "For each end the first row, of those from the cut before on, whose middle is not before it (int64); None if middles fall, or "
     "something is NaN."},
    {"ctm_chunks", operation<ctm_chunks>, METH_VARARGS,
     "ctm_chunks(ref_begin, ref_duration, inside, hyp_begin, hyp_duration, late, /)\n--\n\n"
     "The last words of the chunks into which two channels are cut."},
    {nullptr, nullptr, 0, nullptr}};

const Part part(functions);

}  // namespace
}  // namespace scorelite
