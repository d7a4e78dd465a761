// Stretches of words that follow themselves.
#include <algorithm>

#include "interner.hpp"
#include "normalise.hpp"

namespace scorelite {
namespace normalise {
namespace {

constexpr std::size_t kLongest = 100;  // words; a longer stretch is repeated only where it is one half of its text
constexpr std::size_t kNowhere = ~std::size_t(0);

// Words by their numbers, of which stretches at the end that follow themselves are taken away.
class Single {
    std::vector<std::uint32_t> numbers_;
    std::vector<std::size_t> before_, last_;  // the place where each stands before, and that of a number; kNowhere where there is none

    // The size of the shortest stretch at the end that follows itself; 0 where there is none.
    std::size_t repeated() const {
        const std::size_t end = numbers_.size() - 1, most = std::min(kLongest, numbers_.size() / 2);
        for (std::size_t place = before_[end]; place != kNowhere && end - place <= most; place = before_[place]) {
            const auto size = std::ptrdiff_t(end - place);
            if (std::equal(numbers_.end() - size, numbers_.end(), numbers_.end() - 2 * size)) return std::size_t(size);
        }
        return 0;
    }

  public:
    explicit Single(std::size_t vocabulary) : last_(vocabulary + 1, kNowhere) {}
    const std::vector<std::uint32_t>& numbers() const { return numbers_; }
    void add(std::uint32_t number) {
        if (!numbers_.empty() && numbers_.back() == number) return;
        before_.push_back(last_[number]);
        last_[number] = numbers_.size();
        numbers_.push_back(number);
        for (std::size_t size = repeated(); size > 0; --size) {
            last_[numbers_.back()] = before_.back();
            numbers_.pop_back(), before_.pop_back();
        }
    }
};

class Stretches final : public Plain {
  public:
    Blanks blanks() const override { return Blanks::kAny; }

  protected:
    Outcome rewrite(const Classes& classes, TextView text, Text& out) const override {
        Interner names;
        names.start(0);
        std::vector<std::uint32_t> words;
        std::vector<TextView> forms;  // of the numbers, from 1
        for (std::size_t place = classes.past_space(text, 0); place < text.size();) {
            const std::size_t end = classes.past_token(text, place);
            const TextView word = text.substr(place, end - place);
            words.push_back(names.add(View(reinterpret_cast<const char*>(word.data()), sizeof(char32_t) * word.size())));
            if (words.back() > forms.size()) forms.push_back(word);
            place = classes.past_space(text, end);
        }
        if (forms.size() == words.size()) return out = text, Outcome::kDone;
        const auto half = words.begin() + std::ptrdiff_t(words.size() / 2);
        const bool twice = words.size() / 2 > kLongest && std::equal(words.begin(), half, half, words.end());
        Single single(forms.size());
        std::for_each(words.begin(), twice ? half : words.end(), [&](std::uint32_t number) { single.add(number); });
        if (single.numbers().size() == words.size()) return out = text, Outcome::kDone;
        for (std::uint32_t number : single.numbers()) {
            if (!out.empty()) out += U' ';
            out += forms[number - 1];
        }
        return Outcome::kDone;
    }
};

}  // namespace

std::unique_ptr<Operation> stretches() { return std::make_unique<Stretches>(); }

}  // namespace normalise
}  // namespace scorelite
