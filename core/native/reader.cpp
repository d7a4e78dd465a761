#include "reader.hpp"

#include <algorithm>
#include <utility>

#include "parser.hpp"
#include "spelling.hpp"

namespace scorelite {
namespace {

Rules with(Rules rules, int characters) {
    rules.characters = characters;
    return rules;
}

void set_times(Word& w, const Side::Times& times) {
    w.begin = times.begin;
    w.end = w.begin + times.duration;
    w.duration = w.end - w.begin;
    w.confidence = times.confidence;
}

// Whether there are letters, digits, apostrophes and, if they may be, blanks alone.
bool are_bare(View text, bool blanks) {
    return std::all_of(text.begin(), text.end(), [&](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '\'' || c < 0 || (blanks && c == ' ');
    });
}

Word literal(View value, const Parser& parser) {
    Word w;
    w.value = value;
    parser.finish(w, true);
    return w;
}

}  // namespace

Reader::Reader(const Rules& rules, int characters, bool lexicon, bool keep_case)
    : rules_(with(rules, characters)),
      classes_(rules_),
      keep_case_(keep_case),
      lexicon_(lexicon),
      folds_letters_(!rules.charset->is_folded("a")),
      folds_(!rules.sensitive),
      alt_begin_(rules.charset->fold("<ALT_BEGIN>")),
      alt_(rules.charset->fold("<ALT>")),
      alt_end_(rules.charset->fold("<ALT_END>")) {}

// Words that are known to be plain are not tested again.
template <bool kKnown> bool Reader::read(const Side& side, std::size_t i, std::vector<View>& out) {
    arena_.clear();
    end_ = nullptr;
    const Side::Item item = side.item(i);
    if (item.kind != Side::kText || rules_.always_lattice()) signs_ = true;
    if (rules_.always_lattice()) return false;
    if (item.kind == Side::kText) {
        const View text = text_of(item);
        if (!tokenize(text, rules_, classes_, out, kKnown)) return false;
        const auto marked = [&](View word) { return literal_marked(word); };
        if (!kKnown && !rules_.markup && std::any_of(out.begin(), out.end(), marked)) return false;
        end_ = text.data() + text.size();
        return cut(out);
    }
    if (item.kind == Side::kArcs) return false;
    if (item.kind == Side::kRows && (rules_.characters >= 0 || !rules_.markup)) return false;
    const View* const words = side.words.data() + item.first;
    const bool folded = rules_.sensitive || (side.lower && rules_.charset->lower().empty());
    if (!folded) make_room(words, item.count);
    out.resize(item.count);
    for (std::size_t k = 0; k < item.count; ++k) {
        const View word = folded ? words[k] : folded_here(words[k]);
        const bool marked =
            !kKnown && (item.kind == Side::kRows ? word.empty() || begins_alt(word) || row_marked(word) : literal_marked(word));
        if (marked) return false;
        out[k] = word;
    }
    return cut(out);
}
template bool Reader::read<false>(const Side& side, std::size_t i, std::vector<View>& out);
template bool Reader::read<true>(const Side& side, std::size_t i, std::vector<View>& out);

bool Reader::characters(const Side& side, std::size_t i, View& out) {
    const bool cuts_all = rules_.characters >= 0 && !(rules_.characters & kKeepAscii) && !rules_.guarani;
    const bool is_literal = !rules_.markup && (rules_.wild || rules_.optional || rules_.fragments || rules_.characters & kDropHyphens);
    if (!cuts_all || is_literal || rules_.always_lattice()) return false;
    arena_.clear();
    const Side::Item item = side.item(i);
    if (item.kind != Side::kText) return false;
    out = text_of(item);
    if (rules_.markup && (out.size() > rules_.token_limit() || classes_.marks.in(out))) return false;
    return is_ascii(out) || rules_.charset->one_byte() || (rules_.charset->encoding() == Encoding::kUtf8 && is_utf8(out));
}

bool Reader::again(const Side& side, std::size_t i, View& out) {
    const Side::Item item = side.item(i);
    if (item.kind != Side::kText || rules_.characters >= 0) return false;
    out = text_of(item);
    return is_cut_at_bytes(out, rules_);
}

void Reader::again(const Side& side, std::size_t i, const std::vector<std::size_t>& numbers, std::vector<View>& out) {
    out.clear();
    View text;
    if (again(side, i, text)) {
        end_ = text.data() + text.size();
        return Cutter::pick(text, numbers, out);
    }
    again(side, i, all_);
    for (std::size_t number : numbers) out.push_back(all_[number]);
}

bool Reader::bare(const Side& side, std::size_t i, std::vector<View>& out) {
    arena_.clear();
    end_ = nullptr;
    const Side::Item item = side.item(i);
    if (rules_.characters >= 0 || rules_.segment || item.kind == Side::kArcs) return false;
    if (item.kind == Side::kText) return are_bare(item.text(), true) && tokenize(text_of(item), rules_, classes_, out);
    const View* const words = side.words.data() + item.first;
    make_room(words, item.count);
    out.resize(item.count);
    for (std::size_t k = 0; k < item.count; ++k) {
        if (words[k].empty() || !are_bare(words[k], false)) return false;
        out[k] = rules_.sensitive ? words[k] : folded_here(words[k]);
    }
    return true;
}

void Reader::words(const Side& side, std::size_t i, const std::vector<View>& tokens, std::vector<Word>& out) const {
    static const Side::Times none;
    const Side::Item item = side.item(i);
    // What else a word has is never set: words of another item are used again.
    if (out.size() < tokens.size()) out.resize(tokens.size());
    for (std::size_t k = 0; k < tokens.size(); ++k) {
        out[k].value = out[k].compare = tokens[k];
        set_times(out[k], item.kind == Side::kRows ? side.times[item.first + k] : none);
    }
}

void Reader::lattice(const Side& side, std::size_t i, Lattice& out) {
    arena_.clear();
    end_ = nullptr;
    out.clear();
    const Side::Item item = side.item(i);
    Parser parser(rules_, classes_, arena_, messages);
    std::uint32_t node = 0;
    if (item.kind == Side::kArcs)
        node = arcs(side, item, parser, out);
    else if (item.kind == Side::kRows)
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

View Reader::folded(View text) {
    if (rules_.sensitive || rules_.charset->is_folded(text)) return text;
    return arena_.keep(rules_.charset->fold(text));
}

void Reader::make_room(const View* words, std::size_t count) {
    std::size_t size = 0;
    for (std::size_t k = 0; k < count; ++k) size += words[k].size();
    words_.clear();
    words_.room(size);
}

// Folded behind the words before, for which there is room: a word whose size changes is kept elsewhere.
View Reader::folded_here(View text) {
    if (!rules_.charset->simple(text)) return folded(text);
    char* const to = words_.room(text.size());
    copy_lower(to, text.data(), text.size());
    words_.end(to + text.size());
    return View(to, text.size());
}

View Reader::text_of(const Side::Item& item) {
    // A transcript was folded when it was read.
    const bool folds = folds_ && !item.raw_start;
    if (folds && !folds_letters_ && !has_sign(item.text())) return item.text();
    signs_ = true;
    if (keep_case_ && item.raw_start) return item.raw();
    if (!folds || rules_.charset->is_folded(item.text())) return item.text();
    scratch_.clear();
    rules_.charset->append<true>(scratch_, item.text());
    return scratch_;
}

bool Reader::literal_marked(View w) const {
    // Cut into characters, marks are letters like others; but hyphens that go leave a word of its own kind.
    if (rules_.characters >= 0 && rules_.characters & kDropHyphens && w.find('-') != View::npos) return true;
    if (rules_.wild && w == "<*>") return true;
    return (rules_.optional || rules_.fragments) && w.find_first_of("()-*@{;") != View::npos;
}

bool Reader::row_marked(View w) const {
    for (char c : w)
        if (classes_.of[static_cast<unsigned char>(c)] == kMarkByte) return is_marked(w, rules_);
    return false;
}

// Replaces plain words by their characters (-c).
bool Reader::cut(std::vector<View>& tokens) {
    if (rules_.characters < 0) return true;
    if (rules_.guarani) return false;
    pieces_.clear();
    for (View text : tokens) {
        bool ascii = false;
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t n = rules_.charset->length(text, at);
            const bool is_ascii = rules_.charset->one_byte() || !(text[at] & 0x80);
            if (at && ascii && is_ascii && rules_.characters & kKeepAscii)
                pieces_.back() = View(pieces_.back().data(), pieces_.back().size() + n);
            else
                pieces_.push_back(text.substr(at, n));
            ascii = is_ascii;
            at += n;
        }
    }
    tokens.swap(pieces_);
    return true;
}

std::uint32_t Reader::literals(const Side& side, const Side::Item& item, Parser& parser, Lattice& out) {
    std::uint32_t node = 0;
    const auto add = [&](View value) {
        const Word w = literal(value, parser);
        if (!parser.unspeakable(w)) node = out.add(w, node);
    };
    if (item.kind == Side::kWords) {
        for (std::size_t k = item.first; k < item.first + item.count; ++k) add(folded(side.words[k]));
        return node;
    }
    std::vector<View> tokens;
    tokenize(arena_.keep(std::string(text_of(item))), rules_, classes_, tokens);
    for (View token : tokens) add(token);
    return node;
}

// Marks are folded by the case tables of the profile, like words.
bool Reader::begins_alt(View word) const {
    return !word.empty() && word[0] == '<' && View(rules_.charset->fold(word)).substr(0, 4) == "<alt";
}

std::uint32_t Reader::row_word(const Side& side, std::size_t row, Parser& parser, Lattice& out, std::uint32_t node) {
    Word w = parser.row_word(folded(side.words[row]));
    set_times(w, side.times[row]);
    return parser.unspeakable(w) ? node : out.add(w, node);
}

std::uint32_t Reader::rows(const Side& side, const Side::Item& item, Parser& parser, Lattice& out) {
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

// A word of which -c leaves nothing becomes the null word, so that every way stays open.
std::uint32_t Reader::arcs(const Side& side, const Side::Item& item, Parser& parser, Lattice& out) {
    std::uint32_t last = 0;
    for (std::size_t k = item.first; k < item.first + std::size_t(item.count); ++k) {
        const Side::Arc& arc = side.arcs[k];
        Word word = literal(arc.word.data() ? folded(arc.word) : View(), parser);
        if (!arc.word.data() || parser.unspeakable(word)) {
            word = Word();
            word.value = "@";
            parser.finish(word);
        }
        set_times(word, arc.times);
        out.words.push_back(word);
        out.from.push_back(arc.from);
        out.to.push_back(arc.to);
        out.nodes = std::max({out.nodes, arc.from + 1, arc.to + 1});
    }
    std::vector<char> left(out.nodes, 0);
    for (std::uint32_t node : out.from) left[node] = 1;
    for (std::uint32_t node : out.to)
        if (!left[node]) last = node;
    return last;
}

// The alternation that begins at row i; an empty alternative is the null word. Returns the row where it ends. The steps from mark to
// mark are the reference's, also where they lose a word: after an empty first alternative, or after a mark that stands alone.
std::size_t Reader::row_choice(const Side& side, std::size_t i, std::size_t end, Parser& parser, Lattice& out, std::uint32_t& node) {
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
            w.confidence = i < end ? side.times[i].confidence : 0.0;
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

namespace {

int spelling(const Rules& r) { return r.ascii_too ? 0 : kKeepAscii; }

}  // namespace

Reader ref_reader(const Rules& r) {
    return {r, r.segment ? (r.segment == 2 ? spelling(r) : kNoCharacters) : r.characters, r.segment == 2, false};
}
Reader hyp_reader(const Rules& r) {
    return {r, r.segment ? (r.segment == 1 ? spelling(r) : kNoCharacters) : r.characters, r.segment == 1, r.segment == 2};
}

}  // namespace scorelite
