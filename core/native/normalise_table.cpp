// A table of rules as a trie: at every place the longest text that matches, from left to right.
#include <algorithm>
#include <unordered_map>

#include "normalise.hpp"

namespace scorelite {
namespace normalise {
namespace {

// White space as Python's patterns know it; letters of rules are no letters of texts, which the interpreter has told.
bool white_space(char32_t letter) {
    if (letter < 128) return letter == U' ' || (letter >= 9 && letter <= 13) || (letter >= 28 && letter <= 31);
    if (letter >= 0x2000 && letter <= 0x200A) return true;
    return TextView(U"\u0085\u00a0\u1680\u2028\u2029\u202f\u205f\u3000").find(letter) != TextView::npos;
}

class Table final : public Operation {
    struct Node {
        std::vector<std::pair<char32_t, std::uint32_t>> children;  // few: searched one by one
        std::int32_t rule = -1;                                    // the first rule of this text
        bool within_blanks = false;  // behind a blank, whether rules go on in the same white space: by an edge, or by more of it
    };
    struct Match {
        std::int32_t rule = -1;
        std::size_t end = 0;
    };
    std::vector<Node> nodes_{1};
    std::vector<std::int32_t> others_;  // of each rule the next one of the same text, with other edges; or -1
    std::unordered_map<char32_t, std::uint32_t> roots_;
    std::array<std::uint32_t, 128> ascii_roots_{};  // 0: none
    std::array<bool, 128> begins_{};                // whether a rule begins with this letter
    // The texts of rules behind each of their blanks, as a trie.
    struct Tail {
        std::vector<std::pair<char32_t, std::uint32_t>> children;
        bool ends = false, edge = true;  // whether a text ends here, and then whether each of them needs an edge behind it
        bool leading = false;            // whether nothing but blanks stood before some of the texts
    };
    std::vector<Tail> tails_{1};
    std::vector<Rule> rules_;
    bool exact_blanks_, several_words_ = false, only_after_words_ = true;
    bool parts_of_blanks_ = false;   // whether rules tell white space apart by its length or letters
    char32_t common_ = U' ';         // a letter of every rule, such as the apostrophe; a blank if there is none
    std::size_t before_common_ = 0;  // the most letters that stand before it in a rule

    template <class Nodes> static std::uint32_t follow(const Nodes& nodes, std::uint32_t node, char32_t letter) {
        for (const auto& [key, next] : nodes[node].children)
            if (key == letter) return next;
        return 0;
    }
    std::uint32_t child(std::uint32_t node, char32_t letter) const { return follow(nodes_, node, letter); }
    std::uint32_t root(char32_t letter) const {
        if (letter < 128) return ascii_roots_[letter];
        const auto entry = roots_.find(letter);
        return entry == roots_.end() ? 0 : entry->second;
    }
    static bool fits(const Classes& classes, TextView text, std::size_t place, int edge, bool left) {
        if (edge == 0) return true;
        if (edge == 1) return classes.edge(text, place);
        return left ? !place || classes.space(text[place - 1]) : place == text.size() || classes.space(text[place]);
    }

    static bool same_edges(const Rule& one, const Rule& other) { return one.before == other.before && one.after == other.after; }
    // Takes the rule that ends here, if its edges fit and its text is longer than that of the best one, or as long and before it.
    void take(const Classes& classes, TextView text, std::size_t begin, std::int32_t rule, std::size_t place, Match& best) const {
        for (; rule >= 0; rule = others_[std::size_t(rule)]) {
            const Rule& other = rules_[std::size_t(rule)];
            if (!fits(classes, text, begin, other.before, true) || !fits(classes, text, place, other.after, false)) continue;
            const std::size_t size = best.rule < 0 ? 0 : rules_[std::size_t(best.rule)].search.size();
            if (other.search.size() > size || (other.search.size() == size && rule < best.rule)) best = {rule, place};
            return;
        }
    }
    // The best rule of those that go on from a node at a place.
    void walk(const Classes& classes, TextView text, std::size_t begin, std::uint32_t node, std::size_t place, Match& best) const {
        while (node) {
            take(classes, text, begin, nodes_[node].rule, place, best);
            if (place == text.size()) return;
            const char32_t letter = text[place];
            if (!exact_blanks_ && classes.space(letter)) {
                walk_blanks(classes, text, begin, child(node, U' '), place, best);
                if (letter == U' ' || !parts_of_blanks_) return;
            }
            node = child(node, letter);
            ++place;
        }
    }
    // A blank takes as much white space as it may, and gives some back where the rest of a rule needs it: so do regular expressions.
    void walk_blanks(const Classes& classes, TextView text, std::size_t begin, std::uint32_t node, std::size_t place, Match& best) const {
        if (!node) return;
        const std::size_t end = classes.past_space(text, place);
        walk(classes, text, begin, node, end, best);
        if (!nodes_[node].within_blanks) return;
        for (std::size_t stop = end - 1; stop > place; --stop) walk(classes, text, begin, node, stop, best);
    }
    // The longest rule that matches here, and the end of the match.
    Match match(const Classes& classes, TextView text, std::size_t begin) const {
        Match best;
        const char32_t letter = text[begin];
        const bool blank = !exact_blanks_ && classes.space(letter);
        if (blank) walk_blanks(classes, text, begin, root(U' '), begin, best);
        if (!blank || (letter != U' ' && parts_of_blanks_)) walk(classes, text, begin, root(letter), begin + 1, best);
        return best;
    }

