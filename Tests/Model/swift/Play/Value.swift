package import KumikiJSON

/// A JSON value that no operator works on: cases, scripts and traces.
package indirect enum Value: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case real(Double)
  case text(String)
  case array([Value])
  case object([String: Value])
}

extension Value {
  /// The member of an object.
  package subscript(name: String) -> Value? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  /// The element of an array.
  package subscript(index: Int) -> Value? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  var isNull: Bool { self == .null }
  package var text: String? { if case .text(let text) = self { text } else { nil } }
  var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
  var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
  package var array: [Value]? { if case .array(let elements) = self { elements } else { nil } }
  var object: [String: Value]? { if case .object(let members) = self { members } else { nil } }

  /// A time, or an id of a path: a negative number is neither.
  var count: UInt64? { integer.flatMap { UInt64(exactly: $0) } }

  /// The case of the value, and its payload; nil if the value is not a case.
  var asCase: (name: String, payload: Value)? {
    switch self {
    case .text(let name): (name, .null)
    case .object(let members) where members.count == 1:
      members.first.map { ($0.key, $0.value) }
    default: nil
    }
  }

  /// The payload inside nested cases; nil if the value is in other cases.
  func payload(below names: some Sequence<String>) -> Value? {
    var value = self
    for name in names {
      guard let (found, payload) = value.asCase, found == name else { return nil }
      value = payload
    }
    return value
  }

  /// The value as the payload of nested cases.
  func wrapped(in names: some BidirectionalCollection<String>) -> Value {
    names.reversed().reduce(self) { .object([$1: $0]) }
  }
}

extension Value {
  /// Reads a line of JSON; nil if it is not valid.
  package init?(line: String) {
    guard let json = try? JSONText.parse(line) else { return nil }
    self.init(json)
  }

  package init(_ json: JSON) {
    switch json.kind {
    case .null: self = .null
    case .bool: self = .bool(json.bool ?? false)
    case .integer: self = .integer(json.integer ?? 0)
    case .real: self = .real(json.real ?? 0)
    case .string: self = .text(json.string ?? "")
    case .array: self = .array((0..<json.count).compactMap { json[index: $0].map(Value.init) })
    case .object:
      let members = json.keys.map { ($0, json[key: $0].map(Value.init) ?? .null) }
      self = .object(Dictionary(members) { first, _ in first })
    }
  }

  package var json: JSON {
    switch self {
    case .null: .null
    case .bool(let bool): JSON(booleanLiteral: bool)
    case .integer(let number): JSON(integerLiteral: number)
    case .real(let number): JSON(floatLiteral: number)
    case .text(let text): JSON(stringLiteral: text)
    case .array, .object: (try? JSONText.parse(line)) ?? .null
    }
  }

  /// The value in one line, members in the order of their names.
  package var line: String {
    switch self {
    case .array(let elements): "[\(elements.map(\.line).joined(separator: ","))]"
    case .object(let members):
      "{"
        + members.sorted { $0.key < $1.key }
        .map { "\(Value.text($0.key).line):\($0.value.line)" }.joined(separator: ",") + "}"
    default: json.description
    }
  }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByIntegerLiteral
{
  package init(stringLiteral value: String) { self = .text(value) }
  package init(arrayLiteral elements: Value...) { self = .array(elements) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
}

/// The keys of a JSON Pointer.
func pointerKeys(_ pointer: String) -> [String] {
  pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { key in
    unescaped(String(key))
  }
}

/// `~1` is a slash and `~0` a tilde (RFC 6901).
private func unescaped(_ key: String) -> String {
  var text = ""
  var isEscaped = false
  for character in key {
    if isEscaped {
      text.append(character == "1" ? "/" : "~")
      isEscaped = false
    } else if character == "~" {
      isEscaped = true
    } else {
      text.append(character)
    }
  }
  return text
}
