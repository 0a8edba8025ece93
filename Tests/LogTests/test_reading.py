"""show, tail, bisect and diff: their output, in text and JSON."""

import json
import os
import signal
import subprocess
import sys
import unittest

from support import COUNTER, ENVIRONMENT, HEADER, KUMIKI, LogTest, kumiki


def log(*patches: list, state: object = None) -> str:
    """A log with a step for each patch."""
    lines = [{"checkpoint": {"kumiki": 1}, "state": {"a": [1]} if state is None else state, "step": 0, "clock": 0, "hash": "0"}]
    lines += [{"step": number, "clock": number * 10**9, "origin": "program", "action": "go", "patch": patch, "hash": "0"}
              for number, patch in enumerate(patches, 1)]
    return HEADER + "".join(json.dumps(line) + "\n" for line in lines)


class Show(LogTest):
    def test_each_step_has_a_line_and_its_changes(self) -> None:
        done = kumiki("show", COUNTER)
        self.assertEqual(done.returncode, 0)
        lines = done.stdout.splitlines()
        self.assertEqual(lines[0], "run 1, of kumiki 0.4.0, reducer 90323a6000431384")
        self.assertEqual(lines[1].split(), ["1", "0.000000", "increment", "program"])
        self.assertEqual(lines[2].strip(), "/count = 1")
        self.assertIn('{"answer": "increment"}', lines[4])
        self.assertNotIn("\x1b", done.stdout)

    def test_filters_choose_steps(self) -> None:
        for filters, steps in (
            (["--case", "increment"], [1, 4]), (["--case", "answer.increment"], [3]), (["--case", "answer"], [3]),
            (["--place", "/count"], [1, 4]), (["--place", "/saved/deep"], [5]), (["--place", ""], [1, 4, 5]),
            (["--origin", "send"], [4]), (["--origin", "effect"], [5]), (["--since", "0.5"], [5, 6]), (["--until", "0"], [1, 2, 3, 4]),
            (["--origin", "program", "--case", "save", "--since", "1"], [6]), (["2..4"], [2, 3, 4]), (["5.."], [5, 6]), (["..1"], [1]),
        ):
            with self.subTest(filters):
                self.assertEqual([each["step"] for each in self.objects("show", COUNTER, *filters)], steps)

    def test_one_step_has_its_old_values_and_the_state(self) -> None:
        done = kumiki("show", COUNTER, "4")
        self.assertIn("/count = 2 (was 1)", done.stdout)
        self.assertIn("origin   send 3", done.stdout)
        self.assertEqual(self.objects("show", COUNTER, "4")[0]["state"], {"count": 2})
        self.assertEqual(self.objects("show", COUNTER, "5")[0]["line"], 7)

    def test_a_later_run_continues_the_numbers(self) -> None:
        file = self.written(COUNTER.read_text() * 2)
        steps = self.objects("show", file)
        self.assertEqual([(each["step"], each["run"]) for each in steps], [(step, 1 + (step > 6)) for step in range(1, 13)])
        self.assertEqual(self.objects("show", file, "7")[0]["state"], {"count": 1})

    def test_an_end_without_a_newline_is_ignored(self) -> None:
        file = self.written(COUNTER.read_text()[:-20])
        done = kumiki("show", file)
        self.assertEqual(done.returncode, 0)
        self.assertIn(f"{file}:8: the last line is incomplete, and was ignored", done.stderr)
        self.assertEqual(done.stdout.count("\n"), 9)

    def test_a_damaged_line_is_named_and_skipped(self) -> None:
        lines = COUNTER.read_text().splitlines(keepends=True)
        file = self.written("".join([*lines[:4], "{damaged}\n", *lines[5:]]))
        done = kumiki("show", file)
        self.assertEqual(done.returncode, 1)
        self.assertIn(f"{file}:5: the line is damaged: not JSON at byte 2", done.stderr)
        self.assertEqual(len(self.objects("show", file, code=1)), 5)
        # The state is not known any more.
        self.assertIsNone(self.objects("show", file, "5", code=1)[0]["state"])

    def test_deep_values_and_any_text_are_shown(self) -> None:
        text = log([{"op": "add", "path": "/a/-", "value": "DEEP"}, {"op": "add", "path": "/é~1", "value": "\ud800"}])
        file = self.written(text.replace('"DEEP"', "[" * 2000 + "]" * 2000))
        for step in ([], ["1"]):
            done = kumiki("show", file, *step)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn("[" * 2000, done.stdout.replace("\n", "").replace(" ", ""))

    def test_a_reader_may_stop(self) -> None:
        done = subprocess.run(["bash", "-c", '"$0" "$1" show "$2" | head -n 1; echo ${PIPESTATUS[0]}', sys.executable, KUMIKI,
                               self.written(log(*[[]] * 20000))], capture_output=True, text=True, env=ENVIRONMENT)
        self.assertEqual(done.stdout.splitlines()[-1], "141")
        self.assertEqual(done.stderr, "")


