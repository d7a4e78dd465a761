// Operations that ask Python about letters.
#pragma once
#include <functional>
#include <memory>

#include "normalise.hpp"
#include "python.hpp"

namespace scorelite {
namespace normalise {

// An operation that asks a function of Python once about each letter.
class Learner : public Plain {
  public:
    bool learns() const final { return true; }
    bool letterwise() const final { return true; }
    virtual bool knows(char32_t letter) const = 0;
    virtual void learn(char32_t letter, PyObject* answer) = 0;
    // Asks for words of a text that its letters do not decide.
    virtual void learn_words(TextView, const std::function<Text(TextView)>&) {}
};

std::unique_ptr<Operation> units();

}  // namespace normalise
}  // namespace scorelite
