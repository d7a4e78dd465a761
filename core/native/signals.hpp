// Signals, such as Ctrl-C, while the core works: every loop that can be long calls check_signals() from time to time.
#pragma once
#include <atomic>
#include <cstddef>

namespace scorelite {

struct Interrupted {};  // the main thread of this call was told to end, and so is this one

// What the threads of one call share while the GIL is released.
class Watch {
    std::atomic<bool> ended_{false};

  public:
    void end() { ended_.store(true, std::memory_order_relaxed); }
    bool ended() const { return ended_.load(std::memory_order_relaxed); }
};

Watch* watch_of_this_thread();

// Ends the calls of other threads when the interpreter ends: a thread that nobody joins would ask for the GIL when there is none, which
// aborts the process. Called once, with the GIL, where the module is made.
void end_calls_at_exit();

// Lets check_signals() of another thread see that the call has ended.
class WatchedThread {
  public:
    explicit WatchedThread(Watch* watch);
    WatchedThread(const WatchedThread&) = delete;
    ~WatchedThread();
};

// Throws if the call should end. Runs the handlers of signals every tenth of a second, in the thread that Python called.
void check_signals();

// Calls check_signals() once for many small steps.
class Ticks {
    static constexpr std::size_t kSteps = 1 << 16;  // simple steps, such as cells of a matrix: some tens of microseconds
    std::size_t left_ = kSteps;

  public:
    void spend(std::size_t steps) {
        if (steps < left_) {
            left_ -= steps;
            return;
        }
        left_ = kSteps;
        check_signals();
    }
};

}  // namespace scorelite
