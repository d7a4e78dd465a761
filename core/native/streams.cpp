#include "streams.hpp"

#include "stream_python.hpp"

namespace scorelite {
namespace {

bool counts_errors(const Policy& policy) { return policy.substitution == 1 && policy.insertion == 1 && policy.deletion == 1; }

// Aligns streams without times: words are numbered within the reference, because the aligner needs memory for each number.
class PlainStreams {
    std::vector<std::int32_t> numbers_, rows_, columns_;
    Scratch scratch_;

  public:
    // Appends the moves from the end to the beginning.
    void align(const Policy& policy, const Stream& ref, const Stream& hyp, std::vector<std::uint8_t>& moves) {
        std::int32_t most = 0, count = 0;
        for (std::int32_t word : ref.words) most = std::max(most, word);
        numbers_.assign(std::size_t(most) + 1, 0);
        rows_.clear();
        for (std::int32_t word : ref.words) {
            std::int32_t& number = numbers_[std::size_t(word)];
            if (!number) number = ++count;
            rows_.push_back(number);
        }
        columns_.assign(kPad, 0);
        for (std::int32_t word : hyp.words) columns_.push_back(word > most ? 0 : numbers_[std::size_t(word)]);
        columns_.insert(columns_.end(), kPad, 0);
        solve_plain(policy, {rows_.data(), rows_.size(), columns_.data() + kPad, hyp.size(), std::size_t(count)}, scratch_, moves);
    }
};

class StreamAligner {
    TimedAligner timed_;
    PlainStreams plain_;
    ErrorCounter counter_;
    std::vector<std::uint8_t> moves_;

  public:
    std::int64_t cost(const Policy& policy, const Stream& ref, const Stream& hyp) {
        if (is_timed(ref, hyp)) return timed_.align(policy, ref, hyp, nullptr);
        if (counts_errors(policy)) return counter_.count(ref.words, hyp.words);
        std::int64_t sum = 0;
        for (char step : steps(policy, ref, hyp))
            sum += step == 'S' ? policy.substitution : step == 'D' ? policy.deletion : step == 'I' ? policy.insertion : 0;
        return sum;
    }
    std::string steps(const Policy& policy, const Stream& ref, const Stream& hyp) {
        moves_.clear();
        if (is_timed(ref, hyp))
            timed_.align(policy, ref, hyp, &moves_);
        else
            plain_.align(policy, ref, hyp, moves_);
        std::string letters;
        std::size_t i = 0, j = 0;
        for (std::size_t k = moves_.size(); k-- > 0;) {
            const std::uint8_t move = moves_[k];
            letters += move == kDel ? 'D' : move == kIns ? 'I' : ref.words[i] == hyp.words[j] ? 'C' : 'S';
            i += move != kIns;
            j += move != kDel;
        }
        return letters;
    }
};

std::vector<std::int64_t> stream_costs(const Streams& refs, const Streams& hyps, const std::vector<std::int32_t>& pairs, const Costs& costs,
                                       const std::string& ties) {
    const Policy policy = costs.policy(ties);
    if (pairs.size() % 2) throw std::invalid_argument("an odd number of places; expected pairs");
    for (std::size_t k = 0; k < pairs.size(); ++k)
        if (pairs[k] < 0 || std::size_t(pairs[k]) >= (k % 2 ? hyps : refs).size())
            throw std::invalid_argument("no stream " + std::to_string(pairs[k]));
    return without_gil([&] {
        std::vector<std::int64_t> sums;
        StreamAligner aligner;
        for (std::size_t k = 0; k < pairs.size(); k += 2)
            sums.push_back(aligner.cost(policy, refs[std::size_t(pairs[k])], hyps[std::size_t(pairs[k + 1])]));
        return sums;
    });
}

std::string stream_steps(const Stream& ref, const Stream& hyp, const Costs& costs, const std::string& ties) {
    const Policy policy = costs.policy(ties);
    return without_gil([&] { return StreamAligner().steps(policy, ref, hyp); });
}

// No alignment has fewer errors: the longer side less the words in common.
std::vector<std::int64_t> stream_bounds(const Streams& refs, const Streams& hyps) {
    std::vector<std::int64_t> bounds;
    std::vector<std::int32_t> counts;
    for (const Stream& ref : refs) {
        std::int32_t most = 0;
        for (std::int32_t word : ref.words) most = std::max(most, word);
        if (counts.size() <= std::size_t(most)) counts.resize(std::size_t(most) + 1, 0);
        for (const Stream& hyp : hyps) {
            for (std::int32_t word : ref.words) ++counts[std::size_t(word)];
            std::size_t common = 0;
            for (std::int32_t word : hyp.words)
                if (word <= most && counts[std::size_t(word)] > 0) --counts[std::size_t(word)], ++common;
            for (std::int32_t word : ref.words) counts[std::size_t(word)] = 0;
            bounds.push_back(std::int64_t(std::max(ref.size(), hyp.size()) - common));
        }
    }
    return bounds;
}

PyMethodDef functions[] = {
    {"stream_costs", operation<stream_costs>, METH_VARARGS,
     "stream_costs(refs, hyps, pairs, costs, ties, /)\n--\n\nThe costs (int64) of aligning these pairs (int32) of streams."},
    {"stream_steps", operation<stream_steps>, METH_VARARGS,
     "stream_steps(ref, hyp, costs, ties, /)\n--\n\nThe steps of the alignment of two streams: C, S, D and I."},
    {"stream_bounds", operation<stream_bounds>, METH_VARARGS,
     "stream_bounds(refs, hyps, /)\n--\n\nNumbers of errors (int64) that no alignment undercuts: row by row, of every pair of streams."},
    {nullptr, nullptr, 0, nullptr}};

const Part part(functions);

}  // namespace
}  // namespace scorelite
