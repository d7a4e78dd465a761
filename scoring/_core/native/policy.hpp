// Policies: which of equally cheap moves an alignment takes.
#pragma once
#include <cstdint>

namespace scorelite {

enum class Ties : std::uint8_t {  // which move is taken when several cost the same, seen from the end of the texts
    kSubInsDel,                   // sclite: substitution, then insertion, then deletion
    kInsDelSub,                   // Kaldi's compute-wer
    kSubDelIns,                   // Kaldi's align-text
};

enum Move : std::uint8_t { kSub = 0, kDel = 1, kIns = 2 };

}  // namespace scorelite
