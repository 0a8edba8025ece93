/**
 * Stores and views: a state, its reducer, and the effects that are running.
 */
#ifndef KUMIKI_STORE_HPP
#define KUMIKI_STORE_HPP

#include "binding.h"
#include "history.h"
#include "loop.hpp"
#include "observe.hpp"
#include "reducer.hpp"
#include "snapshot.hpp"
#include "store.h"
#include "view.h"

namespace kumiki {

class store;

/**
 * A store or a view that is lent: to a callback, to a widget.
 *
 * What sends throws error(INVALID_ARGUMENT, DECODE with the path, TOO_DEEP, WRONG_THREAD,
 * NO_MEMORY, CLOSED), and what the program's functions throw meanwhile. What reads throws
 * error(INVALID_ARGUMENT, NOT_FOUND, BUSY in a reducer, DECODE, WRONG_THREAD, NO_MEMORY, CLOSED).
 * Threads: owner, callback, where nothing else is said. Since: 0.2.
 */
class store_ref : public detail::ref<kmk_store> {
public:
  using ref::ref;

  /** The loop of the store, empty if that has gone. */
  loop_ref loop() const noexcept { return kmk_store_loop(handle_); }

  /** How many effects are running or about to begin. */
  std::size_t effect_count() const noexcept { return kmk_store_effect_count(handle_); }

  /** Whether a view's state is there, and the store has not ended; see kmk_store_is_valid. */
  bool is_valid() const noexcept { return kmk_store_is_valid(handle_); }

  /* ------------------------------------------------------------------ send */

  /** Sends an action: send("increment"), send(action_at("child.set", 3)). */
  void send(const json &action) const {
    sent([&](kmk_error *details) { return kmk_store_send(handle_, action.get(), details); });
  }

  /** Sends an action written as JSON. Throws besides: error(JSON) with its position. */
  void send_text(std::string_view text) const {
    sent([&](kmk_error *details) {
      return kmk_store_send_textn(handle_, text.data() ? text.data() : "", text.size(), details);
    });
  }

  /** Sends the action of a case path: send_at("child.setCount", 3). */
  void send_at(const text_ref &case_path, const json &payload) const {
    sent([&](kmk_error *details) {
      return kmk_store_send_at(handle_, case_path.c_str(), payload.get(), details);
    });
  }

  /** The same of a case without a payload. */
  void send_at(const text_ref &case_path) const {
    sent([&](kmk_error *details) {
      return kmk_store_send_at(handle_, case_path.c_str(), nullptr, details);
    });
  }

  /** Sends an action, and answers a handle to all that it starts. */
  task send_task(json action) const {
    kmk_error details;
    detail::call running;
    task result(kmk_store_send_task_new(handle_, action.release(), &details));
    running.rethrow();
    detail::check(result.handle(), details);
    return result;
  }

  /** Leaves an action for the loop's next dispatch; false where the store ended. Threads: any. */
  bool post(json action) const {
    const kmk_status code = kmk_store_post_new(handle_, action.release());
    if (code == KMK_ERR_CLOSED)
      return false;
    detail::check(code, "store::post");
    return true;
  }

  /** A mailbox, for threads that may outlive the store. Throws: error(INVALID_ARGUMENT). */
  kumiki::mailbox mailbox() const {
    kumiki::mailbox result(kmk_store_mailbox(handle_));
    if (!result)
      throw error(KMK_ERR_INVALID_ARGUMENT, "no mailbox: the store has ended");
    return result;
  }

  /** Fills a slot; see kmk_store_present. Throws as send. */
  void present(const text_ref &action_case, const json &state) const {
    sent([&](kmk_error *details) {
      return kmk_store_present(handle_, action_case.c_str(), state.get(), details);
    });
  }

  /** Asks the parent to fill a slot. */
  void present(const text_ref &action_case) const {
    sent([&](kmk_error *details) {
      return kmk_store_present(handle_, action_case.c_str(), nullptr, details);
    });
  }

  /** Dismisses whatever is presented. Throws as send. */
  void dismiss(const text_ref &action_case) const {
    sent([&](kmk_error *details) {
      return kmk_store_dismiss(handle_, action_case.c_str(), details);
    });
  }

