// Spelled-out English numbers as digits, by the rules of Whisper's normaliser; the twin is the readable definition.
#include <algorithm>
#include <stdexcept>
#include <unordered_map>

#include "normalise.hpp"

namespace scorelite {
namespace normalise {
namespace {

enum Kind {
    kZero,
    kOne,
    kOneSuffixed,
    kTen,
    kTenSuffixed,
    kMultiplier,
    kMultiplierSuffixed,
    kSign,
    kCurrency,
    kPer,
    kPercent,
    kAnd,
    kRepeat,
    kPoint
};

struct TooLarge {};                        // left to Python
constexpr std::size_t kMostDigits = 4000;  // Python has a limit for more
constexpr std::uint64_t kMostMultiplier = 1000000000000000000;

void append(Text& out, std::uint64_t number) {
    for (char digit : std::to_string(number)) out += char32_t(digit);
}

// Digits times a multiplier, digit by digit from the end as one does by hand.
Text product(TextView digits, std::uint64_t multiplier) {
    if (digits.size() > kMostDigits || multiplier > kMostMultiplier) throw TooLarge();
    Text made(digits.size(), U'0');
    std::uint64_t carry = 0;
    for (std::size_t k = digits.size(); k--; carry /= 10) {
        carry += (digits[k] - U'0') * multiplier;
        made[k] += char32_t(carry % 10);
    }
    Text front;
    if (carry) append(front, carry);
    return front + made;
}

// The sum of the digits of two numbers.
Text sum(TextView first, TextView second) {
    if (first.size() < second.size()) std::swap(first, second);
    Text made(first);
    char32_t carry = 0;
    for (std::size_t k = 0; k < first.size() && (k < second.size() || carry); ++k) {
        char32_t& digit = made[first.size() - 1 - k];
        digit += carry + (k < second.size() ? second[second.size() - 1 - k] - U'0' : 0);
        carry = digit > U'9';
        if (carry) digit -= 10;
    }
    return carry ? U'1' + made : made;
}

// A number that is being put together: nothing yet, an integer of any size, or digits as they stand.
class Value {
    enum { kNone, kInteger, kDigits } state_ = kNone;
    Text digits_;  // of an integer without zeros in front, but for 0 itself

    bool zero() const { return digits_ == U"0"; }

  public:
    bool none() const { return state_ == kNone; }
    bool integer() const { return state_ == kInteger; }
    void clear() { state_ = kNone; }
    void set(std::uint64_t number) {
        state_ = kInteger;
        digits_.clear();
        append(digits_, number);
    }
    void set_integer(TextView digits) {
        if (digits.size() > kMostDigits) throw TooLarge();
        state_ = kInteger;
        digits_ = digits.substr(std::min(digits.find_first_not_of(U'0'), digits.size() - 1));
    }
    void set(TextView digits) {
        state_ = kDigits;
        digits_ = digits;
    }
    // As digits; an integer of 0 is like nothing where `or_nothing` says so.
    Text& digits(bool or_nothing = false) {
        if (none() || (integer() && or_nothing && zero())) digits_.clear();
        state_ = kDigits;
        return digits_;
    }
    void write(Text& out) const {
        if (!none()) out += digits_;
    }
    bool ends_in_point() const { return state_ == kDigits && !digits_.empty() && digits_.back() == U'.'; }

    // Adds units below 20, or tens: to a round number, else behind the digits.
    void attach(std::uint64_t part, bool after_one, bool after_ten) {
        if (none() || (integer() && !after_one && zero())) return set(part);
        if (!integer() || after_one) {
            Text& text = digits();
            if (after_ten && part < 10) text.pop_back();
            append(text, part);
            return;
        }
        const std::size_t zeros = digits_.size() - 1 - digits_.find_last_not_of(U'0'), wanted = part < 10 ? 1 : 2;
        if (zeros < wanted) state_ = kDigits;
        if (zeros >= wanted) digits_.resize(digits_.size() - wanted);
        append(digits_, part);
    }

