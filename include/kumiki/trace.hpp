/** Traces: every step of a store as JSON, a recorder that writes the steps to a file, and replays of that file. */
#ifndef KUMIKI_TRACE_HPP
#define KUMIKI_TRACE_HPP

#include "history.hpp"
#include "snapshot.hpp"
#include "store.hpp"
#include "trace.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kumiki {

/** The options of a trace; see kmk_trace_options. Since: 0.4. */
struct trace_options {
  bool has_inverse = true;
  bool has_durations = false;
  bool has_transient = true;
  std::function<void(json_view)> begins =
      {}; /* receives each action before its reducers are called */
};

/**
 * Calls a function with every step of a store from now on: (json_view step); see kmk_store_trace.
 *
 * Throws: error(INVALID_ARGUMENT, BUSY, WRONG_THREAD, NO_MEMORY, CLOSED). Threads: owner. Since: 0.3.
 */
template <class Function>
subscription trace(const store_ref &store, Function &&function, trace_options given) {
  struct functions {
    std::decay_t<Function> step;
    std::function<void(json_view)> begins;
  };
  using box = detail::lasting<functions>;
  const auto tell = [](const json_t *step, void *data) noexcept {
    const typename box::use kept(data);
    detail::guarded([&] { (*kept).step(json_view(step)); });
  };
  kmk_trace_options options = KMK_TRACE_OPTIONS_INIT;
  options.omits_inverse = !given.has_inverse;
  options.has_durations = given.has_durations;
  options.omits_transient = !given.has_transient;
  if (given.begins)
    options.begins = [](const json_t *action, void *data) noexcept {
      const typename box::use kept(data);
      detail::guarded([&] { (*kept).begins(json_view(action)); });
    };
  kmk_error details;
  auto *data =
      detail::make_lasting(functions{std::forward<Function>(function), std::move(given.begins)});
  subscription result(kmk_store_trace(store.handle(), &options, tell, data, box::free, &details));
  detail::check(result.handle(), details);
  return result;
}

/** The same; `has_inverse` says whether the steps contain the inverse patch. */
template <class Function>
subscription trace(const store_ref &store, Function &&function, bool has_inverse = true) {
  trace_options options;
  options.has_inverse = has_inverse;
  return trace(store, std::forward<Function>(function), std::move(options));
}

/** How a recorder writes; see kmk_recorder_options. Since: 0.3. */
struct recorder_options {
  kmk_flush flush = KMK_FLUSH_STEP;
  std::size_t checkpoint_bytes = 0, rotate_bytes = 0;
  std::vector<std::string> secret_paths = {};
  std::uint32_t version = 0;
  std::uint64_t parts = 0; /* kmk_record_part */
};

/** Writes the steps of a store to a file until it is destroyed. Threads: owner. Since: 0.3. */
class [[nodiscard]] recorder
    : public detail::owned<detail::ref<kmk_recorder>, kmk_recorder, kmk_recorder_free> {
public:
  using owned::owned;

  /** Starts recording to a file; see kmk_recorder_new. Throws: error(INVALID_ARGUMENT, BUSY, WRONG_THREAD, NO_MEMORY,
   * CLOSED). */
  recorder(const store_ref &store, const text_ref &path, const recorder_options &options = {})
      : owned(begin(store, path, options)) {}

  /** Waits until the recorded steps are on the disk. Throws: error(CLOSED) if the recorder has stopped. */
  void flush() const {
    kmk_error details;
    detail::check(kmk_recorder_flush(handle_, &details), details);
  }

private:
  static kmk_recorder *begin(const store_ref &store, const text_ref &path,
                             const recorder_options &options) {
    const auto secrets = detail::c_texts(options.secret_paths);
    kmk_recorder_options given = KMK_RECORDER_OPTIONS_INIT;
    given.flush = options.flush;
    given.checkpoint_bytes = options.checkpoint_bytes;
    given.rotate_bytes = options.rotate_bytes;
    given.secret_paths = options.secret_paths.empty() ? nullptr : secrets.data();
    given.version = options.version;
    given.parts = options.parts;
    kmk_error details;
    return detail::check(kmk_recorder_new(store.handle(), path.c_str(), &given, &details), details);
  }
};

/**
 * How a log is replayed that an earlier version of the program may have recorded; see kmk_replay_options. An action's
 * migration returns json(nullptr) to leave the action out. Since: 0.4.
 */
struct replay_options {
  std::uint64_t step = 0;                           /* the replay starts near this step */
  std::optional<std::uint32_t> version = {};        /* the program's own; empty: no migrations */
  std::vector<migration> states = {}, actions = {}; /* ignored without a version */
};

