// Utterances of a file of lines: ids and texts as places in its bytes, without an object a line.
#pragma once
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>
#include <numeric>
#include <string>
#include <vector>

#include "id_table.hpp"
#include "side.hpp"
#include "signals.hpp"
#include "text.hpp"
#include "threads.hpp"

namespace scorelite {

class Utterances : public Lines {
    // A place in eight bytes: most lines have a short text, a gap like the others', and a short id.
    struct Span {
        std::uint64_t start : 40, text_size : 15, id_size : 8, unusual : 1;  // of an unusual line, `start` is a place in `unusual_`
    };
    struct Place {
        std::uint64_t start;                    // of the text, or of the id where that is first
        std::uint32_t text_size, gap, id_size;  // the gap is between the text and the id
    };
    const std::uint32_t gap_;  // of the usual lines
    const bool id_first_;      // whether the id stands before the text
    std::vector<Span> spans_;
    std::vector<Place> unusual_;
    mutable std::atomic<int> different_{-1};  // whether all ids are different, as soon as it is known

    Place place(std::size_t i) const {
        const Span& s = spans_[i];
        return s.unusual ? unusual_[s.start] : Place{s.start, std::uint32_t(s.text_size), gap_, std::uint32_t(s.id_size)};
    }
    View bytes_at(std::size_t start, std::size_t size) const {
        return start < data_.size() || more_.empty() ? data_.substr(start, size) : View(more_).substr(start - data_.size(), size);
    }
    bool unlike_before() const {
        std::size_t i = 1;
        while (i < size() && id(i - 1) < id(i)) ++i;
        return i >= size() || !IdTable<Utterances>(*this).repeated;
    }

  protected:
    static constexpr std::uint64_t kLargest = std::uint64_t(1) << 40;  // bytes of all utterances
    View data_;
    std::string more_;  // bytes of utterances that do not stand in the file, as if they stood behind it
    std::size_t threads_ = 1;

  public:
    explicit Utterances(std::uint32_t gap, bool id_first = false) : gap_(gap), id_first_(id_first) {}
    Utterances(const Utterances&) = delete;

    std::size_t size() const override { return spans_.size(); }
    View text(std::size_t i) const override {
        const Place p = place(i);
        return bytes_at(p.start + (id_first_ ? std::uint64_t(p.id_size) + p.gap : 0), p.text_size);
    }
    View id(std::size_t i) const {
        const Place p = place(i);
        return bytes_at(p.start + (id_first_ ? 0 : std::uint64_t(p.text_size) + p.gap), p.id_size);
    }
    // Whether all ids are different.
    bool different() const {
        if (different_ < 0) different_ = unlike_before();
        return different_ > 0;
    }
    bool has_ids_of(const Utterances& other) const {
        if (size() != other.size()) return false;
        std::atomic<bool> equal{true};
        Shares(size(), std::size_t(1) << 12, threads_).each([&](std::size_t, std::size_t from, std::size_t to) {
            while (from < to && id(from) == other.id(from)) ++from;
            if (from < to) equal = false;
        });
        return equal;
    }
    // The places of these ids in another file; -1 for one that it does not have.
    std::vector<std::int64_t> places_in(const Utterances& other) const {
        const IdTable<Utterances> index(other);
        std::vector<std::int64_t> places;
        places.reserve(size());
        Ticks ticks;
        for (std::size_t i = 0; i < size(); ++i) {
            ticks.spend(64);
            places.push_back(index.find(id(i)));
        }
        return places;
    }

    // The places of all utterances.
    std::vector<std::size_t> places() const {
        std::vector<std::size_t> all(size());
        std::iota(all.begin(), all.end(), std::size_t(0));
        return all;
    }

    void show(View data) { data_ = data; }  // in which the places are
    void reserve(std::size_t lines) { spans_.reserve(lines); }
    // Adds a text that begins at a place, and an id behind a gap.
    void add(std::size_t start, std::size_t text_size, std::size_t gap, std::size_t id_size) {
        if (start >= kLargest || std::max({text_size, gap, id_size}) > UINT32_MAX) throw std::bad_alloc();
        const bool usual = text_size < 1 << 15 && gap == gap_ && id_size < 1 << 8;
        if (!usual) unusual_.push_back({start, std::uint32_t(text_size), std::uint32_t(gap), std::uint32_t(id_size)});
        spans_.push_back(usual ? Span{start, text_size, id_size, 0} : Span{unusual_.size() - 1, 0, 0, 1});
    }
    // Adds the utterances of a part of the file, whose bytes begin at a place.
    void append(const Utterances& part, std::size_t start) {
        if (start >= kLargest) throw std::bad_alloc();
        const std::size_t unusual = unusual_.size();
        for (Span s : part.spans_) {
            s.start += s.unusual ? unusual : start;
            spans_.push_back(s);
        }
        for (Place p : part.unusual_) {
            p.start += start;
            unusual_.push_back(p);
        }
    }
};

}  // namespace scorelite
