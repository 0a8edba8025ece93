"""The symbol graphs of the Swift modules, and their public declarations, from the compiler."""

import json
import os
import re
import shutil
from pathlib import Path
from typing import Iterator, NamedTuple

import tools

# The folder of the graphs of this tree.
FOLDER = tools.ROOT / "build/docs/graphs"
# The modules that docs/public-api.md calls public. The last one has Swift names beside the C functions.
DOCUMENTED = (
    "Kumiki", "KumikiJSON", "KumikiTestStore", "KumikiTesting", "KumikiOpenCombine", "KumikiLegacy")
MODULES = (*DOCUMENTED, "KumikiC")
# The modules that a file of a program may import, directly or through another import.
IMPORTED = (*DOCUMENTED, "KumikiArchitecture", "KumikiMacros")
# The importer of a module sees the names that the module exports as its own: KumikiTesting.TestStore.
EXPORTED_BY = {"KumikiTestStore": "KumikiTesting"}
# The parts of a module. Programs know all of them under the name of the module.
FLOORS = {"Kumiki": ("KumikiBase", "KumikiLoop", "KumikiCore", "KumikiValues")}
# The builds of the tests have all traits too, so that both share their results.
BUILD = ["swift", "build", "--quiet", "--traits", "Macros,OpenCombine,Testing"]
# The headers document the C functions, and the C types in their declarations.
IN_C = ("kmk_", "kumiki_test_")
# Conformances that the compiler lists for every type.
SELF_EVIDENT = {"Copyable", "Escapable", "SendableMetatype", "BitwiseCopyable"}
# Names that start with an underscore are internal to the engine, except for these.
UNDERSCORED = {"_printChanges(_:)", "_printChanges(_:to:)"}


class Declaration(NamedTuple):
    module: str
    name: str  # dotted, with labels: "Store.send(_:)"
    kind: str  # "swift.method", or "conformance"
    text: str  # the declaration, without the names that a caller does not see
    comment: bool
    place: str  # "Sources/KumikiCore/Store/Store.swift:12", or "" if the compiler knows none
    owner: str  # the protocol of a requirement or the enum of a case; "" for others

    @property
    def line(self) -> str:
        if self.kind == "conformance":
            return f"{self.module}.{self.name} : {self.text}"
        return f"{self.module}.{self.name} = {self.text}"


def catalog(module: str) -> Path:
    """The folder of a module's articles."""
    tops = (tools.ROOT / "Sources", tools.ROOT / "architecture/Sources")
    return next(place for top in tops if (place := top / module / f"{module}.docc").exists())


def known_as(module: str) -> str:
    """The module under which a program knows the declarations of another module."""
    return EXPORTED_BY.get(module, module)


def extract() -> None:
    """Builds the modules and writes the graphs of each, into a folder of its name."""
    # SwiftPM passes the traits to the compiler in the order of a set. Another order would rebuild everything.
    os.environ["SWIFT_DETERMINISTIC_HASHING"] = "1"
    tools.output(BUILD, cwd=tools.ROOT)
    products = Path(tools.output([*BUILD, "--show-bin-path"], cwd=tools.ROOT).strip())
    target = json.loads(tools.output(["swift", "-print-target-info"]))["target"]["triple"]
    flags = ["-target", target, "-I", products / "Modules", *module_maps(tools.ROOT, products)]
    flags += ["-minimum-access-level", "public", "-skip-synthesized-members", "-emit-extension-block-symbols"]
    shutil.rmtree(FOLDER, ignore_errors=True)
    for module in sorted({*MODULES, *IMPORTED}):
        (FOLDER / module).mkdir(parents=True)
        floors = FLOORS.get(module, ())
        tools.output(["swift", "symbolgraph-extract", "-module-name", module, *flags, "-output-dir", FOLDER / module,
                      f"-experimental-allowed-reexported-modules={','.join(floors)}"])


def module_maps(root: Path, products: Path) -> list[str]:
    """The options with which Swift finds the C modules that the Swift modules import."""
    maps = [*(root / "Sources").glob("*/module.modulemap"), root / "include/module.modulemap"]
    maps += [products / f"{name}.build/module.modulemap"
             for name in ("CJSONText", "CKumikiCalls", "CKumikiChecks", "CKumikiRecorder", "CKumikiRuntime",
                          "COpenCombineHelpers")]
    flags = [f"-fmodule-map-file={each}" for each in maps if each.exists()]
    headers = ("include", "Sources/CJSONText/include", "Sources/CKumikiCalls/include", "sides/checks/include",
               "sides/recorder/include", "Sources/Toolchain/C/include")
    flags += [f"-I{root / path}" for path in headers]
    flags += tools.output(["pkg-config", "--cflags", "jansson"]).split()
    return [part for flag in flags for part in ("-Xcc", flag)]


def graphs(module: str) -> Iterator[tuple[str, dict]]:
    """A module's graphs, each with the module whose types it extends: Kumiki@Swift.symbols.json."""
    for path in sorted((FOLDER / module).glob("*.symbols.json")):
        yield path.name.removesuffix(".symbols.json").partition("@")[2], json.loads(path.read_text())


def declarations() -> list[Declaration]:
    """The public declarations and conformances of the modules."""
    found = {each for module in MODULES for _, graph in graphs(module) for each in of_graph(known_as(module), graph)}
    return sorted(found, key=lambda each: each.line)


