/// A parsed JSON Patch (RFC 6902): operations that turn one value into another.
package struct JSONPatchOperations {
  struct Operation {
    let name: Name
    let path: JSONPointer
    /// For `move` and `copy`.
    let from: JSONPointer
    /// For `add`, `replace` and `test`.
    let value: JSON
  }

  enum Name: String, CaseIterable {
    case add, remove, replace, move, copy, test
  }

  let operations: [Operation]

  init(_ operations: some Sequence<Operation>) { self.operations = Array(operations) }

  /// Reads a patch.
  /// - Throws: `decode`, with the place in the patch.
  package init(_ json: JSON) throws(JSONError) {
    guard json.kind == .array else {
      throw JSONError(.decode, message: "a JSON Patch is an array of operations, not \(json)")
    }
    var operations: [Operation] = []
    for index in 0..<json.count {
      operations.append(
        try Self.operation(json[index: index]!, JSONPointer.root.appending(index: index)))
    }
    self.operations = operations
  }

  private static func operation(
    _ json: JSON, _ place: JSONPointer
  ) throws(JSONError) -> Operation {
    guard json.kind == .object else {
      throw JSONError(
        .decode, path: place.text, message: "an operation is an object with \"op\", not \(json)")
    }
    guard let name = json[key: "op"]?.string.flatMap(Name.init) else {
      throw JSONError.expected(
        oneOf: Name.allCases.map(\.rawValue), insteadOf: json[key: "op"]?.node,
        path: place.appending("op").text)
    }
    func pointer(_ member: String) throws(JSONError) -> JSONPointer {
      let path = place.appending(member).text
      guard let text = json[key: member]?.string else {
        throw JSONError(.decode, path: path, message: "expected a JSON Pointer")
      }
      do throws(JSONError) { return try JSONPointer(text) } catch {
        throw JSONError(.decode, path: path, message: error.message)
      }
    }
    let from = name == .move || name == .copy ? try pointer("from") : .root
    let path = try pointer("path")
    let value = json[key: "value"]
    if value == nil, [.add, .replace, .test].contains(name) {
      throw JSONError(
        .decode, path: place.appending("value").text, message: "\"\(name.rawValue)\" needs a value")
    }
    return Operation(name: name, path: path, from: from, value: value ?? .null)
  }
}
