// Bootstrap samples drawn with rand() of Linux's C library, as Kaldi draws them.
#include <cstring>

#include "../../native/draws.hpp"
#include "../../native/samples.hpp"

namespace scorelite {
namespace {

// The C library's rand() on Linux: every number is the sum of the numbers 3 and 31 before it. It is also the sum of the numbers 9, 31, 34
// and 37 before it, so that eight can be computed side by side.
class GlibcPlaces {
    static constexpr int kBefore = 37, kBlock = 744;
    std::uint32_t values_[kBefore + kBlock];
    const std::uint32_t count_;

    SCORELITE_INLINE void make(std::uint32_t* places) {
        std::uint32_t* v = values_ + kBefore;
        for (int k = 0; k < kBlock; k += 8)
            for (int l = k; l < k + 8; ++l) v[l] = v[l - 9] + v[l - 31] + v[l - 34] + v[l - 37];
        const double inverse = 1.0 / count_;
        const std::int32_t count = std::int32_t(count_);
        for (int k = 0; k < kBlock; ++k) {
            const std::int32_t number = std::int32_t(v[k] >> 1);
            std::int32_t rest = number - std::int32_t(double(number) * inverse) * count;  // the quotient may be off by one
            rest += rest < 0 ? count : 0;
            rest -= rest >= count ? count : 0;
            places[k] = std::uint32_t(rest);
        }
    }
#ifdef SCORELITE_DISPATCH
    SCORELITE_AVX2 void make_avx2(std::uint32_t* places) { make(places); }
#endif

  public:
    static constexpr int kMost = kBlock;

    // The window holds the 31 numbers before the first.
    GlibcPlaces(const std::uint32_t* window, std::uint32_t count) : count_(count) {
        std::uint32_t* v = values_ + kBefore;
        std::memcpy(v - 31, window, 31 * sizeof *window);
        for (int k = 32; k <= kBefore; ++k) v[-k] = v[31 - k] - v[28 - k];
        std::memmove(values_ + kBlock, values_, kBefore * sizeof *values_);
    }
    std::size_t next(std::uint32_t* places) {
        std::memmove(values_, values_ + kBlock, kBefore * sizeof *values_);
#ifdef SCORELITE_DISPATCH
        if (has_avx2()) {
            make_avx2(places);
            return kBlock;
        }
#endif
        make(places);
        return kBlock;
    }
    // The window after all but `left` of the last numbers have been used.
    void window(std::uint32_t* out, std::size_t left) const { std::memcpy(out, values_ + kBefore + kBlock - left - 31, 31 * sizeof *out); }
};

PyObject* glibc_sums(std::vector<Column> columns, Py_ssize_t replications, std::vector<std::uint32_t> window) {
    if (window.size() != 31) throw std::invalid_argument("window of " + std::to_string(window.size()) + " numbers; expected 31");
    Samples samples = samples_of(std::move(columns), replications);
    GlibcPlaces places(window.data(), std::uint32_t(samples.count));
    const std::size_t left = draw(samples, places);
    if (replications) places.window(window.data(), left);
    return tuple_of(own(sums_of(samples)), window);
}

PyMethodDef functions[] = {{"glibc_sums", operation<glibc_sums>, METH_VARARGS,
                            "glibc_sums(columns, replications, window, /)\n--\n\n"
                            "Sums of columns in samples drawn with rand() of Linux's C library, and the 31 numbers of its state."},
                           {nullptr, nullptr, 0, nullptr}};

const Part part(functions);

}  // namespace
}  // namespace scorelite
