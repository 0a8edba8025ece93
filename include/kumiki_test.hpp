/**
 * Exhaustive tests of a feature, in C++.
 *
 *     kumiki::test_store test(counter(), json::object({{"count", 0}}));
 *     test.send("increment", json::object({{"count", 1}}));
 *     test.send("load");
 *     test.advance(1s);
 *     test.receive(action_at("loaded", 7), json::object({{"count", 7}}));
 *     test.finish();
 *
 * Everything that kumiki_test.h promises holds here. A failure is thrown as a test_failure with the file and line of
 * the call, which every test framework reports. With on_failure, failures go to a function instead, for a framework
 * whose tests continue after a failure.
 */
#ifndef KUMIKI_TEST_HPP
#define KUMIKI_TEST_HPP

#include "kumiki.hpp"
#include "kumiki_test.h"

#include <stdexcept>

namespace kumiki {

/** The file and line of a call in a test, filled in by the compiler. Since: 0.2. */
struct test_place {
  const char *file;
  int line;
  static constexpr test_place here(const char *file = __builtin_FILE(),
                                   int line = __builtin_LINE()) noexcept {
    return {file, line};
  }
};

namespace detail {

/* Replaces the C names in a test's message with the C++ names. */
inline std::string in_cxx(std::string_view message) {
  static constexpr const char *names[][2] = {
      {"kmk_test_store_", "test_store::"},
      {"kmk_test_shared", "test_store::assert_shared"},
      {"kmk_test_", "test_store::"},
      {"pass NULL as \"changes\"", "leave out the argument \"changes\""},
  };
  std::string text(message);
  for (const auto &[from, to] : names)
    for (auto at = text.find(from); at != text.npos; at = text.find(from, at))
      text.replace(at, std::strlen(from), to);
  return text;
}

} // namespace detail

/** A failure of a test, or a note: what() is FILE:LINE: MESSAGE. Since: 0.2. */
class test_failure : public std::runtime_error {
public:
  test_failure(const char *file, int line, std::string_view message)
      : std::runtime_error(std::string(file) + ":" + std::to_string(line) + ": " +
                           std::string(message)),
        line_(line), file_length_(std::strlen(file)),
        message_at_(std::strlen(runtime_error::what()) - message.size()) {}

  std::string_view file() const noexcept { return {what(), file_length_}; }
  int line() const noexcept { return line_; }
  const char *message() const noexcept { return what() + message_at_; }

private:
  int line_;
  std::size_t file_length_, message_at_;
};

/**
 * Replays a log that an earlier version of the program may have recorded; see kmk_replay_open_with. Otherwise the same as
 * test_replay without options. Throws: test_failure, and exceptions from the migrations. Since: 0.4.
 */
inline void test_replay(const text_ref &path, reducer reducer, replay_options options,
                        test_place place = test_place::here()) {
  std::optional<test_failure> found;
  const detail::c_replay_options kept(std::move(options));
  const kmk_replay_options given = kept.get();
  detail::call running(detail::call::kind::replay);
  kmk_test_replay_with_at(
      path.c_str(), reducer.release(), &given,
      [](const char *file, int line, const char *message, void *data) {
        static_cast<std::optional<test_failure> *>(data)->emplace(file, line,
                                                                  detail::in_cxx(message));
      },
      &found, place.file, place.line);
  if (kept.migrates())
    running.rethrow();
  if (found)
    throw *found;
  running.rethrow();
}

/**
 * Replays all runs of a recorded log, and fails unless each step matches the recorded step. An exception from a reducer
 * goes to the handler of stray exceptions, as in replay::run. See kmk_test_replay_at. Throws: test_failure, which names
 * the first step that differs. Since: 0.3.
 */
inline void test_replay(const text_ref &path, reducer reducer,
                        test_place place = test_place::here()) {
  test_replay(path, std::move(reducer), replay_options(), place);
}

/**
 * A feature under test, on a virtual loop of its own; see kumiki_test.h.
 *
 * Changes are an object or a JSON Patch. Without changes, the test states that the action changes nothing. Each call
 * returns whether its assertions held, which matters if on_failure does not throw. Threads: owner. Since: 0.2.
 */
class test_store {
  using optional_json = std::optional<json>;
  using place = test_place;
  using report = std::function<void(const test_failure &)>;

public:
  /** Creates a test store from a reducer and an initial state. Throws: the errors of store's constructor. */
  test_store(reducer reducer, const json &initial_state)
      : test_store([&](kmk_error *details) {
          return kmk_test_store_new(reducer.release(), initial_state.get(), details);
        }) {}

