// Lattices: a chain of nodes with alternative ways between some of them. The words are arcs, in an order in which every arc comes after
// those that enter its start. Arc 0 is the start of everything; arc k carries words[k - 1].
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "words.hpp"

namespace scorelite {

struct Lattice {
    struct Span {
        std::uint32_t first, count;
    };
    std::vector<Word> words;
    std::vector<std::uint32_t> from, to;  // nodes of words[k]; node 0 is the start
    std::uint32_t nodes = 1, stop = 0;
    std::vector<Span> entering;       // per node: the arcs that enter it, in the order that decides ties
    std::vector<std::uint32_t> pool;  // the arcs of all spans
    bool linear = true;               // every arc follows the one before it

    void clear() {
        words.clear();
        from.clear();
        to.clear();
        nodes = 1;
        stop = 0;
    }
    std::size_t arcs() const { return words.size() + 1; }
    Span before(std::size_t arc) const { return arc ? entering[from[arc - 1]] : Span{0, 0}; }
    const std::uint32_t* at(Span span) const { return pool.data() + span.first; }

    std::uint32_t add(const Word& word, std::uint32_t start) {
        words.push_back(word);
        from.push_back(start);
        to.push_back(nodes);
        return nodes++;
    }
    void cut(std::size_t count, std::uint32_t node_count) {
        words.resize(count);
        from.resize(count);
        to.resize(count);
        nodes = node_count;
    }
    // Lists the arcs that enter each node, in the order of the arcs.
    void finish(std::uint32_t last) {
        stop = last;
        linear = true;
        entering.assign(nodes, {0, 0});
        entering[0].count = 1;
        for (std::uint32_t node : to) ++entering[node].count;
        std::uint32_t sum = 0;
        for (Span& span : entering) {
            span.first = sum;
            sum += span.count;
            span.count = 0;
        }
        pool.resize(sum);
        put(0, 0);
        for (std::size_t k = 0; k < words.size(); ++k) {
            put(to[k], std::uint32_t(k + 1));
            if (from[k] != (k ? to[k - 1] : 0)) linear = false;
        }
        for (const Span& span : entering) linear = linear && span.count <= 1;
    }

  private:
    void put(std::uint32_t node, std::uint32_t arc) { pool[entering[node].first + entering[node].count++] = arc; }
};

}  // namespace scorelite
