// Words in lists of objects of JSON, as recognisers write them: those whose members are usual are taken, any other stops.
#include <algorithm>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "operations.hpp"
#include "plain_numbers.hpp"

namespace scorelite {
namespace {

// What the objects of words look like. Keys are objects of Python, as dictionaries look them up.
struct PlainWords {
    struct Key {
        Ref name;
        bool inside = false;  // whether it is a member of the only object in the list `inner`
    };
    enum Role { kText, kStart, kEnd, kConfidence, kDisplay, kRoles };
    Key roles[kRoles];
    std::vector<Key> turns;
    std::vector<Ref> nulls;                  // of each turn, the attribute of a word where it is null
    std::vector<std::pair<Key, Ref>> fixed;  // members that have this text
    std::vector<Key> ignored;                // members of any value but null
    Ref inner, display;
    std::string lead, suffix;
    bool quoted = false;     // whether numbers may be texts
    std::size_t places = 0;  // times are whole units, of which there are 10 to the power of this in a second
    bool lasts = false;      // whether the time in place of an end is a duration; then times have no needless zeros
};

Ref text_object(const std::string& text) { return own(PyUnicode_FromStringAndSize(text.data(), Py_ssize_t(text.size()))); }
PyObject* plain_words(const std::vector<std::string>& roles, const std::vector<std::string>& turns,
                      const std::vector<std::tuple<std::string, std::string>>& fixed, const std::vector<std::string>& ignored,
                      const std::string& inner, const std::vector<std::string>& inside,
                      const std::tuple<std::string, std::string, std::string, bool, std::int64_t, bool>& form) {
    if (roles.size() != PlainWords::kRoles) throw std::invalid_argument("keys of text, begin, end, confidence and display expected");
    auto words = std::make_unique<PlainWords>();
    std::string prefix;
    std::int64_t places;
    std::tie(prefix, words->lead, words->suffix, words->quoted, places, words->lasts) = form;
    const auto key = [&](const std::string& name) {
        PlainWords::Key made;
        if (!name.empty()) made.name = text_object(name);
        made.inside = std::find(inside.begin(), inside.end(), name) != inside.end();
        return made;
    };
    for (std::size_t role = 0; role < roles.size(); ++role) words->roles[role] = key(roles[role]);
    for (const std::string& name : turns) {
        words->turns.push_back(key(name));
        const Ref attribute = text_object(prefix + name), null = text_object("null");
        words->nulls.push_back(own(PyTuple_Pack(2, attribute.get(), null.get())));
    }
    for (const auto& [name, text] : fixed) words->fixed.emplace_back(key(name), text_object(text));
    for (const std::string& name : ignored) words->ignored.push_back(key(name));
    if (!inner.empty()) words->inner = text_object(inner);
    words->display = text_object("display");
    words->places = std::size_t(std::max<std::int64_t>(places, 0));
    return box<PlainWords>(std::move(words), share(Py_None));
}

std::optional<View> utf8_of(PyObject* text) {
    Py_ssize_t size;
    const char* const data = PyUnicode_AsUTF8AndSize(text, &size);
    if (data) return View(data, std::size_t(size));
    PyErr_Clear();  // halves of characters
    return std::nullopt;
}
// Whether a text is one word to all who cut texts; letters that begin like white space need a closer look.
bool is_one_word(View text) {
    for (std::size_t at = 0; at < text.size(); ++at) {
        const unsigned char byte = static_cast<unsigned char>(text[at]);
        if (byte <= ' ' || byte == 0x7F || byte == 0xC2 || byte == 0xE1 || byte == 0xE2) return false;
        if (byte == 0xE3 && text.substr(at, 3) == "\xE3\x80\x80") return false;
    }
    return !text.empty();
}
bool is_digits(View text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}
// Whether a text is digits with at most one point between them, few enough to be an exact number.
bool is_plain_number(View text) {
    const std::size_t point = text.find('.');
    if (text.size() > kLongestNumber) return false;
    return point == View::npos ? is_digits(text) : is_digits(text.substr(0, point)) && is_digits(text.substr(point + 1));
}

// Takes words behind those in lists: texts, begins, ends, confidences and attributes.
class Taker {
    const PlainWords& words_;
    PyObject* const turn_;
    const std::vector<PyObject*>& columns_;
    PyObject *outside_ = nullptr, *inside_ = nullptr;
    Py_ssize_t found_[2] = {0, 0};
    PyObject* null_ = nullptr;  // the attribute of the name that is null

  public:
    Taker(const PlainWords& words, PyObject* turn, const std::vector<PyObject*>& columns) : words_(words), turn_(turn), columns_(columns) {}

