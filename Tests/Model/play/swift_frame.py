"""What stands around the features of a Swift test: values, what is seen, and the types."""

from __future__ import annotations

from play.swift_types import Level, NotPrinted, Part, word

FRAME = '''
/// A JSON value.
private indirect enum Value: Hashable, Sendable {
  case null, bool(Bool), int(Int), real(Double), text(String), list([Value])
  case members([String: Value])
}

extension Value: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(integerLiteral value: Int) { self = .int(value) }
  init(floatLiteral value: Double) { self = .real(value) }
  init(stringLiteral value: String) { self = .text(value) }
  init(arrayLiteral elements: Value...) { self = .list(elements) }
  init(dictionaryLiteral elements: (Value, Value)...) {
    let names = elements.map { name, value in
      if case .text(let text) = name { (text, value) } else { ("", value) }
    }
    self = .members(Dictionary(names) { first, _ in first })
  }
}

extension Value: CustomStringConvertible, CustomDebugStringConvertible {
  var debugDescription: String { description }
  var description: String {
    switch self {
    case .null: "null"
    case .bool(let bool): "\(bool)"
    case .int(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): text.debugDescription
    case .list(let elements): "\(elements)"
    case .members(let members): Values(members).description
    }
  }
}

extension Value {
  func member(_ name: String) -> Value? {
    if case .members(let members) = self { members[name] } else { nil }
  }

  func changed(_ names: ArraySlice<String>, to value: Value?) -> Value? {
    guard let name = names.first else { return value }
    guard case .members(var members) = self else { return self }
    members[name] = (members[name] ?? .null).changed(names.dropFirst(), to: value)
    return .members(members)
  }
}

/// The members of a state that no operator works on.
private struct Values: Equatable, Sendable, ExpressibleByDictionaryLiteral,
  CustomStringConvertible
{
  private var members: [String: Value]

  init(_ members: [String: Value]) { self.members = members }
  init(dictionaryLiteral elements: (String, Value)...) {
    members = Dictionary(elements) { first, _ in first }
  }

  /// What is at names inside one another.
  subscript(names: String...) -> Value? {
    get { names.reduce(.members(members)) { $0?.member($1) } }
    set {
      let whole = Value.members(members).changed(names[...], to: newValue)
      if case .members(let changed)? = whole { members = changed }
    }
  }

  var description: String {
    let shown = members.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return "{\(shown.joined(separator: ", "))}"
  }
}

private struct Failure: Error { var value: Value }

/// What happened, in order.
private final class Seen: @unchecked Sendable {
  // On one thread.
  private(set) var lines: [String] = []
  func callAsFunction(_ line: String) { lines.append(line) }
}

private let seen = Seen()

/// The integer that is there, or 0, plus a number.
private func sum(_ value: Value?, _ number: Int) -> Value {
  if case .int(let there)? = value { .int(there &+ number) } else { .int(number) }
}

/// Waits until the task is cancelled.
private func forever() async { for await _ in AsyncStream<Never>(Never.self, { _ in }) {} }

private func path<Element>(_ entries: KeyValuePairs<UInt64, Element>) -> StackState<Element> {
  var path = StackState<Element>()
  for (id, element) in entries { path.push(element, as: StackElementID(generation: id)) }
  return path
}

extension DependencyValues {
  private enum NamedKey: DependencyKey { static var liveValue: [String: Value] { [:] } }
  fileprivate var named: [String: Value] {
    get { self[NamedKey.self] }
    set { self[NamedKey.self] = newValue }
  }
}

/// What the environment of a reducer says.
private func asked(_ name: String) -> Value {
  let here = DependencyValues.current
  switch name {
  case "is_presented": return .bool(here.isPresented)
  case "uuid": return .text(here.uuid().description)
  case "now": return .int(Int(Loop.current.now))
  case "date": return .int(Int(here.date.now))
  default: return here.named[name] ?? .null
  }
}
'''

