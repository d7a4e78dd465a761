// A table of letters that does the work of a whole chain.
#include "normalise_letters.hpp"

#include <algorithm>

namespace scorelite {
namespace normalise {

bool LetterTable::fits(const std::vector<const Operation*>& operations) {
    if (operations.empty()) return false;
    const Blanks last = operations.back()->blanks();
    const bool squeezes = !operations.back()->letterwise();
    if (squeezes && !operations.back()->only_squeezes()) return false;
    if (squeezes && last != Blanks::kSqueezed && last != Blanks::kOne) return false;
    return std::all_of(operations.begin(), operations.end() - squeezes, [](const Operation* one) { return one->letterwise(); });
}

LetterTable::LetterTable(const Classes& classes, std::vector<const Operation*> operations) : possible_(true) {
    if (!operations.back()->letterwise()) {
        blanks_ = operations.back()->blanks();
        operations.pop_back();
    }
    for (char32_t letter = 0; letter < 128; ++letter) compose(classes, operations, letter);
}

void LetterTable::compose(const Classes& classes, const std::vector<const Operation*>& operations, char32_t letter) {
    Text text(1, letter), before;
    std::uint8_t& result = table_[letter];
    result = kStop;
    for (const Operation* operation : operations) {
        if (operation->reach(classes, text) != Reach::kNone) return;
        before = text;
        if (operation->run(classes, text, nullptr) != Outcome::kDone) return;
        changed_[letter] = changed_[letter] || text != before;
    }
    if (text.size() > 1 || (text.size() == 1 && text[0] >= 128)) return;
    result = text.empty() ? kGone : std::uint8_t(text[0]);
    space_[letter] = !text.empty() && classes.space(text[0]);
}

bool LetterTable::run(View text, bool log, std::string& out, bool& same) const {
    unsigned char high = 0;
    for (char byte : text) high |= static_cast<unsigned char>(byte);
    if (high >= 128) return false;
    const bool squeezes = blanks_ != Blanks::kKept;
    bool changed = false, blank = false;
    out.resize(text.size());
    char* to = &out[0];
    for (char byte : text) {
        const unsigned char letter = static_cast<unsigned char>(byte);
        const std::uint8_t result = table_[letter];
        changed |= changed_[letter];
        if (result >= kGone) {
            if (result == kStop) return false;
            continue;
        }
        if (squeezes && space_[letter]) {
            if (!blank) *to++ = ' ';
            blank = true;
            continue;
        }
        blank = false;
        *to++ = char(result);
    }
    out.resize(std::size_t(to - out.data()));
    if (blanks_ == Blanks::kOne) {
        if (!out.empty() && out.back() == ' ') out.pop_back();
        if (!out.empty() && out.front() == ' ') out.erase(0, 1);
    }
    same = !changed && out == text;
    return same || !log;
}

}  // namespace normalise
}  // namespace scorelite
