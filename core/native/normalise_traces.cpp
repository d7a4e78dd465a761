// Changes of pieces, put in the order and in the words that operations on the whole text would log.
//
// Neighbouring parts that change are a cluster; words that never change stand around it. The log is made operation by operation: that of
// a table is the sum of the logs of its parts, all others compare the cluster as it was with what it became. Where the outcome of that
// comparison may hang on words beyond the cluster, the whole text is compared.
#include "normalise_traces.hpp"

#include <algorithm>

namespace scorelite {
namespace normalise {

void Shape::cut(const Classes& classes) {
    words.clear();
    for (std::size_t place = classes.past_space(text, 0); place < text.size(); place = classes.past_space(text, words.back().second))
        words.emplace_back(place, classes.past_token(text, place));
    ragged = words.empty() || words.front().first || words.back().second != text.size();
}

void Trace::add(const Classes& classes, std::size_t operation, const Text& after, const Log& log) {
    stages.push_back({operation, {after, {}, true}, log});
    stages.back().after.cut(classes);
    operations |= std::uint64_t(1) << operation;
}

namespace {

struct Active {
    const Trace* trace;
    const Shape* now;
    std::size_t stage = 0;  // the next one
    bool alive = true;      // false when nothing was left of it where words were put together

    bool changes(std::size_t operation) const { return stage < trace->stages.size() && trace->stages[stage].operation == operation; }
    const Shape& after(std::size_t operation) const { return changes(operation) ? trace->stages[stage].after : *now; }
};

struct Cluster {
    std::size_t first, last;   // its active parts
    std::size_t begin, end;    // its bytes
    std::size_t start;         // letters before it in the text as it was given, and its blanks at both sides count as its own
    std::size_t was, size;     // letters of it, as given and now
    bool left, right;          // whether words that stay are before and behind it
    std::uint64_t operations;  // a bit for each that changes a part
};

std::size_t letters_of(View bytes) {
    return std::size_t(
        std::count_if(bytes.begin(), bytes.end(), [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }));
}

class TextLog {
    // What grows is kept for the next text of this thread.
    struct Space {
        std::vector<Active> active;
        std::vector<Cluster> clusters;
        Shape old, fresh;
        Text whole[2];
    };
    static Space& space() {
        thread_local Space space;
        return space;
    }
    const Classes& classes_;
    const Operations& operations_;
    View text_given_;
    Packed& out_;
    std::vector<Active>& active_;
    std::vector<Cluster>& clusters_;
    Shape &old_, &fresh_;
    Text (&whole_)[2];

    TextLog(const Classes& classes, const Operations& operations, View text, Packed& out, Space& space)
        : classes_(classes),
          operations_(operations),
          text_given_(text),
          out_(out),
          active_(space.active),
          clusters_(space.clusters),
          old_(space.old),
          fresh_(space.fresh),
          whole_(space.whole) {
        active_.clear();
        clusters_.clear();
    }

    void add(Shape& flat, const Shape& part) const {
        const std::size_t at = flat.text.size();
        for (const auto& [begin, end] : part.words) flat.words.emplace_back(at + begin, at + end);
        flat.text += part.text;
    }
    // A cluster as it is, or as it will be after the operation.
    void flatten(const Cluster& cluster, std::size_t operation, bool after, Shape& flat) const {
        flat.text.clear();
        flat.words.clear();
        const Blanks blanks = after ? operations_[operation]->blanks() : Blanks::kKept;
        bool empty = true;
        for (std::size_t k = cluster.first; k < cluster.last; ++k) {
            if (!active_[k].alive) continue;
            const Shape& shape = after ? active_[k].after(operation) : *active_[k].now;
            if (blanks == Blanks::kOne && shape.words.empty()) continue;
            if (!empty || cluster.left) flat.text += U' ';
            empty = false;
            add(flat, shape);
        }
        if (empty ? cluster.left && cluster.right : cluster.right) flat.text += U' ';
        if (blanks == Blanks::kSqueezed) squeeze(flat);
    }
    static void squeeze(Shape& flat) {
        Text text;
        std::size_t done = 0;
        for (auto& [begin, end] : flat.words) {
            if (begin > done) text += U' ';
            const std::size_t at = text.size();
            text.append(flat.text, begin, end - begin);
            done = end;
            begin = at;
            end = text.size();
        }
        if (flat.text.size() > done) text += U' ';
        flat.text.swap(text);
    }
    bool concerned(const Cluster& cluster, std::size_t operation) const {
        if (cluster.operations >> operation & 1) return true;
        if (operations_[operation]->blanks() == Blanks::kKept) return false;
        const auto ragged = [](const Active& active) { return active.alive && active.now->ragged; };
        return std::any_of(active_.begin() + std::ptrdiff_t(cluster.first), active_.begin() + std::ptrdiff_t(cluster.last), ragged);
    }

