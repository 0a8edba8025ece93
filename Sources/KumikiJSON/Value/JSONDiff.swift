/// Where two values differ: for each place a line for what was and one for what is.
package enum JSONDiff {
  /// `- /count: 1` for what was, `+ /count: 2` for what is. Empty where they are equal.
  package static func lines(_ old: JSON?, _ new: JSON?) -> [String] {
    var lines: [String] = []
    compare(old, new, "", &lines)
    return lines
  }

  private static func compare(_ old: JSON?, _ new: JSON?, _ path: String, _ lines: inout [String]) {
    if old == new { return }
    // What is nested too deep for the stack is shown as a whole.
    let goesOn = StackBudget.has(StackBudget.comparingReserve)
    if goesOn, let old, let new, old.kind == .object, new.kind == .object {
      for key in keys(old, new) {
        compare(old[key: key], new[key: key], path + JSONPointer.root.appending(key).text, &lines)
      }
    } else if goesOn, let old, let new, old.kind == .array, new.kind == .array {
      for index in 0..<max(old.count, new.count) {
        compare(old[index: index], new[index: index], "\(path)/\(index)", &lines)
      }
    } else {
      if let old { lines.append("- \(path): \(old)") }
      if let new { lines.append("+ \(path): \(new)") }
    }
  }

  /// The keys of both, in the order of the first, new ones last.
  private static func keys(_ old: JSON, _ new: JSON) -> [String] {
    old.keys + new.keys.filter { old[key: $0] == nil }
  }
}
