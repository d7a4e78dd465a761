// Several streams of words aligned at once: the cheapest path through a lattice with one axis for each stream (asclite; Fiscus, Ajot, Radde
// and Laprun 2006).
#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "../../native/signals.hpp"

namespace scorelite {

constexpr std::int32_t kNever = std::numeric_limits<std::int32_t>::max();

// Words of a stream, numbered from 1 so that every word comes after those that it may follow; place 0 is the begin.
struct JointStream {
    std::vector<std::int32_t> kinds, begins, ends, alone;
    std::vector<std::uint8_t> timed;                // whether a word has times of its own, not only its segment's
    std::vector<std::vector<std::int32_t>> before;  // places that each word may follow, in the order of preference
    std::vector<std::int32_t> lasts;                // places at which a path may end
    std::size_t size() const { return kinds.size(); }
};

// The cheapest path, from begin to end: the place of each stream that moves in a step, 0 for one that stays.
struct JointSteps {
    std::vector<std::vector<std::int32_t>> steps;
    std::int64_t cost = 0;
};

struct JointRules {
    std::size_t hypotheses = 0, width = 0;
    std::vector<std::int32_t> costs;  // of a pair, by kind of the hypothesis word and kind of the reference word
    std::int64_t adaptive = 0, duration = 1, near = -1, prune = -1;
};

// Choices of a cell, packed: as many bits as the number of choices takes.
class PackedChoices {
    std::vector<std::uint64_t> words_;
    unsigned bits_, each_;
    std::uint64_t open_ = 0;
    unsigned held_ = 0;

  public:
    static unsigned bits_for(std::size_t choices) {
        unsigned bits = 1;
        while ((std::size_t(1) << bits) < choices) ++bits;
        return bits;
    }
    PackedChoices(std::size_t choices, std::size_t cells) : bits_(bits_for(choices)), each_(64 / bits_) {
        words_.reserve(cells / each_ + 1);
    }
    void add(std::uint64_t choice) {
        open_ |= choice << (held_ * bits_);
        if (++held_ == each_) flush();
    }
    void flush() {
        words_.push_back(open_);
        open_ = 0, held_ = 0;
    }
    std::uint64_t at(std::size_t cell) const {
        return (words_[cell / each_] >> (cell % each_ * bits_)) & ((std::uint64_t(1) << bits_) - 1);
    }
};

// The lattice: costs are kept for as many layers along the longest axis as words reach back, choices for all cells.
class JointLattice {
  public:
    using Places = std::vector<std::int32_t>;

    JointLattice(std::vector<JointStream> streams, JointRules rules) : streams_(std::move(streams)), rules_(std::move(rules)) {
        lay_out();
        tabulate_pairs();
        tabulate_pruning();
        number_choices();
    }

    JointSteps steps() {
        fill();
        return trace();
    }

    // How many cells a path to an end may visit.
    std::size_t reached() { return forbids() ? reached_with_limits() : reached_freely(); }

  private:
    struct Single {
        std::size_t stream;
        std::uint32_t first;  // number of its first choice
    };
    struct Pair {
        std::size_t ref, hyp;
        std::uint32_t first;
        const std::int32_t* costs;
    };

    std::vector<JointStream> streams_;
    JointRules rules_;
    std::size_t slow_ = 0, layer_ = 1, cells_ = 1, depth_ = 1;
    std::vector<std::size_t> strides_;
    std::vector<std::size_t> most_;                      // greatest number of places that a word of a stream follows
    std::vector<std::vector<std::int32_t>> pair_costs_;  // by reference and hypothesis
    std::vector<std::vector<std::uint8_t>> verdicts_;    // by stream that moves and stream that stays
    std::vector<Pair> pairs_;
    std::vector<Single> singles_;
    std::size_t choices_ = 1;
    bool plain_ = true;  // whether every word follows the one before it, and no time keeps a word from moving
    std::vector<std::int32_t> costs_;
    std::optional<PackedChoices> packed_;  // choices of all cells, once they are filled
    std::vector<Places> ends_;
    std::vector<std::int64_t> end_costs_;

    std::size_t count() const { return streams_.size(); }

