/**
 * What a reducer has in hand: the action, the state it may change, and its environment.
 */
#ifndef KUMIKI_STATE_HPP
#define KUMIKI_STATE_HPP

#include "collection.h"
#include "json_traits.hpp"
#include "paths.h"
#include "state.h"

#include <chrono>
#include <optional>
#include <string>

namespace kumiki {

/** The action of a row or of a path's element, and the row's id. */
struct element_action;

/** An action, lent for the call. Since: 0.2. */
class action_view : public json_view {
public:
  using json_view::json_view;

  /** Whether it is the case that a case path names: "destination.dismiss". See kmk_action_is. */
  bool is(const text_ref &case_path) const noexcept {
    return kmk_action_is(value_, case_path.c_str());
  }

  /** The name of its outermost case: "child" of {"child": "increment"}; "" where it has none. */
  std::string_view case_name() const noexcept {
    if (is_text())
      return {json_string_value(value_), json_string_length(value_)};
    auto *object = const_cast<json_t *>(value_); // as json_object_iter wants it; it writes nothing
    const char *name = json_object_iter_key(json_object_iter(object));
    return name ? name : "";
  }

  /** The payload of the case, null where it has none, empty where the action is another one. */
  json_view payload(const text_ref &case_path) const noexcept {
    return kmk_action_payload(value_, case_path.c_str());
  }

  /** The inner action of a row and its id, empty where it is none: element("rows"). */
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
 * Builds the action that action_view::is reads with the same case path.
 *
 *     action_at("child.setCount", 3)     {"child": {"setCount": 3}}
 *
 * Throws: error(INVALID_ARGUMENT) for a malformed path. Threads: any. Since: 0.2.
 */
inline json action_at(const text_ref &case_path, const json &payload) {
  return json::adopt(kmk_action_at(case_path.c_str(), payload.get()));
}
inline json action_at(const text_ref &case_path) {
  return json::adopt(kmk_action_at(case_path.c_str(), nullptr));
}

/** Builds an action of a row: {"rows": {"element": {"id": ID, "action": ACTION}}}; the same. */
inline json element_action_at(const text_ref &case_path, const json &id, json action) {
  return json::adopt(kmk_action_element_at_new(case_path.c_str(), id.get(), action.release()));
}

/**
 * The state in hand, for one call of a reducer.
 *
 * What get returns is lent until the next write. A write that is not done throws, and is the issue
 * "write-failed" too. Pointers are texts; kumiki::pointer writes one of its steps. Threads: as
 * kmk_state. Since: 0.2.
 */
class state {
public:
  explicit state(kmk_state *handle) noexcept : state_(handle) {}
  state(const state &) = delete;
  state &operator=(const state &) = delete;

  kmk_state *handle() const noexcept { return state_; }

  /** The whole state in hand. */
  json_view value() const noexcept { return kmk_state_json(state_); }

  /** The value at a pointer, empty where nothing is. */
  json_view get(const text_ref &pointer) const noexcept {
    return kmk_state_get(state_, pointer.c_str());
  }

  /** The value at a pointer as a type. Throws: error(DECODE) with its path, also for nothing. */
  template <class Type> Type get(const text_ref &pointer) const {
    try {
      return get(pointer).as<Type>();
    } catch (const error &inner) {
      throw inner.inside(pointer);
    }
  }

  /** Writes as kmk_state_set_new. Throws: error(INVALID_ARGUMENT, NOT_FOUND, TOO_DEEP). */
  void set(const text_ref &pointer, json value) {
    detail::check(kmk_state_set_new(state_, pointer.c_str(), value.release()), "kmk_state_set_new",
                  pointer);
  }

  /** Inserts as kmk_state_insert_new: "/rows/-" at the end. Throws as set. */
  void insert(const text_ref &pointer, json value) {
    detail::check(kmk_state_insert_new(state_, pointer.c_str(), value.release()),
                  "kmk_state_insert_new", pointer);
  }

  /** Moves as kmk_state_move. Throws as set. */
  void move(const text_ref &from, const text_ref &to) {
    detail::check(kmk_state_move(state_, from.c_str(), to.c_str()), "kmk_state_move", from);
  }

