internal import KumikiValues

// Declared shapes (kmk_shape) apply to writes. A value is compared with the declarations of its place, which are
// found from the root down, in time proportional to the depth.
extension JSONState {
  /// Returns the declarations at the end of steps that do not enter rows; nil if a container is missing.
  func declared(at steps: JSONSteps) -> JSONDeclaredForms? {
    var forms = JSONDeclaredForms(at: self)
    var (container, here) = (node, place)
    for step in steps {
      guard let node = container else { return nil }
      here = here?.with { $0.child(step) }
      forms.enter(step, in: node, here)
      container = step.child(of: node)
    }
    return forms
  }

  /// Prepares a value to be put here: adds missing members, and refuses a mismatch.
  ///
  /// - Parameter step: for a new element of the array here.
  /// - Returns: the value, or a completed copy to use instead.
  @inline(never)
  func taken(
    stealing value: JSONNode, at step: JSONPointer.Segment? = nil
  ) throws(JSONWriteError) -> JSONNode {
    let rows = step == nil ? parent?.pointee.rowsHere : rowsHere
    let isEntry = rows?.with { $0.isPath } ?? false
    // Only completing takes ids.
    let mayComplete = isEntry || value.isContainer && document.with { $0.hasDeclared }
    let position = mayComplete ? identifiers.position : nil
    let shortages = Shortage.count
    let given = value
    let value = isEntry ? JSONPathForm.entry(of: value, identifiers) : value
    do throws(JSONWriteError) {
      let declared = document.with { $0.hasDeclared } ? declared(at: step) : nil
      let isWhole = isWhole(value, at: step, declared)
      let whole = isWhole ? nil : try completed(value, at: step, declared)
      // The added members are checked too, because one declaration may refuse members that another adds.
      let final = whole?.node ?? value
      if final != given { try count(final, insteadOf: given, at: step) }
      let unchecked = isWhole ? nil : declared
      if let step {
        try admitElement(final, at: step, unchecked)
      } else {
        try admit(final, unchecked)
      }
      if Shortage.count != shortages { throw .noMemory }
      guard let whole else { return value }
      value.releaseDeep()
      return whole.retained()
    } catch {
      // A refused value has taken no ids.
      if let position { identifiers.position = position }
      value.releaseDeep()
      throw error
    }
  }

  /// Whether a value matches the declarations around its place, and no declaration adds to it.
  private func isWhole(
    _ value: JSONNode, at step: JSONPointer.Segment?, _ declared: JSONDeclaredStep?
  ) -> Bool {
    guard document.with({ $0.hasDeclared }) else { return true }
    // A scalar gets no members, so it is only checked.
    guard value.isContainer else { return false }
    let isOperators = step == nil && place?.with { $0.requirements.mayComplete } ?? false
    let rows = step == nil ? parent?.pointee : self
    guard !isOperators, rows?.rowShapes.contains(where: { $0.has(.mayComplete) }) != true else {
      return false
    }
    guard let declared else { return true }
    let lack = JSONLack()
    return declared.mismatch(of: value, lack) == nil && !lack.isFound
  }

  /// Counts a value with its added members, in place of the given value.
  private func count(
    _ value: JSONNode, insteadOf given: JSONNode, at step: JSONPointer.Segment?
  ) throws(JSONWriteError) {
    let refusal = document.with {
      $0.room.takeIn(
        value, insteadOf: given, at: step == nil ? depth : depth + 1, over: step == nil ? node : nil
      )
    }
    if let refusal { throw refusal }
  }

  /// Returns the value for this place, or for a new element of this array, with its missing members; nil if none
  /// are missing. Repeats until nothing is added: one declaration may add what another completes.
  func completed(
    _ value: JSONNode, at step: JSONPointer.Segment? = nil, _ declared: JSONDeclaredStep?
  ) throws(JSONWriteError) -> JSON? {
    guard value.isContainer, document.with({ $0.hasDeclared }) else { return nil }
    let forms = declared?.below ?? []
    let requirements = step == nil ? place?.with { $0.requirements } : nil
    let rowShapes = (step == nil ? parent?.pointee : self)?.rowShapes ?? []
    var visit = JSONVisit()
    visit.identifiers = identifiers
    var whole: JSON?
    var isDone = false
    while !isDone {
      let before = whole
      do throws(JSONError) {
        for form in forms { whole = try form.completed(whole?.node ?? value) ?? whole }
        for requirement in requirements ?? JSONRequirements() {
          whole =
            try requirement.shape.completed(whole?.node ?? value, after: requirement.step, visit)
            ?? whole
        }
        for shape in rowShapes {
          whole = try shape.completed(inside: whole?.node ?? value, visit) ?? whole
        }
      } catch {
        // Completing fails only if the stack is too small.
        throw .tooDeep
      }
      isDone = before?.node == whole?.node
    }
    return whole
  }

  /// The operators' shapes of this array's rows, or of this path's entries.
  var rowShapes: [JSONShape] { hasRows ? place?.with { $0.requirements.rowShapes } ?? [] : [] }

  /// Returns the declarations of this place, or of a new element of this array; nil without a container.
  func declared(at step: JSONPointer.Segment? = nil) -> JSONDeclaredStep? {
    let state = step == nil ? parent?.pointee : self
    guard document.with({ $0.hasDeclared }), let state, let container = state.node,
      let step = step ?? segment?.pointee
    else { return nil }
    return JSONDeclaredStep(forms: JSONDeclaredForms(at: state), container: container, step: step)
  }

  /// Refuses to remove a required member.
  func admitDeclaredRemoval(_ step: JSONPointer.Segment) throws(JSONWriteError) {
    guard let node else { return }
    for form in JSONDeclaredForms(at: self).forms {
      if let error = form.mismatch(without: step, in: node) { throw refuse(error) }
    }
  }
}
