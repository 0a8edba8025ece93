"""record, replay and cut with compiled features: crashes, differences, and tests that compile, pass and fail."""

import json
import re
import resource
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from support import COUNTER, ENVIRONMENT, HERE, ROOT, KUMIKI, LogTest, compiled, kumiki, run

BUILT = tempfile.TemporaryDirectory()
FOLDER = Path(BUILT.name)
SHARED = ["-shared", "-fPIC"]
TICKER = """
#include <kumiki.h>
#include <stdio.h>
#include <stdlib.h>
static kmk_effect *step(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)data;
  json_int_t count = json_integer_value(kmk_state_get(state, "/count"));
  if (kmk_action_is(action, "start"))
    return kmk_effect_cancellable(kmk_effect_every_new(KMK_SECONDS(1), json_string("tick")), "t", true);
  if (kmk_action_is(action, "twice"))
    return kmk_effect_send_new(json_string("add"));
  if (kmk_action_is(action, "add") || kmk_action_is(action, "tick"))
    kmk_state_set_new(state, "/count", json_integer(count + STEP));
  if (kmk_action_is(action, "name")) {
    char id[37];
    kmk_env_uuid(env, id);
    kmk_state_set_new(state, "/id", json_string(id));
    kmk_state_set_new(state, "/date", json_integer(kmk_env_date(env)));
    kmk_state_set_new(state, "/now", json_integer((json_int_t)kmk_env_now(env)));
  }
#ifdef CRASHES
  if (count == 3)
    CRASHES;
#endif
  if (kmk_action_is(action, "loud"))
    printf("a feature may print\\n");
  return NULL;
}
kmk_reducer *kumiki_reducer(void);
kmk_reducer *kumiki_reducer(void) { return kmk_reducer_new(step, NULL, NULL); }
kmk_reducer *no_reducer(void);
kmk_reducer *no_reducer(void) { return NULL; }
"""
PROGRAM = """
#include <kumiki.h>
#include <stdlib.h>
kmk_reducer *kumiki_reducer(void);
int main(int count, char **arguments) {
  kmk_error error;
  kmk_loop *loop = kmk_loop_new_virtual(&error);
  json_t *initial = json_pack("{s:i}", "count", 0);
  kmk_store *store = kmk_store_new(loop, kumiki_reducer(), initial, &error);
  json_decref(initial);
  for (int at = 1; at < count; at++) {
    if (arguments[at][0] == '+')
      kmk_loop_advance(loop, strtoull(arguments[at] + 1, NULL, 10), &error);
    else if (arguments[at][0] == '!')
      abort();
    else
      for (int times = atoi(arguments[at]) > 0 ? atoi(arguments[at]) : 1; times > 0; times--)
        kmk_store_send_text(store, atoi(arguments[at]) > 0 ? "\\"add\\"" : arguments[at], &error);
  }
  kmk_store_free(store);
  kmk_loop_free(loop);
  return 7;
}
"""

