// Batches: the alignments of many utterances.
//
// An alignment is kept as one byte a place for plain texts, as arc numbers for lattices. Words are not kept: a report that needs them
// cuts the texts into words once more, which costs less than keeping them.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>
#include <thread>
#include <vector>

#include "interner.hpp"
#include "lattice_aligner.hpp"
#include "plain.hpp"
#include "reader.hpp"

namespace scorelite {

struct Cell {
    char op;
    const Word *ref, *hyp;
};

class Batch {
  public:
    struct Path {
        std::int32_t counts[4];
        std::uint64_t first;
        std::uint32_t size;
        bool lattice;
    };
    struct Notice {
        std::size_t utterance;
        bool to_stdout;
        std::string text;
    };
    std::vector<Path> paths;
    std::vector<Notice> notices;
    std::vector<Word> ready;  // the words of ready-made alignments
    Arena arena;
    Rules rules;
    const Side *ref = nullptr, *hyp = nullptr;  // none for ready-made alignments
    std::vector<std::uint32_t> ref_of, hyp_of;  // the items that utterances align; empty where utterance i aligns items i

    std::size_t ref_item(std::size_t i) const { return ref_of.empty() ? i : ref_of[i]; }
    std::size_t hyp_item(std::size_t i) const { return hyp_of.empty() ? i : hyp_of[i]; }

    void align(std::size_t threads) {
        const std::size_t n = ref_of.empty() ? ref->items.size() : ref_of.size();
        paths.resize(n);
        threads = std::max<std::size_t>(1, std::min(threads, n / 64 + 1));
        std::vector<Part> parts(threads);
        std::vector<std::thread> workers;
        for (std::size_t k = 1; k < threads; ++k) workers.emplace_back([&, k] { run(parts[k], n * k / threads, n * (k + 1) / threads); });
        run(parts[0], 0, n / threads);
        for (std::thread& worker : workers) worker.join();
        for (std::size_t k = 0; k < threads; ++k) {
            if (parts[k].failure) std::rethrow_exception(parts[k].failure);
            adopt(parts[k], n * k / threads, n * (k + 1) / threads);
        }
    }

    // Goes through the places of alignments; one for each thread that reads.
    class Walker {
        const Batch& batch_;
        Reader ref_, hyp_;
        std::vector<Token> tokens_;
        std::vector<Word> ref_words_, hyp_words_;
        Lattice ref_lattice_, hyp_lattice_;

      public:
        std::vector<Cell> cells;
        explicit Walker(const Batch& batch) : batch_(batch), ref_(ref_reader(batch.rules)), hyp_(hyp_reader(batch.rules)) {}

        void load(std::size_t i) {
            const Path& path = batch_.paths[i];
            cells.clear();
            if (!batch_.ref) return load_ready(path);
            if (path.lattice) return load_lattice(i, path);
            ref_.plain(*batch_.ref, batch_.ref_item(i), tokens_);
            ref_.words(*batch_.ref, batch_.ref_item(i), tokens_, ref_words_);
            hyp_.plain(*batch_.hyp, batch_.hyp_item(i), tokens_);
            hyp_.words(*batch_.hyp, batch_.hyp_item(i), tokens_, hyp_words_);
            const Word *a = ref_words_.data(), *b = hyp_words_.data();
            for (std::uint32_t k = 0; k < path.size; ++k) {
                const char op = batch_.moves_[path.first + k];
                cells.push_back({op, op == 'I' ? nullptr : a++, op == 'D' ? nullptr : b++});
            }
        }

      private:
        void load_ready(const Path& path) {
            for (std::uint32_t k = 0; k < path.size; ++k) {
                const Slot& s = batch_.slots_[path.first + k];
                cells.push_back({s.op, s.ref ? &batch_.ready[s.ref - 1] : nullptr, s.hyp ? &batch_.ready[s.hyp - 1] : nullptr});
            }
        }
        void load_lattice(std::size_t i, const Path& path) {
            static const Word nothing = empty_word();
            ref_.lattice(*batch_.ref, batch_.ref_item(i), ref_lattice_);
            hyp_.lattice(*batch_.hyp, batch_.hyp_item(i), hyp_lattice_);
            for (std::uint32_t k = 0; k < path.size; ++k) {
                const Slot& s = batch_.slots_[path.first + k];
                const Word* none = s.op == 'C' ? &nothing : nullptr;  // an optional word that was left out
                cells.push_back({s.op, s.ref ? &ref_lattice_.words[s.ref - 1] : none, s.hyp ? &hyp_lattice_.words[s.hyp - 1] : none});
            }
        }
        static Word empty_word() {
            Word w;
            w.value = w.compare = View("", 0);
            w.weight = 0.0;
            return w;
        }
    };

