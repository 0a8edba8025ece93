/** The end of a feature: a function receives the feature's last state when the feature has left. */
#ifndef KUMIKI_END_HPP
#define KUMIKI_END_HPP

#include "end.h"
#include "reducer.hpp"

namespace kumiki {

namespace detail {

template <class Function>
reducer ended(reducer base, Function &&function, decltype(kmk_on_end) *make) {
  using box = detail::box<std::decay_t<Function>>;
  const auto told = [](const json_t *raw_last, kmk_env *raw_env, void *data) noexcept {
    return detail::answered([&] {
      auto &kept = box::at(data);
      const detail::in_hand lent(nullptr, raw_env);
      if constexpr (std::is_invocable_v<decltype(kept), json_view, env &>)
        return kept(json_view(raw_last), lent.env());
      else
        return kept(json_view(raw_last));
    });
  };
  auto *data = box::make(std::forward<Function>(function));
  return detail::around(base, make(base.release(), told, data, box::free));
}

} // namespace detail

/**
 * Calls a function once, with the feature's last state, when the feature has left.
 *
 *     on_end(editor, [](json_view last) { return effect::send(...); })
 *
 * @param function  (json_view last), and optionally an env & last. The state is borrowed for the call. It returns an
 *                  effect of the nearest feature that is still there, or an empty effect.
 *
 * See kmk_on_end. Since: 0.4.
 */
template <class Function> reducer on_end(reducer base, Function &&function) {
  return detail::ended(std::move(base), std::forward<Function>(function), kmk_on_end);
}

/** As on_end, and also when the store ends. See kmk_on_end_or_close. Since: 0.4. */
template <class Function> reducer on_end_or_close(reducer base, Function &&function) {
  return detail::ended(std::move(base), std::forward<Function>(function), kmk_on_end_or_close);
}

} // namespace kumiki

#endif