def taken() -> Iterator[str]:
    """The names that may conflict with a program's names, as "Name" and "Type.name" without labels: top-level
    names of a module, members added to types of other modules and to the dependencies, and members of a store,
    which hide properties of its state."""
    for module in IMPORTED:
        for owner, graph in graphs(module):
            foreign = owner and not owner.startswith("Kumiki")
            for each in graph["symbols"]:
                parts = [part.partition("(")[0] for part in each["pathComponents"]]
                counts = len(parts) == 1 if not foreign else len(parts) == 2
                counts |= len(parts) == 2 and parts[0] in ("DependencyValues", "Store")
                if counts and is_promised(each) and re.fullmatch(r"\w+", parts[-1]):
                    if parts[-1] not in ("init", "subscript"):
                        yield ".".join(parts)


def of_graph(module: str, graph: dict) -> Iterator[Declaration]:
    names = {each["identifier"]["precise"]: name(each) for each in graph["symbols"]}
    owners, witnesses = owned(graph, names), witnessed(graph)
    for each in graph["symbols"]:
        if is_promised(each) and each["identifier"]["precise"] not in witnesses:
            spelled, kind = name(each), each["kind"]["identifier"]
            owner = owners.get(each["identifier"]["precise"], "")
            yield Declaration(
                module, spelled, kind, text(each), "docComment" in each, place(each), owner)
    for each in graph["relationships"]:
        subject = names.get(each["source"])
        if each["kind"] != "conformsTo" or not subject or has_underscore(subject):
            continue
        to = each.get("targetFallback") or names.get(each["target"], "")
        for floor in sum(FLOORS.values(), ()):
            to = to.replace(f"{floor}.", "Kumiki.")
        to = to.removeprefix("Swift.").removeprefix(f"{module}.")
        if to and to not in SELF_EVIDENT and not has_underscore(to):
            said = to + where(each.get("swiftConstraints", []))
            yield Declaration(module, subject, "conformance", said, True, "", "")


def owned(graph: dict, names: dict) -> dict[str, str]:
    """The requirements without a default and the cases, each with its type. A conforming type or a switch must
    name all of them."""
    given = {each["target"] for each in graph["relationships"]
             if each["kind"] == "defaultImplementationOf"}
    cases = {each["identifier"]["precise"] for each in graph["symbols"]
             if each["kind"]["identifier"] == "swift.enum.case"}
    found = {}
    for each in graph["relationships"]:
        asked = each["kind"] == "requirementOf" and each["source"] not in given
        if asked or each["kind"] == "memberOf" and each["source"] in cases:
            found[each["source"]] = names.get(each["target"], "")
    return found


def witnessed(graph: dict) -> set[str]:
    """Members that exist because a protocol of Swift requires them, or because every reducer has them. The
    conformance is the promise. Whether the type, an extension or the compiler provides the member may change.
    A setter goes beyond the requirement."""
    settable = {each["identifier"]["precise"] for each in graph["symbols"]
                if text(each).endswith("set }")}
    origins = {each["source"]: each["sourceOrigin"] for each in graph["relationships"] if "sourceOrigin" in each}
    return {source for source, origin in origins.items() if source not in settable
            and ("Kumiki" not in origin["identifier"] or origin["displayName"].startswith("Reducer."))}


def name(symbol: dict) -> str:
    return ".".join(symbol["pathComponents"])


def has_underscore(dotted: str) -> bool:
    return any(part.startswith("_") and part not in UNDERSCORED for part in dotted.split("."))


def is_promised(symbol: dict) -> bool:
    """Whether a program may name it. Generated declarations and extension blocks do not count."""
    spelled = name(symbol)
    if has_underscore(spelled) or spelled.startswith(IN_C):
        return False
    at = symbol.get("location", {}).get("uri", "")
    return symbol["kind"]["identifier"] != "swift.extension" and not at.endswith("/CTypes.swift")


def text(symbol: dict) -> str:
    """The declaration, with the conditions of the extension around it. Details that do not affect a caller are
    left out: how a property is stored, or what an initializer calls."""
    pieces = [each["spelling"] for each in symbol["declarationFragments"]
              if each["kind"] != "internalParam"]
    said = " ".join("".join(pieces).split())
    for written, meant in ((" : ", ": "), ("_ :", "_:"), ("(: ", "("), (",: ", ", "),
                           ("convenience ", ""), ("@discardableResult ", "")):
        said = said.replace(written, meant)
    if symbol["kind"]["identifier"].endswith("property") and "{" not in said:
        said += " { get set }" if re.search(r"\bvar ", said) else " { get }"
        said = re.sub(r"\blet ", "var ", said)
    conditions = where(symbol.get("swiftExtension", {}).get("constraints", []))
    return said + (f" [{conditions.strip()}]" if conditions else "")


def where(constraints: list) -> str:
    """Conditions, as written after a declaration."""
    signs = {"conformance": ":", "superclass": ":", "sameType": "=="}
    said = sorted(f"{each['lhs']} {signs[each['kind']]} {each['rhs']}" for each in constraints)
    said = [each for each in said if each.split()[-1] not in SELF_EVIDENT]
    return f" where {', '.join(said)}" if said else ""


def place(symbol: dict) -> str:
    location = symbol.get("location")
    if not location:
        return ""
    path = location["uri"].removeprefix("file://")
    return f"{tools.relative(path)}:{location['position']['line'] + 1}"
