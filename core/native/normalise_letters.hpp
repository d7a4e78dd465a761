// Texts of ASCII normalised byte by byte, where no operation looks further than one letter and the blanks around it.
#pragma once
#include <array>
#include <string>
#include <vector>

#include "normalise.hpp"
#include "text.hpp"

namespace scorelite {
namespace normalise {

// What a chain makes of each letter of ASCII; a squeeze of blanks may come last.
class LetterTable {
    static constexpr std::uint8_t kGone = 0x80, kStop = 0x81;
    std::array<std::uint8_t, 128> table_{};
    std::array<bool, 128> changed_{};  // whether an operation changes the letter, even if a later one changes it back
    std::array<bool, 128> space_{};    // whether what becomes of it is white space
    bool possible_ = false;
    Blanks blanks_ = Blanks::kKept;

    void compose(const Classes& classes, const std::vector<const Operation*>& operations, char32_t letter);

  public:
    // Whether each operation works letter by letter, but for a squeeze at the end.
    static bool fits(const std::vector<const Operation*>& operations);
    LetterTable() = default;
    // Letters of ASCII are learnt by now.
    LetterTable(const Classes& classes, std::vector<const Operation*> operations);
    bool possible() const { return possible_; }
    // Writes what becomes of a text, or says that it stays as it is; false where some letter needs more than the table. With `log`
    // that is every text that an operation changes.
    bool run(View text, bool log, std::string& out, bool& same) const;
};

}  // namespace normalise
}  // namespace scorelite
