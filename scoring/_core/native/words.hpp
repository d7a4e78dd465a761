// From the text of an utterance to the words that are aligned: a plain token list where the text allows it, else a lattice.
#pragma once
#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <unordered_map>
#include <vector>

#include "plain.hpp"
#include "text.hpp"

namespace scorelite {

constexpr int kDepthLimit = 30;               // alternations within alternations: the reference has a bit for each
constexpr std::size_t kWordLimit = 32 << 20;  // words of one utterance; refused before the machine's memory is gone
constexpr std::size_t kTokenLimit = 10000;    // a longer token loses its first 10000 bytes, as in sclite
enum : int { kNoCharacters = -1, kKeepAscii = 1, kDropHyphens = 2 };

struct Rules {
    const Charset* charset = nullptr;
    bool sensitive = false, optional = false, fragments = false, times = false, ascii_too = false, guarani = false;
    bool sort_times = false, markup = true, weighted = false;
    int characters = kNoCharacters, segment = 0;
    double default_weight = 0.0;
    std::shared_ptr<const std::unordered_map<std::string, double>> weights;
    std::shared_ptr<const std::vector<std::string>> lexicon;
    std::size_t longest = 1;  // characters of the longest lexicon word
    Ties ties = Ties::kSubInsDel;
    bool unit = false;  // costs 1/1/1 instead of 3/3/4

