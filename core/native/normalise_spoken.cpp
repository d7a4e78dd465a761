// Spelled-out English numbers in digits, in texts that stay otherwise as they are; the twin is the readable definition.
#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "normalise.hpp"

namespace scorelite {
namespace normalise {
namespace {

// What a word may be: bits in the order of `_ROLES` of spoken_numbers.py.
enum Role : std::uint32_t {
    kSmall = 1 << 0,
    kOrdinal = 1 << 1,
    kDecade = 1 << 2,
    kMultiplier = 1 << 3,
    kOrdinalMultiplier = 1 << 4,
    kRepeat = 1 << 5,
    kSign = 1 << 6,
    kDenominator = 1 << 7,
    kPluralDenominator = 1 << 8,
    kOh = 1 << 9,
    kPoint = 1 << 10,
    kAnd = 1 << 11,
    kA = 1 << 12,
    kArticle = 1 << 13,
    kHalf = 1 << 14,
    kHundreds = 1 << 15,
    kNo = 1 << 16,
    kBeforeNoAmount = 1 << 17,
};
constexpr std::uint32_t kNumeric = kSmall | kOrdinal | kDecade | kMultiplier;
// A text without a word of these roles, and without a comma between digits, has no number to write.
constexpr std::uint32_t kSignal = kNumeric | kOrdinalMultiplier | kRepeat | kSign;

bool is_ascii(TextView text) {
    return std::all_of(text.begin(), text.end(), [](char32_t letter) { return letter < 128; });
}

struct Meaning {
    std::uint32_t roles = 0;
    std::uint64_t value = 0;

    bool is(std::uint32_t any) const { return roles & any; }
    bool is_digit() const { return is(kSmall) && value < 10; }
};

// The words of numbers, in any case: a table of slots that is mostly empty. They are of ASCII, and no other letter becomes one of
// theirs in lower case.
class Lexicon {
    static constexpr std::size_t kLongest = 12;  // letters of 5 bits
    static constexpr int kBits = 10;
    struct Slot {
        std::uint64_t key = 0;
        Meaning meaning;
    };
    std::vector<Slot> slots_ = std::vector<Slot>(std::size_t(1) << kBits);

    static std::uint64_t key_of(TextView word) {
        if (word.size() > kLongest) return 0;
        std::uint64_t key = 0;
        for (char32_t letter : word) {
            const char32_t small = letter | 0x20;
            if (small < U'a' || small > U'z') return 0;
            key = key << 5 | (small & 0x1F);
        }
        return key;
    }
    // The slot of a key, or the empty one where it would be.
    std::size_t slot_of(std::uint64_t key) const {
        std::size_t place = std::size_t(key * 0x9E3779B97F4A7C15u >> (64 - kBits));
        while (slots_[place].key && slots_[place].key != key) place = (place + 1) % slots_.size();
        return place;
    }

  public:
    explicit Lexicon(const std::vector<NumberWord>& words) {
        if (2 * words.size() > slots_.size()) throw std::invalid_argument("too many words of numbers");
        for (const NumberWord& word : words) {
            const std::uint64_t key = key_of(word.word);
            if (!key) throw std::invalid_argument("not an English number word");
            slots_[slot_of(key)] = {key, {std::uint32_t(word.kind), word.value}};
        }
    }
    Meaning of(TextView word) const {
        const std::uint64_t key = key_of(word);
        return key ? slots_[slot_of(key)].meaning : Meaning();
    }
};

enum class Joint { kBlank, kHyphen, kNone };

struct Word : Meaning {
    TextView text;
    Joint joint = Joint::kNone;  // to the word before
    bool number = false;         // digits of ASCII, perhaps with a point and more digits
};

// Cuts a text into words and what stands between them.
class WordCutter {
    const Classes& classes_;
    const Lexicon& lexicon_;
    TextView text_;
    std::size_t end_ = 0;  // of the word before

