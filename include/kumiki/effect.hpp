/**
 * Effects: work that a reducer asks for, as functions, and the sender through which it answers.
 */
#ifndef KUMIKI_EFFECT_HPP
#define KUMIKI_EFFECT_HPP

#include "callback.hpp"
#include "effect.h"
#include "state.hpp"

#include <iterator>
#include <vector>

namespace kumiki {

/** Thrown by an effect, it fails with JSON in place of a text: throw failure(...). Since: 0.2. */
class failure : public std::exception {
public:
  explicit failure(json value) noexcept : value_(std::move(value)) {}
  const char *what() const noexcept override { return "an effect failed"; }

  /** What effect::catching is told. */
  const json &value() const noexcept { return value_; }

private:
  json value_;
};

namespace detail {

/* Ends an effect with the exception that is being handled. */
inline void fail_by_exception(kmk_sender *sender) noexcept {
  try {
    throw;
  } catch (const failure &known) {
    kmk_sender_fail_new(sender, json(known.value()).release());
  } catch (const std::exception &known) {
    kmk_sender_fail(sender, known.what());
  } catch (...) {
    kmk_sender_fail(sender, "an exception that is no std::exception");
  }
}

/* What a running effect may do, whoever ends it. */
class sending : public ref<kmk_sender> {
public:
  using ref::ref;

  /**
   * Sends an action to the feature whose effect this is; see kmk_sender_send_new.
   *
   * @return false once the effect was cancelled, or its store has ended: the work may stop.
   * Throws: error(INVALID_ARGUMENT, TOO_DEEP, NO_MEMORY), and, on the loop's thread, what the
   * program's functions throw. Threads: any. Since: 0.2.
   */
  bool send(json action) {
    call running;
    const kmk_status code = kmk_sender_send_new(handle_, action.release());
    running.rethrow();
    if (code == KMK_ERR_CLOSED) return false;
    check(code, "kmk_sender_send_new");
    return true;
  }

  /** Asks for the feature to be dismissed; answers and throws as send. Since: 0.2. */
  bool dismiss() {
    call running;
    const kmk_status code = kmk_sender_dismiss(handle_);
    running.rethrow();
    if (code == KMK_ERR_CLOSED) return false;
    check(code, "kmk_sender_dismiss");
    return true;
  }

  /** Whether the effect was cancelled, or its store has ended. Threads: any. Since: 0.2. */
  bool is_cancelled() const noexcept { return kmk_sender_is_cancelled(handle_); }

  /** Ends the effect; what is sent afterwards is an error. Threads: any. Since: 0.2. */
  void finish() noexcept { kmk_sender_finish(std::exchange(handle_, nullptr)); }

  /** Ends the effect with a text that says what went wrong. Threads: any. Since: 0.2. */
  void fail(const text_ref &message) noexcept {
    kmk_sender_fail(std::exchange(handle_, nullptr), message.c_str());
  }

  /** Ends the effect with an error of JSON. Threads: any. Since: 0.2. */
  void fail_with(json error) noexcept {
    kmk_sender_fail_new(std::exchange(handle_, nullptr), error.release());
  }
};

/* While an effect begins: a sender that an exception destroys on its way out is kept, so that the
 * exception can be what the effect fails with. */
class beginning {
public:
  explicit beginning(kmk_sender *sender) noexcept
      : sender_(sender), exceptions_(std::uncaught_exceptions()), outer_(innermost()) {
    innermost() = this;
  }
  beginning(const beginning &) = delete;
  beginning &operator=(const beginning &) = delete;
  ~beginning() { innermost() = outer_; }

  static void end(kmk_sender *sender) noexcept {
    beginning *current = innermost();
    if (current != nullptr && current->sender_ == sender &&
        std::uncaught_exceptions() > current->exceptions_)
      current->kept_ = sender;
    else
      kmk_sender_finish(sender);
  }

  kmk_sender *kept() const noexcept { return kept_; }

private:
  kmk_sender *sender_, *kept_ = nullptr;
  int exceptions_;
  beginning *outer_;

  static beginning *&innermost() noexcept {
    static thread_local beginning *innermost = nullptr;
    return innermost;
  }
};

} // namespace detail

/**
 * Sends the actions of an effect, and ends it when it is destroyed.
 *
 * It may be moved to wherever the work goes on, and used by any thread, by one at a time.
 * Since: 0.2.
 */
class sender : public detail::owned<detail::sending, kmk_sender, detail::beginning::end> {
public:
  using owned::owned;
};

/** The sender of a blocking effect, which ends with its function. Lent for the call. Since: 0.2. */
class blocking_sender : public detail::sending {
public:
  explicit blocking_sender(kmk_sender *sender) noexcept : sending(sender) {}
  blocking_sender(const blocking_sender &) = delete;
  blocking_sender &operator=(const blocking_sender &) = delete;
};

namespace detail {

/* What effect::start keeps: how to begin, then how to stop. It may end while it begins, so it is
 * held by that too. */
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
      // Where somebody else has the sender, the effect is theirs to end.
      if (here.kept() != nullptr)
        fail_by_exception(here.kept());
      else
        call::keep(std::current_exception());
    }
  }

  static void cancel(void *data) noexcept {
    const auto self = *static_cast<std::shared_ptr<started> *>(data);
    if constexpr (!std::is_void_v<Stop>)
      if (self->stop) guarded([&] { (*self->stop)(); });
  }

  static void free(void *data) { delete static_cast<std::shared_ptr<started> *>(data); }
};

} // namespace detail

