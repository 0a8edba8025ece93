// Requests: asking, serving, and testing them.
#include "check.hpp"
#include "features.hpp"

#include <kumiki_test.hpp>

#include <thread>

using namespace kumiki;
using namespace kumiki::literals;

namespace {

const ask text_wanted = {"loaded", "progress", "failed"};

// {"text": null}. {"load": q} asks "file", "note" asks "log" without an answer, "stop" cancels.
effect reading(state &state, action_view action, env &) {
  if (const auto name = action.payload("load"))
    return effect::request("file", name, text_wanted).cancellable("load");
  if (action.is("note"))
    return effect::request("log", "noted");
  if (action.is("hide"))
    return effect::request("log", "a password", ask{{}, {}, {}, true});
  if (action.is("stop"))
    return effect::cancel("load");
  if (const auto error = action.payload("failed"))
    state.set("/text", json::object({{"failed", error}}));
  if (const auto text = action.payload("loaded")) {
    if (text == "throw")
      throw std::runtime_error("from a reducer");
    state.set("/text", text);
  }
  if (const auto count = action.payload("progress"))
    state.set("/text", count);
  return effect::none();
}

reducer reader() {
  return cases(reading, {{"load", "any"},
                         {"note", nullptr},
                         {"hide", nullptr},
                         {"stop", nullptr},
                         {"loaded", "text"},
                         {"progress", "unsigned"},
                         {"failed", "any"}});
}

const json empty_text() { return R"({"text": null})"_json; }

// A loop whose issues are kept, and a store of the feature.
struct opened {
  std::string issues;
  kumiki::loop loop = kumiki::loop::virtual_time();
  kumiki::store store{loop, reader(), empty_text()};

  opened() {
    loop.set_diagnostics([this](const diagnostic &issue) { issues += issue.code; });
  }
  json text() const { return store.get("/text"); }
};

} // namespace

// docs/cxx.md
static effect notes(state &state, action_view action) {
  if (const auto name = action.payload("open"))
    return effect::request("file.read", name, ask{"opened", {}, "failed"});
  if (const auto text = action.payload("opened"))
    state.set("/text", text);
  if (const auto why = action.payload("failed"))
    state.set("/problem", why);
  return effect::none();
}

TEST(the_page_has_requests_so) {
  kumiki::loop loop;
  const store store(loop, notes, R"({"text": null, "problem": null})"_json);
  loop.serve("file.read", [](const request &asked) {
    if (asked.question() != "a.txt")
      throw std::runtime_error("there is no such file");
    return "Hello";
  });
  store.send_at("open", "a.txt");
  store.send_at("open", "b.txt");
  loop.finish();
  CHECK(store.state() == R"({"text": "Hello", "problem": "there is no such file"})"_json);
}

TEST(a_value_that_a_server_returns_is_the_answer) {
  opened o;
  o.loop.serve("file", [](const request &asked) {
    CHECK(asked.name() == "file" && asked.id() == "0" && asked.attempt() == 1);
    CHECK(!asked.last_part() && !asked.is_over());
    return "text of " + asked.question().as<std::string>();
  });
  o.store.send_at("load", "a");
  CHECK(o.text().is_null());
  o.loop.dispatch();
  CHECK(o.text() == "text of a");
}

TEST(a_server_may_keep_its_requests_and_is_told_their_ends) {
  opened o;
  std::vector<request> kept;
  std::vector<kmk_request_end> ends;
  o.loop.serve(
      "file", [&](const request &asked) { kept.push_back(asked); },
      [&](const request &asked, kmk_request_end end) {
        CHECK(asked.is_over());
        ends.push_back(end);
      },
      2);
  for (const char *name : {"a", "b", "c"})
    o.store.send_at("load", name);
  o.loop.dispatch();
  CHECK(kept.size() == 2 && o.store.requests().size() == 3);
  CHECK(kept[0].part(1) && kept[0].part(2, "percent") && o.text() == 2);
  const request copy = kept[0];
  CHECK(kept[0].answer("text") && o.text() == "text");
  CHECK(copy.is_over() && !copy.answer("again") && !copy.fail("again") && !copy.part(3));
  o.loop.dispatch();
  CHECK(kept.size() == 3 && kept[2].question() == "c");
  CHECK(kept[1].fail(404) && o.text() == json::object({{"failed", 404}}));
  o.store.send("stop");
  CHECK((ends == std::vector{KMK_REQUEST_TAKEN, KMK_REQUEST_TAKEN, KMK_REQUEST_CANCELLED}));
}

