// The types of names.shape, written by kumiki generate: change that file, and not this one.
#ifndef NAMES_SHAPE_HPP
#define NAMES_SHAPE_HPP

#include <kumiki.hpp>

#include <cstdint>

namespace names {

struct std_;
struct kumiki_;
struct case_name;
struct a_b;
struct none;
struct tree;
struct state;

/** A note with * / and / * and """ and a \ at its end: "Std" */
struct std_ {
  std::int64_t a = 0;
};

struct kumiki_ {
  std::int64_t a = 0;
};

struct case_name {
  std::string case_name;
};

namespace errno_case {
struct std_ {
  static constexpr const char *case_name = "std";
  std::int64_t n = 0;
};
struct kumiki_ {
  static constexpr const char *case_name = "kumiki";
};
struct unix_ {
  static constexpr const char *case_name = "unix";
  std::string value;
};
} // namespace errno_case
using errno_ = std::variant<errno_case::std_, errno_case::kumiki_, errno_case::unix_>;

namespace a_b_d_case {
struct e {
  static constexpr const char *case_name = "e";
  std::string value;
};
} // namespace a_b_d_case
using a_b_d = std::variant<a_b_d_case::e>;

struct a_b {
  std::int64_t c = 0;
  std::optional<::names::a_b_d> d;
};

struct none {
  std::int64_t true_ = 1;
  std::optional<std::string> false_;
};

namespace tree_last_case {
struct x {
  static constexpr const char *case_name = "x";
};
struct y {
  static constexpr const char *case_name = "y";
  std::int64_t value;
};
} // namespace tree_last_case
using tree_last = std::variant<tree_last_case::x, tree_last_case::y>;

struct tree {
  std::int64_t value = 0;
  std::optional<std::string> note;
  std::vector<std::string> children;
  kumiki::json any;
  std::optional<::names::tree_last> last;
};

struct state {
  std::int64_t errno_ = 0;
  bool unix_ = false;
  /** a * / note of """ \x "own" */
  std::optional<std::string> linux_;
  std::optional<::names::a_b> a_b;
  std::int64_t assert_ = 1;
  /** hides nothing that the defaults after it need */
  std::optional<std::string> field;
  std::vector<std::string> list = std::vector<std::string>{"a"};
  std::optional<::names::std_> std_;
  std::optional<::names::kumiki_> kumiki_;
  ::names::case_name case_name = ::names::case_name{"own"};
  ::names::errno_ kind = ::names::errno_case::std_{1};
  std::string what = "what?\?/n";
  std::string control = "\001\\u0001";
  /** a default with a NUL in it */
  std::string nul = std::string("a\000b", 3);
  std::optional<::names::none> none;
  kumiki::json any = kumiki::json::parse("[\"x)json\", \"?\?!\"]");
  std::int64_t least = INT64_MIN;
  std::vector<std::int64_t> most = std::vector<std::int64_t>{9223372036854775807, INT64_MIN};
  ::names::tree tree = ::names::tree{2, {}, {}, {}, {}};
};

namespace action_rows_element_rows_element_case {
struct go {
  static constexpr const char *case_name = "go";
  std::string id;
  std::string id2;
};
struct stop {
  static constexpr const char *case_name = "stop";
};
} // namespace action_rows_element_rows_element_case
using action_rows_element_rows_element = std::variant<action_rows_element_rows_element_case::go,
                                                      action_rows_element_rows_element_case::stop>;

namespace action_rows_element_rows_case {
struct element {
  static constexpr const char *case_name = "element";
  std::int64_t id = 0;
  ::names::action_rows_element_rows_element action;
};
} // namespace action_rows_element_rows_case
using action_rows_element_rows = std::variant<action_rows_element_rows_case::element>;

namespace action_rows_element_case {
struct rename {
  static constexpr const char *case_name = "rename";
  std::string id;
  std::string action;
};
struct inner {
  static constexpr const char *case_name = "inner";
  std::int64_t inner1 = 0;
  std::string made;
};
struct both {
  static constexpr const char *case_name = "both";
  std::string id;
  std::int64_t row_id = 0;
};
struct rows {
  static constexpr const char *case_name = "rows";
  ::names::action_rows_element_rows value;
};
} // namespace action_rows_element_case
using action_rows_element =
    std::variant<action_rows_element_case::rename, action_rows_element_case::inner,
                 action_rows_element_case::both, action_rows_element_case::rows>;

namespace action_rows_case {
struct element {
  static constexpr const char *case_name = "element";
  std::string id;
  ::names::action_rows_element action;
};
} // namespace action_rows_case
using action_rows = std::variant<action_rows_case::element>;

namespace action_case {
struct errno_ {
  static constexpr const char *case_name = "errno";
  std::string value;
};
struct std_ {
  static constexpr const char *case_name = "std";
  std::string case_name_;
};
struct kumiki_ {
  static constexpr const char *case_name = "kumiki";
  std::int64_t value_ = 0;
};
struct case_name_ {
  static constexpr const char *case_name = "case_name";
  std::optional<std::int64_t> value_;
  std::string case_name_ = "x";
  std::string field;
};
struct value {
  static constexpr const char *case_name = "value";
  std::int64_t value_ = 0;
  std::int64_t errno_ = 0;
};
struct linux_ {
  static constexpr const char *case_name = "linux";
  std::int64_t errno_ = 0;
  std::string unix_;
};
struct json_pack {
  static constexpr const char *case_name = "json_pack";
  std::string json_object;
};
struct rows {
  static constexpr const char *case_name = "rows";
  ::names::action_rows value;
};
} // namespace action_case
using action = std::variant<action_case::errno_, action_case::std_, action_case::kumiki_,
                            action_case::case_name_, action_case::value, action_case::linux_,
                            action_case::json_pack, action_case::rows>;

/** Places of the state, each with the type of what is there. */
namespace at {
inline constexpr kumiki::place_in<std::int64_t, ::names::state> errno_("/errno");
inline constexpr kumiki::place_in<bool, ::names::state> unix_("/unix");
inline constexpr kumiki::place_in<std::optional<std::string>, ::names::state> linux_("/linux");
inline constexpr kumiki::place_in<std::optional<::names::a_b>, ::names::state> a_b("/a*~1b");
inline constexpr kumiki::place_in<std::optional<std::int64_t>, ::names::state> a_b_c("/a*~1b/c");
inline constexpr kumiki::place_in<std::optional<::names::a_b_d>, ::names::state> a_b_d("/a*~1b/d");
inline constexpr kumiki::place_in<std::optional<std::string>, ::names::state> a_b_d_e("/a*~1b/d/e");
inline constexpr kumiki::place_in<std::int64_t, ::names::state> assert_("/assert");
inline constexpr kumiki::place_in<std::optional<std::string>, ::names::state> field("/field");
inline constexpr kumiki::place_in<std::vector<std::string>, ::names::state> list("/list");
inline constexpr kumiki::place_in<std::optional<::names::std_>, ::names::state> std_("/std");
inline constexpr kumiki::place_in<std::optional<std::int64_t>, ::names::state> std_a("/std/a");
inline constexpr kumiki::place_in<std::optional<::names::kumiki_>, ::names::state>
    kumiki_("/kumiki");
inline constexpr kumiki::place_in<std::optional<std::int64_t>, ::names::state>
    kumiki_a("/kumiki/a");
inline constexpr kumiki::place_in<::names::case_name, ::names::state> case_name("/caseName");
inline constexpr kumiki::place_in<std::string, ::names::state>
    case_name_case_name("/caseName/case_name");
inline constexpr kumiki::place_in<::names::errno_, ::names::state> kind("/kind");
inline constexpr kumiki::place_in<std::optional<::names::errno_case::std_>, ::names::state>
    kind_std("/kind/std");
inline constexpr kumiki::place_in<std::optional<std::int64_t>, ::names::state>
    kind_std_n("/kind/std/n");
inline constexpr kumiki::place_in<std::optional<std::string>, ::names::state>
    kind_unix("/kind/unix");
inline constexpr kumiki::place_in<std::string, ::names::state> what("/what");
inline constexpr kumiki::place_in<std::string, ::names::state> control("/control");
inline constexpr kumiki::place_in<std::string, ::names::state> nul("/nul");
inline constexpr kumiki::place_in<std::optional<::names::none>, ::names::state> none("/none");
inline constexpr kumiki::place_in<std::optional<std::int64_t>, ::names::state>
    none_true("/none/true");
inline constexpr kumiki::place_in<std::optional<std::string>, ::names::state>
    none_false("/none/false");
inline constexpr kumiki::place_in<kumiki::json, ::names::state> any("/any");
inline constexpr kumiki::place_in<std::int64_t, ::names::state> least("/least");
inline constexpr kumiki::place_in<std::vector<std::int64_t>, ::names::state> most("/most");
inline constexpr kumiki::place_in<::names::tree, ::names::state> tree("/tree");
inline constexpr kumiki::place_in<std::int64_t, ::names::state> tree_value("/tree/value");
inline constexpr kumiki::place_in<std::optional<std::string>, ::names::state>
    tree_note("/tree/note");
inline constexpr kumiki::place_in<std::vector<std::string>, ::names::state>
    tree_children("/tree/children");
inline constexpr kumiki::place_in<kumiki::json, ::names::state> tree_any("/tree/any");
inline constexpr kumiki::place_in<std::optional<::names::tree_last>, ::names::state>
    tree_last("/tree/last");
inline constexpr kumiki::place_in<std::optional<std::int64_t>, ::names::state>
    tree_last_y("/tree/last/y");
} // namespace at

/** Places of a feature whose state is a std_. */
namespace std_at {
inline constexpr kumiki::place_in<std::int64_t, ::names::std_> a("/a");
} // namespace std_at

/** Places of a feature whose state is a kumiki_. */
namespace kumiki_at {
inline constexpr kumiki::place_in<std::int64_t, ::names::kumiki_> a("/a");
} // namespace kumiki_at

/** Places of a feature whose state is a case_name. */
namespace case_name_at {
inline constexpr kumiki::place_in<std::string, ::names::case_name> case_name("/case_name");
} // namespace case_name_at

/** Case paths of the actions. */
namespace cases {
inline constexpr const char *errno_ = "errno";
inline constexpr const char *std_ = "std";
inline constexpr const char *kumiki_ = "kumiki";
inline constexpr const char *case_name = "case_name";
inline constexpr const char *value = "value";
inline constexpr const char *linux_ = "linux";
inline constexpr const char *json_pack = "json_pack";
inline constexpr const char *rows = "rows";
inline constexpr const char *rows_element = "rows.element";
} // namespace cases

} // namespace names

