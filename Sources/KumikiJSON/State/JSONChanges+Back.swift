/// The way back: the operations by which what was written becomes what it was before.
extension JSONChanges {
  /// An operation of a JSON Patch: its name, where from, the path, and the value. Answers whether to go on.
  typealias Emit = (
    _ operation: JSONPatchOperations.Name, _ from: String?, _ path: String, _ value: JSONNode?
  ) -> Bool

  /// What is left to do, the last of it first: as deep as a state, so no recursion.
  private enum Work {
    /// A place, and what is there now.
    case place(Int, now: JSONNode?, path: String)
    /// What was written inside a value that is there.
    case inside(Int, of: JSONNode, path: String)
    /// So many of the first changes of which elements an array has.
    case edits(Int, left: Int, path: String)
  }

  /// Names the operations, to be applied in order, that bring back what was at a place. What is replaced
  /// must have been kept.
  ///
  /// The elements of an array that were written to are brought back first, where they are now, then those
  /// that came, went or moved, the last one first.
  ///
  /// - Parameter value: what is there now; nil for nothing.
  func back(from value: JSONNode?, at place: Int, path: String, _ emit: Emit) {
    if isEmpty { return }
    var work = [Work.place(place, now: value, path: path)]
    var goesOn = true
    while goesOn, let next = work.popLast() {
      switch next {
      case .place(let place, let now, let path): goesOn = undo(place, now, path, &work, emit)
      case .inside(let place, let value, let path): lookInside(place, value, path, &work)
      case .edits(let array, let left, let path): goesOn = undo(array, left, path, &work, emit)
      }
    }
  }

  /// Whether the way back has anything to do.
  func isDifferent(from value: JSONNode?, at place: Int) -> Bool {
    var isDifferent = false
    back(from: value, at: place, path: "") { _, _, _, _ in
      isDifferent = true
      return false
    }
    return isDifferent
  }

  private func undo(
    _ place: Int, _ now: JSONNode?, _ path: String, _ work: inout [Work], _ emit: Emit
  ) -> Bool {
    let node = self[place]
    switch node.before {
    case .untouched:
      if let now { work.append(.inside(place, of: now, path: path)) }
    case .nothing: return now == nil || emit(.remove, nil, path, nil)
    case .value(let old):
      if node.hasInside { work.append(.inside(place, of: old.node, path: path)) }
      guard let now else { return emit(.add, nil, path, old.node) }
      return old.isScalar(now) || emit(.replace, nil, path, old.node)
    case .container: preconditionFailure("what was replaced was not kept")
    }
    return true
  }

  private func lookInside(
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

  /// Takes back the last of some changes of an array.
  private func undo(
    _ array: Int, _ left: Int, _ path: String, _ work: inout [Work], _ emit: Emit
  ) -> Bool {
    if left > 1 { work.append(.edits(array, left: left - 1, path: path)) }
    switch self[array].edits[left - 1] {
    case .insert(let index, _): return emit(.remove, nil, "\(path)/\(index)", nil)
    case .move(let source, let target):
      return emit(.move, "\(path)/\(target)", "\(path)/\(source)", nil)
    case .remove(let index, let kept, let element):
      let path = "\(path)/\(index)"
      // One that came in between goes again: whatever stands for it.
      guard element >= 0, !self[element].isInserted else {
        return emit(.add, nil, path, kept?.node ?? .null)
      }
      // It may have been replaced, or written to, before it was removed.
      var old = kept
      if case .value(let first) = self[element].before { old = first }
      guard let old else { preconditionFailure("what was removed was not kept") }
      if self[element].hasInside { work.append(.inside(element, of: old.node, path: path)) }
      return emit(.add, nil, path, old.node)
    }
  }
}

extension JSON {
  /// Whether this is a scalar, and the other one the same. Containers are not compared.
  func isScalar(_ other: JSONNode) -> Bool {
    withNode { !$0.isContainer && $0.isEqual(to: other) }
  }
}
