/**
 * What a call throws that fails.
 */
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

namespace kumiki {

/** A status of the C library, spelt as there: KMK_ERR_NOT_FOUND. */
using status = kmk_status;

/** A call that could not be carried out. It has changed nothing. Since: 0.2. */
class error : public std::exception {
public:
  explicit error(const kmk_error &details) noexcept : details_(details) {
    kmk_error_details whole;
    kmk_error_read(&details, &whole, sizeof whole);
    if (whole.path == details.path && whole.message == details.message)
      return;
    try {
      whole_ = std::make_shared<const texts>(texts{whole.path, whole.message});
    } catch (const std::bad_alloc &) {
      // What was cut says enough.
    }
  }

  error(kumiki::status code, std::string_view message, std::string_view path = {},
        std::size_t position = 0) noexcept {
    details_.status = code;
    details_.position = position;
    copy(path, details_.path);
    copy(message, details_.message);
  }

  /** The status of the call. */
  kumiki::status status() const noexcept { return details_.status; }

  /** One line: what was found, and what was expected. */
  const char *what() const noexcept override {
    return whole_ ? whole_->message.c_str() : details_.message;
  }

  /** JSON Pointer to the value that the call could not use; "" if none. Cut at 4,096 bytes. */
  std::string_view path() const noexcept { return whole_ ? whole_->path.c_str() : details_.path; }

  /** Byte offset into a text that is no JSON, else 0. */
  std::size_t position() const noexcept { return details_.position; }

  /** All of it, as C has it: the texts cut; see kmk_error_read. */
  const kmk_error &details() const noexcept { return details_; }

  /** The same error, of a value that stands further inside: the path begins with the outer one. */
  error inside(std::string_view outer) const {
    return {details_.status, details_.message, std::string(outer) + details_.path,
            details_.position};
  }

private:
  struct texts {
    std::string path, message;
  };

  kmk_error details_ = {};
  std::shared_ptr<const texts> whole_; // where kmk_error has no room for them

  template <std::size_t size>
  static void copy(std::string_view text, char (&target)[size]) noexcept {
    std::size_t length = text.size() < size ? text.size() : size - 1;
    // Not in the middle of a character of UTF-8.
    if (length < text.size())
      while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xC0u) == 0x80u)
        length -= 1;
    if (length > 0)
      std::memcpy(target, text.data(), length);
    target[length] = '\0';
  }
};

namespace detail {

/* Throws what a call that fills a kmk_error has answered, if that is no success. */
inline void check(kmk_status code, const kmk_error &details) {
  if (code != KMK_OK)
    throw error(details);
}

/* Throws what a call without details has answered. `function` is its name in C. */
inline void check(kmk_status code, const char *function, std::string_view path = {}) {
  if (code == KMK_OK)
    return;
  throw error(code, std::string(function) + ": " + kmk_status_name(code), path);
}

/* A handle that a call answers, or NULL where it has failed. */
template <class Handle> Handle *check(Handle *handle, const kmk_error &details) {
  if (handle == nullptr)
    throw error(details);
  return handle;
}

} // namespace detail
} // namespace kumiki

#endif
