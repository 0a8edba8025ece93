internal import Kumiki

/// A search down a shape along a path. It takes constant stack, and visits no shape twice for one place on
/// the path, however often reducers are combined or contain themselves.
struct JSONShapeSearch {
  /// The elements of the path.
  enum Way {
    /// The keys of a state, with indices for rows.
    case keys
    /// The cases of an action, up to the first row.
    case cases
  }

  /// A visited shape, and how much of the path leads there.
  struct Step {
    let shape: JSONShape
    let position: Int
    /// The step before, -1 for the first; then the keys of the state from there to here.
    let above: Int
    let keys: [String]
  }

  private let path: [String]
  private let way: Way
  private let state: JSONNode?
  private var steps: [Step]
  private var waiting: [Int] = [0]
  private var met: Set<Met> = []
  /// The reducers that readers chose. Retained, because a recursion's shape lives as long as its reducer.
  private(set) var chosen: [JSONReducer] = []

  private struct Met: Hashable {
    let shape: ObjectIdentifier
    let position: Int
  }

  /// Limits the readers that are asked, plus one for each step of the path: a reader may return another one.
  static let mostChoices = 256

  /// - Parameter state: passed to readers; nil if there is no value.
  init(_ shape: JSONShape, _ path: [String], _ way: Way, in state: JSONNode?) {
    self.path = path
    self.way = way
    self.state = state
    steps = [Step(shape: shape, position: 0, above: -1, keys: [])]
  }

  /// The next step; nil after the last one.
  mutating func next() -> Int? {
    while let index = waiting.popLast() {
      let step = steps[index]
      let here = Met(shape: ObjectIdentifier(step.shape), position: step.position)
      guard met.insert(here).inserted else { continue }
      follow(step, index)
      return index
    }
    return nil
  }

  subscript(index: Int) -> Step { steps[index] }

  /// The rest of the path at a step.
  func rest(at index: Int) -> ArraySlice<String> { path[steps[index].position...] }

  /// Whether the rest of the path at a step equals some names.
  func ends(with names: [String], at index: Int) -> Bool {
    path.position(after: names, from: steps[index].position) == path.count
  }

  /// The keys of the state to a step.
  func keys(to index: Int) -> [String] {
    if way == .keys { return Array(path[..<steps[index].position]) }
    var parts: [[String]] = []
    var index = index
    while index >= 0 {
      parts.append(steps[index].keys)
      index = steps[index].above
    }
    return parts.reversed().flatMap { $0 }
  }

  // MARK: Steps down

  private mutating func follow(_ step: Step, _ index: Int) {
    let shape = step.shape
    switch shape.kind {
    case .none, .binding, .substate, .cases, .declared, .holder: return
    case .all: for child in shape.children.reversed() { add(child, step.position, below: index) }
    case .recursion, .history: add(shape.child, step.position, below: index)
    case .choice:
      if let reducer = ask(shape, at: index) { add(reducer.shape, step.position, below: index) }
    case .part, .slot, .rows:
      guard let end = position(after: shape, from: step.position) else { return }
      add(shape.child, end, below: index, shape.keys)
    }
  }

  private mutating func add(
    _ shape: JSONShape, _ position: Int, below index: Int, _ keys: [String] = []
  ) {
    waiting.append(steps.count)
    steps.append(Step(shape: shape, position: position, above: index, keys: keys))
  }

  /// The position on the path where a shape's child begins; nil if the path goes elsewhere.
  private func position(after shape: JSONShape, from position: Int) -> Int? {
    guard way == .keys else {
      guard shape.kind != .rows, let branch = shape.branch else { return nil }
      return path.position(after: branch.childNames, from: position)
    }
    guard let end = path.position(after: shape.keys, from: position) else { return nil }
    guard shape.kind == .rows else { return end }
    // One key is the row's index; in a navigation path the element is inside the entry.
    guard end < path.count else { return nil }
    return shape.form?.isPath == true
      ? path.position(after: [JSONPathForm.element.name], from: end + 1) : end + 1
  }

  private mutating func ask(_ shape: JSONShape, at index: Int) -> JSONReducer? {
    guard chosen.count < Self.mostChoices + path.count, let choose = shape.choose, let state,
      let here = JSONPointer(keys: keys(to: index)).resolve(in: state),
      let reducer = choose(here, JSONNode.null, .current)
    else { return nil }
    chosen.append(reducer)
    return reducer
  }
}

extension JSONShape {
  /// The label of the innermost operator around a place, "presentation /destination"; nil if there is none.
  /// Does not ask readers, because a write is in progress.
  func label(around keys: [String]) -> String? {
    var innermost: (label: OperatorLabel, end: Int)?
    var search = JSONShapeSearch(self, keys, .keys, in: nil)
    while let index = search.next() {
      let step = search[index]
      guard let label = step.shape.label,
        let end = keys.position(after: step.shape.keys, from: step.position),
        end > innermost?.end ?? 0
      else { continue }
      innermost = (label, end)
    }
    return innermost?.label.text
  }
}

extension [String] {
  /// The position after some names; nil if other names are there. Compared by bytes.
  func position(after names: [String], from position: Int) -> Int? {
    guard count - position >= names.count,
      zip(self[position...], names).allSatisfy({ $0.utf8.elementsEqual($1.utf8) })
    else { return nil }
    return position + names.count
  }
}
