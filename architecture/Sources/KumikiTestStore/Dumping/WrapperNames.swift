/// Restores the names of wrapped properties: for `@Shared var items`, a dump shows the stored `_items`.
enum WrapperNames {
  /// A dump with the properties' names.
  ///
  /// - Parameter values: the dumped values.
  static func restored(in dump: String, of values: [Any]) -> String {
    let stored = DumpedParts.storedNames(in: values)
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
}
