/// What a step has written, with what was there before: what an undo takes back.
///
/// Of each place it has the first write, and nothing of what is inside a value that the step has written as a whole.
package struct JSONUndoStep {
  /// A place that the step wrote.
  struct Entry {
    let place: Int32
    var before = Before.untouched
    /// The element came.
    var isInserted = false
    /// The element went: `before` is what it was.
    var isRemoved = false
    /// The gap where the element stood that went or moved; -1 for none.
    var gap: Int32 = -1
    /// The orders of arrays in the value of before, which are those of these arrays again once it is back.
    var orders: [JSONStepPlaces.OrderID] = []

    /// The step has made anew all that is inside.
    var isWhole: Bool {
      if case .untouched = before { return isInserted }
      return true
    }
    /// An element came, went or moved.
    var isOfOrder: Bool { isInserted || gap >= 0 }
  }

  enum Before {
    case untouched
    case nothing
    case value(JSON)
  }

  /// Tells which step noted a place last.
  let serial: UInt64
  var entries: [Entry] = []

  init(_ serial: UInt64) { self.serial = serial }
}