TEST(a_program_that_keeps_the_store_lets_its_requests_go_on) {
  opened o;
  std::vector<kmk_request_end> ends;
  o.store.hold_requests();
  o.loop.serve(
      "file", [](const request &) { return "text"; },
      [&](const request &, kmk_request_end end) { ends.push_back(end); });
  const mailbox mailbox = o.store.mailbox();
  o.store.send_at("load", "a");
  o.loop.dispatch();
  const json waiting = o.store.requests();
  CHECK(waiting[0]["phase"] == "unkept" && o.store.request_mark() == 1);
  CHECK(mailbox.requests_kept(1));
  o.loop.dispatch();
  CHECK(o.text() == "text" && ends.empty() && o.store.request_mark() == 2);
  CHECK(mailbox.requests_kept(2) && mailbox.requests_lost());
  o.loop.dispatch();
  CHECK((ends == std::vector{KMK_REQUEST_TAKEN}));
}

TEST(a_reply_that_does_not_fit_throws_and_the_request_goes_on) {
  opened o;
  request kept;
  o.store.serve("file", [&](request asked) { kept = std::move(asked); });
  o.store.send_at("load", "a");
  o.loop.dispatch();
  const error refused = test::failed([&] { kept.answer(5); });
  CHECK(refused.status() == KMK_ERR_DECODE && refused.path() == "/loaded");
  CHECK(kept.answer("text") && o.text() == "text");
  CHECK(test::failed([] { request().answer(1); }).status() == KMK_ERR_INVALID_ARGUMENT);
}

TEST(a_server_that_throws_fails_its_request) {
  opened o;
  o.loop.serve("file", [](const request &asked) {
    if (asked.question() == "json")
      throw failure(json::object({{"status", 404}}));
    throw std::runtime_error("not found");
  });
  o.store.send_at("load", "a");
  o.loop.dispatch();
  CHECK(o.text() == R"({"failed": "not found"})"_json);
  o.store.send_at("load", "json");
  o.loop.dispatch();
  CHECK(o.text() == R"({"failed": {"status": 404}})"_json && o.issues.empty());
}

TEST(a_failure_that_the_feature_does_not_take_is_thrown_by_the_running_call) {
  kumiki::loop loop = loop::virtual_time();
  loop.set_diagnostics([](const diagnostic &) {}); // "request-unserved"
  const reducer declared = requests(reader(), {{"file", "any", "text", "unsigned", "unsigned"}});
  const store store(loop, declared, empty_text());
  const auto full = [](const request &) { throw std::runtime_error("the disk is full"); };
  store.send_at("load", "a");
  loop.dispatch();
  CHECK(test::thrown<std::runtime_error>([&] { loop.serve("file", full); }).what() ==
        std::string("the disk is full"));
  store.send_at("load", "b");
  CHECK(test::thrown<std::runtime_error>([&] { loop.dispatch(); }).what() ==
        std::string("the disk is full"));
  CHECK(store.effect_count() == 2 && test::strays.empty());
}

TEST(a_notice_whose_server_throws_is_an_issue) {
  opened o;
  o.loop.serve("log", [](const request &) { throw std::runtime_error("the disk is full"); });
  o.store.send("note");
  o.loop.dispatch();
  CHECK(o.issues == "effect-threw" && o.store.effect_count() == 0);
}

TEST(the_exception_of_a_reducer_is_not_a_failure_of_the_request) {
  opened o;
  request kept;
  o.loop.serve("file", [&](const request &asked) {
    kept = asked;
    if (asked.question() == "throw")
      asked.answer("throw");
  });
  o.store.send_at("load", "a");
  o.loop.dispatch();
  CHECK(test::thrown<std::runtime_error>([&] { kept.answer("throw"); }).what() ==
        std::string("from a reducer"));
  o.store.send_at("load", "throw");
  CHECK(test::thrown<std::runtime_error>([&] { o.loop.dispatch(); }).what() ==
        std::string("from a reducer"));
  CHECK(o.text().is_null() && test::strays.empty());
}

TEST(the_exception_of_the_end_is_thrown_by_the_call_that_ended_the_request) {
  opened o;
  o.loop.serve(
      "file", [](const request &) {},
      [](const request &, kmk_request_end) { throw std::logic_error("at the end"); });
  o.store.send_at("load", "a");
  o.loop.dispatch();
  CHECK(test::thrown<std::logic_error>([&] { o.store.send("stop"); }).what() ==
        std::string("at the end"));
}

TEST(a_server_of_the_store_goes_first_and_one_name_has_one_server) {
  opened o;
  const auto none = [](const request &) -> std::optional<json> { return std::nullopt; };
  const auto held = std::make_shared<int>();
  o.loop.serve("file", [held](const request &) { return "of the loop"; });
  CHECK(test::failed([&] { o.loop.serve("file", none); }).status() == KMK_ERR_INVALID_ARGUMENT);
  o.store.serve("file", none);
  o.store.send_at("load", "a");
  o.loop.dispatch();
  CHECK(o.text().is_null() && o.store.request("0").attempt() == 1);
  o.store.unserve("file");
  CHECK(o.text() == "of the loop" && held.use_count() == 2);
  o.loop.unserve("file");
  CHECK(held.use_count() == 1);
  CHECK(test::failed([&] { o.loop.unserve("file"); }).status() == KMK_ERR_NOT_FOUND);
}