    // Takes a word; false where it is odd, or another's turn.
    bool take(PyObject* item) {
        if (!PyDict_CheckExact(item)) return false;
        outside_ = item;
        found_[0] = found_[1] = 0;
        null_ = nullptr;
        if (words_.inner.get() && !step_inside()) return false;
        std::optional<View> text = text_of(words_.roles[PlainWords::kText]);
        if (!text || !is_known()) return false;
        if (text->substr(0, words_.lead.size()) != words_.lead) return false;
        const View value = text->substr(words_.lead.size());
        if (!is_one_word(value)) return false;
        double start = 0, end = 0, ignored = 0;
        if (words_.lasts) return take_lasting(value);
        std::optional<Ref> begin = number(words_.roles[PlainWords::kStart], words_.suffix, words_.places, start);
        std::optional<Ref> stop = begin ? number(words_.roles[PlainWords::kEnd], words_.suffix, words_.places, end) : std::nullopt;
        std::optional<Ref> sure = stop ? number(words_.roles[PlainWords::kConfidence], std::string(), 0, ignored) : std::nullopt;
        if (!sure || (begin->get() != Py_None && stop->get() != Py_None && end < start)) return false;
        return append(value, *begin, *stop, *sure);
    }

  private:
    // Takes a word whose times are a begin and a duration in whole units.
    bool take_lasting(View value) {
        std::uint64_t begin = 0, size = 0;
        double ignored = 0;
        if (!whole(words_.roles[PlainWords::kStart], begin) || !whole(words_.roles[PlainWords::kEnd], size)) return false;
        const std::optional<Ref> sure = number(words_.roles[PlainWords::kConfidence], std::string(), 0, ignored);
        return sure && append(value, text_object(seconds(begin)), text_object(seconds(begin + size)), *sure);
    }
    bool whole(const PlainWords::Key& key, std::uint64_t& units) {
        PyObject* const object = member(key);
        if (!object || !PyBytes_CheckExact(object)) return false;
        const View text = view_of(object);
        if (text.size() > kLongestNumber || !is_digits(text)) return false;
        units = 0;
        for (char c : text) units = units * 10 + std::uint64_t(c - '0');
        return true;
    }
    // The seconds of units, without needless zeros behind the point.
    std::string seconds(std::uint64_t units) const {
        std::string digits = std::to_string(units);
        if (digits.size() <= words_.places) digits.insert(0, words_.places + 1 - digits.size(), '0');
        digits.insert(digits.size() - words_.places, 1, '.');
        digits.erase(digits.find_last_not_of('0') + 1);
        if (digits.back() == '.') digits.pop_back();
        return digits;
    }
    bool append(View value, const Ref& begin, const Ref& stop, const Ref& sure) {
        Ref attributes = display(value);
        if (!attributes.get()) return false;
        if (found_[0] != PyDict_Size(outside_) || (inside_ && found_[1] != PyDict_Size(inside_))) return false;
        const Ref word = text_object(std::string(value));
        PyObject* const cells[] = {word.get(), begin.get(), stop.get(), sure.get(), attributes.get()};
        for (std::size_t k = 0; k < columns_.size(); ++k)
            if (PyList_Append(columns_[k], cells[k]) < 0) throw Failed();
        return true;
    }
    bool step_inside() {
        PyObject* const list = look_up(outside_, words_.inner.get(), 0);
        if (!list || !PyList_CheckExact(list) || PyList_Size(list) != 1) return false;
        inside_ = PyList_GetItem(list, 0);
        return PyDict_CheckExact(inside_);
    }
    PyObject* look_up(PyObject* object, PyObject* name, int place) {
        PyObject* const value = PyDict_GetItemWithError(object, name);
        if (!value && PyErr_Occurred()) throw Failed();
        found_[place] += value != nullptr;
        return value;
    }
    // A member; null where it is missing, or nobody asks for it.
    PyObject* member(const PlainWords::Key& key) {
        if (!key.name.get()) return nullptr;
        return key.inside ? look_up(inside_, key.name.get(), 1) : look_up(outside_, key.name.get(), 0);
    }
    std::optional<View> text_of(const PlainWords::Key& key) {
        PyObject* const value = member(key);
        return value && PyUnicode_CheckExact(value) ? utf8_of(value) : std::nullopt;
    }
    // Whether the fixed members have their texts, and the names are those of the turn.
    bool is_known() {
        for (const auto& [key, expected] : words_.fixed) {
            PyObject* const value = member(key);
            if (!value || !PyUnicode_CheckExact(value) || PyUnicode_Compare(value, expected.get()) != 0) return false;
        }
        for (const PlainWords::Key& key : words_.ignored)
            if (member(key) == Py_None) return false;
        for (std::size_t k = 0; k < words_.turns.size(); ++k) {
            PyObject* const expected = PyTuple_Check(turn_) ? PyTuple_GetItem(turn_, Py_ssize_t(k)) : turn_;
            if (!expected) throw Failed();
            PyObject* const value = member(words_.turns[k]);
            if (value == Py_None && null_) return false;
            if (value == Py_None) null_ = words_.nulls[k].get();
            const std::optional<View> name = name_of(value);
            const std::optional<View> turn = PyUnicode_CheckExact(expected) ? utf8_of(expected) : std::nullopt;
            if (!name || !turn || *name != *turn) return false;
        }
        return true;
    }
    static std::optional<View> name_of(PyObject* value) {
        if (!value || value == Py_None) return View();
        if (PyBytes_CheckExact(value)) return view_of(value);
        return PyUnicode_CheckExact(value) ? utf8_of(value) : std::nullopt;
    }
    // A number as it is written, or None where it is missing; nothing for an odd one.
    std::optional<Ref> number(const PlainWords::Key& key, const std::string& suffix, std::size_t places, double& value) {
        PyObject* const object = member(key);
        if (!object) return share(Py_None);
        const bool is_text = PyUnicode_CheckExact(object) && (words_.quoted || !suffix.empty());
        if (!is_text && (!PyBytes_CheckExact(object) || !suffix.empty())) return std::nullopt;
        std::optional<View> text = is_text ? utf8_of(object) : std::optional<View>(view_of(object));
        if (!text || text->size() < suffix.size() || text->substr(text->size() - suffix.size()) != suffix) return std::nullopt;
        text->remove_suffix(suffix.size());
        if (!is_plain_number(*text) || !plain_number(*text, value)) return std::nullopt;
        if (!places) return text_object(std::string(*text));
        if (!is_digits(*text)) return std::nullopt;
        std::string digits(*text);
        if (digits.size() <= places) digits.insert(0, places + 1 - digits.size(), '0');
        digits.insert(digits.size() - places, 1, '.');
        return text_object(digits);
    }
    // The attributes of a word: a name that is null, and its printed form, if that is another one. Null for an odd one.
    Ref display(View value) {
        PyObject* const object = member(words_.roles[PlainWords::kDisplay]);
        if (object && !PyUnicode_CheckExact(object)) return Ref();
        const std::optional<View> printed = object ? utf8_of(object) : View();
        if (!printed) return Ref();
        const bool is_other = !printed->empty() && *printed != value;
        const Ref pair = is_other ? own(PyTuple_Pack(2, words_.display.get(), object)) : Ref();
        if (null_) return own(is_other ? PyTuple_Pack(2, null_, pair.get()) : PyTuple_Pack(1, null_));
        return own(is_other ? PyTuple_Pack(1, pair.get()) : PyTuple_New(0));
    }
};

std::int64_t take_words(const PlainWords& words, PyObject* items, std::int64_t place, PyObject* turn,
                        const std::vector<PyObject*>& columns) {
    const bool are_lists = std::all_of(columns.begin(), columns.end(), [](PyObject* column) { return PyList_CheckExact(column); });
    if (!PyList_CheckExact(items) || columns.size() != 5 || !are_lists || place < 0)
        throw std::invalid_argument("a list of items, and five lists expected");
    if (PyTuple_Check(turn) && std::size_t(PyTuple_Size(turn)) < words.turns.size()) throw std::invalid_argument("a longer turn expected");
    Taker taker(words, turn, columns);
    Ticks ticks;
    std::int64_t next = place;
    for (; next < std::int64_t(PyList_Size(items)); ++next) {
        ticks.spend(kObject);
        if (!taker.take(PyList_GetItem(items, Py_ssize_t(next)))) break;
    }
    return next - place;
}

PyMethodDef functions[] = {
    {"plain_words", operation<plain_words>, METH_VARARGS,
     "plain_words(roles, turns, fixed, ignored, inner, inside, form, /)\n--\n\n"
     "The shape of plain words. `roles` are the keys of text, begin, end, confidence and printed form, `turns` those of names that\n"
     "words share, `fixed` pairs of a key and its text, `ignored` keys of values that do not matter. Keys that stand `inside` are\n"
     "members of the only object in the list `inner`. `form` is what stands before names in attributes, the text before a word, the\n"
     "text behind a time, whether numbers may be texts, the digits behind the point of times that are whole units, and whether the\n"
     "end is a duration. An empty key is none."},
    {"take_words", operation<take_words>, METH_VARARGS,
     "take_words(words, items, place, turn, columns, /)\n--\n\n"
     "Takes the items of a list from a place up to the first that is no plain word, or another's turn: adds texts, begins, ends,\n"
     "confidences and attributes to five lists. How many were taken."},
    {nullptr, nullptr, 0, nullptr}};

const Part part(functions, [](PyObject* module) {
    PyType_Slot slots[] = {{Py_tp_doc, slot("The shape of plain words.")},
                           {Py_tp_new, slot(not_from_python)},
                           {Py_tp_dealloc, slot(destroy<PlainWords>)},
                           {0, nullptr}};
    add_type<PlainWords>(module, "PlainWords", slots);
});

}  // namespace
}  // namespace scorelite
