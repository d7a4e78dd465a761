// Compounds: texts in which words of one side may be those of the other, split or joined elsewhere.
#include <algorithm>

#include "bits.hpp"
#include "interner.hpp"
#include "operations.hpp"
#include "side.hpp"
#include "signals.hpp"

namespace scorelite {
namespace {

constexpr std::size_t kAhead = 2;       // texts that are asked for ahead
constexpr std::size_t kUtterance = 64;  // the steps that an utterance takes at least
constexpr std::size_t kFew = 1 << 10;   // bits of the smallest table
constexpr std::size_t kBits = 64;
constexpr std::uint64_t kFactor = 0x9E3779B97F4A7C15u;

class Compounds {
    struct Words {
        std::vector<View> words;
        std::vector<std::uint64_t> chunks;  // the first letters of each as a number, of which the first is the lowest byte
    };
    Words sides_[2];
    std::vector<View> sorted_;
    std::vector<std::uint64_t> table_;  // bits that belong to beginnings of the words of one side
    int shift_ = 0;

  public:
    // Whether two words in a row of one text go as a longer word of the other does, of which the first is the beginning. Equal letters
    // that are cut in two ways have such words where the first cut differs.
    bool may_be_in(View ref, View hyp) {
        read(ref, sides_[0]);
        read(hyp, sides_[1]);
        return has_longer(sides_[0], sides_[1]) || has_longer(sides_[1], sides_[0]);
    }

  private:
    static void read(View text, Words& side) {
        const char* const end = text.data() + text.size();
        side.words.clear(), side.chunks.clear();
        Cutter::each(text, [&](View word) {
            side.words.push_back(word);
            side.chunks.push_back(chunk_of(word, end));
        });
    }
    // Whether words in a row go as a longer one of the others does.
    bool has_longer(const Words& side, const Words& others) {
        const std::vector<View>& words = side.words;
        if (words.size() < 2 || others.words.empty()) return false;
        note_beginnings(others);
        sorted_.clear();
        for (std::size_t k = 0; k + 1 < words.size(); ++k) {
            if (!has(key_of(words[k], side.chunks[k], words[k + 1][0]))) continue;
            if (sorted_.empty()) {
                sorted_ = others.words;
                std::sort(sorted_.begin(), sorted_.end());
            }
            if (goes_on(words[k].size(), std::string(words[k]) += words[k + 1])) return true;
        }
        return false;
    }
    // Whether one of the sorted words is longer than the beginning of some letters, and goes as they do as far as both reach.
    bool goes_on(std::size_t beginning, View letters) const {
        auto next = std::lower_bound(sorted_.begin(), sorted_.end(), letters);
        if (next != sorted_.end() && next->substr(0, letters.size()) == letters) return true;
        // The word before either is the longest one that the letters begin with, or no such word is longer than what both share.
        while (next != sorted_.begin()) {
            const View word = *--next;
            const auto least = std::min(word.size(), letters.size());
            const auto shared =
                std::size_t(std::mismatch(word.begin(), word.begin() + std::ptrdiff_t(least), letters.begin()).first - word.begin());
            if (shared <= beginning) return false;
            if (shared == word.size()) return true;
            next = std::upper_bound(sorted_.begin(), next, letters.substr(0, shared));
        }
        return false;
    }
    // Notes how the words begin, by two letters or more.
    void note_beginnings(const Words& others) {
        std::size_t letters = 0, size = kFew;
        for (View word : others.words) letters += word.size();
        while (size < kBits / 4 * letters) size *= 2;
        table_.assign(size / kBits, 0);
        shift_ = 64 - int(trailing_zeros(size));
        for (std::size_t k = 0; k < others.words.size(); ++k) {
            const View word = others.words[k];
            const std::uint64_t chunk = others.chunks[k];
            for (std::size_t n = 2; n <= std::min(word.size(), kShort); ++n) note(short_key(chunk, n));
            std::uint64_t key = chunk * kFactor;
            for (std::size_t n = kShort; n < word.size(); ++n) note(key = longer_key(key, word[n]));
        }
    }
    void note(std::uint64_t key) { table_[key >> shift_ >> 6] |= std::uint64_t(1) << (key >> shift_ & 63); }
    bool has(std::uint64_t key) const { return table_[key >> shift_ >> 6] >> (key >> shift_ & 63) & 1; }
    // The key of a word with another letter behind it.
    static std::uint64_t key_of(View word, std::uint64_t chunk, char letter) {
        const std::size_t n = word.size();
        if (n < kShort) return short_key(chunk | std::uint64_t(static_cast<unsigned char>(letter)) << 8 * n, n + 1);
        std::uint64_t key = chunk * kFactor;
        for (std::size_t at = kShort; at < n; ++at) key = longer_key(key, word[at]);
        return longer_key(key, letter);
    }
    // The first letters of a word in a text that ends at `end`.
    static std::uint64_t chunk_of(View word, const char* end) {
        const std::size_t n = std::min(word.size(), kShort);
        if (!kLowestFirst || std::size_t(end - word.data()) < kShort)
            return n < kShort ? rest_of(word.data(), n) : std::uint64_t(rest_of(word.data() + 4, 4)) << 32 | rest_of(word.data(), 4);
        std::uint64_t chunk;
        std::memcpy(&chunk, word.data(), kShort);
        return chunk & ~std::uint64_t(0) >> (64 - 8 * n);
    }
    static std::uint64_t short_key(std::uint64_t chunk, std::size_t n) { return (chunk & ~std::uint64_t(0) >> (64 - 8 * n)) * kFactor; }
    static std::uint64_t longer_key(std::uint64_t key, char letter) {
        return (key ^ key >> 32 ^ static_cast<unsigned char>(letter)) * kFactor;
    }
};

std::string may_have_compounds(const Side& ref, const Side& hyp) {
    if (ref.size() != hyp.size()) throw std::invalid_argument("sides of different lengths");
    return without_gil([&] {
        Compounds compounds;
        std::string found(ref.size(), '\0');
        Ticks ticks;
        for (std::size_t i = 0; i < ref.size(); ++i) {
            if (i + kAhead < ref.size()) ref.expect(i + kAhead), hyp.expect(i + kAhead);
            const View said = ref.text(i), heard = hyp.text(i);
            ticks.spend(kUtterance + said.size() + heard.size());
            found[i] = char(compounds.may_be_in(said, heard));
        }
        return found;
    });
}

PyMethodDef methods[] = {
    {"may_have_compounds", operation<may_have_compounds>, METH_VARARGS,
     "may_have_compounds(ref, hyp, /)\n--\n\n"
     "A byte for each pair of texts: whether two words in a row of one go as a longer word of the other does, of which the first is the "
     "beginning. Texts whose letters are equal, but cut into words in two ways, have such words."},
    {nullptr, nullptr, 0, nullptr}};
const Part part(methods);

}  // namespace
}  // namespace scorelite
