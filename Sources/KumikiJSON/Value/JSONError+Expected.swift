internal import KumikiValues

extension JSONError {
  static func expected(_ expected: String, found: String, path: String = "") -> JSONError {
    JSONError(.decode, path: path, message: "expected \(expected), found \(found)")
  }

  static func expected(_ expected: String, found node: JSONNode?, path: String = "") -> JSONError {
    .expected(expected, found: found(node), path: path)
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

  /// Returns this error with another path.
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
