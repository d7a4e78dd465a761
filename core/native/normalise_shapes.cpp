// Operations on shapes of texts: spans in brackets, commas in numbers, periods, lone symbols, blanks, acronyms.
#include <algorithm>

#include "normalise.hpp"

namespace scorelite {
namespace normalise {
namespace {

bool in(TextView letters, char32_t letter) { return letters.find(letter) != TextView::npos; }

// Spans from an opening letter to the next closing one, with at least so many letters between them, are removed.
class Spans final : public Plain {
    Text open_, close_;
    std::size_t least_;

  public:
    Spans(Text open, Text close, std::size_t least) : open_(std::move(open)), close_(std::move(close)), least_(least) {}
    Reach reach(const Classes&, TextView text) const override { return concerns(text) ? Reach::kText : Reach::kNone; }
    bool letterwise() const override { return true; }

  protected:
    bool concerns(TextView text) const override { return open_.size() == 2 ? has(text, open_[0], open_[1]) : has(text, open_[0]); }
    Outcome rewrite(const Classes&, TextView text, Text& out) const override {
        std::size_t done = 0, open;
        std::size_t place = 0;
        while ((open = text.find_first_of(open_, place)) != TextView::npos) {
            const std::size_t close = text.find_first_of(close_, open + 1);
            if (close == TextView::npos) break;
            place = open + 1;
            if (close - open - 1 < least_) continue;
            out.append(text.substr(done, open - done));
            done = place = close + 1;
        }
        out.append(text.substr(done));
        return Outcome::kDone;
    }
};

// A comma between two digits is removed; a digit is used once, so that one of "1,2,3" stays.
class Commas final : public Plain {
  public:
    Reach reach(const Classes&, TextView) const override { return Reach::kNone; }

  protected:
    bool concerns(TextView text) const override { return has(text, U','); }
    Outcome rewrite(const Classes& classes, TextView text, Text& out) const override {
        for (std::size_t place = 0; place < text.size(); ++place) {
            out += text[place];
            if (place + 2 < text.size() && text[place + 1] == U',' && classes.decimal(text[place]) && classes.decimal(text[place + 2])) {
                out += text[place + 2];
                place += 2;
            }
        }
        return Outcome::kDone;
    }
};

// A period before anything but a digit becomes a blank; that next letter is used up.
class Periods final : public Plain {
  public:
    Reach reach(const Classes&, TextView) const override { return Reach::kNone; }

  protected:
    bool concerns(TextView text) const override { return has(text, U'.'); }
    Outcome rewrite(const Classes&, TextView text, Text& out) const override {
        for (std::size_t place = 0; place < text.size(); ++place) {
            const bool last = place + 1 == text.size();
            if (text[place] != U'.' || (!last && ascii_digit(text[place + 1]))) {
                out += text[place];
                continue;
            }
            out += U' ';
            if (!last) out += text[++place];
        }
        return Outcome::kDone;
    }
};

// A period or a currency becomes a blank unless a digit follows; then a percent sign unless a digit precedes it.
class LoneSymbols final : public Plain {
  public:
    // At an end of the text there is no letter beside the symbol.
    Reach reach(const Classes&, TextView text) const override {
        return !text.empty() && (in(U".$¢€£", text.back()) || text.front() == U'%') ? Reach::kText : Reach::kNone;
    }

  protected:
    bool concerns(TextView text) const override { return has(text, U'.', U'$', U'¢', U'€', U'£', U'%'); }
    Outcome rewrite(const Classes&, TextView text, Text& out) const override {
        out = text;
        for (std::size_t place = 0; place + 1 < text.size(); ++place)
            if (in(U".$¢€£", text[place]) && !ascii_digit(text[place + 1])) out[place++] = U' ';
        for (std::size_t place = 0; place + 1 < out.size(); ++place)
            if (!ascii_digit(out[place]) && out[place + 1] == U'%') out[++place] = U' ';
        return Outcome::kDone;
    }
};

// One blank for white space of any length; with `strip`, none at both ends.
class Squeeze final : public Plain {
    bool strip_;

  public:
    explicit Squeeze(bool strip) : strip_(strip) {}
    Reach reach(const Classes&, TextView) const override { return Reach::kNone; }
    Blanks blanks() const override { return strip_ ? Blanks::kOne : Blanks::kSqueezed; }
    bool only_squeezes() const override { return true; }

