// Transcript files (trn) as sclite reads them: columns of views, no objects per line.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "charset.hpp"
#include "interner.hpp"
#include "signals.hpp"

namespace scorelite {

struct Utterance {
    View id, text, raw;  // raw: the text before it was folded
};

class Trn {
  public:
    std::vector<Utterance> utterances;
    std::vector<std::pair<const char*, View>> events;
    const char* error = nullptr;  // "id" or "text"
    std::string error_text;
    bool incomplete = false;

    Trn(View data, const Charset& charset, bool sensitive) : charset_(charset), sensitive_(sensitive) {
        incomplete = !data.empty() && data.back() != '\n';  // the reference stops at the end of the file before it looks at that line
        const bool bulk = !sensitive && charset.simple(data);
        View lower = data;
        if (bulk && !charset.is_folded(data)) lower = folded_ = charset.fold(data);
        Ticks ticks;
        for (std::size_t at = 0; at < data.size() && !error;) {
            const char* newline = static_cast<const char*>(std::memchr(data.data() + at, '\n', data.size() - at));
            const std::size_t size = piece(data.substr(at, newline ? std::size_t(newline - data.data()) + 1 - at : View::npos));
            // Without a newline, only what a zero byte left in a full buffer is a line.
            if (!newline && (size < buffer_ - 1 || data.substr(at, size).find('\0') == View::npos)) return;
            ticks.spend(64);
            try {
                read(data.substr(at, size), bulk ? lower.substr(at, size) : View());
            } catch (const TextError& failure) {
                fail("text", failure.message);
            }
            at += size;
        }
    }

    bool sensitive() const { return sensitive_; }

    // For every utterance its place in the reference, -1 if missing; and ids that the reference repeats with another text.
    void match(const Trn& ref, std::vector<std::int64_t>& index, std::vector<View>& conflicts) const {
        Interner names;
        std::vector<std::uint32_t> number;
        const std::uint32_t count = number_ids(names, number);
        std::vector<std::int64_t> first(count + 1, -1);
        for (std::size_t i = 0; i < ref.utterances.size(); ++i) {
            const Utterance& u = ref.utterances[i];
            const std::uint32_t id = names.find(u.id, hash_of(u.id.data(), u.id.size()));
            if (!id) continue;
            if (first[id] < 0)
                first[id] = std::int64_t(i);
            else if (ref.utterances[std::size_t(first[id])].text.substr(0, u.text.size()) != u.text)  // a prefix counts as equal
                conflicts.push_back(u.id);
        }
        index.reserve(number.size());
        for (std::uint32_t id : number) index.push_back(first[id]);
    }
    bool duplicated() const {
        Interner names;
        std::vector<std::uint32_t> number;
        return number_ids(names, number) != utterances.size();
    }

    enum Kind { kWsj, kUntilMark, kWhole };
    void speakers(Kind kind, std::vector<View>& names, std::vector<std::int32_t>& of, std::vector<View>& unnamed) const {
        Interner numbers;
        numbers.start(utterances.size());
        of.reserve(utterances.size());
        View speaker;
        for (const Utterance& u : utterances) {
            std::size_t end = kind == kWhole ? u.id.size() : kind == kWsj ? 4 : u.id.find('-');
            if (kind == kUntilMark && end == View::npos) end = u.id.find('_');
            if (kind == kUntilMark && end == View::npos)
                unnamed.push_back(u.id);
            else if (kind == kWhole)
                speaker = u.id;
            else if (!u.id.empty())
                speaker = u.id.substr(1, end > 0 ? end - 1 : 0);
            const std::uint32_t n = numbers.add(speaker, hash_of(speaker.data(), speaker.size()));
            if (n > names.size()) names.push_back(speaker);
            of.push_back(std::int32_t(n - 1));
        }
    }

  private:
    std::uint32_t number_ids(Interner& names, std::vector<std::uint32_t>& number) const {
        names.start(utterances.size());
        number.reserve(utterances.size());
        for (const Utterance& u : utterances) number.push_back(names.add(u.id, hash_of(u.id.data(), u.id.size())));
        return names.count();
    }
    void fail(const char* what, std::string text) {
        error = what;
        error_text = std::move(text);
    }

    // The reference reads a line into a buffer, which it doubles and fills further while its string fills it: a zero byte
    // ends that string, and what did not fit the buffer becomes the next line. The buffer never shrinks.
    std::size_t piece(View line) {
        const std::size_t end = std::min(line.find('\0'), line.size());
        while (buffer_ - 1 < line.size() && end >= buffer_ - 1) buffer_ *= 2;
        return std::min(line.size(), buffer_ - 1);
    }
    void read(View line, View folded) {
        const void* nul = std::memchr(line.data(), 0, line.size());
        if (nul) line = line.substr(0, std::size_t(static_cast<const char*>(nul) - line.data()));  // a C string ends there
        if (line.substr(0, 2) == ";;") return compare_comment(line), events.emplace_back("comment", line), void();
        if (line.substr(0, 2) == "**") return;
        if (!line.empty() && (line[0] == ';' || line[0] == '*')) events.emplace_back("warning", line);  // still data
        std::size_t start = 0;
        while (start < line.size() && is_space(static_cast<unsigned char>(line[start]))) ++start;
        if (start == line.size()) return;
        charset_.length(line, start);
        View text = folded.data() ? folded.substr(0, line.size()) : sensitive_ ? line : arena_.keep(charset_.fold(line));
        Utterance u;
        if (!split(text, u.text, u.id)) return fail("id", std::string(text));
        View ignored;
        if (!split(line, u.raw, ignored)) u.raw = u.text;
        utterances.push_back(u);
    }
    // The reference compares a comment with the beginnings of definitions, and gives up on a byte that begins no character.
    void compare_comment(View line) const {
        for (const View definition : {View(";; LABEL "), View(";; CATEGORY ")}) {
            const std::size_t size = std::min(line.size(), definition.size());
            const auto differ = std::mismatch(line.begin(), line.begin() + std::ptrdiff_t(size), definition.begin());
            if (differ.second == definition.end()) return;
            const auto place = std::size_t(differ.first - line.begin());
            if (place < line.size()) charset_.length(line, place);
        }
    }
    // The id reaches from the last ( to the last ). False if the line has only one of the two.
    static bool split(View line, View& text, View& id) {
        const std::size_t left = line.rfind('('), right = line.rfind(')');
        text = line;
        id = View(line.data(), 0);
        if (left == View::npos && right == View::npos) return true;
        if (left == View::npos || right == View::npos) return false;
        text = line.substr(0, left);
        if (right > left) id = line.substr(left, right - left + 1);
        return true;
    }

    const Charset& charset_;
    bool sensitive_;
    std::size_t buffer_ = 1000;  // of the reference
    std::string folded_;
    Arena arena_;
};

}  // namespace scorelite
