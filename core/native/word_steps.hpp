// Word steps: the words of all steps as numbers, and how often each word is correct, substituted, deleted and inserted.
//
// A correct word of the hypothesis has the number of that of the reference: numbers of the hypothesis are kept for other words alone.
#pragma once
#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "batch.hpp"
#include "interner.hpp"
#include "runs.hpp"
#include "unset.hpp"

namespace scorelite {

class WordSteps {
    static constexpr std::int32_t kNoWord = -1;
    static constexpr std::size_t kRead = 16;   // the steps that a step of an alignment takes to be read
    static constexpr std::size_t kAhead = 2;   // utterances whose texts are asked for ahead
    static constexpr std::size_t kCopied = 8;  // numbers that are copied together
    static constexpr std::size_t kUsual = 8;   // of so many steps one is usually wrong
    static constexpr std::size_t kLog = 4096;  // words that are counted together: their counts are far away
    static constexpr std::size_t kSoon = 16;   // of these words, how far ahead memory is asked for
    enum Count : std::size_t { kCorrect, kSubstitution, kDeletion, kInsertion, kSaid, kCounts };
    struct Odd {  // a step with an empty word, or a correct one of two words: beside "(uh)" stands nothing
        std::int64_t step;
        std::int32_t ref, hyp;
    };
    struct Wrong {        // a step that is not correct
        std::size_t ref;  // the words of the reference before
        int operation;
        Wrong(std::size_t ref, int operation) : ref(ref), operation(operation) {}
    };
    struct Firsts {  // of an utterance: its first step, its first word of either side, and the first number that is kept of its hypothesis
        std::int64_t step, words[2];
        std::size_t other;
    };
    struct Sizes {  // how many words both sides of an utterance have
        std::int64_t refs, hyps;
    };
    static constexpr Sizes kNotRead{-1, -1};
    const Batch& batch_;
    Vocabulary vocabulary_;
    UnsetVector<std::int32_t> refs_, others_;  // the numbers of the words of the reference, and of wrong ones of the hypothesis
    UnsetVector<Firsts> firsts_;               // of each utterance, and of one behind the last
    std::vector<Odd> odd_;
    std::vector<Wrong> wrong_;         // of the utterance that is read
    std::vector<std::size_t> places_;  // of its words that are not those of the reference
    std::vector<View> heard_;          // these words, where they are not those that were read
    std::vector<std::int32_t> spoken_, numbers_;
    std::vector<std::pair<std::int32_t, int>> log_;  // words that were asked for but are not correct, and what they are

  public:
    struct Cursor {                               // reads one utterance after the other
        std::size_t ref = 0, other = 0, odd = 0;  // what is read next
        std::string operations;
        std::vector<std::int32_t> numbers;
    };
    // How often each word is correct, substituted, deleted (in the reference), inserted, and said for another.
    std::vector<std::array<std::int32_t, kCounts>> counts;

    explicit WordSteps(const Batch& batch) : batch_(batch) {
        std::size_t total = 0;
        for (const Path& path : batch.paths) total += path.size();
        refs_.reserve(total + kCopied);
        others_.reserve(total / kUsual);
        firsts_.reserve(batch.paths.size() + 1);
        firsts_.push_back({});
        Batch::Walker walker(batch);
        Ticks ticks;
        for (std::size_t i = 0; i < batch.paths.size(); ++i) {
            ticks.spend(kRead * (batch.paths[i].size() + 1));
            batch.expect(i + kAhead);
            Sizes sizes = batch.paths[i].lattice() ? kNotRead : read_plain(walker, i);
            if (sizes.refs < 0) sizes = read_any(walker, i);
            const Firsts& at = firsts_.back();
            const auto steps = std::int64_t(batch.paths[i].size());
            firsts_.push_back({at.step + steps, {at.words[0] + sizes.refs, at.words[1] + sizes.hyps}, others_.size()});
        }
        refs_.insert(refs_.end(), kCopied, kNoWord);  // may be read, but stand for no word
        count_wrong();
        // Words that were asked for are correct but for those of which the reading says otherwise.
        vocabulary_.each([&](std::size_t number, std::uint32_t times) { counts[number][kCorrect] += std::int32_t(times); });
    }
    const std::vector<View>& words() const { return vocabulary_.words; }
    // The numbers of some words; -1 of those that are not there.
    std::vector<std::int32_t> find(const std::vector<View>& some) const {
        std::vector<std::int32_t> numbers;
        for (View word : some) numbers.push_back(std::int32_t(vocabulary_.find(word)));
        return numbers;
    }

