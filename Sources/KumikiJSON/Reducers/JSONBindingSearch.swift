internal import CJansson

extension JSONLayout {
  /// True where an action is a write of a view's binding, for whichever part.
  package func isBinding(_ action: JSONNode) -> Bool {
    var search = JSONBindingSearch(self, action)
    return search.run()
  }
}

/// A search for the reducer of bindings that takes an action, down the cases of that.
///
/// With a list of its own: what is sent through a view may be nested as deep as its path is long.
private struct JSONBindingSearch {
  private struct Step {
    let shape: JSONShape
    let action: JSONNode
    /// The step before, -1 at first; and the way from its state to this one's.
    var above = -1
    var keys: [String] = []
    var row: (form: JSONRowsForm, id: JSONNode)?
  }

  private let layout: JSONLayout
  private var steps: [Step]
  private var waiting = [0]
  /// The reducers that readers chose, whose shapes are gone through.
  private var chosen: [JSONReducer] = []

  /// No more readers are asked: one that answers another reader each time would be without end.
  private static let mostChoices = JSONShapeSearch.mostChoices + JSONLimits.standard.depth

  init(_ layout: JSONLayout, _ action: JSONNode) {
    self.layout = layout
    steps = [Step(shape: layout.shape, action: action)]
  }

  mutating func run() -> Bool {
    while let index = waiting.popLast() {
      if follow(steps[index], index) { return true }
    }
    return false
  }

  /// - Returns: true where the search is over.
  private mutating func follow(_ step: Step, _ index: Int) -> Bool {
    let shape = step.shape
    switch shape.kind {
    case .none, .cell, .cases: break
    case .binding: return shape.branch?.path.payload(of: step.action) != nil
    case .all:
      for child in shape.children.reversed() {
        add(Step(shape: child, action: step.action, above: index))
      }
    case .recursion: add(Step(shape: shape.child, action: step.action, above: index))
    case .choice:
      guard chosen.count < Self.mostChoices, let choose = shape.choose,
        let state = state(at: index), let reducer = choose(state, json_null()!, .current)
      else { break }
      chosen.append(reducer)
      add(Step(shape: reducer.shape, action: step.action, above: index))
    case .part, .slot, .rows:
      guard let (id, inner) = shape.branch?.child(of: JSONActionNode(step.action)) else { break }
      var child = Step(shape: shape.child, action: inner.node, above: index, keys: shape.keys)
      if let form = shape.form, let id { child.row = (form, id) }
      add(child)
    }
    return false
  }

  private mutating func add(_ step: Step) {
    waiting.append(steps.count)
    steps.append(step)
  }

  /// What is at a step's place now; nil where nothing is there.
  private func state(at index: Int) -> JSONNode? {
    var way: [Step] = []
    var above = index
    while above >= 0 {
      way.append(steps[above])
      above = steps[above].above
    }
    var here = layout.state
    for step in way.reversed() {
      here = here.flatMap { JSONPointer(keys: step.keys).resolve(in: $0) }
      if let (form, id) = step.row { here = here.flatMap { form.state(of: id, in: $0) } }
    }
    return here
  }
}