template <> struct kumiki::json_traits<::names::std_> : kumiki::fields_of<::names::std_> {
  static constexpr auto fields() {
    return std::make_tuple(kumiki::json_field("a", &::names::std_::a));
  }
};

template <> struct kumiki::json_traits<::names::kumiki_> : kumiki::fields_of<::names::kumiki_> {
  static constexpr auto fields() {
    return std::make_tuple(kumiki::json_field("a", &::names::kumiki_::a));
  }
};

template <> struct kumiki::json_traits<::names::case_name> : kumiki::fields_of<::names::case_name> {
  static constexpr auto fields() {
    return std::make_tuple(kumiki::json_field("case_name", &::names::case_name::case_name));
  }
};

template <>
struct kumiki::json_traits<::names::errno_case::std_>
    : kumiki::fields_of<::names::errno_case::std_> {
  static constexpr auto fields() {
    return std::make_tuple(kumiki::json_field("n", &::names::errno_case::std_::n));
  }
};

template <> struct kumiki::json_traits<::names::a_b> : kumiki::fields_of<::names::a_b> {
  static constexpr auto fields() {
    return std::make_tuple(kumiki::json_field("c", &::names::a_b::c),
                           kumiki::json_field("d", &::names::a_b::d));
  }
};

template <> struct kumiki::json_traits<::names::none> : kumiki::fields_of<::names::none> {
  static constexpr auto fields() {
    return std::make_tuple(kumiki::json_field("true", &::names::none::true_, true),
                           kumiki::json_field("false", &::names::none::false_));
  }
};