    // The value times a multiplier, if it is an integer; false leaves it alone.
    bool multiply(std::uint64_t multiplier) {
        if (integer()) {  // the last three digits alone
            const std::size_t thousands = digits_.size() > 3 ? digits_.size() - 3 : 0;
            const Text part = product(TextView(digits_).substr(thousands), multiplier);
            digits_.replace(thousands, Text::npos, digits_.size() - thousands, U'0');
            set_integer(sum(digits_, part));
            return true;
        }
        Text whole = digits_;
        const std::size_t point = whole.find(U'.');
        if (point != Text::npos) whole.erase(point, 1);
        if (whole.empty() || !std::all_of(whole.begin(), whole.end(), ascii_digit)) return false;
        const std::size_t decimals = point == Text::npos ? 0 : whole.size() - point;
        const Text multiplied = product(whole, multiplier);
        const std::size_t end = multiplied.size() - decimals;
        if (multiplied.find_first_not_of(U'0', end) != Text::npos) return false;
        set_integer(end ? TextView(multiplied).substr(0, end) : TextView(U"0"));
        return true;
    }
};

using Lexicon = std::unordered_map<TextView, const NumberWord*>;

class Numbers final : public Plain {
    std::vector<NumberWord> words_;
    Lexicon lexicon_;
    std::array<std::uint32_t, 128> lengths_{};  // by first letter: a bit for each length of a word
    static constexpr std::array<TextView, 5> kEndings = {U"st", U"nd", U"rd", U"th", U"s"};  // after blanks behind a digit
    static constexpr TextView kPrefixes = U"-+£€$¢";

    struct Token {
        TextView text;
        const NumberWord* word;
        bool digits;  // an optional sign or currency, digits, and perhaps a point and digits
    };

    const NumberWord* find(TextView word) const {
        if (word[0] >= 128 || word.size() > 31 || !(lengths_[word[0]] >> word.size() & 1)) return nullptr;
        const auto entry = lexicon_.find(word);
        return entry == lexicon_.end() ? nullptr : entry->second;
    }

    static bool is_prefix(char32_t letter) { return kPrefixes.find(letter) != TextView::npos; }
    static bool is_number(const Classes& classes, TextView text) {
        std::size_t place = 0;
        for (int part = 0; part < 2; ++part) {
            const std::size_t begin = place;
            for (; place < text.size() && classes.decimal(text[place]); ++place)
                if (text[place] >= 128) throw TooLarge();  // digits of other scripts are left to Python
            if (place == begin) return false;
            if (place == text.size()) return true;
            if (text[place] != U'.') return false;
            ++place;
        }
        return false;
    }
    static bool is_numeric(const Classes& classes, const Token* token) { return token && token->digits && is_number(classes, token->text); }

    // -----------------------------------------------------------------------------------------------------------------
    // Before: halves, and blanks between letters and digits

    // The end of "and a half" at this place, or 0.
    static std::size_t half(const Classes& classes, TextView text, std::size_t place) {
        if (!classes.edge(text, place) || text.substr(place, 3) != U"and") return 0;
        std::size_t next = classes.past_space(text, place += 3);
        if (next == place || text.substr(next, 1) != U"a") return 0;
        place = next + 1;
        next = classes.past_space(text, place);
        if (next == place || text.substr(next, 4) != U"half" || !classes.edge(text, next + 4)) return 0;
        return next + 4;
    }

    void spell_halves(const Classes& classes, TextView text, Text& out) const {
        if (text.find(U"half") == TextView::npos) {
            if (classes.past_space(text, 0) != text.size()) out = text;
            return;
        }
        const auto add = [&](TextView piece) {
            if (!out.empty()) out += U' ';
            out += piece;
        };
        std::size_t begin = 0;
        for (std::size_t place = 0; place <= text.size(); ++place) {
            const bool last = place == text.size();
            const std::size_t end = last ? text.size() : text[place] == U'a' ? half(classes, text, place) : 0;
            if (!last && !end) continue;
            const TextView segment = text.substr(begin, place - begin);
            if (classes.past_space(segment, 0) != segment.size()) {
                add(segment);
                if (!last) add(counts(classes, segment) ? U"point five" : U"and a half");
            }
            begin = end;
            if (!last) place = end - 1;
        }
    }
    // Whether the last word of a text is a number that can have a half.
    bool counts(const Classes& classes, TextView text) const {
        std::size_t end = text.size();
        while (classes.space(text[end - 1])) --end;
        std::size_t begin = end;
        while (begin && !classes.space(text[begin - 1])) --begin;
        const NumberWord* word = find(text.substr(begin, end - begin));
        return word && (word->kind == kZero || word->kind == kOne || word->kind == kTen || word->kind == kMultiplier);
    }