  /** Creates a test store of a registered feature. Throws: the errors of store::open. */
  static test_store open(const text_ref &feature, const optional_json &initial_state = {}) {
    return test_store([&](kmk_error *details) {
      return kmk_test_store_open(feature.c_str(), initial_state ? initial_state->get() : nullptr,
                                 details);
    });
  }

  test_store(test_store &&) noexcept = default;
  test_store &operator=(test_store &&) = delete;

  /**
   * Ends the test. It throws a test_failure if the test has not accounted for everything, which is unusual for a
   * destructor: use a test_store only as a local variable of a test. If another exception is already being thrown,
   * the failure goes to the handler of stray exceptions.
   */
  ~test_store() noexcept(false) {
    if (!shared_)
      return;
    detail::call running;
    kmk_test_store_free(std::exchange(shared_->test, nullptr));
    if (std::uncaught_exceptions() == shared_->exceptions)
      running.rethrow();
  }

  kmk_test_store *handle() const noexcept { return shared_ ? shared_->test : nullptr; }

  /* -------------------------------------------------------------- settings */

  /** Passes failures to function(const test_failure &). If the function is empty, failures are thrown. */
  void on_failure(report function) { shared_->fail = std::move(function); }

  /** Passes notes to function(const test_failure &). If the function is empty, notes are printed. */
  void on_note(report function) {
    shared_->note = std::move(function);
    kmk_test_store_on_note(handle(), shared_->note ? shared::tell_note : nullptr, shared_.get());
  }

  /** Sets whether the test must account for everything; see kmk_test_store_set_exhaustive. */
  void set_exhaustive(bool exhaustive, bool show_skipped = false) {
    kmk_test_store_set_exhaustive(handle(), exhaustive, show_skipped);
  }

  /** Sets the longest time to wait for blocking effects. */
  void set_timeout(std::chrono::milliseconds timeout) {
    kmk_test_store_set_timeout(handle(), detail::timeout(timeout));
  }

  /* --------------------------------------------------------------- queries */

  /** Returns the store under test. */
  store_ref store() const noexcept { return kmk_test_store_store(handle()); }

  /** Returns the state that the test has asserted. Throws: kumiki::error if it cannot be read. */
  json state() const { return json::adopt(kmk_test_store_state(handle())); }

  /* ----------------------------------------------------------------- calls */

  /** Sends an action, and checks its immediate changes. */
  bool send(json action, optional_json changes = {}, place at = place::here()) {
    return checked([&] {
      return kmk_test_send_at(handle(), action.release(), raw(changes), at.file, at.line);
    });
  }

  /** Sends an action, checks its immediate changes, and returns a handle to everything that the send started. */
  task send_task(json action, optional_json changes = {}, place at = place::here()) {
    detail::call running;
    task result(kmk_test_send_task_at(handle(), action.release(), raw(changes), at.file, at.line));
    running.rethrow();
    return result;
  }

  /** Sends an action written as JSON text: send_text("{'rename': 'Ann'}", "{'name': 'Ann'}"). */
  bool send_text(const text_ref &action, const char *changes = nullptr, place at = place::here()) {
    return checked(
        [&] { return kmk_test_send_text_at(handle(), action.c_str(), changes, at.file, at.line); });
  }

  /** Receives the next action that an effect has sent, and checks what it changed. */
  bool receive(json action, optional_json changes = {}, place at = place::here()) {
    return checked([&] {
      return kmk_test_receive_at(handle(), action.release(), raw(changes), at.file, at.line);
    });
  }

  /** Receives the next action, and checks what it changed. The action and the changes are JSON text. */
  bool receive_text(const text_ref &action, const char *changes = nullptr,
                    place at = place::here()) {
    return checked([&] {
      return kmk_test_receive_text_at(handle(), action.c_str(), changes, at.file, at.line);
    });
  }

  /** Receives the next action, which may be any action of a case, and checks what it changed. */
  bool receive_case(const text_ref &case_path, optional_json changes = {},
                    place at = place::here()) {
    return checked([&] {
      return kmk_test_receive_case_at(handle(), case_path.c_str(), raw(changes), at.file, at.line);
    });
  }

