internal import CJansson

// What the operators need of a value before it is put into a state: the first state of a store, what a
// reducer writes, what an action presents or pushes. Nothing is changed here.
extension JSONShape {
  /// What an operator could not use in a value; nil where all fits.
  ///
  /// - Parameter step: how many of the keys lead to the value: with all of them it is what the operator
  ///   is about, with one more it is an element of the operator's rows.
  func misfit(
    of node: JSONNode?, after step: Int = 0, _ way: JSONDescent = JSONDescent()
  ) -> JSONMisfit? {
    guard needsPlace else { return nil }
    guard way.hasRoom else { return JSONMisfit(.stackExhausted()) }
    if step == steps.count { return misfit(here: node, way) }
    if step > steps.count { return misfit(element: node, way) }
    // Nothing is inside a scalar: an action for it tells.
    guard let node, node.isContainer else { return nil }
    return misfit(of: steps[step].child(of: node), after: step + 1, way.down)?.below(keys[step])
  }

  /// The same for what the operator is about.
  func misfit(here node: JSONNode?, _ way: JSONDescent = JSONDescent()) -> JSONMisfit? {
    switch kind {
    // A feature of another language reads its state itself.
    case .none, .binding, .cell, .choice, .cases: return nil
    case .all:
      for child in children {
        if let misfit = child.misfit(of: node, way) { return misfit }
      }
      return nil
    case .recursion: return way.into(self).flatMap { child.misfit(of: node, $0) }
    case .part, .slot: return misfit(element: node, way)
    case .rows: return misfit(rows: node, way)
    }
  }

  /// The same for the child's state: what is presented, an element of a path, a row.
  func misfit(element node: JSONNode?, _ way: JSONDescent = JSONDescent()) -> JSONMisfit? {
    caseMisfit(node) ?? child.misfit(of: node, way)
  }

  /// The same for what is inside a row, or inside an entry of a path in either of its forms.
  func misfit(inside row: JSONNode, _ way: JSONDescent = JSONDescent()) -> JSONMisfit? {
    if form?.isPath == true, let element = JSONPathForm.element(ofEntry: row) {
      return misfit(element: element, way)?.below("element")
    }
    return misfit(element: row, way)
  }

  /// The same for each of the elements of an array of them.
  func misfit(elementsOf array: JSONNode, _ way: JSONDescent = JSONDescent()) -> JSONMisfit? {
    guard let form else { return nil }
    guard array.pointee.type == JSON_ARRAY else {
      let what = form.isPath ? "a path: an array of elements" : "rows: an array of objects"
      return JSONMisfit(.expected(what, found: array))
    }
    guard elementsNeedPlace else { return nil }
    let isLong = form.isPath && JSONPathForm.isLong(array)
    var misfit: JSONMisfit?
    var index = 0
    array.forEachChild { row in
      misfit =
        isLong ? self.misfit(inside: row, way.down) : self.misfit(element: row, way.down)
      misfit = misfit?.below("\(index)")
      index += 1
      return misfit == nil
    }
    return misfit
  }

  /// Whether anything is needed of what is inside an element.
  var elementsNeedPlace: Bool { options.kind == .enumeration || child.needsPlace }

  private func misfit(rows node: JSONNode?, _ way: JSONDescent) -> JSONMisfit? {
    guard let form, let node, !node.isNull else { return nil }
    if node.pointee.type == JSON_ARRAY, let misfit = form.misfit(rows: node) { return misfit }
    return misfit(elementsOf: node, way)
  }

  /// An enum is a case, and where the cases are known one of them.
  func caseMisfit(_ node: JSONNode?) -> JSONMisfit? {
    guard isEnum, let node, !node.isNull else { return nil }
    guard let (key, _) = JSONCase.of(node) else {
      return JSONMisfit(
        .expected("a case: a text, or an object with one member", found: node))
    }
    guard knowsCases, !children[0].reaches(key),
      !options.ephemeralCases.contains(where: { $0.isNamed(key) }), let known = childCases
    else { return nil }
    let names = known.map { $0.keys[0] } + options.ephemeralCases.map(\.name)
    return JSONMisfit(.expected(oneOf: names.uniqued, insteadOf: node))
  }

