internal import Kumiki

/// What was declared of a place, gathered on the way down to it: by the reducer of the whole state, and by
/// each reducer around a part that the way goes through. The claims on the places tell where these are.
struct JSONDeclaredWay {
  private(set) var forms: [JSONForm] = []
  /// What was declared of the elements of the array here; of a path inside their entries.
  private var ofRows: [JSONForm] = []
  private var isPath = false
  /// What was declared of the element in the entry here.
  private var ofEntry: [JSONForm] = []

  /// The way to a place.
  init(to state: JSONState) {
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

  /// Whether a step may be there at all.
  func mayEnter(_ step: JSONPointer.Segment, in container: JSONNode) -> Bool {
    forms.allSatisfy { if case .nothing = $0.below(step, in: container) { false } else { true } }
  }

  /// - Parameter place: what the step leads to, where somebody asked for it.
  mutating func enter(
    _ step: JSONPointer.Segment, in container: JSONNode, _ place: Uncounted<WatchedNode>?
  ) {
    // In place, since there is mostly one.
    var kept = 0
    for index in forms.indices {
      guard case .form(let form) = forms[index].below(step, in: container) else { continue }
      forms[kept] = form
      kept += 1
    }
    forms.removeLast(forms.count - kept)
    if !ofEntry.isEmpty, JSONPathForm.element.isNamed(step.raw) { forms += ofEntry }
    if !isPath { forms += ofRows }
    ofEntry = isPath ? ofRows : []
    ofRows = []
    arrive(at: place)
  }

  private mutating func arrive(at place: Uncounted<WatchedNode>?) {
    place?.with { place in
      forms += place.claims.declared
      ofRows = place.claims.declaredOfRows
      isPath = place.rows?.isPath ?? false
    }
  }
}
