// Words with everything that the aligner compares, and the test whether two are equal.
#pragma once
#include "text.hpp"

namespace scorelite {

struct Word {
    View value, compare, tag1, tag2;  // an absent tag has no data()
    double begin = 0.0, end = 0.0, duration = 0.0, confidence = 0.0, weight = -1.0;
    bool null = false, optional = false, fragment = false, literal = false;
    bool exact = false, inner = false;  // of words that are matched as a whole; not the last of them
    bool wild = false;                  // stands for any words of the other side
};

inline bool fragment_match(View ref, View hyp) {
    const auto ends = [](View text, View part) { return text.size() >= part.size() && text.substr(text.size() - part.size()) == part; };
    const auto begins = [](View text, View part) { return text.substr(0, part.size()) == part; };
    if (ref.size() > 1 && ref.front() == '-') return ends(hyp, ref.substr(1));
    if (ref.size() > 1 && ref.back() == '-') return begins(hyp, ref.substr(0, ref.size() - 1));
    if (hyp.size() > 1 && hyp.front() == '-') return ends(ref, hyp.substr(1));
    if (hyp.size() > 1 && hyp.back() == '-') return begins(ref, hyp.substr(0, hyp.size() - 1));
    return ref == hyp;
}

inline bool same_word(const Word& a, const Word& b) {
    if (a.null != b.null && (a.literal || b.literal)) return false;  // a ready word `@` is a word like any other
    return a.fragment || b.fragment ? fragment_match(a.compare, b.compare) : a.compare == b.compare;
}

}  // namespace scorelite
