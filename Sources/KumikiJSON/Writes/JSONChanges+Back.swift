/// The inverse patch: operations that restore the values before the writes.
extension JSONChanges {
  /// The remaining work, last entry first. A list, because recursion would go as deep as the state. The path of an
  /// entry's place is the start of the current path; `length` is its length.
  private enum Work {
    /// A place with its current value, below the place with the path.
    case place(Int, now: JSONNode?, above: Int)
    /// The writes inside an existing value.
    case inside(Int, of: JSONNode, length: Int)
    /// The first `left` edits of an array's elements.
    case edits(Int, left: Int, length: Int)
  }

  /// Returns the operations that restore a place to its former value. Replaced values must have been kept.
  ///
  /// First, elements that were written are restored at their current positions; then insertions, removals and
  /// moves are undone, the last one first.
  ///
  /// - Parameters:
  ///   - value: the current value; nil if it is missing.
  ///   - spare: the memory of an earlier patch.
  func back(
    from value: JSONNode?, at top: Int, reusing spare: JSONPatch.Spare? = nil
  ) -> JSONPatch {
    let patch = JSONPatch(reusing: spare)
    if isEmpty { return patch }
    path.cut(to: 0)
    // Usually only one place is restored at a time, which needs no list.
    var work = WorkList()
    undo(top, value, 0, &work, patch)
    while let next = work.pop() {
      switch next {
      case .place(let place, let now, let above):
        path.cut(to: above)
        appendToPath(place)
        undo(place, now, path.count, &work, patch)
      case .inside(let place, let value, let length): restoreInside(place, value, length, &work)
      case .edits(let array, let left, let length): undo(array, left, length, &work, patch)
      }
    }
    return patch
  }

  private struct WorkList {
    private var next: Work?
    private var others: [Work] = []

    mutating func push(_ work: Work) {
      if let next { others.append(next) }
      next = work
    }

    mutating func pop() -> Work? { next.take() ?? others.popLast() }
  }

  /// - Parameter length: the length of the current path, which is the place's.
  private func undo(
    _ place: Int, _ now: JSONNode?, _ length: Int, _ work: inout WorkList, _ patch: JSONPatch
  ) {
    switch self[place].before {
    case .untouched:
      if let now { work.push(.inside(place, of: now, length: length)) }
    case .nothing: if now != nil { path.withBytes { patch.add(.remove, $0) } }
    case .value(let old):
      if self[place].hasInside { work.push(.inside(place, of: old, length: length)) }
      if let now, !old.isContainer, old.isEqual(to: now) { return }
      path.withBytes { patch.add(now == nil ? .add : .replace, $0, old) }
    case .container: preconditionFailure("what was replaced was not kept")
    }
  }

  private func restoreInside(
    _ place: Int, _ value: JSONNode, _ length: Int, _ work: inout WorkList
  ) {
    if self[place].hasEdits {
      work.push(.edits(place, left: edits(of: place).count, length: length))
    }
    forEach(below: place) { child in
      if self[child].isInserted { return }
      work.push(.place(child, now: self.child(child, of: value), above: length))
    }
  }

  /// Undoes the last of the first `left` edits of an array.
  private func undo(
    _ array: Int, _ left: Int, _ length: Int, _ work: inout WorkList, _ patch: JSONPatch
  ) {
    if left > 1 { work.push(.edits(array, left: left - 1, length: length)) }
    switch edits(of: array)[left - 1] {
    case .insert(let index, _): withPath(length, index) { patch.add(.remove, $0) }
    case .move(let source, let target):
      patch.addMove(self, from: target, to: source, in: length)
    case .remove(let index, let kept, let element):
      withPath(length, index) { path in
        // An element that was inserted in between is removed again, so any value may represent it.
        guard element >= 0, !self[element].isInserted else {
          return patch.add(.add, path, kept?.node ?? .null)
        }
        // The element may have been replaced or written to before it was removed.
        var old = kept?.node
        if case .value(let first) = self[element].before { old = first }
        guard let old else { preconditionFailure("what was removed was not kept") }
        if self[element].hasInside { work.push(.inside(element, of: old, length: self.path.count)) }
        patch.add(.add, path, old)
      }
    }
  }
}
