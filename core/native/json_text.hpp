// Texts and numbers of JSON.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "text.hpp"

namespace scorelite {

// Texts of JSON, with escapes for anything but half a character and the zero character.
class JsonText {
    View data_;
    std::size_t at_;

  public:
    JsonText(View data, std::size_t at) : data_(data), at_(at) {}
    std::size_t at() const { return at_; }
    // The text that begins with a quote here: in the data, or decoded in `room`. Moves behind it.
    bool read(View& text, std::string& room) {
        const std::size_t first = ++at_;
        skip_plain();
        text = data_.substr(first, at_ - first);
        if (peek() == '\\') {
            room.assign(text);
            while (peek() == '\\') {
                if (!escape(room)) return false;
                const std::size_t from = at_;
                skip_plain();
                room.append(data_.data() + from, at_ - from);
            }
            text = room;
        }
        return at_ < data_.size() && data_[at_++] == '"';
    }

  private:
    char peek() const { return at_ < data_.size() ? data_[at_] : '\0'; }
    // Whether one of eight bytes is a quote, a backslash or a control character.
    static bool any_special(const char* bytes) {
        constexpr std::uint64_t kOnes = 0x0101010101010101u, kHighs = 0x80 * kOnes;
        std::uint64_t chunk;
        std::memcpy(&chunk, bytes, sizeof chunk);
        const auto below = [&](std::uint64_t value, std::uint64_t limit) { return (value - limit * kOnes) & ~value & kHighs; };
        return below(chunk, 0x20) | below(chunk ^ ('"' * kOnes), 1) | below(chunk ^ ('\\' * kOnes), 1);
    }
    void skip_plain() {
        while (at_ + 8 <= data_.size() && !any_special(data_.data() + at_)) at_ += 8;
        while (at_ < data_.size() && static_cast<unsigned char>(data_[at_]) >= 0x20 && data_[at_] != '"' && data_[at_] != '\\') ++at_;
    }
    bool escape(std::string& room) {
        static constexpr View kLetters = "\"\\/bfnrt", kMeanings = "\"\\/\b\f\n\r\t";
        ++at_;
        const char letter = peek();
        ++at_;
        const std::size_t letter_place = letter ? kLetters.find(letter) : View::npos;
        if (letter_place != View::npos) {
            room += kMeanings[letter_place];
            return true;
        }
        std::uint32_t code = 0, low = 0;
        if (letter != 'u' || !four_digits(code) || !code || (code >= 0xDC00 && code < 0xE000)) return false;
        if (code >= 0xD800 && code < 0xDC00) {
            if (data_.substr(at_, 2) != "\\u") return false;
            at_ += 2;
            if (!four_digits(low) || low < 0xDC00 || low >= 0xE000) return false;
            code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
        }
        append(room, code);
        return true;
    }
    bool four_digits(std::uint32_t& code) {
        for (const std::size_t end = at_ + 4; at_ < end; ++at_) {
            const char c = peek();
            const char small = char(c | 0x20);
            const bool digit = c >= '0' && c <= '9';
            if (!digit && (small < 'a' || small > 'f')) return false;
            code = code * 16 + std::uint32_t(digit ? c - '0' : small - 'a' + 10);
        }
        return true;
    }
    static void append(std::string& room, std::uint32_t code) {
        const auto more = [&](int shift) { room += char(0x80 | ((code >> shift) & 0x3F)); };
        if (code < 0x80) {
            room += char(code);
        } else if (code < 0x800) {
            room += char(0xC0 | (code >> 6)), more(0);
        } else if (code < 0x10000) {
            room += char(0xE0 | (code >> 12)), more(6), more(0);
        } else {
            room += char(0xF0 | (code >> 18)), more(12), more(6), more(0);
        }
    }
};

// Where the number of JSON that begins here ends; the beginning if none does.
inline std::size_t end_of_json_number(View data, const std::size_t begin) {
    std::size_t at = begin;
    const auto take = [&](char c) { return at < data.size() && data[at] == c && ++at; };
    const auto digits = [&] {
        const std::size_t from = at;
        while (at < data.size() && data[at] >= '0' && data[at] <= '9') ++at;
        return at > from;
    };
    take('-');
    if (!take('0') && !digits()) return begin;
    if (take('.') && !digits()) return begin;
    if (take('e') || take('E')) {
        if (!take('+')) take('-');
        if (!digits()) return begin;
    }
    return at;
}

}  // namespace scorelite
