package import KumikiJSON

/// Shows the lines that differ between two JSON values, with some context.
///
///       {
///     -   "count": 2,
///     +   "count": 1,
///         "log": []
///       }
package enum JSONLineDiff {
  /// The number of lines shown before and after a line that differs.
  private static let context = 3

  /// Returns an empty string if the values are equal. Otherwise returns lines that begin with "- " (only in
  /// `expected`), "+ " (only in `actual`) or two spaces. Keys are sorted. Lines far from any difference are replaced
  /// by "…".
  package static func text(_ expected: JSON, _ actual: JSON) -> String {
    expected == actual ? "" : shown(merged(JSONLines(expected).lines, JSONLines(actual).lines))
  }

  private struct Row {
    let sign: String
    let text: String
    var differs: Bool { sign != "  " }
  }

  /// Merges the lines of both values. Removed lines come before the lines that replace them.
  private static func merged(_ old: [JSONLines.Line], _ new: [JSONLines.Line]) -> [Row] {
    let difference = new.difference(from: old)
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var rows: [Row] = []
    var (i, j) = (0, 0)
    while i < old.count || j < new.count {
      if i < old.count, removed.contains(i) {
        rows.append(Row(sign: "- ", text: old[i].shown))
        i += 1
      } else if j < new.count, inserted.contains(j) {
        rows.append(Row(sign: "+ ", text: new[j].shown))
        j += 1
      } else {
        rows.append(Row(sign: "  ", text: new[j].shown))
        i += 1
        j += 1
      }
    }
    return rows
  }

  private static func shown(_ rows: [Row]) -> String {
    var isNear = rows.indices.map { index in
      rows[max(0, index - context)...min(rows.count - 1, index + context)].contains(
        where: \.differs)
    }
    // A single omitted line would take no less room than the omission mark.
    for index in rows.indices where !isNear[index] {
      let isAlone = (index == 0 || isNear[index - 1]) && (isNear.dropFirst(index + 1).first ?? true)
      if isAlone { isNear[index] = true }
    }
    var lines: [String] = []
    var isGap = false
    for (index, row) in rows.enumerated() {
      if isNear[index] {
        lines.append(row.sign + row.text)
      } else if !isGap {
        lines.append("  …")
      }
      isGap = !isNear[index]
    }
    return lines.joined(separator: "\n")
  }
}

/// A JSON value as indented lines, for comparison.
///
/// Commas are not part of a line's string, so a member that comes last in only one of the values is the same line in
/// both. Values that are nested too deeply for a reader stay on one line.
struct JSONLines {
  struct Line: Equatable {
    let text: String
    let hasComma: Bool

    /// Lines are equal if their strings are.
    static func == (left: Line, right: Line) -> Bool { left.text.isExactly(right.text) }

    var shown: String { hasComma ? text + "," : text }
  }

  private(set) var lines: [Line] = []
  private static let deepest = 40

  init(_ value: JSON) { add(value, indent: "", prefix: "", comma: false) }

  private mutating func add(_ value: JSON, indent: String, prefix: String, comma: Bool) {
    let brackets: (String, String)? =
      switch value.kind {
      case .object: ("{", "}")
      case .array: ("[", "]")
      default: nil
      }
    guard let (open, close) = brackets, value.count > 0, indent.utf8.count < Self.deepest * 2 else {
      lines.append(Line(text: indent + prefix + "\(value)", hasComma: comma))
      return
    }
    lines.append(Line(text: indent + prefix + open, hasComma: false))
    let inner = indent + "  "
    let members =
      value.kind == .object
      ? value.keys.sorted().map { ("\(JSON(stringLiteral: $0)): ", value[key: $0]!) }
      : (0..<value.count).map { ("", value[index: $0]!) }
    for (index, (name, member)) in members.enumerated() {
      add(member, indent: inner, prefix: name, comma: index < members.count - 1)
    }
    lines.append(Line(text: indent + close, hasComma: comma))
  }
}