    std::size_t size() const { return firsts_.size() - 1; }
    // How many words of a side come before an utterance, or before the end.
    std::int64_t words_until(bool hyp, std::size_t i) const { return firsts_[i].words[hyp]; }
    std::int64_t word_count(bool hyp) const { return firsts_.back().words[hyp]; }
    std::int64_t step_count() const { return firsts_.back().step; }

    // How many words a side of an utterance has, and their numbers, which may be read until the next ones are asked for.
    std::size_t length(bool hyp, std::size_t i) const { return std::size_t(words_until(hyp, i + 1) - words_until(hyp, i)); }
    const std::int32_t* text(std::size_t i, bool hyp, Cursor& cursor) const {
        const bool is_right = odd_.empty() && firsts_[i].other == firsts_[i + 1].other && length(true, i) == length(false, i);
        if (!hyp || is_right) return refs_.data() + words_until(false, i);
        cursor.numbers.resize(batch_.paths[i].size() + kCopied);
        std::int32_t* out = cursor.numbers.data();
        set(cursor, i);
        if (cursor.odd == odd_.size() || odd_[cursor.odd].step >= firsts_[i + 1].step) {
            write_heard(i, cursor, out);
        } else {
            each(i, cursor, [&](std::int32_t, std::int32_t number) {
                if (number != kNoWord) *out++ = number;
            });
        }
        return cursor.numbers.data();
    }
    // Writes the numbers of the words of a side.
    void numbers(bool hyp, std::int32_t* out) const {
        each_text(hyp, [&](std::int64_t, const std::int32_t* words, std::size_t count) { out = std::copy(words, words + count, out); });
    }
    // The places of words of a side that have a flag, among all of its words; flags are a byte for each number.
    std::vector<std::int64_t> places(bool hyp, View flags) const {
        if (flags.size() != words().size()) throw std::invalid_argument("a flag for each word expected");
        std::vector<std::int64_t> found;
        each_text(hyp, [&](std::int64_t place, const std::int32_t* words, std::size_t count) {
            std::size_t next = found.size();  // written without a branch, which no processor would foresee
            found.resize(next + count);
            for (std::size_t k = 0; k < count; ++k) {
                found[next] = place + std::int64_t(k);
                next += flags[std::size_t(words[k])] != 0;
            }
            found.resize(next);
        });
        return found;
    }
    // The numbers of words of a side at places that rise.
    std::vector<std::int32_t> at(bool hyp, const std::vector<std::int64_t>& places) const {
        check_rising(places, word_count(hyp));
        std::vector<std::int32_t> found;
        Cursor cursor;
        Ticks ticks;
        std::size_t i = 0;
        for (auto place = places.begin(); place != places.end();) {
            i = utterance_of(*place, i, [&](const Firsts& first) { return first.words[hyp]; });
            ticks.spend(batch_.paths[i].size() + 1);
            const std::int32_t* const words = text(i, hyp, cursor);
            for (; place != places.end() && *place < words_until(hyp, i + 1); ++place) found.push_back(words[*place - words_until(hyp, i)]);
        }
        return found;
    }
    // A byte for each utterance: whether a word of either side has a flag, which is a byte for each number.
    std::string having(View flags) const {
        if (flags.size() != words().size()) throw std::invalid_argument("a flag for each word expected");
        std::string found(size(), '\0');
        const auto any = [&](const std::int32_t* begin, const std::int32_t* end) {
            return std::any_of(begin, end, [&](std::int32_t number) { return number != kNoWord && flags[std::size_t(number)] != 0; });
        };
        Ticks ticks;
        auto odd = odd_.begin();
        for (std::size_t i = 0; i < size(); ++i) {
            ticks.spend(batch_.paths[i].size() + 1);
            const std::int32_t *refs = refs_.data() + words_until(false, i), *others = others_.data() + firsts_[i].other;
            bool has = any(refs, refs + length(false, i)) || any(others, others_.data() + firsts_[i + 1].other);
            for (; odd != odd_.end() && odd->step < firsts_[i + 1].step; ++odd) has = has || any(&odd->hyp, &odd->hyp + 1);
            found[i] = char(has);
        }
        return found;
    }
    // Stretches in which words of a side come several times in a row, in all utterances or in these.
    void repeats(bool hyp, Repeats& found) const {
        each_text(hyp, [&](std::int64_t place, const std::int32_t* words, std::size_t count) { found.add(place, words, count); });
    }
    void repeats(bool hyp, const std::vector<std::size_t>& utterances, Repeats& found) const {
        Cursor cursor;
        Ticks ticks;
        for (std::size_t i : utterances) {
            ticks.spend(batch_.paths[i].size() + 1);
            found.add(words_until(hyp, i), text(i, hyp, cursor), length(hyp, i));
        }
    }
    // Writes the number of the word of a side in each step.
    void column(bool hyp, std::int32_t* out) const {
        Cursor cursor;
        Ticks ticks;
        for (std::size_t i = 0; i < batch_.paths.size(); ++i) {
            ticks.spend(batch_.paths[i].size() + 1);
            set(cursor, i);
            each(i, cursor, [&](std::int32_t ref, std::int32_t said) { *out++ = hyp ? said : ref; });
        }
    }
    // The steps of words of a side, which are known by their places among all of its words.
    std::vector<std::int64_t> steps_of(bool hyp, const std::vector<std::int64_t>& words) const {
        check_rising(words, word_count(hyp));
        return met(
            hyp, words, [&](const Firsts& first) { return first.words[hyp]; },
            [](std::int64_t step, std::int64_t word, bool there) {
                return there ? std::optional(std::make_pair(word, step)) : std::nullopt;
            });
    }
    // How many words of a side come before steps, or in all before the end of the last one.
    std::vector<std::int64_t> words_before(bool hyp, const std::vector<std::int64_t>& steps) const {
        check_rising(steps, step_count() + 1);
        return met(
            hyp, steps, [](const Firsts& first) { return first.step; },
            [](std::int64_t step, std::int64_t word, bool) { return std::optional(std::make_pair(step, word)); });
    }

