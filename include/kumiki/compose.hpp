/** More operators, dependencies, and features by name. */
#ifndef KUMIKI_COMPOSE_HPP
#define KUMIKI_COMPOSE_HPP

#include "reducer.hpp"

#include <functional>
#include <map>

namespace kumiki {

/**
 * Creates a dynamic reducer: for each action, a function chooses the reducer that runs. The function takes (json_view
 * state, action_view), and optionally an env & last. It returns a reducer; an empty reducer or std::nullopt means that
 * no reducer runs for this action. See kmk_reader. Since: 0.2.
 */
template <class Function> reducer reader(Function &&function) {
  using kept = detail::reducing<std::decay_t<Function>>;
  const auto choose = [](const json_t *raw_state, const json_t *raw_action, kmk_env *raw_env,
                         void *data) noexcept {
    const auto run = [&] {
      auto &at = kept::box::at(data);
      const detail::in_hand lent(nullptr, raw_env);
      const auto chosen = [&] {
        if constexpr (std::is_invocable_v<std::decay_t<Function> &, json_view, action_view, env &>)
          return at.function(json_view(raw_state), action_view(raw_action), lent.env());
        else
          return at.function(json_view(raw_state), action_view(raw_action));
      };
      std::optional<reducer> answer(chosen());
      if (!answer)
        return static_cast<kmk_reducer *>(nullptr);
      for (const std::string &each : at.handled->names())
        detail::level_of(*answer).handle(each);
      return answer->release();
    };
    return detail::guarded<kmk_reducer *>(nullptr, run, detail::role::reducer);
  };
  auto *data = kept::make(std::forward<Function>(function));
  reducer result(kmk_reader_env(choose, data, kept::box::free));
  detail::level_of(result) = detail::level(data->handled);
  return result;
}

/**
 * Creates a reducer that contains itself: function(reducer self) returns the reducer, and self stands for that result.
 * See kmk_recurse.
 *
 * Throws: what the function throws. Since: 0.2.
 */
template <class Function> reducer recurse(Function &&function) {
  struct building {
    std::remove_reference_t<Function> &function;
    detail::level built = {};
  } data{function};
  const auto build = [](kmk_reducer *self, void *raw) noexcept {
    reducer given(self);
    return detail::guarded<kmk_reducer *>(nullptr, [&] {
      auto &at = *static_cast<building *>(raw);
      reducer made(at.function(std::move(given)));
      at.built = std::move(detail::level_of(made));
      return made.release();
    });
  };
  detail::call running;
  reducer result(kmk_recurse(build, &data, nullptr));
  running.rethrow();
  detail::level_of(result) = std::move(data.built);
  return result;
}

/**
 * Runs a function when the base has changed the value at a pointer, once for each action: (state &, json_view before,
 * json_view after), and optionally action_view, env & last. A view of a missing value is empty. The function returns an
 * effect or nothing, like a reducer's function. The old value is kept until the base has run, so use this for small
 * values. See kmk_on_change. Since: 0.2.
 */
template <class Function>
reducer on_change(reducer base, const text_ref &state_path, Function &&function) {
  using kept = detail::reducing<std::decay_t<Function>>;
  const auto change = [](kmk_state *raw_state, const json_t *raw_before, const json_t *raw_after,
                         const json_t *raw_action, kmk_env *raw_env, void *data) noexcept {
    return detail::answer<std::decay_t<Function>>(data, raw_state, raw_env, raw_action,
                                                  json_view(raw_before), json_view(raw_after));
  };
  auto *data = kept::make(std::forward<Function>(function));
  detail::level_of(base).join(detail::level(data->handled));
  return detail::around(
      base, kmk_on_change(base.release(), state_path.c_str(), change, data, kept::box::free));
}

/** A case of an action, and the kind of its payload; see kmk_case. Since: 0.2. */
using case_type = kmk_case;

/** Declares which actions a reducer accepts: cases(base, {{"rename", "text"}}). Any other action is refused with
 * error(DECODE). See kmk_cases. Since: 0.2. */
inline reducer cases(reducer base, std::initializer_list<case_type> known) {
  return detail::around(base, kmk_cases(base.release(), known.size(), known.begin()));
}

/**
 * Declares the requests of a reducer, and of the reducers inside it:
 *
 *     requests(base, {{"net.fetch", "{url: text}", "{size: unsigned}", "unsigned", "text"}})
 *
 * See kmk_requests. Since: 0.4.
 */
inline reducer requests(reducer base, std::initializer_list<request_kind> known) {
  return detail::around(base, kmk_requests(base.release(), known.size(), known.begin()));
}

/** Declares the shape of a reducer's state as a string; see kmk_shape for the grammar. Since: 0.2. */
inline reducer shape(reducer base, const text_ref &text) {
  return detail::around(base, kmk_shape(base.release(), text.c_str()));
}

/**
 * Checks that a feature has the shape from which the program's types were generated. Any other shape is a configuration
 * error, thrown when the store is made. See kmk_expect_shape. Since: 0.3.
 */
inline reducer expect_shape(reducer base, const text_ref &hashes) {
  return detail::around(base, kmk_expect_shape(base.release(), hashes.c_str()));
}

/** A case of an action, the kind of its payload as in kmk_case, and the function that handles it: (state &, json_view
 * payload), and optionally an env & last. Since: 0.2. */
class handler {
public:
  /** A case without a payload. */
  template <class Function>
  handler(const text_ref &name, Function &&function)
      : handler(name, nullptr, std::forward<Function>(function)) {}

