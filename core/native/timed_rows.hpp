// Rows of words, segments and turns with times (ctm, stm, rttm): fields between blanks, as columns of places in the bytes.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "plain_numbers.hpp"
#include "signals.hpp"
#include "signs.hpp"
#include "strict.hpp"
#include "text.hpp"

namespace scorelite {

// A row has names, two times, and behind these a word and possibly a confidence, or possibly a label and a text, or a text, a type, a
// speaker, a score and possibly what is called lookahead.
class TimedRows {
  public:
    enum Kind { kWords, kSegments, kTurns };  // ctm: file, channel; stm: file, channel, speaker; rttm: type, file, channel
    static constexpr std::size_t kMostNames = 3;
    static constexpr std::size_t kConfidence = 2;  // among the columns of numbers, behind the times
    using Names = std::array<View, kMostNames>;
    using Rows = std::vector<std::int64_t>;
    using Values = std::array<double, 3>;

    std::vector<Names> names;                    // of the runs: rows with equal names, without a comment between them
    Rows first{0};                               // the first row of every run, and the number of rows
    std::array<std::vector<double>, 3> numbers;  // begins; durations or ends; confidences; NaN where there is none
    std::array<Rows, 3> odd;                     // rows that write the number with other signs than digits and a point, or with many
    std::vector<View> words, labels;             // of turns the speakers, and the tokens
    Rows typed;                                  // turns that are words (LEXEME) of another type than lex, or with a lookahead
    std::vector<std::int32_t> lines;             // the line of every row, from 1
    std::vector<std::pair<View, std::size_t>> comments;  // lines, and the number of runs of words or of segments before each
    std::ptrdiff_t first_confidence = -1;                // the first row that has one
    std::size_t longest = 0;                             // bytes of the longest line
    bool marked = false;                                 // whether a word begins like a mark of an alternation
    bool bare = true;        // whether all rows are SPEAKER rows in ASCII without a text, a type and a lookahead
    bool inside = false;     // whether the next row is inside an alternation, which no run and no comment cuts
    bool braces = false;     // whether braces in a text are marks, so that it needs a closer look
    bool lookahead = false;  // whether a turn may have a lookahead

    // Only spaces and tabs separate the fields of a raw file.
    TimedRows(Kind kind, bool raw) : kind_(kind), raw_(raw), named_(kind == kWords ? 2 : 3), others_(kind == kTurns ? 7 : 4) {}

