// Vectors whose new items are not set: threads that write them are the first to touch their memory. Large ones lie in large pages, where
// the system has such: to be given a page costs as much as many words of a text.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace scorelite {

template <class T> struct Unset : std::allocator<T> {
    static_assert(std::is_trivially_default_constructible<T>::value, "an item of such a vector has no value of its own");
    template <class U> struct rebind { using other = Unset<U>; };
#ifdef MADV_HUGEPAGE
    static constexpr std::size_t kPage = 2 << 20;
    static bool is_large(std::size_t count) { return count >= kPage / sizeof(T); }
    T* allocate(std::size_t count) {
        if (!is_large(count)) return std::allocator<T>::allocate(count);
        if (count > SIZE_MAX / 2 / sizeof(T)) throw std::bad_alloc();
        void* const room = ::operator new(count * sizeof(T), std::align_val_t(kPage));
        madvise(room, count * sizeof(T), MADV_HUGEPAGE);
        return static_cast<T*>(room);
    }
    void deallocate(T* room, std::size_t count) {
        if (!is_large(count)) return std::allocator<T>::deallocate(room, count);
        ::operator delete(room, std::align_val_t(kPage));
    }
#endif
    template <class U> void construct(U* place) { ::new (static_cast<void*>(place)) U; }
    template <class U, class... Values> void construct(U* place, Values&&... values) {
        ::new (static_cast<void*>(place)) U{std::forward<Values>(values)...};
    }
};
template <class T> using UnsetVector = std::vector<T, Unset<T>>;

}  // namespace scorelite