template <> struct kumiki::json_traits<::names::tree> : kumiki::fields_of<::names::tree> {
  static constexpr auto fields() {
    return std::make_tuple(kumiki::json_field("value", &::names::tree::value, true),
                           kumiki::json_field("note", &::names::tree::note),
                           kumiki::json_field("children", &::names::tree::children, true),
                           kumiki::json_field("any", &::names::tree::any, true),
                           kumiki::json_field("last", &::names::tree::last));
  }
};

template <> struct kumiki::json_traits<::names::state> : kumiki::fields_of<::names::state> {
  static constexpr auto fields() {
    return std::make_tuple(kumiki::json_field("errno", &::names::state::errno_, true),
                           kumiki::json_field("unix", &::names::state::unix_, true),
                           kumiki::json_field("linux", &::names::state::linux_),
                           kumiki::json_field("a*/b", &::names::state::a_b),
                           kumiki::json_field("assert", &::names::state::assert_, true),
                           kumiki::json_field("field", &::names::state::field),
                           kumiki::json_field("list", &::names::state::list, true),
                           kumiki::json_field("std", &::names::state::std_),
                           kumiki::json_field("kumiki", &::names::state::kumiki_),
                           kumiki::json_field("caseName", &::names::state::case_name, true),
                           kumiki::json_field("kind", &::names::state::kind, true),
                           kumiki::json_field("what", &::names::state::what, true),
                           kumiki::json_field("control", &::names::state::control, true),
                           kumiki::json_field("nul", &::names::state::nul, true),
                           kumiki::json_field("none", &::names::state::none),
                           kumiki::json_field("any", &::names::state::any, true),
                           kumiki::json_field("least", &::names::state::least, true),
                           kumiki::json_field("most", &::names::state::most, true),
                           kumiki::json_field("tree", &::names::state::tree, true));
  }
};

