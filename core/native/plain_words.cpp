// Words of recognisers' JSON: lists of objects at known paths, of which those with usual members are taken out of the text.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "json_text.hpp"
#include "operations.hpp"
#include "plain_numbers.hpp"

namespace scorelite {
namespace {

Ref text_object(View text) { return own(PyUnicode_FromStringAndSize(text.data(), Py_ssize_t(text.size()))); }

// What the objects of words look like.
struct PlainWords {
    enum Role { kText, kStart, kEnd, kConfidence, kDisplay, kTurn, kFixed, kIgnored, kInner, kKept };
    struct Member {
        std::string key;
        Role role;
        bool inside;        // whether it is a member of the only object in the list `inner`
        std::string fixed;  // the text that a fixed member has
        Ref attribute;      // of a name, or of a member that is kept, the name of its attribute
    };
    std::vector<Member> members;
    std::vector<Member> blank;  // the members of an object that may stand between two words
    Ref attribute_inside;       // the name of the attribute of members that are kept inside, as an object
    std::string lead, suffix;
    bool quoted = false;     // whether numbers may be texts
    std::size_t places = 0;  // times are whole units, of which there are 10 to the power of this in a second
    bool is_array = false;   // whether a word is an array of its members in their order
    bool timed = false;      // whether begin and end have to be there
    bool lasts = false;      // whether the time in place of an end is a duration; then times have no needless zeros
};

PyObject* plain_words(const std::vector<std::string>& roles, const std::vector<std::string>& turns,
                      const std::vector<std::tuple<std::string, std::string>>& fixed, const std::vector<std::string>& ignored,
                      const std::string& inner, const std::vector<std::string>& inside, const std::vector<std::string>& kept,
                      const std::string& kept_inside, const std::vector<std::tuple<std::string, std::string>>& blank,
                      const std::vector<std::string>& of_blank,
                      const std::tuple<std::string, std::string, std::string, bool, std::int64_t, bool, bool, bool>& form) {
    if (roles.size() != PlainWords::kTurn) throw std::invalid_argument("keys of text, begin, end, confidence and display expected");
    auto words = std::make_unique<PlainWords>();
    std::string prefix;
    std::int64_t places;
    std::tie(prefix, words->lead, words->suffix, words->quoted, places, words->timed, words->lasts, words->is_array) = form;
    words->places = std::size_t(std::clamp<std::int64_t>(places, 0, 18));
    const auto add = [&](const std::string& key, PlainWords::Role role, const std::string& text = {}) {
        if (key.empty()) return;
        const bool is_inside = std::find(inside.begin(), inside.end(), key) != inside.end();
        const bool is_attribute = role == PlainWords::kTurn || (role == PlainWords::kKept && !is_inside);
        words->members.push_back({key, role, is_inside, text, is_attribute ? text_object(prefix + key) : Ref()});
    };
    for (std::size_t role = 0; role < roles.size(); ++role) add(roles[role], PlainWords::Role(role));
    for (const std::string& name : turns) add(name, PlainWords::kTurn);
    for (const auto& [key, text] : fixed) add(key, PlainWords::kFixed, text);
    for (const std::string& key : ignored) add(key, PlainWords::kIgnored);
    add(inner, PlainWords::kInner);
    for (const std::string& key : kept) add(key, PlainWords::kKept);
    words->attribute_inside = text_object(prefix + kept_inside);
    for (const auto& [key, text] : blank) words->blank.push_back({key, PlainWords::kFixed, false, text, Ref()});
    for (const std::string& key : of_blank) words->blank.push_back({key, PlainWords::kIgnored, false, {}, Ref()});
    if (std::max(words->members.size(), words->blank.size()) > 32) throw std::invalid_argument("too many members");
    return box<PlainWords>(std::move(words), share(Py_None));
}

// Whether a text is one word to all who cut texts; letters that begin like white space need a closer look.
bool is_one_word(View text) {
    for (std::size_t at = 0; at < text.size(); ++at) {
        const unsigned char byte = static_cast<unsigned char>(text[at]);
        if (byte <= ' ' || byte == 0x7F || byte == 0xC2 || byte == 0xE1 || byte == 0xE2) return false;
        if (byte == 0xE3 && text.substr(at, 3) == "\xE3\x80\x80") return false;
    }
    return !text.empty();
}
bool is_digits(View text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}
constexpr std::size_t kMostOfNumber = 32;  // bytes of a plain number
// Whether a text is digits with at most one point between them.
bool is_plain_number(View text) {
    const std::size_t point = text.find('.');
    if (text.size() > kMostOfNumber) return false;
    return point == View::npos ? is_digits(text) : is_digits(text.substr(0, point)) && is_digits(text.substr(point + 1));
}
double value_of(View plain) {
    double value = 0;
    if (plain_number(plain, value)) return value;
    return PyOS_string_to_double(std::string(plain).c_str(), nullptr, nullptr);
}
// Whether a number of JSON is a usual confidence: above 0, and perhaps with an exponent of at most two digits; or without one, and
// perhaps negative.
bool is_confidence(View text) {
    const std::size_t exponent = text.find_first_of("eE");
    if (exponent == View::npos) return is_plain_number(text.substr(text[0] == '-'));
    const View digits = text.substr(0, exponent), power = text.substr(exponent + 1);
    return is_plain_number(digits) && value_of(digits) > 0 && is_digits(power.substr(power.find_first_not_of("+-"))) && power.size() < 4;
}

// A place in a text of JSON, and steps over what stands there.
class Cursor {
  protected:
    View data_;
    std::size_t at_ = 0;

