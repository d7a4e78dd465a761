// Buffers: text that grows at its end in many small pieces.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>

#include "text.hpp"

namespace scorelite {

class Buffer {
    std::unique_ptr<char[]> data_;
    std::size_t size_ = 0, room_ = 0;

    void grow(std::size_t more) {
        const std::size_t room = std::max(2 * room_, size_ + more + 1024);
        std::unique_ptr<char[]> data(new char[room]);
        if (size_) std::memcpy(data.get(), data_.get(), size_);
        data_ = std::move(data);
        room_ = room;
    }

  public:
    std::size_t size() const { return size_; }
    void clear() { size_ = 0; }
    View view() const { return View(data_.get(), size_); }
    // Memory for so many more bytes, which are part of the text after end().
    char* room(std::size_t more) {
        if (room_ - size_ < more) grow(more);
        return data_.get() + size_;
    }
    void end(const char* at) { size_ = std::size_t(at - data_.get()); }

    void append(const char* text, std::size_t size) {
        char* const to = room(size);
        copy_few(to, text, size);
        size_ += size;
    }
    void append(View text) { append(text.data(), text.size()); }
    void append(std::size_t count, char c) {
        constexpr std::size_t kFew = 16;  // are written at once, with some more behind those that are wanted
        char* const to = room(std::max(count, kFew));
        if (count > kFew)
            std::memset(to, c, count);
        else
            std::memset(to, c, kFew);
        size_ += count;
    }
    void push_back(char c) {
        *room(1) = c;
        ++size_;
    }
    // Copies as many bytes as there may be, which is quicker than to ask how many there are.
    friend void append_few(Buffer& out, const char* text, std::size_t size) {
        std::memcpy(out.room(kFewBytes), text, kFewBytes);
        out.size_ += size;
    }
    Buffer& operator+=(View text) {
        append(text);
        return *this;
    }
};

}  // namespace scorelite
