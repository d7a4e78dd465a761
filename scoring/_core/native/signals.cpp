#include "signals.hpp"

#include <chrono>

#include "python.hpp"

namespace scorelite {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kPause(100);

struct Here {  // what one thread knows of the call in which it works
    Watch* watch = nullptr;
    PyThreadState** state = nullptr;  // set in the thread that Python called, while it has released the GIL
    Clock::time_point next{};
};
thread_local Here here;

// Runs the handlers with the GIL; they may call the core again.
bool handlers_failed() {
    if (!here.watch) return PyErr_CheckSignals() < 0;
    const Here before = here;
    here = Here();
    PyEval_RestoreThread(*before.state);
    const bool failed = PyErr_CheckSignals() < 0;
    *before.state = PyEval_SaveThread();
    here = before;
    return failed;
}

}  // namespace

Watch* watch_of_this_thread() { return here.watch; }

WatchedThread::WatchedThread(Watch* watch) { here.watch = watch; }
WatchedThread::~WatchedThread() { here = Here(); }

void check_signals() {
    if (here.watch && here.watch->ended()) throw Interrupted();
    if (here.watch && !here.state) return;
    const Clock::time_point now = Clock::now();
    if (now < here.next) return;
    const bool first = here.next == Clock::time_point{};
    here.next = now + kPause;
    if (first || !handlers_failed()) return;
    if (here.watch) here.watch->end();
    throw Failed();
}

struct WithoutGil::Outer {
    Here here;
};
WithoutGil::WithoutGil() : outer_(std::make_unique<Outer>(Outer{here})) {
    here = Here();
    here.watch = &watch_;
    here.state = &state_;
    state_ = PyEval_SaveThread();
}
WithoutGil::~WithoutGil() {
    PyEval_RestoreThread(state_);
    here = outer_->here;
}

}  // namespace scorelite
