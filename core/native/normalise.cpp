// `Program`: a chain of operations that runs on lists of texts without the interpreter, which only helps with what is new.
#include "normalise.hpp"

#include <algorithm>
#include <exception>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <unordered_map>

#include "normalise_learner.hpp"
#include "normalise_letters.hpp"
#include "normalise_pieces.hpp"
#include "operations.hpp"
#include "spans.hpp"

namespace scorelite {
namespace {
using namespace normalise;

// ---------------------------------------------------------------------------------------------------------------------
// Texts and Python's strings

PyObject* str_of(View bytes) { return PyUnicode_DecodeUTF8(bytes.data(), Py_ssize_t(bytes.size()), "surrogatepass"); }
Ref str_of(TextView text) {
    std::string bytes;
    encode(text, bytes);
    return own(str_of(View(bytes)));
}

// The bytes of a str; where these are not kept by the str, they are added to the list `keep`.
View bytes_of_str(PyObject* text, PyObject* keep) {
    if (!PyUnicode_Check(text)) {
        PyErr_SetString(PyExc_TypeError, "a text is not a str");
        throw Failed();
    }
    Py_ssize_t size;
    if (const char* data = PyUnicode_AsUTF8AndSize(text, &size)) return View(data, std::size_t(size));
    PyErr_Clear();
    Ref bytes = own(PyUnicode_AsEncodedString(text, "utf-8", "surrogatepass"));
    if (PyList_Append(keep, bytes.get()) < 0) throw Failed();
    return view_of(bytes.get());
}
Text text_of(PyObject* text) {
    Ref keep = own(PyList_New(0));
    return normalise::decoded(bytes_of_str(text, keep.get()));
}
Ref item(PyObject* sequence, Py_ssize_t place) { return own(PySequence_GetItem(sequence, place)); }

bool asks(PyObject* text, const char* method) {
    Ref answer = own(PyObject_CallMethod(text, method, nullptr));
    return answer.get() == Py_True;
}

// ---------------------------------------------------------------------------------------------------------------------
// Operations that ask Python

// A function of letters, learnt letter by letter; where it says nothing of a letter, a function of whole texts decides, or of the word
// between blanks, learnt as well.
class Letters final : public Learner {
    static constexpr std::int32_t kUnknown = -1, kWhole = -2, kSame = -3;
    static constexpr std::size_t kMostWords = std::size_t(1) << 16;
    mutable Pages<std::int32_t> pages_{kUnknown};
    std::vector<Text> replacements_;
    const bool by_words_;
    std::unordered_map<Text, Text> words_;  // with letters of which the function says nothing

    static TextView word_at(TextView text, std::size_t place) {
        return text.substr(place, std::min(text.find(U' ', place), text.size()) - place);
    }

  public:
    explicit Letters(bool by_words) : by_words_(by_words) {}
    void learn_words(TextView text, const std::function<Text(TextView)>& ask) override {
        if (!by_words_) return;
        if (words_.size() > kMostWords) words_.clear();
        for (std::size_t place = 0; place < text.size(); ++place) {
            const TextView word = word_at(text, place);
            const bool undecided = std::any_of(word.begin(), word.end(), [&](char32_t letter) { return pages_.of(letter) == kWhole; });
            if (undecided && !words_.count(Text(word))) words_.emplace(word, ask(word));
            place += word.size();
        }
    }
    Reach reach(const Classes&, TextView) const override { return Reach::kNone; }
    bool knows(char32_t letter) const override { return pages_.of(letter) != kUnknown; }
    void learn(char32_t letter, PyObject* answer) override {
        if (answer == Py_None) return pages_.set(letter, kWhole);
        Text replacement = text_of(answer);
        if (replacement == Text(1, letter)) return pages_.set(letter, kSame);
        pages_.set(letter, std::int32_t(replacements_.size()));
        replacements_.push_back(std::move(replacement));
    }

