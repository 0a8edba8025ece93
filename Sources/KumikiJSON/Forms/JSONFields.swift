internal import Kumiki

/// The fields of a state that views may write, each with its form.
package struct JSONFields: Sendable {
  /// In the given order.
  let fields: [(pointer: JSONPointer, form: JSONForm)]
  private let forms: [JSONPointer: JSONForm]

  /// If two fields have the same pointer, the later one counts.
  package init(_ fields: [(pointer: JSONPointer, form: JSONForm)]) {
    self.fields = fields
    forms = Dictionary(fields.map { ($0.pointer, $0.form) }) { $1 }
  }

  /// - Returns: whether the field may be absent.
  /// - Throws: if the pointer is not one of these fields, or the value does not fit the field.
  func check(
    _ pointer: JSONPointer, _ value: JSONNode, in state: JSONState
  ) throws(JSONError) -> Bool {
    guard let form = forms[pointer] else {
      throw JSONError(
        .decode,
        message: KnownNames.advice(
          "no such field; ", "there are ", fields.map(\.pointer.text), for: pointer.text))
    }
    guard form.isAsDeclared else {
      if let mismatch = form.mismatch(value) { throw mismatch }
      return form.isOptional
    }
    let declared = state.declared(at: pointer)
    if let mismatch = declared.firstResult({ $0.mismatch(value) }) { throw mismatch }
    guard !declared.isEmpty else {
      throw JSONError(.decode, message: "no shape says what it may be")
    }
    return declared.allSatisfy(\.isOptional)
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
