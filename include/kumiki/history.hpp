/** History: the places that a step wrote, and undo and redo. */
#ifndef KUMIKI_HISTORY_HPP
#define KUMIKI_HISTORY_HPP

#include "history.h"
#include "reducer.hpp"

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace kumiki {

/**
 * Runs a function when the base has written at or below a pointer, once for each action: (state &, json_view places),
 * and optionally action_view, env & last. places is an array of JSON Pointers. The function returns an effect or
 * nothing, like a reducer's function. See kmk_on_write. Since: 0.2.
 */
template <class Function>
reducer on_write(reducer base, const text_ref &state_path, Function &&function) {
  using kept = detail::reducing<std::decay_t<Function>>;
  const auto write = [](kmk_state *raw_state, const json_t *raw_places, const json_t *raw_action,
                        kmk_env *raw_env, void *data) noexcept {
    return detail::answer<std::decay_t<Function>>(data, raw_state, raw_env, raw_action,
                                                  json_view(raw_places));
  };
  auto *data = kept::make(std::forward<Function>(function));
  detail::level_of(base).join(detail::level(data->handled));
  return detail::around(
      base, kmk_on_write(base.release(), state_path.c_str(), write, data, kept::box::free));
}

/**
 * Which part of the state can be undone, and which actions are steps of the history; see kmk_undo_options. Since: 0.2.
 */
struct undo_options {
  std::size_t limit = 100;
  std::string state_path = {};
  std::string history_path = {}; /* empty: the numbers of steps are not in the state */
  std::string undo_case = "undo", redo_case = "redo", clear_case = "clearHistory";
  std::vector<std::string> actions = {}, ignored = {};
  std::chrono::nanoseconds group = {};
  /* The members below: since 0.4. */
  std::size_t limit_bytes = 0; /* 0: no limit */
  std::vector<std::string> included = {}, excluded = {};
  /* Returns an object with the optional members "label", "key" and "group", or null; see kmk_undo_describe_fn. */
  std::function<json(json_view state, action_view action)> describe = {};
};

namespace detail {

/* Converts strings to an array for C that ends with NULL. */
inline std::vector<const char *> c_texts(const std::vector<std::string> &texts) {
  std::vector<const char *> result;
  for (const std::string &each : texts)
    result.push_back(text_ref(each).c_str());
  result.push_back(nullptr);
  return result;
}

using describing = box<std::function<json(json_view, action_view)>>;

inline json_t *described(const json_t *state, const json_t *action, void *data) noexcept {
  return guarded<json_t *>(
      nullptr,
      [&] { return describing::at(data)(json_view(state), action_view(action)).release(); },
      role::reducer);
}

} // namespace detail

/**
 * Adds undo and redo to a reducer; see kmk_undoable. Throws: error(INVALID_ARGUMENT) for a negative time. Since: 0.2.
 */
inline reducer undoable(reducer base, const undo_options &options = {}) {
  const auto actions = detail::c_texts(options.actions), ignored = detail::c_texts(options.ignored);
  const auto included = detail::c_texts(options.included),
             excluded = detail::c_texts(options.excluded);
  kmk_undo_options given = KMK_UNDO_OPTIONS_INIT;
  given.limit = options.limit;
  given.state_path = text_ref(options.state_path).c_str();
  if (!options.history_path.empty())
    given.history_path = text_ref(options.history_path).c_str();
  given.undo_case = text_ref(options.undo_case).c_str();
  given.redo_case = text_ref(options.redo_case).c_str();
  given.clear_case = text_ref(options.clear_case).c_str();
  given.actions = options.actions.empty() ? nullptr : actions.data();
  given.ignored = options.ignored.empty() ? nullptr : ignored.data();
  given.group_nanoseconds = detail::nanoseconds(options.group);
  given.limit_bytes = options.limit_bytes;
  given.included = included.data();
  given.excluded = excluded.data();
  if (options.describe) {
    given.describe = detail::described;
    given.describe_data = detail::describing::make(options.describe);
    given.describe_free = detail::describing::free;
  }
  return detail::around(base, kmk_undoable(base.release(), &given),
                        {options.undo_case, options.redo_case, options.clear_case});
}

} // namespace kumiki

#endif
