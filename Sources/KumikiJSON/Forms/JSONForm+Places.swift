// The places that a value of a form can have.
extension JSONForm {
  /// The form of a place one step inside.
  enum Place {
    case form(JSONForm)
    /// No form: it may be anything.
    case anything
    /// The place cannot exist. For a message: the reason, and the names that do exist.
    case none(why: String, known: [String])
  }

  /// The member or the case with a name, or the element at an index.
  func place(_ key: String, isCase: Bool) -> Place {
    let node = table.nodes[table.resolved(index)]
    switch node.kind {
    case .any, .shape: return .anything
    case .map: return .form(JSONForm(table, node.inner))
    case .array where UInt32(key).map { "\($0)" == key } == true:
      return .form(JSONForm(table, node.inner))
    case .text where isCase: return .anything
    case .object, .labels, .cases:
      let name = JSONCase(key)
      if let part = node.parts.first(where: { $0.name == name }) {
        return .form(JSONForm(table, part.form))
      }
      if node.kind != .cases, node.isOpen { return .anything }
      let what = node.kind == .cases || isCase ? "case" : "member"
      return .none(why: "no \(what) \(key.shortened)", known: node.parts.map(\.name.name))
    default: return .none(why: "\(node.kind.inWords) and nothing inside", known: [])
    }
  }

  /// The form of the elements of rows or of a navigation path.
  var elements: Place {
    let node = table.nodes[table.resolved(index)]
    switch node.kind {
    case .any, .shape: return .anything
    case .array: return .form(JSONForm(table, node.inner))
    default: return .none(why: "\(node.kind.inWords) and no rows", known: [])
    }
  }
}

extension JSONFormTable.Kind {
  fileprivate var inWords: String {
    switch self {
    case .integer, .unsigned: "an integer"
    case .number: "a number"
    case .text: "text"
    case .boolean: "true or false"
    case .array: "an array"
    case .cases: "cases"
    case .nothing: "no payload"
    default: "an object"
    }
  }
}
