"""What the reference in man pages and in HTML share: a comment's text in blocks, and the contract's
line in whole sentences."""

import re
import textwrap
from typing import NamedTuple

import comments
import tools

# What the pages call the words of a comment's last line.
TITLES = {
    "Owns": "Ownership", "NULL": "NULL arguments", "Fails": "Errors", "Threads": "Threads",
    "Since": "Since",
}
THREADS = {
    "any": "Any thread, any moment.",
    "any, callback": "Any thread, any moment, also inside a callback.",
    "callback": "Inside the callback that was lent the argument.",
    "owner": "The loop's thread only, and not inside a callback.",
    "owner, callback": "The loop's thread only, also inside a callback.",
}
ERROR_H = (tools.ROOT / "include/kumiki/error.h").read_text()
STATUSES = set(re.findall(r"\bKMK_ERR_(\w+) =", ERROR_H))
STATUS = re.compile(rf"\b({'|'.join(sorted(STATUSES))})\b")


class Block(NamedTuple):
    kind: str  # "text", "code", "heading", "list", "param" or "return"
    text: str
    items: tuple[tuple[str, str], ...] = ()  # mark or name, and its text


def blocks(text: str) -> list[Block]:
    found: list[Block] = []
    for paragraph in filter(None, text.split("\n\n")):
        for block in of_paragraph(paragraph.rstrip()):
            # Code with an empty line in it.
            if block.kind == "code" and found and found[-1].kind == "code":
                block = Block("code", found.pop().text + "\n\n" + block.text)
            found.append(block)
    return found


def of_paragraph(paragraph: str) -> list[Block]:
    lines = paragraph.split("\n")
    first = lines[0]
    if first.startswith("## "):
        return [Block("heading", first[3:])]
    if first.startswith("@"):
        return [tagged(" ".join(each.split())) for each in re.split(r"\n(?=@)", paragraph)]
    if first.startswith("- "):
        items = [" ".join(each[2:].split()) for each in re.split(r"\n(?=- )", paragraph)]
        return [Block("list", "", tuple(("-", each) for each in items))]
    # Examples stand further in; tables have their columns, and their further lines, further in.
    if any(re.match(r" {2,}\S|\S.*?\S {2,}\S", line) for line in lines):
        return [Block("code", textwrap.dedent(paragraph))]
    return [Block("text", " ".join(paragraph.split()))]


def tagged(text: str) -> Block:
    tag, _, rest = text.partition(" ")
    if tag == "@return":
        return Block("return", rest)
    name, _, said = rest.partition(" ")
    return Block("param", "", ((name, said.strip()),))


def sentence(text: str) -> str:
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")


def contract(each: comments.Comment) -> list[tuple[str, list[tuple[str, str]] | str]]:
    """The contract of a function: titles, each with a text, or with statuses and why."""
    said: list[tuple[str, list[tuple[str, str]] | str]] = []
    for word in comments.WORDS:
        text = each.contract.get(word)
        if text is None:
            continue
        if word == "Fails":
            said.append((TITLES[word], failures(text)))
        elif word == "Threads":
            said.append((TITLES[word], THREADS.get(text.rstrip("."), sentence(text))))
        elif word == "Since":
            said.append((TITLES[word], f"Kumiki {text}"))
        else:
            said.append((TITLES[word], sentence(text)))
    return said


def failures(text: str) -> list[tuple[str, str]] | str:
    """Statuses with their reasons as a list; what says more than that as a text, in whole names."""
    pieces, rest = [], text.rstrip(".")
    while piece := re.match(r"([A-Z_]+)(?: (\((?:[^()]|\([^()]*\))*\)))?(?:, |$)", rest):
        if piece[1] not in STATUSES:
            break
        pieces.append((f"KMK_ERR_{piece[1]}", (piece[2] or "")[1:-1]))
        rest = rest[piece.end() :]
    return pieces if pieces and not rest else STATUS.sub(r"KMK_ERR_\1", sentence(text))
