// Spans: the utterances of a strict transcript file (trn), or of rows of other files, whose bytes are copied.
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
    static constexpr std::uint32_t kGap = 2;  // most lines have a blank and a parenthesis there
    std::string kept_;                        // the bytes of utterances that were handed over one by one
    std::vector<std::uint32_t> lines_;        // empty where utterance i is line i + 1

    class Ids : public Lines {
        const Spans& spans_;

      public:
        explicit Ids(const Spans& spans) : spans_(spans) {}
        std::size_t size() const override { return spans_.size(); }
        View text(std::size_t i) const override { return spans_.id(i); }
    };

  public:
    const Ids ids{*this};
    std::vector<std::pair<View, std::size_t>> comments;  // lines, and the number of utterances before each
    std::vector<std::size_t> marked;                     // utterances with a brace
    bool ascii = false;

    explicit Spans(std::size_t threads = 1) : Utterances(kGap) { threads_ = threads; }
    // Whether a text has one of these letters of ASCII.
    bool has_any(View letters) const {
        for (char letter : letters)
            for (std::size_t i = has(data_, letter) ? 0 : size(); i < size(); ++i)
                if (has(text(i), letter)) return true;
        return false;
    }
    std::size_t line(std::size_t i) const { return lines_.empty() ? i + 1 : lines_[i]; }

    std::size_t bytes() const { return data_.size(); }

    // False if a line has a problem, or if the bytes are not plain UTF-8.
    bool read(View data) {
        data_ = data;
        if (data.size() >= kLargest || !is_strict_text(data, ascii)) return false;
        const bool braces = has(data, '{') || has(data, '}');
        // Room for all lines at once, unless they are odd: a list that grows leaves holes in memory.
        reserve(std::min(count_of(data, '\n') + 1, data.size() / 16 + 1));
        const auto take_line = [&](View line, std::size_t at, std::size_t number) { return take(line, at, number, braces); };
        return each_line(data, take_line) && different();
    }
    // Utterances from elsewhere, whose bytes are copied: room for so many, one after the other, and the end of them.
    void reserve_kept(std::size_t bytes) { kept_.reserve(bytes); }
    void keep(View text, View id) {
        add(kept_.size(), text.size(), kGap, id.size());
        kept_.append(text).append(kGap, ' ').append(id);
    }
    // False if an id is repeated or empty, unless there are none.
    bool seal(bool with_ids) {
        data_ = kept_;
        ascii = is_ascii(data_);
        if (kept_.size() >= kLargest) return false;
        for (std::size_t i = 0; with_ids && i < size(); ++i)
            if (id(i).empty()) return false;
        return !with_ids || different();
    }

  private:
    bool take(View line, std::size_t at, std::size_t number, bool braces) {
        if (line.substr(0, 2) == ";;" || line.substr(0, 2) == "**") {
            comments.emplace_back(line, size());
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
        if (number != size() + 1 && lines_.empty()) {
            lines_.resize(size());
            std::iota(lines_.begin(), lines_.end(), 1u);
        }
        if (number != size() + 1) lines_.push_back(std::uint32_t(number));
        add(at + first, last - first, gap, closed - opened - 1);
        return true;
    }
};

}  // namespace scorelite
