/** Loops: a loop runs effects and timers on the program's own thread. */
#ifndef KUMIKI_LOOP_HPP
#define KUMIKI_LOOP_HPP

#include "callback.hpp"
#include "json_traits.hpp"
#include "limit.h"
#include "loop.h"
#include "request.hpp"
#include "worker.hpp"

#include <optional>
#include <string_view>

namespace kumiki {

/** An issue, borrowed for the call; see kmk_diagnostic. Since: 0.2. */
struct diagnostic {
  std::string_view code, message, label, path;
  std::optional<std::string_view> action_case;
  json_view action;
};

/** A borrowed loop. It belongs to one thread, as in kumiki.h. Since: 0.2. */
class loop_ref : public detail::ref<kmk_loop> {
  using milliseconds = std::chrono::milliseconds;

public:
  using ref::ref;

  /** Returns the descriptor to wait for, which is readable while something is due; see kmk_loop_fd. Since: 0.2. */
  int fd() const noexcept { return kmk_loop_fd(handle_); }

  /**
   * Runs the work that is due, and waits for work at most as long as the timeout; see kmk_loop_dispatch.
   *
   * @return the number of jobs (timers and queue entries) that ran.
   *
   * Throws: error(INVALID_ARGUMENT, WRONG_THREAD, CLOSED, BUSY).
   */
  int dispatch(milliseconds timeout = milliseconds(0)) const {
    detail::call running;
    const int jobs = kmk_loop_dispatch(handle_, detail::timeout(timeout));
    running.rethrow();
    if (jobs < 0)
      detail::check(static_cast<kmk_status>(jobs), "loop::dispatch");
    return jobs;
  }

  /**
   * Runs the loop until it is idle: nothing is due, and no blocking effect is running; see kmk_loop_run_until_idle.
   *
   * @return false if the time limit expired first.
   *
   * Throws: error(INVALID_ARGUMENT, WRONG_THREAD, CLOSED, BUSY).
   */
  bool run_until_idle(milliseconds timeout = forever) const {
    kmk_error details;
    detail::call running;
    const kmk_status code = kmk_loop_run_until_idle(handle_, detail::timeout(timeout), &details);
    running.rethrow();
    if (code == KMK_ERR_TIMEOUT)
      return false;
    detail::check(code, details);
    return true;
  }

  /**
   * Runs the loop until its work is done. Call this at the end of a program. Delayed and debounced effects start now;
   * see kmk_loop_finish.
   *
   * @return false if the time limit expired first.
   *
   * Throws: error(INVALID_ARGUMENT, WRONG_THREAD, CLOSED, BUSY). Since: 0.2.
   */
  bool finish(milliseconds timeout = forever) const {
    kmk_error details;
    detail::call running;
    const kmk_status code = kmk_loop_finish(handle_, detail::timeout(timeout), &details);
    running.rethrow();
    if (code == KMK_ERR_TIMEOUT)
      return false;
    detail::check(code, details);
    return true;
  }

  /**
   * Runs the loop until its work is done, but drops or cancels some of the work; see kmk_loop_finish_with.
   *
   * @param policy  members of kmk_finish_policy, combined with |.
   * @return false if the time limit expired first.
   *
   * Throws: error(INVALID_ARGUMENT, WRONG_THREAD, CLOSED, BUSY). Since: 0.3.
   */
  bool finish_with(std::uint32_t policy, milliseconds timeout = forever) const {
    kmk_error details;
    detail::call running;
    const kmk_status code =
        kmk_loop_finish_with(handle_, detail::timeout(timeout), policy, &details);
    running.rethrow();
    if (code == KMK_ERR_TIMEOUT)
      return false;
    detail::check(code, details);
    return true;
  }

  /**
   * Bounds one iteration of the loop, so that other event sources get a turn; see kmk_loop_set_turn_budget.
   *
   * @param jobs  the most queue entries and timers in one iteration; 0: no limit.
   * @param time  the longest time of one iteration; 0: no limit.
   *
   * Throws: error(INVALID_ARGUMENT, WRONG_THREAD, CLOSED). Since: 0.3.
   */
  void set_turn_budget(std::size_t jobs, std::chrono::nanoseconds time = {}) const {
    const std::uint64_t count = detail::nanoseconds(time);
    detail::check(kmk_loop_set_turn_budget(handle_, jobs, count), "loop::set_turn_budget");
  }

  /** Sets a limit of the loop; see kmk_limit. Throws: error(INVALID_ARGUMENT, WRONG_THREAD, CLOSED). Since: 0.3. */
  void set_limit(kmk_limit limit, std::uint64_t value) const {
    detail::check(kmk_loop_set_limit(handle_, limit, value), "loop::set_limit");
  }

  /** Returns a limit of the loop; see kmk_loop_limit. Since: 0.3. */
  std::uint64_t limit(kmk_limit limit) const noexcept { return kmk_loop_limit(handle_, limit); }