template <>
struct kumiki::json_traits<::names::action_rows_element_rows_element_case::go>
    : kumiki::fields_of<::names::action_rows_element_rows_element_case::go> {
  static constexpr auto fields() {
    return std::make_tuple(
        kumiki::json_field("id", &::names::action_rows_element_rows_element_case::go::id),
        kumiki::json_field("id2", &::names::action_rows_element_rows_element_case::go::id2));
  }
};

template <>
struct kumiki::json_traits<::names::action_rows_element_rows_case::element>
    : kumiki::fields_of<::names::action_rows_element_rows_case::element> {
  static constexpr auto fields() {
    return std::make_tuple(
        kumiki::json_field("id", &::names::action_rows_element_rows_case::element::id),
        kumiki::json_field("action", &::names::action_rows_element_rows_case::element::action));
  }
};

template <>
struct kumiki::json_traits<::names::action_rows_element_case::rename>
    : kumiki::fields_of<::names::action_rows_element_case::rename> {
  static constexpr auto fields() {
    return std::make_tuple(
        kumiki::json_field("id", &::names::action_rows_element_case::rename::id),
        kumiki::json_field("action", &::names::action_rows_element_case::rename::action));
  }
};

template <>
struct kumiki::json_traits<::names::action_rows_element_case::inner>
    : kumiki::fields_of<::names::action_rows_element_case::inner> {
  static constexpr auto fields() {
    return std::make_tuple(
        kumiki::json_field("inner1", &::names::action_rows_element_case::inner::inner1),
        kumiki::json_field("made", &::names::action_rows_element_case::inner::made));
  }
};

template <>
struct kumiki::json_traits<::names::action_rows_element_case::both>
    : kumiki::fields_of<::names::action_rows_element_case::both> {
  static constexpr auto fields() {
    return std::make_tuple(
        kumiki::json_field("id", &::names::action_rows_element_case::both::id),
        kumiki::json_field("row_id", &::names::action_rows_element_case::both::row_id));
  }
};

