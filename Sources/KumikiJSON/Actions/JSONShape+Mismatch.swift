internal import Kumiki

// What the operators require of a value before it is put into a state, whoever puts it there.
extension JSONShape {
  /// Why an operator cannot use a value; nil if it can.
  ///
  /// - Parameter step: how many of the keys lead to the value; one more for an element of rows.
  func mismatch(
    of node: JSONNode?, after step: Int = 0, _ way: JSONDescent = JSONDescent()
  ) -> JSONMismatch? {
    guard needsPlace else { return nil }
    guard way.hasStack else { return JSONMismatch(.stackExhausted()) }
    if kind == .holder { return mismatch(holder: node, step, way) }
    if step == steps.count { return mismatch(here: node, way) }
    if step > steps.count { return mismatch(element: node, way) }
    // A scalar contains nothing. An action for its inside reports that.
    guard let node, node.isContainer else { return mismatch(bareCase: node, way) }
    return mismatch(of: steps[step].child(of: node), after: step + 1, way.down)?.below(keys[step])
  }

  /// What does not fit in the payload of a case that is written as its name.
  private func mismatch(bareCase node: JSONNode?, _ way: JSONDescent) -> JSONMismatch? {
    guard isCase, let payload = node.flatMap({ steps[0].payload(of: $0) }) else { return nil }
    return mismatch(here: payload, way.down)?.below(keys[0])
  }

  /// What does not fit at the place of an object that a history is shown in, unless there is no state at all.
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

  /// What does not fit in the operator's own value. A feature in another language reads its state itself,
  /// when it is set up; it is asked in advance only if another reducer takes over a state.
  func mismatch(here node: JSONNode?, _ way: JSONDescent = JSONDescent()) -> JSONMismatch? {
    switch kind {
    case .none, .binding, .choice, .cases, .holder: return nil
    case .substate: return way.established?.mismatch(substateKind, node)
    case .all: return children.firstResult { $0.mismatch(of: node, way) }
    case .declared: return node.flatMap { declared?.mismatch($0) }.map { JSONMismatch($0) }
    case .recursion: return way.into(self).flatMap { child.mismatch(of: node, $0) }
    case .history: return child.mismatch(of: node, way)
    case .part, .slot: return mismatch(element: node, way)
    case .rows: return mismatch(rows: node, way)
    }
  }

  /// What does not fit in the child's state: a presented value, an element of a path, a row.
  func mismatch(element node: JSONNode?, _ way: JSONDescent = JSONDescent()) -> JSONMismatch? {
    if node?.isNull ?? true, isOptional { return nil }
    return caseMismatch(node) ?? child.mismatch(of: node, way)
  }

  /// What does not fit inside a row, or inside an entry of a path in either form.
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

  /// Whether an operator requires anything of an element's inside, and whether it keeps anything for it.
  var elementsNeedPlace: Bool { isEnum || child.needsPlace }
  var elementsKeepPlace: Bool { isEnum || child.keepsPlace }

  private func mismatch(rows node: JSONNode?, _ way: JSONDescent) -> JSONMismatch? {
    guard let form, let node, !node.isNull else { return nil }
    let isKnown = way.established?.hasRows(node, form) ?? false
    if node.isArray, !isKnown, let mismatch = form.mismatch(rows: node) { return mismatch }
    return mismatch(elementsOf: node, way)
  }

  /// An enum must be a case, and one of the known cases if they are known.
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

  /// The cases that the child is composed of, and the alerts; nil if a reducer beside them may know others.
  var knownStateCases: [String]? {
    childCases.map { known in
      (known.map { $0.keys[0] } + options.ephemeralCases.map(\.name)).uniqued
    }
  }

  /// Whether a case is one that an operator here reaches.
  private func reaches(_ key: JSONBytes) -> Bool {
    var shape = self
    // An operator precedes those it was attached to: the loop continues with the last and takes no stack.
    while shape.kind == .all, let last = shape.children.last {
      for child in shape.children.dropLast() where child.reaches(key) { return true }
      shape = last
    }
    if shape.kind == .history { return shape.child.reaches(key) }
    return shape.isCase && shape.steps[0].raw.isEqual(to: key)
  }

  /// The cases that a child is composed of; nil if a reducer beside them may know others.
  private var childCases: [JSONShape]? {
    let members = child.members.flatMap { $0.kind == .history ? $0.child.members : [$0] }
    let isKnown = members.allSatisfy {
      $0.isCase || $0.watcher != nil || [.binding, .cases, .declared, .holder].contains($0.kind)
    }
    return isKnown ? members.filter(\.isCase) : nil
  }
}

/// The position of a visit of a state by its shape.
struct JSONDescent {
  private(set) var level = 0
  /// The recursions entered since the last step down. Entering one again adds nothing.
  private(set) var recursions: [JSONShape] = []
  /// Whether this visits what a reader chose for one action. Such a visit adds no requirements, and does not enter
  /// rows and recursions; their own actions set them up.
  var isMeeting = false
  /// Whether a state that a feature in another language cannot read is a mistake, as in a store's first
  /// state.
  var mustRead = false
  /// If another reducer takes over a state: what need not be checked again.
  var established: JSONEstablished?
  /// Makes ids for elements of a navigation path that have none; nil to leave them without.
  var identifiers: Identifiers?

  /// One step further down in the state.
  var down: JSONDescent {
    var way = self
    way.level += 1
    way.recursions = []
    return way
  }

  /// This position inside a recursion; nil if it is already in that recursion.
  func into(_ recursion: JSONShape) -> JSONDescent? {
    if isMeeting || recursions.contains(where: { $0 === recursion }) { return nil }
    var way = self
    way.recursions.append(recursion)
    return way
  }

  /// Whether the stack suffices to continue, and later to set up the value here from the root.
  var hasStack: Bool {
    StackBudget.has(StackBudget.declaringReserve + level * StackBudget.reducingLevel)
  }
}

extension JSONRowsForm {
  /// Why an array cannot be rows: it is not an array, or an id occurs twice.
  func mismatch(rows array: JSONNode) -> JSONMismatch? {
    if isPath { return duplicate(in: array).map(JSONMismatch.duplicate) }
    for (index, row) in array.children.enumerated() {
      if let mismatch = mismatch(row: row, needsID: true) { return mismatch.below("\(index)") }
    }
    return duplicate(in: array).map(JSONMismatch.duplicate)
  }

  /// Why a value cannot be a row. Any value can be an element of a navigation path.
  func mismatch(row: JSONNode, needsID: Bool) -> JSONMismatch? {
    if isPath { return nil }
    guard row.isObject else {
      return JSONMismatch(.expected("a row: an object with the member \(idKey.name)", found: row))
    }
    guard needsID, idKey.member(of: row) == nil else { return nil }
    return JSONMismatch(.expected("the row's id", found: "nothing", path: "")).below(idKey.name)
  }

  /// An id that occurs twice in an array of rows; nil if all differ.
  func duplicate(in array: JSONNode) -> JSON? {
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
  /// Each name once, in the order of its first occurrence. Compared by bytes: names that only look alike
  /// differ.
  fileprivate var uniqued: [String] {
    var seen: Set<JSON> = []
    return filter { seen.insert(JSON(stringLiteral: $0)).inserted }
  }
}