  protected:
    Outcome rewrite(const Classes&, TextView text, Text& out) const override {
        const Outcome outcome = add_letters(text, out);
        if (outcome != Outcome::kWholeText || !by_words_) return outcome;
        out.clear();
        for (std::size_t place = 0;; ++place) {
            const TextView word = word_at(text, place);
            const std::size_t size = out.size();
            if (add_letters(word, out) != Outcome::kDone) {
                const auto entry = words_.find(Text(word));
                if (entry == words_.end()) return Outcome::kUnknownLetters;
                out.replace(size, Text::npos, entry->second);
            }
            place += word.size();
            if (place == text.size()) return Outcome::kDone;
            out += U' ';
        }
    }

  private:
    Outcome add_letters(TextView text, Text& out) const {
        for (char32_t letter : text) {
            const std::int32_t value = pages_.of(letter);
            if (value == kSame)
                out += letter;
            else if (value >= 0)
                out += replacements_[std::size_t(value)];
            else
                return value == kUnknown ? Outcome::kUnknownLetters : Outcome::kWholeText;
        }
        return Outcome::kDone;
    }
};

class Whole final : public Plain {
  public:
    Blanks blanks() const override { return Blanks::kAny; }

  protected:
    Outcome rewrite(const Classes&, TextView, Text&) const override { return Outcome::kWholeText; }
};

struct Step {
    std::unique_ptr<Operation> operation;
    Ref letter, whole;  // Python functions; none where the operation never asks
};

std::vector<Rule> rules_of(PyObject* list) {
    std::vector<Rule> rules;
    const Py_ssize_t size = PySequence_Size(list);
    for (Py_ssize_t k = 0; k < size; ++k) {
        Ref row = item(list, k);
        PyObject *search, *replacement;
        int before, after;
        if (!PyArg_ParseTuple(row.get(), "UUii", &search, &replacement, &before, &after)) throw Failed();
        rules.push_back({text_of(search), text_of(replacement), before, after});
    }
    return rules;
}

std::vector<NumberWord> number_words_of(PyObject* list) {
    std::vector<NumberWord> words;
    const Py_ssize_t size = PySequence_Size(list);
    for (Py_ssize_t k = 0; k < size; ++k) {
        Ref row = item(list, k);
        PyObject *word, *value, *suffix;
        int kind;
        if (!PyArg_ParseTuple(row.get(), "UiOU", &word, &kind, &value, &suffix)) throw Failed();
        std::uint64_t number = PyLong_AsUnsignedLongLong(value);
        if (PyErr_Occurred()) {  // larger numbers are Python's to handle
            PyErr_Clear();
            number = UINT64_MAX;
        }
        words.push_back({text_of(word), kind, number, text_of(suffix)});
    }
    return words;
}

Step step_of(PyObject* described) {
    Ref name = item(described, 0);
    const Text kind = text_of(name.get());
    const auto at = [&](Py_ssize_t place) { return item(described, place); };
    const auto yes = [&](Py_ssize_t place) { return PyObject_IsTrue(at(place).get()) == 1; };
    if (kind == U"table") return {table(rules_of(at(1).get()), yes(2)), Ref(), Ref()};
    if (kind == U"letters") return {std::make_unique<Letters>(yes(3)), at(1), at(2)};
    if (kind == U"whole") return {std::make_unique<Whole>(), Ref(), at(1)};
    if (kind == U"units") return {units(), at(1), Ref()};
    if (kind == U"spans") return {spans(text_of(at(1).get()), text_of(at(2).get()), PyLong_AsSize_t(at(3).get())), Ref(), Ref()};
    if (kind == U"commas") return {commas(), Ref(), Ref()};
    if (kind == U"periods") return {periods(), Ref(), Ref()};
    if (kind == U"lone_symbols") return {lone_symbols(), Ref(), Ref()};
    if (kind == U"squeeze") return {squeeze(yes(1)), Ref(), Ref()};
    if (kind == U"long_blanks") return {long_blanks(), Ref(), Ref()};
    if (kind == U"strip") return {strip(), Ref(), Ref()};
    if (kind == U"acronyms") return {acronyms(), Ref(), Ref()};
    if (kind == U"english_numbers") return {english_numbers(number_words_of(at(1).get())), Ref(), at(2)};
    if (kind == U"stretches") return {stretches(), Ref(), Ref()};
    if (kind == U"spoken_numbers") return {spoken_numbers(number_words_of(at(1).get())), Ref(), at(2)};
    PyErr_Format(PyExc_ValueError, "operation %R is unknown", name.get());
    throw Failed();
}

// ---------------------------------------------------------------------------------------------------------------------
// Programs

// A text on its way: as it is after the operations before `next`.
struct State {
    View bytes;
    Text text;
    Log log;
    std::size_t next = 0;
    Outcome outcome = Outcome::kDone;
    std::string result;
    bool begun = false, same = false, finished = false;
    // Its changes, if it was put together from pieces.
    const Packed* packed = nullptr;
    std::size_t numbers_begin = 0, numbers_end = 0, texts_begin = 0, texts_end = 0;
};

struct Program {
    static constexpr std::size_t kPause = std::size_t(1) << 18;  // letters of a text from which on each operation is followed by a pause
    std::mutex busy;                                             // what one thread of Python learns must not change while another one runs
    Classes classes;
    std::vector<Step> steps;
    LetterTable letters;
    std::unique_ptr<Pieces> pieces;
    std::vector<std::unique_ptr<PieceCache>> caches;  // one for each thread

