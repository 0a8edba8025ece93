/// Prints the actions and changes of a reducer that has `printChanges`.
///
///     settings: received row.rename: "Bob"
///       - /rows/0/name: "Ann"
///       + /rows/0/name: "Bob"
public struct ChangePrinter: Sendable {
  private let write: @Sendable (String) -> Void
  /// Whether only the names of actions are printed, without payloads and changes.
  let isBrief: Bool

  /// - Parameters:
  ///   - write: called with one action's text, with a line feed after each line.
  ///   - isBrief: whether to leave out the payloads of actions and their changes.
  public init(isBrief: Bool = false, _ write: @escaping @Sendable (_ text: String) -> Void) {
    self.isBrief = isBrief
    self.write = write
  }

  /// Writes to standard error, one write for each action.
  public static let standardError = Self { System.complain($0) }

  /// ``standardError`` under its name in the Composable Architecture.
  public static var customDump: Self { standardError }

  /// Writes only the case path of each action to standard error.
  public static let actionLabels = Self(isBrief: true) { System.complain($0) }

  /// - Parameter changes: the changes that the action made; nil to omit them.
  package func print(_ label: String, _ action: String, _ changes: [String]? = nil) {
    var text = (label.isEmpty ? "" : "\(label): ") + "received \(action)\n"
    if let changes {
      text += changes.isEmpty ? "  (no change)\n" : changes.map { "  \($0)\n" }.joined()
    }
    write(text)
  }
}
