// Texts put together from pieces: each word alone, or with the neighbours that matter to it.
#include "normalise_pieces.hpp"

#include <algorithm>

namespace scorelite {
namespace normalise {

void decode(View bytes, Text& text) {  // UTF-8, surrogates included
    text.clear();
    text.reserve(bytes.size());
    for (std::size_t k = 0; k < bytes.size();) {
        const unsigned char lead = static_cast<unsigned char>(bytes[k++]);
        if (lead < 0x80) {
            text += lead;
            continue;
        }
        const int more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
        char32_t letter = lead & (0x3F >> more);
        for (int n = 0; n < more; ++n) letter = letter << 6 | (static_cast<unsigned char>(bytes[k++]) & 0x3F);
        text += letter;
    }
}

Text decoded(View bytes) {
    Text text;
    decode(bytes, text);
    return text;
}

void encode(TextView text, std::string& out) {
    char32_t high = 0;
    for (char32_t letter : text) high |= letter;
    if (high < 0x80) {
        const std::size_t size = out.size();
        out.resize(size + text.size());
        std::copy(text.begin(), text.end(), &out[size]);
        return;
    }
    for (char32_t letter : text) {
        if (letter < 0x80) {
            out += char(letter);
            continue;
        }
        const int more = letter >= 0x10000 ? 3 : letter >= 0x800 ? 2 : 1;
        constexpr unsigned char kLeads[] = {0, 0xC0, 0xE0, 0xF0};
        out += char(kLeads[more] | (letter >> (6 * more)));
        for (int n = more - 1; n >= 0; --n) out += char(0x80 | (letter >> (6 * n) & 0x3F));
    }
}

Pieces::Pieces(Operations operations) : operations_(std::move(operations)) {
    std::size_t last_squeeze = 0;
    for (std::size_t k = 0; k < operations_.size(); ++k) {
        const Blanks blanks = operations_[k]->blanks();
        if (blanks == Blanks::kAny) return;
        only_single_ = only_single_ || blanks == Blanks::kSingle;
        if (blanks == Blanks::kOne) last_join_ = k + 1;
        if (blanks == Blanks::kSqueezed) last_squeeze = k + 1;
    }
    squeezed_ = last_squeeze > last_join_;
    // Blanks that come up behind the last squeeze would be squeezed as well.
    possible_ = !squeezed_ || last_squeeze == operations_.size();
}

bool Pieces::make(const Classes& classes, View bytes, bool traced, Piece& piece) const {
    thread_local struct {
        Text text, before;
        Log log;
    } space;
    auto& [text, before, log] = space;
    decode(bytes, text);
    auto trace = traced && operations_.size() <= kMostTraced ? std::make_unique<Trace>() : nullptr;
    if (trace) trace->before.text = text;
    const auto blank = [&] { return classes.past_space(text, 0) == text.size(); };
    for (char32_t letter : text) {
        if (!classes.known(letter)) return false;
        if (classes.space(letter) && letter != U' ') return true;
    }
    Reach reach = Reach::kNone;
    for (std::size_t k = 0; k < operations_.size(); ++k) {
        // Where nothing is left of a word, its neighbours are neighbours of each other.
        reach = std::max({reach, operations_[k]->reach(classes, text), blank() ? Reach::kNeighbours : Reach::kNone});
        if (reach == Reach::kText) return true;
        before = text;
        log.clear();
        const Outcome outcome = operations_[k]->run(classes, text, operations_[k]->compares() ? nullptr : &log);
        if (outcome == Outcome::kUnknownLetters) return false;
        if (outcome != Outcome::kDone) return true;
        // The changes of a table may make up for each other.
        if (text != before || !log.empty()) {
            piece.same = false;
            for (char32_t letter : text)
                if (!classes.known(letter)) return false;
        }
        if (trace && (text != before || !log.empty())) trace->add(classes, k, text, log);
        if (k + 1 == last_join_) piece.kept = !blank();
    }
    piece.reach = reach;
    if (piece.same) return true;
    encode(text, piece.result);
    if (trace) trace->before.cut(classes);
    piece.trace = std::move(trace);
    return true;
}

static const char* end_of(const Word& word) { return word.text.data() + word.text.size(); }

// The piece that begins with this word, which becomes the first word behind the piece.
const Piece* Pieces::next(const Classes& classes, const Word*& word, const Word* behind, bool traced, PieceCache& cache) const {
    const auto made = [&](View bytes, Piece& piece) { return make(classes, bytes, traced, piece); };
    const auto piece_of = [&](const Word& word_at) { return cache.get(word_at.text, word_at.hash, traced, made); };
    const Word* const first = word;
    const Piece* piece = piece_of(*word++);
    if (!piece || piece->reach != Reach::kNeighbours) return piece;
    for (; word != behind; ++word) {
        const Piece* other = piece_of(*word);
        if (!other || other->reach == Reach::kText) return nullptr;
        if (other->reach == Reach::kNone) break;
    }
    if (word == first + 1) return piece;
    const View whole(first->text.data(), std::size_t(end_of(word[-1]) - first->text.data()));
    return cache.get(whole, hash_of(whole.data(), whole.size()), traced, made);
}

void Pieces::add(View result, std::string& out) const {
    const bool twice = squeezed_ && !out.empty() && out.back() == ' ' && !result.empty() && result.front() == ' ';
    out.append(result.substr(twice));
}

// Whether there are single blanks between words that are known to stay as they are; most texts of most corpora do.
static bool stays(View text, const std::vector<Word>& words, const PieceCache& cache) {
    const char *at = text.data(), *const end = at + text.size();
    for (const Word& word : words) {
        if (word.text.data() != at || !cache.is_plain(word)) return false;
        at = end_of(word);
        if (at == end) return true;
        if (*at++ != ' ') return false;
    }
    return at == end && words.empty();
}

bool Pieces::run(const Classes& classes, View text, Packed* log, PieceCache& cache, std::string& out, bool& same) const {
    constexpr std::size_t kLongestText = std::size_t(1) << 20;  // the list of words takes more memory than the text
    if (text.size() > kLongestText || (log && operations_.size() > kMostTraced)) return false;
    cache.bound();
    same = true;
    bool first = true;
    // Nothing is written as long as nothing changes.
    const auto change = [&](std::size_t place) {
        if (!same) return;
        same = false;
        first = place == 0;
        out.reserve(text.size() + text.size() / 8);
        out.assign(text.substr(0, place - (last_join_ && place ? 1 : 0)));
    };
    const std::vector<Word>& words = cache.words_of(text);
    if (words.empty() && !text.empty()) return false;  // no word asks the operations what they make of white space alone
    if (stays(text, words, cache)) return true;
    thread_local std::vector<Stretch> kept_parts;
    std::vector<Stretch>& parts = kept_parts;
    parts.clear();
    const Word* word = words.data();
    const Word* const behind = word + words.size();
    for (std::size_t place = 0; place < text.size();) {
        const std::size_t begin = place, next_word = word == behind ? text.size() : std::size_t(word->text.data() - text.data());
        if (begin != next_word) {
            place = next_word;
            if (text.substr(begin, place - begin).find_first_not_of(' ') != View::npos) return false;
            const bool single = place == begin + 1 && begin && place < text.size();
            if (single && same) continue;
            if (!single && (log || only_single_)) return false;
            if (last_join_) {
                if (same) out.assign(text.substr(0, begin)), first = begin == 0, same = false;
                continue;
            }
            change(begin);
            if (squeezed_)
                add(" ", out);
            else
                out.append(text, begin, place - begin);
            continue;
        }
        const Piece* piece = next(classes, word, behind, log != nullptr, cache);
        if (!piece || piece->reach == Reach::kText) return false;
        place = std::size_t(end_of(word[-1]) - text.data());
        if (log) parts.push_back({begin, place, piece->trace.get()});
        if (piece->same && same) continue;
        change(begin);
        if (last_join_) {
            if (!piece->kept) continue;
            if (!first) add(" ", out);
            first = false;
        }
        add(piece->same ? text.substr(begin, place - begin) : View(piece->result), out);
    }
    return same || !log || add_changes(classes, operations_, text, parts, *log);
}

}  // namespace normalise
}  // namespace scorelite