  /// Whether a case is one of those that are reached here.
  private func reaches(_ key: UnsafeRawBufferPointer) -> Bool {
    var shape = self
    // An operator stands before those that it was attached to: the last goes on, and takes no stack.
    while shape.kind == .all, let last = shape.children.last {
      for child in shape.children.dropLast() where child.reaches(key) { return true }
      shape = last
    }
    return shape.isCase && shape.steps[0].raw.isEqual(to: key)
  }

  /// The cases that a child is made of; nil where a reducer beside them may know others.
  private var childCases: [JSONShape]? {
    var found: [JSONShape] = []
    var stack = [child]
    while let shape = stack.popLast() {
      if shape.kind == .all {
        stack += shape.children.reversed()
      } else if shape.isCase {
        found.append(shape)
      } else if shape.kind != .binding, shape.kind != .cases {
        return nil
      }
    }
    return found
  }
}

/// Where a visit of a state by its shape is.
struct JSONDescent {
  private var level = 0
  /// The recursions that were entered since the last step down: one that comes again adds nothing.
  private var recursions: [JSONShape] = []
  /// It goes through what a reader chose for one action, which claims nothing and is not entered where
  /// there is more than one of a kind: what is inside of rows and recursions is met by the actions that go
  /// there, as work goes as deep as the action and not as the state.
  let isMeeting: Bool

  init(isMeeting: Bool = false) { self.isMeeting = isMeeting }

  /// A step down in the state.
  var down: JSONDescent {
    var way = JSONDescent(isMeeting: isMeeting)
    way.level = level + 1
    return way
  }

  /// The same place, in a recursion; nil where that is what it came from.
  func into(_ recursion: JSONShape) -> JSONDescent? {
    if isMeeting || recursions.contains(where: { $0 === recursion }) { return nil }
    var way = self
    way.recursions.append(recursion)
    return way
  }

  /// Whether the visit can go on, and whether what is looked at now can be set up from its beginning.
  var hasRoom: Bool {
    StackRoom.has(StackRoom.declaringReserve + level * StackRoom.reducingLevel)
  }
}

extension JSONRowsForm {
  /// Why an array cannot be rows: one that is none, or two of one id.
  func misfit(rows array: JSONNode) -> JSONMisfit? {
    if isPath { return twin(in: array).map(JSONMisfit.twin) }
    var misfit: JSONMisfit?
    var index = 0
    array.forEachChild { row in
      misfit = self.misfit(row: row, needsID: true)?.below("\(index)")
      index += 1
      return misfit == nil
    }
    return misfit ?? twin(in: array).map(JSONMisfit.twin)
  }

  /// Why a value cannot be a row. Any can be an element of a path.
  func misfit(row: JSONNode, needsID: Bool) -> JSONMisfit? {
    if isPath { return nil }
    guard row.pointee.type == JSON_OBJECT else {
      return JSONMisfit(.expected("a row: an object with the member \(idKey.name)", found: row))
    }
    guard needsID, idKey.member(of: row) == nil else { return nil }
    return JSONMisfit(.expected("the row's id", found: "nothing", path: "")).below(idKey.name)
  }

  /// An id that stands twice in an array of rows; nil where all differ.
  func twin(in array: JSONNode) -> JSON? {
    guard array.pointee.type == JSON_ARRAY, !isPath || JSONPathForm.isLong(array) else {
      return nil
    }
    var seen: Set<JSONRowID> = []
    seen.reserveCapacity(json_array_size(array))
    var twin: JSON?
    array.forEachChild { row in
      guard let id = idKey.member(of: row) else { return true }
      if !seen.insert(JSONRowID(borrowing: id)).inserted { twin = JSON(borrowing: id) }
      return twin == nil
    }
    return twin
  }
}

extension [String] {
  /// Each once, in the order of the first. By bytes: names that only look alike are different ones.
  fileprivate var uniqued: [String] {
    var seen: Set<JSON> = []
    return filter { seen.insert(JSON(stringLiteral: $0)).inserted }
  }
}
