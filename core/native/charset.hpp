// Encodings and letter case as sclite knows them: an encoding says how many bytes a character has.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <unordered_map>
#include <utility>

#include "text.hpp"

namespace scorelite {

inline char ascii_lower(char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; }
inline char ascii_upper(char c) { return c >= 'a' && c <= 'z' ? char(c - 32) : c; }

enum class Encoding : std::uint8_t { kAscii, kLatin, kGb, kUtf8 };

class Charset {
  public:
    using Table = std::unordered_map<std::uint32_t, std::uint32_t>;
    Charset(Encoding encoding, Table lower, Table upper) : encoding_(encoding), lower_(std::move(lower)), upper_(std::move(upper)) {}

    Encoding encoding() const { return encoding_; }
    const Table& lower() const { return lower_; }
    const Table& upper() const { return upper_; }
    bool operator==(const Charset& other) const { return encoding_ == other.encoding_ && lower_ == other.lower_ && upper_ == other.upper_; }

    bool one_byte() const { return encoding_ == Encoding::kAscii || encoding_ == Encoding::kLatin; }

    // Bytes of the character that begins at text[at], cut at the end of the text.
    std::size_t length(View text, std::size_t at) const { return std::min(whole_length(text, at), text.size() - at); }

    // Bytes of the character that begins here, even if the text ends before its last byte.
    std::size_t whole_length(View text, std::size_t at) const {
        const unsigned char c = static_cast<unsigned char>(text[at]);
        if (!(c & 0x80) || one_byte()) return 1;
        return encoding_ == Encoding::kGb ? 2 : utf8_length(text, at, c);
    }

    // True if changing the case of this text changes ASCII letters only and every byte is a character of its own.
    bool simple(View text) const { return encoding_ == Encoding::kAscii || (is_ascii(text) && lower_.empty()); }

    bool is_folded(View text) const { return encoding_ == Encoding::kAscii ? !has_capital(text) : lower_.empty() && is_small_ascii(text); }
    std::string fold(View text) const {
        std::string out;
        append<true>(out, text);
        return out;
    }
    std::string upper(View text) const {
        std::string out;
        append<false>(out, text);
        return out;
    }
    template <bool kLower> void append(std::string& out, View text) const {
        if (simple(text)) {
            const std::size_t start = out.size();
            out.append(text);
            char* const p = &out[start];
            // One loop over plain memory, which compilers turn into vectors.
            for (std::size_t i = 0; i < text.size(); ++i) p[i] = kLower ? ascii_lower(p[i]) : ascii_upper(p[i]);
            return;
        }
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t n = length(text, at);
            append_character<kLower>(out, text, at, n);
            at += n;
        }
    }

  private:
    static std::size_t utf8_length(View text, std::size_t at, unsigned char c) {
        if ((c & 0xE0) == 0xC0) return 2;
        if ((c & 0xF0) == 0xE0) return 3;
        if ((c & 0xF8) == 0xF0) return 4;
        if ((c & 0xFC) == 0xF8) return 5;
        if ((c & 0xFE) == 0xFC) return 6;
        char lead[80];
        std::snprintf(lead, sizeof lead, "Error: UTF-8 parsing of character size failed. first char %x ", unsigned(c));
        throw TextError{lead + std::string(text.substr(at))};
    }
    template <bool kLower> void append_character(std::string& out, View text, std::size_t at, std::size_t n) const {
        const unsigned char c = static_cast<unsigned char>(text[at]);
        if (encoding_ == Encoding::kLatin && c >= 0xC0) {
            out.push_back(char(kLower ? (c <= 0xDF ? c + 32 : c) : (c >= 0xE0 ? c - 32 : c)));
            return;
        }
        if (encoding_ == Encoding::kUtf8) {
            if (n > 1 && (c & 0xFE) == 0xFC) throw TextError{"Error: Attempt to codepoint for 6-byte UTF8 codepoint is not supported"};
            const Table& table = kLower ? lower_ : upper_;
            if (!table.empty() && n == (c & 0x80 ? utf8_length(text, at, c) : 1)) {  // not a character that was cut short
                const auto entry = table.find(code_point(text.substr(at, n)));
                if (entry != table.end()) {
                    append_code_point(out, entry->second);
                    return;
                }
            }
        }
        if (n == 1)
            out.push_back(kLower ? ascii_lower(text[at]) : ascii_upper(text[at]));
        else
            out.append(text.substr(at, n));
    }
    static void append_code_point(std::string& out, std::uint32_t c) {
        if (c < 0x80) {
            out.push_back(char(c));
        } else if (c < 0x800) {
            out.push_back(char(0xC0 | c >> 6));
            out.push_back(char(0x80 | (c & 63)));
        } else {
            out.push_back(char(0xE0 | c >> 12));
            out.push_back(char(0x80 | (c >> 6 & 63)));
            out.push_back(char(0x80 | (c & 63)));
        }
    }

    Encoding encoding_;
    Table lower_, upper_;
};

}  // namespace scorelite
