#include "strict.hpp"

#include "operations.hpp"

namespace scorelite {
namespace {

bool is_strict(View data) {
    bool ascii;
    return is_strict_text(data, ascii);
}

PyMethodDef functions[] = {
    {"is_strict_text", operation<is_strict>, METH_VARARGS,
     "is_strict_text(data, /)\n--\n\nWhether the bytes are UTF-8 without a zero byte, and their head names no encoding."},
    {nullptr, nullptr, 0, nullptr}};

const Part part(functions);

}  // namespace
}  // namespace scorelite
