#include "aligner.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <stdexcept>

#include "interner.hpp"
#include "key_names.hpp"
#include "plain.hpp"
#include "prepared.hpp"
#include "sizes.hpp"
#include "threads.hpp"
#include "ways.hpp"

namespace scorelite {
namespace {

constexpr std::size_t kUtterance = 1 << 10;  // the steps that an utterance takes at least
constexpr std::size_t kAhead = 2;            // utterances whose texts are asked for ahead

constexpr std::size_t kLimited = sized(200000, 150);    // cells of lattices that are filled without a limit of costs
constexpr std::size_t kCorridor = sized(1 << 18, 300);  // cells of lattices that are filled without a corridor

constexpr std::uint32_t kWays = 8;                 // through a reference, of which each is aligned alone
constexpr std::int64_t kMostOfNetworks = 999'999;  // the cost of a path that any search of networks finds

// The alignments of one share.
struct Part {
    Moves moves;
    UnsetVector<Slot> slots;
    std::vector<Batch::Notice> notices;
    bool has_signs = true;
};

// Aligns utterances one after the other; memory is kept from one to the next.
class Worker {
    Batch& batch_;
    Part& part_;
    const Prepared* const prepared_;  // null where every text is aligned once
    const KnownSteps* const steps_;   // null where steps are searched
    Reader ref_, hyp_;
    std::vector<View> ref_tokens_, hyp_tokens_;
    View ref_text_, hyp_text_;
    Lattice ref_lattice_, hyp_lattice_;
    LatticeAligner aligner_;
    Interner names_;
    KeyNames<std::int64_t> characters_;
    WordIds ids_;
    Scratch scratch_;
    std::vector<std::int32_t> rows_, other_rows_, columns_;
    std::vector<char> known_;  // whether the hypothesis has the word of a number
    std::vector<std::uint8_t> moves_;
    std::vector<Slot> slots_;
    Ways ways_;
    std::vector<std::int32_t> numbers_of_arcs_;
    std::vector<std::uint32_t> way_, best_way_;
    std::vector<std::uint8_t> best_moves_;
    // For prepared texts: the reference last aligned, the rows that are its words, and their numbers, indexed by those of the vocabulary.
    const PreparedSide::Item* current_ = nullptr;
    std::vector<std::int32_t> current_rows_, numbers_;
    std::int32_t count_ = 0;

  public:
    Worker(Batch& batch, Part& part, const Prepared* prepared, const KnownSteps* steps)
        : batch_(batch),
          part_(part),
          prepared_(prepared),
          steps_(steps),
          ref_(ref_reader(batch.rules)),
          hyp_(hyp_reader(batch.rules)),
          aligner_(batch.rules),
          numbers_(prepared ? prepared->vocabulary.words.size() + 1 : 0, 0) {}

    bool saw_signs() const { return prepared_ || ref_.saw_signs() || hyp_.saw_signs(); }
    void align(std::size_t i) {
        if (prepared_) return align_prepared(i);
        const std::size_t ref = batch_.ref_item(i), hyp = batch_.hyp_item(i);
        if (ref_.characters(*batch_.ref, ref, ref_text_) && hyp_.characters(*batch_.hyp, hyp, hyp_text_))
            return solve_or_follow(number_characters(), i);
        const bool ref_plain = ref_.plain(*batch_.ref, ref, ref_tokens_), hyp_plain = hyp_.plain(*batch_.hyp, hyp, hyp_tokens_);
        if (ref_plain && hyp_plain) return solve_or_follow(number_tokens(), i);
        ref_.messages.clear();
        hyp_.messages.clear();
        ref_.lattice(*batch_.ref, ref, ref_lattice_);
        slots_.clear();
        if (hyp_plain && !steps_ && align_ways(ref_lattice_)) {
            note(ref_.messages, i);
            std::reverse(slots_.begin(), slots_.end());
            return keep_slots(i);
        }
        hyp_.lattice(*batch_.hyp, hyp, hyp_lattice_);
        align_lattices(ref_lattice_, hyp_lattice_, ref_.messages + hyp_.messages, i);
        if (!steps_) return;
        const View letters = steps_->of(i);
        const bool equal =
            std::equal(letters.begin(), letters.end(), slots_.begin(), slots_.end(), [](char op, const Slot& s) { return op == s.op(); });
        if (!equal) refuse_steps(i);
    }

