// Copies of utterances, and the packed state of batches for pickles: about two bits per step, since words are cut from the texts again.
#include <algorithm>

#include "batch.hpp"
#include "packing.hpp"
#include "signals.hpp"

namespace scorelite {
namespace {

constexpr std::size_t kManyWords = 100000;
constexpr std::size_t kRead = 16;  // the steps that a word takes to be cut from its text

// The arcs that come next on a path if it skips none; only other arcs are packed.
struct Expected {
    std::int64_t ref = 1, hyp = 1;
    Slot slot(char op) const { return {op, op == 'I' ? 0 : std::uint32_t(ref), op == 'D' ? 0 : std::uint32_t(hyp)}; }
    void pass(const Slot& slot) {
        if (slot.ref) ref = std::int64_t(slot.ref) + 1;
        if (slot.hyp) hyp = std::int64_t(slot.hyp) + 1;
    }
};

bool operator==(const Slot& a, const Slot& b) { return a.operation == b.operation && a.ref == b.ref && a.hyp == b.hyp; }

// Packs an arc as its difference to the expected one; 0 stands for no arc.
void pack_arc(Packer& out, std::uint32_t arc, std::int64_t expected) {
    if (!arc) return out.number(0);
    const std::int64_t difference = std::int64_t(arc) - expected;
    out.number((difference < 0 ? std::uint64_t(-(difference + 1)) * 2 + 1 : std::uint64_t(difference) * 2) + 1);
}
std::uint32_t unpack_arc(Unpacker& in, std::int64_t expected, std::size_t arcs) {
    const std::uint64_t code = in.number();
    if (!code) return 0;
    const std::int64_t half = std::int64_t((code - 1) / 2), arc = expected + ((code - 1) & 1 ? -half - 1 : half);
    if (arc < 1 || std::uint64_t(arc) > arcs) throw Damaged();
    return std::uint32_t(arc);
}

int operation_of(View operations, std::size_t k) { return static_cast<unsigned char>(operations[k / 4]) >> 2 * (k & 3) & 3; }

// Whether there is one way through the lattice, and each of its words takes part in a step.
bool passes_all(const Lattice& lattice) {
    return lattice.linear &&
           std::none_of(lattice.words.begin(), lattice.words.end(), [](const Word& w) { return w.null || w.optional || w.wild; });
}

}  // namespace

void Batch::add(const Batch& other, std::size_t i, std::size_t ref_place, std::size_t hyp_place) {
    const Path path = other.paths[i];
    const std::size_t from = path.first(), first = path.lattice() ? slots.size() : moves.size();
    if (path.lattice())
        slots.insert(slots.end(), other.slots.begin() + std::ptrdiff_t(from), other.slots.begin() + std::ptrdiff_t(from + path.size()));
    else
        for (std::size_t k = from; k < from + path.size(); ++k) moves.push_back(other.moves[k]);
    const auto notice =
        std::lower_bound(other.notices.begin(), other.notices.end(), i, [](const Notice& n, std::size_t k) { return n.utterance < k; });
    for (auto n = notice; n != other.notices.end() && n->utterance == i; ++n) notices.push_back({paths.size(), n->to_stdout, n->text});
    if (other.ref) {
        ref_of.push_back(std::uint32_t(ref_place));
        hyp_of.push_back(std::uint32_t(hyp_place));
    } else {
        const auto copied = [&](std::uint32_t word) {
            if (word) ready.push_back(other.ready[word - 1]);
            return word ? std::uint32_t(ready.size()) : 0;
        };
        for (std::size_t k = first; k < slots.size(); ++k) slots[k] = {slots[k].op(), copied(slots[k].ref), copied(slots[k].hyp)};
    }
    paths.push_back(Path(first, path.size(), path.lattice()));
}

// ---------------------------------------------------------------------------------------------------------------------
// Format of a path: the number of steps, their operations in two bits each, and the steps whose arcs are not the expected ones

void Batch::pack(Packer& out) const {
    out.byte(!ref_of.empty());
    out.number(paths.size());
    for (std::size_t i = 0; i < ref_of.size(); ++i) {
        out.difference(std::int64_t(ref_of[i]) - (i ? std::int64_t(ref_of[i - 1]) : 0));
        out.difference(std::int64_t(hyp_of[i]) - (i ? std::int64_t(hyp_of[i - 1]) : 0));
    }
    Ticks ticks;
    for (const Path path : paths) {
        ticks.spend(kRead * (path.size() + 1));
        pack_path(out, path);
    }
    out.number(notices.size());
    for (const Notice& notice : notices) {
        out.number(notice.utterance);
        out.byte(notice.to_stdout);
        out.text(notice.text);
    }
}

void Batch::pack_path(Packer& out, Path path) const {
    const std::size_t size = path.size(), first = path.first();
    out.number(size);
    std::uint8_t bits = 0;
    for (std::size_t k = 0; k < size; ++k) {
        bits |= std::uint8_t((path.lattice() ? int(slots[first + k].operation) : moves[first + k]) << 2 * (k & 3));
        if ((k & 3) != 3 && k + 1 < size) continue;
        out.byte(bits);
        bits = 0;
    }
    std::vector<std::uint32_t> unexpected;
    Expected expected;
    for (std::size_t k = 0; path.lattice() && k < size; ++k) {
        const Slot& slot = slots[first + k];
        if (!(slot == expected.slot(slot.op()))) unexpected.push_back(std::uint32_t(k));
        expected.pass(slot);
    }
    out.number(unexpected.size());
    expected = Expected();
    std::size_t next = 0;
    for (std::uint32_t k = 0; next < unexpected.size(); ++k) {
        const Slot& slot = slots[first + k];
        if (unexpected[next] == k) {
            out.number(next ? k - unexpected[next - 1] - 1 : k);
            if (slot.op() != 'I') pack_arc(out, slot.ref, expected.ref);
            if (slot.op() != 'D') pack_arc(out, slot.hyp, expected.hyp);
            ++next;
        }
        expected.pass(slot);
    }
}

void Batch::unpack(Unpacker& in) {
    const std::uint8_t paired = in.byte();
    const std::size_t n = in.count(2);
    if (paired > 1 || (!paired && (n != ref->size() || n != hyp->size()))) throw Damaged();
    for (std::size_t i = 0; paired && i < n; ++i) {
        const std::int64_t a = in.difference() + (i ? ref_of.back() : 0), b = in.difference() + (i ? hyp_of.back() : 0);
        if (a < 0 || b < 0 || std::uint64_t(a) >= ref->size() || std::uint64_t(b) >= hyp->size()) throw Damaged();
        ref_of.push_back(std::uint32_t(a));
        hyp_of.push_back(std::uint32_t(b));
    }
    Reader ref_words = ref_reader(rules), hyp_words = hyp_reader(rules);
    std::vector<View> ref_tokens, hyp_tokens;
    Lattice ref_lattice, hyp_lattice;
    paths.reserve(n);
    Ticks ticks;
    for (std::size_t i = 0; i < n; ++i) {
        const std::uint64_t size = in.number();
        ticks.spend(kRead * (size + 1));
        if (size > UINT32_MAX || size / 4 > in.left()) throw Damaged();
        const View operations = in.bytes(std::size_t((size + 3) / 4));
        if (size & 3 && static_cast<unsigned char>(operations.back()) >> 2 * (size & 3)) throw Damaged();
        Counts counts{};
        for (std::uint32_t k = 0; k < size; ++k) ++counts[std::size_t(operation_of(operations, k))];
        std::size_t refs, hyps;
        bool lattice = false, sure = true;  // whether every way through the texts passes all of their words
        if (ref_words.plain(*ref, ref_item(i), ref_tokens) && hyp_words.plain(*hyp, hyp_item(i), hyp_tokens)) {
            refs = ref_tokens.size(), hyps = hyp_tokens.size();
        } else {
            ref_words.lattice(*ref, ref_item(i), ref_lattice);
            hyp_words.lattice(*hyp, hyp_item(i), hyp_lattice);
            refs = ref_lattice.words.size(), hyps = hyp_lattice.words.size();
            sure = passes_all(ref_lattice) && passes_all(hyp_lattice);
            lattice = true;
        }
        const std::size_t pairs = std::size_t(counts[0]) + std::size_t(counts[1]);
        const bool fits = pairs + std::size_t(counts[2]) == refs && pairs + std::size_t(counts[3]) == hyps;
        // A path is empty where all ways cost too much.
        const bool unreached = size == 0 && (rules.times || rules.weighted || refs + hyps > kManyWords);
        const std::size_t unexpected = in.count(2);
        if (sure && ((!fits && !unreached) || (unexpected && !rules.sort_times))) throw Damaged();
        paths.push_back(Path(lattice ? slots.size() : moves.size(), std::size_t(size), lattice));
        if (lattice)
            unpack_slots(in, std::size_t(size), operations, unexpected, refs, hyps);
        else
            for (std::uint32_t k = 0; k < size; ++k) moves.push_back(operation_of(operations, k));
    }
    for (std::size_t k = in.count(3); k > 0; --k) {
        const std::uint64_t utterance = in.number();
        const std::uint8_t to_stdout = in.byte();
        if (utterance >= n || to_stdout > 1 || (!notices.empty() && utterance < notices.back().utterance)) throw Damaged();
        notices.push_back({std::size_t(utterance), to_stdout == 1, std::string(in.text())});
    }
    in.finish();
}

void Batch::unpack_slots(Unpacker& in, std::size_t size, View operations, std::size_t unexpected, std::size_t refs, std::size_t hyps) {
    std::uint64_t next = unexpected ? in.number() : 0;
    Expected expected;
    for (std::size_t k = 0; k < size; ++k) {
        Slot slot = expected.slot(kOperations[operation_of(operations, k)]);
        if (unexpected && next == k) {
            if (slot.op() != 'I') slot.ref = unpack_arc(in, expected.ref, refs);
            if (slot.op() != 'D') slot.hyp = unpack_arc(in, expected.hyp, hyps);
            if (--unexpected) next = in.number() + k + 1;
        }
        const bool whole = slot.op() == 'C' ? slot.ref || slot.hyp : (slot.op() == 'I' || slot.ref) && (slot.op() == 'D' || slot.hyp);
        if (!whole || slot.ref > refs || slot.hyp > hyps) throw Damaged();
        slots.push_back(slot);
        expected.pass(slot);
    }
    if (unexpected) throw Damaged();
}

}  // namespace scorelite