    static void separate(const Classes& classes, TextView text, Text& out) {
        bool digits = false;
        for (char32_t letter : text) digits |= ascii_digit(letter);
        if (!digits) {
            out = text;
            return;
        }
        const auto small = [](char32_t letter) { return letter >= U'a' && letter <= U'z'; };
        Text& spaced = kept_text<struct Spaced>();
        std::size_t done = 0;  // the letters that are written
        for (std::size_t place = 1; place < text.size(); ++place) {
            const char32_t last = text[place - 1], letter = text[place];
            if (!(small(last) && ascii_digit(letter)) && !(ascii_digit(last) && small(letter))) continue;
            spaced += text.substr(done, place - done);
            spaced += U' ';
            done = place;
        }
        spaced += text.substr(done);

        const TextView view = spaced;
        done = 0;
        for (std::size_t place = 0; place < view.size(); ++place) {
            if (!ascii_digit(view[place])) continue;
            const std::size_t next = classes.past_space(view, place + 1);
            if (next == place + 1) continue;
            for (TextView ending : kEndings)
                if (view.substr(next, ending.size()) == ending && classes.edge(view, next + ending.size())) {
                    out += view.substr(done, place + 1 - done);
                    done = next;
                    place = next + ending.size() - 1;
                    break;
                }
        }
        out += view.substr(done);
    }

    // -----------------------------------------------------------------------------------------------------------------
    // Words to numbers

    class Writer {
        Text& out_;

      public:
        Value value;
        Text prefix;
        explicit Writer(Text& out) : out_(out) {}
        void begin() {
            if (!out_.empty()) out_ += U' ';
            out_ += prefix;
            prefix.clear();
        }
        void word(TextView text) {
            begin();
            out_ += text;
            value.clear();
        }
        void number(TextView suffix = {}) {
            begin();
            value.write(out_);
            out_ += suffix;
            value.clear();
        }
        void flush() {
            if (!value.none()) number();
        }
        void plain(TextView text) {
            flush();
            word(text);
        }
    };

    static bool is_kind(const Token* token, Kind kind) { return token && token->word && token->word->kind == kind; }

    static void add_digits(const Token& token, Writer& writer) {
        const bool prefixed = is_prefix(token.text[0]);
        const TextView number = token.text.substr(prefixed);
        if (writer.value.ends_in_point()) {
            writer.value.digits() += token.text;
            return;
        }
        writer.flush();
        if (prefixed) writer.prefix = token.text.substr(0, 1);
        const std::size_t point = number.find(U'.');
        if (point != TextView::npos && number.find_first_not_of(U'0', point + 1) != TextView::npos) {
            writer.value.set(number);
            return;
        }
        writer.value.set_integer(number.substr(0, point));
    }

    static void add_multiplier(const NumberWord& word, Writer& writer, bool suffixed) {
        const TextView suffix = suffixed ? TextView(word.suffix) : TextView();
        if (!writer.value.none() && !writer.value.multiply(word.value)) writer.number();
        if (writer.value.none()) {
            if (word.value > kMostMultiplier) throw TooLarge();
            writer.value.set(word.value);
        }
        if (suffixed) writer.number(suffix);
    }

    // Returns whether the next word is used up.
    static bool add_special(const Classes& classes, const Token& token, const Token* last, const Token* next, Writer& writer) {
        if (!(next && next->word) && !is_numeric(classes, next)) {
            writer.plain(token.text);
            return false;
        }
        switch (token.word->kind) {
            case kAnd:
                if (!is_kind(last, kMultiplier)) writer.plain(token.text);
                return false;
            case kRepeat:
                if (!is_kind(next, kOne) && !is_kind(next, kZero)) {
                    writer.plain(token.text);
                    return false;
                }
                for (std::uint64_t k = 0; k < token.word->value; ++k) append(writer.value.digits(true), next->word->value);
                return true;
            default:
                if (is_kind(next, kOne) || is_kind(next, kTen) || is_kind(next, kZero) || is_numeric(classes, next))
                    writer.value.digits(true) += U'.';
                return false;
        }
    }