    // The next place at which a rule may begin where none begins at this one. Within white space, which is one blank to rules, places but
    // the first are alike: their edges are.
    std::size_t behind(const Classes& classes, TextView text, std::size_t place) const {
        const bool alike = !exact_blanks_ && !parts_of_blanks_ && place && classes.space(text[place]) && classes.space(text[place - 1]);
        return alike ? classes.past_space(text, place) : place + 1;
    }

    // Looks for a letter that all rules have, with no blank before it: blanks match white space of any length.
    void find_common_letter() {
        if (rules_.empty()) return;
        for (char32_t letter : rules_[0].search) {
            bool all = !white_space(letter);
            std::size_t most = 0;
            for (const Rule& rule : rules_) {
                const std::size_t place = rule.search.find(letter), blank = rule.search.find(U' ');
                all = all && place != Text::npos && place < blank;
                most = std::max(most, place);
            }
            if (!all) continue;
            common_ = letter;
            before_common_ = most;
            return;
        }
    }

    // Notes where a rule that has been added goes on in the white space that one of its blanks has begun to take.
    void add_blanks(const Rule& rule) {
        std::uint32_t node = 0;
        for (std::size_t place = 0; place < rule.search.size(); ++place) {
            const char32_t letter = rule.search[place];
            node = place ? child(node, letter) : root(letter);
            parts_of_blanks_ = parts_of_blanks_ || (white_space(letter) && letter != U' ');
            if (letter != U' ') continue;
            const bool last = place + 1 == rule.search.size(), more = !last && white_space(rule.search[place + 1]);
            parts_of_blanks_ = parts_of_blanks_ || more;
            if (more || (last && rule.after == 2)) nodes_[node].within_blanks = true;
        }
    }
    void add_tails(const Rule& rule) {
        bool leading = true;
        for (std::size_t blank = 0; blank < rule.search.size(); ++blank) {
            leading = leading && rule.search[blank] == U' ';
            if (rule.search[blank] != U' ') continue;
            std::uint32_t node = 0;
            for (char32_t letter : TextView(rule.search).substr(blank + 1)) {
                std::uint32_t next = follow(tails_, node, letter);
                if (!next) {
                    next = std::uint32_t(tails_.size());
                    tails_.emplace_back();
                    tails_[node].children.emplace_back(letter, next);
                }
                node = next;
                tails_[node].leading = tails_[node].leading || leading;
            }
            tails_[node].ends = true;
            tails_[node].edge = tails_[node].edge && rule.after != 0;
        }
    }
    // Whether a rule may match that began before the text; blanks at its begin belong to the one before it, unless they are exact.
    Reach reach_from_left(const Classes& classes, TextView text) const {
        std::uint32_t node = 0;
        bool blank = false;
        for (std::size_t place = exact_blanks_ ? 0 : classes.past_space(text, 0); place < text.size();) {
            blank = !exact_blanks_ && classes.space(text[place]);
            node = follow(tails_, node, blank ? U' ' : text[place]);
            place = blank ? classes.past_space(text, place) : place + 1;
            if (!node) return Reach::kNone;
            const Tail& tail = tails_[node];
            if (tail.ends && (!tail.edge || classes.edge(text, place) || place == text.size() || classes.space(text[place])))
                return tail.leading ? Reach::kText : Reach::kNeighbours;
        }
        if (!node || !(blank || follow(tails_, node, U' '))) return Reach::kNone;
        return tails_[node].leading ? Reach::kText : Reach::kNeighbours;
    }
    // Whether a rule may match that begins at this place and goes on behind the text.
    Reach reach_to_right(const Classes& classes, TextView text, std::size_t place) const {
        bool blank = !exact_blanks_ && classes.space(text[place]);
        std::uint32_t node = root(blank ? U' ' : text[place]);
        place = blank ? classes.past_space(text, place) : place + 1;
        while (node && place < text.size()) {
            blank = !exact_blanks_ && classes.space(text[place]);
            node = child(node, blank ? U' ' : text[place]);
            place = blank ? classes.past_space(text, place) : place + 1;
        }
        const std::uint32_t next = node ? child(node, U' ') : 0;
        if (next && nodes_[next].rule >= 0) return Reach::kText;
        return next || (node && blank && !nodes_[node].children.empty()) ? Reach::kNeighbours : Reach::kNone;
    }

