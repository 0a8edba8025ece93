// The header generated for kinds.shape, used with the library: a store accepts what the header writes, and the header
// reads what was written.
#include "../CxxTests/check.hpp"
#include "kinds.hpp"

using kumiki::match;

// Without one of the cases, this match does not compile.
static void reduce(kumiki::state &state, kumiki::action_view sent) {
  match(
      sent.as<kinds::action>(),
      [&](const kinds::action_case::increment &) {
        state.set(kinds::at::count, state.get(kinds::at::count) + 1);
      },
      [&](const kinds::action_case::set_count &it) { state.set(kinds::at::count, it.value); },
      [&](const kinds::action_case::set_limit &it) { state.set(kinds::at::limit, it.value); },
      [&](const kinds::action_case::set_level &it) { state.set(kinds::at::level, it.value); },
      [&](const kinds::action_case::found &it) { state.set(kinds::at::rows, it.value); },
      [&](const kinds::action_case::put &it) { state.set(kinds::at::anything, it.value); },
      [&](const kinds::action_case::child &it) {
        if (const auto *move = std::get_if<kinds::child_action_case::move>(&it.value))
          state.set(kinds::at::phase, kinds::phase_case::loading{std::uint64_t(move->from), {}});
      },
      [&](const kinds::action_case::kinds &) {}, [&](const kinds::action_case::rows &) {},
      [&](const kinds::action_case::sheet &) { state.set(kinds::at::sheet, std::nullopt); },
      [&](const kinds::action_case::resize &it) {
        kinds::row row;
        row.name = it.label.value_or("none");
        state.set(kinds::at::sheet, kinds::sheet_case::row{row});
      });
}

static void reduce_row(kumiki::state_of<kinds::row> state, kumiki::action_view sent) {
  const auto action = sent.as<kinds::action_rows_element>();
  if (const auto *it = std::get_if<kinds::action_rows_element_case::rename>(&action))
    state.set(kinds::row_at::name, it->value);
}

static kumiki::reducer feature() {
  return kinds::declare(kumiki::for_each(reduce, kinds::at::rows, kinds::cases::rows, reduce_row));
}

TEST(defaults_are_those_of_the_shape) {
  kumiki::loop loop;
  const kumiki::store store(loop, feature(), kinds::state{});
  CHECK(store.state() == kumiki::json(kinds::state{}));
  const auto empty = kumiki::json::object();
  const kumiki::store filled(loop, feature(), empty);
  const auto state = filled.get<kinds::state>("");
  CHECK(state.count == 3 && state.is_on && !state.limit && state.level == kinds::level::low);
  CHECK(state.a_b_c == "it's" && state.tree.branches.at(0).label == "left");
  CHECK(state.points.at(0).y == 2.5 && state.ids.size() == 2);
  CHECK(std::holds_alternative<kinds::phase_case::idle>(state.phase) && !state.sheet);
}

TEST(what_is_sent_arrives) {
  kumiki::loop loop;
  const kumiki::store store(loop, feature(), kinds::state{});
  std::vector<kinds::level> told;
  const auto observing =
      store.observe(kinds::at::level, [&](kinds::level level) { told.push_back(level); });
  store.send(kinds::actions::increment());
  store.send(kinds::actions::set_limit(7));
  store.send(kinds::actions::set_level(kinds::level::high));
  kinds::row row;
  row.id = 7;
  row.name = "Ada";
  store.send(kinds::actions::found({row}));
  store.send(kinds::actions::rows_element_rename(7, "Grace"));
  store.send(kinds::actions::child_move(3, std::nullopt));
  store.send(kinds::actions::resize(1.5, 2, "wide"));
  const auto state = store.get<kinds::state>("");
  CHECK(state.count == 4 && state.limit == std::optional<std::uint64_t>(7));
  CHECK(told == std::vector<kinds::level>({kinds::level::low, kinds::level::high}));
  CHECK(state.rows.size() == 1 && state.rows[0].name == "Grace" && state.rows[0].weight == 0.5);
  CHECK(std::get<kinds::phase_case::loading>(state.phase).done == 3);
  CHECK(store.get(kinds::at::sheet_row_name) == std::optional<std::string>("wide"));
  store.send(kinds::actions::sheet_presented_alert_delete());
  CHECK(!store.get(kinds::at::sheet));
}

TEST(a_feature_of_another_shape_makes_no_store) {
  kumiki::loop loop;
  const kumiki::store same(loop, kinds::expect(feature()), kinds::state{});
  const kumiki::error other = test::failed([&] {
    const kumiki::store refused(loop, kinds::expect(kumiki::shape(reduce, "{a: text?}")),
                                kinds::state{});
  });
  CHECK(std::string(other.message()).find(kinds::hash) != std::string::npos);
}