# Rows that ask requests. The program replies to each: a part, then an answer or a failure.
ASKING = """
#include <kumiki.h>
static kmk_effect *step(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  static const char *const replies[] = {"said", "done", "failed"};
  if (kmk_action_is(action, "read")) {
    kmk_ask ask = KMK_ASK_INIT;
    ask.part = "said", ask.answer = "done", ask.failure = "failed";
    return kmk_effect_request_new("file.read", json_string("a.txt"), &ask);
  }
  for (size_t index = 0; index < KMK_COUNT(replies); index++)
    if (kmk_action_payload(action, replies[index]) != NULL)
      kmk_state_set(state, "/text", kmk_action_payload(action, replies[index]));
  return NULL;
}
static kmk_reducer *reader(void) {
  kmk_reducer *base = KMK_CASES(kmk_reducer_new(step, NULL, NULL), {"read", NULL}, {"private said", "any"}, {"private done", "any"},
                                {"private failed", "any"});
  return kmk_requests(base, 1, (kmk_request_kind[]){{"file.read", "text", "any", "any", "any"}});
}
kmk_reducer *kumiki_reducer(void);
kmk_reducer *kumiki_reducer(void) { return kmk_for_each(kmk_combine(0, NULL), "/rows", "rows", NULL, reader()); }
#ifdef PROGRAM
static void reply(kmk_store *store, bool is_failure) {
  json_t *list = kmk_store_requests(store);
  const char *id = json_string_value(json_object_get(json_array_get(list, 0), "id"));
  kmk_request *request = kmk_store_request(store, id, NULL);
  kmk_request_part_new(request, NULL, json_string("half"), NULL);
  if (is_failure)
    kmk_request_fail_new(request, json_string("gone"), NULL);
  else
    kmk_request_answer_new(request, json_pack("{s:i}", "size", 5), NULL);
  kmk_request_free(request);
  json_decref(list);
}
int main(void) {
  kmk_error error;
  kmk_loop *loop = kmk_loop_new_virtual(&error);
  json_t *initial = json_pack("{s:[{s:i, s:n}, {s:i, s:n}]}", "rows", "id", 7, "text", "id", 8, "text");
  kmk_store *store = kmk_store_new(loop, kumiki_reducer(), initial, &error);
  json_decref(initial);
  kmk_store_send_text(store, "{\\"rows\\": {\\"element\\": {\\"id\\": 8, \\"action\\": \\"read\\"}}}", &error);
  kmk_loop_run_until_idle(loop, 0, NULL);
  reply(store, false);
  kmk_store_send_text(store, "{\\"rows\\": {\\"element\\": {\\"id\\": 7, \\"action\\": \\"read\\"}}}", &error);
  kmk_loop_run_until_idle(loop, 0, NULL);
  reply(store, true);
  kmk_store_free(store);
  kmk_loop_free(loop);
  return 0;
}
#endif
"""


def setUpModule() -> None:
    (FOLDER / "ticker.c").write_text(TICKER)
    (FOLDER / "program.c").write_text(PROGRAM)
    compiled(FOLDER / "program", FOLDER / "ticker.c", FOLDER / "program.c", "-DSTEP=1")
    compiled(FOLDER / "crashing", FOLDER / "ticker.c", FOLDER / "program.c", "-DSTEP=1", "-DCRASHES=abort()")
    for name, *flags in (("same", "-DSTEP=1"), ("other", "-DSTEP=(1+(count>2))"), ("crashing", "-DSTEP=1", "-DCRASHES=abort()"),
                         ("leaving", "-DSTEP=1", "-DCRASHES=exit(9)")):
        compiled(FOLDER / f"{name}.so", FOLDER / "ticker.c", *SHARED, *flags)


def tearDownModule() -> None:
    BUILT.cleanup()


class FeatureTest(LogTest):
    def recorded(self, *actions: object, name: str = "a.log") -> Path:
        file = self.folder / name
        done = kumiki("record", "--output", file, "--", FOLDER / "program", *actions)
        self.assertIn(done.returncode, (7, 134), done.stderr)
        return file


