internal import Kumiki

// What was said of a state by the reducers that it is for, and its defaults.
extension JSONShape {
  /// What a store makes of a state: with the defaults of what is missing; nil where nothing is.
  ///
  /// - Throws: what does not fit. What is added is looked at with the rest: one shape may need or refuse what
  ///   another adds.
  func taken(
    _ node: JSONNode, _ identifiers: Identifiers, _ way: JSONDescent = JSONDescent()
  ) throws(JSONError) -> JSON? {
    var completing = way
    completing.identifiers = identifiers
    let whole = declares ? try completed(node, after: 0, completing) : nil
    guard let mismatch = mismatch(of: whole?.node ?? node, way) else { return whole }
    // The place is told as it is without the ids of paths.
    let plain = try completed(node, after: 0, way)
    throw (self.mismatch(of: plain?.node ?? node, way) ?? mismatch).error
  }

  /// What was said of the value that this is about, by whichever reducers stand around it there.
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

  /// A value with the defaults of what is missing in it; nil where nothing is. What does not fit is left.
  ///
  /// - Parameter step: as in ``mismatch(of:after:)``.
  func completed(
    _ node: JSONNode, after step: Int = 0, _ way: JSONDescent = JSONDescent()
  ) throws(JSONError) -> JSON? {
    guard mayComplete else { return nil }
    guard way.hasRoom else { throw .stackExhausted() }
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
    case .none, .binding, .cell, .choice, .cases, .holder: return nil
    case .declared: return try declared?.completed(node)
    case .all: return try completed(byAll: node, way)
    case .recursion:
      guard let way = way.into(self) else { return nil }
      return try child.completed(node, way)
    case .part, .slot, .history: return try child.completed(node, way)
    case .rows: return try completed(elementsOf: node, way)
    }
  }

  /// One may bring what another one completes.
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

  /// A path with the ids that its elements get; nil where it has them, and of what is no path.
  private func longForm(of array: JSONNode, _ way: JSONDescent) -> JSON? {
    guard form?.isPath == true, let identifiers = way.identifiers, !JSONPathForm.isLong(array)
    else { return nil }
    return JSONPathForm.normalized(JSON(borrowing: array), identifiers)
  }

  /// Of a row, or of an entry of a path in either of its forms.
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
