"""Shapes (S): the allowed states in the syntax of shape.h, with a parser of its own."""

import json
import re
from functools import cache

from .features import AROUND, LISTS, PATHS, Reducer, elements, is_long, parts
from .values import MISSING, case_of, child, index_of, resolve

WORDS = re.compile(r"\s*([A-Za-z_][A-Za-z_0-9~/]*|'[^']*'|\"[^\"]*\"|.)")
DEFINITION = re.compile(r"\s*(\w+)\s*=\s*")
SCALARS = ("integer", "unsigned", "number", "text", "boolean", "any")


class Form:
    """A kind of value: a scalar's name, or the content of a container."""

    def __init__(self, kind, of=None, is_optional=False):
        self.kind, self.of, self.is_optional = kind, of, is_optional

    def optional(self):
        return Form(self.kind, self.of, True)


class Named(Form):
    """The kind that a name stands for, which may contain itself."""

    def __init__(self, known, name, is_optional=False):
        self.known, self.name, self.or_null = known, name, is_optional

    kind = property(lambda self: self.known[self.name].kind)
    of = property(lambda self: self.known[self.name].of)
    is_optional = property(lambda self: self.or_null or self.known[self.name].is_optional)

    def optional(self):
        return Named(self.known, self.name, True)


class Member:
    def __init__(self, form, default=MISSING, is_transient=False):
        self.form, self.default, self.is_transient = form, default, is_transient


class Reading:
    """Parses the string of a shape."""

    def __init__(self, text):
        self.text, self.at, self.known = text, 0, {}

    def whole(self):
        while definition := DEFINITION.match(self.text, self.at):
            self.at = definition.end()
            self.known[definition[1]] = self.form()
            self.take()
        return self.form()

    def peek(self):
        found = WORDS.match(self.text, self.at)
        return found.group(1) if found else ""

    def take(self):
        found = WORDS.match(self.text, self.at)
        self.at = found.end()
        return found.group(1)

    def is_next(self, word):
        if self.peek() != word:
            return False
        self.take()
        return True

    def form(self):
        form = self.plain()
        return form.optional() if self.is_next("?") else form

    def plain(self):
        word = self.take()
        if word == "[":
            form = Form("array", self.form())
            if self.is_next(":"):
                form = Form("map", self.form())
            self.take()
            return form
        if word == "(":
            return self.cases()
        if word == "only":
            self.take()
            return Form("only", self.members())
        if word == "{":
            return Form("object", self.members())
        return Form(word) if word in SCALARS else Named(self.known, word)

    def name(self):
        return self.take().strip("'\"")

    def members(self):
        members = {}
        while not self.is_next("}"):
            name = self.name()
            is_transient = name == "transient" and self.peek() != ":"
            if is_transient:
                name = self.name()
            self.take()
            form, default = self.form(), MISSING
            if self.is_next("="):
                default = self.value()
            members[name] = Member(form, default, is_transient)
            self.is_next(",")
        return members

    def cases(self):
        cases = {}
        while not self.is_next(")"):
            name = self.name()
            cases[name] = self.form() if self.is_next(":") else None
            self.is_next("|")
        return Form("enum", cases)

    def value(self):
        rest = self.text[self.at:].lstrip().replace("'", '"')
        self.at = len(self.text) - len(self.text[self.at:].lstrip())
        value, size = json.JSONDecoder().raw_decode(rest)
        self.at += size
        return value


@cache
def read(text):
    return Reading(text).whole()


# ------------------------------------------------------------------------- looking


def mistakes(form, value, keys):
    """The place where a value does not match a form."""
    if value is None and (form.is_optional or form.kind == "any"):
        return
    if form.kind in ("object", "only"):
        if not isinstance(value, dict):
            yield keys
            return
        for name, member in form.of.items():
            if name in value:
                yield from mistakes(member.form, value[name], keys + (name,))
            elif not (member.form.is_optional or member.form.kind == "any"):
                yield keys + (name,)
        for name in value if form.kind == "only" else ():
            if name not in form.of:
                yield keys + (name,)
    elif form.kind == "array":
        if not isinstance(value, list):
            yield keys
            return
        for index, element in enumerate(value):
            yield from mistakes(form.of, element, keys + (str(index),))
    elif form.kind == "map":
        if not isinstance(value, dict):
            yield keys
            return
        for name, element in value.items():
            yield from mistakes(form.of, element, keys + (name,))
    elif form.kind == "enum":
        found = case_of(value)
        if found is None or found[0] not in form.of:
            yield keys
        elif form.of[found[0]] is None:
            if found[1] not in (None, {}):
                yield keys + (found[0],)
        else:
            yield from mistakes(form.of[found[0]], found[1], keys + (found[0],))
    elif not is_scalar(form.kind, value):
        yield keys