    bool letter(std::size_t place) const {
        return place < text_.size() && classes_.alphanumeric(text_[place]) && !classes_.decimal(text_[place]);
    }
    bool word(std::size_t place) const { return place < text_.size() && classes_.word(text_[place]); }
    std::size_t past_letters(std::size_t place) const {
        while (letter(place)) ++place;
        return place;
    }
    std::size_t past_digits(std::size_t place) const {
        while (place < text_.size() && classes_.decimal(text_[place])) ++place;
        return place;
    }
    // The end of letters, of which single apostrophes may stand between two.
    std::size_t past_name(std::size_t place) const {
        place = past_letters(place);
        while (place < text_.size() && (text_[place] == U'\'' || text_[place] == U'\u2019') && letter(place + 1))
            place = past_letters(place + 1);
        return place;
    }
    // The end of a number to which no letter is joined, or the place itself.
    std::size_t past_number(std::size_t place) const {
        const std::size_t whole = past_digits(place);
        if (whole == place) return place;
        const std::size_t decimals = whole < text_.size() && text_[whole] == U'.' ? past_digits(whole + 1) : 0;
        if (decimals > whole + 1 && !word(decimals)) return decimals;
        return word(whole) ? place : whole;
    }
    Joint joint(std::size_t from, std::size_t to) const {
        if (!from || from == to) return Joint::kNone;
        if (classes_.past_space(text_.substr(0, to), from) == to) return Joint::kBlank;
        return to == from + 1 && text_[from] == U'-' ? Joint::kHyphen : Joint::kNone;
    }

    // The end of a word that begins with no letter; notes whether it is a number.
    std::size_t past_other(std::size_t place, Word& made) const {
        std::size_t end = past_number(place);
        made.number = end != place && is_ascii(text_.substr(place, end - place));
        if (end != place) return end;
        while (word(end)) ++end;
        return end;
    }

  public:
    WordCutter(const Classes& classes, const Lexicon& lexicon, TextView text) : classes_(classes), lexicon_(lexicon), text_(text) {}
    // Whether there is one more word.
    bool next(Word& made) {
        std::size_t place = end_;
        while (place < text_.size() && !word(place)) ++place;
        if (place == text_.size()) return false;
        made = Word();
        made.joint = joint(end_, place);
        end_ = letter(place) ? past_name(place) : past_other(place, made);
        made.text = text_.substr(place, end_ - place);
        static_cast<Meaning&>(made) = lexicon_.of(made.text);
        return true;
    }
};

struct TooPrecise {};  // more digits than Python's Decimal keeps, which rounds them

// Digits of a number that has no end; those in front may be zeros.
class Digits {
    static constexpr std::size_t kMost = 28;
    std::string digits_;

    void check() const {
        if (size() > kMost) throw TooPrecise();
    }

  public:
    explicit Digits(std::uint64_t number = 0) : digits_(std::to_string(number)) {}
    // Those from the first that is no zero on.
    std::size_t size() const { return digits_.size() - std::min(digits_.find_first_not_of('0'), digits_.size()); }
    // A digit by its place from the end.
    int at(std::size_t place) const { return place < digits_.size() ? digits_[digits_.size() - 1 - place] - '0' : 0; }
    bool ends_in_zeros(std::size_t count) const {
        while (count && !at(count - 1)) --count;
        return !count;
    }
    void append(std::uint64_t digit) { digits_ += char('0' + digit); }
    void append_zeros(std::size_t count) {
        digits_.append(count, '0');
        check();
    }
    void add(const Digits& other) {
        std::string sum;  // its last digit first
        const std::size_t size = std::max(digits_.size(), other.digits_.size());
        for (int carry = 0; sum.size() < size || carry; carry /= 10) {
            carry += at(sum.size()) + other.at(sum.size());
            sum += char('0' + carry % 10);
        }
        digits_.assign(sum.rbegin(), sum.rend());
        check();
    }
    // The number with so many of its digits behind a point, where zeros do not end it.
    std::string text(std::size_t decimals) const {
        const std::size_t shown = std::max(size(), decimals + 1);
        std::size_t zeros = 0;
        while (zeros < decimals && !at(zeros)) ++zeros;
        std::string text;
        for (std::size_t place = shown; place-- > zeros;) {
            text += char('0' + at(place));
            if (place == decimals && decimals > zeros) text += '.';
        }
        return text;
    }
};

// An amount that grows by its words: a group below the next multiplier, and the total of the groups before.
class Amount {
    Digits group_, total_;
    std::size_t decimals_ = 0;  // of both
    std::uint64_t limit_ = UINT64_MAX;

