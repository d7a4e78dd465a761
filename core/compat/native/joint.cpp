#include "joint.hpp"

#include "../../native/operations.hpp"

namespace scorelite {
namespace {

using Column = std::vector<std::int32_t>;

Column checked(Column places, std::size_t below) {
    for (std::int32_t place : places)
        if (place < 0 || std::size_t(place) >= below) throw std::invalid_argument("a word follows one that is not before it");
    return places;
}

// Kinds, begins, ends, costs alone, whether timed, places before each word (None for a chain), last places.
using StreamColumns = std::tuple<Column, Column, Column, Column, std::vector<std::uint8_t>, std::optional<std::vector<Column>>, Column>;

}  // namespace

template <> struct From<JointStream> {
    static JointStream of(PyObject* item) {
        JointStream stream;
        std::optional<std::vector<Column>> before;
        std::tie(stream.kinds, stream.begins, stream.ends, stream.alone, stream.timed, before, stream.lasts) =
            From<StreamColumns>::of(item);
        const std::size_t size = stream.size();
        if (stream.begins.size() != size || stream.ends.size() != size || stream.alone.size() != size || stream.timed.size() != size ||
            (before && before->size() != size))
            throw std::invalid_argument("columns of a stream differ in length");
        for (std::size_t k = 0; k < size; ++k)
            stream.before.push_back(before ? checked(std::move((*before)[k]), k + 1) : Column{std::int32_t(k)});
        stream.lasts = checked(std::move(stream.lasts), size + 1);
        return stream;
    }
};

namespace {

void check_kinds(const std::vector<JointStream>& streams, const JointRules& rules) {
    if (streams.empty() || rules.hypotheses > streams.size()) throw std::invalid_argument("fewer streams than hypotheses");
    // Without words of references no pair is asked for.
    const std::size_t rows = rules.width ? rules.costs.size() / rules.width : SIZE_MAX;
    for (std::size_t s = 0; s < streams.size(); ++s)
        for (std::int32_t kind : streams[s].kinds)
            if (kind < 0 || std::size_t(kind) >= (s < rules.hypotheses ? rows : rules.width))
                throw std::invalid_argument("no costs for kind " + std::to_string(kind));
}

PyObject* answer(const JointSteps& path) {
    Ref list = own(list_of(path.steps, [](const Column& step) {
        Ref places = own(PyTuple_New(Py_ssize_t(step.size())));
        for (std::size_t s = 0; s < step.size(); ++s) PyTuple_SetItem(places.get(), Py_ssize_t(s), own(PyLong_FromLong(step[s])).release());
        return places.release();
    }));
    return tuple_of(path.cost, std::move(list));
}

using Limits = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t>;
// The lattice of streams and rules that Python hands over.
JointLattice lattice_of(std::vector<JointStream> streams, Py_ssize_t hypotheses, Column costs, Py_ssize_t width, Limits limits) {
    JointRules rules;
    rules.hypotheses = std::size_t(std::max<Py_ssize_t>(hypotheses, 0));
    rules.width = std::size_t(std::max<Py_ssize_t>(width, 0));
    rules.costs = std::move(costs);
    std::tie(rules.adaptive, rules.duration, rules.near, rules.prune) = limits;
    rules.duration = std::max<std::int64_t>(rules.duration, 1);
    check_kinds(streams, rules);
    return JointLattice(std::move(streams), std::move(rules));
}

PyObject* joint_steps(std::vector<JointStream> streams, Py_ssize_t hypotheses, Column costs, Py_ssize_t width, Limits limits) {
    JointLattice lattice = lattice_of(std::move(streams), hypotheses, std::move(costs), width, limits);
    return answer(without_gil([&] { return lattice.steps(); }));
}

std::size_t joint_reached(std::vector<JointStream> streams, Py_ssize_t hypotheses, Column costs, Py_ssize_t width, Limits limits) {
    JointLattice lattice = lattice_of(std::move(streams), hypotheses, std::move(costs), width, limits);
    return without_gil([&] { return lattice.reached(); });
}

PyObject* joint_columns(std::vector<JointStream> streams, std::vector<std::uint8_t> alike, Py_ssize_t width, std::int64_t differing) {
    JointRules rules;
    rules.hypotheses = 0, rules.width = std::size_t(std::max<Py_ssize_t>(width, 0));
    check_kinds(streams, rules);
    if (alike.size() != rules.width * rules.width) throw std::invalid_argument("the matrix of kinds is not square");
    return answer(without_gil([&] { return ColumnLattice(std::move(streams), std::move(alike), rules.width, differing).steps(); }));
}

PyMethodDef functions[] = {{"joint_steps", operation<joint_steps>, METH_VARARGS,
                            "joint_steps(streams, hypotheses, costs, width, limits, /)\n--\n\n"
                            "Cost and steps of the cheapest alignment of several streams of words at once: the place of each\n"
                            "stream that moves, 0 for one that stays. A step moves one stream, or a hypothesis and a reference."},
                           {"joint_reached", operation<joint_reached>, METH_VARARGS,
                            "joint_reached(streams, hypotheses, costs, width, limits, /)\n--\n\n"
                            "How many cells of the lattice of joint_steps() a path to an end may visit."},
                           {"joint_columns", operation<joint_columns>, METH_VARARGS,
                            "joint_columns(streams, alike, width, differing, /)\n--\n\n"
                            "Cost and steps of the cheapest alignment of several streams of equal rank: a step moves any of them."},
                           {nullptr, nullptr, 0, nullptr}};

const Part part(functions);

}  // namespace
}  // namespace scorelite
