internal import Kumiki

/// A search down a shape along a path: the keys of a state, with one for each row, or the cases of an action
/// up to the first row. It takes constant stack, and visits no shape twice for one place on the path, however
/// often reducers are combined or contain themselves.
struct JSONShapeSearch {
  /// A visited shape, and how much of the path leads there.
  struct Step {
    let shape: JSONShape
    let position: Int
    /// The step before, -1 for the first; then the keys of the state from there to here.
    let above: Int
    let keys: [String]
  }

  private let path: [String]
  private let areCases: Bool
  private let state: JSONNode?
  private var steps: [Step]
  private var waiting: [Int] = [0]
  private var met: Set<Met> = []
  /// The reducers that readers chose. Retained, because a recursion's shape lives as long as its reducer.
  private(set) var chosen: [AnyObject] = []

  private struct Met: Hashable {
    let shape: ObjectIdentifier
    let position: Int
  }

  /// Limits the readers that are asked, plus one for each step of the path: a reader may return another one.
  static let mostChoices = 256

  /// - Parameter state: passed to readers; nil if there is no value.
  init(_ shape: JSONShape, _ path: [String], areCases: Bool = false, in state: JSONNode?) {
    self.path = path
    self.areCases = areCases
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
    if !areCases { return Array(path[..<steps[index].position]) }
    var parts: [[String]] = []
    var index = index
    while index >= 0 {
      parts.append(steps[index].keys)
      index = steps[index].above
    }
    return parts.reversed().flatMap { $0 }
  }

  private mutating func follow(_ step: Step, _ index: Int) {
    if let part = step.shape.part {
      guard let end = position(after: step.shape.content, from: step.position) else { return }
      add(part.child, end, below: index, part.keys)
    } else if case .choice(let choose) = step.shape.content {
      guard chosen.count < Self.mostChoices + path.count, let state,
        let here = JSONPointer(keys: keys(to: index)).resolve(in: state),
        let (shape, owner) = choose(here)
      else { return }
      chosen.append(owner)
      add(shape, step.position, below: index)
    } else {
      for shape in step.shape.members.reversed() { add(shape, step.position, below: index) }
    }
  }

  private mutating func add(
    _ shape: JSONShape, _ position: Int, below index: Int, _ keys: [String] = []
  ) {
    waiting.append(steps.count)
    steps.append(Step(shape: shape, position: position, above: index, keys: keys))
  }

  /// The position on the path where an operator's child begins; nil if the path goes elsewhere.
  private func position(after operation: JSONShape.Content, from position: Int) -> Int? {
    switch operation {
    case .part(let part), .slot(let part):
      return path.position(after: areCases ? part.branch.childNames : part.keys, from: position)
    case .rows(let part, let form):
      // One key is the row's index; in a navigation path the element is inside the entry.
      guard !areCases, let end = path.position(after: part.keys, from: position), end < path.count
      else { return nil }
      let inside = form.isPath ? [JSONPathForm.element.name] : []
      return path.position(after: inside, from: end + 1)
    default: return nil
    }
  }
}

extension JSONShape {
  /// The label of the innermost operator around a place, "presentation /destination"; nil if there is none.
  /// Does not ask readers, because a write is in progress.
  func label(around keys: [String]) -> String? {
    var innermost: (label: OperatorLabel, end: Int)?
    var search = JSONShapeSearch(self, keys, in: nil)
    while let index = search.next() {
      guard let part = search[index].shape.part, let label = part.label,
        let end = keys.position(after: part.keys, from: search[index].position),
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
