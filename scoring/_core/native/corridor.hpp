// Corridors: the cells of two lattices that a best path can pass, found by aligning plain words.
//
// A section of a lattice lies between two arcs that every way passes. Its first way stands for all others: an alignment of another way is
// one of the first way that costs no more than it takes to edit the words of one into those of the other. So every best path of the
// lattices is a path of their first ways that costs, at most, all these edits more than the best one. Where those paths pass is known at
// some rows, so that between two of them only the columns from one to the other are left.
//
// Where only words whose times overlap are paired, times alone say which cells a best path needs: words of the hypothesis that overlap no
// word from a row on are inserted before it, and those that overlap none up to it behind it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lattice.hpp"
#include "plain.hpp"
#include "rules.hpp"

namespace scorelite {

class Corridor {
    // One side: its first way, as arcs, and where the others leave and join it.
    struct Way {
        std::vector<std::uint32_t> arcs;          // of the words of the first way; nulls are left out
        std::vector<std::int64_t> before, after;  // per arc: the words of the first way that surely lie before its end, and that may
        std::int64_t nulls = 0;                   // of the first way
        std::int64_t edits = 0;                   // cost of editing any way into the first, at most, in any window of words
    };
    const Policy& policy_;
    bool reduced_;
    Way ref_, hyp_;
    std::vector<Passage> passages_;
    std::vector<std::uint32_t> first_, last_;
    std::int64_t cost_ = -1;

  public:
    explicit Corridor(const Policy& policy)
        : policy_(policy), reduced_(policy.substitution > std::max(policy.insertion, policy.deletion)) {}

    // False if the costs do not allow it.
    bool find(const Lattice& ref, const Lattice& hyp);

    // Finds the cells by times alone, where only words whose times overlap are paired.
    void find_overlaps(const Lattice& ref, const Lattice& hyp);

    // The cost of the cheapest path along both first ways, without nulls; and their number.
    std::int64_t cost() const { return cost_; }
    std::int64_t nulls() const { return ref_.nulls + hyp_.nulls; }

    // The columns of a row: arcs of the hypothesis.
    std::int64_t first(std::size_t row) const { return first_[row]; }
    std::int64_t last(std::size_t row) const { return last_[row]; }

  private:
    void follow(const Lattice& side, const Lattice& other, std::int64_t more, std::int64_t less, Way& out) const;
    void place(const Lattice& ref, const Lattice& hyp);
};

}  // namespace scorelite
