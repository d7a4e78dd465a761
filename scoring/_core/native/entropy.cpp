#include "python.hpp"

#include <cmath>

namespace scorelite {
namespace {

constexpr double kLog2E = 1.4426950408889634;

PyObject* information(PyObject*, PyObject* args) {
    return guarded([&]() -> PyObject* {
        PyObject *letters, *column;
        double lowest, highest;
        if (!PyArg_ParseTuple(args, "OOdd", &letters, &column, &lowest, &highest)) throw Failed();
        const View operations = view_of(letters);
        const std::vector<double> confidences = column_of<double>(column);
        if (operations.size() != confidences.size()) throw std::invalid_argument("a confidence for every operation expected");
        double right = 0.0, wrong = 0.0;
        long long words = 0, outside = 0;
        for (std::size_t k = 0; k < confidences.size(); ++k) {
            double confidence = confidences[k];
            if (std::isnan(confidence)) continue;
            ++words;
            if (confidence < lowest || confidence > highest) {
                outside += confidence < 0.0 || confidence > 1.0;
                confidence = confidence < lowest ? lowest : highest;
            }
            if (operations[k] == 'C')
                right += std::log(confidence) * kLog2E;
            else
                wrong += std::log(1.0 - confidence) * kLog2E;
        }
        return Py_BuildValue("(ddLL)", right, wrong, words, outside);
    });
}

PyMethodDef functions[] = {
    {"information", information, METH_VARARGS,
     "information(operations, confidences, lowest, highest, /)\n--\n\n"
     "Sums of logarithms over right and over wrong words, number of words, and number of confidences outside 0 to 1."},
    {nullptr, nullptr, 0, nullptr}};

const Part part([](PyObject* module) { add_functions(module, functions); });

}  // namespace
}  // namespace scorelite
