package import Kumiki

extension Issue {
  /// The issue as the failure of a test.
  package var failure: String {
    var message = "\(code.rawValue): \(self.message)"
    if !label.isEmpty { message += "\n  by \(label)" }
    if let actionCase { message += "\n  while handling \(actionCase)" }
    return message
  }
}
