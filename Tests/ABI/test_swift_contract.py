"""Tests of architecture/scripts/check-swift: each test breaks a small contract in one way."""

import sys
import unittest
from importlib.machinery import SourceFileLoader
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "architecture/scripts"
sys.path[:0] = [str(SCRIPTS), str(ROOT / "scripts")]
sys.dont_write_bytecode = True

import swiftgraphs  # noqa: E402

contract = SourceFileLoader("contract", str(SCRIPTS / "check-swift")).load_module()

SEND = "func send(_: Action) -> StoreTask"


def symbol(name, text, kind="swift.method", **more):
    """A symbol in the form of a symbol graph; `text` is its declaration, in one fragment."""
    return {"identifier": {"precise": f"s:6Kumiki{name}"}, "pathComponents": name.split("."),
            "kind": {"identifier": kind}, "docComment": {},
            "declarationFragments": [{"kind": "text", "spelling": text}], **more}


def graph(*symbols, relationships=()):
    return {"symbols": list(symbols), "relationships": list(relationships)}


def relation(kind, source, target, **more):
    return {"kind": kind, "source": f"s:6Kumiki{source}", "target": f"s:6Kumiki{target}", **more}


def lines(found, parts=()):
    declared = list(swiftgraphs.of_graph("Kumiki", found))
    return contract.promised(declared, contract.Parts(["Kumiki.Part", *parts]))


def problems(before, now, allowed=()):
    return list(contract.problems("kumiki-1.0", sorted(lines(before)), lines(now), list(allowed)))


class Contract(unittest.TestCase):
    store = symbol("Store", "class Store<State, Action>", "swift.class")
    send = symbol("Store.send(_:)", SEND)

    def test_additions_are_fine(self):
        self.assertEqual(problems(graph(self.store), graph(self.store, self.send)), [])

    def test_a_declaration_that_is_gone(self):
        [said] = problems(graph(self.store, self.send), graph(self.store))
        self.assertIn(f"was: Kumiki.Store.send(_:) = {SEND}\n    now: gone", said)

    def test_another_signature_tells_both(self):
        other = symbol("Store.send(_:)", "func send(_: Action) async")
        [said] = problems(graph(self.send), graph(other))
        self.assertIn(SEND, said)
        self.assertIn("now: Kumiki.Store.send(_:) = func send(_: Action) async", said)

    def test_an_exception_holds_and_one_that_nothing_needs_is_told(self):
        before, now = graph(self.store, self.send), graph(self.store)
        self.assertEqual(problems(before, now, ["Kumiki.Store.send(_:) = *"]), [])
        self.assertEqual(len(problems(now, now, ["Kumiki.Store.send(_:) = *"])), 1)

    def test_a_conformance_that_is_gone(self):
        conforms = {**relation("conformsTo", "Store", ""), "targetFallback": "Swift.Sendable"}
        [said] = problems(graph(self.store, relationships=[conforms]), graph(self.store))
        self.assertIn("Kumiki.Store : Sendable", said)

    def test_a_requirement_without_a_default_and_a_case_are_no_additions(self):
        protocol = symbol("Key", "protocol Key", "swift.protocol")
        asked = symbol("Key.value", "var value: Int { get }", "swift.property")
        asks = relation("requirementOf", "Key.value", "Key")
        [said] = problems(graph(protocol), graph(protocol, asked, relationships=[asks]))
        self.assertIn("a type that conforms has to name it", said)
        default = relation("defaultImplementationOf", "Key.other", "Key.value")
        given = graph(protocol, asked, relationships=[asks, default])
        self.assertEqual(problems(graph(protocol), given), [])
        case = symbol("Kind.new", "case new", "swift.enum.case")
        kind = symbol("Kind", "enum Kind", "swift.enum")
        of = relation("memberOf", "Kind.new", "Kind")
        [said] = problems(graph(kind), graph(kind, case, relationships=[of]))
        self.assertIn("a switch has to name it", said)

    def test_a_setter_that_is_gone_but_not_how_a_property_is_stored(self):
        def state(text):
            return graph(symbol("Store.state", text, "swift.property"))
        stored, computed = state("var state: Int"), state("var state: Int { get set }")
        self.assertEqual(problems(stored, computed), [])
        self.assertEqual(len(problems(stored, state("var state: Int { get }"))), 1)

    def test_parts_of_the_engine_may_change(self):
        part = symbol("Part.run()", "func run()")
        before = symbol("Store.part", "func part() -> Part<Way<A>, (B) -> C> where A: D")
        now = symbol("Store.part", "func part() -> Part<C> where A: D")
        self.assertEqual(problems(graph(part, before), graph(now)), [])
        self.assertEqual(len(problems(graph(before), graph(symbol("Store.part", "func part()")))), 1)

    def test_members_that_protocols_of_others_ask_for_are_covered_by_the_conformance(self):
        origin = {"identifier": "s:SQ2eeoiySbx_xtFZ", "displayName": "Equatable.==(_:_:)"}
        equal = symbol("Store.==(_:_:)", "static func == (Store, Store) -> Bool", "swift.func.op")
        member = relation("memberOf", "Store.==(_:_:)", "Store", sourceOrigin=origin)
        self.assertEqual(list(lines(graph(equal, relationships=[member]))), [])

    def test_underscores_and_the_names_of_c_are_no_promise(self):
        names = ("_step(into:)", "kmk_version()", "Store._hidden")
        self.assertEqual(list(lines(graph(*(symbol(name, "func f()") for name in names)))), [])

    def test_an_article_names_the_parts(self):
        topics = {"Effects": "Effect", "What modifiers return": "FilterReducer", "What operators work on": "Optic"}
        article = "".join(f"### {topic}\n\n- ``{name}``\n\n" for topic, name in topics.items())
        self.assertEqual(contract.parts(article), ["FilterReducer", "Optic"])

    def test_a_comment_that_is_missing(self):
        bare = {key: value for key, value in self.send.items() if key != "docComment"}
        found = list(swiftgraphs.of_graph("Kumiki", graph(self.store, bare)))
        self.assertEqual(len(list(contract.silent(found))), 1)


if __name__ == "__main__":
    unittest.main()
