internal import Kumiki

// What the operators need of a value before it is put into a state, whoever puts it there.
extension JSONShape {
  /// What an operator could not use in a value; nil where all fits.
  ///
  /// - Parameter step: how many of the keys lead to the value; one more for an element of rows.
  func mismatch(
    of node: JSONNode?, after step: Int = 0, _ way: JSONDescent = JSONDescent()
  ) -> JSONMismatch? {
    guard needsPlace else { return nil }
    guard way.hasRoom else { return JSONMismatch(.stackExhausted()) }
    if kind == .holder { return mismatch(holder: node, step, way) }
    if step == steps.count { return mismatch(here: node, way) }
    if step > steps.count { return mismatch(element: node, way) }
    // Nothing is inside a scalar: an action for it tells.
    guard let node, node.isContainer else { return mismatch(bareCase: node, way) }
    return mismatch(of: steps[step].child(of: node), after: step + 1, way.down)?.below(keys[step])
  }

  /// What does not fit in the payload of a case that is written as its name.
  private func mismatch(bareCase node: JSONNode?, _ way: JSONDescent) -> JSONMismatch? {
    guard isCase, let payload = node.flatMap({ steps[0].payload(of: $0) }) else { return nil }
    return mismatch(here: payload, way.down)?.below(keys[0])
  }

  /// What does not fit where an object must be, in which something is kept; unless there is no state at all.
  private func mismatch(
    holder node: JSONNode?, _ step: Int, _ way: JSONDescent
  ) -> JSONMismatch? {
    if step == 0, node?.isNull ?? true { return nil }
    let isLast = step == steps.count
    guard let node, isLast ? node.isObject : node.isContainer else {
      let found = isLast ? node : nil
      return keys[step...].reversed().reduce(
        JSONMismatch(.expected("an object, to show the history in", found: found))
      ) { $0.below($1) }
    }
    if isLast { return nil }
    return mismatch(of: steps[step].child(of: node), after: step + 1, way.down)?.below(keys[step])
  }

  /// What does not fit in the value that the operator is about. A feature of another language reads its
  /// state itself, when it is set up; only another reducer's is asked before.
  func mismatch(here node: JSONNode?, _ way: JSONDescent = JSONDescent()) -> JSONMismatch? {
    switch kind {
    case .none, .binding, .choice, .cases, .holder: return nil
    case .cell: return way.established?.mismatch(cellKind, node)
    case .all: return children.firstResult { $0.mismatch(of: node, way) }
    case .declared: return node.flatMap { declared?.mismatch($0) }.map { JSONMismatch($0) }
    case .recursion: return way.into(self).flatMap { child.mismatch(of: node, $0) }
    case .history: return child.mismatch(of: node, way)
    case .part, .slot: return mismatch(element: node, way)
    case .rows: return mismatch(rows: node, way)
    }
  }

  /// What does not fit in the child's state: what is presented, an element of a path, a row.
  func mismatch(element node: JSONNode?, _ way: JSONDescent = JSONDescent()) -> JSONMismatch? {
    if node?.isNull ?? true, isOptional { return nil }
    return caseMismatch(node) ?? child.mismatch(of: node, way)
  }

  /// What does not fit inside a row, or inside an entry of a path in either of its forms.
  func mismatch(inside row: JSONNode, _ way: JSONDescent = JSONDescent()) -> JSONMismatch? {
    if form?.isPath == true, let element = JSONPathForm.element(ofEntry: row) {
      return mismatch(element: element, way)?.below(JSONPathForm.element.name)
    }
    return mismatch(element: row, way)
  }

  /// What does not fit in the elements of an array.
  func mismatch(elementsOf array: JSONNode, _ way: JSONDescent = JSONDescent()) -> JSONMismatch? {
    guard let form else { return nil }
    guard array.isArray else {
      let what = form.isPath ? "a path: an array of elements" : "rows: an array of objects"
      return JSONMismatch(.expected(what, found: array))
    }
    guard elementsNeedPlace else { return nil }
    let isLong = form.isPath && JSONPathForm.isLong(array)
    for (index, row) in array.children.enumerated() {
      let mismatch = isLong ? mismatch(inside: row, way.down) : mismatch(element: row, way.down)
      if let mismatch { return mismatch.below("\(index)") }
    }
    return nil
  }

  /// Whether anything is needed of what is inside an element; and whether anything is kept of it.
  var elementsNeedPlace: Bool { isEnum || child.needsPlace }
  var elementsKeepPlace: Bool { isEnum || child.keepsPlace }

  private func mismatch(rows node: JSONNode?, _ way: JSONDescent) -> JSONMismatch? {
    guard let form, let node, !node.isNull else { return nil }
    let isKnown = way.established?.hasRows(node, form) ?? false
    if node.isArray, !isKnown, let mismatch = form.mismatch(rows: node) { return mismatch }
    return mismatch(elementsOf: node, way)
  }

