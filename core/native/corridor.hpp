// Corridors: the cells of two lattices that a best path can pass, found by aligning plain words.
//
// A section of a lattice lies between two arcs that every way passes. Its first way stands for all others. There are two corridors:
//
// Narrow ones lie around one good path of the first ways. They are a guess: the best path of their cells is the best one of all if none can
// leave them, which is known when their cells are filled. Each row has bounds of what paths cost that have left the corridor on either
// side: a path leaves from a cell, whose cost is known, pays for the phrases that no path finds outside (beside.hpp), and comes back to a
// cell from such a bound. These bounds take part as if they were cells, so that no cell costs more than it would if all were filled.
// Where the way back through the cheapest cells never meets a bound, it is the one that it would be among all cells, ties included.
//
// Wide ones are known to hold the best path: an alignment of another way is one of the first way that costs no more than it takes to edit
// the words of one into those of the other. So every best path of the lattices is a path of their first ways that costs, at most, all
// these edits more than the best one. Where those paths pass is known at some rows, so that between two of them only the columns from one
// to the other are left.
//
// Where only words whose times overlap are paired, times alone say which cells a best path needs: words of the hypothesis that overlap no
// word from a row on are inserted before it, and those that overlap none up to it behind it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "beside.hpp"
#include "lattice.hpp"
#include "plain.hpp"
#include "rules.hpp"
#include "word_ids.hpp"

namespace scorelite {

class Corridor {
    // One side: its first way, as arcs, and where the others leave and join it.
    struct Way {
        std::vector<std::uint32_t> arcs;          // of the words of the first way; nulls are left out
        std::vector<std::int64_t> before, after;  // per arc: the words of the first way that surely lie before its end, and that may
        std::int64_t nulls = 0;                   // of the first way
    };
    // The columns that a path passes in a row, and what it costs up to its end.
    struct Pass {
        std::int64_t first = 0, last = 0, cost = 0;
    };
    const Policy& policy_;
    const Lattice &ref_, &hyp_;
    const WordIds& ids_;
    std::optional<Way> refs_, hyps_;
    std::vector<std::int32_t> rows_, columns_;
    std::vector<Pass> path_;
    std::vector<Passage> passages_;
    std::vector<std::uint32_t> first_, last_;
    std::vector<Beside> beside_;

  public:
    Corridor(const Policy& policy, const Lattice& ref, const Lattice& hyp, const WordIds& ids);

    // Whether the first ways lead to the ends, and each of their words may be aligned or left out alone.
    bool has_ways() const { return refs_ && hyps_; }
    // The words of the first ways.
    Problem problem() const;
    // Nulls of the first ways, of which none costs more than one.
    std::int64_t nulls() const { return refs_->nulls + hyps_->nulls; }

    // Whether no corridor around any path can be narrow, for the hypothesis lacks most words of the reference.
    bool is_hopeless() const;
    // Follows a path of the first ways, given by its moves from the end; false if no corridor around it can be narrow.
    bool follow(const std::vector<std::uint8_t>& moves, std::int64_t cost);
    // Takes the cells around this path, by what it costs in all rows or in those outside of sections; false if there are too many.
    bool narrow(bool with_sections);
    // Takes all cells that paths can pass that may be the best, by the path of the first ways that is the best by similar costs, given by
    // its moves from the end, which are not needed where similar costs are the costs themselves. Returns what this path costs by similar
    // costs, or -1 if costs do not allow it.
    std::int64_t widen(const std::vector<std::uint8_t>& moves);
    // Finds the cells by times alone, where only words whose times overlap are paired.
    void find_overlaps();

    // Whether paths may leave this corridor, and what a row is for them.
    bool is_narrow() const { return !beside_.empty(); }
    Beside beside(std::size_t row) const { return beside_[row]; }

    // The columns of a row: arcs of the hypothesis.
    std::int64_t first(std::size_t row) const { return first_[row]; }
    std::int64_t last(std::size_t row) const { return last_[row]; }

  private:
    // Whether a path costs so much that none around it is surely better than all others.
    bool is_dear(std::int64_t cost) const;
    std::int64_t edits_of(const Lattice& side, const Way& way, const std::vector<char>& there, std::int64_t more, std::int64_t less) const;
    // Whether a word of the first way of the reference, if there is one, stands for any words.
    bool is_wild(std::size_t row) const { return row < refs_->arcs.size() && ref_.words[refs_->arcs[row] - 1].wild; }
    void surround(const std::vector<std::int64_t>& widths);
    void place();
};

}  // namespace scorelite