def is_scalar(kind, value):
    if kind == "any":
        return True
    if kind == "integer":
        return type(value) is int
    if kind == "unsigned":
        return type(value) is int and value >= 0
    if kind == "number":
        return type(value) in (int, float)
    return type(value) is (str if kind == "text" else bool)


def complete(form, value):
    """Adds the missing members that have defaults to a new value (S2)."""
    if form.kind in ("object", "only") and isinstance(value, dict):
        for name, member in form.of.items():
            if name not in value and member.default is not MISSING:
                value[name] = json.loads(json.dumps(member.default))
            if name in value:
                complete(member.form, value[name])
    elif form.kind == "array" and isinstance(value, list):
        for element in value:
            complete(form.of, element)
    elif form.kind == "map" and isinstance(value, dict):
        for element in value.values():
            complete(form.of, element)
    elif form.kind == "enum" and isinstance(value, dict) and len(value) == 1:
        name = next(iter(value))
        if form.of.get(name) is not None:
            complete(form.of[name], value[name])


def form_at(form, value, keys):
    """The form of a place inside a value; None if the form does not describe it."""
    for key in keys:
        if form is None:
            return None
        if form.kind in ("object", "only"):
            member = form.of.get(key)
            form = None if member is None else member.form
        elif form.kind == "array":
            form = form.of if isinstance(value, list) and index_of(key, value) is not None else None
        elif form.kind == "enum":
            form = form.of.get(key)
        elif form.kind == "map":
            form = form.of
        else:
            return None
        value = child(value, key)
    return form


def complete_all(reducer, state, written):
    """Completes the value written at some keys, by all shapes around it and inside it. One shape may add a member that
    another describes."""
    for _ in range(2):
        for form, keys in list(shapes(reducer, state)):
            size = len(keys)
            if keys[: len(written)] == written:
                complete(form, resolve(state, keys))
            elif written[:size] == keys:
                here = form_at(form, resolve(state, keys), written[size:])
                if here is not None:
                    complete(here, resolve(state, written))


def shapes(reducer, state, keys=(), seen=()):
    """Every shape that applies in a state, with its place."""
    for form in shapes_here(reducer):
        yield form, keys
    for part in parts(reducer):  # a dynamic reducer's choice is not checked
        here = (id(part.node), keys)
        if part.op == "bindings" or here in seen:
            continue
        value = resolve(state, part.keys)
        if value is MISSING:
            continue
        at = keys + part.keys
        children = list(elements(part, value, at, {}))
        if part.op in PATHS and isinstance(value, list) and not is_long(value):
            children = [(row, (str(index),), ()) for index, row in enumerate(value)]
        if value is None and part.op not in LISTS and may_be_none(part):
            continue
        for inner, inner_keys, _ in children:
            yield from shapes(part.at("child"), inner, at + inner_keys, seen + (here,))


def may_be_none(part):
    return part.op in ("if_let", "presentation", "presentation_destination")


def shapes_here(reducer, entered=()):
    """The shapes around the reducers of one state, outermost first."""
    op = reducer.op
    if op in ("recurse", "self"):
        known = reducer.known()
        if id(known.node) not in entered:
            yield from shapes_here(known, entered + (id(known.node),))
    elif op == "combine":
        for member in reducer.node["of"]:
            yield from shapes_here(Reducer(member, reducer.names), entered)
    elif op in AROUND:
        if op == "shape":
            yield read(reducer["shape"])
        yield from shapes_here(reducer.at(AROUND[op]), entered)
    elif "parent" in reducer.node:
        yield from shapes_here(reducer.at("parent"), entered)