  /**
   * Sets a function, bool(), that decides whether to end a long burst. The function is called during the burst, after
   * every 16 actions; see kmk_loop_set_interrupt.
   *
   * If the function throws, the burst also ends, and the call that ran the function rethrows the exception. Since: 0.3.
   */
  template <class Function> void set_interrupt(Function &&function) const {
    using box = detail::box<std::decay_t<Function>>;
    const auto ask = [](void *data) noexcept {
      return detail::guarded(true, [&]() -> bool { return box::at(data)(); });
    };
    auto *data = box::make(std::forward<Function>(function));
    kmk_loop_set_interrupt(handle_, ask, data, box::free);
  }

  /** Changes how many threads may run blocking work at once. Throws: error(INVALID_ARGUMENT, WRONG_THREAD, CLOSED).
   * Since: 0.3. */
  void set_worker_count(std::uint32_t count) const {
    detail::check(kmk_loop_set_worker_count(handle_, count), "loop::set_worker_count");
  }

  /** Moves a virtual clock forward, and runs the work that becomes due. Throws: error(INVALID_ARGUMENT, WRONG_THREAD,
   * CLOSED, BUSY). Since: 0.2. */
  void advance(std::chrono::nanoseconds time) const {
    kmk_error details;
    const std::uint64_t count = detail::nanoseconds(time);
    detail::call running;
    const kmk_status code = kmk_loop_advance(handle_, count, &details);
    running.rethrow();
    detail::check(code, details);
  }

  /** Suspends the machine of a virtual loop for a time, and wakes it; see kmk_loop_suspend. Throws:
   * error(INVALID_ARGUMENT, WRONG_THREAD, CLOSED, BUSY). Since: 0.4. */
  void suspend(std::chrono::nanoseconds time) const {
    kmk_error details;
    const std::uint64_t count = detail::nanoseconds(time);
    detail::call running;
    const kmk_status code = kmk_loop_suspend(handle_, count, &details);
    running.rethrow();
    detail::check(code, details);
  }

  /** Sets the date of a virtual loop; see kmk_loop_set_date. Throws: error(INVALID_ARGUMENT, WRONG_THREAD, CLOSED, BUSY).
   * Since: 0.4. */
  void set_date(std::chrono::system_clock::time_point date) const {
    kmk_error details;
    const auto passed = std::chrono::nanoseconds(date.time_since_epoch());
    detail::call running;
    const kmk_status code = kmk_loop_set_date(handle_, passed.count(), &details);
    running.rethrow();
    detail::check(code, details);
  }

  /** Whether nothing is due and no blocking effect is running. Since: 0.2. */
  bool is_idle() const noexcept { return kmk_loop_is_idle(handle_); }

  /**
   * Returns the number of running effects of effect::start that finish() waits for; see kmk_loop_awaited_count. Since:
   * 0.4.
   */
  std::size_t awaited_count() const noexcept { return kmk_loop_awaited_count(handle_); }

  /** Returns how far the clock must move until the next timer is due; the greatest number without timers; see
   * kmk_loop_until_timer. Since: 0.4. */
  std::uint64_t until_timer() const noexcept { return kmk_loop_until_timer(handle_); }

  /** Returns how long to wait until something is due, as a timeout for poll; see kmk_loop_timeout_ms. Since: 0.2. */
  milliseconds timeout() const noexcept { return milliseconds(kmk_loop_timeout_ms(handle_)); }

  /** Makes a blocking dispatch return. Throws: error(INVALID_ARGUMENT, CLOSED). Threads: any. Since: 0.2. */
  void wakeup() const { detail::check(kmk_loop_wakeup(handle_), "loop::wakeup"); }

  /**
   * Defers a function to the loop's next iteration, outside of every callback; see kmk_loop_defer.
   *
   * Throws: error(INVALID_ARGUMENT, CLOSED). Threads: any. Since: 0.2.
   */
  template <class Function> void defer(Function &&function) const {
    using box = detail::box<std::decay_t<Function>>;
    const auto run = [](void *data) noexcept { detail::guarded([&] { box::at(data)(); }); };
    auto *data = box::make(std::forward<Function>(function));
    detail::check(kmk_loop_defer(handle_, run, data, box::free), "loop::defer");
  }

