// Packed states: numbers and texts in few bytes, identical on all machines and in both cores.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>

#include "text.hpp"

namespace scorelite {

constexpr std::uint8_t kStateVersion = 1;

struct Damaged : std::invalid_argument {
    Damaged() : std::invalid_argument("the pickled state is damaged or cut short") {}
};

class Packer {
    std::string out_;

  public:
    Packer() { byte(kStateVersion); }
    void byte(std::uint8_t value) { out_.push_back(char(value)); }
    // Seven bits per byte, the lowest first; the highest bit is set if more bytes follow.
    void number(std::uint64_t value) {
        for (; value > 127; value >>= 7) byte(std::uint8_t(value & 127) | 128);
        byte(std::uint8_t(value));
    }
    void difference(std::int64_t value) { number(value < 0 ? std::uint64_t(-(value + 1)) * 2 + 1 : std::uint64_t(value) * 2); }
    void text(View value) {
        number(value.size());
        out_.append(value);
    }
    void real(double value) {  // eight bytes, the lowest first
        std::uint64_t bits;
        std::memcpy(&bits, &value, 8);
        for (int k = 0; k < 64; k += 8) byte(std::uint8_t(bits >> k));
    }
    const std::string& bytes() const { return out_; }
};

// Reads the output of a Packer; throws Damaged for anything else.
class Unpacker {
    const char *at_, *end_;

  public:
    explicit Unpacker(View bytes) : at_(bytes.data()), end_(bytes.data() + bytes.size()) {
        const std::uint8_t version = byte();
        if (version != kStateVersion)
            throw std::invalid_argument("the pickled state has version " + std::to_string(version) + "; expected " +
                                        std::to_string(kStateVersion));
    }
    std::size_t left() const { return std::size_t(end_ - at_); }
    std::uint8_t byte() {
        if (at_ == end_) throw Damaged();
        return static_cast<std::uint8_t>(*at_++);
    }
    std::uint64_t number() {
        std::uint64_t value = 0;
        for (int shift = 0; shift < 63; shift += 7) {
            const std::uint8_t part = byte();
            value |= std::uint64_t(part & 127) << shift;
            if (!(part & 128)) return value;
        }
        throw Damaged();
    }
    // The number of items that follow, each of which takes at least `least` bytes.
    std::size_t count(std::size_t least = 1) {
        const std::uint64_t value = number();
        if (value > left() / least) throw Damaged();
        return std::size_t(value);
    }
    std::int64_t difference() {
        const std::uint64_t value = number();
        return value & 1 ? -std::int64_t(value / 2) - 1 : std::int64_t(value / 2);
    }
    View bytes(std::size_t size) {
        if (size > left()) throw Damaged();
        const View value(at_, size);
        at_ += size;
        return value;
    }
    View text() { return bytes(count()); }
    double real() {
        std::uint64_t bits = 0;
        for (int k = 0; k < 64; k += 8) bits |= std::uint64_t(byte()) << k;
        double value;
        std::memcpy(&value, &bits, 8);
        return value;
    }
    void finish() const {
        if (at_ != end_) throw Damaged();
    }
};

}  // namespace scorelite
