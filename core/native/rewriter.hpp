// Rules that replace texts between contexts: one pass from left to right, the first rule in the order of the rules wins.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "signals.hpp"
#include "text.hpp"

namespace scorelite {

struct RewriteRule {
    View left, right, before, after;
};
struct RewriteMatch {
    std::size_t rule, start, end;
};

class Rewriter {
    static constexpr std::size_t kStepCost = 16;  // a byte of a left side, with a look at its contexts, in simple steps
    struct Entry {
        View before, after;
        std::uint32_t rule;
        bool operator<(const Entry& other) const {
            const int order = before.compare(other.before);
            return order ? order < 0 : after < other.after;
        }
    };
    // Rules of one left side whose contexts have the same two lengths, in the order of their contexts.
    struct Group {
        std::size_t before, after;
        std::uint32_t lowest;
        std::vector<Entry> entries;
    };
    struct Node {
        std::uint32_t edges = 0, end = 0;  // its places in labels_ and targets_
        std::uint32_t groups = kNone;
        std::uint32_t lowest = kNone;  // the first rule that ends here
    };
    static constexpr std::uint32_t kNone = UINT32_MAX;

    std::vector<std::string> folded_;
    std::vector<RewriteRule> rules_;
    std::vector<Node> nodes_;
    std::vector<unsigned char> labels_;
    std::vector<std::uint32_t> targets_;
    std::vector<std::vector<Group>> groups_;
    std::array<std::uint32_t, 256> roots_{};
    // By first byte and the byte before it: whether any rule can fit; the last column stands for the begin of the text.
    std::vector<char> possible_ = std::vector<char>(256 * 257, 0);
    bool fold_, copy_;

    static char lower(char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; }
    static std::string folded(View text) {
        std::string result(text);
        for (char& c : result) c = lower(c);
        return result;
    }
    void note_possible(const RewriteRule& rule) {
        char* row = &possible_[std::size_t(static_cast<unsigned char>(rule.left[0])) * 257];
        if (rule.before.empty())
            std::fill(row, row + 257, 1);
        else
            row[static_cast<unsigned char>(rule.before.back())] = 1;
    }
    static std::vector<Group> grouped(const std::vector<Entry>& entries) {
        std::vector<Group> groups;
        std::vector<Entry> sorted(entries);
        std::stable_sort(sorted.begin(), sorted.end(), [](const Entry& a, const Entry& b) {
            return std::make_pair(a.before.size(), a.after.size()) < std::make_pair(b.before.size(), b.after.size());
        });
        for (const Entry& entry : sorted) {
            if (groups.empty() || groups.back().before != entry.before.size() || groups.back().after != entry.after.size())
                groups.push_back({entry.before.size(), entry.after.size(), entry.rule, {}});
            groups.back().entries.push_back(entry);
        }
        for (Group& group : groups) {
            // Of rules with equal contexts only the first counts.
            std::stable_sort(group.entries.begin(), group.entries.end());
            const auto same = [](const Entry& a, const Entry& b) { return !(a < b) && !(b < a); };
            group.entries.erase(std::unique(group.entries.begin(), group.entries.end(), same), group.entries.end());
        }
        std::sort(groups.begin(), groups.end(), [](const Group& a, const Group& b) { return a.lowest < b.lowest; });
        return groups;
    }
    // Builds the node of the rules order[from..to), which share their first `depth` bytes.
    std::uint32_t build(const std::vector<std::uint32_t>& order, std::size_t from, std::size_t to, std::size_t depth) {
        const auto node = std::uint32_t(nodes_.size());
        nodes_.emplace_back();
        std::vector<Entry> entries;
        for (; from < to && rules_[order[from]].left.size() == depth; ++from)
            entries.push_back({rules_[order[from]].before, rules_[order[from]].after, order[from]});
        if (!entries.empty()) {
            nodes_[node].groups = std::uint32_t(groups_.size());
            nodes_[node].lowest = entries.front().rule;
            groups_.push_back(grouped(entries));
        }
        std::vector<std::pair<unsigned char, std::pair<std::size_t, std::size_t>>> parts;
        for (std::size_t k = from; k < to; ++k) {
            const auto byte = static_cast<unsigned char>(rules_[order[k]].left[depth]);
            if (parts.empty() || parts.back().first != byte) parts.push_back({byte, {k, k}});
            parts.back().second.second = k + 1;
        }
        const std::size_t edges = labels_.size();
        nodes_[node].edges = std::uint32_t(edges);
        nodes_[node].end = std::uint32_t(edges + parts.size());
        for (const auto& part : parts) labels_.push_back(part.first);
        targets_.resize(labels_.size());
        for (std::size_t k = 0; k < parts.size(); ++k) {
            const std::uint32_t target = build(order, parts[k].second.first, parts[k].second.second, depth + 1);
            targets_[edges + k] = target;
        }
        return node;
    }
    std::uint32_t follow(const Node& node, char c) const {
        const auto byte = static_cast<unsigned char>(c);
        const auto begin = labels_.begin() + node.edges, end = labels_.begin() + node.end;
        const auto label = end - begin <= 8 ? std::find(begin, end, byte) : std::lower_bound(begin, end, byte);
        return label != end && *label == byte ? targets_[std::size_t(label - labels_.begin())] : kNone;
    }
    // The first rule before `best` whose contexts stand around text[start..end).
    std::uint32_t fitting(const std::vector<Group>& groups, View text, std::size_t start, std::size_t end, std::uint32_t best) const {
        for (const Group& group : groups) {
            if (group.lowest >= best) break;
            if (group.before > start || group.after > text.size() - end) continue;
            const Entry wanted{text.substr(start - group.before, group.before), text.substr(end, group.after), 0};
            const auto entry = std::lower_bound(group.entries.begin(), group.entries.end(), wanted);
            if (entry != group.entries.end() && !(wanted < *entry)) best = std::min(best, entry->rule);
        }
        return best;
    }
    bool possible(View text, std::size_t start) const {
        const auto byte = static_cast<unsigned char>(text[start]);
        const std::size_t previous = start ? static_cast<unsigned char>(text[start - 1]) : 256;
        return possible_[std::size_t(byte) * 257 + previous] != 0;
    }
    // The rule that fits at a place where one is possible; kNone if none does.
    std::uint32_t rule_at(View text, std::size_t start, Ticks& ticks) const {
        std::uint32_t best = kNone, node = roots_[static_cast<unsigned char>(text[start])];
        std::size_t end = start + 1;
        for (; node != kNone; ++end) {
            const Node& here = nodes_[node];
            if (here.lowest < best) best = fitting(groups_[here.groups], text, start, end, best);
            if (end == text.size()) break;
            node = follow(here, text[end]);
        }
        ticks.spend((end - start) * kStepCost);
        return best;
    }