  /**
   * Serves the requests of a name, for all stores of the loop.
   *
   *     loop.serve("file.read", [](const request &asked) { return whole_file(asked.question()); });
   *
   * @param serve  (request). A value that it returns is the answer. If it returns nothing, or an empty
   *               std::optional<json>, answer with a copy of the request, later or on another thread. If it throws, the
   *               request fails with the exception's message, or with the value of a failure.
   * @param ended  nullptr, or (request, kmk_request_end), called when the request ends for this server; see
   *               kmk_request_end_fn.
   * @param most   the greatest number of requests that the server has at a time; 0: any number.
   *
   * See kmk_loop_serve. Throws: error(INVALID_ARGUMENT, WRONG_THREAD, CLOSED). Since: 0.4.
   */
  template <class Serve, class Ended = std::nullptr_t>
  void serve(const text_ref &name, Serve &&serve, Ended &&ended = nullptr,
             std::uint32_t most = 0) const {
    const auto add = [&](const kmk_server *server, kmk_error *details) {
      return kmk_loop_serve(handle_, name.c_str(), server, details);
    };
    detail::serve(add, std::forward<Serve>(serve), std::forward<Ended>(ended), most);
  }

  /**
   * Serves the requests of a declared kind, with the types of its values; see request_of.
   *
   *     loop.serve<requests::file_read>([](const auto &asked) { return whole_file(asked.question()); });
   *
   * Throws: the errors of serve with a name. Since: 0.4.
   */
  template <class Kind, class Serve, class Ended = std::nullptr_t>
  void serve(Serve &&serve, Ended &&ended = nullptr, std::uint32_t most = 0) const {
    this->serve(Kind::name, detail::serving_of<Kind>(std::forward<Serve>(serve)),
                std::forward<Ended>(ended), most);
  }

  /** Ends a server: none of its functions is called any more; see kmk_loop_unserve. Throws: error(INVALID_ARGUMENT,
   * NOT_FOUND, BUSY, WRONG_THREAD, CLOSED). Since: 0.4. */
  void unserve(const text_ref &name) const {
    detail::unserve(
        [&](kmk_error *details) { return kmk_loop_unserve(handle_, name.c_str(), details); });
  }

  /**
   * Passes the loop's issues to function(const diagnostic &) instead of printing them to standard error. Since: 0.2.
   */
  template <class Function> void set_diagnostics(Function &&function) const {
    using box = detail::lasting<std::decay_t<Function>>;
    const auto tell = [](const kmk_diagnostic *raw, void *data) noexcept {
      const typename box::use kept(data);
      const auto text = [](const char *each) { return std::string_view(each ? each : ""); };
      kmk_diagnostic known;
      kmk_diagnostic_read(raw, &known, sizeof known);
      diagnostic issue{text(known.code), text(known.message), text(known.label),
                       text(known.path), std::nullopt,        known.action};
      if (known.action_case != nullptr)
        issue.action_case = known.action_case;
      detail::guarded([&] { (*kept)(std::as_const(issue)); });
    };
    auto *data = detail::make_lasting(std::forward<Function>(function));
    kmk_loop_set_diagnostics(handle_, tell, data, box::free);
  }

  /** Writes the loop's issues to standard error again. Since: 0.2. */
  void reset_diagnostics() const noexcept {
    kmk_loop_set_diagnostics(handle_, nullptr, nullptr, nullptr);
  }

  /** Turns the reporting of sends to a busy store on or off; see kmk_loop_report_reentrant_sends. */
  void report_reentrant_sends(bool enabled) const noexcept {
    kmk_loop_report_reentrant_sends(handle_, enabled);
  }
};

/** A loop of the calling thread. When it is destroyed, its stores end. Since: 0.2. */
class [[nodiscard]] loop : public detail::owned<loop_ref, kmk_loop, kmk_loop_free> {
public:
  using owned::owned;

  /** Creates a loop that runs on real time; see kmk_loop_new. Throws: error(INVALID_ARGUMENT) if the process contains a
   * second engine, error(NO_MEMORY). */
  loop() : loop(kmk_loop_new) {}

  /** Creates a loop whose clock starts at 0 and is moved only by advance(). Throws: the same errors as loop(). */
  static loop virtual_time() { return loop(kmk_loop_new_virtual); }

  /**
   * Creates a loop with options. Throws: error(INVALID_ARGUMENT) if the process contains a second engine, and for 0
   * workers; error(NO_MEMORY).
   */
  explicit loop(const loop_options &options) {
    using submitting = detail::submitting;
    kmk_loop_options given = KMK_LOOP_OPTIONS_INIT;
    given.is_virtual = options.is_virtual;
    given.abandons_workers = options.abandons_workers;
    given.worker_count = options.worker_count;
    given.burst_limit = options.burst_limit;
    void *data = nullptr;
    if (options.submit) {
      given.submit = submitting::submit;
      data = detail::make_lasting(options.submit);
    }
    kmk_error details;
    kmk_loop *made =
        kmk_loop_new_with(&given, data, data ? submitting::box::free : nullptr, &details);
    handle_ = detail::check(made, details);
  }

private:
  explicit loop(kmk_loop *(*make)(kmk_error *)) {
    kmk_error details;
    handle_ = detail::check(make(&details), details);
  }
};

inline loop_ref detail::sending::loop() const noexcept { return kmk_sender_loop(handle_); }

} // namespace kumiki

#endif