    // A ready-made place; words are numbers into `ready`, from 1.
    void add_ready(Slot slot) { slots_.push_back(slot); }
    void end_ready() {
        Path path{{0, 0, 0, 0}, std::uint64_t(paths.empty() ? 0 : paths.back().first + paths.back().size), 0, true};
        path.size = std::uint32_t(slots_.size() - path.first);
        for (std::size_t k = path.first; k < slots_.size(); ++k) ++path.counts[number(slots_[k].op)];
        paths.push_back(path);
    }

    // An utterance of another batch, with its own places of the texts; for ready-made alignments, which have none, words are copied.
    void add(const Batch& other, std::size_t i, std::size_t ref_place, std::size_t hyp_place);

    void pack(Packer& out) const;
    // The paths of texts that are known; the steps of each have to fit its words.
    void unpack(Unpacker& in);

  private:
    struct Part {
        std::vector<char> moves;
        std::vector<Slot> slots;
        std::vector<Notice> notices;
        std::exception_ptr failure;
    };
    std::vector<char> moves_;
    std::vector<Slot> slots_;

    void pack_path(Packer& out, const Path& path) const;
    void unpack_plain(Path& path, View operations);
    void unpack_slots(Unpacker& in, Path& path, View operations, std::size_t unexpected, std::size_t refs, std::size_t hyps);

    static int number(char op) { return op == 'C' ? 0 : op == 'S' ? 1 : op == 'D' ? 2 : 3; }
    static Reader ref_reader(const Rules& r) {
        return {r, r.segment ? (r.segment == 2 ? spelling(r) : kNoCharacters) : r.characters, r.segment == 2, false};
    }
    static Reader hyp_reader(const Rules& r) {
        return {r, r.segment ? (r.segment == 1 ? spelling(r) : kNoCharacters) : r.characters, r.segment == 1, r.segment == 2};
    }
    static int spelling(const Rules& r) { return r.ascii_too ? 0 : kKeepAscii; }

    void adopt(Part& part, std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < to; ++i) paths[i].first += paths[i].lattice ? slots_.size() : moves_.size();
        if (moves_.empty())
            moves_.swap(part.moves);
        else
            moves_.insert(moves_.end(), part.moves.begin(), part.moves.end());
        slots_.insert(slots_.end(), part.slots.begin(), part.slots.end());
        notices.insert(notices.end(), part.notices.begin(), part.notices.end());
    }

    // Everything that one thread needs again and again.
    struct Worker {
        Reader ref, hyp;
        std::vector<Token> ref_tokens, hyp_tokens;
        Lattice ref_lattice, hyp_lattice;
        LatticeAligner aligner;
        Interner names;
        Scratch scratch;
        std::vector<std::int32_t> rows, columns;
        std::vector<std::uint8_t> moves;
        std::vector<Slot> slots;
        explicit Worker(const Rules& r) : ref(ref_reader(r)), hyp(hyp_reader(r)), aligner(r) {}
    };

    void run(Part& part, std::size_t from, std::size_t to) {
        try {
            Worker w(rules);
            for (std::size_t i = from; i < to; ++i) {
                const bool plain = w.ref.plain(*ref, ref_item(i), w.ref_tokens) && w.hyp.plain(*hyp, hyp_item(i), w.hyp_tokens);
                plain ? align_plain(w, part, paths[i]) : align_lattice(w, part, i);
            }
        } catch (...) {
            part.failure = std::current_exception();
        }
    }

    void solve(Worker& w, const Problem& p) const {
        w.moves.clear();
        solve_plain(rules.policy, p, w.scratch, w.moves);
    }

    Problem number_tokens(Worker& w) const {
        w.names.start(w.ref_tokens.size());
        w.rows.clear();
        w.columns.assign(kPad, 0);
        for (const Token& t : w.ref_tokens) w.rows.push_back(std::int32_t(w.names.add(t.view(), t.hash)));
        for (const Token& t : w.hyp_tokens) w.columns.push_back(std::int32_t(w.names.find(t.view(), t.hash)));
        w.columns.insert(w.columns.end(), kPad, 0);
        return {w.rows.data(), w.rows.size(), w.columns.data() + kPad, w.hyp_tokens.size(), w.names.count()};
    }