template <>
struct kumiki::json_traits<::names::action_rows_case::element>
    : kumiki::fields_of<::names::action_rows_case::element> {
  static constexpr auto fields() {
    return std::make_tuple(
        kumiki::json_field("id", &::names::action_rows_case::element::id),
        kumiki::json_field("action", &::names::action_rows_case::element::action));
  }
};

template <>
struct kumiki::json_traits<::names::action_case::std_>
    : kumiki::fields_of<::names::action_case::std_> {
  static constexpr auto fields() {
    return std::make_tuple(
        kumiki::json_field("case_name", &::names::action_case::std_::case_name_));
  }
};

template <>
struct kumiki::json_traits<::names::action_case::kumiki_>
    : kumiki::fields_of<::names::action_case::kumiki_> {
  static constexpr auto fields() {
    return std::make_tuple(kumiki::json_field("value", &::names::action_case::kumiki_::value_));
  }
};

template <>
struct kumiki::json_traits<::names::action_case::case_name_>
    : kumiki::fields_of<::names::action_case::case_name_> {
  static constexpr auto fields() {
    return std::make_tuple(
        kumiki::json_field("value", &::names::action_case::case_name_::value_),
        kumiki::json_field("case_name", &::names::action_case::case_name_::case_name_, true),
        kumiki::json_field("field", &::names::action_case::case_name_::field));
  }
};

template <>
struct kumiki::json_traits<::names::action_case::value>
    : kumiki::fields_of<::names::action_case::value> {
  static constexpr auto fields() {
    return std::make_tuple(kumiki::json_field("value", &::names::action_case::value::value_),
                           kumiki::json_field("errno", &::names::action_case::value::errno_));
  }
};

template <>
struct kumiki::json_traits<::names::action_case::linux_>
    : kumiki::fields_of<::names::action_case::linux_> {
  static constexpr auto fields() {
    return std::make_tuple(kumiki::json_field("errno", &::names::action_case::linux_::errno_),
                           kumiki::json_field("unix", &::names::action_case::linux_::unix_));
  }
};

template <>
struct kumiki::json_traits<::names::action_case::json_pack>
    : kumiki::fields_of<::names::action_case::json_pack> {
  static constexpr auto fields() {
    return std::make_tuple(
        kumiki::json_field("jsonObject", &::names::action_case::json_pack::json_object));
  }
};