    static bool add(const Classes& classes, const Token& token, const Token* last, const Token* next, Writer& writer) {
        if (token.digits) {
            add_digits(token, writer);
            return false;
        }
        if (!token.word) {
            writer.plain(token.text);
            return false;
        }
        const NumberWord& word = *token.word;
        switch (word.kind) {
            case kZero:
                writer.value.digits(true) += U'0';
                return false;
            case kOne:
            case kOneSuffixed:
                writer.value.attach(word.value, is_kind(last, kOne), is_kind(last, kTen));
                break;
            case kTen:
            case kTenSuffixed:
                writer.value.attach(word.value, false, false);
                break;
            case kMultiplier:
            case kMultiplierSuffixed:
                add_multiplier(word, writer, word.kind == kMultiplierSuffixed);
                return false;
            case kSign:
                writer.flush();
                if ((next && next->word) || is_numeric(classes, next))
                    writer.prefix = word.suffix;
                else
                    writer.word(token.text);
                return false;
            case kCurrency:
                if (writer.value.none()) {
                    writer.word(token.text);
                } else {
                    writer.prefix = word.suffix;
                    writer.number();
                }
                return false;
            case kPer:
                if (!writer.value.none() && next && next->text == U"cent") {
                    writer.number(word.suffix);
                    return true;
                }
                writer.plain(token.text);
                return false;
            case kPercent:
                if (writer.value.none())
                    writer.word(token.text);
                else
                    writer.number(word.suffix);
                return false;
            default:
                return add_special(classes, token, last, next, writer);
        }
        if (word.kind == kOneSuffixed || word.kind == kTenSuffixed) writer.number(word.suffix);
        return false;
    }

    void spell(const Classes& classes, const std::vector<Token>& tokens, Text& out) const {
        Writer writer(out);
        for (std::size_t k = 0; k < tokens.size(); ++k) {
            const Token *last = k ? &tokens[k - 1] : nullptr, *next = k + 1 < tokens.size() ? &tokens[k + 1] : nullptr;
            if (add(classes, tokens[k], last, next, writer)) ++k;
        }
        writer.flush();
    }

    std::vector<Token>& tokens_of(const Classes& classes, TextView text, bool& plain) const {
        thread_local const auto kept = std::make_unique<std::vector<Token>>();
        std::vector<Token>& tokens = *kept;
        tokens.clear();
        plain = true;
        for (std::size_t place = classes.past_space(text, 0); place < text.size();) {
            const std::size_t end = classes.past_token(text, place);
            const TextView token = text.substr(place, end - place);
            const bool digits = is_number(classes, token.substr(is_prefix(token[0])));
            tokens.push_back({token, digits ? nullptr : find(token), digits});
            plain = plain && !digits && !tokens.back().word;
            place = classes.past_space(text, end);
        }
        return tokens;
    }

    // -----------------------------------------------------------------------------------------------------------------
    // After: cents, and "one" for 1

    // The end of one or two digits that end a word at this place, or 0.
    static std::size_t cents(const Classes& classes, TextView text, std::size_t place) {
        for (std::size_t length : {2, 1}) {
            if (place + length > text.size() || !ascii_digit(text[place]) || !ascii_digit(text[place + length - 1])) continue;
            if (classes.edge(text, place + length)) return place + length;
        }
        return 0;
    }

    static bool is_currency(char32_t letter) { return letter == U'€' || letter == U'£' || letter == U'$'; }

    static void add_cents(const Classes& classes, Text& text) {
        Text& out = kept_text<struct Cents>();
        const TextView view = text;
        std::size_t done = 0;  // the letters that are written
        for (std::size_t place = 0; place < view.size();) {
            if (!is_currency(view[place++])) continue;
            std::size_t end = place;
            while (end < view.size() && ascii_digit(view[end])) ++end;
            if (end == place || end == view.size() || view[end] != U' ') continue;
            std::size_t cent = end + 1;
            if (view.substr(cent, 4) == U"and ") cent += 4;
            if (cent >= view.size() || view[cent] != U'¢') continue;
            const std::size_t last = cents(classes, view, cent + 1);
            if (!last) continue;
            out += view.substr(done, end - done);
            out += U'.';
            if (last - cent == 2) out += U'0';
            out += view.substr(cent + 1, last - cent - 1);
            done = place = last;
        }
        out += view.substr(done);
        text.swap(out);
    }

