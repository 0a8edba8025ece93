/** JSON: an owned value, and a view of a borrowed one. */
#ifndef KUMIKI_JSON_HPP
#define KUMIKI_JSON_HPP

#include "base.hpp"
#include "json.h"

#include <cstdlib>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace kumiki {

/**
 * Defines how a type of the program is read from JSON and written as JSON.
 *
 *     template <> struct kumiki::json_traits<point> {
 *       static point from(json_view value) { return {value.at<int>("x"), value.at<int>("y")}; }
 *       static json to(const point &p) { return json::object({{"x", p.x}, {"y", p.y}}); }
 *     };
 *
 * Either function may be left out. from() throws kumiki::error if the value does not match the type. A type that
 * refers to the JSON that it was read from, for example through a std::string_view, also needs the member `static
 * constexpr bool lends = true;`. Such a type cannot be read from a temporary json. For KUMIKI_FIELDS and for variants
 * the library detects this itself.
 *
 * The library has traits for bool, integers, floating-point numbers, strings, std::optional, the containers of
 * containers.hpp, and the durations and dates of std::chrono. Since: 0.2.
 */
template <class Type, class = void> struct json_traits;

class json;
class json_view;

namespace detail {

/* A list of types. parts_of<Type>::list is the list of the types inside a type, if its traits list them. */
template <class... Types> struct types {};
template <class First> struct types<First> { using first = First; };
template <class Type, class = void> struct parts_of { using list = types<>; };

template <class Type, class = void> inline constexpr bool says_it_lends = false;
template <class Type>
inline constexpr bool says_it_lends<Type, std::enable_if_t<json_traits<Type>::lends>> = true;

/* Whether a type, or a part of it, refers to the JSON that it was read from. A struct may contain itself; `Seen` are
 * the types already examined. */
template <class Type, class... Seen> constexpr bool is_lending();
template <class... Seen, class... Parts> constexpr bool has_lending(types<Parts...>) {
  return (is_lending<Parts, Seen...>() || ...);
}
template <class Type, class... Seen> constexpr bool is_lending() {
  if constexpr ((std::is_same_v<Type, Seen> || ...))
    return false;
  else if constexpr (says_it_lends<Type>)
    return true;
  else
    return has_lending<Type, Seen...>(typename parts_of<Type>::list());
}

template <class Type> inline constexpr bool lends = is_lending<Type>();

template <class Type> inline constexpr bool is_json = std::is_same_v<Type, json>;

/* Whether a type can be read from JSON. */
template <class Type, class = void> struct reads_json : std::false_type {};
template <class Type>
struct reads_json<Type,
                  std::void_t<decltype(json_traits<Type>::from(std::declval<const json_view &>()))>>
    : std::true_type {};

template <class Type, class Step> Type part(const json_view &value, const Step &step);
[[noreturn]] inline void has_no_text(const json_view &value);

/* Compares JSON with a std::optional. The standard library's operators accept any type, so the compiler prefers ours
 * only if they take exactly the type in the expression. So each JSON type has its own operators. An empty optional
 * equals null, the JSON that is written for it. */
template <class Json> struct beside_optional {
  template <class Type> friend bool operator==(const Json &one, const std::optional<Type> &other) {
    return other ? one == *other : one.is_null();
  }
  template <class Type> friend bool operator==(const std::optional<Type> &one, const Json &other) {
    return other == one;
  }
  template <class Type> friend bool operator!=(const Json &one, const std::optional<Type> &other) {
    return !(one == other);
  }
  template <class Type> friend bool operator!=(const std::optional<Type> &one, const Json &other) {
    return !(other == one);
  }
};

} // namespace detail

/**
 * Borrowed JSON. A view of a state is valid until the next write to the state, a view in a callback until the callback
 * returns, and a view of a json as long as the json exists and is not changed.
 *
 * An empty view refers to no value: a missing member, or an observed place without a value. Empty is not the same as
 * null. Only as(), as_or(), at() and text() can fail when they read. To keep the value, copy it to a json. A function
 * that takes a `const json_view &` also accepts a json, even a temporary one. Since: 0.2.
 */
