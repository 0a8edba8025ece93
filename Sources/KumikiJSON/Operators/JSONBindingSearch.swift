extension JSONLayout {
  /// True where an action is a write of a view's binding, for whichever part.
  package func isBinding(_ action: JSONNode) -> Bool {
    var search = JSONBindingSearch(self, action)
    return search.run()
  }
}

/// A search for the reducer of bindings that takes an action, with a list of its own: what is sent through
/// a view may be nested as deep as its path is long.
private struct JSONBindingSearch {
  private struct Step {
    let shape: JSONShape
    let action: JSONNode
    /// What is at the reducer's place; nil where nothing is there.
    let state: JSONNode?
  }

  private var waiting: [Step]
  /// The reducers that readers chose, whose shapes are gone through.
  private var chosen: [JSONReducer] = []

  /// No more readers are asked: one that answers another reader each time would be without end.
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

  /// - Returns: true where the search is over.
  private mutating func follow(_ step: Step, _ shape: JSONShape) -> Bool {
    switch shape.kind {
    case .none, .cell, .cases, .declared, .all, .recursion, .history, .holder: break
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
