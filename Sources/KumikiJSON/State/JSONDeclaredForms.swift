internal import KumikiValues

/// The declared shapes of a place, collected on the path from the root: from the reducer of the whole state, and
/// from each reducer around a part on the path. The requirements at the places contain them.
struct JSONDeclaredForms {
  private(set) var forms: [JSONForm] = []
  /// The declarations of the elements of the array here; in a navigation path, of the elements inside its
  /// entries.
  private var ofRows: [JSONForm] = []
  private var isPath = false
  /// The declarations of the element in the entry here.
  private var ofEntry: [JSONForm] = []
  /// Whether a declaration allows no value here.
  private(set) var isExcluded = false

  /// Collects the declarations of a cursor's place.
  init(at state: JSONState) {
    var above: [JSONCursor] = []
    var cursor = state.parent
    while let here = cursor {
      above.append(here)
      cursor = here.pointee.parent
    }
    for here in above.reversed() { enter(here.pointee) }
    enter(state)
  }

  private mutating func enter(_ state: JSONState) {
    guard let (parent, step) = state.above, let container = parent.pointee.node else {
      return arrive(at: state.place)
    }
    enter(step, in: container, state.place)
  }

  /// Returns why a value does not match one step below, by the declarations around it; nil if it matches. The
  /// requirements of the operators at that place are checked separately.
  func mismatch(
    of value: JSONNode, at step: JSONPointer.Segment, in container: JSONNode,
    _ lack: JSONLack? = nil
  ) -> JSONError? {
    for form in forms {
      switch form.below(step, in: container) {
      case .anything: continue
      case .nothing(let error): return error
      case .form(let form):
        if let error = form.mismatch(value, lack) { return error.below(step.text) }
      }
    }
    guard leadsToElement(step) else { return nil }
    return ofEntry.firstResult { $0.mismatch(value, lack) }?.below(step.text)
  }

  /// Returns the declarations of a value one step below.
  func below(_ step: JSONPointer.Segment, in container: JSONNode) -> [JSONForm] {
    let around = forms.compactMap { form -> JSONForm? in
      if case .form(let form) = form.below(step, in: container) { form } else { nil }
    }
    return leadsToElement(step) ? around + ofEntry : around
  }

  private func leadsToElement(_ step: JSONPointer.Segment) -> Bool {
    !ofEntry.isEmpty && JSONPathForm.element.isNamed(step.raw)
  }

  /// - Parameter place: the place that the step leads to, if one was made.
  mutating func enter(
    _ step: JSONPointer.Segment, in container: JSONNode, _ place: Uncounted<JSONPlace>?
  ) {
    // In place, because usually only one declaration exists.
    var kept = 0
    for index in forms.indices {
      switch forms[index].below(step, in: container) {
      case .form(let form):
        forms[kept] = form
        kept += 1
      case .anything: break
      case .nothing: isExcluded = true
      }
    }
    forms.removeLast(forms.count - kept)
    if leadsToElement(step) { forms += ofEntry }
    if !isPath { forms += ofRows }
    ofEntry = isPath ? ofRows : []
    ofRows = []
    arrive(at: place)
  }

  private mutating func arrive(at place: Uncounted<JSONPlace>?) {
    place?.with { place in
      forms += place.requirements.declared
      ofRows = place.requirements.declaredOfRows
      isPath = place.rows.known?.isPath ?? false
    }
  }
}

/// The declarations of a place: its container's declarations, and the step from there. Valid until the next write.
struct JSONDeclaredStep {
  let forms: JSONDeclaredForms
  let container: JSONNode
  let step: JSONPointer.Segment

  /// The declarations of the value.
  var below: [JSONForm] { forms.below(step, in: container) }

  func mismatch(of value: JSONNode, _ lack: JSONLack? = nil) -> JSONError? {
    forms.mismatch(of: value, at: step, in: container, lack)
  }
}