namespace names {

/** Makes whole actions, for views and effects. */
namespace actions {

inline ::names::action errno_(std::string value) {
  return ::names::action_case::errno_{std::move(value)};
}

inline ::names::action std_(std::string case_name) {
  return ::names::action_case::std_{std::move(case_name)};
}

inline ::names::action kumiki_(std::int64_t value) {
  return ::names::action_case::kumiki_{std::move(value)};
}

inline ::names::action case_name(std::optional<std::int64_t> value, std::string case_name,
                                 std::string field) {
  return ::names::action_case::case_name_{std::move(value), std::move(case_name), std::move(field)};
}

inline ::names::action value(std::int64_t value, std::int64_t errno_) {
  return ::names::action_case::value{std::move(value), std::move(errno_)};
}

inline ::names::action linux_(std::int64_t errno_, std::string unix_) {
  return ::names::action_case::linux_{std::move(errno_), std::move(unix_)};
}

inline ::names::action json_pack(std::string json_object) {
  return ::names::action_case::json_pack{std::move(json_object)};
}

inline ::names::action rows_element_rename(std::string row_id, std::string id, std::string action) {
  auto inner_2 = ::names::action_rows_element_case::rename{std::move(id), std::move(action)};
  auto inner_1 = ::names::action_rows_case::element{std::move(row_id), std::move(inner_2)};
  return ::names::action_case::rows{std::move(inner_1)};
}

inline ::names::action rows_element_inner(std::string id, std::int64_t inner1, std::string made) {
  auto inner_2 = ::names::action_rows_element_case::inner{std::move(inner1), std::move(made)};
  auto inner_1 = ::names::action_rows_case::element{std::move(id), std::move(inner_2)};
  return ::names::action_case::rows{std::move(inner_1)};
}

inline ::names::action rows_element_both(std::string row_row_id, std::string id,
                                         std::int64_t row_id) {
  auto inner_2 = ::names::action_rows_element_case::both{std::move(id), std::move(row_id)};
  auto inner_1 = ::names::action_rows_case::element{std::move(row_row_id), std::move(inner_2)};
  return ::names::action_case::rows{std::move(inner_1)};
}

inline ::names::action rows_element_rows_element_go(std::string row_id, std::int64_t row_id2,
                                                    std::string id, std::string id2) {
  auto inner_4 = ::names::action_rows_element_rows_element_case::go{std::move(id), std::move(id2)};
  auto inner_3 =
      ::names::action_rows_element_rows_case::element{std::move(row_id2), std::move(inner_4)};
  auto inner_2 = ::names::action_rows_element_case::rows{std::move(inner_3)};
  auto inner_1 = ::names::action_rows_case::element{std::move(row_id), std::move(inner_2)};
  return ::names::action_case::rows{std::move(inner_1)};
}

inline ::names::action rows_element_rows_element_stop(std::string id, std::int64_t id2) {
  auto inner_4 = ::names::action_rows_element_rows_element_case::stop{};
  auto inner_3 =
      ::names::action_rows_element_rows_case::element{std::move(id2), std::move(inner_4)};
  auto inner_2 = ::names::action_rows_element_case::rows{std::move(inner_3)};
  auto inner_1 = ::names::action_rows_case::element{std::move(id), std::move(inner_2)};
  return ::names::action_case::rows{std::move(inner_1)};
}

} // namespace actions

/** The hash of the shape. */
inline constexpr const char *hash = "d0d144e2b2786312";

/** The shape, in the words of kmk_shape. */
inline constexpr const char *shape =
    "Std = {a: integer}; "
    "Kumiki = {a: integer}; "
    "CaseName = {case_name: text}; "
    "Errno = (std: {n: integer} | kumiki | unix: text); "
    "{errno: integer = 0, unix: boolean = false, linux: text?, a*/b: {c: integer, "
    "d: (e: text)?}?, assert: integer = 1, field: text?, list: [text] = ['a'], std: Std?, "
    "kumiki: Kumiki?, caseName: CaseName = {'case_name': 'own'}, "
    "kind: Errno = {'std': {'n': 1}}, what: text = 'what?\?/n', "
    "control: text = \"\\u0001\\\\u0001\", nul: text = \"a\\u0000b\", none: {true: integer = 1, "
    "false: text?}?, any: any = ['x)json', '?\?!'], least: integer = -9223372036854775808, "
    "most: [integer] = [9223372036854775807, -9223372036854775808], tree: {value: integer = 0, "
    "note: text?, children: [text] = [], any: any, last: (x | y: integer)?} = {'value': 2, "
    "'children': []}}";

/** Declares the states and the actions of a reducer. */
inline kumiki::reducer declare(kumiki::reducer base) {
  static const kmk_case known[] = {
      {"errno", "text"},
      {"std", "{case_name: text}"},
      {"kumiki", "{value: integer}"},
      {"case_name", "{value: integer?, case_name: text?, field: text}"},
      {"value", "{value: integer, errno: integer}"},
      {"linux", "{errno: integer, unix: text}"},
      {"json_pack", "{jsonObject: text}"},
      {"rows", "(element: {id: text, action: (rename: {id: text, action: text} | "
               "inner: {inner1: integer, made: text} | both: {id: text, row_id: integer} | "
               "rows: (element: {id: integer, action: (go: {id: text, id2: text} | stop)}))})"},
  };
  return kumiki::reducer(kmk_shape(kmk_cases(base.release(), std::size(known), known), shape));
}

/** A feature made elsewhere; of another shape than these types it makes no store. */
inline kumiki::reducer expect(kumiki::reducer feature) {
  return kumiki::expect_shape(std::move(feature), hash);
}

} // namespace names

#endif
