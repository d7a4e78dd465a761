// Rows of words, segments and turns with times (ctm, stm, rttm): fields between blanks, as columns of places in the bytes.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "plain_numbers.hpp"
#include "signals.hpp"
#include "strict.hpp"
#include "text.hpp"

namespace scorelite {

// A row has names, two times, and behind these a word and possibly a confidence, or possibly a label and a text, or four fields or five,
// the third of which is a name.
class TimedRows {
  public:
    enum Kind { kWords, kSegments, kTurns };                   // ctm: file, channel; stm: file, channel, speaker; rttm: type, file, channel
    static constexpr std::size_t kMostNames = 3, kOthers = 4;  // fields that are names, and the others
    static constexpr std::size_t kConfidence = 2;              // among the columns of numbers, behind the times
    using Names = std::array<View, kMostNames>;
    using Rows = std::vector<std::int64_t>;

    std::vector<Names> names;                    // of the runs: rows with equal names, without a comment between them
    Rows first{0};                               // the first row of every run, and the number of rows
    std::array<std::vector<double>, 3> numbers;  // begins; durations or ends; confidences; NaN where there is none
    std::array<Rows, 3> odd;                     // rows that write the number with other signs than digits and a point, or with many
    std::vector<View> words, labels;
    std::vector<std::pair<View, std::size_t>> comments;  // lines, and the number of runs of words or of segments before each
    std::ptrdiff_t first_confidence = -1;                // the first row that has one
    std::size_t longest = 0;                             // bytes of the longest line
    bool marked = false;                                 // whether a word begins like a mark of an alternation
    bool bare = true;                                    // whether no turn has a text, a type or more than four fields behind the times
    bool scored = true;                                  // whether the score of a turn is a number or none
    bool further = false;                                // whether fields follow a confidence

    // Only spaces and tabs separate the fields of a raw file.
    TimedRows(Kind kind, bool raw) : kind_(kind), raw_(raw), named_(kind == kWords ? 2 : 3) {}

    std::size_t size() const { return words.size(); }
    std::size_t named() const { return named_; }
    // Reads a file; false if a row is too short, or if a line may be a comment.
    bool read(View data) {
        data_ = data;
        reserve(std::min(count_of(data, '\n') + 1, data.size() / 8 + 1));
        return each_line(
            data, [&](View line, std::size_t, std::size_t) { return take(line); }, raw_);
    }
    // A field of a row as it is written; empty where the row has none. Of segments the label and the text are the last.
    View field(std::size_t row, std::size_t number) const {
        const std::size_t place = number - named_;
        if (kind_ == kWords && place == 2) return words[row];
        if (kind_ == kSegments && place == 2) return labels[row];
        if (kind_ == kSegments && place == 3) return words[row];
        const std::size_t inside = place_of_word(row);
        const char* at = data_.data() + (inside ? data_.rfind('\n', inside - 1) + 1 : 0);
        const char* const end = data_.data() + std::min(data_.find('\n', inside), data_.size());
        for (;; --number) {
            const View field = next_field(at, end);
            if (!number || field.empty()) return field;
        }
    }
    // The line of every row, from 1.
    Rows lines() const {
        Rows numbers_of_lines;
        std::size_t line = 1, at = 0;
        for (std::size_t row = 0; row < size(); ++row) {
            line += count_of(data_.substr(at, place_of_word(row) - at), '\n');
            at = place_of_word(row);
            numbers_of_lines.push_back(std::int64_t(line));
        }
        return numbers_of_lines;
    }
    // A field of all rows.
    std::vector<View> column(std::size_t number) const {
        std::vector<View> texts;
        texts.reserve(size());
        for (std::size_t run = 0; number < named_ && run < names.size(); ++run)
            texts.resize(std::size_t(first[run + 1]), names[run][number]);
        for (std::size_t row = texts.size(); row < size(); ++row) texts.push_back(field(row, number));
        return texts;
    }
    // Whether the rows are those of a strict reader, which looks at other files itself.
    bool plain() const {
        bool ascii;
        const auto none = [](const Rows& rows) { return rows.empty(); };
        return std::all_of(odd.begin(), odd.end(), none) && !further && !marked && (kind_ == kWords || plain_segments()) &&
               is_strict_text(data_, ascii);
    }
    // The mark of segments that are not scored may stand anywhere in the text.
    static bool is_ignored(View text) {
        for (const char* mark : {"ignore_time_segment_in_scoring", "ignoretimesegmentinscoring"}) {
            const auto alike = [](char a, char b) { return a == b || (a >= 'A' && a <= 'Z' && a + 32 == b); };
            if (std::search(text.begin(), text.end(), mark, mark + std::strlen(mark), alike) != text.end()) return true;
        }
        return false;
    }

