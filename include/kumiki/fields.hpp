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
    const std::size_t index = index_of(found);
    if (index == sizeof...(Cases))
      throw detail::no_such_case(value, std::array{Cases::case_name...});
    static constexpr variant (*readers[])(json_view) = {&read<Cases>...};
    return readers[index](found.payload);
  }

  /* Whether a value is one of the cases, whatever its payload. */
  static bool has_case_of(json_view value) {
    return index_of(detail::case_in(value)) != sizeof...(Cases);
  }

  static json to(const variant &value) {
    return std::visit([](const auto &each) { return detail::case_to(each); }, value);
  }

private:
  /* Returns the index of a case; the number of cases for any other value. */
  static std::size_t index_of(const detail::written_case &found) {
    std::size_t index = 0;
    (void)((found.is(Cases::case_name) || (index += 1, false)) || ...);
    return index;
  }

  template <class Case> static variant read(json_view payload) {
    try {
      return detail::case_from<Case>(payload);
    } catch (const error &inner) {
      throw inner.inside(pointer(Case::case_name));
    }
  }
};

/** A std::variant with a type that is not a case: reading or writing it does not compile, and the error says why. */
template <class... Types>
struct json_traits<std::variant<Types...>, std::enable_if_t<!(detail::is_case<Types> && ...)>> {
  static std::variant<Types...> from(json_view) {
    fail();
    std::abort();
  }
  static json to(const std::variant<Types...> &) {
    fail();
    return json();
  }

private:
  static void fail() {
    static_assert((detail::is_case<Types> && ...),
                  "each type of a std::variant that is JSON needs its name: static constexpr const "
                  "char *case_name");
  }
};

namespace detail {

template <class Type, class = void> inline constexpr bool is_variant_of_cases = false;
template <class... Cases>
inline constexpr bool
    is_variant_of_cases<std::variant<Cases...>, std::enable_if_t<(is_case<Cases> && ...)>> = true;

/* Reads a value as a type; nothing if the type lacks its case, or a case inside it. */
template <class Type> std::optional<Type> read_if_known(json_view value) {
  if constexpr (is_case<Type>) {
    auto alone = read_if_known<std::variant<Type>>(value);
    return alone ? std::optional<Type>(std::get<0>(*std::move(alone))) : std::nullopt;
  } else {
    // Without an exception for the many actions of other cases.
    if constexpr (is_variant_of_cases<Type>)
      if (!json_traits<Type>::has_case_of(value))
        return std::nullopt;
    try {
      return value.as<Type>();
    } catch (const error &reason) {
      if (!reason.is_unknown_case())
        throw;
      return std::nullopt;
    }
  }
}

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

/* Applies a macro to each argument: KUMIKI_EACH_(m, t, a, b, (), ~) is m(t, a), m(t, b). The preprocessor does not expand
 * a macro inside itself, so each argument leaves the next step unexpanded, and KUMIKI_SCAN_ reads the text 341 times. The
 * argument () ends the list: with it, KUMIKI_END_ becomes two arguments, and the second one is KUMIKI_STOP_. With more
 * than 128 names, gcc's warnings take a minute for a struct. */
#define KUMIKI_EACH_(m, t, first, ...) m(t, first) KUMIKI_SCAN_(KUMIKI_STEP_(m, t, __VA_ARGS__))
#define KUMIKI_STEP_(m, t, next, ...)                                                              \
  KUMIKI_SECOND_(KUMIKI_END_ next, KUMIKI_TAKE_, ~)(m, t, next, __VA_ARGS__)
#define KUMIKI_END_() ~, KUMIKI_STOP_
#define KUMIKI_SECOND_(...) KUMIKI_SECOND_OF_(__VA_ARGS__)
#define KUMIKI_SECOND_OF_(first, second, ...) second
#define KUMIKI_STOP_(...)
#define KUMIKI_TAKE_(m, t, next, ...)                                                              \
  , m(t, next) KUMIKI_LATER_(KUMIKI_STEP_NAME_)()(m, t, __VA_ARGS__)
#define KUMIKI_STEP_NAME_() KUMIKI_STEP_
#define KUMIKI_LATER_(macro) macro KUMIKI_NOTHING_()
#define KUMIKI_NOTHING_()
#define KUMIKI_SCAN_(...)                                                                          \
  KUMIKI_SCAN_1_(KUMIKI_SCAN_1_(KUMIKI_SCAN_1_(KUMIKI_SCAN_1_(__VA_ARGS__))))
#define KUMIKI_SCAN_1_(...)                                                                        \
  KUMIKI_SCAN_2_(KUMIKI_SCAN_2_(KUMIKI_SCAN_2_(KUMIKI_SCAN_2_(__VA_ARGS__))))
#define KUMIKI_SCAN_2_(...)                                                                        \
  KUMIKI_SCAN_3_(KUMIKI_SCAN_3_(KUMIKI_SCAN_3_(KUMIKI_SCAN_3_(__VA_ARGS__))))
#define KUMIKI_SCAN_3_(...)                                                                        \
  KUMIKI_SCAN_4_(KUMIKI_SCAN_4_(KUMIKI_SCAN_4_(KUMIKI_SCAN_4_(__VA_ARGS__))))
#define KUMIKI_SCAN_4_(...) __VA_ARGS__
#define KUMIKI_COUNTED_(...)                                                                       \
  static_assert(::kumiki::detail::count_of(#__VA_ARGS__) <= 128,                                   \
                "KUMIKI_FIELDS and KUMIKI_ENUM take at most 128 names: put some of the members "   \
                "into a struct of their own, or write the traits with kumiki::fields_of");
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

/** Makes a struct readable and writable as JSON: its type, then its members, including inherited ones, at most 128.
 * Since: 0.3. */
#define KUMIKI_FIELDS(type, ...)                                                                   \
  KUMIKI_COUNTED_(__VA_ARGS__)                                                                     \
  template <> struct kumiki::json_traits<type> {                                                   \
    KUMIKI_TRAITS_(fields_of)                                                                      \
    static constexpr auto fields() {                                                               \
      return std::make_tuple(KUMIKI_EACH_(KUMIKI_FIELD_, kumiki_type, __VA_ARGS__, (), ~));        \
    }                                                                                              \
  };

/** Makes an enum readable and writable as JSON: its type, then its values, at most 128. Since: 0.3. */
#define KUMIKI_ENUM(type, ...)                                                                     \
  KUMIKI_COUNTED_(__VA_ARGS__)                                                                     \
  template <> struct kumiki::json_traits<type> {                                                   \
    KUMIKI_TRAITS_(names_of)                                                                       \
    static const auto &names() {                                                                   \
      static constexpr std::pair<kumiki_type, std::string_view> all[] = {                          \
          KUMIKI_EACH_(KUMIKI_VALUE_, kumiki_type, __VA_ARGS__, (), ~)};                           \
      return all;                                                                                  \
    }                                                                                              \
  };

#endif
