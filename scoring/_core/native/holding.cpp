#include <algorithm>
#include <array>

#include "cutter.hpp"
#include "interner.hpp"
#include "operations.hpp"
#include "signals.hpp"

namespace scorelite {
namespace {

constexpr std::size_t kMostSigns = 8, kAhead = 4;

// Whether a text has one of some bytes.
class Signs {
    std::array<char, kMostSigns> signs_{};
    bool none_;

  public:
    explicit Signs(View signs) : none_(signs.empty()) {
        if (signs.size() > kMostSigns) throw std::invalid_argument("more than 8 signs");
        for (std::size_t k = 0; k < kMostSigns && !none_; ++k) signs_[k] = signs[std::min(k, signs.size() - 1)];
    }
    bool in(View text) const {
        if (none_) return false;
        unsigned char seen = 0;
        const auto [a, b, c, d, e, f, g, h] = signs_;
        for (const char x : text)  // without a branch, so that many bytes are looked at together
            seen |= static_cast<unsigned char>((x == a) | (x == b) | (x == c) | (x == d) | (x == e) | (x == f) | (x == g) | (x == h));
        return seen;
    }
};

// Words that are looked for.
class Wanted {
    Interner words_;
    bool begins_[256] = {};  // bytes with which a wanted word begins
    bool sensitive_;
    std::string folded_;

    bool is(View word) {
        if (sensitive_ || !has_capital(word)) return words_.find(word);
        folded_.resize(word.size());
        copy_lower(folded_.data(), word.data(), word.size());
        return words_.find(folded_);
    }

  public:
    Wanted(const std::vector<View>& words, bool sensitive) : sensitive_(sensitive) {
        words_.start(words.size());
        for (View word : words) {
            if (word.empty()) continue;
            words_.add(word);
            const auto first = static_cast<unsigned char>(word.front());
            begins_[first] = true;
            if (!sensitive && first >= 'a' && first <= 'z') begins_[first - 'a' + 'A'] = true;
        }
    }
    bool in(View text) {
        if (!words_.count()) return false;
        std::uint64_t before = 0;  // whether the byte before is one of a word
        for (std::size_t at = 0; at < text.size(); at += Cutter::kBits) {
            const std::uint64_t word = Cutter::word_bits(text.substr(at, Cutter::kBits));
            for (std::uint64_t starts = word & ~(word << 1 | before); starts; starts &= starts - 1) {
                const std::size_t start = at + trailing_zeros(starts);
                if (begins_[static_cast<unsigned char>(text[start])] && is(word_at(text, start))) return true;
            }
            before = word >> (Cutter::kBits - 1);
        }
        return false;
    }

  private:
    static View word_at(View text, std::size_t start) {
        const std::size_t end = text.find_first_of(" \t\n\v\f\r", start);
        return text.substr(start, end == View::npos ? end : end - start);
    }
};

// The bytes of texts that are all of type str; false for others, and for those that have no UTF-8.
bool views_of(PyObject* texts, std::vector<View>& views) {
    const std::vector<PyObject*> items = items_of(texts);
    for (std::size_t k = 0; k < items.size(); ++k) {
        if (k + kAhead < items.size()) expect_text(View(reinterpret_cast<const char*>(items[k + kAhead]), 1));
        PyObject* const item = items[k];
        Py_ssize_t size;
        if (!PyUnicode_CheckExact(item)) return false;
        const char* const data = PyUnicode_AsUTF8AndSize(item, &size);
        if (!data) {
            PyErr_Clear();
            return false;
        }
        views.emplace_back(data, std::size_t(size));
    }
    return true;
}

PyObject* holding(PyObject* texts, const std::vector<View>& words, View signs, bool sensitive) {
    std::vector<View> views;
    Ref all = own(PySequence_Tuple(texts));
    const Signs refused(signs);
    Wanted wanted(words, sensitive);
    std::vector<std::int64_t> places;
    bool sound = views_of(all.get(), views);
    without_gil([&] {
        Ticks ticks;
        for (std::size_t k = 0; k < views.size() && sound; ++k) {
            ticks.spend(views[k].size() + 1);
            if (k + kAhead < views.size()) expect_text(views[k + kAhead]);
            if (refused.in(views[k])) sound = false;
            if (wanted.in(views[k])) places.push_back(std::int64_t(k));
        }
    });
    if (!sound) return share(Py_None).release();
    return object_of(places);
}

PyMethodDef functions[] = {{"holding", operation<holding>, METH_VARARGS,
                            "holding(texts, words, signs, sensitive, /)\n--\n\n"
                            "The places (int64) of texts that have one of some words, in bytes of small letters where capitals are equal; "
                            "None where one of all texts has one of up to 8 signs, is no str, or has no UTF-8."},
                           {nullptr, nullptr, 0, nullptr}};

const Part part(functions);

}  // namespace
}  // namespace scorelite
