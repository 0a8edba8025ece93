internal import Kumiki

extension JSONError {
  static func expected(_ expected: String, found: String, path: String = "") -> JSONError {
    JSONError(.decode, path: path, message: "expected \(expected), found \(found)")
  }

  static func expected(_ expected: String, found node: JSONNode?, path: String = "") -> JSONError {
    .expected(expected, found: found(node), path: path)
  }

  /// An error that a case, or another of the known names, was expected.
  static func expected(
    oneOf known: [String], insteadOf node: JSONNode?, path: String = ""
  ) -> JSONError {
    .expected(
      oneOf: known, found: foundInsteadOfCase(node), name: node.flatMap(JSONCase.name(of:)),
      path: path)
  }

  static func expected(
    oneOf known: [String], found: String, name: String?, path: String
  ) -> JSONError {
    JSONError(
      .decode, path: path, message: KnownNames.expected(oneOf: known, found: found, name: name))
  }

  static func tooDeep(path: String) -> JSONError {
    JSONError(
      .tooDeep, path: path, message: "nested deeper than \(JSONLimits.standard.depth) levels")
  }

  /// This error with another path.
  func at(_ path: String) -> JSONError {
    var error = self
    error.path = path
    return error
  }

  /// Describes the value found, for a message.
  static func found(_ node: JSONNode?) -> String {
    guard let node else { return "nothing" }
    let value = JSON(borrowing: node)
    switch value.kind {
    case .object: return value.count == 0 ? "an empty object" : "an object"
    case .array: return value.count == 0 ? "an empty array" : "an array"
    case .string: return "text \"\((value.string ?? "").shortened)\""
    case .integer, .real, .bool, .null: return value.description
    }
  }

  /// Describes the value found, for a message that expects the name of a case.
  static func foundInsteadOfCase(_ node: JSONNode?) -> String {
    guard let node else { return "nothing" }
    if node.isText { return node.text.shortened }
    let names = node.members.prefix(4).map(\.key.string.shortened)
    if names.isEmpty { return found(node) }
    if names.count == 1 { return names[0] }
    return "\(node.memberCount) members: \(names.joined(separator: ", "))"
  }
}

// MARK: - Errors thrown by types

extension JSONError {
  /// An error that a type's own `encode(to:)` or `init(from:)` threw while it was at `node`.
  init(_ error: any Error, at node: some CodingNode) {
    let (message, path) = Self.parts(of: error)
    let own = node.codingPath
    // A coder made by the type itself does not know the path to the type.
    self.init(
      .decode, path: String(pointerTo: path.count >= own.count ? path : own),
      message: message.onOneLine)
    if case DecodingError.dataCorrupted(let context) = error {
      issueCode = (context.underlyingError as? any IssueNaming)?.issueCode
    }
  }

  /// This error of a type, with the text that it could not read. Types such as `UUID` do not tell it. A text with
  /// U+0000 is not shown: in C the message would end there.
  func adding(textFoundAt node: JSONNode?, _ place: String) -> JSONError {
    guard let node, node.isText, path == place, !node.textBytes.contains(0) else { return self }
    var error = self
    error.message =
      (message.hasSuffix(".") ? String(message.dropLast()) : message)
      + ", found \(Self.found(node))"
    return error
  }

  private static func parts(of error: any Error) -> (message: String, path: [any CodingKey]) {
    switch error {
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.dataCorrupted(let context):
      (context.debugDescription, context.codingPath)
    case DecodingError.keyNotFound(let key, let context):
      ("expected a value, found nothing", context.codingPath + [key])
    case EncodingError.invalidValue(_, let context):
      (context.debugDescription, context.codingPath)
    default: ("\(error)", [])
    }
  }
}
