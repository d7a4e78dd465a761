// The module of the native core. Its names are those of core/python, whose docstrings describe them.
#include <atomic>
#include <cstdlib>
#include <iterator>
#include <map>
#include <mutex>

#include "python.hpp"

namespace scorelite {
namespace {

// What interpreters of this process have made, by their numbers; never destroyed, because threads may outlive the main one.
struct Interpreters {
    std::mutex busy;
    std::atomic<std::uint64_t> changes{1};
    std::map<std::int64_t, Made*> made;
};
Interpreters& interpreters() {
    static auto* const all = new Interpreters;
    return *all;
}

// The state of a module owns what its interpreter has made; one that is imported once more shares the types, and owns nothing.
Made*& made_of(PyObject* module) { return *static_cast<Made**>(PyModule_GetState(module)); }

void add_constants(PyObject* module) {
    for (const char* name : {"Word", "Slot"}) {  // types of records, which are tuples
        Ref record = share(reinterpret_cast<PyObject*>(&PyTuple_Type));
        if (PyModule_AddObject(module, name, record.get()) < 0) throw Failed();
        record.release();
    }
    if (PyModule_AddStringConstant(module, "NAME", "native") < 0) throw Failed();
}

void add_errors(PyObject* module) {
    PyObject*& text_error = made_here().text_error;
    if (!text_error) text_error = own(PyErr_NewException("scorelite.core._native.TextError", PyExc_ValueError, nullptr)).release();
    Ref shared = share(text_error);
    if (PyModule_AddObject(module, "TextError", shared.get()) < 0) throw Failed();
    shared.release();
}

void enter(PyObject* module) {
    Interpreters& all = interpreters();
    const std::lock_guard<std::mutex> lock(all.busy);
    Made*& made = all.made[PyInterpreterState_GetID(PyInterpreterState_Get())];
    if (made) return;
    made = made_of(module) = new Made;
    ++all.changes;
}
void leave(void* module) {
    Made* const made = made_of(static_cast<PyObject*>(module));
    if (!made) return;
    Interpreters& all = interpreters();
    const std::lock_guard<std::mutex> lock(all.busy);
    for (auto entry = all.made.begin(); entry != all.made.end();) entry = entry->second == made ? all.made.erase(entry) : std::next(entry);
    ++all.changes;
    delete made;
}

int fill(PyObject* module) {
    const auto filled = [&]() -> PyObject* {
        enter(module);
        add_constants(module);
        add_errors(module);
        Part::add_all(module);
        end_calls_at_exit();
        return module;
    };
    return guarded(filled) ? 0 : -1;
}
int traverse(PyObject* module, visitproc visit, void* arg) {
    Made* const made = made_of(module);
    if (!made) return 0;
    Py_VISIT(made->text_error);
    for (PyTypeObject* type : made->types) Py_VISIT(type);
    return 0;
}
int clear(PyObject* module) {
    Made* const made = made_of(module);
    if (!made) return 0;
    Py_CLEAR(made->text_error);
    for (PyTypeObject*& type : made->types) Py_CLEAR(type);
    return 0;
}
void release(void* module) {
    clear(static_cast<PyObject*>(module));
    leave(module);
}

// What the core promises, as numbers: a build for the stable ABI of 3.10 has no names for them. 3.12 and later read of
// interpreters with locks of their own, 3.13 and later of none at all; releases before refuse numbers that they do not know.
PyModuleDef_Slot* promised() {
    static PyModuleDef_Slot slots[] = {{4, reinterpret_cast<void*>(1)},  // Py_mod_gil: Py_MOD_GIL_NOT_USED
                                       {3, reinterpret_cast<void*>(2)},  // Py_mod_multiple_interpreters: one lock each
                                       {Py_mod_exec, slot(fill)},
                                       {0, nullptr}};
    char* rest;
    const long major = std::strtol(Py_GetVersion(), &rest, 10), minor = std::strtol(rest + 1, nullptr, 10);
    return slots + (major > 3 || minor > 12 ? 0 : minor == 12 ? 1 : 2);
}

}  // namespace

Made& made_here() {
    // A later interpreter may lie where an earlier one lay, but has then changed the list by entering it.
    struct Last {
        PyInterpreterState* interpreter = nullptr;
        std::uint64_t changes = 0;
        Made* made = nullptr;
    };
    thread_local Last last;
    Interpreters& all = interpreters();
    PyInterpreterState* const here = PyInterpreterState_Get();
    const std::uint64_t changes = all.changes.load(std::memory_order_acquire);
    if (last.interpreter != here || last.changes != changes) {
        const std::lock_guard<std::mutex> lock(all.busy);
        last = {here, changes, all.made.at(PyInterpreterState_GetID(here))};
    }
    return *last.made;
}

}  // namespace scorelite

PyMODINIT_FUNC PyInit__native() {
    using namespace scorelite;
    static PyModuleDef definition = {
        PyModuleDef_HEAD_INIT, "scorelite.core._native", "The native core.", sizeof(Made*), nullptr, promised(), traverse, clear, release};
    return PyModuleDef_Init(&definition);
}
