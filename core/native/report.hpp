// The parts of reports that grow with the words: alignment lines, SGML words, counts of confusions.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <map>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "batch.hpp"
#include "buffer.hpp"
#include "interner.hpp"

namespace scorelite {

enum : int { kRefTimes = 1, kRefConfidence = 2, kHypTimes = 4, kHypConfidence = 8, kRefWeight = 16, kHypWeight = 32, kAsWritten = 64 };

class BlockWriter {
    const Charset& charset_;
    const bool sensitive_;
    const std::size_t width_;
    const int aux_;
    std::vector<std::uint32_t> widths_;
    std::string word_;

  public:
    BlockWriter(const Charset& charset, bool sensitive, std::int64_t width, int aux)
        : charset_(charset),
          sensitive_(sensitive || aux & kAsWritten),
          width_(std::size_t(std::max<std::int64_t>(width, 0))),
          aux_(aux & ~kAsWritten) {}

    void write(Buffer& out, const std::vector<Cell>& cells) {
        measure(cells);
        for (std::size_t start = 0; start < cells.size();) {
            const std::size_t end = line_end(start, cells.size());
            if (start) out.push_back('\n');
            write_lines(out, cells, start, end);
            start = end;
        }
    }

  private:
    void measure(const std::vector<Cell>& cells) {
        widths_.clear();
        for (const Cell& c : cells) {
            const std::size_t a = c.ref ? c.ref->value.size() : 1, b = c.hyp ? c.hyp->value.size() : 1;
            widths_.push_back(std::uint32_t(std::max({a, b, std::size_t(aux_ ? 7 : 0)})));
        }
    }
    // The word that reaches the width goes to the next line. Where this leaves no word on the line the reference never ends; here such a
    // word gets a line of its own.
    std::size_t line_end(std::size_t start, std::size_t count) const {
        std::size_t length = start ? 9 : 6, end = start;
        while (length < width_ && end < count) length += 1 + widths_[end++];
        if (end == count) return end;
        return end > start + 1 ? end - 1 : start + 1;
    }

    template <class Text>
    void line(Buffer& out, const char* label, const std::vector<Cell>& cells, std::size_t start, std::size_t end, Text text) {
        if (start) out += ">> ";
        out += label;
        for (std::size_t k = start; k < end; ++k) {
            const std::size_t before = out.size();
            text(cells[k]);
            const std::size_t size = out.size() - before;
            out.append(widths_[k] > size ? widths_[k] - size + 1 : 1, ' ');
        }
        out.push_back('\n');
    }
    void write_lines(Buffer& out, const std::vector<Cell>& cells, std::size_t start, std::size_t end) {
        const auto number = [&](const char* label, bool ref, double Word::*field, int decimals) {
            line(out, label, cells, start, end, [&](const Cell& c) {
                const Word* w = ref ? c.ref : c.hyp;
                if (w) append_number(out, decimals, w->*field);
            });
        };
        line(out, "REF:  ", cells, start, end, [&](const Cell& c) { append_word(out, c.op, c.ref, c.hyp); });
        if (aux_ & kRefTimes) number("R_T1: ", true, &Word::begin, 2), number("R_T2: ", true, &Word::end, 2);
        if (aux_ & kRefConfidence) number("RCNF: ", true, &Word::confidence, 4);
        line(out, "HYP:  ", cells, start, end, [&](const Cell& c) { append_word(out, c.op, c.hyp, c.ref); });
        if (aux_ & kHypTimes) number("H_T1: ", false, &Word::begin, 2), number("H_T2: ", false, &Word::end, 2);
        if (aux_ & kHypConfidence) number("CONF: ", false, &Word::confidence, 4);
        if (aux_ & kRefWeight) number("R_WE: ", true, &Word::weight, 4);
        if (aux_ & kHypWeight) number("H_WE: ", false, &Word::weight, 4);
        line(out, "Eval: ", cells, start, end, [&](const Cell& c) {
            if (c.op != 'C') out.push_back(c.op);
        });
    }
    void append_word(Buffer& out, char op, const Word* word, const Word* other) {
        if (!word)
            out.append(other ? other->value.size() : 0, '*');
        else if (sensitive_ || op == 'C')
            out.append(word->value);
        else
            out.append(raised(word->value));
    }
    View raised(View word) {
        word_.clear();
        charset_.append<false>(word_, word);
        return word_;
    }
};

class SgmlWriter {
    const View outer_, inner_;
    const int aux_;

  public:
    SgmlWriter(View outer, View inner, int aux) : outer_(outer), inner_(inner), aux_(aux) {}