namespace detail {

/* Options as the C struct. The struct is valid while this object exists, even if it has moved. */
class c_replay_options {
public:
  explicit c_replay_options(replay_options given)
      : given_(std::make_unique<const replay_options>(std::move(given))) {
    if (!given_->version)
      return;
    states_ = std::make_unique<const c_migrations>(*given_->version, given_->states);
    actions_ = std::make_unique<const c_migrations>(*given_->version, given_->actions);
  }

  kmk_replay_options get() const noexcept {
    kmk_replay_options options = KMK_REPLAY_OPTIONS_INIT;
    options.step = given_->step;
    options.states = states_ ? states_->get() : nullptr;
    options.actions = actions_ ? actions_->get() : nullptr;
    return options;
  }

  bool migrates() const noexcept { return states_ != nullptr; }

private:
  std::unique_ptr<const replay_options> given_;
  std::unique_ptr<const c_migrations> states_, actions_;
};

} // namespace detail

/** Runs a recorded log again; see kmk_replay_open. Threads: owner. Since: 0.3. */
class [[nodiscard]] replay
    : public detail::owned<detail::ref<kmk_replay>, kmk_replay, kmk_replay_free> {
public:
  using owned::owned;

  /**
   * Opens a log at the last checkpoint before a step; without a step, at the first checkpoint. See
   * kmk_replay_open_at.
   *
   * Throws: error(INVALID_ARGUMENT, JSON, DECODE, TOO_DEEP, NO_MEMORY).
   */
  replay(const text_ref &path, reducer reducer, std::uint64_t step = 0)
      : owned(open(path, std::move(reducer), step)) {}

  /**
   * Opens a log that an earlier version of the program may have recorded; see kmk_replay_open_with.
   *
   * Throws: error(INVALID_ARGUMENT, JSON, DECODE, TOO_DEEP, NO_MEMORY), and exceptions from the migrations. Since: 0.4.
   */
  replay(const text_ref &path, reducer reducer, replay_options options)
      : options_(std::make_unique<detail::c_replay_options>(std::move(options))) {
    const kmk_replay_options given = options_->get();
    kmk_error details;
    detail::call running(detail::call::kind::replay);
    owned made(kmk_replay_open_with(path.c_str(), reducer.release(), &given, &details));
    running.rethrow();
    detail::check(made.handle(), details);
    static_cast<owned &>(*this) = std::move(made);
  }

  /**
   * Runs the log up to and including a step; without a step, to the end of the log.
   *
   * A reducer may throw in a replay, as it may have thrown while it was recorded. The exception alone is not a
   * difference: the replay compares the changes that the reducer made before it threw, and passes the exception to the
   * handler of stray exceptions. An observer's exception also goes to that handler if the call returns false or throws
   * an error of its own.
   *
   * @return false if a step differs from the recorded step, at the first such step of each run in the log; divergence()
   *         returns the difference.
   *
   * Throws: error(NOT_FOUND, JSON, WRONG_THREAD); error(DECODE) if the state at the start of a run does not match the
   * reducer; exceptions from observers and migrations. An exception from a migration is thrown instead of the error.
   */
  bool run(std::uint64_t step = UINT64_MAX) {
    kmk_error details;
    detail::call running(detail::call::kind::replay);
    const std::optional<json> former = divergence();
    const kmk_status code = kmk_replay_run(handle_, step, &details);
    const std::optional<json> now = divergence();
    if (code == KMK_ERR_DECODE && now && (!former || *now != *former))
      return false;
    if (options_ && options_->migrates())
      running.rethrow();
    detail::check(code, details);
    running.rethrow();
    return true;
  }

  /** Returns the number of the last step that ran. */
  std::uint64_t step() const noexcept { return kmk_replay_step(handle_); }

  /** Returns the difference at the first step that differs; empty if no step has differed. */
  std::optional<json> divergence() const {
    json_t *found = kmk_replay_divergence(handle_);
    return found ? std::optional<json>(json::adopt(found)) : std::nullopt;
  }

  /** Returns the replay's store, to read and to observe it. */
  store_ref store() const noexcept { return kmk_replay_store(handle_); }

  /** Takes a snapshot at the current step, for store_ref::restore. Throws: error(WRONG_THREAD). */
  kumiki::snapshot snapshot() const {
    kmk_error details;
    kmk_snapshot *taken = kmk_replay_snapshot(handle_, &details);
    return kumiki::snapshot(detail::check(taken, details));
  }

private:
  std::unique_ptr<detail::c_replay_options> options_; /* only with options */

  static kmk_replay *open(const text_ref &path, reducer reducer, std::uint64_t step) {
    kmk_error details;
    return detail::check(kmk_replay_open_at(path.c_str(), reducer.release(), step, &details),
                         details);
  }
};

} // namespace kumiki

#endif
