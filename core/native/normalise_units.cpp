// Blanks around characters that stand alone.
#include <algorithm>

#include "normalise_learner.hpp"

namespace scorelite {
namespace normalise {
namespace {

struct Unit {
    bool known, alone;
    std::uint8_t kinds, joined;  // bits of the kinds that a letter is of, and of those that it is joined to
};

class Units final : public Learner {
    Pages<Unit> units_{Unit{false, false, 0, 0}};

  public:
    bool knows(char32_t letter) const override { return units_.of(letter).known; }
    void learn(char32_t letter, PyObject* answer) override {
        int alone;
        Unit unit{true, false, 0, 0};
        if (!PyArg_ParseTuple(answer, "pbb", &alone, &unit.kinds, &unit.joined)) throw Failed();
        unit.alone = alone != 0;
        units_.set(letter, unit);
    }
    // The blank behind a letter that stands alone comes with what follows; without such a letter nothing changes.
    Reach reach(const Classes&, TextView text) const override {
        const bool any = std::any_of(text.begin(), text.end(), [&](char32_t letter) { return units_.of(letter).alone; });
        return any ? Reach::kText : Reach::kNone;
    }

  protected:
    Outcome rewrite(const Classes&, TextView text, Text& out) const override {
        bool inside = false;
        std::uint8_t before = 0;
        for (char32_t letter : text) {
            const Unit unit = units_.of(letter);
            if (!unit.known) return Outcome::kUnknownLetters;
            if (!(unit.joined & before)) {
                if (unit.alone || inside) out += U' ';
                inside = unit.alone;
            }
            out += letter;
            before = unit.kinds;
        }
        return Outcome::kDone;
    }
};

}  // namespace

std::unique_ptr<Operation> units() { return std::make_unique<Units>(); }

}  // namespace normalise
}  // namespace scorelite
