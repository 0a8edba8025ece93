/** Derived values: values computed from the state, such as a total or a count. */
#ifndef KUMIKI_DERIVED_HPP
#define KUMIKI_DERIVED_HPP

#include "derived.h"
#include "store.hpp"

#include <string>
#include <vector>

namespace kumiki {

/**
 * A value that a function computes from a store's state. The value is computed when the program first asks for it,
 * and computed again only after a burst (a send and everything that it triggers) that wrote to a place it depends on.
 *
 *     kumiki::derived total(store, [&] { return store.get<int>("/a") + store.get<int>("/b"); });
 *
 * The function returns a json, or a value that can be converted to one. It may only read. If the function throws, the
 * call that ran it rethrows the exception, and the next call runs the function again. Subscriptions to the value
 * continue after this object is destroyed. Threads: owner, callback. Since: 0.3.
 */
class [[nodiscard]] derived
    : public detail::owned<detail::ref<kmk_derived>, kmk_derived, kmk_derived_free> {
public:
  using owned::owned;

  /**
   * Creates a derived value that depends on the places that its function reads; see kmk_derived_new.
   *
   * Throws: error(BUSY, WRONG_THREAD, CLOSED).
   */
  template <class Function>
  derived(const store_ref &store, Function &&function)
      : owned(made(store, nullptr, std::forward<Function>(function))) {}

  /** Creates a derived value that depends only on the given places. Throws: as above, and error(INVALID_ARGUMENT). */
  template <class Function>
  derived(const store_ref &store, const std::vector<std::string> &pointers, Function &&function)
      : owned(made(store, texts(pointers).data(), std::forward<Function>(function))) {}

  /**
   * Returns the value, and computes it first if it is stale; see kmk_derived_get.
   *
   * Throws: error(NOT_FOUND, TOO_DEEP, BUSY, WRONG_THREAD, CLOSED), and exceptions from the function.
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

  /** Returns the value as a type that contains no views. Throws: as get(), and error(DECODE) for a mismatch. */
  template <class Type> Type get() const { return get().as<Type>(); }

  /**
   * Observes the value: function(json_view) is called once before this returns, and again after each burst that
   * changed the value. The view is empty if the value cannot be computed.
   *
   * Throws: error(BUSY, TOO_DEEP, WRONG_THREAD, CLOSED), and exceptions from both functions.
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

/**
 * A derived value of a type: its function returns a Type, get() does too, and observers receive one.
 *
 *     kumiki::derived_of<int> total(store, [&] { return store.get(at::a) + store.get(at::b); });
 *
 * Threads: owner, callback. Since: 0.4.
 */
template <class Type> class [[nodiscard]] derived_of : public derived {
public:
  derived_of() noexcept = default;

  /** Creates a derived value that depends on the places that its function reads. Throws: as derived. */
  template <class Function>
  derived_of(const store_ref &store, Function &&function)
      : derived(store, typed(std::forward<Function>(function))) {}

  /** Creates a derived value that depends only on the given places. Throws: as derived. */
  template <class Function>
  derived_of(const store_ref &store, const std::vector<std::string> &pointers, Function &&function)
      : derived(store, pointers, typed(std::forward<Function>(function))) {}

  /** Returns the value. Throws: as derived::get, and error(DECODE). */
  Type get() const { return derived::get<Type>(); }

  /** Observes the value: function(Type); see derived::observe. If the value cannot be computed, the call that runs the
   * observer throws error(DECODE), unless Type is a std::optional. */
  template <class Function> subscription observe(Function &&function) const {
    return derived::observe([kept = std::decay_t<Function>(std::forward<Function>(function))](
                                json_view value) mutable { kept(value.as<Type>()); });
  }

private:
  template <class Function> static auto typed(Function &&function) {
    static_assert(std::is_convertible_v<std::invoke_result_t<std::decay_t<Function> &>, Type>,
                  "the function returns another type than the derived value");
    return [kept = std::decay_t<Function>(std::forward<Function>(function))]() mutable {
      return json(Type(kept()));
    };
  }
};

} // namespace kumiki

#endif
