"""Where mutants may be drawn in Swift and C, and how a file is written with many of them at once.

A site is a piece of a file and its replacement, which behaves as before unless its mutant is chosen
while the program runs. The pieces come from the syntax trees of tree-sitter.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Iterator

import tree_sitter
import tree_sitter_c
import tree_sitter_swift

# What asks at run time whether a mutant is chosen. The lines keep their numbers.
ASK = {
    ".swift": ("", '\n@_silgen_name("kumiki_mutant") private func kumiki_mutant(_: Int32) -> Bool\n'),
    ".c": ("_Bool kumiki_mutant(int);\n#line 1\n", ""),
}
PARSERS = {
    ".swift": tree_sitter.Parser(tree_sitter.Language(tree_sitter_swift.language())),
    ".c": tree_sitter.Parser(tree_sitter.Language(tree_sitter_c.language())),
}
BOUNDARIES = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
# Conditions of one value. Others bind names or match patterns.
VALUES = {
    "comparison_expression", "equality_expression", "conjunction_expression", "disjunction_expression",
    "prefix_expression", "call_expression", "navigation_expression", "simple_identifier",
    "binary_expression", "unary_expression", "identifier", "field_expression",
}
LOOSER = {"conjunction_expression", "disjunction_expression", "equality_expression", "ternary_expression"}
CALLS = {"call_expression", "try_expression"}
ASSIGNMENTS = {"assignment", "assignment_expression", "update_expression"}
# Their bodies are compiled into other modules, which do not see the function that asks.
COPIED = re.compile(rb"@inlinable|@_transparent|@_alwaysEmitIntoClient|@inline\(__always\)")
ENDS = re.compile(r"^(try[?!]? )?(fatalError|precondition|assert|super\.init|self\.init|defer|unsafe)\b")


@dataclass(frozen=True)
class Site:
    file: Path
    line: int
    kind: str
    start: int
    end: int
    before: str
    after: Callable[[int], str]  # of the mutant's number


def sites(file: Path) -> Iterator[Site]:
    """All sites of a file, which may lie within each other."""
    text = file.read_bytes()
    suffix = file.suffix
    stack = [PARSERS[suffix].parse(text).root_node]
    while stack:
        node = stack.pop()
        if node.type in ("function_declaration", "property_declaration", "init_declaration",
                         "subscript_declaration", "protocol_declaration") and COPIED.search(head(node)):
            continue
        if node.type in ("import_declaration", "macro_declaration", "enum_entry", "preproc_def"):
            continue
        for kind, piece, after in found(node, suffix):
            if not piece.has_error:
                yield Site(file, piece.start_point[0] + 1, kind, piece.start_byte, piece.end_byte,
                           piece.text.decode(), after)
        stack.extend(reversed(node.named_children))


def head(node) -> bytes:
    """What stands before a declaration's body."""
    body = node.child_by_field_name("body") or node.child_by_field_name("computed_value")
    return node.text[: body.start_byte - node.start_byte] if body else node.text[:200]


def found(node, suffix):
    """The kind, the piece and the replacement of each site that a node makes."""
    if node.type in ("if_statement", "guard_statement", "while_statement", "ternary_expression",
                     "conditional_expression", "for_statement"):
        for piece in conditions(node):
            yield "condition", piece, negated(piece)
    elif node.type in ("conjunction_expression", "disjunction_expression", "binary_expression"):
        operator = operator_of(node)
        # The grammar knows no precedence: as a part of those the operand is not one.
        is_whole = suffix == ".c" or node.parent.type not in ("equality_expression", "comparison_expression")
        if operator in ("&&", "||") and is_whole:
            piece = node.named_children[0]
            yield "operand", piece, dropped(piece, operator)
        elif operator in BOUNDARIES and suffix == ".c":
            yield "boundary", node, moved(node, operator)
    elif node.type == "comparison_expression" and operator_of(node) in BOUNDARIES:
        if not any(each.type in LOOSER for each in node.named_children):
            yield "boundary", node, moved(node, operator_of(node))
    elif node.type == "control_transfer_statement":
        value = node.child_by_field_name("result")
        if value is not None and value.type == "boolean_literal" and node.text.startswith(b"return"):
            yield "answer", value, flipped(value)
    if is_statement(node, suffix):
        yield ("call" if holds_call(node) else "assignment"), node, removed(node, suffix)


