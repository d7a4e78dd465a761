// Prepared texts: the words of items that are aligned more than once, cut and numbered once.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "batch.hpp"
#include "interner.hpp"
#include "signals.hpp"

namespace scorelite {

// The items of one side; words and lattices of an item are read on demand, once.
class PreparedSide {
  public:
    struct Network {  // with the reader that owns its words
        Reader reader;
        Lattice lattice;
    };
    struct Item {
        bool read = false, plain = false;
        std::vector<std::int32_t> words;  // of a plain item, as numbers from 1
        std::unique_ptr<Network> network;
    };

    PreparedSide(const Side& side, const Rules& rules, Reader (*reader)(const Rules&))
        : side_(side), rules_(rules), make_(reader), reader_(reader(rules)), items_(side.size()) {}

    const Item& operator[](std::size_t i) const { return items_[i]; }
    bool read(std::size_t i, Vocabulary& vocabulary) {
        Item& item = items_[i];
        if (item.read) return item.plain;
        item.read = true;
        item.plain = reader_.plain(side_, i, tokens_);
        if (item.plain)
            for (View token : tokens_) item.words.push_back(std::int32_t(vocabulary.number(token)) + 1);
        return item.plain;
    }
    void read_network(std::size_t i) {
        Item& item = items_[i];
        if (item.network) return;
        item.network = std::make_unique<Network>(Network{make_(rules_), {}});
        item.network->reader.lattice(side_, i, item.network->lattice);
    }

  private:
    const Side& side_;
    const Rules& rules_;
    Reader (*const make_)(const Rules&);
    Reader reader_;
    std::vector<View> tokens_;
    std::vector<Item> items_;
};

// Both sides of a batch whose utterances share texts: every text is cut into words once.
struct Prepared {
    Vocabulary vocabulary;
    PreparedSide refs, hyps;

    explicit Prepared(const Batch& batch) : refs(*batch.ref, batch.rules, ref_reader), hyps(*batch.hyp, batch.rules, hyp_reader) {
        Ticks ticks;
        for (std::size_t i = 0; i < batch.ref_of.size(); ++i) {
            ticks.spend(256);
            const std::size_t ref = batch.ref_of[i], hyp = batch.hyp_of[i];
            if (refs.read(ref, vocabulary) && hyps.read(hyp, vocabulary)) continue;
            refs.read_network(ref);
            hyps.read_network(hyp);
        }
    }
};

}  // namespace scorelite
