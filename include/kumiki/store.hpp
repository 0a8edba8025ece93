/** Stores and scoped stores: a state, its reducer, and its running effects. */
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
 * A borrowed store or scoped store, for a callback or a widget.
 *
 * Functions that send throw error(INVALID_ARGUMENT, DECODE with the path, TOO_DEEP, LIMIT, WRONG_THREAD, NO_MEMORY,
 * CLOSED), and exceptions from the functions that they run. Functions that read throw error(INVALID_ARGUMENT,
 * NOT_FOUND, BUSY in a reducer, DECODE, WRONG_THREAD, NO_MEMORY, CLOSED). The comments below refer to these as the
 * errors of send and of get. Threads: owner, callback, unless a comment says otherwise. Since: 0.2.
 */
class store_ref : public detail::ref<kmk_store> {
public:
  using ref::ref;

  /** Returns the loop of the store, empty if the loop no longer exists. */
  loop_ref loop() const noexcept { return kmk_store_loop(handle_); }

  /** Returns the number of effects that are running or about to start. */
  std::size_t effect_count() const noexcept { return kmk_store_effect_count(handle_); }

  /** Whether a scoped store's part of the state has a value; for any other store, whether it has not ended. See
   * kmk_store_is_valid. */
  bool is_valid() const noexcept { return kmk_store_is_valid(handle_); }

  /* ------------------------------------------------------------------ send */

  /** Sends an action: send("increment"), send(action_at("child.set", 3)). */
  void send(const json &action) const {
    sent([&](kmk_error *details) { return kmk_store_send(handle_, action.get(), details); });
  }

  /** Sends a case of a variant: send(add{3}). Since: 0.4. */
  template <class Case, class = detail::if_case<Case>> void send(const Case &action) const {
    send(json(std::variant<Case>(action)));
  }

  /** Sends an action written as JSON text. Throws: the errors of send, and error(JSON) with the position. */
  void send_text(std::string_view text) const {
    sent([&](kmk_error *details) {
      return kmk_store_send_textn(handle_, text.data() ? text.data() : "", text.size(), details);
    });
  }

  /** Sends the action that a case path names: send_at("child.setCount", 3). */
  void send_at(const text_ref &case_path, const json &payload) const {
    sent([&](kmk_error *details) {
      return kmk_store_send_at(handle_, case_path.c_str(), payload.get(), details);
    });
  }

  /** Sends the action that a case path names, without a payload. */
  void send_at(const text_ref &case_path) const {
    sent([&](kmk_error *details) {
      return kmk_store_send_at(handle_, case_path.c_str(), nullptr, details);
    });
  }

  /** Sends an action, and returns a handle to everything that it starts. */
  task send_task(json action) const {
    kmk_error details;
    detail::call running;
    task result(kmk_store_send_task_new(handle_, action.release(), &details));
    running.rethrow();
    detail::check(result.handle(), details);
    return result;
  }

  /** Posts an action for the loop's next dispatch. Returns false if the store has ended. Threads: any. */
  bool post(json action) const {
    const kmk_status code = kmk_store_post_new(handle_, action.release());
    if (code == KMK_ERR_CLOSED)
      return false;
    detail::check(code, "store::post");
    return true;
  }

  /** Creates a mailbox, for threads that may outlive the store. Throws: error(INVALID_ARGUMENT). */
  kumiki::mailbox mailbox() const {
    kumiki::mailbox result(kmk_store_mailbox(handle_));
    if (!result)
      throw error(KMK_ERR_INVALID_ARGUMENT, "no mailbox: the store has ended");
    return result;
  }

  /** Fills a slot with a state; see kmk_store_present. Throws: the errors of send. */
  void present(const text_ref &action_case, const json &state) const {
    sent([&](kmk_error *details) {
      return kmk_store_present(handle_, action_case.c_str(), state.get(), details);
    });
  }

  /** Asks the parent to fill a slot. Throws: the errors of send. */
  void present(const text_ref &action_case) const {
    sent([&](kmk_error *details) {
      return kmk_store_present(handle_, action_case.c_str(), nullptr, details);
    });
  }

  /** Dismisses whatever is presented in a slot. Throws: the errors of send. */
  void dismiss(const text_ref &action_case) const {
    sent([&](kmk_error *details) {
      return kmk_store_dismiss(handle_, action_case.c_str(), details);
    });
  }

  /**
   * Dismisses one presentation. Call this when the user closes a window.
   *
   * @return false if that id is no longer presented.
   *
   * Throws: the errors of send, and error(BUSY) in a reducer.
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

  /** Sends an action to the feature that is presented in a slot. Throws: the errors of send. */
  void presented(const text_ref &action_case, const json &action) const {
    sent([&](kmk_error *details) {
      return kmk_store_presented(handle_, action_case.c_str(), action.get(), details);
    });
  }

