/** The arguments of a reducer: the action, the state that it may change, and its environment. */
#ifndef KUMIKI_STATE_HPP
#define KUMIKI_STATE_HPP

#include "collection.h"
#include "condition.hpp"
#include "fields.hpp"
#include "index.h"
#include "paths.h"
#include "state.h"

#include <chrono>
#include <optional>
#include <string>

namespace kumiki {

/** The action for a row or for an element of a navigation path, and its id. */
struct element_action;

namespace detail {

/* Thrown if an action is read as a type that lacks its case, or a case inside it. */
class unread_action : public error {
public:
  unread_action(const error &reason, const json_t *action) : error(reason), action_(action) {}
  const json_t *action() const noexcept { return action_; }

private:
  const json_t *action_;
};

} // namespace detail

/** An action, borrowed for the call. Since: 0.2. */
class action_view : public json_view, detail::beside_optional<action_view> {
public:
  using json_view::json_view;

  /**
   * Returns the action as a type; see json_view::as. The type may lack cases that operators around the reducer handle,
   * such as an undo or a dismissal. For such an action as() does not return: it leaves the reducer's function, and the
   * reducer does nothing.
   */
  template <class Type> Type as() const {
    try {
      return json_view::as<Type>();
    } catch (const error &reason) {
      if (!reason.is_unknown_case())
        throw;
      throw detail::unread_action(reason, value_);
    }
  }

  /**
   * Returns the action as a type, or nothing if the type lacks its case, or a case inside it. The type may also be a
   * single case:
   *
   *     if (const auto it = sent.as_if<open>())
   *       state.set("/file", it->value);
   *
   * Throws: error(DECODE) if the payload does not match the case. Since: 0.4.
   */
  template <class Type> std::optional<Type> as_if() const {
    return detail::read_if_known<Type>(*this);
  }

  /** Whether the action is the case that a case path names: "destination.dismiss". See kmk_action_is. */
  bool is(const text_ref &case_path) const noexcept {
    return kmk_action_is(value_, case_path.c_str());
  }

  /** Returns the name of the outermost case: "child" for {"child": "increment"}; "" if the action is not a case. */
  std::string_view case_name() const noexcept {
    if (is_text())
      return {json_string_value(value_), json_string_length(value_)};
    auto *object = const_cast<json_t *>(value_); // for json_object_iter, which writes nothing
    const char *name = json_object_iter_key(json_object_iter(object));
    return name ? name : "";
  }

  /** Returns the payload of the case, null for a case without one, or an empty view if the action is another case. */
  json_view payload(const text_ref &case_path) const noexcept {
    return kmk_action_payload(value_, case_path.c_str());
  }

