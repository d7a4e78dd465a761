// Stretches of words that follow themselves.
#include <algorithm>

#include "interner.hpp"
#include "normalise.hpp"

namespace scorelite {
namespace normalise {
namespace {

constexpr std::size_t kLongest = 100;  // words; a longer stretch is repeated only where it is one half of its text
constexpr std::size_t kNowhere = ~std::size_t(0);
constexpr std::size_t kLetters = 4;  // of a word, about, with the white space behind it

struct Word {
    TextView text;
    std::uint32_t number;
    std::size_t before;  // the place among the words that stay where it stands before; kNowhere where it does not
};

class Stretches final : public Plain {
  public:
    Blanks blanks() const override { return Blanks::kAny; }

  protected:
    Outcome rewrite(const Classes& classes, TextView text, Text& out) const override {
        Interner names;
        std::vector<Word> words, stay;
        names.start(text.size() / kLetters + 1);
        for (std::size_t place = classes.past_space(text, 0); place < text.size();) {
            const std::size_t end = classes.past_token(text, place);
            const TextView word = text.substr(place, end - place);
            words.push_back({word, names.add(View(reinterpret_cast<const char*>(word.data()), sizeof(char32_t) * word.size())), kNowhere});
            place = classes.past_space(text, end);
        }
        if (names.count() == words.size()) return out = text, Outcome::kDone;
        const std::size_t half = words.size() / 2;
        const bool twice = half > kLongest && 2 * half == words.size() && same(words.data(), words.data() + half, half);
        std::vector<std::size_t> last(names.count() + 1, kNowhere);  // where each word stands last
        for (std::size_t k = 0; k < (twice ? half : words.size()); ++k) add(words[k], stay, last);
        if (stay.size() == words.size()) return out = text, Outcome::kDone;
        for (const Word& word : stay) {
            if (!out.empty()) out += U' ';
            out += word.text;
        }
        return Outcome::kDone;
    }

  private:
    static bool same(const Word* first, const Word* second, std::size_t size) {
        return std::equal(first, first + size, second, [](const Word& a, const Word& b) { return a.number == b.number; });
    }
    static void add(Word word, std::vector<Word>& stay, std::vector<std::size_t>& last) {
        word.before = last[word.number];
        if (word.before != kNowhere && word.before + 1 == stay.size()) return;  // it follows itself
        last[word.number] = stay.size();
        stay.push_back(word);
        for (std::size_t size = repeated(stay); size > 0; --size) {
            last[stay.back().number] = stay.back().before;
            stay.pop_back();
        }
    }
    // The size of the shortest stretch at the end of the words that follows itself; 0 where there is none.
    static std::size_t repeated(const std::vector<Word>& words) {
        const std::size_t end = words.size() - 1, most = std::min(kLongest, words.size() / 2);
        for (std::size_t place = words[end].before; place != kNowhere && end - place <= most; place = words[place].before) {
            const std::size_t size = end - place;
            const Word* const behind = words.data() + words.size();
            if (same(behind - 2 * size, behind - size, size)) return size;
        }
        return 0;
    }
};

}  // namespace

std::unique_ptr<Operation> stretches() { return std::make_unique<Stretches>(); }

}  // namespace normalise
}  // namespace scorelite