    Digits sum() const {
        Digits sum = total_;
        sum.add(group_);
        return sum;
    }

  public:
    explicit Amount(std::uint64_t whole = 0) : group_(whole) {}
    void add_digit(std::uint64_t digit) { group_.append(digit); }
    void add_decimal(std::uint64_t digit) {
        group_.append(digit);
        ++decimals_;
    }
    void add(std::uint64_t rest) {
        Digits more(rest);
        more.append_zeros(decimals_);
        group_.add(more);
    }
    void multiply(std::uint64_t multiplier) {
        group_.append_zeros(std::to_string(multiplier).size() - 1);
        if (multiplier == 100) return;
        total_.add(group_);
        group_ = Digits();
        limit_ = multiplier;
    }
    bool fits(std::uint64_t multiplier) const {
        return has_group() && (multiplier == 100 ? group_.size() <= decimals_ + 2 : multiplier < limit_);
    }
    bool has_group() const { return group_.size() != 0; }
    // Whether a number below 100 may follow.
    bool is_in_hundreds() const { return (has_group() || total_.size()) && group_.ends_in_zeros(decimals_ + 2); }
    // Whether an ordinal below 10 may follow.
    bool ends_in_tens() const { return group_.ends_in_zeros(decimals_ + 1) && group_.at(decimals_ + 1) >= 2; }
    bool is_whole() const { return sum().ends_in_zeros(decimals_); }
    std::string text() const { return sum().text(decimals_); }
    std::string ordinal() const {
        const Digits number = sum();
        const int last = number.at(decimals_ + 1) == 1 ? 0 : number.at(decimals_);
        const std::string whole = number.text(decimals_);
        return whole.substr(0, whole.find('.')) + (last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th");
    }
};

// Words of a text, read as numbers.
class Reader {
    const std::vector<Word>& words_;

    // A number that was read: its text, and the place behind its last word.
    struct Found {
        std::string text;
        std::size_t end;
    };
    struct Below {
        std::uint64_t value;
        std::size_t end;
    };
    struct Rest : Below {
        bool ordinal;
    };
    struct Head {
        Amount amount;
        std::size_t end;
        bool written = false;  // in digits, which count only with a multiplier behind them
    };
    using Number = std::optional<Found>;

    static const Word& none() {
        static const Word word;
        return word;
    }
    // The word at a place; none if it does not continue the words from the first one on.
    const Word& at(std::size_t place, std::size_t first, bool only_blanks = false) const {
        if (place < first || place >= words_.size()) return none();
        const Joint joint = words_[place].joint;
        return place == first || joint == Joint::kBlank || (joint == Joint::kHyphen && !only_blanks) ? words_[place] : none();
    }
    // The word before a place; none if something other than a blank or a hyphen stands between.
    const Word& before(std::size_t place) const { return place && words_[place].joint != Joint::kNone ? words_[place - 1] : none(); }

    // The number behind a sign.
    Number negative(std::size_t place) const {
        const Word& word = at(place, place - 1, true);
        if (word.text.empty() || word.is(kSign)) return std::nullopt;
        Number read = number(place);
        if (!read && word.number) read = Found{std::string(word.text.begin(), word.text.end()), place + 1};
        if (read) read->text.insert(0, 1, '-');
        return read;
    }

