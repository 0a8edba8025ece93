/// The differences between two values: a line for each old and each new value.
package enum JSONDiff {
  /// Returns `- /count: 1` for an old value, `+ /count: 2` for a new one. Empty if the values are equal.
  package static func lines(_ old: JSON?, _ new: JSON?) -> [String] {
    var lines: [String] = []
    compare(old, new, "", &lines)
    return lines
  }

  private static func compare(_ old: JSON?, _ new: JSON?, _ path: String, _ lines: inout [String]) {
    if old == new { return }
    // A value nested too deep for the stack is shown as a whole.
    let hasStack = StackBudget.has(StackBudget.comparingReserve)
    if hasStack, let old, let new, old.kind == .object, new.kind == .object {
      for key in keys(old, new) {
        compare(old[key: key], new[key: key], path + JSONPointer.root.appending(key).text, &lines)
      }
    } else if hasStack, let old, let new, old.kind == .array, new.kind == .array {
      for index in 0..<max(old.count, new.count) {
        compare(old[index: index], new[index: index], "\(path)/\(index)", &lines)
      }
    } else {
      if let old { lines.append("- \(path): \(old)") }
      if let new { lines.append("+ \(path): \(new)") }
    }
  }

  /// Returns the keys of both objects, in the order of the first; new keys last.
  private static func keys(_ old: JSON, _ new: JSON) -> [String] {
    old.keys + new.keys.filter { old[key: $0] == nil }
  }
}
