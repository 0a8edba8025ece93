package import Kumiki

/// Why an operator cannot use a value for a state, and where in the value the reason is.
package final class JSONMismatch: Sendable {
  package let error: JSONError
  /// The issue to raise if a reducer writes the value.
  package let code: Issue.Code

  init(_ error: JSONError, _ code: Issue.Code = .stateMisfit) {
    self.error = error
    self.code = code
  }

  static func duplicate(_ id: JSON) -> JSONMismatch {
    JSONMismatch(
      JSONError(.decode, message: "two rows have the id \(id)"), .duplicateElementID)
  }

  /// This mismatch with its path relative to the container of the member.
  func below(_ key: String) -> JSONMismatch {
    JSONMismatch(error.below(JSONPointer.root.appending(key)), code)
  }
}