  private:
    [[noreturn]] static void refuse_steps(std::size_t i) {
        throw std::invalid_argument("the steps of utterance " + std::to_string(i) + " do not fit its words");
    }

    void solve_or_follow(const Problem& p, std::size_t i) { steps_ ? follow(p, i) : align_plain(p, i); }

    // Takes the known steps of plain texts.
    void follow(const Problem& p, std::size_t i) {
        batch_.paths[i] = Path(part_.moves.size(), steps_->of(i).size(), false);
        std::size_t row = 0, column = 0;
        for (char op : steps_->of(i)) {
            const bool pair = op == 'C' || op == 'S';
            if (!pair && op != 'D' && op != 'I') refuse_steps(i);
            if ((op != 'I' && row == p.n) || (op != 'D' && column == p.m)) refuse_steps(i);
            if (pair && (p.rows[row] == p.columns[column]) != (op == 'C')) refuse_steps(i);
            row += op != 'I';
            column += op != 'D';
            part_.moves.push_back(number_of(op));
        }
        if (row != p.n || column != p.m) refuse_steps(i);
    }

    void align_prepared(std::size_t i) {
        const PreparedSide::Item &ref = prepared_->refs[batch_.ref_of[i]], &hyp = prepared_->hyps[batch_.hyp_of[i]];
        if (ref.plain && hyp.plain) return align_plain(number_prepared(ref, hyp), i);
        const std::string messages = ref.network->reader.messages + hyp.network->reader.messages;
        align_lattices(ref.network->lattice, hyp.network->lattice, messages, i);
    }

    void solve(const Problem& p) {
        moves_.clear();
        solve_plain(batch_.rules.policy, p, scratch_, moves_);
    }
    // The moves of a good path, which may cost more than the best one.
    void guess(const Problem& p) {
        moves_.clear();
        solve_plain(similar(batch_.rules.policy), p, scratch_, moves_);
    }

    Problem number_tokens() {
        names_.start(ref_tokens_.size());
        rows_.clear();
        for (View word : ref_tokens_) rows_.push_back(std::int32_t(names_.add(word, ref_.end())));
        number_columns();
        return problem();
    }
    void number_columns() {
        columns_.assign(kPad, 0);
        for (View word : hyp_tokens_) columns_.push_back(std::int32_t(names_.find(word, hyp_.end())));
        columns_.insert(columns_.end(), kPad, 0);
    }
    // The characters of both texts but white space. Those of ASCII are numbers already.
    Problem number_characters() {
        std::size_t vocabulary = 128;
        if (is_ascii(ref_text_) && is_ascii(hyp_text_)) {
            copy_bytes(ref_text_, 0, rows_);
            copy_bytes(hyp_text_, kPad, columns_);
        } else {
            characters_.start();
            copy_characters(ref_text_, 0, rows_);
            vocabulary = characters_.count();
            copy_characters(hyp_text_, kPad, columns_);
            for (std::int32_t& number : columns_)
                if (number > std::int32_t(vocabulary)) number = 0;
        }
        return {rows_.data(), rows_.size(), columns_.data() + kPad, columns_.size() - 2 * kPad, vocabulary};
    }
    // Writes the bytes of a text, counted from 1, with so many zeros on either side. White space is written over, without a branch: no
    // processor foresees where it stands.
    static constexpr std::array<std::uint8_t, 256> kKept = [] {
        std::array<std::uint8_t, 256> kept{};
        for (std::size_t c = 0; c < kept.size(); ++c) kept[c] = !(c == ' ' || (c >= '\t' && c <= '\r'));
        return kept;
    }();
    static void copy_bytes(View text, std::size_t pad, std::vector<std::int32_t>& out) {
        out.assign(pad, 0);
        out.resize(text.size() + 2 * pad + 1);
        std::int32_t* to = out.data() + pad;
        for (const char c : text) {
            const auto byte = static_cast<unsigned char>(c);
            *to = byte + 1;
            to += kKept[byte];
        }
        out.resize(std::size_t(to - out.data()));
        out.insert(out.end(), pad, 0);
    }
    // Writes the numbers of the characters of a text, with so many zeros on either side.
    void copy_characters(View text, std::size_t pad, std::vector<std::int32_t>& out) {
        out.assign(pad, 0);
        for (std::size_t at = 0, size; at < text.size(); at += size) {
            size = batch_.rules.charset->length(text, at);
            if (is_space(static_cast<unsigned char>(text[at]))) continue;
            std::int64_t key = 0;
            for (char c : text.substr(at, size)) key = key << 8 | static_cast<unsigned char>(c);
            out.push_back(characters_.number(key));
        }
        out.insert(out.end(), pad, 0);
    }
    Problem problem() const { return {rows_.data(), rows_.size(), columns_.data() + kPad, hyp_tokens_.size(), names_.count()}; }

