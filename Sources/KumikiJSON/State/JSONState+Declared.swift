internal import Kumiki

// Declared forms (kmk_shape) apply to writes. A value is compared with the forms of its place, which are
// found from the root down, in time proportional to the depth.
extension JSONState {
  /// The forms of the value at a pointer from here.
  func declared(at pointer: JSONPointer) -> [JSONForm] {
    withExtendedLifetime(pointer) {
      var way = JSONDeclaredWay(to: self)
      var (container, here) = (node, place)
      for step in pointer.segments {
        guard let node = container else { return [] }
        here = here?.with { $0.child(step) }
        way.enter(step, in: node, here)
        container = step.child(of: node)
      }
      return way.forms
    }
  }

  /// Takes in a value that is to be put here: adds missing members, and refuses what does not fit.
  ///
  /// - Returns: the value, or a completed copy to use instead.
  @inline(never)
  func taken(stealing value: JSONNode) throws(JSONWriteError) -> JSONNode {
    try taken(stealing: entry(of: value, in: above?.0.pointee.rowsHere)) {
      (value) throws(JSONWriteError) in
      try completed(value)
    } admitted: { (value) throws(JSONWriteError) in
      try admit(value)
    }
  }

  /// Same as ``taken(stealing:)``, for a new element of this array.
  @inline(never)
  func taken(
    stealing value: JSONNode, at step: JSONPointer.Segment
  ) throws(JSONWriteError) -> JSONNode {
    try taken(stealing: entry(of: value, in: rowsHere)) { (value) throws(JSONWriteError) in
      try completed(value, at: step)
    } admitted: { (value) throws(JSONWriteError) in
      try admitElement(value, at: step)
    }
  }

  /// Wraps an element of a navigation path in an entry, with its id.
  private func entry(of value: JSONNode, in rows: Uncounted<JSONRows>?) -> JSONNode {
    guard let rows, rows.with({ $0.isPath }) else { return value }
    return JSONPathForm.entry(of: value, identifiers)
  }

  private func taken(
    stealing value: JSONNode, completed: (JSONNode) throws(JSONWriteError) -> JSON?,
    admitted: (JSONNode) throws(JSONWriteError) -> Void
  ) throws(JSONWriteError) -> JSONNode {
    do throws(JSONWriteError) {
      let whole = try completed(value)
      // The added members are checked too: one form may refuse what another adds.
      try admitted(whole?.node ?? value)
      guard let whole else { return value }
      value.releaseDeep()
      return whole.retained()
    } catch {
      value.releaseDeep()
      throw error
    }
  }

  /// The value for this place with its missing members; nil if none are missing.
  func completed(_ value: JSONNode) throws(JSONWriteError) -> JSON? {
    guard value.isContainer, document.with({ $0.hasDeclared }) else { return nil }
    var forms: [JSONForm] = []
    if let (parent, step) = above, let container = parent.pointee.node {
      forms = JSONDeclaredWay(to: parent.pointee).forms(at: step, in: container)
    }
    let requirements = place.map { Array($0.object.requirements) } ?? []
    return try completed(value, at: depth, forms, requirements, above?.0.pointee.rowShapes ?? [])
  }

  /// Same as ``completed(_:)``, for a new element of this array.
  private func completed(
    _ value: JSONNode, at step: JSONPointer.Segment
  ) throws(JSONWriteError) -> JSON? {
    guard value.isContainer, let node, document.with({ $0.hasDeclared }) else { return nil }
    let forms = JSONDeclaredWay(to: self).forms(at: step, in: node)
    return try completed(value, at: depth + 1, forms, [], rowShapes)
  }

  /// Repeats until nothing is added, because one form may add what another completes.
  private func completed(
    _ value: JSONNode, at depth: Int, _ forms: [JSONForm], _ requirements: [JSONRequirement],
    _ rowShapes: [JSONShape]
  ) throws(JSONWriteError) -> JSON? {
    var way = JSONVisit()
    way.identifiers = identifiers
    var whole: JSON?
    var isDone = false
    while !isDone {
      let before = whole
      do throws(JSONError) {
        for form in forms { whole = try form.completed(whole?.node ?? value) ?? whole }
        for requirement in requirements {
          whole =
            try requirement.shape.completed(whole?.node ?? value, after: requirement.step, way)
            ?? whole
        }
        for shape in rowShapes {
          whole = try shape.completed(inside: whole?.node ?? value, way) ?? whole
        }
      } catch {
        // Completing fails only for lack of stack.
        throw .tooDeep
      }
      isDone = before?.node == whole?.node
    }
    guard let whole else { return nil }
    let isTakenIn = document.with { $0.takesIn(whole.node, at: depth, over: nil) }
    guard isTakenIn else { throw .tooDeep }
    return whole
  }

  /// The operators' shapes of this array's rows, or of this path's entries.
  private var rowShapes: [JSONShape] {
    guard hasRows, let place else { return [] }
    return place.object.requirements.filter(\.isOfRows).map(\.shape)
  }

  /// What does not fit in a value for this place, by the forms around it.
  func declaredMismatch(of value: JSONNode) -> JSONMismatch? {
    guard let (parent, step) = above, let container = parent.pointee.node else { return nil }
    return JSONDeclaredWay(to: parent.pointee).mismatch(of: value, at: step, in: container)
  }

  /// Refuses to remove a required member.
  func admitDeclaredRemoval(_ step: JSONPointer.Segment) throws(JSONWriteError) {
    guard let node else { return }
    for form in JSONDeclaredWay(to: self).forms {
      if let error = form.mismatch(without: step, in: node) { throw refuse(JSONMismatch(error)) }
    }
  }

  /// Whether a scalar fits at the end of some steps, none of which enters rows.
  func declaredAllows(_ value: JSONNode, at steps: JSONSteps) -> Bool {
    var way = JSONDeclaredWay(to: self)
    var (container, here) = (node, place)
    for index in 0..<steps.count {
      guard let node = container, way.mayEnter(steps[index], in: node) else { return false }
      here = here?.with { $0.child(steps[index]) }
      way.enter(steps[index], in: node, here)
      container = steps[index].child(of: node)
    }
    return way.forms.allSatisfy { $0.mismatch(value) == nil }
  }
}
