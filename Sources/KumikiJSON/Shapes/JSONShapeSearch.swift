internal import KumikiValues

/// A search through a shape from the outside in, with the unread rest of a path or of an action at each place.
/// It uses constant stack, and visits no shape twice with the same rest, however often reducers are combined or
/// contain themselves.
struct JSONShapeSearch<Rest: Hashable> {
  struct Step {
    let shape: JSONShape
    let rest: Rest
    /// The value at the place; nil if it is missing.
    let state: JSONNode?
    /// The shape that contains this shape; nil for the first.
    let above: JSONShape?
  }

  private struct Visited: Hashable {
    let shape: ObjectIdentifier
    let rest: Rest
  }

  /// Returns the rest and the value at an operator's child; nil if the path leads elsewhere.
  typealias Enter = (_ shape: JSONShape, _ part: JSONStatePart, Step) -> (Rest, JSONNode?)?

  private let enter: Enter
  private let mostChoices: Int
  private var waiting: [Step]
  private var visited: Set<Visited> = []
  /// The dynamic reducers' choices, retained because a recursion's shape lives as long as its reducer.
  private(set) var chosen: [AnyObject] = []

  /// - Parameters:
  ///   - state: passed to dynamic reducers; nil if the value is missing.
  ///   - levels: the largest number of levels. At each level a dynamic reducer may return another dynamic reducer.
  init(
    _ shape: JSONShape, _ rest: Rest, in state: JSONNode?,
    levels: Int = JSONLimits.standard.depth, enter: @escaping Enter
  ) {
    waiting = [Step(shape: shape, rest: rest, state: state, above: nil)]
    mostChoices = 256 + levels
    self.enter = enter
  }

  /// Returns the next step; nil after the last step.
  mutating func next() -> Step? {
    while let step = waiting.popLast() {
      let here = Visited(shape: ObjectIdentifier(step.shape), rest: step.rest)
      guard visited.insert(here).inserted else { continue }
      follow(step)
      return step
    }
    return nil
  }

  private mutating func follow(_ step: Step) {
    let shape = step.shape
    if let part = shape.part {
      guard let (rest, state) = enter(shape, part, step) else { return }
      waiting.append(Step(shape: part.child, rest: rest, state: state, above: shape))
    } else if case .choice(let choose) = shape.content {
      guard chosen.count < mostChoices, let state = step.state,
        let (next, owner) = choose(state)
      else { return }
      chosen.append(owner)
      waiting.append(Step(shape: next, rest: step.rest, state: state, above: shape))
    } else {
      for member in shape.members.reversed() {
        waiting.append(Step(shape: member, rest: step.rest, state: step.state, above: shape))
      }
    }
  }
}

extension JSONShapeSearch<Int> {
  /// Makes a search along a state's keys, one of which stands for each row. The rest is a position in them.
  init(_ shape: JSONShape, along keys: [String], in state: JSONNode? = nil) {
    self.init(shape, 0, in: state, levels: keys.count) { shape, part, step in
      guard var end = keys.position(after: part.keys, from: step.rest) else { return nil }
      if case .rows(_, let form) = shape.content {
        // One key is the row's index. In a navigation path the element is inside the entry.
        let inside = form.isPath ? [JSONPathForm.element.name] : []
        guard end < keys.count, let row = keys.position(after: inside, from: end + 1) else {
          return nil
        }
        end = row
      }
      let state = step.state.flatMap {
        JSONPointer(keys: Array(keys[step.rest..<end])).resolve(in: $0)
      }
      return (end, state)
    }
  }
}

extension JSONShape {
  /// Returns the label of the innermost operator around a place, "presentation /destination"; nil if no operator
  /// is there. Does not call dynamic reducers, because a write is in progress.
  func label(around keys: [String]) -> String? {
    var innermost: (label: OperatorLabel, end: Int)?
    var search = JSONShapeSearch(self, along: keys)
    while let step = search.next() {
      guard let part = step.shape.part, let label = part.label,
        let end = keys.position(after: part.keys, from: step.rest), end > innermost?.end ?? 0
      else { continue }
      innermost = (label, end)
    }
    return innermost?.label.text
  }
}

extension [String] {
  /// Returns the position after some names; nil if other names are there. Compared by bytes.
  func position(after names: [String], from position: Int) -> Int? {
    guard count - position >= names.count,
      zip(self[position...], names).allSatisfy({ $0.utf8.elementsEqual($1.utf8) })
    else { return nil }
    return position + names.count
  }
}