  /** A case that something else handles, such as the operator that attaches a child: pass nullptr as the function. */
  handler(const text_ref &name, const char *payload, std::nullptr_t)
      : name_(name), payload_(payload ? payload : ""), has_payload_(payload != nullptr) {}

  template <class Function>
  handler(const text_ref &name, const char *payload, Function &&function)
      : handler(name, payload, nullptr) {
    using Kept = std::decay_t<Function>;
    // Shared, because copies of this class share one function, which may be move-only.
    answer_ = [kept = std::make_shared<Kept>(std::forward<Function>(function))](
                  state &lent_state, json_view given, env &lent_env) {
      return effect(detail::answered([&] {
        if constexpr (std::is_invocable_v<Kept &, kumiki::state &, json_view, kumiki::env &>)
          return (*kept)(lent_state, given, lent_env);
        else
          return (*kept)(lent_state, given);
      }));
    };
  }

  const std::string &name() const noexcept { return name_; }
  case_type known() const noexcept {
    return {name_.c_str(), has_payload_ ? payload_.c_str() : nullptr};
  }
  /** The payload that the function receives for an action of its case, as in kmk_handle_fn. */
  json_view payload_of(action_view action) const noexcept {
    const json_view given = action.payload(name_), written = action[name_];
    // A kind contains a colon only if the payload is an object: {depth: integer?}, [text: text].
    const bool is_object = payload_.find(':') != std::string::npos;
    return is_object && written.is_object() ? written : given;
  }
  effect answer(state &state, json_view payload, env &env) const {
    return answer_ ? answer_(state, payload, env) : effect::none();
  }

private:
  std::string name_, payload_;
  bool has_payload_;
  std::function<effect(state &, json_view, env &)> answer_;
};

/**
 * Creates a reducer from one function per case, and refuses any other action:
 *
 *     handlers({{"increment", increment}, {"setCount", "integer", set_count},
 *               {"sheet", "any", nullptr}})
 *
 * The list must also name the cases of attached children. See kmk_handlers.
 *
 * Throws: error(INVALID_ARGUMENT) if two cases have the same name. Since: 0.2.
 */
inline reducer handlers(std::vector<handler> given) {
  std::map<std::string, handler, std::less<>> by_name;
  std::vector<case_type> known;
  for (const handler &each : given) {
    known.push_back(each.known());
    if (!by_name.emplace(each.name(), each).second)
      throw error(KMK_ERR_INVALID_ARGUMENT, "two functions for the case " + each.name());
  }
  reducer base([kept = std::move(by_name)](state &state, action_view action, env &env) {
    const auto found = kept.find(action.case_name());
    if (found == kept.end())
      return effect::none();
    return found->second.answer(state, found->second.payload_of(action), env);
  });
  return detail::around(base, kmk_cases(base.release(), known.size(), known.data()));
}

/** Creates the reducer for one case of a destination: an alert or a dialog with the given button actions, alert("alert",
 * {"confirm", "cancel"}). Any of these actions dismisses the alert. See kmk_alert. Since: 0.2. */
inline reducer alert(const text_ref &state_case, std::initializer_list<const char *> buttons) {
  return detail::handling(reducer(kmk_alert(state_case.c_str(), buttons.size(), buttons.begin())),
                          {state_case});
}

/** A field of a state that views may write, and the kind of its values; see kmk_field. Since: 0.2. */
using field = kmk_field;

/** Handles bindings: writes the values that views send for the given fields, but for no other field; see
 * kmk_binding_fields. Since: 0.2. */
inline reducer binding_fields(const text_ref &action_case, std::initializer_list<field> fields) {
  return detail::handling(
      reducer(kmk_binding_fields(action_case.c_str(), fields.size(), fields.begin())),
      {action_case});
}

/** Prints each action and the changes that it made to standard error, for debugging; see kmk_print_changes. Since:
 * 0.2. */
inline reducer print_changes(reducer base, const text_ref &label = "") {
  return detail::around(base, kmk_print_changes(base.release(), label.c_str()));
}

/** Provides a named JSON value to a reducer and to everything inside it; env::dependency reads it. Since: 0.2. */
inline reducer dependency(reducer base, const text_ref &key, const json &value) {
  return detail::around(base, kmk_dependency(base.release(), key.c_str(), value.get()));
}

/**
 * Provides a named service to a reducer and to everything inside it; env::service<Type> reads it. The service is
 * borrowed and must outlive every reducer, store and effect that uses it. nullptr hides a service that an outer reducer
 * provides. Since: 0.2.
 */
template <class Type> reducer service(reducer base, const text_ref &key, Type *lent) {
  return detail::around(base, kmk_dependency_pointer(base.release(), key.c_str(), lent, nullptr));
}

/** Provides a named service to a reducer, and owns the service: it is freed with the last reducer and store that
 * contain it. Since: 0.2. */
template <class Type>
reducer service(reducer base, const text_ref &key, std::unique_ptr<Type> own) {
  const auto free = [](void *data) { delete static_cast<Type *>(data); };
  return detail::around(base,
                        kmk_dependency_pointer(base.release(), key.c_str(), own.release(), free));
}

/** Returns a registered feature as a reducer, for use in a reducer tree; see kmk_feature. Since: 0.2. */
inline reducer feature(const text_ref &name) { return reducer(kmk_feature(name.c_str())); }

/**
 * Registers a feature under a name for the whole process; see kmk_feature_register.
 *
 * Throws: error(INVALID_ARGUMENT, UNKNOWN_FEATURE, DECODE, TOO_DEEP, NO_MEMORY). Threads: any. Since: 0.2.
 */
inline void register_feature(const text_ref &name, reducer reducer,
                             const std::optional<json> &initial = std::nullopt) {
  kmk_error details;
  detail::call running;
  const kmk_status code = kmk_feature_register(name.c_str(), reducer.release(),
                                               initial ? initial->get() : nullptr, &details);
  running.rethrow();
  detail::check(code, details);
}

/**
 * Removes a feature's name, so that its code may be unloaded. While the feature is in use, this throws error(BUSY).
 *
 * Throws: error(INVALID_ARGUMENT, NOT_FOUND, BUSY). Threads: any. Since: 0.2.
 */
inline void unregister_feature(const text_ref &name) {
  detail::check(kmk_feature_unregister(name.c_str()), "unregister_feature");
}

} // namespace kumiki

#endif