  /** Returns the inner action and the id of an action for a row: element("rows"). Empty for any other action. */
  std::optional<element_action> element(const text_ref &case_path) const noexcept;
};

struct element_action {
  json_view id;
  action_view action;
};

inline std::optional<element_action>
action_view::element(const text_ref &case_path) const noexcept {
  const json_t *id = nullptr;
  const json_t *action = kmk_action_element(value_, case_path.c_str(), &id);
  if (action == nullptr)
    return std::nullopt;
  return element_action{id, action};
}

/**
 * Returns the inner action and the id from the payload of an action for a row; see kmk_payload_element. Since: 0.3.
 */
inline std::optional<element_action> element_of(json_view payload) noexcept {
  const json_t *id = nullptr;
  const json_t *action = kmk_payload_element(payload.get(), &id);
  if (action == nullptr)
    return std::nullopt;
  return element_action{id, action};
}

namespace detail {

/* Checks the action that was built for a case path. */
inline json built(json_t *action, const text_ref &case_path) {
  if (action != nullptr)
    return json::adopt(action);
  // C does not give the reason. If the case path is valid, the payload was refused.
  if (json_t *bare = kmk_action_at(case_path.c_str(), nullptr)) {
    kmk_json_release(bare);
    check(KMK_ERR_TOO_DEEP, "action_at");
  }
  throw error(KMK_ERR_INVALID_ARGUMENT, "no case path: \"" + std::string(case_path) + '"');
}

} // namespace detail

/**
 * Builds the action that a case path names: action_view::is matches it with the same path.
 *
 *     action_at("child.setCount", 3)     {"child": {"setCount": 3}}
 *
 * Throws: error(INVALID_ARGUMENT) for a malformed path, error(TOO_DEEP) for a payload that is nested too deep. Threads:
 * any. Since: 0.2.
 */
inline json action_at(const text_ref &case_path, const json &payload) {
  return detail::built(kmk_action_at(case_path.c_str(), payload.get()), case_path);
}
inline json action_at(const text_ref &case_path) {
  return detail::built(kmk_action_at(case_path.c_str(), nullptr), case_path);
}

/** Builds an action for a row: {"rows": {"element": {"id": ID, "action": ACTION}}}. Throws: error(INVALID_ARGUMENT)
 * for a malformed path, error(TOO_DEEP). Threads: any. Since: 0.2. */
inline json element_action_at(const text_ref &case_path, const json &id, json action) {
  return detail::built(kmk_action_element_at_new(case_path.c_str(), id.get(), action.release()),
                       case_path);
}

namespace detail {

class in_hand;

/* Whether a value may be written to a place. C++ itself would allow more conversions, such as from a pointer to bool.
 */
template <class Type, class Value, class = void>
inline constexpr bool is_of_place = std::is_convertible_v<Value, Type>;
template <class Type, class Value>
inline constexpr bool
    is_of_place<Type, Value,
                std::enable_if_t<std::is_arithmetic_v<Type> && !std::is_class_v<Value>>> =
        std::is_same_v<Type, Value> ||
        (is_number<Value> && (is_number<Type> || std::is_floating_point_v<Type>)) ||
        (std::is_floating_point_v<Value> && std::is_floating_point_v<Type>);
template <class Type, class Value>
inline constexpr bool
    is_of_place<std::optional<Type>, Value, std::enable_if_t<std::is_arithmetic_v<Value>>> =
        is_of_place<Type, Value>;

/* Converts a value to the place's type. */
template <class Type, class Value> Type of_place(Value &&value, std::string_view pointer) {
  using Given = std::decay_t<Value>;
  if constexpr (is_optional<Type>::value && std::is_arithmetic_v<Given>)
    return of_place<typename Type::value_type>(value, pointer);
  else if constexpr (is_number<Type> && is_number<Given> && !std::is_same_v<Type, Given>)
    return read_at<Type>(json(value), pointer);
  else
    return static_cast<Type>(std::forward<Value>(value));
}

/* Returns a handle that is borrowed for one call; throws after the call. `what` names the handle. */
template <class Handle> Handle *while_lent(Handle *handle, const char *what) {
  if (handle == nullptr)
    throw error(KMK_ERR_CLOSED,
                std::string("the ") + what + " was lent for one call, which has returned");
  return handle;
}

} // namespace detail

/**
 * The reducer's part of the state, for one call of the reducer.
 *
 * A value that get() returns is borrowed until the next write. A refused write raises an issue and throws an error with
 * the reason and the place in the store's state. Pointers are strings; kumiki::pointer builds one from its steps. If an
 * effect or an observer keeps a reference to the state and uses it later on the loop's thread, every function throws
 * error(CLOSED). Threads: callback. Since: 0.2.
 */
class state {
public:
  explicit state(kmk_state *handle) noexcept : state_(handle) {}
  state(const state &) = delete;
  state &operator=(const state &) = delete;

  kmk_state *handle() const { return detail::while_lent(state_, "state"); }

  /** Returns the reducer's whole part of the state. */
  json_view value() const { return kmk_state_json(handle()); }

  /** Returns the value at a pointer, or an empty view if the value is missing. */
  json_view get(const text_ref &pointer) const { return kmk_state_get(handle(), pointer.c_str()); }

  /** Returns the value at a pointer as a type. Throws: error(DECODE) with its path, including for a missing value. */
  template <class Type> Type get(const text_ref &pointer) const {
    return detail::read_at<Type>(get(pointer), pointer);
  }

  /** Returns the value at a place, as the place's type. Throws: error(DECODE). Since: 0.3. */
  template <class Type> Type get(const place<Type> &at) const { return get<Type>(text_ref(at)); }

  /** Writes the value at a pointer; see kmk_state_set_new. Throws: error(INVALID_ARGUMENT, NOT_FOUND, TOO_DEEP). */
  void set(const text_ref &pointer, json value) {
    write([&](kmk_state *at) { return kmk_state_set_new(at, pointer.c_str(), value.release()); });
  }

  /**
   * Writes a value at a place. A value of a different type does not compile. Two exceptions: the size of an integer may
   * differ, and an integer may be written to a floating-point place.
   *
   * Throws: error(INVALID_ARGUMENT, NOT_FOUND, TOO_DEEP), and error(DECODE) with the pointer for an integer that is
   * out of range. Since: 0.3.
   */
  template <class Type, class Value = Type> void set(const place<Type> &at, Value &&value) {
    static_assert(detail::is_of_place<Type, std::decay_t<Value>>, "the place is of another type");
    set(text_ref(at), json(detail::of_place<Type>(std::forward<Value>(value), text_ref(at))));
  }

