/// Where a reducer with `printChanges` tells of its actions, as text.
///
///     settings: received row.rename: "Bob"
///       - /rows/0/name: "Ann"
///       + /rows/0/name: "Bob"
public struct ChangePrinter: Sendable {
  private let write: @Sendable (String) -> Void

  /// - Parameter write: is given one action's text, with a line feed after each line.
  public init(_ write: @escaping @Sendable (_ text: String) -> Void) { self.write = write }

  /// Writes to standard error, an action's text in one piece.
  public static let standardError = Self { System.complain($0) }

  package func print(_ label: String, _ action: String, _ changes: [String]) {
    var text = label.isEmpty ? "" : "\(label): "
    text += "received \(action)\n"
    text += changes.isEmpty ? "  (no change)\n" : changes.map { "  \($0)\n" }.joined()
    write(text)
  }
}
