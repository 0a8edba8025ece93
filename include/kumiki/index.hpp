/**
 * Counts and sums of rows, for reducers.
 */
#ifndef KUMIKI_INDEX_HPP
#define KUMIKI_INDEX_HPP

#include "history.hpp"
#include "index.h"
#include "reducer.hpp"

#include <optional>
#include <string>
#include <vector>

namespace kumiki {

/**
 * Counts the rows of an array for a reducer, by a value in them: indexed(base, "/downloads", "/status").
 *
 * It asks by state::count and state::totals.
 *
 * @param group    empty: all rows are one group.
 * @param numbers  pointers in a row to numbers that are summed.
 *
 * See kmk_indexed. Since: 0.3.
 */
inline reducer indexed(reducer base, const text_ref &rows,
                       const std::optional<std::string> &group = {},
                       const std::vector<std::string> &numbers = {}) {
  const auto summed = detail::c_texts(numbers);
  const char *by = group ? text_ref(*group).c_str() : nullptr;
  return detail::around(base, kmk_indexed(base.release(), rows.c_str(), by, summed.data()));
}

} // namespace kumiki

#endif