    explicit Cursor(View data) : data_(data) {}
    char peek() const { return at_ < data_.size() ? data_[at_] : '\0'; }
    bool take(char c) { return at_ < data_.size() && data_[at_] == c && ++at_; }
    void skip_space() {
        while (at_ < data_.size() && (data_[at_] == ' ' || data_[at_] == '\n' || data_[at_] == '\r' || data_[at_] == '\t')) ++at_;
    }
    bool take_colon() {
        skip_space();
        if (!take(':')) return false;
        skip_space();
        return true;
    }
    // A key without escapes, and the colon behind it.
    bool take_key(View& key) {
        if (!take('"')) return false;
        const std::size_t from = at_;
        while (at_ < data_.size() && data_[at_] != '"' && data_[at_] != '\\') ++at_;
        key = data_.substr(from, at_ - from);
        return take('"') && take_colon();
    }
    bool skip_text() {
        for (++at_; at_ < data_.size(); ++at_) {
            if (data_[at_] == '"') return ++at_ != 0;
            if (data_[at_] == '\\') ++at_;
        }
        return false;
    }
    // Moves behind a value, whose inside only its reader checks.
    bool skip_value() {
        std::size_t depth = 0;
        do {
            const char c = peek();
            if (c == '"') {
                if (!skip_text()) return false;
                continue;
            }
            if (c == '\0') return false;
            if (c == '}' || c == ']') {
                if (!depth--) return false;
            } else if (c == '{' || c == '[') {
                ++depth;
            } else if (!depth) {
                return skip_scalar();
            }
            ++at_;
        } while (depth);
        return true;
    }
    bool skip_scalar() {
        const std::size_t from = at_;
        while (at_ < data_.size() && !std::strchr(",]}:\" \t\r\n", data_[at_])) ++at_;
        return at_ > from;
    }
};

// Consecutive words of a list that share their names.
struct Run {
    std::size_t shape, first, last;  // words of the columns
    std::size_t elements;            // of the list: words, and blanks between them
    std::size_t begin, end;          // in the text
    std::vector<std::string> names;
};

// Takes plain words out of a text: texts, begins, ends, confidences and attributes.
class Taker : Cursor {
  public:
    struct Path {
        std::vector<std::string> steps;  // a star is all elements of a list, `0` the first one
        const PlainWords* words;
    };
    std::vector<Run> runs;
    Ref columns[5];