  /** Inserts a value into an array; "/rows/-" appends. Throws: error(INVALID_ARGUMENT, NOT_FOUND, TOO_DEEP). */
  void insert(const text_ref &pointer, json value) {
    write(
        [&](kmk_state *at) { return kmk_state_insert_new(at, pointer.c_str(), value.release()); });
  }

  /** Moves the value at one pointer to another; see kmk_state_move. Throws: error(INVALID_ARGUMENT, NOT_FOUND,
   * TOO_DEEP). */
  void move(const text_ref &from, const text_ref &to) {
    write([&](kmk_state *at) { return kmk_state_move(at, from.c_str(), to.c_str()); });
  }

  /** Removes a member or an element. Throws: error(INVALID_ARGUMENT, NOT_FOUND). */
  void remove(const text_ref &pointer) {
    write([&](kmk_state *at) { return kmk_state_remove(at, pointer.c_str()); });
  }

  /** Returns the index of the row with an id, or nothing if no row has it. Throws: error(INVALID_ARGUMENT). */
  std::optional<std::size_t> find(const text_ref &rows, const json &id) const {
    std::size_t index = 0;
    const kmk_status code = kmk_state_find(handle(), rows.c_str(), id.get(), &index);
    if (code == KMK_ERR_NOT_FOUND)
      return std::nullopt;
    detail::check(code, "state::find", rows);
    return index;
  }

  /** Returns the row with an id, or an empty view if no row has it. */
  json_view row(const text_ref &rows, const json &id) const {
    return kmk_state_row(handle(), rows.c_str(), id.get());
  }

  /** Returns the row with an id, as the type of the place's rows; empty if no row has the id. Throws: error(DECODE).
   * Since: 0.3. */
  template <class Type>
  std::optional<Type> row(const place<std::vector<Type>> &rows, const json &id) const {
    const json_view found = row(text_ref(rows), id);
    return found ? std::optional<Type>(found.as<Type>()) : std::nullopt;
  }

  /** Writes into the row with an id, at a pointer inside it. Throws: error(INVALID_ARGUMENT, NOT_FOUND, TOO_DEEP). */
  void set_row(const text_ref &rows, const json &id, const text_ref &pointer, json value) {
    write([&](kmk_state *at) {
      return kmk_state_set_row_new(at, rows.c_str(), id.get(), pointer.c_str(), value.release());
    });
  }

  /** Removes the row with an id. Throws: error(INVALID_ARGUMENT, NOT_FOUND). */
  void remove_row(const text_ref &rows, const json &id) {
    write([&](kmk_state *at) { return kmk_state_remove_row(at, rows.c_str(), id.get()); });
  }

  /** Writes a value into each row that satisfies a condition; see kmk_state_set_rows. Throws: error(INVALID_ARGUMENT,
   * NOT_FOUND, TOO_DEEP), and then no row has changed. Since: 0.4. */
  void set_rows(const text_ref &rows, const text_ref &pointer, const json &value,
                const condition &where) {
    write([&](kmk_state *at) {
      return kmk_state_set_rows(at, rows.c_str(), pointer.c_str(), value.get(), where.handle());
    });
  }

  /** Removes each row that satisfies a condition; see kmk_state_remove_rows. Throws: error(INVALID_ARGUMENT,
   * NOT_FOUND). Since: 0.4. */
  void remove_rows(const text_ref &rows, const condition &where) {
    write([&](kmk_state *at) { return kmk_state_remove_rows(at, rows.c_str(), where.handle()); });
  }

  /** Returns the number of rows at an indexed place; see kmk_state_count. Since: 0.3. */
  std::size_t count(const text_ref &rows) const {
    return kmk_state_count(handle(), rows.c_str(), nullptr, nullptr);
  }

  /** Returns the number of rows in a group: count("/downloads", "/status", "running"). Since: 0.3. */
  std::size_t count(const text_ref &rows, const text_ref &group, const json &value) const {
    return kmk_state_count(handle(), rows.c_str(), group.c_str(), value.get());
  }

  /** Returns the number of rows at an indexed place and the sums of their numbers; see kmk_state_totals. Throws:
   * error(INVALID_ARGUMENT) if the rows are not indexed. Since: 0.3. */
  json totals(const text_ref &rows) const {
    return json::adopt(kmk_state_totals(handle(), rows.c_str(), nullptr, nullptr));
  }

  /** Returns the number of rows in a group and the sums of their numbers. Throws: error(INVALID_ARGUMENT) if the rows
   * are not indexed. Since: 0.3. */
  json totals(const text_ref &rows, const text_ref &group, const json &value) const {
    return json::adopt(kmk_state_totals(handle(), rows.c_str(), group.c_str(), value.get()));
  }

