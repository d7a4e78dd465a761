// Phrases beside a corridor: what a path costs at least that has left it.
//
// Such a path pairs words of the reference with words of the hypothesis that stand outside of the corridor. From some row on, as many rows
// as are found there one behind the other are a phrase, and the row behind them ends it: whatever path takes these rows outside has an
// error in one of them, or a word inserted between two. Phrases have no row in common, so that each of them costs an error of its own
// (after Chang and Lawler 1994, whose bound on the errors of an approximate match this is).
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "coming.hpp"
#include "policy.hpp"
#include "signals.hpp"
#include "word_ids.hpp"

namespace scorelite {

// What a row is for a path outside: the first of a phrase, a further one, the last one with its error, or a word that is nowhere outside.
enum class Beside : std::uint8_t { kBegins, kGoesOn, kEnds, kNowhere };

class Phrases {
    // The places of each word in the hypothesis.
    class Places {
        std::vector<std::uint32_t> starts_, places_;

      public:
        void fill(const WordIds& ids);
        const std::uint32_t* begin(std::int32_t id) const { return places_.data() + starts_[std::size_t(id)]; }
        const std::uint32_t* end(std::int32_t id) const { return places_.data() + starts_[std::size_t(id) + 1]; }
    };
    // The columns that a path of limited cost can pass in a row.
    class Reach {
        const Policy& policy_;
        double most_;
        Gone ref_gone_, hyp_gone_;
        Coming ref_coming_, hyp_coming_;

      public:
        Reach(const Policy& policy, double most, const Lattice& ref, const Lattice& hyp);
        // Whether a column left or right of the diagonal is as near to it as the cost demands; columns behind it are farther.
        bool left(std::size_t a, std::size_t b) const;
        bool right(std::size_t a, std::size_t b) const;
    };
    const Lattice &ref_, &hyp_;
    const WordIds& ids_;
    Places places_;
    Reach reach_;
    const std::vector<std::uint32_t>&first_, &last_;  // columns of the corridor, for each row
    const bool long_, fragments_;      // whether phrases may have several words; whether some words of the hypothesis are fragments
    std::vector<std::uint32_t> ends_;  // where the phrase so far stands in the hypothesis
    std::size_t most_;                 // places of a word with which a phrase begins
    std::size_t left_;                 // steps that are left
    Ticks ticks_;

  public:
    // Paths cost no more than `most`, beside a corridor of columns from a first to a last one in each row.
    Phrases(const Policy& policy, double most, const Lattice& ref, const Lattice& hyp, const WordIds& ids,
            const std::vector<std::uint32_t>& first, const std::vector<std::uint32_t>& last);
    // What all rows are.
    std::vector<Beside> find();

  private:
    void spend(std::size_t steps) {
        ticks_.spend(steps);
        left_ -= std::min(left_, steps);
    }
    Beside begin(std::size_t a);
    Beside go_on(std::size_t a);
    bool outside(std::size_t a, std::size_t b) const { return b < first_[a] || b > last_[a]; }
};

}  // namespace scorelite
