#include "corridor.hpp"

#include <algorithm>
#include <limits>

#include "interner.hpp"
#include "signals.hpp"

namespace scorelite {
namespace {
constexpr std::int64_t kWindow = 2048;  // words between leaving the best path of the first ways and joining it again, at most

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

// Whether the first way leads to the end.
bool is_whole(const Lattice& side) {
    const std::vector<std::uint32_t> arcs = first_way(side);
    return (arcs.empty() ? 0 : side.to[arcs.back() - 1]) == side.stop;
}

}  // namespace

// `more` and `less`: the costs of a word that only the first way has, and of one that it lacks. A word that the other side does not have is
// no better than one of the first way, or than none.
void Corridor::follow(const Lattice& side, const Lattice& other, std::int64_t more, std::int64_t less, Way& out) const {
    out = Way();
    const std::size_t n = side.arcs();
    const std::vector<char> all = passed_by_all(side);
    const std::vector<std::uint32_t> way = first_way(side);
    const std::int64_t change = std::min<std::int64_t>(policy_.substitution, more + less);
    const std::int64_t optional = reduced_ ? more - more * 2 / 3 : 0;
    out.before.assign(n, 0);
    out.after.assign(n, 0);
    std::vector<std::int64_t> fewest(n, 0), most(n, 0);  // words of the ways to an arc from the section's beginning
    Interner there;
    there.start(other.words.size());
    for (const Word& w : other.words) there.add(View(w.compare));
    Edits edits;
    std::int64_t matched = 0;  // words of a section's other ways that the other side has, at most
    Ticks ticks;
    std::size_t next = 0;   // in the first way
    std::size_t start = 0;  // the arc before the section
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
            if (w.optional) edits.add(out.arcs.size(), optional);
            if (w.fragment) edits.add(out.arcs.size(), change);
            if (!w.null && w.compare == "@") edits.add(out.arcs.size(), more + less);  // it may match a null
            if (!all[a]) {
                matched += !std::binary_search(way.begin(), way.end(), std::uint32_t(a)) && (w.fragment || there.find(View(w.compare)));
                fewest[a] = (span.count ? few : 0) + !w.null, most[a] = many + !w.null;
                continue;
            }
        }
        // The end of a section: arc `a`, or the end of the side.
        const std::int64_t begin = std::int64_t(out.arcs.size());
        for (; next < way.size() && way[next] < a; ++next)
            if (!side.words[way[next] - 1].null) out.arcs.push_back(way[next]);
        const std::int64_t end = std::int64_t(out.arcs.size()), length = end - begin;
        if (start + 1 < a && span.count) {
            const std::int64_t better = std::min(matched, many);
            edits.add(std::size_t(begin), change * std::min(better, length) +
                                              std::max(change, less) * std::max<std::int64_t>(better - length, 0) +
                                              more * std::max<std::int64_t>(length - few, 0));
        }
        for (std::size_t b = start + 1; b < a; ++b) out.before[b] = begin, out.after[b] = end;
        if (a == n) break;
        if (next < way.size() && way[next] == a) {
            ++next;
            if (!side.words[a - 1].null) out.arcs.push_back(std::uint32_t(a));
        }
        out.before[a] = out.after[a] = std::int64_t(out.arcs.size());
        fewest[a] = most[a] = matched = 0;
        start = a;
    }
    out.edits = edits.most(kWindow);
    out.nulls = std::int64_t(way.size() - out.arcs.size());
}

