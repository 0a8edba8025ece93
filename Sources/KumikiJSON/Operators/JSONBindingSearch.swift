extension JSONLayout {
  /// Whether an action is a write of a view's binding, for any part.
  package func isBinding(_ action: JSONNode) -> Bool {
    var search = JSONBindingSearch(self, action)
    return search.run()
  }
}

/// Searches for the binding reducer that takes an action. Uses a list instead of recursion: an action
/// sent through a view may be nested as deep as its path is long.
private struct JSONBindingSearch {
  private struct Step {
    let shape: JSONShape
    let action: JSONNode
    /// The value at the reducer's place; nil if there is none.
    let state: JSONNode?
  }

  private var waiting: [Step]
  /// The reducers that readers chose, whose shapes are searched.
  private var chosen: [JSONReducer] = []

  /// Limits the readers that are asked: one that returns another reader each time would never end.
  private static let mostChoices = JSONShapeSearch.mostChoices + JSONLimits.standard.depth

  init(_ layout: JSONLayout, _ action: JSONNode) {
    waiting = [Step(shape: layout.shape, action: action, state: layout.state)]
  }

  mutating func run() -> Bool {
    while let step = waiting.popLast() {
      for shape in step.shape.readers where follow(step, shape) { return true }
    }
    return false
  }

  /// - Returns: whether the search is over.
  private mutating func follow(_ step: Step, _ shape: JSONShape) -> Bool {
    switch shape.kind {
    case .none, .substate, .cases, .declared, .all, .recursion, .history, .holder: break
    case .binding: return shape.branch?.path.payload(of: step.action) != nil
    case .choice:
      guard chosen.count < Self.mostChoices, let state = step.state,
        let reducer = shape.choose?(state, JSONNode.null, .current)
      else { break }
      chosen.append(reducer)
      waiting.append(Step(shape: reducer.shape, action: step.action, state: state))
    case .part, .slot, .rows:
      guard let (id, inner) = shape.branch?.child(of: JSONActionNode(step.action)) else { break }
      var state = step.state.flatMap { shape.steps.resolve(in: $0) }
      if let form = shape.form, let id { state = state.flatMap { form.state(of: id, in: $0) } }
      waiting.append(Step(shape: shape.child, action: inner.node, state: state))
    }
    return false
  }
}