  private:
    // The utterance in which a place lies, from this one on; the end is in none. `first_of` tells where an utterance begins.
    template <class First> std::size_t utterance_of(std::int64_t place, std::size_t from, const First& first_of) const {
        const auto begin = firsts_.begin() + std::ptrdiff_t(from);
        const auto is_behind = [&](std::int64_t key, const Firsts& first) { return key < first_of(first); };
        return std::size_t(std::upper_bound(begin, firsts_.end(), place, is_behind) - firsts_.begin()) - 1;
    }

    // Reads plain texts without empty words; others are not read.
    Sizes read_plain(Batch::Walker& walker, std::size_t i) {
        wrong_.clear(), places_.clear(), walker.hyps.clear();
        std::size_t inserted = 0, deleted = 0;
        batch_.each_error(i, [&](std::size_t step, int operation) {
            wrong_.emplace_back(step - inserted, operation);
            if (operation != kDeletion) places_.push_back(step - deleted);
            inserted += operation == kInsertion, deleted += operation == kDeletion;
        });
        if (!places_.empty()) walker.load_hyps(i, places_);
        if (has_empty(walker.hyps, walker.hyp_end())) return kNotRead;
        vocabulary_.expect(walker.hyps, walker.hyp_end());
        const std::size_t before = refs_.size();
        if (!number_refs(walker, i)) return kNotRead;
        count_plain(walker, before);
        const std::size_t words = refs_.size() - before;
        return {std::int64_t(words), std::int64_t(words + inserted - deleted)};
    }
    // Adds the numbers of the words of a reference; false if some are empty.
    bool number_refs(Batch::Walker& walker, std::size_t i) {
        View text;
        if (walker.ref_text(i, text)) {
            vocabulary_.number_text(text, refs_);
            return true;
        }
        walker.load_refs(i);
        if (has_empty(walker.refs, walker.ref_end())) return false;
        vocabulary_.number_all(walker.refs, refs_, walker.ref_end());
        return true;
    }
    // Whether there is an empty word, as there is none where all lie in one text, which has an end.
    static bool has_empty(const std::vector<View>& words, const char* end) {
        return !end && std::any_of(words.begin(), words.end(), [](View word) { return word.empty(); });
    }
    // Counts the words of an utterance whose reference has numbers from this place on.
    void count_plain(const Batch::Walker& walker, std::size_t ref) {
        std::size_t other = others_.size();
        vocabulary_.number_all(walker.hyps, others_, walker.hyp_end());
        for (const Wrong& wrong : wrong_) {
            if (wrong.operation != kInsertion) log_.emplace_back(refs_[ref + wrong.ref], wrong.operation);
            if (wrong.operation != kDeletion) log_.emplace_back(others_[other++], wrong.operation == kInsertion ? kInsertion : kSaid);
        }
        if (log_.size() >= kLog) count_wrong();
    }
    void count_wrong() {
        counts.resize(words().size());
        for (std::size_t k = 0; k < log_.size(); ++k) {
#ifdef SCORELITE_VECTORS
            __builtin_prefetch(&counts[std::size_t(log_[std::min(k + kSoon, log_.size() - 1)].first)]);
#endif
            const auto& [number, operation] = log_[k];
            --counts[std::size_t(number)][kCorrect], ++counts[std::size_t(number)][std::size_t(operation)];
        }
        log_.clear();
    }
    // Reads any utterance: words may be empty, and correct ones of a network may differ.
    Sizes read_any(Batch::Walker& walker, std::size_t i) {
        walker.load_steps(i, true);
        const auto equal = [&](char op, std::size_t ref, std::size_t hyp) {
            return op != 'D' && op != 'I' && walker.hyps[hyp] == walker.refs[ref];
        };
        heard_.clear(), spoken_.clear(), numbers_.clear();
        each_step(walker.operations, [&](char op, std::size_t ref, std::size_t hyp) {
            if (op != 'D' && !equal(op, ref, hyp)) heard_.push_back(walker.hyps[hyp]);
        });
        vocabulary_.number_all(walker.refs, spoken_);
        vocabulary_.number_all(heard_, numbers_);
        counts.resize(words().size());
        for (const auto* numbers : {&spoken_, &numbers_})
            for (std::int32_t number : *numbers) --counts[std::size_t(number)][kCorrect];  // they are counted step by step
        std::size_t other = 0;
        Sizes sizes{0, 0};
        std::int64_t step = firsts_.back().step;
        each_step(walker.operations, [&](char op, std::size_t ref, std::size_t hyp) {
            const std::int32_t spoken = op == 'I' || walker.refs[ref].empty() ? kNoWord : spoken_[ref];
            const std::int32_t heard = op == 'D' ? kNoWord : equal(op, ref, hyp) ? spoken : numbers_[other++];
            const std::int32_t said = op == 'D' || walker.hyps[hyp].empty() ? kNoWord : heard;
            sizes.refs += spoken != kNoWord, sizes.hyps += said != kNoWord;
            keep(op, step++, spoken, said);
        });
        return sizes;
    }
    template <class Use> static void each_step(View operations, const Use& use) {
        std::size_t ref = 0, hyp = 0;
        for (const char op : operations) {
            use(op, ref, hyp);
            ref += op != 'I', hyp += op != 'D';
        }
    }
    void keep(char op, std::int64_t step, std::int32_t ref, std::int32_t hyp) {
        if (ref != kNoWord) refs_.push_back(ref);
        if ((op != 'I' && ref == kNoWord) || (op != 'D' && hyp == kNoWord) || (op == 'C' && ref != hyp))
            odd_.push_back({step, ref, hyp});
        else if (op != 'C' && op != 'D')
            others_.push_back(hyp);
        const std::int32_t counted = ref == kNoWord ? hyp : ref;
        if (counted != kNoWord) ++counts[std::size_t(counted)][std::size_t(number_of(op))];
        if (op == 'S' && hyp != kNoWord) ++counts[std::size_t(hyp)][kSaid];
    }

