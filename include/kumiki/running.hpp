/** State-driven effects: an effect runs while a place holds a value. */
#ifndef KUMIKI_RUNNING_HPP
#define KUMIKI_RUNNING_HPP

#include "reducer.hpp"
#include "running.h"

#include <optional>
#include <string>

namespace kumiki {

/** Options of running(): an id that distinguishes several effects at one place, and how their timers continue after a
 * restore. See kmk_running_options. Since: 0.3. */
struct running_options {
  std::string id = {};
  kmk_running_time time = KMK_TIME_RESTART;
  /** An action that is sent when the effect has ended without sending one; empty: none. Since: 0.4. */
  std::optional<json> ended = std::nullopt;
};

/**
 * Runs an effect while a place holds a value.
 *
 *     running(base, "/query", [](json_view query) { return effect::send(...); })
 *
 * @param place     a pointer relative to the feature's state, or the name of a case of a state enum.
 * @param function  (json_view value), and optionally an env & last. The value is borrowed for the call. It returns the
 *                  effect for the value, or an empty effect to run nothing. If a dynamic reducer chooses reducers with
 *                  such functions, the functions are distinguished by their types and not by their captures.
 *
 * See kmk_running. Since: 0.3.
 */
template <class Function>
reducer running(reducer base, const text_ref &place, Function &&function,
                const running_options &options = {}) {
  using box = detail::box<std::decay_t<Function>>;
  const auto begin = [](const json_t *raw_value, kmk_env *raw_env, void *data) noexcept {
    return detail::answered([&] {
      auto &kept = box::at(data);
      const detail::in_hand lent(nullptr, raw_env);
      if constexpr (std::is_invocable_v<decltype(kept), json_view, env &>)
        return kept(json_view(raw_value), lent.env());
      else
        return kept(json_view(raw_value));
    });
  };
  kmk_running_options given = KMK_RUNNING_OPTIONS_INIT;
  given.id = text_ref(options.id).c_str();
  given.time = options.time;
  given.ended = options.ended ? options.ended->get() : nullptr;
  auto *data = box::make(std::forward<Function>(function));
  return detail::around(base,
                        kmk_running(base.release(), place.c_str(), &given, begin, data, box::free));
}

/** Sets the limit of effect::limited() for an id from a number in the state; see kmk_limit_by. Since: 0.4. */
inline reducer limit_by(reducer base, const text_ref &id, const text_ref &place) {
  return detail::around(base, kmk_limit_by(base.release(), id.c_str(), place.c_str()));
}

} // namespace kumiki

#endif
