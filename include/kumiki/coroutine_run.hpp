/** How a coroutine runs as an effect; coroutine.hpp has the types for programs. */
#ifndef KUMIKI_COROUTINE_RUN_HPP
#define KUMIKI_COROUTINE_RUN_HPP

#include "loop.hpp"
#include "store.hpp"

#include <coroutine>
#include <exception>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace kumiki {
namespace detail {

/* The base class of everything that a coroutine can await. */
struct awaitable {};

/*
 * One run of an effect's coroutine and of the coroutines inside it. One of them runs or waits at a time.
 *
 * A wait is an effect of a store that only this run has: a timer, a request, a function on a worker thread. Destroying the
 * store cancels it. The coroutine continues in an effect too, so never inside a reducer.
 */
class coroutine_run : public std::enable_shared_from_this<coroutine_run> {
public:
  explicit coroutine_run(sender its_sender) noexcept : sender_(std::move(its_sender)) {}

  /* Owns the frame of the outermost coroutine from now on. `thrown` is in the frame. */
  void begin(std::coroutine_handle<> frame, const std::exception_ptr &thrown) {
    frame_ = frame;
    thrown_ = &thrown;
    resume(frame);
  }

  /* Stops the coroutine. If it runs now, it is destroyed when it waits next. */
  void cancel() {
    is_cancelled_ = true;
    if (!is_running_ && frame_)
      end(nullptr);
  }

  /* Returns false if the effect has been cancelled, even by this action. */
  bool send(json action) { return sender_.send(std::move(action)) && !sender_.is_cancelled(); }

  /* Names the coroutine that continues once the running one has stopped. A chain of resumptions would use up the
   * stack. */
  void continue_with(std::coroutine_handle<> next) noexcept { next_ = next; }

  /* Starts an effect that ends the wait of a coroutine: it resumes the run, or sends "due" or a reply. */
  void wait(std::coroutine_handle<> waiting, effect started) {
    waiting_ = waiting;
    if (!waits_) {
      // Without a loop the effect is about to be cancelled.
      const loop_ref loop = sender_.loop();
      if (!loop)
        return;
      waits_.emplace(
          loop, [this](state &, action_view sent) { return next_effect(sent); }, json::object());
    }
    started_ = std::move(started);
    waits_->send("start");
  }

  /* An effect that continues the waiting coroutine in the loop's next iteration. */
  effect resuming() {
    return effect::start([this](sender) { resume(std::exchange(waiting_, nullptr)); });
  }

  /* Returns the answer to a request, or throws its failure. */
  json taken_answer() {
    json value = std::exchange(reply_, json());
    if (std::exchange(has_failed_, false))
      throw failure(std::move(value));
    return value;
  }

private:
  sender sender_;
  std::coroutine_handle<> frame_, next_, waiting_;
  const std::exception_ptr *thrown_ = nullptr;
  std::optional<store> waits_;
  effect started_;
  json reply_;
  bool is_running_ = false, is_cancelled_ = false, has_failed_ = false;

  /* The reducer of the store of waits. */
  effect next_effect(action_view sent) {
    if (sent.is("start"))
      return std::move(started_);
    if (sent.is("due"))
      return effect::merge(effect::cancel("sleep"), resuming());
    has_failed_ = sent.is("failure");
    reply_ = sent.payload(sent.case_name());
    return resuming();
  }

  void resume(std::coroutine_handle<> first) {
    const auto self = shared_from_this();
    // As in an effect's function: the call that runs the loop throws the exceptions of reducers.
    const beginning here(nullptr);
    is_running_ = true;
    for (next_ = first; next_ && !is_cancelled_;)
      std::exchange(next_, nullptr).resume();
    is_running_ = false;
    if (is_cancelled_)
      end(nullptr);
    else if (frame_.done())
      end(*thrown_);
  }

  /* Destroys the coroutine, and then ends the effect. */
  void end(const std::exception_ptr &its_exception) {
    const std::exception_ptr thrown = its_exception;
    std::exchange(frame_, nullptr).destroy();
    waits_.reset();
    if (!thrown)
      return sender_.finish();
    try {
      std::rethrow_exception(thrown);
    } catch (...) {
      fail_by_exception(sender_.release());
    }
  }
};

/* The cases of the store of waits for the replies to a request. */
inline const ask replies_to_run{"answer", {}, "failure"};

/* The part that the promises of all coroutines have in common. */
struct promise_base {
  coroutine_run *run = nullptr;
  std::coroutine_handle<> outer; // the coroutine that awaits this one
  std::exception_ptr thrown;

