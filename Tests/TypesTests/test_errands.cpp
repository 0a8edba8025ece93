// The header generated for errands.shape: the requests are declared (S215), and asked and answered with types (S216).
#include "../CxxTests/check.hpp"
#include "errands.hpp"

#include <stdexcept>
#include <string>
#include <vector>

namespace asked = errands::requests;
using kumiki::request_of;

namespace {

kumiki::effect reduce(kumiki::state &state, kumiki::action_view action) {
  using kumiki::effect;
  const auto sent = action.as<errands::action>();
  if (const auto *check = std::get_if<errands::action_case::check>(&sent))
    return effect::request<asked::net_check>(check->value, {"checked", {}, "failed"});
  if (const auto *fetch = std::get_if<errands::action_case::fetch>(&sent))
    return effect::request<asked::net_fetch>(fetch->value, {"fetched", "progressed", "failed"});
  if (std::holds_alternative<errands::action_case::now>(sent))
    return effect::request<asked::clock_now>(nullptr, {"time", {}, "failed"});
  if (const auto *note = std::get_if<errands::action_case::note>(&sent))
    return effect::request<asked::log>(note->value);
  if (std::holds_alternative<errands::action_case::by_hand>(sent))
    return effect::request("net.check", 5);
  state.insert("/log/-", kumiki::json(sent));
  return effect::none();
}

struct opened {
  kumiki::loop loop;
  std::string issue;
  kumiki::store store{loop, errands::declare(kumiki::reducer(reduce)), errands::state{}};

  opened() {
    loop.set_diagnostics([this](const kumiki::diagnostic &known) { issue = known.code; });
  }

  void send(const errands::action &action) {
    store.send(action);
    loop.dispatch();
  }

  kumiki::json last() const {
    const auto log = store.get<std::vector<kumiki::json>>("/log");
    return log.empty() ? kumiki::json() : log.back();
  }
};

} // namespace

TEST(S216_a_server_has_the_question_and_returns_the_answer_as_types) {
  opened o;
  o.loop.serve<asked::net_check>([](const request_of<asked::net_check> &it) -> errands::answer {
    const std::string name = it.question();
    if (name == "none")
      throw std::runtime_error("no such file");
    return {name, 5};
  });
  o.send(errands::actions::check("a"));
  CHECK(o.last() == kumiki::json::parse(R"({"checked": {"name": "a", "size": 5}})"));
  o.send(errands::actions::check("none"));
  CHECK(o.last() == kumiki::json::parse(R"({"failed": "no such file"})"));
  std::string line;
  o.store.serve<asked::log>([&](const auto &it) { line = it.question(); });
  o.send(errands::actions::note("noted"));
  CHECK(line == "noted");
  o.loop.serve<asked::clock_now>([](const auto &) -> std::optional<double> { return 0.5; });
  o.send(errands::actions::now());
  CHECK(o.last() == kumiki::json::parse(R"({"time": 0.5})"));
}

TEST(S216_a_server_may_keep_its_requests_and_send_parts_of_several_kinds) {
  opened o;
  request_of<asked::net_fetch> kept;
  std::vector<kmk_request_end> ends;
  o.loop.serve<asked::net_fetch>(
      [&](const request_of<asked::net_fetch> &it) { kept = it; },
      [&](const kumiki::request &, kmk_request_end end) { ends.push_back(end); });
  o.send(errands::actions::fetch({"u", "f", 3}));
  CHECK(kept.question().url == "u" && kept.question().tries == 3 && !kept.last_part());
  CHECK(kept.part(errands::progress_case::began{10}));
  CHECK(o.last() == kumiki::json::parse(R"({"progressed": {"began": 10}})"));
  CHECK(kept.part(errands::progress_case::stalled{}, "progress"));
  o.loop.unserve(asked::net_fetch::name);
  o.loop.serve<asked::net_fetch>([&](const auto &it) { kept = it; });
  o.loop.dispatch();
  CHECK(std::holds_alternative<errands::progress_case::stalled>(kept.last_part().value()));
  CHECK(kept.answer(nullptr) && !kept.answer(nullptr));
  CHECK(o.last() == "fetched");
  o.send(errands::actions::fetch({"u", "f", 3}));
  CHECK(kept.fail(errands::net_fetch_failure_case::refused{404, {}}));
  const kumiki::json why = o.last();
  CHECK(why["failed"]["refused"]["status"] == 404);
  CHECK((ends == std::vector{KMK_REQUEST_UNSERVED}));
}

TEST(S215_another_reply_and_another_question_are_refused) {
  opened o;
  kumiki::request kept;
  o.loop.serve("net.check", [&](const kumiki::request &it) { kept = it; });
  o.send(errands::actions::check("a"));
  CHECK(test::failed([&] { kept.answer(5); }).status() == KMK_ERR_DECODE);
  const request_of<asked::net_check> typed(kept);
  CHECK(typed.answer({"a", 5}));
  o.send(errands::actions::by_hand());
  CHECK(o.issue == "request-misfit");
}
