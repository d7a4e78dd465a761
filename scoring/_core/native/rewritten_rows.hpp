// Rows of trn, stm and ctm whose words are changed by rules, as csrfilt.sh does it; rows that need a closer look are listed.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "rewriter.hpp"
#include "strict.hpp"
#include "table.hpp"

namespace scorelite {

enum class RowKind { trn, stm, ctm };

// What happens to the words of rows beside the rules: upper case before them, blanks for inner hyphens after them.
struct RowStyle {
    RowKind kind;
    bool upper, latin, hyphens;
};

class RowRewriter {
    static constexpr std::size_t kLongestRow = 4000;
    static constexpr std::size_t kHead = 5;  // fields before the label and the text of a segment

    const Rewriter& rules_;
    const RowStyle style_;
    std::array<char, 256> raised_{};
    std::string words_, room_;

  public:
    std::string text;
    std::vector<std::int64_t> odd;  // triples: where a row belongs in the text, its begin and its end in the data

    RowRewriter(const Rewriter& rules, RowStyle style) : rules_(rules), style_(style) {
        for (int c = 0; c < 256; ++c) {
            const bool raised = (style.upper && c >= 'a' && c <= 'z') || (style.upper && style.latin && c >= 0xE0);
            raised_[std::size_t(c)] = char(raised ? c - 32 : c);
        }
    }
    // Every line of the data ends with a newline.
    void read(View data) {
        text.reserve(data.size() + data.size() / 16);
        Ticks ticks;
        for (std::size_t at = 0; at < data.size();) {
            const std::size_t end = data.find('\n', at), before = text.size();
            ticks.spend(4 * (end - at) + 64);
            if (!row(data.substr(at, end - at))) {
                text.resize(before);
                for (std::size_t number : {before, at, end}) odd.push_back(std::int64_t(number));
            }
            at = end + 1;
        }
    }

  private:
    static bool is_blank(char c) { return c == ' ' || c == '\t'; }
    static bool is_control(char c) { return c >= 0 && c < ' '; }
    static bool has_control(View field) { return std::any_of(field.begin(), field.end(), is_control); }
    static View cut(View& line) {
        std::size_t at = 0;
        while (at < line.size() && is_blank(line[at])) ++at;
        const std::size_t begin = at;
        while (at < line.size() && !is_blank(line[at])) ++at;
        const View field = line.substr(begin, at - begin);
        line.remove_prefix(at);
        return field;
    }

    bool row(View line) {
        if (line.substr(0, 2) == ";;") {
            text.append(line);
            text += '\n';
            return true;
        }
        while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
        if (line.empty() || line.size() > kLongestRow) return false;
        switch (style_.kind) {
            case RowKind::trn:
                return utterance(line);
            case RowKind::stm:
                return segment(line);
            default:
                return timed_word(line);
        }
    }

    bool utterance(View line) {
        const std::size_t at = line.rfind('('), begin = text.size();
        if (at == View::npos || line.back() != ')') return false;
        const View id = line.substr(at);
        if (has(id, ' ') || has_control(id) || !pad(line.substr(0, at)) || !change() || !tidy(false)) return false;
        if (text[begin] == ';') return false;
        text.append(id);
        text += '\n';
        return true;
    }

    bool segment(View line) {
        for (std::size_t number = 0; number < kHead; ++number) {
            const View field = cut(line);
            if (field.empty() || has_control(field) || has(field, '<') || (!number && field[0] == ';')) return false;
            if (number) text += ' ';
            text.append(field);
        }
        View rest = line;
        const View label = cut(rest);
        if (has(label, '<')) {
            const View inner = label.substr(1, std::max<std::size_t>(label.size(), 2) - 2);
            if (label.size() < 3 || label[0] != '<' || label.back() != '>' || has_control(label) || inner.find_first_of("<>") != View::npos)
                return false;
            text += ' ';
            text.append(label);
            line = rest;
        }
        if (!pad(line)) return false;
        // A blank stands behind the words of a segment.
        if (words_.size() > 3) words_ += ' ';
        if (!change() || !tidy(true)) return false;
        while (text.back() == ' ') text.pop_back();
        text += '\n';
        return true;
    }

