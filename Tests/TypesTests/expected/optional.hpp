// The types of optional.shape, written by kumiki generate: change that file, and not this one.
#ifndef OPTIONAL_SHAPE_HPP
#define OPTIONAL_SHAPE_HPP

#include <kumiki.hpp>

#include <cstdint>

namespace optional {

struct filter;
struct string;
struct tree;
struct nothing;
struct empty;
struct inner;
struct hull_open;
struct state;
struct action_open;

struct filter {
  std::string query = "";
  std::int64_t least = 3;
};

struct string {
  std::int64_t init = 0;
  std::string self = "";
};

namespace decoder_case {
struct init {
  static constexpr const char *case_name = "init";
};
struct self {
  static constexpr const char *case_name = "self";
  std::int64_t value;
};
struct none {
  static constexpr const char *case_name = "none";
};
} // namespace decoder_case
using decoder = std::variant<decoder_case::init, decoder_case::self, decoder_case::none>;

struct tree {
  std::string label;
  std::optional<std::vector<::optional::tree>> branches;
};

struct nothing {};

struct empty {};

enum class mode { dark, none };

enum class modes_item { dark, none };

namespace sheet_case {
struct edit {
  static constexpr const char *case_name = "edit";
  ::optional::filter value;
};
struct some {
  static constexpr const char *case_name = "some";
};
struct none {
  static constexpr const char *case_name = "none";
  std::string value;
};
} // namespace sheet_case
using sheet = std::variant<sheet_case::edit, sheet_case::some, sheet_case::none>;

struct inner {
  std::int64_t a = 1;
  std::optional<std::string> b;
};

struct hull_open {
  std::int64_t x = 0;
};

namespace hull_case {
struct open {
  static constexpr const char *case_name = "open";
  std::optional<::optional::hull_open> value;
};
struct closed {
  static constexpr const char *case_name = "closed";
};
} // namespace hull_case
using hull = std::variant<hull_case::open, hull_case::closed>;

struct state {
  /** null fits by the name alone */
  std::optional<std::string> note;
  ::optional::nothing nothing;
  std::optional<::optional::empty> empty = ::optional::empty{};
  std::optional<std::vector<std::string>> words = std::vector<std::string>{};
  std::optional<std::string> text = "x";
  std::optional<::optional::filter> filter = ::optional::filter{"", 3};
  std::optional<::optional::mode> mode = ::optional::mode::none;
  std::vector<std::optional<::optional::modes_item>> modes =
      std::vector<std::optional<::optional::modes_item>>{::optional::modes_item::none, {}};
  std::optional<::optional::sheet> sheet = ::optional::sheet_case::none{"n"};
  std::optional<::optional::inner> inner = ::optional::inner{1, {}};
  ::optional::hull hull = ::optional::hull_case::open{};
  std::optional<std::map<std::string, std::optional<double>>> weights =
      std::map<std::string, std::optional<double>>{{"k", 1}};
  std::vector<std::optional<double>> numbers = std::vector<std::optional<double>>{1};
  double large = 9.223372036854776e+18;
  std::string unseen = "del\177, turned \342\200\256";
  std::int64_t init = 1;
  std::string self = "own";
  std::int64_t values = 0;
  ::optional::decoder decoder = ::optional::decoder_case::init{};
  ::optional::string string = ::optional::string{2, ""};
  /** one of each kind that may be null */
  std::optional<std::int64_t> count;
  std::optional<double> ratio;
  std::optional<bool> flag;
  std::optional<::optional::tree> tree;
  std::optional<std::vector<::optional::tree>> list;
  std::optional<std::string> twice;
  kumiki::json anything;
  std::optional<std::map<std::string, std::string>> some;
};

struct action_open {
  std::string id;
};

namespace action_rows_element_case {
struct rename {
  static constexpr const char *case_name = "rename";
  std::string value;
};
struct describe {
  static constexpr const char *case_name = "describe";
  std::string summary;
  std::string description;
};
} // namespace action_rows_element_case
using action_rows_element =
    std::variant<action_rows_element_case::rename, action_rows_element_case::describe>;

namespace action_rows_case {
struct element {
  static constexpr const char *case_name = "element";
  std::string id;
  ::optional::action_rows_element action;
};
} // namespace action_rows_case
using action_rows = std::variant<action_rows_case::element>;

namespace action_case {
struct open {
  static constexpr const char *case_name = "open";
  std::optional<::optional::action_open> value;
};
struct close {
  static constexpr const char *case_name = "close";
};
struct maybe {
  static constexpr const char *case_name = "maybe";
  std::optional<std::string> value;
};
struct search {
  static constexpr const char *case_name = "search";
  std::string value;
};
struct number {
  static constexpr const char *case_name = "number";
  double value;
};
struct point {
  static constexpr const char *case_name = "point";
  double x = 0;
  std::string label;
};
struct tags {
  static constexpr const char *case_name = "tags";
  std::map<std::string, std::string> value;
};
struct some {
  static constexpr const char *case_name = "some";
  std::optional<std::map<std::string, std::string>> value;
};
struct any {
  static constexpr const char *case_name = "any";
  kumiki::json value;
};
struct pick {
  static constexpr const char *case_name = "pick";
  std::optional<::optional::filter> value;
};
struct noted {
  static constexpr const char *case_name = "noted";
  std::optional<std::string> value;
};
struct rows {
  static constexpr const char *case_name = "rows";
  ::optional::action_rows value;
};
} // namespace action_case
using action =
    std::variant<action_case::open, action_case::close, action_case::maybe, action_case::search,
                 action_case::number, action_case::point, action_case::tags, action_case::some,
                 action_case::any, action_case::pick, action_case::noted, action_case::rows>;

/** Places of the state, each with the type of what is there. */
namespace at {
inline constexpr kumiki::place_in<std::optional<std::string>, ::optional::state> note("/note");
inline constexpr kumiki::place_in<::optional::nothing, ::optional::state> nothing("/nothing");
inline constexpr kumiki::place_in<std::optional<::optional::empty>, ::optional::state>
    empty("/empty");
inline constexpr kumiki::place_in<std::optional<std::vector<std::string>>, ::optional::state>
    words("/words");
inline constexpr kumiki::place_in<std::optional<std::string>, ::optional::state> text("/text");
inline constexpr kumiki::place_in<std::optional<::optional::filter>, ::optional::state>
    filter("/filter");
inline constexpr kumiki::place_in<std::optional<std::string>, ::optional::state>
    filter_query("/filter/query");
inline constexpr kumiki::place_in<std::optional<std::int64_t>, ::optional::state>
    filter_least("/filter/least");
inline constexpr kumiki::place_in<std::optional<::optional::mode>, ::optional::state> mode("/mode");
inline constexpr kumiki::place_in<std::vector<std::optional<::optional::modes_item>>,
                                  ::optional::state>
    modes("/modes");
inline constexpr kumiki::place_in<std::optional<::optional::sheet>, ::optional::state>
    sheet("/sheet");
inline constexpr kumiki::place_in<std::optional<::optional::filter>, ::optional::state>
    sheet_edit("/sheet/edit");
inline constexpr kumiki::place_in<std::optional<std::string>, ::optional::state>
    sheet_edit_query("/sheet/edit/query");
inline constexpr kumiki::place_in<std::optional<std::int64_t>, ::optional::state>
    sheet_edit_least("/sheet/edit/least");
inline constexpr kumiki::place_in<std::optional<std::string>, ::optional::state>
    sheet_none("/sheet/none");
inline constexpr kumiki::place_in<std::optional<::optional::inner>, ::optional::state>
    inner("/inner");
inline constexpr kumiki::place_in<std::optional<std::int64_t>, ::optional::state>
    inner_a("/inner/a");
inline constexpr kumiki::place_in<std::optional<std::string>, ::optional::state>
    inner_b("/inner/b");
inline constexpr kumiki::place_in<::optional::hull, ::optional::state> hull("/hull");
inline constexpr kumiki::place_in<std::optional<::optional::hull_open>, ::optional::state>
    hull_open("/hull/open");
inline constexpr kumiki::place_in<std::optional<std::int64_t>, ::optional::state>
    hull_open_x("/hull/open/x");
inline constexpr kumiki::place_in<std::optional<std::map<std::string, std::optional<double>>>,
                                  ::optional::state>
    weights("/weights");
inline constexpr kumiki::place_in<std::vector<std::optional<double>>, ::optional::state>
    numbers("/numbers");
inline constexpr kumiki::place_in<double, ::optional::state> large("/large");
inline constexpr kumiki::place_in<std::string, ::optional::state> unseen("/unseen");
inline constexpr kumiki::place_in<std::int64_t, ::optional::state> init("/init");
inline constexpr kumiki::place_in<std::string, ::optional::state> self("/self");
inline constexpr kumiki::place_in<std::int64_t, ::optional::state> values("/values");
inline constexpr kumiki::place_in<::optional::decoder, ::optional::state> decoder("/decoder");
inline constexpr kumiki::place_in<std::optional<std::int64_t>, ::optional::state>
    decoder_self("/decoder/self");
inline constexpr kumiki::place_in<::optional::string, ::optional::state> string("/string");
inline constexpr kumiki::place_in<std::int64_t, ::optional::state> string_init("/string/init");
inline constexpr kumiki::place_in<std::string, ::optional::state> string_self("/string/self");
inline constexpr kumiki::place_in<std::optional<std::int64_t>, ::optional::state> count("/count");
inline constexpr kumiki::place_in<std::optional<double>, ::optional::state> ratio("/ratio");
inline constexpr kumiki::place_in<std::optional<bool>, ::optional::state> flag("/flag");
inline constexpr kumiki::place_in<std::optional<::optional::tree>, ::optional::state> tree("/tree");
inline constexpr kumiki::place_in<std::optional<std::string>, ::optional::state>
    tree_label("/tree/label");
inline constexpr kumiki::place_in<std::optional<std::vector<::optional::tree>>, ::optional::state>
    tree_branches("/tree/branches");
inline constexpr kumiki::place_in<std::optional<std::vector<::optional::tree>>, ::optional::state>
    list("/list");
inline constexpr kumiki::place_in<std::optional<std::string>, ::optional::state> twice("/twice");
inline constexpr kumiki::place_in<kumiki::json, ::optional::state> anything("/anything");
inline constexpr kumiki::place_in<std::optional<std::map<std::string, std::string>>,
                                  ::optional::state>
    some("/some");
} // namespace at

/** Places of a feature whose state is a filter. */
namespace filter_at {
inline constexpr kumiki::place_in<std::string, ::optional::filter> query("/query");
inline constexpr kumiki::place_in<std::int64_t, ::optional::filter> least("/least");
} // namespace filter_at

/** Places of a feature whose state is a string. */
namespace string_at {
inline constexpr kumiki::place_in<std::int64_t, ::optional::string> init("/init");
inline constexpr kumiki::place_in<std::string, ::optional::string> self("/self");
} // namespace string_at

/** Places of a feature whose state is a tree. */
namespace tree_at {
inline constexpr kumiki::place_in<std::string, ::optional::tree> label("/label");
inline constexpr kumiki::place_in<std::optional<std::vector<::optional::tree>>, ::optional::tree>
    branches("/branches");
} // namespace tree_at

/** Case paths of the actions. */
namespace cases {
inline constexpr const char *open = "open";
inline constexpr const char *close = "close";
inline constexpr const char *maybe = "maybe";
inline constexpr const char *search = "search";
inline constexpr const char *number = "number";
inline constexpr const char *point = "point";
inline constexpr const char *tags = "tags";
inline constexpr const char *some = "some";
inline constexpr const char *any = "any";
inline constexpr const char *pick = "pick";
inline constexpr const char *noted = "noted";
inline constexpr const char *rows = "rows";
inline constexpr const char *rows_element = "rows.element";
} // namespace cases

} // namespace optional