    void cut() {
        std::vector<const Operation*> operations;
        for (const Step& step : steps) operations.push_back(step.operation.get());
        // Learnt beforehand: the first texts of ASCII are not stopped by letters that are new, and are cut like all others.
        Text ascii;
        for (char32_t letter = 0; letter < 128; ++letter) ascii += letter;
        for (Step& step : steps)
            if (step.operation->learns()) learn_letters(step, ascii);
        if (LetterTable::fits(operations)) letters = LetterTable(classes, operations);
        pieces = std::make_unique<Pieces>(std::move(operations));
    }

    bool known(TextView text) const {
        return std::all_of(text.begin(), text.end(), [&](char32_t letter) { return classes.known(letter); });
    }

    // Whether the text could be put together from pieces.
    bool put_together(State& state, Packed* log, PieceCache& cache) const {
        if (!pieces->possible()) return false;
        const std::size_t numbers = log ? log->numbers.size() : 0, texts = log ? log->texts.size() : 0;
        if (!pieces->run(classes, state.bytes, log, cache, state.result, state.same)) return false;
        if (!log) return true;
        state.packed = log;
        state.numbers_begin = numbers;
        state.numbers_end = log->numbers.size();
        state.texts_begin = texts;
        state.texts_end = log->texts.size();
        return true;
    }

    void advance(State& state, Packed* log, PieceCache& cache) const {
        if (!state.begun) {
            state.begun = true;
            state.finished =
                (letters.possible() && letters.run(state.bytes, log, state.result, state.same)) || put_together(state, log, cache);
            if (state.finished) return;
            state.result.clear();
            state.text = normalise::decoded(state.bytes);
        }
        if (!known(state.text)) {
            state.outcome = Outcome::kUnknownLetters;
            return;
        }
        for (; state.next < steps.size(); ++state.next) {
            const Operation& operation = *steps[state.next].operation;
            state.outcome = operation.run(classes, state.text, log ? &state.log : nullptr);
            if (state.outcome == Outcome::kDone && operation.learns() && !known(state.text)) {
                state.outcome = Outcome::kUnknownLetters;
                ++state.next;
            }
            if (state.outcome != Outcome::kDone) return;
            if (state.text.size() > kPause) {
                ++state.next;
                return;
            }
        }
        encode(state.text, state.result);
        Text().swap(state.text);
        state.same = log && state.log.empty();
        state.finished = true;
    }

    void learn_classes(TextView text) {
        for (char32_t letter : text) {
            if (classes.known(letter)) continue;
            Ref character = str_of(TextView(&letter, 1));
            const bool alphanumeric = asks(character.get(), "isalnum");
            classes.set(letter, std::uint8_t((alphanumeric ? Classes::kWord | Classes::kAlphanumeric : 0) |
                                             (asks(character.get(), "isspace") ? Classes::kSpace : 0) |
                                             (asks(character.get(), "isdecimal") ? Classes::kDecimal : 0)));
        }
    }

