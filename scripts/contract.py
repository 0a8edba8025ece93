"""What the public headers declare: each function, its prototype, and which version brought it."""

import re
from pathlib import Path
from typing import NamedTuple

import comments
import tools

# The library has a version node for each version of the contract: KUMIKI_0.1, KUMIKI_0.2, ...
NODE = "KUMIKI"


class Function(NamedTuple):
    name: str
    prototype: str  # in one line, without attributes
    since: str | None  # as its comment says: "0.1"


def functions(include):
    """The functions that the headers of a folder declare and do not define inline, by name."""
    found = {}
    since = versions(include)
    for statement in without_bodies(preprocessed(include)).split(";"):
        words = statement.split()
        if not words or words[0] in ("typedef", "static"):
            continue
        plain = re.sub(r"__attribute__ *\(\(.*?\)\)\)?", "", " ".join(words))
        name = re.search(r"\b(kmk_\w+) *\(", plain)
        if name:
            found[name[1]] = Function(name[1], plain.strip(), since.get(name[1]))
    return found


def preprocessed(include):
    """The text of the headers alone: line markers tell where each line comes from."""
    flags = tools.output(["pkg-config", "--cflags", "jansson"]).split()
    headers = [word for header in sorted(include.glob("*.h")) for word in ("-include", header)]
    text = tools.output(["cc", "-E", f"-I{include}", *flags, *headers, "-x", "c", "/dev/null"])
    own, ours = [], False
    for line in text.splitlines():
        marker = re.match(r'# \d+ "([^"]*)"', line)
        if marker:
            ours = Path(marker.group(1)).resolve().is_relative_to(include)
        elif ours:
            own.append(line)
    return "\n".join(own)


def without_bodies(text):
    """C text with each outermost pair of braces, and what it holds, made a semicolon.

    The braces of extern "C" are not there in C."""
    kept, depth = [], 0
    for character in text:
        if character == "{":
            depth += 1
        elif character == "}":
            depth -= 1
            if depth == 0:
                kept.append(";")
        elif depth == 0:
            kept.append(character)
    return "".join(kept)


def versions(include):
    """The version that the comment before each function names: "Since: 0.2."."""
    found = {}
    for header in include.rglob("*.h"):
        for each in comments.of(header):
            since = re.match(r"\d+\.\d+", each.contract.get("Since", ""))
            if each.kind == "function" and since:
                found[each.name] = since[0]
    return found


def order(version):
    return [int(part) for part in version.split(".")]


def symbol_map(found, others=()):
    """Script for the linker: functions by the version that brought them, the newer after the older.

    `others` are patterns of symbols that a library has besides."""
    nodes, before = [], ""
    for version in sorted({each.since for each in found.values()}, key=order):
        names = sorted(each.name for each in found.values() if each.since == version)
        hidden = "" if before else " local: *;"
        nodes.append(f"{NODE}_{version} {{ global: {'; '.join(names)};{hidden} }}{before};")
        before = f" {NODE}_{version}"
    if others:
        nodes.append(f"KUMIKI_TEAM {{ global: {'; '.join(others)}; }};")
    return "\n".join(nodes) + "\n"
