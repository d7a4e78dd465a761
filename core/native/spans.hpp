// Spans: the utterances of a file with one a line (trn, Kaldi text), or of rows of other files, whose bytes are copied.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "strict.hpp"
#include "utterances.hpp"

namespace scorelite {

class Spans : public Utterances {
    static constexpr std::uint32_t kGap = 2;  // most lines of trn have a blank and a parenthesis there
    static constexpr std::uint32_t kGaps[] = {kGap, 1, 0};
    std::string kept_;                  // the bytes of utterances that were handed over one by one
    std::vector<std::uint32_t> lines_;  // empty where utterance i is line i + 1
    std::size_t line_ = 0;              // the number of the line that is read now

    class Ids : public Lines {
        const Spans& spans_;

      public:
        explicit Ids(const Spans& spans) : spans_(spans) {}
        std::size_t size() const override { return spans_.size(); }
        View text(std::size_t i) const override { return spans_.id(i); }
    };

  public:
    enum Kind { kTrn, kKaldi, kTxt };  // "words (id)"; "id words"; "words", in blank lines too
    const Ids ids{*this};
    std::vector<std::pair<std::string, std::size_t>> comments;  // lines, and the number of utterances before each
    std::vector<std::size_t> marked;                            // utterances of trn with a brace
    bool ascii = false;

    explicit Spans(std::size_t threads = 1) : Utterances(kGap) { threads_ = threads; }
    explicit Spans(Kind kind) : Utterances(kGaps[kind], kind == kKaldi), kind_(kind) {}
    // Whether a text has one of these letters of ASCII.
    bool has_any(View letters) const {
        for (char letter : letters)
            for (std::size_t i = has(data_, letter) || has(more_, letter) ? 0 : size(); i < size(); ++i)
                if (has(text(i), letter)) return true;
        return false;
    }
    std::size_t line(std::size_t i) const { return lines_.empty() ? i + 1 : lines_[i]; }

    std::size_t bytes() const { return data_.size() + more_.size(); }

    // Reads a file, in UTF-8 with any halves of surrogates. A line that is no utterance, comment or blank line is handed to `odd_line` with
    // its number, and so is every line if none is to be taken here. False as soon as `odd_line` is, or for too many lines.
    template <class OddLine> bool read(View data, std::size_t threads, bool every, OddLine odd_line) {
        data_ = data;
        threads_ = threads;
        ascii = is_ascii(data);
        if (data.size() >= kLargest) throw std::bad_alloc();
        const bool braces = has(data, '{') || has(data, '}');
        // Room for all lines at once, unless they are odd: a list that grows leaves holes in memory.
        reserve(std::min(count_of(data, '\n') + 1, data.size() / 16 + 1));
        return each_line(data, [&](View line, std::size_t at, std::size_t number) {
            line_ = number;
            return (!every && (kind_ == kTrn ? take_trn(line, at, braces) : take_words(line, at))) || odd_line(line, number);
        });
    }
    // Adds the utterance of the line that is read now.
    void add_odd(View text, View id) {
        if (has(text, '{') || has(text, '}')) marked.push_back(size());
        note_line();
        keep(text, id);
    }
    void add_comment(View line) { comments.emplace_back(line, size()); }
    // Utterances from elsewhere, whose bytes are copied: room for so many, one after the other, and the end of them.
    void reserve_kept(std::size_t bytes) { more_.reserve(bytes); }
    void keep(View text, View id) {
        add(data_.size() + more_.size(), text.size(), kGap, id.size());
        const bool id_first = kind_ == kKaldi;
        more_.append(id_first ? id : text).append(kGap, ' ').append(id_first ? text : id);
    }
    // False if an id is repeated or empty, unless there are none.
    bool seal(bool with_ids) {
        ascii = is_ascii(more_);
        if (more_.size() >= kLargest) return false;
        for (std::size_t i = 0; with_ids && i < size(); ++i)
            if (id(i).empty()) return false;
        return !with_ids || different();
    }

  private:
    const Kind kind_ = kTrn;

    void note_line() {
        if (line_ != size() + 1 && lines_.empty()) {
            lines_.resize(size());
            std::iota(lines_.begin(), lines_.end(), 1u);
        }
        if (!lines_.empty() || line_ != size() + 1) lines_.push_back(std::uint32_t(line_));
    }
    bool take_trn(View line, std::size_t at, bool braces) {
        if (line.substr(0, 2) == ";;" || line.substr(0, 2) == "**") {
            add_comment(line);
            return true;
        }
        const std::size_t opened = line.rfind('(');
        if (opened == View::npos) return is_blank_line(line);
        std::size_t closed = line.size();
        while (is_space(line[closed - 1])) --closed;
        if (line[--closed] != ')' || closed == opened + 1 || has(line.substr(opened, closed - opened), ')')) return false;
        std::size_t first = 0, last = opened;
        while (first < last && is_space(line[first])) ++first;
        while (last > first && is_space(line[last - 1])) --last;
        const std::size_t gap = opened + 1 - last;
        if (braces && (has(line.substr(0, opened), '{') || has(line.substr(0, opened), '}'))) marked.push_back(size());
        note_line();
        add(at + first, last - first, gap, closed - opened - 1);
        return true;
    }
    bool take_words(View line, std::size_t at) {
        std::size_t first = 0, last = line.size();
        while (first < last && is_space(line[first])) ++first;
        while (last > first && is_space(line[last - 1])) --last;
        if (first == last && kind_ == kKaldi) return true;
        std::size_t id_end = first;
        while (id_end < last && kind_ == kKaldi && !is_space(line[id_end])) ++id_end;
        std::size_t text = id_end;
        while (text < last && is_space(line[text])) ++text;
        note_line();
        add(at + first, last - text, text - id_end, id_end - first);
        return true;
    }
};

}  // namespace scorelite
