// The best combination of segments into streams: by a full table where it is small, else by prices and a search that they bound.
//
// Prices (Lagrangian relaxation, Held and Karp 1971; Fisher 1981): every stream may take any of the segments that are left, each at a
// price; what the streams save together is a bound of the errors, whatever the prices. Prices of segments that several streams take fall,
// of those that none takes they rise. Costs are multiplied by kScale, so that bounds are exact whole numbers.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "clock.hpp"
#include "combining.hpp"
#include "prices.hpp"
#include "streams.hpp"

namespace scorelite {

// The table of all beginnings of the references, in segments, and of all streams, in words.
class InterleavingTable {
    struct Cell {
        std::int32_t cost = 0;
        std::uint32_t link = 0;  // the place in the streams where the segment began
        std::uint8_t ref = 0, stream = 0;
    };
    struct Mark {
        std::int32_t cost;
        std::uint32_t link;
    };
    using Refs = std::vector<std::vector<Stream>>;
    const Refs& refs_;
    const std::vector<Stream>& streams_;
    std::vector<std::size_t> ref_steps_, stream_steps_;
    std::size_t ref_size_ = 1, stream_size_ = 1;
    std::vector<std::vector<Cell>> grid_;
    std::vector<Mark> row_;
    Ticks ticks_;

  public:
    struct Solution {
        std::vector<std::array<std::int32_t, 2>> pairs;  // of a reference and a stream, segment by segment
        std::int64_t cost;
    };

    // The number of cells; more than `most` are counted as `most` + 1.
    static std::size_t cells(const Refs& refs, const std::vector<Stream>& streams, std::size_t most) {
        std::size_t product = 1;
        const auto times = [&](std::size_t factor) { product = product > most / factor ? most + 1 : product * factor; };
        for (const auto& ref : refs) times(ref.size() + 1);
        for (const Stream& stream : streams) times(stream.size() + 1);
        return product;
    }
    static constexpr std::size_t kCell = sizeof(Cell);

    InterleavingTable(const Refs& refs, const std::vector<Stream>& streams) : refs_(refs), streams_(streams) {
        for (const auto& ref : refs) {
            ref_steps_.push_back(ref_size_);
            ref_size_ *= ref.size() + 1;
        }
        for (const Stream& stream : streams) {
            stream_steps_.push_back(stream_size_);
            stream_size_ *= stream.size() + 1;
        }
    }
    // The cheapest assignment; none if the clock ran out.
    std::optional<Solution> solve(const Clock& clock) {
        grid_.assign(ref_size_, {});
        grid_[0].resize(stream_size_);
        for (std::size_t p = 0; p < stream_size_; ++p)
            for (std::size_t s = 0; s < streams_.size(); ++s) grid_[0][p].cost += std::int32_t(position(p, s));
        for (std::size_t k = 1; k < ref_size_; ++k) {
            if (clock.is_over()) return std::nullopt;
            fill(k);
        }
        Solution solution{{}, grid_.back().back().cost};
        std::size_t k = ref_size_ - 1, p = stream_size_ - 1;
        while (k) {
            const Cell& cell = grid_[k][p];
            solution.pairs.push_back({cell.ref, cell.stream});
            p = cell.link;
            k -= ref_steps_[cell.ref];
        }
        std::reverse(solution.pairs.begin(), solution.pairs.end());
        return solution;
    }

  private:
    std::size_t position(std::size_t p, std::size_t s) const { return p / stream_steps_[s] % (streams_[s].size() + 1); }