    static void extract_cents(const Classes& classes, Text& text) {
        Text& out = kept_text<struct ExtractedCents>();
        const TextView view = text;
        std::size_t done = 0;
        for (std::size_t place = 0; place + 2 < view.size(); ++place) {
            if (!is_currency(view[place]) || view[place + 1] != U'0' || view[place + 2] == U'\n') continue;
            const std::size_t end = cents(classes, view, place + 3);
            if (!end) continue;
            out += view.substr(done, place - done);
            out += U'¢';
            const bool padded = end - place == 5 && view[place + 3] == U'0';
            out += view.substr(place + 3 + padded, end - place - 3 - padded);
            done = end;
            place = end - 1;
        }
        out += view.substr(done);
        text.swap(out);
    }

    static void spell_ones(const Classes& classes, Text& text) {
        Text& out = kept_text<struct Ones>();
        const TextView view = text;
        std::size_t done = 0;
        for (std::size_t place = 0; place < view.size(); ++place) {
            if (view[place] != U'1' || !classes.edge(view, place)) continue;
            if (!classes.edge(view, place + 1) && (view.substr(place + 1, 1) != U"s" || !classes.edge(view, place + 2))) continue;
            out += view.substr(done, place - done);
            out += U"one";
            done = place + 1;
        }
        out += view.substr(done);
        text.swap(out);
    }

  public:
    explicit Numbers(const std::vector<NumberWord>& words) : words_(words) {
        for (const NumberWord& word : words_) {
            if (word.word.empty() || word.word[0] >= 128 || word.word.size() > 31)
                throw std::invalid_argument("not an English number word");
            lexicon_.emplace(word.word, &word);
            lengths_[word.word[0]] |= 1u << word.word.size();
        }
    }

    Reach reach(const Classes& classes, TextView text) const override {
        Reach farthest = Reach::kNone;
        const std::size_t begin = classes.past_space(text, 0);
        for (std::size_t place = begin; place < text.size();) {
            const std::size_t end = classes.past_token(text, place);
            const TextView token = text.substr(place, end - place);
            if (token.find(U"half") != TextView::npos) return Reach::kText;
            const bool digits = std::any_of(token.begin(), token.end(), [&](char32_t letter) { return classes.decimal(letter); });
            if (digits || find(token) || token == U"cent") farthest = Reach::kNeighbours;
            place = classes.past_space(text, end);
        }
        for (TextView ending : kEndings)
            if (text.substr(begin, ending.size()) == ending && classes.edge(text, begin + ending.size())) farthest = Reach::kNeighbours;
        return farthest;
    }
    Blanks blanks() const override { return Blanks::kOne; }

  protected:
    // Whether no word of the text is part of a number; then it is written, with one blank between words.
    bool unconcerned(const Classes& classes, TextView text, Text& out) const {
        bool digits = false;
        for (char32_t letter : text) digits |= ascii_digit(letter) | (letter >= 128);
        if (digits) return false;
        for (std::size_t place = classes.past_space(text, 0); place < text.size();) {
            const std::size_t end = classes.past_token(text, place);
            const TextView token = text.substr(place, end - place);
            if (find(token) || token.find(U"half") != TextView::npos) {
                out.clear();
                return false;
            }
            if (!out.empty()) out += U' ';
            out += token;
            place = classes.past_space(text, end);
        }
        return true;
    }
    Outcome rewrite(const Classes& classes, TextView text, Text& out) const override {
        if (unconcerned(classes, text, out)) return Outcome::kDone;
        try {
            Text &halves = kept_text<struct Halves>(), &separated = kept_text<struct Separated>();
            spell_halves(classes, text, halves);
            separate(classes, halves, separated);
            bool plain;
            const std::vector<Token>& tokens = tokens_of(classes, separated, plain);
            spell(classes, tokens, out);
            if (plain && out.find_first_of(U"0123456789") == Text::npos) return Outcome::kDone;
            const bool currency = has(TextView(out), U'€', U'£', U'$');
            if (currency && has(TextView(out), U'¢')) add_cents(classes, out);
            if (currency) extract_cents(classes, out);
            if (has(TextView(out), U'1')) spell_ones(classes, out);
            return Outcome::kDone;
        } catch (const TooLarge&) {
            return Outcome::kWholeText;
        }
    }
};

}  // namespace

std::unique_ptr<Operation> english_numbers(const std::vector<NumberWord>& words) { return std::make_unique<Numbers>(words); }

}  // namespace normalise
}  // namespace scorelite
