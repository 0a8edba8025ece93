/** The C++ types that can be read from JSON and written as JSON. */
#ifndef KUMIKI_JSON_TRAITS_HPP
#define KUMIKI_JSON_TRAITS_HPP

#include "json.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace kumiki {
namespace detail {

[[noreturn]] inline void misfit(json_view value, const char *expected) {
  throw error(KMK_ERR_DECODE, std::string("found ") + value.kind() + ", expected " + expected);
}

[[noreturn]] inline void too_large(json_view value) {
  throw error(KMK_ERR_DECODE, value.text() + " does not fit its type");
}

template <class Type>
inline constexpr bool is_character =
    std::is_same_v<Type, char> || std::is_same_v<Type, wchar_t> || std::is_same_v<Type, char16_t> ||
    std::is_same_v<Type, char32_t>;

template <class Type>
inline constexpr bool is_number =
    std::is_integral_v<Type> && !std::is_same_v<Type, bool> && !is_character<Type>;

template <class Type> struct is_optional : std::false_type {};
template <class Type> struct is_optional<std::optional<Type>> : std::true_type {};

struct text_json_traits {
  static json to(std::string_view text) {
    json_t *value = json_stringn(text.data() ? text.data() : "", text.size());
    if (value == nullptr)
      throw error(KMK_ERR_INVALID_ARGUMENT, "a text that is not UTF-8");
    return json::adopt(value);
  }
};

} // namespace detail

template <> struct json_traits<json_view> {
  static constexpr bool lends = true;
  static json_view from(json_view value) { return value; }
};
template <> struct json_traits<json> {
  static json from(json_view value) {
    if (!value)
      detail::misfit(value, "a value");
    return value;
  }
};

template <> struct json_traits<bool> {
  static bool from(json_view value) {
    if (!value.is_bool())
      detail::misfit(value, "true or false");
    return json_is_true(value.get());
  }
  static json to(bool value) { return json::adopt(json_boolean(value)); }
};

template <class Number> struct json_traits<Number, std::enable_if_t<detail::is_number<Number>>> {
  static Number from(json_view value) {
    if (!value.is_integer())
      detail::misfit(value, "an integer");
    const json_int_t integer = json_integer_value(value.get());
    const auto number = static_cast<Number>(integer);
    bool fits = static_cast<json_int_t>(number) == integer;
    if constexpr (std::is_unsigned_v<Number>)
      fits = fits && integer >= 0;
    if (!fits)
      detail::too_large(value);
    return number;
  }
  static json to(Number number) {
    constexpr auto greatest = std::numeric_limits<json_int_t>::max();
    if constexpr (sizeof(Number) >= sizeof(json_int_t) && std::is_unsigned_v<Number>)
      if (number > static_cast<Number>(greatest))
        throw error(KMK_ERR_INVALID_ARGUMENT, std::to_string(number) + " is too large for JSON");
    return json::adopt(json_integer(static_cast<json_int_t>(number)));
  }
};

template <class Number>
struct json_traits<Number, std::enable_if_t<std::is_floating_point_v<Number>>> {
  static Number from(json_view value) {
    if (!value.is_number())
      detail::misfit(value, "a number");
    const double number = json_number_value(value.get());
    if constexpr (sizeof(Number) < sizeof(double)) {
      constexpr double greatest = std::numeric_limits<Number>::max();
      if (number > greatest || number < -greatest)
        detail::too_large(value);
    }
    return static_cast<Number>(number);
  }
  static json to(Number number) {
    json_t *value = json_real(static_cast<double>(number));
    if (value == nullptr)
      throw error(KMK_ERR_INVALID_ARGUMENT, "a number that JSON cannot write");
    return json::adopt(value);
  }
};

template <> struct json_traits<std::string_view> : detail::text_json_traits {
  static constexpr bool lends = true;
  static std::string_view from(json_view value) {
    if (!value.is_text())
      detail::misfit(value, "a text");
    return {json_string_value(value.get()), json_string_length(value.get())};
  }
};

template <> struct json_traits<std::string> : detail::text_json_traits {
  static std::string from(json_view value) { return std::string(value.as<std::string_view>()); }
};

template <> struct json_traits<const char *> {
  static json to(const char *text) {
    if (text == nullptr)
      throw error(KMK_ERR_INVALID_ARGUMENT, "a text that is nullptr");
    return detail::text_json_traits::to(text);
  }
};
template <> struct json_traits<char *> : json_traits<const char *> {};

namespace detail {

template <class Type> struct parts_of<std::optional<Type>> { using list = types<Type>; };

} // namespace detail

/** Null and a missing value are read as an empty optional. */
template <class Type> struct json_traits<std::optional<Type>> {
  static std::optional<Type> from(json_view value) {
    if (!value || value.is_null())
      return std::nullopt;
    return value.as<Type>();
  }
  static json to(const std::optional<Type> &value) {
    return value ? detail::written(*value) : json();
  }
};

namespace detail {

/* Converts the snapshot that a call returned to a type; throws if the call failed and returned NULL. For a
 * std::optional a missing value is not a failure. */
template <class Type>
Type read_snapshot(json_t *snapshot, const kmk_error &details, std::string_view pointer) {
  static_assert(!lends<Type>, "a view would outlive the snapshot: take a json or a std::string");
  if constexpr (is_optional<Type>::value)
    if (snapshot == nullptr && details.status == KMK_ERR_NOT_FOUND)
      return std::nullopt;
  const json value = json::adopt(check(snapshot, details));
  return read_at<Type>(value, pointer);
}

} // namespace detail

} // namespace kumiki

#endif