template <> struct kumiki::json_traits<::optional::filter> : kumiki::fields_of<::optional::filter> {
  static constexpr auto fields() {
    return std::make_tuple(kumiki::json_field("query", &::optional::filter::query, true),
                           kumiki::json_field("least", &::optional::filter::least, true));
  }
};

template <> struct kumiki::json_traits<::optional::string> : kumiki::fields_of<::optional::string> {
  static constexpr auto fields() {
    return std::make_tuple(kumiki::json_field("init", &::optional::string::init),
                           kumiki::json_field("self", &::optional::string::self, true));
  }
};

template <> struct kumiki::json_traits<::optional::tree> : kumiki::fields_of<::optional::tree> {
  static constexpr auto fields() {
    return std::make_tuple(kumiki::json_field("label", &::optional::tree::label),
                           kumiki::json_field("branches", &::optional::tree::branches));
  }
};

template <>
struct kumiki::json_traits<::optional::nothing> : kumiki::fields_of<::optional::nothing> {
  static constexpr auto fields() { return std::make_tuple(); }
};

template <> struct kumiki::json_traits<::optional::empty> : kumiki::fields_of<::optional::empty> {
  static constexpr auto fields() { return std::make_tuple(); }
};

template <> struct kumiki::json_traits<::optional::mode> : kumiki::names_of<::optional::mode> {
  static const auto &names() {
    static constexpr std::pair<::optional::mode, const char *> all[] = {
        {::optional::mode::dark, "dark"},
        {::optional::mode::none, "none"},
    };
    return all;
  }
};

