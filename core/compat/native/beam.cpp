// Edit distances of characters, searched near the diagonal alone, as tercom, sacreBLEU and torchmetrics search them: where the best path
// leaves that beam, the distance is larger than the true one.
#include <algorithm>
#include <cmath>

#include "../../native/operations.hpp"

namespace scorelite {
namespace {

using Letters = std::vector<Py_UCS4>;
constexpr double kNever = 1e16;  // of a cell that no path reaches

Letters letters_of(PyObject* text) {
    if (!PyUnicode_Check(text)) throw_type_error("a text must be str");
    Letters letters(std::size_t(PyUnicode_GetLength(text)) + 1);
    if (!PyUnicode_AsUCS4(text, letters.data(), Py_ssize_t(letters.size()), 1)) throw Failed();
    letters.pop_back();
    return letters;
}
std::vector<Letters> texts_of(PyObject* texts) {
    std::vector<Letters> out;
    for (PyObject* text : items_of(texts)) out.push_back(letters_of(text));
    return out;
}

// Rows of costs, of which only the columns of the beam are filled; all others are out of reach.
class Beam {
    const double substitution_, width_;
    std::vector<double> above_, here_;
    Ticks ticks_;

  public:
    Beam(double substitution, double width) : substitution_(substitution), width_(width) {}

    double distance(const Letters& hyp, const Letters& ref) {
        const std::size_t n = hyp.size(), m = ref.size();
        here_.resize(m + 1);
        for (std::size_t j = 0; j <= m; ++j) here_[j] = double(j);
        const double ratio = n ? double(m) / double(n) : 1.0;
        const double width = ratio / 2 > width_ ? std::ceil(ratio / 2 + width_) : width_;
        for (std::size_t i = 1; i <= n; ++i) {
            const double middle = std::floor(double(i) * ratio);
            const auto first = std::size_t(std::max(0.0, middle - width));
            const std::size_t end = i == n ? m + 1 : std::size_t(std::min(double(m + 1), middle + width));
            above_.swap(here_);
            here_.assign(m + 1, kNever);
            ticks_.spend(end - std::min(first, end));
            for (std::size_t j = first; j < end; ++j) {
                if (!j) {
                    here_[0] = above_[0] + 1;
                    continue;
                }
                const double across = above_[j - 1] + (hyp[i - 1] == ref[j - 1] ? 0.0 : substitution_);
                here_[j] = std::min({kNever, across, above_[j] + 1, here_[j - 1] + 1});
            }
        }
        return here_[m];
    }
};

std::vector<double> beam_distances(PyObject* hyps, PyObject* refs, double substitution, double width) {
    const std::vector<Letters> first = texts_of(hyps), other = texts_of(refs);
    if (first.size() != other.size())
        throw std::invalid_argument(std::to_string(first.size()) + " hypotheses, but " + std::to_string(other.size()) + " references");
    return without_gil([&] {
        Beam beam(substitution, width);
        std::vector<double> distances(first.size());
        for (std::size_t k = 0; k < first.size(); ++k) distances[k] = beam.distance(first[k], other[k]);
        return distances;
    });
}

PyMethodDef functions[] = {
    {"beam_distances", operation<beam_distances>, METH_VARARGS,
     "beam_distances(hyps, refs, substitution, width, /)\n--\n\nThe edit distance (float64) of each pair of texts, searched in a beam."},
    {nullptr, nullptr, 0, nullptr}};

const Part part(functions);

}  // namespace
}  // namespace scorelite
