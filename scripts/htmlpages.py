"""The public headers as pages of HTML: one for each header, and an index of all names."""

import html
import re
from pathlib import Path

import comments
import prose

STYLE = """
body { font: 16px/1.5 sans-serif; max-width: 50em; margin: 2em auto; padding: 0 1em; }
pre { background: #f4f4f4; padding: .6em; overflow-x: auto; } code, pre { font-size: 14px; }
h3 { border-top: 1px solid #ccc; padding-top: 1em; } dt { font-weight: bold; }
a { text-decoration: none; } li { margin: .2em 0; }
@media (prefers-color-scheme: dark) { body { background: #1b1b1b; color: #ddd; }
  pre { background: #2a2a2a; } a { color: #8ab4f8; } }
"""


class Pages:
    def __init__(self, version: str):
        self.version = version

    def linked(self, text: str, here: str = "") -> str:
        """Text as HTML, the names that have a place as links."""

        def link(match):
            name = match[0]
            place = self.places.get(name)
            return f'<a href="{place}">{name}</a>' if place and name != here else name

        return re.sub(r"\b(?:kmk|KMK)_\w+", link, html.escape(text, quote=False))

    def told(self, text: str, here: str) -> list[str]:
        page = []
        for block in prose.blocks(text):
            if block.kind == "heading":
                page += [f"<h2>{html.escape(block.text)}</h2>"]
            elif block.kind == "code":
                page += [f"<pre>{self.linked(block.text, here)}</pre>"]
            elif block.kind == "list":
                items = (f"<li>{self.linked(item, here)}</li>" for _, item in block.items)
                page += ["<ul>", *items, "</ul>"]
            elif block.kind == "param":
                page += ["<dl>"]
                for name, said in block.items:
                    page += [f"<dt><code>{name}</code></dt><dd>{self.linked(said, here)}</dd>"]
                page += ["</dl>"]
            elif block.kind == "return":
                page += [f"<dl><dt>Returns</dt><dd>{self.linked(block.text, here)}</dd></dl>"]
            else:
                page += [f"<p>{self.linked(block.text, here)}</p>"]
        return page

    def entry(self, each: comments.Comment, anchor: str) -> list[str]:
        name = f"{each.inside}::{each.name}" if each.inside else each.name
        page = [f'<h3 id="{anchor}">{html.escape(name)}</h3>']
        page += [f"<pre>{self.linked(each.declaration, each.name)}</pre>"]
        if each.kind != "function":
            return page + self.told(each.text, each.name)
        page += [*self.told(each.parts[0], each.name), "<dl>"]
        for title, text in prose.contract(each):
            page += [f"<dt>{title}</dt>"]
            if isinstance(text, str):
                page += [f"<dd>{self.linked(text, each.name)}</dd>"]
            else:
                why = ((status, f": {reason}" if reason else "") for status, reason in text)
                page += [f"<dd>{self.linked(status + reason)}</dd>" for status, reason in why]
        return page + ["</dl>"]

    def header(self, include: str, all: list[comments.Comment]) -> str:
        shown = "kumiki.h" if re.fullmatch(r"kumiki/\w+\.h", include) else include
        page = [f"<h1>{include}</h1>", f"<pre>#include &lt;{shown}&gt;</pre>"]
        for each in all:
            if each.kind == "header":
                page += self.told(each.text, "")
        entries = [each for each in all if each.kind != "header"]
        page += ["<ul>"] if entries else []
        anchors = anchored(entries)
        for each, anchor in zip(entries, anchors):
            name = html.escape(each.name)
            summary = self.linked(each.summary, each.name)
            page += [f'<li><a href="#{anchor}">{name}</a>: {summary}</li>']
        page += ["</ul>"] if entries else []
        for each, anchor in zip(entries, anchors):
            page += self.entry(each, anchor)
        return self.page(include, page)

    def page(self, title: str, body: list[str]) -> str:
        top = '<p><a href="index.html">Kumiki ' + self.version + "</a></p>"
        return "\n".join([
            '<!DOCTYPE html>', '<html lang="en"><head><meta charset="utf-8">',
            f"<title>{title} - Kumiki</title><style>{STYLE}</style></head><body>", top, *body,
            "</body></html>\n",
        ])

    def index(self, headers: dict[str, list[comments.Comment]]) -> str:
        page = ["<h1>Reference of Kumiki</h1>", "<h2>Headers</h2>", "<ul>"]
        for include, all in headers.items():
            own = next((each.summary for each in all if each.kind == "header"), "")
            own = "ownership, NULL, callbacks, threads" if include == "kumiki.h" else own
            page += [f'<li><a href="{file_of(include)}">{include}</a>: {html.escape(own)}</li>']
        page += ["</ul>", "<h2>Names</h2>", "<ul>"]
        named = {each.name: each.summary for all in headers.values() for each in all}
        for name in sorted(self.places):
            summary = html.escape(named[name])
            page += [f'<li><a href="{self.places[name]}">{name}</a>: {summary}</li>']
        return self.page("Reference", [*page, "</ul>"])

    def write(self, out: Path, headers: dict[str, list[comments.Comment]]) -> int:
        """Writes the pages of headers, by what a program includes, and answers how many."""
        self.places = {
            each.name: f"{file_of(include)}#{each.name}"
            for include, all in headers.items() if include.endswith(".h")
            for each in all if each.kind != "header"
        }
        out.mkdir(parents=True, exist_ok=True)
        for include, all in headers.items():
            (out / file_of(include)).write_text(self.header(include, all))
        (out / "index.html").write_text(self.index(headers))
        return len(headers) + 1


def file_of(include: str) -> str:
    return include.replace("/", "_") + ".html"


def anchored(entries: list[comments.Comment]) -> list[str]:
    """A place for each: its name, with a number where a name stands there more than once."""
    used: dict[str, int] = {}
    result = []
    for each in entries:
        name = re.sub(r"\W+", "-", f"{each.inside}-{each.name}" if each.inside else each.name)
        used[name] = used.get(name, 0) + 1
        result.append(name if used[name] == 1 else f"{name}-{used[name]}")
    return result
