// Batches: the alignments of many utterances.
//
// An alignment is stored as two bits per step for plain texts, as arc numbers for lattices. Words are not stored: a report that needs them
// cuts the texts into words again, which costs less than storing them.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "lattice_aligner.hpp"
#include "paths.hpp"
#include "reader.hpp"
#include "unset.hpp"

namespace scorelite {

struct Cell {
    char op;
    const Word *ref, *hyp;
};

class Batch {
  public:
    struct Notice {
        std::size_t utterance;
        bool to_stdout;
        std::string text;
    };
    UnsetVector<Path> paths;
    Moves moves;                  // of plain paths
    UnsetVector<Slot> slots;      // of lattice paths
    std::vector<Notice> notices;  // in the order of the utterances
    std::vector<Word> ready;      // the words of ready-made alignments
    Arena arena;
    Rules rules;
    std::size_t threads = 1;                    // for reports
    bool has_signs = true;                      // whether a text may have some: `has_sign`
    const Side *ref = nullptr, *hyp = nullptr;  // null for ready-made alignments
    std::vector<std::uint32_t> ref_of, hyp_of;  // the items that utterances align; empty where utterance i aligns items i

    std::size_t ref_item(std::size_t i) const { return ref_of.empty() ? i : ref_of[i]; }
    std::size_t hyp_item(std::size_t i) const { return hyp_of.empty() ? i : hyp_of[i]; }

    Counts counts(std::size_t i) const { return counts(i, 0, paths[i].size()); }
    // Of the steps of an utterance from one place up to another.
    Counts counts(std::size_t i, std::size_t from, std::size_t to) const {
        const Path path = paths[i];
        if (!path.lattice()) return moves.counts(path.first() + from, to - from);
        Counts sums{};
        for (std::size_t k = from; k < to; ++k) ++sums[slots[path.first() + k].operation];
        return sums;
    }
    // How many of the steps of an utterance from one place up to another are not correct.
    std::size_t errors(std::size_t i, std::size_t from, std::size_t to) const {
        const Path path = paths[i];
        return path.lattice() ? to - from - std::size_t(counts(i, from, to)[0]) : moves.errors(path.first() + from, to - from);
    }
    // Writes the places between which the steps of each utterance stand among those of all.
    void write_firsts(std::int64_t* out) const {
        std::int64_t first = 0;
        for (const Path& path : paths) *out++ = first, first += std::int64_t(path.size());
        *out = first;
    }
    // Writes the operations of an utterance, a letter each, as many as its path has.
    void letters(std::size_t i, char* out) const {
        const Path path = paths[i];
        if (!path.lattice()) return moves.letters(path.first(), path.size(), out);
        for (std::size_t k = 0; k < path.size(); ++k) *out++ = slots[path.first() + k].op();
    }
    // Gives each step of an utterance that is not correct to `use`, with the number of its operation.
    template <class Use> void each_error(std::size_t i, const Use& use) const {
        const Path path = paths[i];
        if (!path.lattice()) return moves.each_error(path.first(), path.size(), use);
        for (std::size_t k = 0; k < path.size(); ++k)
            if (const int operation = int(slots[path.first() + k].operation)) use(k, operation);
    }
    // Asks for the memory of the texts of an utterance, if there is one.
    void expect(std::size_t i) const {
        if (!ref || i >= paths.size()) return;
        ref->expect(ref_item(i));
        hyp->expect(hyp_item(i));
    }

    // Reads alignments step by step, with their words; every thread that reads needs its own.
    class Walker {
        const Batch& batch_;
        Reader ref_, hyp_;
        std::vector<View> tokens_, ref_tokens_, hyp_tokens_;
        std::vector<Word> ref_words_, hyp_words_;
        Lattice ref_lattice_, hyp_lattice_;
        std::string written_;

      public:
        std::vector<Cell> cells;
        View operations;
        std::vector<View> refs, hyps;  // a word for each operation but I, and for each but D
        explicit Walker(const Batch& batch) : batch_(batch), ref_(ref_reader(batch.rules)), hyp_(hyp_reader(batch.rules)) {
            if (!batch.has_signs) ref_.expect_no_signs(), hyp_.expect_no_signs();
        }

        void load(std::size_t i) {
            const Path path = batch_.paths[i];
            cells.clear();
            if (!batch_.ref) return load_ready(path);
            if (path.lattice()) return load_lattice(i, path);
            ref_.again(*batch_.ref, batch_.ref_item(i), tokens_);
            ref_.words(*batch_.ref, batch_.ref_item(i), tokens_, ref_words_);
            hyp_.again(*batch_.hyp, batch_.hyp_item(i), tokens_);
            hyp_.words(*batch_.hyp, batch_.hyp_item(i), tokens_, hyp_words_);
            const Word *a = ref_words_.data(), *b = hyp_words_.data();
            for (std::size_t k = 0; k < path.size(); ++k) {
                const char op = kOperations[batch_.moves[path.first() + k]];
                cells.push_back({op, op == 'I' ? nullptr : a++, op == 'D' ? nullptr : b++});
            }
        }

