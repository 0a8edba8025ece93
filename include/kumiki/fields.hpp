/**
 * Reads and writes the program's structs, enums and variants as JSON, from a list of their members' names.
 *
 *     struct row { int id; std::string name; std::optional<double> weight; };
 *     KUMIKI_FIELDS(row, id, name, weight)
 *
 *     enum class level { low, high };
 *     KUMIKI_ENUM(level, low, high)
 *
 * Write both macros in the global namespace, after the type. `kumiki generate --language c++` writes the same code
 * for the types of a shape (docs/types.md).
 */
#ifndef KUMIKI_FIELDS_HPP
#define KUMIKI_FIELDS_HPP

#include "containers.hpp"

#include <array>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

namespace kumiki {

/** A member of a struct, and its name in JSON; see fields_of. Since: 0.3. */
template <class Struct, class Type> struct json_field {
  const char *name;
  Type Struct::*member;
  bool has_default = false; // if the member is missing in JSON, the struct keeps its default value

  constexpr json_field(const char *its_name, Type Struct::*its_member, bool may_be_missing = false)
      : name(its_name), member(its_member), has_default(may_be_missing) {}
};

namespace detail {

/* `Struct` has the member, or inherits it from `Owner`. */
template <class Struct, class Owner, class Type>
void read_field(Struct &into, json_view value, const json_field<Owner, Type> &part) {
  const json_view found = value[part.name];
  if (found || !(part.has_default || is_optional<Type>::value))
    into.*part.member = detail::part<Type>(found, part.name);
}

} // namespace detail

/**
 * The traits of a struct, from a list of its fields.
 *
 *     template <> struct kumiki::json_traits<row> : kumiki::fields_of<row> {
 *       static constexpr auto fields() {
 *         return std::make_tuple(json_field("id", &row::id), json_field("isOn", &row::is_on, true));
 *       }
 *     };
 *
 * The struct must have a default constructor. A missing member is an error, except for a std::optional and for a
 * field with a default. Members of the JSON that the list does not name are ignored. Since: 0.3.
 */
template <class Struct> struct fields_of {
  static Struct from(json_view value) {
    if (!value.is_object())
      detail::misfit(value, "an object");
    Struct result{};
    std::apply([&](const auto &...each) { (detail::read_field(result, value, each), ...); },
               json_traits<Struct>::fields());
    return result;
  }
  static json to(const Struct &value) {
    json result = json::object();
    std::apply(
        [&](const auto &...each) {
          (result.set(each.name, detail::written(value.*each.member)), ...);
        },
        json_traits<Struct>::fields());
    return result;
  }
};

namespace detail {

/* A case, read from "load" or {"open": "a"}: its name, and its payload, which is null for a text. Other values give an
 * empty payload. */
struct written_case {
  std::string_view name;
  json_view payload;

