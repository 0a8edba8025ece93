/** Conditions as data: which rows a list shows, which rows a write changes, which states are right. */
#ifndef KUMIKI_CONDITION_HPP
#define KUMIKI_CONDITION_HPP

#include "condition.h"
#include "json.hpp"

namespace kumiki {

/**
 * A condition, made of JSON; condition.h describes it. It never changes.
 *
 *     const kumiki::condition unread(kumiki::json::parse(R"({"at": "/isRead", "equals": false})"));
 *
 * Threads: any. Since: 0.4.
 */
class [[nodiscard]] condition
    : public detail::owned<detail::ref<kmk_condition>, kmk_condition, kmk_condition_free> {
public:
  using owned::owned;

  /** Throws: error(INVALID_ARGUMENT, TOO_DEEP, NO_MEMORY). */
  explicit condition(const json &description) : owned(made(description)) {}

  /** Returns whether the condition holds for a value. `whole` is the state that "place" reads. */
  bool holds(json_view value, json_view whole = {}) const noexcept {
    return kmk_condition_holds(handle_, value.get(), whole.get());
  }

private:
  static kmk_condition *made(const json &description) {
    kmk_error details;
    return detail::check(kmk_condition_new(description.get(), &details), details);
  }
};

} // namespace kumiki

#endif
