// Tokens: the words of a text without markup, which need no network.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <string>
#include <vector>

#include "cutter.hpp"
#include "rules.hpp"
#include "signs.hpp"

namespace scorelite {

constexpr std::size_t kWordLimit = 32 << 20;  // words of one utterance; more are refused before memory runs out

// U+FDD0 to U+FDD3, which no text has, for letters that are marks.
constexpr View kStandIns = "\xef\xb7", kStoodFor = "{}\\@";

enum : std::uint8_t { kSpaceByte = 1, kMarkByte = 2 };  // kMarkByte: may make a token more than a plain word

struct ByteClasses {
    std::uint8_t of[256] = {};
    Signs marks;
    explicit ByteClasses(const Rules& rules) : marks(marks_of(rules)) {
        for (unsigned char c : {' ', '\t', '\n', '\v', '\f', '\r'}) of[c] = kSpaceByte;
        for (unsigned char c : marks_of(rules)) of[c] = kMarkByte;
    }

  private:
    static std::string marks_of(const Rules& rules) {
        if (!rules.markup) return "";
        return std::string("{;\\*@") + (rules.optional ? "(" : "") + (rules.fragments || rules.characters >= 0 ? "-" : "") +
               (rules.slash ? std::string(1, kStandIns[0]) : "");
    }
};

// Whether the bytes of class kMarkByte make this token more than a plain word.
inline bool is_marked(View t, const Rules& rules) {
    if (t.find_first_of("{;\\") != View::npos || t == "@") return true;
    if (t.size() > 1 && t.back() == '*') return true;
    if (rules.wild && t == "<*>") return true;
    if (rules.slash && t.find(kStandIns) != View::npos) return true;
    if (rules.optional && t.front() == '(' && t.back() == ')') return true;
    if (rules.fragments && (t.front() == '-' || t.back() == '-' || t.find("-)") != View::npos)) return true;
    return rules.characters >= 0 && t.find_first_of("*@-") != View::npos;
}

inline bool has_mark(View text, const ByteClasses& classes) {
    std::uint8_t seen = 0;
    for (unsigned char c : text) seen |= classes.of[c];
    return seen & kMarkByte;
}

// Whether every byte of white space ends a word of a text, whatever is before it.
inline bool is_cut_at_bytes(View text, const Rules& rules) { return rules.charset->one_byte() || !rules.markup || is_ascii(text); }

// Splits at white space. False if some token is more than a plain word, which a text `known` to have none is not asked again.
inline bool tokenize(View text, const Rules& rules, const ByteClasses& classes, std::vector<View>& out, bool is_plain = false) {
    out.clear();
    const auto special = [&](View token) {
        return token.size() > rules.token_limit() || (has_mark(token, classes) && is_marked(token, rules));
    };
    if (is_cut_at_bytes(text, rules)) {
        Cutter::cut(text, out, kWordLimit);
        const bool plain = is_plain || !rules.markup || (text.size() <= rules.token_limit() && !classes.marks.in(text));
        return plain || std::none_of(out.begin(), out.end(), special);
    }
    const char *p = text.data(), *end = p + text.size();
    for (;;) {
        while (p < end && classes.of[static_cast<unsigned char>(*p)] == kSpaceByte) ++p;
        if (p == end) return true;
        const char* start = p;
        while (p < end && classes.of[static_cast<unsigned char>(*p)] != kSpaceByte) {
            if (rules.sensitive && static_cast<unsigned char>(*p) >= 0xFC) return false;  // the parser may refuse it
            p += rules.charset->length(text, std::size_t(p - text.data()));
        }
        if (special(View(start, std::size_t(p - start)))) return false;
        if (out.size() >= kWordLimit) throw std::bad_alloc();
        out.emplace_back(start, std::size_t(p - start));
    }
}

}  // namespace scorelite