  /** Removes a member or an element. Throws: error(INVALID_ARGUMENT, NOT_FOUND). */
  void remove(const text_ref &pointer) {
    detail::check(kmk_state_remove(state_, pointer.c_str()), "kmk_state_remove", pointer);
  }

  /** The index of a row, empty where none has the id. Throws: error(INVALID_ARGUMENT). */
  std::optional<std::size_t> find(const text_ref &rows, const json &id) const {
    std::size_t index = 0;
    const kmk_status code = kmk_state_find(state_, rows.c_str(), id.get(), &index);
    if (code == KMK_ERR_NOT_FOUND)
      return std::nullopt;
    detail::check(code, "kmk_state_find", rows);
    return index;
  }

  /** The row with an id, empty where there is none. */
  json_view row(const text_ref &rows, const json &id) const {
    return kmk_state_row(state_, rows.c_str(), id.get());
  }

  /** Writes into the row with an id, at a pointer inside it. Throws as set. */
  void set_row(const text_ref &rows, const json &id, const text_ref &pointer, json value) {
    detail::check(
        kmk_state_set_row_new(state_, rows.c_str(), id.get(), pointer.c_str(), value.release()),
        "kmk_state_set_row_new", rows);
  }

  /** Removes the row with an id. Throws: error(INVALID_ARGUMENT, NOT_FOUND). */
  void remove_row(const text_ref &rows, const json &id) {
    detail::check(kmk_state_remove_row(state_, rows.c_str(), id.get()), "kmk_state_remove_row",
                  rows);
  }

  /** Puts an element on top of a path, and answers its id. Throws as set. */
  std::uint64_t push(const text_ref &path, json element) {
    std::uint64_t id = 0;
    detail::check(kmk_state_push_new(state_, path.c_str(), element.release(), &id),
                  "kmk_state_push_new", path);
    return id;
  }

  /** Removes an element and all above it. Throws: error(INVALID_ARGUMENT, NOT_FOUND). */
  void pop_from(const text_ref &path, std::uint64_t id) {
    detail::check(kmk_state_pop_from(state_, path.c_str(), id), "kmk_state_pop_from", path);
  }

  /** Removes all elements above one. Throws: error(INVALID_ARGUMENT, NOT_FOUND). */
  void pop_to(const text_ref &path, std::uint64_t id) {
    detail::check(kmk_state_pop_to(state_, path.c_str(), id), "kmk_state_pop_to", path);
  }

private:
  kmk_state *state_;
};

/** The dependencies in hand, for one call of a reducer. Since: 0.2. */
class env {
public:
  explicit env(kmk_env *handle) noexcept : env_(handle) {}
  env(const env &) = delete;
  env &operator=(const env &) = delete;

  kmk_env *handle() const noexcept { return env_; }

  /** The JSON value of the nearest dependency() with that key, empty where there is none. */
  json_view dependency(const text_ref &key) const noexcept {
    return kmk_env_dependency(env_, key.c_str());
  }

  /** What the nearest service() gives for a key, nullptr for none; see kmk_env_pointer. It must be of
   * that type. */
  template <class Type> Type *service(const text_ref &key) const noexcept {
    return static_cast<Type *>(kmk_env_pointer(env_, key.c_str()));
  }

  /** The loop's clock: it never goes back, and a virtual one starts at 0. */
  std::chrono::nanoseconds now() const noexcept {
    return std::chrono::nanoseconds(static_cast<std::int64_t>(kmk_env_now(env_)));
  }

  /** The wall clock; see kmk_env_date. */
  std::chrono::system_clock::time_point date() const noexcept {
    return std::chrono::system_clock::time_point(
        std::chrono::duration_cast<std::chrono::system_clock::duration>(
            std::chrono::nanoseconds(kmk_env_date(env_))));
  }

  /** A fresh UUID, 36 characters. */
  std::string uuid() const {
    char text[37];
    kmk_env_uuid(env_, text);
    return text;
  }

  /** Whether the feature is inside a presentation. */
  bool is_presented() const noexcept { return kmk_env_is_presented(env_); }

private:
  kmk_env *env_;
};

} // namespace kumiki

#endif
