internal import Kumiki

// Combined reducers that each declare cases accept the cases of all of them. A case declared by some fits
// those that do not declare it, and must fit all that do.
extension JSONShape {
  /// Checks an action of combined reducers.
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

  /// Whether a case is among the declared ones; nil if none are declared.
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

  /// Checks an action whose case only others declare. What operators read of it must still have its form.
  private func checkUnnamed(_ action: JSONActionNode) throws(JSONError) {
    guard namesCases else { return try check(action) }
    switch kind {
    case .cases: break
    case .history where undo?.actions.reads(action.node) == true: try check(action)
    default: for shape in kind == .history ? [child] : children { try shape.checkUnnamed(action) }
    }
  }

  /// The error for a value that names no declared case; nil if the shape declares no cases. The outermost of
  /// nested declarations counts.
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