    void fill(std::size_t k) {
        std::vector<Cell>& cells = grid_[k];
        cells.resize(stream_size_);
        bool first = true;
        for (std::size_t r = 0; r < refs_.size(); ++r) {
            const std::size_t done = k / ref_steps_[r] % (refs_[r].size() + 1);
            if (!done) continue;
            const std::vector<Cell>& before = grid_[k - ref_steps_[r]];
            for (const std::size_t s : choices(refs_[r][done - 1])) {
                for (std::size_t p = 0; p < stream_size_; ++p)
                    if (!position(p, s)) advance(before, cells, refs_[r][done - 1], p, r, s, first);
                first = false;
            }
        }
    }
    // The streams that a segment may take: with times those that have a word beside one of its words, and where none has, the last one, as
    // MeetEval has it; elsewhere all of its words are deleted, wherever it goes.
    std::vector<std::size_t> choices(const Stream& segment) const {
        std::vector<std::size_t> near;
        for (std::size_t s = 0; s < streams_.size(); ++s)
            if (!segment.size() || meets(segment, streams_[s])) near.push_back(s);
        if (near.empty()) near.push_back(streams_.size() - 1);
        return near;
    }
    static bool meets(const Stream& segment, const Stream& stream) {
        if (!is_timed(segment, stream)) return true;
        for (std::size_t i = 0; i < segment.size(); ++i)
            for (std::size_t j = 0; j < stream.size(); ++j)
                if (overlap(segment, i, stream, j)) return true;
        return false;
    }
    // A segment along the axis of one stream; equally cheap ways keep the one that was found first.
    void advance(const std::vector<Cell>& before, std::vector<Cell>& cells, const Stream& segment, std::size_t p, std::size_t r,
                 std::size_t s, bool first) {
        const Stream& stream = streams_[s];
        const std::size_t step = stream_steps_[s], m = stream.size();
        ticks_.spend((m + 1) * (segment.size() + 1));
        row_.resize(m + 1);
        for (std::size_t j = 0; j <= m; ++j) row_[j] = {before[p + j * step].cost, std::uint32_t(p + j * step)};
        const bool timed = is_timed(segment, stream);
        for (std::size_t i = 0; i < segment.size(); ++i) {
            Mark diagonal = row_[0];
            ++row_[0].cost;
            for (std::size_t j = 1; j <= m; ++j) {
                const Mark up = row_[j];
                const bool meet = !timed || overlap(segment, i, stream, j - 1);
                if (meet && segment.words[i] == stream.words[j - 1]) {
                    row_[j] = diagonal;
                } else {
                    Mark best = row_[j - 1];
                    if (up.cost < best.cost) best = up;
                    if (meet && diagonal.cost < best.cost) best = diagonal;
                    ++best.cost;
                    row_[j] = best;
                }
                diagonal = up;
            }
        }
        for (std::size_t j = 0; j <= m; ++j) {
            Cell& cell = cells[p + j * step];
            if (first || row_[j].cost < cell.cost) cell = {row_[j].cost, row_[j].link, std::uint8_t(r), std::uint8_t(s)};
        }
    }
};

// Segments in order, each in one stream: bounds by prices, and a search within them.
class CombinationSearch {
    static constexpr std::int64_t kScale = PricedStream::kScale;
    static constexpr int kMostRounds = 400, kPatience = 40;
    const std::vector<Stream>& segments_;
    const std::vector<Stream>& streams_;
    bool timed_;
    std::size_t memory_;
    Clock clock_;
    std::vector<std::int64_t> prices_;
    std::vector<PricedStream> priced_;
    std::vector<std::int64_t> row_;
    Ticks ticks_;

  public:
    std::int64_t low = 0;
    Combination best;

    CombinationSearch(const std::vector<Stream>& segments, const std::vector<Stream>& streams, bool timed, Combination start,
                      std::size_t memory, const Clock& clock)
        : segments_(segments), streams_(streams), timed_(timed), memory_(memory), clock_(clock), best(std::move(start)) {
        std::size_t left = 0, right = 0;
        for (const Stream& segment : segments) left += segment.size();
        for (const Stream& stream : streams) right += stream.size();
        low = std::int64_t(left > right ? left - right : right - left);
    }
    void run() {
        if (low >= best.cost) return;
        for (const Stream& stream : streams_) priced_.emplace_back(segments_, stream, timed_);
        if (!has_room()) return;
        bound();
        if (low < best.cost) search();
    }

  private:
    bool has_room() const {
        std::size_t cells = 0;
        for (const PricedStream& stream : priced_) cells += stream.windows().cells();
        return cells * PricedStream::kCell <= memory_ / 2;
    }

    // ----- prices

