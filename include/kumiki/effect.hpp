/** Effects: work that a reducer asks for, written as functions. */
#ifndef KUMIKI_EFFECT_HPP
#define KUMIKI_EFFECT_HPP

#include "effect_time.h"
#include "request.hpp"
#include "sender.hpp"
#include "state.hpp"
#include "worker.h"

#include <vector>

namespace kumiki {

namespace detail {

/* Keeps the functions of effect::start: the function that starts the work, and then the function that stops it. The
 * effect may end while either function runs, so run() and cancel() also hold a reference to this object. */
template <class Function> struct started {
  using Stop = std::invoke_result_t<Function &, sender>;
  struct nothing {};

  Function begin;
  std::optional<std::conditional_t<std::is_void_v<Stop>, nothing, Stop>> stop;

  explicit started(Function &&function) : begin(std::move(function)) {}
  explicit started(const Function &function) : begin(function) {}

  static void run(kmk_sender *raw, void *data) noexcept {
    const auto self = *static_cast<std::shared_ptr<started> *>(data);
    beginning here(raw);
    try {
      if constexpr (std::is_void_v<Stop>)
        self->begin(sender(raw));
      else
        self->stop.emplace(self->begin(sender(raw)));
      kmk_sender_finish(here.kept());
    } catch (...) {
      // If the sender was moved elsewhere, its new owner ends the effect.
      if (here.kept() != nullptr)
        fail_by_exception(here.kept());
      else
        call::keep(std::current_exception());
    }
  }

  static void cancel(void *data) noexcept {
    const auto self = *static_cast<std::shared_ptr<started> *>(data);
    if constexpr (!std::is_void_v<Stop>) {
      if (self->stop)
        guarded([&] { (*self->stop)(); });
      // C frees this object only after the sender has finished. If the stop function holds the
      // sender, the sender finishes here.
      self->stop.reset();
    }
  }

  static void free(void *data) { delete static_cast<std::shared_ptr<started> *>(data); }
};

} // namespace detail

/** When and how a failed effect is tried again; see kmk_retry_options. Without names in `only`, after all failures.
 * Since: 0.4. */
struct retry_options {
  std::chrono::nanoseconds wait = std::chrono::seconds(1);
  std::chrono::nanoseconds greatest_wait = std::chrono::seconds(60);
  double factor = 2;
  double jitter = 0;
  std::vector<std::string> only = {};
};

/**
 * A description of work, returned by a reducer. An empty effect means no work.
 *
 * Start with one of the static functions and refine the result with member functions: effect::send("a").delay(1s). An
 * invalid effect raises the issue "invalid-effect" when a reducer returns it. Since: 0.2.
 */
class [[nodiscard]] effect
    : public detail::owned<detail::ref<kmk_effect>, kmk_effect, kmk_effect_free> {
  using nanoseconds = std::chrono::nanoseconds;

public:
  using owned::owned;

  /** Returns the empty effect. */
  static effect none() noexcept { return effect(); }

  /** Sends an action in the same burst: before the current send returns. */
  static effect send(json action) { return effect(kmk_effect_send_new(action.release())); }

  /** Sends a case of a variant. Since: 0.4. */
  template <class Case, class = detail::if_case<Case>> static effect send(const Case &action) {
    return send(json(std::variant<Case>(action)));
  }

  /** Sends an action once, after a time on the loop's clock. Throws: error(INVALID_ARGUMENT) for a negative time. */
  static effect after(nanoseconds time, json action) {
    const std::uint64_t count = detail::nanoseconds(time);
    return effect(kmk_effect_after_new(count, action.release()));
  }

  /** Sends an action once, at a date in nanoseconds since 1970; see kmk_effect_at_new. Since: 0.4. */
  static effect at(std::int64_t date, json action) {
    return effect(kmk_effect_at_new(date, action.release()));
  }

  /** Sends an action every day at a local time; see kmk_effect_daily_new. Since: 0.4. */
  static effect daily(unsigned hour, unsigned minute, json action) {
    return effect(kmk_effect_daily_new(hour, minute, action.release()));
  }

  /** Sends an action each time that the machine has woken from a suspend; see kmk_effect_woken_new. Since: 0.4. */
  static effect woken(json action) { return effect(kmk_effect_woken_new(action.release())); }

  /** Sends an action each time that the machine's clock was set; see kmk_effect_clock_set_new. Since: 0.4. */
  static effect clock_set(json action) {
    return effect(kmk_effect_clock_set_new(action.release()));
  }

  /** Sends an action repeatedly, first after one interval. Throws: error(INVALID_ARGUMENT) for a negative time. */
  static effect every(nanoseconds interval, json action) {
    const std::uint64_t count = detail::nanoseconds(interval);
    return effect(kmk_effect_every_new(count, action.release()));
  }

  /**
   * Asks a question, which the server of the name answers: loop::serve, store::serve, or the test.
   *
   *     effect::request("file.read", "notes.txt", ask{"loaded", {}, "failed"})
   *
   * The answer is an action of the feature: {"loaded": "..."}. See kmk_effect_request_new. Since: 0.4.
   */
  static effect request(const text_ref &name, json question, const ask &replies = {}) {
    const auto text = [](const std::optional<std::string> &each) {
      return each ? text_ref(*each).c_str() : nullptr;
    };
    kmk_ask given = KMK_ASK_INIT;
    given.answer = text(replies.answer);
    given.part = text(replies.part);
    given.failure = text(replies.failure);
    given.is_secret = replies.is_secret;
    given.restart = replies.restart;
    return effect(kmk_effect_request_new(name.c_str(), question.release(), &given));
  }

  /**
   * Asks a question of a declared kind; see request_of.
   *
   *     effect::request<requests::file_read>("notes.txt", {"loaded", {}, "failed"})
   *
   * Since: 0.4.
   */
  template <class Kind>
  static effect request(const typename Kind::question &question, const ask &replies = {}) {
    return request(Kind::name, json(question), replies);
  }

  /** Dismisses the feature that returns this effect, in the same burst. */
  static effect dismiss(const env &env) { return effect(kmk_effect_dismiss(env.handle())); }

  /** Cancels the running effects with an id, in the feature that returns this effect and in all features inside that
   * feature. */
  static effect cancel(const text_ref &id) { return effect(kmk_effect_cancel(id.c_str())); }

  /**
   * Runs work that the program drives itself: a request, a socket in a main loop, a thread of its own.
   *
   *     effect::start([url](sender sender) {
   *       auto request = get(url, [sender = std::move(sender)](auto answer) mutable {
   *         sender.send(action_at("loaded", answer));
   *         sender.finish();
   *       });
   *       return [request] { request->stop(); };
   *     })
   *
   * @param begin  receives the sender, in the loop's next iteration. It may return a function that stops the work. If
   *               the effect is cancelled, the library calls that function on the loop's thread, and then destroys it.
   *               Otherwise it destroys the function when the effect has ended. If the stop function holds the sender
   *               (here through the request), the work must call finish() when it is done. If begin throws, the effect
   *               fails with that exception, unless begin has moved the sender elsewhere.
   */
  template <class Function> static effect start(Function &&begin) {
    using started = detail::started<std::decay_t<Function>>;
    auto *data =
        new std::shared_ptr<started>(std::make_shared<started>(std::forward<Function>(begin)));
    constexpr bool stops = !std::is_void_v<typename started::Stop>;
    return effect(
        kmk_effect_start(started::run, stops ? started::cancel : nullptr, data, started::free));
  }

  /**
   * Runs a function on a worker thread of the library: function(blocking_sender &).
   *
   * The effect ends when the function returns, and fails if the function throws. See kmk_effect_blocking.
   */
  template <class Function> static effect blocking(Function &&function) {
    using box = detail::box<std::decay_t<Function>>;
    const auto run = [](kmk_sender *raw, void *data) noexcept {
      detail::block(raw, box::at(data));
    };
    return effect(kmk_effect_blocking(run, box::make(std::forward<Function>(function)), box::free));
  }

  /**
   * Runs a function on a worker thread with a value as its input: function(blocking_sender &, json_view). Nothing
   * changes the value during the call, whatever happens to the state that contained it. The effect ends when the
   * function returns, and fails if the function throws. See kmk_effect_work_new.
   */
  template <class Function> static effect work(json input, Function &&function) {
    using box = detail::box<std::decay_t<Function>>;
    const auto run = [](kmk_sender *raw, const json_t *value, void *data) noexcept {
      detail::block(raw, [&](blocking_sender &sender) { box::at(data)(sender, json_view(value)); });
    };
    auto *data = box::make(std::forward<Function>(function));
    return effect(kmk_effect_work_new(input.release(), run, data, box::free));
  }

  /** Runs effects concurrently: merge(a, b, c), or merge(effects) with a std::vector<effect>. */
  template <class... Effects> static effect merge(Effects &&...effects) {
    return joined(kmk_effect_merge, std::forward<Effects>(effects)...);
  }

  /** Runs effects one after another: concatenate(a, b, c), or concatenate(effects) with a std::vector<effect>. */
  template <class... Effects> static effect concatenate(Effects &&...effects) {
    return joined(kmk_effect_concatenate, std::forward<Effects>(effects)...);
  }

  /** Gives the effect an id, so that cancel(id) can cancel it. With cancel_in_flight, the effect first cancels the
   * running effects with that id. See kmk_effect_cancellable. */
  effect cancellable(const text_ref &id, bool cancel_in_flight = false) && {
    return effect(kmk_effect_cancellable(release(), id.c_str(), cancel_in_flight));
  }

  /** Changes the limit of limited() for an id, in the whole store from now on; see kmk_effect_limit. Since: 0.3. */
  static effect limit(const text_ref &id, std::uint32_t most) {
    return effect(kmk_effect_limit(id.c_str(), most));
  }

  /** Lets at most `most` effects with that id run at once in the whole store; the others wait for their turns. See
   * kmk_effect_limited. Since: 0.3. */
  effect limited(const text_ref &id, std::uint32_t most) && {
    return effect(kmk_effect_limited(release(), id.c_str(), most));
  }

  /** Makes loop::finish wait until this effect has ended; see kmk_effect_awaited. Since: 0.4. */
  effect awaited() && { return effect(kmk_effect_awaited(release())); }

  /** Runs effects with that id one at a time: each starts when the previous one has ended. With latest, only the
   * latest waiting effect is kept. See kmk_effect_serial. */
  effect serial(const text_ref &id, bool latest = false) && {
    return effect(kmk_effect_serial(release(), id.c_str(), latest));
  }

  /** Starts the effect after a time. Throws: error(INVALID_ARGUMENT) for a negative time. */
  effect delay(nanoseconds time) && {
    const std::uint64_t count = detail::nanoseconds(time);
    return effect(kmk_effect_delay(release(), count));
  }

  /** Starts the effect once a time has passed without another effect with that id; see kmk_effect_debounce. Throws:
   * error(INVALID_ARGUMENT) for a negative time. */
  effect debounce(const text_ref &id, nanoseconds time) && {
    const std::uint64_t count = detail::nanoseconds(time);
    return effect(kmk_effect_debounce(release(), id.c_str(), count));
  }

  /**
   * Starts at most one effect with that id in each window of time. If more effects arrive within the window, one of
   * them starts at the end of the window: the first, or the last if latest is true. See kmk_effect_throttle. Throws:
   * error(INVALID_ARGUMENT) for a negative time.
   */
  effect throttle(const text_ref &id, nanoseconds time, bool latest) && {
    const std::uint64_t count = detail::nanoseconds(time);
    return effect(kmk_effect_throttle(release(), id.c_str(), count, latest));
  }

  /** Turns the errors of the effect into actions: function(json_view error) returns a json, a std::optional<json>, or
   * nothing. Without this, an error raises the issue "effect-threw". See kmk_effect_catch. */
  template <class Function> effect catching(Function &&function) && {
    using box = detail::lasting<std::decay_t<Function>>;
    const auto map = [](const json_t *error, void *data) noexcept -> json_t * {
      const typename box::use kept(data);
      return detail::guarded<json_t *>(nullptr, [&]() -> json_t * {
        if constexpr (std::is_void_v<decltype((*kept)(json_view(error)))>) {
          (*kept)(json_view(error));
          return nullptr;
        } else {
          std::optional<json> action((*kept)(json_view(error)));
          return action ? action->release() : nullptr;
        }
      });
    };
    auto *data = detail::make_lasting(std::forward<Function>(function));
    return effect(kmk_effect_catch(release(), map, data, box::free));
  }

  /** Makes the timers inside the effect count the time while the machine is suspended; see kmk_effect_counting_sleep.
   * Since: 0.4. */
  effect counting_sleep() && { return effect(kmk_effect_counting_sleep(release())); }

  /** Cancels the effect if it has not ended after a time, and sends the action; see kmk_effect_timeout_new. Throws:
   * error(INVALID_ARGUMENT) for a negative time. Since: 0.4. */
  effect timeout(nanoseconds time, json action) && {
    const std::uint64_t count = detail::nanoseconds(time);
    return effect(kmk_effect_timeout_new(release(), count, action.release()));
  }

  /** Starts the effect again if it fails, up to `times` times: effect::request(...).retry(3, {1s, 60s}). See
   * kmk_effect_retry. Throws: error(INVALID_ARGUMENT) for a negative time. Since: 0.4. */
  effect retry(std::uint32_t times, const retry_options &given = {}) && {
    std::vector<const char *> names;
    for (const std::string &name : given.only)
      names.push_back(name.c_str());
    names.push_back(nullptr);
    kmk_retry_options options = KMK_RETRY_OPTIONS_INIT;
    options.wait = detail::nanoseconds(given.wait);
    options.greatest_wait = detail::nanoseconds(given.greatest_wait);
    options.factor = given.factor;
    options.jitter = given.jitter;
    options.only = given.only.empty() ? nullptr : names.data();
    return effect(kmk_effect_retry(release(), times, &options));
  }

private:
  using Join = kmk_effect *(std::size_t, kmk_effect *const *);

  template <class... Effects> static effect joined(Join *join, Effects &&...effects) {
    std::vector<effect> all;
    all.reserve(sizeof...(Effects));
    (all.push_back(effect(std::forward<Effects>(effects))), ...);
    return joined(join, std::move(all));
  }
  static effect joined(Join *join, std::vector<effect> effects) {
    std::vector<kmk_effect *> members;
    members.reserve(effects.size());
    for (effect &each : effects)
      members.push_back(each.release());
    return effect(join(members.size(), members.data()));
  }
};

namespace detail {

/* Converts the effect that a function returns to a C handle. */
template <class Function> kmk_effect *returned(Function &&function) {
  if constexpr (std::is_void_v<decltype(function())>) {
    function();
    return nullptr;
  } else {
    return effect(function()).release();
  }
}

/* Converts the effect of a reducer's function to a C handle; NULL if the function throws. */
template <class Function> kmk_effect *answered(Function &&function) noexcept {
  return guarded<kmk_effect *>(
      nullptr, [&] { return returned(function); }, role::reducer);
}

} // namespace detail
} // namespace kumiki

#endif
