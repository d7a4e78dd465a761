// Transcript files (trn) as sclite reads them.
#pragma once
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "charset.hpp"
#include "interner.hpp"
#include "signals.hpp"
#include "threads.hpp"
#include "utterances.hpp"

namespace scorelite {

// Some consecutive lines of a transcript file.
class TrnLines {
  public:
    Utterances utterances{0}, raw{0};  // the texts before they were folded, if lines are folded one by one
    std::string folded;                // in which the utterances are then
    std::vector<std::pair<const char*, View>> events;
    const char* error = nullptr;  // "id" or "text"
    std::string error_text;

    // `lower` has the bytes as they are compared; without data, every line is folded by itself.
    TrnLines(View data, View lower, const Charset& charset) : charset_(charset), lower_(lower) {
        utterances.reserve(count_of(data, '\n') + 1);
        Ticks ticks;
        for (std::size_t at = 0; at < data.size() && !error;) {
            const char* newline = static_cast<const char*>(std::memchr(data.data() + at, '\n', data.size() - at));
            const std::size_t size = piece(data.substr(at, newline ? std::size_t(newline - data.data()) + 1 - at : View::npos));
            // Without a newline, only what a zero byte left in a full buffer is a line.
            if (!newline && (size < buffer_ - 1 || data.substr(at, size).find('\0') == View::npos)) return;
            ticks.spend(64);
            try {
                read(at, data.substr(at, size));
            } catch (const TextError& failure) {
                fail("text", failure.message);
            }
            at += size;
        }
    }
    TrnLines(const TrnLines&) = delete;

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
    void read(std::size_t at, View line) {
        const void* nul = std::memchr(line.data(), 0, line.size());
        if (nul) line = line.substr(0, std::size_t(static_cast<const char*>(nul) - line.data()));  // a C string ends there
        if (line.substr(0, 2) == ";;") return compare_comment(line), events.emplace_back("comment", line), void();
        if (line.substr(0, 2) == "**") return;
        if (!line.empty() && (line[0] == ';' || line[0] == '*')) events.emplace_back("warning", line);  // still data
        std::size_t start = 0;
        while (start < line.size() && is_space(static_cast<unsigned char>(line[start]))) ++start;
        if (start == line.size()) return;
        charset_.length(line, start);
        if (lower_.data()) return add(utterances, at, lower_.substr(at, line.size()));
        const std::size_t size = folded.size();
        charset_.append<true>(folded, line);
        add(utterances, size, View(folded).substr(size));
        if (!error) add(raw, at, line);
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
    // The id reaches from the last ( to the last ). A line may not have only one of the two.
    void add(Utterances& out, std::size_t at, View line) {
        const std::size_t left = line.rfind('('), right = line.rfind(')');
        if ((left == View::npos) != (right == View::npos)) return fail("id", std::string(line));
        const std::size_t end = std::min(left, line.size());
        out.add(at, end, 0, right != View::npos && right > left ? right - left + 1 : 0);
    }

    static constexpr std::size_t kBuffer = 1000;  // of the reference

    const Charset& charset_;
    const View lower_;
    std::size_t buffer_ = kBuffer;
};

class Trn : public Utterances {
    static constexpr std::size_t kShare = 1 << 18;  // bytes of a share, at least
    const View file_;
    const bool sensitive_;
    std::unique_ptr<char[]> lower_;  // the bytes in lower case, if this takes no other place
    std::string folded_;             // else the lines, folded one by one,
    Utterances raw_{0};              // and the texts before that

  public:
    std::vector<std::pair<const char*, View>> events;
    const char* error = nullptr;
    std::string error_text;
    bool incomplete = false;