  bool is(std::string_view expected) const noexcept { return payload && name == expected; }
};

inline written_case case_in(json_view value) noexcept {
  if (value.is_text())
    return {{json_string_value(value.get()), json_string_length(value.get())}, json_null()};
  if (json_object_size(value.get()) != 1)
    return {};
  auto *object = const_cast<json_t *>(value.get()); // for json_object_iter, which writes nothing
  void *member = json_object_iter(object);
  return {{json_object_iter_key(member), json_object_iter_key_len(member)},
          json_object_iter_value(member)};
}

/* The name of the case of a value, in quotes, or the kind of the value. */
inline std::string case_found(json_view value) {
  if (value.is_text())
    return value.text();
  const written_case found = case_in(value);
  return found.payload ? '"' + std::string(found.name) + '"' : value.kind();
}

inline std::string_view name_of_case(std::string_view name) { return name; }
template <class Enum, class Name>
std::string_view name_of_case(const std::pair<Enum, Name> &named) {
  return named.second;
}

/* The error for a value other than the known cases, which are an array of names, or of pairs of enums and names. */
template <class Known> error no_such_case(json_view value, const Known &known) {
  std::string message = "found " + case_found(value) + ", expected one of ";
  const char *between = "";
  for (const auto &each : known) {
    message.append(between).append(name_of_case(each));
    between = ", ";
  }
  return error(KMK_ERR_DECODE, message).as_unknown_case();
}

} // namespace detail

/** The traits of an enum, from the names of its values: `names()` returns an array of pairs. Since: 0.3. */
template <class Enum> struct names_of {
  static Enum from(json_view value) {
    const detail::written_case found = detail::case_in(value);
    for (const auto &each : json_traits<Enum>::names())
      if (found.is(each.second))
        return each.first;
    throw detail::no_such_case(value, json_traits<Enum>::names());
  }
  static json to(Enum value) {
    for (const auto &each : json_traits<Enum>::names())
      if (each.first == value)
        return json(each.second);
    throw error(KMK_ERR_INVALID_ARGUMENT, "a value of an enum that has no name");
  }
};

namespace detail {

template <class Case, class = void> inline constexpr bool is_case = false;
template <class Case>
inline constexpr bool is_case<Case, std::void_t<decltype(Case::case_name)>> = true;

template <class Case, class = void> inline constexpr bool has_value = false;
template <class Case>
inline constexpr bool has_value<Case, std::void_t<decltype(Case::value)>> = true;

template <class Case, class = void> inline constexpr bool has_traits = false;
template <class Case>
inline constexpr bool has_traits<Case, std::void_t<decltype(sizeof(json_traits<Case>))>> = true;

/* Whether the payload of a case is its member `value`. */
template <class Case> constexpr bool carries_value() {
  if constexpr (std::is_empty_v<Case> || has_traits<Case> || !has_value<Case>) {
    return false;
  } else {
    static_assert(sizeof(Case) == sizeof(Case::value),
                  "a case with the member value and others: those would be lost; name all of them "
                  "by KUMIKI_FIELDS, or leave value alone");
    return true;
  }
}

/* Whether a type is never read from an object. */
template <class Type>
inline constexpr bool is_scalar =
    is_number<Type> || std::is_floating_point_v<Type> || std::is_same_v<Type, bool> ||
    std::is_same_v<Type, std::string> || std::is_same_v<Type, std::string_view>;

/* Reads a payload. If {} stands for a missing payload, as in {"load": {}}, a std::optional is empty. */
template <class Type> Type value_from(json_view payload) {
  if constexpr (is_optional<Type>::value) {
    if (payload.is_object() && payload.size() == 0) {
      if constexpr (is_scalar<typename Type::value_type>)
        return std::nullopt;
      try {
        return payload.as<Type>();
      } catch (const error &) {
        return std::nullopt;
      }
    }
  }
  return payload.as<Type>();
}

/* The types in a struct, or in a variant of cases. */
template <class Fields> struct types_of_fields;
template <class... Owners, class... Types>
struct types_of_fields<std::tuple<json_field<Owners, Types>...>> {
  using list = types<Types...>;
};
template <class Struct>
struct parts_of<Struct, std::void_t<decltype(json_traits<Struct>::fields())>>
    : types_of_fields<decltype(json_traits<Struct>::fields())> {};

template <class Case> auto part_of_case() {
  if constexpr (carries_value<Case>())
    return types<decltype(Case::value)>();
  else
    return types<Case>();
}
template <class... Cases>
struct parts_of<std::variant<Cases...>, std::enable_if_t<(is_case<Cases> && ...)>> {
  using list = types<typename decltype(part_of_case<Cases>())::first...>;
};

/* Makes a case from its payload. The case is empty, has the member `value`, or has fields. */
template <class Case> Case case_from(json_view payload) {
  if constexpr (std::is_empty_v<Case>)
    return Case{};
  else if constexpr (carries_value<Case>())
    return Case{value_from<decltype(Case::value)>(payload)};
  else
    return payload.as<Case>();
}

template <class Case> json case_to(const Case &value) {
  if constexpr (std::is_empty_v<Case>)
    return json(Case::case_name);
  else if constexpr (carries_value<Case>())
    return std::move(json::object().set(Case::case_name, written(value.value)));
  else
    return std::move(json::object().set(Case::case_name, json_traits<Case>::to(value)));
}

} // namespace detail

/**
 * A std::variant of cases is a state enum or an action: "load", or {"open": "a"}.
 *
 *     struct load { static constexpr const char *case_name = "load"; };
 *     struct open { static constexpr const char *case_name = "open"; std::string value; };
 *     using action = std::variant<load, open>;
 *
 * A case is an empty struct, a struct whose only member is the payload, `value`, or a struct with any members and
 * traits (KUMIKI_FIELDS). Since: 0.3.
 */
template <class... Cases>
struct json_traits<std::variant<Cases...>, std::enable_if_t<(detail::is_case<Cases> && ...)>> {
  using variant = std::variant<Cases...>;