/**
 * A description of work, returned by a reducer. Empty: none.
 *
 * Built of what stands first, and changed by what follows: effect::send("a").delay(1s). A mistake
 * is the issue "invalid-effect" where the effect is returned. Since: 0.2.
 */
class effect : public detail::owned<detail::ref<kmk_effect>, kmk_effect, kmk_effect_free> {
  using nanoseconds = std::chrono::nanoseconds;

public:
  using owned::owned;

  /** No effect. */
  static effect none() noexcept { return effect(); }

  /** Sends an action in the same burst. */
  static effect send(json action) { return effect(kmk_effect_send_new(action.release())); }

  /** Sends an action once, after a time on the loop's clock. Throws: error for a time below 0. */
  static effect after(nanoseconds time, json action) {
    const std::uint64_t count = detail::nanoseconds(time);
    return effect(kmk_effect_after_new(count, action.release()));
  }

  /** Sends an action again and again. Throws: error for a time below 0. */
  static effect every(nanoseconds interval, json action) {
    const std::uint64_t count = detail::nanoseconds(interval);
    return effect(kmk_effect_every_new(count, action.release()));
  }

  /** Asks for the feature in hand to be dismissed. */
  static effect dismiss(const env &env) { return effect(kmk_effect_dismiss(env.handle())); }

  /** Cancels the effects with an id; see kmk_effect_cancel. */
  static effect cancel(const text_ref &id) { return effect(kmk_effect_cancel(id.c_str())); }

  /**
   * Runs work that goes on by itself: a request, a socket in a main loop, a thread of the program's.
   *
   *     effect::start([url](sender sender) {
   *       auto request = get(url, [sender = std::move(sender)](auto answer) mutable { ... });
   *       return [request] { request->stop(); };
   *     })
   *
   * @param begin  is given the sender, on the loop's next turn. What it returns, if anything, is
   *               called when the effect is cancelled, on the loop's thread. What it throws is the
   *               effect's failure, unless it has moved the sender elsewhere.
   */
  template <class Function> static effect start(Function &&begin) {
    using started = detail::started<std::decay_t<Function>>;
    auto *data = new std::shared_ptr<started>(
        std::make_shared<started>(std::forward<Function>(begin)));
    constexpr bool stops = !std::is_void_v<typename started::Stop>;
    return effect(kmk_effect_start(started::run, stops ? started::cancel : nullptr, data,
                                   started::free));
  }

  /**
   * Runs a function on a worker thread, as kmk_effect_blocking: function(blocking_sender &).
   *
   * The effect ends when the function returns. What it throws is the effect's failure.
   */
  template <class Function> static effect blocking(Function &&function) {
    using box = detail::box<std::decay_t<Function>>;
    const auto run = [](kmk_sender *raw, void *data) noexcept {
      blocking_sender sender(raw);
      try {
        box::at(data)(sender);
      } catch (...) {
        if (sender)
          detail::fail_by_exception(raw);
        else
          detail::stray(std::current_exception());
      }
    };
    return effect(kmk_effect_blocking(run, box::make(std::forward<Function>(function)),
                                      box::free));
  }

  /** Runs effects beside each other: merge(a, b, c), or of a std::vector<effect>. */
  template <class... Effects> static effect merge(Effects &&...effects) {
    return joined(kmk_effect_merge, std::forward<Effects>(effects)...);
  }

  /** Runs effects one after another; as merge. */
  template <class... Effects> static effect concatenate(Effects &&...effects) {
    return joined(kmk_effect_concatenate, std::forward<Effects>(effects)...);
  }

  /** Gives it a name by which it can be cancelled; see kmk_effect_cancellable. */
  effect cancellable(const text_ref &id, bool cancel_in_flight = false) && {
    return effect(kmk_effect_cancellable(release(), id.c_str(), cancel_in_flight));
  }

  /** Begins it after a time. Throws: error for a time below 0. */
  effect delay(nanoseconds time) && {
    const std::uint64_t count = detail::nanoseconds(time);
    return effect(kmk_effect_delay(release(), count));
  }

  /** Begins it once a time has passed without another; see kmk_effect_debounce. Throws as delay. */
  effect debounce(const text_ref &id, nanoseconds time) && {
    const std::uint64_t count = detail::nanoseconds(time);
    return effect(kmk_effect_debounce(release(), id.c_str(), count));
  }

  /** Begins at most one in each window; see kmk_effect_throttle. Throws as delay. */
  effect throttle(const text_ref &id, nanoseconds time, bool latest) && {
    const std::uint64_t count = detail::nanoseconds(time);
    return effect(kmk_effect_throttle(release(), id.c_str(), count, latest));
  }

  /**
   * Makes actions of its errors: function(json_view error) returns a json, a std::optional<json>,
   * or nothing; see kmk_effect_catch.
   */
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
    for (effect &each : effects) members.push_back(each.release());
    return effect(join(members.size(), members.data()));
  }
};

namespace detail {

/* What a function of the program has answered, as C wants it. */
template <class Function> kmk_effect *answered(Function &&function) noexcept {
  return guarded<kmk_effect *>(nullptr, [&]() -> kmk_effect * {
    if constexpr (std::is_void_v<decltype(function())>) {
      function();
      return nullptr;
    } else {
      return effect(function()).release();
    }
  });
}

} // namespace detail
} // namespace kumiki

#endif