    void lay_out() {
        for (std::size_t s = 1; s < count(); ++s)
            if (streams_[s].size() > streams_[slow_].size()) slow_ = s;
        strides_.assign(count(), 0);
        for (std::size_t s = 0; s < count(); ++s) {
            if (s == slow_) continue;
            strides_[s] = layer_;
            layer_ *= streams_[s].size() + 1;
        }
        cells_ = layer_ * (streams_[slow_].size() + 1);
        for (std::size_t k = 0; k < streams_[slow_].size(); ++k)
            for (std::int32_t place : streams_[slow_].before[k]) depth_ = std::max(depth_, k + 1 - std::size_t(place));
        ++depth_;
    }

    static std::int64_t gap(std::int64_t begin, std::int64_t end, std::int64_t other_begin, std::int64_t other_end) {
        return end < other_begin ? other_begin - end : other_end < begin ? begin - other_end : 0;
    }

    void tabulate_pairs() {
        const std::size_t hyps = rules_.hypotheses;
        for (std::size_t r = hyps; r < count(); ++r)
            for (std::size_t h = 0; h < hyps; ++h) {
                const JointStream &ref = streams_[r], &hyp = streams_[h];
                const std::size_t row = ref.size() + 1;
                std::vector<std::int32_t> costs((hyp.size() + 1) * row, kNever);
                for (std::size_t x = 0; x < hyp.size(); ++x) {
                    const std::int32_t* given = rules_.costs.data() + std::size_t(hyp.kinds[x]) * rules_.width;
                    for (std::size_t y = 0; y < ref.size(); ++y) {
                        std::int64_t cost = given[ref.kinds[y]];
                        if (hyp.begins[x] >= 0 && hyp.ends[x] >= 0 && ref.begins[y] >= 0 && ref.ends[y] >= 0) {
                            const std::int64_t apart = gap(hyp.begins[x], hyp.ends[x], ref.begins[y], ref.ends[y]);
                            if (rules_.near >= 0 && apart > rules_.near) continue;
                            if (apart) cost += rules_.adaptive * apart / rules_.duration;
                        }
                        costs[(x + 1) * row + y + 1] = std::int32_t(cost);
                    }
                }
                pair_costs_.push_back(std::move(costs));
            }
    }

    // What a stream that stays says of a word without times of its own that moves: 0 nothing, 1 it may, 2 it must not.
    std::uint8_t verdict(const JointStream& moving, std::size_t x, const JointStream& staying, std::size_t y) const {
        if (y == 0) return 1;
        const std::int64_t begin = moving.begins[x - 1], end = moving.ends[x - 1];
        const std::int64_t other_begin = staying.begins[y - 1], other_end = staying.ends[y - 1];
        if (other_begin < 0 || other_end < 0) return 1;
        return begin < other_begin && gap(begin, end, other_begin, other_end) > rules_.prune ? 2 : 0;
    }
    void tabulate_pruning() {
        if (rules_.prune < 0) return;
        verdicts_.resize(count() * count());
        for (std::size_t s = 0; s < count(); ++s)
            for (std::size_t t = 0; t < count(); ++t) {
                const std::size_t row = streams_[t].size() + 1;
                std::vector<std::uint8_t>& table = verdicts_[s * count() + t];
                table.resize((streams_[s].size() + 1) * row);
                for (std::size_t x = 1; s != t && x <= streams_[s].size(); ++x)
                    for (std::size_t y = 0; y < row; ++y) table[x * row + y] = verdict(streams_[s], x, streams_[t], y);
            }
    }
    bool may_move(std::size_t s, const Places& at) const {
        if (rules_.prune < 0) return true;
        const JointStream& stream = streams_[s];
        const std::size_t x = std::size_t(at[s]);
        if (stream.timed[x - 1] || stream.begins[x - 1] < 0 || stream.ends[x - 1] < 0) return true;
        for (std::size_t t = 0; t < count(); ++t) {
            if (t == s) continue;
            const std::uint8_t said = verdicts_[s * count() + t][x * (streams_[t].size() + 1) + std::size_t(at[t])];
            if (said) return said == 1;
        }
        return true;
    }