def conditions(node):
    named = [node.child_by_field_name("condition")] if node.type != "guard_statement" and \
        node.type != "if_statement" else node.children_by_field_name("condition")
    for piece in named:
        if piece is None:
            continue
        if piece.type == "parenthesized_expression":
            piece = piece.named_children[0]
        if piece.type not in VALUES:
            continue
        # After `let` or `case` it is the bound name, or part of a pattern.
        before = piece.prev_sibling
        if node.type in ("if_statement", "guard_statement", "while_statement") and before is not None:
            if before.type not in (",", "if", "guard", "while", "("):
                continue
        after = piece.next_sibling
        if after is not None and after.type in ("=", ":"):
            continue
        yield piece


def operator_of(node) -> str:
    operator = node.child_by_field_name("op") or node.child_by_field_name("operator")
    return operator.text.decode() if operator else ""


def is_statement(node, suffix) -> bool:
    if suffix == ".c":
        return node.type == "expression_statement" and node.named_children[0].type in (
            CALLS | ASSIGNMENTS)
    if node.type not in CALLS | ASSIGNMENTS or node.parent is None or node.parent.type != "statements":
        return False
    if ENDS.match(node.text.decode()):
        return False
    block, siblings = node.parent.parent, [
        each for each in node.parent.named_children if "comment" not in each.type]
    if within_init(node) and node.type in ASSIGNMENTS:
        return False
    if len(siblings) > 1:
        return True
    # Alone it may be the value of a function or a closure.
    if block.type == "function_body":
        return not any(each.type == "->" for each in block.parent.children)
    return block.type in ("if_statement", "guard_statement", "while_statement", "for_statement", "switch_entry")


def within_init(node) -> bool:
    while node is not None and node.type not in ("function_declaration", "lambda_literal"):
        if node.type == "init_declaration":
            return True
        node = node.parent
    return False


def holds_call(node) -> bool:
    return node.type in CALLS or (
        node.type == "expression_statement" and node.named_children[0].type in CALLS)


def negated(piece):
    return lambda number: f"(kumiki_mutant({number}) != ({piece.text.decode()}))"


def dropped(piece, operator):
    start = "kumiki_mutant({}) ||" if operator == "&&" else "!kumiki_mutant({}) &&"
    return lambda number: f"({start.format(number)} ({piece.text.decode()}))"


def moved(node, operator):
    left, right = (node.child_by_field_name(each) for each in
                   (("lhs", "rhs") if node.child_by_field_name("lhs") else ("left", "right")))
    left, right = left.text.decode(), right.text.decode()
    other = BOUNDARIES[operator]
    return lambda number: (
        f"(kumiki_mutant({number}) ? ({left}) {other} ({right}) : ({left}) {operator} ({right}))")


def flipped(value):
    sign = "!" if value.text == b"true" else ""
    return lambda number: f"{sign}kumiki_mutant({number})"


def removed(node, suffix):
    text = node.text.decode()
    if suffix == ".c":
        return lambda number: f"if (!kumiki_mutant({number})) {text}"
    return lambda number: f"if !kumiki_mutant({number}) {{ {text} }}"


def written(file: Path, chosen: dict[int, Site]) -> bytes:
    """The text of a file with mutants in it. Their sites do not overlap."""
    text = file.read_bytes()
    for number, site in sorted(chosen.items(), key=lambda each: -each[1].start):
        text = text[: site.start] + site.after(number).encode() + text[site.end:]
    first, last = ASK[file.suffix]
    return first.encode() + text + last.encode()