    Trn(View data, const Charset& charset, bool sensitive, std::size_t threads) : Utterances(0), file_(data), sensitive_(sensitive) {
        threads_ = threads;
        incomplete = !data.empty() && data.back() != '\n';  // the reference stops at the end of the file before it looks at that line
        // A zero byte has an effect on later lines.
        const bool single = threads < 2 || data.find('\0') != View::npos;
        const std::vector<View> pieces = cut(data, single ? 1 : std::min(4 * threads, data.size() / kShare + 1));
        const auto each = [&](const auto& work) { Crew(pieces.size(), work).run(threads); };
        std::atomic<bool> simple{true}, capital{false};
        each([&](std::size_t k) {
            if (!sensitive && !charset.simple(pieces[k])) simple = false;
            if (!sensitive && has_capital(pieces[k])) capital = true;
        });
        if (simple && capital) lower_.reset(new char[data.size()]);
        std::vector<std::unique_ptr<TrnLines>> shares(pieces.size());
        each([&](std::size_t k) {
            View lower = simple ? pieces[k] : View();
            if (lower_) {
                char* const to = lower_.get() + (lower.data() - data.data());
                copy_lower(to, lower.data(), lower.size());
                lower = View(to, lower.size());
            }
            shares[k] = std::make_unique<TrnLines>(pieces[k], lower, charset);
        });
        take_shares(shares, pieces, simple);
    }

    bool sensitive() const { return sensitive_; }

    // For every utterance its place in the reference, -1 if missing; and ids that the reference repeats with another text.
    void match(const Trn& ref, std::vector<std::int64_t>& index, std::vector<View>& conflicts) const {
        Interner names;
        std::vector<std::uint32_t> number;
        const std::uint32_t count = number_ids(names, number);
        std::vector<std::int64_t> first(count + 1, -1);
        for (std::size_t i = 0; i < ref.size(); ++i) {
            const View text = ref.text(i);
            const std::uint32_t id = names.find(ref.id(i));
            if (!id) continue;
            if (first[id] < 0)
                first[id] = std::int64_t(i);
            else if (ref.text(std::size_t(first[id])).substr(0, text.size()) != text)  // a prefix counts as equal
                conflicts.push_back(ref.id(i));
        }
        index.reserve(number.size());
        for (std::uint32_t id : number) index.push_back(first[id]);
    }
    View raw(std::size_t i) const override {
        if (raw_.size()) return raw_.text(i);
        const View shown = text(i);
        return file_.substr(std::size_t(shown.data() - data_.data()), shown.size());
    }

    enum Kind { kWsj, kUntilMark, kWhole };
    void speakers(Kind kind, std::vector<View>& names, std::vector<std::int32_t>& of, std::vector<View>& unnamed) const {
        std::unordered_map<View, std::int32_t> numbers;
        of.reserve(size());
        View speaker, before;
        for (std::size_t i = 0; i < size(); ++i) {
            const View name = id(i);
            std::size_t end = kind == kWhole ? name.size() : kind == kWsj ? 4 : name.find('-');
            if (kind == kUntilMark && end == View::npos) end = name.find('_');
            if (kind == kUntilMark && end == View::npos)
                unnamed.push_back(name);
            else if (kind == kWhole)
                speaker = name;
            else if (!name.empty())
                speaker = name.substr(1, end > 0 ? end - 1 : 0);
            if (!of.empty() && speaker == before) {
                of.push_back(of.back());
                continue;
            }
            before = speaker;
            const auto entry = numbers.emplace(speaker, std::int32_t(names.size()));
            if (entry.second) names.push_back(speaker);
            of.push_back(entry.first->second);
        }
    }

  private:
    std::uint32_t number_ids(Interner& names, std::vector<std::uint32_t>& number) const {
        names.start(size());
        number.reserve(size());
        for (std::size_t i = 0; i < size(); ++i) number.push_back(names.add(id(i)));
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
    // Takes what the shares have read, up to an error.
    void take_shares(const std::vector<std::unique_ptr<TrnLines>>& shares, const std::vector<View>& pieces, bool simple) {
        std::size_t lines = 0, bytes = 0;
        for (const auto& share : shares) lines += share->utterances.size(), bytes += share->folded.size();
        reserve(lines);
        folded_.reserve(bytes);
        for (std::size_t k = 0; k < shares.size() && !error; ++k) {
            const TrnLines& share = *shares[k];
            const auto start = std::size_t(pieces[k].data() - file_.data());
            append(share.utterances, simple ? start : folded_.size());
            raw_.append(share.raw, start);
            folded_ += share.folded;
            events.insert(events.end(), share.events.begin(), share.events.end());
            error = share.error;  // nothing behind it is read
            error_text = share.error_text;
        }
        raw_.show(file_);
        show(lower_ ? View(lower_.get(), file_.size()) : simple ? file_ : View(folded_));
    }
};

}  // namespace scorelite