  struct leaving {
    coroutine_run *run;
    std::coroutine_handle<> outer;
    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<>) const noexcept { run->continue_with(outer); }
    void await_resume() const noexcept {}
  };
  struct sent {
    bool was_sent;
    bool await_ready() const noexcept { return was_sent; }
    void await_suspend(std::coroutine_handle<>) const noexcept {}
    void await_resume() const noexcept {}
  };

  std::suspend_always initial_suspend() const noexcept { return {}; }
  leaving final_suspend() const noexcept { return {run, outer}; }
  void unhandled_exception() noexcept { thrown = std::current_exception(); }
  sent yield_value(json action) const { return {run->send(std::move(action))}; }

  template <class Awaited> Awaited &&await_transform(Awaited &&awaited) const noexcept {
    static_assert(
        std::is_base_of_v<awaitable, std::remove_reference_t<Awaited>>,
        "a kumiki::coroutine awaits kumiki::sleep, answer_to, blocking and other coroutines");
    return static_cast<Awaited &&>(awaited);
  }

  void rethrow() const {
    if (thrown)
      std::rethrow_exception(thrown);
  }
};

template <class Result> struct promise_of : promise_base {
  std::optional<Result> returned;

  template <class Value> void return_value(Value &&value) {
    returned.emplace(std::forward<Value>(value));
  }
  Result result() {
    rethrow();
    return *std::move(returned);
  }
};
template <> struct promise_of<void> : promise_base {
  void return_void() const noexcept {}
  void result() const { rethrow(); }
};

class sleeping : awaitable {
public:
  explicit sleeping(std::chrono::nanoseconds time) noexcept : time_(time) {}

  bool await_ready() const noexcept { return false; }
  template <class Promise> void await_suspend(std::coroutine_handle<Promise> waiting) const {
    coroutine_run *run = waiting.promise().run;
    // Not effect::after, which counts as delayed work: loop::finish would start it at once.
    run->wait(waiting, time_.count() == 0 ? run->resuming()
                                          : effect::every(time_, "due").cancellable("sleep"));
  }
  void await_resume() const noexcept {}

private:
  std::chrono::nanoseconds time_;
};

template <class Answer> class asking : awaitable {
public:
  explicit asking(effect asked) noexcept : asked_(std::move(asked)) {}

  bool await_ready() const noexcept { return false; }
  template <class Promise> void await_suspend(std::coroutine_handle<Promise> waiting) {
    run_ = waiting.promise().run;
    run_->wait(waiting, std::move(asked_));
  }
  Answer await_resume() {
    const json value = run_->taken_answer();
    return read_reply<Answer>(value);
  }

private:
  effect asked_;
  coroutine_run *run_ = nullptr;
};

template <class Function> class working : awaitable {
  using Result = std::invoke_result_t<Function &>;
  struct nothing {};
  struct work {
    Function function;
    std::optional<std::conditional_t<std::is_void_v<Result>, nothing, Result>> result;
    std::exception_ptr thrown;

    void run() noexcept {
      try {
        if constexpr (std::is_void_v<Result>)
          function();
        else
          result.emplace(function());
      } catch (...) {
        thrown = std::current_exception();
      }
    }
  };

public:
  template <class Given>
  explicit working(Given &&function)
      : work_(std::make_shared<work>(Function(std::forward<Given>(function)))) {}

  bool await_ready() const noexcept { return false; }
  template <class Promise> void await_suspend(std::coroutine_handle<Promise> waiting) {
    coroutine_run *run = waiting.promise().run;
    const auto begin = [work = work_](blocking_sender &) { work->run(); };
    run->wait(waiting, effect::concatenate(effect::blocking(begin), run->resuming()));
  }
  Result await_resume() {
    if (work_->thrown)
      std::rethrow_exception(work_->thrown);
    if constexpr (!std::is_void_v<Result>)
      return *std::move(work_->result);
  }

private:
  std::shared_ptr<work> work_;
};

} // namespace detail
} // namespace kumiki

#endif
