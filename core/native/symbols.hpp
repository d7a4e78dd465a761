// Alignment of two sequences of numbers that stand for symbols of any kind, with compounds on request: adjacent symbols of one side match
// one symbol of the other if their texts together are its text. A compound costs nothing, and is taken only where it is cheaper than any
// other step.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "near_path.hpp"
#include "plain.hpp"
#include "signals.hpp"
#include "sizes.hpp"

namespace scorelite {

struct Step {  // the numbers of symbols of either side that a step takes
    std::uint32_t refs, hyps;
};

// Whether shared ends can be left out where steps are only counted: where pairs come first among equally cheap steps, those of the end are
// right, and however the walk back takes the symbols of the beginning, those of one side that are left are all inserted, or all deleted.
inline bool may_skip_ends(const Policy& policy) { return policy.ends || (policy.has_one_order() && policy.order(false)[0] == kSub); }

// A compound: `length` parts, which end before part `end`, together are the symbol with the number `whole`.
struct Compound {
    std::uint32_t end, length;
    std::int32_t whole;
};

// Finds all compounds by a rolling hash of the parts read so far, so that every part is read only a few times.
class CompoundFinder {
    struct Entry {
        std::uint64_t hash;
        std::uint32_t word;  // 1 + its place among the wholes; 0: free
    };
    std::vector<Entry> table_;
    std::size_t longest_[256], longest_of_all_ = 0;  // by the first byte

    static constexpr std::uint64_t kStart = 0xCBF29CE484222325u;
    static std::uint64_t more(std::uint64_t hash, std::string_view text) {
        for (char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
        return hash;
    }
    std::size_t place(std::uint64_t hash) const { return std::size_t((hash * 0x9E3779B97F4A7C15u) >> 32) & (table_.size() - 1); }

    void enter(const std::vector<std::string_view>& wholes) {
        std::size_t size = 16;
        while (size < 2 * wholes.size()) size *= 2;
        table_.assign(size, Entry{0, 0});
        std::fill(std::begin(longest_), std::end(longest_), 0);
        longest_of_all_ = 0;
        for (std::size_t k = 0; k < wholes.size(); ++k) {
            const std::string_view word = wholes[k];
            if (!word.empty()) {
                std::size_t& longest = longest_[static_cast<unsigned char>(word[0])];
                longest = std::max(longest, word.size());
                longest_of_all_ = std::max(longest_of_all_, word.size());
            }
            const std::uint64_t hash = more(kStart, word);
            std::size_t at = place(hash);
            while (table_[at].word && !(table_[at].hash == hash && wholes[table_[at].word - 1] == word)) at = (at + 1) & (size - 1);
            table_[at] = {hash, std::uint32_t(k + 1)};
        }
    }
    static bool spells(const std::vector<std::string_view>& parts, std::size_t from, std::size_t to, std::string_view word) {
        for (std::size_t at = 0; from < to; at += parts[from++].size())
            if (word.substr(at, parts[from].size()) != parts[from]) return false;
        return true;
    }
    const Entry* find(std::uint64_t hash, std::size_t size, const std::vector<std::string_view>& parts, std::size_t from, std::size_t to,
                      const std::vector<std::string_view>& wholes) const {
        for (std::size_t at = place(hash); table_[at].word; at = (at + 1) & (table_.size() - 1)) {
            if (table_[at].hash != hash) continue;
            const std::string_view word = wholes[table_[at].word - 1];
            if (word.size() == size && spells(parts, from, to, word)) return &table_[at];
        }
        return nullptr;
    }

  public:
    // By end, then by length.
    void find(const std::vector<std::string_view>& parts, const std::vector<std::string_view>& wholes, const std::int32_t* numbers,
              std::vector<Compound>& out) {
        out.clear();
        if (parts.size() < 2 || wholes.empty()) return;
        enter(wholes);
        Ticks ticks;
        for (std::size_t first = 0; first + 1 < parts.size(); ++first) {
            std::uint64_t hash = kStart;
            std::size_t size = 0, limit = longest_of_all_;
            for (std::size_t k = first; k < parts.size(); ++k) {
                ticks.spend(8 + parts[k].size());
                if (!size && !parts[k].empty()) limit = longest_[static_cast<unsigned char>(parts[k][0])];
                if (size + parts[k].size() > limit) break;
                if (k == first && k + 1 < parts.size() && size + parts[k].size() + parts[k + 1].size() > limit) break;
                hash = more(hash, parts[k]);
                size += parts[k].size();
                if (k == first) continue;
                if (const Entry* entry = find(hash, size, parts, first, k + 1, wholes))
                    out.push_back({std::uint32_t(k + 1), std::uint32_t(k + 1 - first), numbers[entry->word - 1]});
            }
        }
        std::sort(out.begin(), out.end(),
                  [](const Compound& a, const Compound& b) { return a.end != b.end ? a.end < b.end : a.length < b.length; });
    }
};

// Two sequences and the memory for their alignment, which is reused from pair to pair, so that short pairs never allocate.
class SymbolAligner {
    static constexpr std::size_t kSmall = sized(1 << 20, 64);    // cells that are filled without a look at where paths pass
    static constexpr std::uint64_t kNear = sized(256, 8);        // cells of a row near a path, on average at most
    static constexpr std::uint64_t kTable = sized(1 << 26, 64);  // cells whose kinds are kept at once
    struct Jump {                                                // where a compound ends
        std::uint64_t cell;
        Step step;
    };
    struct Reach {  // the columns of a row that are filled, and where its kinds begin, those of column 1 or of the first
        std::size_t first, last;
        std::uint64_t kinds;
        bool holds(std::size_t j) const { return first <= j && j <= last; }
        std::uint64_t at(std::size_t j) const { return kinds + j - std::max<std::size_t>(first, 1); }
    };
    Scratch scratch_;
    std::vector<std::uint8_t> moves_, kinds_;
    CompoundFinder finder_;
    std::vector<Compound> ref_compounds_, hyp_compounds_;
    std::vector<std::uint32_t> ref_first_, hyp_first_;
    std::vector<std::uint64_t> ref_wholes_, hyp_wholes_;
    std::vector<std::int32_t> costs_;
    std::vector<std::int64_t> large_costs_;
    std::vector<Jump> jumps_;
    std::vector<Passage> passages_;
    std::vector<Reach> reach_;            // of each row
    std::vector<std::size_t> stretches_;  // the first row of each, and the one behind the last
    std::size_t depth_ = 1;               // rows that a compound may take
    Ticks ticks_;