  /** Pushes an element onto a navigation path and returns its id. Throws: error(INVALID_ARGUMENT, NOT_FOUND,
   * TOO_DEEP). */
  std::uint64_t push(const text_ref &path, json element) {
    std::uint64_t id = 0;
    write([&](kmk_state *at) {
      return kmk_state_push_new(at, path.c_str(), element.release(), &id);
    });
    return id;
  }

  /**
   * Removes an element of a navigation path and all elements above it. Throws: error(INVALID_ARGUMENT, NOT_FOUND).
   */
  void pop_from(const text_ref &path, std::uint64_t id) {
    write([&](kmk_state *at) { return kmk_state_pop_from(at, path.c_str(), id); });
  }

  /** Removes all elements above one element. Throws: error(INVALID_ARGUMENT, NOT_FOUND). */
  void pop_to(const text_ref &path, std::uint64_t id) {
    write([&](kmk_state *at) { return kmk_state_pop_to(at, path.c_str(), id); });
  }

private:
  friend class detail::in_hand;
  kmk_state *state_;

  /* Performs a write, and throws the reason if the write is refused. */
  template <class Write> void write(Write &&write) const {
    // Before write(), which releases the values: if handle() threw after that, they would leak.
    kmk_state *at = handle();
    const kmk_status code = write(at);
    if (code == KMK_OK)
      return;
    kmk_error details;
    kmk_state_error(at, code, &details);
    throw error(details);
  }
};

/** The reducer's dependencies, borrowed for one call of the reducer. Threads: callback. Since: 0.2. */
class env {
public:
  explicit env(kmk_env *handle) noexcept : env_(handle) {}
  env(const env &) = delete;
  env &operator=(const env &) = delete;

  kmk_env *handle() const { return detail::while_lent(env_, "env"); }

  /** Returns the JSON value of the nearest dependency() with a key, or an empty view. */
  json_view dependency(const text_ref &key) const {
    return kmk_env_dependency(handle(), key.c_str());
  }

  /**
   * Returns the service that the nearest service() provides for a key, or nullptr; see kmk_env_pointer. Type must be
   * the type that was passed to service().
   */
  template <class Type> Type *service(const text_ref &key) const {
    return static_cast<Type *>(kmk_env_pointer(handle(), key.c_str()));
  }

  /** Returns the time on the loop's clock. The clock never goes backwards; a virtual clock starts at 0. */
  std::chrono::nanoseconds now() const {
    return std::chrono::nanoseconds(static_cast<std::int64_t>(kmk_env_now(handle())));
  }

  /** Returns the wall-clock time; on a virtual loop, the time on the loop's clock. See kmk_env_date. */
  std::chrono::system_clock::time_point date() const {
    return std::chrono::system_clock::time_point(
        std::chrono::duration_cast<std::chrono::system_clock::duration>(
            std::chrono::nanoseconds(kmk_env_date(handle()))));
  }

  /** Returns a fresh UUID of 36 characters. */
  std::string uuid() const {
    char text[37];
    kmk_env_uuid(handle(), text);
    return text;
  }

  /** Whether the feature is inside a presentation. */
  bool is_presented() const { return kmk_env_is_presented(handle()); }

private:
  friend class detail::in_hand;
  kmk_env *env_;
};

namespace detail {

/* The state and the env that one call of a function borrows. After the call the objects stay in memory, empty, and are
 * reused by later calls. So a reference that was kept too long never reads freed memory. */
class in_hand {
public:
  in_hand(kmk_state *raw_state, kmk_env *raw_env) : outer_(innermost()), mine_(next(outer_)) {
    mine_.state.state_ = raw_state;
    mine_.env.env_ = raw_env;
    innermost() = &mine_;
  }
  in_hand(const in_hand &) = delete;
  in_hand &operator=(const in_hand &) = delete;
  ~in_hand() {
    mine_.state.state_ = nullptr;
    mine_.env.env_ = nullptr;
    innermost() = outer_;
  }

  kumiki::state &state() const noexcept { return mine_.state; }
  kumiki::env &env() const noexcept { return mine_.env; }

private:
  /* A slot of one thread. Nested calls have one slot each. */
  struct slot {
    kumiki::state state{nullptr};
    kumiki::env env{nullptr};
    std::unique_ptr<slot> inner;
  };

  slot *outer_;
  slot &mine_;

  static slot *&innermost() noexcept {
    static thread_local slot *innermost = nullptr;
    return innermost;
  }
  static slot &next(slot *outer) {
    static thread_local slot outermost;
    if (outer == nullptr)
      return outermost;
    if (!outer->inner)
      outer->inner = std::make_unique<slot>();
    return *outer->inner;
  }
};

} // namespace detail
} // namespace kumiki

#endif
