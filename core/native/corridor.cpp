#include "corridor.hpp"

#include <algorithm>
#include <limits>

#include "signals.hpp"
#include "sizes.hpp"

namespace scorelite {
namespace {
constexpr std::int64_t kWindow = 2048;           // words between leaving the best path of the first ways and joining it again, at most
constexpr std::int64_t kMargin = sized(16, 3);   // columns beside a path, at least
constexpr std::int64_t kWidth = sized(512, 40);  // columns of a narrow corridor, on average at most
constexpr double kDear = 0.7;                    // of a row deleted: paths of rows that cost more are no better than others outside

// Per arc, whether every way passes it.
std::vector<char> passed_by_all(const Lattice& side) {
    std::vector<char> all(side.arcs(), 0);
    std::size_t least = side.arcs();
    const auto reach = [&](Lattice::Span span) {
        for (std::uint32_t k = 0; k < span.count; ++k) least = std::min<std::size_t>(least, side.at(span)[k]);
    };
    Ticks ticks;
    reach(side.entering[side.stop]);
    for (std::size_t a = side.arcs(); a--;) {
        all[a] = least >= a;
        ticks.spend(side.before(a).count + 1);
        reach(side.before(a));
    }
    return all;
}

// The arcs of the way that takes the first arc of every node.
std::vector<std::uint32_t> first_way(const Lattice& side) {
    std::vector<std::uint32_t> arcs;
    std::uint32_t node = 0;
    for (std::size_t k = 0; k < side.words.size(); ++k) {
        if (side.from[k] != node) continue;
        node = side.to[k];
        arcs.push_back(std::uint32_t(k + 1));
    }
    return arcs;
}

std::int64_t nulls_of(const Lattice& side) {
    return std::count_if(side.words.begin(), side.words.end(), [](const Word& w) { return w.null; });
}

// Costs of edits by their places in the first way, and the most of them in a window of so many words.
//
// Where a best path of the lattices is not the best one of the first ways, it leaves that one and joins it again. In between it saves no
// more than the edits there, or the other one would be better: the rest of it is as it would be. So the slack of the corridor is what can
// be saved between leaving and joining, not in the whole text. A best path that is beside the best one of the first ways for thousands of
// words on end would have to find all of these words again somewhere else, in the same order.
class Edits {
    std::vector<std::pair<std::int64_t, std::int64_t>> edits_;