class json_view : detail::beside_optional<json_view> {
public:
  constexpr json_view() noexcept = default;
  constexpr json_view(const json_t *value) noexcept : value_(value) {}

  /** Deleted: a temporary json would be destroyed before its view. Keep the json in a variable. */
  template <class Json, class = std::enable_if_t<detail::is_json<Json>>>
  json_view(const Json &&temporary) = delete;
  template <class Json, class = std::enable_if_t<detail::is_json<Json>>>
  json_view &operator=(const Json &&temporary) = delete;

  /** Returns the json_t, borrowed; nullptr for an empty view. */
  constexpr const json_t *get() const noexcept { return value_; }

  /** Whether the view refers to a value, including null. */
  explicit constexpr operator bool() const noexcept { return value_ != nullptr; }

  bool is_null() const noexcept { return json_is_null(value_); }
  bool is_bool() const noexcept { return json_is_boolean(value_); }
  bool is_integer() const noexcept { return json_is_integer(value_); }
  bool is_number() const noexcept { return json_is_number(value_); }
  bool is_text() const noexcept { return json_is_string(value_); }
  bool is_array() const noexcept { return json_is_array(value_); }
  bool is_object() const noexcept { return json_is_object(value_); }

  /** Returns the kind of the value, for a message: "an integer", "nothing". */
  const char *kind() const noexcept {
    static const char *const names[] = {"an object", "an array", "a text", "an integer",
                                        "a number",  "true",     "false",  "null"};
    return value_ ? names[json_typeof(value_)] : "nothing";
  }

  /** Returns the number of elements of an array or of members of an object; otherwise 0. */
  std::size_t size() const noexcept {
    return is_array() ? json_array_size(value_) : json_object_size(value_);
  }

  /** Returns a member of an object, or an empty view if the member is missing. */
  json_view operator[](const text_ref &key) const noexcept {
    return key.c_str() ? json_object_get(value_, key.c_str()) : nullptr;
  }

  /** Returns an element of an array, or an empty view if the element is missing. */
  template <class Index, class = std::enable_if_t<std::is_integral_v<Index>>>
  json_view operator[](Index index) const noexcept {
    return json_array_get(value_, static_cast<std::size_t>(index));
  }

  /**
   * Returns the value as a C++ type: as<int>(), as<std::string>(), as<std::vector<double>>().
   *
   * A std::string_view or a json_view in the result is borrowed from this value. Throws: error(DECODE), with the path
   * inside this value, if the view is empty or the value does not match the type.
   */
  template <class Type> Type as() const {
    static_assert(detail::reads_json<Type>::value,
                  "the type cannot be read from JSON: it needs kumiki::json_traits with from(), "
                  "which KUMIKI_FIELDS and KUMIKI_ENUM write");
    if constexpr (detail::reads_json<Type>::value)
      return json_traits<Type>::from(*this);
    else
      std::abort();
  }

  /**
   * Returns a member or an element as a type: at<int>("x"), at<std::string>(0).
   *
   * Throws: error(DECODE) with its path, including for a missing member. If Type is a std::optional or a json_view, a
   * missing member gives an empty result instead.
   */
  template <class Type, class Step> Type at(const Step &step) const {
    return detail::part<Type>((*this)[step], step);
  }

  /** Returns the value as a type, or `otherwise` for null and an empty view. Throws: error(DECODE) for a mismatch. */
  template <class Type> Type as_or(Type otherwise) const {
    return value_ == nullptr || is_null() ? std::move(otherwise) : as<Type>();
  }

  /**
   * Returns the value as JSON text.
   *
   * @param flags  jansson's flags, such as JSON_INDENT(2).
   *
   * Throws: error(INVALID_ARGUMENT) for an empty view, error(TOO_DEEP, NO_MEMORY).
   */
  std::string text(std::size_t flags = JSON_COMPACT) const {
    char *text = kmk_json_text(value_, flags);
    if (text == nullptr)
      detail::has_no_text(*this);
    return detail::taken(text);
  }