    void learn_letters(Step& step, TextView text) {
        auto& learner = static_cast<Learner&>(*step.operation);
        for (char32_t letter : text) {
            if (learner.knows(letter)) continue;
            Ref character = str_of(TextView(&letter, 1));
            Ref answer = own(PyObject_CallFunctionObjArgs(step.letter.get(), character.get(), nullptr));
            learner.learn(letter, answer.get());
        }
    }

    static Text whole_of(const Step& step, TextView text) {
        Ref argument = str_of(text), answer = own(PyObject_CallFunctionObjArgs(step.whole.get(), argument.get(), nullptr));
        return text_of(answer.get());
    }

    // What a text needs of the interpreter.
    void help(State& state, bool log) {
        if (state.outcome == Outcome::kDone) return;  // it only let signals be seen
        learn_classes(state.text);
        if (state.next == steps.size()) return;
        Step& step = steps[state.next];
        if (state.outcome == Outcome::kUnknownLetters) {
            if (!step.operation->learns()) return;
            learn_letters(step, state.text);
            static_cast<Learner&>(*step.operation).learn_words(state.text, [&](TextView word) { return whole_of(step, word); });
            return;
        }
        if (state.outcome == Outcome::kTooLong) {
            Ref place = own(Py_BuildValue("(nn)", Py_ssize_t(state.next), Py_ssize_t(kLongest)));
            PyErr_SetObject(PyExc_OverflowError, place.get());
            throw Failed();
        }
        Text result = whole_of(step, state.text);
        learn_classes(result);
        if (log && result != state.text) add_differences(classes, state.text, result, step.operation->first_rule, state.log);
        state.text.swap(result);
        ++state.next;
    }

    // Changes of pieces are in the logs of the threads, those of whole texts with their states.
    void run(std::vector<State>& states, bool log, std::size_t threads, std::vector<Packed>& logs) {
        for (Packed& changes : logs) changes.clear();
        std::vector<State*> left;
        for (State& state : states) left.push_back(&state);
        while (!left.empty()) {
            // Handlers of signals may run this program again.
            if (PyErr_CheckSignals() < 0) throw Failed();
            std::unique_lock<std::mutex> lock(busy, std::defer_lock);
            {
                const WithoutGil released;
                lock.lock();
            }
            advance_all(left, log, threads, logs);
            left.erase(std::remove_if(left.begin(), left.end(), [](State* state) { return state->finished; }), left.end());
            for (State* state : left) help(*state, log);
        }
    }