  /** Writes a field as a view's binding does; see kmk_store_write_binding. Throws: the errors of send. */
  void write_binding(const text_ref &binding_case, const text_ref &pointer,
                     const json &value) const {
    sent([&](kmk_error *details) {
      return kmk_store_write_binding(handle_, binding_case.c_str(), pointer.c_str(), value.get(),
                                     details);
    });
  }

  /** Writes a whole navigation path, as the navigation stack of a user interface does; see kmk_store_write_path.
   * Throws: the errors of send and get. */
  void write_path(const text_ref &state_path, const text_ref &action_case, const json &path) const {
    sent([&](kmk_error *details) {
      return kmk_store_write_path(handle_, state_path.c_str(), action_case.c_str(), path.get(),
                                  details);
    });
  }

  /**
   * Replaces the reducer. The new reducer handles every later action; the state is kept. See kmk_store_replace_reducer.
   *
   * Throws: error(INVALID_ARGUMENT, UNKNOWN_FEATURE, DECODE, BUSY, TOO_DEEP, WRONG_THREAD, CLOSED).
   */
  void replace_reducer(reducer reducer) const {
    sent([&](kmk_error *details) {
      return kmk_store_replace_reducer(handle_, reducer.release(), details);
    });
  }

  /** Takes a snapshot of the store. Throws: error(INVALID_ARGUMENT, BUSY, WRONG_THREAD, CLOSED). Since: 0.3. */
  kumiki::snapshot snapshot() const {
    kmk_error details;
    kmk_snapshot *taken = kmk_store_snapshot(handle_, &details);
    return kumiki::snapshot(detail::check(taken, details));
  }

  /** Takes a snapshot without the state; see kmk_store_snapshot_without_state. Throws: error(INVALID_ARGUMENT, BUSY,
   * WRONG_THREAD, CLOSED). Since: 0.4. */
  kumiki::snapshot snapshot_without_state() const {
    kmk_error details;
    kmk_snapshot *taken = kmk_store_snapshot_without_state(handle_, &details);
    return kumiki::snapshot(detail::check(taken, details));
  }

  /** The former name of snapshot_without_state; see kmk_store_snapshot_beside. Throws: error(INVALID_ARGUMENT, BUSY,
   * WRONG_THREAD, CLOSED). Since: 0.3. */
  kumiki::snapshot snapshot_beside() const { return snapshot_without_state(); }

  /**
   * Restores a snapshot: its state, its presentations and its state-driven effects; see kmk_store_restore.
   *
   * Throws: error(INVALID_ARGUMENT, DECODE, BUSY, TOO_DEEP, WRONG_THREAD, CLOSED). Since: 0.3.
   */
  void restore(const snapshot_ref &moment) const {
    sent([&](kmk_error *details) { return kmk_store_restore(handle_, moment.handle(), details); });
  }

  /* -------------------------------------------------------------- requests */

  /**
   * Serves the requests of a name, for this store. The server goes before the loop's server of
   * the name.
   *
   *     store.serve("file.read", [](const request &asked) { return whole_file(asked.question()); });
   *
   * @param serve  (request). A value that it returns is the answer. If it returns nothing, or an empty
   *               std::optional<json>, answer with a copy of the request, later or on another thread. If it throws, the
   *               request fails with the exception's message, or with the value of a failure.
   * @param ended  nullptr, or (request, kmk_request_end), called when the request ends for this server; see
   *               kmk_request_end_fn.
   * @param most   the greatest number of requests that the server has at a time; 0: any number.
   *
   * See kmk_store_serve. Throws: error(INVALID_ARGUMENT, WRONG_THREAD, CLOSED). Since: 0.4.
   */
  template <class Serve, class Ended = std::nullptr_t>
  void serve(const text_ref &name, Serve &&serve, Ended &&ended = nullptr,
             std::uint32_t most = 0) const {
    const auto add = [&](const kmk_server *server, kmk_error *details) {
      return kmk_store_serve(handle_, name.c_str(), server, details);
    };
    detail::serve(add, std::forward<Serve>(serve), std::forward<Ended>(ended), most);
  }

  /**
   * Serves the requests of a declared kind, with the types of its values; see request_of.
   *
   *     store.serve<requests::file_read>([](const auto &asked) { return whole_file(asked.question()); });
   *
   * Throws: the errors of serve with a name. Since: 0.4.
   */
  template <class Kind, class Serve, class Ended = std::nullptr_t>
  void serve(Serve &&serve, Ended &&ended = nullptr, std::uint32_t most = 0) const {
    this->serve(Kind::name, detail::serving_of<Kind>(std::forward<Serve>(serve)),
                std::forward<Ended>(ended), most);
  }

