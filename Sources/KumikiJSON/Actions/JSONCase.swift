internal import CJansson

/// The name of an enum case in JSON, and the forms in which it is written.
///
/// `"increment"`, `{"increment": null}` and `{"increment": {}}` are one case without payload;
/// `{"setCount": 3}` is a case with one. The only member of a value is read directly: a look-up by
/// hash would cost more than the comparison.
package struct JSONCase: Hashable, Sendable {
  package let name: String
  /// With a NUL behind, as jansson wants a key.
  private let bytes: [CChar]

  package init(_ name: some StringProtocol) {
    self.name = String(name)
    bytes = name.utf8.map { CChar(bitPattern: $0) } + [0]
  }

  /// The payload, borrowed: jansson's `null` for a case without one; nil where it is another case.
  package func payload(of node: JSONNode) -> JSONNode? {
    if node.pointee.type == JSON_STRING {
      return isEqual(node.textBytes) ? json_null() : nil
    }
    guard let member = JSONCase.member(of: node), isEqual(member.key) else { return nil }
    return member.value
  }

  /// As ``payload(of:)`` where other members may stand beside it; for naming a misfit.
  package func member(of node: JSONNode) -> JSONNode? {
    guard node.pointee.type == JSON_OBJECT else { return nil }
    return bytes.withUnsafeBufferPointer {
      json_object_getn(node, $0.baseAddress, $0.count - 1)
    }
  }

  private func isEqual(_ other: UnsafeRawBufferPointer) -> Bool {
    bytes.withUnsafeBytes { UnsafeRawBufferPointer(rebasing: $0.dropLast()).isEqual(to: other) }
  }

  /// The sole member of an object: its key bytes and its value, borrowed.
  package static func member(
    of node: JSONNode
  ) -> (key: UnsafeRawBufferPointer, value: JSONNode)? {
    guard node.pointee.type == JSON_OBJECT, json_object_size(node) == 1,
      let iterator = json_object_iter(node), let value = json_object_iter_value(iterator)
    else { return nil }
    let key = UnsafeRawBufferPointer(
      start: json_object_iter_key(iterator), count: json_object_iter_key_len(iterator))
    return (key, value)
  }

  /// The name of the case that a value is in, and its payload; nil where it is no enum value.
  package static func of(
    _ node: JSONNode
  ) -> (key: UnsafeRawBufferPointer, payload: JSONNode?)? {
    if node.pointee.type == JSON_STRING { return (node.textBytes, nil) }
    return member(of: node).map { ($0.key, $0.value) }
  }

  /// `{"name": payload}`, new.
  package func wrap(_ payload: JSON) -> JSON {
    JSON(stealing: wrapNode(payload.withNode { json_incref($0)! }))
  }

  private func wrapNode(_ payload: JSONNode) -> JSONNode {
    let object = JSON.made(json_object())
    bytes.withUnsafeBufferPointer { key in
      _ = json_object_setn_new_nocheck(object, key.baseAddress, key.count - 1, payload)
    }
    return object
  }
}

/// Cases inside one another: `destination.presented.counter`.
package struct JSONCasePath: Hashable, Sendable {
  package let cases: [JSONCase]

  /// - Throws: `invalidPointer` for an empty path or an empty name in it.
  package init(_ text: String) throws(JSONError) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard !text.isEmpty, parts.allSatisfy({ !$0.isEmpty }) else {
      throw JSONError(
        .invalidPointer, message: "a case path is names with dots between, not \"\(text)\"")
    }
    cases = parts.map { JSONCase($0) }
  }

  package var text: String { cases.map(\.name).joined(separator: ".") }

  /// The payload of the innermost case, borrowed; nil where the action is another case.
  package func payload(of node: JSONNode) -> JSONNode? {
    var node = node
    for name in cases {
      guard let inner = name.payload(of: node) else { return nil }
      node = inner
    }
    return node
  }

  package func wrap(_ payload: JSON) -> JSON {
    cases.reversed().reduce(payload) { $1.wrap($0) }
  }
}

extension UnsafeMutablePointer<json_t> {
  /// An action is an enum case: a text, or an object with one member.
  package var mayBeAction: Bool {
    kind == .string || kind == .object && json_object_size(self) == 1
  }
}