    // Single digits one after another, as in a number of a telephone.
    Number digit_run(std::size_t place) const {
        const std::size_t first = place;
        std::string digits;
        for (;;) {
            const Word &word = at(place, first, true), &following = at(place + 1, first, true);
            const bool digit_follows = following.is_digit() || following.is(kOh);
            if (word.is(kRepeat) && digit_follows) {
                digits.append(std::size_t(word.value), char('0' + following.value));
                place += 2;
            } else if (word.is_digit() || (place > first && word.is(kOh) && (following.is_digit() || place > first + 1))) {
                digits += char('0' + word.value);
                ++place;
            } else {
                break;
            }
        }
        // The last digit may begin a larger number: "one two hundred".
        const std::size_t count = place - first;
        if (count && words_[place - 1].is_digit() && at(place, first).is(kMultiplier | kPoint)) {
            if (count <= 2) return std::nullopt;
            digits.pop_back();
            return Found{std::move(digits), place - 1};
        }
        if (count <= 1) return std::nullopt;
        return Found{std::move(digits), place};
    }

    std::optional<Below> below_hundred(std::size_t place, std::size_t first) const {
        const Word& word = at(place, first);
        if (!word.is(kSmall)) return std::nullopt;
        const Word& unit = at(place + 1, first);
        if (word.value >= 20 && unit.is_digit() && unit.value) return Below{word.value + unit.value, place + 2};
        return Below{word.value, place + 1};
    }

    // Two numbers of two digits that are one: nineteen eighty four, twenty ten, nineteen oh five, ten sixty six.
    Number year(std::size_t place) const {
        const std::uint64_t century = words_[place].value;
        if (century < 10 || century > 20) return std::nullopt;
        const std::string text = std::to_string(century);
        const Word &second = at(place + 1, place), &digit = at(place + 2, place);
        if (century > 12) {
            if (second.is(kDecade)) return Found{text + std::to_string(second.value) + 's', place + 2};
            if (second.is(kHundreds)) return Found{text + "00s", place + 2};
            if (second.is(kOh) && digit.is_digit()) return Found{text + '0' + std::to_string(digit.value), place + 3};
        }
        const auto rest = below_hundred(place + 1, place);
        if (!rest || rest->value < (century <= 12 ? 60 : 10) || at(rest->end, place).is(kMultiplier)) return std::nullopt;
        return Found{text + std::to_string(rest->value), rest->end};
    }

    // A fraction such as two thirds.
    Number fraction(std::size_t place) const {
        const auto above = below_hundred(place, place);
        if (!above || !above->value) return std::nullopt;
        const Word& below = at(above->end, place);
        if (!below.is(above->value == 1 ? kDenominator : kPluralDenominator)) return std::nullopt;
        return Found{std::to_string(above->value) + '/' + std::to_string(below.value), above->end + 1};
    }

    // A cardinal or ordinal number with hundreds, thousands and so on, and decimals.
    Number amount(std::size_t place) const {
        std::optional<Head> begun = head(place);
        if (!begun) return std::nullopt;
        auto& [amount, end, written] = *begun;
        for (;;) {
            const Word& word = at(end, place);
            if (word.is(kMultiplier) && amount.fits(word.value)) {
                amount.multiply(word.value);
                ++end;
                written = false;
                continue;
            }
            if (written) return std::nullopt;
            if (word.is(kOrdinalMultiplier) && amount.fits(word.value)) {
                amount.multiply(word.value);
                return Found{amount.ordinal(), end + 1};
            }
            const std::optional<Rest> more = rest(end, place, amount);
            if (!more) return with_decimals(amount, end, place);
            amount.add(more->value);
            end = more->end;
            if (more->ordinal) return Found{amount.ordinal(), end};
        }
    }

