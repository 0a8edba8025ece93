internal import CJansson

extension JSONShape {
  /// An action for a person who looks at what happens: its cases, the ids of rows, and its payload.
  ///
  /// `rows.element[7].rename: "Bob"`. An issue shows none of that, as it may end in a log.
  func text(of action: JSONNode) -> String {
    var path: [String] = []
    var node = action
    for name in names(of: action) {
      if let (id, inner) = JSONElementActionOptic.parts(node), name == "element" {
        path.append("\(name)[\(JSON(borrowing: id))]")
        node = inner
      } else {
        path.append(name)
        node = JSONCase(name).payload(of: node) ?? json_null()
      }
    }
    let isNothing =
      path.isEmpty || node.isNull
      || node.pointee.type == JSON_OBJECT && json_object_size(node) == 0
    return path.joined(separator: ".") + (isNothing ? "" : ": \(JSON(borrowing: node))")
  }
}
