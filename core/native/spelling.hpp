// Changes to a lattice before it is aligned: words into characters (-c), characters into words of a lexicon (-S).
//
// The order of the arcs that enter a node decides ties, and here it depends on the order in which the reference program walks the
// network while it changes it: depth first, from the front of a list of nodes, new arcs at the end of the lists it walks.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "parser.hpp"
#include "signals.hpp"

namespace scorelite {

class Graph {
    struct Arc {
        Word word;
        std::uint32_t from, to;
        bool alive;
    };
    struct Node {
        std::vector<std::uint32_t> in, out;
    };
    const Rules& rules_;
    Parser& parser_;
    Arena& arena_;
    std::vector<Arc> arcs_;
    std::vector<Node> nodes_;
    std::uint32_t stop_;
    Ticks ticks_;

  public:
    Graph(const Lattice& lattice, const Rules& rules, Parser& parser, Arena& arena)
        : rules_(rules), parser_(parser), arena_(arena), nodes_(lattice.nodes), stop_(lattice.stop) {
        for (std::size_t k = 0; k < lattice.words.size(); ++k) add(lattice.words[k], lattice.from[k], lattice.to[k]);
    }

    // Every word of more than one byte becomes a chain of its characters.
    void split(int flags) {
        std::vector<char> seen(nodes_.size(), 0);
        std::vector<std::uint32_t> open{0};
        const std::size_t nodes = nodes_.size();
        seen[0] = 1;
        while (!open.empty()) {
            const std::uint32_t node = open.back();
            open.pop_back();
            for (std::uint32_t arc : nodes_[node].out) {
                if (!arcs_[arc].alive || arcs_[arc].to >= nodes || seen[arcs_[arc].to]) continue;
                seen[arcs_[arc].to] = 1;
                open.push_back(arcs_[arc].to);
            }
            split_from(node, flags);
        }
    }

    // Adds an arc for every chain of arcs that spells a word of the lexicon.
    void join() {
        std::vector<std::uint32_t> order, queue{0};
        std::vector<char> seen(nodes_.size(), 0);
        seen[0] = 1;
        for (std::size_t q = 0; q < queue.size(); ++q)
            for (std::uint32_t arc : nodes_[queue[q]].out) {
                if (!arcs_[arc].alive) continue;
                order.push_back(arc);
                if (!seen[arcs_[arc].to]) {
                    seen[arcs_[arc].to] = 1;
                    queue.push_back(arcs_[arc].to);
                }
            }
        for (std::uint32_t arc : order) {
            const Arc base = arcs_[arc];  // a copy, since the list grows
            join_from(base.from, base.word, base.to, rules_.longest - 1);
        }
    }

    void store(Lattice& out) const {
        out.clear();
        std::vector<std::uint32_t> waiting(nodes_.size(), 0), number(arcs_.size(), 0), ready{0};
        for (const Arc& arc : arcs_)
            if (arc.alive) ++waiting[arc.to];
        for (std::size_t r = 0; r < ready.size(); ++r)
            for (std::uint32_t arc : nodes_[ready[r]].out) {
                if (!arcs_[arc].alive) continue;
                out.words.push_back(arcs_[arc].word);
                out.from.push_back(arcs_[arc].from);
                out.to.push_back(arcs_[arc].to);
                number[arc] = std::uint32_t(out.words.size());
                if (--waiting[arcs_[arc].to] == 0) ready.push_back(arcs_[arc].to);
            }
        out.nodes = std::uint32_t(nodes_.size());
        out.finish(stop_);
        for (std::size_t node = 1; node < nodes_.size(); ++node) {  // the order of the lists, not that of the arcs
            std::uint32_t at = out.entering[node].first;
            for (std::uint32_t arc : nodes_[node].in)
                if (arcs_[arc].alive) out.pool[at++] = number[arc];
        }
    }

  private:
    void add(const Word& word, std::uint32_t from, std::uint32_t to) {
        nodes_[from].out.push_back(std::uint32_t(arcs_.size()));
        nodes_[to].in.push_back(std::uint32_t(arcs_.size()));
        arcs_.push_back({word, from, to, true});
    }
    static void remove(std::vector<std::uint32_t>& list, std::uint32_t arc) { list.erase(std::find(list.begin(), list.end(), arc)); }

    // The walk of the reference meets the pieces that it has just appended. Only pieces of optional words are replaced again, by
    // themselves, which moves them to the ends of the lists. With two of them at a node the reference never ends.
    void split_from(std::uint32_t node, int flags) {
        const std::vector<std::uint32_t> arcs = nodes_[node].out;
        std::vector<std::uint32_t> again;
        for (std::uint32_t arc : arcs) {
            if (!arcs_[arc].alive || !split_arc(arc, flags)) continue;
            if (arcs_[arc].word.optional) again.push_back(nodes_[node].out.back());
        }
        if (again.size() != 1) return;
        for (auto* list : {&nodes_[node].out, &nodes_[arcs_[again[0]].to].in}) {
            remove(*list, again[0]);
            list->push_back(again[0]);
        }
    }