  public:
    // The views must outlive the object. Left sides are not longer than the rules' lines: they bound the depth.
    Rewriter(const std::vector<RewriteRule>& rules, bool fold, bool copy) : rules_(rules), fold_(fold), copy_(copy) {
        if (fold_) {
            folded_.reserve(rules.size() * 3);
            for (RewriteRule& rule : rules_)
                for (View* part : {&rule.left, &rule.before, &rule.after}) {
                    folded_.push_back(folded(*part));
                    *part = folded_.back();
                }
        }
        std::vector<std::uint32_t> order;
        for (std::uint32_t k = 0; k < rules_.size(); ++k)
            if (!rules_[k].left.empty()) {
                order.push_back(k);
                note_possible(rules_[k]);
            }
        std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return rules_[a].left < rules_[b].left; });
        roots_.fill(kNone);
        const std::uint32_t root = build(order, 0, order.size(), 0);
        for (std::uint32_t k = nodes_[root].edges; k < nodes_[root].end; ++k) roots_[labels_[k]] = targets_[k];
    }
    // Hands every replacement to `take`, from left to right.
    template <class Take> void scan(View source, Take take) const {
        const std::string copy = fold_ ? folded(source) : std::string();
        const View text = fold_ ? View(copy) : source;
        Ticks ticks;
        for (std::size_t at = 0; at < text.size();) {
            ticks.spend(1);
            const std::uint32_t rule = possible(text, at) ? rule_at(text, at, ticks) : kNone;
            if (rule == kNone) {
                ++at;
                continue;
            }
            const std::size_t end = at + rules_[rule].left.size();
            take(RewriteMatch{rule, at, end});
            at = end;
        }
    }
    std::string rewrite(View text) const {
        std::string result;
        result.reserve(copy_ ? text.size() + text.size() / 16 : 0);
        std::size_t done = 0;
        scan(text, [&](const RewriteMatch& match) {
            if (copy_) result.append(text.substr(done, match.start - done));
            result.append(rules_[match.rule].right);
            done = match.end;
        });
        if (copy_) result.append(text.substr(done));
        return result;
    }
    bool copies() const { return copy_; }
    // Rewrites a line in place; `room` is memory for the result.
    void rewrite_line(std::string& line, std::string& room) const {
        room.clear();
        std::size_t done = 0;
        scan(line, [&](const RewriteMatch& match) {
            room.append(line, done, match.start - done);
            room.append(rules_[match.rule].right);
            done = match.end;
        });
        if (!done) return;
        room.append(line, done, std::string::npos);
        line.swap(room);
    }
};

}  // namespace scorelite
