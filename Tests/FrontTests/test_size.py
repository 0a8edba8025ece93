"""How much of the program logic of contacts, downloads and feeds is boilerplate.

Blank lines, comments and lines that only close brackets are not counted. These lines are boilerplate, which C or the
library requires:

- includes and defines;
- unused parameters, `(void)env, (void)data;`, and a bare `return NULL;`
- parameters that the library prescribes, if they need an additional line;
- calls that retain or release memory.
"""

import re
import unittest

import tools

CORES = {"contacts": 200, "downloads": 450, "feeds": 300}  # lines at most
MOST_BOILERPLATE = 0.08
BRACKETS = re.compile(r"[\s)}\];,]*$")
BOILERPLATE = re.compile(
    r"#|\(void\)|return NULL;$|const json_t \*\w+, kmk_env \*env, void \*data\) \{$"
    r"|.*\b(json_(decref|incref)|kmk_json_(retain|release)|kmk_\w+_free|free|malloc)\(")


def code(text: str) -> list[str]:
    """The counted lines of code."""
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