    // Words are numbered within the reference: the aligner needs memory for each number.
    Problem number_prepared(const PreparedSide::Item& ref, const PreparedSide::Item& hyp) {
        if (current_ != &ref) {
            if (current_)
                for (std::int32_t word : current_->words) numbers_[std::size_t(word)] = 0;
            current_ = &ref;
            count_ = 0;
            current_rows_.clear();
            for (std::int32_t word : ref.words) {
                std::int32_t& number = numbers_[std::size_t(word)];
                if (!number) number = ++count_;
                current_rows_.push_back(number);
            }
        }
        columns_.assign(kPad, 0);
        for (std::int32_t word : hyp.words) columns_.push_back(numbers_[std::size_t(word)]);
        columns_.insert(columns_.end(), kPad, 0);
        return {current_rows_.data(), current_rows_.size(), columns_.data() + kPad, hyp.words.size(), std::size_t(count_)};
    }

    void align_plain(const Problem& p, std::size_t i) {
        solve(p);
        batch_.paths[i] = Path(part_.moves.size(), moves_.size(), false);
        // Equal words at the beginning that are paired are correct: operation 0.
        const std::uint8_t* const moves = moves_.data();
        std::size_t k = moves_.size(), first = 0;
        while (k && moves[k - 1] == kSub && p.rows[first] == p.columns[first]) --k, ++first;
        for (std::size_t left = first; left;) {
            const std::size_t count = std::min(left, Moves::kWord);
            part_.moves.add(0, count);
            left -= count;
        }
        const std::int32_t *row = p.rows + first, *column = p.columns + first;
        std::size_t held = 0;
        std::uint64_t operations = 0;  // the last ones, as many as are held
        while (k--) {
            const std::uint8_t move = moves[k];
            const int op = move == kSub ? *row != *column : move + 1;
            row += move != kIns;
            column += move != kDel;
            operations |= std::uint64_t(op) << 2 * held;
            if (++held < Moves::kWord) continue;
            part_.moves.add(operations, held);
            operations = held = 0;
        }
        part_.moves.add(operations, held);
    }

    void align_lattices(const Lattice& ref, const Lattice& hyp, const std::string& messages, std::size_t i) {
        note(messages, i);
        slots_.clear();
        if (!plain_row(hyp, hyp_tokens_) || !(batch_.rules.policy.ends ? align_row(ref) : align_ways(ref))) align_networks(ref, hyp, i);
        std::reverse(slots_.begin(), slots_.end());
        if (batch_.rules.sort_times) sort_times(ref, hyp);
        keep_slots(i);
    }
    void note(const std::string& messages, std::size_t i) {
        if (!messages.empty()) part_.notices.push_back({i, false, messages});
    }
    void keep_slots(std::size_t i) {
        batch_.paths[i] = Path(part_.slots.size(), slots_.size(), true);
        part_.slots.insert(part_.slots.end(), slots_.begin(), slots_.end());
    }

    // The steps of networks, from the end.
    void align_networks(const Lattice& ref, const Lattice& hyp, std::size_t i) {
        ids_.fill(ref, hyp);
        for (int nulls = align_cells(ref, hyp); nulls > 0; --nulls)
            part_.notices.push_back({i, true, "substition of to nulls\n"});  // the reference spells it so
    }

    // Whether a network is words in a row that nothing but their letters tells apart; gives these words.
    bool plain_row(const Lattice& side, std::vector<View>& words) const { return side.linear && plain_words(side, words); }

