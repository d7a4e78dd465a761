#include <algorithm>
#include <bitset>
#include <map>
#include <memory>
#include <unordered_map>

#include "operations.hpp"
#include "vectors.hpp"

namespace scorelite {
namespace {

// Cuts two alignments of an utterance into segments with errors, and adds them up: the segments of the matched pairs sentence-segment word
// error test (Gillick and Cox 1989; Pallett et al. 1990).
class Cutter {
    enum State { kCut, kError, kSomeRight };
    std::ptrdiff_t buffer_;
    std::vector<std::int32_t> differences_;
    View first_, second_;

    static std::pair<std::int64_t, std::int32_t> counts(View side, std::ptrdiff_t from, std::size_t to) {
        std::int64_t words = 0;
        std::int32_t errors = 0;
        for (std::size_t k = std::size_t(std::max<std::ptrdiff_t>(0, from)); k < to; ++k) {
            words += side[k] != 'I';
            errors += side[k] != 'C';
        }
        return {words, errors};
    }
    // A segment with these errors; one without any is ignored.
    void add(std::int64_t length, std::int32_t left, std::int32_t right) {
        if (!left && !right) {
            ++ignored;
            return;
        }
        words += length;
        first += left;
        second += right;
        only_first += !right;
        only_second += !left;
        differences_.push_back(left - right);
    }
    // A segment from the words before the last places that both had right to these ends.
    void add(std::size_t last_one, std::size_t last_two, std::size_t end_one, std::size_t end_two) {
        const auto left = counts(first_, std::ptrdiff_t(last_one) - buffer_ + 1, end_one);
        const auto right = counts(second_, std::ptrdiff_t(last_two) - buffer_ + 1, end_two);
        add((left.first + right.first) / 2, left.second, right.second);
    }
    // A bit for each error; false if there are insertions or too many words.
    static bool errors(View side, std::uint64_t& bits) {
        if (side.size() > 64) return false;
        bool inserted = false;
        bits = 0;
        for (std::size_t k = 0; k < side.size(); ++k) {
            bits |= std::uint64_t(side[k] != 'C') << k;
            inserted |= side[k] == 'I';
        }
        return !inserted;
    }
    static std::int32_t errors_in(std::uint64_t bits) { return std::int32_t(std::bitset<64>(bits).count()); }
    // Cuts as cut() does where the words of both stand at the same places; false elsewhere.
    bool cut_words(View line, View other) {
        std::uint64_t left, right;
        if (line.size() != other.size() || buffer_ > 64 || !errors(line, left) || !errors(other, right)) return false;
        const std::size_t buffer = std::size_t(buffer_);
        std::uint64_t wrong = left | right, good = ~wrong, cuts = good;
        if (!wrong) return true;
        if (line.size() < 64) cuts = good &= (std::uint64_t(1) << line.size()) - 1;
        for (std::size_t k = 1; k < buffer; ++k) cuts &= good >> k;  // where enough words are right
        while (wrong) {
            const std::size_t begin = trailing_zeros(wrong);
            const std::uint64_t behind = cuts & (~std::uint64_t(0) << begin);
            const std::size_t last = behind ? trailing_zeros(behind) : line.size();
            const std::uint64_t inside = last < 64 ? (std::uint64_t(1) << last) - 1 : ~std::uint64_t(0);
            const std::size_t end = behind ? last + buffer : last;
            add(std::int64_t(end - (begin > buffer ? begin - buffer : 0)), errors_in(left & inside), errors_in(right & inside));
            left &= ~inside;
            right &= ~inside;
            wrong &= ~inside;
        }
        return true;
    }

  public:
    long long words = 0, first = 0, second = 0, only_first = 0, only_second = 0, ignored = 0;