    void bound() {
        for (const Stream& segment : segments_) prices_.push_back(std::int64_t(segment.size()) * kScale);
        std::vector<std::int64_t> good = prices_;
        std::int64_t highest = std::numeric_limits<std::int64_t>::min();
        double pace = 1.0;
        int patience = kPatience;
        for (int round = 0; round < kMostRounds && !clock_.is_over(); ++round) {
            const std::int64_t sum = relax();
            if (sum > highest) {
                highest = sum;
                good = prices_;
                patience = kPatience;
            } else if (--patience % 8 == 0) {
                pace /= 2;
                prices_ = good;
                if (patience <= 0) break;
            }
            low = std::max(low, highest / kScale + (highest % kScale > 0));
            if (low >= best.cost) return;
            const std::vector<std::vector<std::int32_t>> taken = takers();
            if (round % 8 == 0) round_up(taken);
            if (low >= best.cost || !reprice(taken, sum, pace)) break;
        }
        prices_ = good;
        relax();
    }
    // A number of errors that nothing undercuts, by all prices.
    std::int64_t relax() {
        std::int64_t sum = 0;
        for (std::int64_t price : prices_) sum += price;
        for (PricedStream& stream : priced_) sum += stream.relax(prices_);
        return sum;
    }
    // The streams that take each segment.
    std::vector<std::vector<std::int32_t>> takers() const {
        std::vector<std::vector<std::int32_t>> segments_taken(segments_.size());
        for (std::size_t s = 0; s < priced_.size(); ++s)
            for (std::size_t k : priced_[s].taken(prices_)) segments_taken[k].push_back(std::int32_t(s));
        return segments_taken;
    }
    // An assignment near the relaxed one.
    void round_up(const std::vector<std::vector<std::int32_t>>& taken) {
        Combination other = best;
        for (std::size_t k = 0; k < taken.size(); ++k)
            if (!taken[k].empty() && std::find(taken[k].begin(), taken[k].end(), other.of[k]) == taken[k].end()) other.of[k] = taken[k][0];
        improve(other, segments_, streams_, timed_, 1, clock_);
        if (other.cost < best.cost) best = other;
    }
    // New prices; false if every segment is taken once, so that the bound is met.
    bool reprice(const std::vector<std::vector<std::int32_t>>& taken, std::int64_t sum, double pace) {
        double norm = 0;
        for (const auto& streams : taken) norm += (1.0 - double(streams.size())) * (1.0 - double(streams.size()));
        if (norm == 0) return false;
        const double step = pace * (double(best.cost) * double(kScale) - double(sum)) / norm;
        for (std::size_t k = 0; k < taken.size(); ++k) prices_[k] += std::int64_t(step * (1.0 - double(taken[k].size())));
        return true;
    }

    // ----- search

    struct Node {
        std::uint32_t before;
        std::int32_t stream;
    };
    struct Entry {
        std::int64_t cost;
        std::uint32_t node;
    };
    using Layer = std::unordered_map<std::u32string, Entry>;