  private:
    static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    const Kind kind_;
    const bool raw_;
    const std::size_t named_;
    View data_, head_;    // what stands before the times of the last row
    View lead_, tail_;    // what stands around the name of the last turn
    bool broken_ = true;  // whether the next row begins a run

    std::size_t place_of_word(std::size_t row) const { return std::size_t(words[row].data() - data_.data()); }
    void reserve(std::size_t rows) {
        for (auto* column : {&numbers[0], &numbers[1], &numbers[kConfidence]})
            if (kind_ == kWords || column != &numbers[kConfidence]) column->reserve(rows);
        words.reserve(rows);
        if (kind_ == kSegments) labels.reserve(rows);
    }
    bool is_blank(char c) const {
        const auto byte = static_cast<unsigned char>(c);
        return byte <= ' ' && (byte == ' ' || byte == '\t' || (!raw_ && is_space(byte)));
    }
    const char* behind_blanks(const char* at, const char* end) const {
        while (at != end && is_blank(*at)) ++at;
        return at;
    }
    View next_field(const char*& at, const char* end) const {
        const char* const from = at = behind_blanks(at, end);
        while (at != end && !is_blank(*at)) ++at;
        return View(from, std::size_t(at - from));
    }
    static bool is_mark(View word) {
        return word.size() >= 4 && word[0] == '<' && (word[1] | 32) == 'a' && (word[2] | 32) == 'l' && (word[3] | 32) == 't';
    }
    static bool is_nothing(View text) { return text.size() == 2 && (text[0] | 32) == 'n' && (text[1] | 32) == 'a'; }
    bool is_comment(View line) const {
        if (kind_ == kTurns) return false;
        if (kind_ == kWords) return !line.empty() && line[0] == ';';
        return line.substr(0, 2) == ";;" || line.substr(0, 2) == "**";
    }
    bool take(View line) {
        longest = std::max(longest, line.size());
        if (is_comment(line)) {
            broken_ = true;
            comments.emplace_back(line, kind_ == kWords ? names.size() : size());
            return true;
        }
        if (kind_ != kWords && is_blank_line(line)) return true;
        if (kind_ == kSegments && (line[0] == ';' || line[0] == '*')) return false;
        const char *at = line.data(), *const end = at + line.size();
        if (!take_names(line, at) || !take_number(at, end, 0) || !take_number(at, end, 1)) return false;
        if (kind_ == kSegments)
            take_text(at, end);
        else if (kind_ == kWords ? !take_word(at, end) : !take_turn(at, end))
            return false;
        ++first.back();
        return true;
    }
    bool take_names(View line, const char*& at) {
        if (!head_.empty() && line.substr(0, head_.size()) == head_) {
            at += head_.size();
            if (broken_) begin_run(Names(names.back()));
            return true;
        }
        const char* const end = line.data() + line.size();
        Names names_of_row;
        for (std::size_t k = 0; k < named_; ++k)
            if ((names_of_row[k] = next_field(at, end)).empty()) return false;
        if (kind_ == kTurns && (names_of_row[0] != "SPEAKER" || !is_usual(names_of_row[1]) || !is_usual(names_of_row[2]))) return false;
        at = behind_blanks(at, end);
        head_ = View(line.data(), std::size_t(at - line.data()));
        if (broken_ || names_of_row != names.back()) begin_run(names_of_row);
        return true;
    }
    void begin_run(const Names& of_run) {
        names.push_back(of_run);
        first.push_back(first.back());
        broken_ = false;
    }
    // Takes a number, which a confidence may have below 0; false if no field stands there.
    bool take_number(const char*& at, const char* end, std::size_t column) {
        const char* const from = at = behind_blanks(at, end);
        if (at == end) return false;
        const bool negative = column == kConfidence && *at == '-';
        double value;
        const char* const stop = leading_number(from + negative, end, value);
        const bool plain = stop && (stop == end || is_blank(*stop)) && std::size_t(stop - from) <= kLongestNumber;
        numbers[column].push_back(!plain ? kNone : negative ? -value : value);
        if (plain)
            at = stop;
        else if (const View text = next_field(at, end); column != kConfidence || !is_nothing(text))
            odd[column].push_back(std::int64_t(size()));
        else
            return true;
        if (column == kConfidence && first_confidence < 0) first_confidence = std::ptrdiff_t(size());
        return true;
    }
    bool take_word(const char* at, const char* end) {
        const View word = next_field(at, end);
        if (word.empty()) return false;
        marked = marked || is_mark(word);
        if (!take_number(at, end, kConfidence)) numbers[kConfidence].push_back(kNone);
        further = further || behind_blanks(at, end) != end;
        words.push_back(word);
        return true;
    }
    // Takes a turn of usual fields: without a comment, in ASCII.
    bool take_turn(const char* at, const char* end) {
        if (is_like_last(at, end)) return true;
        const char* const from = at;
        View fields[5];  // text, type, name, score, and what few files have
        for (View& field : fields)
            if (!is_usual(field = next_field(at, end))) return false;
        if (fields[3].empty() || behind_blanks(at, end) != end) return false;
        double score;
        bare = bare && is_none(fields[0]) && is_none(fields[1]) && fields[4].empty();
        scored = scored && (fields[3] == "<NA>" || plain_number(fields[3], score));
        words.push_back(fields[2]);
        lead_ = View(from, std::size_t(fields[2].data() - from));
        const char* const behind = fields[2].data() + fields[2].size();
        tail_ = View(behind, std::size_t(end - behind));
        return true;
    }
    // Takes a turn that differs from the last one in its name only.
    bool is_like_last(const char* at, const char* end) {
        const View rest(at, std::size_t(end - at));
        if (lead_.empty() || rest.size() < lead_.size() + tail_.size() || rest.substr(0, lead_.size()) != lead_) return false;
        if (rest.substr(rest.size() - tail_.size()) != tail_) return false;
        const View name = rest.substr(lead_.size(), rest.size() - lead_.size() - tail_.size());
        if (name.empty() || !is_usual(name)) return false;
        words.push_back(name);
        return true;
    }
    static bool is_usual(View field) {
        char before = ' ';
        for (const char c : field) {
            const auto byte = static_cast<unsigned char>(c);
            if (byte <= ' ' || byte > 0x7F || (c == ';' && before == ';')) return false;
            before = c;
        }
        return true;
    }
    static bool is_none(View text) {
        return text.size() == 4 && text[0] == '<' && (text[1] | 32) == 'n' && (text[2] | 32) == 'a' && text[3] == '>';
    }
    void take_text(const char* at, const char* end) {
        at = behind_blanks(at, end);
        const bool labelled = at != end && *at == '<';
        labels.push_back(labelled ? next_field(at, end) : View(at, 0));
        at = behind_blanks(at, end);
        while (!raw_ && at != end && is_blank(end[-1])) --end;
        words.emplace_back(at, std::size_t(end - at));
    }
    // Whether no segment ends before it begins, and no text begins like a label, or has one that stands elsewhere.
    bool plain_segments() const {
        bool labelled = false, angled = false;
        for (std::size_t k = 0; k < size(); ++k) {
            const View label = labels[k];
            if (numbers[1][k] < numbers[0][k] || (label.empty() && words[k].substr(0, 2) == "\\<")) return false;
            if (!label.empty() && (label.size() < 3 || label.find_first_of("<>", 1) != label.size() - 1 || label.back() != '>'))
                return false;
            labelled = labelled || !label.empty();
            angled = angled || has(words[k], '<');
        }
        return !(labelled && angled);
    }
};

// Segments of rows with times, cut at pauses.
class RowCutter {
    static constexpr double kInexact = 1e-7;  // sums of floats differ from sums of decimals by less
    const Numbers begins_, durations_;
    const double pause_, longest_;
    double opened_ = 0;
    Ticks ticks_;

  public:
    std::vector<std::int64_t> firsts, finals, counts;
    std::vector<double> ends;

    RowCutter(Numbers begins, Numbers durations, double pause, double longest)
        : begins_(begins), durations_(durations), pause_(pause), longest_(longest) {}
    void cut(std::int64_t first, std::int64_t last) {
        const std::size_t before = firsts.size();
        for (std::int64_t row = first; row < last; ++row) {
            ticks_.spend(1);
            const double begin = begins_[std::size_t(row)], stop = begin + durations_[std::size_t(row)];
            if (firsts.size() == before || begin - ends.back() > pause_ - kInexact || stop - opened_ > longest_ + kInexact ||
                begin < opened_) {
                firsts.push_back(row);
                finals.push_back(row);
                ends.push_back(stop);
                opened_ = begin;
            } else if (stop > ends.back() + kInexact) {
                finals.back() = row;
                ends.back() = stop;
            } else if (stop >= ends.back() - kInexact) {
                finals.back() = -1;
                ends.back() = std::max(ends.back(), stop);
            }
        }
        counts.push_back(std::int64_t(firsts.size() - before));
    }
};

}  // namespace scorelite
