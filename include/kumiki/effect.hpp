/**
 * Effects: work that a reducer asks for, as functions.
 */
#ifndef KUMIKI_EFFECT_HPP
#define KUMIKI_EFFECT_HPP

#include "sender.hpp"
#include "state.hpp"
#include "worker.h"

#include <vector>

namespace kumiki {

namespace detail {

/* What effect::start keeps: how to begin, then how to stop. It may end while it begins or stops, so
 * those calls hold it too. */
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
    if constexpr (!std::is_void_v<Stop>) {
      if (self->stop)
        guarded([&] { (*self->stop)(); });
      // C frees this once the sender has finished. A sender that the stop function holds finishes here.
      self->stop.reset();
    }
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
class [[nodiscard]] effect
    : public detail::owned<detail::ref<kmk_effect>, kmk_effect, kmk_effect_free> {
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
   * Runs work that goes on by itself: a request, a socket in a main loop, a thread of your own.
   *
   *     effect::start([url](sender sender) {
   *       auto request = get(url, [sender = std::move(sender)](auto answer) mutable {
   *         sender.send(action_at("loaded", answer));
   *         sender.finish();
   *       });
   *       return [request] { request->stop(); };
   *     })
   *
   * @param begin  is given the sender, on the loop's next turn. It may return a function that stops the
   *               work. That is called when the effect is cancelled, on the loop's thread, and is
   *               destroyed then, or when the effect has ended. If it holds the sender, as by the
   *               request here, the work must call finish() when it is done. What begin throws is the
   *               effect's failure, unless it has moved the sender elsewhere.
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
   * Runs a function on a worker thread, as kmk_effect_blocking: function(blocking_sender &).
   *
   * The effect ends when the function returns. What it throws is the effect's failure.
   */
  template <class Function> static effect blocking(Function &&function) {
    using box = detail::box<std::decay_t<Function>>;
    const auto run = [](kmk_sender *raw, void *data) noexcept {
      detail::block(raw, box::at(data));
    };
    return effect(kmk_effect_blocking(run, box::make(std::forward<Function>(function)), box::free));
  }

  /**
   * The same with a value as its input: function(blocking_sender &, json_view). Nothing changes the
   * value meanwhile, whatever becomes of the state that it was a part of; see kmk_effect_work_new.
   */
  template <class Function> static effect work(json input, Function &&function) {
    using box = detail::box<std::decay_t<Function>>;
    const auto run = [](kmk_sender *raw, const json_t *value, void *data) noexcept {
      detail::block(raw, [&](blocking_sender &sender) { box::at(data)(sender, json_view(value)); });
    };
    auto *data = box::make(std::forward<Function>(function));
    return effect(kmk_effect_work_new(input.release(), run, data, box::free));
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

  /** Sets a limit of effect::limited; see kmk_effect_limit. Since: 0.3. */
  static effect limit(const text_ref &id, std::uint32_t most) {
    return effect(kmk_effect_limit(id.c_str(), most));
  }

  /** Lets at most so many with that id be at work in the store; see kmk_effect_limited. Since: 0.3. */
  effect limited(const text_ref &id, std::uint32_t most) && {
    return effect(kmk_effect_limited(release(), id.c_str(), most));
  }

  /** Lets the end of the program wait for it; see kmk_effect_awaited. Since: 0.4. */
  effect awaited() && { return effect(kmk_effect_awaited(release())); }

  /** Never lets two with that id be at work at once; see kmk_effect_serial. */
  effect serial(const text_ref &id, bool latest = false) && {
    return effect(kmk_effect_serial(release(), id.c_str(), latest));
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
    for (effect &each : effects)
      members.push_back(each.release());
    return effect(join(members.size(), members.data()));
  }
};

namespace detail {

/* The effect that a function returns, as C wants it. */
template <class Function> kmk_effect *returned(Function &&function) {
  if constexpr (std::is_void_v<decltype(function())>) {
    function();
    return nullptr;
  } else {
    return effect(function()).release();
  }
}

/* The same of a function of a reducer: nothing where it throws. */
template <class Function> kmk_effect *answered(Function &&function) noexcept {
  return guarded<kmk_effect *>(
      nullptr, [&] { return returned(function); }, role::reducer);
}

} // namespace detail
} // namespace kumiki

#endif
