/// What one burst wrote to a state, as a tree of the places that were written. Patches are made from it.
///
/// Filled only while there are observers of patches. Values are looked up when the burst is over, so that
/// nothing is retained that a later write of the burst would have to copy.
package final class JSONChanges {
  /// A step down from a container.
  struct Step {
    let segment: JSONPointer.Segment
    let isElement: Bool
  }

  private(set) var root = Node()
  /// The number of observers of patches.
  private var recorders = 0
  private var pauses = 0

  /// False where a write need not be noted.
  var isOn: Bool { recorders != 0 && pauses == 0 }
  var isEmpty: Bool { root.isUntouched }

  package func start() { recorders += 1 }

  package func stop() {
    recorders -= 1
    if recorders == 0 { _ = take() }
  }

  /// Runs `body` without noting its writes, which the caller notes as one operation.
  func pausing<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    pauses += 1
    defer { pauses -= 1 }
    try body()
  }

  /// Returns what was noted, and starts a new record.
  func take() -> Node {
    defer { root = Node() }
    return root
  }

  // MARK: Noting

  /// Notes that a value was replaced, added or removed.
  func written(_ steps: [Step], over old: JSONNode?) { node(steps)?.replace(old) }

  func inserted(_ steps: [Step], at index: Int) {
    guard let array = node(steps) else { return }
    array.shift(from: index, by: 1)
    let added = Node()
    added.isInserted = true
    array.place(added, at: index)
    array.edits.append(.insert(index, added))
  }

  func removed(_ steps: [Step], at index: Int) {
    guard let array = node(steps) else { return }
    array.elements.removeValue(forKey: index)?.index = nil
    array.shift(from: index + 1, by: -1)
    array.edits.append(.remove(index))
  }

  func moved(_ steps: [Step], from source: Int, to target: Int) {
    guard source != target, let array = node(steps) else { return }
    let element = array.elements.removeValue(forKey: source)
    array.shift(from: source + 1, by: -1)
    array.shift(from: target, by: 1)
    if let element { array.place(element, at: target) }
    array.edits.append(.move(source, target))
  }

  /// The place that steps lead to; nil where it is inside something that is new as a whole.
  private func node(_ steps: [Step]) -> Node? {
    var node = root
    for step in steps {
      if node.isWhole { return nil }
      node = node.child(step)
    }
    return node.isWhole ? nil : node
  }
}

extension JSONChanges {
  /// What was at a place before it was replaced.
  enum Before {
    case nothing
    case scalar(JSON)
    case container
  }

  /// A change of which elements an array has. The indices are those at its time.
  enum Edit {
    case insert(Int, Node)
    case remove(Int)
    case move(Int, Int)
  }

  /// A place that was written to, or that has one below it.
  final class Node {
    /// Nil where only places below were written.
    private(set) var before: Before?
    var isInserted = false
    private(set) var members: [(key: [UInt8], node: Node)] = []
    private var memberIndex: [[UInt8]: Int] = [:]
    /// Elements that were written to, by the index that they have now.
    fileprivate(set) var elements: [Int: Node] = [:]
    fileprivate(set) var edits: [Edit] = []
    /// Of an element: where it is now; nil once it was removed.
    fileprivate(set) var index: Int?

    /// The value here is new as a whole.
    var isWhole: Bool { before != nil || isInserted }
    var isUntouched: Bool { !isWhole && members.isEmpty && elements.isEmpty && edits.isEmpty }

    func member(_ key: [UInt8]) -> Node? { memberIndex[key].map { members[$0].node } }

    fileprivate func child(_ step: Step) -> Node {
      if step.isElement {
        if let known = elements[step.segment.index] { return known }
        let made = Node()
        place(made, at: step.segment.index)
        return made
      }
      let key = Array(step.segment.raw)
      if let known = member(key) { return known }
      memberIndex[key] = members.count
      members.append((key, Node()))
      return members[members.count - 1].node
    }

    fileprivate func place(_ element: Node, at index: Int) {
      element.index = index
      elements[index] = element
    }

    fileprivate func shift(from index: Int, by distance: Int) {
      if elements.isEmpty { return }
      var shifted: [Int: Node] = [:]
      for (old, element) in elements {
        let new = old < index ? old : old + distance
        element.index = new
        shifted[new] = element
      }
      elements = shifted
    }

    fileprivate func replace(_ old: JSONNode?) {
      clear()
      guard let old else { return before = .nothing }
      before = old.isContainer ? .container : .scalar(JSON(borrowing: old))
    }

    private func clear() {
      var stack = [self]
      // Released by a loop, since the tree may be as deep as a state.
      while let node = stack.popLast() {
        stack += node.members.map(\.node)
        stack += node.elements.values
        node.members = []
        node.memberIndex = [:]
        node.elements = [:]
        node.edits = []
      }
    }

    deinit { if !isUntouched { clear() } }
  }
}

extension JSONState {
  /// Notes a write for observers of patches. Does nothing where there are none.
  @inline(__always)
  func record(_ note: (JSONChanges, [JSONChanges.Step]) -> Void) {
    document.with { document in
      if document.changes.isOn { note(document.changes, steps) }
    }
  }

  /// The steps from the root to here.
  private var steps: [JSONChanges.Step] {
    var steps: [JSONChanges.Step] = []
    var cursor = self
    while let (parent, segment) = cursor.above {
      cursor = parent.pointee
      steps.append(.init(segment: segment, isElement: cursor.node?.isArray == true))
    }
    return steps.reversed()
  }
}
