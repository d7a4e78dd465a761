// Utterances of SGML alignments as they are usually written: three lines each, a tag, words and an end tag.
#include "../../native/operations.hpp"

namespace scorelite {
namespace {

// A place in text that a NUL ends.
class Cursor {
    const char* at_;

  public:
    explicit Cursor(const char* at) : at_(at) {}
    const char* at() const { return at_; }
    char next() const { return *at_; }
    bool skip(char wanted) { return *at_ == wanted && (++at_, true); }
    template <std::size_t size> bool skip(const char (&wanted)[size]) {
        for (std::size_t k = 0; k + 1 < size; ++k)
            if (at_[k] != wanted[k]) return false;
        at_ += size - 1;
        return true;
    }
    template <class Accepted> View run(Accepted accepted) {
        const char* begin = at_;
        while (accepted(static_cast<unsigned char>(*at_))) ++at_;
        return {begin, std::size_t(at_ - begin)};
    }
    // The text up to the next quote in this line, and behind the quote.
    bool quoted(View& text) {
        text = run([](unsigned char c) { return c != '"' && c != '\n' && c; });
        return skip('"');
    }
    // Behind a text and a quote; false where others stand.
    bool same(View text) {
        if (std::strncmp(at_, text.data(), text.size()) != 0 || at_[text.size()] != '"') return false;
        at_ += text.size() + 1;
        return true;
    }
};

bool is_digit(unsigned char c) { return c >= '0' && c <= '9'; }
bool is_name(unsigned char c) { return is_digit(c) || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_'; }

class Paths {
    Cursor cursor_;
    const char* begin_;
    View declared_, forms_;

    bool head() {
        if (!cursor_.skip("<PATH")) return false;
        int id_count = 0, declarations = 0;
        while (cursor_.skip(' ')) {
            const View name = cursor_.run(is_name);
            View value;
            if (name.empty() || !cursor_.skip("=\"") || !cursor_.quoted(value) || !is_ascii(value)) return false;
            if (name == "id") {
                ++id_count;
                ids.append(value);
            } else if (name == "word_aux") {
                ++declarations;
                if (value != declared_) return false;
            }
        }
        ids += '\n';
        return id_count == 1 && declarations == !declared_.empty() && cursor_.skip(">\n");
    }
    bool number() {
        cursor_.skip('-');
        const bool whole = !cursor_.run(is_digit).empty();
        const bool part = cursor_.skip('.') && !cursor_.run(is_digit).empty();
        return whole || part;
    }
    // The values behind a word: times (t), numbers (n) and others (x), each of which may be missing.
    bool values() {
        for (const char form : forms_) {
            if (!cursor_.skip(',')) return false;
            const char c = cursor_.next();
            if (c == ',' || c == ':' || c == '\n') continue;
            if (form == 'x')
                cursor_.run(
                    [](unsigned char other) { return (is_name(other) && other != '_') || other == '-' || other == '+' || other == '.'; });
            else if (!number() || (form == 't' && !(cursor_.skip('+') && number())))
                return false;
        }
        return true;
    }
    bool word(char kind) {
        View ref, hyp;
        switch (kind) {
            case 'C':
            case 'S':
                return cursor_.skip(",\"") && cursor_.quoted(ref) && cursor_.skip(",\"") && (cursor_.same(ref) || cursor_.quoted(hyp));
            case 'D':
                return cursor_.skip(",\"") && cursor_.quoted(ref) && cursor_.skip(',');
            case 'I':
                return cursor_.skip(",,\"") && cursor_.quoted(hyp);
            default:
                return false;
        }
    }
    bool words() {
        bool right = true;
        if (cursor_.next() != '\n') do {
                const char kind = cursor_.next();
                if (!cursor_.skip(kind) || !word(kind) || !values()) return false;
                kinds += kind;
                right = right && kind == 'C';
            } while (cursor_.skip(':'));
        kinds += '\n';
        wrong += char(!right);
        return cursor_.skip('\n');
    }

  public:
    std::string ids, kinds, wrong;
    std::vector<std::int64_t> places;

    Paths(const char* begin, std::size_t place, View declared, View forms)
        : cursor_(begin + place), begin_(begin), declared_(declared), forms_(forms) {}
    // Reads one utterance; false, with nothing changed, where another text stands.
    bool read() {
        const Cursor before = cursor_;
        const std::size_t sizes[] = {ids.size(), kinds.size(), wrong.size()};
        if (head() && words() && cursor_.skip("</PATH>\n")) {
            places.push_back(before.at() - begin_);
            return true;
        }
        cursor_ = before;
        ids.resize(sizes[0]);
        kinds.resize(sizes[1]);
        wrong.resize(sizes[2]);
        return false;
    }
    std::size_t place() const { return std::size_t(cursor_.at() - begin_); }
};

PyObject* sgml_paths(View data, Py_ssize_t place, View declared, View forms) {
    if (place < 0 || std::size_t(place) > data.size()) throw std::invalid_argument("place outside of the data");
    Paths paths(data.data(), std::size_t(place), declared, forms);
    without_gil([&] {
        Ticks ticks;
        for (std::size_t before = paths.place(); paths.read(); before = paths.place()) ticks.spend(paths.place() - before);
    });
    return tuple_of(paths.place(), paths.places, paths.ids, paths.kinds, paths.wrong);
}

PyMethodDef functions[] = {
    {"sgml_paths", operation<sgml_paths>, METH_VARARGS,
     "sgml_paths(data, place, declared, forms, /)\n--\n\n"
     "The utterances of SGML alignments from a place on, as far as they are written as usual: where they end, where each begins (int64), "
     "lines of their ids and of their operations, and whether each is wrong (bytes)."},
    {nullptr, nullptr, 0, nullptr}};

const Part part(functions);

}  // namespace
}  // namespace scorelite