    explicit Cutter(std::ptrdiff_t buffer) : buffer_(buffer) {}
    std::size_t size() const { return differences_.size(); }
    // Squared distances of the differences from their mean, summed from left to right.
    double squares() const {
        const double mean = double(first - second) / double(size());
        double sum = 0.0;
        for (const std::int32_t difference : differences_) sum += (difference - mean) * (difference - mean);
        return sum;
    }
    void cut(View line, View other) {
        if (cut_words(line, other)) return;
        first_ = line;
        second_ = other;
        std::size_t i = 0, j = 0, last_one = 0, last_two = 0;
        std::ptrdiff_t good = 0;
        State state = kCut;
        while (i < line.size()) {
            for (; i < line.size() && line[i] == 'I'; ++i) state = kError;
            for (; j < other.size() && other[j] == 'I'; ++j) state = kError;
            if (!(i < line.size() && j < other.size() && line[i] == 'C' && other[j] == 'C')) {
                state = kError;
            } else if (state == kCut) {
                last_one = i;
                last_two = j;
            } else {
                good = state == kSomeRight ? good + 1 : 1;
                state = kSomeRight;
                if (good == buffer_) {
                    add(last_one, last_two, i + 1, j + 1);
                    last_one = i;
                    last_two = j;
                    state = kCut;
                }
            }
            i = std::min(i + 1, line.size());
            j = std::min(j + 1, other.size());
        }
        if (state != kCut || j < other.size()) add(last_one, last_two, line.size(), other.size());
    }
};

// Takes the next line off a text of whole lines.
View next_line(View& text) {
    const View line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    return line;
}

Py_ssize_t check_sizes(Py_ssize_t count, Py_ssize_t other) {
    if (count != other)
        throw std::invalid_argument(std::to_string(count) + " and " + std::to_string(other) + " utterances; expected equally many");
    return count;
}
void check_buffer(Py_ssize_t buffer) {
    if (buffer < 1) throw std::invalid_argument("buffer " + std::to_string(buffer) + "; expected 1 or more");
}

PyObject* error_segments(View first, View second, Py_ssize_t buffer) {
    check_sizes(std::count(first.begin(), first.end(), '\n'), std::count(second.begin(), second.end(), '\n'));
    check_buffer(buffer);
    Cutter cutter(buffer);
    const double squares = without_gil([&] {
        Ticks ticks;
        while (!first.empty() && !second.empty()) {
            const View line = next_line(first), other = next_line(second);
            cutter.cut(line, other);
            ticks.spend(line.size() + other.size());
        }
        return cutter.squares();
    });
    return tuple_of(cutter.size(), cutter.words, cutter.first, cutter.second, cutter.only_first, cutter.only_second, cutter.ignored,
                    squares);
}
// The next gap of a side: the number of words inserted there. `k` moves on to the word behind it.
std::int32_t gap(View side, std::size_t& k) {
    const std::size_t from = k;
    while (k < side.size() && side[k] == 'I') ++k;
    return std::int32_t(k - from);
}
std::int32_t wrong(View side) { return std::int32_t(side.size()) - std::int32_t(std::count(side.begin(), side.end(), 'C')); }

// Adds the errors of both systems in each segment of an utterance. Places are gaps and words by turns, from the first gap on.
void add_segments(View first, View second, std::int64_t buffer, std::vector<std::int32_t>& sums_of_segments) {
    const auto words = [](View side) { return side.size() - std::size_t(std::count(side.begin(), side.end(), 'I')); };
    if (words(first) != words(second)) {  // alignments against other references have no common words
        if (wrong(first) || wrong(second)) sums_of_segments.insert(sums_of_segments.end(), {wrong(first), wrong(second)});
        return;
    }
    std::int64_t last = -1;
    std::int32_t sums[2] = {0, 0};
    const auto note = [&](std::int64_t place, std::int32_t left, std::int32_t right) {
        if (!left && !right) return;
        if (last >= 0 && place / 2 - (last + 1) / 2 >= buffer) {
            sums_of_segments.insert(sums_of_segments.end(), {sums[0], sums[1]});
            sums[0] = sums[1] = 0;
        }
        sums[0] += left;
        sums[1] += right;
        last = place;
    };
    std::size_t i = 0, j = 0;
    for (std::int64_t place = 0;; place += 2) {
        const std::int32_t left = gap(first, i), right = gap(second, j);
        note(place, left, right);
        if (i == first.size()) break;
        note(place + 1, first[i++] != 'C', second[j++] != 'C');
    }
    if (last >= 0) sums_of_segments.insert(sums_of_segments.end(), {sums[0], sums[1]});
}

std::vector<std::int32_t> paired_segments(PyObject* first, PyObject* second, Py_ssize_t buffer) {
    Ref left = own(PySequence_List(first)), right = own(PySequence_List(second));
    const Py_ssize_t count = check_sizes(PyList_Size(left.get()), PyList_Size(right.get()));
    check_buffer(buffer);
    std::vector<std::int32_t> sums_of_segments;
    for (Py_ssize_t k = 0; k < count; ++k)
        add_segments(view_of(PyList_GetItem(left.get(), k)), view_of(PyList_GetItem(right.get(), k)), buffer, sums_of_segments);
    return sums_of_segments;
}
// One system as columns: four counts for each utterance, all operations, and the places between which those of each stand.
using SystemColumns = std::tuple<std::vector<std::int32_t>, View, std::vector<std::int64_t>>;
struct System {
    std::vector<std::int32_t> counts;
    View letters;
    std::vector<std::int64_t> places;

