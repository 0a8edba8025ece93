internal import Kumiki

/// What a value may be, as a program says it; with a question mark where null and absence are right too.
package struct JSONForm: Sendable {
  private enum Kind: String { case integer, unsigned, number, text, boolean, any }

  private let kind: Kind
  let isOptional: Bool

  package init(_ text: Substring) throws(JSONError) {
    var text = text.trimmed
    isOptional = text.last == "?"
    if isOptional { text = text.dropLast() }
    guard let kind = Kind(rawValue: String(text)) else { throw JSONForm.unknown(text) }
    self.kind = kind
  }

  static func unknown(_ text: some StringProtocol) -> JSONError {
    JSONError(
      .invalidPointer,
      message:
        "a kind is integer, unsigned, number, text, boolean or any, with or without a ?, or such "
        + "with labels (from: integer, to: integer), not \"\(text)\"")
  }

  func mismatch(_ node: JSONNode?) -> JSONError? {
    if isOptional, node.map(\.isNull) ?? true { return nil }
    switch (kind, node?.kind) {
    case (.unsigned, .integer) where node!.integer < 0:
      return .expected("an integer from 0", found: node)
    case (.any, _), (.integer, .integer), (.unsigned, .integer), (.number, .integer),
      (.number, .real), (.text, .string),
      (.boolean, .bool):
      return nil
    case (.integer, _), (.unsigned, _): return .expected("an integer", found: node)
    case (.number, _): return .expected("a number", found: node)
    case (.text, _): return .expected("text", found: node)
    case (.boolean, _): return .expected("true or false", found: node)
    }
  }
}

/// The fields of a state that views may write, each with what it may become.
package struct JSONFields: Sendable {
  private let forms: [JSONPointer: JSONForm]
  /// In the order in which they were given, for messages.
  private let known: [String]

  /// Of two with one pointer the later one counts.
  package init(_ fields: [(pointer: JSONPointer, form: JSONForm)]) {
    forms = Dictionary(fields.map { ($0.pointer, $0.form) }) { $1 }
    known = fields.map(\.pointer.text)
  }

  /// - Returns: whether the field may be absent.
  /// - Throws: where it is none of these, or the value is none for it.
  func check(_ pointer: JSONPointer, _ value: JSONNode) throws(JSONError) -> Bool {
    guard let form = forms[pointer] else {
      throw JSONError(
        .decode,
        message: KnownNames.advice("no such field; ", "there are ", known, for: pointer.text))
    }
    if let mismatch = form.mismatch(value) { throw mismatch }
    return form.isOptional
  }
}

extension Substring {
  var trimmed: Substring {
    var text = self
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return text
  }
}
