/// Copies of the large arrays of the current state, for a thread that is not the owner.
///
/// The thread copies in slices, and the owner writes between the slices. A write waits for one slice at most. It copies
/// no array, because the reader has no reference to one.
///
/// The parts of such a copy are of different times. The inverses on the way from the current state back to a moment
/// make them equal again: a place that was written since the moment gets its value at the moment, whatever was copied. Only
/// a change of indices makes a copy useless.
struct LargeArrays {
  /// An array with more elements is copied in slices. A write copies smaller ones.
  private static let most = 256
  private static let slice = 64

  /// The copies, each as the inverse that puts it at its place.
  private var copies = Inverses()
  private let structure: Int
  /// The number of values that the search may still visit.
  private var visits = 512

  /// Looks for the large arrays in a state, but not inside large containers.
  ///
  /// - Parameter structure: the number of changes of indices so far.
  init(in state: JSONNode, _ structure: Int) {
    self.structure = structure
    var steps: [JSONPointer.Segment] = []
    find(in: state, &steps)
  }

  private mutating func find(in here: JSONNode, _ steps: inout [JSONPointer.Segment]) {
    if here.elementCount > Self.most { return add(at: steps) }
    let count = here.elementCount + here.memberCount
    if count > visits { return }
    visits -= count
    for member in here.members where member.value.isContainer {
      steps.append(JSONPointer.Segment(member.key, index: -1))
      find(in: member.value, &steps)
      steps.removeLast()
    }
    for index in 0..<here.elementCount where here.element(index)!.isContainer {
      steps.append(JSONPointer.Segment(.none, index: index))
      find(in: here.element(index)!, &steps)
      steps.removeLast()
    }
  }

  private mutating func add(at steps: [JSONPointer.Segment]) {
    guard let copy = JSONNode.array() else { return }
    var path = GrowingPath()
    for step in steps { path.append(step, isElement: step.index >= 0) }
    _ = copies.append(.put, path.path, copy)
    copy.release()
  }

  var isEmpty: Bool { copies.isEmpty }

  /// Copies the arrays, and calls `pause` after each slice. Returns false if elements have got other indices, or if
  /// memory runs out.
  func copy(from versions: JSONVersions, _ pause: () -> Void) -> Bool {
    forEach { place in
      while true {
        guard let elements = versions.withLock({ slice(of: versions, place) }) else { return false }
        if elements.isEmpty { return true }
        var isWhole = true
        for element in elements { isWhole = place.old!.append(stealing: element) && isWhole }
        if !isWhole { return false }
        pause()
      }
    }
  }

  /// Returns new references to the next elements of an array; nil if elements have got other indices.
  private func slice(of versions: JSONVersions, _ place: Inverse) -> [JSONNode]? {
    guard var here = versions.current, versions.structure == structure else { return nil }
    var path = place.path
    while !path.isAtEnd {
      // Another value has replaced the array, or a value around it.
      guard let next = path.next().child(of: here) else { return [] }
      here = next
    }
    let first = place.old!.elementCount
    let last = min(first + Self.slice, here.elementCount)
    return first < last ? (first..<last).map { here.element($0)!.retained() } : []
  }

  /// Returns a state with the copies in place of its arrays; nil if elements have got other indices, or if memory runs
  /// out.
  func put(into state: JSONNode, _ structure: Int) -> JSON? {
    if structure != self.structure { return nil }
    var tree = InverseTree(JSON(borrowing: state))
    return forEach { tree.apply($0) } ? tree.state : nil
  }

  private func forEach(_ body: (Inverse) -> Bool) -> Bool {
    var isDone = true
    copies.forEach { block, count in
      var end = count
      while isDone, let copy = block.inverse(before: &end) { isDone = body(copy) }
    }
    return isDone
  }
}
