// The aligner: fills a batch with the alignments of its texts.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "batch.hpp"

namespace scorelite {

// Operations of alignments that were made before: those of utterance i are the letters from places[i] to places[i + 1].
struct KnownSteps {
    View letters;
    std::vector<std::int64_t> places;
    View of(std::size_t i) const { return letters.substr(std::size_t(places[i]), std::size_t(places[i + 1] - places[i])); }
};

// Aligns all utterances of a batch whose rules, sides and items are set, in this number of threads. Plain texts take known steps, which are
// refused by std::invalid_argument where they do not fit the words; a network is aligned again, for steps do not say which way they go.
void align(Batch& batch, std::size_t threads, const KnownSteps* steps = nullptr);

}  // namespace scorelite
