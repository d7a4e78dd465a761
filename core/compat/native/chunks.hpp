// Chunks of two channels of ctm files, which are cut at gaps that both have.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "../../native/signals.hpp"
#include "../../native/text.hpp"

namespace scorelite {

// The words of a channel; number 0 is the word before the first one.
struct Channel {
    static constexpr double kForever = 999999.99;  // the end of the gap after the last word
    Numbers begins, durations;
    std::vector<char> inside;  // whether a word is in an alternation; empty if none is

    double begin(int word) const { return begins[std::size_t(word)]; }
    double end(int word) const { return begin(word) + durations[std::size_t(word)]; }
    double next(int word) const { return word < last() ? begin(word + 1) : kForever; }
    int last() const { return int(begins.size()) - 1; }
};

using Pair = std::pair<int, int>;  // a word of the reference, and one of the hypothesis

class Chopper {
  public:
    // late: the durations of hypothesis words as a release miscalculates them.
    Chopper(const Channel& ref, const Channel& hyp, Numbers late) : ref_(ref), hyp_(hyp), late_(late) {}

    // The last words of all chunks.
    std::vector<Pair> chunks() {
        std::vector<Pair> last_words;
        Pair first{1, 1};
        while (first.first <= ref_.last() || first.second <= hyp_.last()) {
            Pair ends = first;
            // The number of words that are tried is doubled until there is a gap.
            for (int most = kWords; !chunk(first, most, ends); most *= 2) {
            }
            last_words.push_back(ends);
            first = {ends.first + 1, ends.second + 1};
        }
        return last_words;
    }

  private:
    static constexpr int kWords = 50;
    const Channel &ref_, &hyp_;
    const Numbers late_;
    // Steps back from a pair of words are computed once, since many ways soon meet: some pairs have a number, and for these the next
    // such pair and one much further on are stored, so that long ways take few jumps.
    static constexpr int kEvery = 8;
    static constexpr std::uint32_t kNone = UINT32_MAX;
    std::unordered_map<std::uint64_t, std::uint32_t> numbers_;
    std::vector<Pair> pairs_;
    std::vector<std::uint32_t> next_, jump_, depth_;
    std::vector<Pair> way_;
    Ticks ticks_;

    bool chunk(Pair first, int most, Pair& ends) {
        if (ref_.last() - first.first < most && hyp_.last() - first.second < most) {
            ends = {ref_.last(), hyp_.last()};
            return true;
        }
        Pair at = synchronized(first, {std::min(first.first + most, ref_.last()), std::min(first.second + most, hyp_.last())});
        if (most > kWords) at = last_of_way(first, at);  // short ways are not worth remembering
        while (at.first > first.first && at.second > first.second && !is_gap(at)) {
            const Pair before = at;
            ticks_.spend(16);
            at = step_back(first, at);
            if (at == before) break;  // NaN times: the reference never leaves this loop
        }
        ends = at;
        return at.first > first.first || at.second > first.second;
    }

    bool is_gap(Pair at) const {
        const double a = ref_.end(at.first), b = hyp_.end(at.second), a_next = ref_.next(at.first), b_next = hyp_.next(at.second);
        if (a < b) return !((a_next < b_next ? a_next - b : b_next - b) < 0.0);
        return !((a_next < b_next ? a_next - a : b_next - a) < 0.0);
    }
    bool apart(Pair at, double hyp_end) const {
        const double a = ref_.begin(at.first), b = hyp_.begin(at.second), a_end = ref_.end(at.first);
        const double end = a_end < hyp_end ? a_end : hyp_end;
        return end - (a < b ? b : a) < 0.0;
    }

    // The word before this one; an alternation before it is skipped as a whole, which sets `skipped`.
    int skip_back(int first, int r, bool& skipped) const {
        skipped = false;
        --r;
        while (!ref_.inside.empty() && r >= first && ref_.inside[r]) {
            --r;
            skipped = true;
        }
        return r;
    }

