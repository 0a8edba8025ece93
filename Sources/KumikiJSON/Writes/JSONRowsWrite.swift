internal import KumikiValues

/// A write of one member in many elements of an array. It replaces scalars with scalars, so no element changes its
/// place. Several recorders keep it.
final class JSONRowsWrite {
  /// The member, as a pointer of one step.
  let member: JSONPointer
  /// The indices of the elements at the time of the write, ascending.
  let indices: ContiguousArray<Int32>
  /// The former values. This object retains each of them, and each new value.
  let old: ContiguousArray<JSONNode>
  private let new: ContiguousArray<JSONNode>

  /// Takes over a reference to each value.
  init(
    _ member: JSONPointer, _ indices: ContiguousArray<Int32>, from old: ContiguousArray<JSONNode>,
    to new: ContiguousArray<JSONNode>
  ) {
    (self.member, self.indices, self.old, self.new) = (member, indices, old, new)
  }

  deinit {
    for node in old { node.release() }
    for node in new { node.release() }
  }

  /// Calls `body` with the write of each element.
  ///
  /// - Parameter place: the place of the array.
  @inline(never)
  func forEach(at place: JSONWritePlace, _ body: (JSONWrite, JSONWritePlace) -> Void) {
    let step = member.segments.step(0)
    var inside = place
    inside.rows = nil
    inside.end += 2
    inside.steps.removeLast(max(0, inside.steps.count - place.end))
    inside.steps += repeatElement(.init(ref: step, isElement: false), count: 2)
    for (number, index) in indices.enumerated() {
      withDecimal(Int(index)) { segment in
        segment.withStep { element in
          inside.steps[place.end] = .init(
            ref: element, isElement: true, rows: place.rows.map { Uncounted($0) })
          body(.written(over: old[number], by: new[number]), inside)
        }
      }
    }
  }

  /// Whether an element at an index was written.
  func has(_ index: Int) -> Bool {
    var (low, high) = (0, indices.count)
    while low < high {
      let middle = (low + high) / 2
      if Int(indices[middle]) < index { low = middle + 1 } else { high = middle }
    }
    return low < indices.count && Int(indices[low]) == index
  }
}
