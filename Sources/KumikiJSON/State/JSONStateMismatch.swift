package import Kumiki

/// What an operator could not use in a value that is to be put into a state, and where in the value.
package final class JSONMismatch: Sendable {
  package let error: JSONError
  /// The issue that it is where a reducer writes the value.
  package let code: Issue.Code

  init(_ error: JSONError, _ code: Issue.Code = .stateMisfit) {
    self.error = error
    self.code = code
  }

  static func twin(_ id: JSON) -> JSONMismatch {
    JSONMismatch(
      JSONError(.decode, message: "two rows have the id \(id)"), .duplicateElementID)
  }

  /// This mismatch with its place told from the value around the member.
  func below(_ key: String) -> JSONMismatch {
    JSONMismatch(error.below(JSONPointer.root.appending(key)), code)
  }
}