    // Gives the place and the numbers of the words of a side of each utterance to `use`.
    template <class Use> void each_text(bool hyp, const Use& use) const {
        Cursor cursor;
        Ticks ticks;
        for (std::size_t i = 0; i < batch_.paths.size(); ++i) {
            ticks.spend(batch_.paths[i].size() + 1);
            use(words_until(hyp, i), text(i, hyp, cursor), length(hyp, i));
        }
    }
    // Goes to the first step of an utterance.
    void set(Cursor& cursor, std::size_t i) const {
        cursor.ref = std::size_t(words_until(false, i)), cursor.other = firsts_[i].other;
        cursor.odd = std::size_t(std::lower_bound(odd_.begin(), odd_.end(), firsts_[i].step, is_before) - odd_.begin());
    }
    static bool is_before(const Odd& odd, std::int64_t step) { return odd.step < step; }
    // Gives the numbers of the words of both sides in each step of an utterance to `use`.
    template <class Use> void each(std::size_t i, Cursor& at, const Use& use) const {
        at.operations.resize(batch_.paths[i].size());
        batch_.letters(i, at.operations.data());
        std::int64_t next = firsts_[i].step;
        for (const char op : at.operations) {
            const std::int64_t step = next++;
            if (at.odd < odd_.size() && odd_[at.odd].step == step) {
                const Odd& odd = odd_[at.odd++];
                at.ref += odd.ref != kNoWord;
                use(odd.ref, odd.hyp);
                continue;
            }
            const std::int32_t ref = op == 'I' ? kNoWord : refs_[at.ref++];
            use(ref, op == 'D' ? kNoWord : op == 'C' ? ref : others_[at.other++]);
        }
    }
    // Writes the numbers of the words of the hypothesis of an utterance without odd steps: correct words as they stand in the reference,
    // many at a time, so that some numbers more may be read and written than there are.
    void write_heard(std::size_t i, const Cursor& at, std::int32_t* out) const {
        const std::int32_t *ref = refs_.data() + at.ref, *other = others_.data() + at.other;
        std::size_t next = 0;  // step
        const auto copy_until = [&](std::size_t step) {
            const std::size_t count = step - next;
            for (std::size_t k = 0; k < count; k += kCopied) std::memcpy(out + k, ref + k, kCopied * sizeof *out);
            out += count, ref += count;
            next = step + 1;
        };
        batch_.each_error(i, [&](std::size_t step, int operation) {
            copy_until(step);
            if (operation != kDeletion) *out++ = *other++;
            if (operation != kInsertion) ++ref;
        });
        copy_until(batch_.paths[i].size());
    }

