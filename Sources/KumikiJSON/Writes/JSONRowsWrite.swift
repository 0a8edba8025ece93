internal import KumikiValues

/// A write of one member in many elements of an array. It replaces scalars with scalars, so no element changes its
/// place. Several recorders keep it.
final class JSONRowsWrite {
  struct Row {
    /// The index of the element at the time of the write.
    let index: Int
    let old: JSONNode
    let new: JSONNode
  }

  /// The member, as a pointer of one step.
  let member: JSONPointer
  /// In the order of the array. This object retains the values.
  let rows: ContiguousArray<Row>

  /// Retains the values.
  init(_ member: JSONPointer, _ rows: ContiguousArray<Row>) {
    (self.member, self.rows) = (member, rows)
    for row in rows { _ = (row.old.retained(), row.new.retained()) }
  }

  deinit {
    for row in rows {
      row.old.release()
      row.new.release()
    }
  }

  /// The step of the member, valid while this object lives.
  var step: JSONPointer.Segment { member.segments[0] }

  /// Calls `body` with the write of each element.
  ///
  /// - Parameter place: the place of the array.
  @inline(never)
  func forEach(at place: JSONWritePlace, _ body: (JSONWrite, JSONWritePlace) -> Void) {
    var inside = place
    inside.rows = nil
    inside.end += 2
    inside.steps = ManualArray()
    inside.steps.reserve(inside.end, .init(ref: member.segments.step(0), isElement: false))
    defer { inside.steps.free() }
    for index in 0..<place.end { inside.steps[index] = place.steps[index] }
    for row in rows {
      withDecimal(row.index) { segment in
        segment.withStep { element in
          inside.steps[place.end] = .init(
            ref: element, isElement: true, rows: place.rows.map { Uncounted($0) })
          body(.written(over: row.old, by: row.new), inside)
        }
      }
    }
  }

  /// Whether the element at an index was written.
  func has(_ index: Int) -> Bool {
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].index < index { low = middle + 1 } else { high = middle }
    }
    return low < rows.count && rows[low].index == index
  }
}
