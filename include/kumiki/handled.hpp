/**
 * Typed reducers inside operators. If an operator handles an action and the reducer's variant lacks the case, the
 * reducer skips that action.
 *
 *     using action = std::variant<add, remove>;
 *     kumiki::undoable([](kumiki::state &state, kumiki::action_view sent) {
 *       kumiki::match(sent.as<action>(), ...); // not reached by "undo", which undoable handles
 *     })
 */
#ifndef KUMIKI_HANDLED_HPP
#define KUMIKI_HANDLED_HPP

#include "effect.hpp"
#include "state.hpp"

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace kumiki {
namespace detail {

/* The cases that operators around one function handle. Reducers may be composed and run on any thread. */
class handled_cases {
public:
  void add(const std::string &name) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (std::find(names_.begin(), names_.end(), name) == names_.end())
      names_.push_back(name);
  }

  std::vector<std::string> names() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return names_;
  }

  /* Whether an operator handles an action. Only the outer case counts; the child checks the inner case. */
  bool has(const action_view &action) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return std::any_of(names_.begin(), names_.end(),
                       [&](const std::string &name) { return action.is(name); });
  }

private:
  mutable std::mutex mutex_;
  std::vector<std::string> names_;
};

/* The functions that receive the same actions, and the cases that operators among them handle. */
class level {
public:
  level() = default;
  explicit level(std::shared_ptr<handled_cases> function) : functions_({std::move(function)}) {}

  void handle(const std::string &name) {
    handled_.push_back(name);
    for (const auto &each : functions_)
      each->add(name);
  }

  void join(const level &other) {
    const std::vector<std::string> mine = handled_;
    for (const auto &each : other.functions_)
      for (const std::string &name : mine)
        each->add(name);
    for (const std::string &name : other.handled_)
      handle(name);
    functions_.insert(functions_.end(), other.functions_.begin(), other.functions_.end());
  }

private:
  std::vector<std::shared_ptr<handled_cases>> functions_;
  std::vector<std::string> handled_;
};

/* A reducer's function, boxed for C. */
template <class Function> struct reducing {
  Function function;
  std::shared_ptr<handled_cases> handled = std::make_shared<handled_cases>();

  using box = detail::box<reducing>;
  template <class Given> static reducing *make(Given &&given) {
    return new reducing{Function(std::forward<Given>(given))};
  }
};

/* Calls a boxed function with the state and the given arguments, and with the action and the env if it takes them. */
template <class Function, class... Given>
kmk_effect *answer(void *data, kmk_state *raw_state, kmk_env *raw_env, const json_t *raw_action,
                   Given... given) noexcept {
  auto &kept = reducing<Function>::box::at(data);
  const auto run = [&] {
    const in_hand lent(raw_state, raw_env);
    [[maybe_unused]] const action_view sent(raw_action);
    if constexpr (std::is_invocable_v<Function &, state &, Given..., action_view, env &>)
      return kept.function(lent.state(), given..., sent, lent.env());
    else if constexpr (std::is_invocable_v<Function &, state &, Given..., action_view>)
      return kept.function(lent.state(), given..., sent);
    else
      return kept.function(lent.state(), given...);
  };
  return guarded<kmk_effect *>(
      nullptr,
      [&]() -> kmk_effect * {
        try {
          return returned(run);
        } catch (const unread_action &unread) {
          if (unread.action() != raw_action || !kept.handled->has(raw_action))
            throw;
          return nullptr;
        }
      },
      role::reducer);
}

} // namespace detail
} // namespace kumiki

#endif
