"""Features with a chain of operators, as Swift source."""

# The n-th child of a feature of each kind: the property, its type in an action, the operator.
CHILDREN = {
    "presentation": ("@Slot var c{n}: Child.State?", "PresentationAction<Child.Action>",
                     ".ifLet(\\.$c{n}, action: \\.c{n}) {{ Child() }}"),
    "alert": ("@Slot var c{n}: AlertState<Int>?", "PresentationAction<Int>",
              ".ifLet(\\.$c{n}, action: \\.c{n})"),
    "optional": ("var c{n}: Child.State?", "Child.Action",
                 ".ifLet(\\.c{n}, action: \\.c{n}) {{ Child() }}"),
    "rows": ("var c{n}: IdentifiedArrayOf<Child.State> = []", "IdentifiedActionOf<Child>",
             ".forEach(\\.c{n}, action: \\.c{n}) {{ Child() }}"),
    "path": ("var c{n} = StackState<Child.State>()", "StackActionOf<Child>",
             ".forEach(\\.c{n}, action: \\.c{n}) {{ Child() }}"),
    "on-change": ("var c{n} = 0", "Int",
                  ".onChange(of: \\.c{n}) {{ _, _ in Reduce {{ _, _ in .none }} }}"),
}
SLASHES = {
    "slash": ("@Slot var c{n}: Child.State?", "PresentationAction<Child.Action>",
              ".ifLet(\\.$c{n}, action: /Action.c{n}) {{ Child() }}"),
    "slash-rows": ("var c{n}: IdentifiedArrayOf<Child.State> = []", "id: Int, action: Child.Action",
                   ".forEach(\\.c{n}, action: /Action.c{n}(id:action:)) {{ Child() }}"),
}
MIXED = ("presentation", "rows", "optional", "path", "alert")
MODULES = ("Kumiki", "KumikiLegacy", "KumikiMacros", "KumikiArchitecture")


def kinds(module: str) -> tuple[str, ...]:
    slashes = SLASHES if module in ("KumikiLegacy", "KumikiArchitecture") else ()
    return (*CHILDREN, *slashes, "mixed", "combined")


def text(module: str, kind: str, count: int) -> str:
    """A feature with `count` operators of a kind on its reducer."""
    has_macros = module in ("KumikiMacros", "KumikiArchitecture")
    chain = [MIXED[n % len(MIXED)] if kind in ("mixed", "combined") else kind for n in range(count)]
    properties, cases, operators = [], [], []
    for n, each in enumerate(chain):
        declared, payload, operator = {**CHILDREN, **SLASHES}[each]
        properties.append(declared.format(n=n).replace(
            "@Slot", "@Presents" if has_macros else "@PresentationState"))
        cases.append((n, payload))
        operators.append(operator.format(n=n))
    base = "CombineReducers { Reduce { _, _ in .none }; Reduce { _, _ in .none } }"
    body = "\n      ".join([base if kind == "combined" else "Reduce { _, _ in .none }", *operators])
    has_paths = not has_macros and kind not in SLASHES
    lines = [f"import {module}", "", *child(has_macros), "",
             *feature(has_macros, has_paths, properties, cases)]
    return "\n".join([
        *lines, "  var body: some Reducer<State, Action> {", f"    {body}", "  }", "}", ""])


def child(has_macros: bool) -> list[str]:
    return [
        "@Reducer" if has_macros else "", f"struct Child{'' if has_macros else ': Reducer'} {{",
        "  @ObservableState" if has_macros else "",
        "  struct State: Equatable, Identifiable { var id = 0 }", "  enum Action { case tapped }",
        "  var body: some Reducer<State, Action> { EmptyReducer() }", "}"]


def feature(
    has_macros: bool, has_paths: bool, properties: list[str], cases: list[tuple[int, str]]
) -> list[str]:
    lines = ["@Reducer" if has_macros else "", f"struct Parent{'' if has_macros else ': Reducer'} {{"]
    lines += ["  @ObservableState"] if has_macros else []
    lines += ["  struct State: Equatable {", *(f"    {each}" for each in properties), "  }"]
    lines += [f"  enum Action{': CasePathable' if has_paths else ''} {{"]
    lines += [f"    case c{n}({payload})" for n, payload in cases]
    if has_paths:
        lines += ["    struct AllCasePaths: Sendable {"]
        for n, payload in cases:
            lines += [f"      var c{n}: CasePath<Action, {payload}> {{",
                      f"        CasePath(embed: Action.c{n}) {{",
                      f"          if case .c{n}(let payload) = $0 {{ payload }} else {{ nil }}",
                      "        }", "      }"]
        lines += ["    }", "    static var allCasePaths: AllCasePaths { AllCasePaths() }"]
    return [*lines, "  }", ""]
