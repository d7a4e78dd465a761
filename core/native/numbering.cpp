#include "operations.hpp"

#include <algorithm>

#include "interner.hpp"

namespace scorelite {
namespace {

// The number of bytes of the white space that str.split() would cut here; 0 elsewhere.
std::size_t blank_at(View text, std::size_t k) {
    const auto byte = [&](std::size_t d) { return k + d < text.size() ? static_cast<unsigned char>(text[k + d]) : 0u; };
    const unsigned a = byte(0);
    if (a < 0x80) return a == ' ' || (a >= 9 && a <= 13) || (a >= 0x1C && a <= 0x1F);
    if (a == 0xC2) return byte(1) == 0x85 || byte(1) == 0xA0 ? 2 : 0;
    if (a == 0xE1) return byte(1) == 0x9A && byte(2) == 0x80 ? 3 : 0;
    if (a == 0xE3) return byte(1) == 0x80 && byte(2) == 0x80 ? 3 : 0;
    if (a != 0xE2) return 0;
    if (byte(1) == 0x81) return byte(2) == 0x9F ? 3 : 0;
    if (byte(1) != 0x80) return 0;
    return (byte(2) >= 0x80 && byte(2) <= 0x8A) || byte(2) == 0xA8 || byte(2) == 0xA9 || byte(2) == 0xAF ? 3 : 0;
}

struct Numbered {
    std::vector<std::int32_t> words, counts, lengths;
};

std::int32_t characters(View word) {
    std::int32_t count = 0;
    for (char c : word) count += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    return count;
}

void cut(View text, Interner& names, Numbered& out) {
    std::int32_t count = 0;
    for (std::size_t k = 0; k < text.size();) {
        if (const std::size_t blank = blank_at(text, k)) {
            k += blank;
            continue;
        }
        const std::size_t first = k;
        while (k < text.size() && !blank_at(text, k)) ++k;
        const View word = text.substr(first, k - first);
        out.words.push_back(std::int32_t(names.add(word)));
        out.lengths.push_back(characters(word));
        ++count;
    }
    out.counts.push_back(count);
}

PyObject* numbered(PyObject* items) {
    Ref all = own(PySequence_Tuple(items)), keep = own(PyList_New(0));
    std::vector<View> texts;
    std::size_t bytes = 0, most = 0;  // no more words than this
    for (PyObject* item : items_of(all.get())) {
        View text;
        if (!PyUnicode_Check(item) || !word_view(item, keep.get(), text)) throw_type_error("a text is not a str");
        texts.push_back(text);
        bytes += text.size();
        most += 1 + std::size_t(std::count_if(text.begin(), text.end(), [](char c) {
                    const auto byte = static_cast<unsigned char>(c);
                    return byte <= ' ' || (byte >= 0xC2 && byte <= 0xE3);
                }));
    }
    if (bytes > INT32_MAX) throw std::bad_alloc();
    Interner names;
    names.start(most);
    Numbered out;
    for (View text : texts) cut(text, names, out);
    return tuple_of(out.words, out.counts, out.lengths);
}

enum class Kind { kEven, kEvenPoints, kCharacters, kCharacterPoints, kSegment };

Kind kind_of(const std::string& name) {
    if (name == "equidistant_intervals") return Kind::kEven;
    if (name == "equidistant_points") return Kind::kEvenPoints;
    if (name == "character_based") return Kind::kCharacters;
    if (name == "character_based_points") return Kind::kCharacterPoints;
    if (name == "full_segment") return Kind::kSegment;
    throw std::invalid_argument("timing '" + name +
                                "'; expected character_based, character_based_points, equidistant_intervals, "
                                "equidistant_points or full_segment");
}

// The times of `count` words of a segment; every step rounds as its twin in Python does.
void place(Kind kind, double start, double end, const std::int32_t* lengths, std::int32_t count, double collar, std::vector<double>& begins,
           std::vector<double>& ends) {
    const bool even = kind == Kind::kEven || kind == Kind::kEvenPoints;
    const bool points = kind == Kind::kEvenPoints || kind == Kind::kCharacterPoints;
    std::int64_t total = 0;
    for (std::int32_t k = 0; k < count; ++k) total += even ? 1 : lengths[k];
    const double unit = (end - start) / double(total);
    std::int64_t before = 0;
    for (std::int32_t k = 0; k < count; ++k) {
        double from = start, to = end;
        const std::int64_t after = before + (even ? 1 : lengths[k]);
        if (kind != Kind::kSegment && count > 1) {
            const volatile double first = unit * double(before), second = unit * double(after);  // no fused operation
            from = start + first;
            to = start + second;
        }
        if (points) from = to = kind == Kind::kEvenPoints && count > 1 ? from + unit / 2 : (to + from) / 2;
        before = after;
        begins.push_back(from - collar);
        ends.push_back(to + collar);
    }
}

PyObject* word_times(const std::vector<std::int32_t>& counts, const std::vector<std::int32_t>& lengths, Numbers starts, Numbers ends,
                     const std::string& timing, double collar) {
    const Kind kind = kind_of(timing);
    std::size_t words = 0;
    for (std::int32_t count : counts) words += std::size_t(std::max(count, 0));
    if (starts.size() != counts.size() || ends.size() != counts.size() || words != lengths.size())
        throw std::invalid_argument("columns of different lengths");
    std::vector<double> from, to;
    from.reserve(words);
    to.reserve(words);
    for (std::size_t k = 0; k < counts.size(); ++k)
        place(kind, starts[k], ends[k], lengths.data() + from.size(), counts[k], collar, from, to);
    return tuple_of(from, to);
}

PyMethodDef functions[] = {
    {"numbered", operation<numbered>, METH_VARARGS,
     "numbered(texts, /)\n--\n\n"
     "Words cut at white space and numbered from 1 in the order of their first use, words per text, and characters per word, int32."},
    {"word_times", operation<word_times>, METH_VARARGS,
     "word_times(counts, lengths, starts, ends, timing, collar, /)\n--\n\nBegins and ends (float64) of words within their segments."},
    {nullptr, nullptr, 0, nullptr}};

const Part part(functions);

}  // namespace
}  // namespace scorelite