    void align_plain(Worker& w, Part& part, Path& path) const {
        const Problem p = number_tokens(w);
        solve(w, p);
        path = {{0, 0, 0, 0}, part.moves.size(), std::uint32_t(w.moves.size()), false};
        std::size_t i = 0, j = 0;
        for (std::size_t k = w.moves.size(); k-- > 0;) {
            const int op = w.moves[k] == kDel ? 2 : w.moves[k] == kIns ? 3 : p.rows[i] == p.columns[j] ? 0 : 1;
            i += op != 3;
            j += op != 2;
            ++path.counts[op];
            part.moves.push_back("CSDI"[op]);
        }
    }

    void align_lattice(Worker& w, Part& part, std::size_t i) {
        w.ref.messages.clear();
        w.hyp.messages.clear();
        w.ref.lattice(*ref, ref_item(i), w.ref_lattice);
        w.hyp.lattice(*hyp, hyp_item(i), w.hyp_lattice);
        if (!w.ref.messages.empty() || !w.hyp.messages.empty()) part.notices.push_back({i, false, w.ref.messages + w.hyp.messages});
        w.slots.clear();
        const double limit = w.ref_lattice.arcs() * w.hyp_lattice.arcs() > 200000 ? some_cost(w) : -1.0;
        for (int nulls = w.aligner.align(w.ref_lattice, w.hyp_lattice, limit, w.slots); nulls > 0; --nulls)
            part.notices.push_back({i, true, "substition of to nulls\n"});  // so spelled
        std::reverse(w.slots.begin(), w.slots.end());
        if (rules.sort_times) sort_times(w);
        Path& path = paths[i];
        path = {{0, 0, 0, 0}, part.slots.size(), std::uint32_t(w.slots.size()), true};
        for (const Slot& s : w.slots) ++path.counts[number(s.op)];
        part.slots.insert(part.slots.end(), w.slots.begin(), w.slots.end());
    }

    // The cost of one way through both lattices, the first through each.
    double some_cost(Worker& w) const {
        const auto first_way = [](const Lattice& l, std::vector<Token>& out) {
            out.clear();
            std::uint32_t node = 0, nulls = 0;
            for (std::size_t k = 0; k < l.words.size(); ++k) {
                if (l.from[k] != node) continue;
                node = l.to[k];
                if (l.words[k].null) {
                    ++nulls;  // left out, which costs less than one
                    continue;
                }
                const View text = l.words[k].compare;
                out.push_back({text.data(), std::uint32_t(text.size()), hash_of(text.data(), text.size())});
            }
            return nulls;
        };
        double cost = first_way(w.ref_lattice, w.ref_tokens);
        cost += first_way(w.hyp_lattice, w.hyp_tokens);
        const Problem p = number_tokens(w);
        solve(w, p);
        std::size_t i = 0, j = 0;
        for (std::size_t k = w.moves.size(); k-- > 0;) {
            if (w.moves[k] == kDel) cost += rules.policy.deletion;
            if (w.moves[k] == kIns) cost += rules.policy.insertion;
            if (w.moves[k] == kSub && p.rows[i] != p.columns[j]) cost += rules.policy.substitution;
            i += w.moves[k] != kIns;
            j += w.moves[k] != kDel;
        }
        return cost;
    }

    // Every run of insertions and deletions by begin time, equal ones as they are (ctm against ctm).
    static void sort_times(Worker& w) {
        const auto begin = [&](const Slot& s) {
            return s.ref ? w.ref_lattice.words[s.ref - 1].begin : w.hyp_lattice.words[s.hyp - 1].begin;
        };
        for (std::size_t i = 0; i < w.slots.size();) {
            std::size_t end = i;
            while (end < w.slots.size() && (w.slots[end].op == 'I' || w.slots[end].op == 'D')) ++end;
            std::stable_sort(w.slots.begin() + std::ptrdiff_t(i), w.slots.begin() + std::ptrdiff_t(end),
                             [&](const Slot& a, const Slot& b) { return begin(a) < begin(b); });
            i = end + 1;
        }
    }
};

}  // namespace scorelite