    // Moves the later of two words back until they overlap.
    Pair synchronized(Pair first, Pair at) const {
        auto& [r, h] = at;
        bool skipped;
        if (r >= first.first && !ref_.inside.empty() && ref_.inside[r]) r = skip_back(first.first, r, skipped);
        do {
            skipped = false;
            if (ref_.begin(r) > hyp_.begin(h)) {
                while (!skipped && r >= first.first && ref_.begin(r) > hyp_.begin(h) && apart(at, hyp_.end(h)))
                    r = skip_back(first.first, r, skipped);
            } else if (ref_.begin(r) < hyp_.begin(h)) {
                while (h >= first.second && ref_.begin(r) < hyp_.begin(h) && apart(at, hyp_.end(h))) --h;
            }
        } while (skipped);
        return at;
    }

    // Moves the later word back by one, then the other one until they overlap.
    Pair step_back(Pair first, Pair at) const {
        auto& [r, h] = at;
        bool skipped;
        do {
            skipped = false;
            if (ref_.begin(r) > hyp_.begin(h)) {
                if (r > first.first) r = skip_back(first.first, r, skipped);
                while (!skipped && h >= first.second && ref_.begin(r) < hyp_.begin(h) && apart(at, hyp_.end(h))) --h;
            } else if (ref_.begin(r) <= hyp_.begin(h)) {
                if (h > first.second) --h;
                while (!skipped && r >= first.first && ref_.begin(r) > hyp_.begin(h) && apart(at, hyp_.begin(h) + late_[std::size_t(h)]))
                    r = skip_back(first.first, r, skipped);
            }
        } while (skipped);
        return at;
    }

    static bool behind(Pair at, Pair first) { return at.first > first.first && at.second > first.second; }
    static std::uint64_t key(Pair at) { return std::uint64_t(std::uint32_t(at.first)) << 32 | std::uint32_t(at.second); }

    // A pair on the way back to a common gap that still comes after the first words, nearly the last such pair.
    Pair last_of_way(Pair first, Pair at) {
        if (!behind(at, first)) return at;
        std::uint32_t pair = numbered(at);
        if (pair == kNone || !behind(pairs_[pair], first)) return at;
        for (;;) {
            ticks_.spend(16);
            std::uint32_t far = jump_[pair];
            if (far == pair || !behind(pairs_[far], first)) {
                far = next_[pair];
                if (far == pair || !behind(pairs_[far], first)) return pairs_[pair];
            }
            pair = far;
        }
    }

    // The number of the first numbered pair on the way. Numbers are given up to a common gap, to the first words, or to a pair that
    // has one already.
    std::uint32_t numbered(Pair at) {
        way_.clear();
        std::uint32_t near = kNone;
        for (bool goes_on = true; goes_on;) {
            ticks_.spend(16);
            if (at.first % kEvery == 0) {
                const auto entry = numbers_.find(key(at));
                if (entry != numbers_.end()) {
                    near = entry->second;
                    break;
                }
                way_.push_back(at);
            }
            const Pair before = at;
            goes_on = at.first >= 1 && at.second >= 1 && !is_gap(at) && (at = step_back({1, 1}, at)) != before;
        }
        for (auto pair = way_.rbegin(); pair != way_.rend(); ++pair) near = add_pair(*pair, near);
        return near;
    }

    std::uint32_t add_pair(Pair pair, std::uint32_t near) {
        const auto number = std::uint32_t(pairs_.size());
        numbers_.emplace(key(pair), number);
        pairs_.push_back(pair);
        if (near == kNone) {
            next_.push_back(number);
            jump_.push_back(number);
            depth_.push_back(0);
        } else {
            // Two jumps of the same length become one of twice that length.
            const std::uint32_t far = jump_[near];
            next_.push_back(near);
            jump_.push_back(depth_[near] - depth_[far] == depth_[far] - depth_[jump_[far]] ? jump_[far] : near);
            depth_.push_back(depth_[near] + 1);
        }
        return number;
    }
};

}  // namespace scorelite
