// The types of kinds.shape, written by kumiki generate: change that file, and not this one.
#ifndef KINDS_SHAPE_HPP
#define KINDS_SHAPE_HPP

#include <kumiki.hpp>

#include <cstdint>

namespace kinds {

struct row;
struct tree;
struct only;
struct points_item;
struct state;

/** A row with an id. */
struct row {
  std::uint64_t id = 0;
  std::string name;
  std::optional<std::string> note;
  double weight = 0.5;
  std::vector<std::string> tags;
};

struct tree {
  std::string label;
  std::vector<::kinds::tree> branches;
};

enum class level { low, middle, high };

/** What a child of the feature is told. */
namespace child_action_case {
struct reset {
  static constexpr const char *case_name = "reset";
};
struct rename {
  static constexpr const char *case_name = "rename";
  std::string value;
};
struct move {
  static constexpr const char *case_name = "move";
  std::int64_t from = 0;
  std::optional<std::int64_t> to;
};
} // namespace child_action_case
using child_action =
    std::variant<child_action_case::reset, child_action_case::rename, child_action_case::move>;

struct only {
  std::string class_ = "";
  bool is_new = false;
};

struct points_item {
  double x = 0;
  double y = 0;
};

namespace phase_case {
struct idle {
  static constexpr const char *case_name = "idle";
};
struct failed {
  static constexpr const char *case_name = "failed";
  std::string value;
};
struct loading {
  static constexpr const char *case_name = "loading";
  std::uint64_t done = 0;
  std::optional<std::uint64_t> total;
};
struct retry {
  static constexpr const char *case_name = "retry";
  std::optional<std::uint64_t> value;
};
} // namespace phase_case
using phase =
    std::variant<phase_case::idle, phase_case::failed, phase_case::loading, phase_case::retry>;

namespace sheet_nested_case {
struct one {
  static constexpr const char *case_name = "one";
};
struct two {
  static constexpr const char *case_name = "two";
  std::int64_t value;
};
} // namespace sheet_nested_case
using sheet_nested = std::variant<sheet_nested_case::one, sheet_nested_case::two>;

namespace sheet_case {
struct row {
  static constexpr const char *case_name = "row";
  ::kinds::row value;
};
struct alert {
  static constexpr const char *case_name = "alert";
  std::string title;
  ::kinds::level level;
};
struct nested {
  static constexpr const char *case_name = "nested";
  ::kinds::sheet_nested value;
};
} // namespace sheet_case
using sheet = std::variant<sheet_case::row, sheet_case::alert, sheet_case::nested>;

struct state {
  std::vector<::kinds::row> rows;
  /** any names */
  std::map<std::string, ::kinds::row> by_name;
  std::int64_t count = 3;
  std::optional<std::uint64_t> limit;
  std::optional<double> ratio;
  bool is_on = true;
  std::optional<bool> may_be;
  ::kinds::level level = ::kinds::level::low;
  std::optional<::kinds::level> chosen;
  kumiki::json anything;
  std::string a_b_c = "it's";
  ::kinds::only only = ::kinds::only{"", false};
  ::kinds::tree tree = ::kinds::tree{"root", std::vector<::kinds::tree>{::kinds::tree{"left", {}}}};
  std::vector<std::uint64_t> ids = std::vector<std::uint64_t>{1, 2};
  std::vector<::kinds::points_item> points =
      std::vector<::kinds::points_item>{::kinds::points_item{1, 2.5}};
  ::kinds::phase phase = ::kinds::phase_case::idle{};
  std::optional<::kinds::sheet> sheet;
};

namespace action_rows_element_case {
struct toggle {
  static constexpr const char *case_name = "toggle";
};
struct rename {
  static constexpr const char *case_name = "rename";
  std::string value;
};
} // namespace action_rows_element_case
using action_rows_element =
    std::variant<action_rows_element_case::toggle, action_rows_element_case::rename>;

namespace action_rows_case {
struct element {
  static constexpr const char *case_name = "element";
  std::uint64_t id = 0;
  ::kinds::action_rows_element action;
};
} // namespace action_rows_case
using action_rows = std::variant<action_rows_case::element>;

enum class action_sheet_presented_alert { delete_, cancel };

namespace action_sheet_presented_case {
struct row {
  static constexpr const char *case_name = "row";
  ::kinds::child_action value;
};
struct alert {
  static constexpr const char *case_name = "alert";
  ::kinds::action_sheet_presented_alert value;
};
} // namespace action_sheet_presented_case
using action_sheet_presented =
    std::variant<action_sheet_presented_case::row, action_sheet_presented_case::alert>;

namespace action_sheet_case {
struct presented {
  static constexpr const char *case_name = "presented";
  ::kinds::action_sheet_presented value;
};
struct dismiss {
  static constexpr const char *case_name = "dismiss";
};
} // namespace action_sheet_case
using action_sheet = std::variant<action_sheet_case::presented, action_sheet_case::dismiss>;

namespace action_case {
struct increment {
  static constexpr const char *case_name = "increment";
};
struct set_count {
  static constexpr const char *case_name = "setCount";
  std::int64_t value;
};
struct set_limit {
  static constexpr const char *case_name = "setLimit";
  std::optional<std::uint64_t> value;
};
struct set_level {
  static constexpr const char *case_name = "setLevel";
  ::kinds::level value;
};
struct found {
  static constexpr const char *case_name = "found";
  std::vector<::kinds::row> value;
};
struct put {
  static constexpr const char *case_name = "put";
  kumiki::json value;
};
struct kinds {
  static constexpr const char *case_name = "kinds";
  std::int64_t value;
};
struct child {
  static constexpr const char *case_name = "child";
  ::kinds::child_action value;
};
struct rows {
  static constexpr const char *case_name = "rows";
  ::kinds::action_rows value;
};
struct sheet {
  static constexpr const char *case_name = "sheet";
  ::kinds::action_sheet value;
};
struct resize {
  static constexpr const char *case_name = "resize";
  double width = 0;
  double height = 0;
  std::optional<std::string> label;
};
} // namespace action_case
using action =
    std::variant<action_case::increment, action_case::set_count, action_case::set_limit,
                 action_case::set_level, action_case::found, action_case::put, action_case::kinds,
                 action_case::child, action_case::rows, action_case::sheet, action_case::resize>;

/** Places of the state, each with the type of what is there. */
namespace at {
inline constexpr kumiki::place_in<std::vector<::kinds::row>, ::kinds::state> rows("/rows");
inline constexpr kumiki::place_in<std::map<std::string, ::kinds::row>, ::kinds::state>
    by_name("/byName");
inline constexpr kumiki::place_in<std::int64_t, ::kinds::state> count("/count");
inline constexpr kumiki::place_in<std::optional<std::uint64_t>, ::kinds::state> limit("/limit");
inline constexpr kumiki::place_in<std::optional<double>, ::kinds::state> ratio("/ratio");
inline constexpr kumiki::place_in<bool, ::kinds::state> is_on("/isOn");
inline constexpr kumiki::place_in<std::optional<bool>, ::kinds::state> may_be("/mayBe");
inline constexpr kumiki::place_in<::kinds::level, ::kinds::state> level("/level");
inline constexpr kumiki::place_in<std::optional<::kinds::level>, ::kinds::state> chosen("/chosen");
inline constexpr kumiki::place_in<kumiki::json, ::kinds::state> anything("/anything");
inline constexpr kumiki::place_in<std::string, ::kinds::state> a_b_c("/a~1b ~0c");
inline constexpr kumiki::place_in<::kinds::only, ::kinds::state> only("/only");
inline constexpr kumiki::place_in<std::string, ::kinds::state> only_class("/only/class");
inline constexpr kumiki::place_in<bool, ::kinds::state> only_is_new("/only/is-new");
inline constexpr kumiki::place_in<::kinds::tree, ::kinds::state> tree("/tree");
inline constexpr kumiki::place_in<std::string, ::kinds::state> tree_label("/tree/label");
inline constexpr kumiki::place_in<std::vector<::kinds::tree>, ::kinds::state>
    tree_branches("/tree/branches");
inline constexpr kumiki::place_in<std::vector<std::uint64_t>, ::kinds::state> ids("/ids");
inline constexpr kumiki::place_in<std::vector<::kinds::points_item>, ::kinds::state>
    points("/points");
inline constexpr kumiki::place_in<::kinds::phase, ::kinds::state> phase("/phase");
inline constexpr kumiki::place_in<std::optional<std::string>, ::kinds::state>
    phase_failed("/phase/failed");
inline constexpr kumiki::place_in<std::optional<::kinds::phase_case::loading>, ::kinds::state>
    phase_loading("/phase/loading");
inline constexpr kumiki::place_in<std::optional<std::uint64_t>, ::kinds::state>
    phase_loading_done("/phase/loading/done");
inline constexpr kumiki::place_in<std::optional<std::uint64_t>, ::kinds::state>
    phase_loading_total("/phase/loading/total");
inline constexpr kumiki::place_in<std::optional<std::uint64_t>, ::kinds::state>
    phase_retry("/phase/retry");
inline constexpr kumiki::place_in<std::optional<::kinds::sheet>, ::kinds::state> sheet("/sheet");
inline constexpr kumiki::place_in<std::optional<::kinds::row>, ::kinds::state>
    sheet_row("/sheet/row");
inline constexpr kumiki::place_in<std::optional<std::uint64_t>, ::kinds::state>
    sheet_row_id("/sheet/row/id");
inline constexpr kumiki::place_in<std::optional<std::string>, ::kinds::state>
    sheet_row_name("/sheet/row/name");
inline constexpr kumiki::place_in<std::optional<std::string>, ::kinds::state>
    sheet_row_note("/sheet/row/note");
inline constexpr kumiki::place_in<std::optional<double>, ::kinds::state>
    sheet_row_weight("/sheet/row/weight");
inline constexpr kumiki::place_in<std::optional<std::vector<std::string>>, ::kinds::state>
    sheet_row_tags("/sheet/row/tags");
inline constexpr kumiki::place_in<std::optional<::kinds::sheet_case::alert>, ::kinds::state>
    sheet_alert("/sheet/alert");
inline constexpr kumiki::place_in<std::optional<std::string>, ::kinds::state>
    sheet_alert_title("/sheet/alert/title");
inline constexpr kumiki::place_in<std::optional<::kinds::level>, ::kinds::state>
    sheet_alert_level("/sheet/alert/level");
inline constexpr kumiki::place_in<std::optional<::kinds::sheet_nested>, ::kinds::state>
    sheet_nested("/sheet/nested");
inline constexpr kumiki::place_in<std::optional<std::int64_t>, ::kinds::state>
    sheet_nested_two("/sheet/nested/two");
} // namespace at

/** Places of a feature whose state is a row. */
namespace row_at {
inline constexpr kumiki::place_in<std::uint64_t, ::kinds::row> id("/id");
inline constexpr kumiki::place_in<std::string, ::kinds::row> name("/name");
inline constexpr kumiki::place_in<std::optional<std::string>, ::kinds::row> note("/note");
inline constexpr kumiki::place_in<double, ::kinds::row> weight("/weight");
inline constexpr kumiki::place_in<std::vector<std::string>, ::kinds::row> tags("/tags");
} // namespace row_at

/** Places of a feature whose state is a tree. */
namespace tree_at {
inline constexpr kumiki::place_in<std::string, ::kinds::tree> label("/label");
inline constexpr kumiki::place_in<std::vector<::kinds::tree>, ::kinds::tree> branches("/branches");
} // namespace tree_at

/** Case paths of the actions. */
namespace cases {
inline constexpr const char *increment = "increment";
inline constexpr const char *set_count = "setCount";
inline constexpr const char *set_limit = "setLimit";
inline constexpr const char *set_level = "setLevel";
inline constexpr const char *found = "found";
inline constexpr const char *put = "put";
inline constexpr const char *kinds = "kinds";
inline constexpr const char *child = "child";
inline constexpr const char *child_reset = "child.reset";
inline constexpr const char *child_rename = "child.rename";
inline constexpr const char *child_move = "child.move";
inline constexpr const char *rows = "rows";
inline constexpr const char *rows_element = "rows.element";
inline constexpr const char *sheet = "sheet";
inline constexpr const char *sheet_presented = "sheet.presented";
inline constexpr const char *sheet_presented_row = "sheet.presented.row";
inline constexpr const char *sheet_presented_row_reset = "sheet.presented.row.reset";
inline constexpr const char *sheet_presented_row_rename = "sheet.presented.row.rename";
inline constexpr const char *sheet_presented_row_move = "sheet.presented.row.move";
inline constexpr const char *sheet_presented_alert = "sheet.presented.alert";
inline constexpr const char *sheet_presented_alert_delete = "sheet.presented.alert.delete";
inline constexpr const char *sheet_presented_alert_cancel = "sheet.presented.alert.cancel";
inline constexpr const char *sheet_dismiss = "sheet.dismiss";
inline constexpr const char *resize = "resize";
} // namespace cases

} // namespace kinds