  /**
   * Dismisses one presentation: what a window sends when its user closes it.
   *
   * @return false where that id is not up any more. Throws as send, and error(BUSY).
   */
  bool dismiss_id(const text_ref &action_case, const text_ref &id) const {
    kmk_error details;
    detail::call running;
    const kmk_status code =
        kmk_store_dismiss_id(handle_, action_case.c_str(), id.c_str(), &details);
    running.rethrow();
    if (code == KMK_ERR_NOT_FOUND)
      return false;
    detail::check(code, details);
    return true;
  }

  /** Sends an action to what is presented. Throws as send. */
  void presented(const text_ref &action_case, const json &action) const {
    sent([&](kmk_error *details) {
      return kmk_store_presented(handle_, action_case.c_str(), action.get(), details);
    });
  }

  /** Writes a field as a view's binding does; see kmk_store_write_binding. Throws as send. */
  void write_binding(const text_ref &binding_case, const text_ref &pointer,
                     const json &value) const {
    sent([&](kmk_error *details) {
      return kmk_store_write_binding(handle_, binding_case.c_str(), pointer.c_str(), value.get(),
                                     details);
    });
  }

  /** Writes a path as a view's stack does; see kmk_store_write_path. Throws as send and get. */
  void write_path(const text_ref &state_path, const text_ref &action_case, const json &path) const {
    sent([&](kmk_error *details) {
      return kmk_store_write_path(handle_, state_path.c_str(), action_case.c_str(), path.get(),
                                  details);
    });
  }

  /**
   * Has another reducer handle every action from here on; see kmk_store_replace_reducer.
   *
   * Throws: error(INVALID_ARGUMENT, UNKNOWN_FEATURE, DECODE, BUSY, TOO_DEEP, WRONG_THREAD, CLOSED).
   */
  void replace_reducer(reducer reducer) const {
    sent([&](kmk_error *details) {
      return kmk_store_replace_reducer(handle_, reducer.release(), details);
    });
  }

  /** The present moment. Throws: error(INVALID_ARGUMENT, BUSY, WRONG_THREAD, CLOSED). Since: 0.3. */
  kumiki::snapshot snapshot() const {
    kmk_error details;
    kmk_snapshot *taken = kmk_store_snapshot(handle_, &details);
    return kumiki::snapshot(detail::check(taken, details));
  }

  /** The same without the state; see kmk_store_snapshot_beside. Throws so too. Since: 0.3. */
  kumiki::snapshot snapshot_beside() const {
    kmk_error details;
    kmk_snapshot *taken = kmk_store_snapshot_beside(handle_, &details);
    return kumiki::snapshot(detail::check(taken, details));
  }

  /**
   * Goes back to a moment; see kmk_store_restore.
   *
   * Throws: error(INVALID_ARGUMENT, DECODE, BUSY, TOO_DEEP, WRONG_THREAD, CLOSED). Since: 0.3.
   */
  void restore(const snapshot_ref &moment) const {
    sent([&](kmk_error *details) { return kmk_store_restore(handle_, moment.handle(), details); });
  }

  /* ------------------------------------------------------------------ read */

  /** The whole state, a snapshot. */
  json state() const { return get(""); }

  /** The whole state as text, with jansson's flags. Throws as get. */
  std::string state_text(std::size_t flags = JSON_COMPACT) const {
    char *text = kmk_store_state_text(handle_, flags);
    return text ? detail::taken(text) : state().text(flags); // which says why there is none
  }

  /** The value at a place, as the place's type. Throws as get. Since: 0.3. */
  template <class Type> Type get(const place<Type> &at) const { return get<Type>(text_ref(at)); }

  /**
   * The value at a pointer, a snapshot: get("/rows"), get<int>("/count").
   *
   * A missing value is error(NOT_FOUND), and an empty std::optional as get<std::optional<int>>.
   */
  template <class Type = json> Type get(const text_ref &pointer) const {
    kmk_error details;
    json_t *found = kmk_store_get(handle_, pointer.c_str(), &details);
    return detail::read_snapshot<Type>(found, details, pointer);
  }

