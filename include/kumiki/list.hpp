/** Lists: rows that are filtered, sorted, grouped and summed, and updated when the state is written. */
#ifndef KUMIKI_LIST_HPP
#define KUMIKI_LIST_HPP

#include "condition.hpp"
#include "list.h"
#include "store.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kumiki {

/** How a list is made from its rows; see kmk_list_options. Since: 0.3. */
struct list_options {
  /** The sort keys: pointers into a row, the most important first. "-/progress" sorts the largest first. */
  std::vector<std::string> sort = {};
  /** A place in the state that contains the sort keys instead, so that they can change; empty: none. */
  std::string sort_place = {};
  /** A pointer into a row: rows with equal values there form a group. */
  std::optional<std::string> group = std::nullopt;
  /** Pointers into a row to the numbers that the list sums. */
  std::vector<std::string> numbers = {};
  /** Returns whether a row belongs to the list, given the row and the values at the parameters' places; empty: all
   * rows. */
  std::function<bool(json_view row, const std::vector<json_view> &parameters)> filter = {};
  /** The places of the store whose values the filter receives. */
  std::vector<std::string> parameters = {};
  /** Compares two sort values; empty: the default order, see kmk_list_options. */
  std::function<int(json_view left, json_view right)> compare = {};
  /** The part that is shown: at most `limit` rows, starting at index `first`. If limit is 0, all rows from there on. */
  std::size_t first = 0;
  std::size_t limit = 0;
  /** A condition that the rows of the list satisfy, see condition.h; empty: all rows. Since: 0.4. */
  std::optional<json> where = std::nullopt;
  /** A pointer from an element of the array to the rows in it, which the list then has. A row's id is [the parent's, its
   * own]; empty: the elements are the rows. Since: 0.4. */
  std::optional<std::string> nested = std::nullopt;
  /** A pointer into a row of `nested`, where its parent is read; empty: nowhere. Since: 0.4. */
  std::optional<std::string> parent = std::nullopt;
  /** Rows that are read in place of their ids: {{"/feed", "/feeds"}}. Since: 0.4. */
  std::vector<std::pair<std::string, std::string>> joins = {};
};

/** One change of a list; see kmk_list_edit. The id is borrowed for the call. Since: 0.3. */
struct list_edit {
  kmk_list_change change;
  std::size_t index;
  std::size_t from;
  json_view id;
};

/**
 * A filtered, sorted and grouped list of a store's rows. A burst (a send and everything that it triggers) updates only
 * the rows that it wrote.
 *
 *     kumiki::list_options options;
 *     options.sort = {"-/progress"};
 *     kumiki::list shown(store, "/rows", options);
 *
 * The subscriptions to a list end when the list is destroyed. Threads: owner, callback. Since: 0.3.
 */
class [[nodiscard]] list : public detail::owned<detail::ref<kmk_list>, kmk_list, kmk_list_free> {
public:
  using owned::owned;

  /** Creates a list of the rows at a pointer; see kmk_list_new. Throws: error(INVALID_ARGUMENT, NOT_FOUND, BUSY,
   * WRONG_THREAD, CLOSED). */
  list(const store_ref &store, const text_ref &pointer, const list_options &options = {})
      : owned(made(store, pointer, options)) {}

  std::size_t size() const noexcept { return kmk_list_count(handle_); }

  /** Returns the row at an index; id() returns its id. Both throw: error(NOT_FOUND, BUSY, WRONG_THREAD, CLOSED). */
  json operator[](std::size_t index) const { return taken(kmk_list_get, index); }
  json id(std::size_t index) const { return taken(kmk_list_id, index); }

  /** Returns the index at which the row with an id is shown; empty if the row is not shown. */
  std::optional<std::size_t> index(const json &id) const {
    const std::size_t index = kmk_list_index(handle_, id.get());
    return index == SIZE_MAX ? std::nullopt : std::optional<std::size_t>(index);
  }

  /** Shows another part of the list. Throws: error(BUSY, WRONG_THREAD, CLOSED), and exceptions from observers. */
  void show(std::size_t first, std::size_t limit) {
    kmk_error details;
    detail::call running;
    const kmk_status code = kmk_list_show(handle_, first, limit, &details);
    running.rethrow();
    detail::check(code, details);
  }

  /**
   * Returns the number of rows and the sums of list_options::numbers; groups() returns the same for each group. See
   * kmk_list_totals and kmk_list_groups. Both throw: error(BUSY, WRONG_THREAD, CLOSED).
   */
  json totals() const { return taken(kmk_list_totals); }
  json groups() const { return taken(kmk_list_groups); }

  /**
   * Observes the list: function(const std::vector<list_edit> &) is called once before this returns, with a reset, and
   * again after each burst that changed the shown rows.
   *
   * Throws: error(BUSY, WRONG_THREAD, CLOSED), and exceptions from the function.
   */
  template <class Function> subscription observe(Function &&function) const {
    using box = detail::lasting<std::decay_t<Function>>;
    const auto tell = [](const kmk_list_edit *edits, std::size_t count, void *data) noexcept {
      const typename box::use kept(data);
      detail::guarded([&] {
        std::vector<list_edit> told;
        for (const kmk_list_edit *edit = edits; edit != edits + count; edit++)
          told.push_back({edit->change, edit->index, edit->from, json_view(edit->id)});
        (*kept)(told);
      });
    };
    auto *data = detail::make_lasting(std::forward<Function>(function));
    kmk_error details;
    detail::call running;
    subscription result(kmk_list_observe(handle_, tell, data, box::free, &details));
    running.rethrow();
    detail::check(result.handle(), details);
    return result;
  }

private:
  /* The functions of a list, as C functions. */
  struct functions {
    decltype(list_options::filter) filter;
    decltype(list_options::compare) compare;
    std::size_t parameter_count;
  };
  using function_box = detail::lasting<functions>;

