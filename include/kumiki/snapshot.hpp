/** Snapshots: a store at one point in time, to go back to or to continue from in another process. */
#ifndef KUMIKI_SNAPSHOT_HPP
#define KUMIKI_SNAPSHOT_HPP

#include "callback.hpp"
#include "json.hpp"
#include "snapshot.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace kumiki {

class snapshot;

/** A borrowed snapshot. Threads: any. Since: 0.3. */
class snapshot_ref : public detail::ref<kmk_snapshot> {
public:
  using ref::ref;

  /** Returns the state in the snapshot. */
  json state() const { return json::adopt(kmk_snapshot_state(handle_)); }

  /** Whether it contains no effects, requests and undo steps; see kmk_snapshot_is_state_only. Since: 0.4. */
  bool is_state_only() const noexcept { return kmk_snapshot_is_state_only(handle_); }

  /**
   * Returns the snapshot as JSON, for saving; see kmk_snapshot_json.
   *
   * @param version  the program's version number for its states' schema.
   *
   * Throws: error(INVALID_ARGUMENT, TOO_DEEP).
   */
  json saved(std::uint32_t version) const {
    kmk_error details;
    json_t *form = kmk_snapshot_json(handle_, version, &details);
    return json::adopt(detail::check(form, details));
  }

  /** Returns the snapshot as JSON without the state; see kmk_snapshot_json_without_state. Throws:
   * error(INVALID_ARGUMENT). Since: 0.4. */
  json saved_without_state(std::uint32_t version) const {
    kmk_error details;
    json_t *form = kmk_snapshot_json_without_state(handle_, version, &details);
    return json::adopt(detail::check(form, details));
  }

  /** The former name of saved_without_state; see kmk_snapshot_beside. Throws: error(INVALID_ARGUMENT). */
  json beside(std::uint32_t version) const { return saved_without_state(version); }

  /** Returns the same snapshot with at most history_bytes of undo histories; see kmk_snapshot_bounded. */
  snapshot bounded(std::size_t history_bytes) const;
};

/** Migrates a state of one version to the next. The constructor of snapshot rethrows its exceptions. Since: 0.3. */
struct migration {
  std::uint32_t from = 0;
  std::function<json(json_view)> migrate = {};
};

namespace detail {

/* Migrations as the C struct, valid while this object and the steps exist. */
class c_migrations {
public:
  c_migrations(std::uint32_t version, const std::vector<migration> &steps) {
    const auto migrate = [](const json_t *state, void *data) noexcept {
      return guarded<json_t *>(nullptr, [&] {
        return static_cast<const migration *>(data)->migrate(json_view(state)).release();
      });
    };
    for (const migration &step : steps)
      given_.push_back({step.from, migrate, const_cast<migration *>(&step)});
    migrations_ = {sizeof migrations_, version, given_.size(), given_.data()};
  }
  c_migrations(const c_migrations &) = delete;
  c_migrations &operator=(const c_migrations &) = delete;

  const kmk_migrations *get() const noexcept { return &migrations_; }

private:
  std::vector<kmk_migration> given_;
  kmk_migrations migrations_;
};

} // namespace detail

/** A store at one point in time, made by store_ref::snapshot. A snapshot is immutable, and is freed when this object is
 * destroyed. Since: 0.3. */
class [[nodiscard]] snapshot : public detail::owned<snapshot_ref, kmk_snapshot, kmk_snapshot_free> {
public:
  using owned::owned;

  /** Reads a saved snapshot without migrating its state. Throws: error(DECODE, TOO_DEEP). */
  explicit snapshot(const json &saved) : owned(read(saved, nullptr)) {}

  /**
   * Reads a saved snapshot, and migrates its state to the program's version; see kmk_snapshot_new.
   *
   * Throws: error(INVALID_ARGUMENT, DECODE, TOO_DEEP), and exceptions from the migrations.
   */
  snapshot(const json &saved, std::uint32_t version, const std::vector<migration> &steps)
      : owned(read(saved, detail::c_migrations(version, steps).get())) {}

private:
  static kmk_snapshot *read(const json &saved, const kmk_migrations *migrations) {
    kmk_error details;
    detail::call running;
    owned made(kmk_snapshot_new(saved.get(), migrations, &details));
    running.rethrow();
    detail::check(made.handle(), details);
    return made.release();
  }
};

inline snapshot snapshot_ref::bounded(std::size_t history_bytes) const {
  kmk_error details;
  kmk_snapshot *made = kmk_snapshot_bounded(handle_, history_bytes, &details);
  return snapshot(detail::check(made, details));
}

} // namespace kumiki

#endif
