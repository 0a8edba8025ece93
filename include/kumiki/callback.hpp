/** How C calls the program's functions: how long the functions are kept, and which call throws their exceptions. */
#ifndef KUMIKI_CALLBACK_HPP
#define KUMIKI_CALLBACK_HPP

#include "base.hpp"

#include <atomic>
#include <cstdio>
#include <exception>
#include <type_traits>
#include <utility>

namespace kumiki {

/** Receives an exception that no call can throw. The handler must not throw. */
using stray_exception_handler = void (*)(std::exception_ptr exception);

namespace detail {

inline void print_stray_exception(std::exception_ptr exception) {
  try {
    std::rethrow_exception(exception);
  } catch (const std::exception &known) {
    std::fprintf(stderr, "kumiki: an exception that no call could throw: %s\n", known.what());
  } catch (...) {
    std::fprintf(stderr, "kumiki: an exception that no call could throw, no std::exception\n");
  }
}

inline std::atomic<stray_exception_handler> stray_handler{print_stray_exception};

inline void stray(std::exception_ptr exception) noexcept { stray_handler.load()(exception); }

/* The kind of function that threw an exception: a function of a reducer, or any other. */
enum class role { reducer, other };

/* A call on this thread that may run functions of the program, and the first exception that one of them threw. The
 * innermost call throws the exception after C has returned. A replay does not throw exceptions from a reducer, because
 * the reducer may also have thrown when the log was recorded. The patch of the step decides whether the step differs.
 */
class call {
public:
  enum class kind { usual, replay };

  explicit call(kind its_kind = kind::usual) noexcept
      : outer_(innermost()), is_replay_(its_kind == kind::replay) {
    innermost() = this;
  }
  call(const call &) = delete;
  call &operator=(const call &) = delete;
  ~call() {
    innermost() = outer_;
    if (thrown_)
      stray(thrown_);
  }

  /* Whether a call that can throw the exceptions of functions is running on this thread. */
  static bool is_running() noexcept { return innermost() != nullptr; }

  void rethrow() {
    if (thrown_)
      std::rethrow_exception(std::exchange(thrown_, nullptr));
  }

  /* Keeps an exception for the innermost call. The exception is a stray one if no such call is running, if that call
   * already has an exception to throw, or if a reducer threw it in a replay. */
  static void keep(std::exception_ptr exception, role thrower = role::other) noexcept {
    call *current = innermost();
    if (current == nullptr || current->thrown_ || (current->is_replay_ && thrower == role::reducer))
      stray(std::move(exception));
    else
      current->thrown_ = std::move(exception);
  }

private:
  std::exception_ptr thrown_;
  call *outer_;
  bool is_replay_;

  static call *&innermost() noexcept {
    static thread_local call *innermost = nullptr;
    return innermost;
  }
};

/* Calls a function of the program and keeps its exception. Returns `otherwise` if the function throws. */
template <class Result, class Function>
Result guarded(Result otherwise, Function &&function, role thrower = role::other) noexcept {
  try {
    return function();
  } catch (...) {
    call::keep(std::current_exception(), thrower);
    return otherwise;
  }
}

template <class Function> void guarded(Function &&function) noexcept {
  try {
    function();
  } catch (...) {
    call::keep(std::current_exception());
  }
}

/* A function that lives until C frees it. */
template <class Function> struct box {
  static Function *make(Function &&function) { return new Function(std::move(function)); }
  static Function *make(const Function &function) { return new Function(function); }
  static Function &at(void *data) noexcept { return *static_cast<Function *>(data); }
  static void free(void *data) { delete static_cast<Function *>(data); }
};

/* A function that may be freed while it runs, such as an observer that frees its own subscription. The function is then
 * destroyed after it has returned. It runs on one thread. */
template <class Function> class lasting {
public:
  template <class Given>
  explicit lasting(std::in_place_t, Given &&given) : function(std::forward<Given>(given)) {}

  Function function;

  /* Keeps the function alive while it runs. */
  class use {
  public:
    explicit use(void *data) noexcept : used_(static_cast<lasting *>(data)) { used_->runs_ += 1; }
    use(const use &) = delete;
    use &operator=(const use &) = delete;
    ~use() {
      used_->runs_ -= 1;
      if (used_->runs_ == 0 && used_->isOver_)
        delete used_;
    }
    Function &operator*() const noexcept { return used_->function; }

  private:
    lasting *used_;
  };

  static void free(void *data) {
    auto *self = static_cast<lasting *>(data);
    if (self->runs_ == 0)
      delete self;
    else
      self->isOver_ = true;
  }

private:
  int runs_ = 0;
  bool isOver_ = false;
};

template <class Given> auto *make_lasting(Given &&given) {
  return new lasting<std::decay_t<Given>>(std::in_place, std::forward<Given>(given));
}

} // namespace detail

/**
 * Sets the handler of exceptions that no call can throw. The default handler prints to standard error.
 *
 * These exceptions go to the handler:
 *
 * - a second exception during the same call;
 * - an exception from a function that runs while a handle is destroyed;
 * - an exception from a function that ran during a call made in C, such as a main loop's kmk_loop_dispatch, even if a
 *   send by an effect ran the function;
 * - an exception that a blocking effect throws after it has finished its sender;
 * - an exception from a reducer in a replay.
 *
 * The handler runs on the thread where the exception was thrown. The destructor of a captured object must not throw: an
 * exception there ends the program.
 *
 * @param handler  nullptr restores the default.
 * @return the previous handler.
 *
 * Threads: any. Since: 0.2.
 */
inline stray_exception_handler
set_stray_exception_handler(stray_exception_handler handler) noexcept {
  return detail::stray_handler.exchange(handler ? handler : detail::print_stray_exception);
}

} // namespace kumiki

#endif
