/** Shared values: one value that several features, stores or programs share. */
#ifndef KUMIKI_SHARED_HPP
#define KUMIKI_SHARED_HPP

#include "callback.hpp"
#include "json_traits.hpp"
#include "loop.hpp"
#include "observe.hpp"
#include "shared.h"
#include "store.hpp"

#include <memory>
#include <type_traits>
#include <utility>

namespace kumiki {

namespace detail {

/* The function of shared::update, which lives for the call. */
template <class Function> struct shared_update {
  static json_t *make(const json_t *value, void *data) noexcept {
    json_t *made = nullptr;
    guarded([&] { made = json((*static_cast<Function *>(data))(json_view(value))).release(); });
    return made;
  }
};

} // namespace detail

/** A shared value, identified by its key; see kmk_shared. Threads: any, except for observe. Since: 0.2. */
class [[nodiscard]] shared
    : public detail::owned<detail::ref<kmk_shared>, kmk_shared, kmk_shared_free> {
public:
  using owned::owned;

  /** Shares a value under a name in memory; see kmk_shared_memory. Throws: error(INVALID_ARGUMENT, TOO_DEEP). */
  static shared memory(const text_ref &name, const json &initial) {
    return made(kmk_shared_memory, name, initial);
  }

  /** Shares the content of a JSON file; see kmk_shared_file. Throws: error(INVALID_ARGUMENT, TOO_DEEP). */
  static shared file(const text_ref &path, const json &initial) {
    return made(kmk_shared_file, path, initial);
  }

  /** Shares a member of the program's settings; see kmk_shared_setting. Throws: error(INVALID_ARGUMENT, TOO_DEEP). */
  static shared setting(const text_ref &name, const json &initial) {
    return made(kmk_shared_setting, name, initial);
  }

  /**
   * Returns the value at a pointer: get("/rows"), get<int>("/count"). Throws: error(NOT_FOUND, DECODE).
   *
   * If Type is a std::optional, a missing value gives an empty result instead of an error: get<std::optional<int>>.
   */
  template <class Type = json> Type get(const text_ref &pointer = "") const {
    kmk_error details;
    json_t *found = kmk_shared_get(handle_, pointer.c_str(), &details);
    return detail::read_snapshot<Type>(found, details, pointer);
  }

  /** Writes the value at a pointer; see kmk_shared_set_new. Throws: error(NOT_FOUND, TOO_DEEP). */
  void set(const text_ref &pointer, json value) {
    kmk_error details;
    detail::call running;
    const kmk_status code = kmk_shared_set_new(handle_, pointer.c_str(), value.release(), &details);
    running.rethrow();
    detail::check(code, details);
  }

  /** Replaces the value with the result of function(json_view), which receives the current value. If the function
   * throws, nothing changes. */
  template <class Function> void update(Function &&function) {
    using own = std::remove_reference_t<Function>;
    kmk_error details;
    detail::call running;
    auto *data = const_cast<void *>(static_cast<const void *>(std::addressof(function)));
    const kmk_status code =
        kmk_shared_update(handle_, detail::shared_update<own>::make, data, &details);
    running.rethrow();
    detail::check(code, details);
  }

  /** Observes the value at a pointer: function(json_view) is called once before this returns, and again on the loop's
   * thread when the value has changed. See kmk_shared_observe. */
  template <class Function>
  subscription observe(const loop_ref &loop, const text_ref &pointer, Function &&function) const {
    using box = detail::lasting<std::decay_t<Function>>;
    const auto tell = [](const json_t *value, void *data) noexcept {
      const typename box::use kept(data);
      detail::guarded([&] { (*kept)(json_view(value)); });
    };
    auto *data = detail::make_lasting(std::forward<Function>(function));
    kmk_error details;
    detail::call running;
    subscription result(kmk_shared_observe(handle_, loop.handle(), pointer.c_str(), tell, data,
                                           box::free, &details));
    running.rethrow();
    detail::check(result.handle(), details);
    return result;
  }

  /** Lets a part of a store's state and this value follow each other, until the subscription is destroyed or the store
   * ends; see kmk_shared_mirror. failed(const error &) receives later refusals. Throws: the errors of the C function. */
  template <class Failed>
  subscription mirror(const store_ref &store, const text_ref &pointer, Failed &&failed,
                      const text_ref &binding_case = "binding") const {
    using box = detail::lasting<std::decay_t<Failed>>;
    const auto tell = [](const kmk_error *details, void *data) noexcept {
      const typename box::use kept(data);
      detail::guarded([&] { (*kept)(error(*details)); });
    };
    auto *data = detail::make_lasting(std::forward<Failed>(failed));
    kmk_error details;
    detail::call running;
    subscription result(kmk_shared_mirror(handle_, store.handle(), binding_case.c_str(),
                                          pointer.c_str(), tell, data, box::free, &details));
    running.rethrow();
    detail::check(result.handle(), details);
    return result;
  }

  /** As above. Later refusals are printed to standard error. */
  subscription mirror(const store_ref &store, const text_ref &pointer) const {
    kmk_error details;
    detail::call running;
    subscription result(kmk_shared_mirror(handle_, store.handle(), "binding", pointer.c_str(),
                                          nullptr, nullptr, nullptr, &details));
    running.rethrow();
    detail::check(result.handle(), details);
    return result;
  }

private:
  template <class Make> static shared made(Make make, const text_ref &name, const json &initial) {
    kmk_error details;
    return shared(detail::check(make(name.c_str(), initial.get(), &details), details));
  }
};

} // namespace kumiki

#endif