template <>
struct kumiki::json_traits<::optional::modes_item> : kumiki::names_of<::optional::modes_item> {
  static const auto &names() {
    static constexpr std::pair<::optional::modes_item, const char *> all[] = {
        {::optional::modes_item::dark, "dark"},
        {::optional::modes_item::none, "none"},
    };
    return all;
  }
};

template <> struct kumiki::json_traits<::optional::inner> : kumiki::fields_of<::optional::inner> {
  static constexpr auto fields() {
    return std::make_tuple(kumiki::json_field("a", &::optional::inner::a, true),
                           kumiki::json_field("b", &::optional::inner::b));
  }
};

template <>
struct kumiki::json_traits<::optional::hull_open> : kumiki::fields_of<::optional::hull_open> {
  static constexpr auto fields() {
    return std::make_tuple(kumiki::json_field("x", &::optional::hull_open::x));
  }
};

template <> struct kumiki::json_traits<::optional::state> : kumiki::fields_of<::optional::state> {
  static constexpr auto fields() {
    return std::make_tuple(kumiki::json_field("note", &::optional::state::note),
                           kumiki::json_field("nothing", &::optional::state::nothing, true),
                           kumiki::json_field("empty", &::optional::state::empty, true),
                           kumiki::json_field("words", &::optional::state::words, true),
                           kumiki::json_field("text", &::optional::state::text, true),
                           kumiki::json_field("filter", &::optional::state::filter, true),
                           kumiki::json_field("mode", &::optional::state::mode, true),
                           kumiki::json_field("modes", &::optional::state::modes, true),
                           kumiki::json_field("sheet", &::optional::state::sheet, true),
                           kumiki::json_field("inner", &::optional::state::inner, true),
                           kumiki::json_field("hull", &::optional::state::hull, true),
                           kumiki::json_field("weights", &::optional::state::weights, true),
                           kumiki::json_field("numbers", &::optional::state::numbers, true),
                           kumiki::json_field("large", &::optional::state::large, true),
                           kumiki::json_field("unseen", &::optional::state::unseen, true),
                           kumiki::json_field("init", &::optional::state::init, true),
                           kumiki::json_field("self", &::optional::state::self, true),
                           kumiki::json_field("values", &::optional::state::values, true),
                           kumiki::json_field("decoder", &::optional::state::decoder, true),
                           kumiki::json_field("string", &::optional::state::string, true),
                           kumiki::json_field("count", &::optional::state::count),
                           kumiki::json_field("ratio", &::optional::state::ratio),
                           kumiki::json_field("flag", &::optional::state::flag),
                           kumiki::json_field("tree", &::optional::state::tree),
                           kumiki::json_field("list", &::optional::state::list),
                           kumiki::json_field("twice", &::optional::state::twice),
                           kumiki::json_field("anything", &::optional::state::anything, true),
                           kumiki::json_field("some", &::optional::state::some));
  }
};

