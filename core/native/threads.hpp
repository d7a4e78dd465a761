// Work in shares that several threads take.
#pragma once
#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

#include "signals.hpp"

namespace scorelite {

// Does work(0) .. work(count - 1) in at most this many threads; one that cannot start leaves its shares to the others. Of several
// errors, that of the first share is thrown.
template <class Work> class Crew {
    const Work& work_;
    const std::size_t count_;
    std::atomic<std::size_t> next_{0};
    std::vector<std::exception_ptr> failures_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::size_t ended_ = 0;

    void attempt(std::size_t k) {
        try {
            work_(k);
        } catch (...) {
            failures_[k] = std::current_exception();
        }
    }
    void take_shares() {
        for (std::size_t k; (k = next_.fetch_add(1)) < count_;) attempt(k);
    }
    void start(std::vector<std::thread>& threads, std::size_t number) {
        Watch* const watch = watch_of_this_thread();
        threads.reserve(number);
        try {
            while (threads.size() < number) {
                threads.emplace_back([this, watch] {
                    {
                        WatchedThread watched(watch);
                        take_shares();
                    }
                    const std::lock_guard<std::mutex> lock(mutex_);
                    ++ended_;
                    changed_.notify_one();
                });
            }
        } catch (const std::system_error&) {  // no more threads are allowed
        } catch (const std::bad_alloc&) {
        }
    }
    // Waits for the other threads; meanwhile signals are checked.
    void wait(std::size_t started) {
        for (;;) {
            {
                std::unique_lock<std::mutex> lock(mutex_);
                if (changed_.wait_for(lock, std::chrono::milliseconds(50), [&] { return ended_ == started; })) return;
            }
            check_signals();
        }
    }
    bool lacked_memory(std::size_t k) const {
        try {
            if (failures_[k]) std::rethrow_exception(failures_[k]);
        } catch (const std::bad_alloc&) {
            return true;
        } catch (...) {
        }
        return false;
    }

  public:
    Crew(std::size_t count, const Work& work) : work_(work), count_(count), failures_(count) {}

    void run(std::size_t threads) {
        std::vector<std::thread> others;
        if (threads > 1 && count_ > 1) start(others, std::min(threads, count_) - 1);
        take_shares();
        std::exception_ptr interrupt;
        try {
            wait(others.size());
        } catch (...) {
            interrupt = std::current_exception();
        }
        for (std::thread& other : others) other.join();
        if (interrupt) std::rethrow_exception(interrupt);
        const Watch* const watch = watch_of_this_thread();
        if (watch && watch->ended()) throw Interrupted();
        for (std::size_t k = 0; k < count_; ++k) {
            // Threads need memory of their own: alone, this one may have enough.
            if (!others.empty() && lacked_memory(k)) failures_[k] = nullptr, attempt(k);
            if (failures_[k]) std::rethrow_exception(failures_[k]);
        }
    }
};

// Items in shares of about one number, at least so many in each, for the threads of a crew.
class Shares {
    const std::size_t count_, threads_, size_;

  public:
    Shares(std::size_t count, std::size_t least, std::size_t threads)
        : count_(count), threads_(threads), size_(threads < 2 ? 1 : std::min(4 * threads, count / least + 1)) {}
    std::size_t size() const { return size_; }
    // Does work(share, from, to) for the items of every share.
    template <class Work> void each(const Work& work) const {
        const auto share = [&](std::size_t k) { work(k, count_ * k / size_, count_ * (k + 1) / size_); };
        Crew<decltype(share)>(size_, share).run(threads_);
    }
};

}  // namespace scorelite