template <> struct kumiki::json_traits<::kinds::row> : kumiki::fields_of<::kinds::row> {
  static constexpr auto fields() {
    return std::make_tuple(kumiki::json_field("id", &::kinds::row::id),
                           kumiki::json_field("name", &::kinds::row::name),
                           kumiki::json_field("note", &::kinds::row::note),
                           kumiki::json_field("weight", &::kinds::row::weight, true),
                           kumiki::json_field("tags", &::kinds::row::tags, true));
  }
};

template <> struct kumiki::json_traits<::kinds::tree> : kumiki::fields_of<::kinds::tree> {
  static constexpr auto fields() {
    return std::make_tuple(kumiki::json_field("label", &::kinds::tree::label),
                           kumiki::json_field("branches", &::kinds::tree::branches, true));
  }
};

template <> struct kumiki::json_traits<::kinds::level> : kumiki::names_of<::kinds::level> {
  static const auto &names() {
    static constexpr std::pair<::kinds::level, const char *> all[] = {
        {::kinds::level::low, "low"},
        {::kinds::level::middle, "middle"},
        {::kinds::level::high, "high"},
    };
    return all;
  }
};

template <>
struct kumiki::json_traits<::kinds::child_action_case::move>
    : kumiki::fields_of<::kinds::child_action_case::move> {
  static constexpr auto fields() {
    return std::make_tuple(kumiki::json_field("from", &::kinds::child_action_case::move::from),
                           kumiki::json_field("to", &::kinds::child_action_case::move::to));
  }
};

