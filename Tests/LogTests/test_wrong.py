"""Wrong input: each command ends with a line that names the place, and with the exit code of kumiki-log(1)."""

import random
import unittest

from support import COUNTER, HEADER, LogTest, called, kumiki

COMMANDS = (["show"], ["show", "2"], ["tail"], ["bisect", "--until", "/count > 1"], ["cut", "2", "5", "--test", "c"], ["export", "--to", "chrome"],
            ["export", "--to", "itf"], ["export", "--to", "perfetto"], ["diff", COUNTER], ["replay", "--with", "libnone.so"])


def arguments(command: list, file: object) -> list:
    return [command[0], file, *command[1:]]


class Wrong(LogTest):
    def test_files_that_are_not_logs(self) -> None:
        text = self.written("hello\n", "text.txt")
        json_file = self.written('{"kumiki": 1, "state": {}}\n', "saved.json")
        later = self.written(HEADER.replace('"form":1', '"form":2'), "later.log")
        empty = self.written("", "empty.log")
        step = self.written(COUNTER.read_text().split("\n", 1)[1], "headless.log")
        for file, said in ((self.folder / "none.log", "none.log: No such file or directory"), (self.folder, f"{self.folder}: Is a directory"),
                           (text, "text.txt:1: this is not a log: not JSON at byte 1"), (json_file, "saved.json:1: this is not a log"),
                           (later, "later.log:1: the log has form 2, expected 1"), (self.written("notes", "notes.txt"), "notes.txt:1: this is not a log: its first line is incomplete"), (empty, "empty.log:1: this is not a log: the file is empty"),
                           (step, "headless.log:1: this is not a log: expected")):
            for command in COMMANDS:
                with self.subTest(command=command, file=file.name):
                    code, _, error = called(*arguments(command, file))
                    self.assertEqual(code, 3, error)
                    self.assertIn(said, error)
                    self.assertEqual(error.count("\n"), 1, error)

    def test_members_of_a_wrong_type_are_named(self) -> None:
        lines = COUNTER.read_text().splitlines()
        for old, new, said in (
            ('"step":1', '"step":"1"', "step: found a string, expected an integer"), ('"clock":0', '"clock":1.5', "clock: found a number, expected an integer"),
            ('"patch":[', '"patch":7,"other":[', "patch: found an integer, expected an array"), ('"op":"replace",', "", "patch: expected operations"),
            ('"path":"/count"', '"path":"count"', "patch: expected operations"), (',"value":1}', "}", "patch: the operation replace has no value"),
            ('"origin":"program"', '"origin":{"effect":"x"}', "origin: found an object"), ('"origin":"program",', "", "origin: found nothing"),
            ('"action":"increment",', "", "expected a header, a checkpoint"), ("{", "[{", "not JSON"),
            ('"hash"', '"began":["x"],"hash"', "began: expected integers"), ('"hash"', '"given":[1],"hash"', "given: expected pairs"),
        ):
            with self.subTest(said):
                self.assertIn(old, lines[2])
                file = self.written("\n".join([*lines[:2], lines[2].replace(old, new), *lines[3:]]) + "\n")
                done = kumiki("show", file)
                self.assertEqual(done.returncode, 1)
                self.assertIn(f"{file}:3: the line is damaged: {said}", done.stderr)
                done = kumiki("cut", file, 1, 2, "--test", "c")
                self.assertEqual((done.returncode, done.stdout), (3, ""))
                self.assertIn(f"{file}:3: ", done.stderr)

    def test_a_patch_that_does_not_match_is_named(self) -> None:
        file = self.written(COUNTER.read_text().replace('"path":"/count","value":2', '"path":"/number/x","value":2'))
        done = kumiki("bisect", file, "--until", "/count > 9")
        self.assertEqual(done.returncode, 3)
        self.assertIn(f"{file}:6: step 4: operation 0 of the patch does not match the state: nothing at /number", done.stderr)

    def test_wrong_options_are_usage(self) -> None:
        for wrong, said in (
            (["show"], "required: LOG"), (["show", COUNTER, "x"], "expected 40, 40..60"), (["show", COUNTER, "--place", "count"], "such as /count"),
            (["show", COUNTER, "--origin", "moon"], "invalid choice"), (["tail", COUNTER, "-n", "0"], "expected a number from 1"),
            (["tail", COUNTER, "--since", "soon"], "not a number of seconds"), (["cut", COUNTER, "5", "2", "--test", "c"], "expected FROM before TO"),
            (["cut", COUNTER, "2", "5"], "expected --test"), (["cut", COUNTER, "1", "2", "--test", "c", "--reducer", "a-b"], "expected the name of a C function"),
            (["cut", COUNTER, "1", "2", "--test", "python"], "expected MODULE:NAME"), (["replay", COUNTER], "required: --with"),
            (["cut", COUNTER, "1", "2", "--test", "python", "--with", "a.so"], "expected --test c or swift"),
            (["export", COUNTER, "--to", "perfetto", "--json"], "binary"), (["record"], "PROGRAM"), (["record", "ls"], "expected -- before the program"),
            (["recrod"], "no command recrod"),
        ):
            with self.subTest(wrong):
                done = kumiki(*wrong)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertIn(said, done.stderr)

    def test_steps_that_the_log_lacks(self) -> None:
        for command in (["show", COUNTER, "7"], ["cut", COUNTER, "5", "7", "--test", "c"], ["cut", COUNTER, "8", "9", "--test", "c"]):
            done = kumiki(*command)
            self.assertEqual(done.returncode, 3)
            self.assertRegex(done.stderr, r"the log has no step \d; its last step is 6")
        twice = self.written(COUNTER.read_text() * 2)
        self.assertIn(f"{twice}:9: another run starts after step 6", kumiki("cut", twice, 5, 7, "--test", "c").stderr)
        undone = self.written(COUNTER.read_text().replace('{"send":3}', '"undo"'))
        self.assertIn(f"{undone}:6: step 4 is an undo or a redo", kumiki("cut", undone, 3, 4, "--test", "c").stderr)

    def test_an_output_that_cannot_be_written(self) -> None:
        for command in (["cut", COUNTER, "1", "2", "--test", "c"], ["export", COUNTER, "--to", "itf"]):
            done = kumiki(*command, "--output", self.folder / "none/out")
            self.assertEqual(done.returncode, 3)
            self.assertIn("none/out: No such file or directory", done.stderr)

    def test_random_damage_never_ends_in_a_traceback(self) -> None:
        whole = COUNTER.read_bytes()
        draw = random.Random(7)
        parts = [b"{", b"}", b"[", b"]", b"null", b"-1", b'""', b"1e999", b"\xff", b"\n", b'"/"', b"true", b'{"op":"move","from":"/count","path":"/x"}']
        for number in range(300):
            damaged = bytearray(whole)
            for _ in range(draw.randint(1, 3)):
                at = draw.randrange(len(damaged))
                damaged[at : at + draw.randint(0, 12)] = draw.choice(parts)
            file = self.written(bytes(damaged))
            for command in COMMANDS[:-1]:
                with self.subTest(number=number, command=command, damaged=bytes(damaged)):
                    self.assertIn(called(*arguments(command, file))[0], (0, 1, 3))


if __name__ == "__main__":
    unittest.main()
