#include "operations.hpp"

#include <algorithm>
#include <cmath>

namespace scorelite {
namespace {

constexpr double kLog2E = 1.4426950408889634;

// What confidences tell: sums of logarithms over right and over wrong words.
struct Information {
    double lowest, highest, right = 0.0, wrong = 0.0;
    long long words = 0, outside = 0;

    void add(char operation, double confidence) {
        if (std::isnan(confidence)) return;
        ++words;
        if (confidence < lowest || confidence > highest) {
            outside += confidence < 0.0 || confidence > 1.0;
            confidence = confidence < lowest ? lowest : highest;
        }
        if (operation == 'C')
            right += std::log(confidence) * kLog2E;
        else
            wrong += std::log(1.0 - confidence) * kLog2E;
    }
};

// What the confidences of each stretch of operations tell.
class InformationRows {
    std::vector<double> right_, wrong_;
    std::vector<std::int32_t> words_, outside_;

  public:
    void add(const Information& sums) {
        right_.push_back(sums.right);
        wrong_.push_back(sums.wrong);
        words_.push_back(std::int32_t(sums.words));
        outside_.push_back(std::int32_t(sums.outside));
    }
    PyObject* columns() const { return tuple_of(right_, wrong_, words_, outside_); }
};

void check_sizes(View operations, Numbers confidences) {
    if (operations.size() != confidences.size()) throw std::invalid_argument("a confidence for every operation expected");
}

PyObject* information_rows(View operations, Numbers confidences, const std::vector<std::int64_t>& places, double lowest, double highest) {
    check_sizes(operations, confidences);
    InformationRows rows;
    without_gil([&] {
        Ticks ticks;
        for (std::size_t row = 0; row + 1 < places.size(); ++row) {
            const std::int64_t begin = places[row], end = places[row + 1];
            if (begin < 0 || end < begin || std::size_t(end) > confidences.size())
                throw std::invalid_argument("places outside of the operations, or in disorder");
            ticks.spend(1 + 8 * std::size_t(end - begin));
            Information sums{lowest, highest};
            for (auto k = std::size_t(begin); k < std::size_t(end); ++k) sums.add(operations[k], confidences[k]);
            rows.add(sums);
        }
    });
    return rows.columns();
}

PyObject* sorted_confidences(View operations, Numbers confidences) {
    check_sizes(operations, confidences);
    std::vector<std::pair<double, char>> words;
    for (std::size_t k = 0; k < confidences.size(); ++k)
        if (!std::isnan(confidences[k])) words.emplace_back(confidences[k], operations[k] == 'C');
    std::stable_sort(words.begin(), words.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<double> sorted, right, wrong;
    std::vector<char> flags;
    for (const auto& [confidence, is_right] : words) {
        sorted.push_back(confidence);
        flags.push_back(is_right);
        (is_right ? right : wrong).push_back(confidence);
    }
    return tuple_of(sorted, flags, right, wrong);
}

// The normal deviate of a probability, by the approximation of Beasley and Springer.
double deviate(double probability) {
    constexpr double epsilon = 2.2204e-16;
    probability = probability >= 1.0 ? 1 - epsilon : probability <= 0.0 ? epsilon : probability;
    const double offset = probability - 0.5;
    if (std::fabs(offset) <= 0.42) {
        const double r = offset * offset;
        const double above = ((-25.4410604963 * r + 41.3911977353) * r - 18.6150006252) * r + 2.5066282388;
        const double below = (((3.1308290983 * r - 21.0622410182) * r + 23.0833674374) * r - 8.4735109309) * r + 1.0;
        return offset * above / below;
    }
    const double r = std::sqrt(-std::log(offset > 0.0 ? 1.0 - probability : probability));
    const double above = ((2.3212127685 * r + 4.8501412713) * r - 2.2979647913) * r - 2.7871893113;
    const double value = above / ((1.6370678189 * r + 3.5438892476) * r + 1.0);
    return offset < 0 ? -value : value;
}
std::string shown(double value) {
    std::string text;
    append_number(text, 6, value);
    return text;
}
// Lines of right words lost and wrong words kept, as normal deviates, for a rising threshold.
std::string det_lines(Numbers right, Numbers wrong, std::size_t most) {
    constexpr std::size_t kUsual = 20;  // bytes of a line
    std::string out;
    if (right.size() + wrong.size() < 2 || !most) return out;
    out.reserve(std::min(right.size() + wrong.size(), most) * kUsual);
    out = shown(deviate(0.0005)) + " " + shown(deviate(0.5)) + "\n";
    // Without right (or wrong) words their share is 0/0, and one point too many is left out.
    std::string miss = !right.size() ? "nan" : shown(deviate(0.0)), alarm = !wrong.size() ? "nan" : shown(deviate(1.0));
    std::size_t lost = 0, dropped = 0;
    Ticks ticks;
    for (std::size_t lines = 1; lines < most && (lost + 1 < right.size() || dropped + 1 < wrong.size()); ++lines) {
        ticks.spend(64);
        // NaN is neither less nor greater; the loop ends nevertheless.
        if (lost + 1 < right.size() && (dropped + 1 >= wrong.size() || right[lost + 1] <= wrong[dropped + 1])) {
            ++lost;
            miss = shown(deviate(double(lost) / double(right.size())));
        } else {
            ++dropped;
            alarm = shown(deviate(double(wrong.size() - dropped) / double(wrong.size())));
        }
        ((out += miss) += ' ') += alarm;
        out += '\n';
    }
    return out;
}
std::string det_curve(Numbers right, Numbers wrong, Py_ssize_t most) {
    return without_gil([&] { return det_lines(right, wrong, std::size_t(std::max<Py_ssize_t>(0, most))); });
}

PyMethodDef functions[] = {
    {"det_curve", operation<det_curve>, METH_VARARGS,
     "det_curve(right, wrong, most, /)\n--\n\n"
     "Lines of a DET curve from sorted confidences of right and of wrong words (float64); `most` is their largest number."},
    {"sorted_confidences", operation<sorted_confidences>, METH_VARARGS,
     "sorted_confidences(operations, confidences, /)\n--\n\n"
     "Confidences (float64) of words in their order, a byte each that says whether the word is right, then those of right words and of "
     "wrong words; NaN stands for no word."},
    {"information_rows", operation<information_rows>, METH_VARARGS,
     "information_rows(operations, confidences, places, lowest, highest, /)\n--\n\n"
     "For the stretches of operations between places (int64): sums of logarithms over right and over wrong words (float64), numbers of "
     "words, and of confidences outside 0 to 1 (int32)."},
    {nullptr, nullptr, 0, nullptr}};

const Part part(functions);

}  // namespace
}  // namespace scorelite