  public:
    Reach reach(const Classes& classes, TextView text) const override {
        if (!several_words_) return Reach::kNone;
        if (tails_[0].ends || parts_of_blanks_) return Reach::kText;
        if (text.empty()) return Reach::kNeighbours;
        Reach reach = reach_from_left(classes, text);
        for (std::size_t place = 0; place < text.size(); place = behind(classes, text, place)) {
            const bool begins = text[place] >= 128 || begins_[text[place]];
            const bool edge = !only_after_words_ || !place || classes.space(text[place - 1]) || classes.edge(text, place);
            if (begins && edge) reach = std::max(reach, reach_to_right(classes, text, place));
        }
        return reach;
    }

    Table(const std::vector<Rule>& rules, bool exact_blanks) : others_(rules.size(), -1), rules_(rules), exact_blanks_(exact_blanks) {
        for (std::size_t number = 0; number < rules.size(); ++number) {
            std::uint32_t node = 0;
            for (char32_t letter : rules[number].search) {
                std::uint32_t next = node ? child(node, letter) : root(letter);
                if (!next) {
                    next = std::uint32_t(nodes_.size());
                    nodes_.emplace_back();
                    if (node)
                        nodes_[node].children.emplace_back(letter, next);
                    else if (letter < 128)
                        ascii_roots_[letter] = next;
                    else
                        roots_.emplace(letter, next);
                }
                node = next;
            }
            const char32_t first = rules[number].search.empty() ? 0 : rules[number].search[0];
            if (first < 128) begins_[first] = true;
            if (first == U' ' && !exact_blanks)
                for (char32_t blank : U"\t\n\v\f\r\x1c\x1d\x1e\x1f") begins_[blank] = true;
            std::int32_t* last = &nodes_[node].rule;
            while (*last >= 0 && !same_edges(rules[std::size_t(*last)], rules[number])) last = &others_[std::size_t(*last)];
            if (*last < 0) *last = std::int32_t(number);
            if (!exact_blanks) add_blanks(rules[number]);
            only_after_words_ = only_after_words_ && rules[number].before != 0;
            several_words_ = several_words_ || has(rules[number].search, U' ');
            add_tails(rules[number]);
        }
        find_common_letter();
    }

    Outcome run(const Classes& classes, Text& text, Log* log) const override {
        Text& out = kept_text<Table>();
        const std::size_t longest = std::max(kLongest, text.size());
        std::size_t done = 0, common = 0;
        bool replaced = false;
        for (std::size_t place = 0; place < text.size();) {
            if (common_ != U' ') {
                if (common <= place) common = text.find(common_, place);
                if (common == Text::npos) break;
                if (common > before_common_) place = std::max(place, common - before_common_);
            }
            const bool possible = text[place] >= 128 || begins_[text[place]];
            const auto [number, end] = possible ? match(classes, text, place) : Match();
            if (number < 0) {
                place = possible ? behind(classes, text, place) : place + 1;
                // Within a word no rule begins whose text has an edge before it.
                if (only_after_words_ && classes.word(text[place - 1]))
                    while (place < text.size() && classes.word(text[place])) ++place;
                continue;
            }
            const Rule& rule = rules_[std::size_t(number)];
            out.append(text, done, place - done);
            if (log && TextView(text).substr(place, end - place) != rule.replacement)
                log->push_back({std::int32_t(out.size()), first_rule + number, text.substr(place, end - place), rule.replacement});
            out += rule.replacement;
            if (out.size() > longest) return Outcome::kTooLong;
            replaced = true;
            done = place = end;
        }
        if (replaced) {
            out.append(text, done, Text::npos);
            text.swap(out);
        }
        return Outcome::kDone;
    }
};

}  // namespace

std::unique_ptr<Operation> table(const std::vector<Rule>& rules, bool exact_blanks) { return std::make_unique<Table>(rules, exact_blanks); }

}  // namespace normalise
}  // namespace scorelite