  public:
    std::vector<std::int32_t> rows, columns;  // columns with kPad zeros on either side
    std::vector<std::string_view> ref_texts, hyp_texts;
    std::vector<Step> steps;
    bool with_compounds = false;  // whether `steps` holds any

    std::size_t n() const { return rows.size(); }
    std::size_t m() const { return columns.size() - 2 * kPad; }
    const std::int32_t* hyp() const { return columns.data() + kPad; }
    std::size_t footprint() const {
        return kinds_.capacity() + moves_.capacity() + 4 * costs_.capacity() + 8 * large_costs_.capacity() +
               8 * (scratch_.planes.capacity() + scratch_.masks.capacity());
    }

    // Looks for compounds of the texts, which the next alignment may take.
    bool find_compounds() {
        finder_.find(ref_texts, hyp_texts, hyp(), ref_compounds_);
        finder_.find(hyp_texts, ref_texts, rows.data(), hyp_compounds_);
        return !ref_compounds_.empty() || !hyp_compounds_.empty();
    }
    // Symbols are numbered from 1; `vocabulary` is the largest number.
    void align(const Policy& policy, std::size_t vocabulary) {
        steps.clear();
        with_compounds = false;
        if (!ref_compounds_.empty() || !hyp_compounds_.empty()) {
            index(ref_compounds_, n(), ref_first_, ref_wholes_);
            index(hyp_compounds_, m(), hyp_first_, hyp_wholes_);
            depth_ = 1;
            for (const Compound& c : ref_compounds_) depth_ = std::max<std::size_t>(depth_, c.length);
            // No path costs more than all gaps; a rank is added before the smallest sum is chosen.
            const std::int64_t most =
                4 * (std::int64_t(n()) * policy.deletion + std::int64_t(m()) * policy.insertion + policy.substitution + 1);
            return most <= INT32_MAX / 4 ? align_near(policy, vocabulary, costs_) : align_near(policy, vocabulary, large_costs_);
        }
        moves_.clear();
        solve_plain(policy, {rows.data(), n(), hyp(), m(), vocabulary}, scratch_, moves_);
        for (std::size_t k = moves_.size(); k-- > 0;) steps.push_back(step_of(moves_[k]));
    }
    // Adds correct, substituted, deleted and inserted symbols of an alignment without compounds.
    void count(const Policy& policy, std::size_t vocabulary, std::int32_t* counts) {
        Shared ends;
        if (may_skip_ends(policy)) ends = shared_ends(rows.data(), n(), hyp(), m());
        const std::int32_t *ref = rows.data() + ends.first, *other = hyp() + ends.first;
        const std::size_t common = ends.first + ends.last;
        std::size_t i = n() - common, j = m() - common;
        counts[0] += std::int32_t(common);
        moves_.clear();
        solve_plain(policy, {ref, i, other, j, vocabulary}, scratch_, moves_);
        for (std::uint8_t move : moves_) {  // from the end
            if (move == kDel) {
                --i, ++counts[2];
            } else if (move == kIns) {
                --j, ++counts[3];
            } else {
                --i, --j;
                ++counts[ref[i] != other[j]];
            }
        }
    }

