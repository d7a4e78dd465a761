#include "python.hpp"

#include <unordered_map>

#include "chunks.hpp"
#include "table.hpp"

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
PyObject* runs_list(const Table::Runs& runs) {
    return list_of(runs, [](const std::pair<std::size_t, View>& run) {
        return Py_BuildValue("(ny#)", Py_ssize_t(run.first), run.second.data(), Py_ssize_t(run.second.size()));
    });
}
// A list in which equal words are one object: most come many times.
PyObject* shared_words(const std::vector<View>& words) {
    std::unordered_map<View, PyObject*> known;
    return list_of(words, [&](View word) {
        PyObject*& object = known[word];
        if (object) return share(object).release();
        return object = bytes_of(word);
    });
}
PyObject* make_table(PyObject*, PyObject* args) {
    return guarded([&]() -> PyObject* {
        PyObject* data;
        Py_ssize_t longest;
        if (!PyArg_ParseTuple(args, "On", &data, &longest)) throw Failed();
        const View text = view_of(data);
        Table table;
        {
            WithoutGil released;
            if (!table.read(text, std::size_t(longest))) table.words.clear();
        }
        if (table.words.empty()) return share(Py_None).release();
        Ref files = own(runs_list(table.files)), channels = own(runs_list(table.channels)), words = own(shared_words(table.words));
        Ref begin = own(bytes_of(table.begin)), duration = own(bytes_of(table.duration)), confidence = own(bytes_of(table.confidence));
        return Py_BuildValue("(OOOOOOn)", files.get(), channels.get(), begin.get(), duration.get(), words.get(), confidence.get(),
                             Py_ssize_t(table.first_confidence));
    });
}

PyMethodDef functions[] = {
    {"ctm_table", make_table, METH_VARARGS,
     "ctm_table(text, longest, /)\n--\n\nThe columns of ctm rows that have equally many fields and plain numbers, or None."},
    {"ctm_chunks", make_chunks, METH_VARARGS,
     "ctm_chunks(ref_begin, ref_duration, inside, hyp_begin, hyp_duration, late, /)\n--\n\n"
     "The last words of the chunks into which two channels are cut."},
    {nullptr, nullptr, 0, nullptr}};

const Part part([](PyObject* module) { add_functions(module, functions); });

}  // namespace
}  // namespace scorelite
