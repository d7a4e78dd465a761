// Texts put together from pieces: each word alone, or with the neighbours that matter to it.
#include "normalise_pieces.hpp"

#include <algorithm>

namespace scorelite {
namespace normalise {

Text decoded(View bytes) {  // UTF-8, surrogates included
    Text text;
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
    return text;
}

void encode(TextView text, std::string& out) {
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

Pieces::Pieces(std::vector<const Operation*> operations) : operations_(std::move(operations)) {
    std::size_t last_squeeze = 0;
    for (std::size_t k = 0; k < operations_.size(); ++k) {
        const Blanks blanks = operations_[k]->blanks();
        if (blanks == Blanks::kAny) return;
        if (blanks == Blanks::kOne) last_join_ = k + 1;
        if (blanks == Blanks::kSqueezed) last_squeeze = k + 1;
    }
    squeezed_ = last_squeeze > last_join_;
    // Blanks that come up behind the last squeeze would be squeezed as well.
    possible_ = !squeezed_ || last_squeeze == operations_.size();
}

bool Pieces::make(const Classes& classes, View bytes, Piece& piece) const {
    Text text = decoded(bytes);
    Log log;
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
        const Outcome outcome = operations_[k]->run(classes, text, &log);
        if (outcome == Outcome::kUnknownLetters) return false;
        if (outcome != Outcome::kDone) return true;
        for (char32_t letter : text)
            if (!classes.known(letter)) return false;
        if (k + 1 == last_join_) piece.kept = !blank();
    }
    piece.reach = reach;
    piece.same = log.empty();
    encode(text, piece.result);
    return true;
}

// The piece that begins at this place, and the place behind it.
const Piece* Pieces::next(const Classes& classes, View text, std::size_t& place, PieceCache& cache) const {
    const auto word_end = [&](std::size_t from) {
        while (from < text.size() && text[from] != ' ') ++from;
        return from;
    };
    const auto made = [&](View bytes, Piece& piece) { return make(classes, bytes, piece); };
    const std::size_t begin = place;
    place = word_end(begin);
    const Piece* piece = cache.get(text.substr(begin, place - begin), made);
    if (!piece || piece->reach != Reach::kNeighbours) return piece;
    const std::size_t one = place;
    while (true) {
        const std::size_t from = text.find_first_not_of(' ', place);
        if (from == View::npos) break;
        const std::size_t end = word_end(from);
        const Piece* other = cache.get(text.substr(from, end - from), made);
        if (!other || other->reach == Reach::kText) return nullptr;
        if (other->reach == Reach::kNone) break;
        place = end;
    }
    return place == one ? piece : cache.get(text.substr(begin, place - begin), made);
}

void Pieces::add(const std::string& result, std::string& out) const {
    const bool twice = squeezed_ && !out.empty() && out.back() == ' ' && !result.empty() && result.front() == ' ';
    out.append(result, twice, std::string::npos);
}

bool Pieces::run(const Classes& classes, View text, bool log, PieceCache& cache, std::string& out, bool& same) const {
    cache.bound();
    same = true;
    bool first = true;
    const std::string blank = " ";
    // Nothing is written as long as nothing changes.
    const auto change = [&](std::size_t place) {
        if (!same) return;
        same = false;
        first = place == 0;
        out.reserve(text.size() + text.size() / 8);
        out.assign(text.substr(0, place - (last_join_ && place ? 1 : 0)));
    };
    for (std::size_t place = 0; place < text.size();) {
        const std::size_t begin = place;
        if (text[begin] == ' ') {
            place = std::min(text.find_first_not_of(' ', begin), text.size());
            if (place == begin + 1 && begin && place < text.size() && same) continue;
            if (log && (squeezed_ || last_join_)) return false;
            if (last_join_) {
                if (same) out.assign(text.substr(0, begin)), first = begin == 0, same = false;
                continue;
            }
            change(begin);
            if (squeezed_)
                add(blank, out);
            else
                out.append(text, begin, place - begin);
            continue;
        }
        const Piece* piece = next(classes, text, place, cache);
        if (!piece || piece->reach == Reach::kText || (log && !piece->same)) return false;
        if (piece->same && same) continue;
        change(begin);
        if (last_join_) {
            if (!piece->kept) continue;
            if (!first) add(blank, out);
            first = false;
        }
        add(piece->result, out);
    }
    return true;
}

}  // namespace normalise
}  // namespace scorelite