  private:
    static Step step_of(std::uint8_t move) { return {move != kIns, move != kDel}; }

    // first[end] .. first[end + 1]: the compounds that end before `end`; wholes[end]: a bit for the number of each of their wholes.
    static void index(const std::vector<Compound>& compounds, std::size_t size, std::vector<std::uint32_t>& first,
                      std::vector<std::uint64_t>& wholes) {
        first.assign(size + 2, 0);
        wholes.assign(size + 1, 0);
        for (const Compound& c : compounds) ++first[c.end + 1], wholes[c.end] |= std::uint64_t(1) << (c.whole & 63);
        for (std::size_t k = 1; k < first.size(); ++k) first[k] += first[k - 1];
    }

    // Aligns by the cells that best paths may pass. Without its compounds, each of which is then a substitution and gaps, a path costs at
    // most so much more; so the cost of one path with compounds tells how much more than the best one without compounds is enough. In long
    // texts, that grows with compounds that no path takes, but letters that stand nowhere else keep best paths near that path.
    template <class Cost> void align_near(const Policy& policy, std::size_t vocabulary, std::vector<Cost>& costs) {
        const std::int64_t most = most_of(ref_compounds_, ref_first_, policy.substitution, policy.deletion) +
                                  most_of(hyp_compounds_, hyp_first_, policy.substitution, policy.insertion);
        const std::int64_t plain = find_reach(policy, vocabulary, 0), found = fill(policy, costs);
        const std::int64_t slack = most + found - plain;
        walk(policy, costs);
        if (plain < 0 || slack <= 0) return;
        find_near_reach(policy, vocabulary, slack);
        fill(policy, costs);
        walk(policy, costs);
    }
    // Finds the columns of each row that best paths may pass near the path of the steps; those that cost too much are left out if many are.
    void find_near_reach(const Policy& policy, std::size_t vocabulary, std::int64_t slack) {
        const std::vector<PathRow> path = path_of(policy);
        std::vector<Passage> near =
            NearPath(path, ref_texts, hyp_texts).find(std::min({policy.substitution, policy.deletion, policy.insertion}));
        std::uint64_t cells = 0;
        for (const Passage& passage : near) cells += std::uint64_t(passage.last - passage.first + 1);
        if (cells > kNear * near.size()) {
            find_passages(policy, {rows.data(), n(), hyp(), m(), vocabulary}, slack, passages_);
            Passages cheap(passages_);
            for (Passage& passage : near) {
                passage.first = std::max(passage.first, cheap.first(passage.row));
                passage.last = std::min(passage.last, cheap.last(passage.row));
            }
        }
        passages_.swap(near);
        set_reach();
    }
    // The rows of the path of the steps; those within a compound are passed with its columns.
    std::vector<PathRow> path_of(const Policy& policy) const {
        std::vector<PathRow> path(1);
        path.reserve(n() + 1);
        std::size_t j = 0;
        std::int64_t cost = 0;
        for (const Step& step : steps) {
            const std::size_t before = j;
            j += step.hyps;
            if (!step.refs)
                cost += policy.insertion;
            else if (!step.hyps)
                cost += policy.deletion;
            else if (step.refs + step.hyps == 2 && rows[path.size() - 1] != hyp()[j - 1])
                cost += policy.substitution;
            for (std::size_t k = 1; k < step.refs; ++k) path.push_back({before, j, cost, cost});
            if (step.refs) path.push_back({j, j, cost, cost});
            path.back().last = j;
            path.back().after = cost;
        }
        return path;
    }
    // Finds the columns of each row that paths without compounds may pass, if they cost at most so much more than the best one. Returns the
    // cost of that, or -1 where all columns are filled.
    std::int64_t find_reach(const Policy& policy, std::size_t vocabulary, std::int64_t slack) {
        passages_.clear();
        std::int64_t best = -1;
        if (n() * m() > kSmall) best = find_passages(policy, {rows.data(), n(), hyp(), m(), vocabulary}, slack, passages_);
        set_reach();
        return best;
    }
    // Takes the columns of each row that are filled from the passages.
    void set_reach() {
        reach_.clear();
        Passages passages(passages_);
        std::uint64_t kinds = 0;
        for (std::size_t i = 0; i <= n(); ++i) {
            const auto row = std::int64_t(i);
            const Reach reach{std::size_t(passages.first(row)), std::min(m(), std::size_t(passages.last(row))), kinds};
            reach_.push_back(reach);
            if (i && reach.last) kinds = reach.at(reach.last) + 1;
        }
        divide(kinds);
    }
    // Divides the rows into stretches, of which one at a time has its kinds: as many cells as the costs before all stretches have.
    void divide(std::uint64_t cells) {
        const double ring = double((depth_ + 1) * (m() + 1) * sizeof(std::int64_t));
        const std::uint64_t table = std::max(kTable, std::uint64_t(std::sqrt(double(cells) * ring)));
        std::uint64_t begin = 0, largest = 0;
        stretches_.assign(1, 1);
        for (std::size_t i = 1; i <= n(); ++i) {
            const std::uint64_t end = i < n() ? reach_[i + 1].kinds : cells;
            if (end - begin > table && reach_[i].kinds > begin) {
                stretches_.push_back(i);
                begin = reach_[i].kinds;
            }
            reach_[i].kinds -= begin;
            largest = std::max(largest, end - begin);
        }
        stretches_.push_back(n() + 1);
        kinds_.resize(largest);
    }
    // The most that compounds cost that do not overlap, if each is a substitution and gaps.
    static std::int64_t most_of(const std::vector<Compound>& compounds, const std::vector<std::uint32_t>& first, std::int64_t substitution,
                                std::int64_t gap) {
        std::vector<std::int64_t> most(first.size() - 1, 0);
        for (std::size_t end = 1; end < most.size(); ++end) {
            most[end] = most[end - 1];
            for (std::uint32_t k = first[end]; k < first[end + 1]; ++k)
                most[end] = std::max(most[end], most[end - compounds[k].length] + substitution + (compounds[k].length - 1) * gap);
        }
        return most.back();
    }