  /** Ends a server: none of its functions is called any more; see kmk_store_unserve. Throws: error(INVALID_ARGUMENT,
   * NOT_FOUND, BUSY, WRONG_THREAD, CLOSED). Since: 0.4. */
  void unserve(const text_ref &name) const {
    detail::unserve(
        [&](kmk_error *details) { return kmk_store_unserve(handle_, name.c_str(), details); });
  }

  /** Returns the requests in flight, as an array of objects; see kmk_store_requests. Throws: kumiki::error if they
   * cannot be read. Since: 0.4. */
  json requests() const { return json::adopt(kmk_store_requests(handle_)); }

  /** Returns the effects in flight, as an array of objects; see kmk_store_effects. Throws: kumiki::error if they cannot
   * be read. Since: 0.4. */
  json effects() const { return json::adopt(kmk_store_effects(handle_)); }

  /**
   * Returns the steps of an undo history, found by the place of its counts; see kmk_store_undo_steps.
   *
   * Throws: error(INVALID_ARGUMENT, NOT_FOUND, WRONG_THREAD, CLOSED). Since: 0.4.
   */
  json undo_steps(const text_ref &history_path) const {
    kmk_error details;
    json_t *steps = kmk_store_undo_steps(handle_, history_path.c_str(), &details);
    return json::adopt(detail::check(steps, details));
  }

  /** Returns the request in flight with an id, so that others than its server can answer it. Throws:
   * error(INVALID_ARGUMENT, NOT_FOUND, WRONG_THREAD, CLOSED). Since: 0.4. */
  kumiki::request request(const text_ref &id) const {
    kmk_error details;
    return kumiki::request(
        detail::check(kmk_store_request(handle_, id.c_str(), &details), details));
  }

  /** Makes the requests wait until they are on disk; see kmk_store_hold_requests. Throws: error(INVALID_ARGUMENT,
   * WRONG_THREAD, CLOSED). Since: 0.4. */
  void hold_requests() const {
    kmk_error details;
    detail::check(kmk_store_hold_requests(handle_, &details), details);
  }

  /** Returns the mark of a snapshot that is taken now; see kmk_store_request_mark. Since: 0.4. */
  std::uint64_t request_mark() const noexcept { return kmk_store_request_mark(handle_); }

  /* ------------------------------------------------------------------ read */

  /** Returns the whole state; later writes do not change the result. Throws: the errors of get. */
  json state() const { return get(""); }

  /** Returns the whole state as JSON text, with jansson's flags. Throws: the errors of get. */
  std::string state_text(std::size_t flags = JSON_COMPACT) const {
    char *text = kmk_store_state_text(handle_, flags);
    return text ? detail::taken(text) : state().text(flags); // throws the reason
  }

  /** Returns the value at a place, as the place's type. Throws: the errors of get. Since: 0.3. */
  template <class Type> Type get(const place<Type> &at) const { return get<Type>(text_ref(at)); }

  /**
   * Returns the value at a pointer: get("/rows"), get<int>("/count"). Later writes do not change the result.
   *
   * Throws error(NOT_FOUND) if the value is missing. If Type is a std::optional, the result is empty instead:
   * get<std::optional<int>>.
   */
  template <class Type = json> Type get(const text_ref &pointer) const {
    kmk_error details;
    json_t *found = kmk_store_get(handle_, pointer.c_str(), &details);
    return detail::read_snapshot<Type>(found, details, pointer);
  }

  /** Return a number, a flag or a text without a copy; see kmk_store_integer. A missing value is 0, false or empty. The
   * text is valid until the next action. Since: 0.4. */
  std::int64_t integer(const text_ref &pointer) const noexcept {
    return kmk_store_integer(handle_, pointer.c_str());
  }
  double real(const text_ref &pointer) const noexcept {
    return kmk_store_real(handle_, pointer.c_str());
  }
  bool flag(const text_ref &pointer) const noexcept {
    return kmk_store_bool(handle_, pointer.c_str());
  }
  std::string_view text(const text_ref &pointer) const noexcept {
    const char *found = kmk_store_text(handle_, pointer.c_str());
    return found ? std::string_view(found) : std::string_view();
  }

  /** Returns the row or the navigation path's element with an id: row("/rows", 7). A missing row throws
   * error(NOT_FOUND), or gives an empty result if Type is a std::optional. Throws: the errors of get. Since: 0.3. */
  template <class Type = json> Type row(const text_ref &rows, const json &id) const {
    kmk_error details;
    json_t *found = kmk_store_row(handle_, rows.c_str(), id.get(), &details);
    return detail::read_snapshot<Type>(found, details, rows);
  }

