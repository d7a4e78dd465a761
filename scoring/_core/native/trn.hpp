// Transcript files (trn) as sclite reads them: columns of views, no objects per line.
#pragma once
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <numeric>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "charset.hpp"
#include "id_table.hpp"
#include "interner.hpp"
#include "side.hpp"
#include "signals.hpp"
#include "threads.hpp"
#include "unset.hpp"

namespace scorelite {

class Utterance {
    const char *text_, *raw_;
    std::uint32_t text_size_, id_size_, raw_size_;

  public:
    Utterance() = default;  // unset
    // The id follows the text.
    Utterance(View text, View id, View raw)
        : text_(text.data()),
          raw_(raw.data()),
          text_size_(std::uint32_t(text.size())),
          id_size_(std::uint32_t(id.size())),
          raw_size_(std::uint32_t(raw.size())) {
        if (std::max({text.size(), id.size(), raw.size()}) > UINT32_MAX) throw std::bad_alloc();
    }
    View text() const { return View(text_, text_size_); }
    View id() const { return View(text_ + text_size_, id_size_); }
    View raw() const { return View(raw_, raw_size_); }  // the text before it was folded
};

// Some consecutive lines of a transcript file.
class TrnLines {
  public:
    std::vector<std::pair<const char*, View>> events;
    const char* error = nullptr;  // "id" or "text"
    std::string error_text;

    // Utterances are written from `out` on, which has room for `most` of the data.
    TrnLines(View data, const Charset& charset, bool sensitive, Utterance* out)
        : charset_(charset), sensitive_(sensitive), first_(out), out_(out) {
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
    TrnLines(const TrnLines&) = delete;

    std::size_t size() const { return std::size_t(out_ - first_); }

    // The number of utterances that these bytes may have: a zero byte makes a line out of what fills the buffer.
    static std::size_t most(View data) {
        const std::size_t lines = count_of(data, '\n') + (data.empty() || data.back() != '\n');
        return data.find('\0') == View::npos ? lines : lines + data.size() / (kBuffer - 1);
    }

  private:
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
        View words, id, raw, ignored;
        if (!split(text, words, id)) return fail("id", std::string(text));
        if (!split(line, raw, ignored)) raw = words;
        *out_++ = Utterance(words, id, raw);
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
        id = View();
        if (left == View::npos && right == View::npos) return true;
        if (left == View::npos || right == View::npos) return false;
        text = line.substr(0, left);
        if (right > left) id = line.substr(left, right - left + 1);
        return true;
    }

    static constexpr std::size_t kBuffer = 1000;  // of the reference

    const Charset& charset_;
    bool sensitive_;
    Utterance *first_, *out_;
    std::size_t buffer_ = kBuffer;
    std::string folded_;
    Arena arena_;
};

class Trn : public Lines {
    static constexpr std::size_t kShare = 1 << 18;   // bytes of a share, at least
    std::vector<std::unique_ptr<TrnLines>> shares_;  // own what texts are views of

  public:
    UnsetVector<Utterance> utterances;
    std::vector<std::pair<const char*, View>> events;
    const char* error = nullptr;
    std::string error_text;
    bool incomplete = false;

    Trn(View data, const Charset& charset, bool sensitive, std::size_t threads) : sensitive_(sensitive), threads_(threads) {
        incomplete = !data.empty() && data.back() != '\n';  // the reference stops at the end of the file before it looks at that line
        // A zero byte has an effect on later lines.
        const bool one = threads < 2 || data.find('\0') != View::npos;
        const std::vector<View> pieces = cut(data, one ? 1 : std::min(4 * threads, data.size() / kShare + 1));
        std::vector<std::size_t> room(pieces.size() + 1);
        const auto count = [&](std::size_t k) { room[k + 1] = TrnLines::most(pieces[k]); };
        Crew(pieces.size(), count).run(threads);
        std::partial_sum(room.begin(), room.end(), room.begin());
        utterances.resize(room.back());
        shares_.resize(pieces.size());
        const auto read = [&](std::size_t k) {
            shares_[k] = std::make_unique<TrnLines>(pieces[k], charset, sensitive, utterances.data() + room[k]);
        };
        Crew(pieces.size(), read).run(threads);
        std::size_t end = 0;
        for (std::size_t k = 0; k < shares_.size(); ++k) {
            const auto& share = shares_[k];
            if (end != room[k])
                std::copy_n(utterances.begin() + std::ptrdiff_t(room[k]), share->size(), utterances.begin() + std::ptrdiff_t(end));
            end += share->size();
            events.insert(events.end(), share->events.begin(), share->events.end());
            if (share->error) {  // nothing behind it is read
                error = share->error;
                error_text = share->error_text;
                break;
            }
        }
        utterances.resize(end);
    }

