// Uses of kinds.hpp and errands.hpp that every compiler must refuse: each line that ends with "refused" is an error, and no other
// line is. ../CxxTests/refused.py compares.
#include "kinds.hpp"
#include "errands.hpp"

void places(kumiki::state &state, const kumiki::store &store) {
  state.set(kinds::at::count, state.get(kinds::at::count) + 1);
  state.set(kinds::at::cuont, 3);                        // refused
  state.set(kinds::at::level, kinds::level::hihg);       // refused
  (void)store.get(kinds::at::tree_lable);                // refused
  (void)store.get(kinds::row_at::nmae);                  // refused
  const std::string count = store.get(kinds::at::count); // refused
}

// A reducer's state accepts the places of its own type.
void kinds_of_states(kumiki::state_of<kinds::state> state, kumiki::state_of<kinds::row> row) {
  state.set(kinds::at::count, state.get(kinds::at::count) + 1);
  state.set_row(kinds::at::rows, "a", kinds::row_at::name, "Ann");
  row.set(kinds::row_at::name, "Ann");
  row.set(kinds::at::count, 3);                                // refused
  state.set(kinds::row_at::name, "Ann");                       // refused
  (void)row.get(kinds::at::rows);                              // refused
  state.set_row(kinds::at::rows, "a", kinds::at::count, 3);    // refused
  state.set_row(kinds::at::rows, "a", kinds::row_at::name, 3); // refused
}

void members(const kinds::row &row, const kinds::state &state) {
  (void)row.name, (void)state.phase;
  (void)row.nmae;    // refused
  (void)state.cuont; // refused
}

void actions(const kumiki::store &store) {
  store.send(kinds::actions::set_count(3));
  store.send(kinds::actions::set_count("three")); // refused
  store.send(kinds::actions::set_cuont(3));       // refused
  store.send(kinds::actions::child_reste());      // refused
  store.send(kinds::action_case::set_count{"3"}); // refused
  (void)kinds::cases::child_reset;
  (void)kinds::cases::child_reste; // refused
}

// S216: values of another type.
void typed(const kumiki::request_of<errands::requests::net_check> &check,
           const kumiki::request_of<errands::requests::net_fetch> &fetch) {
  namespace asked = errands::requests;
  (void)kumiki::effect::request<asked::net_check>("a.txt", {"checked", {}, "failed"});
  (void)kumiki::effect::request<asked::net_check>(5);       // refused
  (void)kumiki::effect::request<asked::net_chekc>("a.txt"); // refused
  check.answer({"a", 5});
  check.answer(5);        // refused
  fetch.answer({"a", 5}); // refused
  fetch.answer(nullptr);
  fetch.part(errands::progress_case::began{10});
  fetch.part(10); // refused
  const std::string name = check.question();
  const std::string url = fetch.question(); // refused
}
