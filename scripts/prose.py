"""Marks sentences that may need a second reading: comments of C, C++, Swift and Python; Markdown and reStructuredText.

Each mark is a phrase that native writers seldom use: a place to look at, not a verdict. Code, tables, headings and
licences are skipped. For comparison, marked sentences in 1,000: sqlite3.h 11, libuv's headers 7, jansson's pages 24.
"""

import re
from pathlib import Path
from typing import Iterator, NamedTuple

BEFORE = "about after against around as at before behind beside by for from in like of on than through to under with without"
VERBS = "ask asks call calls have has hold holds keep keeps look looks need needs observe observes read reads send sends use uses want wants write writes"
MARKS = [
    ("begins with a clause of what or who", r"^(?:What(?!'s)|Whatever|Who|Whoever|Whom|Whose)\b(?!.*\?)", 0),
    ("begins with of, by or to, and a comma later", r"^(?:By|Of|To|(?:From|To|With) whom) (?:a|all|an|each|hand|its|one|rows|such|that|the|those|three|two|what)\b[^.]*?,", 0),
    ("a preposition before what or who", rf"\b(?:{'|'.join(BEFORE.split())}) (?:what|who|whoever|whom)\b", re.I),
    ("a preposition before which", rf"\b(?:{'|'.join(BEFORE.split())}) which\b", re.I),
    ("who or what in place of a noun", rf"\bwho (?:{'|'.join(VERBS.split())})\b|(?:,| and) what\b", re.I),
    ("none or nothing as a predicate", r"\b(?:(?:is|are|of) none|none is|is nothing|nothing is|nothing but)\b", re.I),
    ("a passive without an actor", r"\b(?:it )?(?:is|are) (?:asked|given up|gone on|known of|looked (?:at|for)|noted|said|spoken|told)\b", re.I),
    ("that or those in place of a noun", r"\b(?:that|these|those) (?:of|that|which|who|whose)\b", re.I),
    ("told or answers, of a function", r"\b(?:(?:was|were|been) told|told (?:at|of|once|that)|answers (?:KMK|NULL|a|an|false|how|the|true|what|whether|with)|goes? on)\b", re.I),
    ("a word that English has no use for", r"\b(?:anew|by itself|nobody|none else|of (?:now|then)|other than that|otherwise than|so (?:many|much)|somebody)\b", re.I),
    ("also before a condition, no in place of not a", r"\balso (?:after|for|if|in|when|where)\b|\b(?:is|are) no (?!longer|more than|such)", re.I),
]
MARKED = [(name, re.compile(pattern, flags)) for name, pattern, flags in MARKS]
BLOCK_COMMENT = re.compile(r"/\*([\s\S]*?)\*/|((?:^[ \t]*//[^\n]*\n)+)", re.M)
SCRIPT_COMMENT = re.compile(r'"""([\s\S]*?)"""|((?:^[ \t]*#(?!!)[^\n]*\n)+)', re.M)
FENCED = re.compile(r"^(```|~~~).*?^\1", re.M | re.S)
SKIPPED = re.compile(r"^(?: {4}|\t|\s*(?:[|#=<]|\.\. |-{3,}|~{3,})).*$", re.M)


class Sentence(NamedTuple):
    line: int
    text: str
    marks: list[str]


def blocks(file: Path) -> Iterator[tuple[int, str]]:
    """The blocks of prose in a file, each with the number of its first line."""
    text = file.read_text(errors="replace")
    if file.suffix in (".c", ".cc", ".cpp", ".h", ".hpp", ".swift"):
        found, lead = BLOCK_COMMENT.finditer(text), r"^[ \t]*(?://[/!]?|\*)"
    elif file.suffix == ".py":
        found, lead = SCRIPT_COMMENT.finditer(text), r"^[ \t]*#"
    elif file.suffix in (".md", ".rst"):
        blank = lambda match: re.sub(r"[^\n]+", "", match[0])  # noqa: E731
        yield 1, SKIPPED.sub("", FENCED.sub(blank, text))
        return
    else:
        return
    for match in found:
        if not re.search(r"Copyright|Licen[cs]e", match[0]):
            yield text.count("\n", 0, match.start()) + 1, re.sub(lead, "", match[1] or match[2] or "", flags=re.M)


def sentences(file: Path) -> Iterator[Sentence]:
    """The sentences of four words or more, with their marks."""
    for first, block in blocks(file):
        line = first
        for part in re.split(r"(\n\s*\n|\n\s*(?=[-*] |@\w))", block):
            plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", re.sub(r"`[^`]*`", "X", part))
            for text in re.split(r"(?<=[.!?:;])\s+(?=[A-Z])", " ".join(plain.split()).lstrip("-* ")):
                if text.count(" ") >= 3 and re.search("[a-z]{3}", text):
                    yield Sentence(line, text, [name for name, mark in MARKED if mark.search(text)])
            line += part.count("\n")


def share(files: list[Path]) -> tuple[int, int]:
    """How many sentences are marked, and how many there are."""
    found = [bool(sentence.marks) for file in files for sentence in sentences(file)]
    return sum(found), len(found)