    // Whether nothing but their letters tells the words of a network apart; gives them.
    bool plain_words(const Lattice& side, std::vector<View>& words) const {
        const Rules& rules = batch_.rules;
        if (rules.times || rules.weighted || rules.segment || rules.overlap) return false;
        words.clear();
        for (const Word& word : side.words) {
            if (word.null || word.optional || word.fragment || word.exact || word.wild) return false;
            words.push_back(word.compare);
        }
        return true;
    }

    // The steps of a reference that has few ways, one of which costs less than all others: a path of the networks that goes another way
    // costs more, so that the best one is the best one of this way. False if several ways are the cheapest, unless all ways are alike. The
    // hypothesis has the tokens.
    bool align_ways(const Lattice& ref) {
        if (batch_.rules.policy.ends || !plain_words(ref, ref_tokens_)) return false;
        const std::uint32_t ways = ways_.find(ref, kWays);
        if (!ways) return false;
        names_.start(ref_tokens_.size());
        numbers_of_arcs_.clear();
        for (View word : ref_tokens_) numbers_of_arcs_.push_back(std::int32_t(names_.add(word)));
        number_columns();
        if (are_alike(ways)) return align_alike(ref);
        std::int64_t least = -1, second = -1;
        for (std::uint32_t way = 0; way < ways; ++way) {
            ways_.follow(way, way_);
            rows_.clear();
            for (std::uint32_t k : way_) rows_.push_back(numbers_of_arcs_[k]);
            const Problem p = problem();
            solve(p);
            const std::int64_t cost = cost_of(p);
            if (least >= 0 && cost >= least) {
                second = second < 0 ? cost : std::min(second, cost);
                continue;
            }
            second = least;
            least = cost;
            best_way_.swap(way_);
            best_moves_.swap(moves_);
        }
        if (second == least) return false;
        rows_.clear();
        for (std::uint32_t k : best_way_) rows_.push_back(numbers_of_arcs_[k]);
        add_slots(problem(), best_way_, best_moves_);
        return true;
    }

    // Whether all ways are equal in what the hypothesis can match, and have as many words: then they cost the same.
    bool are_alike(std::uint32_t ways) {
        known_.assign(names_.count() + 1, 0);
        for (std::int32_t number : columns_) known_[std::size_t(number)] = 1;
        const auto gather = [&](std::uint32_t way, std::vector<std::int32_t>& rows) {
            ways_.follow(way, way_);
            rows.clear();
            for (std::uint32_t k : way_) rows.push_back(known_[std::size_t(numbers_of_arcs_[k])] ? numbers_of_arcs_[k] : 0);
        };
        gather(0, rows_);
        for (std::uint32_t way = 1; way < ways; ++way) {
            gather(way, other_rows_);
            if (rows_ != other_rows_) return false;
        }
        return true;
    }
    // The steps of the way that a search of the networks takes where all cost the same: from the end, the first word that enters a node.
    // False if its cost is more than such a search looks for.
    bool align_alike(const Lattice& ref) {
        best_way_.clear();
        for (std::uint32_t node = ref.stop; node; node = ref.from[best_way_.back()]) best_way_.push_back(*ref.at(ref.entering[node]) - 1);
        std::reverse(best_way_.begin(), best_way_.end());
        rows_.clear();
        for (std::uint32_t k : best_way_) rows_.push_back(numbers_of_arcs_[k]);
        const Problem p = problem();
        solve(p);
        if (cost_of(p) >= kMostOfNetworks) return false;
        add_slots(p, best_way_, moves_);
        return true;
    }

    // The steps of two such rows, from the end, of which that of the hypothesis has been found.
    bool align_row(const Lattice& ref) {
        if (!plain_row(ref, ref_tokens_)) return false;
        const Problem p = number_tokens();
        solve(p);
        way_.resize(p.n);
        std::iota(way_.begin(), way_.end(), 0);
        add_slots(p, way_, moves_);
        return true;
    }

