/**
 * A state with a compile-time type: places of other types do not compile.
 *
 *     static void reduce_row(kumiki::state_of<kinds::row> state, kumiki::action_view sent) {
 *       state.set(kinds::row_at::name, "Ann"); // kinds::at::count would not compile
 *     }
 */
#ifndef KUMIKI_TYPED_STATE_HPP
#define KUMIKI_TYPED_STATE_HPP

#include "state.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace kumiki {

/**
 * The reducer's part of the state, whose root is a `Root`. Its functions take the places that `kumiki generate` writes
 * for that type.
 *
 * A reducer's function may take a state_of<Root> instead of a `state &`. It is borrowed for the call, and its
 * functions throw the same errors as the functions of state. Threads: callback. Since: 0.4.
 */
template <class Root> class state_of {
public:
  state_of(state &lent) noexcept : state_(&lent) {}

  /** Returns the state without the type, for pointers that are built at run time. */
  state &untyped() const noexcept { return *state_; }

  /** Returns the reducer's whole part of the state. Throws: error(DECODE). */
  Root value() const { return state_->value().template as<Root>(); }

  template <class Type> Type get(const place_in<Type, Root> &at) const { return state_->get(at); }

  template <class Type, class Value = Type>
  void set(const place_in<Type, Root> &at, Value &&value) const {
    state_->set(static_cast<const place<Type> &>(at), std::forward<Value>(value));
  }

  /** Returns the row with an id; empty if no row has it. */
  template <class Row>
  std::optional<Row> row(const place_in<std::vector<Row>, Root> &rows, const json &id) const {
    return state_->row(rows, id);
  }

  /** Writes to a place of the row with an id. */
  template <class Row, class Type, class Value = Type>
  void set_row(const place_in<std::vector<Row>, Root> &rows, const json &id,
               const place_in<Type, Row> &at, Value &&value) const {
    static_assert(detail::is_of_place<Type, std::decay_t<Value>>, "the place is of another type");
    state_->set_row(rows, id, at,
                    json(detail::of_place<Type>(std::forward<Value>(value), text_ref(at))));
  }

  /** Removes the row with an id. */
  template <class Row>
  void remove_row(const place_in<std::vector<Row>, Root> &rows, const json &id) const {
    state_->remove_row(rows, id);
  }

private:
  state *state_;
};

} // namespace kumiki

#endif