    // Order of preference among equal costs: pairs, the last streams first; then insertions; then deletions.
    void number_choices() {
        plain_ = rules_.prune < 0;
        for (const JointStream& stream : streams_) {
            std::size_t most = 1;
            for (std::size_t k = 0; k < stream.size(); ++k) {
                const std::vector<std::int32_t>& places = stream.before[k];
                most = std::max(most, places.size());
                plain_ = plain_ && places.size() == 1 && std::size_t(places[0]) == k;
            }
            most_.push_back(most);
        }
        const std::size_t hyps = rules_.hypotheses;
        for (std::size_t r = count(); r-- > hyps;)
            for (std::size_t h = hyps; h-- > 0;) {
                pairs_.push_back({r, h, std::uint32_t(choices_), pair_costs_[(r - hyps) * hyps + h].data()});
                choices_ += most_[r] * most_[h];
            }
        for (std::size_t h = hyps; h-- > 0;) add_single(h);
        for (std::size_t r = count(); r-- > hyps;) add_single(r);
    }
    void add_single(std::size_t s) {
        singles_.push_back({s, std::uint32_t(choices_)});
        choices_ += most_[s];
    }

    const std::int32_t* layer_of(std::int32_t place) const { return costs_.data() + std::size_t(place) % depth_ * layer_; }

    // Cost of the cell in which stream `s` stands at `place` instead, and of one in which two streams do.
    std::int64_t cost_of(std::size_t cell, const Places& at, std::size_t s, std::int32_t place) const {
        if (s == slow_) return layer_of(place)[cell];
        return layer_of(at[slow_])[cell - std::size_t(at[s] - place) * strides_[s]];
    }
    std::int64_t cost_of(std::size_t cell, const Places& at, std::size_t s, std::int32_t place, std::size_t t, std::int32_t other) const {
        if (s == slow_) return layer_of(place)[cell - std::size_t(at[t] - other) * strides_[t]];
        return cost_of(cell - std::size_t(at[s] - place) * strides_[s], at, t, other);
    }

    void fill() {
        costs_.assign(depth_ * layer_, 0);
        packed_.emplace(choices_, cells_);
        list_ends();
        Ticks ticks;
        Places at(count(), 0);
        for (at[slow_] = 0; std::size_t(at[slow_]) <= streams_[slow_].size(); ++at[slow_]) {
            std::int32_t* layer = costs_.data() + std::size_t(at[slow_]) % depth_ * layer_;
            const std::int32_t* before = layer_of(std::max(at[slow_] - 1, 0));
            for (std::size_t cell = 0; cell < layer_; ++cell) {
                layer[cell] = plain_ ? settle_plain(cell, at, layer, before) : settle(cell, at);
                advance(at);
            }
            ticks.spend(layer_);
            note_ends(layer, at[slow_]);
        }
        packed_->flush();
    }
    void advance(Places& at) const {
        for (std::size_t s = 0; s < count(); ++s) {
            if (s == slow_) continue;
            if (std::size_t(++at[s]) <= streams_[s].size()) return;
            at[s] = 0;
        }
    }

    // Whether a time keeps a word from moving anywhere.
    bool forbids() const {
        for (std::size_t place = 0; place < verdicts_.size(); ++place)
            if (std::find(verdicts_[place].begin(), verdicts_[place].end(), 2) != verdicts_[place].end()) return true;
        return false;
    }
    // Where every word may move alone, the streams reach their places independently of each other.
    std::size_t reached_freely() const {
        std::size_t product = 1;
        for (const JointStream& stream : streams_) {
            std::vector<bool> seen(stream.size() + 1);
            seen[0] = stream.lasts.empty();
            for (const std::int32_t last : stream.lasts) seen[std::size_t(last)] = true;
            for (std::size_t place = stream.size(); place > 0; --place)
                if (seen[place])
                    for (const std::int32_t before : stream.before[place - 1]) seen[std::size_t(before)] = true;
            product *= std::size_t(std::count(seen.begin(), seen.end(), true));
        }
        return product;
    }
    std::size_t reached_with_limits() {
        list_ends();
        strides_[slow_] = layer_;
        std::vector<bool> seen(cells_);
        for (const Places& end : ends_) seen[cell_of(end) + std::size_t(end[slow_]) * layer_] = true;
        std::size_t cells = 0;
        Ticks ticks;
        Places at(count(), 0);
        for (std::size_t s = 0; s < count(); ++s) at[s] = std::int32_t(streams_[s].size());
        for (std::size_t cell = cells_; cell-- > 0; retreat(at)) {
            if (cell % layer_ == 0) ticks.spend(layer_);
            if (!seen[cell]) continue;
            ++cells;
            mark_before(cell, at, seen);
        }
        return cells;
    }
    void retreat(Places& at) const {
        for (std::size_t s = 0; s < count(); ++s) {
            if (s == slow_) continue;
            if (at[s]-- > 0) return;
            at[s] = std::int32_t(streams_[s].size());
        }
        --at[slow_];
    }
    void mark_before(std::size_t cell, const Places& at, std::vector<bool>& seen) const {
        const auto before = [&](std::size_t s) -> const std::vector<std::int32_t>& { return streams_[s].before[std::size_t(at[s] - 1)]; };
        const auto back = [&](std::size_t s, std::int32_t place) { return std::size_t(at[s] - place) * strides_[s]; };
        for (const Single& single : singles_) {
            const std::size_t s = single.stream;
            if (!at[s] || !may_move(s, at)) continue;
            for (const std::int32_t place : before(s)) seen[cell - back(s, place)] = true;
        }
        for (const Pair& pair : pairs_) {
            const auto x = std::size_t(at[pair.hyp]), y = std::size_t(at[pair.ref]);
            if (!x || !y || pair.costs[x * (streams_[pair.ref].size() + 1) + y] == kNever) continue;
            for (const std::int32_t place : before(pair.ref))
                for (const std::int32_t other : before(pair.hyp)) seen[cell - back(pair.ref, place) - back(pair.hyp, other)] = true;
        }
    }

