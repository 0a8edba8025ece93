/** Reducers: functions that handle actions, and operators that attach child features. */
#ifndef KUMIKI_REDUCER_HPP
#define KUMIKI_REDUCER_HPP

#include "cases.h"
#include "collection.h"
#include "compose.h"
#include "effect.hpp"
#include "handled.hpp"
#include "reducer.h"
#include "snapshot.h"
#include "shape.h"

#include <string>
#include <vector>

namespace kumiki {

class reducer;

namespace detail {

template <class Function>
inline constexpr bool reduces = std::is_invocable_v<Function &, state &, action_view, env &> ||
                                std::is_invocable_v<Function &, state &, action_view>;

/* The functions that receive a reducer's actions, and the cases that operators handle. */
inline level &level_of(reducer &reducer);

} // namespace detail

/**
 * Describes how actions change a state. Reducers are composed from smaller reducers. A copy is another reference.
 *
 * Any function with the right signature is a reducer: (state &, action_view, env &), or without the env. It returns
 * an effect or nothing. The library may call the function for several stores, on the thread of each. A configuration
 * error in a reducer is thrown when a store is made with it. Threads: any. Since: 0.2.
 */
class [[nodiscard]] reducer
    : public detail::owned<detail::ref<kmk_reducer>, kmk_reducer, kmk_reducer_free> {
public:
  using owned::owned;

  template <class Function, class = std::enable_if_t<detail::reduces<std::decay_t<Function>>>>
  reducer(Function &&function) {
    using kept = detail::reducing<std::decay_t<Function>>;
    const auto reduce = [](kmk_state *raw_state, const json_t *raw_action, kmk_env *raw_env,
                           void *data) noexcept {
      return detail::answer<std::decay_t<Function>>(data, raw_state, raw_env, raw_action);
    };
    auto *data = kept::make(std::forward<Function>(function));
    level_ = detail::level(data->handled);
    handle_ = kmk_reducer_new(reduce, data, kept::box::free);
  }

  reducer(reducer &&) noexcept = default;
  reducer(const reducer &other) : owned(kmk_reducer_retain(other.handle_)), level_(other.level_) {}
  reducer &operator=(reducer &&) noexcept = default;
  reducer &operator=(const reducer &other) { return *this = reducer(other); }
  ~reducer() = default;

  /** Describes the states and the actions of the reducer as JSON Schema. Throws: the errors of kmk_reducer_describe. */
  json describe() const {
    kmk_error details;
    json_t *schema = kmk_reducer_describe(handle_, &details);
    return json::adopt(detail::check(schema, details));
  }

  /**
   * Returns a hash of the description. Saved files contain this hash. Throws: the errors of kmk_reducer_hash. Since:
   * 0.3.
   */
  std::string hash() const {
    kmk_error details;
    return detail::taken(detail::check(kmk_reducer_hash(handle_, &details), details));
  }

  /**
   * Checks a state that an older program has saved, drops members that the shape no longer declares, and fills in the
   * defaults; see kmk_reducer_restore_state. Throws: error(DECODE). Since: 0.4.
   */
  json restore_state(const json &saved) const {
    kmk_error details;
    json_t *whole = kmk_reducer_restore_state(handle_, saved.get(), &details);
    return json::adopt(detail::check(whole, details));
  }

  /** Checks a state as the initial state of a store, and fills in the defaults; see kmk_reducer_complete_state. Throws:
   * error(DECODE). */
  json complete_state(const json &saved) const {
    kmk_error details;
    json_t *whole = kmk_reducer_complete_state(handle_, saved.get(), &details);
    return json::adopt(detail::check(whole, details));
  }

private:
  friend detail::level &detail::level_of(reducer &reducer);
  detail::level level_;
};

namespace detail {

inline level &level_of(reducer &reducer) { return reducer.level_; }

inline reducer handling(reducer made, std::initializer_list<std::string_view> handled) {
  for (const std::string_view each : handled)
    level_of(made).handle(std::string(each));
  return made;
}

/* Returns the reducer that an operator made from a base. It receives the base's actions, and the operator handles the
 * given cases. */
inline reducer around(reducer &base, kmk_reducer *made,
                      std::initializer_list<std::string_view> handled = {}) {
  reducer result(made);
  level_of(result) = std::move(level_of(base));
  return handling(std::move(result), handled);
}

} // namespace detail

/** A reducer that does nothing, for a child that only shows its state. Since: 0.2. */
inline reducer empty() { return reducer(kmk_empty()); }

/**
 * How a slot recognizes a new presentation, and which presentations are ephemeral; see kmk_slot_options. Since: 0.2.
 */
struct slot_options {
  kmk_state_kind kind = KMK_STATE_AUTO;
  std::string id_key = {};
  std::vector<std::string> ephemeral_cases = {};
  bool ephemeral = false;
};

namespace detail {

/* slot_options as the C struct, valid while this object exists. */
class c_slot_options {
public:
  explicit c_slot_options(const slot_options &given) {
    for (const std::string &each : given.ephemeral_cases)
      cases_.push_back(text_ref(each).c_str());
    cases_.push_back(nullptr);
    options_.kind = given.kind;
    if (!given.id_key.empty())
      options_.id_key = text_ref(given.id_key).c_str();
    if (cases_.size() > 1)
      options_.ephemeral_cases = cases_.data();
    options_.ephemeral = given.ephemeral;
  }
  const kmk_slot_options *get() const noexcept { return &options_; }

private:
  std::vector<const char *> cases_;
  kmk_slot_options options_ = KMK_SLOT_OPTIONS_INIT;
};

} // namespace detail

/** Runs reducers in order on the same state, and merges their effects; see kmk_combine. Since: 0.2. */
inline reducer combine(std::vector<reducer> reducers) {
  std::vector<kmk_reducer *> members;
  members.reserve(reducers.size());
  detail::level joined;
  for (reducer &each : reducers) {
    joined.join(detail::level_of(each));
    members.push_back(each.release());
  }
  reducer result(kmk_combine(members.size(), members.data()));
  detail::level_of(result) = std::move(joined);
  return result;
}

/** Runs the given reducers in order on the same state: combine(a, b, c). Since: 0.2. */
template <class... Reducers> reducer combine(Reducers &&...reducers) {
  std::vector<reducer> all;
  all.reserve(sizeof...(Reducers));
  (all.push_back(reducer(std::forward<Reducers>(reducers))), ...);
  return combine(std::move(all));
}

/** Runs a child on a part of the state, for the actions of one case; see kmk_scope. Since: 0.2. */
inline reducer scope(const text_ref &state_path, const text_ref &action_case, reducer child) {
  return detail::handling(
      reducer(kmk_scope(state_path.c_str(), action_case.c_str(), child.release())), {action_case});
}

/** Runs a child on the payload of one case of a state enum; see kmk_scope_case. Since: 0.2. */
inline reducer scope_case(const text_ref &state_case, const text_ref &action_case, reducer child) {
  return detail::handling(
      reducer(kmk_scope_case(state_case.c_str(), action_case.c_str(), child.release())),
      {action_case});
}

/** Attaches an optional child, whose place holds null or the child's state; see kmk_if_let. Since: 0.2. */
inline reducer if_let(reducer parent, const text_ref &state_path, const text_ref &action_case,
                      reducer child, const slot_options &options = {}) {
  const detail::c_slot_options c_options(options);
  return detail::around(parent,
                        kmk_if_let(parent.release(), state_path.c_str(), action_case.c_str(),
                                   c_options.get(), child.release()),
                        {action_case});
}

/** Attaches a child to one case of a state enum; see kmk_if_case_let. Since: 0.2. */
inline reducer if_case_let(reducer parent, const text_ref &state_case, const text_ref &action_case,
                           reducer child, const slot_options &options = {}) {
  const detail::c_slot_options c_options(options);
  return detail::around(parent,
                        kmk_if_case_let(parent.release(), state_case.c_str(), action_case.c_str(),
                                        c_options.get(), child.release()),
                        {action_case});
}

/** Attaches a presentation slot, which holds null or the state of a presented feature; see kmk_presentation. Since:
 * 0.2. */
inline reducer presentation(reducer parent, const text_ref &state_path, const text_ref &action_case,
                            reducer destination, const slot_options &options = {}) {
  const detail::c_slot_options c_options(options);
  return detail::around(parent,
                        kmk_presentation(parent.release(), state_path.c_str(), action_case.c_str(),
                                         c_options.get(), destination.release()),
                        {action_case});
}

/** Attaches a presentation slot that an action can also fill; see kmk_presentation_destination. Since: 0.2. */
inline reducer presentation_destination(reducer parent, const text_ref &state_path,
                                        const text_ref &action_case, reducer destination,
                                        const slot_options &options = {}) {
  const detail::c_slot_options c_options(options);
  return detail::around(parent,
                        kmk_presentation_destination(parent.release(), state_path.c_str(),
                                                     action_case.c_str(), c_options.get(),
                                                     destination.release()),
                        {action_case});
}

/** Runs a feature for each row of an array; see kmk_for_each. Since: 0.2. */
inline reducer for_each(reducer parent, const text_ref &state_path, const text_ref &action_case,
                        reducer element, const text_ref &id_key = "id") {
  return detail::around(parent,
                        kmk_for_each(parent.release(), state_path.c_str(), action_case.c_str(),
                                     id_key.c_str(), element.release()),
                        {action_case});
}

/** Runs a feature for each element of a navigation path; see kmk_stack. Since: 0.2. */
inline reducer stack(reducer parent, const text_ref &state_path, const text_ref &action_case,
                     reducer element) {
  return detail::around(
      parent,
      kmk_stack(parent.release(), state_path.c_str(), action_case.c_str(), element.release()),
      {action_case});
}

/** Runs a feature for each element of a navigation path that the user interface writes as a whole; see
 * kmk_navigation_destination. Since: 0.2. */
inline reducer navigation_destination(reducer parent, const text_ref &state_path,
                                      const text_ref &action_case, reducer element) {
  return detail::around(parent,
                        kmk_navigation_destination(parent.release(), state_path.c_str(),
                                                   action_case.c_str(), element.release()),
                        {action_case});
}

} // namespace kumiki

#endif