    // Costs that are not those of plain words need the lattice aligner even for plain texts.
    bool always_lattice() const { return times || weighted || segment || sort_times; }
};

struct Token {
    const char* text;
    std::uint32_t size;
    std::uint64_t hash;
    View view() const { return View(text, size); }
};

struct Word {
    View value, compare, tag1, tag2;  // an absent tag has no data()
    double begin = 0.0, end = 0.0, duration = 0.0, confidence = 0.0, weight = -1.0;
    bool null = false, optional = false, fragment = false, literal = false;
};

inline std::uint64_t hash_of(const char* p, std::size_t n) {
    std::uint64_t h = n * 0x9E3779B97F4A7C15u, chunk;
    for (; n >= 8; p += 8, n -= 8) {
        std::memcpy(&chunk, p, 8);
        h = (h ^ chunk) * 0xFF51AFD7ED558CCDu;
        h ^= h >> 32;
    }
    chunk = 0;
    for (std::size_t i = 0; i < n; ++i) chunk |= std::uint64_t(static_cast<unsigned char>(p[i])) << (8 * i);
    h = (h ^ chunk) * 0xC4CEB9FE1A85EC53u;
    return h ^ h >> 29;
}

// ---------------------------------------------------------------------------------------------------------------------
// Token lists

enum : std::uint8_t { kSpaceByte = 1, kMarkByte = 2 };  // kMarkByte: may make a token more than a plain word

struct ByteClasses {
    std::uint8_t of[256] = {};
    explicit ByteClasses(const Rules& rules) {
        for (unsigned char c : {' ', '\t', '\n', '\v', '\f', '\r'}) of[c] = kSpaceByte;
        if (!rules.markup) return;
        for (unsigned char c : {'{', ';', '\\', '*', '@'}) of[c] = kMarkByte;
        if (rules.optional) of[unsigned('(')] = kMarkByte;
        if (rules.fragments || rules.characters >= 0) of[unsigned('-')] = kMarkByte;
    }
};

// True if the bytes that kMarkByte found make this token something else than a plain word.
inline bool is_marked(View t, const Rules& rules) {
    if (t.find_first_of("{;\\") != View::npos || t == "@") return true;
    if (t.size() > 1 && t.back() == '*') return true;
    if (rules.optional && t.front() == '(' && t.back() == ')') return true;
    if (rules.fragments && (t.front() == '-' || t.back() == '-' || t.find("-)") != View::npos)) return true;
    return rules.characters >= 0 && t.find_first_of("*@-") != View::npos;
}

// Splits at white space. False if some token is more than a plain word.
inline bool tokenize(View text, const Rules& rules, const ByteClasses& classes, std::vector<Token>& out) {
    out.clear();
    const bool bytes = rules.charset->one_byte() || !rules.markup || is_ascii(text);
    const char *p = text.data(), *end = p + text.size();
    for (;;) {
        while (p < end && classes.of[static_cast<unsigned char>(*p)] == kSpaceByte) ++p;
        if (p == end) return true;
        const char* start = p;
        std::uint8_t seen = 0;
        if (bytes) {
            for (; p < end; ++p) {
                const std::uint8_t c = classes.of[static_cast<unsigned char>(*p)];
                if (c == kSpaceByte) break;
                seen |= c;
            }
        } else {
            while (p < end && classes.of[static_cast<unsigned char>(*p)] != kSpaceByte) {
                if (rules.sensitive && static_cast<unsigned char>(*p) >= 0xFC) return false;  // the parser may refuse it
                const char* next = p + rules.charset->length(text, std::size_t(p - text.data()));
                for (; p < next; ++p) seen |= classes.of[static_cast<unsigned char>(*p)] & kMarkByte;
            }
        }
        const std::size_t size = std::size_t(p - start);
        if (rules.markup && (size > kTokenLimit || (seen && is_marked(View(start, size), rules)))) return false;
        if (out.size() >= kWordLimit) throw std::bad_alloc();
        out.push_back({start, std::uint32_t(size), hash_of(start, size)});
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Lattices: a chain of nodes with alternative ways between some of them. The words are arcs, in an order in which every arc comes after
// those that enter its start. Arc 0 is the start of everything; arc k carries words[k - 1].

struct Lattice {
    struct Span {
        std::uint32_t first, count;
    };
    std::vector<Word> words;
    std::vector<std::uint32_t> from, to;  // nodes of words[k]; node 0 is the start
    std::uint32_t nodes = 1, stop = 0;
    std::vector<Span> entering;       // per node: the arcs that enter it, in the order that decides ties
    std::vector<std::uint32_t> pool;  // what these spans point into
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
    // Lists what enters each node, in the order of the arcs.
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

class Parser {
  public:
    Parser(const Rules& rules, Arena& arena, std::string& messages) : rules_(rules), arena_(arena), messages_(messages) {}

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
        if (fields > 2) w.tag2 = field[2];
        finish(w);
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

    // Fills in what follows from the value. A ready word, taken literally, is never null.
    void finish(Word& w, bool literal = false) const {
        w.literal = literal;
        w.null = !literal && w.value == "@";
        w.compare = w.value;
        if (!marking_) return;
        w.optional = rules_.optional && w.value.size() > 1 && w.value.front() == '(' && w.value.back() == ')';
        if (w.optional) w.compare = w.value.substr(1, w.value.size() - 2);
        w.fragment = rules_.fragments && !w.value.empty() &&
                     (w.value.back() == '-' || w.value.front() == '-' || (w.optional && w.value[w.value.size() - 2] == '-'));
        if (rules_.weighted) w.weight = weight(w);
    }

    // -w: null and optional words weigh nothing, compounds (a=b) what their parts weigh.
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

    // With -c: nothing would be left of the word. The reference program crashes there.
    bool unspeakable(const Word& w) const {
        if (rules_.characters < 0 || w.value.size() <= 1) return false;
        return w.compare.empty() || (rules_.characters & kDropHyphens && w.compare.find_first_not_of('-') == View::npos);
    }

    // Appends the words of a text behind a node; the node behind them is returned.
    std::uint32_t sequence(View text, Lattice& out, std::uint32_t node, int depth = 0) {
        if (depth > kDepthLimit) throw TextError{"Network_traverse: Error, too many traversals > 31"};
        for (std::size_t at = 0; at < text.size();) {
            View token;
            if (!next_token(text, at, token)) continue;
            if (rules_.sensitive) rules_.charset->fold(token);  // the reference folds it to find semicolons, and may give up on it
            node = token.front() == '{' ? alternation(token, out, node, depth) : leaf(word(token), out, node, depth);
        }
        return node;
    }

    // The same for the pieces of a word that was marked as a whole.
    std::uint32_t pieces(View text, Lattice& out) {
        marking_ = false;
        const std::uint32_t node = sequence(text, out, 0, 1);
        marking_ = true;
        return node;
    }

    // The next token from `at` on, which moves behind it. False if there is none or it was dropped.
    bool next_token(View text, std::size_t& at, View& token) const {
        while (at < text.size() && is_space(static_cast<unsigned char>(text[at]))) ++at;
        if (at >= text.size()) return false;
        const std::size_t start = at;
        const bool braces = text[at] == '{';
        int depth = 0;
        do {
            const std::size_t n = rules_.charset->length(text, at);
            if (braces) depth += text[at] == '{' ? 1 : text[at] == '}' ? -1 : 0;
            if (at + n - start > kTokenLimit) {
                messages_ += "proc: find_next_TEXT_token increase token size > 10000\n";
                at = start + kTokenLimit;
                return false;
            }
            at += n;
        } while (at < text.size() && (braces ? depth > 0 : !is_space(static_cast<unsigned char>(text[at]))));
        token = text.substr(start, at - start);
        return depth <= 0;
    }

  private:
    double weight_of(View word) const {
        const auto found = rules_.weights->find(std::string(word));
        return found == rules_.weights->end() ? rules_.default_weight : found->second;
    }
    std::size_t next_semicolon(View t, std::size_t from) const {
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
        // Behind an escaped or glued brace, too, there is an alternation to the reference, without the first byte of the word. It may
        // give up on that; where it would crash the word is taken as it stands.
        if (w.value.find('{') != View::npos) {
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
    Arena& arena_;
    std::string& messages_;
    bool marking_ = true;
};

}  // namespace scorelite
