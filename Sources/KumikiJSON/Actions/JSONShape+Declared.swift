internal import Kumiki

// The forms that reducers declare for their states, and the defaults in them.
extension JSONShape {
  /// The state that a store uses for a given one: with the defaults of missing members; nil if none are
  /// missing.
  ///
  /// - Throws: what does not fit. Added members are checked with the rest: one shape may require or refuse
  ///   what another adds.
  ///   another adds.
  func taken(
    _ node: JSONNode, _ identifiers: Identifiers, _ way: JSONDescent = JSONDescent()
  ) throws(JSONError) -> JSON? {
    var completing = way
    completing.identifiers = identifiers
    let whole = declares ? try completed(node, after: 0, completing) : nil
    guard let mismatch = mismatch(of: whole?.node ?? node, way) else { return whole }
    // The path in the error is that of a state without ids in its navigation paths.
    let plain = try completed(node, after: 0, way)
    throw (self.mismatch(of: plain?.node ?? node, way) ?? mismatch).error
  }

  /// The forms of this shape's value, from all reducers around it there.
  var declaredHere: [JSONForm] {
    guard mayDeclare else { return [] }
    var found: [JSONForm] = []
    var met: Set<ObjectIdentifier> = []
    var waiting = [self]
    while let shape = waiting.popLast() {
      guard shape.mayDeclare, met.insert(ObjectIdentifier(shape)).inserted else { continue }
      switch shape.kind {
      case .declared: if let form = shape.declared { found.append(form) }
      case .all: waiting += shape.children
      case .recursion, .history: waiting.append(shape.child)
      case .part where shape.keys.isEmpty: waiting.append(shape.child)
      default: break
      }
    }
    return found
  }

  /// A value with the defaults of its missing members; nil if none are missing. What does not fit is left
  /// unchanged.
  ///
  /// - Parameter step: as in ``mismatch(of:after:)``.
  func completed(
    _ node: JSONNode, after step: Int = 0, _ way: JSONDescent = JSONDescent()
  ) throws(JSONError) -> JSON? {
    guard mayComplete else { return nil }
    guard way.hasStack else { throw .stackExhausted() }
    if step == steps.count { return try completed(here: node, way) }
    if step > steps.count { return try child.completed(node, way) }
    guard let inner = steps[step].child(of: node),
      let whole = try completed(inner, after: step + 1, way.down)
    else { return nil }
    return try JSON.changing(node) { (copy) throws(JSONError) in
      _ = copy().replaceChild(steps[step], inner, stealing: whole.retained())
    }
  }

  private func completed(_ node: JSONNode, _ way: JSONDescent) throws(JSONError) -> JSON? {
    try completed(node, after: 0, way)
  }

  private func completed(here node: JSONNode, _ way: JSONDescent) throws(JSONError) -> JSON? {
    switch kind {
    case .none, .binding, .substate, .choice, .cases, .holder: return nil
    case .declared: return try declared?.completed(node)
    case .all: return try completed(byAll: node, way)
    case .recursion:
      guard let way = way.into(self) else { return nil }
      return try child.completed(node, way)
    case .part, .slot, .history: return try child.completed(node, way)
    case .rows: return try completed(elementsOf: node, way)
    }
  }

  /// Repeats until nothing is added, because one shape may add what another completes.
  private func completed(byAll node: JSONNode, _ way: JSONDescent) throws(JSONError) -> JSON? {
    var whole: JSON?
    var isDone = false
    while !isDone {
      isDone = true
      for shape in children {
        guard let more = try shape.completed(whole?.node ?? node, way) else { continue }
        whole = more
        isDone = false
      }
    }
    return whole
  }

  private func completed(
    elementsOf array: JSONNode, _ way: JSONDescent
  ) throws(JSONError) -> JSON? {
    guard array.isArray else { return nil }
    let long = longForm(of: array, way)
    let array = long?.node ?? array
    guard child.mayComplete else { return long }
    let whole = try JSON.changing(array) { (copy) throws(JSONError) in
      for index in 0..<array.elementCount {
        guard let whole = try completed(inside: array.element(index)!, way.down) else { continue }
        copy().replace(at: index, stealing: whole.retained())
      }
    }
    return whole ?? long
  }

  /// A navigation path with ids for its elements; nil if it has them already, or is not a path.
  private func longForm(of array: JSONNode, _ way: JSONDescent) -> JSON? {
    guard form?.isPath == true, let identifiers = way.identifiers, !JSONPathForm.isLong(array)
    else { return nil }
    return JSONPathForm.normalized(JSON(borrowing: array), identifiers)
  }

  /// Completes a row, or an entry of a navigation path in either form.
  func completed(
    inside row: JSONNode, _ way: JSONDescent = JSONDescent()
  ) throws(JSONError) -> JSON? {
    guard form?.isPath == true, let element = JSONPathForm.element(ofEntry: row) else {
      return try child.completed(row, way)
    }
    guard let whole = try child.completed(element, way) else { return nil }
    return try JSON.changing(row) { (copy) throws(JSONError) in
      copy().set(JSONPathForm.element.segment.raw, stealing: whole.retained())
    }
  }
}
