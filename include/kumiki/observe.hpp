/** Subscriptions, tasks and mailboxes: the objects that a store returns. */
#ifndef KUMIKI_OBSERVE_HPP
#define KUMIKI_OBSERVE_HPP

#include "callback.hpp"
#include "json_traits.hpp"
#include "observe.h"
#include "request.hpp"
#include "task.h"

#include <functional>
#include <optional>
#include <string_view>

namespace kumiki {

/** A registered observer. Destroying it ends the subscription, which the observer itself may do. Since: 0.2. */
class [[nodiscard]] subscription
    : public detail::owned<detail::ref<kmk_subscription>, kmk_subscription, kmk_subscription_free> {
public:
  using owned::owned;
};

/** Everything that one send has started. Destroying a task cancels nothing. Since: 0.2. */
class [[nodiscard]] task : public detail::owned<detail::ref<kmk_task>, kmk_task, kmk_task_free> {
public:
  using owned::owned;

  bool is_finished() const noexcept { return kmk_task_is_finished(handle_); }

  /** Cancels the effects that the send started, and the effects of the actions that they have sent. */
  void cancel() {
    detail::call running;
    kmk_task_cancel(handle_);
    running.rethrow();
  }

  /**
   * Runs the loop until the task has finished; see kmk_task_finish.
   *
   * @return false if the time limit expired first.
   *
   * Throws: error(INVALID_ARGUMENT, BUSY, WRONG_THREAD, CLOSED).
   */
  bool finish(std::chrono::milliseconds timeout = forever) {
    kmk_error details;
    detail::call running;
    const kmk_status code = kmk_task_finish(handle_, detail::timeout(timeout), &details);
    running.rethrow();
    if (code == KMK_ERR_TIMEOUT)
      return false;
    detail::check(code, details);
    return true;
  }
};

/** Posts actions to a store from any thread, and may outlive the store. Since: 0.2. */
class [[nodiscard]] mailbox
    : public detail::owned<detail::ref<kmk_mailbox>, kmk_mailbox, kmk_mailbox_free> {
public:
  using owned::owned;

  /**
   * Posts an action, which is reduced at the loop's next dispatch; see kmk_mailbox_post_new.
   *
   * @return false if the store has ended.
   *
   * Throws: error(INVALID_ARGUMENT, TOO_DEEP, LIMIT, NO_MEMORY). Threads: any.
   */
  bool post(json action) { return posted(kmk_mailbox_post_new(handle_, action.release())); }

  /** Posts an action that replaces the waiting action with the same key. Returns and throws the same as post().
   * Threads: any. Since: 0.3. */
  bool post_latest(const text_ref &key, json action) {
    return posted(kmk_mailbox_post_latest_new(handle_, key.c_str(), action.release()));
  }

  /** Returns the request in flight with an id; see kmk_store_request. Throws: error(INVALID_ARGUMENT, NOT_FOUND).
   * Threads: any. Since: 0.4. */
  kumiki::request request(const text_ref &id) const {
    kmk_error details;
    return kumiki::request(
        detail::check(kmk_mailbox_request(handle_, id.c_str(), &details), details));
  }

  /** Tells the store that the snapshot of a mark is on disk; see kmk_mailbox_requests_kept. Returns false after the end
   * of the store. Threads: any. Since: 0.4. */
  bool requests_kept(std::uint64_t mark) const {
    return posted(kmk_mailbox_requests_kept(handle_, mark));
  }

  /** Tells the store that nothing more will be on disk; see kmk_mailbox_requests_lost. Returns false after the end of the
   * store. Threads: any. Since: 0.4. */
  bool requests_lost() const { return posted(kmk_mailbox_requests_lost(handle_)); }

private:
  static bool posted(kmk_status code) {
    if (code == KMK_ERR_CLOSED)
      return false;
    detail::check(code, "mailbox::post");
    return true;
  }
};

/** The callbacks of a presentation, for a window that shows a sheet, an alert or a dialog; see
 * kmk_presentation_callbacks. Any of them may be empty. Since: 0.2. */
struct presentation_callbacks {
  /** Called when a feature is presented. For a state enum, receives its case and payload; otherwise no case, and the
   * value. */
  std::function<void(std::string_view id, std::optional<std::string_view> state_case,
                     json_view state)>
      present = {};

  /** Called when the state has changed, but the presentation and the case are the same. */
  std::function<void(std::string_view id, json_view state)> update = {};

  /** Called when the feature is no longer presented. */
  std::function<void(std::string_view id)> dismiss = {};
};

namespace detail {

inline std::optional<std::string_view> optional_text(const char *text) noexcept {
  return text ? std::optional<std::string_view>(text) : std::nullopt;
}

/* presentation_callbacks as C functions. */
struct presentation_view {
  using box = lasting<presentation_callbacks>;

  static void present(const char *id, const char *state_case, const json_t *state,
                      void *data) noexcept {
    const box::use view(data);
    guarded([&] {
      if ((*view).present)
        (*view).present(id, optional_text(state_case), state);
    });
  }

  static void update(const char *id, const json_t *state, void *data) noexcept {
    const box::use view(data);
    guarded([&] {
      if ((*view).update)
        (*view).update(id, state);
    });
  }

  static void dismiss(const char *id, void *data) noexcept {
    const box::use view(data);
    guarded([&] {
      if ((*view).dismiss)
        (*view).dismiss(id);
    });
  }
};

} // namespace detail
} // namespace kumiki

#endif
