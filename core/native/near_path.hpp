// Where best paths of symbols pass, near one path that is known.
//
// A best path that leaves the known one at a cell and joins it again at another costs no more than that one does in between. If it passes
// some rows for nothing, by equal symbols and compounds, the letters of these rows stand side by side in the columns. So it pays for a
// block of rows whose letters the columns do not have, or have only where the known path passes them for nothing: all ways for nothing that
// begin with one letter there are one way, which the known path goes. Both cells are near each other where most blocks are such, and the
// known path pays for few of them.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "plain.hpp"
#include "signals.hpp"

namespace scorelite {

// The cells in which a path passes a row, and what it costs up to the first and the last of them.
struct PathRow {
    std::size_t first, last;
    std::int64_t before, after;
};

class NearPath {
    using Texts = std::vector<std::string_view>;
    static constexpr std::size_t kFewest = 4, kMost = 24;  // letters of a block that are looked at
    static constexpr std::size_t kRare = 64;               // the last rows of so many need not have a block
    static constexpr std::uint64_t kBase = 0x100000001B3u;

    // Hashes of stretches of the letters of a side. Letters that share one by accident only make a block look more common than it is.
    struct Letters {
        std::vector<std::uint64_t> hashes{0};  // of all letters before a place
        std::vector<std::size_t> starts;       // of each word, and the end

        explicit Letters(const Texts& texts) {
            for (std::string_view text : texts) {
                starts.push_back(size());
                for (char c : text) hashes.push_back(hashes.back() * kBase + static_cast<unsigned char>(c) + 1);
            }
            starts.push_back(size());
        }
        std::size_t size() const { return hashes.size() - 1; }
    };
    const std::vector<PathRow>& path_;
    const Letters ref_, hyp_;
    std::vector<std::uint8_t> counts_;  // of stretches of the columns' letters by their hash: up to 2
    std::vector<std::size_t> ends_;     // of the shortest block that starts with a row and is paid for elsewhere; 0: none is
    int shift_ = 58;
    Ticks ticks_;

  public:
    NearPath(const std::vector<PathRow>& path, const Texts& ref, const Texts& hyp)
        : path_(path), ref_(ref), hyp_(hyp), ends_(ref.size(), 0) {
        while ((std::size_t(1) << (64 - shift_)) < 8 * hyp_.size()) --shift_;
        std::size_t left = ref.size();
        for (std::size_t letters = kFewest; letters <= kMost && left > ref.size() / kRare; ++letters) left -= find_blocks(letters);
    }
    // The columns of all rows that best paths may pass if every step costs nothing or at least `least`.
    std::vector<Passage> find(std::int64_t least) const {
        const std::size_t n = ends_.size();
        std::vector<std::int64_t> begun(n + 2, 0), ended(n + 2, 0);  // what blocks cost, those that begin before a row, or end before it
        for (const auto& [start, end] : blocks()) begun[start + 1] += least, ended[end] += least;
        for (std::size_t row = 1; row <= n; ++row) begun[row] += begun[row - 1], ended[row] += ended[row - 1];
        // A path that leaves the known one in a row and joins it in another costs more where `ended` is more than `begun` before.
        for (std::size_t row = 0; row <= n; ++row) begun[row] -= path_[row].before, ended[row] -= path_[row].after;
        for (std::size_t row = 1; row <= n; ++row) begun[row] = std::max(begun[row], begun[row - 1]);
        for (std::size_t row = n; row-- > 0;) ended[row] = std::min(ended[row], ended[row + 1]);
        std::vector<Passage> out;
        for (std::size_t row = 0, from = 0, to = 0; row <= n; ++row) {
            while (begun[from] < ended[row]) ++from;
            while (to < n && ended[to + 1] <= begun[row]) ++to;
            out.push_back({std::int64_t(row), std::int64_t(path_[from].first), std::int64_t(path_[to].last)});
        }
        return out;
    }

  private:
    using Block = std::pair<std::size_t, std::size_t>;
    // As many blocks as there are that do not overlap: the one that ends first, and so on.
    std::vector<Block> blocks() const {
        std::vector<Block> first;  // of the blocks that begin with a row or behind it
        Block next{0, SIZE_MAX};
        for (std::size_t row = ends_.size(); row-- > 0;) {
            if (ends_[row] && ends_[row] < next.second) next = {row, ends_[row]};
            first.push_back(next);
        }
        std::vector<Block> out;
        for (std::size_t row = 0; row < first.size();) {
            const Block block = first[first.size() - 1 - row];
            if (block.second == SIZE_MAX) break;
            out.push_back(block);
            row = block.second;
        }
        return out;
    }
    // Finds blocks that begin with so many letters; returns their number.
    std::size_t find_blocks(std::size_t letters) {
        std::uint64_t power = 1;
        for (std::size_t k = 0; k < letters; ++k) power *= kBase;
        const auto place = [&](const Letters& side, std::size_t at) {
            return std::size_t((side.hashes[at + letters] - side.hashes[at] * power) * 0x9E3779B97F4A7C15u >> shift_);
        };
        counts_.assign(std::size_t(1) << (64 - shift_), 0);
        ticks_.spend(counts_.size() / 8 + ref_.size() + hyp_.size());
        for (std::size_t at = 0; at + letters <= hyp_.size(); ++at) {
            std::uint8_t& count = counts_[place(hyp_, at)];
            count = std::uint8_t(std::min(count + 1, 2));
        }
        std::size_t found = 0;
        for (std::size_t row = 0, end = 0; row < ends_.size(); ++row) {
            const std::size_t at = ref_.starts[row];
            if (at + letters > ref_.size()) break;
            while (ref_.starts[end] < at + letters) ++end;
            if (ends_[row]) continue;
            const bool is_free = path_[end].before == path_[row].after;
            if (counts_[place(ref_, at)] <= (is_free ? 1 : 0)) ends_[row] = end, ++found;
        }
        return found;
    }
};

}  // namespace scorelite
