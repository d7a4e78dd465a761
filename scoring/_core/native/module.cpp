// The module of the native core. Its names are those of scoring/_core/python, whose docstrings describe them.
#include "python.hpp"

namespace {
using namespace scorelite;

void add_constants(PyObject* module) {
    for (const char* name : {"Word", "Slot"}) {  // types of records, which are tuples
        Ref record = share(reinterpret_cast<PyObject*>(&PyTuple_Type));
        if (PyModule_AddObject(module, name, record.get()) < 0) throw Failed();
        record.release();
    }
    if (PyModule_AddStringConstant(module, "NAME", "native") < 0) throw Failed();
}

void add_errors(PyObject* module) {
    text_error = PyErr_NewException("scorelite.scoring._core._native.TextError", PyExc_ValueError, nullptr);
    if (!text_error) throw Failed();
    Py_INCREF(text_error);
    if (PyModule_AddObject(module, "TextError", text_error) < 0) throw Failed();
}

PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "scorelite.scoring._core._native", "The native core.", -1, nullptr, nullptr, nullptr, nullptr, nullptr};

}  // namespace

PyMODINIT_FUNC PyInit__native() {
    return guarded([]() -> PyObject* {
        Ref module = own(PyModule_Create(&definition));
        add_constants(module.get());
        add_errors(module.get());
        Part::add_all(module.get());
        return module.release();
    });
}