    // The first number of an amount: below 100, in digits, or "a" before hundred, thousand and so on.
    std::optional<Head> head(std::size_t place) const {
        const Word& word = words_[place];
        if (word.is(kArticle) && at(place + 1, place).is(kMultiplier)) return Head{Amount(1), place + 1};
        if (word.number) return head_in_digits(place);
        const auto below = below_hundred(place, place);
        if (!below) return std::nullopt;
        Head head{Amount(below->value), below->end};
        const std::size_t half = past_half(head.end, place);
        if (half && at(half, place).is(kMultiplier)) {
            head.amount.add_decimal(5);
            head.end = half;
        } else if (at(head.end, place).is(kPoint)) {
            const Number decimals = this->decimals(head.end + 1, place);
            if (!decimals || !at(decimals->end, place).is(kMultiplier)) return head;
            for (char digit : decimals->text) head.amount.add_decimal(std::uint64_t(digit - '0'));
            head.end = decimals->end;
        }
        return head;
    }

    std::optional<Head> head_in_digits(std::size_t place) const {
        constexpr std::size_t kTooLong = 16;
        const TextView text = words_[place].text;
        const Word& following = at(place + 1, place);
        if (text.size() >= kTooLong || !following.is(kMultiplier | kAnd)) return std::nullopt;
        const std::size_t point = text.find(U'.'), half = past_half(place + 1, place);
        Head head{Amount(), place + 1, true};
        for (char32_t digit : text.substr(0, point)) head.amount.add_digit(digit - U'0');
        if (point != TextView::npos)
            for (char32_t digit : text.substr(point + 1)) head.amount.add_decimal(digit - U'0');
        if (half && point == TextView::npos) {
            if (!at(half, place).is(kMultiplier)) return std::nullopt;
            head.amount.add_decimal(5);
            return Head{head.amount, half};
        }
        const bool joined = words_[place].joint != Joint::kHyphen && at(place + 1, place, true).is(kMultiplier);
        if (!joined) return std::nullopt;
        return head;
    }

    // The place behind "and a half", or 0.
    std::size_t past_half(std::size_t place, std::size_t first) const {
        const bool half = at(place, first, true).is(kAnd) && at(place + 1, first, true).is(kA) && at(place + 2, first, true).is(kHalf);
        return half ? place + 3 : 0;
    }

    // The number below 100 that continues one in hundreds or thousands, or an ordinal that ends one.
    std::optional<Rest> rest(std::size_t place, std::size_t first, const Amount& amount) const {
        const bool joined = at(place, first).is(kAnd);
        place += joined;
        const Word& word = at(place, first);
        const std::uint64_t unit = word.is(kOrdinal) ? word.value : 0;
        const bool in_hundreds = amount.is_in_hundreds();
        if (unit && (in_hundreds || (unit < 10 && !joined && amount.ends_in_tens()))) return Rest{{unit, place + 1}, true};
        const auto below = in_hundreds ? below_hundred(place, first) : std::nullopt;
        if (!below || !below->value) return std::nullopt;
        const Word& following = at(below->end, first);
        if (following.is(kMultiplier)) {
            if (following.value == 100 && (amount.has_group() || joined)) return std::nullopt;
            if (joined && !amount.has_group()) return std::nullopt;
        }
        return Rest{*below, false};
    }

    Found with_decimals(const Amount& amount, std::size_t place, std::size_t first) const {
        Found found{amount.text(), place};
        if (!amount.is_whole()) return found;
        const std::size_t half = past_half(place, first);
        if (half) return Found{found.text + ".5", half};
        if (!at(place, first).is(kPoint)) return found;
        const Number decimals = this->decimals(place + 1, first);
        if (decimals) return Found{found.text + '.' + decimals->text, decimals->end};
        return found;
    }

    // Digits behind "point": single digits, or one number below 100.
    Number decimals(std::size_t place, std::size_t first) const {
        Found found{{}, place};
        for (;; ++found.end) {
            const Word& word = at(found.end, first, true);
            if (!word.is_digit() && !word.is(kOh)) break;
            found.text += char('0' + word.value);
        }
        if (!found.text.empty()) return found;
        const auto below = below_hundred(place, first);
        if (!below) return std::nullopt;
        return Found{std::to_string(below->value), below->end};
    }