    // A cell that no step leads to begins a path: its cost is 0.
    std::int32_t settle(std::size_t cell, const Places& at) {
        std::int64_t best = kNever;
        std::uint64_t choice = 0;
        for (std::size_t k = 0; k < pairs_.size();) k = try_pairs(k, cell, at, best, choice);
        for (const Single& single : singles_) {
            const std::size_t s = single.stream;
            if (!at[s] || !may_move(s, at)) continue;
            const std::vector<std::int32_t>& before = streams_[s].before[std::size_t(at[s] - 1)];
            const std::int64_t alone = streams_[s].alone[std::size_t(at[s] - 1)];
            for (std::size_t l = 0; l < before.size(); ++l) {
                const std::int64_t cost = cost_of(cell, at, s, before[l]) + alone;
                if (cost < best) best = cost, choice = single.first + l;
            }
        }
        packed_->add(choice);
        return choice ? std::int32_t(best) : 0;
    }
    // The choice of settle() where every word follows the one before it: `before` is the layer before this one.
    std::int32_t settle_plain(std::size_t cell, const Places& at, const std::int32_t* layer, const std::int32_t* before) {
        std::int64_t best = kNever;
        std::uint64_t choice = 0;
        const auto take = [&](bool crosses, std::size_t stride, std::int64_t price, std::uint32_t number) {
            const std::int64_t cost = (crosses ? before : layer)[cell - stride] + price;
            if (cost < best) best = cost, choice = number;
        };
        for (const Pair& pair : pairs_) {
            const auto x = std::size_t(at[pair.hyp]), y = std::size_t(at[pair.ref]);
            if (!x || !y) continue;
            const std::int32_t together = pair.costs[x * (streams_[pair.ref].size() + 1) + y];
            if (together == kNever) continue;
            take(pair.ref == slow_ || pair.hyp == slow_, strides_[pair.ref] + strides_[pair.hyp], together, pair.first);
        }
        for (const Single& single : singles_)
            if (const std::int32_t place = at[single.stream])
                take(single.stream == slow_, strides_[single.stream], streams_[single.stream].alone[std::size_t(place - 1)], single.first);
        packed_->add(choice);
        return choice ? std::int32_t(best) : 0;
    }
    // Tries the pairs of one reference: its places before are preferred to hypotheses. Returns the next reference's pair.
    std::size_t try_pairs(std::size_t k, std::size_t cell, const Places& at, std::int64_t& best, std::uint64_t& choice) const {
        const std::size_t r = pairs_[k].ref, end = k + rules_.hypotheses;
        if (!at[r]) return end;
        const std::vector<std::int32_t>& before = streams_[r].before[std::size_t(at[r] - 1)];
        for (std::size_t l = 0; l < before.size(); ++l)
            for (std::size_t p = k; p < end; ++p) {
                const std::size_t h = pairs_[p].hyp;
                if (!at[h]) continue;
                const std::int32_t together = pairs_[p].costs[std::size_t(at[h]) * (streams_[r].size() + 1) + std::size_t(at[r])];
                if (together == kNever) continue;
                const std::vector<std::int32_t>& others = streams_[h].before[std::size_t(at[h] - 1)];
                for (std::size_t m = 0; m < others.size(); ++m) {
                    const std::int64_t cost = cost_of(cell, at, r, before[l], h, others[m]) + together;
                    if (cost < best) best = cost, choice = pairs_[p].first + l * most_[h] + m;
                }
            }
        return end;
    }

