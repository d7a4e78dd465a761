// Pages: values for code points, of which most have none.
#pragma once
#include <array>
#include <cstddef>
#include <memory>
#include <vector>

namespace scorelite {

// Values for code points, in pages that are made when a value is learnt. Only learning changes it.
template <class Value> class Pages {
    static constexpr std::size_t kPage = 256, kPages = 0x110000 / kPage;
    std::vector<std::unique_ptr<std::array<Value, kPage>>> pages_{kPages};
    Value unknown_;

  public:
    explicit Pages(Value unknown) : unknown_(unknown) {}
    Value of(char32_t letter) const {
        const auto& page = pages_[letter / kPage];
        return page ? (*page)[letter % kPage] : unknown_;
    }
    void set(char32_t letter, Value value) {
        auto& page = pages_[letter / kPage];
        if (!page) {
            page = std::make_unique<std::array<Value, kPage>>();
            page->fill(unknown_);
        }
        (*page)[letter % kPage] = value;
    }
};

}  // namespace scorelite
