/**
 * Derived values: what a view shows that no state holds.
 */
#ifndef KUMIKI_DERIVED_HPP
#define KUMIKI_DERIVED_HPP

#include "derived.h"
#include "store.hpp"

#include <string>
#include <vector>

namespace kumiki {

/**
 * A value that a function computes from a store's state: when it is first asked for, and again only
 * after a burst that wrote there.
 *
 *     kumiki::derived total(store, [&] { return store.get<int>("/a") + store.get<int>("/b"); });
 *
 * The function answers a json or what becomes one; it only reads. What it throws comes out of the
 * call that has it run, and the next one has it run again. Its subscriptions outlive the value.
 * Threads: owner, callback. Since: 0.3.
 */
class [[nodiscard]] derived
    : public detail::owned<detail::ref<kmk_derived>, kmk_derived, kmk_derived_free> {
public:
  using owned::owned;

  /**
   * Depends on what the function reads; see kmk_derived_new.
   *
   * Throws: error(BUSY, WRONG_THREAD, CLOSED).
   */
  template <class Function>
  derived(const store_ref &store, Function &&function)
      : owned(made(store, nullptr, std::forward<Function>(function))) {}

  /** Depends on these places alone. Throws besides: error(INVALID_ARGUMENT). */
  template <class Function>
  derived(const store_ref &store, const std::vector<std::string> &pointers, Function &&function)
      : owned(made(store, texts(pointers).data(), std::forward<Function>(function))) {}

  /**
   * The value, computed if it is stale; see kmk_derived_get.
   *
   * Throws: error(NOT_FOUND, TOO_DEEP, BUSY, WRONG_THREAD, CLOSED), and what the function throws.
   */
  json get() const {
    kmk_error details;
    detail::call running;
    json_t *found = kmk_derived_get(handle_, &details);
    json value = found ? json::adopt(found) : json();
    running.rethrow();
    detail::check(found, details);
    return value;
  }

  /** The same as a type, which has no views in it. What is no such value is thrown. */
  template <class Type> Type get() const { return get().as<Type>(); }

  /**
   * Observes the value: function(json_view), at once and then where it differs, empty where there
   * is none. Throws: error(BUSY, TOO_DEEP, WRONG_THREAD, CLOSED), and what the functions throw.
   */
  template <class Function> subscription observe(Function &&function) const {
    using box = detail::lasting<std::decay_t<Function>>;
    const auto tell = [](const json_t *value, void *data) noexcept {
      const typename box::use kept(data);
      detail::guarded([&] { (*kept)(json_view(value)); });
    };
    auto *data = detail::make_lasting(std::forward<Function>(function));
    kmk_error details;
    detail::call running;
    subscription result(kmk_derived_observe(handle_, tell, data, box::free, &details));
    running.rethrow();
    detail::check(result.handle(), details);
    return result;
  }

private:
  static std::vector<const char *> texts(const std::vector<std::string> &pointers) {
    std::vector<const char *> texts;
    for (const std::string &pointer : pointers)
      texts.push_back(pointer.c_str());
    texts.push_back(nullptr);
    return texts;
  }

  template <class Function>
  static kmk_derived *made(const store_ref &store, const char *const *pointers,
                           Function &&function) {
    using box = detail::lasting<std::decay_t<Function>>;
    const auto compute = [](kmk_store *, void *data) noexcept {
      const typename box::use kept(data);
      return detail::guarded<json_t *>(nullptr, [&] { return json((*kept)()).release(); });
    };
    auto *data = detail::make_lasting(std::forward<Function>(function));
    kmk_error details;
    return detail::check(
        kmk_derived_new(store.handle(), pointers, compute, data, box::free, &details), details);
  }
};

} // namespace kumiki

#endif