    explicit System(SystemColumns columns) {
        std::tie(counts, letters, places) = std::move(columns);
        if (counts.size() % 4) throw std::invalid_argument("counts that are not four for each utterance");
        if (places.empty()) return;
        if (places.size() != size() + 1 || places.front() != 0 || places.back() != std::int64_t(letters.size()) ||
            !std::is_sorted(places.begin(), places.end()))
            throw std::invalid_argument("places that do not divide the letters among the utterances");
    }
    std::size_t size() const { return counts.size() / 4; }
    std::int32_t errors(std::size_t i) const { return counts[4 * i + 1] + counts[4 * i + 2] + counts[4 * i + 3]; }
    View operations(std::size_t i) const { return letters.substr(std::size_t(places[i]), std::size_t(places[i + 1] - places[i])); }
};

// Sums over the utterances of two systems, from which paired tests are made.
struct PairedSums {
    std::map<std::int32_t, std::int64_t> differences;  // how many utterances have each difference of errors, second less first
    std::int64_t only_first_right = 0, only_second_right = 0, segments = 0, total = 0, squares = 0;

    PairedSums(const System& first, const System& second, std::int64_t buffer) {
        std::unordered_map<std::int32_t, std::int64_t> by_difference;
        std::vector<std::int32_t> errors;
        Ticks ticks;
        for (std::size_t i = 0; i < first.size(); ++i) {
            const std::int32_t of_first = first.errors(i), of_second = second.errors(i);
            ticks.spend(std::size_t(8 + of_first + of_second));
            ++by_difference[of_second - of_first];
            only_first_right += !of_first && of_second;
            only_second_right += of_first && !of_second;
            if (!of_first && !of_second) continue;
            errors.clear();
            if (first.places.empty() || second.places.empty())
                errors = {of_first, of_second};
            else
                add_segments(first.operations(i), second.operations(i), buffer, errors);
            for (std::size_t k = 0; k < errors.size(); k += 2) {
                const std::int64_t difference = std::int64_t(errors[k + 1]) - errors[k];
                ++segments;
                total += difference;
                squares += difference * difference;
            }
        }
        differences.insert(by_difference.begin(), by_difference.end());
    }
};

PyObject* paired_sums(SystemColumns first, SystemColumns second, Py_ssize_t buffer) {
    const System left(std::move(first)), right(std::move(second));
    check_sizes(Py_ssize_t(left.size()), Py_ssize_t(right.size()));
    check_buffer(buffer);
    const PairedSums sums = without_gil([&] { return PairedSums(left, right, buffer); });
    Ref differences = own(list_of(sums.differences, [](const auto& group) { return tuple_of(group.first, group.second); }));
    Ref alone = own(tuple_of(sums.only_first_right, sums.only_second_right));
    return tuple_of(std::move(differences), std::move(alone), own(tuple_of(sums.segments, sums.total, sums.squares)));
}

PyMethodDef functions[] = {
    {"error_segments", operation<error_segments>, METH_VARARGS,
     "error_segments(first, second, buffer, /)\n--\n\n"
     "Segments between words that both systems have right: their number, reference words, errors of both, segments in which one alone has "
     "errors, ignored ones, and the squared distances of the differences from their mean."},
    {"paired_segments", operation<paired_segments>, METH_VARARGS,
     "paired_segments(first, second, buffer, /)\n--\n\n"
     "Errors of both systems (int32) in each segment with errors; `buffer` words that both have right separate two."},
    {"paired_sums", operation<paired_sums>, METH_VARARGS,
     "paired_sums(first, second, buffer, /)\n--\n\n"
     "Utterances by difference of errors, those that one system alone has right, and segments with errors: number, difference, squares.\n\n"
     "A system is a tuple of four counts (int32) per utterance, all operations, and the places (int64) between which those of each stand."},
    {nullptr, nullptr, 0, nullptr}};

const Part part(functions);

}  // namespace
}  // namespace scorelite