  static variant from(json_view value) {
    const detail::written_case found = detail::case_in(value);
    std::size_t index = 0;
    if (!((found.is(Cases::case_name) || (index += 1, false)) || ...))
      throw detail::no_such_case(value, std::array{Cases::case_name...});
    static constexpr variant (*readers[])(json_view) = {&read<Cases>...};
    return readers[index](found.payload);
  }

  static json to(const variant &value) {
    return std::visit([](const auto &each) { return detail::case_to(each); }, value);
  }

private:
  template <class Case> static variant read(json_view payload) {
    try {
      return detail::case_from<Case>(payload);
    } catch (const error &inner) {
      throw inner.inside(pointer(Case::case_name));
    }
  }
};

namespace detail {

/* Counts the names in the text of a macro's arguments. */
constexpr std::size_t count_of(const char *names) {
  std::size_t count = 1;
  for (; *names != '\0'; names++)
    count += *names == ',' ? 1 : 0;
  return count;
}

/* Gets the type from its traits. The macros name the type in the global namespace, because inside kumiki `task` would
 * be kumiki::task. */
template <class Traits> struct subject;
template <class Type> struct subject<json_traits<Type>> { using type = Type; };

} // namespace detail

/** match(action, functions...) calls the function whose parameter is the current case of a variant. Since: 0.3. */
template <class... Functions> struct overloaded : Functions... { using Functions::operator()...; };
template <class... Functions> overloaded(Functions...) -> overloaded<Functions...>;

template <class Variant, class... Functions>
decltype(auto) match(Variant &&value, Functions &&...functions) {
  return std::visit(overloaded{std::forward<Functions>(functions)...},
                    std::forward<Variant>(value));
}

} // namespace kumiki

/* Applies a macro to each argument, at most 32: m(t, a), m(t, b). With 33 to 64 arguments it uses only the first, and
 * KUMIKI_COUNTED_ reports that there are too many. */
#define KUMIKI_PICK_(_1, _2, _3, _4, _5, _6, _7, _8, _9, _10, _11, _12, _13, _14, _15, _16, _17,   \
                     _18, _19, _20, _21, _22, _23, _24, _25, _26, _27, _28, _29, _30, _31, _32,    \
                     _33, _34, _35, _36, _37, _38, _39, _40, _41, _42, _43, _44, _45, _46, _47,    \
                     _48, _49, _50, _51, _52, _53, _54, _55, _56, _57, _58, _59, _60, _61, _62,    \
                     _63, _64, chosen, ...)                                                        \
  chosen
