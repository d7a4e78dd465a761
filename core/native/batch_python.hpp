// Batches as Python objects.
#pragma once
#include <memory>
#include <utility>

#include "batch.hpp"
#include "operations.hpp"

namespace scorelite {

// The Python objects of which a batch is made, which it keeps alive.
struct Sources {
    PyObject* rules;                          // of ready-made alignments only the charset
    PyObject *ref = Py_None, *hyp = Py_None;  // sides; None of ready-made alignments
    PyObject* others = Py_None;               // batches of which ready-made alignments were taken
};
inline PyObject* boxed(std::unique_ptr<Batch> batch, const Sources& sources) {
    return box<Batch>(std::move(batch), own(PyTuple_Pack(4, sources.rules, sources.ref, sources.hyp, sources.others)));
}
inline Sources sources_of(PyObject* batch) {
    const auto [rules, ref, hyp, others] = From<std::tuple<PyObject*, PyObject*, PyObject*, PyObject*>>::of(kept<Batch>(batch));
    return {rules, ref, hyp, others};
}

}  // namespace scorelite