    Taker(View data, std::vector<Path> paths) : Cursor(data), paths_(std::move(paths)) {
        for (Ref& column : columns) column = own(PyList_New(0));
        empty_ = own(PyTuple_New(0));
        display_ = text_object("display");
    }
    // Reads all values of the text; false where a closer look is needed.
    bool read() {
        std::vector<std::size_t> all(paths_.size());
        for (std::size_t k = 0; k < all.size(); ++k) all[k] = k;
        for (skip_space(); at_ < data_.size(); skip_space())
            if (!walk(all, 0)) return false;
        return true;
    }
    // The text with the number of each run in its place.
    std::string rest() const {
        std::string text;
        std::size_t from = 0;
        for (std::size_t k = 0; k < runs.size(); ++k) {
            text.append(data_, from, runs[k].begin - from).append(std::to_string(k));
            from = runs[k].end;
        }
        return text.append(data_, from);
    }

  private:
    struct Value {
        char kind = 0;  // a quote, a digit, or the first letter of a constant
        View text;
        View written;  // as it stands in the data
    };
    static constexpr std::size_t kMost = 32, kDeepestKept = 8;
    std::vector<Path> paths_;
    Ref empty_, display_;
    const PlainWords* words_ = nullptr;
    std::vector<std::pair<std::string, Ref>> known_ = std::vector<std::pair<std::string, Ref>>(4096);
    std::uint32_t seen_ = 0;
    Value values_[kMost];
    std::size_t order_[kMost], count_ = 0;  // the members in the order of the word
    std::string rooms_[kMost];              // for decoded texts
    std::size_t next_ = 0;                  // the member that is expected, as words have them in one order
    Ticks ticks_;

    // Follows the paths that lead through the value which begins here.
    bool walk(const std::vector<std::size_t>& live, std::size_t depth) {
        const char open = peek();
        if (live.empty() || (open != '{' && open != '[')) return skip_value();
        ++at_;
        const char close = open == '{' ? '}' : ']';
        skip_space();
        if (take(close)) return true;
        for (std::size_t element = 0;; ++element) {
            skip_space();
            View key;
            if (open == '{' && !take_key(key)) return false;
            std::vector<std::size_t> next, whole;
            for (std::size_t path : live) {
                const std::string& step = paths_[path].steps[depth];
                const bool is_place = step == "*" || step == "0";
                if (open == '{' ? is_place || key != step : !is_place || (step == "0" && element)) continue;
                (paths_[path].steps.size() == depth + 1 ? whole : next).push_back(path);
            }
            if (whole.empty() ? !walk(next, depth + 1) : !list(whole)) return false;
            skip_space();
            if (take(close)) return true;
            if (!take(',')) return false;
        }
    }
    // Takes the plain words of a list.
    bool list(const std::vector<std::size_t>& shapes) {
        if (peek() != '[') return skip_value();
        ++at_;
        skip_space();
        if (take(']')) return true;
        bool follows = false;    // whether the word before was taken, perhaps with a blank between
        std::size_t blanks = 0;  // between that word and this one
        for (;;) {
            skip_space();
            const std::size_t begin = at_;
            // A number stands for a run, and NaN is a number.
            if (peek() && std::strchr("-0123456789NI", peek())) return false;
            ticks_.spend(kObject);
            if (const std::optional<std::size_t> shape = take_word(shapes)) {
                keep_word(*shape, begin, follows, blanks);
                follows = true;
                blanks = 0;
            } else if (at_ = begin; follows && !blanks && blank(*paths_[runs.back().shape].words)) {
                blanks = 1;
            } else {
                at_ = begin;
                follows = false;
                blanks = 0;
                if (!skip_value()) return false;
            }
            skip_space();
            if (take(']')) return true;
            if (!take(',')) return false;
        }
    }
    std::optional<std::size_t> take_word(const std::vector<std::size_t>& shapes) {
        const std::size_t begin = at_;
        for (std::size_t path : shapes) {
            at_ = begin;
            if (words_ != paths_[path].words) next_ = 0;  // a place among the members of another shape
            words_ = paths_[path].words;
            seen_ = 0;
            count_ = 0;
            if ((words_->is_array ? array() : object(false)) && word()) return path;
        }
        return std::nullopt;
    }
    void keep_word(std::size_t shape, std::size_t begin, bool follows, std::size_t blanks) {
        const std::size_t number = std::size_t(PyList_Size(columns[0].get()));
        if (follows && runs.back().shape == shape && names_are(runs.back().names)) {
            ++runs.back().last;
            runs.back().elements += 1 + blanks;
            runs.back().end = at_;
            return;
        }
        std::vector<std::string> names;
        for (std::size_t k = 0; k < words_->members.size(); ++k)
            if (words_->members[k].role == PlainWords::kTurn) names.emplace_back(name_of(k));
        runs.push_back({shape, number - 1, number, 1, begin, at_, std::move(names)});
    }
    bool names_are(const std::vector<std::string>& names) const {
        std::size_t turn = 0;
        for (std::size_t k = 0; k < words_->members.size(); ++k)
            if (words_->members[k].role == PlainWords::kTurn && name_of(k) != names[turn++]) return false;
        return true;
    }
    bool has(std::size_t member) const { return seen_ >> member & 1; }
    void see(std::size_t member) {
        seen_ |= std::uint32_t(1) << member;
        order_[count_++] = member;
    }
    View name_of(std::size_t member) const { return has(member) && values_[member].kind != 'n' ? values_[member].text : View(); }

