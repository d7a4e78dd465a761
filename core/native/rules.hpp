// Rules: how texts become words and how words are compared.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "charset.hpp"
#include "policy.hpp"

namespace scorelite {

enum : int { kNoCharacters = -1, kKeepAscii = 1, kDropHyphens = 2 };

struct Rules {
    const Charset* charset = nullptr;
    bool sensitive = false, optional = false, fragments = false, times = false, ascii_too = false, guarani = false;
    bool sort_times = false, markup = true, weighted = false;
    bool overlap = false;     // only words whose times overlap are paired
    bool whole = false;       // words with the tag `whole`, or `whole+` if more follow, are matched as a whole, or not taken
    bool wild = false;        // `<*>` in the reference stands for any words
    bool long_words = false;  // words of more than 10,000 bytes are kept whole
    bool slash = false;       // other letters stand in for marks: a division slash for a slash of alternations, U+FDD0 to U+FDD3
    int characters = kNoCharacters, segment = 0;
    double default_weight = 0.0;
    std::shared_ptr<const std::unordered_map<std::string, double>> weights;
    std::shared_ptr<const std::vector<std::string>> lexicon;
    std::size_t longest = 1;  // characters of the longest lexicon word
    Policy policy;

    // Whether texts are read and compared in the same way.
    bool operator==(const Rules& other) const {
        const auto flags = [](const Rules& r) {
            return std::make_tuple(r.sensitive, r.optional, r.fragments, r.times, r.ascii_too, r.guarani, r.sort_times, r.markup,
                                   r.weighted, r.overlap, r.whole, r.wild, r.slash, r.long_words);
        };
        const auto numbers = [](const Rules& r) { return std::make_tuple(r.characters, r.segment, r.default_weight); };
        const auto equal = [](const auto& a, const auto& b) { return a == b || (a && b && *a == *b); };
        return policy == other.policy && flags(*this) == flags(other) && numbers(*this) == numbers(other) &&
               equal(charset, other.charset) && equal(weights, other.weights) && equal(lexicon, other.lexicon);
    }

    // The bytes of a token that the reference program can hold; a longer one loses the first of them.
    std::size_t token_limit() const { return long_words ? SIZE_MAX : 10000; }
    // Whether plain texts need the lattice aligner as well, since costs are not those of plain words.
    bool always_lattice() const { return times || weighted || segment || sort_times || overlap; }
};

}  // namespace scorelite
