// Batches of alignments as they are made: aligned, by known steps, or from their pickled state.
#include <algorithm>

#include "aligner.hpp"
#include "batch_python.hpp"

namespace scorelite {
namespace {

std::vector<std::uint32_t> items_of(PyObject* column, const Side& side) {
    std::vector<std::uint32_t> items;
    for (std::size_t i : places_of(column, side.size())) items.push_back(std::uint32_t(i));
    return items;
}
void check_numbers(std::size_t refs, std::size_t hyps) {
    if (refs != hyps) throw std::invalid_argument(std::to_string(refs) + " references, but " + std::to_string(hyps) + " hypotheses");
}
// A batch of two sides, which is not aligned yet.
std::unique_ptr<Batch> batch_of(const Rules& rules, const Side& ref, const Side& hyp) {
    auto batch = std::make_unique<Batch>();
    batch->rules = rules;
    batch->ref = &ref;
    batch->hyp = &hyp;
    return batch;
}

PyObject* align_sides(PyObject*, PyObject* args, PyObject* kwargs) {
    return guarded([&]() -> PyObject* {
        static const char* names[] = {"rules", "ref", "hyp", "threads", "pairs", nullptr};
        PyObject *rules, *ref, *hyp, *number = nullptr, *pairs = Py_None;
        if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OOO|OO", const_cast<char**>(names), &rules, &ref, &hyp, &number, &pairs))
            throw Failed();
        const std::size_t threads = number ? threads_of(number) : 1;
        auto batch = batch_of(From<Rules>::of(rules), From<Side>::of(ref), From<Side>::of(hyp));
        Ref none;
        if (pairs == Py_None) {
            check_numbers(batch->ref->size(), batch->hyp->size());
        } else {
            const auto [refs, hyps] = From<std::tuple<PyObject*, PyObject*>>::of(pairs);
            batch->ref_of = items_of(refs, *batch->ref);
            batch->hyp_of = items_of(hyps, *batch->hyp);
            check_numbers(batch->ref_of.size(), batch->hyp_of.size());
            if (batch->ref_of.empty()) {  // texts that no utterance aligns are not kept
                none = own(box<Side>(std::make_unique<Side>(), Ref()));
                ref = hyp = none.get();
                batch->ref = batch->hyp = &unbox<Side>(none.get());
            }
        }
        batch->threads = threads;
        without_gil([&] { align(*batch, threads); });
        return boxed(std::move(batch), {rules, ref, hyp});
    });
}

PyObject* followed(PyObject* rules, PyObject* ref, PyObject* hyp, View letters, std::vector<std::int64_t> places) {
    auto batch = batch_of(From<Rules>::of(rules), From<Side>::of(ref), From<Side>::of(hyp));
    check_numbers(batch->ref->size(), batch->hyp->size());
    const bool whole = places.size() == batch->ref->size() + 1 && places.front() == 0 && places.back() == std::int64_t(letters.size()) &&
                       std::is_sorted(places.begin(), places.end());
    if (!whole) throw std::invalid_argument("places that do not divide the letters among the utterances");
    const KnownSteps steps{letters, std::move(places)};
    without_gil([&] { align(*batch, 1, &steps); });
    return boxed(std::move(batch), {rules, ref, hyp});
}

PyObject* batch_from(PyObject* rules, PyObject* ref, PyObject* hyp, View state) {
    auto batch = batch_of(From<Rules>::of(rules), From<Side>::of(ref), From<Side>::of(hyp));
    Unpacker in(state);
    without_gil([&] { batch->unpack(in); });
    return boxed(std::move(batch), {rules, ref, hyp});
}

PyMethodDef functions[] = {
    {"align", with_keywords(align_sides), METH_VARARGS | METH_KEYWORDS,
     "align(rules, ref, hyp, threads=1, pairs=None)\n--\n\n"
     "Aligns the utterances of two sides, one with one, or the items of both that `pairs` (two columns of int64) names."},
    {"batch_from", operation<batch_from>, METH_VARARGS,
     "batch_from(rules, ref, hyp, state, /)\n--\n\nA batch from its pickled state; ValueError if that does not fit the texts."},
    {"followed", operation<followed>, METH_VARARGS,
     "followed(rules, ref, hyp, letters, places, /)\n--\n\n"
     "The alignments of two sides by known steps: letters of all utterances, and the places (int64) between which those of each stand.\n\n"
     "Networks are aligned again, for letters do not say which way they go; steps that do not fit the words are a ValueError."},
    {nullptr, nullptr, 0, nullptr}};

const Part part(functions);

}  // namespace
}  // namespace scorelite