template <>
struct kumiki::json_traits<::optional::action_open> : kumiki::fields_of<::optional::action_open> {
  static constexpr auto fields() {
    return std::make_tuple(kumiki::json_field("id", &::optional::action_open::id));
  }
};

template <>
struct kumiki::json_traits<::optional::action_rows_element_case::describe>
    : kumiki::fields_of<::optional::action_rows_element_case::describe> {
  static constexpr auto fields() {
    return std::make_tuple(
        kumiki::json_field("summary", &::optional::action_rows_element_case::describe::summary),
        kumiki::json_field("description",
                           &::optional::action_rows_element_case::describe::description));
  }
};

template <>
struct kumiki::json_traits<::optional::action_rows_case::element>
    : kumiki::fields_of<::optional::action_rows_case::element> {
  static constexpr auto fields() {
    return std::make_tuple(
        kumiki::json_field("id", &::optional::action_rows_case::element::id),
        kumiki::json_field("action", &::optional::action_rows_case::element::action));
  }
};

template <>
struct kumiki::json_traits<::optional::action_case::point>
    : kumiki::fields_of<::optional::action_case::point> {
  static constexpr auto fields() {
    return std::make_tuple(kumiki::json_field("x", &::optional::action_case::point::x),
                           kumiki::json_field("label", &::optional::action_case::point::label));
  }
};