    // All ways whose cost, with the bound of what is left, stays below the best that is known; layer by layer.
    void search() {
        std::vector<std::int64_t> due(segments_.size() + 1, 0);
        for (std::size_t k = segments_.size(); k-- > 0;) due[k] = due[k + 1] + prices_[k];
        std::vector<Node> nodes{{0, -1}};
        Layer layer, next;
        layer.emplace(std::u32string(streams_.size(), U'\0'), Entry{0, 0});
        for (std::size_t k = 0; k < segments_.size(); ++k) {
            next.clear();
            std::size_t steps = 0;
            for (const auto& [at, entry] : layer) {
                if (++steps % 256 == 0 && (clock_.is_over() || !fits(nodes.size(), layer.size() + next.size()))) return;
                expand(k, at, entry, due[k + 1], nodes, next);
            }
            layer.swap(next);
        }
        finish(layer, nodes);
    }
    bool fits(std::size_t nodes, std::size_t entries) const {
        const std::size_t entry = sizeof(Layer::value_type) + 4 * sizeof(void*) + 4 * (streams_.size() + 1);
        return nodes * sizeof(Node) + entries * entry <= memory_ / 2 && nodes < UINT32_MAX / 2;
    }
    // Words that no segment to come can look at are insertions.
    void expand(std::size_t k, const std::u32string& at, const Entry& entry, std::int64_t due, std::vector<Node>& nodes, Layer& next) {
        std::u32string to = at;
        std::vector<std::int64_t> rests(streams_.size());
        std::int64_t cost = entry.cost, rest = due;
        for (std::size_t s = 0; s < streams_.size(); ++s) {
            const std::size_t from = std::max(std::size_t(at[s]), priced_[s].windows().from(k + 1));
            cost += std::int64_t(from - at[s]);
            to[s] = char32_t(from);
            rest += rests[s] = priced_[s].cost(k + 1, from);
        }
        for (std::size_t s = 0; s < streams_.size(); ++s) {
            const std::int64_t others = cost - std::int64_t(to[s] - at[s]);
            take(k, at[s], s, {others, entry.node}, rest - rests[s], to, nodes, next);
        }
    }
    // One stream takes the segment, which ends at any word that can matter.
    void take(std::size_t k, std::size_t begin, std::size_t s, const Entry& entry, std::int64_t rest, std::u32string to,
              std::vector<Node>& nodes, Layer& next) {
        const Windows& windows = priced_[s].windows();
        const std::int64_t most = best.cost - 1;
        align(segments_[k], streams_[s], begin, width(k, begin, s, most - entry.cost));
        const std::size_t from = windows.from(k + 1);
        for (std::size_t x = 0; x < row_.size(); ++x) {
            if (x && row_[x] == row_[x - 1] + 1) continue;  // insertions wait until something follows them
            const std::size_t end = std::max(begin + x, from);
            const std::int64_t cost = entry.cost + row_[x] + std::int64_t(end - begin - x);
            if (cost * kScale + rest + priced_[s].cost(k + 1, end) > most * kScale) continue;
            to[s] = char32_t(end);
            const auto reached = next.find(to);
            if (reached != next.end() && reached->second.cost <= cost) continue;
            nodes.push_back({entry.node, std::int32_t(s)});
            next[to] = {cost, std::uint32_t(nodes.size() - 1)};
        }
    }
    // The number of words that a segment can reach: every word more than it has is an insertion.
    std::size_t width(std::size_t k, std::size_t begin, std::size_t s, std::int64_t errors) const {
        const std::size_t end = priced_[s].windows().to(k);
        if (end <= begin) return 0;
        return std::min(end - begin, segments_[k].size() + std::size_t(std::max<std::int64_t>(0, errors)));
    }
    // Errors of a segment and the words of a stream from a place on, by the number of these words.
    void align(const Stream& segment, const Stream& stream, std::size_t begin, std::size_t width) {
        ticks_.spend((width + 1) * (segment.size() + 1));
        std::vector<std::int64_t>& row = row_;
        row.resize(width + 1);
        for (std::size_t x = 0; x <= width; ++x) row[x] = std::int64_t(x);
        for (std::size_t i = 0; i < segment.size(); ++i) {
            std::int64_t diagonal = row[0]++;
            for (std::size_t x = 1; x <= width; ++x) {
                const std::int64_t up = row[x];
                std::int64_t least = std::min(up, row[x - 1]) + 1;
                if (!timed_ || overlap(segment, i, stream, begin + x - 1))
                    least = std::min(least, diagonal + (segment.words[i] != stream.words[begin + x - 1]));
                row[x] = least;
                diagonal = up;
            }
        }
    }
    // The best end; without one, nothing is better than what was known.
    void finish(const Layer& layer, const std::vector<Node>& nodes) {
        const Entry* least = nullptr;
        for (const auto& [at, entry] : layer) {
            std::int64_t cost = entry.cost;
            for (std::size_t s = 0; s < streams_.size(); ++s) cost += std::int64_t(streams_[s].size() - at[s]);
            if (cost >= best.cost) continue;
            best.cost = cost;
            least = &entry;
        }
        low = best.cost;
        if (!least) return;
        std::uint32_t node = least->node;
        for (std::size_t k = segments_.size(); k-- > 0; node = nodes[node].before) best.of[k] = nodes[node].stream;
    }
};

}  // namespace scorelite
