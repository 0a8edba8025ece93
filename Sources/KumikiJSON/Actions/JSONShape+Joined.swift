internal import Kumiki

// Reducers beside each other that each name their cases: together they know the cases of all. A case that one
// of them names is right for those that do not name it, and has to be right for all that do.
extension JSONShape {
  /// Checks an action of reducers that stand beside each other.
  func checkJoined(_ action: JSONActionNode) throws(JSONError) {
    guard let key = JSONCase.of(action.node)?.key, names(key) == true else {
      throw mismatch(ofNoCase: action.node) ?? .notAnAction
    }
    for shape in children {
      if shape.names(key) == false {
        try shape.checkUnnamed(action)
      } else {
        try shape.check(action)
      }
    }
  }

  /// Whether a case is among those that were named here; nil where none were.
  func names(_ key: JSONBytes) -> Bool? {
    guard namesCases else { return nil }
    switch kind {
    case .cases: return cases?.form.index(ofCase: key) != nil
    case .history: return undo?.actions.names(key) == true ? true : child.names(key)
    default:
      let answers = children.compactMap { $0.names(key) }
      return isJoin ? answers.contains(true) : answers.allSatisfy(\.self)
    }
  }

  /// Checks an action of a case that others name: what operators read of it has its form all the same.
  private func checkUnnamed(_ action: JSONActionNode) throws(JSONError) {
    guard namesCases else { return try check(action) }
    switch kind {
    case .cases: break
    case .history where undo?.actions.reads(action.node) == true: try check(action)
    default: for shape in kind == .history ? [child] : children { try shape.checkUnnamed(action) }
    }
  }

  /// What a value is told that is none of the cases; nil where none were named. Of cases inside each other
  /// those of the outermost count.
  func mismatch(ofNoCase node: JSONNode) -> JSONError? {
    let names = namedCases
    return names.isEmpty ? nil : .expected(oneOf: names.map(\.name), insteadOf: node)
  }

  private var namedCases: [JSONCase] {
    guard namesCases else { return [] }
    if let form = cases?.form { return form.caseNames }
    guard isJoin else { return children.lazy.map(\.namedCases).first { !$0.isEmpty } ?? [] }
    var names: [JSONCase] = []
    for name in children.flatMap(\.namedCases) where !names.contains(name) { names.append(name) }
    return names
  }
}
