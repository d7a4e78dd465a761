// Segments combined into streams: which segment belongs to which stream, improved greedily one segment after the other.
//
// A column holds the costs of aligning what was read so far with every beginning of a stream. Segments move where the sum of a column
// before them and one behind them is smallest.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "bit_columns.hpp"
#include "clock.hpp"
#include "streams.hpp"
#include "timed_columns.hpp"

namespace scorelite {

// What a greedy search begins with and improves.
struct Combination {
    std::vector<std::int32_t> of;  // the stream of each segment
    std::int64_t cost = 0;
};

template <class Columns> class GreedyCombiner {
    using Column = typename Columns::Column;
    using Behind = typename Columns::Behind;
    struct Track {
        Columns columns;
        // Values behind each segment that the stream has, last to first; the first element is the end of the stream.
        std::vector<Behind> behind;
        Column before;
        std::int64_t cost = 0;

        const Behind& rest() const { return behind.back(); }
    };
    std::size_t segments_;
    std::vector<Track> tracks_;
    const Clock& clock_;
    static constexpr int kMostRounds = 49;

  public:
    GreedyCombiner(const std::vector<Stream>& segments, const std::vector<Stream>& streams, int substitution, const Clock& clock)
        : segments_(segments.size()), clock_(clock) {
        for (const Stream& stream : streams) tracks_.push_back({Columns(segments, stream, substitution), {}, {}});
    }
    void improve(Combination& combination) {
        for (int round = 0; round < kMostRounds; ++round)
            if (!improve_once(combination)) return;
    }

  private:
    void look_behind(const Combination& combination) {
        for (Track& track : tracks_) {
            track.before = {};
            track.behind.clear();
            track.behind.push_back(track.columns.keep(track.before));
        }
        for (std::size_t u = segments_; u-- > 0;) {
            Track& track = tracks_[std::size_t(combination.of[u])];
            track.columns.advance(track.before, u, true);
            track.behind.push_back(track.columns.keep(track.before));
        }
        for (Track& track : tracks_) {
            track.before = {};
            track.cost = track.columns.whole(track.rest());
            look(track);
        }
    }
    static void look(Track& track) { track.columns.look(track.before, track.rest(), track.cost); }

    // A round over all segments; false if nothing moved, or the time is over.
    bool improve_once(Combination& combination) {
        look_behind(combination);
        bool moved = false, is_over = false;
        for (std::size_t u = 0; u < segments_ && !is_over; ++u) {
            moved = move(combination, u) || moved;
            is_over = clock_.is_over();
        }
        combination.cost = 0;
        for (const Track& track : tracks_) combination.cost += track.cost;
        return moved && !is_over;
    }
    // Of equally good streams the segment keeps its own, else takes the first.
    bool move(Combination& combination, std::size_t u) {
        const std::size_t current = std::size_t(combination.of[u]);
        Track& present = tracks_[current];
        const std::int64_t without = present.columns.least(present.before, present.behind[present.behind.size() - 2]);
        std::size_t best = current;
        std::int64_t least = present.cost - without;  // what the segment costs in the best stream
        for (std::size_t s = 0; s < tracks_.size(); ++s) {
            if (s == current) continue;
            Track& track = tracks_[s];
            const std::int64_t with = track.columns.least_with(track.before, u, track.rest(), track.cost + least - 1);
            if (with - track.cost >= least) continue;
            least = with - track.cost;
            best = s;
        }
        present.behind.pop_back();
        Track& taker = tracks_[best];
        taker.columns.advance(taker.before, u, false);
        if (best != current) {
            taker.cost += least;
            present.cost = without;
            combination.of[u] = std::int32_t(best);
            look(present);
        }
        look(taker);
        return best != current;
    }
};

// Improves a combination, by times or without.
inline void improve(Combination& combination, const std::vector<Stream>& segments, const std::vector<Stream>& streams, bool timed,
                    int substitution, const Clock& clock) {
    timed ? GreedyCombiner<TimedColumns>(segments, streams, substitution, clock).improve(combination)
          : GreedyCombiner<BitColumns>(segments, streams, substitution, clock).improve(combination);
}

}  // namespace scorelite
