internal import Kumiki

// Checks actions before a reducer runs, so that a misspelt action changes nothing.
extension JSONShape {
  /// - Throws: what does not fit in an action. Everything that an operator reads must have its form.
  @inline(__always)
  func check(_ action: JSONActionNode) throws(JSONError) {
    try Uncounted(self).check(action)
  }

  /// Notes the child's action and returns its reader; nil if the action ends here, or needs a closer look.
  @inline(__always)
  fileprivate func noteChild(
    of action: JSONActionNode
  ) -> (Uncounted<JSONShape>?, JSONActionNode)? {
    guard let way, let (_, child) = way.child(of: action) else { return nil }
    action.note(way.serial, child)
    return (childReader, child)
  }

  /// Checks an action that is not a child's: it ends here, or continues beside an id.
  @inline(never)
  fileprivate func check(
    _ action: JSONActionNode, of whole: JSONActionNode, by shape: JSONShape
  ) throws(JSONError) {
    do throws(JSONError) {
      try shape.checkOther(action)
    } catch {
      var (reader, here, place) = (reader, whole, JSONPointer.root)
      while here.node != action.node, let above = reader?.object, let branch = above.branch,
        let (_, child) = branch.way.child(of: here)
      {
        place = place.appending(branch.childPlace)
        (reader, here) = (above.childReader, child)
      }
      throw error.below(place)
    }
  }

  /// Checks the actions that are less frequent than a child's.
  private func check(_ action: JSONActionNode, in branch: JSONBranch) throws(JSONError) {
    var found: (error: JSONError, place: JSONPointer)?
    switch try branch.read(action) {
    case .element(_, let inner):
      action.note(branch.serial, inner)
      do throws(JSONError) { try child.check(inner) } catch { throw error.below(branch.childPlace) }
    case .present(_, let state?):
      found = try misfit(state).map { ($0.error, branch.place(.present, .state)) }
    case .push(_, let state):
      found = try misfit(state).map { ($0.error, branch.place(.push, .state)) }
    case .setPath(let path):
      found = try misfit(path: path).map { ($0.error, branch.place(.setPath)) }
    case .child, .dismiss, .present, .pop, .write, nil: break
    }
    if let found { throw found.error.below(found.place) }
  }

  /// Why a state in an action does not fit, after missing members were added.
  private func misfit(_ state: JSONNode) throws(JSONError) -> JSONMismatch? {
    guard let mismatch = mismatch(element: state) else { return nil }
    guard let whole = try child.completed(state) else { return mismatch }
    return self.mismatch(element: whole.node)
  }

  private func misfit(path: JSONNode) throws(JSONError) -> JSONMismatch? {
    guard let mismatch = mismatch(elementsOf: path) else { return nil }
    guard let whole = try completed(path, after: steps.count) else { return mismatch }
    return self.mismatch(elementsOf: whole.node)
  }

  private func checkOther(_ action: JSONActionNode) throws(JSONError) {
    if let branch { return try check(action, in: branch) }
    switch kind {
    case .recursion: try child.check(action)
    case .substate: if let mismatch = substateKind?.mismatch(action.node) { throw mismatch }
    case .cases: if let mismatch = cases?.mismatch(action.node) { throw mismatch }
    case .all where isJoin: try checkJoined(action)
    case .all:
      var shape = self
      // An operator precedes those it was attached to: the loop continues with the last and takes no stack.
      while shape.kind == .all, !shape.isJoin, let last = shape.children.last {
        for member in shape.children.dropLast() { try member.check(action) }
        shape = last
      }
      try shape.check(action)
    case .history:
      guard let undo, undo.actions.reads(action.node) else { return try child.check(action) }
      if let mismatch = undo.actions.mismatch(action.node) { throw mismatch }
    case .none, .choice, .part, .slot, .rows, .binding, .declared, .holder: break
    }
  }
}

extension Uncounted<JSONShape> {
  /// Same as the shape's own.
  @inline(__always)
  func check(_ action: JSONActionNode) throws(JSONError) {
    var (reader, here) = (with { $0.reader }, action)
    while let found = reader?.with({ $0.noteChild(of: here) }) { (reader, here) = found }
    if let reader { try object.check(here, of: action, by: reader.object) }
  }
}