  /// An enum is a case, and where the cases are known one of them.
  func caseMismatch(_ node: JSONNode?) -> JSONMismatch? {
    guard isEnum, let node, !node.isNull else { return nil }
    guard let (key, _) = JSONCase.of(node) else {
      return JSONMismatch(
        .expected("a case: a text, or an object with one member", found: node))
    }
    guard options.knowsCases, !children[0].reaches(key),
      !options.ephemeralCases.contains(where: { $0.isNamed(key) }), let known = knownStateCases
    else { return nil }
    return JSONMismatch(.expected(oneOf: known, insteadOf: node))
  }

  /// The cases that the child is made of, and the alerts; nil where a reducer beside them may know others.
  var knownStateCases: [String]? {
    childCases.map { known in
      (known.map { $0.keys[0] } + options.ephemeralCases.map(\.name)).uniqued
    }
  }

  /// Whether a case is one of those that are reached here.
  private func reaches(_ key: JSONBytes) -> Bool {
    var shape = self
    // An operator stands before those that it was attached to: the last goes on, and takes no stack.
    while shape.kind == .all, let last = shape.children.last {
      for child in shape.children.dropLast() where child.reaches(key) { return true }
      shape = last
    }
    if shape.kind == .history { return shape.child.reaches(key) }
    return shape.isCase && shape.steps[0].raw.isEqual(to: key)
  }

  /// The cases that a child is made of; nil where a reducer beside them may know others.
  private var childCases: [JSONShape]? {
    let members = child.members.flatMap { $0.kind == .history ? $0.child.members : [$0] }
    let isKnown = members.allSatisfy {
      $0.isCase || $0.watcher != nil || [.binding, .cases, .declared, .holder].contains($0.kind)
    }
    return isKnown ? members.filter(\.isCase) : nil
  }
}

/// Where a visit of a state by its shape is.
struct JSONDescent {
  private(set) var level = 0
  /// The recursions that were entered since the last step down: one that comes again adds nothing.
  private(set) var recursions: [JSONShape] = []
  /// It goes through what a reader chose for one action. That claims nothing, and rows and recursions are
  /// not entered: they are met by the actions that go there.
  var isMeeting = false
  /// A feature of another language that cannot read its state is a mistake, as in a store's first state.
  var mustRead = false
  /// Of a state that another reducer takes over: what need not be looked at again.
  var established: JSONEstablished?
  /// Where the ids of a path's elements come from that are without; nil where they stay so.
  var identifiers: Identifiers?

  /// A step down in the state.
  var down: JSONDescent {
    var way = self
    way.level += 1
    way.recursions = []
    return way
  }

  /// This place inside a recursion; nil where that is what it came from.
  func into(_ recursion: JSONShape) -> JSONDescent? {
    if isMeeting || recursions.contains(where: { $0 === recursion }) { return nil }
    var way = self
    way.recursions.append(recursion)
    return way
  }

  /// Whether the visit can go on, and whether what is looked at now can be set up from its beginning.
  var hasRoom: Bool {
    StackBudget.has(StackBudget.declaringReserve + level * StackBudget.reducingLevel)
  }
}

extension JSONRowsForm {
  /// Why an array cannot be rows: one that is none, or two of one id.
  func mismatch(rows array: JSONNode) -> JSONMismatch? {
    if isPath { return twin(in: array).map(JSONMismatch.twin) }
    for (index, row) in array.children.enumerated() {
      if let mismatch = mismatch(row: row, needsID: true) { return mismatch.below("\(index)") }
    }
    return twin(in: array).map(JSONMismatch.twin)
  }

  /// Why a value cannot be a row. Any can be an element of a path.
  func mismatch(row: JSONNode, needsID: Bool) -> JSONMismatch? {
    if isPath { return nil }
    guard row.isObject else {
      return JSONMismatch(.expected("a row: an object with the member \(idKey.name)", found: row))
    }
    guard needsID, idKey.member(of: row) == nil else { return nil }
    return JSONMismatch(.expected("the row's id", found: "nothing", path: "")).below(idKey.name)
  }

  /// An id that stands twice in an array of rows; nil where all differ.
  func twin(in array: JSONNode) -> JSON? {
    guard array.isArray, !isPath || JSONPathForm.isLong(array) else {
      return nil
    }
    var seen: Set<JSONRowID> = []
    seen.reserveCapacity(array.elementCount)
    for row in array.children {
      guard let id = idKey.member(of: row) else { continue }
      if !seen.insert(JSONRowID(borrowing: id)).inserted { return JSON(borrowing: id) }
    }
    return nil
  }
}

extension [String] {
  /// Each once, in the order of the first. By bytes: names that only look alike are different ones.
  fileprivate var uniqued: [String] {
    var seen: Set<JSON> = []
    return filter { seen.insert(JSON(stringLiteral: $0)).inserted }
  }
}
