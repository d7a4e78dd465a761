// Many utterances: their texts (Side), and their alignments (Batch).
//
// An alignment is kept as one byte a place for plain texts, as arc numbers for lattices. Words are not kept: a report that needs them
// cuts the texts into words once more, which costs less than keeping them.
#pragma once
#include <exception>
#include <memory>
#include <thread>

#include "graph.hpp"
#include "lattice.hpp"

namespace scorelite {

class Side {
  public:
    enum Kind : std::uint8_t { kText, kWords, kRows };
    struct Item {
        const char *start, *raw_start;          // kText; raw_start is null where there is no other text
        std::uint32_t first, count, raw_count;  // bytes of the texts; words (kWords), rows (kRows)
        Kind kind;
        View text() const { return View(start, count); }
        View raw() const { return View(raw_start, raw_count); }
    };
    std::vector<Item> items;
    std::vector<View> words;
    Numbers begin, duration, confidence;
    Arena arena;

    void add_text(View text, View raw = View()) {
        items.push_back({text.data(), raw.data(), 0, narrow(text.size()), narrow(raw.size()), kText});
    }
    void add_words(std::size_t first, std::size_t count) { items.push_back({nullptr, nullptr, narrow(first), narrow(count), 0, kWords}); }
    void add_rows(std::size_t first, std::size_t count) { items.push_back({nullptr, nullptr, narrow(first), narrow(count), 0, kRows}); }

  private:
    static std::uint32_t narrow(std::size_t size) {
        if (size > UINT32_MAX) throw std::bad_alloc();
        return std::uint32_t(size);
    }
};

// Turns the items of one side into words. `keep_case`: take the text before it was folded, as the reference does with -S algo2.
class Reader {
    const Rules rules_;
    const ByteClasses classes_;
    Arena arena_;
    std::string scratch_;
    const bool keep_case_, lexicon_;
    const std::string alt_begin_, alt_, alt_end_;

  public:
    std::string messages;

    Reader(const Rules& rules, int characters, bool lexicon, bool keep_case)
        : rules_(with(rules, characters)),
          classes_(rules_),
          keep_case_(keep_case),
          lexicon_(lexicon),
          alt_begin_(rules.charset->fold("<ALT_BEGIN>")),
          alt_(rules.charset->fold("<ALT>")),
          alt_end_(rules.charset->fold("<ALT_END>")) {}

    // The words if they are plain ones. False if this needs a lattice.
    bool plain(const Side& side, std::size_t i, std::vector<Token>& out) {
        arena_.clear();
        if (rules_.always_lattice()) return false;
        const Side::Item& item = side.items[i];
        if (item.kind == Side::kText) {
            if (!tokenize(text_of(item), rules_, classes_, out)) return false;
            for (const Token& token : out)
                if (!rules_.markup && literal_marked(token.view())) return false;
            return cut(out);
        }
        if (item.kind == Side::kRows && (rules_.characters >= 0 || !rules_.markup)) return false;
        out.clear();
        for (std::size_t k = item.first; k < item.first + item.count; ++k) {
            const View word = folded(side.words[k]);
            const bool marked = item.kind == Side::kRows ? word.empty() || begins_alt(word) || row_marked(word) : literal_marked(word);
            if (marked) return false;
            out.push_back({word.data(), std::uint32_t(word.size()), hash_of(word.data(), word.size())});
        }
        return cut(out);
    }

    // The same as words with all that reports ask of them.
    void words(const Side& side, std::size_t i, const std::vector<Token>& tokens, std::vector<Word>& out) const {
        const Side::Item& item = side.items[i];
        out.clear();
        out.resize(tokens.size());
        for (std::size_t k = 0; k < tokens.size(); ++k) {
            out[k].value = out[k].compare = tokens[k].view();
            if (item.kind == Side::kRows) set_times(out[k], side, item.first + k);
        }
    }

    void lattice(const Side& side, std::size_t i, Lattice& out) {
        arena_.clear();
        out.clear();
        const Side::Item& item = side.items[i];
        Parser parser(rules_, arena_, messages);
        std::uint32_t node = 0;
        if (item.kind == Side::kRows)
            node = rows(side, item, parser, out);
        else if (item.kind == Side::kText && rules_.markup)
            node = parser.sequence(text_of(item), out, 0);
        else
            node = literals(side, item, parser, out);
        out.finish(node);
        if (rules_.characters < 0) return;
        Graph graph(out, rules_, parser, arena_);
        graph.split(rules_.characters);
        if (lexicon_) graph.join();
        graph.store(out);
    }

  private:
    static Rules with(Rules rules, int characters) {
        rules.characters = characters;
        return rules;
    }
    View folded(View text) {
        if (rules_.sensitive || rules_.charset->is_folded(text)) return text;
        return arena_.keep(rules_.charset->fold(text));
    }
    View text_of(const Side::Item& item) {
        if (keep_case_ && item.raw_start) return item.raw();
        if (rules_.sensitive || item.raw_start) return item.text();  // a transcript was folded when it was read
        scratch_.clear();
        rules_.charset->append<true>(scratch_, item.text());
        return scratch_;
    }
    bool literal_marked(View w) const {
        return (rules_.optional || rules_.fragments || rules_.characters >= 0) && w.find_first_of("()-*@{;") != View::npos;
    }
    bool row_marked(View w) const {
        for (char c : w)
            if (classes_.of[static_cast<unsigned char>(c)] == kMarkByte) return is_marked(w, rules_);
        return false;
    }
    // -c on plain words: characters instead.
    bool cut(std::vector<Token>& tokens) {
        if (rules_.characters < 0) return true;
        if (rules_.guarani) return false;
        pieces_.clear();
        for (const Token& token : tokens) {
            const View text = token.view();
            bool ascii = false;
            for (std::size_t at = 0; at < text.size();) {
                const std::size_t n = rules_.charset->length(text, at);
                const bool is_ascii = rules_.charset->one_byte() || !(text[at] & 0x80);
                if (at && ascii && is_ascii && rules_.characters & kKeepAscii)
                    ++pieces_.back().size;
                else
                    pieces_.push_back({text.data() + at, std::uint32_t(n), 0});
                ascii = is_ascii;
                at += n;
            }
        }
        for (Token& piece : pieces_) piece.hash = hash_of(piece.text, piece.size);
        tokens.swap(pieces_);
        return true;
    }