class Record(FeatureTest):
    def test_a_crash_leaves_a_log_up_to_the_crash(self) -> None:
        file = self.folder / "a.log"
        done = kumiki("record", "--output", file, "--", FOLDER / "program", "5", '"twice"', "!")
        self.assertEqual(done.returncode, 134)
        self.assertIn("a.log: 7 steps; the last one is step 7, add\n", done.stderr)
        self.assertIn("program ended by SIGABRT\n", done.stderr)
        self.assertEqual(self.objects("tail", file, "-n", 1)[0]["step"], 7)

    def test_the_action_that_crashed_is_replayed_and_cut(self) -> None:
        file, source = self.folder / "a.log", self.folder / "cut.c"
        done = kumiki("record", "--output", file, "--", FOLDER / "crashing", '"start"', "5")
        self.assertEqual(done.returncode, 134)
        self.assertIn("a.log: 4 steps; the last one is step 4, add; add had begun and did not end\n", done.stderr)
        self.assertEqual(self.objects("show", file, "5")[0]["begun"], True)
        self.assertIn("the step did not end", kumiki("show", file).stdout)
        done = kumiki("replay", file, "--with", FOLDER / "crashing.so")
        self.assertEqual(done.returncode, 4)
        self.assertIn(f"{file}:7: the feature ended by SIGABRT in step 5, add\n", done.stderr)
        self.assertEqual(kumiki("replay", file, "--with", FOLDER / "same.so").stdout, "5 steps replayed: the changes are the recorded ones\n")
        for name in ("crashing", "same"):
            self.assertEqual(kumiki("cut", file, 4, 5, "--test", "c", "--with", FOLDER / f"{name}.so", "--output", source).returncode, 0)
        self.assertIn("/* step 5, line 7; it did not end: add its changes */", source.read_text())
        test = compiled(self.folder / "cut", source, FOLDER / "ticker.c", "-DSTEP=1", "-DCRASHES=abort()")
        self.assertEqual(run(test).returncode, -6)
        # The next run continues the log, and keeps the action.
        self.assertEqual(kumiki("record", "--output", file, "--", FOLDER / "program", "2").returncode, 7)
        shown = self.objects("show", file)
        self.assertEqual([(each["step"], "begun" in each) for each in shown],
                         [(1, False), (2, False), (3, False), (4, False), (5, True), (5, False), (6, False)])
        self.assertTrue(all(each["duration"] >= 0 for each in shown if "begun" not in each))
        self.assertEqual(kumiki("replay", file, "--with", FOLDER / "crashing.so").returncode, 4)
        self.assertEqual(kumiki("replay", file, "--with", FOLDER / "same.so").stdout, "6 steps replayed: the changes are the recorded ones\n")
        done = kumiki("cut", file, 5, 5, "--test", "c", "--with", FOLDER / "same.so", "--output", source)
        self.assertEqual((done.returncode, "did not end" in source.read_text()), (0, True))
        self.assertIn("the log has no step 9; its last step is 6", kumiki("cut", file, 6, 9, "--test", "c").stderr)

    def test_the_exit_code_is_the_programs(self) -> None:
        self.assertEqual(kumiki("record", "--", FOLDER / "program", "2", cwd=self.folder).returncode, 7)
        again = self.objects_of_record("3")
        self.assertEqual(again["logs"], [{"log": "program.log", "run": 2, "steps": 3, "step": 5, "action": "add", "begun": None}])
        self.assertEqual(again["end"], "ended with exit code 7")

    def objects_of_record(self, *actions: str) -> dict:
        done = kumiki("record", "--json", "--", FOLDER / "program", *actions, cwd=self.folder)
        return json.loads(done.stdout)

    def test_a_program_without_a_store_or_without_a_file(self) -> None:
        for program, code, said in ((["true"], 3, "made no store: nothing was recorded"), (["false"], 1, "made no store"),
                                    (["./none"], 127, "./none: no such program"), ([self.written("x")], 126, "Permission denied")):
            done = kumiki("record", "--", *program, cwd=self.folder)
            self.assertEqual(done.returncode, code)
            self.assertIn(said, done.stderr)

    def test_a_file_that_is_not_a_log_is_refused_before_the_program_starts(self) -> None:
        file = self.written("notes")
        done = kumiki("record", "--output", file, "--", "touch", self.folder / "started")
        self.assertEqual(done.returncode, 3)
        self.assertIn("this is not a log", done.stderr)
        self.assertFalse((self.folder / "started").exists())
        self.assertIn("does not exist", kumiki("record", "--output", self.folder / "no/a.log", "--", "true").stderr)