    // An ordinal or a decade by itself; "second" is more often a time.
    Number lone(std::size_t place) const {
        const Word& word = words_[place];
        if (word.is(kDecade)) return Found{std::to_string(word.value) + 's', place + 1};
        if (word.is(kOrdinal) && word.value != 2) return Found{Amount(word.value).ordinal(), place + 1};
        return std::nullopt;
    }

    Number small(std::size_t place) const {
        const std::uint64_t value = words_[place].value;
        if (value == 1 && before(place).is(kNo)) return std::nullopt;
        Number read = value < 10 ? digit_run(place) : year(place);
        if (!read) read = fraction(place);
        return read ? read : amount(place);
    }

    // The number that begins at this place, if there is one.
    Number number(std::size_t place) const {
        const Word& word = words_[place];
        if (word.is(kSmall)) return small(place);
        if (word.is(kSign)) return before(place).number || before(place).is(kNumeric) ? std::nullopt : negative(place + 1);
        if (word.is(kArticle)) return before(place).is(kBeforeNoAmount) ? std::nullopt : amount(place);
        if (word.is(kRepeat)) return digit_run(place);
        return word.number ? amount(place) : lone(place);
    }

  public:
    explicit Reader(const std::vector<Word>& words) : words_(words) {}
    // Writes the text to which the words belong, with its numbers in digits.
    void write(TextView text, Text& out) const {
        std::size_t done = 0;
        for (std::size_t place = 0; place < words_.size();) {
            const bool concerned = words_[place].number || words_[place].is(kSignal | kArticle);
            const Number read = concerned ? number(place) : std::nullopt;
            if (!read) {
                ++place;
                continue;
            }
            const TextView last = words_[read->end - 1].text;
            out += text.substr(done, std::size_t(words_[place].text.data() - text.data()) - done);
            out.append(read->text.begin(), read->text.end());
            done = std::size_t(last.data() + last.size() - text.data());
            place = read->end;
        }
        out += text.substr(done);
    }
};

class SpokenNumbers final : public Plain {
    Lexicon lexicon_;

    // A letter as Python's regular expressions compare it with one of ASCII where case is ignored.
    static char32_t without_case(char32_t letter) {
        if (letter == U'\u0130' || letter == U'\u0131') return U'i';
        return letter == U'\u017F' ? U's' : letter;
    }
    bool is_signal(TextView word) const {
        if (is_ascii(word)) return lexicon_.of(word).is(kSignal);
        Text plain(word);
        std::transform(plain.begin(), plain.end(), plain.begin(), without_case);
        return lexicon_.of(plain).is(kSignal);
    }
    // Whether a text has a sign of a number; one without any stays as it is.
    bool has_sign(const Classes& classes, TextView text) const {
        for (std::size_t place = 0; place < text.size();) {
            const std::size_t begin = place;
            while (place < text.size() && classes.word(text[place])) ++place;
            if (place > begin && is_signal(text.substr(begin, place - begin))) return true;
            if (is_comma(classes, text, place)) return true;
            ++place;
        }
        return false;
    }
    // Whether a comma between two digits is there.
    static bool is_comma(const Classes& classes, TextView text, std::size_t place) {
        if (!place || place + 1 >= text.size() || text[place] != U',') return false;
        return classes.decimal(text[place - 1]) && classes.decimal(text[place + 1]);
    }

