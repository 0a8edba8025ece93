internal import CustomDump
internal import Kumiki

/// Restores the names of wrapped properties: for `@Shared var items`, a dump shows the stored `_items`.
enum WrapperNames {
  /// A dump with the properties' names.
  ///
  /// - Parameter values: the dumped values.
  static func restored(in dump: String, of values: [Any]) -> String {
    var stored: Set<String> = []
    for value in values { collect(value, into: &stored) }
    if stored.isEmpty { return dump }
    return dump.split(separator: "\n", omittingEmptySubsequences: false)
      .map { restored(in: $0, stored) }.joined(separator: "\n")
  }

  /// A line begins with spaces, after a sign if it differs.
  private static func restored(in line: Substring, _ stored: Set<String>) -> String {
    guard let start = line.firstIndex(where: { !" +-\u{2212}".contains($0) }),
      let end = line[start...].firstIndex(of: ":"), stored.contains(String(line[start..<end]))
    else { return String(line) }
    return String(line[..<start] + line[start...].dropFirst())
  }

  /// The stored properties of wrappers, anywhere in a value.
  ///
  /// - Complexity: O(*n*) in the size of the value.
  private static func collect(_ value: Any, into stored: inout Set<String>) {
    if let shown = value as? any CustomDumpRepresentable {
      return collect(shown.customDumpValue, into: &stored)
    }
    let mirror =
      (value as? any CustomDumpReflectable)?.customDumpMirror ?? Mirror(reflecting: value)
    if mirror.displayStyle == .class { return }
    for child in mirror.children {
      if let label = child.label, label.hasPrefix("_"), child.value is any NamedWrapper {
        stored.insert(label)
      }
      collect(child.value, into: &stored)
    }
  }
}
