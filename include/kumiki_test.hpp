/**
 * Exhaustive tests of a feature, from C++.
 *
 *     kumiki::test_store test(counter(), json::object({{"count", 0}}));
 *     test.send("increment", json::object({{"count", 1}}));
 *     test.send("load");
 *     test.advance(1s);
 *     test.receive(action_at("loaded", 7), json::object({{"count", 7}}));
 *     test.finish();
 *
 * What kumiki_test.h promises holds here. A failure is thrown, as a test_failure with the place of
 * the call, which every framework reports; or it goes to the function of on_failure, as one of a
 * framework that goes on after a failure.
 */
#ifndef KUMIKI_TEST_HPP
#define KUMIKI_TEST_HPP

#include "kumiki.hpp"
#include "kumiki_test.h"

#include <stdexcept>

namespace kumiki {

/** Where in a test a call stands: written by the compiler. Since: 0.2. */
struct test_place {
  const char *file;
  int line;
  static constexpr test_place here(const char *file = __builtin_FILE(),
                                   int line = __builtin_LINE()) noexcept {
    return {file, line};
  }
};

namespace detail {

/* What C says of a test, with the names of C++. */
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
 * Runs a recorded log to its end; see kmk_test_replay_at. What a reducer throws is a stray exception, as in
 * replay::run. Throws: test_failure, with the first step that came out otherwise than then. Since: 0.3.
 */
inline void test_replay(const text_ref &path, reducer reducer,
                        test_place place = test_place::here()) {
  std::optional<test_failure> found;
  detail::call running(detail::call::kind::replay);
  kmk_test_replay_at(
      path.c_str(), reducer.release(),
      [](const char *file, int line, const char *message, void *data) {
        static_cast<std::optional<test_failure> *>(data)->emplace(file, line,
                                                                  detail::in_cxx(message));
      },
      &found, place.file, place.line);
  if (found)
    throw *found;
  running.rethrow();
}

/**
 * A feature under test, on a virtual loop of its own; see kumiki_test.h.
 *
 * Changes are an object or a patch; where none are given an action changes nothing. Each call
 * answers whether it held, which matters with an on_failure that does not throw. Threads: owner.
 * Since: 0.2.
 */
class test_store {
  using optional_json = std::optional<json>;
  using place = test_place;
  using report = std::function<void(const test_failure &)>;

public:
  /** Throws: as store(). */
  test_store(reducer reducer, const json &initial_state)
      : test_store([&](kmk_error *details) {
          return kmk_test_store_new(reducer.release(), initial_state.get(), details);
        }) {}

  /** Tests a registered feature. Throws: as store::open. */
  static test_store open(const text_ref &feature, const optional_json &initial_state = {}) {
    return test_store([&](kmk_error *details) {
      return kmk_test_store_open(feature.c_str(), initial_state ? initial_state->get() : nullptr,
                                 details);
    });
  }

  test_store(test_store &&) noexcept = default;
  test_store &operator=(test_store &&) = delete;

  /**
   * Ends the test; what was not accounted for is thrown, which a destructor does seldom: a
   * test_store is for a variable of a test. Where an exception is on its way already, it is told to
   * the stray exceptions' handler.
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

  /** Sends failures to a function(const test_failure &); empty: they are thrown. */
  void on_failure(report function) { shared_->fail = std::move(function); }

  /** Sends notes to a function(const test_failure &); empty: they are printed. */
  void on_note(report function) {
    shared_->note = std::move(function);
    kmk_test_store_on_note(handle(), shared_->note ? shared::tell_note : nullptr, shared_.get());
  }

  /** Says how much the test has to account for; see kmk_test_store_set_exhaustive. */
  void set_exhaustive(bool exhaustive, bool show_skipped = false) {
    kmk_test_store_set_exhaustive(handle(), exhaustive, show_skipped);
  }

  /** The longest time to wait for blocking effects. */
  void set_timeout(std::chrono::milliseconds timeout) {
    kmk_test_store_set_timeout(handle(), detail::timeout(timeout));
  }

  /* --------------------------------------------------------------- queries */

  /** The store under test. */
  store_ref store() const noexcept { return kmk_test_store_store(handle()); }

  /** The state as far as it was asserted. Throws: error where it cannot be read. */
  json state() const { return json::adopt(kmk_test_store_state(handle())); }

  /* ----------------------------------------------------------------- calls */

  /** Sends an action, and checks what it changes at once. */
  bool send(json action, optional_json changes = {}, place at = place::here()) {
    return checked([&] {
      return kmk_test_send_at(handle(), action.release(), raw(changes), at.file, at.line);
    });
  }

  /** The same, and answers a handle to all that the send has started. */
  task send_task(json action, optional_json changes = {}, place at = place::here()) {
    detail::call running;
    task result(kmk_test_send_task_at(handle(), action.release(), raw(changes), at.file, at.line));
    running.rethrow();
    return result;
  }

  /** Sends an action written as text: send_text("{'rename': 'Ann'}", "{'name': 'Ann'}"). */
  bool send_text(const text_ref &action, const char *changes = nullptr, place at = place::here()) {
    return checked(
        [&] { return kmk_test_send_text_at(handle(), action.c_str(), changes, at.file, at.line); });
  }

