"""Requests in a C header: the declarations, and for each request the functions that ask, read and reply."""

from __future__ import annotations

from . import notation
from .c_types import Writer
from .code import MOST_BYTES, literal
from .model import Kind, Request
from .names import snake

_REPLIES = {"answer": "answer", "part": "part", "failure": "fail"}


class Requests(Writer):
    def names(self) -> None:
        """The names of the requests, as strings and for a switch."""
        if not self.model.requests:
            return
        code, upper = self.code, self.prefix.upper()
        code.comment("Names of the requests, for kmk_loop_serve and kmk_test_expect_request.")
        for each in self.model.requests:
            name = self.take(f"{upper}_NAME_{snake(each.name).upper()}", each.where)
            code.line(f"#define {name} {literal(each.name)}")
        code.line()

    def requests(self) -> None:
        if not self.model.requests:
            return
        self.code.section("Requests")
        self._which()
        for each in self.model.requests:
            self._request(each)

    def _which(self) -> None:
        prefix, code = self.prefix, self.code
        upper, of = prefix.upper(), f"{prefix}_request_case"
        none = self.take(f"{upper}_REQUEST_NO_CASE", "no request")
        names = [(self.take(f"{upper}_REQUEST_{self._upper_name(each)}", each.where), each) for each in self.model.requests]
        code.line(f"typedef enum {self.take(of, 'the requests')} {{")
        code.line(f"  {none}, /* not a request of the shape */")
        for index, (name, _) in enumerate(names):
            code.line(f"  {name}{',' if index + 1 < len(names) else ''}")
        code.lines(f"}} {of};", "")
        body = ["const char *name = kmk_request_name(request);"]
        for name, each in names:
            body += [f"if (strcmp(name, {upper}_NAME_{snake(each.name).upper()}) == 0)", f"  return {name};"]
        body.append(f"return {none};")
        self.function(f"{of} {prefix}_request_which", ["const kmk_request *request"], "the requests", body)

    def _upper_name(self, it: Request) -> str:
        made = snake(it.name).upper()
        return f"{made}_" if made == "NO_CASE" else made

    def _request(self, it: Request) -> None:
        prefix, name, kinds = self.prefix, snake(it.name), self.kinds
        self.code.comment(f"{it.name}: {it.note}" if it.note else it.name)
        given, question = self._given(it.question, "question")
        at = f"{prefix.upper()}_NAME_{name.upper()}"
        self.function(f"kmk_effect *{prefix}_ask_{name}", [*given, "const kmk_ask *ask"], it.where,
                      [f"return kmk_effect_request_new({at}, {question}, ask);"])
        self._read_request(it, "question", it.question)
        if "part" in it.kinds:
            self._read_request(it, "last_part", it.kinds["part"])
        for part, verb in _REPLIES.items():
            # Without a declaration, any value is a failure. A notice seldom has one.
            if part in it.kinds or (part == "failure" and "answer" in it.kinds):
                self._reply(it, verb, it.kinds.get(part, Kind("any")))

    def _read_request(self, it: Request, what: str, kind: Kind) -> None:
        """A function that reads the question or the last part; null is not read."""
        if kind.word == "nothing":
            return
        name, request = f"{self.prefix}_{what}_{snake(it.name)}", ["const kmk_request *request"]
        found = f"kmk_request_{what}(request)"
        self.function(f"{self.kinds.read_type(kind)}{name}", request, it.where, self.kinds.read(kind, found))

    def _reply(self, it: Request, verb: str, kind: Kind) -> None:
        head = f"kmk_status {self.prefix}_{verb}_{snake(it.name)}"
        key = ["const char *key"] if verb == "part" else []
        given, value = self._given(kind, "value")
        call = f"kmk_request_{verb}_new(request, {'key, ' if key else ''}{value}, error)"
        if verb == "fail" and kind.word == "text" and not kind.is_optional:
            call = "kmk_request_fail(request, value, error)"  # takes the bytes of any message
        self.function(head, ["kmk_request *request", *key, *given, "kmk_error *error"], it.where, [f"return {call};"])

    def _given(self, kind: Kind, name: str) -> tuple[list[str], str]:
        """The parameter for a value, and the value as JSON."""
        if kind.word == "nothing":
            return [], "json_null()"
        return [f"{self.kinds.made_type(kind)}{name}"], self.kinds.given(kind, name)

    def declare_requests(self) -> None:
        if not self.model.requests:
            return
        rows = [row.removeprefix("  ") for row in notation.request_rows(self.model, "NULL", MOST_BYTES)]
        self.code.comment("Declares the requests of a reducer, which it consumes.")
        self.function(f"kmk_reducer *{self.prefix}_requests", ["kmk_reducer *base"], "the requests", [
            "static const kmk_request_kind kinds[] = {", *rows, "};",
            "return kmk_requests(base, sizeof kinds / sizeof *kinds, kinds);"])
