// Timed files: the rows of ctm files and the segments of stm files that need no closer look, as places in their bytes.
#pragma once
#include <algorithm>
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

using Comments = std::vector<std::pair<View, std::size_t>>;  // lines, and the number of runs or segments before each

// A time of digits and a point. Longer ones and signs need a closer look.
inline bool plain_time(View text, double& value) { return text[0] != '-' && text[0] != '+' && plain_number(text, value); }

// Words with times: file, channel, begin, duration, word and possibly a confidence.
class TimedRows {
    static constexpr std::size_t kFewest = 5, kMost = 6;
    View data_;
    std::vector<std::size_t> starts_;  // of the rows
    std::vector<std::uint32_t> sizes_;
    bool broken_ = true;  // whether the next row begins a run

  public:
    std::vector<std::pair<View, View>> names;  // of the runs: files and channels
    std::vector<std::int64_t> first{0}, lines;
    std::vector<double> begin, duration, confidence;
    std::vector<View> words;
    Comments comments;

    std::size_t size() const { return starts_.size(); }
    // A field of a row as text; empty where the row has none.
    View field(std::size_t row, std::size_t number) const {
        View fields[kMost + 1];
        return number < cut_fields(data_.substr(starts_[row], sizes_[row]), fields, kMost + 1) ? fields[number] : View();
    }
    bool read(View data) {
        data_ = data;
        bool ascii;
        return is_strict_text(data, ascii) &&
               each_line(data, [&](View line, std::size_t at, std::size_t number) { return take(line, at, number); });
    }

  private:
    static bool is_mark(View word) {  // of an alternation
        return word.size() >= 4 && word[0] == '<' && (word[1] | 32) == 'a' && (word[2] | 32) == 'l' && (word[3] | 32) == 't';
    }
    static bool is_nothing(View text) { return text.size() == 2 && (text[0] | 32) == 'n' && (text[1] | 32) == 'a'; }

    bool take(View line, std::size_t at, std::size_t number) {
        if (!line.empty() && line[0] == ';') {
            broken_ = true;
            comments.emplace_back(line, names.size());
            return true;
        }
        View fields[kMost + 1];
        const std::size_t count = cut_fields(line, fields, kMost + 1);
        double start, length, sure = std::numeric_limits<double>::quiet_NaN();
        if (count < kFewest || count > kMost || line.size() > UINT32_MAX || is_mark(fields[4])) return false;
        if (!plain_time(fields[2], start) || !plain_time(fields[3], length)) return false;
        if (count == kMost && !is_nothing(fields[5]) && (fields[5][0] == '+' || !plain_number(fields[5], sure))) return false;
        const std::pair<View, View> name(fields[0], fields[1]);
        if (broken_ || name != names.back()) {
            names.push_back(name);
            first.push_back(first.back());
            broken_ = false;
        }
        ++first.back();
        starts_.push_back(at);
        sizes_.push_back(std::uint32_t(line.size()));
        lines.push_back(std::int64_t(number));
        begin.push_back(start);
        duration.push_back(length);
        confidence.push_back(sure);
        words.push_back(fields[4]);
        return true;
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

// Segments with times: file, channel, speaker, begin, end, possibly a label, and text.
class TimedSegments {
    static constexpr std::size_t kFewest = 5;
    bool labelled_ = false, angled_ = false;

  public:
    enum Column { kFile, kChannel, kSpeaker, kBegin, kEnd, kLabel, kText, kColumns };
    std::vector<View> texts[kColumns];
    std::vector<double> begin, end;
    std::vector<std::int64_t> lines;
    std::vector<char> ignored;
    std::vector<std::size_t> marked;  // segments whose text has a brace
    Comments comments;

    bool read(View data) {
        bool ascii;
        if (!is_strict_text(data, ascii)) return false;
        // A label may be a word elsewhere.
        return each_line(data, [&](View line, std::size_t, std::size_t number) { return take(line, number); }) && !(labelled_ && angled_);
    }

  private:
    bool take(View line, std::size_t number) {
        if (line.substr(0, 2) == ";;" || line.substr(0, 2) == "**") {
            comments.emplace_back(line, lines.size());
            return true;
        }
        View fields[kFewest + 1];
        const std::size_t count = cut_fields(line, fields, kFewest + 1);
        if (!count) return true;
        double start, stop;
        if (count < kFewest || line[0] == ';' || line[0] == '*') return false;
        if (!plain_time(fields[kBegin], start) || !plain_time(fields[kEnd], stop) || stop < start) return false;
        View text = count > kFewest ? fields[kFewest] : View(line.data(), 0), label(line.data(), 0);
        if (text.substr(0, 2) == "\\<") return false;
        if (!text.empty() && text[0] == '<' && !cut_label(text, label)) return false;
        labelled_ = labelled_ || !label.empty();
        angled_ = angled_ || has(text, '<');
        if (has(text, '{') || has(text, '}')) marked.push_back(lines.size());
        for (std::size_t k = kFile; k < kFewest; ++k) texts[k].push_back(fields[k]);
        texts[kLabel].push_back(label);
        texts[kText].push_back(text);
        begin.push_back(start);
        end.push_back(stop);
        lines.push_back(std::int64_t(number));
        ignored.push_back(is_ignored(text));
        return true;
    }
    static bool cut_label(View& text, View& label) {
        std::size_t end = 0;
        while (end < text.size() && !is_space(text[end])) ++end;
        label = text.substr(0, end);
        if (end < 3 || label.find_first_of("<>", 1) != end - 1 || label[end - 1] != '>') return false;
        while (end < text.size() && is_space(text[end])) ++end;
        text.remove_prefix(end);
        return true;
    }
    // The mark of segments that are not scored may stand anywhere in the text.
    static bool is_ignored(View text) {
        for (const char* mark : {"ignore_time_segment_in_scoring", "ignoretimesegmentinscoring"}) {
            const auto alike = [](char a, char b) { return a == b || (a >= 'A' && a <= 'Z' && a + 32 == b); };
            if (std::search(text.begin(), text.end(), mark, mark + std::strlen(mark), alike) != text.end()) return true;
        }
        return false;
    }
};

}  // namespace scorelite