    void list_ends() {
        ends_.emplace_back(count(), 0);
        for (std::size_t s = count(); s-- > 0;) {
            const std::vector<std::int32_t>& lasts = streams_[s].lasts;
            if (lasts.empty()) continue;
            if (ends_.size() * lasts.size() > (std::size_t(1) << 22)) throw std::length_error("too many ends of alternatives");
            std::vector<Places> more;
            for (const Places& end : ends_)
                for (std::int32_t last : lasts) {
                    more.push_back(end);
                    more.back()[s] = last;
                }
            ends_ = std::move(more);
        }
        end_costs_.assign(ends_.size(), 0);
    }
    std::size_t cell_of(const Places& at) const {
        std::size_t cell = 0;
        for (std::size_t s = 0; s < count(); ++s)
            if (s != slow_) cell += std::size_t(at[s]) * strides_[s];
        return cell;
    }
    void note_ends(const std::int32_t* layer, std::int32_t place) {
        for (std::size_t k = 0; k < ends_.size(); ++k)
            if (ends_[k][slow_] == place) end_costs_[k] = layer[cell_of(ends_[k])];
    }

    JointSteps trace() const {
        const std::size_t first = std::size_t(std::min_element(end_costs_.begin(), end_costs_.end()) - end_costs_.begin());
        JointSteps path{{}, end_costs_[first]};
        Places at = ends_[first];
        for (;;) {
            const std::uint64_t choice = packed_->at(std::size_t(at[slow_]) * layer_ + cell_of(at));
            if (!choice) break;
            Places step(count(), 0);
            take(choice, at, step);
            path.steps.push_back(std::move(step));
        }
        std::reverse(path.steps.begin(), path.steps.end());
        return path;
    }
    void take(std::uint64_t choice, Places& at, Places& step) const {
        for (const Pair& pair : pairs_)
            if (choice >= pair.first && choice < pair.first + most_[pair.ref] * most_[pair.hyp]) {
                const std::size_t number = std::size_t(choice - pair.first);
                move(pair.ref, number / most_[pair.hyp], at, step);
                return move(pair.hyp, number % most_[pair.hyp], at, step);
            }
        for (const Single& single : singles_)
            if (choice >= single.first && choice < single.first + most_[single.stream])
                return move(single.stream, std::size_t(choice - single.first), at, step);
    }
    void move(std::size_t s, std::size_t number, Places& at, Places& step) const {
        step[s] = at[s];
        at[s] = streams_[s].before[std::size_t(at[s] - 1)][number];
    }
};

// Streams of equal rank: a step moves any of them, and costs what its words differ and the streams that stay.
class ColumnLattice {
  public:
    using Places = std::vector<std::int32_t>;

    ColumnLattice(std::vector<JointStream> streams, std::vector<std::uint8_t> alike, std::size_t width, std::int64_t differing)
        : streams_(std::move(streams)), alike_(std::move(alike)), width_(width), differing_(differing) {}

    JointSteps steps() {
        fill();
        return trace();
    }

  private:
    std::vector<JointStream> streams_;
    std::vector<std::uint8_t> alike_;
    std::size_t width_;
    std::int64_t differing_;
    std::vector<std::size_t> strides_;
    std::vector<std::int32_t> costs_;
    mutable std::vector<std::pair<std::int32_t, std::int32_t>> classes_;  // kind that a class begins with, its words