    // Whether a part of a text between two blanks can matter to the parts beside it.
    bool matters(const Classes& classes, TextView part) const {
        if (part.empty()) return true;
        if (std::any_of(part.begin(), part.end(), [&](char32_t letter) { return classes.decimal(letter); })) return true;
        WordCutter cutter(classes, lexicon_, part);
        for (Word word; cutter.next(word);)
            if (word.roles) return true;
        return has_sign(classes, part);
    }
    static std::size_t past_part(TextView text, std::size_t place) { return std::min(text.find(U' ', place), text.size()); }
    // The end of the parts from this place on that all matter, or that all do not.
    std::size_t past_stretch(const Classes& classes, TextView text, std::size_t place, bool mattering) const {
        std::size_t end = past_part(text, place);
        while (end < text.size()) {
            const std::size_t next = past_part(text, end + 1);
            if (matters(classes, text.substr(end + 1, next - end - 1)) != mattering) break;
            end = next;
        }
        return end;
    }

    // The end of thousands with commas between them at this place, or the place itself.
    static std::size_t past_thousands(const Classes& classes, TextView text, std::size_t place) {
        const auto digits = [&](std::size_t from) {
            std::size_t to = from;
            while (to < text.size() && to - from < 4 && classes.decimal(text[to])) ++to;
            return to - from;
        };
        const bool joined = place && (classes.word(text[place - 1]) || text[place - 1] == U'.' || text[place - 1] == U',');
        const std::size_t head = joined ? 0 : digits(place);
        if (!head || head > 3) return place;
        std::size_t end = place + head;
        while (end < text.size() && text[end] == U',' && digits(end + 1) == 3) end += 4;
        const bool more = end < text.size() && text[end] == U',';
        return more || end == place + head ? place : end;
    }
    static void drop_commas(const Classes& classes, TextView text, Text& out) {
        if (text.find(U',') == TextView::npos) {
            out = text;
            return;
        }
        for (std::size_t place = 0; place < text.size();) {
            const std::size_t end = std::max(past_thousands(classes, text, place), place + 1);
            for (; place < end; ++place)
                if (end - place == 1 || text[place] != U',') out += text[place];
        }
    }

    // What grows is kept for the next text of this thread.
    struct Space {
        Text text, before, plain;
        std::vector<Word> words;
    };
    static Space& space() {
        thread_local Space space;
        return space;
    }
    // Adds a stretch with its numbers in digits; it is read again until no number is left to write.
    void read(const Classes& classes, TextView stretch, Text& out) const {
        auto& [text, before, plain, words] = space();
        text = stretch;
        do {
            before.swap(text);
            text.clear();
            plain.clear();
            words.clear();
            drop_commas(classes, before, plain);
            WordCutter cutter(classes, lexicon_, plain);
            for (Word word; cutter.next(word);) words.push_back(word);
            Reader(words).write(plain, text);
        } while (text != before);
        out += text;
    }

  public:
    explicit SpokenNumbers(const std::vector<NumberWord>& words) : lexicon_(words) {}

    Reach reach(const Classes& classes, TextView text) const override {
        for (std::size_t place = 0; place <= text.size(); ++place) {
            const std::size_t end = past_part(text, place);
            if (matters(classes, text.substr(place, end - place))) return Reach::kNeighbours;
            place = end;
        }
        return Reach::kNone;
    }

  protected:
    Outcome rewrite(const Classes& classes, TextView text, Text& out) const override {
        if (!has_sign(classes, text)) {
            out = text;
            return Outcome::kDone;
        }
        try {
            for (std::size_t place = 0;; ++place) {
                const bool mattering = matters(classes, text.substr(place, past_part(text, place) - place));
                const std::size_t end = past_stretch(classes, text, place, mattering);
                const TextView stretch = text.substr(place, end - place);
                if (mattering && has_sign(classes, stretch))
                    read(classes, stretch, out);
                else
                    out += stretch;
                if (end == text.size()) return Outcome::kDone;
                out += U' ';
                place = end;
            }
        } catch (const TooPrecise&) {
            return Outcome::kWholeText;
        }
    }
};

}  // namespace

std::unique_ptr<Operation> spoken_numbers(const std::vector<NumberWord>& words) { return std::make_unique<SpokenNumbers>(words); }

}  // namespace normalise
}  // namespace scorelite
