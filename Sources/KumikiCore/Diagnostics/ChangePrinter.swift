/// Where a reducer with `printChanges` prints its actions and changes.
///
///     settings: received row.rename: "Bob"
///       - /rows/0/name: "Ann"
///       + /rows/0/name: "Bob"
public struct ChangePrinter: Sendable {
  private let write: @Sendable (String) -> Void
  /// Whether it gets only the names of actions, without payloads and changes.
  let isBrief: Bool

  /// - Parameters:
  ///   - write: is called with one action's text, with a line feed after each line.
  ///   - isBrief: leaves out the payloads of actions, and what they changed.
  public init(isBrief: Bool = false, _ write: @escaping @Sendable (_ text: String) -> Void) {
    self.isBrief = isBrief
    self.write = write
  }

  /// Writes to standard error, each action's text in one piece.
  public static let standardError = Self { System.complain($0) }

  /// ``standardError`` under its name in the Composable Architecture.
  public static var customDump: Self { standardError }

  /// Writes only the case of each action to standard error.
  public static let actionLabels = Self(isBrief: true) { System.complain($0) }

  /// - Parameter changes: what the action changed; nil to leave that out.
  package func print(_ label: String, _ action: String, _ changes: [String]? = nil) {
    var text = (label.isEmpty ? "" : "\(label): ") + "received \(action)\n"
    if let changes {
      text += changes.isEmpty ? "  (no change)\n" : changes.map { "  \($0)\n" }.joined()
    }
    write(text)
  }
}