TEST(a_server_may_end_its_loop) {
  auto loop = std::make_unique<kumiki::loop>(kumiki::loop::virtual_time());
  auto store = std::make_unique<kumiki::store>(*loop, reader(), empty_text());
  const auto held = std::make_shared<int>();
  bool is_told = false;
  loop->serve(
      "file",
      [&, held](const request &asked) {
        store.reset();
        loop.reset();
        CHECK(held.use_count() > 1 && asked.is_over());
      },
      [&](const request &, kmk_request_end end) { is_told = end == KMK_REQUEST_CANCELLED; });
  store->send_at("load", "a");
  kmk_loop_dispatch(loop->handle(), 0);
  CHECK(is_told && held.use_count() == 1);
}

TEST(a_store_that_continues_from_a_snapshot_asks_again_or_not) {
  kumiki::loop loop = loop::virtual_time();
  std::string names;
  const auto keep = [&](const request &asked) { names += asked.name(); };
  for (const char *name : {"again", "fail"})
    loop.serve(name, keep);
  const auto asks = [](state &state, action_view action, env &) {
    if (const auto error = action.payload("failed"))
      state.set("/error", error);
    if (!action.is("go"))
      return effect::none();
    return effect::merge(
        effect::request("again", 1, {"done", {}, "failed"}),
        effect::request("fail", 2, {"done", {}, "failed", false, KMK_REQUEST_FAIL}));
  };
  snapshot moment;
  {
    const store first(loop, asks, R"({"error": null})"_json);
    first.send("go");
    loop.dispatch();
    moment = first.snapshot();
  }
  const store second(loop, asks, moment);
  loop.dispatch();
  CHECK(names == "againfailagain" && second.get("/error") == "interrupted");
}

TEST(another_thread_answers) {
  kumiki::loop loop;
  const store store(loop, reader(), empty_text());
  std::thread helper;
  loop.serve("file", [&](const request &asked) {
    helper = std::thread([asked] { asked.answer("from afar"); });
  });
  store.send_at("load", "a");
  CHECK(loop.finish() && store.get("/text") == "from afar");
  helper.join();
}

TEST(who_is_no_server_answers_by_the_id) {
  opened o;
  o.store.send_at("load", "a");
  o.store.send("hide");
  o.loop.dispatch();
  const json requests = o.store.requests();
  CHECK(requests[0] ==
        R"({"id": "0", "name": "file", "at": "", "question": "a", "phase": "unserved",
                           "attempt": 0, "age": 0})"_json);
  CHECK(!requests[1]["question"] && requests[1]["name"] == "log");
  const auto mailbox = o.store.mailbox();
  std::thread([&] { mailbox.request("0").answer("text"); }).join();
  const json answered = o.store.requests();
  CHECK(answered[0]["phase"] == "answered");
  o.loop.dispatch();
  CHECK(o.text() == "text");
  CHECK(test::failed([&] { (void)mailbox.request("0"); }).status() == KMK_ERR_NOT_FOUND);
  CHECK(test::failed([&] { (void)o.store.request("0"); }).status() == KMK_ERR_NOT_FOUND);
}

TEST(declared_requests_refuse_the_others) {
  std::string message;
  kumiki::loop loop = loop::virtual_time();
  loop.set_diagnostics([&](const diagnostic &issue) { message = std::string(issue.message); });
  const reducer declared =
      requests(reader(), {{"file", "{name: text}", "text", "unsigned", nullptr}});
  const json described = declared.describe();
  CHECK(described["requests"]["file"]["answer"]["type"] == "string");
  const store store(loop, declared, empty_text());
  store.send_at("load", "a");
  loop.dispatch();
  CHECK(message.find("the request \"file\" does not fit") != message.npos);
  CHECK(store.effect_count() == 0);
}

TEST(a_test_answers_the_requests_of_its_feature) {
  test_store test(reader(), empty_text());
  test.send(action_at("load", "it's"));
  CHECK(test.expect_request("file", "it's"));
  CHECK(test.part(5, R"({"text": 5})"_json));
  CHECK(test.answer("\"x\"", json::object({{"text", "\"x\""}})));
  test.send(action_at("load", "b"));
  test.expect_request("file");
  CHECK(test.fail_request(404, R"({"text": {"failed": 404}})"_json));
  test.send(action_at("load", "c"));
  const auto failure = test::thrown<test_failure>([&] { test.expect_request("file", "d"); });
  CHECK(failure.line() == __LINE__ - 1);
  CHECK(failure.message() ==
        std::string("test_store::expect_request: expected the request \"file\" with \"d\", "
                    "found \"file\" with \"c\""));
  CHECK(test::thrown<test_failure>([&] { test.answer(5); }).line() == __LINE__);
  test.answer("text", json::object({{"text", "text"}}));
  test.finish();
}
