// The aligner: fills a batch with the alignments of its texts.
#pragma once
#include <cstddef>

#include "batch.hpp"

namespace scorelite {

// Aligns all utterances of a batch whose rules, sides and items are set, in this number of threads.
void align(Batch& batch, std::size_t threads);

}  // namespace scorelite