    // Adds the moves of a problem whose rows are some words of the reference.
    void add_slots(const Problem& p, const std::vector<std::uint32_t>& words, const std::vector<std::uint8_t>& moves) {
        std::size_t row = p.n, column = p.m;
        for (std::uint8_t move : moves) {
            const char op = move == kDel ? 'D' : move == kIns ? 'I' : p.rows[row - 1] == p.columns[column - 1] ? 'C' : 'S';
            slots_.push_back({op, move == kIns ? 0 : words[row - 1] + 1, move == kDel ? 0 : std::uint32_t(column)});
            row -= move != kIns;
            column -= move != kDel;
        }
    }

    // Fills the cells that are needed. This is the one place that says which search serves which rules: plain words bound the costs of
    // lattices only where nothing but words decides what a step costs.
    int align_cells(const Lattice& ref, const Lattice& hyp) {
        const Rules& rules = batch_.rules;
        const std::size_t cells = ref.arcs() * hyp.arcs();
        if (!rules.overlap && (rules.times || rules.weighted || cells <= kLimited)) return fill(ref, hyp, {});
        Corridor corridor(rules.policy, ref, hyp, ids_);
        if (rules.overlap) {
            corridor.find_overlaps();
            return fill(ref, hyp, {-1.0, &corridor});
        }
        if (!corridor.has_ways()) return fill(ref, hyp, {});
        const auto is_wild = [](const Word& w) { return w.wild; };  // in wide corridors, each word is one
        const bool has_wild = std::any_of(ref.words.begin(), ref.words.end(), is_wild);
        if (cells > kCorridor && !has_wild && &similar(rules.policy) == &rules.policy && corridor.is_hopeless()) {
            const std::int64_t cost = corridor.widen({});
            if (cost >= 0) return fill(ref, hyp, {double(cost + corridor.nulls()), &corridor});
        }
        const Problem p = corridor.problem();
        guess(p);
        const std::int64_t cost = cost_of(p);
        if (cells <= kCorridor) return fill(ref, hyp, {double(cost + corridor.nulls()), nullptr});
        // A path that costs much in sections, because it goes the first ways, may be followed as if it cost nothing there.
        if (corridor.follow(moves_, cost) && (corridor.narrow(true) || corridor.narrow(false))) {
            if (const std::optional<int> nulls = aligner_.align(ref, hyp, ids_, {-1.0, &corridor}, slots_)) return *nulls;
            slots_.clear();
        }
        const bool is_wide = !has_wild && corridor.widen(moves_) >= 0;
        return fill(ref, hyp, {double(cost + corridor.nulls()), is_wide ? &corridor : nullptr});
    }
    int fill(const Lattice& ref, const Lattice& hyp, const Bounds& bounds) { return *aligner_.align(ref, hyp, ids_, bounds, slots_); }

    // The cost of the moves of a problem.
    std::int64_t cost_of(const Problem& p) const {
        const Policy& policy = batch_.rules.policy;
        std::int64_t cost = 0;
        std::size_t i = 0, j = 0;
        for (std::size_t k = moves_.size(); k-- > 0;) {
            if (moves_[k] == kDel) cost += policy.deletion;
            if (moves_[k] == kIns) cost += policy.insertion;
            if (moves_[k] == kSub && p.rows[i] != p.columns[j]) cost += policy.substitution;
            i += moves_[k] != kIns;
            j += moves_[k] != kDel;
        }
        return cost;
    }