    // A row of ctm: one row for each word that the rules make of its word.
    bool timed_word(View line) {
        View fields[6];
        std::size_t count = 0;
        for (View field = cut(line); !field.empty(); field = cut(line)) {
            if (count == 6 || has_control(field)) return false;
            fields[count++] = field;
        }
        if (count < 5 || fields[0][0] == ';' || fields[4].find_first_of("()") != View::npos) return false;
        words_.assign(1, ' ');
        for (char c : fields[4]) words_ += raised_[static_cast<unsigned char>(c)];
        words_ += ' ';
        if (!change() || words_.size() < 3) return false;
        const View changed = View(words_).substr(1, words_.size() - 2);
        // Brackets with a blank at their inner side are changed.
        if (words_.find("( ") != std::string::npos || words_.find(" )") != std::string::npos || has_control(changed)) return false;
        const bool single = changed.find_first_of(" {}/") == View::npos;
        if (count == 5) {
            if (!single) return false;
            for (std::size_t number = 0; number < 4; ++number) text.append(fields[number]), text += ' ';
            text.append(changed);
            text += '\n';
            return true;
        }
        if (!is_time(fields[2]) || !is_time(fields[3]) || fields[5].find_first_not_of("0123456789.-") != View::npos) return false;
        if (!single) return choices(fields, changed);
        add_place(fields);
        add_time(fields[2]);
        add_time(fields[3]);
        add_word(changed, fields[5]);
        return true;
    }
    static bool is_time(View field) {
        const std::size_t point = std::min(field.find('.'), field.size());
        const auto digits = [](View part) { return !part.empty() && part.find_first_not_of("0123456789") == View::npos; };
        return field.size() <= 15 && digits(field.substr(0, point)) && (point == field.size() || digits(field.substr(point + 1)));
    }
    void add_place(const View* fields) {
        text.append(fields[0]);
        text += ' ';
        text.append(fields[1]);
        text += ' ';
    }
    void add_word(View word, View confidence) {
        text.append(word);
        text += ' ';
        text.append(confidence);
        text += '\n';
    }
    void add_number(double value) {
        append_number(text, 3, value);
        text += ' ';
    }
    // A time with three decimals; the digits of one that has no more stay as they are.
    void add_time(View time) {
        const std::size_t point = std::min(time.find('.'), time.size()), decimals = time.size() - std::min(time.size(), point + 1);
        if (decimals > 3) {
            double value = 0.0;
            plain_number(time, value);
            return add_number(value);
        }
        while (time.size() > 1 && time[0] == '0' && time[1] != '.') time.remove_prefix(1);
        text.append(time);
        if (!decimals) text += '.';
        text.append(3 - decimals, '0');
        text += ' ';
    }
    // Rows of the words of each choice between the marks of an alternative, if there are several.
    bool choices(const View* fields, View changed) {
        double begin = 0.0, length = 0.0;
        plain_number(fields[2], begin);
        plain_number(fields[3], length);
        while (!changed.empty() && changed.back() == ' ') changed.remove_suffix(1);
        while (!changed.empty() && changed.back() == '/') changed.remove_suffix(1);
        if (changed.empty()) return false;
        const bool several = has(changed, '/');
        if (several) add_mark(fields, "<ALT_BEGIN>");
        for (bool last = false; !last;) {
            const std::size_t end = std::min(changed.find('/'), changed.size());
            last = end == changed.size();
            if (!choice(fields, changed.substr(0, end), begin, length)) return false;
            if (several) add_mark(fields, last ? "<ALT_END>" : "<ALT>");
            changed.remove_prefix(std::min(end + 1, changed.size()));
        }
        return true;
    }
    bool choice(const View* fields, View changed, double begin, double length) {
        room_.clear();
        // Braces separate no words: they vanish, with blanks at both sides of them.
        for (char c : changed)
            if (c == '{' || c == '}')
                room_.append("  ");
            else
                room_ += c;
        std::size_t count = 0;
        for (View rest = room_; !cut(rest).empty();) ++count;
        const double step = length / double(count);
        View rest = room_;
        for (std::size_t number = 0; number < count; ++number) {
            add_place(fields);
            add_number(begin + step * double(number));
            add_number(step);
            add_word(cut(rest), fields[5]);
        }
        return count > 0;
    }
    void add_mark(const View* fields, View mark) {
        add_place(fields);
        text.append("* * ");
        text.append(mark);
        text += '\n';
    }