class Replay(FeatureTest):
    def test_the_same_feature_and_another_one(self) -> None:
        file = self.recorded('"start"', "+2000000000", "3")
        self.assertEqual(kumiki("replay", file, "--with", FOLDER / "same.so").stdout, "6 steps replayed: the changes are the recorded ones\n")
        done = kumiki("replay", file, "--with", FOLDER / "other.so")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stdout.splitlines(), [f"{file}:7: step 5 differs: add", "- /count = 4", "+ /count = 5",
                                                    "From the recorded state to the state of this run:", "  /count = 5"])
        found = self.objects("replay", file, "--with", FOLDER / "other.so", code=1)[0]
        self.assertEqual((found["step"], found["line"], found["action"], found["found"][0]["value"]), (5, 7, "add", 5))
        self.assertEqual(kumiki("replay", file, "--with", FOLDER / "other.so", "--to", 4).returncode, 0)

    def test_a_feature_that_crashes_or_leaves_is_named_with_the_step(self) -> None:
        file = self.recorded("5")
        for name, how in (("crashing", "ended by SIGABRT"), ("leaving", "ended with exit code 9")):
            done = kumiki("replay", file, "--with", FOLDER / f"{name}.so")
            self.assertEqual((done.returncode, done.stdout), (4, ""))
            self.assertIn(f"{file}:6: the feature {how} in step 4, add\n", done.stderr)
            self.assertEqual(self.objects("replay", file, "--with", FOLDER / f"{name}.so", code=4)[0]["step"], 4)

    def test_libraries_that_cannot_be_used(self) -> None:
        file = self.recorded("1")
        for options, said in ((["--with", "none.so"], "none.so: cannot open shared object file"),
                              (["--with", file], "invalid ELF header"),
                              (["--with", FOLDER / "same.so", "--reducer", "feature"], "same.so: no function feature; expected `kmk_reducer *feature(void)`"),
                              (["--with", FOLDER / "same.so", "--reducer", "no_reducer"], "same.so: no_reducer returned NULL")):
            done = kumiki("replay", file, *options)
            self.assertEqual(done.returncode, 3)
            self.assertIn(said, done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1)

    def test_damage_is_named_with_its_line(self) -> None:
        lines = self.recorded("5").read_text().splitlines(keepends=True)
        file = self.written("".join([*lines[:4], "{}\n", *lines[5:]]))
        done = kumiki("replay", file, "--with", FOLDER / "same.so")
        self.assertEqual(done.returncode, 3)
        self.assertIn(f"{file}:5: a step, is damaged", done.stderr)

    def test_a_step_is_left_out_or_replaced_and_the_rest_is_recomputed(self) -> None:
        file = self.recorded('"start"', "+2000000000", "3")
        before = file.read_bytes()
        library = ["--with", FOLDER / "same.so"]
        done = kumiki("replay", file, *library, "--without", 5)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout.splitlines(), ["6 steps with 1 change: from the recorded state to the state of this run:", "  /count = 4"])
        found = self.objects("replay", file, *library, "--without", 4, "--without", 6, "--instead", "5=name")[0]
        self.assertEqual((found["step"], found["state"]["count"]), (6, 2))
        self.assertEqual({each["path"] for each in found["difference"]}, {"/count", "/id", "/date", "/now"})
        self.assertEqual(self.objects("replay", file, *library, "--instead", '5="tick"')[0]["difference"], [])
        self.assertEqual(self.objects("replay", file, *library, "--without", 5, "--to", 5)[0]["state"], {"count": 3})
        self.assertIn("the state at the end is the recorded one", kumiki("replay", file, *library, "--without", 1).stdout)
        for options, said in ((["--without", 9], "the log has no step 9"), (["--without", "x"], "'x' is not a step"),
                              (["--instead", "5"], "is not STEP=ACTION"), (["--instead", "5={"], "is not JSON"),
                              (["--without", 5, "--from", 2], "--from does not go with")):
            done = kumiki("replay", file, *library, *options)
            self.assertIn(done.returncode, (2, 3))
            self.assertIn(said, done.stderr)
        self.assertEqual(file.read_bytes(), before)

    def test_what_a_feature_prints_does_not_mix_with_json(self) -> None:
        file = self.recorded('"loud"')
        done = kumiki("replay", file, "--with", FOLDER / "same.so", "--json")
        self.assertEqual(json.loads(done.stdout), {"same": True, "step": 1})
        self.assertIn("a feature may print", done.stderr)

    def test_100_000_steps_take_less_than_5_seconds_of_the_processor(self) -> None:
        file = self.recorded("100000")
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        self.assertEqual(kumiki("replay", file, "--with", FOLDER / "same.so").returncode, 0)
        self.assertLess(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, 5)