    // Sorts every run of insertions and deletions by begin time, stably (ctm against ctm).
    void sort_times(const Lattice& ref, const Lattice& hyp) {
        const auto begin = [&](const Slot& s) { return s.ref ? ref.words[s.ref - 1].begin : hyp.words[s.hyp - 1].begin; };
        for (std::size_t i = 0; i < slots_.size();) {
            std::size_t end = i;
            while (end < slots_.size() && (slots_[end].op() == 'I' || slots_[end].op() == 'D')) ++end;
            std::stable_sort(slots_.begin() + std::ptrdiff_t(i), slots_.begin() + std::ptrdiff_t(end),
                             [&](const Slot& a, const Slot& b) { return begin(a) < begin(b); });
            i = end + 1;
        }
    }
};

Part run(Batch& batch, const Prepared* prepared, const KnownSteps* steps, std::size_t from, std::size_t to) {
    Part part;  // far from the parts that other threads write
    Worker worker(batch, part, prepared, steps);
    Ticks ticks;
    for (std::size_t i = from; i < to; ++i) {
        ticks.spend(kUtterance);
        batch.expect(i + kAhead);
        worker.align(i);
    }
    part.has_signs = worker.saw_signs();
    return part;
}

// The places in the whole batch at which the steps of a share begin.
struct Firsts {
    std::size_t moves, slots;
};

Firsts adopt(Batch& batch, const Part& part) {
    const Firsts firsts{batch.moves.append(part.moves), batch.slots.size()};
    batch.slots.insert(batch.slots.end(), part.slots.begin(), part.slots.end());
    batch.notices.insert(batch.notices.end(), part.notices.begin(), part.notices.end());
    return firsts;
}

void adopt_whole(Batch& batch, Part& part) {
    batch.moves = std::move(part.moves);
    batch.slots.swap(part.slots);
    batch.notices.swap(part.notices);
}

// The steps that aligning two texts takes at least, about, by their bytes or words.
std::uint64_t work_of(std::size_t ref, std::size_t hyp) {
    const std::uint64_t n = ref + 1, m = hyp + 1;
    return kUtterance + 16 * (n + m) + std::min(n * m / 1024, std::uint64_t(1) << 40);
}

// The beginnings of shares of about equal work, and the end of the last one.
std::vector<std::size_t> shares_of(const Batch& batch, std::size_t n, std::size_t threads) {
    constexpr std::uint64_t kLeast = 1 << 19;  // steps for which a thread is started
    constexpr std::size_t kRuns = 1 << 12;
    if (threads < 2) return {0, n};
    // The work of runs of utterances, which stay together.
    const std::size_t run = n / kRuns + 1;
    std::vector<std::uint64_t> work((n + run - 1) / run);
    Shares(work.size(), kRuns / 64, threads).each([&](std::size_t, std::size_t from, std::size_t to) {
        for (std::size_t i = from * run; i < std::min(n, to * run); ++i)
            work[i / run] += work_of(batch.ref->extent(batch.ref_item(i)), batch.hyp->extent(batch.hyp_item(i)));
    });
    const std::uint64_t all = std::accumulate(work.begin(), work.end(), std::uint64_t(0));
    const std::uint64_t share = std::max(kLeast, all / (8 * threads) + 1);
    std::vector<std::size_t> starts{0};
    std::uint64_t done = 0;
    for (std::size_t k = 0; k < work.size(); ++k) {
        if (done >= share) starts.push_back(k * run), done = 0;
        done += work[k];
    }
    starts.push_back(n);
    return starts;
}

}  // namespace

void align(Batch& batch, std::size_t threads, const KnownSteps* steps) {
    const std::size_t n = batch.ref_of.empty() ? batch.ref->size() : batch.ref_of.size();
    batch.paths.resize(n);
    const std::unique_ptr<const Prepared> prepared = batch.ref_of.empty() ? nullptr : std::make_unique<Prepared>(batch);
    const std::vector<std::size_t> starts = shares_of(batch, n, threads);
    std::vector<Part> parts(starts.size() - 1);
    const auto share = [&](std::size_t k) { parts[k] = run(batch, prepared.get(), steps, starts[k], starts[k + 1]); };
    Crew(parts.size(), share).run(threads);
    batch.has_signs = std::any_of(parts.begin(), parts.end(), [](const Part& part) { return part.has_signs; });
    if (parts.size() == 1) {
        adopt_whole(batch, parts[0]);
        return;
    }
    std::size_t moves = 0, slots = 0;
    for (const Part& part : parts) moves += part.moves.size() + Moves::kWord, slots += part.slots.size();
    batch.moves.reserve(moves);
    batch.slots.reserve(slots);
    std::vector<Firsts> firsts;
    for (Part& part : parts) {
        firsts.push_back(adopt(batch, part));
        part = Part();
    }
    const auto shift = [&](std::size_t k) {
        for (std::size_t i = starts[k]; i < starts[k + 1]; ++i) {
            Path& path = batch.paths[i];
            path = Path(path.first() + (path.lattice() ? firsts[k].slots : firsts[k].moves), path.size(), path.lattice());
        }
    };
    Crew(parts.size(), shift).run(threads);
}

}  // namespace scorelite