template <> struct kumiki::json_traits<::kinds::only> : kumiki::fields_of<::kinds::only> {
  static constexpr auto fields() {
    return std::make_tuple(kumiki::json_field("class", &::kinds::only::class_, true),
                           kumiki::json_field("is-new", &::kinds::only::is_new, true));
  }
};

template <>
struct kumiki::json_traits<::kinds::points_item> : kumiki::fields_of<::kinds::points_item> {
  static constexpr auto fields() {
    return std::make_tuple(kumiki::json_field("x", &::kinds::points_item::x),
                           kumiki::json_field("y", &::kinds::points_item::y));
  }
};

template <>
struct kumiki::json_traits<::kinds::phase_case::loading>
    : kumiki::fields_of<::kinds::phase_case::loading> {
  static constexpr auto fields() {
    return std::make_tuple(kumiki::json_field("done", &::kinds::phase_case::loading::done),
                           kumiki::json_field("total", &::kinds::phase_case::loading::total));
  }
};

template <>
struct kumiki::json_traits<::kinds::sheet_case::alert>
    : kumiki::fields_of<::kinds::sheet_case::alert> {
  static constexpr auto fields() {
    return std::make_tuple(kumiki::json_field("title", &::kinds::sheet_case::alert::title),
                           kumiki::json_field("level", &::kinds::sheet_case::alert::level));
  }
};

