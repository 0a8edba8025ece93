internal import KumikiValues

// Checks actions before a reducer runs, so that a misspelt action changes nothing.
extension JSONShape {
  /// - Throws: the mismatch of an action. Every part that an operator reads must match.
  @inline(__always)
  func check(_ action: JSONActionNode) throws(JSONError) {
    try Uncounted(self).check(action)
  }

  /// Records and returns the child's action and its reader; nil if the action ends or needs a closer check.
  @inline(__always)
  fileprivate func noteChild(
    of action: JSONActionNode
  ) -> (Uncounted<JSONShape>?, JSONActionNode)? {
    guard let branch, let child = branch.with({ $0.noteChild(of: action) }) else { return nil }
    return (childReader, child)
  }

  /// Returns the place of an inner action in a whole action.
  fileprivate func place(of action: JSONActionNode, in whole: JSONActionNode) -> JSONPointer {
    var (reader, here, place) = (reader, whole, JSONPointer.root)
    while here.node != action.node, let above = reader?.object, let branch = above.branch?.object,
      let (_, child) = branch.child(of: here)
    {
      place = place.appending(branch.childPlace)
      (reader, here) = (above.childReader, child)
    }
    return place
  }

  /// Checks an action that is not a child's action.
  fileprivate func checkOther(_ action: JSONActionNode) throws(JSONError) {
    // Most visited shapes are one of these two, which are recognised without a copy of the content.
    if let heldPart {
      return try heldPart.with { part in
        Result { () throws(JSONError) in try check(action, in: part) }
      }.get()
    }
    if isPlainList { return try checkAll(action) }
    switch content {
    case .none, .choice, .declared, .holder, .watcher, .requests, .part, .slot, .rows: break
    case .binding(let branch, _): _ = try branch.read(action)
    case .recursion: try members[0].check(action)
    case .substate(let kind): if let mismatch = kind.mismatch(action.node) { throw mismatch }
    case .cases(let form): if let mismatch = form.mismatch(action.node) { throw mismatch }
    case .all: try checkJoined(action)
    case .history(let undo, let child):
      guard undo.reads(action.node) else { return try child.check(action) }
      if let mismatch = undo.mismatch(action.node) { throw mismatch }
    }
  }

  private func checkAll(_ action: JSONActionNode) throws(JSONError) {
    var shape = self
    // An operator precedes those it was attached to. The loop continues with the last and takes no stack.
    while shape.isPlainList, let last = shape.inside.last {
      for index in 0..<(shape.inside.count - 1) { try shape.inside[index].check(action) }
      shape = last
    }
    try shape.check(action)
  }

  /// Checks the states in an operator's own actions, after missing members were added.
  private func check(_ action: JSONActionNode, in part: JSONStatePart) throws(JSONError) {
    let (mismatch, place): (JSONError?, JSONPointer)
    switch try part.branch.readOther(action) {
    case .present(_, let state?):
      (mismatch, place) = (try part.misfit(state), part.branch.place(.present, .state))
    case .push(_, let state):
      (mismatch, place) = (try part.misfit(state), part.branch.place(.push, .state))
    case .setPath(let path):
      guard case .rows(_, let form) = content else { return }
      (mismatch, place) = (try part.misfit(path: path, form), part.branch.place(.setPath))
    case .child, .element, .dismiss, .present, .pop, .write, nil: return
    }
    if let mismatch { throw mismatch.below(place) }
  }
}

extension JSONStatePart {
  fileprivate func misfit(_ state: JSONNode) throws(JSONError) -> JSONError? {
    guard let mismatch = mismatch(of: state) else { return nil }
    guard let whole = try child.completed(state) else { return mismatch }
    return self.mismatch(of: whole.node)
  }

  fileprivate func misfit(path: JSONNode, _ form: JSONRowsForm) throws(JSONError) -> JSONError? {
    guard let mismatch = mismatch(elementsOf: path, form) else { return nil }
    guard let whole = try completed(elementsOf: path, form, JSONVisit()) else { return mismatch }
    return self.mismatch(elementsOf: whole.node, form)
  }
}

extension Uncounted<JSONShape> {
  /// Does the same as the shape's own method.
  @inline(__always)
  func check(_ action: JSONActionNode) throws(JSONError) {
    var (reader, here) = (with { $0.reader }, action)
    while let found = reader?.with({ $0.noteChild(of: here) }) { (reader, here) = found }
    if let reader { try check(here, of: action, by: reader) }
  }

  /// Checks an action that is not a child's action, and therefore ends here.
  @inline(never)
  private func check(
    _ action: JSONActionNode, of whole: JSONActionNode, by shape: Uncounted<JSONShape>
  ) throws(JSONError) {
    let result = shape.with { shape in
      Result { () throws(JSONError) in try shape.checkOther(action) }
    }
    if case .failure(let error) = result {
      throw error.below(with { $0.place(of: action, in: whole) })
    }
  }
}

// MARK: - Combined reducers

// Combined reducers that each declare cases accept the cases of all of them. A case matches a reducer that does
// not declare it, and must match all reducers that do.
extension JSONShape {
  private func checkJoined(_ action: JSONActionNode) throws(JSONError) {
    guard let key = JSONCase.of(action.node)?.key, names(key) == true else {
      throw mismatch(ofNoCase: action.node) ?? .notAnAction
    }
    for shape in members {
      if shape.names(key) == false {
        try shape.checkUnnamed(action)
      } else {
        try shape.check(action)
      }
    }
  }

  /// Whether a case is declared; nil if no cases are declared.
  func names(_ key: JSONBytes) -> Bool? {
    guard has(.namesCases) else { return nil }
    switch content {
    case .cases(let form): return form.index(ofCase: key) != nil
    case .history(let undo, let child): return undo.names(key) || child.names(key) == true
    case .all(let members, let isJoin):
      let answers = members.compactMap { $0.names(key) }
      return isJoin ? answers.contains(true) : answers.allSatisfy(\.self)
    default: return nil
    }
  }

  /// Checks an action whose case only other reducers declare. The parts that operators read must still match.
  private func checkUnnamed(_ action: JSONActionNode) throws(JSONError) {
    guard has(.namesCases) else { return try check(action) }
    switch content {
    case .cases: break
    case .history(let undo, _) where undo.reads(action.node): try check(action)
    default: for shape in members { try shape.checkUnnamed(action) }
    }
  }

  /// Returns the error for an action that is none of the declared cases; nil if no cases are declared. The
  /// message lists the cases of the outermost declaration.
  func mismatch(ofNoCase node: JSONNode) -> JSONError? {
    let names = namedCases
    return names.isEmpty ? nil : .expected(oneOf: names.map(\.name), insteadOf: node)
  }

  /// The declared cases of the outermost declaration.
  var namedCases: [JSONCase] {
    guard has(.namesCases) else { return [] }
    switch content {
    case .cases(let form): return form.caseNames
    case .all(let members, isJoin: true):
      var names: Set<JSONCase> = []
      return members.flatMap(\.namedCases).filter { names.insert($0).inserted }
    default: return members.lazy.map(\.namedCases).first { !$0.isEmpty } ?? []
    }
  }
}