    bool sensitive() const { return sensitive_; }

    // Whether both files have the same ids in one order, each of them once.
    bool has_ids_of(const Trn& other) const { return size() == other.size() && equal_ids(other) && different(); }
    // For every utterance its place in the reference, -1 if missing; and ids that the reference repeats with another text.
    void match(const Trn& ref, std::vector<std::int64_t>& index, std::vector<View>& conflicts) const {
        Interner names;
        std::vector<std::uint32_t> number;
        const std::uint32_t count = number_ids(names, number);
        std::vector<std::int64_t> first(count + 1, -1);
        for (std::size_t i = 0; i < ref.utterances.size(); ++i) {
            const Utterance& u = ref.utterances[i];
            const std::uint32_t id = names.find(u.id());
            if (!id) continue;
            if (first[id] < 0)
                first[id] = std::int64_t(i);
            else if (ref.utterances[std::size_t(first[id])].text().substr(0, u.text().size()) != u.text())  // a prefix counts as equal
                conflicts.push_back(u.id());
        }
        index.reserve(number.size());
        for (std::uint32_t id : number) index.push_back(first[id]);
    }
    bool duplicated() const { return !different(); }

    std::size_t size() const override { return utterances.size(); }
    View text(std::size_t i) const override { return utterances[i].text(); }
    View raw(std::size_t i) const override { return utterances[i].raw(); }
    View id(std::size_t i) const { return utterances[i].id(); }

    enum Kind { kWsj, kUntilMark, kWhole };
    void speakers(Kind kind, std::vector<View>& names, std::vector<std::int32_t>& of, std::vector<View>& unnamed) const {
        std::unordered_map<View, std::int32_t> numbers;
        of.reserve(utterances.size());
        View speaker, before;
        for (const Utterance& u : utterances) {
            std::size_t end = kind == kWhole ? u.id().size() : kind == kWsj ? 4 : u.id().find('-');
            if (kind == kUntilMark && end == View::npos) end = u.id().find('_');
            if (kind == kUntilMark && end == View::npos)
                unnamed.push_back(u.id());
            else if (kind == kWhole)
                speaker = u.id();
            else if (!u.id().empty())
                speaker = u.id().substr(1, end > 0 ? end - 1 : 0);
            if (!of.empty() && speaker == before) {
                of.push_back(of.back());
                continue;
            }
            before = speaker;
            const auto found = numbers.emplace(speaker, std::int32_t(names.size()));
            if (found.second) names.push_back(speaker);
            of.push_back(found.first->second);
        }
    }

  private:
    std::uint32_t number_ids(Interner& names, std::vector<std::uint32_t>& number) const {
        names.start(utterances.size());
        number.reserve(utterances.size());
        for (const Utterance& u : utterances) number.push_back(names.add(u.id()));
        return names.count();
    }
    // Whole lines, in pieces of about one size.
    static std::vector<View> cut(View data, std::size_t count) {
        std::vector<View> pieces;
        for (std::size_t at = 0, k = 1; k <= count; ++k) {
            std::size_t end = k == count ? data.size() : std::max(at, data.size() / count * k);
            if (k < count) end = std::min(data.find('\n', end), data.size() - 1) + 1;
            pieces.push_back(data.substr(at, end - at));
            at = end;
        }
        return pieces;
    }
    bool different() const {
        if (different_ < 0) {
            std::size_t i = 1;
            while (i < size() && id(i - 1) < id(i)) ++i;
            different_ = i >= size() || !IdTable<Trn>(*this).repeated;
        }
        return different_ > 0;
    }
    bool equal_ids(const Trn& other) const {
        std::atomic<bool> equal{true};
        Shares(size(), std::size_t(1) << 12, threads_).each([&](std::size_t, std::size_t from, std::size_t to) {
            while (from < to && id(from) == other.id(from)) ++from;
            if (from < to) equal = false;
        });
        return equal;
    }

    bool sensitive_;
    std::size_t threads_;
    mutable std::atomic<int> different_{-1};  // whether all ids are different, as soon as it is known
};

}  // namespace scorelite
