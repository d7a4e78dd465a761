#include "python.hpp"

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

PyObject* numbered(PyObject*, PyObject* items) {
    return guarded([&]() -> PyObject* {
        Ref all = own(PySequence_Tuple(items)), keep = own(PyList_New(0));
        std::vector<View> texts;
        std::size_t bytes = 0, most = 0;  // no more words than this
        for (Py_ssize_t k = 0; k < PyTuple_Size(all.get()); ++k) {
            View text;
            PyObject* item = PyTuple_GetItem(all.get(), k);
            if (!PyUnicode_Check(item) || !word_view(item, keep.get(), text)) {
                PyErr_SetString(PyExc_TypeError, "a text is not a str");
                throw Failed();
            }
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
        Ref words = own(bytes_of(out.words)), counts = own(bytes_of(out.counts)), lengths = own(bytes_of(out.lengths));
        return PyTuple_Pack(3, words.get(), counts.get(), lengths.get());
    });
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

PyObject* word_times(PyObject*, PyObject* args) {
    return guarded([&]() -> PyObject* {
        PyObject *given_counts, *given_lengths, *given_starts, *given_ends;
        const char* name;
        double collar;
        if (!PyArg_ParseTuple(args, "OOOOsd", &given_counts, &given_lengths, &given_starts, &given_ends, &name, &collar)) throw Failed();
        const std::vector<std::int32_t> counts = column_of<std::int32_t>(given_counts), lengths = column_of<std::int32_t>(given_lengths);
        const std::vector<double> starts = column_of<double>(given_starts), stops = column_of<double>(given_ends);
        const Kind kind = kind_of(name);
        std::size_t words = 0;
        for (std::int32_t count : counts) words += std::size_t(std::max(count, 0));
        if (starts.size() != counts.size() || stops.size() != counts.size() || words != lengths.size())
            throw std::invalid_argument("columns of different lengths");
        std::vector<double> begins, ends;
        begins.reserve(words);
        ends.reserve(words);
        for (std::size_t k = 0; k < counts.size(); ++k)
            place(kind, starts[k], stops[k], lengths.data() + begins.size(), counts[k], collar, begins, ends);
        Ref first = own(bytes_of(begins)), second = own(bytes_of(ends));
        return PyTuple_Pack(2, first.get(), second.get());
    });
}

PyMethodDef functions[] = {
    {"numbered", numbered, METH_O,
     "numbered(texts, /)\n--\n\n"
     "Words cut at white space and numbered from 1 in the order of their first use, words per text, and characters per word, int32."},
    {"word_times", word_times, METH_VARARGS,
     "word_times(counts, lengths, starts, ends, timing, collar, /)\n--\n\nBegins and ends (float64) of words within their segments."},
    {nullptr, nullptr, 0, nullptr}};

const Part part([](PyObject* module) { add_functions(module, functions); });

}  // namespace
}  // namespace scorelite
