#include "gestalt.hpp"

#include "operations.hpp"
#include "symbol_names.hpp"

namespace scorelite {
namespace {

constexpr std::size_t kManySymbols = std::size_t(1) << 12;
class Opcodes {
    Ref list_ = own(PyList_New(0));
    std::int32_t i_ = 0, j_ = 0;

    void add(const char* tag, std::int32_t i, std::int32_t j) {
        Ref opcode = own(Py_BuildValue("(Niiii)", PyUnicode_InternFromString(tag), i_, i, j_, j));
        if (PyList_Append(list_.get(), opcode.get()) < 0) throw Failed();
        i_ = i;
        j_ = j;
    }

  public:
    void reach(std::int32_t i, std::int32_t j) {
        if (i_ < i || j_ < j) add(j_ == j ? "delete" : i_ == i ? "insert" : "replace", i, j);
    }
    void equal(std::int32_t length) {
        if (length) add("equal", i_ + length, j_ + length);
    }
    PyObject* release() { return list_.release(); }
};

PyObject* opcodes(PyObject* ref, PyObject* hyp, bool autojunk) {
    Ref refs = own(PySequence_Tuple(ref)), hyps = own(PySequence_Tuple(hyp));
    const Py_ssize_t n = PyTuple_Size(refs.get()), m = PyTuple_Size(hyps.get());
    if (n > INT32_MAX / 4 || m > INT32_MAX / 4) throw std::bad_alloc();
    SymbolNames names;
    names.start();
    Gestalt gestalt;
    for (PyObject* symbol : items_of(refs.get())) gestalt.ref.push_back(std::uint32_t(names.number(symbol)));
    for (PyObject* symbol : items_of(hyps.get())) gestalt.hyp.push_back(std::uint32_t(names.number(symbol)));
    if (autojunk) gestalt.find_popular(names.count());
    if (std::size_t(n + m) < kManySymbols)
        gestalt.match();
    else
        without_gil([&] { gestalt.match(); });
    Opcodes codes;
    const std::vector<Block>& blocks = gestalt.blocks;
    for (std::size_t k = 0; k < blocks.size();) {
        const Block first = blocks[k];
        std::int32_t length = first.length;
        for (++k; k < blocks.size() && blocks[k].i == first.i + length && blocks[k].j == first.j + length; ++k) length += blocks[k].length;
        codes.reach(first.i, first.j);
        codes.equal(length);
    }
    codes.reach(std::int32_t(n), std::int32_t(m));
    return codes.release();
}

PyMethodDef functions[] = {{"opcodes", operation<opcodes>, METH_VARARGS,
                            "opcodes(ref, hyp, autojunk, /)\n--\n\n"
                            "Opcodes of difflib's SequenceMatcher: by longest common blocks, not the cheapest alignment."},
                           {nullptr, nullptr, 0, nullptr}};

const Part part(functions);

}  // namespace
}  // namespace scorelite
