#include "signals.hpp"

#ifndef _WIN32
#include <pthread.h>
#endif

#include <atomic>
#include <chrono>
#include <thread>

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

std::atomic<bool> ending{false};  // the interpreter ends
std::atomic<int> released{0};     // calls that have released the GIL
constexpr std::chrono::milliseconds kMostPatience(5000);

// Waits until no call of another thread has released the GIL.
PyObject* end_calls(PyObject*, PyObject*) {
    ending = true;
    PyThreadState* const state = PyEval_SaveThread();
    const Clock::time_point latest = Clock::now() + kMostPatience;
    while (released > 0 && Clock::now() < latest) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    PyEval_RestoreThread(state);
    Py_RETURN_NONE;
}

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
    if (here.state && ending.load(std::memory_order_relaxed)) here.watch->end();
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
    ++released;
    if (ending) {  // who waits for the GIL now may get none
        --released;
        state_ = nullptr;
        return;
    }
    here.state = &state_;
    state_ = PyEval_SaveThread();
}
WithoutGil::~WithoutGil() {
    if (state_) {
        PyEval_RestoreThread(state_);
        --released;
    }
    here = outer_->here;
}

void end_calls_at_exit() {
    static PyMethodDef function = {"end_calls", end_calls, METH_NOARGS, nullptr};
    if (PyInterpreterState_GetID(PyInterpreterState_Get()) != 0) return;  // others end while the first one goes on
    Ref atexit = own(PyImport_ImportModule("atexit"));
    Ref end = own(PyCFunction_NewEx(&function, nullptr, nullptr));
    own(PyObject_CallMethod(atexit.get(), "register", "O", end.get()));
#ifndef _WIN32
    pthread_atfork(nullptr, nullptr, [] { released = 0; });  // a child has none of the other threads
#endif
}

}  // namespace scorelite
