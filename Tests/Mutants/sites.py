"""Finds sites for mutants in Swift and C, and writes files with many mutants at once.

A site is a piece of a file and its replacement. In the replacement, MUTANT is true at run time if the site's mutant is
active. Mutants negate a condition, drop an operand, move a boundary, make a binding fail, leave out a loop, a call or an
assignment, or change a result or a value. The pieces come from the syntax trees of tree-sitter.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import tree_sitter
import tree_sitter_c
import tree_sitter_swift

PARSERS = {
    ".swift": tree_sitter.Parser(tree_sitter.Language(tree_sitter_swift.language())),
    ".c": tree_sitter.Parser(tree_sitter.Language(tree_sitter_c.language())),
}
BOUNDARIES = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
SWIFT_BRANCHES = {"if_statement", "guard_statement", "while_statement"}
BRANCHES = SWIFT_BRANCHES | {"ternary_expression", "conditional_expression", "for_statement"}
CALLS = {"call_expression", "try_expression"}
ASSIGNMENTS = {"assignment", "assignment_expression", "update_expression"}
# Conditions that are a single value. Other conditions bind names or match patterns.
VALUES = {
    "comparison_expression", "equality_expression", "conjunction_expression", "disjunction_expression",
    "prefix_expression", "call_expression", "navigation_expression", "simple_identifier",
    "binary_expression", "unary_expression", "identifier", "field_expression",
}
ANSWERS = VALUES | CALLS | {"nil_coalescing_expression", "ternary_expression"}
LOOSER = {"conjunction_expression", "disjunction_expression", "equality_expression", "ternary_expression"}
DECLARATIONS = {"function_declaration", "property_declaration", "init_declaration", "subscript_declaration",
                "lambda_literal"}
LEFT_OUT = {"import_declaration", "macro_declaration", "enum_entry", "preproc_def", "switch_pattern", "attribute"}
ENDS = re.compile(r"(try[?!]? )?(fatalError|precondition\w*|assert|super\.init|self\.init|defer|unsafe|if|switch)\b")
# The result of a mutated function, by its type; {} is the original result.
OTHERS = [
    (r"Bool", "(MUTANT != ({}))"), (r".*\?", "(MUTANT ? nil : ({}))"), (r"\[[^:]*\]", "(MUTANT ? [] : ({}))"),
    (r"\[.*:.*\]", "(MUTANT ? [:] : ({}))"), (r"Effect<.*>", "(MUTANT ? .none : ({}))"),
    (r"U?Int(16|32|64)?", "(({}) + (MUTANT ? 1 : 0))"),
]


class Site(NamedTuple):
    file: Path
    kind: str
    start: int
    end: int
    piece: str  # the changed piece, for reports
    after: str

    def line(self) -> int:
        return self.file.read_bytes().count(b"\n", 0, self.start) + 1


def sites(file: Path) -> Iterator[Site]:
    """All sites of a file. Sites may be inside other sites."""
    lines, stack = file.read_text().splitlines(), [PARSERS[file.suffix].parse(file.read_bytes()).root_node]
    while stack:
        node = stack.pop()
        if node.type in LEFT_OUT:
            continue
        for kind, piece, after in found(node, file.suffix == ".c"):
            if not piece.has_error:
                # A short piece is not informative.
                shown = " ".join(text(piece).split("\n")[0].split())
                if len(shown) < 16:
                    shown = " ".join(lines[piece.start_point[0]].split())
                yield Site(file, kind, piece.start_byte, piece.end_byte, shown[:100],
                           after.replace("{}", text(piece)))
        stack.extend(reversed(node.named_children))


def text(node) -> str:
    return node.text.decode()


def has(node, *types) -> bool:
    return any(each.type in types for each in node.children)


def found(node, is_c):
    """The kind, the piece and the replacement of each site of a node. In the replacement, {} is the piece."""
    operator = text(each) if (each := node.child_by_field_name("op") or node.child_by_field_name("operator")) else ""
    if node.type in BRANCHES:
        yield from (("condition", piece, "(MUTANT != ({}))") for piece in conditions(node))
    if node.type in SWIFT_BRANCHES and has(node, "value_binding_pattern"):
        yield "binding", node.children[0], "{} !MUTANT,"
    elif node.type == "for_statement" and not is_c and not has(node, "where_clause"):
        yield "loop", next(each for each in node.children if each.type == "{"), "where !MUTANT {}"
    # The Swift grammar has no precedence: inside a comparison, the node is not a complete operand.
    elif operator in ("&&", "||") and (is_c or node.parent.type not in LOOSER | {"comparison_expression"}):
        yield "operand", node.named_children[0], "(MUTANT || ({}))" if operator == "&&" else "(!MUTANT && ({}))"
    elif operator in BOUNDARIES and not has(node, *LOOSER) and f" {operator} " in text(node):
        left, right = text(node).split(f" {operator} ", 1)
        yield "boundary", node, f"(MUTANT ? ({left}) {BOUNDARIES[operator]} ({right}) : ({{}}))"
    elif node.type in ("boolean_literal", "true", "false"):
        yield "value", node, "!MUTANT" if node.text == b"true" else "MUTANT"
    elif node.type == "integer_literal" and node.parent.type in ("value_argument", "assignment", "additive_expression"):
        yield "value", node, "(MUTANT ? {} + 1 : {})"
    elif node.type == "nil_coalescing_expression" and node.parent.type in ("value_argument", "statements"):
        yield "value", node, f"(MUTANT ? ({text(node.child_by_field_name('if_nil'))}) : ({{}}))"
    elif node.type in ("function_declaration", "property_declaration") and not is_c:
        yield from answers(node)
    if is_statement(node, is_c):
        is_call = node.type in CALLS or node.type not in ASSIGNMENTS and node.named_children[0].type in CALLS
        yield "call" if is_call else "assignment", node, "if (!MUTANT) {}" if is_c else "if !MUTANT { {} }"


def conditions(node):
    for piece in node.children_by_field_name("condition"):
        if piece.type == "parenthesized_expression":
            piece = piece.named_children[0]
        # After `let` or `case`, the piece is a bound name, or part of a pattern.
        before, after = piece.prev_sibling, piece.next_sibling
        is_bound = node.type in SWIFT_BRANCHES and before and before.type not in (",", "if", "guard", "while", "(")
        if piece.type in VALUES and not is_bound and not (after and after.type in ("=", ":")):
            yield piece


def answers(node):
    """The results of a function or a computed property: the values of `return`, or its only expression."""
    is_function = node.type == "function_declaration"
    annotation = node if is_function else next((each for each in node.children if each.type == "type_annotation"), None)
    names = annotation.children_by_field_name("name") if annotation and (not is_function or has(node, "->")) else []
    other = next((after for kind, after in OTHERS for name in names[-1:] if re.fullmatch(kind, text(name))), None)
    body = node.child_by_field_name("body" if is_function else "computed_value")
    stack = [body] if other and body else []
    while stack:
        each = stack.pop()
        value = each.child_by_field_name("result") if each.type == "control_transfer_statement" else None
        if each.type == "statements" and each.parent.type in ("function_body", "computed_property", "computed_getter"):
            lines = [line for line in each.named_children if "comment" not in line.type]
            if len(lines) == 1 and lines[0].type in ANSWERS and not ENDS.match(text(lines[0])):
                value = lines[0]
        if value and not text(each).startswith("throw") and text(value) not in ("nil", "[]", ".none", "[:]"):
            yield "answer", value, other
        stack += [child for child in each.named_children if child.type not in DECLARATIONS]


def is_statement(node, is_c) -> bool:
    if is_c:
        return node.type == "expression_statement" and node.named_children[0].type in CALLS | ASSIGNMENTS
    if node.type not in CALLS | ASSIGNMENTS or node.parent is None or node.parent.type != "statements":
        return False
    above = node
    while above is not None and above.type not in DECLARATIONS:
        above = above.parent
    if ENDS.match(text(node)) or node.type in ASSIGNMENTS and above and above.type == "init_declaration":
        return False
    # A single call may be the value of a function or a closure.
    block = node.parent.parent
    return (sum("comment" not in each.type for each in node.parent.named_children) > 1
            or block.type == "function_body" and not has(block.parent, "->")
            or block.type in SWIFT_BRANCHES | {"for_statement", "switch_entry"})


def written(file: Path, chosen: list[tuple[int, Site]]) -> bytes:
    """The text of a file with the numbered mutants in it. Their sites do not overlap.

    The function for MUTANT has a different name in each file, so that inlinable bodies in other modules can call it.
    """
    result = file.read_bytes()
    ask = "kumiki_mutant_" + re.sub(r"\W", "_", file.stem)
    for number, site in sorted(chosen, key=lambda each: (each[1].start, each[1].end), reverse=True):
        after = re.sub(r"\bMUTANT\b", f"{ask}({number})", site.after)
        result = result[: site.start] + after.encode() + result[site.end:]
    if file.suffix == ".c":
        return f"#define {ask} kumiki_mutant\n_Bool kumiki_mutant(int);\n#line 1\n".encode() + result
    return result + f'\n@usableFromInline @_silgen_name("kumiki_mutant") func {ask}(_: Int32) -> Bool\n'.encode()
