"""C++ and Python set each member of the headers' option structs, so that no new member is forgotten."""

import ast
import re
import unittest
from pathlib import Path
from typing import Iterator

ROOT = Path(__file__).resolve().parent.parent.parent
STRUCT = re.compile(r"^typedef struct (kmk_\w+_options) \{(.*?)^\} \1;", re.M | re.S)
POINTER, NAME = re.compile(r"\(\*(\w+)\)\("), re.compile(r"(\w+)\s*$")  # a function pointer's name; another member's name
COMMENT = re.compile(r"/\*.*?\*/", re.S)

# The members that a language does not set, with the reason. A struct without a member stands for all its members.
NOT_IN_CXX = {
    "kmk_curl_options": "the side library has no header for C++",
    "kmk_sqlite_options": "kumiki_sqlite.hpp takes the struct of C",
    "kmk_trace_options.settled": "for kumiki-sqlite, which calls C",
}
NOT_IN_PYTHON = {
    "kmk_curl_options": "Python has clients of its own, which serve requests under asyncio",
    "kmk_sqlite_options.migrations": "kmk_sqlite_store_with and kmk_sqlite_snapshot_with have them for each store",
    "kmk_saver_options": "kumiki-sqlite makes the savers of Python's databases",
    "kmk_trace_options.settled": "for kumiki-sqlite, which calls C",
}


def structs() -> dict[str, list[str]]:
    """The option structs that the headers declare, with their members."""
    found = {}
    for header in sorted([*ROOT.glob("include/kumiki/*.h"), *ROOT.glob("sides/*/kumiki_*.h")]):
        for name, body in STRUCT.findall(header.read_text()):
            declared = [each for each in COMMENT.sub("", body).split(";") if each.strip()]
            found[name] = [(POINTER.search(each) or NAME.search(each))[1] for each in declared]
    return found


def set_in_cxx() -> set[str]:
    """The members that a C++ header sets in a variable of the struct's type."""
    found = set()
    for header in ROOT.glob("include/kumiki/*.hpp"):
        text = COMMENT.sub("", header.read_text())
        for struct, variable in re.findall(r"\b(kmk_\w+_options) (\w+) = ", text):
            found |= {f"{struct}.{member}" for member in re.findall(rf"\b{variable}\.(\w+) = ", text)}
    return found


def set_in_python(names: set[str]) -> set[str]:
    """The members that a function of the package names, as a key or a keyword, if the function also names the struct.

    If the function takes them as `**options`, its callers name them.
    """
    found = set()
    for file in ROOT.glob("python/src/kumiki/*.py"):
        functions = [each for each in ast.walk(ast.parse(file.read_text())) if isinstance(each, ast.FunctionDef)]
        for function in functions:
            texts = {each.value for each in ast.walk(function)
                     if isinstance(each, ast.Constant) and isinstance(each.value, str)}
            for struct in {text.removesuffix(" *") for text in texts} & names:
                callers = functions if function.args.kwarg else []
                given = {*named(function), *(name for each in callers for name in named(each, function.name))}
                found |= {f"{struct}.{name}" for name in given}
    return found


def named(function: ast.FunctionDef, callee: str = "") -> Iterator[str]:
    """The keys and keywords in a function; with `callee`, only the keywords in its calls of that function."""
    for each in ast.walk(function):
        if isinstance(each, ast.Dict) and not callee:
            yield from (key.value for key in each.keys if isinstance(key, ast.Constant))
        elif isinstance(each, ast.Call):
            if not callee or isinstance(each.func, ast.Attribute) and each.func.attr == callee:
                yield from (keyword.arg for keyword in each.keywords if keyword.arg)


class OptionsTests(unittest.TestCase):
    def setUp(self) -> None:
        self.structs = structs()

    def forgotten(self, given: set[str], left_out: dict[str, str]) -> list[str]:
        """The members that are neither set nor left out with a reason, and the reasons that are no longer true."""
        members = {f"{struct}.{member}": struct for struct, all_of_it in self.structs.items()
                   for member in all_of_it[1:]}
        missing = [each for each, struct in members.items()
                   if each not in given and not left_out.keys() & {each, struct}]
        known = {*members.values(), *members}
        idle = [each for each in left_out if each not in known or each in given]
        return missing + [f"{each} is left out and should not be" for each in idle]

    def test_the_headers_have_structs_of_options_and_size_is_their_first_member(self) -> None:
        self.assertGreaterEqual(len(self.structs), 9)
        for struct, members in self.structs.items():
            self.assertEqual(members[0], "size", struct)
            self.assertEqual(len(members), len(set(members)), struct)

    def test_cxx_sets_each_member(self) -> None:
        self.assertEqual(self.forgotten(set_in_cxx(), NOT_IN_CXX), [])

    def test_python_sets_each_member(self) -> None:
        self.assertEqual(self.forgotten(set_in_python(set(self.structs)), NOT_IN_PYTHON), [])

    def test_a_member_that_is_new_is_missed_in_both(self) -> None:
        self.structs["kmk_running_options"].append("further")
        for given, left_out in (set_in_cxx(), NOT_IN_CXX), (set_in_python(set(self.structs)), NOT_IN_PYTHON):
            self.assertEqual(self.forgotten(given, left_out), ["kmk_running_options.further"])


if __name__ == "__main__":
    unittest.main()