    // Reads the members of the object of a word, or of the one inside it; false where one is unusual.
    bool object(bool inside) {
        if (!take('{')) return false;
        do {
            skip_space();
            View key;
            std::size_t member;
            if (!take_key(key) || !find(key, inside, member) || has(member)) return false;
            see(member);
            if (words_->members[member].role == PlainWords::kInner ? !inner() : !value(member)) return false;
            skip_space();
        } while (take(','));
        return take('}');
    }
    // Reads the elements of the array of a word, which are its members.
    bool array() {
        if (!take('[')) return false;
        for (std::size_t member = 0; member < words_->members.size(); ++member) {
            if (member && !take(',')) return false;
            skip_space();
            if (!value(member)) return false;
            see(member);
            skip_space();
        }
        return take(']');
    }
    bool find(View key, bool inside, std::size_t& member) {
        const std::size_t size = words_->members.size();
        for (std::size_t k = 0; k < size; ++k) {
            member = next_ + k < size ? next_ + k : next_ + k - size;
            if (words_->members[member].inside == inside && words_->members[member].key == key) {
                next_ = member + 1 < size ? member + 1 : 0;
                return true;
            }
        }
        return false;
    }
    // Whether the object that begins here is what may stand between two words.
    bool blank(const PlainWords& words) {
        if (words.blank.empty() || !take('{')) return false;
        std::uint32_t seen = 0;
        do {
            skip_space();
            View key;
            if (!take_key(key)) return false;
            const auto found = std::find_if(words.blank.begin(), words.blank.end(), [&](const auto& each) { return each.key == key; });
            if (found == words.blank.end()) return false;
            const std::uint32_t bit = std::uint32_t(1) << (found - words.blank.begin());
            if (seen & bit) return false;
            seen |= bit;
            Value read;
            if (!scalar(read, rooms_[0]) || (found->role == PlainWords::kFixed && (read.kind != '"' || read.text != found->fixed)))
                return false;
            skip_space();
        } while (take(','));
        for (std::size_t k = 0; k < words.blank.size(); ++k)
            if (words.blank[k].role == PlainWords::kFixed && !(seen >> k & 1)) return false;
        return take('}');
    }
    bool inner() {
        if (!take('[')) return false;
        skip_space();
        if (!object(true)) return false;
        skip_space();
        return take(']');
    }
    bool value(std::size_t member) {
        Value& read = values_[member];
        if (words_->members[member].role != PlainWords::kKept) return scalar(read, rooms_[member]);
        rooms_[member].clear();
        if (!copy_value(rooms_[member], 0)) return false;
        read.written = rooms_[member];
        return true;
    }
    // Reads a text, a number or a constant; a text with escapes is decoded in `room`.
    bool scalar(Value& read, std::string& room) {
        const std::size_t from = at_;
        read.kind = peek();
        if (read.kind == '"') {
            JsonText reader(data_, at_);
            if (!reader.read(read.text, room)) return false;
            at_ = reader.at();
            read.written = data_.substr(from, at_ - from);
            return true;
        }
        if (read.kind == 'n' || read.kind == 't' || read.kind == 'f') {
            const View constant = read.kind == 'n' ? "null" : read.kind == 't' ? "true" : "false";
            read.text = View();
            if (data_.substr(at_, constant.size()) != constant) return false;
            at_ += constant.size();
            read.written = constant;
            return true;
        }
        at_ = end_of_json_number(data_, at_);
        read.kind = '0';
        read.text = read.written = data_.substr(from, at_ - from);
        return at_ > from;
    }
    // Copies a value as it is kept: on one line, with a blank after each comma and colon. False for an unusual one.
    bool copy_value(std::string& copy, std::size_t depth) {
        const char open = peek();
        if (open != '[' && open != '{') return copy_scalar(copy);
        const char close = open == '[' ? ']' : '}';
        if (depth == kDeepestKept) return false;
        ++at_;
        copy += open;
        skip_space();
        if (!take(close)) {
            std::vector<std::string> keys;
            do {
                if (copy.back() != open) copy += ", ";
                skip_space();
                if (open == '{') {
                    std::string key;
                    if (peek() != '"' || !copy_scalar(key) || !take_colon()) return false;
                    if (keys.size() == kMost || std::find(keys.begin(), keys.end(), key) != keys.end()) return false;
                    copy.append(key).append(": ");
                    keys.push_back(std::move(key));
                }
                if (!copy_value(copy, depth + 1)) return false;
                skip_space();
            } while (take(','));
            if (!take(close)) return false;
        }
        copy += close;
        return true;
    }
    // False for a text with escapes, which may be written in another way.
    bool copy_scalar(std::string& copy) {
        Value read;
        std::string room;
        if (!scalar(read, room) || (read.kind == '"' && read.written.size() != read.text.size() + 2)) return false;
        copy += read.written;
        return true;
    }

