/**
 * Stores in a database, for C++17; link with libkumiki-sqlite.
 *
 *     const kumiki::database file("notes.db");
 *     const kumiki::store store = file.open("main", loop, reduce, notes::state{});
 *     ...
 *     file.flush();
 *
 * Everything that kumiki_sqlite.h promises holds here too. docs/database.md is the guide.
 */
#ifndef KUMIKI_SQLITE_HPP
#define KUMIKI_SQLITE_HPP

#include "kumiki.hpp"
#include "kumiki_sqlite.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kumiki {

/** A database file with stores, which may outlive this object. Threads: any that may block. Since: 0.4. */
class [[nodiscard]] database
    : public detail::owned<detail::ref<kmk_sqlite>, kmk_sqlite, kmk_sqlite_free> {
public:
  using owned::owned;

  /** Opens a file, or creates it; see kmk_sqlite_open. Throws: error(INVALID_ARGUMENT, NO_MEMORY). */
  explicit database(const text_ref &path,
                    const kmk_sqlite_options &options = KMK_SQLITE_OPTIONS_INIT) {
    kmk_error details;
    handle_ = detail::check(kmk_sqlite_open(path.c_str(), &options, &details), details);
  }

  /**
   * Opens the store that the file keeps under a name, or makes a new one from an initial state: JSON, or a value of a type
   * with json_traits. See kmk_sqlite_store.
   *
   * Throws: error(NOT_FOUND) without such a store and an initial state, error(BUSY) if a store is open under the name, here
   * or in another program, and the other errors of kmk_sqlite_store. Threads: the loop's.
   */
  store open(const text_ref &name, const loop_ref &loop, reducer reducer,
             const std::optional<json> &initial = std::nullopt) const {
    return opened([&](kmk_error *details) {
      return kmk_sqlite_store(handle_, name.c_str(), loop.handle(), reducer.release(),
                              initial ? initial->get() : nullptr, details);
    });
  }

  /** Opens or makes a store with a version and migrations of its own; see kmk_sqlite_store_with. Throws: as above, and
   * exceptions from the migrations. Threads: the loop's. */
  store open(const text_ref &name, const loop_ref &loop, reducer reducer,
             const std::optional<json> &initial, std::uint32_t version,
             const std::vector<migration> &steps) const {
    const detail::c_migrations migrations(version, steps);
    return opened([&](kmk_error *details) {
      return kmk_sqlite_store_with(handle_, name.c_str(), loop.handle(), reducer.release(),
                                   initial ? initial->get() : nullptr, migrations.get(), details);
    });
  }

  /** Reads the last snapshot of a store; see kmk_sqlite_snapshot. Throws: error(NOT_FOUND, DECODE, JSON, INVALID_ARGUMENT,
   * BUSY, CLOSED, NO_MEMORY). */
  snapshot read(const text_ref &name) const {
    kmk_error details;
    detail::call running;
    snapshot found(kmk_sqlite_snapshot(handle_, name.c_str(), &details));
    running.rethrow();
    detail::check(found.handle(), details);
    return found;
  }

  /** Reads the last state of a store as a type: file.read<notes::state>("main"). Throws: as above. */
  template <class State> State read(const text_ref &name) const {
    return read(name).state().template as<State>();
  }

  /** Returns the names of the stores, sorted. Throws: error(INVALID_ARGUMENT, BUSY, CLOSED, NO_MEMORY). */
  std::vector<std::string> names() const {
    kmk_error details;
    json_t *found = kmk_sqlite_names(handle_, &details);
    return json::adopt(detail::check(found, details)).as<std::vector<std::string>>();
  }

  /** Waits until all steps so far are in the file; see kmk_sqlite_flush. Throws: error(INVALID_ARGUMENT, BUSY, CLOSED). */
  void flush() const {
    kmk_error details;
    detail::check(kmk_sqlite_flush(handle_, &details), details);
  }

private:
  template <class Open> static store opened(Open &&open) {
    kmk_error details;
    detail::call running;
    store made(open(&details));
    running.rethrow();
    detail::check(made.handle(), details);
    return made;
  }
};

} // namespace kumiki

#endif
