// Sides: the texts of the reference or of the hypothesis, one per utterance, not yet cut into words.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <stdexcept>
#include <utility>
#include <vector>

#include "packing.hpp"
#include "text.hpp"

namespace scorelite {

// Texts of a file, which a side shows without a list of their places.
class Lines {
  public:
    virtual ~Lines() = default;
    virtual std::size_t size() const = 0;
    virtual View text(std::size_t i) const = 0;
    virtual View raw(std::size_t) const { return View(); }  // the text before it was folded; without data() if it was not
};

// Texts that lie elsewhere, in eight bytes each: they are shorter than 64 KiB, and addresses have 48 bits.
class ShortTexts : public Lines {
    static constexpr int kAddress = 48, kSize = 16;
    struct Place {
        std::uint64_t start : kAddress, size : kSize;
    };
    std::vector<Place> places_;

  public:
    std::size_t size() const override { return places_.size(); }
    View text(std::size_t i) const override {
        return View(reinterpret_cast<const char*>(std::uintptr_t(places_[i].start)), std::size_t(places_[i].size));
    }
    // Keeps the lines at these places; false where one is too long, or was folded.
    bool take(const Lines& lines, const std::vector<std::size_t>& places) {
        places_.reserve(places.size());
        for (std::size_t i : places) {
            const View text = lines.text(i);
            const auto start = std::uint64_t(reinterpret_cast<std::uintptr_t>(text.data()));
            if (start >> kAddress || text.size() >> kSize || lines.raw(i).data()) return false;
            places_.push_back({start, text.size()});
        }
        return true;
    }
};

class Side {
  public:
    enum Kind : std::uint8_t { kText, kWords, kRows, kArcs };
    struct Item {
        const char *start, *raw_start;          // kText; raw_start is null if the text was not folded
        std::uint32_t first, count, raw_count;  // bytes of the texts; words (kWords, kRows), arcs (kArcs)
        Kind kind;
        View text() const { return View(start, count); }
        View raw() const { return View(raw_start, raw_count); }
    };
    struct Times {  // of a row or an arc
        double begin = 0.0, duration = 0.0, confidence = 0.0;
    };
    struct Arc {  // a word between two nodes; the null word has no data()
        std::uint32_t from, to;
        View word;
        Times times;
    };
    std::vector<View> words;
    std::vector<Times> times;  // of the words, if any item has rows
    std::vector<Arc> arcs;
    Arena arena;
    bool lower = false;  // whether the words are known to be ASCII without capital letters

    Side() = default;
    explicit Side(const Lines& lines) : lines_(&lines) {}  // the lines have to outlive this side, to which nothing is added

    std::size_t size() const { return lines_ ? lines_->size() : items_.size(); }
    Item item(std::size_t i) const { return lines_ ? text_item(lines_->text(i), lines_->raw(i)) : items_[i]; }
    // Asks for the memory of a text that is read soon, and of the place of a later one.
    void expect(std::size_t i) const {
#ifdef SCORELITE_VECTORS
        constexpr std::size_t kLater = 16;
        if (!lines_) __builtin_prefetch(items_.data() + std::min(i + kLater, items_.size()));
#endif
        const Item soon = item(i);
        if (soon.kind == kText) expect_text(soon.text());
    }
    std::size_t extent(std::size_t i) const { return lines_ ? lines_->text(i).size() : items_[i].count; }  // bytes, words or arcs
    // An item that has to be a text.
    View text(std::size_t i) const {
        const Item text = item(i);
        if (text.kind != kText) throw std::invalid_argument("lists of words; expected texts");
        return text.text();
    }
    void reserve(std::size_t count) { items_.reserve(count); }

    void add_text(View text, View raw = View()) { items_.push_back(text_item(text, raw)); }
    // Adds an item of words that the side has already.
    void add_words(std::size_t first, std::size_t count) { items_.push_back({nullptr, nullptr, narrow(first), narrow(count), 0, kWords}); }
    void add_rows(std::size_t first, std::size_t count) { items_.push_back({nullptr, nullptr, narrow(first), narrow(count), 0, kRows}); }

    // Adds an item of the arcs from number `first`; throws std::invalid_argument if they are no network.
    void add_arcs(std::size_t first);

    // Adds an item of another side, whose texts have to outlive this side.
    void add(const Side& other, std::size_t i);
    // The items at these places; this side has to outlive them.
    std::unique_ptr<Side> taken(const std::vector<std::size_t>& places) const;

    void pack(Packer& out) const;
    void unpack(Unpacker& in);

  private:
    const Lines* lines_ = nullptr;
    std::unique_ptr<const Lines> chosen_;  // which are shown, if they belong to this side
    std::vector<Item> items_;              // empty where lines are shown

    static Item text_item(View text, View raw) { return {text.data(), raw.data(), 0, narrow(text.size()), narrow(raw.size()), kText}; }
    void pack_arcs(Packer& out, const Item& item) const;
    void unpack_arcs(Unpacker& in, bool timed);
    static void pack_times(Packer& out, const Times& times);
    static Times unpack_times(Unpacker& in);
    static std::uint32_t narrow(std::size_t size) {
        if (size > UINT32_MAX) throw std::bad_alloc();
        return std::uint32_t(size);
    }
};

}  // namespace scorelite
