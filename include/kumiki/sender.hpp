/** Senders: how a running effect sends actions and ends. */
#ifndef KUMIKI_SENDER_HPP
#define KUMIKI_SENDER_HPP

#include "callback.hpp"
#include "effect.h"
#include "json_traits.hpp"

#include <optional>

namespace kumiki {

class loop_ref;

/** Throw this in an effect to fail with a JSON value instead of a string: throw failure(...). Since: 0.2. */
class [[nodiscard]] failure : public std::exception {
public:
  explicit failure(json value) noexcept : value_(std::move(value)) {}
  /** Returns the value if it is a string. */
  const char *what() const noexcept override {
    const char *text = json_string_value(value_.get());
    return text != nullptr ? text : "an effect failed";
  }

  /** Returns the value that effect::catching receives. */
  const json &value() const noexcept KUMIKI_LENT { return value_; }

private:
  json value_;
};

namespace detail {

/* Ends an effect with the exception that is being handled. */
inline void fail_by_exception(kmk_sender *sender) noexcept {
  try {
    throw;
  } catch (const failure &known) {
    kmk_sender_fail_new(sender, json(known.value()).release());
  } catch (const std::exception &known) {
    kmk_sender_fail(sender, known.what());
  } catch (...) {
    kmk_sender_fail(sender, "an exception that is no std::exception");
  }
}

/* The functions that sender and blocking_sender have in common. */
class sending : public ref<kmk_sender> {
public:
  using ref::ref;

  /**
   * Sends an action to the feature whose effect this is; see kmk_sender_send_new.
   *
   * If a reducer or an observer throws an exception during the call, the effect does not fail. The call that runs the
   * effect (dispatch, advance, ...) throws it. This function throws it only if no such call is running: on the loop's
   * thread, in a main loop's handler that has kept the sender.
   *
   * @return false once the effect has been cancelled or its store has ended: the work may stop.
   *
   * Throws: error(INVALID_ARGUMENT, TOO_DEEP, DECODE, LIMIT, NO_MEMORY). Threads: any. Since: 0.2.
   */
  bool send(json action) {
    return sent("sender::send", [&] { return kmk_sender_send_new(handle_, action.release()); });
  }

  /** Sends a case of a variant. Since: 0.4. */
  template <class Case, class = detail::if_case<Case>> bool send(const Case &action) {
    return send(json(std::variant<Case>(action)));
  }

  /** Sends an action that replaces the waiting action with the same key. Returns and throws the same as send(); see
   * kmk_sender_send_latest_new. Threads: any. Since: 0.3. */
  bool send_latest(const text_ref &key, json action) {
    return sent("sender::send_latest",
                [&] { return kmk_sender_send_latest_new(handle_, key.c_str(), action.release()); });
  }

  /** Dismisses the feature whose effect this is. Returns and throws the same as send(). Threads: any. Since: 0.2. */
  bool dismiss() {
    return sent("sender::dismiss", [&] { return kmk_sender_dismiss(handle_); });
  }

  /** Whether the effect was cancelled or its store has ended. Threads: any. Since: 0.2. */
  bool is_cancelled() const noexcept { return kmk_sender_is_cancelled(handle_); }

  /** Returns the loop that runs the effect; empty if the loop no longer exists, and on other threads. Since: 0.4. */
  loop_ref loop() const noexcept;

  /** Ends the effect. Sending afterwards is an error. Threads: any. Since: 0.2. */
  void finish() noexcept { kmk_sender_finish(std::exchange(handle_, nullptr)); }

  /** Ends the effect with an error message. Threads: any. Since: 0.2. */
  void fail(const text_ref &message) noexcept {
    kmk_sender_fail(std::exchange(handle_, nullptr), message.c_str());
  }

  /** Ends the effect with an error that is a JSON value. Threads: any. Since: 0.2. */
  void fail_with(json error) noexcept {
    kmk_sender_fail_new(std::exchange(handle_, nullptr), error.release());
  }

private:
  template <class Send> bool sent(const char *name, Send &&send);
};

/* Exists while the function of an effect or of a server runs. If stack unwinding destroys the C++ sender of an effect,
 * the C sender is kept, so that the effect can fail with the exception. A server has no sender. */
class beginning {
public:
  explicit beginning(kmk_sender *sender) noexcept
      : sender_(sender), exceptions_(std::uncaught_exceptions()), outer_(innermost()) {
    innermost() = this;
  }
  beginning(const beginning &) = delete;
  beginning &operator=(const beginning &) = delete;
  ~beginning() { innermost() = outer_; }

  static void end(kmk_sender *sender) noexcept {
    beginning *current = innermost();
    if (current != nullptr && current->sender_ == sender &&
        std::uncaught_exceptions() > current->exceptions_)
      current->kept_ = sender;
    else
      kmk_sender_finish(sender);
  }

  /* Whether this thread is in the function of an effect or of a server. */
  static bool is_running() noexcept { return innermost() != nullptr; }

  kmk_sender *kept() const noexcept { return kept_; }

private:
  kmk_sender *sender_, *kept_ = nullptr;
  int exceptions_;
  beginning *outer_;

  static beginning *&innermost() noexcept {
    static thread_local beginning *innermost = nullptr;
    return innermost;
  }
};

/* Makes a call of an effect or a server, which may run reducers. If no other call is running, this one throws their
 * exceptions. Otherwise the running call throws them; if that call was made in C, they are stray exceptions. */
template <class Call> kmk_status running_reducers(Call &&made) {
  std::optional<call> outermost;
  if (!call::is_running() && !beginning::is_running())
    outermost.emplace();
  const kmk_status code = made();
  if (outermost)
    outermost->rethrow();
  return code;
}

template <class Send> bool sending::sent(const char *name, Send &&send) {
  const kmk_status code = running_reducers(send);
  if (code == KMK_ERR_CLOSED)
    return false;
  check(code, name);
  return true;
}

} // namespace detail

/**
 * Sends the actions of an effect, and ends the effect when it is destroyed.
 *
 * Move the sender to wherever the work continues. Any thread may use it, one at a time. Since: 0.2.
 */
class sender : public detail::owned<detail::sending, kmk_sender, detail::beginning::end> {
public:
  using owned::owned;
};

/** The sender of a blocking effect, which ends when its function returns. Borrowed for the call. Since: 0.2. */
class blocking_sender : public detail::sending {
public:
  explicit blocking_sender(kmk_sender *sender) noexcept : sending(sender) {}
  blocking_sender(const blocking_sender &) = delete;
  blocking_sender &operator=(const blocking_sender &) = delete;
};

namespace detail {

/* Runs a blocking effect's function on the worker's thread. */
template <class Function> void block(kmk_sender *raw, Function &&function) noexcept {
  blocking_sender sender(raw);
  const beginning here(raw);
  try {
    function(sender);
  } catch (...) {
    if (sender)
      fail_by_exception(raw);
    else
      stray(std::current_exception());
  }
}

} // namespace detail
} // namespace kumiki

#endif
