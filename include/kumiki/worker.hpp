/** Workers: the options of a loop, and blocking work on the program's own threads. */
#ifndef KUMIKI_WORKER_HPP
#define KUMIKI_WORKER_HPP

#include "callback.hpp"
#include "worker.h"

#include <cstdint>
#include <functional>

namespace kumiki {

/** Blocking work for one of the program's own threads. If the job is destroyed without run(), its effect fails. Since:
 * 0.2. */
class job : public detail::owned<detail::ref<kmk_job>, kmk_job, kmk_job_free> {
public:
  using owned::owned;

  /** Does the work. Threads: any. Since: 0.2. */
  void run() noexcept { kmk_job_run(release()); }
};

/** Options of a loop; see kmk_loop_options. Since: 0.2. */
struct loop_options {
  bool is_virtual = false;
  bool abandons_workers = false;
  std::uint32_t worker_count = 4;

  /** Receives a job, and must move it to one of the program's own threads. If the function does not move the job, or
   * throws, the job is refused and its effect fails. Empty: the library starts threads. */
  std::function<void(job &)> submit = {};

  /** The maximum number of actions in a burst; 0: 250,000. A longer burst ends with the issue "endless-burst". */
  std::uint64_t burst_limit = 0;
};

namespace detail {

/* loop_options::submit as a C function. */
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
