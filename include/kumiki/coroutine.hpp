/**
 * Effects as coroutines, in C++20. kumiki.hpp does not include this header.
 *
 *     kumiki::coroutine search(std::string text) {
 *       co_await kumiki::sleep(300ms);
 *       co_yield kumiki::action_at("found", co_await kumiki::answer_to("net.search", text));
 *     }
 *
 *     // in the reducer
 *     return kumiki::run(search, text).cancellable("search", true);
 *
 * A coroutine runs on the loop's thread, in iterations of the loop. co_yield sends an action to the feature whose effect
 * this is. If the effect is cancelled, the library destroys the coroutine where it waits, and so its local variables.
 *
 * gcc 12 destroys some temporary values of a co_await or co_yield expression twice: lambdas with captures, and braces that
 * make a string. Give such a value a name before the expression. C++ has no co_await and co_yield in a catch block.
 */
#ifndef KUMIKI_COROUTINE_HPP
#define KUMIKI_COROUTINE_HPP

#ifndef __cpp_impl_coroutine
#error "kumiki/coroutine.hpp needs C++20: compile with -std=c++20 or later"
#endif

#include "coroutine_run.hpp"

#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>

namespace kumiki {

template <class Result> class coroutine_of;

/**
 * The return type of a coroutine that runs as an effect.
 *
 * If the function throws, the effect fails with that exception, as with kmk_sender_fail; throw a failure for a JSON value.
 * Pass the function to run(): a coroutine that nothing runs or awaits does nothing. Since: 0.4.
 */
using coroutine = coroutine_of<void>;

/**
 * A coroutine whose co_return gives a value to the coroutine that awaits it:
 *
 *     kumiki::coroutine_of<int> size_of(std::string url);
 *     const int size = co_await size_of(url);
 *
 * co_await starts it, and rethrows its exception. Its actions belong to the same effect. Since: 0.4.
 */
template <class Result> class [[nodiscard]] coroutine_of : detail::awaitable {
public:
  struct promise_type : detail::promise_of<Result> {
    coroutine_of get_return_object() noexcept { return coroutine_of(frame::from_promise(*this)); }
  };

  coroutine_of(coroutine_of &&other) noexcept : frame_(std::exchange(other.frame_, nullptr)) {}
  coroutine_of(const coroutine_of &) = delete;
  coroutine_of &operator=(coroutine_of &&other) noexcept {
    std::swap(frame_, other.frame_);
    return *this;
  }
  coroutine_of &operator=(const coroutine_of &) = delete;
  ~coroutine_of() {
    if (frame_)
      frame_.destroy();
  }

  bool await_ready() const noexcept { return false; }
  template <class Promise> void await_suspend(std::coroutine_handle<Promise> outer) noexcept {
    frame_.promise().run = outer.promise().run;
    frame_.promise().outer = outer;
    outer.promise().run->continue_with(frame_);
  }
  Result await_resume() { return frame_.promise().result(); }

  /* For run(). */
  void begin(detail::coroutine_run &run) && {
    frame_.promise().run = &run;
    const frame started = std::exchange(frame_, nullptr);
    run.begin(started, started.promise().thrown);
  }

private:
  using frame = std::coroutine_handle<promise_type>;
  frame frame_;

  explicit coroutine_of(frame its_frame) noexcept : frame_(its_frame) {}
  friend promise_type;
};

/**
 * Runs a coroutine as an effect: run(search, text) calls search(text) when the effect starts.
 *
 * The function and copies of its arguments live as long as the effect, so that a lambda may capture variables, and
 * parameters may be const references. If kmk_effect_retry starts the effect again, the function is called again.
 *
 * A cancelled coroutine is destroyed where it waits: after the effect was cancelled, no co_await and no co_yield returns.
 * loop::finish does not wait for the coroutine unless the effect is awaited(). A snapshot does not contain it.
 * Since: 0.4.
 */
template <class Function, class... Arguments>
effect run(Function &&function, Arguments &&...arguments) {
  using made = std::invoke_result_t<std::decay_t<Function> &, const std::decay_t<Arguments> &...>;
  static_assert(std::is_same_v<made, coroutine>,
                "the function of kumiki::run must return a kumiki::coroutine");
  return effect::start([function = std::decay_t<Function>(std::forward<Function>(function)),
                        arguments = std::tuple<const std::decay_t<Arguments>...>(
                            std::forward<Arguments>(arguments)...)](sender given) mutable {
    const auto running = std::make_shared<detail::coroutine_run>(std::move(given));
    std::apply(function, arguments).begin(*running);
    return [running] { running->cancel(); };
  });
}

/** Waits for a time on the loop's clock: co_await sleep(1s). A time of 0 waits for the loop's next iteration. Throws:
 * error(INVALID_ARGUMENT) for a negative time. Since: 0.4. */
inline detail::sleeping sleep(std::chrono::nanoseconds time) {
  detail::nanoseconds(time); // checks the time
  return detail::sleeping(time);
}

/**
 * Asks a question, and waits for the answer: `const json text = co_await answer_to("file.read", "notes.txt")`.
 *
 * A server of the loop answers (loop::serve); the servers of a store and a test's expect_request do not see the question.
 * If the server fails the request, co_await throws a failure with the value. Since: 0.4.
 */
inline detail::asking<json> answer_to(const text_ref &name, json question) {
  return detail::asking<json>(effect::request(name, std::move(question), detail::replies_to_run));
}

/** Asks a question of a declared kind; see request_of. co_await throws error(DECODE) if the answer does not have the
 * type. Since: 0.4. */
template <class Kind>
detail::asking<typename Kind::answer> answer_to(const typename Kind::question &question) {
  static_assert(!std::is_void_v<typename Kind::answer>,
                "a request of this kind is a notice: nothing answers it");
  return detail::asking<typename Kind::answer>(
      effect::request<Kind>(question, detail::replies_to_run));
}

/**
 * Runs a function on a worker thread of the library, and waits for its result:
 * `const std::string text = co_await blocking(whole_file, path)`. The arguments are copied.
 *
 * co_await rethrows the function's exception. If the coroutine is destroyed first, the function continues and its result
 * is dropped. See kmk_effect_blocking. Since: 0.4.
 */
template <class Function> detail::working<std::decay_t<Function>> blocking(Function &&function) {
  return detail::working<std::decay_t<Function>>(std::forward<Function>(function));
}
template <class Function, class... Arguments>
auto blocking(Function &&function, Arguments &&...arguments) {
  return blocking([function = std::decay_t<Function>(std::forward<Function>(function)),
                   arguments = std::tuple<std::decay_t<Arguments>...>(std::forward<Arguments>(
                       arguments)...)]() mutable { return std::apply(function, arguments); });
}

} // namespace kumiki

#endif
