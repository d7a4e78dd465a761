// Rows of trn, stm and ctm whose words are changed by rules, as csrfilt.sh does it; rows that need a closer look are listed.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "plain_numbers.hpp"
#include "rewriter.hpp"
#include "strict.hpp"

namespace scorelite {

enum class RowKind { trn, stm, ctm };

// What happens to the words of rows beside the rules: upper case before them, blanks for inner hyphens after them.
struct RowStyle {
    RowKind kind;
    bool upper, latin, hyphens;
};

class RowRewriter {
    static constexpr std::size_t kLongestRow = 4000;
    static constexpr std::size_t kHead = 5;          // fields before the label and the text of a segment
    static constexpr std::size_t kKnown = 1 << 16;   // words of ctm whose change is kept
    static constexpr std::size_t kLongestTime = 15;  // with three decimals it has at most 4 bytes more

    // What the rules make of the word of a row of ctm; `single` if that is one word without a choice.
    struct Changed {
        bool usual = false, single = false;
        std::string words;
    };

    const Rewriter& rules_;
    const RowStyle style_;
    std::array<char, 256> raised_{};
    std::string words_, room_, row_;
    std::unordered_map<View, Changed> changed_;

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
        text.reserve(data.size() + data.size() / 8);
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
        const std::size_t count = fields_of(line, fields);
        if (count < 5 || fields[0][0] == ';') return false;
        const Changed& word = changed(fields[4]);
        if (!word.usual || (count == 5 && !word.single)) return false;
        if (count == 5) {
            for (std::size_t number = 0; number < 4; ++number) text.append(fields[number]), text += ' ';
            text.append(word.words);
            text += '\n';
            return true;
        }
        const auto in_confidence = [](char c) { return (c >= '0' && c <= '9') || c == '.' || c == '-'; };
        if (!is_time(fields[2]) || !is_time(fields[3]) || !std::all_of(fields[5].begin(), fields[5].end(), in_confidence)) return false;
        if (!word.single) return choices(fields, word.words);
        add_row(fields, word.words);
        return true;
    }
    // The number of fields; 0 if there are more than six, or if one has a control character.
    static std::size_t fields_of(View line, View (&fields)[6]) {
        std::size_t count = 0;
        for (const char *at = line.data(), *end = at + line.size();;) {
            while (at < end && is_blank(*at)) ++at;
            if (at == end) return count;
            const char* const begin = at;
            while (at<end&& static_cast<unsigned char>(*at)> ' ') ++at;
            if (count == 6 || (at < end && !is_blank(*at))) return 0;
            fields[count++] = View(begin, std::size_t(at - begin));
        }
    }
    // Most words come many times.
    const Changed& changed(View word) {
        if (changed_.size() >= kKnown) changed_.clear();
        const auto entry = changed_.try_emplace(word);
        if (entry.second) look_up(word, entry.first->second);
        return entry.first->second;
    }
    void look_up(View word, Changed& entry) {
        if (word.find_first_of("()") != View::npos) return;
        words_.assign(1, ' ');
        for (char c : word) words_ += raised_[static_cast<unsigned char>(c)];
        words_ += ' ';
        if (!change() || words_.size() < 3) return;
        const View inner = View(words_).substr(1, words_.size() - 2);
        // Brackets with a blank at their inner side are changed.
        if (words_.find("( ") != std::string::npos || words_.find(" )") != std::string::npos || has_control(inner)) return;
        entry.usual = true;
        entry.single = inner.find_first_of(" {}/") == View::npos;
        entry.words = inner;
    }
    // Digits, and digits behind a point, if there is one.
    static bool is_time(View field) {
        bool point = false;
        for (std::size_t k = 0; k < field.size(); ++k) {
            if (field[k] >= '0' && field[k] <= '9') continue;
            if (field[k] != '.' || point || !k || k + 1 == field.size()) return false;
            point = true;
        }
        return field.size() <= kLongestTime && !field.empty();
    }
    // A row with one word, written into memory that is enough for it.
    void add_row(const View* fields, View word) {
        const std::size_t most = fields[0].size() + fields[1].size() + word.size() + fields[5].size() + 2 * (kLongestTime + 4) + 6;
        if (row_.size() < most) row_.resize(2 * most);
        char* to = &row_[0];
        const auto put = [&](View part, char behind) {
            copy_few(to, part.data(), part.size());
            to += part.size();
            *to++ = behind;
        };
        const auto put_time = [&](View time) {
            std::size_t decimals = 0;
            while (decimals < time.size() && time[time.size() - 1 - decimals] != '.') ++decimals;
            if (decimals == time.size()) decimals = 0;
            if (decimals > 3) {
                double value = 0.0;
                plain_number(time, value);
                room_.clear();
                append_number(room_, 3, value);
                return put(room_, ' ');
            }
            // The digits of a time that has no more than three decimals stay as they are.
            while (time.size() > 1 && time[0] == '0' && time[1] != '.') time.remove_prefix(1);
            put(time, '.');
            if (decimals) --to;
            for (std::size_t k = decimals; k < 3; ++k) *to++ = '0';
            *to++ = ' ';
        };
        put(fields[0], ' ');
        put(fields[1], ' ');
        put_time(fields[2]);
        put_time(fields[3]);
        put(word, ' ');
        put(fields[5], '\n');
        text.append(row_, 0, std::size_t(to - row_.data()));
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
    bool pad(View source) {
        words_.resize(2 * source.size() + 3);
        char* to = &words_[0];
        *to++ = ' ';
        *to++ = ' ';
        bool open = false;
        for (std::size_t k = 0; k < source.size(); ++k) {
            const char c = source[k];
            if (c > ')' || c < 0) {
                *to++ = raised_[static_cast<unsigned char>(c)];
            } else if (is_blank(c)) {
                if (open) return false;
                if (to[-1] != ' ') *to++ = ' ';
            } else if (c == '(') {
                if (open || to[-1] != ' ' || k + 1 == source.size() || source[k + 1] == ')') return false;
                open = true;
                *to++ = '(';
                *to++ = ' ';
            } else if (c == ')') {
                if (!open || (k + 1 < source.size() && !is_blank(source[k + 1]))) return false;
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
        const View source = View(words_).substr(1, words_.size() - 2);
        const std::size_t begin = text.size();
        // A single blank in brackets becomes three bytes.
        text.resize(begin + 2 * source.size());
        char* const first = &text[begin];
        char* to = first;
        for (std::size_t k = 0; k < source.size(); ++k) {
            const char c = source[k];
            if (c > ')' || c < 0) {
                *to++ = c;
            } else if (c == ' ') {
                if (to > first ? to[-1] != ' ' : leading) *to++ = ' ';
            } else if (c == '(' && (k + 1 == source.size() || source[k + 1] == ' ')) {
                const std::size_t close = source.find_first_of("()", k + 1);
                if (close == View::npos || source[close] != ')' || close < k + 4 || source[close - 1] != ' ') return false;
                if (close + 1 < source.size() && source[close + 1] != ' ') return false;
                *to++ = '(';
                for (char letter : source.substr(k + 2, close - k - 3)) {
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
            } else if (c < ' ' || (c == ')' && (!k || source[k - 1] == ' '))) {
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