class Cut(FeatureTest):
    def built(self, code: str, *flags: str) -> subprocess.CompletedProcess:
        self.written(code, "cut.c")
        return run(compiled(self.folder / "cut", self.folder / "cut.c", FOLDER / "ticker.c", *flags))

    def test_a_test_in_c_passes_and_fails_with_another_feature(self) -> None:
        file = self.recorded('"start"', "1", "+2000000000", '"twice"', '"name"')
        for first, last in ((1, 7), (2, 6), (3, 3), (4, 4), (5, 5), (7, 7)):
            for options in ([], ["--with", FOLDER / "same.so"]):
                with self.subTest(first=first, last=last, options=options):
                    done = kumiki("cut", file, first, last, "--test", "c", *options)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    self.assertEqual(self.built(done.stdout, "-DSTEP=1").stdout, "1 test passed\n")
        done = kumiki("cut", file, 1, 7, "--test", "c")
        self.assertIn('kmk_test_receive_text(test, "\'tick\'", "{\'count\': 2}");', done.stdout)
        failed = self.built(done.stdout, "-DSTEP=2")
        self.assertNotEqual(failed.returncode, 0)
        self.assertIn("The state after", failed.stderr)
        self.assertIn('"count": 2', failed.stderr)

    def test_actions_that_do_not_come_in_a_test_are_sent(self) -> None:
        text = self.recorded('"start"', "+2000000000").read_text()
        # As if step 3 were of an effect that the test cannot run.
        file = self.written(text.replace('"clock":2000000000,"origin":{"effect":1,', '"clock":1100000000,"origin":{"effect":9,'))
        done = kumiki("cut", file, 1, 3, "--test", "c", "--with", FOLDER / "same.so")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("kmk_test_receive_text(test, \"'tick'\", \"{'count': 1}\")", done.stdout)
        self.assertIn("kmk_test_send_text(test, \"'tick'\", \"{'count': 2}\")", done.stdout)
        self.assertEqual(self.built(done.stdout, "-DSTEP=1").stdout, "1 test passed\n")

    def test_requests_are_answered(self) -> None:
        source = self.written(ASKING, "asking.c")
        library = compiled(self.folder / "asking.so", source, *SHARED)
        file = self.folder / "asked.log"
        kumiki("record", "--output", file, "--", compiled(self.folder / "asking", source, "-DPROGRAM"))
        self.assertEqual(len(self.objects("show", file)), 6)
        for first, last in ((1, 6), (1, 2), (4, 6), (4, 5), (1, 3)):
            with self.subTest(first=first, last=last):
                done = kumiki("cut", file, first, last, "--test", "c", "--with", library)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.written(done.stdout, "cut.c")
                self.assertEqual(run(compiled(self.folder / "cut", self.folder / "cut.c", source)).stdout, "1 test passed\n")
        done = kumiki("cut", file, 1, 6, "--test", "c", "--with", library)
        calls = [line.split("(")[0].strip() for line in done.stdout.splitlines() if line.startswith("  kmk_test_")]
        reading = ["kmk_test_send_text", "kmk_test_expect_request", "kmk_test_part"]
        self.assertEqual(calls[1:9], [*reading, "kmk_test_answer", *reading, "kmk_test_fail_request"])
        self.assertIn("kmk_test_answer(test, \"{'size': 5}\"", done.stdout)
        # The log alone does not say that an action is a failure.
        steps = self.objects("cut", file, 1, 6)[0]["steps"]
        self.assertEqual([each["mode"] for each in steps], ["send", "part", "answer", "send", "part", "answer"])

    def test_a_test_that_fails_or_crashes_is_not_written(self) -> None:
        file = self.recorded("5")
        done = kumiki("cut", file, 2, 5, "--test", "c", "--with", FOLDER / "other.so", "--output", self.folder / "cut.c")
        self.assertEqual(done.returncode, 1)
        self.assertIn(f"{file}:6: step 4: the test fails with", done.stderr)
        done = kumiki("cut", file, 2, 5, "--test", "c", "--with", FOLDER / "crashing.so", "--output", self.folder / "cut.c")
        self.assertEqual(done.returncode, 4)
        self.assertIn(f"{file}:6: the feature ended by SIGABRT in step 4", done.stderr)
        self.assertFalse((self.folder / "cut.c").exists())

    def test_any_text_and_long_values_compile(self) -> None:
        text = "it's \"so\" \\ ??/ \t\x01\u00e9 */ 'x'"
        action = json.dumps({"say": [text, "x" * 5000]}, ensure_ascii=False)
        file = self.recorded("1", action, "1")
        done = kumiki("cut", file, 2, 3, "--test", "c", "--with", FOLDER / "same.so")
        self.assertEqual(self.built(done.stdout, "-DSTEP=1").stdout, "1 test passed\n")
        for language, reducer in (("python", "a:b"), ("swift", "b")):
            code = kumiki("cut", file, 2, 3, "--test", language, "--reducer", reducer).stdout
            if language == "python":
                compile(code, "cut.py", "exec")
        self.assertEqual(self.objects("cut", file, 2, 3)[0]["steps"][0]["action"]["say"][0], text)

    def test_the_swift_test_is_the_one_that_the_swift_tests_run(self) -> None:
        golden = ROOT / "architecture/Tests/KumikiTestingTests/Store/CutLogTests.swift"
        library = compiled(self.folder / "counter.so", ROOT / "Tests/CFeatures/c_counter.c", f"-I{ROOT}/Tests/CFeatures/include", *SHARED)
        for options in ([], ["--with", library]):
            done = kumiki("cut", COUNTER, 1, 6, "--test", "swift", "--reducer", "CFeatures.c_counter", *options)
            self.assertEqual(done.stdout, golden.read_text())

    def test_a_swift_test_cannot_set_ids(self) -> None:
        file = self.recorded('"name"')
        done = kumiki("cut", file, 1, 1, "--test", "swift")
        self.assertEqual(done.returncode, 3)
        self.assertIn(f"{file}:3: step 1 was given a uuid, which only --test c or python can set", done.stderr)