  /** Receives the next action, which must have this case and this payload, and checks what it changed. */
  bool receive_payload(const text_ref &case_path, json payload, optional_json changes = {},
                       place at = place::here()) {
    return checked([&] {
      return kmk_test_receive_payload_at(handle(), case_path.c_str(), payload.release(),
                                         raw(changes), at.file, at.line);
    });
  }

  /** Receives the next `count` actions, all of one case, and checks what they changed together. Since: 0.3. */
  bool receive_count(std::size_t count, const text_ref &case_path, optional_json changes = {},
                     place at = place::here()) {
    return checked([&] {
      return kmk_test_receive_count_at(handle(), count, case_path.c_str(), raw(changes), at.file,
                                       at.line);
    });
  }

  /** Advances the clock, and then receives a number of actions as receive_count does. Since: 0.3. */
  bool advance_receiving(std::chrono::nanoseconds time, std::size_t count,
                         const text_ref &case_path, optional_json changes = {},
                         place at = place::here()) {
    const std::uint64_t length = detail::nanoseconds(time);
    return checked([&] {
      return kmk_test_advance_receiving_at(handle(), length, count, case_path.c_str(), raw(changes),
                                           at.file, at.line);
    });
  }

  /** States what the next action changes in one row: expect_row("/rows", 7, "{'n': 1}"). Since: 0.3. */
  bool expect_row(const text_ref &rows, json id, const text_ref &changes,
                  place at = place::here()) {
    return checked([&] {
      return kmk_test_expect_row_at(handle(), rows.c_str(), id.release(), changes.c_str(), at.file,
                                    at.line);
    });
  }

  /** Receives the next action if the function, bool(action_view), accepts it, and checks what the action changed. */
  template <class Function>
  bool receive_if(Function &&matches, optional_json changes = {}, place at = place::here()) {
    using Plain = std::remove_reference_t<Function>;
    const auto ask = [](const json_t *action, void *data) noexcept {
      return detail::guarded(
          false, [&]() -> bool { return (*static_cast<Plain *>(data))(action_view(action)); });
    };
    auto *data = const_cast<std::remove_const_t<Plain> *>(std::addressof(matches));
    return checked([&] {
      return kmk_test_receive_if_at(handle(), ask, data, raw(changes), at.file, at.line);
    });
  }

  /** Expects that the oldest request that the test has not expected yet asks this question. Without a question, any
   * question fits. See kmk_test_expect_request_at. Since: 0.4. */
  bool expect_request(const text_ref &name, optional_json question = {}, place at = place::here()) {
    const text asked(question);
    return checked([&] {
      return kmk_test_expect_request_at(handle(), name.c_str(), asked.get(), at.file, at.line);
    });
  }

  /** Gives the answer to the last request that the test has expected, receives the action that it becomes, and checks
   * what it changed. Since: 0.4. */
  bool answer(json value, optional_json changes = {}, place at = place::here()) {
    return replied(kmk_test_answer_at, value, changes, at);
  }

  /** Lets the last request that the test has expected fail, and receives the action, if the request has a case for
   * failures. Since: 0.4. */
  bool fail_request(json value, optional_json changes = {}, place at = place::here()) {
    return replied(kmk_test_fail_request_at, value, changes, at);
  }

  /** Sends a part of the last request that the test has expected, and receives the action. Since: 0.4. */
  bool part(json value, optional_json changes = {}, place at = place::here()) {
    return replied(kmk_test_part_at, value, changes, at);
  }

  /** Advances the clock, and runs everything that becomes due. Throws: error(INVALID_ARGUMENT) for a negative time. */
  bool advance(std::chrono::nanoseconds time, place at = place::here()) {
    const std::uint64_t count = detail::nanoseconds(time);
    return checked([&] { return kmk_test_advance_at(handle(), count, at.file, at.line); });
  }

  /** Drops the actions that were not received. With strict, the test fails if there are no such actions. */
  bool skip_received(bool strict = true, place at = place::here()) {
    return checked([&] { return kmk_test_skip_received_at(handle(), strict, at.file, at.line); });
  }

  /** Does not require the effects that are running now to end before the test ends. With strict, the test fails if no
   * effect is running. */
  bool skip_in_flight(bool strict = true, place at = place::here()) {
    return checked([&] { return kmk_test_skip_in_flight_at(handle(), strict, at.file, at.line); });
  }

