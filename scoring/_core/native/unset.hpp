// Vectors whose new items are not set: threads that write them are the first to touch their memory.
#pragma once
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace scorelite {

template <class T> struct Unset : std::allocator<T> {
    static_assert(std::is_trivially_default_constructible<T>::value, "an item of such a vector has no value of its own");
    template <class U> struct rebind { using other = Unset<U>; };
    template <class U> void construct(U* place) { ::new (static_cast<void*>(place)) U; }
    template <class U, class... Values> void construct(U* place, Values&&... values) {
        ::new (static_cast<void*>(place)) U{std::forward<Values>(values)...};
    }
};
template <class T> using UnsetVector = std::vector<T, Unset<T>>;

}  // namespace scorelite