MIGRATIONS = """
#include <kumiki.h>
static kmk_effect *step(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  json_int_t total = json_integer_value(kmk_state_get(state, "/total"));
  if (kmk_action_is(action, "plus"))
    kmk_state_set_new(state, "/total", json_integer(total + STEP));
#ifdef CRASHES
  if (total == 2)
    abort();
#endif
  return NULL;
}
kmk_reducer *kumiki_reducer(void);
kmk_reducer *kumiki_reducer(void) { return kmk_reducer_new(step, NULL, NULL); }
static json_t *state(const json_t *state, void *data) {
  (void)data;
  return json_pack("{s:O}", "total", json_object_get(state, "count"));
}
static json_t *action(const json_t *action, void *data) {
  (void)data;
#ifdef WRONG
  return NULL;
#endif
  return kmk_action_is(action, "add") ? json_string("plus") : json_null();
}
static const kmk_migration states[] = {{0, state, NULL}}, actions[] = {{0, action, NULL}};
static const kmk_migrations of_states = {sizeof of_states, 1, 1, states}, of_actions = {sizeof of_actions, 1, 1, actions};
const kmk_replay_options *kumiki_replay_options(void);
const kmk_replay_options *kumiki_replay_options(void) {
  static const kmk_replay_options options = {sizeof options, 0, &of_states, &of_actions};
  return NONE ? NULL : &options;
}
"""