    // The costs of rows: first those of the last ones that were filled, then those before each stretch, where there are several.
    std::size_t ring() const { return (depth_ + 1) * (m() + 1); }
    std::size_t place_of(std::size_t i) const { return i % (depth_ + 1) * (m() + 1); }

    // Fills all rows, and returns the cost of the best path.
    template <class Cost> std::int64_t fill(const Policy& policy, std::vector<Cost>& costs) {
        const std::size_t count = stretches_.size() - 1;
        costs.resize(ring() * (count > 1 ? count + 1 : 1));
        for (std::size_t j = 0; j <= reach_[0].last; ++j) costs[j] = 4 * Cost(policy.insertion) * Cost(j);
        for (std::size_t stretch = 0; stretch < count; ++stretch) {
            if (count > 1) std::copy_n(costs.begin(), ring(), costs.begin() + std::ptrdiff_t((stretch + 1) * ring()));
            fill_stretch(policy, costs, stretch);
        }
        return costs[place_of(n()) + m()] / 4;
    }
    // Aligns cell by cell. Costs are multiplied by four, which leaves room for the rank of a move among equally cheap ones.
    template <class Cost> void fill_stretch(const Policy& policy, std::vector<Cost>& costs, std::size_t stretch) {
        constexpr Cost kFar = std::numeric_limits<Cost>::max() / 2;  // of cells that no best path passes
        Cost ranks[2][3];
        for (int equal = 0; equal < 2; ++equal)
            for (int k = 0; k < 3; ++k) ranks[equal][policy.order(equal)[std::size_t(k)]] = k;
        const Cost remove = 4 * Cost(policy.deletion), insert = 4 * Cost(policy.insertion);
        jumps_.clear();
        for (std::size_t i = stretches_[stretch]; i < stretches_[stretch + 1]; ++i) {
            const auto [first, last, kinds] = reach_[i];
            ticks_.spend(last - first + 1);
            Cost* above = &costs[place_of(i - 1)];
            Cost* here = &costs[place_of(i)];
            for (std::size_t j = reach_[i - 1].last + 1; j <= last; ++j) above[j] = kFar;
            if (!first)
                here[0] = remove * Cost(i);
            else
                here[first - 1] = kFar;
            const std::uint64_t wholes = ref_wholes_[i];
            const unsigned row = rows[i - 1] & 63;
            std::uint8_t* kind = kinds_.data() + kinds;
            for (std::size_t j = std::max<std::size_t>(first, 1); j <= last; ++j, ++kind) {
                const bool equal = rows[i - 1] == hyp()[j - 1];
                const Cost* rank = ranks[equal];
                const Cost across = above[j - 1] + (equal ? 0 : 4 * Cost(policy.substitution)) + rank[kSub];
                const Cost best = std::min(across, std::min(above[j] + remove + rank[kDel], here[j - 1] + insert + rank[kIns]));
                here[j] = best & ~Cost(3);
                *kind = policy.order(equal)[std::size_t(best & 3)];
                const bool may_jump = (wholes >> (hyp()[j - 1] & 63) | hyp_wholes_[j] >> row) & 1;
                if (may_jump && jump(i, j, costs, here[j])) *kind = kJump;
            }
        }
    }
    static constexpr std::uint8_t kJump = 3;