template <> struct kumiki::json_traits<::kinds::state> : kumiki::fields_of<::kinds::state> {
  static constexpr auto fields() {
    return std::make_tuple(kumiki::json_field("rows", &::kinds::state::rows, true),
                           kumiki::json_field("byName", &::kinds::state::by_name, true),
                           kumiki::json_field("count", &::kinds::state::count, true),
                           kumiki::json_field("limit", &::kinds::state::limit),
                           kumiki::json_field("ratio", &::kinds::state::ratio),
                           kumiki::json_field("isOn", &::kinds::state::is_on, true),
                           kumiki::json_field("mayBe", &::kinds::state::may_be),
                           kumiki::json_field("level", &::kinds::state::level, true),
                           kumiki::json_field("chosen", &::kinds::state::chosen),
                           kumiki::json_field("anything", &::kinds::state::anything, true),
                           kumiki::json_field("a/b ~c", &::kinds::state::a_b_c, true),
                           kumiki::json_field("only", &::kinds::state::only, true),
                           kumiki::json_field("tree", &::kinds::state::tree, true),
                           kumiki::json_field("ids", &::kinds::state::ids, true),
                           kumiki::json_field("points", &::kinds::state::points, true),
                           kumiki::json_field("phase", &::kinds::state::phase, true),
                           kumiki::json_field("sheet", &::kinds::state::sheet, true));
  }
};

