// The parser: from a text with markup to a lattice of words.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "lattice.hpp"
#include "rules.hpp"
#include "tokens.hpp"

namespace scorelite {

constexpr View kDivision = "\xe2\x88\x95";
constexpr int kDepthLimit = 30;  // alternations within alternations: the reference has a bit for each

class Parser {
  public:
    Parser(const Rules& rules, const ByteClasses& classes, Arena& arena, std::string& messages)
        : rules_(rules), classes_(classes), arena_(arena), messages_(messages) {}

    // One word of sclite's syntax: word;tag1;tag2 with backslash escapes, a final * dropped.
    Word word(View token) const {
        Word w;
        View field[3];
        int fields = 0;
        for (std::size_t at = 0; fields < 3;) {
            const std::size_t cut = next_semicolon(token, at);
            field[fields++] = unescape(token.substr(at, cut - at));
            if (cut >= token.size()) break;
            at = cut + 1;
        }
        w.value = field[0];
        if (w.value.size() > 1 && w.value.back() == '*') w.value.remove_suffix(1);
        if (fields > 1) w.tag1 = field[1];
        w.exact = rules_.whole && (w.tag1 == "whole" || w.tag1 == "whole+");
        w.inner = w.exact && w.tag1.back() == '+';
        if (w.exact) w.tag1 = View();
        if (fields > 2) w.tag2 = field[2];
        finish(w);
        if (rules_.slash && w.value.find(kStandIns) != View::npos) {
            w.value = without_stand_ins(w.value);
            w.compare = without_stand_ins(w.compare);
            w.literal = true;  // a word like any other
        }
        return w;
    }

    // A word of a ctm row: braces mean nothing there, but they keep semicolons and backslashes from being read.
    Word row_word(View token) const {
        if (rules_.markup && (token.empty() || token.front() != '{')) return word(token);
        Word w;
        w.value = rules_.markup && token.size() > 1 && token.back() == '*' ? token.substr(0, token.size() - 1) : token;
        finish(w, !rules_.markup);
        return w;
    }

    // Fills in the fields that follow from the value. A ready word is taken literally and never null.
    void finish(Word& w, bool literal = false) const {
        w.literal = literal;
        w.null = !literal && w.value == "@";
        w.wild = rules_.wild && w.value == "<*>";
        w.compare = w.value;
        if (!marking_) return;
        w.optional = rules_.optional && w.value.size() > 1 && w.value.front() == '(' && w.value.back() == ')';
        if (w.optional) w.compare = w.value.substr(1, w.value.size() - 2);
        w.fragment = rules_.fragments && !w.value.empty() &&
                     (w.value.back() == '-' || w.value.front() == '-' || (w.optional && w.value[w.value.size() - 2] == '-'));
        if (rules_.weighted) w.weight = weight(w);
    }

    // -w: null and optional words weigh nothing, a compound (a=b) the sum of its parts.
    double weight(const Word& w) const {
        if (w.null || w.optional) return 0.0;
        if (w.value.find('=') == View::npos) return weight_of(w.value);
        double sum = 0.0;
        for (std::size_t at = 0; at < w.value.size();) {
            const std::size_t end = std::min(w.value.find('=', at), w.value.size());
            if (end > at) sum += weight_of(w.value.substr(at, end - at));
            at = end + 1;
        }
        return sum;
    }

    // Whether -c leaves nothing of the word. The reference program crashes there; it has empty words, which are one character.
    bool unspeakable(const Word& w) const {
        if (rules_.characters < 0 || w.value.size() == 1 || (w.value.empty() && !w.literal)) return false;
        return w.compare.empty() || (rules_.characters & kDropHyphens && w.compare.find_first_not_of('-') == View::npos);
    }

    // Appends the words of a text after a node; returns the node after them.
    std::uint32_t sequence(View text, Lattice& out, std::uint32_t node, int depth = 0) {
        if (depth > kDepthLimit) throw TextError{"Network_traverse: Error, too many traversals > 31"};
        for (std::size_t at = 0; at < text.size();) {
            View token = next_letters(text, at);
            if (!token.empty()) {
                node = out.add(bare(token), node);
                continue;
            }
            if (!next_token(text, at, token)) continue;
            if (rules_.sensitive) rules_.charset->fold(token);  // the reference folds it to find semicolons, and may give up on it
            node = token.front() == '{' ? alternation(token, out, node, depth) : leaf(spelled(token, depth), out, node, depth);
        }
        return node;
    }

    // Appends the pieces of a word whose marks are set already.
    std::uint32_t pieces(View text, Lattice& out) {
        marking_ = false;
        const std::uint32_t node = sequence(text, out, 0, 1);
        marking_ = true;
        return node;
    }

    // Reads the next token from `at`, which moves past it. False if there is none or it was dropped.
    bool next_token(View text, std::size_t& at, View& token) const {
        while (at < text.size() && is_space(static_cast<unsigned char>(text[at]))) ++at;
        if (at >= text.size()) return false;
        const std::size_t start = at;
        const bool braces = text[at] == '{';
        int depth = 0;
        do {
            const std::size_t n = rules_.charset->length(text, at);
            if (braces) depth += text[at] == '{' ? 1 : text[at] == '}' ? -1 : 0;
            if (at + n - start > rules_.token_limit()) {
                messages_ += "proc: find_next_TEXT_token increase token size > 10000\n";
                at = start + rules_.token_limit();
                return false;
            }
            at += n;
        } while (at < text.size() && (braces ? depth > 0 : !is_space(static_cast<unsigned char>(text[at]))));
        token = text.substr(start, at - start);
        return depth <= 0;
    }

