// Tables of stm files whose rows all have a label, a text and plain numbers.
#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "../../native/plain_numbers.hpp"
#include "../../native/python.hpp"
#include "shared_words.hpp"

namespace scorelite {
namespace {

class StmTable {
    enum { kFile, kBegin = 3, kEnd, kLabel, kText, kFields };

  public:
    std::array<std::vector<View>, kFields> columns;
    std::vector<double> begins, ends;  // in single precision

    // Reads a text; false if a line that is no comment has another form, or there is none.
    bool read(View text) {
        if (text.empty() || text.back() != '\n') return false;
        Ticks ticks;
        for (std::size_t at = 0; at < text.size();) {
            ticks.spend(64);
            const std::size_t end = text.find('\n', at);
            const View line = text.substr(at, end - at);
            if (line.substr(0, 2) != ";;" && !row(line)) return false;
            at = end + 1;
        }
        return !begins.empty();
    }

  private:
    static bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

    bool row(View line) {
        View fields[kFields];
        std::size_t at = 0;
        for (std::size_t k = 0; k < kFields; ++k) {
            while (at < line.size() && is_blank(line[at])) ++at;
            const std::size_t from = at;
            if (from == line.size()) return false;
            while (at < line.size() && (k == kText || !is_blank(line[at]))) ++at;
            fields[k] = line.substr(from, at - from);
        }
        double begin, end;
        if (!plain_number(fields[kBegin], begin) || !plain_number(fields[kEnd], end)) return false;
        if (fields[kLabel][0] != '<' || fields[kFile][0] == ';' || fields[kFile][0] == '*') return false;
        begins.push_back(double(float(begin)));
        ends.push_back(double(float(end)));
        for (std::size_t k = 0; k < kFields; ++k)
            if (k != kBegin && k != kEnd) columns[k].push_back(fields[k]);
        return true;
    }
};

PyObject* stm_table(PyObject*, PyObject* data) {
    return guarded([&]() -> PyObject* {
        const View text = view_of(data);
        StmTable table;
        bool plain;
        {
            WithoutGil released;
            plain = table.read(text);
        }
        if (!plain) Py_RETURN_NONE;
        Ref found = own(PyTuple_New(Py_ssize_t(table.columns.size())));
        Py_ssize_t place = 0;
        for (const std::vector<View>& column : table.columns) {
            PyObject* made = place == 3 ? bytes_of(table.begins) : place == 4 ? bytes_of(table.ends) : shared_words(column);
            if (PyTuple_SetItem(found.get(), place++, own(made).release()) < 0) throw Failed();
        }
        return found.release();
    });
}

PyMethodDef functions[] = {{"stm_table", stm_table, METH_O,
                            "stm_table(text, /)\n--\n\n"
                            "The columns of stm rows that all have a label, a text and plain numbers, without comments, or None; times are "
                            "rounded to single precision."},
                           {nullptr, nullptr, 0, nullptr}};

const Part part([](PyObject* module) { add_functions(module, functions); });

}  // namespace
}  // namespace scorelite