    // What steps give for rising keys: `match(step, words before, whether it has a word)` is a key and its value. `first_of` tells the
    // first key of an utterance.
    template <class First, class Match>
    std::vector<std::int64_t> met(bool hyp, const std::vector<std::int64_t>& keys, const First& first_of, const Match& match) const {
        std::vector<std::int64_t> values;
        values.reserve(keys.size());
        std::string operations;
        Ticks ticks;
        std::size_t i = 0;
        for (auto key = keys.begin(); key != keys.end();) {
            i = utterance_of(*key, i, first_of);
            if (i == size()) {
                values.push_back(word_count(hyp));
                ++key;
                continue;
            }
            ticks.spend(batch_.paths[i].size() + 1);
            operations.resize(batch_.paths[i].size());
            batch_.letters(i, operations.data());
            std::int64_t step = firsts_[i].step, word = words_until(hyp, i);
            auto odd = std::lower_bound(odd_.begin(), odd_.end(), step, is_before);
            for (const char op : operations) {
                bool there = op != (hyp ? 'D' : 'I');
                if (odd != odd_.end() && odd->step == step) there = (hyp ? odd->hyp : odd->ref) != kNoWord, ++odd;
                const auto found = match(step, word, there);
                for (; found && key != keys.end() && *key == found->first; ++key) values.push_back(found->second);
                word += there, ++step;
            }
        }
        return values;
    }
    static void check_rising(const std::vector<std::int64_t>& keys, std::int64_t end) {
        for (std::size_t k = 0; k < keys.size(); ++k)
            if (keys[k] < (k ? keys[k - 1] : 0) || keys[k] >= end)
                throw std::invalid_argument("place " + std::to_string(keys[k]) + "; expected rising ones below " + std::to_string(end));
    }
};

}  // namespace scorelite