  private:
    // The next word if it is made of ASCII and none of its letters may be a mark; `at` moves to it, and past it. Else nothing.
    View next_letters(View text, std::size_t& at) const {
        const auto class_of = [&](std::size_t k) { return classes_.of[static_cast<unsigned char>(text[k])]; };
        while (at < text.size() && class_of(at) == kSpaceByte) ++at;
        const std::size_t start = at;
        std::size_t end = start;
        unsigned seen = 0;
        for (; end < text.size() && class_of(end) != kSpaceByte; ++end)
            seen |= class_of(end) | (static_cast<unsigned char>(text[end]) & 0x80);
        if (seen || !rules_.markup || end - start > rules_.token_limit()) return View();
        at = end;
        return text.substr(start, end - start);
    }
    Word bare(View token) const {
        Word w;
        w.value = w.compare = token;
        if (marking_ && rules_.weighted) w.weight = weight(w);
        return w;
    }
    // A word; in alternations its division slashes are slashes, if the rules say so.
    Word spelled(View token, int depth) const {
        if (!depth || !rules_.slash || token.find(kDivision) == View::npos) return word(token);
        std::string out(token);
        for (std::size_t at = 0; (at = out.find(kDivision, at)) != std::string::npos;) out.replace(at, kDivision.size(), "/");
        return word(arena_.keep(std::move(out)));
    }
    View without_stand_ins(View text) const {
        std::string out(text);
        for (std::size_t at = 0; (at = out.find(kStandIns, at)) != std::string::npos; ++at) {
            const std::size_t number = at + 2 < out.size() ? static_cast<unsigned char>(out[at + 2]) - 0x90u : kStoodFor.size();
            if (number < kStoodFor.size()) out.replace(at, 3, 1, kStoodFor[number]);
        }
        return arena_.keep(std::move(out));
    }
    double weight_of(View word) const {
        const auto weight = rules_.weights->find(std::string(word));
        return weight == rules_.weights->end() ? rules_.default_weight : weight->second;
    }
    std::size_t next_semicolon(View t, std::size_t from) const {
        if (t.find(';', from) == View::npos) return t.size();
        for (std::size_t i = from; i < t.size(); i += rules_.charset->length(t, i))
            if (t[i] == ';' && !(i > 0 && t[i - 1] == '\\')) return i;
        return t.size();
    }
    View unescape(View t) const {
        if (t.find('\\') == View::npos) return t;
        std::string out;
        for (char c : t)
            if (c != '\\') out.push_back(c);
        return arena_.keep(std::move(out));
    }
    std::uint32_t leaf(const Word& w, Lattice& out, std::uint32_t node, int depth) {
        // The reference also reads an alternation after an escaped or glued brace, without the first byte of the word. It may give up on
        // that; where it would crash the word is taken literally.
        if (!w.literal && w.value.find('{') != View::npos) {
            bool whole = true;
            const std::size_t words = out.words.size();
            const std::uint32_t nodes = out.nodes, behind = alternation(w.value, out, node, depth, &whole);
            if (w.value.front() == '{' && whole && behind != node) return behind;
            out.cut(words, nodes);
        }
        return marking_ && unspeakable(w) ? node : out.add(w, node);
    }

    // A branch without words vanishes; `whole` then becomes false.
    std::uint32_t alternation(View token, Lattice& out, std::uint32_t node, int depth, bool* whole = nullptr) {
        View inside = token.substr(1);
        const std::size_t close = inside.rfind('}');
        if (close != View::npos) inside = inside.substr(0, close);
        std::uint32_t join = node;
        for (std::size_t at = 0; at < inside.size();) {
            View branch;
            if (!next_branch(inside, at, branch)) continue;
            const std::size_t first = out.words.size();
            const std::uint32_t end = sequence(branch, out, node, depth + 1);
            if (end == node) {
                if (whole) *whole = false;
                continue;
            }
            if (join == node) join = end;
            for (std::size_t k = first; k < out.words.size(); ++k)
                if (out.to[k] == end) out.to[k] = join;
        }
        return join;
    }
    bool next_branch(View text, std::size_t& at, View& branch) const {
        while (at < text.size() && (is_space(static_cast<unsigned char>(text[at])) || text[at] == '/')) ++at;
        if (at >= text.size()) return false;
        const std::size_t start = at;
        int depth = 0;
        do {
            const std::size_t n = rules_.charset->length(text, at);
            if (n == 1) depth += text[at] == '{' ? 1 : text[at] == '}' ? -1 : 0;
            at += n;
        } while (at < text.size() && !(text[at] == '/' && depth <= 0) && !(text[at] == '}' && depth <= 0));
        branch = text.substr(start, at - start);
        return true;
    }

    const Rules& rules_;
    const ByteClasses& classes_;
    Arena& arena_;
    std::string& messages_;
    bool marking_ = true;
};

}  // namespace scorelite