  /** Calls a function with each element of an array, in order. */
  template <class Function> void each(Function &&function) const {
    for (std::size_t index = 0; index < json_array_size(value_); index += 1)
      function(json_view(json_array_get(value_, index)));
  }

  /** Calls a function with the name and the value of each member of an object. */
  template <class Function> void each_member(Function &&function) const {
    auto *object = const_cast<json_t *>(value_); // for json_object_iter, which writes nothing
    for (void *at = json_object_iter(object); at != nullptr; at = json_object_iter_next(object, at))
      function(std::string_view(json_object_iter_key(at)), json_view(json_object_iter_value(at)));
  }

  /**
   * Whether both are the same JSON, or both are empty. The other side may be a C++ value: state.get("/count") == 0,
   * action == "reset". 1 and 1.0 differ. An empty std::optional equals null. Do not compare with nullptr: is_null()
   * tells whether the value is null, and operator bool tells whether there is a value.
   */
  friend bool operator==(const json_view &one, const json_view &other) noexcept {
    return one.value_ == other.value_ || json_equal(one.value_, other.value_) != 0;
  }
  friend bool operator!=(const json_view &one, const json_view &other) noexcept {
    return !(one == other);
  }

protected:
  const json_t *value_ = nullptr;
};

namespace detail {

/* Returns the value at a pointer as a type. The path of an error begins with the pointer. */
template <class Type> Type read_at(const json_view &value, std::string_view pointer) {
  try {
    return value.as<Type>();
  } catch (const error &inner) {
    throw inner.inside(pointer);
  }
}

/* Returns a part of a value as a type. The path of an error begins with the step to the part. */
template <class Type, class Step> Type part(const json_view &value, const Step &step) {
  try {
    return value.as<Type>();
  } catch (const error &inner) {
    throw inner.inside(pointer(step));
  }
}

template <class Type, class = void> struct writes_json : std::false_type {};
template <class Type>
struct writes_json<Type, std::void_t<decltype(json_traits<Type>::to(std::declval<const Type &>()))>>
    : std::true_type {};

} // namespace detail

/**
 * Owned JSON: a json_t and one reference to it. A new json is null, and so is one that was moved from.
 *
 * A json has value semantics. Copying adds a reference; set and append copy the value first if it has other references.
 * A json can be made from every type that json_traits can write. A C++ string becomes a JSON string; parse reads JSON
 * text. Since: 0.2.
 */
class [[nodiscard]] json : public json_view, detail::beside_optional<json> {
public:
  json() noexcept : json_view(json_null()) {}
  json(std::nullptr_t) noexcept : json() {}
  json(const json &other) noexcept : json_view(kmk_json_retain(other.value_)) {}
  json(json &&other) noexcept : json_view(std::exchange(other.value_, json_null())) {}

  /** Keeps a reference to a borrowed value. Throws: error(INVALID_ARGUMENT) for an empty view. */
  json(json_view lent) : json_view(kmk_json_retain(lent.get())) {
    if (value_ == nullptr)
      throw error(KMK_ERR_INVALID_ARGUMENT, "nothing is there to be kept");
  }

  /**
   * Converts a C++ value. Throws: error(INVALID_ARGUMENT) if JSON cannot represent it: a string that is not UTF-8, a
   * NaN, an integer of 2^63 or more.
   */
  template <class Type, class Plain = std::decay_t<Type>,
            class = std::enable_if_t<!std::is_base_of_v<json_view, Plain> &&
                                     detail::writes_json<Plain>::value>>
  json(const Type &value) : json(json_traits<Plain>::to(value)) {}

  /** Deleted: the type needs json_traits with to(), which KUMIKI_FIELDS and KUMIKI_ENUM write. */
  template <class Type, class Plain = std::decay_t<Type>,
            bool needs_json_traits = !std::is_base_of_v<json_view, Plain> &&
                                     !detail::writes_json<Plain>::value,
            class = std::enable_if_t<needs_json_traits>>
  json(const Type &a_type_that_needs_json_traits) = delete;