  /** Returns the id of the presentation in the slot at a pointer. Throws: the errors of get. */
  std::string presentation_id(const text_ref &pointer) const {
    kmk_error details;
    char *id = kmk_store_presentation_id(handle_, pointer.c_str(), &details);
    return detail::taken(detail::check(id, details));
  }

  /* ------------------------------------------------- scoped stores, observers
   * The library calls an observer's function once before the subscribing call returns, except in observe_patches and
   * observe_changes. If the function throws then, the subscribing call rethrows the exception and makes no
   * subscription. */

  /** Creates a scoped store for the value at a pointer; see kmk_store_scope. Throws: the errors of get. */
  store scope(const text_ref &pointer, const text_ref &action_case) const;

  /** Creates a scoped store for one row or element; see kmk_store_scope_element. Throws: the errors of get. */
  store scope_element(const text_ref &pointer, const text_ref &action_case, const json &id) const;

  /** Observes the value at a pointer: function(json_view). The view is empty for a missing value. Throws: the errors
   * of get. */
  template <class Function>
  subscription observe(const text_ref &pointer, Function &&function) const {
    return told(kmk_store_observe, pointer, std::forward<Function>(function));
  }

  /** Observes the value at a pointer as a type: observe<int>("/count", ...). If a value does not match the type, the
   * call that runs the observer throws error(DECODE). */
  template <class Type, class Function>
  subscription observe(const text_ref &pointer, Function &&function) const {
    return observe(pointer,
                   [place = std::string(std::string_view(pointer)),
                    kept = std::decay_t<Function>(std::forward<Function>(function))](
                       json_view value) mutable { kept(detail::read_at<Type>(value, place)); });
  }

  /** Observes the value at a place, as the place's type. Since: 0.3. */
  template <class Type, class Function>
  subscription observe(const place<Type> &at, Function &&function) const {
    return observe<Type>(text_ref(at), std::forward<Function>(function));
  }

  /**
   * Observes the ids of rows or of a navigation path's elements: function(json_view ids). Throws: the errors of get.
   */
  template <class Function>
  subscription observe_ids(const text_ref &pointer, Function &&function) const {
    return told(kmk_store_observe_ids, pointer, std::forward<Function>(function));
  }

  /** Observes the rows that are inserted and removed, with their indexes: function(json_view changes); see
   * kmk_id_changes_fn. Throws: the errors of get. */
  template <class Function>
  subscription observe_id_changes(const text_ref &pointer, Function &&function) const {
    return told(kmk_store_observe_id_changes, pointer, std::forward<Function>(function));
  }

  /** Observes the changes of each burst as JSON Patches: function(json_view patch). Throws: the errors of get. */
  template <class Function>
  subscription observe_patches(const text_ref &pointer, Function &&function) const {
    return told(kmk_store_observe_patches, pointer, std::forward<Function>(function));
  }

  /** Observes the changes of each burst with their inverse patches: function(json_view patch, json_view inverse).
   * Throws: the errors of get. */
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

  /**
   * Observes the case of a state enum: function(std::optional<std::string_view> state_case, json_view payload). Throws:
   * the errors of get.
   */
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

  /**
   * Observes the feature that is presented in a slot; see kmk_store_observe_presentation. Throws: the errors of get.
   */
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

/** A store or a scoped store, which ends when this object is destroyed. The object may outlive its loop. Since: 0.2. */
class [[nodiscard]] store : public detail::owned<store_ref, kmk_store, kmk_store_free> {
public:
  using owned::owned;

  /**
   * Creates a store from a reducer and an initial state; see kmk_store_new.
   *
   * Throws: error(INVALID_ARGUMENT, UNKNOWN_FEATURE, DECODE, TOO_DEEP, LIMIT, WRONG_THREAD, NO_MEMORY, CLOSED).
   */
  store(const loop_ref &loop, reducer reducer, const json &initial_state) {
    kmk_error details;
    detail::call running;
    owned made(kmk_store_new(loop.handle(), reducer.release(), initial_state.get(), &details));
    running.rethrow();
    detail::check(made.handle(), details);
    handle_ = made.release();
  }

  /** Creates a store that continues from a snapshot. Throws: as the constructor above. Since: 0.3. */
  store(const loop_ref &loop, reducer reducer, const snapshot_ref &moment) {
    kmk_error details;
    detail::call running;
    owned made(kmk_store_new_from(loop.handle(), reducer.release(), moment.handle(), &details));
    running.rethrow();
    detail::check(made.handle(), details);
    handle_ = made.release();
  }

  /**
   * Creates a store of a registered feature, with the given initial state or the feature's own. Throws: as the
   * constructors.
   */
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