template <>
struct kumiki::json_traits<::kinds::action_rows_case::element>
    : kumiki::fields_of<::kinds::action_rows_case::element> {
  static constexpr auto fields() {
    return std::make_tuple(
        kumiki::json_field("id", &::kinds::action_rows_case::element::id),
        kumiki::json_field("action", &::kinds::action_rows_case::element::action));
  }
};

template <>
struct kumiki::json_traits<::kinds::action_sheet_presented_alert>
    : kumiki::names_of<::kinds::action_sheet_presented_alert> {
  static const auto &names() {
    static constexpr std::pair<::kinds::action_sheet_presented_alert, const char *> all[] = {
        {::kinds::action_sheet_presented_alert::delete_, "delete"},
        {::kinds::action_sheet_presented_alert::cancel, "cancel"},
    };
    return all;
  }
};

template <>
struct kumiki::json_traits<::kinds::action_case::resize>
    : kumiki::fields_of<::kinds::action_case::resize> {
  static constexpr auto fields() {
    return std::make_tuple(kumiki::json_field("width", &::kinds::action_case::resize::width),
                           kumiki::json_field("height", &::kinds::action_case::resize::height),
                           kumiki::json_field("label", &::kinds::action_case::resize::label));
  }
};

namespace kinds {

/** Makes whole actions, for views and effects. */
namespace actions {

inline ::kinds::action increment() { return ::kinds::action_case::increment{}; }

inline ::kinds::action set_count(std::int64_t value) {
  return ::kinds::action_case::set_count{std::move(value)};
}

inline ::kinds::action set_limit(std::optional<std::uint64_t> value) {
  return ::kinds::action_case::set_limit{std::move(value)};
}

inline ::kinds::action set_level(::kinds::level value) {
  return ::kinds::action_case::set_level{std::move(value)};
}

inline ::kinds::action found(std::vector<::kinds::row> value) {
  return ::kinds::action_case::found{std::move(value)};
}

inline ::kinds::action put(kumiki::json value) {
  return ::kinds::action_case::put{std::move(value)};
}

inline ::kinds::action kinds(std::int64_t value) {
  return ::kinds::action_case::kinds{std::move(value)};
}

inline ::kinds::action child_reset() {
  auto inner_1 = ::kinds::child_action_case::reset{};
  return ::kinds::action_case::child{std::move(inner_1)};
}

inline ::kinds::action child_rename(std::string value) {
  auto inner_1 = ::kinds::child_action_case::rename{std::move(value)};
  return ::kinds::action_case::child{std::move(inner_1)};
}

inline ::kinds::action child_move(std::int64_t from, std::optional<std::int64_t> to) {
  auto inner_1 = ::kinds::child_action_case::move{std::move(from), std::move(to)};
  return ::kinds::action_case::child{std::move(inner_1)};
}

inline ::kinds::action rows_element_toggle(std::uint64_t id) {
  auto inner_2 = ::kinds::action_rows_element_case::toggle{};
  auto inner_1 = ::kinds::action_rows_case::element{std::move(id), std::move(inner_2)};
  return ::kinds::action_case::rows{std::move(inner_1)};
}

inline ::kinds::action rows_element_rename(std::uint64_t id, std::string value) {
  auto inner_2 = ::kinds::action_rows_element_case::rename{std::move(value)};
  auto inner_1 = ::kinds::action_rows_case::element{std::move(id), std::move(inner_2)};
  return ::kinds::action_case::rows{std::move(inner_1)};
}

inline ::kinds::action sheet_presented_row_reset() {
  auto inner_3 = ::kinds::child_action_case::reset{};
  auto inner_2 = ::kinds::action_sheet_presented_case::row{std::move(inner_3)};
  auto inner_1 = ::kinds::action_sheet_case::presented{std::move(inner_2)};
  return ::kinds::action_case::sheet{std::move(inner_1)};
}

inline ::kinds::action sheet_presented_row_rename(std::string value) {
  auto inner_3 = ::kinds::child_action_case::rename{std::move(value)};
  auto inner_2 = ::kinds::action_sheet_presented_case::row{std::move(inner_3)};
  auto inner_1 = ::kinds::action_sheet_case::presented{std::move(inner_2)};
  return ::kinds::action_case::sheet{std::move(inner_1)};
}

inline ::kinds::action sheet_presented_row_move(std::int64_t from, std::optional<std::int64_t> to) {
  auto inner_3 = ::kinds::child_action_case::move{std::move(from), std::move(to)};
  auto inner_2 = ::kinds::action_sheet_presented_case::row{std::move(inner_3)};
  auto inner_1 = ::kinds::action_sheet_case::presented{std::move(inner_2)};
  return ::kinds::action_case::sheet{std::move(inner_1)};
}

inline ::kinds::action sheet_presented_alert_delete() {
  auto inner_2 =
      ::kinds::action_sheet_presented_case::alert{::kinds::action_sheet_presented_alert::delete_};
  auto inner_1 = ::kinds::action_sheet_case::presented{std::move(inner_2)};
  return ::kinds::action_case::sheet{std::move(inner_1)};
}

inline ::kinds::action sheet_presented_alert_cancel() {
  auto inner_2 =
      ::kinds::action_sheet_presented_case::alert{::kinds::action_sheet_presented_alert::cancel};
  auto inner_1 = ::kinds::action_sheet_case::presented{std::move(inner_2)};
  return ::kinds::action_case::sheet{std::move(inner_1)};
}

inline ::kinds::action sheet_dismiss() {
  auto inner_1 = ::kinds::action_sheet_case::dismiss{};
  return ::kinds::action_case::sheet{std::move(inner_1)};
}

inline ::kinds::action resize(double width, double height, std::optional<std::string> label) {
  return ::kinds::action_case::resize{std::move(width), std::move(height), std::move(label)};
}

} // namespace actions

/** The hash of the shape. */
inline constexpr const char *hash = "de44aa8bef68e5df";

/** The shape, in the words of kmk_shape. */
inline constexpr const char *shape =
    "Row = {id: unsigned, name: text, note: text?, weight: number = 0.5, tags: [text] = []}; "
    "Tree = {label: text, branches: [Tree] = []}; "
    "Level = (low | middle | high); "
    "Ids = [unsigned]; "
    "{rows: [Row] = [], byName: [text: Row] = {}, count: integer = 3, limit: unsigned?, "
    "ratio: number?, isOn: boolean = true, mayBe: boolean?, level: Level = 'low', "
    "chosen: Level?, anything: any, \"a/b ~c\": text = \"it's\", only: only {class: text = '', "
    "is-new: boolean = false} = {'class': '', 'is-new': false}, tree: Tree = {'label': 'root', "
    "'branches': [{'label': 'left', 'branches': []}]}, ids: Ids = [1, 2], points: [{x: number, "
    "y: number}] = [{'x': 1, 'y': 2.5}], phase: (idle | failed: text | loading: {done: unsigned, "
    "total: unsigned?} | retry: unsigned?) = 'idle', sheet: (row: Row | alert: {title: text, "
    "level: Level} | nested: (one | two: integer))? = null}";

/** Declares the states and the actions of a reducer. */
inline kumiki::reducer declare(kumiki::reducer base) {
  static const kmk_case known[] = {
      {"increment", nullptr},
      {"setCount", "integer"},
      {"setLimit", "unsigned?"},
      {"setLevel", "(low | middle | high)"},
      {"found", "[{id: unsigned, name: text, note: text?, weight: number?, tags: [text]?}]"},
      {"put", "any"},
      {"kinds", "integer"},
      {"child", "(reset | rename: text | move: {from: integer, to: integer?})"},
      {"rows", "(element: {id: unsigned, action: (toggle | rename: text)})"},
      {"sheet", "(presented: (row: (reset | rename: text | move: {from: integer, "
                "to: integer?}) | alert: (delete | cancel)) | dismiss)"},
      {"resize", "{width: number, height: number, label: text?}"},
  };
  return kumiki::reducer(kmk_shape(kmk_cases(base.release(), std::size(known), known), shape));
}

/** A feature made elsewhere; of another shape than these types it makes no store. */
inline kumiki::reducer expect(kumiki::reducer feature) {
  return kumiki::expect_shape(std::move(feature), hash);
}

} // namespace kinds

#endif
