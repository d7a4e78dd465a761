#include <algorithm>

#include "decoded.hpp"
#include "operations.hpp"
#include "signals.hpp"
#include "utterance_text.hpp"

namespace scorelite {
namespace {

using Columns = std::vector<std::vector<View>>;

// Adds the cells of a line; false where it has more or fewer than there are columns.
bool add_cells(View line, char sign, Columns& columns) {
    std::size_t at = 0;
    for (std::size_t k = 0; k < columns.size(); ++k) {
        const std::size_t end = std::min(line.find(sign, at), line.size());
        if ((end == line.size()) != (k + 1 == columns.size())) return false;
        columns[k].push_back(stripped(line.substr(at, end - at)));
        at = end + 1;
    }
    return true;
}

PyObject* separated_cells(PyObject* text, std::int64_t size, const std::string& sign) {
    if (size < 1 || sign.size() != 1) throw std::invalid_argument("a column or more, and a sign of one byte, expected");
    const Ref bytes = bytes_of_text(text);
    const View lines = view_of(bytes.get());
    const std::size_t count = std::size_t(size);
    Columns columns(count);
    const bool sound = without_gil([&] {
        Ticks ticks;
        const std::size_t rows = std::size_t(std::count(lines.begin(), lines.end(), '\n'));
        for (auto& column : columns) column.reserve(std::min(rows, lines.size() / count));  // a line may have far too few cells
        for (std::size_t at = 0; at < lines.size();) {
            const std::size_t end = std::min(lines.find('\n', at), lines.size());
            ticks.spend(1 + (end - at) / 16);
            if (!add_cells(lines.substr(at, end - at), sign[0], columns)) return false;
            at = end + 1;
        }
        return true;
    });
    if (!sound) return share(Py_None).release();
    return list_of(columns, [](const std::vector<View>& column) { return shared_list(column, text_of); });
}

PyMethodDef functions[] = {
    {"separated_cells", operation<separated_cells>, METH_VARARGS,
     "separated_cells(text, size, sign, /)\n--\n\n"
     "The columns of lines of so many cells with a sign between them, without blanks around cells; None where a line has "
     "more or fewer."},
    {nullptr, nullptr, 0, nullptr}};

const Part part(functions);

}  // namespace
}  // namespace scorelite
