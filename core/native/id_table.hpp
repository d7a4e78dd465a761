// Utterances by id: places from 1 in a flat table, with a part of the hash beside each.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "interner.hpp"
#include "signals.hpp"
#include "text.hpp"

namespace scorelite {

// `Ids` has size() and id(i).
template <class Ids> class IdTable {
    const Ids& ids_;
    std::vector<std::uint32_t> table_;
    std::size_t mask_;
    std::uint32_t places_ = 1;  // the bits of an entry that are a place; the others are of the hash

    static std::uint32_t upper(std::uint64_t hash) { return std::uint32_t(hash >> 32); }
    std::size_t slot(View id, std::uint64_t hash) const {
        std::size_t at = hash & mask_;
        while (table_[at] && !(((table_[at] ^ upper(hash)) & ~places_) == 0 && ids_.id((table_[at] & places_) - 1) == id))
            at = (at + 1) & mask_;
        return at;
    }

  public:
    bool repeated = false;  // whether two ids are equal; only those before the second one are in the table then

    explicit IdTable(const Ids& ids) : ids_(ids) {
        std::size_t size = 64;
        while (size < 2 * ids.size()) size *= 2;
        table_.assign(size, 0);
        mask_ = size - 1;
        while (places_ < ids.size()) places_ = places_ << 1 | 1;
        Ticks ticks;
        for (std::size_t i = 0; i < ids.size() && !repeated; ++i) {
            ticks.spend(64);
            const View id = ids.id(i);
            const std::uint64_t hash = hash_of(id.data(), id.size());
            std::uint32_t& entry = table_[slot(id, hash)];
            repeated = entry != 0;
            if (!repeated) entry = (upper(hash) & ~places_) | std::uint32_t(i + 1);
        }
    }
    // The place of an id, -1 for an unknown one.
    std::int64_t find(View id) const { return std::int64_t(table_[slot(id, hash_of(id.data(), id.size()))] & places_) - 1; }
};

}  // namespace scorelite