    static TextView word(const Shape& flat, std::size_t k) {
        return TextView(flat.text).substr(flat.words[k].first, flat.words[k].second - flat.words[k].first);
    }
    // Whether words that do not change stand around each one that does, so that the comparison meets again right behind it.
    bool simple() const {
        if (old_.words.size() != fresh_.words.size()) return false;
        bool before = false;
        for (std::size_t k = 0; k < old_.words.size(); ++k) {
            const bool changed = word(old_, k) != word(fresh_, k);
            if (changed && before) return false;
            before = changed;
        }
        return true;
    }
    void compare(std::size_t start, std::int32_t rule) {
        const std::size_t count = old_.words.size();
        const auto begin = [&](const Shape& flat, std::size_t k) { return k ? flat.words[k - 1].second : 0; };
        const auto end = [&](const Shape& flat, std::size_t k) { return k < count ? flat.words[k].first : flat.text.size(); };
        const auto slice = [](const Shape& flat, std::size_t from, std::size_t to) { return TextView(flat.text).substr(from, to - from); };
        const auto blank = [&](const Shape& flat, std::size_t k) { return slice(flat, begin(flat, k), end(flat, k)); };
        for (std::size_t k = 0; k <= count; ++k) {
            const bool changed = k < count && word(old_, k) != word(fresh_, k);
            const bool same = blank(old_, k) == blank(fresh_, k);
            if (!changed) {
                if (!same) out_.add(start + begin(fresh_, k), rule, blank(old_, k), blank(fresh_, k));
                continue;
            }
            const bool more = blank(old_, k + 1) != blank(fresh_, k + 1);
            const auto piece = [&](const Shape& flat) {
                return slice(flat, same ? end(flat, k) : begin(flat, k), more ? end(flat, k + 1) : flat.words[k].second);
            };
            out_.add(start + (same ? end(fresh_, k) : begin(fresh_, k)), rule, piece(old_), piece(fresh_));
            ++k;  // the white space behind the word was looked at, and the next word does not change
        }
    }

    void compare_whole(std::size_t operation) {
        for (const bool after : {false, true}) {
            Text& text = whole_[after];
            text.clear();
            std::size_t done = 0;
            for (const Cluster& cluster : clusters_) {
                if (cluster.left) text += decoded(text_given_.substr(done, cluster.begin - 1 - done));
                flatten(cluster, operation, after, old_);
                text += old_.text;
                done = cluster.end + 1;
            }
            if (done < text_given_.size()) text += decoded(text_given_.substr(done));
        }
        Log log;
        add_differences(classes_, whole_[0], whole_[1], operations_[operation]->first_rule, log);
        for (const Change& change : log) out_.add(std::size_t(change.start), change.rule, change.before, change.after);
    }