    // Rewrites the padded words; false if no blanks are left around them.
    bool change() {
        rules_.rewrite_line(words_, room_);
        if (style_.hyphens) split_at_hyphens(words_);
        return words_.size() >= 2 && words_.front() == ' ' && words_.back() == ' ';
    }
    // Two blanks, the words with one blank between them and inside of brackets, one blank, and one more if one stood behind them.
    bool pad(View given) {
        words_.resize(2 * given.size() + 3);
        char* to = &words_[0];
        *to++ = ' ';
        *to++ = ' ';
        bool open = false;
        for (std::size_t k = 0; k < given.size(); ++k) {
            const char c = given[k];
            if (c > ')' || c < 0) {
                *to++ = raised_[static_cast<unsigned char>(c)];
            } else if (is_blank(c)) {
                if (open) return false;
                if (to[-1] != ' ') *to++ = ' ';
            } else if (c == '(') {
                if (open || to[-1] != ' ' || k + 1 == given.size() || given[k + 1] == ')') return false;
                open = true;
                *to++ = '(';
                *to++ = ' ';
            } else if (c == ')') {
                if (!open || (k + 1 < given.size() && !is_blank(given[k + 1]))) return false;
                open = false;
                *to++ = ' ';
                *to++ = ')';
            } else if (c < ' ') {
                return false;
            } else {
                *to++ = c;
            }
        }
        *to++ = ' ';
        words_.resize(std::size_t(to - words_.data()));
        return !open;
    }
    // Replaces hyphens inside of words with blanks, from left to right: a blank that was put is no longer part of the word.
    static void split_at_hyphens(std::string& text) {
        for (std::size_t k = text.find('-', 1); k != std::string::npos && k + 1 < text.size(); k = text.find('-', k + 1)) {
            const char before = text[k - 1], after = text[k + 1];
            if (before != ' ' && before != '(' && after != ' ' && after != ')') text[k] = ' ';
        }
    }
    // Appends the words with one blank between them, and brackets around each word that stood in brackets.
    bool tidy(bool leading) {
        const View given = View(words_).substr(1, words_.size() - 2);
        const std::size_t begin = text.size();
        // A single blank in brackets becomes three bytes.
        text.resize(begin + 2 * given.size());
        char* const first = &text[begin];
        char* to = first;
        for (std::size_t k = 0; k < given.size(); ++k) {
            const char c = given[k];
            if (c > ')' || c < 0) {
                *to++ = c;
            } else if (c == ' ') {
                if (to > first ? to[-1] != ' ' : leading) *to++ = ' ';
            } else if (c == '(' && (k + 1 == given.size() || given[k + 1] == ' ')) {
                const std::size_t close = given.find_first_of("()", k + 1);
                if (close == View::npos || given[close] != ')' || close < k + 4 || given[close - 1] != ' ') return false;
                if (close + 1 < given.size() && given[close + 1] != ' ') return false;
                *to++ = '(';
                for (char letter : given.substr(k + 2, close - k - 3)) {
                    if (letter == ' ') {
                        if (to[-1] == '(') return false;
                        *to++ = ')';
                        *to++ = ' ';
                        letter = '(';
                    } else if (is_control(letter)) {
                        return false;
                    }
                    *to++ = letter;
                }
                if (to[-1] == '(') return false;
                *to++ = ')';
                k = close;
            } else if (c < ' ' || (c == ')' && (!k || given[k - 1] == ' '))) {
                return false;
            } else {
                *to++ = c;
            }
        }
        text.resize(std::size_t(to - text.data()));
        return true;
    }
};

}  // namespace scorelite
