/** Indexes: counts and sums of rows, for reducers. */
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
 * Indexes the rows of an array for a reducer, by a value in each row: indexed(base, "/downloads", "/status").
 *
 * The reducer can then call state::count and state::totals, which do not read every row. See kmk_indexed.
 *
 * @param rows     a pointer to the array, relative to the state of base.
 * @param group    a pointer in a row; rows with equal values there form a group. Empty: all rows form one group.
 * @param numbers  pointers in a row to the numbers to sum.
 *
 * Since: 0.3.
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
