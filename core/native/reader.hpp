// Readers: from the items of one side to the words that are aligned.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "buffer.hpp"
#include "lattice.hpp"
#include "side.hpp"
#include "tokens.hpp"

namespace scorelite {

class Parser;

// Turns the items of one side into words. `keep_case`: take the text before it was folded, as the reference does with -S algo2.
class Reader {
    const Rules rules_;
    const ByteClasses classes_;
    Arena arena_;
    std::string scratch_;
    Buffer words_;
    const bool keep_case_, lexicon_;
    const bool folds_letters_;  // whether even a text without signs has to be folded
    bool folds_, signs_ = false;
    const std::string alt_begin_, alt_, alt_end_;
    std::vector<View> pieces_, all_;
    const char* end_ = nullptr;

  public:
    std::string messages;

    Reader(const Rules& rules, int characters, bool lexicon, bool keep_case);

    // Reads an item as plain words. False if it needs a lattice.
    bool plain(const Side& side, std::size_t i, std::vector<View>& out) { return read<false>(side, i, out); }
    // Reads an item of plain words that are cut into characters, as a text: all but its white space is aligned. False where more has to
    // be looked at.
    bool characters(const Side& side, std::size_t i, View& out);
    // Reads an item of plain words again.
    void again(const Side& side, std::size_t i, std::vector<View>& out) { read<true>(side, i, out); }
    // Reads some words of an item of plain words again, by their numbers, which rise.
    void again(const Side& side, std::size_t i, const std::vector<std::size_t>& numbers, std::vector<View>& out);
    // Reads an item of plain words again, as a text between whose words white space stands. False of one that is not cut there.
    bool again(const Side& side, std::size_t i, View& out);
    // Reads an item whose words have no marks, so that each is one arc of its lattice. False if some may be more than plain words.
    bool bare(const Side& side, std::size_t i, std::vector<View>& out);
    // Whether a text that was read has signs, or may have some: `has_sign`.
    bool saw_signs() const { return signs_; }
    // Takes texts as they are: it is known that none has signs.
    void expect_no_signs() { folds_ = false; }
    // The end of the text in which the plain words lie that were read last; null where they lie in several.
    const char* end() const { return end_; }
    // Plain words with everything that reports need, at the begin of `out`.
    void words(const Side& side, std::size_t i, const std::vector<View>& tokens, std::vector<Word>& out) const;
    void lattice(const Side& side, std::size_t i, Lattice& out);

  private:
    template <bool kKnown> bool read(const Side& side, std::size_t i, std::vector<View>& out);
    View folded(View text);
    void make_room(const View* words, std::size_t count);
    View folded_here(View text);
    View text_of(const Side::Item& item);
    bool literal_marked(View w) const;
    bool row_marked(View w) const;
    bool begins_alt(View word) const;
    bool cut(std::vector<View>& tokens);
    std::uint32_t literals(const Side& side, const Side::Item& item, Parser& parser, Lattice& out);
    std::uint32_t arcs(const Side& side, const Side::Item& item, Parser& parser, Lattice& out);
    std::uint32_t row_word(const Side& side, std::size_t row, Parser& parser, Lattice& out, std::uint32_t node);
    std::uint32_t rows(const Side& side, const Side::Item& item, Parser& parser, Lattice& out);
    std::size_t row_choice(const Side& side, std::size_t i, std::size_t end, Parser& parser, Lattice& out, std::uint32_t& node);
};

// The readers of both sides: with -S one of them cuts words into characters.
Reader ref_reader(const Rules& rules);
Reader hyp_reader(const Rules& rules);

}  // namespace scorelite