  json &operator=(json other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  ~json() {
    if (value_->refcount != immortal)
      kmk_json_release(value_);
  }

  /** Returns the json_t, borrowed from this json. */
  const json_t *get() const noexcept KUMIKI_LENT { return value_; }

  /**
   * Returns a member or an element, borrowed from this json. A temporary json cannot be used: keep it in a variable
   * first.
   */
  json_view operator[](const text_ref &key) const &noexcept KUMIKI_LENT {
    return json_view::operator[](key);
  }
  json_view operator[](const text_ref &key) const && = delete;
  template <class Index, class = std::enable_if_t<std::is_integral_v<Index>>>
  json_view operator[](Index index) const &noexcept KUMIKI_LENT {
    return json_view::operator[](index);
  }
  template <class Index, class = std::enable_if_t<std::is_integral_v<Index>>>
  json_view operator[](Index index) const && = delete;

  /** Returns the value as a type; see json_view::as. A std::string_view in the result is borrowed from this json. */
  template <class Type> Type as() const & { return json_view::as<Type>(); }
  template <class Type> Type as() const && {
    static_assert(!detail::lends<Type>, "this would be lent by a json that is temporary: keep that "
                                        "in a variable, or take a json or a std::string");
    return json_view::as<Type>();
  }

  /** Returns a member or an element as a type; see json_view::at. A std::string_view in the result is borrowed from
   * this json. */
  template <class Type, class Step> Type at(const Step &step) const & {
    return json_view::at<Type>(step);
  }
  template <class Type, class Step> Type at(const Step &step) const && {
    static_assert(!detail::lends<Type>, "this would be lent by a json that is temporary: keep that "
                                        "in a variable, or take a json or a std::string");
    return json_view::at<Type>(step);
  }

  /** Returns the value as a type, or `otherwise` for null. Throws: error(DECODE) for a mismatch. */
  template <class Type> Type as_or(Type otherwise) const & {
    return json_view::as_or<Type>(std::move(otherwise));
  }
  template <class Type> Type as_or(Type otherwise) const && {
    static_assert(!detail::lends<Type>, "this would be lent by a json that is temporary: keep that "
                                        "in a variable, or take a json or a std::string");
    return json_view::as_or<Type>(std::move(otherwise));
  }

  /** Takes ownership of a reference. Throws: error(INVALID_ARGUMENT) for nullptr. */
  static json adopt(json_t *value) {
    if (value == nullptr)
      throw error(KMK_ERR_INVALID_ARGUMENT, "no JSON value");
    json result;
    result.value_ = value;
    return result;
  }

  /** Parses JSON text. Throws: error(JSON) with the position, error(TOO_DEEP). */
  static json parse(std::string_view text) {
    kmk_error details;
    json_t *value = kmk_json_parse(text.data() ? text.data() : "", text.size(), &details);
    return adopt(detail::check(value, details));
  }

  /**
   * Returns a copy of the value with a JSON Patch (RFC 6902) applied: all operations or none; see kmk_json_patched.
   *
   * Throws: error(DECODE, NOT_FOUND, with the place in the patch; TOO_DEEP). Since: 0.3.
   */
  json patched(const json &patch) const {
    kmk_error details;
    json_t *value = kmk_json_patched(get(), patch.get(), &details);
    return adopt(detail::check(value, details));
  }

  /** Creates an array of the given elements. */
  static json array(std::initializer_list<json> elements = {}) {
    json result = adopt(json_array());
    for (const json &element : elements)
      result.append(element);
    return result;
  }

  /** Creates an object of the given names and values: object({{"count", 0}}). */
  static json object(std::initializer_list<std::pair<std::string_view, json>> members = {}) {
    json result = adopt(json_object());
    for (const auto &member : members)
      result.set(member.first, member.second);
    return result;
  }

  /** Sets a member. Throws: error(INVALID_ARGUMENT) if this is not an object, or the name is not UTF-8. */
  json &set(const text_ref &key, json value) {
    json_t *object = own();
    if (!is_object() || json_object_set_new(object, key.c_str(), value.release()) != 0)
      throw error(KMK_ERR_INVALID_ARGUMENT, "a member can be set of an object, by a name in UTF-8");
    return *this;
  }

  /** Appends an element. Throws: error(INVALID_ARGUMENT) if this is not an array. */
  json &append(json value) {
    json_t *array = own();
    if (!is_array() || json_array_append_new(array, value.release()) != 0)
      throw error(KMK_ERR_INVALID_ARGUMENT, "an element can be appended to an array");
    return *this;
  }

  /** Returns the json_t and gives up the reference; this json is null afterwards. */
  [[nodiscard]] json_t *release() noexcept {
    return const_cast<json_t *>(std::exchange(value_, json_null()));
  }

private:
  /* The reference count that jansson gives null, true and false, which are never freed. */
  static constexpr std::size_t immortal = static_cast<std::size_t>(-1);

  /* Makes this the only owner of its value, for writing. */
  json_t *own() {
    auto *value = const_cast<json_t *>(value_);
    if (__atomic_load_n(&value->refcount, __ATOMIC_ACQUIRE) != 1)
      *this = adopt(json_copy(value));
    return const_cast<json_t *>(value_);
  }
};

namespace detail {

/* Enables a function for a type that is a case of a std::variant. */
template <class Case> using if_case = std::void_t<decltype(Case::case_name)>;

/* Converts a part of a C++ value to JSON. */
template <class Type> json written(const Type &value) {
  static_assert(std::is_base_of_v<json_view, Type> || writes_json<Type>::value,
                "the type cannot be written as JSON: it needs kumiki::json_traits with to(), "
                "which KUMIKI_FIELDS and KUMIKI_ENUM write");
  if constexpr (std::is_base_of_v<json_view, Type> || writes_json<Type>::value)
    return json(value);
  else
    std::abort();
}

/* Throws the reason why a value cannot be written as text. C does not report the reason, so this function applies an
 * empty patch, which fails if the value is nested too deep. */
[[noreturn]] inline void has_no_text(const json_view &value) {
  if (!value)
    throw error(KMK_ERR_INVALID_ARGUMENT, "nothing to write as text");
  (void)json(value).patched(json::array());
  throw error(KMK_ERR_NO_MEMORY,
              "cannot be written as text: no memory or no stack is left, or a text in it is "
              "not UTF-8");
}

/* Whether JSON can be compared with a C++ type. Without this, 0 would become a NULL json_t *. */
template <class Type>
inline constexpr bool is_compared =
    !std::is_base_of_v<json_view, Type> && writes_json<std::decay_t<Type>>::value;
template <class Type>
using if_compared = std::enable_if_t<is_compared<Type> || std::is_same_v<Type, std::nullptr_t>>;

} // namespace detail

template <class Type, class = detail::if_compared<Type>>
bool operator==(const json_view &one, const Type &other) {
  static_assert(detail::is_compared<Type>, "use is_null(), or operator bool for nothing");
  return one == json(other);
}
template <class Type, class = detail::if_compared<Type>>
bool operator==(const Type &one, const json_view &other) {
  return other == one;
}
template <class Type, class = detail::if_compared<Type>>
bool operator!=(const json_view &one, const Type &other) {
  return !(one == other);
}
template <class Type, class = detail::if_compared<Type>>
bool operator!=(const Type &one, const json_view &other) {
  return !(other == one);
}

#ifdef __cpp_concepts
/** In C++20: whether a type has json_traits with from(), and with to(). Use them after the traits, since a compiler asks
 * only once. Since: 0.4. */
template <class Type>
concept json_readable = detail::reads_json<Type>::value;
template <class Type>
concept json_writable = std::is_base_of_v<json_view, Type> || detail::writes_json<Type>::value;
#endif

/** JSON literals: R"({"count": 0})"_json. Throws: error(JSON). Since: 0.2. */
namespace literals {
inline json operator""_json(const char *text, std::size_t length) {
  return json::parse({text, length});
}
} // namespace literals

} // namespace kumiki

#endif
