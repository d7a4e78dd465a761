// Checks of timed files that hubscr.pl makes before it scores them: order, and usual rows of ctm.
#include <algorithm>
#include <vector>

#include "../../native/operations.hpp"
#include "../../native/plain_numbers.hpp"
#include "../../native/strict.hpp"

namespace scorelite {
namespace {

template <class Char> bool all_of(View text, Char is) { return !text.empty() && std::all_of(text.begin(), text.end(), is); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
// Digits, possibly with a point: between digits, or with `open` also at the end.
bool is_time(View text, bool open) {
    const std::size_t point = std::min(text.find('.'), text.size());
    const View behind = text.substr(std::min(point + 1, text.size()));
    return all_of(text.substr(0, point), is_digit) && (point == text.size() || all_of(behind, is_digit) || (open && behind.empty()));
}
// The text up to the next blank, which is taken from the line with it.
View next_field(View& line) {
    const std::size_t end = std::min(line.find(' '), line.size());
    const View field = line.substr(0, end);
    line.remove_prefix(std::min(end + 1, line.size()));
    return field;
}
// Hands every line to `take` until it returns false.
template <class Take> bool lines_of(View data, Take take) {
    Ticks ticks;
    while (!data.empty()) {
        const std::size_t end = std::min(data.find('\n'), data.size());
        ticks.spend(end + 64);
        if (!take(data.substr(0, end))) return false;
        data.remove_prefix(std::min(end + 1, data.size()));
    }
    return true;
}

// The field at the begin, with at most one blank behind it; empty if other white space stands there.
View bare_field(View line) {
    const auto blank = std::find_if(line.begin(), line.end(), [](char c) { return is_space(static_cast<unsigned char>(c)); });
    return blank == line.end() || *blank == ' ' ? line.substr(0, std::size_t(blank - line.begin())) : View();
}

// File, channel and time of rows, with one blank behind each field.
class Order {
    const std::size_t field_;  // of the time
    View head_;                // file and channel of the row before, with the blanks behind them
    View names_[2];
    double earlier_ = 0.0;

  public:
    explicit Order(std::size_t field) : field_(field) {}
    // False if the row belongs before the one that was taken last, or needs a closer look.
    bool take(View line) {
        if (line.substr(0, 2) == ";;") return false;
        const bool same = !head_.empty() && line.substr(0, head_.size()) == head_;
        if (!same && !take_head(line)) return false;
        line.remove_prefix(head_.size());
        for (std::size_t number = 2; number < field_; ++number) {
            const std::size_t size = bare_field(line).size();
            if (!size || size == line.size()) return false;
            line.remove_prefix(size + 1);
        }
        double begin = 0.0;
        if (line.empty() || !is_digit(line[0])) return false;
        const char *const end = line.data() + line.size(), *const at = leading_number(line.data(), end, begin);
        if (!at || (at != end && *at != ' ') || (same && begin < earlier_)) return false;
        earlier_ = begin;
        return true;
    }

  private:
    bool take_head(View line) {
        const View file = bare_field(line), channel = bare_field(line.substr(std::min(file.size() + 1, line.size())));
        const std::size_t size = file.size() + channel.size() + 2;
        if (file.empty() || channel.empty() || size > line.size()) return false;
        if (names_[0] > file || (names_[0] == file && names_[1] > channel)) return false;
        names_[0] = file, names_[1] = channel, head_ = line.substr(0, size);
        return true;
    }
};

bool in_order(View data, std::size_t field) {
    Order order(field);
    return !data.empty() && lines_of(data, [&](View line) { return order.take(line); });
}

bool usual_row(View line) {
    if (line.substr(0, 2) == ";;") return true;
    const auto in_name = [](char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '-'; };
    const auto in_word = [](char c) { return is_letter(c) || c == '\'' || c == '-'; };
    const std::size_t blanks = std::size_t(std::count(line.begin(), line.end(), ' '));
    if (blanks != 4 && blanks != 5) return false;
    if (!all_of(next_field(line), in_name)) return false;
    const View channel = next_field(line);
    if (channel != "A" && channel != "B" && !all_of(channel, is_digit)) return false;
    if (!is_time(next_field(line), false) || !is_time(next_field(line), false)) return false;
    return all_of(next_field(line), in_word) && (blanks == 4 || is_time(line, false));
}

bool rows_in_order(View data, Py_ssize_t field) {
    if (field < 2) throw std::invalid_argument("the field of a time; expected 2 or more");
    return without_gil([&] { return in_order(data, std::size_t(field)); });
}
std::vector<std::int64_t> unusual_ctm_rows(View data) {
    std::vector<std::int64_t> rows;
    without_gil([&] {
        std::int64_t number = 0;
        lines_of(data, [&](View line) {
            ++number;
            const auto begin = std::int64_t(line.data() - data.data());
            if (!usual_row(line)) rows.insert(rows.end(), {number, begin, begin + std::int64_t(line.size())});
            return true;
        });
    });
    return rows;
}

PyMethodDef functions[] = {
    {"rows_in_order", operation<rows_in_order>, METH_VARARGS,
     "rows_in_order(data, field, /)\n--\n\nWhether all lines are rows in the order of file, channel and the time in a field."},
    {"unusual_ctm_rows", operation<unusual_ctm_rows>, METH_VARARGS,
     "unusual_ctm_rows(data, /)\n--\n\nNumber, begin and end (int64) of the lines of a ctm file that are neither usual ones nor comments."},
    {nullptr, nullptr, 0, nullptr}};

const Part part(functions);

}  // namespace
}  // namespace scorelite
