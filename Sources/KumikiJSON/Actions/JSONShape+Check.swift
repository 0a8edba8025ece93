internal import CJansson
internal import Kumiki

// Which actions a reducer can read. Found before any reducer runs, so that a misspelt action is an error
// of the call and changes nothing. What operators are to take from the action is noted in it on the way.
extension JSONShape {
  /// - Throws: what does not fit in an action: all that an operator reads must have its form.
  @inline(__always)
  func check(_ action: JSONActionNode) throws(JSONError) {
    try reader?.borrowed { (shape) throws(JSONError) in try shape.checkHere(action) }
  }

  private func checkHere(_ action: JSONActionNode) throws(JSONError) {
    guard let branchHere else { return try checkOther(action) }
    let content = try branchHere.borrowed { (branch) throws(JSONError) in
      let content = try branch.read(action)
      if case .child(let inner)? = content { action.note(branch, inner) }
      return content
    }
    guard case .child(let inner)? = content else { return try check(content, of: action) }
    guard let childReader else { return }
    do throws(JSONError) {
      try childReader.borrowed { (shape) throws(JSONError) in try shape.checkHere(inner) }
    } catch {
      throw located(error)
    }
  }

  @inline(never)
  private func located(_ error: JSONError) -> JSONError {
    branch.map { error.below($0.childPlace) } ?? error
  }

  /// What is less frequent than the action of a child.
  @inline(never)
  private func check(
    _ content: JSONActionForm.Content?, of action: JSONActionNode
  ) throws(JSONError) {
    guard let branch else { return }
    var found: (error: JSONError, place: JSONPointer)?
    switch content {
    case .element(_, let inner):
      action.note(branch, inner)
      do throws(JSONError) { try child.check(inner) } catch { throw located(error) }
    case .present(_, let state?):
      found = mismatch(element: state).map { ($0.error, branch.place(.present, .state)) }
    case .push(_, let state):
      found = mismatch(element: state).map { ($0.error, branch.place(.push, .state)) }
    case .setPath(let path):
      found = mismatch(elementsOf: path).map { ($0.error, branch.place(.setPath)) }
    case .child, .dismiss, .present, .pop, .write, nil: break
    }
    if let found { throw found.error.below(found.place) }
  }

  @inline(never)
  private func checkOther(_ action: JSONActionNode) throws(JSONError) {
    switch kind {
    case .recursion: try child.check(action)
    case .cell: if let mismatch = cellKind?.mismatch(action.node) { throw mismatch }
    case .cases: if let mismatch = cases?.mismatch(action.node) { throw mismatch }
    case .all:
      var shape = self
      // An operator stands before those that it was attached to: the last goes on, and takes no stack.
      while shape.kind == .all, let last = shape.children.last {
        for member in shape.children.dropLast() { try member.check(action) }
        shape = last
      }
      try shape.check(action)
    case .none, .choice, .part, .slot, .rows, .binding: break
    }
  }

  /// What was said that the reducer's actions may be; of its parents' first.
  var knownCases: JSONCases? {
    var stack = [self]
    while let shape = stack.popLast() {
      if let cases = shape.cases { return cases }
      if shape.kind == .all { stack += shape.children.reversed() }
    }
    return nil
  }
}

extension Unmanaged {
  /// Calls `body` with what somebody else holds, and counts nothing.
  @inline(__always)
  fileprivate func borrowed<Result>(
    _ body: (Instance) throws(JSONError) -> Result
  ) throws(JSONError) -> Result {
    do {
      return try _withUnsafeGuaranteedRef { try body($0) }
    } catch {
      // The standard library's function forgets of which type it is.
      throw error as! JSONError
    }
  }
}