    std::uint32_t literals(const Side& side, const Side::Item& item, Parser& parser, Lattice& out) {
        std::uint32_t node = 0;
        const auto add = [&](View value) {
            Word w;
            w.value = w.compare = value;
            parser.finish(w, true);
            if (!parser.unspeakable(w)) node = out.add(w, node);
        };
        if (item.kind == Side::kWords) {
            for (std::size_t k = item.first; k < item.first + item.count; ++k) add(folded(side.words[k]));
            return node;
        }
        std::vector<Token> tokens;
        tokenize(arena_.keep(std::string(text_of(item))), rules_, classes_, tokens);
        for (const Token& token : tokens) add(token.view());
        return node;
    }

    static void set_times(Word& w, const Side& side, std::size_t row) {
        w.begin = side.begin[row];
        w.end = w.begin + side.duration[row];
        w.duration = w.end - w.begin;
        w.confidence = side.confidence[row];
    }
    // Marks are compared like words, by the case tables of the profile.
    bool begins_alt(View word) const { return !word.empty() && word[0] == '<' && View(rules_.charset->fold(word)).substr(0, 4) == "<alt"; }

    std::uint32_t row_word(const Side& side, std::size_t row, Parser& parser, Lattice& out, std::uint32_t node) {
        Word w = parser.row_word(folded(side.words[row]));
        set_times(w, side, row);
        return parser.unspeakable(w) ? node : out.add(w, node);
    }
    std::uint32_t rows(const Side& side, const Side::Item& item, Parser& parser, Lattice& out) {
        std::uint32_t node = 0;
        const std::size_t end = item.first + item.count;
        for (std::size_t i = item.first; i < end; ++i) {
            if (begins_alt(side.words[i]))
                i = row_choice(side, i, end, parser, out, node);
            else
                node = row_word(side, i, parser, out, node);
        }
        return node;
    }
    // The alternation that begins at row i; an empty alternative is the null word. Returns the row where it ends. The steps from mark to
    // mark are the reference's, also where they lose a word: behind an empty first alternative, or behind a mark that stands alone.
    std::size_t row_choice(const Side& side, std::size_t i, std::size_t end, Parser& parser, Lattice& out, std::uint32_t& node) {
        const auto is = [&](std::size_t k, const std::string& mark) { return k < end && rules_.charset->fold(side.words[k]) == mark; };
        while (is(i, alt_begin_)) ++i;
        std::uint32_t join = node;
        for (bool first = true; first || (i < end && !is(i, alt_end_)); first = false) {
            const std::size_t words = out.words.size(), start = i;
            std::uint32_t last = node;
            for (; i < end && !begins_alt(side.words[i]); ++i) last = row_word(side, i, parser, out, last);
            if (i == start) {
                Word w;
                w.value = "@";
                w.confidence = i < end ? side.confidence[i] : 0.0;
                parser.finish(w);
                last = out.add(w, last);
                ++i;
            }
            if (last != node) {
                if (join == node) join = last;
                for (std::size_t k = words; k < out.words.size(); ++k)
                    if (out.to[k] == last) out.to[k] = join;
            }
            if (!(is(i, alt_) && is(i + 1, alt_end_)) && !is(i, alt_end_)) ++i;
        }
        node = join;
        return i;
    }

    std::vector<Token> pieces_;
};

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
    const Side *ref = nullptr, *hyp = nullptr;

    void align(std::size_t threads) {
        const std::size_t n = ref->items.size();
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
            ref_.plain(*batch_.ref, i, tokens_);
            ref_.words(*batch_.ref, i, tokens_, ref_words_);
            hyp_.plain(*batch_.hyp, i, tokens_);
            hyp_.words(*batch_.hyp, i, tokens_, hyp_words_);
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
            ref_.lattice(*batch_.ref, i, ref_lattice_);
            hyp_.lattice(*batch_.hyp, i, hyp_lattice_);
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

  private:
    struct Part {
        std::vector<char> moves;
        std::vector<Slot> slots;
        std::vector<Notice> notices;
        std::exception_ptr failure;
    };
    std::vector<char> moves_;
    std::vector<Slot> slots_;

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
                const bool plain = w.ref.plain(*ref, i, w.ref_tokens) && w.hyp.plain(*hyp, i, w.hyp_tokens);
                plain ? align_plain(w, part, paths[i]) : align_lattice(w, part, i);
            }
        } catch (...) {
            part.failure = std::current_exception();
        }
    }

    void solve(Worker& w, const Problem& p) const {
        w.moves.clear();
        solve_plain(rules.unit, rules.ties, p, w.scratch, w.moves);
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
        w.ref.lattice(*ref, i, w.ref_lattice);
        w.hyp.lattice(*hyp, i, w.hyp_lattice);
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
                const View text = l.words[k].compare;
                nulls += l.words[k].null;
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
            const bool gap = w.moves[k] != kSub;
            cost += gap ? (rules.unit ? 1 : 3) : p.rows[i] == p.columns[j] ? 0 : rules.unit ? 1 : 4;
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
