#include "buffer.hpp"
#include "python.hpp"

namespace scorelite {
namespace {

PyObject* shown_times(PyObject*, PyObject* args) {
    return guarded([&]() -> PyObject* {
        PyObject *column, *parts[3];
        int decimals;
        if (!PyArg_ParseTuple(args, "OiOOO", &column, &decimals, &parts[0], &parts[1], &parts[2])) throw Failed();
        if (decimals < 0 || decimals > 6) throw std::invalid_argument(std::to_string(decimals) + " decimals; expected 0 to 6");
        const Numbers times = numbers_of(column);
        if (times.size() % 2) throw std::invalid_argument("an odd number of times; expected two for each text");
        const View before = view_of(parts[0]), between = view_of(parts[1]), behind = view_of(parts[2]);
        std::vector<std::size_t> places;
        for (std::size_t k = 0; k < times.size(); k += 2) places.push_back(k);
        Buffer text;
        return list_of(places, [&](std::size_t k) {
            text.clear();
            text.append(before);
            append_number(text, decimals, times[k]);
            text.append(between);
            append_number(text, decimals, times[k + 1]);
            text.append(behind);
            return bytes_of(text.view());
        });
    });
}

PyMethodDef functions[] = {{"shown_times", shown_times, METH_VARARGS,
                            "shown_times(times, decimals, before, between, behind, /)\n--\n\n"
                            "A text for each pair of times (float64), which are shown with so many decimals."},
                           {nullptr, nullptr, 0, nullptr}};

const Part part([](PyObject* module) { add_functions(module, functions); });

}  // namespace
}  // namespace scorelite
