// The log of a text that was put together from pieces, as if every operation had run on the whole text.
#pragma once
#include <utility>
#include <vector>

#include "normalise.hpp"
#include "text.hpp"

namespace scorelite {
namespace normalise {

void decode(View bytes, Text& text);
Text decoded(View bytes);
void encode(TextView text, std::string& out);

using Operations = std::vector<const Operation*>;

// Changes in the order in which they were made: start, rule and the two lengths of each, and all old and new pieces in UTF-8.
struct Packed {
    std::vector<std::int32_t> numbers;
    std::string texts;

    void add(std::size_t start, std::int32_t rule, TextView before, TextView after) {
        for (const std::size_t number : {start, std::size_t(rule), before.size(), after.size()}) numbers.push_back(std::int32_t(number));
        encode(before, texts);
        encode(after, texts);
    }
    void clear() {
        numbers.clear();
        texts.clear();
    }
};

// A text and where its words are.
struct Shape {
    Text text;
    std::vector<std::pair<std::size_t, std::size_t>> words;
    bool ragged = true;  // whether white space is at its begin or end, or nothing else in it

    void cut(const Classes& classes);
};

// What the operations that change a piece make of it, one after another.
struct Trace {
    struct Stage {
        std::size_t operation;
        Shape after;
        Log log;  // only of operations that do not compare
    };
    Shape before;
    std::vector<Stage> stages;
    std::uint64_t operations = 0;  // a bit for each stage

    void add(const Classes& classes, std::size_t operation, const Text& after, const Log& log);
    // Bytes in memory, about.
    std::size_t size() const { return sizeof(Trace) + stages.size() * (2 * sizeof(Stage) + 8 * before.text.size()); }
};

// A stretch of a text that stands between blanks; without a trace no operation changes it.
struct Stretch {
    std::size_t begin, end;
    const Trace* trace;
};

constexpr std::size_t kMostTraced = 64;  // operations

// Adds the changes of a text whose parts have one blank between them; false, and nothing added, where all operations must run on it.
bool add_changes(const Classes& classes, const Operations& operations, View text, const std::vector<Stretch>& parts, Packed& out);

}  // namespace normalise
}  // namespace scorelite