    void advance_all(const std::vector<State*>& states, bool log, std::size_t threads, std::vector<Packed>& logs) {
        constexpr std::size_t kLeast = 512;  // texts that are worth a thread
        const WithoutGil released;
        threads = std::min(threads, std::max<std::size_t>(1, states.size() / kLeast));
        if (logs.size() < threads) logs.resize(threads);
        std::exception_ptr failure;
        std::mutex failing;
        while (caches.size() < threads) caches.push_back(std::make_unique<PieceCache>());
        const auto part = [&](std::size_t number) {
            const std::size_t to = states.size() * (number + 1) / threads;
            try {
                for (std::size_t k = states.size() * number / threads; k < to; ++k)
                    advance(*states[k], log ? &logs[number] : nullptr, *caches[number]);
            } catch (...) {
                const std::lock_guard<std::mutex> guard(failing);
                failure = std::current_exception();
            }
        };
        std::vector<std::thread> workers;
        workers.reserve(threads);
        std::size_t started = 1;
        try {
            for (; started < threads; ++started) workers.emplace_back(part, started);
        } catch (const std::system_error&) {  // no more threads are allowed: their shares are done here
        } catch (const std::bad_alloc&) {
        }
        part(0);
        for (std::size_t k = started; k < threads; ++k) part(k);
        for (std::thread& worker : workers) worker.join();
        if (failure) std::rethrow_exception(failure);
    }
};

// ---------------------------------------------------------------------------------------------------------------------
// From Python

PyObject* make(PyTypeObject* type, PyObject* args, PyObject* keywords) {
    return guarded([&]() -> PyObject* {
        static const char* names[] = {"operations", nullptr};
        PyObject* operations;
        if (!PyArg_ParseTupleAndKeywords(args, keywords, "O", const_cast<char**>(names), &operations)) throw Failed();
        auto program = std::make_unique<Program>();
        const Py_ssize_t size = PySequence_Size(operations);
        if (size < 0) throw Failed();
        std::int32_t rule = 0;
        for (Py_ssize_t k = 0; k < size; ++k) {
            Ref described = item(operations, k);
            program->steps.push_back(step_of(described.get()));
            program->steps.back().operation->first_rule = rule;
            Ref kind = item(described.get(), 0);
            rule += text_of(kind.get()) == U"table" ? std::int32_t(PySequence_Size(item(described.get(), 1).get())) : 1;
        }
        program->cut();
        return box(type, std::move(program), share(operations));
    });
}

// Texts whose states are in memory at a time, and their bytes: signals are looked for between them.
constexpr std::size_t kBatch = 4096;
constexpr std::size_t kBatchBytes = std::size_t(1) << 20;

void add_changes(const State& state, std::int32_t utterance, std::vector<std::int32_t>& numbers, std::string& texts) {
    for (std::size_t k = state.numbers_begin; k < state.numbers_end; k += 4) {
        const std::int32_t* change = state.packed->numbers.data() + k;
        numbers.insert(numbers.end(), {utterance, change[0], change[1], change[2], change[3]});
    }
    if (state.packed) texts.append(state.packed->texts, state.texts_begin, state.texts_end - state.texts_begin);
    for (const normalise::Change& change : state.log) {
        for (std::int32_t number :
             {utterance, change.start, change.rule, std::int32_t(change.before.size()), std::int32_t(change.after.size())})
            numbers.push_back(number);
        encode(change.before, texts);
        encode(change.after, texts);
    }
}

// Runs on so many texts, some thousands at a time, and hands over each with its number.
template <class Source, class Sink>
void run_all(Program& program, std::size_t size, bool log, Py_ssize_t threads, const Source& source, const Sink& sink) {
    const std::size_t workers = threads > 0 ? std::size_t(threads) : std::max(1u, std::thread::hardware_concurrency());
    std::vector<Packed> logs;
    for (std::size_t from = 0, next = 0; from < size; from = next) {
        std::vector<State> states;
        for (std::size_t bytes = 0; next < size && next - from < kBatch && bytes < kBatchBytes; ++next) {
            states.emplace_back();
            states.back().bytes = source(next);
            bytes += states.back().bytes.size();
        }
        program.run(states, log, workers, logs);
        for (std::size_t k = 0; k < states.size(); ++k) sink(from + k, states[k]);
    }
}

PyObject* rewritten(Program& program, PyObject* given, std::optional<std::int64_t> threads) {
    const Spans& spans = From<Spans>::of(given);
    auto made = std::make_unique<Spans>();
    made->reserve(spans.size());
    made->reserve_kept(spans.bytes());
    std::string changed(spans.size(), 0);
    const auto source = [&](std::size_t i) { return spans.text(i); };
    run_all(program, spans.size(), false, threads.value_or(1), source, [&](std::size_t i, const State& state) {
        made->keep(state.same ? spans.text(i) : View(state.result), View());
        changed[i] = !state.same;
    });
    const bool any = has(View(changed), 1);
    if (any && !made->seal(false)) throw std::bad_alloc();
    return tuple_of(any ? own(box<Spans>(std::move(made), share(Py_None))) : share(given), changed);
}

PyObject* run(PyObject* self, PyObject* args, PyObject* keywords) {
    return guarded([&]() -> PyObject* {
        static const char* names[] = {"texts", "log", "threads", nullptr};
        PyObject* texts_given;
        int log = 0;
        Py_ssize_t threads = 1;
        if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|pn", const_cast<char**>(names), &texts_given, &log, &threads)) throw Failed();
        Ref list = own(PySequence_List(texts_given));
        const Py_ssize_t size = PyList_Size(list.get());
        Ref results = own(PyList_New(size)), keep = own(PyList_New(0));
        std::vector<std::int32_t> numbers;
        std::string texts;
        const auto item_at = [&](std::size_t place) { return PyList_GetItem(list.get(), Py_ssize_t(place)); };
        const auto source = [&](std::size_t place) { return bytes_of_str(item_at(place), keep.get()); };
        run_all(unbox<Program>(self), std::size_t(size), log, threads, source, [&](std::size_t place, const State& state) {
            Ref result = state.same ? share(item_at(place)) : own(str_of(View(state.result)));
            PyList_SetItem(results.get(), Py_ssize_t(place), result.release());
            add_changes(state, std::int32_t(place), numbers, texts);
        });
        Ref columns = own(bytes_of(numbers)), text = own(str_of(View(texts)));
        return PyTuple_Pack(3, results.get(), columns.get(), text.get());
    });
}

// So many letters of UTF-8, which are taken from its begin.
View taken(View& bytes, std::int32_t letters, bool ascii) {
    std::size_t size = std::size_t(letters);
    if (!ascii)
        for (size = 0; letters > 0 && size < bytes.size(); --letters) do
                ++size;
            while (size < bytes.size() && (static_cast<unsigned char>(bytes[size]) & 0xC0) == 0x80);
    const View text = bytes.substr(0, size);
    bytes.remove_prefix(text.size());
    return text;
}

PyObject* stage(const Program&, PyObject* texts, View columns, PyObject* pieces, std::int32_t first, std::int32_t behind) {
    Ref results = own(PySequence_List(texts)), keep = own(PyList_New(0));
    View left = bytes_of_str(pieces, keep.get());
    const bool ascii = is_ascii(left);
    std::vector<std::int32_t> numbers;
    std::string chosen;
    Text text, fresh;
    std::int32_t number = -1;  // of the text that changes
    const auto finish = [&] {
        if (number >= 0 && PyList_SetItem(results.get(), number, str_of(TextView(text)).release()) < 0) throw Failed();
    };
    struct Row {
        std::int32_t text, start, rule, old, fresh;
    } row;
    for (; columns.size() >= sizeof row; columns.remove_prefix(sizeof row)) {
        std::memcpy(&row, columns.data(), sizeof row);
        const View old_piece = taken(left, row.old, ascii), new_piece = taken(left, row.fresh, ascii);
        if (row.rule < first || row.rule >= behind) continue;
        if (row.text != number) {
            finish();
            number = row.text;
            PyObject* before = PyList_GetItem(results.get(), number);
            if (!before) throw Failed();
            decode(bytes_of_str(before, keep.get()), text);
        }
        decode(new_piece, fresh);
        text.replace(std::size_t(row.start), std::size_t(row.old), fresh);
        chosen.append(old_piece).append(new_piece);
        numbers.insert(numbers.end(), {row.text, row.start, row.rule, row.old, row.fresh});
    }
    finish();
    return tuple_of(std::move(results), numbers, own(str_of(View(chosen))));
}

PyMethodDef methods[] = {
    {"rewritten", method<rewritten>, METH_VARARGS,
     "rewritten($self, spans, threads=1, /)\n--\n\n"
     "Utterances whose texts are those of others after all operations, without ids, or these others where no operation changed any; "
     "and a byte for each, 0 where no operation changed the text."},
    {"stage", method<stage>, METH_VARARGS,
     "stage($self, texts, columns, pieces, first, behind, /)\n--\n\n"
     "A stage of `run`: what it would give for the rules from `first` to before `behind` alone, on texts that all rules before have "
     "changed. That is the texts, and the columns and pieces of these changes; `columns` and `pieces` are those of all rules."},
    {"run", with_keywords(run), METH_VARARGS | METH_KEYWORDS,
     "run($self, texts, log=False, threads=1)\n--\n\n"
     "The texts after all operations, as the objects that they were only where no operation changed anything; five columns of "
     "int32 for each change: text, start, rule, lengths of the old and the new piece; and these pieces in one text."},
    {nullptr, nullptr, 0, nullptr}};

const Part part([](PyObject* module) {
    PyType_Slot slots[] = {{Py_tp_new, slot(make)},
                           {Py_tp_dealloc, slot(destroy<Program>)},
                           {Py_tp_methods, methods},
                           {Py_tp_doc, slot("Program(operations)\n--\n\nOperations on texts, which run in their order.")},
                           {0, nullptr}};
    add_type<Program>(module, "Program", slots);
});

}  // namespace
}  // namespace scorelite