  public:
    void add(std::size_t place, std::int64_t cost) {
        if (cost) edits_.emplace_back(std::int64_t(place), cost);
    }
    std::int64_t most(std::int64_t window) const {
        std::int64_t sum = 0, most = 0;
        for (std::size_t first = 0, last = 0; last < edits_.size(); ++last) {
            sum += edits_[last].second;
            for (; edits_[last].first - edits_[first].first > window; ++first) sum -= edits_[first].second;
            most = std::max(most, sum);
        }
        return most;
    }
};

// The rows of a path that is given by its moves from the end.
template <class Pass> std::vector<Pass> passes_of(const Policy& policy, const Problem& p, const std::vector<std::uint8_t>& moves) {
    std::vector<Pass> rows(p.n + 1);
    std::size_t row = 0, column = 0;
    for (std::size_t k = moves.size(); k-- > 0;) {
        if (moves[k] == kIns) {
            rows[row].last = std::int64_t(++column);
            rows[row].cost += policy.insertion;
            continue;
        }
        const std::int64_t before = rows[row].cost;
        const bool pair = moves[k] == kSub;
        const std::int64_t cost = !pair ? policy.deletion : p.rows[row] == p.columns[column] ? 0 : policy.substitution;
        column += pair;
        rows[++row] = {std::int64_t(column), std::int64_t(column), before + cost};
    }
    return rows;
}

// For each row, by how much a sum grows at most up to it, or from it on.
std::vector<std::int64_t> rises_of(const std::vector<std::int64_t>& sums) {
    std::vector<std::int64_t> rises(sums.size());
    std::int64_t least = std::numeric_limits<std::int64_t>::max(), most = std::numeric_limits<std::int64_t>::min();
    for (std::size_t k = 0; k < sums.size(); ++k) {
        least = std::min(least, sums[k]);
        rises[k] = sums[k] - least;
    }
    for (std::size_t k = sums.size(); k-- > 0;) {
        most = std::max(most, sums[k]);
        rises[k] = std::max(rises[k], most - sums[k]);
    }
    return rises;
}

// The arcs of a first way's words, and where other ways leave and join it.
template <class Way> Way way_of(const Lattice& side, const std::vector<std::uint32_t>& first) {
    Way way;
    const std::size_t n = side.arcs();
    const std::vector<char> all = passed_by_all(side);
    way.before.assign(n, 0);
    way.after.assign(n, 0);
    std::size_t next = 0, start = 0;  // in the first way; the arc before the section
    const auto take = [&](std::size_t end) {
        for (; next < first.size() && first[next] < end; ++next)
            if (!side.words[first[next] - 1].null) way.arcs.push_back(first[next]);
        return std::int64_t(way.arcs.size());
    };
    for (std::size_t a = 1; a <= n; ++a) {
        if (a < n && !all[a]) continue;
        const std::int64_t begin = std::int64_t(way.arcs.size()), end = take(a);
        for (std::size_t b = start + 1; b < a; ++b) way.before[b] = begin, way.after[b] = end;
        if (a < n) way.before[a] = way.after[a] = take(a + 1);
        start = a;
    }
    way.nulls = std::int64_t(first.size() - way.arcs.size());
    return way;
}

// The first way of a side, if it leads to the end and each of its words can be aligned alone.
template <class Way> std::optional<Way> first_way_of(const Lattice& side) {
    const std::vector<std::uint32_t> arcs = first_way(side);
    if ((arcs.empty() ? 0 : side.to[arcs.back() - 1]) != side.stop) return std::nullopt;
    if (std::any_of(arcs.begin(), arcs.end(), [&](std::uint32_t arc) { return side.words[arc - 1].exact; })) return std::nullopt;
    return way_of<Way>(side, arcs);
}

}  // namespace

Corridor::Corridor(const Policy& policy, const Lattice& ref, const Lattice& hyp, const WordIds& ids)
    : policy_(policy), ref_(ref), hyp_(hyp), ids_(ids), refs_(first_way_of<Way>(ref)), hyps_(first_way_of<Way>(hyp)) {
    if (!has_ways()) return;
    for (std::uint32_t arc : refs_->arcs) rows_.push_back(ids.ref[arc]);
    columns_.assign(kPad, 0);
    for (std::uint32_t arc : hyps_->arcs) columns_.push_back(ids.hyp[arc] > ids.count_of_ref ? 0 : ids.hyp[arc]);
    columns_.insert(columns_.end(), kPad, 0);
}

Problem Corridor::problem() const {
    return {rows_.data(), rows_.size(), columns_.data() + kPad, hyps_->arcs.size(), std::size_t(ids_.count_of_ref)};
}

bool Corridor::is_dear(std::int64_t cost) const { return double(cost) > kDear * double(policy_.deletion) * double(rows_.size()); }

// A word that the hypothesis lacks costs a substitution or a deletion.
bool Corridor::is_hopeless() const {
    std::vector<char> known(std::size_t(ids_.count_of_ref) + 1, 0);
    for (std::int32_t number : columns_) known[std::size_t(number)] = 1;
    const auto unknown = std::count_if(rows_.begin(), rows_.end(), [&](std::int32_t number) { return !known[std::size_t(number)]; });
    return is_dear(std::int64_t(unknown) * std::min(policy_.substitution, policy_.deletion));
}

bool Corridor::follow(const std::vector<std::uint8_t>& moves, std::int64_t cost) {
    if (is_dear(cost)) return false;
    for (std::size_t b = 1; b < hyp_.arcs(); ++b) {
        const Lattice::Span span = hyp_.before(b);
        for (std::uint32_t k = 0; k < span.count; ++k)
            if (std::int64_t(b) - std::int64_t(hyp_.at(span)[k]) > kMargin) return false;  // a word may lead across the corridor
    }
    path_ = passes_of<Pass>(policy_, problem(), moves);
    surround(std::vector<std::int64_t>(path_.size(), kMargin));
    beside_ = Phrases(policy_, double(cost + nulls()) * 1.001 + 1.0, ref_, hyp_, ids_, first_, last_).find();
    return true;
}

// Where paths may be cheaper outside than the one that is followed, the corridor is as much wider as it costs to leave it and to come back.
bool Corridor::narrow(bool with_sections) {
    const std::int64_t word = std::min(policy_.substitution, policy_.deletion), phrase = std::min<std::int64_t>(word, policy_.insertion);
    std::vector<std::int64_t> widths(1, path_[0].cost);  // at first, what the path costs more than one outside
    for (std::size_t i = 1; i < path_.size(); ++i) {
        const std::uint32_t arc = refs_->arcs[i - 1];
        // A path that takes more or fewer words for any words costs as much.
        const bool in_section = refs_->before[arc] != refs_->after[arc], free = is_wild(i - 1) || is_wild(i);
        const std::int64_t outside = in_section ? 0 : beside_[arc] == Beside::kNowhere ? word : beside_[arc] == Beside::kEnds ? phrase : 0;
        widths.push_back(widths.back() + (free || (in_section && !with_sections) ? 0 : path_[i].cost - path_[i - 1].cost - outside));
    }
    const std::int64_t gaps = std::int64_t(policy_.insertion) + policy_.deletion;
    widths = rises_of(widths);
    for (std::int64_t& width : widths) width = kMargin + width / gaps;
    surround(widths);
    std::size_t cells = 0;
    for (std::size_t a = 0; a < ref_.arcs(); ++a) cells += last_[a] - first_[a] + 1;
    return cells <= std::size_t(kWidth) * ref_.arcs();
}

// Takes so many columns on either side of the path in each row.
void Corridor::surround(const std::vector<std::int64_t>& widths) {
    passages_.clear();
    for (std::size_t i = 0; i < path_.size(); ++i)
        passages_.push_back({std::int64_t(i), path_[i].first - widths[i], path_[i].last + widths[i]});
    for (std::size_t i = path_.size() - 1; i-- > 0;) passages_[i].first = std::min(passages_[i].first, passages_[i + 1].first);
    for (std::size_t i = 1; i < path_.size(); ++i) passages_[i].last = std::max(passages_[i].last, passages_[i - 1].last);
    place();
}

// `more` and `less`: the costs of a word that only the first way has, and of one that it lacks. A word that the other side does not have is
// no better than one of the first way, or than none, but where a substitution is cheaper than that. Gives the cost of editing any way into
// the first, at most, in any window of words.
std::int64_t Corridor::edits_of(const Lattice& side, const Way& way, const std::vector<char>& there, std::int64_t more,
                                std::int64_t less) const {
    const std::size_t n = side.arcs();
    const std::vector<std::int32_t>& ids = &side == &ref_ ? ids_.ref : ids_.hyp;
    const bool reduced = policy_.substitution > std::max(policy_.insertion, policy_.deletion);
    const std::int64_t change = std::min<std::int64_t>(policy_.substitution, more + less), optional = reduced ? more - more * 2 / 3 : 0;
    const bool any_pays = policy_.substitution < less;
    const std::vector<char> all = passed_by_all(side);
    // Words of the ways to an arc from the section's beginning: of all, and the most of others than the first way's that may pay.
    std::vector<std::int64_t> fewest(n, 0), most(n, 0);
    Edits edits;
    std::size_t start = 0;  // the arc before the section
    Ticks ticks;
    for (std::size_t a = 1; a <= n; ++a) {
        const Lattice::Span span = a < n ? side.before(a) : side.entering[side.stop];
        ticks.spend(span.count + 1);
        std::int64_t few = INT64_MAX, many = 0;
        for (std::uint32_t k = 0; k < span.count; ++k) {
            few = std::min(few, fewest[side.at(span)[k]]);
            many = std::max(many, most[side.at(span)[k]]);
        }
        if (a < n) {
            const Word& w = side.words[a - 1];
            const std::size_t place = std::size_t(way.before[a] - (all[a] && !w.null));
            if (w.optional) edits.add(place, optional);
            if (w.fragment) edits.add(place, change);
            if (!w.null && w.compare == "@") edits.add(place, more + less);  // it may match a null
            if (!all[a]) {
                const bool is_first = std::binary_search(way.arcs.begin(), way.arcs.end(), std::uint32_t(a));
                fewest[a] = (span.count ? few : 0) + !w.null;
                most[a] = many + (!is_first && (any_pays || w.fragment || there[std::size_t(ids[a])]));
                continue;
            }
        }
        // The end of a section: arc `a`, or the end of the side.
        if (start + 1 < a && span.count) {
            const std::int64_t length = way.after[start + 1] - way.before[start + 1];
            edits.add(std::size_t(way.before[start + 1]), std::max(change, less) * std::min(many, length) +
                                                              less * std::max<std::int64_t>(many - length, 0) +
                                                              more * std::max<std::int64_t>(length - few, 0));
        }
        if (a == n) break;
        fewest[a] = most[a] = 0;
        start = a;
    }
    return edits.most(kWindow);
}

std::int64_t Corridor::widen(const std::vector<std::uint8_t>& moves) {
    beside_.clear();
    std::vector<char> in_ref(std::size_t(ids_.count) + 1, 0), in_hyp = in_ref;
    for (std::int32_t id : ids_.ref) in_ref[std::size_t(id)] = 1;
    for (std::int32_t id : ids_.hyp) in_hyp[std::size_t(id)] = 1;
    const std::int64_t edits = edits_of(ref_, *refs_, in_hyp, policy_.deletion, policy_.insertion) +
                               edits_of(hyp_, *hyps_, in_ref, policy_.insertion, policy_.deletion);
    const std::int64_t nulls = (nulls_of(ref_) + nulls_of(hyp_)) / 256 + 1;  // none of them costs more than 0.002
    // A path that costs so much more than another one gains no less by similar costs than a share of what that one gains without it.
    const Likeness likeness(policy_);
    Edits gains;
    std::size_t row = 0, column = 0;
    for (std::size_t k = moves.size(); k-- > 0; row += moves[k] != kIns, column += moves[k] != kDel)
        if (moves[k] == kSub) gains.add(row, rows_[row] == columns_[kPad + column] ? likeness.match : likeness.substitution);
    const std::int64_t slack = (likeness.share * (edits + nulls) + gains.most(kWindow)) / likeness.of + 1;
    const std::int64_t cost = find_passages(similar(policy_), problem(), slack, passages_);
    if (cost >= 0) place();
    return cost;
}

void Corridor::find_overlaps() {
    constexpr double kNever = std::numeric_limits<double>::infinity();
    const std::size_t n = ref_.arcs(), m = hyp_.arcs();
    const std::vector<char> all = passed_by_all(hyp_);
    std::vector<double> latest(m, -kNever), earliest(m, kNever), later(n, kNever);
    for (std::size_t b = 1; b < m; ++b) latest[b] = std::max(latest[b - 1], hyp_.words[b - 1].end);
    for (std::size_t b = m; b-- > 1;) earliest[b] = std::min(b + 1 < m ? earliest[b + 1] : kNever, hyp_.words[b - 1].begin);
    for (std::size_t a = n; a-- > 1;) later[a] = std::min(a + 1 < n ? later[a + 1] : kNever, ref_.words[a - 1].begin);
    first_.assign(n, 0);
    last_.assign(n, 0);
    std::size_t passed = 0, from = 0, to = 0;
    double end = -kNever;
    for (std::size_t a = 1; a < n; ++a) {
        end = std::max(end, ref_.words[a - 1].end);
        // Ways may differ behind the last arc that all of them pass.
        for (; from + 1 < m && latest[from + 1] <= later[a]; ++from)
            if (all[from + 1]) passed = from + 1;
        while (to + 1 < m && earliest[to + 1] < end) ++to;
        to = std::max(to, from);
        first_[a] = std::uint32_t(passed);
        // In the row before, words are inserted up to the one that is paired here.
        const Lattice::Span before = ref_.before(a);
        for (std::uint32_t k = 0; k < before.count; ++k) last_[ref_.at(before)[k]] = std::max(last_[ref_.at(before)[k]], std::uint32_t(to));
        last_[a] = std::max(last_[a], std::uint32_t(to));
    }
    const Lattice::Span ends = ref_.entering[ref_.stop];
    for (std::uint32_t k = 0; k < ends.count; ++k) last_[ref_.at(ends)[k]] = std::uint32_t(m - 1);
}

// Turns rows and columns of the first ways into arcs: those that lie between the words of an arc, or beside them.
void Corridor::place() {
    first_.assign(ref_.arcs(), 0);
    last_.assign(ref_.arcs(), std::uint32_t(hyp_.arcs() - 1));
    Passages passages(passages_);
    std::uint32_t low = 0, high = 0;
    for (std::size_t a = 0; a < ref_.arcs(); ++a) {
        const std::int64_t first = passages.first(refs_->before[a]), last = passages.last(refs_->after[a]);
        while (hyps_->after[low] < first) ++low;
        first_[a] = low;
        while (high + 1 < hyp_.arcs() && hyps_->before[high + 1] <= last) ++high;
        last_[a] = high;
    }
}

}  // namespace scorelite
