internal import KumikiJSON

/// A JSON value as indented lines, for comparing.
///
/// Commas are not part of a line's text, so a member that is last in only one of the values is the same line
/// in both. Values nested deeper than a reader can follow stay on one line.
struct JSONLines {
  struct Line: Equatable {
    let text: String
    let hasComma: Bool

    /// Lines are equal if their texts are.
    static func == (left: Line, right: Line) -> Bool { left.text == right.text }

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