    std::size_t size() const { return words.size(); }
    // The words of turns, as rows of words.
    struct Spoken {
        Rows segments;  // the first row of each segment
        Rows first;     // the first word of each segment, and the number of words
        std::unique_ptr<TimedRows> words;
        Rows typed;  // words of another type than lex, or with a lookahead
    };
    // Each row begins a segment, except words that belong to the segment before them: they lie inside a turn of their speaker, or follow
    // words of their speaker outside of turns. The words of a segment are a run.
    Spoken spoken() const {
        if (kind_ != kTurns) throw std::invalid_argument("rows of another kind; expected those of turns");
        Spoken found{{}, {}, std::unique_ptr<TimedRows>(new TimedRows(this)), {}};
        TimedRows& spoken_words = *found.words;
        spoken_words.reserve(size());
        spoken_words.row_of_word_.reserve(size());
        bool is_open = false;  // whether words may belong to the last segment: those of this file, channel and speaker, in these times
        std::array<View, 3> open;
        double low = 0, high = 0;
        auto next_typed = typed.begin();
        for (std::size_t run = 0; run < names.size(); ++run) {
            const View kind = names[run][0], file = names[run][1], channel = names[run][2];
            const bool is_word = kind == "LEXEME", is_turn = kind == "SPEAKER";
            for (auto row = std::size_t(first[run]); row < std::size_t(first[run + 1]); ++row) {
                const double begin = numbers[0][row], end = begin + numbers[1][row];
                const std::array<View, 3> of_row{file, channel, words[row]};
                if (!(is_word && is_open && low <= begin && end <= high && of_row == open)) {
                    found.segments.push_back(std::int64_t(row));
                    found.first.push_back(std::int64_t(spoken_words.size()));
                    spoken_words.broken_ = true;
                    is_open = is_word || (is_turn && is_missing(field(row, fields() - 1)));
                    open = of_row;
                    low = is_word ? -kInfinity : begin - kClose;
                    high = is_word ? kInfinity : end + kClose;
                }
                if (!is_word || is_missing(labels[row])) continue;
                while (next_typed != typed.end() && *next_typed < std::int64_t(row)) ++next_typed;
                if (next_typed != typed.end() && *next_typed == std::int64_t(row)) found.typed.push_back(std::int64_t(spoken_words.size()));
                if (spoken_words.broken_) spoken_words.begin_run({file, channel, View()});
                spoken_words.add_word(row);
            }
        }
        found.first.push_back(std::int64_t(spoken_words.size()));
        return found;
    }
    // Rows whose words have another character than those of ASCII, or one of these letters; a control character is one, too.
    Rows unusual(View letters) const {
        const Unusual unusual(letters);
        Rows rows;
        for (std::size_t row = 0; row < size(); ++row)
            if (unusual.in(words[row])) rows.push_back(std::int64_t(row));
        return rows;
    }
    Rows marks() const {  // rows whose words begin like a mark of an alternation
        Rows rows;
        for (std::size_t row = 0; marked && row < size(); ++row)
            if (is_mark(words[row])) rows.push_back(std::int64_t(row));
        return rows;
    }
    std::size_t letters() const {  // bytes of all words
        return std::accumulate(words.begin(), words.end(), std::size_t(0), [](std::size_t sum, View word) { return sum + word.size(); });
    }
    bool ascii() const {
        if (turns_) return turns_->ascii();
        return is_ascii(data_) && std::all_of(kept_.begin(), kept_.end(), [](const std::string& kept) { return is_ascii(kept); });
    }
    std::size_t named() const { return named_; }
    std::size_t confidence() const { return kind_ == kWords ? 5 : kind_ == kTurns ? 8 : 0; }  // the field that has one; 0 for none
    std::size_t fields() const { return named_ + others_; }
    // Reads a file; false if a row is too short, or if a line may be a comment.
    bool read(View data) {
        return read(
            data, [](const Row&) { return true; }, [](View, std::size_t) { return false; });
    }
    // Reads a file for a strict format: rows that a closer look may change or reject are handed to `odd_row` with the number of their line,
    // and so is every row if no row is to be taken here.
    template <class OddRow> bool read_strictly(View data, bool every, OddRow odd_row) {
        return read(
            data, [&](const Row& row) { return !every && is_usual(row); }, odd_row);
    }
    // Adds a comment that stands before the next row.
    void add_comment(View text) { comments.emplace_back(kept_.emplace_back(text), kind_ == kWords ? names.size() : size()); }
    // Adds the row of the line that is read now, from its fields in the order of the file and the values of its numbers.
    void add(const std::vector<View>& fields, const Values& values) {
        if (turns_ || fields.size() != this->fields())
            throw std::invalid_argument("a row of other fields; expected names, numbers and texts");
        std::string& kept = kept_.emplace_back();
        for (const View field : fields) kept.append(field.data(), field.size()) += '\n';
        const View whole = kept;
        View at = whole;
        std::vector<View> places;
        for (const View field : fields) {
            places.push_back(at.substr(0, field.size()));
            at = at.substr(field.size() + 1);
        }
        kept_rows_.emplace_back(size(), whole);
        head_ = View();
        Names of_row;
        std::copy_n(places.begin(), named_, of_row.begin());
        if (broken_ || names.empty() || of_row != names.back()) begin_run(of_row);
        for (std::size_t k = 0; k < values.size(); ++k)
            if (k < 2 || kind_ != kSegments) numbers[k].push_back(values[k]);
        if (kind_ != kWords) labels.push_back(places[named_ + 2]);
        if (kind_ == kTurns) note_type(places[0], places[named_ + 3], places.back());
        words.push_back(places[named_ + word_]);
        marked = marked || (kind_ == kWords && is_mark(words.back()));
        bare = false;
        end_row();
    }
    // The number of rows that `add` added.
    std::size_t added() const { return turns_ ? turns_->added() : kept_rows_.size(); }
    // A field of a row as it is written; empty where the row has none. Of segments the label and the text are the last.
    View field(std::size_t row, std::size_t number) const {
        if (number == named_ + word_) return words[row];
        if (kind_ != kWords && number == named_ + 2) return labels[row];
        if (number < named_) {
            const auto behind = std::upper_bound(first.begin(), first.end(), std::int64_t(row));
            return names[std::size_t(behind - first.begin()) - 1][number];
        }
        if (turns_) return turns_->field(std::size_t(row_of_word_[row]), kFieldsOfWords[number]);
        const auto kept = std::lower_bound(kept_rows_.begin(), kept_rows_.end(), std::pair(row, View()));
        if (kept != kept_rows_.end() && kept->first == row) return piece(kept->second, number);
        const std::size_t inside = std::size_t(words[row].data() - data_.data());
        const char* at = data_.data() + (inside ? data_.rfind('\n', inside - 1) + 1 : 0);
        const char* const end = data_.data() + std::min(data_.find('\n', inside), data_.size());
        for (;; --number) {
            const View field = next_field(at, end);
            if (!number || field.empty()) return field;
        }
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
    // The mark of segments that are not scored may stand anywhere in the text.
    static bool is_ignored(View text) {
        for (const char* mark : {"ignore_time_segment_in_scoring", "ignoretimesegmentinscoring"}) {
            const auto alike = [](char a, char b) { return a == b || (a >= 'A' && a <= 'Z' && a + 32 == b); };
            if (std::search(text.begin(), text.end(), mark, mark + std::strlen(mark), alike) != text.end()) return true;
        }
        return false;
    }

  private:
    static constexpr double kNone = std::numeric_limits<double>::quiet_NaN(), kInfinity = std::numeric_limits<double>::infinity();
    static constexpr double kClose = 1e-6;                                  // a word inside a turn may leave it by this
    static constexpr std::size_t kFieldsOfWords[]{1, 2, 3, 4, 5, 8, 6, 9};  // the fields of a word that is a turn
    enum Spelling { kAbsent, kPlain, kOther };                              // of a number: kPlain has digits and a point, and not too many
    // A line of the file, cut into fields.
    struct Row {
        View line;
        Names names;
        bool has_last_names = false;  // whether they are those of the row before
        Values values{kNone, kNone, kNone};
        std::array<Spelling, 3> spellings{kAbsent, kAbsent, kAbsent};
        View head;                // what stands before the times
        View label, word;         // of a turn the token and the speaker
        View subtype, lookahead;  // of a turn
        bool has_more = false;    // whether fields follow the last one
    };
    const Kind kind_;
    const bool raw_;
    const std::size_t named_, others_;                                           // the numbers of fields that are names, and of others
    const std::size_t word_ = kind_ == kWords ? 2 : kind_ == kSegments ? 3 : 4;  // the place of the word among the others
    View data_, head_;                                                           // what stands before the times of the last row
    bool broken_ = true;                                                         // whether the next row begins a run
    std::int32_t line_ = 0;                                                      // the number of the line that is read now
    std::deque<std::string> kept_;                                               // comments and rows that were added
    std::vector<std::pair<std::size_t, View>> kept_rows_;  // rows that were added, and their fields, each with a newline behind it
    const TimedRows* const turns_ = nullptr;               // which have the words, if these are spoken ones
    Rows row_of_word_;                                     // of these turns

    // The words of turns, with two fields more: type and lookahead.
    explicit TimedRows(const TimedRows* turns) : kind_(kWords), raw_(false), named_(2), others_(6), turns_(turns) {}
    // Adds the word of a turn.
    void add_word(std::size_t row) {
        for (std::size_t k = 0; k < numbers.size(); ++k) numbers[k].push_back(turns_->numbers[k][row]);
        words.push_back(turns_->labels[row]);
        marked = marked || is_mark(words.back());
        row_of_word_.push_back(std::int64_t(row));
        line_ = turns_->lines[row];
        end_row();
    }
    // Notes the next row, of which these are the type and the last fields, if it is a word with a type or more.
    void note_type(View type, View subtype, View lookahead) {
        if (type == "LEXEME" && (subtype != "lex" || !lookahead.empty())) typed.push_back(std::int64_t(size()));
    }
    template <class IsUsual, class OddRow> bool read(View data, IsUsual is_usual_row, OddRow odd_row) {
        data_ = data;
        reserve(std::min(count_of(data, '\n') + 1, data.size() / 8 + 1));
        const auto take = [&](View line, std::size_t, std::size_t number) {
            longest = std::max(longest, line.size());
            line_ = std::int32_t(number);
            if (take_comment(line) || (kind_ != kWords && is_blank_line(line))) return true;
            Row row;
            row.line = line;
            if (!cut(line, row) || !is_usual_row(row)) return odd_row(line, number);
            add(row);
            return true;
        };
        return each_line(data, take, raw_);
    }
    static View piece(View fields, std::size_t number) {
        for (; number; --number) fields = fields.substr(fields.find('\n') + 1);
        return fields.substr(0, fields.find('\n'));
    }
    void reserve(std::size_t rows) {
        for (auto* column : {&numbers[0], &numbers[1], &numbers[kConfidence]})
            if (kind_ != kSegments || column != &numbers[kConfidence]) column->reserve(rows);
        words.reserve(rows);
        lines.reserve(rows);
        if (kind_ != kWords) labels.reserve(rows);
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
    bool take_comment(View line) {
        const bool is_comment = kind_ == kWords ? !line.empty() && line[0] == ';'
                                                : line.substr(0, 2) == ";;" || (kind_ == kSegments && line.substr(0, 2) == "**");
        if (!is_comment) return false;
        broken_ = !inside;
        comments.emplace_back(line, kind_ == kWords ? names.size() : size());
        return true;
    }
    // Cuts a line into fields; false if it is too short.
    bool cut(View line, Row& row) {
        if (kind_ == kSegments && (line[0] == ';' || line[0] == '*')) return false;
        const char *at = line.data(), *const end = at + line.size();
        if (!cut_names(line, at, row) || !cut_number(at, end, 0, row) || !cut_number(at, end, 1, row)) return false;
        if (kind_ == kSegments) {
            cut_text(at, end, row);
            return true;
        }
        return kind_ == kWords ? cut_word(at, end, row) : cut_turn(at, end, row);
    }
    bool cut_names(View line, const char*& at, Row& row) const {
        if (!head_.empty() && line.substr(0, head_.size()) == head_) {
            at += head_.size();
            row.head = line.substr(0, head_.size());
            row.names = names.back();
            row.has_last_names = true;
            return true;
        }
        const char* const end = line.data() + line.size();
        for (std::size_t k = 0; k < named_; ++k)
            if ((row.names[k] = next_field(at, end)).empty()) return false;
        at = behind_blanks(at, end);
        row.head = View(line.data(), std::size_t(at - line.data()));
        row.has_last_names = !names.empty() && row.names == names.back();
        return true;
    }
    // Cuts off a number, which a confidence may have below 0; false if no field stands there.
    bool cut_number(const char*& at, const char* end, std::size_t column, Row& row) const {
        const char* const from = at = behind_blanks(at, end);
        if (at == end) return false;
        const bool negative = column == kConfidence && *at == '-';
        double value;
        const char* const stop = leading_number(from + negative, end, value);
        const bool plain = stop && (stop == end || is_blank(*stop)) && std::size_t(stop - from) <= kLongestNumber;
        if (plain) {
            at = stop;
            row.values[column] = negative ? -value : value;
            row.spellings[column] = kPlain;
        } else if (const View text = next_field(at, end); column != kConfidence || !is_nothing(text)) {
            row.spellings[column] = kOther;
        }
        return true;
    }
    bool cut_word(const char* at, const char* end, Row& row) const {
        row.word = next_field(at, end);
        if (row.word.empty()) return false;
        cut_number(at, end, kConfidence, row);
        row.has_more = behind_blanks(at, end) != end;
        return true;
    }
    bool cut_turn(const char* at, const char* end, Row& row) const {
        View score;
        for (View* field : {&row.label, &row.subtype, &row.word, &score, &row.lookahead}) *field = next_field(at, end);
        row.has_more = behind_blanks(at, end) != end;
        if (!is_missing(score)) row.spellings[kConfidence] = plain_number(score, row.values[kConfidence]) ? kPlain : kOther;
        return !score.empty();
    }
    // Whether a field of a turn has nothing; a lookahead may be left out.
    static bool is_missing(View field) { return field.empty() || field == "<NA>"; }
    static bool is_type(View name) {
        static constexpr const char* kTypes[] = {"SPEAKER", "LEXEME",     "SEGMENT", "NOSCORE",  "NO_RT_METADATA",
                                                 "NON-LEX", "NON-SPEECH", "FILLER",  "EDIT",     "IP",
                                                 "SU",      "CB",         "A/P",     "SPKR-INFO"};
        return std::find(std::begin(kTypes), std::end(kTypes), name) != std::end(kTypes);
    }
    // Whether some programs split a field of the line where others do not.
    static bool has_wide_blank(View line) {
        // Nearly all lines have no byte of one.
        if (!has_byte(line, [](unsigned char c) { return ((c >= 0x1C) & (c < 0x20)) | ((c >= 0xC2) & (c <= 0xE3)); })) return false;
        for (std::size_t k = 0; k < line.size(); ++k) {
            const auto byte = static_cast<unsigned char>(line[k]);
            if (byte >= 0x1C && byte < 0x20) return true;
            if (byte < 0xC2 || byte > 0xE3) continue;
            for (const char* blank :
                 {"\xC2\x85", "\xC2\xA0", "\xE1\x9A\x80", "\xE2\x80\xA8", "\xE2\x80\xA9", "\xE2\x80\xAF", "\xE2\x81\x9F", "\xE3\x80\x80"})
                if (line.compare(k, std::strlen(blank), blank) == 0) return true;
            if (line.compare(k, 2, "\xE2\x80") == 0 && k + 2 < line.size() && static_cast<unsigned char>(line[k + 2]) <= 0x8A) return true;
        }
        return false;
    }
    static bool is_none(View text) {
        return text.size() == 4 && text[0] == '<' && (text[1] | 32) == 'n' && (text[2] | 32) == 'a' && text[3] == '>';
    }
    void cut_text(const char* at, const char* end, Row& row) const {
        at = behind_blanks(at, end);
        const bool labelled = at != end && *at == '<';
        row.label = labelled ? next_field(at, end) : View(at, 0);
        at = behind_blanks(at, end);
        while (!raw_ && at != end && is_blank(end[-1])) --end;
        row.word = View(at, std::size_t(end - at));
    }
    void add(const Row& row) {
        if (broken_ || !row.has_last_names) begin_run(row.names);
        head_ = row.head;
        const auto number = std::int64_t(size());
        for (std::size_t k = 0; k < row.values.size(); ++k) {
            if (k == kConfidence && kind_ == kSegments) continue;
            numbers[k].push_back(row.values[k]);
            if (row.spellings[k] == kOther) odd[k].push_back(number);
        }
        if (kind_ == kWords && row.spellings[kConfidence] != kAbsent && first_confidence < 0) first_confidence = std::ptrdiff_t(number);
        if (kind_ != kWords) labels.push_back(row.label);
        marked = marked || (kind_ == kWords && is_mark(row.word));
        if (kind_ == kTurns) {
            bare = bare && row.names[0] == "SPEAKER" && is_none(row.label) && is_none(row.subtype) && row.lookahead.empty() &&
                   is_ascii(row.line);
            note_type(row.names[0], row.subtype, row.lookahead);
        }
        words.push_back(row.word);
        end_row();
    }
    void begin_run(const Names& of_run) {
        names.push_back(of_run);
        first.push_back(first.back());
        broken_ = false;
    }
    void end_row() {
        lines.push_back(line_);
        ++first.back();
    }
    // Whether a row is what every strict reader makes of it, so that none has to look at it.
    bool is_usual(const Row& row) const {
        if (row.spellings[0] != kPlain || row.spellings[1] != kPlain || row.spellings[kConfidence] == kOther) return false;
        if (kind_ == kWords) return !row.has_more && !is_mark(row.word) && !(inside && !row.has_last_names);
        if (kind_ == kTurns) return is_usual_turn(row);
        if (row.values[1] < row.values[0]) return false;
        if (row.label.empty()) {
            if (row.word.substr(0, 2) == "\\<") return false;
        } else if (row.label.size() < 3 || row.label.find_first_of("<>", 1) != row.label.size() - 1 || row.label.back() != '>') {
            return false;
        }
        return !braces || (!has(row.word, '{') && !has(row.word, '}'));
    }
    bool is_usual_turn(const Row& row) const {
        if (row.has_more || (!lookahead && !row.lookahead.empty()) || (!row.has_last_names && !is_type(row.names[0]))) return false;
        if (row.names[0] == "LEXEME" && row.label == "<NA>") return false;
        return row.line.find(";;") == View::npos && !has_wide_blank(row.line);
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
