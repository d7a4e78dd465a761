#include "beside.hpp"

#include <algorithm>

namespace scorelite {
namespace {

constexpr std::size_t kSteps = 32;     // for each row and column
constexpr std::size_t kFrequent = 16;  // times as often as the average word

// Whether nothing but its letters tells a word from others, and it cannot be left out for less.
bool is_common(const Word& w) { return !w.null && !w.optional && !w.fragment && !w.wild; }

}  // namespace

void Phrases::Places::fill(const WordIds& ids) {
    starts_.assign(std::size_t(ids.count) + 2, 0);
    for (std::int32_t id : ids.hyp) ++starts_[std::size_t(id) + 1];
    for (std::size_t k = 1; k < starts_.size(); ++k) starts_[k] += starts_[k - 1];
    places_.resize(ids.hyp.size());
    std::vector<std::uint32_t> next = starts_;
    for (std::size_t b = 0; b < ids.hyp.size(); ++b) places_[next[std::size_t(ids.hyp[b])]++] = std::uint32_t(b);
}

// What grows from column to column, or falls, may do so with a step back where ways are side by side: the bounds allow for that.
Phrases::Reach::Reach(const Policy& policy, double most, const Lattice& ref, const Lattice& hyp) : policy_(policy), most_(most) {
    ref_gone_.fill(ref), hyp_gone_.fill(hyp);
    ref_coming_.fill(ref), hyp_coming_.fill(hyp);
    const std::size_t m = hyp.arcs();
    for (std::size_t b = 1; b < m; ++b) {
        hyp_gone_.most[b] = std::max(hyp_gone_.most[b], hyp_gone_.most[b - 1]);
        hyp_coming_.least[b] = std::min(hyp_coming_.least[b], hyp_coming_.least[b - 1]);
    }
    for (std::size_t b = m - 1; b-- > 0;) {
        hyp_gone_.least[b] = std::min(hyp_gone_.least[b], hyp_gone_.least[b + 1]);
        hyp_coming_.most[b] = std::max(hyp_coming_.most[b], hyp_coming_.most[b + 1]);
    }
}

bool Phrases::Reach::left(std::size_t a, std::size_t b) const {
    const std::int64_t deleted = std::int64_t(ref_gone_.least[a]) - hyp_gone_.most[b];
    const std::int64_t inserted = std::int64_t(hyp_coming_.least[b]) - ref_coming_.most[a];
    return double(policy_.deletion) * double(std::max<std::int64_t>(deleted, 0)) +
               double(policy_.insertion) * double(std::max<std::int64_t>(inserted, 0)) <=
           most_;
}
bool Phrases::Reach::right(std::size_t a, std::size_t b) const {
    const std::int64_t inserted = std::int64_t(hyp_gone_.least[b]) - ref_gone_.most[a];
    const std::int64_t deleted = std::int64_t(ref_coming_.least[a]) - hyp_coming_.most[b];
    return double(policy_.deletion) * double(std::max<std::int64_t>(deleted, 0)) +
               double(policy_.insertion) * double(std::max<std::int64_t>(inserted, 0)) <=
           most_;
}

Phrases::Phrases(const Policy& policy, double most, const Lattice& ref, const Lattice& hyp, const WordIds& ids,
                 const std::vector<std::uint32_t>& first, const std::vector<std::uint32_t>& last)
    : ref_(ref),
      hyp_(hyp),
      ids_(ids),
      reach_(policy, most, ref, hyp),
      first_(first),
      last_(last),
      long_(hyp.linear && std::all_of(hyp.words.begin(), hyp.words.end(), is_common)),
      fragments_(std::any_of(hyp.words.begin(), hyp.words.end(), [](const Word& w) { return w.fragment; })),
      most_(kFrequent * (1 + hyp.arcs() / std::size_t(ids.count))),
      left_(kSteps * (ref.arcs() + hyp.arcs())) {
    places_.fill(ids);
}

std::vector<Beside> Phrases::find() {
    std::vector<Beside> rows(ref_.arcs(), Beside::kBegins);
    if (fragments_) return rows;  // which may match any word
    bool open = false;            // whether a phrase may go on
    for (std::size_t a = 1; a < ref_.arcs() && left_; ++a) {
        const Word& word = ref_.words[a - 1];
        const Lattice::Span span = ref_.before(a);
        const bool follows = open && span.count == 1 && *ref_.at(span) + 1 == a, common = is_common(word);
        if (common) rows[a] = follows ? go_on(a) : begin(a);
        open = long_ && common && !ends_.empty();
    }
    return rows;
}

// Where a word is outside the corridor, a phrase begins; a frequent one is passed over.
Beside Phrases::begin(std::size_t a) {
    const std::int32_t id = ids_.ref[a];
    const std::uint32_t *const from = places_.begin(id), *const to = places_.end(id);
    const std::uint32_t* const first = std::lower_bound(from, to, first_[a]);
    const std::uint32_t* const last = std::upper_bound(first, to, last_[a]);
    const auto near_left = [&](std::uint32_t b) { return !reach_.left(a, b); };
    const auto near_right = [&](std::uint32_t b) { return reach_.right(a, b); };
    const std::uint32_t* const left = std::partition_point(from, first, near_left);
    const std::uint32_t* const right = std::partition_point(last, to, near_right);
    ends_.clear();
    const std::size_t count = std::size_t(first - left) + std::size_t(right - last);
    if (!count) return Beside::kNowhere;
    if (count <= most_) {
        ends_.assign(left, first);
        ends_.insert(ends_.end(), last, right);
    }
    spend(ends_.size() + 1);
    return Beside::kBegins;
}

Beside Phrases::go_on(std::size_t a) {
    const std::int32_t id = ids_.ref[a];
    spend(ends_.size());
    std::size_t count = 0;
    for (std::uint32_t b : ends_)
        if (b + 1 < hyp_.arcs() && ids_.hyp[b + 1] == id && outside(a, b + 1)) ends_[count++] = b + 1;
    ends_.resize(count);
    return count ? Beside::kGoesOn : Beside::kEnds;
}

}  // namespace scorelite