    // False if the word stays as it is.
    bool split_arc(std::uint32_t arc, int flags) {
        ticks_.spend(256);
        const Word whole = arcs_[arc].word;
        const std::uint32_t from = arcs_[arc].from, to = arcs_[arc].to;
        if (whole.value.size() <= 1) return false;
        const std::vector<View> pieces = characters(whole.compare, flags);
        if (pieces.size() == 1 && pieces[0] == whole.value) return false;
        Lattice part;
        spell(pieces, whole, part);
        if (part.words.empty()) return false;
        std::vector<std::uint32_t> place(part.nodes, from);
        for (std::uint32_t node = 1; node < part.nodes; ++node) {
            place[node] = node == part.stop ? to : std::uint32_t(nodes_.size());
            if (node != part.stop) nodes_.emplace_back();
        }
        for (std::size_t k = 0; k < part.words.size(); ++k) add(part.words[k], place[part.from[k]], place[part.to[k]]);
        arcs_[arc].alive = false;
        remove(nodes_[from].out, arc);
        remove(nodes_[to].in, arc);
        return true;
    }

    // Turns pieces into words. The reference reads them as a text again, so a piece @ becomes the null word.
    void spell(const std::vector<View>& pieces, const Word& whole, Lattice& part) {
        part.clear();
        std::uint32_t node = 0;
        if (!whole.literal) {
            std::string text;
            for (View piece : pieces) {
                if (!text.empty()) text.push_back(' ');
                for (char c : piece) {
                    if (c == ';') text.push_back('\\');
                    text.push_back(c);
                }
            }
            node = parser_.pieces(arena_.keep(text), part);
        }
        if (node == 0) {  // braces, which only ctm words can have here, may leave nothing: the reference crashes
            Word piece;
            piece.literal = whole.literal;
            for (View text : pieces) piece.value = piece.compare = text, node = part.add(piece, node);
        }
        part.finish(node);
        double begin = whole.begin;
        for (Word& piece : part.words) {
            piece.duration = whole.duration / double(part.words.size());
            piece.begin = begin;
            piece.end = begin = piece.duration + begin;
            piece.confidence = whole.confidence;
            if (whole.optional) {
                piece.value = arena_.keep("(" + std::string(piece.value) + ")");
                piece.optional = true;
                piece.null = false;
            }
            if (rules_.weighted) piece.weight = parser_.weight(piece);
        }
    }

  public:
    std::vector<View> characters(View text, int flags) const {
        std::vector<View> out;
        const char* start = nullptr;  // of the current piece
        std::size_t size = 0;
        bool ascii = false;
        std::string joined;
        for (std::size_t at = 0; at < text.size();) {
            std::size_t n = rules_.charset->length(text, at);
            const bool tilde = rules_.guarani && (text[at] == 'g' || text[at] == 'G') && text.substr(at + 1, 2) == "\xCC\x83" &&
                               !rules_.charset->one_byte();
            if (tilde) n = 3;
            const bool is_ascii = !tilde && (rules_.charset->one_byte() || !(text[at] & 0x80));
            if (!tilde && text[at] == '-' && flags & kDropHyphens) {
                at += n;
                continue;
            }
            if (!out.empty() && flags & kKeepAscii && is_ascii && ascii) {
                if (start + size == text.data() + at) {
                    size += n;
                    out.back() = View(start, size);
                } else {  // a dropped hyphen lies between
                    joined = std::string(out.back()) + std::string(text.substr(at, n));
                    out.back() = arena_.keep(joined);
                    start = out.back().data();
                    size = out.back().size();
                }
            } else {
                out.push_back(text.substr(at, n));
                start = out.back().data();
                size = n;
            }
            ascii = is_ascii;
            at += n;
        }
        return out;
    }

  private:
    void join_from(std::uint32_t start, const Word& word, std::uint32_t node, std::size_t left) {
        if (left == 0) return;
        for (std::size_t i = 0; i < nodes_[node].out.size(); ++i) {
            ticks_.spend(256);
            const Arc next = arcs_[nodes_[node].out[i]];
            const Word both = joined(word, next.word);
            if (in_lexicon(both.compare)) add(both, start, next.to);
            join_from(start, both, next.to, left - 1);
        }
    }
    // Binary search, as in the reference, even if the lexicon is not sorted; short characters sort before long ones.
    bool in_lexicon(View word) const {
        std::size_t low = 0, high = rules_.lexicon->size();
        while (low < high) {
            const std::size_t middle = (low + high) / 2;
            const int order = compare(word, (*rules_.lexicon)[middle]);
            if (order == 0) return true;
            if (order < 0)
                high = middle;
            else
                low = middle + 1;
        }
        return false;
    }
    int compare(View a, View b) const {
        std::size_t i = 0, j = 0;
        while (i < a.size() && j < b.size()) {
            const std::size_t n = rules_.charset->whole_length(a, i), m = rules_.charset->whole_length(b, j);
            if (n != m) return n < m ? -1 : 1;
            const int order = a.substr(i, n).compare(b.substr(j, m));
            if (order) return order;
            i += n;
            j += m;
        }
        return int(i < a.size()) - int(j < b.size());
    }
    Word joined(const Word& a, const Word& b) const {
        Word w;
        w.begin = a.begin;
        w.end = b.end;
        w.duration = w.end - w.begin;
        w.weight = a.weight + b.weight;
        w.confidence = (a.confidence + b.confidence) / 2.0;
        w.fragment = a.fragment && b.fragment;
        const std::string text = a.optional && b.optional ? std::string(a.compare) + std::string(b.compare)
                                 : a.value == "@"         ? std::string(b.compare)
                                 : b.value == "@"         ? std::string(a.compare)
                                                          : std::string(a.compare) + std::string(b.compare);
        w.optional = a.optional && b.optional;
        w.value = arena_.keep(w.optional ? "(" + text + ")" : text);
        w.compare = w.optional ? w.value.substr(1, w.value.size() - 2) : w.value;
        w.null = w.value == "@" && (a.null || b.null);
        return w;
    }
};

}  // namespace scorelite