  protected:
    Outcome rewrite(const Classes& classes, TextView text, Text& out) const override {
        for (std::size_t place = 0; place < text.size();) {
            const std::size_t end = classes.past_token(text, place);
            out += text.substr(place, end - place);
            if (end == text.size()) break;
            out += U' ';
            place = classes.past_space(text, end);
        }
        if (strip_ && !out.empty() && out.back() == U' ') out.pop_back();
        if (strip_ && !out.empty() && out.front() == U' ') out.erase(0, 1);
        return Outcome::kDone;
    }
};

// Whether a text is empty, or has white space at an end.
bool white_at_ends(const Classes& classes, TextView text) {
    return text.empty() || classes.space(text.front()) || classes.space(text.back());
}

// One blank for white space of two letters or more; a single one stays what it is.
class LongBlanks final : public Plain {
  public:
    Reach reach(const Classes& classes, TextView text) const override { return white_at_ends(classes, text) ? Reach::kText : Reach::kNone; }
    Blanks blanks() const override { return Blanks::kSingle; }

  protected:
    Outcome rewrite(const Classes& classes, TextView text, Text& out) const override {
        for (std::size_t place = 0; place < text.size();) {
            const std::size_t end = std::max(place + 1, classes.past_space(text, place));
            out += end - place > 1 ? U' ' : text[place];
            place = end;
        }
        return Outcome::kDone;
    }
};

// No white space at both ends.
class Strip final : public Plain {
  public:
    Reach reach(const Classes& classes, TextView text) const override { return white_at_ends(classes, text) ? Reach::kText : Reach::kNone; }
    Blanks blanks() const override { return Blanks::kSingle; }

  protected:
    Outcome rewrite(const Classes& classes, TextView text, Text& out) const override {
        std::size_t end = text.size();
        const std::size_t begin = classes.past_space(text, 0);
        while (end > begin && classes.space(text[end - 1])) --end;
        out.append(text.substr(begin, end - begin));
        return Outcome::kDone;
    }
};

// Letters and digits that stand alone, at least two in a row, are joined; at least three if one of them is a or i.
class Acronyms final : public Plain {
  public:
    Reach reach(const Classes& classes, TextView text) const override {
        for (std::size_t place = classes.past_space(text, 0); place < text.size(); place = classes.past_space(text, place)) {
            const std::size_t end = classes.past_token(text, place);
            if (end == place + 1 && classes.alphanumeric(text[place])) return Reach::kNeighbours;
            place = end;
        }
        return Reach::kNone;
    }
    Blanks blanks() const override { return Blanks::kOne; }

  protected:
    Outcome rewrite(const Classes& classes, TextView text, Text& out) const override {
        Text run;
        bool common = false, first = true;
        const auto add = [&](TextView token) {
            if (!first) out += U' ';
            first = false;
            out += token;
        };
        const auto flush = [&] {
            if (run.size() >= (common ? 3u : 2u))
                add(run);
            else
                for (std::size_t k = 0; k < run.size(); ++k) add(TextView(run).substr(k, 1));
            run.clear();
            common = false;
        };
        for (std::size_t place = classes.past_space(text, 0); place < text.size(); place = classes.past_space(text, place)) {
            const std::size_t end = classes.past_token(text, place);
            const TextView token = text.substr(place, end - place);
            if (token.size() == 1 && classes.alphanumeric(token[0])) {
                run += token[0];
                common = common || token[0] == U'a' || token[0] == U'i';
            } else {
                flush();
                add(token);
            }
            place = end;
        }
        flush();
        return Outcome::kDone;
    }
};

}  // namespace

std::unique_ptr<Operation> spans(Text open, Text close, std::size_t least) {
    return std::make_unique<Spans>(std::move(open), std::move(close), least);
}
std::unique_ptr<Operation> commas() { return std::make_unique<Commas>(); }
std::unique_ptr<Operation> periods() { return std::make_unique<Periods>(); }
std::unique_ptr<Operation> lone_symbols() { return std::make_unique<LoneSymbols>(); }
std::unique_ptr<Operation> squeeze(bool strip) { return std::make_unique<Squeeze>(strip); }
std::unique_ptr<Operation> long_blanks() { return std::make_unique<LongBlanks>(); }
std::unique_ptr<Operation> strip() { return std::make_unique<Strip>(); }
std::unique_ptr<Operation> acronyms() { return std::make_unique<Acronyms>(); }

}  // namespace normalise
}  // namespace scorelite