    // Adds the word that was read to the columns; false where it is unusual.
    bool word() {
        const Value *text = nullptr, *begin = nullptr, *end = nullptr, *sure = nullptr, *printed = nullptr;
        for (std::size_t k = 0; k < words_->members.size(); ++k) {
            const PlainWords::Member& member = words_->members[k];
            const Value* const read = has(k) ? &values_[k] : nullptr;
            switch (member.role) {
                case PlainWords::kText:
                    text = read;
                    break;
                case PlainWords::kStart:
                    begin = read;
                    break;
                case PlainWords::kEnd:
                    end = read;
                    break;
                case PlainWords::kConfidence:
                    sure = read;
                    break;
                case PlainWords::kDisplay:
                    printed = read;
                    break;
                case PlainWords::kFixed:
                    if (!read || read->kind != '"' || read->text != member.fixed) return false;
                    break;
                case PlainWords::kIgnored:
                    if (read && read->kind == 'n') return false;
                    break;
                case PlainWords::kTurn:
                    if (read && (read->kind == 't' || read->kind == 'f')) return false;
                    break;
                case PlainWords::kKept:
                    break;
                case PlainWords::kInner:
                    if (!read) return false;
                    break;
            }
        }
        if (!text || text->kind != '"' || text->text.substr(0, words_->lead.size()) != words_->lead) return false;
        if (printed && printed->kind != '"') return false;
        const View value = text->text.substr(words_->lead.size());
        std::string times[2];
        View confidence;
        if (!is_one_word(value) || !span(begin, end, times)) return false;
        if (sure && sure->kind == '0' && is_confidence(sure->text))
            confidence = sure->text;
        else if (!number(sure, View(), confidence))
            return false;
        const Ref cells[] = {known(value), cell(begin, times[0]), cell(end, times[1]), sure ? known(confidence) : share(Py_None),
                             attributes(printed, value)};
        for (std::size_t k = 0; k < 5; ++k)
            if (PyList_Append(columns[k].get(), cells[k].get()) < 0) throw Failed();
        return true;
    }
    static Ref cell(const Value* read, View text) { return read ? text_object(text) : share(Py_None); }
    // The object of a text that was met lately, or a new one: words and confidences recur.
    Ref known(View text) {
        std::uint32_t hash = 0;
        for (char c : text) hash = hash * 31 + static_cast<unsigned char>(c);
        auto& [key, object] = known_[(hash ^ hash >> 10) % std::size(known_)];
        if (!object.get() || key != text) key.assign(text), object = text_object(text);
        return share(object.get());
    }
    // The begin and end of a word; false for an unusual one, or an end before its begin.
    bool span(const Value* begin, const Value* end, std::string (&times)[2]) const {
        View texts[2];
        if (words_->timed && (!begin || !end)) return false;
        if (!number(begin, words_->suffix, texts[0]) || !number(end, words_->suffix, texts[1])) return false;
        if (!words_->places) {
            times[0] = texts[0], times[1] = texts[1];
        } else {
            std::uint64_t units[2] = {0, 0};
            for (int k : {0, 1}) {
                if (k ? !end : !begin) continue;
                if (!is_digits(texts[k]) || texts[k].size() > kLongestNumber) return false;
                for (char c : texts[k]) units[k] = units[k] * 10 + std::uint64_t(c - '0');
            }
            if (words_->lasts) units[1] += units[0];
            times[0] = begin ? seconds(units[0]) : "", times[1] = end ? seconds(units[1]) : "";
        }
        return !begin || !end || words_->lasts || value_of(texts[1]) >= value_of(texts[0]);
    }
    // The seconds of units, without needless zeros behind the point if the times are a begin and a duration.
    std::string seconds(std::uint64_t units) const {
        std::string digits = std::to_string(units);
        if (digits.size() <= words_->places) digits.insert(0, words_->places + 1 - digits.size(), '0');
        digits.insert(digits.size() - words_->places, 1, '.');
        if (!words_->lasts) return digits;
        digits.erase(digits.find_last_not_of('0') + 1);
        if (digits.back() == '.') digits.pop_back();
        return digits;
    }
    // A number as it is written, without the text behind it; nothing where it is missing. False for an unusual one.
    bool number(const Value* read, View suffix, View& text) const {
        if (!read) return true;
        const bool is_text = read->kind == '"' && (words_->quoted || !suffix.empty());
        if (!is_text && (read->kind != '0' || !suffix.empty())) return false;
        text = read->text;
        if (text.size() < suffix.size() || text.substr(text.size() - suffix.size()) != suffix) return false;
        text.remove_suffix(suffix.size());
        return is_plain_number(text);
    }
    // The attributes of a word: names that are null and members that are kept, in the order of the word, those inside as an object, and
    // the printed form, if that is another one.
    Ref attributes(const Value* printed, View value) {
        std::string inside;
        std::vector<Ref> pairs;
        for (std::size_t k = 0; k < count_; ++k) {
            const PlainWords::Member& member = words_->members[order_[k]];
            const Value& read = values_[order_[k]];
            if (member.role != PlainWords::kKept && (member.role != PlainWords::kTurn || read.kind != 'n')) continue;
            if (member.inside)
                inside.append(inside.empty() ? "{\"" : ", \"").append(member.key).append("\": ").append(read.written);
            else
                pairs.push_back(pair(member.attribute, read.written));
        }
        if (!inside.empty()) pairs.push_back(pair(words_->attribute_inside, inside + "}"));
        if (printed && !printed->text.empty() && printed->text != value) pairs.push_back(pair(display_, printed->text));
        if (pairs.empty()) return share(empty_.get());
        Ref tuple = own(PyTuple_New(Py_ssize_t(pairs.size())));
        for (std::size_t k = 0; k < pairs.size(); ++k) PyTuple_SetItem(tuple.get(), Py_ssize_t(k), pairs[k].release());
        return tuple;
    }
    Ref pair(const Ref& name, View text) {
        const Ref value = known(text);
        return own(PyTuple_Pack(2, name.get(), value.get()));
    }
};

PyObject* take_words(PyObject* text, const std::vector<std::tuple<std::vector<std::string>, PyObject*>>& paths) {
    std::vector<Taker::Path> at;
    for (const auto& [steps, words] : paths) {
        if (steps.empty()) throw std::invalid_argument("the steps of a path expected");
        at.push_back({steps, &From<PlainWords>::of(words)});
    }
    Py_ssize_t size;
    const char* const data = PyUnicode_AsUTF8AndSize(text, &size);
    if (!data) {
        if (!PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) throw Failed();
        PyErr_Clear();  // halves of characters
        return share(Py_None).release();
    }
    Taker taker(View(data, std::size_t(size)), std::move(at));
    if (!taker.read() || taker.runs.empty()) return share(Py_None).release();
    const Ref rest = text_object(taker.rest());
    const Ref runs = own(list_of(taker.runs, [](const Run& run) {
        const Ref names = own(list_of(run.names, [](const std::string& name) { return text_object(name).release(); }));
        const Ref tuple = own(PySequence_Tuple(names.get()));
        return Py_BuildValue("nnnnnnO", Py_ssize_t(run.shape), Py_ssize_t(run.first), Py_ssize_t(run.last), Py_ssize_t(run.elements),
                             Py_ssize_t(run.begin), Py_ssize_t(run.end), tuple.get());
    }));
    const Ref columns = own(PyTuple_Pack(5, taker.columns[0].get(), taker.columns[1].get(), taker.columns[2].get(), taker.columns[3].get(),
                                         taker.columns[4].get()));
    return PyTuple_Pack(3, rest.get(), runs.get(), columns.get());
}

PyMethodDef functions[] = {
    {"plain_words", operation<plain_words>, METH_VARARGS,
     "plain_words(roles, turns, fixed, ignored, inner, inside, kept, kept_inside, blank, of_blank, form, /)\n--\n\n"
     "The shape of plain words. `roles` are the keys of text, begin, end, confidence and printed form, `turns` those of names that\n"
     "words share, `fixed` pairs of a key and its text, `ignored` keys of values that do not matter. Keys that stand `inside` are\n"
     "members of the only object in the list `inner`. `kept` are keys of values that become attributes, those inside one object, the\n"
     "attribute `kept_inside`. `blank` are pairs of the keys and texts of an object that may stand between two words, and `of_blank` keys\n"
     "of values there that do not matter. `form` is what stands before names in attributes, the text before a word, the\n"
     "text behind a time, whether numbers may be texts, the digits behind the point of times that are whole units, whether begin and\n"
     "end have to be there, whether the end is a duration, and whether a word is an array of these members. An empty key is none."},
    {"take_words", operation<take_words>, METH_VARARGS,
     "take_words(text, paths, /)\n--\n\n"
     "Takes plain words out of a text of JSON. `paths` are pairs of the steps to a list of words and the shape of these: a key, `*` for\n"
     "all elements of a list, or `0` for its first one. Gives the text with a number in place of each run of words that share their\n"
     "names; the runs, as the number of the path, the first word, the one behind the last, the elements of the list, begin and end in "
     "UTF-8, and the names; and\n"
     "lists of texts, begins, ends, confidences and attributes. None where there are no plain words, or the text is unusual."},
    {nullptr, nullptr, 0, nullptr}};

const Part part(functions, [](PyObject* module) {
    PyType_Slot slots[] = {{Py_tp_doc, slot("The shape of plain words.")},
                           {Py_tp_new, slot(not_from_python)},
                           {Py_tp_dealloc, slot(destroy<PlainWords>)},
                           {0, nullptr}};
    add_type<PlainWords>(module, "PlainWords", slots);
});

}  // namespace
}  // namespace scorelite
