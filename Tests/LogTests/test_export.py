"""export: the formats of Perfetto, Chrome and ITF, and the completions of shells."""

import json
import re
import subprocess
import sys
import unittest
from collections.abc import Iterator

from support import COUNTER, ENVIRONMENT, HEADER, KUMIKI, ROOT, LogTest, kumiki

COMMANDS = ("record", "show", "tail", "replay", "diff", "bisect", "cut", "export")
COMPLETIONS = ROOT / "share/completions"


def fields(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    """The fields of a protocol buffer."""
    at = 0

    def varint() -> int:
        nonlocal at
        number = shift = 0
        while True:
            byte = data[at]
            at += 1
            number |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return number

    while at < len(data):
        key = varint()
        if key & 7 == 0:
            yield key >> 3, varint()
        else:
            size = 8 if key & 7 == 1 else varint()
            at += size
            yield key >> 3, data[at - size : at]


class Export(LogTest):
    def test_chrome_has_steps_spans_of_effects_and_flows_of_causes(self) -> None:
        done = kumiki("export", COUNTER, "--to", "chrome")
        events = json.loads(done.stdout)["traceEvents"]
        steps = [each for each in events if each["ph"] == "X"]
        self.assertEqual([each["name"] for each in steps], ["increment", "save", "answer.increment", "increment", "saved", "save"])
        self.assertEqual((steps[4]["ts"], steps[4]["args"]["line"]), (1000000.0, 7))
        spans = [(each["ph"], each["id"], each["ts"]) for each in events if each.get("cat") == "effect"]
        self.assertEqual(spans[:2], [("b", "1.1", 0.0), ("e", "1.1", 1000000.0)])
        self.assertEqual([each[:2] for each in spans[2:]], [("b", "1.2"), ("e", "1.2")])
        flows = [(each["ph"], each["id"], each["ts"]) for each in events if each.get("cat") == "cause"]
        self.assertEqual(flows, [("s", "1.4", 0.0), ("f", "1.4", 0.0), ("s", "1.5", 0.0), ("f", "1.5", 1000000.0)])

    def test_perfetto_has_the_same_in_its_own_format(self) -> None:
        file = self.folder / "trace"
        self.assertEqual(kumiki("export", COUNTER, "--to", "perfetto", "--output", file).returncode, 0)
        packets = [dict(fields(packet)) for number, packet in fields(file.read_bytes()) if number == 1]
        tracks = [dict(fields(packet[60])) for packet in packets if 60 in packet]
        self.assertEqual([track[2] for track in tracks], [b"run 1: steps", b"effect 1", b"effect 2"])
        events = [(packet[8], list(fields(packet[11]))) for packet in packets if 11 in packet]
        names = [dict(event)[23] for _, event in events if dict(event)[9] == 1]
        self.assertEqual(names, [b"increment", b"save", b"save", b"answer.increment", b"increment", b"saved", b"save", b"save"])
        begun = [value for _, event in events for number, value in event if number == 47]
        ended = [value for _, event in events for number, value in event if number == 48]
        self.assertEqual((len(begun), begun[::-1]), (2, ended))
        for track in {dict(event)[11] for _, event in events}:
            kinds = [dict(event)[9] for _, event in events if dict(event)[11] == track]
            self.assertEqual(kinds, [1, 2] * (len(kinds) // 2))

    def test_itf_has_each_state(self) -> None:
        text = COUNTER.read_text().replace('"value":1}', '"value":{"#x":null,"y":1.5,"z":[9007199254740993]}}', 1)
        trace = json.loads(kumiki("export", self.written(text), "--to", "itf").stdout)
        self.assertEqual(trace["#meta"]["format"], "ITF")
        self.assertEqual(set(trace["states"][0]) - {"#meta"}, set(trace["vars"]))
        self.assertEqual([each["#meta"]["index"] for each in trace["states"]], list(range(7)))
        self.assertEqual(trace["states"][1]["state"], {"count": {"#map": [
            ["#x", {"#unserializable": "null"}], ["y", {"#unserializable": "1.5"}], ["z", [{"#bigint": "9007199254740993"}]]]}})

    def test_each_run_is_on_its_own_clock(self) -> None:
        file = self.written(COUNTER.read_text() * 2)
        events = json.loads(kumiki("export", file, "--to", "chrome").stdout)["traceEvents"]
        self.assertEqual({each["pid"] for each in events}, {1, 2})
        for run in (1, 2):
            spans = [each["ph"] for each in events if each["pid"] == run and each.get("cat") == "effect"]
            self.assertEqual(spans, ["b", "e", "b", "e"])
        self.assertEqual(len(json.loads(kumiki("export", file, "--to", "itf").stdout)["states"]), 14)
        self.assertEqual(kumiki("export", self.written(HEADER), "--to", "chrome").returncode, 0)


class Help(LogTest):
    def options(self, command: str) -> set[str]:
        done = kumiki(command, "--help")
        self.assertEqual(done.returncode, 0)
        return set(re.findall(r"--[a-z][a-z-]+", done.stdout))

    def test_each_option_is_in_the_man_page(self) -> None:
        page = (ROOT / "share/kumiki-log.1").read_text().replace("\\-", "-")
        for command in COMMANDS:
            self.assertRegex(page, rf"(?m)^\.B {command}$")
            # --help is in no man page; -n and -f are.
            self.assertEqual({each for each in self.options(command) if each not in page} - {"--help", "--steps", "--follow"}, set(), command)

    def test_bash_completes_commands_options_and_values(self) -> None:
        def completed(*words: str) -> set[str]:
            script = 'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _kumiki; printf "%s\\n" "${COMPREPLY[@]}"'
            done = subprocess.run(["bash", "-c", script, COMPLETIONS / "kumiki.bash", *words], capture_output=True, text=True, cwd=self.folder)
            self.assertEqual(done.stderr, "")
            return set(done.stdout.split())

        self.written("x", "a.log")
        self.assertEqual(completed("kumiki", ""), {*COMMANDS, "check", "graph", "generate", "--help", "--version"})
        self.assertEqual(completed("kumiki", "re"), {"record", "replay"})
        self.assertEqual(completed("kumiki", "show", ""), {"a.log"})
        self.assertEqual(completed("kumiki", "export", "a.log", "--to", ""), {"perfetto", "chrome", "itf"})
        self.assertEqual(completed("kumiki", "cut", "a.log", "1", "2", "--test", "s"), {"swift"})
        self.assertIn("./a.log", completed("kumiki", "record", "--", "./a"))
        self.assertIn("test", completed("kumiki", "record", "--", "tes"))
        for command in COMMANDS:
            self.assertEqual(completed("kumiki", command, "--") - {"--"}, self.options(command), command)

    def test_the_other_shells_know_each_option(self) -> None:
        zsh, fish = (COMPLETIONS / "_kumiki").read_text(), (COMPLETIONS / "kumiki.fish").read_text()
        for command in COMMANDS:
            for option in self.options(command) - {"--help"}:
                self.assertIn(option, zsh)
                self.assertRegex(fish, rf'(?m)from [a-z ]*\b{command}\b.* -l {option[2:]}\b')
            self.assertIn(f"'{command}:", zsh)

    def test_only_the_modules_of_a_command_are_loaded(self) -> None:
        done = subprocess.run([sys.executable, "-X", "importtime", KUMIKI, "tail", COUNTER], capture_output=True, text=True, env=ENVIRONMENT)
        loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
        self.assertFalse(loaded & {"generate.c", "logs.cut", "logs.replay", "ctypes", "subprocess", "dataclasses", "inspect"}, loaded)


if __name__ == "__main__":
    unittest.main()