ACTIONS = {
    "presentation": "PresentationAction<{action}>",
    "presentation_destination": "DestinationAction<{state}, {action}>",
    "for_each": "IdentifiedAction<Value, {action}>",
    "stack": "StackAction<{state}, {action}>",
    "navigation_destination": "NavigationAction<{state}, {action}>",
}
OWN = {
    "presentation": ("dismiss", "presented"),
    "presentation_destination": ("dismiss", "present", "presented"),
    "for_each": ("element",),
    "stack": ("element", "popFrom", "push"),
    "navigation_destination": ("dismiss", "element", "setPath"),
}
MEMBERS = {
    "scope": "var {name}: {state}",
    "if_let": "var {name}: {state}?",
    "presentation": "@PresentationState var {name}: {state}? = nil",
    "presentation_destination": "@PresentationState var {name}: {state}? = nil",
    "for_each": "var {name} = IdentifiedArray<Value, {state}>(id: \\.id)",
    "stack": "var {name} = StackState<{state}>()",
    "navigation_destination": "var {name} = StackState<{state}>()",
}


def types(level: Level) -> str:
    """The state and the action of a level, and the function that performs its scripts."""
    if level.is_bare:
        return state(level)
    return "\n\n".join([state(level), actions(level), performed(level)])


def state(level: Level) -> str:
    if level.is_enum:
        cases = [f"  case {word(p.name)}({p.level.name})" for p in level.parts.values()]
        return "\n".join([
            f"private enum {level.name}: Equatable, Sendable, CasePathable {{", *cases,
            *paths(level.name, [(p.name, p.level.name) for p in level.parts.values()]), "}",
        ])
    protocols = "Equatable, Sendable" + ", EphemeralState" * level.is_alert
    protocols += ", Identifiable" * bool(level.id_key or level.is_alert)
    lines = [f"private struct {level.name}: {protocols} {{", "  var values: Values = [:]"]
    lines += ["  " + stored(part) for part in level.parts.values()]
    return "\n".join([*lines, *identity(level), "}"])


def stored(part: Part) -> str:
    member = MEMBERS[part.kind].format(name=word(part.name), state=part.level.name)
    if part.is_loop and part.kind == "if_let":
        member = f"@Boxed {member} = nil"
    has_default = part.kind == "scope" and not part.level.is_enum
    return member + f" = {part.level.name}()" * has_default


def identity(level: Level) -> list[str]:
    """What tells one value from the next. Each alert is its own; equality does not see it."""
    if level.is_alert:
        names = ["values", *(word(part.name) for part in level.parts.values())]
        same = " && ".join(f"left.{name} == right.{name}" for name in names)
        return [
            '  let id = AlertState<Never>(title: "").id', "",
            f"  static func == (left: Self, right: Self) -> Bool {{ {same} }}",
        ]
    if not level.id_key:
        return []
    return [
        "", "  var id: Value {", f'    get {{ values["{level.id_key}"] ?? .null }}',
        f'    set {{ values["{level.id_key}"] = newValue }}', "  }",
    ]


def actions(level: Level) -> str:
    cases = [(part.case, action_type(part)) for part in level.cased()]
    if len({case for case, _ in cases}) < len(cases):
        raise NotPrinted("two operators with one case")
    return "\n".join([
        f"private indirect enum {level.action}: Sendable, CasePathable {{",
        "  case step(Int), other(String)",
        *(f"  case {word(name)}({payload})" for name, payload in cases),
        *paths(level.action, cases), "}",
    ])


def action_type(part: Part) -> str:
    shape = ACTIONS.get(part.kind, "{action}")
    return shape.format(action=part.level.action, state=part.level.name)


def paths(name: str, cases: list[tuple[str, str]]) -> list[str]:
    lines = ["  struct AllCasePaths {"]
    for given, payload in cases:
        case = word(given)
        lines += [
            f"    let {case} = CasePath<{name}, {payload}>(embed: {{ .{case}($0) }}) {{",
            f"      if case .{case}(let inner) = $0 {{ inner }} else {{ nil }}", "    }",
        ]
    return [*lines, "  }", "  static var allCasePaths: AllCasePaths { AllCasePaths() }"]


def performed(level: Level) -> str:
    head = f"private func perform(_ number: Int, _ state: inout {level.name})"
    return "\n".join([
        f"{head} -> Effect<{level.action}> {{", "  switch number {", *level.steps,
        "  default: return .none", "  }", "}",
    ])
