// Interning of characters and ids: equal keys get equal numbers, from 1.
#pragma once
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace scorelite {

template <class Key> class KeyNames {
    struct Slot {
        Key key;
        std::uint32_t round;
        std::int32_t number;
    };
    std::vector<Slot> slots_ = std::vector<Slot>(256);  // of this round, and free places
    std::uint32_t round_ = 0;
    std::int32_t count_ = 0;

    // Characters that follow each other in their alphabet never share a place; ids may be multiples of anything.
    static std::size_t first_place(Key key) {
        if constexpr (std::is_unsigned_v<Key>) return std::size_t(key);
        return std::size_t(std::uint64_t(key) * 0x9E3779B97F4A7C15u >> 32);
    }
    // Where a key is, or may be put.
    Slot& place_of(Key key) {
        for (std::size_t at = first_place(key);; ++at) {
            Slot& slot = slots_[at & (slots_.size() - 1)];
            if (slot.round != round_ || slot.key == key) return slot;
        }
    }
    void grow() {
        std::vector<Slot> old(4 * slots_.size());
        old.swap(slots_);
        for (const Slot& slot : old)
            if (slot.round == round_) place_of(slot.key) = slot;
    }

  public:
    void start() {
        count_ = 0;
        if (!++round_) slots_.assign(slots_.size(), Slot()), ++round_;
    }
    std::int32_t number(Key key) {
        Slot& slot = place_of(key);
        if (slot.round == round_) return slot.number;
        slot = {key, round_, ++count_};
        const std::int32_t number = count_;
        if (2 * count() > slots_.size()) grow();
        return number;
    }
    std::size_t count() const { return std::size_t(count_); }
    std::size_t footprint() const { return slots_.capacity() * sizeof(Slot); }
};

}  // namespace scorelite
