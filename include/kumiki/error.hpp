/** The exception that a failed call throws. */
#ifndef KUMIKI_ERROR_HPP
#define KUMIKI_ERROR_HPP

#include "base.h"
#include "error.h"

#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>

/* Marks a borrowed result: clang warns if the result outlives its owner. */
#if defined(__has_cpp_attribute)
#if __has_cpp_attribute(clang::lifetimebound)
#define KUMIKI_LENT [[clang::lifetimebound]]
#endif
#endif
#ifndef KUMIKI_LENT
#define KUMIKI_LENT
#endif

namespace kumiki {

/** A status of the C library, with the same names: KMK_ERR_NOT_FOUND. */
using status = kmk_status;

/** Thrown by a call that failed. The call has changed nothing. Since: 0.2. */
class [[nodiscard]] error : public std::exception {
public:
  explicit error(const kmk_error &details) noexcept : details_(details) {
    kmk_error_details whole;
    kmk_error_read(&details, &whole, sizeof whole);
    keep(whole.path, whole.message);
  }

  error(kumiki::status code, std::string_view message, std::string_view path = {},
        std::size_t position = 0) noexcept {
    details_.status = code;
    details_.position = position;
    copy(path, details_.path);
    copy(message, details_.message);
    keep(path, message);
  }

  /** Returns the status of the call. */
  kumiki::status status() const noexcept { return details_.status; }

  /**
   * Returns one line: the place, if the error has one, and the message, such as "/age: found a text, expected ...".
   */
  const char *what() const noexcept override {
    return whole_ ? whole_->said.c_str() : details_.message;
  }

  /** Returns the message alone: what was found and what was expected. */
  const char *message() const noexcept KUMIKI_LENT {
    return whole_ ? whole_->message.c_str() : details_.message;
  }

  /** Returns the JSON Pointer to the offending value; "" if none. At least the first 4,096 bytes are complete. */
  std::string_view path() const noexcept KUMIKI_LENT {
    return whole_ ? whole_->path.c_str() : details_.path;
  }

  /** Returns the byte offset of the error if a text is not valid JSON, otherwise 0. */
  std::size_t position() const noexcept { return details_.position; }

  /** Returns the details as the C struct, whose strings are truncated to fit; see kmk_error_read. */
  const kmk_error &details() const noexcept KUMIKI_LENT { return details_; }

  /** Whether the error is that a std::variant lacks the case in the JSON. Since: 0.4. */
  bool is_unknown_case() const noexcept { return is_unknown_case_; }

  /** Returns the same error with `outer` in front of its path, for a value inside another value. */
  error inside(std::string_view outer) const {
    error result(details_.status, message(), std::string(outer).append(path()), details_.position);
    result.is_unknown_case_ = is_unknown_case_;
    return result;
  }

  /** Returns the same error, for which is_unknown_case() is true. Since: 0.4. */
  error as_unknown_case() const {
    error result(*this);
    result.is_unknown_case_ = true;
    return result;
  }

private:
  struct texts {
    std::string path, message, said;
  };

  kmk_error details_ = {};
  std::shared_ptr<const texts> whole_; // set if details_ is too small, or the error has a path
  bool is_unknown_case_ = false;

  void keep(std::string_view path, std::string_view message) noexcept {
    if (path.empty() && message == details_.message)
      return;
    try {
      std::string said(path);
      said.append(path.empty() ? "" : ": ").append(message);
      whole_ = std::make_shared<const texts>(
          texts{std::string(path), std::string(message), std::move(said)});
    } catch (const std::bad_alloc &) {
      // The truncated strings in details_ are enough.
    }
  }

  template <std::size_t size>
  static void copy(std::string_view text, char (&target)[size]) noexcept {
    std::size_t length = text.size() < size ? text.size() : size - 1;
    // Do not cut inside a UTF-8 character.
    if (length < text.size())
      while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xC0u) == 0x80u)
        length -= 1;
    if (length > 0)
      std::memcpy(target, text.data(), length);
    target[length] = '\0';
  }
};

namespace detail {

/* Throws if a call that fills a kmk_error has returned an error. */
inline void check(kmk_status code, const kmk_error &details) {
  if (code != KMK_OK)
    throw error(details);
}

/* Describes a status, for calls that do not fill a kmk_error. */
inline const char *reason(kmk_status code) noexcept {
  switch (code) {
  case KMK_ERR_INVALID_ARGUMENT:
    return "an argument that the call cannot use";
  case KMK_ERR_NOT_FOUND:
    return "nothing is there";
  case KMK_ERR_WRONG_THREAD:
    return "called on a thread that is not the loop's";
  case KMK_ERR_NO_MEMORY:
    return "there is no memory";
  case KMK_ERR_TOO_DEEP:
    return "JSON that is nested too deep, or contains itself";
  case KMK_ERR_CLOSED:
    return "the store, the loop or the effect has ended";
  case KMK_ERR_BUSY:
    return "called inside a callback of the same loop, or while it is in use";
  default:
    return kmk_status_name(code);
  }
}

/* Throws an error for a status, for calls that do not fill a kmk_error. `function` is the name of the call in C++. */
inline void check(kmk_status code, const char *function, std::string_view path = {}) {
  if (code == KMK_OK)
    return;
  throw error(code, std::string(function) + ": " + reason(code), path);
}

/* Returns the handle that a call has made; throws if the call returned NULL. */
template <class Handle> Handle *check(Handle *handle, const kmk_error &details) {
  if (handle == nullptr)
    throw error(details);
  return handle;
}

} // namespace detail
} // namespace kumiki

#endif