    // Takes the cheapest compound that ends in this cell, if it is cheaper than the step so far.
    template <class Cost> bool jump(std::size_t i, std::size_t j, const std::vector<Cost>& costs, Cost& cost) {
        ticks_.spend(ref_first_[i + 1] - ref_first_[i] + hyp_first_[j + 1] - hyp_first_[j]);
        Step best{0, 0};
        for (std::uint32_t k = ref_first_[i]; k < ref_first_[i + 1]; ++k) {
            const Compound& c = ref_compounds_[k];
            if (c.whole != hyp()[j - 1] || !reach_[i - c.length].holds(j - 1)) continue;
            const Cost joined = costs[place_of(i - c.length) + j - 1];
            if (joined < cost) cost = joined, best = {c.length, 1};
        }
        for (std::uint32_t k = hyp_first_[j]; k < hyp_first_[j + 1]; ++k) {
            const Compound& c = hyp_compounds_[k];
            if (c.whole != rows[i - 1] || !reach_[i - 1].holds(j - c.length)) continue;
            const Cost joined = costs[place_of(i - 1) + j - c.length];
            if (joined < cost) cost = joined, best = {1, c.length};
        }
        if (!best.refs) return false;
        jumps_.push_back({reach_[i].at(j), best});
        return true;
    }

    // Takes the steps back from the end, and fills a stretch again when it is reached.
    template <class Cost> void walk(const Policy& policy, std::vector<Cost>& costs) {
        steps.clear();
        with_compounds = false;
        std::size_t i = n(), j = m(), stretch = stretches_.size() - 2;
        while (i || j) {
            if (i && i < stretches_[stretch]) {
                while (i < stretches_[stretch]) --stretch;
                std::copy_n(costs.begin() + std::ptrdiff_t((stretch + 1) * ring()), ring(), costs.begin());
                fill_stretch(policy, costs, stretch);
            }
            const std::uint8_t kind = !i ? std::uint8_t(kIns) : !j ? std::uint8_t(kDel) : kinds_[reach_[i].at(j)];
            Step step = step_of(kind);
            if (kind == kJump) {
                const std::uint64_t cell = reach_[i].at(j);
                step =
                    std::lower_bound(jumps_.begin(), jumps_.end(), cell, [](const Jump& a, std::uint64_t b) { return a.cell < b; })->step;
                with_compounds = true;
            }
            steps.push_back(step);
            i -= step.refs;
            j -= step.hyps;
        }
        std::reverse(steps.begin(), steps.end());
    }
};

}  // namespace scorelite
