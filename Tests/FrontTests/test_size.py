"""How much of the cores of contacts and downloads says something of these.

Blank lines, comments and lines that only close brackets are not counted at all. Of the rest these
are there for C or for the library, and say nothing of the program:

- an include, a define;
- parameters that are not used, `(void)env, (void)data;`, and a bare `return NULL;`
- parameters that the library prescribes, where they take a line more;
- what keeps or releases memory.
"""

import re
import unittest

import tools

CORES = {"contacts": 200, "downloads": 450}  # lines at most
MOST_BOILERPLATE = 0.08
BRACKETS = re.compile(r"[\s)}\];,]*$")
BOILERPLATE = re.compile(
    r"#|\(void\)|return NULL;$|const json_t \*\w+, kmk_env \*env, void \*data\) \{$"
    r"|.*\b(json_(decref|incref)|kmk_json_(retain|release)|kmk_\w+_free|free|malloc)\(")


def code(text: str) -> list[str]:
    """The lines of code that are counted."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    return [line.strip() for line in text.splitlines() if not BRACKETS.match(line)]


class SizeTests(unittest.TestCase):
    def test_the_cores_speak_of_their_programs(self) -> None:
        for name, most in CORES.items():
            text = (tools.ROOT / f"examples-c/{name}/{name}.c").read_text()
            lines = code(text)
            beside = [line for line in lines if BOILERPLATE.match(line)]
            share = len(beside) / len(lines)
            told = f"{name}: {len(text.splitlines())} lines, {len(lines)} of code, {len(beside)} boilerplate"
            print(f"{told}: {share:.0%}")
            self.assertLessEqual(len(text.splitlines()), most, told)
            self.assertLessEqual(share, MOST_BOILERPLATE, "\n".join([told, *beside]))
