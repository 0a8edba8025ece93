/** Savers: successive snapshots of one store, each saved as the changes since the previous one. */
#ifndef KUMIKI_SAVER_HPP
#define KUMIKI_SAVER_HPP

#include "history.hpp"
#include "json.hpp"
#include "saver.h"
#include "snapshot.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace kumiki {

/** Options of a saver; see kmk_saver_options. Since: 0.4. */
struct saver_options {
  std::uint32_t version = 0;
  std::size_t history_bytes = 0;
  std::vector<std::string> secret_paths = {};
  bool keeps_actions = false;
};

/** Remembers the last saved snapshot of a store. Threads: any, one at a time. Since: 0.4. */
class [[nodiscard]] saver
    : public detail::owned<detail::ref<kmk_saver>, kmk_saver, kmk_saver_free> {
public:
  using owned::owned;

  /** The changes, and `passed`: the nanoseconds to add to each age in the saved snapshot; see kmk_saver_change. */
  struct change_result {
    json patch;
    std::uint64_t passed;
  };

  /** Creates a saver for one store. Throws: error(INVALID_ARGUMENT, NO_MEMORY). */
  explicit saver(const saver_options &options = {}) : owned(made(options)) {}

  /** Returns a snapshot, including its state, in the format for saving. Throws: error(INVALID_ARGUMENT, NO_MEMORY). */
  json whole(const snapshot_ref &moment) const {
    kmk_error details;
    json_t *form = kmk_saver_whole(handle_, moment.handle(), &details);
    return json::adopt(detail::check(form, details));
  }

  /** Returns the changes since the last saved snapshot, except changes of the state. Throws: error(INVALID_ARGUMENT,
   * NO_MEMORY). */
  change_result change(const snapshot_ref &moment) const {
    kmk_error details;
    std::uint64_t passed = 0;
    json_t *patch = kmk_saver_change(handle_, moment.handle(), &passed, &details);
    return {json::adopt(detail::check(patch, details)), passed};
  }

  /**
   * Returns a step of a trace in the format for saving, without secrets. Throws: error(INVALID_ARGUMENT, NO_MEMORY).
   */
  json step(json_view told) const {
    kmk_error details;
    json_t *form = kmk_saver_step(handle_, told.get(), &details);
    return json::adopt(detail::check(form, details));
  }

private:
  static kmk_saver *made(const saver_options &options) {
    const auto secrets = detail::c_texts(options.secret_paths);
    kmk_saver_options given = KMK_SAVER_OPTIONS_INIT;
    given.version = options.version;
    given.history_bytes = options.history_bytes;
    given.secret_paths = options.secret_paths.empty() ? nullptr : secrets.data();
    given.keeps_actions = options.keeps_actions;
    kmk_error details;
    return detail::check(kmk_saver_new(&given, &details), details);
  }
};

} // namespace kumiki

#endif