    void write(Buffer& out, const std::vector<Cell>& cells) const {
        for (std::size_t k = 0; k < cells.size(); ++k) {
            const Cell& c = cells[k];
            char* to = out.room(outer_.size() + 2 * inner_.size() + 1 + most(c.ref) + most(c.hyp));
            if (k) to = put(to, outer_);
            *to++ = c.op;
            to = put_word(put(to, inner_), c.ref);
            out.end(put_word(put(to, inner_), c.hyp));
            if (aux_ & kRefTimes) append_times(out, c.ref);
            if (aux_ & kHypTimes) append_times(out, c.hyp);
            if (aux_ & kRefConfidence) append_value(out, c.ref, &Word::confidence);
            if (aux_ & kHypConfidence) append_value(out, c.hyp, &Word::confidence);
            if (aux_ & kRefWeight) append_value(out, c.ref, &Word::weight);
            if (aux_ & kHypWeight) append_value(out, c.hyp, &Word::weight);
        }
    }

  private:
    // Bytes of a word at most.
    static std::size_t most(const Word* w) { return w ? 2 * (w->value.size() + w->tag1.size() + w->tag2.size()) + 4 : 0; }
    static char* put(char* to, View text) {
        copy_few(to, text.data(), text.size());
        return to + text.size();
    }
    static char* put_escaped(char* to, View text) {
        for (char c : text) {
            if (c == ';') *to++ = '\\';
            *to++ = c;
        }
        return to;
    }
    static char* put_word(char* to, const Word* w) {
        if (!w) return to;
        *to++ = '"';
        to = put_escaped(to, w->value);
        if (w->tag1.data() || w->tag2.data()) {
            *to++ = ';';
            to = put_escaped(to, w->tag1);
            *to++ = ';';
            to = put_escaped(to, w->tag2);
        }
        *to++ = '"';
        return to;
    }
    void append_times(Buffer& out, const Word* w) const {
        out.append(inner_);
        if (!w) return;
        append_number(out, 3, w->begin);
        out.push_back('+');
        append_number(out, 3, w->end);
    }
    void append_value(Buffer& out, const Word* w, double Word::*field) const {
        out.append(inner_);
        if (w) append_number(out, 6, w->*field);
    }
};

// Hands the words of every wrong step to `take(op, ref, hyp)`.
template <class Take> void each_error(const Batch::Walker& walker, Take take) {
    std::size_t ref = 0, hyp = 0;
    for (char op : walker.operations) {
        if (op != 'C') take(op, op == 'I' ? View() : walker.refs[ref], op == 'D' ? View() : walker.hyps[hyp]);
        ref += op != 'I';
        hyp += op != 'D';
    }
}

// Counts of wrong words.
struct Tally {
    std::map<std::pair<std::string, std::string>, long long> pairs;
    std::map<std::string, long long> inserted, deleted;

    void add(const Batch::Walker& walker) {
        each_error(walker, [&](char op, View ref, View hyp) {
            if (op == 'S') ++pairs[{std::string(ref), std::string(hyp)}];
            if (op == 'I') ++inserted[std::string(hyp)];
            if (op == 'D') ++deleted[std::string(ref)];
        });
    }
};

// A list of words: how often each occurs, the most frequent first, words of equal frequency in the order of their bytes.
class Listing {
    Vocabulary vocabulary_;
    std::vector<std::int64_t> counts_;

    static std::uint64_t first_bytes(View word) {
        std::uint64_t bytes = 0;
        for (std::size_t k = 0; k < 8; ++k) bytes = bytes << 8 | (k < word.size() ? static_cast<unsigned char>(word[k]) : 0);
        return bytes;
    }

  public:
    void add(View word) {
        const std::uint32_t number = vocabulary_.number(word);
        if (number == counts_.size()) counts_.push_back(0);
        ++counts_[number];
    }
    std::size_t size() const { return counts_.size(); }
    std::int64_t sum() const { return std::accumulate(counts_.begin(), counts_.end(), std::int64_t(0)); }
    void write(Buffer& out) const {
        // The first bytes of a word decide most comparisons without a look at the word.
        struct Entry {
            std::int64_t count;
            std::uint64_t begin;
            View word;
            bool operator<(const Entry& other) const {
                if (count != other.count) return count > other.count;
                return begin != other.begin ? begin < other.begin : word < other.word;
            }
        };
        std::vector<Entry> entries;
        for (std::size_t k = 0; k < counts_.size(); ++k) {
            const View word = vocabulary_.words[k];
            entries.push_back({counts_[k], first_bytes(word), word});
        }
        std::sort(entries.begin(), entries.end());
        long long place = 0;
        for (const Entry& entry : entries) {
            append_integer(out, ++place, 4);
            out += ": ";
            append_integer(out, entry.count, 4);
            out += "  ->  ";
            out += entry.word;
            out.push_back('\n');
        }
    }
};

// Confusions, insertions, deletions, substituted words, and words that were said instead of these.
struct Listings {
    std::array<Listing, 5> lists;
    std::string pair;

    void add(const Batch::Walker& walker) {
        each_error(walker, [&](char op, View ref, View hyp) {
            if (op == 'S') {
                pair.assign(ref).append(" ==> ").append(hyp);
                lists[0].add(pair);
                lists[3].add(ref);
                lists[4].add(hyp);
            }
            if (op == 'I') lists[1].add(hyp);
            if (op == 'D') lists[2].add(ref);
        });
    }
};

}  // namespace scorelite
