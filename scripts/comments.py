"""What the comments of the public headers say: each declaration with its comment, taken apart."""

import re
import textwrap
from functools import cached_property
from pathlib import Path
from typing import Iterator, NamedTuple

COMMENT = re.compile(r"^( *)/\*\*(.*?)\*/\n?", re.M | re.S)
# The words of the line of the contract, which is the last paragraph of a function's comment.
WORDS = ("Owns", "NULL", "Fails", "Threads", "Since")
LABEL = re.compile(rf"\b({'|'.join(WORDS)})(?:, through the reducer)?:\s+")


class _Comment(NamedTuple):
    header: Path
    kind: str  # "header", "function", "callback", "type", "macro", or "c++"
    name: str
    declaration: str  # as it stands in the header, without a body
    text: str  # without stars
    inside: str  # the class that a member belongs to; "" in C


class Comment(_Comment):
    @cached_property
    def parts(self) -> tuple[str, str]:
        """What is told, and the line of the contract."""
        kept = self.text.split("\n\n")
        lines: list[str] = []
        if self.kind != "header":
            while kept and LABEL.match(kept[-1]):
                lines.insert(0, kept.pop())
        told, line = "\n\n".join(kept), " ".join(" ".join(lines).split())
        return told, line

    @cached_property
    def contract(self) -> dict[str, str]:
        """Owns, NULL, Fails, Threads and Since, as far as the comment has them."""
        pieces = LABEL.split(self.parts[1])
        return {word: " ".join(said.split()) for word, said in zip(pieces[1::2], pieces[2::2])}

    @property
    def summary(self) -> str:
        """The first sentence."""
        first = " ".join(self.parts[0].split("\n\n")[0].split())
        first = first.split(" @")[0]
        return re.split(r"[.:;](?: |$)", first)[0]


def of(header: Path) -> list[Comment]:
    """The comments of a header, in order, the header's own first."""
    text, found, inside = header.read_text(), [], ""
    for match in COMMENT.finditer(text):
        after = text[match.end() :]
        lines = match[2].strip("\n").split("\n")
        body = "\n".join(re.sub(r"^ *\* ?", "", line) for line in lines).strip()
        body = re.sub(r"\n[ \n]*\n", "\n\n", body)
        kind, name, declaration = declared(after, header)
        if not match[1] and kind == "c++":
            inside = name if re.match(r"(template\b.*\n)?(class|struct) ", declaration) else ""
        owner = inside if match[1] else ""
        found.append(Comment(header, kind, name, declaration, body, owner))
    return found


def declared(after: str, header: Path) -> tuple[str, str, str]:
    """What stands after a comment: its kind, its name, its text."""
    if re.match(r"\s*#ifndef \w+_HP*\b", after):
        return "header", header.name, ""
    if header.suffix == ".hpp":
        text = textwrap.dedent(until(after, ";{")).strip()
        return "c++", cxx_name(text), text
    macro = re.match(r"\s*(#define (\w+)(?:.*\\\n)*.*)", after)
    if macro:
        return "macro", macro[2], macro[1]
    if re.match(r"\s*typedef (struct|enum) \w+ \{", after):
        struct = r"\s*(typedef .*?^\} (\w+);(?:\n#define \w+_INIT\b[^\n]*)?)"
        whole = re.match(struct, after, re.M | re.S)
        assert whole
        return "type", whole[2], whole[1]
    text = until(after, ";{").strip()
    callback = re.match(r"typedef .*?\(\*(\w+)\)", text, re.S)
    if callback:
        return "callback", callback[1], text + ";"
    if text.startswith("typedef"):
        return "type", text.split()[-1].lstrip("*"), text + ";"
    plain = re.sub(r"\bKMK_(POINTER_FORMAT|DEPRECATED)\([^)]*\)\s*", "", text)
    name = re.search(r"\b(\w+)\s*\(", plain)
    plain = re.sub(r"^static inline ", "", plain.strip())
    return "function", name[1] if name else "", plain + ";"


def until(text: str, ends: str) -> str:
    """A text up to the first of some characters outside of parentheses."""
    depth = 0
    for at, character in enumerate(text):
        depth += (character in "(") - (character in ")")
        if depth == 0 and character in ends:
            return text[:at]
    return text


def cxx_name(text: str) -> str:
    text = re.sub(r"^template *<.*?>\s*\n?", "", text)
    special = re.search(r"\boperator *(\(\)|[^ (]+)", text)
    kind = re.match(r"(?:class|struct|using|enum|namespace|#define) +(\w+)", text)
    call = re.search(r"(~?\w+) *\(", text)
    found = special[0] if special else kind[1] if kind else call[1] if call else ""
    return found or (text.split("=")[0].split() or [""])[-1]


def problems(header: Path) -> Iterator[str]:
    """What the comments of a header of C leave out."""
    for each in of(header):
        if each.kind == "function":
            given = each.contract.keys() | ({"NULL"} if "Fails" in each.contract else set())
            for word in sorted(asked(each.declaration) - given):
                yield f"{each.name}: its comment has no {word}:"
    documented = {each.name for each in of(header)}
    typedef = r"^typedef [^;{]*?(?:\(\*(\w+)\)|(\w+)(?: \{|;))"
    for found in re.finditer(typedef, header.read_text(), re.M):
        name = found[1] or found[2]
        if name not in documented:
            yield f"{name}: no comment in {header.name}"


def asked(declaration: str) -> set[str]:
    """Which words of the contract a function's comment must have.

    Owns where it returns a pointer or is handed JSON or something to free; Fails,
    which says of NULL too, where there is a status."""
    result, _, arguments = declaration.partition("(")
    wanted = {"Threads", "Since"}
    if "*" in result or re.search(r"(?<!const )\bjson_t \*|\bkmk_free_fn\b", arguments):
        wanted.add("Owns")
    if "kmk_error *" in arguments or result.startswith("kmk_status"):
        wanted.add("Fails")
    elif "*" in arguments:
        wanted.add("NULL")
    return wanted