  static bool filter(const json_t *row, const json_t *const *values, void *data) noexcept {
    const function_box::use kept(data);
    return detail::guarded<bool>(false, [&] {
      std::vector<json_view> parameters;
      for (std::size_t index = 0; index < (*kept).parameter_count; index++)
        parameters.emplace_back(values[index]);
      return (*kept).filter(json_view(row), parameters);
    });
  }

  static int compare(const json_t *left, const json_t *right, void *data) noexcept {
    const function_box::use kept(data);
    return detail::guarded<int>(0,
                                [&] { return (*kept).compare(json_view(left), json_view(right)); });
  }

  static std::vector<const char *> texts(const std::vector<std::string> &strings) {
    std::vector<const char *> texts;
    for (const std::string &string : strings)
      texts.push_back(string.c_str());
    texts.push_back(nullptr);
    return texts;
  }

  static kmk_list *made(const store_ref &store, const text_ref &pointer,
                        const list_options &options) {
    const auto sort = texts(options.sort);
    const auto numbers = texts(options.numbers);
    const auto parameters = texts(options.parameters);
    std::vector<std::string> pairs;
    for (const auto &[place, rows] : options.joins) {
      pairs.push_back(place);
      pairs.push_back(rows);
    }
    const auto joins = texts(pairs);
    kmk_list_options given = KMK_LIST_OPTIONS_INIT;
    given.sort = sort.data();
    given.sort_place = options.sort_place.empty() ? nullptr : options.sort_place.c_str();
    given.group = options.group ? options.group->c_str() : nullptr;
    given.numbers = numbers.data();
    given.filter = options.filter ? filter : nullptr;
    given.parameters = parameters.data();
    given.compare = options.compare ? compare : nullptr;
    given.first = options.first;
    given.limit = options.limit;
    const condition where = options.where ? condition(*options.where) : condition();
    given.where = where.handle();
    given.nested = options.nested ? options.nested->c_str() : nullptr;
    given.parent = options.parent ? options.parent->c_str() : nullptr;
    given.joins = joins.data();
    auto *data =
        detail::make_lasting(functions{options.filter, options.compare, options.parameters.size()});
    kmk_error details;
    detail::call running;
    detail::owned<detail::ref<kmk_list>, kmk_list, kmk_list_free> result(
        kmk_list_new(store.handle(), pointer.c_str(), &given, data, function_box::free, &details));
    running.rethrow();
    detail::check(result.handle(), details);
    return result.release();
  }

  template <class Read, class... Arguments> json taken(Read read, Arguments... arguments) const {
    kmk_error details;
    detail::call running;
    json_t *found = read(handle_, arguments..., &details);
    json value = found ? json::adopt(found) : json();
    running.rethrow();
    detail::check(found, details);
    return value;
  }
};

/**
 * A list whose rows are a type, made from a place of that type.
 *
 *     kumiki::list_of<row> open(store, at::rows, options, [](const row &it) { return !it.is_done; });
 *     const row first = open[0];
 *
 * A filter of types reads each row that it looks at as a Row; list_options::where selects rows without reading them.
 * Threads: owner, callback. Since: 0.4.
 */
template <class Row> class [[nodiscard]] list_of : public list {
public:
  list_of() noexcept = default;

  /** Creates a list of the rows at a place. Throws: as the constructor of list. */
  list_of(const store_ref &store, const place<std::vector<Row>> &rows,
          const list_options &options = {})
      : list(store, rows, options) {}

  /** Creates a list of the rows that a function selects: function(const Row &) returns a bool. Throws: as above. */
  template <class Function>
  list_of(const store_ref &store, const place<std::vector<Row>> &rows, list_options options,
          Function &&function)
      : list(store, rows, filtered(std::move(options), std::forward<Function>(function))) {}

  /** Returns the row at an index. Throws: as list, and error(DECODE). */
  Row operator[](std::size_t index) const { return list::operator[](index).template as<Row>(); }

  /** Returns the row with an id; empty if the row is not shown. Throws: as above. */
  std::optional<Row> row(const json &id) const {
    const std::optional<std::size_t> shown = index(id);
    return shown ? std::optional<Row>((*this)[*shown]) : std::nullopt;
  }

  /** Returns all shown rows. Throws: as above. */
  std::vector<Row> rows() const {
    std::vector<Row> all;
    all.reserve(size());
    for (std::size_t index = 0; index < size(); index++)
      all.push_back((*this)[index]);
    return all;
  }

private:
  static_assert(!detail::lends<Row>, "a view would outlive the row: use a std::string");

  template <class Function>
  static list_options filtered(list_options options, Function &&function) {
    options.filter = [function = std::decay_t<Function>(std::forward<Function>(function))](
                         json_view row, const std::vector<json_view> &) {
      return function(row.as<Row>());
    };
    return options;
  }
};

} // namespace kumiki

#endif