bool Corridor::find(const Lattice& ref, const Lattice& hyp) {
    if (!is_whole(ref) || !is_whole(hyp)) return false;
    follow(ref, hyp, policy_.deletion, policy_.insertion, ref_);
    follow(hyp, ref, policy_.insertion, policy_.deletion, hyp_);
    Interner names;
    names.start(ref_.arcs.size());
    std::vector<std::int32_t> rows, columns(kPad, 0);
    const auto text = [](const Lattice& side, std::uint32_t arc) { return side.words[arc - 1].compare; };
    for (std::uint32_t arc : ref_.arcs) {
        const View word = text(ref, arc);
        rows.push_back(std::int32_t(names.add(word)));
    }
    for (std::uint32_t arc : hyp_.arcs) {
        const View word = text(hyp, arc);
        columns.push_back(std::int32_t(names.find(word)));
    }
    columns.insert(columns.end(), kPad, 0);
    const Problem p{rows.data(), rows.size(), columns.data() + kPad, hyp_.arcs.size(), names.count()};
    const std::int64_t nulls = std::int64_t(ref.arcs() + hyp.arcs()) / 256 + 1;  // none of them costs more than 0.002
    cost_ = find_passages(policy_, p, ref_.edits + hyp_.edits + nulls, passages_);
    if (cost_ < 0) return false;
    place(ref, hyp);
    return true;
}

void Corridor::find_overlaps(const Lattice& ref, const Lattice& hyp) {
    constexpr double kNever = std::numeric_limits<double>::infinity();
    const std::size_t n = ref.arcs(), m = hyp.arcs();
    const std::vector<char> all = passed_by_all(hyp);
    std::vector<double> latest(m, -kNever), earliest(m, kNever), later(n, kNever);
    for (std::size_t b = 1; b < m; ++b) latest[b] = std::max(latest[b - 1], hyp.words[b - 1].end);
    for (std::size_t b = m; b-- > 1;) earliest[b] = std::min(b + 1 < m ? earliest[b + 1] : kNever, hyp.words[b - 1].begin);
    for (std::size_t a = n; a-- > 1;) later[a] = std::min(a + 1 < n ? later[a + 1] : kNever, ref.words[a - 1].begin);
    first_.assign(n, 0);
    last_.assign(n, 0);
    std::size_t passed = 0, from = 0, to = 0;
    double end = -kNever;
    for (std::size_t a = 1; a < n; ++a) {
        end = std::max(end, ref.words[a - 1].end);
        // Ways may differ behind the last arc that all of them pass.
        for (; from + 1 < m && latest[from + 1] <= later[a]; ++from)
            if (all[from + 1]) passed = from + 1;
        while (to + 1 < m && earliest[to + 1] < end) ++to;
        to = std::max(to, from);
        first_[a] = std::uint32_t(passed);
        // In the row before, words are inserted up to the one that is paired here.
        const Lattice::Span before = ref.before(a);
        for (std::uint32_t k = 0; k < before.count; ++k) last_[ref.at(before)[k]] = std::max(last_[ref.at(before)[k]], std::uint32_t(to));
        last_[a] = std::max(last_[a], std::uint32_t(to));
    }
    const Lattice::Span ends = ref.entering[ref.stop];
    for (std::uint32_t k = 0; k < ends.count; ++k) last_[ref.at(ends)[k]] = std::uint32_t(m - 1);
}

// Turns rows and columns of the first ways into arcs: those that lie between the words of an arc, or beside them.
void Corridor::place(const Lattice& ref, const Lattice& hyp) {
    first_.assign(ref.arcs(), 0);
    last_.assign(ref.arcs(), std::uint32_t(hyp.arcs() - 1));
    std::size_t above = 0, below = 0;  // passages above the row, and from it on
    std::uint32_t low = 0, high = 0;
    for (std::size_t a = 1; a < ref.arcs(); ++a) {
        while (above < passages_.size() && passages_[above].row <= ref_.before[a]) ++above;
        while (below < passages_.size() && passages_[below].row < ref_.after[a]) ++below;
        if (above)
            while (hyp_.after[low] < passages_[above - 1].first) ++low;
        first_[a] = low;
        if (below == passages_.size()) break;
        while (high + 1 < hyp.arcs() && hyp_.before[high + 1] <= passages_[below].last) ++high;
        last_[a] = high;
    }
}

}  // namespace scorelite
