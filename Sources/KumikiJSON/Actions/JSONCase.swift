internal import KumikiValues

/// The name of an enum case in JSON. `"increment"`, `{"increment": null}` and `{"increment": {}}` are the
/// same case without a payload; `{"setCount": 3}` is a case with a payload.
// Sendable: the step belongs to the key, which never changes.
package struct JSONCase: Hashable, @unchecked Sendable {
  private let key: JSONPointer
  /// The step to the payload, for a cursor; valid while this value lives.
  let step: JSONSegmentRef

  package init(_ name: some StringProtocol) {
    key = JSONPointer(keys: [String(name)])
    step = key.segments.step(0)
  }

  package static func == (left: Self, right: Self) -> Bool { left.key == right.key }
  package func hash(into hasher: inout Hasher) { hasher.combine(key) }

  init(bytes: JSONBytes) { self.init(bytes.string) }

  package var name: String { key.segments[0].text }

  /// The pointer to the payload in a value of the case.
  var pointer: JSONPointer { key }

  /// The step to the payload; valid while this value lives.
  var segment: JSONPointer.Segment { key.segments[0] }

  func isNamed(_ bytes: JSONBytes) -> Bool {
    withExtendedLifetime(key) { segment.raw.isEqual(to: bytes) }
  }

  /// Returns the payload, borrowed: jansson's `null` for a case without a payload; nil for another case.
  package func payload(of node: JSONNode) -> JSONNode? {
    withExtendedLifetime(key) { segment.payload(of: node) }
  }

  /// Returns the payload even if the object has other members, for error messages.
  package func member(of node: JSONNode) -> JSONNode? {
    withExtendedLifetime(key) { segment.member(of: node) }
  }

  /// Returns the only member of an object: the bytes of its key, and its value, borrowed.
  package static func member(
    of node: JSONNode
  ) -> (key: JSONBytes, value: JSONNode)? {
    node.soleEntry.map { ($0.key, $0.value) }
  }

  /// Returns the name of a value's case, and its payload; nil if the value is not an enum case.
  package static func of(
    _ node: JSONNode
  ) -> (key: JSONBytes, payload: JSONNode?)? {
    if node.isText { return (node.textBytes, nil) }
    return member(of: node).map { ($0.key, $0.value) }
  }

  /// Returns the name of a value's case as a string; nil if the value is not an enum case.
  package static func name(of node: JSONNode) -> String? {
    of(node).map { $0.key.string }
  }

  /// Returns a new `{"name": payload}`.
  package func wrap(_ payload: JSON) -> JSON {
    JSON(members: [(name, payload)])
  }
}

extension JSONPointer.Segment {
  /// Returns the payload of the case with this name, as ``JSONCase`` does.
  func payload(of node: JSONNode) -> JSONNode? {
    if node.isText { return raw.isEqual(to: node.textBytes) ? JSONNode.null : nil }
    guard let member = node.soleEntry, isKey(of: member) else { return nil }
    return member.value
  }

  func member(of node: JSONNode) -> JSONNode? {
    node.member(raw)
  }

  /// Whether this is the name of a value's case.
  func isCase(of node: JSONNode) -> Bool {
    if let member = node.soleEntry { return isKey(of: member) }
    return node.isText && raw.isEqual(to: node.textBytes)
  }

  /// Whether this is the name of a member, given by jansson's iterator.
  @inline(__always)
  func isKey(of member: JSONMember) -> Bool { raw.isEqual(to: member.key) }
}

/// The names of nested cases: `destination.presented.counter`.
// Sendable: the names are never written after initialization.
package struct JSONCasePath: Hashable, @unchecked Sendable {
  /// The names, stored as the keys of a pointer.
  private let keys: JSONPointer
  /// The names as steps, valid while this value lives.
  let segments: JSONSteps

  /// - Throws: `invalidPointer` for an empty path or an empty name in it.
  package init(_ text: String) throws(JSONError) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard !text.isEmpty, parts.allSatisfy({ !$0.isEmpty }) else {
      throw JSONError(
        .invalidPointer, message: "a case path is names with dots between, not \"\(text)\"")
    }
    keys = JSONPointer(keys: parts.map { String($0) })
    segments = keys.segments
  }

  package static func == (left: Self, right: Self) -> Bool { left.keys == right.keys }
  package func hash(into hasher: inout Hasher) { hasher.combine(keys) }

  package var cases: [JSONCase] { names.map { JSONCase($0) } }
  package var names: [String] { keys.keys }
  package var text: String { names.joined(separator: ".") }

  /// The pointer to the payload in an action.
  var pointer: JSONPointer { keys }

  /// Returns the payload of the innermost case, borrowed; nil if the action is another case.
  package func payload(of node: JSONNode) -> JSONNode? {
    withExtendedLifetime(keys) { JSONActionNode(node).payload(segments)?.node }
  }

  /// Returns the action with this path, with a payload or as a case without a payload.
  package func wrap(_ payload: JSON?) -> JSON {
    let cases = cases
    let innermost = payload.map(cases.last!.wrap) ?? JSON(stringLiteral: cases.last!.name)
    return cases.dropLast().reversed().reduce(innermost) { $1.wrap($0) }
  }
}

extension JSONPointer {
  /// The pointer through the payloads of nested cases.
  package init(_ cases: JSONCasePath) { self = cases.pointer }
}

extension JSONCasePath {
  /// Returns an action with another payload at the path, through elements too; nil for another case.
  package func replacingPayload(of action: JSON, with payload: JSON) -> JSON? {
    action.withNode { Self.replaced($0, cases[...], payload) }
  }

  private static func replaced(
    _ node: JSONNode, _ rest: ArraySlice<JSONCase>, _ payload: JSON
  ) -> JSON? {
    guard let name = rest.first else { return payload }
    guard StackBudget.has(StackBudget.codingReserve) else { return nil }
    if let inner = name.payload(of: node) {
      return replaced(inner, rest.dropFirst(), payload).map { name.wrap($0) }
    }
    guard let (_, action) = JSONActionNode(node).soleElement else { return nil }
    return replaced(action.node, rest, payload).map {
      JSON(borrowing: node).setting(ActionWord.action.text, to: $0)
    }
  }
}

extension JSONError {
  /// Returns an error that says which case or cases were expected.
  static func expected(
    oneOf known: [String], insteadOf node: JSONNode?, path: String = ""
  ) -> JSONError {
    .expected(
      oneOf: known, found: foundInsteadOfCase(node), name: node.flatMap(JSONCase.name(of:)),
      path: path)
  }

  /// The error for JSON that is not an enum case: neither a string nor an object with one member.
  package static var notAnAction: JSONError {
    JSONError(
      .decode, message: "expected an action: a case as a text, or an object with one member")
  }
}