class Tail(LogTest):
    def test_the_last_steps(self) -> None:
        self.assertEqual([each["step"] for each in self.objects("tail", COUNTER, "-n", 2)], [5, 6])
        self.assertEqual([each["step"] for each in self.objects("tail", COUNTER, "-n", 1, "--case", "increment")], [4])

    def test_follow_shows_new_steps_and_a_new_file(self) -> None:
        lines = COUNTER.read_text().splitlines(keepends=True)
        file = self.written("".join(lines[:3]) + lines[3][:10])
        command = [sys.executable, KUMIKI, "tail", "--follow", "--json", file]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT) as process:
            def step() -> int:
                return json.loads(process.stdout.readline())["step"]

            self.assertEqual(step(), 1)
            with open(file, "a") as log_file:
                log_file.write(lines[3][10:])
            self.assertEqual(step(), 2)
            # A recorder rotates the log.
            other = self.written("".join(lines[:4]), "other.log")
            os.rename(other, file)
            self.assertEqual([step(), step()], [1, 2])
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.wait(), 130)


class Bisect(LogTest):
    def test_the_first_step_with_a_condition(self) -> None:
        patches = [[{"op": "add", "path": "/a/-", "value": "x"}], [{"op": "replace", "path": "/a", "value": {"b c": None}}],
                   [{"op": "add", "path": "/n", "value": 2.0}], [{"op": "add", "path": "/t", "value": True}]]
        file = self.written(log(*patches))
        for condition, step in (
            ('/a contains "x"', 1), ("/a length == 2", 1), ("/a length >= 2", 1), ("/a exists", 0), ("/a/0 != 1", 2), ("/a contains \"b c\"", 2),
            ("/n == 2", 3), ("/n>=2", 3), ("/n < 3", 3), ("/n <= 1.5", None), ("/t == true", 4), ("/t == 1", None), ("/t > 0", None),
            ("/none == null", None), ("/none != 5", 0), ("/a/1 == /none", None), ("/a length < /n", 3), ("/n == /n", 3),
            ("/n >= /a length", 3), ('/a/1 == "x"', 1),
        ):
            with self.subTest(condition):
                found = self.objects("bisect", file, "--until", condition, code=0 if step is not None else 1)[0]
                self.assertEqual((found["step"], found.get("is_start", False)), (step, step == 0))

    def test_the_text_names_file_line_and_state(self) -> None:
        done = kumiki("bisect", COUNTER, "--until", "/count > 1")
        self.assertEqual(done.stdout.splitlines()[:3], [f"{COUNTER}:6: step 4 is the first with /count > 1", "action   increment", "origin   send 3"])
        self.assertTrue(done.stdout.endswith('{\n  "count": 2\n}\n'))
        self.assertIn("no state of the log has", kumiki("bisect", COUNTER, "--until", "/count > 9").stdout)

    def test_a_wrong_condition_is_refused(self) -> None:
        for condition, said in (("/count", "expected PLACE OPERATOR VALUE"), ("count > 1", "expected a / in front, such as /count"),
                                ("/count > Ann", 'expected JSON, such as "Ann"'), ("/count < true", "true has no order"),
                                ("/count == /a size", "expected length or nothing"), ("", "expected PLACE")):
            done = kumiki("bisect", COUNTER, "--until", condition)
            self.assertEqual(done.returncode, 2)
            self.assertIn(said, done.stderr)


class Diff(LogTest):
    def test_the_same_log_with_other_times_is_the_same(self) -> None:
        other = self.written(COUNTER.read_text().replace('"clock":1000000000', '"clock":1000000777'))
        self.assertEqual(kumiki("diff", COUNTER, other).stdout, "the same: 6 steps\n")
        self.assertEqual(self.objects("diff", COUNTER, other)[0]["same"], True)

    def test_the_first_difference_is_shown(self) -> None:
        other = self.written(COUNTER.read_text().replace('"value":2', '"value":3'))
        done = kumiki("diff", COUNTER, other)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stdout.splitlines(), [
            "the same for 3 steps, and then different:", f"- {COUNTER}:6: step 4, 0.000000 s", "-   increment (send)", "-   /count = 2",
            f"+ {other}:6: step 4, 0.000000 s", "+   increment (send)", "+   /count = 3"])
        self.assertEqual(self.objects("diff", COUNTER, other, code=1)[0]["first"][1]["state"], {"count": 3})

    def test_a_longer_log_and_another_first_state(self) -> None:
        shorter = self.written("".join(COUNTER.read_text().splitlines(keepends=True)[:5]))
        self.assertIn(f"the same for 3 steps, and then only {COUNTER} continues, with step 4", kumiki("diff", shorter, COUNTER).stdout)
        other = self.written(COUNTER.read_text().replace('"state":{"count":0}', '"state":{"count":1}'), "other.log")
        self.assertIn("the start of run 1", kumiki("diff", COUNTER, other).stdout)


if __name__ == "__main__":
    unittest.main()
