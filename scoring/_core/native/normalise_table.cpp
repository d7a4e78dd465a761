// A table of rules as a trie: at every place the longest text that matches, from left to right.
#include <algorithm>
#include <unordered_map>

#include "normalise.hpp"

namespace scorelite {
namespace normalise {
namespace {

class Table final : public Operation {
    struct Node {
        std::vector<std::pair<char32_t, std::uint32_t>> children;  // few: searched one by one
        std::int32_t rule = -1;
    };
    std::vector<Node> nodes_{1};
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

    // The number of the longest rule that matches here, or -1, and the end of the match.
    std::int32_t match(const Classes& classes, TextView text, std::size_t begin, std::size_t& end) const {
        std::int32_t best = -1;
        const bool blank = !exact_blanks_ && classes.space(text[begin]);
        std::uint32_t node = root(blank ? U' ' : text[begin]);
        std::size_t place = blank ? classes.past_space(text, begin) : begin + 1;
        while (node) {
            const std::int32_t rule = nodes_[node].rule;
            if (rule >= 0 && fits(classes, text, begin, rules_[rule].before, true) &&
                fits(classes, text, place, rules_[rule].after, false)) {
                best = rule;
                end = place;
            }
            if (place == text.size()) break;
            if (!exact_blanks_ && classes.space(text[place])) {
                node = child(node, U' ');
                place = classes.past_space(text, place);
            } else {
                node = child(node, text[place++]);
            }
        }
        return best;
    }

    // The next place at which a rule may begin where none begins at this one. Within white space, which is one blank to rules, places but
    // the first are alike: their edges are.
    std::size_t behind(const Classes& classes, TextView text, std::size_t place) const {
        const bool alike = !exact_blanks_ && place && classes.space(text[place]) && classes.space(text[place - 1]);
        return alike ? classes.past_space(text, place) : place + 1;
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
        if (text.empty()) return Reach::kNeighbours;
        if (tails_[0].ends) return Reach::kText;
        Reach reach = reach_from_left(classes, text);
        for (std::size_t place = 0; place < text.size(); place = behind(classes, text, place)) {
            const bool begins = text[place] >= 128 || begins_[text[place]];
            const bool edge = !only_after_words_ || !place || classes.space(text[place - 1]) || classes.edge(text, place);
            if (begins && edge) reach = std::max(reach, reach_to_right(classes, text, place));
        }
        return reach;
    }

    Table(const std::vector<Rule>& rules, bool exact_blanks) : rules_(rules), exact_blanks_(exact_blanks) {
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
            if (nodes_[node].rule < 0) nodes_[node].rule = std::int32_t(number);
            only_after_words_ = only_after_words_ && rules[number].before != 0;
            several_words_ = several_words_ || has(rules[number].search, U' ');
            add_tails(rules[number]);
        }
    }

    Outcome run(const Classes& classes, Text& text, Log* log) const override {
        thread_local Text out;
        out.clear();
        const std::size_t longest = std::max(kLongest, text.size());
        std::size_t done = 0;
        bool replaced = false;
        for (std::size_t place = 0; place < text.size();) {
            std::size_t end;
            const bool possible = text[place] >= 128 || begins_[text[place]];
            const std::int32_t number = possible ? match(classes, text, place, end) : -1;
            if (number < 0) {
                place = behind(classes, text, place);
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