#define KUMIKI_EACH_(m, t, ...)                                                                    \
  KUMIKI_PICK_(                                                                                    \
      __VA_ARGS__, KUMIKI_FIRST_, KUMIKI_FIRST_, KUMIKI_FIRST_, KUMIKI_FIRST_, KUMIKI_FIRST_,      \
      KUMIKI_FIRST_, KUMIKI_FIRST_, KUMIKI_FIRST_, KUMIKI_FIRST_, KUMIKI_FIRST_, KUMIKI_FIRST_,    \
      KUMIKI_FIRST_, KUMIKI_FIRST_, KUMIKI_FIRST_, KUMIKI_FIRST_, KUMIKI_FIRST_, KUMIKI_FIRST_,    \
      KUMIKI_FIRST_, KUMIKI_FIRST_, KUMIKI_FIRST_, KUMIKI_FIRST_, KUMIKI_FIRST_, KUMIKI_FIRST_,    \
      KUMIKI_FIRST_, KUMIKI_FIRST_, KUMIKI_FIRST_, KUMIKI_FIRST_, KUMIKI_FIRST_, KUMIKI_FIRST_,    \
      KUMIKI_FIRST_, KUMIKI_FIRST_, KUMIKI_FIRST_, KUMIKI_EACH_32_, KUMIKI_EACH_31_,               \
      KUMIKI_EACH_30_, KUMIKI_EACH_29_, KUMIKI_EACH_28_, KUMIKI_EACH_27_, KUMIKI_EACH_26_,         \
      KUMIKI_EACH_25_, KUMIKI_EACH_24_, KUMIKI_EACH_23_, KUMIKI_EACH_22_, KUMIKI_EACH_21_,         \
      KUMIKI_EACH_20_, KUMIKI_EACH_19_, KUMIKI_EACH_18_, KUMIKI_EACH_17_, KUMIKI_EACH_16_,         \
      KUMIKI_EACH_15_, KUMIKI_EACH_14_, KUMIKI_EACH_13_, KUMIKI_EACH_12_, KUMIKI_EACH_11_,         \
      KUMIKI_EACH_10_, KUMIKI_EACH_9_, KUMIKI_EACH_8_, KUMIKI_EACH_7_, KUMIKI_EACH_6_,             \
      KUMIKI_EACH_5_, KUMIKI_EACH_4_, KUMIKI_EACH_3_, KUMIKI_EACH_2_, KUMIKI_EACH_1_, )            \
  (m, t, __VA_ARGS__)
