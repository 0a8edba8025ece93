/// Writes an action and what it changed to standard error.
package enum ChangePrinter {
  package static func print(_ label: String, _ action: String, _ changes: [String]) {
    var text = label.isEmpty ? "" : "\(label): "
    text += "received \(action)\n"
    text += changes.isEmpty ? "  (no change)\n" : changes.map { "  \($0)\n" }.joined()
    System.complain(text)
  }
}
