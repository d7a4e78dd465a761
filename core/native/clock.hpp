// A clock that ends a search.
#pragma once
#include <algorithm>
#include <chrono>

namespace scorelite {

class Clock {
    using Time = std::chrono::steady_clock;
    static constexpr double kMost = 1e9;  // seconds: some thirty years
    Time::time_point end_;

  public:
    explicit Clock(double seconds)
        : end_(Time::now() + std::chrono::duration_cast<Time::duration>(std::chrono::duration<double>(std::min(seconds, kMost)))) {}
    bool is_over() const { return Time::now() >= end_; }
};

}  // namespace scorelite