#define KUMIKI_FIRST_(m, t, a, ...) m(t, a)
#define KUMIKI_COUNTED_(...)                                                                       \
  static_assert(::kumiki::detail::count_of(#__VA_ARGS__) <= 32,                                    \
                "KUMIKI_FIELDS and KUMIKI_ENUM take at most 32 names: put some of the members "    \
                "into a struct of their own, or write the traits with kumiki::fields_of");
#define KUMIKI_EACH_1_(m, t, a) m(t, a)
#define KUMIKI_EACH_2_(m, t, a, ...) m(t, a), KUMIKI_EACH_1_(m, t, __VA_ARGS__)
#define KUMIKI_EACH_3_(m, t, a, ...) m(t, a), KUMIKI_EACH_2_(m, t, __VA_ARGS__)
#define KUMIKI_EACH_4_(m, t, a, ...) m(t, a), KUMIKI_EACH_3_(m, t, __VA_ARGS__)
#define KUMIKI_EACH_5_(m, t, a, ...) m(t, a), KUMIKI_EACH_4_(m, t, __VA_ARGS__)
#define KUMIKI_EACH_6_(m, t, a, ...) m(t, a), KUMIKI_EACH_5_(m, t, __VA_ARGS__)
#define KUMIKI_EACH_7_(m, t, a, ...) m(t, a), KUMIKI_EACH_6_(m, t, __VA_ARGS__)
#define KUMIKI_EACH_8_(m, t, a, ...) m(t, a), KUMIKI_EACH_7_(m, t, __VA_ARGS__)
#define KUMIKI_EACH_9_(m, t, a, ...) m(t, a), KUMIKI_EACH_8_(m, t, __VA_ARGS__)
#define KUMIKI_EACH_10_(m, t, a, ...) m(t, a), KUMIKI_EACH_9_(m, t, __VA_ARGS__)
#define KUMIKI_EACH_11_(m, t, a, ...) m(t, a), KUMIKI_EACH_10_(m, t, __VA_ARGS__)
#define KUMIKI_EACH_12_(m, t, a, ...) m(t, a), KUMIKI_EACH_11_(m, t, __VA_ARGS__)
#define KUMIKI_EACH_13_(m, t, a, ...) m(t, a), KUMIKI_EACH_12_(m, t, __VA_ARGS__)
#define KUMIKI_EACH_14_(m, t, a, ...) m(t, a), KUMIKI_EACH_13_(m, t, __VA_ARGS__)
#define KUMIKI_EACH_15_(m, t, a, ...) m(t, a), KUMIKI_EACH_14_(m, t, __VA_ARGS__)
#define KUMIKI_EACH_16_(m, t, a, ...) m(t, a), KUMIKI_EACH_15_(m, t, __VA_ARGS__)
#define KUMIKI_EACH_17_(m, t, a, ...) m(t, a), KUMIKI_EACH_16_(m, t, __VA_ARGS__)
#define KUMIKI_EACH_18_(m, t, a, ...) m(t, a), KUMIKI_EACH_17_(m, t, __VA_ARGS__)
#define KUMIKI_EACH_19_(m, t, a, ...) m(t, a), KUMIKI_EACH_18_(m, t, __VA_ARGS__)
#define KUMIKI_EACH_20_(m, t, a, ...) m(t, a), KUMIKI_EACH_19_(m, t, __VA_ARGS__)
#define KUMIKI_EACH_21_(m, t, a, ...) m(t, a), KUMIKI_EACH_20_(m, t, __VA_ARGS__)
#define KUMIKI_EACH_22_(m, t, a, ...) m(t, a), KUMIKI_EACH_21_(m, t, __VA_ARGS__)
#define KUMIKI_EACH_23_(m, t, a, ...) m(t, a), KUMIKI_EACH_22_(m, t, __VA_ARGS__)
#define KUMIKI_EACH_24_(m, t, a, ...) m(t, a), KUMIKI_EACH_23_(m, t, __VA_ARGS__)
#define KUMIKI_EACH_25_(m, t, a, ...) m(t, a), KUMIKI_EACH_24_(m, t, __VA_ARGS__)
#define KUMIKI_EACH_26_(m, t, a, ...) m(t, a), KUMIKI_EACH_25_(m, t, __VA_ARGS__)
#define KUMIKI_EACH_27_(m, t, a, ...) m(t, a), KUMIKI_EACH_26_(m, t, __VA_ARGS__)
#define KUMIKI_EACH_28_(m, t, a, ...) m(t, a), KUMIKI_EACH_27_(m, t, __VA_ARGS__)
#define KUMIKI_EACH_29_(m, t, a, ...) m(t, a), KUMIKI_EACH_28_(m, t, __VA_ARGS__)
#define KUMIKI_EACH_30_(m, t, a, ...) m(t, a), KUMIKI_EACH_29_(m, t, __VA_ARGS__)
#define KUMIKI_EACH_31_(m, t, a, ...) m(t, a), KUMIKI_EACH_30_(m, t, __VA_ARGS__)
#define KUMIKI_EACH_32_(m, t, a, ...) m(t, a), KUMIKI_EACH_31_(m, t, __VA_ARGS__)
#define KUMIKI_FIELD_(type, name) ::kumiki::json_field(#name, &type::name)
#define KUMIKI_VALUE_(type, name)                                                                  \
  { type::name, #name }
#define KUMIKI_TRAITS_(base)                                                                       \
  using kumiki_type = ::kumiki::detail::subject<json_traits>::type;                                \
  static kumiki_type from(::kumiki::json_view value) {                                             \
    return ::kumiki::base<kumiki_type>::from(value);                                               \
  }                                                                                                \
  static ::kumiki::json to(const kumiki_type &value) {                                             \
    return ::kumiki::base<kumiki_type>::to(value);                                                 \
  }

/** Makes a struct readable and writable as JSON: its type, then at most 32 members, including inherited ones. Since:
 * 0.3. */
#define KUMIKI_FIELDS(type, ...)                                                                   \
  KUMIKI_COUNTED_(__VA_ARGS__)                                                                     \
  template <> struct kumiki::json_traits<type> {                                                   \
    KUMIKI_TRAITS_(fields_of)                                                                      \
    static constexpr auto fields() {                                                               \
      return std::make_tuple(KUMIKI_EACH_(KUMIKI_FIELD_, kumiki_type, __VA_ARGS__));               \
    }                                                                                              \
  };

/** Makes an enum readable and writable as JSON: its type, then at most 32 values. Since: 0.3. */
#define KUMIKI_ENUM(type, ...)                                                                     \
  KUMIKI_COUNTED_(__VA_ARGS__)                                                                     \
  template <> struct kumiki::json_traits<type> {                                                   \
    KUMIKI_TRAITS_(names_of)                                                                       \
    static const auto &names() {                                                                   \
      static constexpr std::pair<kumiki_type, const char *> all[] = {                              \
          KUMIKI_EACH_(KUMIKI_VALUE_, kumiki_type, __VA_ARGS__)};                                  \
      return all;                                                                                  \
    }                                                                                              \
  };

#endif
