/// The inverse patch: operations that restore the values before the writes.
extension JSONChanges {
  /// The remaining work, last entry first. A list, because recursion would go as deep as the state.
  private enum Work {
    /// A place, and its current value.
    case place(Int, now: JSONNode?, path: String)
    /// The writes inside an existing value.
    case inside(Int, of: JSONNode, path: String)
    /// The first `left` edits of an array's elements.
    case edits(Int, left: Int, path: String)
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
    from value: JSONNode?, at place: Int, reusing spare: JSONPatch.Spare? = nil
  ) -> JSONPatch {
    let patch = JSONPatch(reusing: spare)
    var work = isEmpty ? [] : [Work.place(place, now: value, path: "")]
    while let next = work.popLast() {
      switch next {
      case .place(let place, let now, let path): undo(place, now, path, &work, patch)
      case .inside(let place, let value, let path): restoreInside(place, value, path, &work)
      case .edits(let array, let left, let path): undo(array, left, path, &work, patch)
      }
    }
    return patch
  }

  private func undo(
    _ place: Int, _ now: JSONNode?, _ path: String, _ work: inout [Work], _ patch: JSONPatch
  ) {
    let node = self[place]
    switch node.before {
    case .untouched:
      if let now { work.append(.inside(place, of: now, path: path)) }
    case .nothing: if now != nil { patch.add(.remove, path) }
    case .value(let old):
      if node.hasInside { work.append(.inside(place, of: old.node, path: path)) }
      guard let now else { return patch.add(.add, path, old.node) }
      if !old.isScalar(now) { patch.add(.replace, path, old.node) }
    case .container: preconditionFailure("what was replaced was not kept")
    }
  }

  private func restoreInside(
    _ place: Int, _ value: JSONNode, _ path: String, _ work: inout [Work]
  ) {
    if !self[place].edits.isEmpty {
      work.append(.edits(place, left: self[place].edits.count, path: path))
    }
    forEach(below: place) { child in
      if self[child].isInserted { return }
      let now = self.child(child, of: value)
      work.append(.place(child, now: now, path: self.path(child, below: path)))
    }
  }

  /// Undoes the last of the first `left` edits of an array.
  private func undo(
    _ array: Int, _ left: Int, _ path: String, _ work: inout [Work], _ patch: JSONPatch
  ) {
    if left > 1 { work.append(.edits(array, left: left - 1, path: path)) }
    switch self[array].edits[left - 1] {
    case .insert(let index, _): patch.add(.remove, "\(path)/\(index)")
    case .move(let source, let target):
      patch.add(.move, from: "\(path)/\(target)", "\(path)/\(source)")
    case .remove(let index, let kept, let element):
      let path = "\(path)/\(index)"
      // An element that was inserted in between is removed again, so any value may represent it.
      guard element >= 0, !self[element].isInserted else {
        return patch.add(.add, path, kept?.node ?? .null)
      }
      // The element may have been replaced or written to before it was removed.
      var old = kept
      if case .value(let first) = self[element].before { old = first }
      guard let old else { preconditionFailure("what was removed was not kept") }
      if self[element].hasInside { work.append(.inside(element, of: old.node, path: path)) }
      patch.add(.add, path, old.node)
    }
  }
}

extension JSON {
  /// Whether this is a scalar equal to the other value. Containers are not compared.
  func isScalar(_ other: JSONNode) -> Bool {
    withNode { !$0.isContainer && $0.isEqual(to: other) }
  }
}