  /** Fails if an action was not received or an effect is still running. */
  bool finish(place at = place::here()) {
    return checked([&] { return kmk_test_finish_at(handle(), at.file, at.line); });
  }

  /** Fails if anything that one send has started is still running. */
  bool finish(const task &task, place at = place::here()) {
    return checked(
        [&] { return kmk_test_finish_task_at(handle(), task.handle(), at.file, at.line); });
  }

  /** Checks members of the state that the test has asserted so far, without an action. */
  bool assert_state(json changes, place at = place::here()) {
    return checked(
        [&] { return kmk_test_assert_at(handle(), changes.release(), at.file, at.line); });
  }

  /** Asserts the current value of a shared value; see kmk_test_shared_at. */
  bool assert_shared(const shared &value, json expected, place at = place::here()) {
    return checked([&] {
      return kmk_test_shared_at(handle(), value.handle(), expected.release(), at.file, at.line);
    });
  }

  /** Writes a shared value of this test, like a writer outside the feature. */
  bool set_shared(const shared &value, json written, place at = place::here()) {
    return checked([&] {
      return kmk_test_set_shared_at(handle(), value.handle(), written.release(), at.file, at.line);
    });
  }

  /** Sets a dependency from the next action on. If the feature sets the dependency itself, the feature's value takes
   * precedence. Set such a dependency where the program makes its store instead, and test the feature without it. */
  bool set_dependency(const text_ref &key, json value, place at = place::here()) {
    return checked([&] {
      return kmk_test_set_dependency_at(handle(), key.c_str(), value.release(), at.file, at.line);
    });
  }

  /** Sets a borrowed service from the next action on, for env::service<Type>. */
  template <class Type>
  bool set_service(const text_ref &key, Type *lent, place at = place::here()) {
    return checked([&] {
      return kmk_test_set_dependency_pointer_at(handle(), key.c_str(), lent, nullptr, at.file,
                                                at.line);
    });
  }

private:
  /* The objects that the callbacks of a test store use. They stay in place when the test store is moved. */
  struct shared {
    kmk_test_store *test = nullptr;
    int exceptions = std::uncaught_exceptions();
    report fail, note;

    static void tell_failure(const char *file, int line, const char *message, void *data) noexcept {
      detail::guarded([&] {
        const test_failure failure(file, line, detail::in_cxx(message));
        const auto *reached = static_cast<shared *>(data);
        if (!reached->fail)
          throw failure;
        reached->fail(failure);
      });
    }
    static void tell_note(const char *file, int line, const char *message, void *data) noexcept {
      detail::guarded([&] {
        static_cast<shared *>(data)->note(test_failure(file, line, detail::in_cxx(message)));
      });
    }
  };
  std::unique_ptr<shared> shared_;

  template <class Make, class = std::enable_if_t<std::is_invocable_v<Make &, kmk_error *>>>
  explicit test_store(Make &&make) : shared_(std::make_unique<shared>()) {
    kmk_error details;
    detail::call running;
    shared_->test = make(&details);
    const bool isMade = shared_->test != nullptr;
    std::unique_ptr<kmk_test_store, decltype(&kmk_test_store_free)> made(shared_->test,
                                                                         kmk_test_store_free);
    kmk_test_store_on_failure(made.get(), shared::tell_failure, shared_.get());
    running.rethrow();
    if (!isMade)
      throw error(details);
    (void)made.release();
  }

  /* An optional value as JSON text, for the functions of C that take text. */
  class text {
  public:
    explicit text(const optional_json &value) {
      if (value)
        text_ = value->text();
    }
    const char *get() const noexcept { return text_ ? text_->c_str() : nullptr; }

  private:
    std::optional<std::string> text_;
  };

  using Reply = bool(kmk_test_store *, const char *, const char *, const char *, int);

  bool replied(Reply *reply, const json &value, const optional_json &changes, place at) const {
    const std::string given = value.text();
    const text changed(changes);
    return checked([&] { return reply(handle(), given.c_str(), changed.get(), at.file, at.line); });
  }

  static json_t *raw(optional_json &changes) noexcept {
    return changes ? changes->release() : nullptr;
  }

  template <class Call> static bool checked(Call &&call) {
    detail::call running;
    const bool holds = call();
    running.rethrow();
    return holds;
  }
};

} // namespace kumiki

#endif
