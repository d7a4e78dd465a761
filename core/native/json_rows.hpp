// Rows of JSON: objects with flat members, one a line or all in one list. Rows that need a closer look are noted.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "json_text.hpp"
#include "plain_numbers.hpp"
#include "strict.hpp"
#include "text.hpp"
#include "utterance_text.hpp"

namespace scorelite {

// The rows of a file, with the members that are asked for. Rows with anything unusual are noted and have empty cells.
class JsonRows {
  public:
    // What a column may hold, and how it is kept: a null member may be missing, too.
    enum Kind : std::uint8_t { kText = 1, kNumber = 2, kNull = 4, kBool = 8, kPath = 16, kStripped = 32, kTime = 64 };
    struct Column {
        std::string key;
        std::uint8_t allowed = 0;  // kinds; with kPath, names of files without folders and suffixes; with kStripped, without blanks around
        std::uint8_t kinds = 0;    // of the values of rows that are not odd
        std::size_t nulls = 0;
        std::vector<View> cells;  // of every row up to the last that has one
        std::vector<View> paths;  // of a column of paths, whole
        View now, path;           // of the row that is read
        std::uint8_t kind = 0;
    };
    struct Odd {
        std::size_t row, line, begin, end;
    };
    std::vector<Column> columns;
    std::vector<std::string> reserved;  // keys that rows may not have unless the first one has them
    std::vector<Odd> odd;
    std::vector<std::uint32_t> lines;  // of rows that are lines
    bool even = true;                  // whether no row has a member that the first one lacks
    bool uniform = true;               // whether all rows have the same members in one order, which are all columns
    bool trimmed = false;              // whether blanks around a text were left out

    View row_text(const Odd& row) const { return data_.substr(row.begin, row.end - row.begin); }
    std::size_t size() const { return size_; }

    // Reads all rows, one a line or all in one list. False for too many rows, bytes that are no strict text, a list with an odd row, and
    // where keys are reserved an odd first row.
    bool read(View data, bool listed) {
        bool ascii;
        data_ = data;
        listed_ = listed;
        return data.size() < UINT32_MAX && is_strict_text(data, ascii) && (listed ? read_list() : read_lines());
    }
    // The values of a member of all rows that are lines, without those of odd ones, and which of them are there; false where one is an
    // object or a list.
    bool member(View key, std::vector<View>& values, std::vector<std::uint8_t>& there) {
        const std::string quoted = '"' + std::string(key) + '"';
        values.assign(size_, View());
        there.assign(size_, 0);
        Ticks ticks;
        std::size_t next_odd = 0;
        for (std::size_t row = 0; row < begins_.size(); ++row) {
            ticks.spend(64);
            if (next_odd < odd.size() && odd[next_odd].row == row) {
                ++next_odd;
                continue;
            }
            at_ = begins_[row];
            Value read;
            if (!find(quoted)) continue;
            if (data_[at_] == '{' || data_[at_] == '[' || !value(read)) return false;
            there[row] = read.kind != kNull;
            if (read.kind == kBool) read.text = data_[at_ - 2] == 'u' ? "true" : "false";
            values[row] = kept(read);
        }
        return true;
    }
    // The cells of an odd row, one for each column.
    void fill(std::size_t number, const std::vector<std::string>& cells) {
        if (number >= odd.size() || cells.size() != columns.size()) throw std::invalid_argument("cells of an odd row expected");
        for (std::size_t k = 0; k < cells.size(); ++k) {
            if (cells[k].empty()) continue;
            columns[k].cells.resize(std::max(columns[k].cells.size(), odd[number].row + 1));
            columns[k].cells[odd[number].row] = decoded_.keep(cells[k]);
        }
    }

  private:
    static constexpr std::size_t kMostMembers = 64, kDeepest = 64, kMostDigits = 4000;
    static constexpr std::size_t kLongestNumber = 20, kMostWhole = 9;  // sums have at most 28 digits
    struct Value {
        Kind kind;
        View text;
    };
    View data_;
    std::size_t at_ = 0, size_ = 0;
    bool listed_ = false;
    std::vector<std::uint32_t> begins_;  // of rows that are lines
    std::vector<View> keys_;             // of the first row, with their quotes
    std::vector<View> ahead_;            // of each value of the first row, with its key and blanks
    std::vector<Column*> of_member_;     // null where nobody asks
    std::uint64_t needed_ = 0;           // members of the first row that every row has: a bit for each
    std::uint64_t seen_ = 0;             // members of the first row that this row has
    bool in_order_ = true;               // whether this row's members are in the order of the first row's
    std::vector<View> others_;           // further keys of this row, with their quotes
    std::string room_;                   // for a decoded text
    Arena decoded_;