class OlderVersion(FeatureTest):
    """A log that the feature of an earlier version recorded."""

    @classmethod
    def setUpClass(cls) -> None:
        (FOLDER / "migrating.c").write_text("#include <stdlib.h>\n" + MIGRATIONS)
        for name, *flags in (("later", "-DSTEP=1"), ("later-other", "-DSTEP=(1+(total>1))"), ("later-wrong", "-DSTEP=1", "-DWRONG"),
                             ("later-none", "-DSTEP=1"), ("later-crashing", "-DSTEP=1", "-DCRASHES")):
            compiled(FOLDER / f"{name}.so", FOLDER / "migrating.c", *SHARED, *flags, f"-DNONE={int(name == 'later-none')}")

    def test_Z220_replay_uses_the_migrations_of_the_library(self) -> None:
        file = self.recorded("3", '"loud"')
        done = kumiki("replay", file, "--with", FOLDER / "later.so")
        self.assertEqual((done.returncode, done.stdout), (0, "4 steps replayed: the states are the recorded ones, migrated\n"))
        done = kumiki("replay", file, "--with", FOLDER / "later.so", "--without", 1)
        self.assertEqual((done.returncode, done.stdout.splitlines()[1:]), (0, ["  /total = 2"]))

    def test_Z221_replay_shows_the_first_state_that_differs(self) -> None:
        file = self.recorded("3")
        done = kumiki("replay", file, "--with", FOLDER / "later-other.so")
        self.assertEqual(done.returncode, 1)
        self.assertIn("step 3 differs: add\n- /total = 3\n+ /total = 4\n", done.stdout)
        self.assertIn("recorded by version: 0\nthe action as migrated; null: left out: \"plus\"\n", done.stdout)

    def test_Z220_cut_writes_the_steps_in_the_features_version(self) -> None:
        file = self.recorded("2", '"loud"', "1")
        source = self.folder / "test_later.c"
        done = kumiki("cut", file, 2, 4, "--test", "c", "--with", FOLDER / "later.so", "--output", source)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(source.read_text().count("kmk_test_send_text(test, \"'plus'\""), 2)
        test = compiled(self.folder / "test_later", source, FOLDER / "migrating.c", "-DSTEP=1", "-DNONE=0")
        self.assertEqual(run(test).returncode, 0)
        done = kumiki("cut", file, 3, 3, "--test", "c", "--with", FOLDER / "later.so")
        self.assertEqual(done.returncode, 3)
        self.assertIn("the migrations leave out all steps from 3 to 3", done.stderr)

    def test_Z223_wrong_migrations_of_a_library(self) -> None:
        file = self.recorded("3")
        done = kumiki("replay", file, "--with", FOLDER / "later-wrong.so")
        self.assertEqual(done.returncode, 3)
        self.assertIn("step 1, its action: the migration from version 0 returned nothing, expected an action or null", done.stderr)
        done = kumiki("replay", file, "--with", FOLDER / "later-none.so")
        self.assertEqual((done.returncode, done.stderr), (3, f"kumiki replay: {FOLDER}/later-none.so: kumiki_replay_options returned NULL\n"))
        done = kumiki("replay", file, "--with", FOLDER / "later-crashing.so")
        self.assertEqual(done.returncode, 4)
        self.assertIn("ended by SIGABRT in step 3", done.stderr)


class Page(LogTest):
    maxDiff = None

    def test_the_transcript_of_the_page(self) -> None:
        page = (ROOT / "docs/logs.md").read_text()
        blocks = [part.partition("\n```")[0] for part in page.split("```console\n")[1:]]
        expected = "\n".join(blocks).splitlines()
        for name in ("shelf.c", "shelf_v2.c", "shelf_app.c"):
            shutil.copy(HERE / name, self.folder)
        (self.folder / "bin").mkdir()
        (self.folder / "bin/kumiki").symlink_to(KUMIKI)
        environment = {**ENVIRONMENT, "PATH": f"{self.folder}/bin:{ENVIRONMENT['PATH']}"}
        lines = []
        for command in [line for line in expected if line.startswith("$ ")]:
            done = subprocess.run(["bash", "-c", command[2:]], cwd=self.folder, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            lines += [command, *(line for line in done.stdout.splitlines() if "Aborted" not in line)]
        self.assertGreater(len(lines), 40)
        self.assertEqual(timeless(lines), timeless(expected))


def timeless(lines: list[str]) -> list[str]:
    """The lines without times of the loop's clock."""
    return [re.sub(r"\d+\.\d{6}\b", "T", line) for line in lines]


if __name__ == "__main__":
    unittest.main()
