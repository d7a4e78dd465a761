// Spans: the utterances of a strict transcript file (trn) as places in its bytes, for the doors that want no object a line.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "id_table.hpp"
#include "side.hpp"
#include "signals.hpp"
#include "strict.hpp"
#include "text.hpp"

namespace scorelite {

class Spans : public Lines {
    struct Place {
        std::uint64_t start;                    // of the text
        std::uint32_t text_size, gap, id_size;  // the gap is between the text and the id
    };
    // A place in eight bytes: most lines have a short text, a blank, and a short id in parentheses.
    struct Span {
        std::uint64_t start : 40, text_size : 15, id_size : 8, unusual : 1;  // of an unusual line, `start` is a place in `unusual_`
    };
    static constexpr std::size_t kLargest = std::size_t(1) << 40, kGap = 2;
    View data_;
    std::string kept_;  // the bytes of utterances that were handed over one by one
    std::vector<Span> spans_;
    std::vector<Place> unusual_;
    std::vector<std::uint32_t> lines_;  // empty where utterance i is line i + 1

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

    Spans() = default;
    Spans(const Spans&) = delete;  // its ids are shown where it lies
    std::size_t size() const override { return spans_.size(); }
    View text(std::size_t i) const override {
        const Place p = place(i);
        return data_.substr(p.start, p.text_size);
    }
    View id(std::size_t i) const {
        const Place p = place(i);
        return data_.substr(p.start + p.text_size + p.gap, p.id_size);
    }
    std::size_t line(std::size_t i) const { return lines_.empty() ? i + 1 : lines_[i]; }

    // False if a line has a problem, or if the bytes are not plain UTF-8.
    bool read(View data) {
        data_ = data;
        if (data.size() >= kLargest || !is_strict_text(data, ascii)) return false;
        const bool braces = has(data, '{') || has(data, '}');
        // Room for all lines at once, unless they are odd: a list that grows leaves holes in memory.
        spans_.reserve(std::min(count_of(data, '\n') + 1, data.size() / 16 + 1));
        const auto take_line = [&](View line, std::size_t at, std::size_t number) { return take(line, at, number, braces); };
        return each_line(data, take_line) && different();
    }
    // Utterances from elsewhere, whose bytes are copied: room for so many, one after the other, and the end of them.
    void reserve_kept(std::size_t bytes) { kept_.reserve(bytes); }
    void keep(View text, View id) {
        add({kept_.size(), std::uint32_t(text.size()), kGap, std::uint32_t(id.size())});
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
    bool has_ids_of(const Spans& other) const {
        if (size() != other.size()) return false;
        for (std::size_t i = 0; i < size(); ++i)
            if (id(i) != other.id(i)) return false;
        return true;
    }
    // The places of these ids in another file; -1 for one that it does not have.
    std::vector<std::int64_t> places_in(const Spans& other) const {
        const IdTable<Spans> index(other);
        std::vector<std::int64_t> places;
        places.reserve(size());
        Ticks ticks;
        for (std::size_t i = 0; i < size(); ++i) {
            ticks.spend(64);
            places.push_back(index.find(id(i)));
        }
        return places;
    }

  private:
    Place place(std::size_t i) const {
        const Span& s = spans_[i];
        return s.unusual ? unusual_[s.start] : Place{s.start, std::uint32_t(s.text_size), kGap, std::uint32_t(s.id_size)};
    }
    void add(const Place& p) {
        const bool usual = p.text_size < 1 << 15 && p.gap == kGap && p.id_size < 1 << 8;
        if (usual)
            spans_.push_back({p.start, p.text_size, p.id_size, 0});
        else
            spans_.push_back({unusual_.size(), 0, 0, 1}), unusual_.push_back(p);
    }
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
        if (std::max({gap, last - first, closed - opened}) > UINT32_MAX) return false;
        if (braces && (has(line.substr(0, opened), '{') || has(line.substr(0, opened), '}'))) marked.push_back(size());
        if (number != size() + 1 && lines_.empty()) {
            lines_.resize(size());
            std::iota(lines_.begin(), lines_.end(), 1u);
        }
        if (number != size() + 1) lines_.push_back(std::uint32_t(number));
        add({at + first, std::uint32_t(last - first), std::uint32_t(gap), std::uint32_t(closed - opened - 1)});
        return true;
    }

    // Whether all ids are different.
    bool different() const {
        View before;
        for (std::size_t i = 0; i < size(); ++i) {
            const View now = id(i);
            if (i && !(before < now)) return !IdTable<Spans>(*this).repeated;
            before = now;
        }
        return true;
    }
};

}  // namespace scorelite
