#include "operations.hpp"

namespace scorelite {
namespace {

// Each time takes the first one of the other side that is near and free: no choice makes more pairs.
std::int64_t near_pairs(const std::vector<std::int64_t>& ref, const std::vector<std::int64_t>& hyp, std::int64_t distance) {
    std::int64_t pairs = 0;
    for (std::size_t i = 0, j = 0; i < ref.size() && j < hyp.size();) {
        const std::int64_t gap = hyp[j] - ref[i];
        pairs += gap >= -distance && gap <= distance;
        i += gap >= -distance;
        j += gap <= distance;
    }
    return pairs;
}

PyMethodDef functions[] = {{"near_pairs", operation<near_pairs>, METH_VARARGS,
                            "near_pairs(ref, hyp, distance, /)\n--\n\n"
                            "The most pairs of times (int64, rising) that are no further apart than the distance, one to one."},
                           {nullptr, nullptr, 0, nullptr}};

const Part part(functions);

}  // namespace
}  // namespace scorelite
