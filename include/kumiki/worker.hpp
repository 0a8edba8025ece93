/**
 * Workers: what a loop is like that has options, and threads of the program's own.
 */
#ifndef KUMIKI_WORKER_HPP
#define KUMIKI_WORKER_HPP

#include "callback.hpp"
#include "worker.h"

#include <cstdint>
#include <functional>

namespace kumiki {

/**
 * Blocking work that a thread of the program's own is to do. Destroyed, it is given up: its effect
 * fails. Since: 0.2.
 */
class job : public detail::owned<detail::ref<kmk_job>, kmk_job, kmk_job_free> {
public:
  using owned::owned;

  /** Does the work. Threads: any. Since: 0.2. */
  void run() noexcept { kmk_job_run(release()); }
};

/** What a loop is like; see kmk_loop_options. Since: 0.2. */
struct loop_options {
  bool is_virtual = false;
  bool abandons_workers = false;
  std::uint32_t worker_count = 4;

  /**
   * Takes a job over, by moving it away, for a thread of the program's own. A job that it leaves,
   * or about which it throws, is refused: its effect fails. Empty: the library starts threads.
   */
  std::function<void(job &)> submit = {};

  /** The most actions of a burst; 0: 250 000. Beyond, it ends with the issue "endless-burst". */
  std::uint64_t burst_limit = 0;
};

namespace detail {

/* loop_options::submit as C calls it. */
struct submitting {
  using box = lasting<std::function<void(job &)>>;

  static bool submit(kmk_job *raw, void *data) noexcept {
    const box::use function(data);
    job given(raw);
    guarded([&] { (*function)(given); });
    return given.release() == nullptr;
  }
};

} // namespace detail
} // namespace kumiki

#endif
