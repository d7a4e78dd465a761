// The log: pieces in which two texts differ; and the classes of ASCII.
#include "normalise.hpp"

namespace scorelite {
namespace normalise {
namespace {

constexpr std::size_t kReach = 20;  // words that are looked through for the next pair of equal words

using Pieces = std::vector<TextView>;

// White space and words in turns, white space first and last: even places hold white space, possibly none.
void cut(const Classes& classes, TextView text, Pieces& pieces) {
    pieces.clear();
    for (std::size_t place = 0;;) {
        const std::size_t word = classes.past_space(text, place);
        pieces.push_back(text.substr(place, word - place));
        if (word == text.size()) return;
        place = classes.past_token(text, word);
        pieces.push_back(text.substr(word, place - word));
    }
}

// Whether the words at these places are equal, or both texts end there.
bool alike(const Pieces& old, const Pieces& fresh, std::size_t i, std::size_t j) {
    if (i >= old.size() || j >= fresh.size()) return i == old.size() && j == fresh.size();
    return old[i] == fresh[j];
}

// Moves to the white space before the nearest words at which both texts go on alike; to that at the ends if there are none.
void meet(const Pieces& old, const Pieces& fresh, std::size_t& i, std::size_t& j) {
    const std::size_t from_i = i + 1, from_j = j + 1;
    const auto matches = [&](std::size_t next_i, std::size_t next_j) {
        if (!alike(old, fresh, next_i, next_j)) return false;
        i = next_i - 1;
        j = next_j - 1;
        return true;
    };
    if (matches(from_i, from_j) || matches(from_i + 2, from_j + 2)) return;
    for (std::size_t steps = 2; steps < 2 * kReach; steps += 2)
        for (std::size_t k = 0; k <= steps; k += 2)
            if (matches(from_i + steps - k, from_j + k)) return;
    i = old.size() - 1;
    j = fresh.size() - 1;
}

Text joined(const Pieces& pieces, std::size_t from, std::size_t to) {
    Text text;
    for (; from < to; ++from) text += pieces[from];
    return text;
}

}  // namespace

void add_differences(const Classes& classes, TextView before, TextView after, std::int32_t rule, Log& log) {
    thread_local Pieces old, fresh;
    cut(classes, before, old);
    cut(classes, after, fresh);
    std::size_t start = 0;
    for (std::size_t i = 0, j = 0; i < old.size();) {
        std::size_t from_i = i, from_j = j;
        meet(old, fresh, i, j);
        // Up to the white space before the next pair of equal words.
        std::size_t to_i = i + 1, to_j = j + 1, same = 0, size = 0;
        for (std::size_t k = from_j; k < to_j; ++k) size += fresh[k].size();
        if (old[from_i] == fresh[from_j]) {
            same = old[from_i++].size();
            ++from_j;
        }
        if (from_i < to_i && from_j < to_j && old[to_i - 1] == fresh[to_j - 1]) {
            --to_i;
            --to_j;
        }
        if (from_i < to_i || from_j < to_j)
            log.push_back({std::int32_t(start + same), rule, joined(old, from_i, to_i), joined(fresh, from_j, to_j)});
        start += size + (j + 1 < fresh.size() ? fresh[j + 1].size() : 0);
        i += 2;
        j += 2;
    }
}

Classes::Classes() {
    for (char32_t letter = 0; letter < 128; ++letter) {
        const bool digit = ascii_digit(letter);
        const bool name = digit || (letter >= U'a' && letter <= U'z') || (letter >= U'A' && letter <= U'Z');
        const bool space = letter == U' ' || (letter >= 9 && letter <= 13) || (letter >= 28 && letter <= 31);
        ascii_[letter] =
            std::uint8_t((name || letter == U'_' ? kWord : 0) | (space ? kSpace : 0) | (digit ? kDecimal : 0) | (name ? kAlphanumeric : 0));
    }
}

}  // namespace normalise
}  // namespace scorelite