  /** The row or the element with an id, a snapshot: row("/rows", 7). Answers and throws as get. Since: 0.3. */
  template <class Type = json> Type row(const text_ref &rows, const json &id) const {
    kmk_error details;
    json_t *found = kmk_store_row(handle_, rows.c_str(), id.get(), &details);
    return detail::read_snapshot<Type>(found, details, rows);
  }

  /** The identity of what is presented in the slot at a pointer. */
  std::string presentation_id(const text_ref &pointer) const {
    kmk_error details;
    char *id = kmk_store_presentation_id(handle_, pointer.c_str(), &details);
    return detail::taken(detail::check(id, details));
  }

  /* --------------------------------------------------------- views, observers
   * A function is told at once, before the call returns, but for that of patches. Where it throws
   * then, the call throws that, and there is no subscription. */

  /** A view of what is at a pointer; see kmk_store_scope. Throws as get. */
  store scope(const text_ref &pointer, const text_ref &action_case) const;

  /** A view of one row or element; see kmk_store_scope_element. Throws as get. */
  store scope_element(const text_ref &pointer, const text_ref &action_case, const json &id) const;

  /** Observes the value at a pointer: function(json_view), empty for nothing. Throws as get. */
  template <class Function>
  subscription observe(const text_ref &pointer, Function &&function) const {
    return told(kmk_store_observe, pointer, std::forward<Function>(function));
  }

  /** The same as a type: observe<int>("/count", ...). What is no such value is thrown. */
  template <class Type, class Function>
  subscription observe(const text_ref &pointer, Function &&function) const {
    return observe(pointer,
                   [place = std::string(std::string_view(pointer)),
                    kept = std::decay_t<Function>(std::forward<Function>(function))](
                       json_view value) mutable { kept(detail::read_at<Type>(value, place)); });
  }

  /** The same as the type of a place. Since: 0.3. */
  template <class Type, class Function>
  subscription observe(const place<Type> &at, Function &&function) const {
    return observe<Type>(text_ref(at), std::forward<Function>(function));
  }

  /** Observes the ids of rows or of a path's elements: function(json_view ids). Throws as get. */
  template <class Function>
  subscription observe_ids(const text_ref &pointer, Function &&function) const {
    return told(kmk_store_observe_ids, pointer, std::forward<Function>(function));
  }

  /** The same, told only what has come and gone: function(json_view changes). Throws as get. */
  template <class Function>
  subscription observe_id_changes(const text_ref &pointer, Function &&function) const {
    return told(kmk_store_observe_id_changes, pointer, std::forward<Function>(function));
  }

  /** Observes what each burst changes: function(json_view patch). Throws as get. */
  template <class Function>
  subscription observe_patches(const text_ref &pointer, Function &&function) const {
    return told(kmk_store_observe_patches, pointer, std::forward<Function>(function));
  }

  /** The same, and the way back: function(json_view patch, json_view inverse). Throws as get. */
  template <class Function>
  subscription observe_changes(const text_ref &pointer, Function &&function) const {
    using box = detail::lasting<std::decay_t<Function>>;
    const auto tell = [](const json_t *patch, const json_t *inverse, void *data) noexcept {
      const typename box::use kept(data);
      detail::guarded([&] { (*kept)(json_view(patch), json_view(inverse)); });
    };
    auto *data = detail::make_lasting(std::forward<Function>(function));
    return subscribed([&](kmk_error *details) {
      return kmk_store_observe_changes(handle_, pointer.c_str(), tell, data, box::free, details);
    });
  }

  /** Observes which case is up: function(std::optional<std::string_view>, json_view payload). */
  template <class Function>
  subscription observe_case(const text_ref &pointer, Function &&function) const {
    using box = detail::lasting<std::decay_t<Function>>;
    const auto tell = [](const char *state_case, const json_t *payload, void *data) noexcept {
      const typename box::use kept(data);
      detail::guarded([&] { (*kept)(detail::optional_text(state_case), json_view(payload)); });
    };
    auto *data = detail::make_lasting(std::forward<Function>(function));
    return subscribed([&](kmk_error *details) {
      return kmk_store_observe_case(handle_, pointer.c_str(), tell, data, box::free, details);
    });
  }

