// Rules: how texts become words and how words are compared.
#pragma once
#include <cstddef>
#include <memory>
#include <string>
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
    int characters = kNoCharacters, segment = 0;
    double default_weight = 0.0;
    std::shared_ptr<const std::unordered_map<std::string, double>> weights;
    std::shared_ptr<const std::vector<std::string>> lexicon;
    std::size_t longest = 1;  // characters of the longest lexicon word
    Policy policy;

    // Costs that are not those of plain words need the lattice aligner even for plain texts.
    bool always_lattice() const { return times || weighted || segment || sort_times; }
};

}  // namespace scorelite