    std::size_t cell_of(const Places& at) const {
        std::size_t cell = 0;
        for (std::size_t s = 0; s < at.size(); ++s) cell += std::size_t(at[s]) * strides_[s];
        return cell;
    }
    void fill() {
        std::size_t cells = 1;
        for (const JointStream& stream : streams_) {
            strides_.push_back(cells);
            cells *= stream.size() + 1;
        }
        costs_.assign(cells, 0);
        Ticks ticks;
        Places at(streams_.size(), 0);
        for (std::size_t cell = 1; cell < cells; ++cell) {
            advance(at);
            std::int64_t best = kNever;
            each_step(at, [&](const Places& before) { best = std::min(best, costs_[cell_of(before)] + cost_of(at, before)); });
            costs_[cell] = std::int32_t(best);
            ticks.spend(std::size_t(1) << std::min<std::size_t>(streams_.size(), 16));
        }
    }
    void advance(Places& at) const {
        for (std::size_t s = 0; s < at.size(); ++s) {
            if (std::size_t(++at[s]) <= streams_[s].size()) return;
            at[s] = 0;
        }
    }

    // Calls `visit` with the cells before a cell, in the order of preference.
    template <class Visit> void each_step(const Places& at, Visit visit) const {
        std::vector<std::size_t> numbers(at.size(), 0);
        Places before(at);
        for (;;) {
            bool moved = false;
            for (std::size_t s = 0; s < at.size(); ++s) {
                const std::size_t options = at[s] ? streams_[s].before[std::size_t(at[s] - 1)].size() : 0;
                before[s] = numbers[s] < options ? streams_[s].before[std::size_t(at[s] - 1)][numbers[s]] : at[s];
                moved = moved || before[s] != at[s];
            }
            if (!moved) return;
            visit(before);
            for (std::size_t s = 0; s < at.size(); ++s) {
                const std::size_t options = at[s] ? streams_[s].before[std::size_t(at[s] - 1)].size() : 0;
                if (++numbers[s] <= options) break;
                numbers[s] = 0;
            }
        }
    }

    std::int64_t cost_of(const Places& at, const Places& before) const {
        classes_.clear();
        std::int64_t alone = 0, moved = 0, most = 0;
        for (std::size_t s = 0; s < at.size(); ++s) {
            if (at[s] == before[s]) continue;
            const std::int32_t kind = streams_[s].kinds[std::size_t(at[s] - 1)];
            alone = streams_[s].alone[std::size_t(at[s] - 1)];
            ++moved;
            // Of the classes that a word fits, the last one takes it.
            std::size_t k = classes_.size();
            while (k > 0 && !alike_[std::size_t(kind) * width_ + std::size_t(classes_[k - 1].first)]) --k;
            if (k == 0) {
                classes_.push_back({kind, 0});
                k = classes_.size();
            }
            most = std::max<std::int64_t>(most, ++classes_[k - 1].second);
        }
        return alone * (std::int64_t(at.size()) - moved) + differing_ * (moved - most);
    }

    JointSteps trace() const {
        Places at = best_end(), before;
        JointSteps path{{}, costs_[cell_of(at)]};
        while (std::any_of(at.begin(), at.end(), [](std::int32_t place) { return place != 0; })) {
            before = best_before(at);
            Places step(at.size(), 0);
            for (std::size_t s = 0; s < at.size(); ++s)
                if (at[s] != before[s]) step[s] = at[s];
            path.steps.push_back(std::move(step));
            at = before;
        }
        std::reverse(path.steps.begin(), path.steps.end());
        return path;
    }
    // Among equal steps one that moves more streams than those which replaced another so far.
    Places best_before(const Places& at) const {
        Places best;
        std::int64_t least = kNever, widest = 0;
        each_step(at, [&](const Places& before) {
            const std::int64_t cost = costs_[cell_of(before)] + cost_of(at, before);
            std::int64_t moved = 0;
            for (std::size_t s = 0; s < at.size(); ++s) moved += at[s] != before[s];
            if (cost > least || (cost == least && moved <= widest)) return;
            if (cost == least) widest = moved;
            least = cost, best = before;
        });
        return best;
    }
    Places best_end() const {
        std::vector<Places> ends{Places(streams_.size(), 0)};
        for (std::size_t s = streams_.size(); s-- > 0;) {
            std::vector<Places> more;
            for (const Places& end : ends)
                for (std::int32_t last : streams_[s].lasts) {
                    more.push_back(end);
                    more.back()[s] = last;
                }
            if (!more.empty()) ends = std::move(more);
        }
        return *std::min_element(ends.begin(), ends.end(),
                                 [&](const Places& a, const Places& b) { return costs_[cell_of(a)] < costs_[cell_of(b)]; });
    }
};

}  // namespace scorelite
