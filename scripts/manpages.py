"""Man pages of the public headers: one in section 3 for each function, one in section 7 for each
header with its types, and a link in section 3 for each type."""

import re
from pathlib import Path

import comments
import prose

NAME = re.compile(r"\b(kmk_\w+|KMK_\w+)\b")


def escaped(text: str) -> str:
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return re.sub(r"^\.", "\\&.", text, flags=re.M)


def running(text: str) -> str:
    """Text with the names of the library in bold."""
    return NAME.sub(r"\\fB\\%\1\\fP", escaped(text))


def lowered(text: str) -> str:
    """As the list of man pages has it: "sends an action"."""
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]


def code(text: str) -> list[str]:
    return [".PP", ".in +4n", ".EX", escaped(text), ".EE", ".in"]


def told(blocks: list[prose.Block]) -> list[str]:
    page = []
    for block in blocks:
        if block.kind == "heading":
            page += [f".SS {escaped(block.text)}"]
        elif block.kind == "code":
            page += code(block.text)
        elif block.kind == "list":
            for _, text in block.items:
                page += [".IP \\(bu 3", running(text)]
        elif block.kind == "param":
            for name, text in block.items:
                page += [".TP", f".I {escaped(name)}", running(text)]
        elif block.kind == "return":
            page += [".PP", "Returns " + running(block.text)]
        else:
            page += [".PP", running(block.text)]
    return page


class Pages:
    def __init__(self, version: str, date: str):
        self.version, self.date = version, date

    def top(self, name: str, section: int, summary: str) -> list[str]:
        return [
            f'.TH {name} {section} {self.date} "Kumiki {self.version}" "Kumiki"',
            ".nr HY 0", ".ad l", ".SH NAME", f"{name} \\- {escaped(lowered(summary))}",
        ]

    def function(self, each: comments.Comment, include: str, topic: str) -> str:
        page = self.top(each.name, 3, each.summary)
        page += [".SH SYNOPSIS", ".nf", f".B #include <{include}>", ".PP"]
        page += [f".B {line}" if line else "" for line in escaped(each.declaration).split("\n")]
        page += [".fi", ".SH DESCRIPTION"]
        blocks = prose.blocks(each.parts[0])
        page += told([block for block in blocks if block.kind not in ("param", "return")])
        page += self.tags(blocks)
        for title, text in prose.contract(each):
            page += [f".SH {title.upper()}"]
            if isinstance(text, str):
                page += [running(text)]
            else:
                for status, why in text:
                    page += [".TP", f".B {status}", running(why) or "\\&"]
        return "\n".join([*page, *self.see_also(each, topic)]) + "\n"

    def tags(self, blocks: list[prose.Block]) -> list[str]:
        page = []
        for kind, title in (("param", "PARAMETERS"), ("return", "RETURN VALUE")):
            some = [block for block in blocks if block.kind == kind]
            if some and kind == "return":
                page += [f".SH {title}", *(running(prose.sentence(block.text)) for block in some)]
            elif some:
                page += [f".SH {title}", *told(some)]
        return page

    def see_also(self, each: comments.Comment, topic: str) -> list[str]:
        named = sorted(set(re.findall(r"\bkmk_\w+", each.text)) & self.known - {each.name})
        pages = [f"{name}(3)" for name in named] + [f"{topic}(7)", "kumiki(7)"]
        unique = list(dict.fromkeys(pages))
        lines = [f".BR \\%{page[:-3]} {page[-3:]} ," for page in unique]
        return [".SH SEE ALSO", *lines[:-1], lines[-1].removesuffix(" ,")]

    def header(self, all: list[comments.Comment], include: str, topic: str) -> str:
        own = next((each for each in all if each.kind == "header"), None)
        first = " ".join(own.text.split("\n\n")[0].split()) if own else include
        page = self.top(topic, 7, first.split(". ")[0].removesuffix(".").removeprefix("Kumiki: "))
        page += [".SH SYNOPSIS", ".nf", f".B #include <{include}>", ".fi", ".SH DESCRIPTION"]
        page += told(prose.blocks(own.text)) if own else []
        types = [each for each in all if each.kind in ("type", "callback", "macro")]
        page += [".SH TYPES"] if types else []
        for each in types:
            page += [f".SS {each.name}", *code(each.declaration)]
            page += told(prose.blocks(each.text))
        functions = [each for each in all if each.kind == "function"]
        page += [".SH FUNCTIONS"] if functions else []
        for each in functions:
            page += [".TP", f".BR {each.name} (3)", running(prose.sentence(each.summary))]
        if topic != "kumiki":
            page += [".SH SEE ALSO", ".BR kumiki (7)"]
        else:
            others = [name for name in self.topics if name != topic]
            page += [".SH HEADERS", *(f".BR {name} (7)\n.br" for name in others)]
        return "\n".join(page) + "\n"

    def write(self, out: Path, headers: dict[str, list[comments.Comment]]) -> int:
        """Writes the pages of headers, by what a program includes, and answers how many."""
        self.topics = {topic_of(include): include for include in headers}
        self.known = {
            each.name for all in headers.values() for each in all if each.kind != "header"
        }
        pages: dict[str, str] = {}
        for include, all in headers.items():
            topic = topic_of(include)
            shown = "kumiki.h" if include.startswith("kumiki/") else include
            pages[f"man7/{topic}.7"] = self.header(all, shown, topic)
            for each in all:
                if each.kind == "function":
                    pages[f"man3/{each.name}.3"] = self.function(each, shown, topic)
                elif each.kind in ("type", "callback"):
                    pages[f"man3/{each.name}.3"] = f".so man7/{topic}.7\n"
        for name, text in pages.items():
            (out / name).parent.mkdir(parents=True, exist_ok=True)
            (out / name).write_text(text)
        return len(pages)


def topic_of(include: str) -> str:
    """kumiki/store.h is told of in kumiki_store(7), kumiki_test.h in kumiki_test(7)."""
    return include.removesuffix(".h").replace("/", "_")
