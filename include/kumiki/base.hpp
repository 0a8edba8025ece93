/** Strings, times, JSON Pointers, and the base class of every handle. */
#ifndef KUMIKI_BASE_HPP
#define KUMIKI_BASE_HPP

#include "base.h"
#include "checks.h"
#include "error.hpp"
#include "paths.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace kumiki {

/**
 * A JSON Pointer together with the type of its value: state.get(place<int>("/count")) is an int.
 *
 * The string is borrowed. Since: 0.3.
 */
template <class Type> struct place {
  const char *pointer;

  explicit constexpr place(const char *text) noexcept : pointer(text) {}
};

/** A place in a state of type `Root`, for state_of<Root>. Since: 0.4. */
template <class Type, class Root> struct place_in : place<Type> { using place<Type>::place; };

/**
 * A string parameter: a literal, a std::string or a std::string_view.
 *
 * A std::string_view is copied, because C needs a terminating NUL. Literals and std::strings are not copied.
 *
 * Throws: error(INVALID_ARGUMENT) for a string that contains a NUL. Since: 0.2.
 */
class text_ref {
public:
  text_ref(const char *text) noexcept : text_(text) {}
  text_ref(const std::string &text) : text_(whole(text).data()) {}
  text_ref(std::string_view text) : copy_(whole(text)), text_(copy_.c_str()) {}
  template <class Type> text_ref(const place<Type> &at) noexcept : text_(at.pointer) {}
  text_ref(const text_ref &) = delete;
  text_ref &operator=(const text_ref &) = delete;

  const char *c_str() const noexcept { return text_; }
  operator std::string_view() const noexcept { return text_ ? text_ : ""; }

private:
  std::string copy_;
  const char *text_;

  static std::string_view whole(std::string_view text) {
    if (text.find('\0') != std::string_view::npos)
      throw error(KMK_ERR_INVALID_ARGUMENT, "a text with a NUL in it");
    return text;
  }
};

/** A timeout that never expires. */
inline constexpr std::chrono::milliseconds forever{-1};

/** The version of the library at run time: "0.4.0". Threads: any. Since: 0.2. */
inline std::string_view version() noexcept { return kmk_version(); }

/** Returns the number of handles and engine objects in this process, for leak checks; see kmk_live_objects. Since:
 * 0.2. */
inline std::size_t live_objects() noexcept { return kmk_live_objects(); }

/**
 * Turns on the checks of checks.h, as KUMIKI_CHECKS=1 does. Threads: any, before the first loop is made. Since: 0.3.
 */
inline void begin_checks() noexcept { kmk_checks_begin(); }

namespace detail {

/* Converts a string from the library to a std::string and frees it. */
inline std::string taken(char *text) {
  std::unique_ptr<char, decltype(&kmk_text_free)> owner(text, kmk_text_free);
  return text ? std::string(text) : std::string();
}

inline std::uint64_t nanoseconds(std::chrono::nanoseconds time) {
  if (time.count() < 0)
    throw error(KMK_ERR_INVALID_ARGUMENT, "a time below 0");
  return static_cast<std::uint64_t>(time.count());
}

/* Converts a timeout to an int of milliseconds, as C expects. A timeout beyond the range of int becomes the largest
 * int. */
inline int timeout(std::chrono::milliseconds time) noexcept {
  constexpr std::int64_t longest = 0x7fffffff;
  const std::int64_t count = time.count();
  return static_cast<int>(count > longest ? longest : count < -2 ? -2 : count);
}

inline void add_step(std::string &pointer, std::string_view step) {
  constexpr std::size_t longest = 0x7fffffff;
  if (step.size() > longest || step.find('\0') != std::string_view::npos)
    throw error(KMK_ERR_INVALID_ARGUMENT, "no step of a pointer: too long, or with a NUL in it");
  // An empty std::string_view may have a null data pointer, which C would reject.
  const char *data = step.data() ? step.data() : "";
  char *text = kmk_pointerf("/%.*s", static_cast<int>(step.size()), data);
  if (text == nullptr)
    throw std::bad_alloc();
  pointer += taken(text);
}

template <class Number, class = std::enable_if_t<std::is_integral_v<Number>>>
void add_step(std::string &pointer, Number step) {
  pointer += '/' + std::to_string(step);
}

/* The base class of every handle, borrowed or owned. */
template <class Handle> class ref {
public:
  ref() noexcept = default;
  ref(Handle *handle) noexcept : handle_(handle) {}

  /** Returns the C handle, borrowed. */
  Handle *handle() const noexcept { return handle_; }

  /** Whether this holds a handle; false after a move. */
  explicit operator bool() const noexcept { return handle_ != nullptr; }

protected:
  Handle *handle_ = nullptr;
};

/* Owns a handle and frees it on destruction. The base class `Lent` has the functions of the handle. */
template <class Lent, class Handle, void (*free)(Handle *)> class owned : public Lent {
public:
  owned() noexcept = default;
  explicit owned(Handle *handle) noexcept : Lent(handle) {}
  owned(owned &&other) noexcept : Lent(other.release()) {}
  owned(const owned &) = delete;
  owned &operator=(owned &&other) noexcept {
    owned taken(std::move(other));
    std::swap(this->handle_, taken.handle_);
    return *this;
  }
  owned &operator=(const owned &) = delete;
  ~owned() { reset(); }

  /** Returns the handle and gives up ownership: the caller must free it. */
  [[nodiscard]] Handle *release() noexcept { return std::exchange(this->handle_, nullptr); }

  /** Frees the handle now. */
  void reset() noexcept { free(release()); }
};

} // namespace detail

/**
 * Builds a JSON Pointer from its steps, whatever characters they contain: pointer("rows", 3, "a/b") is
 * "/rows/3/a~1b".
 *
 * Throws: error(INVALID_ARGUMENT) for a step that contains a NUL. Threads: any. Since: 0.2.
 */
template <class... Steps> std::string pointer(const Steps &...steps) {
  std::string text;
  (detail::add_step(text, steps), ...);
  return text;
}

} // namespace kumiki

#endif