    bool take(char c) { return at_ < data_.size() && data_[at_] == c && ++at_; }
    bool is_blank(char c) const { return c == ' ' || c == '\t' || (listed_ && (c == '\n' || c == '\r')); }
    void skip_space() {
        while (at_ < data_.size() && is_blank(data_[at_])) ++at_;
    }
    // Whether nothing but blanks is left up to the end of a line.
    bool ends_at(std::size_t end) {
        skip_space();
        if (at_ + 1 == end) take('\r');
        return at_ == end;
    }
    bool read_lines() {
        Ticks ticks;
        for (std::size_t number = 1; at_ < data_.size(); ++number) {
            ticks.spend(64);
            const std::size_t begin = at_, end = std::min(data_.find('\n', at_), data_.size());
            if (!ends_at(end)) {
                if (size_ == kMostLines) return false;
                const bool is_first = keys_.empty();
                const bool plain = row() && ends_at(end);
                if (!plain) {
                    if (is_first && !reserved.empty()) return false;
                    odd.push_back({size_, number, begin, end - (end > begin && data_[end - 1] == '\r')});
                    if (is_first) keys_.clear(), ahead_.clear(), of_member_.clear();
                }
                keep_row(plain);
                lines.push_back(std::uint32_t(number));
                begins_.push_back(std::uint32_t(begin));
            }
            at_ = end + 1;
        }
        return true;
    }
    bool read_list() {
        Ticks ticks;
        skip_space();
        if (!take('[')) return false;
        do {
            ticks.spend(64);
            if (size_ == kMostLines || !row()) return false;
            keep_row(true);
            skip_space();
        } while (take(','));
        if (!take(']')) return false;
        skip_space();
        return at_ == data_.size();
    }
    // Reads the row that begins here; false where it is odd.
    bool row() {
        const bool is_first = keys_.empty();
        seen_ = 0;
        in_order_ = true;
        others_.clear();
        for (Column& column : columns) column.now = column.path = View(), column.kind = 0;
        skip_space();
        if (!take('{')) return false;
        for (std::size_t place = 0;; ++place) {
            const std::size_t from = at_;
            std::size_t member = place;
            if ((is_first || !take_ahead(place)) && !key(member, is_first)) return false;
            skip_space();
            if (is_first) ahead_.push_back(data_.substr(from, at_ - from));
            in_order_ = in_order_ && member == place && place < keys_.size();
            Column* const column = member < of_member_.size() ? of_member_[member] : nullptr;
            if (!see(member)) return false;
            if (column) {
                Value read;
                if (!value(read) || !take_value(*column, read)) return false;
            } else if (!skip_value(kDeepest)) {
                return false;
            }
            skip_space();
            if (take(',')) continue;
            if (!take('}')) return false;
            if (is_first) needed_ = needed();
            return (seen_ & needed_) == needed_ && has_required();
        }
    }
    bool has_required() const {
        for (const Column& column : columns)
            if (!column.kind && !(column.allowed & kNull)) return false;
        return true;
    }
    void keep_row(bool plain) {
        for (Column& column : columns) {
            if (!plain || !column.kind) continue;
            column.cells.resize(size_);
            column.cells.push_back(column.now);
            if (column.allowed & kPath) column.paths.resize(size_), column.paths.push_back(column.path);
            column.kinds = std::uint8_t(column.kinds | column.kind);
            column.nulls += column.kind == kNull;
            if (!(column.allowed & kStripped)) continue;
            View& text = column.cells.back();
            const std::size_t size = text.size();
            text = stripped(text);
            trimmed = trimmed || text.size() != size;
        }
        even = even && plain && others_.empty();
        uniform = uniform && plain && in_order_ && needed_ == seen_;
        ++size_;
    }
    // The members that every row has: the columns of the first row.
    std::uint64_t needed() const {
        std::uint64_t members = 0;
        for (std::size_t member = 0; member < keys_.size(); ++member)
            if (of_member_[member]) members |= std::uint64_t(1) << member;
        return members;
    }
    // Notes a member of the first row; false if the row had it before.
    bool see(std::size_t member) {
        if (member >= keys_.size()) return true;
        const std::uint64_t bit = std::uint64_t(1) << member;
        if (seen_ & bit) return false;
        seen_ |= bit;
        return true;
    }
    bool take_ahead(std::size_t place) {
        if (place >= ahead_.size() || data_.substr(at_, ahead_[place].size()) != ahead_[place]) return false;
        at_ += ahead_[place].size();
        return true;
    }
    // Reads a key and says which member of the first row it is; the number of these for a further key.
    bool key(std::size_t& member, bool is_first) {
        skip_space();
        if (is_first ? !first_key() : !known_key(member) && !other_key(member)) return false;
        skip_space();
        return take(':');
    }
    bool known_key(std::size_t member) {
        if (member >= keys_.size() || data_.substr(at_, keys_[member].size()) != keys_[member]) return false;
        at_ += keys_[member].size();
        return true;
    }
    // A key in another place than in the first row, or one that this lacks.
    bool other_key(std::size_t& member) {
        const std::size_t from = at_;
        View key;
        if (at_ == data_.size() || data_[at_] != '"' || !string(key)) return false;
        const View quoted = data_.substr(from, at_ - from);
        if (has(quoted, '\\')) return false;
        member = std::size_t(std::find(keys_.begin(), keys_.end(), quoted) - keys_.begin());
        if (member < keys_.size()) return true;
        const bool is_column = column_of(key) || std::find(reserved.begin(), reserved.end(), key) != reserved.end();
        if (is_column || others_.size() == kMostMembers || std::find(others_.begin(), others_.end(), quoted) != others_.end()) return false;
        others_.push_back(quoted);
        return true;
    }
    bool first_key() {
        const std::size_t from = at_;
        View key;
        if (at_ == data_.size() || data_[at_] != '"' || keys_.size() == kMostMembers || !string(key)) return false;
        const View quoted = data_.substr(from, at_ - from);
        if (has(quoted, '\\') || std::find(keys_.begin(), keys_.end(), quoted) != keys_.end()) return false;
        keys_.push_back(quoted);
        of_member_.push_back(column_of(key));
        return true;
    }
    Column* column_of(View key) {
        for (Column& column : columns)
            if (!key.empty() && View(column.key) == key) return &column;
        return nullptr;
    }
    bool string(View& text_read) {
        JsonText reader(data_, at_);
        if (!reader.read(text_read, room_)) return false;
        at_ = reader.at();
        return true;
    }
    bool value(Value& read) {
        const char c = at_ < data_.size() ? data_[at_] : '\0';
        read.kind = c == '"' ? kText : c == 'n' ? kNull : c == 't' || c == 'f' ? kBool : kNumber;
        if (read.kind == kText) return string(read.text);
        if (read.kind == kNumber) return number(read.text);
        const View word = c == 'n' ? "null" : c == 't' ? "true" : "false";
        if (data_.substr(at_, word.size()) != word) return false;
        at_ += word.size();
        return true;
    }
    // Moves behind a value that nobody asks for; objects and lists may be so deep.
    bool skip_value(std::size_t depth) {
        const char c = at_ < data_.size() ? data_[at_] : '\0';
        if (c != '{' && c != '[') {
            Value ignored;
            return value(ignored);
        }
        if (!depth) return false;
        ++at_;
        const char end = c == '{' ? '}' : ']';
        std::vector<std::string> keys;
        skip_space();
        if (take(end)) return true;
        for (;;) {
            skip_space();
            if (c == '{' && !inner_key(keys)) return false;
            if (!skip_value(depth - 1)) return false;
            skip_space();
            if (take(end)) return true;
            if (!take(',')) return false;
        }
    }
    // The key of an object within a value, and what stands before its value.
    bool inner_key(std::vector<std::string>& keys) {
        View key;
        if (at_ == data_.size() || data_[at_] != '"' || !string(key) || keys.size() == kMostMembers) return false;
        if (std::find(keys.begin(), keys.end(), key) != keys.end()) return false;
        keys.emplace_back(key);
        skip_space();
        if (!take(':')) return false;
        skip_space();
        return true;
    }
    bool number(View& number_read) {
        const std::size_t from = at_;
        at_ = end_of_json_number(data_, from);
        number_read = data_.substr(from, at_ - from);
        return !number_read.empty() && number_read.size() <= kMostDigits;
    }
    // Takes a value for its column; false where it is none that the column may have.
    bool take_value(Column& column, Value& read) {
        if (!(column.allowed & read.kind)) return false;
        if ((column.allowed & kTime) && !is_time(read)) return false;
        column.kind = read.kind;
        column.path = kept(read);
        column.now = column.allowed & kPath ? file_stem(column.path) : column.path;
        return true;
    }
    // The text of a value, kept where it was decoded.
    View kept(const Value& read) {
        const bool is_decoded = read.kind == kText && !room_.empty() && within(read.text, room_);
        return is_decoded ? decoded_.keep(std::string(read.text)) : read.text;
    }
    // Moves to the value of a member of the row that begins here, which was read before; false where it has none.
    bool find(View quoted) {
        skip_space();
        do {
            ++at_;  // a brace, or a comma
            skip_space();
            const std::size_t from = at_;
            View key;
            string(key);
            const bool found = data_.substr(from, at_ - from) == quoted;
            skip_space();
            ++at_;  // a colon
            skip_space();
            if (found) return true;
            skip_value(kDeepest);
            skip_space();
        } while (at_ < data_.size() && data_[at_] == ',');
        return false;
    }
    // Whether a value is digits with at most one point, few enough to be added up exactly.
    static bool is_time(const Value& read) {
        const auto in_time = [](char c) { return (c >= '0' && c <= '9') || c == '.'; };
        return read.kind == kNumber && std::all_of(read.text.begin(), read.text.end(), in_time) && read.text.size() <= kLongestNumber &&
               std::min(read.text.find('.'), read.text.size()) <= kMostWhole;
    }
    static bool within(View part, const std::string& room) {
        return part.data() >= room.data() && part.data() <= room.data() + room.size();
    }
};

// The nearest value to the sum of two numbers of digits and at most one point; false where it takes more than short ones.
inline bool short_sum(View one, View other, double& sum) {
    static constexpr std::size_t kWhole = 9, kBehind = 6;  // sums of so many digits are exact
    static constexpr std::uint64_t kPowers[kBehind + 1] = {1, 10, 100, 1000, 10000, 100000, 1000000};
    std::uint64_t total = 0;
    std::size_t most = 0, places[2];
    for (const bool second : {false, true}) {
        const View number = second ? other : one;
        const std::size_t point = std::min(number.find('.'), number.size());
        places[second] = number.size() - std::min(point + 1, number.size());
        if (point > kWhole || places[second] > kBehind) return false;
        most = std::max(most, places[second]);
    }
    for (const bool second : {false, true}) {
        std::uint64_t digits = 0;
        for (char c : second ? other : one)
            if (c != '.') digits = digits * 10 + std::uint64_t(c - '0');
        total += digits * kPowers[most - places[second]];
    }
    sum = double(total) / double(kPowers[most]);
    return true;
}
// The exact sum of two numbers of digits and at most one point.
inline std::string decimal_sum(View one, View other) {
    const auto point = [](View number) { return std::min(number.find('.'), number.size()); };
    const std::size_t whole = std::max(point(one), point(other));
    const auto behind = [&](View number) { return point(number) == number.size() ? 0 : number.size() - point(number) - 1; };
    const std::size_t size = whole + std::max(behind(one), behind(other));
    std::string sum(size, '0');
    int carry = 0;
    // A digit counts from the left of the longer whole part.
    const auto digit = [&](View number, std::size_t place) {
        const std::size_t skipped = whole - point(number);
        if (place < skipped) return 0;
        const std::size_t at = place - skipped + (place >= whole);
        return at < number.size() ? number[at] - '0' : 0;
    };
    for (std::size_t place = size; place-- > 0;) {
        const int both = digit(one, place) + digit(other, place) + carry;
        sum[place] = char('0' + both % 10);
        carry = both / 10;
    }
    if (size > whole) sum.insert(whole, 1, '.');
    return carry ? "1" + sum : sum;
}

}  // namespace scorelite