  /** Observes what is presented in a slot; see kmk_store_observe_presentation. Throws as get. */
  subscription observe_presentation(const text_ref &pointer,
                                    presentation_callbacks callbacks) const {
    using view = detail::presentation_view;
    const kmk_presentation_callbacks functions = {sizeof(kmk_presentation_callbacks), view::present,
                                                  view::update, view::dismiss};
    auto *data = detail::make_lasting(std::move(callbacks));
    return subscribed([&](kmk_error *details) {
      return kmk_store_observe_presentation(handle_, pointer.c_str(), &functions, data,
                                            view::box::free, details);
    });
  }

private:
  using Observe = kmk_subscription *(kmk_store *, const char *, kmk_observe_fn, void *, kmk_free_fn,
                                     kmk_error *);

  template <class Send> static void sent(Send &&send) {
    kmk_error details;
    detail::call running;
    const kmk_status code = send(&details);
    running.rethrow();
    detail::check(code, details);
  }

  template <class Subscribe> static subscription subscribed(Subscribe &&subscribe) {
    kmk_error details;
    detail::call running;
    subscription result(subscribe(&details));
    running.rethrow();
    detail::check(result.handle(), details);
    return result;
  }

  template <class Function>
  subscription told(Observe *subscribe, const text_ref &pointer, Function &&function) const {
    using box = detail::lasting<std::decay_t<Function>>;
    const auto tell = [](const json_t *value, void *data) noexcept {
      const typename box::use kept(data);
      detail::guarded([&] { (*kept)(json_view(value)); });
    };
    auto *data = detail::make_lasting(std::forward<Function>(function));
    return subscribed([&](kmk_error *details) {
      return subscribe(handle_, pointer.c_str(), tell, data, box::free, details);
    });
  }
};

/** A store, or a view, that ends with its value, before its loop or after it. Since: 0.2. */
class [[nodiscard]] store : public detail::owned<store_ref, kmk_store, kmk_store_free> {
public:
  using owned::owned;

  /**
   * Makes a store of a reducer and an initial state.
   *
   * Throws: error(INVALID_ARGUMENT, UNKNOWN_FEATURE, DECODE, TOO_DEEP, WRONG_THREAD, NO_MEMORY,
   * CLOSED); see kmk_store_new.
   */
  store(const loop_ref &loop, reducer reducer, const json &initial_state) {
    kmk_error details;
    detail::call running;
    owned made(kmk_store_new(loop.handle(), reducer.release(), initial_state.get(), &details));
    running.rethrow();
    detail::check(made.handle(), details);
    handle_ = made.release();
  }

  /** Makes a store that goes on from a snapshot; throws so too. Since: 0.3. */
  store(const loop_ref &loop, reducer reducer, const snapshot_ref &moment) {
    kmk_error details;
    detail::call running;
    owned made(kmk_store_new_from(loop.handle(), reducer.release(), moment.handle(), &details));
    running.rethrow();
    detail::check(made.handle(), details);
    handle_ = made.release();
  }

  /** Makes a store of a registered feature, with its own initial state or another; throws so too. */
  static store open(const loop_ref &loop, const text_ref &feature,
                    const std::optional<json> &initial_state = std::nullopt) {
    kmk_error details;
    detail::call running;
    store made(kmk_store_open(loop.handle(), feature.c_str(),
                              initial_state ? initial_state->get() : nullptr, &details));
    running.rethrow();
    detail::check(made.handle(), details);
    return made;
  }
};

inline store store_ref::scope(const text_ref &pointer, const text_ref &action_case) const {
  kmk_error details;
  kmk_store *view = kmk_store_scope(handle_, pointer.c_str(), action_case.c_str(), &details);
  return store(detail::check(view, details));
}

inline store store_ref::scope_element(const text_ref &pointer, const text_ref &action_case,
                                      const json &id) const {
  kmk_error details;
  kmk_store *view =
      kmk_store_scope_element(handle_, pointer.c_str(), action_case.c_str(), id.get(), &details);
  return store(detail::check(view, details));
}

} // namespace kumiki

#endif
