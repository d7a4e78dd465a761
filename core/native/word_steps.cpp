// Word steps as Python objects.
#include "word_steps.hpp"

#include "batch_python.hpp"

namespace scorelite {
namespace {

PyObject* word_steps(PyObject* object) {
    const Batch& batch = From<Batch>::of(object);
    auto steps = without_gil([&] { return std::make_unique<WordSteps>(batch); });
    return box<WordSteps>(std::move(steps), share(object));
}

PyObject* steps_words(const WordSteps& steps) {
    return list_of(steps.words(), [](View word) { return object_of(word); });
}
std::vector<std::int32_t> steps_find(const WordSteps& steps, const std::vector<View>& words) { return steps.find(words); }
PyObject* steps_word(const WordSteps& steps, std::int64_t number) {
    if (number < 0 || std::size_t(number) >= steps.words().size()) throw std::invalid_argument("no word " + std::to_string(number));
    return object_of(steps.words()[std::size_t(number)]);
}
bool steps_is_ascii(const WordSteps& steps) { return std::all_of(steps.words().begin(), steps.words().end(), is_ascii); }
PyObject* steps_counts(const WordSteps& steps) { return object_of(steps.counts); }
PyObject* steps_firsts(const WordSteps& steps, bool hyp) {
    return written_column<std::int64_t>(steps.size() + 1, [&](std::int64_t* out) {
        for (std::size_t i = 0; i <= steps.size(); ++i) *out++ = steps.words_until(hyp, i);
    });
}

PyObject* steps_numbers(const WordSteps& steps, bool hyp) {
    return written_column<std::int32_t>(std::size_t(steps.word_count(hyp)), [&](std::int32_t* out) { steps.numbers(hyp, out); });
}
PyObject* steps_column(const WordSteps& steps, bool hyp) {
    return written_column<std::int32_t>(std::size_t(steps.step_count()), [&](std::int32_t* out) { steps.column(hyp, out); });
}
std::vector<std::int64_t> steps_places(const WordSteps& steps, bool hyp, View flags) {
    return without_gil([&] { return steps.places(hyp, flags); });
}
std::vector<std::int32_t> steps_at(const WordSteps& steps, bool hyp, const std::vector<std::int64_t>& places) {
    return without_gil([&] { return steps.at(hyp, places); });
}
std::string steps_having(const WordSteps& steps, View flags) {
    return without_gil([&] { return steps.having(flags); });
}
PyObject* steps_repeats(const WordSteps& steps, bool hyp, PyObject* utterances, std::int64_t times, std::int64_t longest) {
    const bool are_all = utterances == Py_None;
    const std::vector<std::size_t> some = are_all ? std::vector<std::size_t>() : places_of(utterances, steps.size());
    Repeats found(times, longest);
    without_gil([&] { are_all ? steps.repeats(hyp, found) : steps.repeats(hyp, some, found); });
    return tuple_of(found.first, found.last, found.period);
}
std::vector<std::int64_t> steps_steps(const WordSteps& steps, bool hyp, const std::vector<std::int64_t>& words) {
    return without_gil([&] { return steps.steps_of(hyp, words); });
}
std::vector<std::int64_t> steps_before(const WordSteps& steps, bool hyp, const std::vector<std::int64_t>& places) {
    return without_gil([&] { return steps.words_before(hyp, places); });
}

PyMethodDef methods[] = {
    {"words", method<steps_words>, METH_VARARGS, "words($self, /)\n--\n\nThe different words, by their numbers."},
    {"word", method<steps_word>, METH_VARARGS, "word($self, number, /)\n--\n\nThe word with this number."},
    {"is_ascii", method<steps_is_ascii>, METH_VARARGS, "is_ascii($self, /)\n--\n\nWhether all words are of ASCII."},
    {"find", method<steps_find>, METH_VARARGS,
     "find($self, words, /)\n--\n\nThe numbers (int32) of some words, -1 of those that are not there."},
    {"counts", method<steps_counts>, METH_VARARGS,
     "counts($self, /)\n--\n\n"
     "Five int32 a word: how often it is correct, substituted, deleted, inserted, and said instead of another one."},
    {"firsts", method<steps_firsts>, METH_VARARGS,
     "firsts($self, hyp, /)\n--\n\nThe places (int64) between which the words of each utterance stand among those of a side."},
    {"numbers", method<steps_numbers>, METH_VARARGS, "numbers($self, hyp, /)\n--\n\nThe numbers (int32) of the words of a side."},
    {"places", method<steps_places>, METH_VARARGS,
     "places($self, hyp, flags, /)\n--\n\nThe places (int64) of words of a side that have a flag: one byte for each number."},
    {"at", method<steps_at>, METH_VARARGS,
     "at($self, hyp, places, /)\n--\n\nThe numbers (int32) of words of a side at places (int64) that rise."},
    {"having", method<steps_having>, METH_VARARGS,
     "having($self, flags, /)\n--\n\nA byte for each utterance: whether it has a word with a flag on either side, one byte for each "
     "number."},
    {"repeats", method<steps_repeats>, METH_VARARGS,
     "repeats($self, hyp, utterances, times, longest, /)\n--\n\n"
     "Stretches in which up to `longest` words of a side come so many times in a row, each in one of these utterances (int64; None for "
     "all): places of beginnings and ends, and periods (int64)."},
    {"column", method<steps_column>, METH_VARARGS,
     "column($self, hyp, /)\n--\n\nThe number (int32) of the word of a side in each step, -1 for none."},
    {"steps", method<steps_steps>, METH_VARARGS,
     "steps($self, hyp, words, /)\n--\n\nThe steps (int64) of words of a side: places (int64) among all of its words, which rise."},
    {"before", method<steps_before>, METH_VARARGS,
     "before($self, hyp, steps, /)\n--\n\nHow many words of a side (int64) come before steps (int64), which rise; the end is one of them."},
    {nullptr, nullptr, 0, nullptr}};
PyMethodDef functions[] = {
    {"word_steps", operation<word_steps>, METH_VARARGS, "word_steps(batch, /)\n--\n\nThe words of all steps of a batch as numbers."},
    {nullptr, nullptr, 0, nullptr}};

const Part part(functions, [](PyObject* module) {
    PyType_Slot slots[] = {{Py_tp_doc, slot("The words of all steps as numbers.")},
                           {Py_tp_new, slot(not_from_python)},
                           {Py_tp_dealloc, slot(destroy<WordSteps>)},
                           {Py_tp_methods, methods},
                           {0, nullptr}};
    add_type<WordSteps>(module, "WordSteps", slots);
});

}  // namespace
}  // namespace scorelite