namespace optional {

/** Makes whole actions, for views and effects. */
namespace actions {

inline ::optional::action open(std::optional<::optional::action_open> value) {
  return ::optional::action_case::open{std::move(value)};
}

inline ::optional::action close() { return ::optional::action_case::close{}; }

inline ::optional::action maybe(std::optional<std::string> value) {
  return ::optional::action_case::maybe{std::move(value)};
}

inline ::optional::action search(std::string value) {
  return ::optional::action_case::search{std::move(value)};
}

inline ::optional::action number(double value) {
  return ::optional::action_case::number{std::move(value)};
}

inline ::optional::action point(double x, std::string label) {
  return ::optional::action_case::point{std::move(x), std::move(label)};
}

inline ::optional::action tags(std::map<std::string, std::string> value) {
  return ::optional::action_case::tags{std::move(value)};
}

inline ::optional::action some(std::optional<std::map<std::string, std::string>> value) {
  return ::optional::action_case::some{std::move(value)};
}

inline ::optional::action any(kumiki::json value) {
  return ::optional::action_case::any{std::move(value)};
}

inline ::optional::action pick(std::optional<::optional::filter> value) {
  return ::optional::action_case::pick{std::move(value)};
}

inline ::optional::action noted(std::optional<std::string> value) {
  return ::optional::action_case::noted{std::move(value)};
}

inline ::optional::action rows_element_rename(std::string id, std::string value) {
  auto inner_2 = ::optional::action_rows_element_case::rename{std::move(value)};
  auto inner_1 = ::optional::action_rows_case::element{std::move(id), std::move(inner_2)};
  return ::optional::action_case::rows{std::move(inner_1)};
}

inline ::optional::action rows_element_describe(std::string id, std::string summary,
                                                std::string description) {
  auto inner_2 =
      ::optional::action_rows_element_case::describe{std::move(summary), std::move(description)};
  auto inner_1 = ::optional::action_rows_case::element{std::move(id), std::move(inner_2)};
  return ::optional::action_case::rows{std::move(inner_1)};
}

} // namespace actions

/** The hash of the shape. */
inline constexpr const char *hash = "0f6df6171a11f921";

/** The shape, in the words of kmk_shape. */
inline constexpr const char *shape =
    "Note = text?; "
    "Filter = {query: text = '', least: integer = 3}; "
    "String = {init: integer, self: text = ''}; "
    "Decoder = (init | self: integer | none); "
    "Tree = {label: text, branches: [Tree]?}; "
    "{note: Note, nothing: only {} = {}, empty: {}? = {}, words: [text]? = [], "
    "text: text? = 'x', filter: Filter? = {'query': '', 'least': 3}, mode: (dark | "
    "none)? = 'none', modes: [(dark | none)?] = ['none', null], sheet: (edit: Filter | some | "
    "none: text)? = {'none': 'n'}, inner: {a: integer = 1, b: text?}? = {'a': 1}, "
    "hull: (open: {x: integer}? | closed) = 'open', weights: [text: number?]? = {'k': 1}, "
    "numbers: [number?] = [1], large: number = 9223372036854775807, "
    "unseen: text = 'del\177, turned \342\200\256', init: integer = 1, self: text = 'own', "
    "values: integer = 0, decoder: Decoder = 'init', string: String = {'init': 2, 'self': ''}, "
    "count: integer?, ratio: number?, flag: boolean?, tree: Tree?, list: [Tree]?, twice: Note?, "
    "anything: any, some: [text: text]?}";

/** Declares the states and the actions of a reducer. */
inline kumiki::reducer declare(kumiki::reducer base) {
  static const kmk_case known[] = {
      {"open", "{id: text}?"},
      {"close", nullptr},
      {"maybe", "text?"},
      {"search", "text"},
      {"number", "number"},
      {"point", "{x: number, label: text}"},
      {"tags", "[text: text]"},
      {"some", "[text: text]?"},
      {"any", "any"},
      {"pick", "{query: text?, least: integer?}?"},
      {"noted", "text?"},
      {"rows", "(element: {id: text, action: (rename: text | describe: {summary: text, "
               "description: text})})"},
  };
  return kumiki::reducer(kmk_shape(kmk_cases(base.release(), std::size(known), known), shape));
}

/** A feature made elsewhere; of another shape than these types it makes no store. */
inline kumiki::reducer expect(kumiki::reducer feature) {
  return kumiki::expect_shape(std::move(feature), hash);
}

} // namespace optional

#endif