    void run_table(std::size_t operation) {
        std::size_t shift = 0;
        for (Cluster& cluster : clusters_) {
            std::size_t at = cluster.start + shift;
            bool empty = true;
            const std::size_t begin = at;
            if (!(cluster.operations >> operation & 1)) {
                shift += cluster.size - cluster.was;
                continue;
            }
            for (std::size_t k = cluster.first; k < cluster.last; ++k) {
                const Active& active = active_[k];
                if (!active.alive) continue;
                at += !empty || cluster.left;
                empty = false;
                if (active.changes(operation))
                    for (const Change& change : active.trace->stages[active.stage].log)
                        out_.add(at + std::size_t(change.start), change.rule, change.before, change.after);
                at += active.after(operation).text.size();
            }
            at += empty ? cluster.left && cluster.right : cluster.right;
            cluster.size = at - begin;
            shift += cluster.size - cluster.was;
        }
    }
    void run_comparison(std::size_t operation) {
        const std::size_t numbers = out_.numbers.size(), texts = out_.texts.size();
        std::size_t shift = 0;
        bool all_simple = true;
        for (Cluster& cluster : clusters_) {
            if (concerned(cluster, operation)) {
                flatten(cluster, operation, false, old_);
                flatten(cluster, operation, true, fresh_);
                all_simple = all_simple && simple();
                if (all_simple) compare(cluster.start + shift, operations_[operation]->first_rule);
                cluster.size = fresh_.text.size();
            }
            shift += cluster.size - cluster.was;
        }
        if (all_simple) return;
        out_.numbers.resize(numbers);
        out_.texts.resize(texts);
        compare_whole(operation);
    }
    void advance(std::size_t operation) {
        const bool joins = operations_[operation]->blanks() == Blanks::kOne;
        for (Active& active : active_) {
            if (active.changes(operation)) active.now = &active.trace->stages[active.stage++].after;
            if (joins && active.now->words.empty()) active.alive = false;
        }
    }

  public:
    TextLog(const Classes& classes, const Operations& operations, View text, Packed& out)
        : TextLog(classes, operations, text, out, space()) {}

    void cluster(const std::vector<Stretch>& parts) {
        std::size_t letters = 0, counted = 0;
        const auto up_to = [&](std::size_t place) {
            letters += letters_of(text_given_.substr(counted, place - counted));
            counted = place;
            return letters;
        };
        for (std::size_t k = 0; k < parts.size();) {
            if (!parts[k].trace) {
                ++k;
                continue;
            }
            Cluster cluster{active_.size(), 0, parts[k].begin, 0, 0, 0, 0, k > 0, false, 0};
            cluster.start = up_to(cluster.begin) - cluster.left;
            for (; k < parts.size() && parts[k].trace; ++k) {
                active_.push_back({parts[k].trace, &parts[k].trace->before});
                cluster.operations |= parts[k].trace->operations;
            }
            cluster.last = active_.size();
            cluster.end = parts[k - 1].end;
            cluster.right = k < parts.size();
            cluster.was = cluster.size = up_to(cluster.end) + cluster.right - cluster.start;
            clusters_.push_back(cluster);
        }
    }
    // Whether no operation squeezes blanks whose changes later ones would see.
    bool possible(std::size_t operation) const {
        return operations_[operation]->blanks() != Blanks::kSqueezed || operation + 1 == operations_.size() ||
               std::none_of(active_.begin(), active_.end(), [&](const Active& active) { return active.alive && active.now->ragged; });
    }
    bool run() {
        std::uint64_t changing = 0;
        for (const Cluster& cluster : clusters_) changing |= cluster.operations;
        for (std::size_t operation = 0; operation < operations_.size(); ++operation) {
            const bool squeezes = operations_[operation]->blanks() != Blanks::kKept;
            if (!squeezes && !(changing >> operation & 1)) continue;
            if (!possible(operation)) return false;
            if (operations_[operation]->compares())
                run_comparison(operation);
            else
                run_table(operation);
            advance(operation);
        }
        return true;
    }
};

}  // namespace

bool add_changes(const Classes& classes, const Operations& operations, View text, const std::vector<Stretch>& parts, Packed& out) {
    const std::size_t numbers = out.numbers.size(), texts = out.texts.size();
    TextLog log(classes, operations, text, out);
    log.cluster(parts);
    if (log.run()) return true;
    out.numbers.resize(numbers);
    out.texts.resize(texts);
    return false;
}

}  // namespace normalise
}  // namespace scorelite
