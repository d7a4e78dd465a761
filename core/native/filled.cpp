// Texts about utterances, such as the lines above their alignments: patterns filled from columns.
#include <cstring>
#include <vector>

#include "operations.hpp"

namespace scorelite {
namespace {

// A pattern with one conversion, `%b`, `%d`, `%03d` or `%.2f`, and its column: texts, or packed int64 or float64.
class Field {
    View before_, behind_;
    char kind_ = 0;   // 0: a text without conversion
    int digits_ = 0;  // digits of an integer at least, decimals of a float
    PyObject* texts_ = nullptr;
    bool is_list_ = false;
    View numbers_;

  public:
    explicit Field(PyObject* item) {
        if (PyBytes_Check(item)) {
            before_ = view_of(item);
            return;
        }
        const auto [pattern, column] = From<std::tuple<View, PyObject*>>::of(item);
        parse(pattern);
        if (kind_ == 'b')
            texts_ = column, is_list_ = PyList_Check(column);
        else
            numbers_ = view_of(column);
    }
    void append(Buffer& out, std::size_t place) const {
        if (kind_ == 'b') {
            append_text(out, place);
            return;
        }
        out.append(before_);
        if (!kind_) return;
        if (kind_ == 'd')
            append_padded(out, number<std::int64_t>(place));
        else
            append_number(out, digits_, number<double>(place));
        out.append(behind_);
    }

  private:
    static bool is_digit(char c) { return c >= '0' && c <= '9'; }

    void parse(View pattern) {
        const std::size_t at = pattern.find('%');
        std::size_t k = at == View::npos ? pattern.size() : at + 1;
        before_ = pattern.substr(0, at);
        const bool sized = k + 1 < pattern.size() && (pattern[k] == '0' || pattern[k] == '.') && is_digit(pattern[k + 1]);
        const char sign = sized ? pattern[k] : '\0';
        if (sized) digits_ = pattern[k + 1] - '0', k += 2;
        kind_ = k < pattern.size() ? pattern[k] : '\0';
        const bool supported = (kind_ == 'b' && !sized) || (kind_ == 'd' && sign != '.') || (kind_ == 'f' && sign == '.' && digits_ <= 6);
        if (!supported || pattern.find('%', k) != View::npos)
            throw std::invalid_argument("the pattern '" + std::string(pattern) + "'; expected one of %b, %d, %03d, %.2f");
        behind_ = pattern.substr(k + 1);
    }
    void append_text(Buffer& out, std::size_t place) const {
        Ref made;
        PyObject* item = is_list_ ? PyList_GetItem(texts_, Py_ssize_t(place)) : nullptr;
        if (!is_list_) {
            made = own(PySequence_GetItem(texts_, Py_ssize_t(place)));
            item = made.get();
        }
        if (!item) throw Failed();
        const View text = view_of(item);
        if (text.empty()) return;
        out.append(before_);
        out.append(text);
        out.append(behind_);
    }
    template <class T> T number(std::size_t place) const {
        T value;
        if (place >= numbers_.size() / sizeof value) throw std::invalid_argument("a column is shorter than a place");
        std::memcpy(&value, numbers_.data() + place * sizeof value, sizeof value);
        return value;
    }
    void append_padded(Buffer& out, std::int64_t value) const {
        char digits[24];
        char *const end = digits + sizeof digits, *at = end;
        auto left = value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
        do {
            *--at = char('0' + left % 10);
        } while (left /= 10);
        while (end - at < digits_ - (value < 0)) *--at = '0';
        if (value < 0) *--at = '-';
        out.append(at, std::size_t(end - at));
    }
};

PyObject* filled(const std::vector<std::int64_t>& order, PyObject* parts) {
    Ref items = own(PySequence_Tuple(parts));
    std::vector<Field> fields;
    for (PyObject* item : items_of(items.get())) fields.emplace_back(item);
    Buffer text;
    return list_of(order, [&](std::int64_t place) {
        if (place < 0) throw std::invalid_argument("place " + std::to_string(place) + "; expected 0 or more");
        text.clear();
        for (const Field& field : fields) field.append(text, std::size_t(place));
        return bytes_of(text.view());
    });
}

PyMethodDef functions[] = {{"filled", operation<filled>, METH_VARARGS,
                            "filled(order, parts, /)\n--\n\n"
                            "A text for each place (int64), joined of texts and of patterns with their columns: %b of texts, which is left "
                            "out where the text is empty, %d and %03d of int64, %.2f of float64."},
                           {nullptr, nullptr, 0, nullptr}};

const Part part(functions);

}  // namespace
}  // namespace scorelite