  /** Takes the next action that an effect has sent, and checks what it changed. */
  bool receive(json action, optional_json changes = {}, place at = place::here()) {
    return checked([&] {
      return kmk_test_receive_at(handle(), action.release(), raw(changes), at.file, at.line);
    });
  }

  /** The same with texts. */
  bool receive_text(const text_ref &action, const char *changes = nullptr,
                    place at = place::here()) {
    return checked([&] {
      return kmk_test_receive_text_at(handle(), action.c_str(), changes, at.file, at.line);
    });
  }

  /** The same for any action of a case. */
  bool receive_case(const text_ref &case_path, optional_json changes = {},
                    place at = place::here()) {
    return checked([&] {
      return kmk_test_receive_case_at(handle(), case_path.c_str(), raw(changes), at.file, at.line);
    });
  }

  /** The same for an action of a case with this payload. */
  bool receive_payload(const text_ref &case_path, json payload, optional_json changes = {},
                       place at = place::here()) {
    return checked([&] {
      return kmk_test_receive_payload_at(handle(), case_path.c_str(), payload.release(),
                                         raw(changes), at.file, at.line);
    });
  }

  /** Takes the next so many actions of a case, and checks what they changed together. Since: 0.3. */
  bool receive_count(std::size_t count, const text_ref &case_path, optional_json changes = {},
                     place at = place::here()) {
    return checked([&] {
      return kmk_test_receive_count_at(handle(), count, case_path.c_str(), raw(changes), at.file,
                                       at.line);
    });
  }

  /** Moves the clock, and then receives as receive_count. Since: 0.3. */
  bool advance_receiving(std::chrono::nanoseconds time, std::size_t count,
                         const text_ref &case_path, optional_json changes = {},
                         place at = place::here()) {
    const std::uint64_t length = detail::nanoseconds(time);
    return checked([&] {
      return kmk_test_advance_receiving_at(handle(), length, count, case_path.c_str(), raw(changes),
                                           at.file, at.line);
    });
  }

  /** States what the next action changes of a row: expect_row("/rows", 7, "{'n': 1}"). Since: 0.3. */
  bool expect_row(const text_ref &rows, json id, const text_ref &changes,
                  place at = place::here()) {
    return checked([&] {
      return kmk_test_expect_row_at(handle(), rows.c_str(), id.release(), changes.c_str(), at.file,
                                    at.line);
    });
  }

  /** The same for an action that a function accepts: bool(action_view). */
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

  /** Moves the clock, running what becomes due. Throws: error for a time below 0. */
  bool advance(std::chrono::nanoseconds time, place at = place::here()) {
    const std::uint64_t count = detail::nanoseconds(time);
    return checked([&] { return kmk_test_advance_at(handle(), count, at.file, at.line); });
  }

  /** Drops the actions that were not received. */
  bool skip_received(bool strict = true, place at = place::here()) {
    return checked([&] { return kmk_test_skip_received_at(handle(), strict, at.file, at.line); });
  }

  /** Takes the effects that are running out of the account. */
  bool skip_in_flight(bool strict = true, place at = place::here()) {
    return checked([&] { return kmk_test_skip_in_flight_at(handle(), strict, at.file, at.line); });
  }

  /** Fails where an action was not received or an effect is still running. */
  bool finish(place at = place::here()) {
    return checked([&] { return kmk_test_finish_at(handle(), at.file, at.line); });
  }

  /** Fails where something that one send has started is still running. */
  bool finish(const task &task, place at = place::here()) {
    return checked(
        [&] { return kmk_test_finish_task_at(handle(), task.handle(), at.file, at.line); });
  }

  /** Checks the state, as far as it was asserted, without an action. */
  bool assert_state(json changes, place at = place::here()) {
    return checked(
        [&] { return kmk_test_assert_at(handle(), changes.release(), at.file, at.line); });
  }

  /** States what a shared value is now; see kmk_test_shared_at. */
  bool assert_shared(const shared &value, json expected, place at = place::here()) {
    return checked([&] {
      return kmk_test_shared_at(handle(), value.handle(), expected.release(), at.file, at.line);
    });
  }

  /** Writes a shared value of this test, as somebody else would. */
  bool set_shared(const shared &value, json written, place at = place::here()) {
    return checked([&] {
      return kmk_test_set_shared_at(handle(), value.handle(), written.release(), at.file, at.line);
    });
  }

  /** Sets a dependency from the next action on. One that the feature gives itself wins: give it where
   * the program makes its store, and test the feature without. */
  bool set_dependency(const text_ref &key, json value, place at = place::here()) {
    return checked([&] {
      return kmk_test_set_dependency_at(handle(), key.c_str(), value.release(), at.file, at.line);
    });
  }

  /** The same for a service that is lent, for env::service<Type>. */
  template <class Type>
  bool set_service(const text_ref &key, Type *lent, place at = place::here()) {
    return checked([&] {
      return kmk_test_set_dependency_pointer_at(handle(), key.c_str(), lent, nullptr, at.file,
                                                at.line);
    });
  }

private:
  /* What the functions of a test store reach: it stays where it is when that is moved. */
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
