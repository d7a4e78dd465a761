#include "joint.hpp"

#include "../../native/python.hpp"

namespace scorelite {
namespace {

using Column = std::vector<std::int32_t>;

Column checked(Column places, std::size_t below) {
    for (std::int32_t place : places)
        if (place < 0 || std::size_t(place) >= below) throw std::invalid_argument("a word follows one that is not before it");
    return places;
}

// Places before each word: None for a chain, else one column of int32 for each word.
void read_before(PyObject* given, JointStream& stream) {
    const std::size_t size = stream.size();
    if (given == Py_None) {
        for (std::size_t k = 0; k < size; ++k) stream.before.push_back({std::int32_t(k)});
        return;
    }
    Ref all = own(PySequence_Tuple(given));
    if (std::size_t(PyTuple_Size(all.get())) != size) throw std::invalid_argument("columns of a stream differ in length");
    for (std::size_t k = 0; k < size; ++k)
        stream.before.push_back(checked(column_of<std::int32_t>(PyTuple_GetItem(all.get(), Py_ssize_t(k))), k + 1));
}

JointStream stream_of(PyObject* item) {
    PyObject *kinds, *begins, *ends, *alone, *timed, *before, *lasts;
    if (!PyArg_ParseTuple(item, "OOOOOOO", &kinds, &begins, &ends, &alone, &timed, &before, &lasts)) throw Failed();
    JointStream stream;
    stream.kinds = column_of<std::int32_t>(kinds);
    stream.begins = column_of<std::int32_t>(begins);
    stream.ends = column_of<std::int32_t>(ends);
    stream.alone = column_of<std::int32_t>(alone);
    stream.timed = column_of<std::uint8_t>(timed);
    const std::size_t size = stream.size();
    if (stream.begins.size() != size || stream.ends.size() != size || stream.alone.size() != size || stream.timed.size() != size)
        throw std::invalid_argument("columns of a stream differ in length");
    read_before(before, stream);
    stream.lasts = checked(column_of<std::int32_t>(lasts), size + 1);
    return stream;
}

void check_kinds(const std::vector<JointStream>& streams, const JointRules& rules) {
    if (streams.empty() || rules.hypotheses > streams.size()) throw std::invalid_argument("fewer streams than hypotheses");
    // Without words of references no pair is asked for.
    const std::size_t rows = rules.width ? rules.costs.size() / rules.width : SIZE_MAX;
    for (std::size_t s = 0; s < streams.size(); ++s)
        for (std::int32_t kind : streams[s].kinds)
            if (kind < 0 || std::size_t(kind) >= (s < rules.hypotheses ? rows : rules.width))
                throw std::invalid_argument("no costs for kind " + std::to_string(kind));
}

std::vector<JointStream> streams_of(PyObject* given) {
    Ref all = own(PySequence_Tuple(given));
    std::vector<JointStream> streams;
    for (Py_ssize_t k = 0; k < PyTuple_Size(all.get()); ++k) streams.push_back(stream_of(PyTuple_GetItem(all.get(), k)));
    return streams;
}

PyObject* answer(std::int64_t cost, const std::vector<std::vector<std::int32_t>>& steps) {
    Ref list = own(list_of(steps, [](const std::vector<std::int32_t>& step) -> PyObject* {
        Ref places = own(PyTuple_New(Py_ssize_t(step.size())));
        for (std::size_t s = 0; s < step.size(); ++s) PyTuple_SetItem(places.get(), Py_ssize_t(s), own(PyLong_FromLong(step[s])).release());
        return places.release();
    }));
    return Py_BuildValue("(LO)", static_cast<long long>(cost), list.get());
}

// The lattice of streams and rules that Python hands over.
JointLattice lattice_of(PyObject* args) {
    PyObject *given, *costs;
    Py_ssize_t hypotheses, width;
    long long adaptive, duration, near, prune;
    if (!PyArg_ParseTuple(args, "OnOn(LLLL)", &given, &hypotheses, &costs, &width, &adaptive, &duration, &near, &prune)) throw Failed();
    std::vector<JointStream> streams = streams_of(given);
    JointRules rules;
    rules.hypotheses = std::size_t(std::max<Py_ssize_t>(hypotheses, 0));
    rules.width = std::size_t(std::max<Py_ssize_t>(width, 0));
    rules.costs = column_of<std::int32_t>(costs);
    rules.adaptive = adaptive, rules.duration = std::max(duration, 1LL), rules.near = near, rules.prune = prune;
    check_kinds(streams, rules);
    return JointLattice(std::move(streams), std::move(rules));
}

PyObject* joint_steps(PyObject*, PyObject* args) {
    return guarded([&]() -> PyObject* {
        JointLattice lattice = lattice_of(args);
        std::int64_t cost = 0;
        std::vector<JointLattice::Places> steps;
        {
            WithoutGil free;
            steps = lattice.steps(cost);
        }
        return answer(cost, steps);
    });
}

PyObject* joint_reached(PyObject*, PyObject* args) {
    return guarded([&]() -> PyObject* {
        JointLattice lattice = lattice_of(args);
        std::size_t reached = 0;
        {
            WithoutGil free;
            reached = lattice.reached();
        }
        return PyLong_FromSize_t(reached);
    });
}

PyObject* joint_columns(PyObject*, PyObject* args) {
    return guarded([&]() -> PyObject* {
        PyObject *given, *alike;
        Py_ssize_t width;
        long long differing;
        if (!PyArg_ParseTuple(args, "OOnL", &given, &alike, &width, &differing)) throw Failed();
        std::vector<JointStream> streams = streams_of(given);
        JointRules rules;
        rules.hypotheses = 0, rules.width = std::size_t(std::max<Py_ssize_t>(width, 0));
        check_kinds(streams, rules);
        std::vector<std::uint8_t> matrix = column_of<std::uint8_t>(alike);
        if (matrix.size() != rules.width * rules.width) throw std::invalid_argument("the matrix of kinds is not square");
        std::int64_t cost = 0;
        std::vector<ColumnLattice::Places> steps;
        {
            WithoutGil free;
            steps = ColumnLattice(std::move(streams), std::move(matrix), rules.width, differing).steps(cost);
        }
        return answer(cost, steps);
    });
}

PyMethodDef functions[] = {{"joint_steps", joint_steps, METH_VARARGS,
                            "joint_steps(streams, hypotheses, costs, width, limits, /)\n--\n\n"
                            "Cost and steps of the cheapest alignment of several streams of words at once: the place of each\n"
                            "stream that moves, 0 for one that stays. A step moves one stream, or a hypothesis and a reference."},
                           {"joint_reached", joint_reached, METH_VARARGS,
                            "joint_reached(streams, hypotheses, costs, width, limits, /)\n--\n\n"
                            "How many cells of the lattice of joint_steps() a path to an end may visit."},
                           {"joint_columns", joint_columns, METH_VARARGS,
                            "joint_columns(streams, alike, width, differing, /)\n--\n\n"
                            "Cost and steps of the cheapest alignment of several streams of equal rank: a step moves any of them."},
                           {nullptr, nullptr, 0, nullptr}};

const Part part([](PyObject* module) { add_functions(module, functions); });

}  // namespace
}  // namespace scorelite