        // Fills in the operations and the words of both sides as they are written, which is much quicker: nothing else is read.
        // Without references, those of plain paths are not read either.
        void load_steps(std::size_t i, bool with_refs) {
            if (batch_.paths[i].lattice()) return load_bare(i) ? void() : load_cells(i);
            if (with_refs) load_refs(i);
            load_hyps(i);
            written_.resize(batch_.paths[i].size());
            batch_.letters(i, written_.data());
            operations = written_;
        }

        // Fills in the words of one side of a plain path.
        void load_refs(std::size_t i) { ref_.again(*batch_.ref, batch_.ref_item(i), refs); }
        void load_hyps(std::size_t i) { hyp_.again(*batch_.hyp, batch_.hyp_item(i), hyps); }
        // The reference of a plain path, if it is a text between whose words white space stands.
        bool ref_text(std::size_t i, View& text) { return ref_.again(*batch_.ref, batch_.ref_item(i), text); }
        // Fills in some words of the hypothesis of a plain path alone, by their numbers, which rise.
        void load_hyps(std::size_t i, const std::vector<std::size_t>& numbers) {
            hyp_.again(*batch_.hyp, batch_.hyp_item(i), numbers, hyps);
        }
        // The ends of the texts in which these words lie; null where they lie in several.
        const char* ref_end() const { return ref_.end(); }
        const char* hyp_end() const { return hyp_.end(); }

      private:
        // Reads a lattice path of words without marks, whose arcs are the words in their order; false of others.
        bool load_bare(std::size_t i) {
            if (!batch_.ref || !ref_.bare(*batch_.ref, batch_.ref_item(i), ref_tokens_)) return false;
            if (!hyp_.bare(*batch_.hyp, batch_.hyp_item(i), hyp_tokens_)) return false;
            refs.clear(), hyps.clear();
            const Path path = batch_.paths[i];
            for (std::size_t k = 0; k < path.size(); ++k) {
                const Slot& s = batch_.slots[path.first() + k];
                if (s.ref) refs.push_back(ref_tokens_[s.ref - 1]);
                if (s.hyp) hyps.push_back(hyp_tokens_[s.hyp - 1]);
            }
            written_.resize(path.size());
            batch_.letters(i, written_.data());
            operations = written_;
            return true;
        }
        void load_cells(std::size_t i) {
            load(i);
            refs.clear();
            hyps.clear();
            written_.clear();
            for (const Cell& c : cells) {
                written_.push_back(c.op);
                if (c.op != 'I') refs.push_back(c.ref ? c.ref->value : View());
                if (c.op != 'D') hyps.push_back(c.hyp ? c.hyp->value : View());
            }
            operations = written_;
        }
        void load_ready(Path path) {
            for (std::size_t k = 0; k < path.size(); ++k) {
                const Slot& s = batch_.slots[path.first() + k];
                cells.push_back({s.op(), s.ref ? &batch_.ready[s.ref - 1] : nullptr, s.hyp ? &batch_.ready[s.hyp - 1] : nullptr});
            }
        }
        void load_lattice(std::size_t i, Path path) {
            static const Word nothing = empty_word();
            ref_.lattice(*batch_.ref, batch_.ref_item(i), ref_lattice_);
            hyp_.lattice(*batch_.hyp, batch_.hyp_item(i), hyp_lattice_);
            for (std::size_t k = 0; k < path.size(); ++k) {
                const Slot& s = batch_.slots[path.first() + k];
                const Word* none = s.op() == 'C' ? &nothing : nullptr;  // an optional word that was left out
                cells.push_back({s.op(), s.ref ? &ref_lattice_.words[s.ref - 1] : none, s.hyp ? &hyp_lattice_.words[s.hyp - 1] : none});
            }
        }
        static Word empty_word() {
            Word w;
            w.value = w.compare = View("", 0);
            w.weight = 0.0;
            return w;
        }
    };

    // A step of a ready-made alignment; words are indexes of `ready`, from 1.
    void add_ready(Slot slot) { slots.push_back(slot); }
    void end_ready() {
        const std::size_t first = paths.empty() ? 0 : paths.back().first() + paths.back().size();
        paths.push_back(Path(first, slots.size() - first, true));
    }

    // Adds an utterance of another batch; its texts are at these places of the sides. Words of ready-made alignments are copied.
    void add(const Batch& other, std::size_t i, std::size_t ref_place, std::size_t hyp_place);

    void pack(Packer& out) const;
    // Reads the paths of texts that are set already; throws Damaged if the steps of a path do not fit its words.
    void unpack(Unpacker& in);

  private:
    void pack_path(Packer& out, Path path) const;
    void unpack_slots(Unpacker& in, std::size_t size, View operations, std::size_t unexpected, std::size_t refs, std::size_t hyps);
};

}  // namespace scorelite
