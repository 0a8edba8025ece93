internal import CJansson
internal import Kumiki

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
