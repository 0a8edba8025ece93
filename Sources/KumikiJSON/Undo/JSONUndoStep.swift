internal import KumikiValues

/// A step of a history, with its label.
typealias KeptStep = UndoHistory<JSONUndoStep>.Kept

/// The places that a step has written, with the old values that an undo restores.
///
/// It contains the first write of each place, and nothing inside a value that the step has written as a whole.
package struct JSONUndoStep {
  /// A place that the step wrote.
  struct Entry {
    let place: Int32
    var before = Before.untouched
    /// Whether the element was inserted.
    var isInserted = false
    /// Whether the element was removed. `before` is then its old value.
    var isRemoved = false
    /// The gap left by an element that was removed or moved; -1 for none.
    var gap: Int32 = -1
    /// The orders of arrays in the old value, which become current again when it is restored.
    var orders: [JSONStepPlaces.OrderID] = []

    /// Whether the step has replaced everything inside.
    var isWhole: Bool {
      if case .untouched = before { return isInserted }
      return true
    }
    /// Whether the step has replaced a scalar.
    var wasScalar: Bool {
      if case .value(let old) = before { return old.withNode { !$0.isContainer } }
      return false
    }
    /// Whether the element was inserted, removed or moved.
    var isOfOrder: Bool { isInserted || gap >= 0 }
  }

  /// A write of many rows, whose indices are still the same.
  struct Rows {
    /// The place of the array.
    let array: Int32
    let form: JSONRowsForm?
    let write: JSONRowsWrite
  }

  enum Before {
    case untouched
    case nothing
    case value(JSON)
  }

  /// Compared with a place's serial to find out whether this step recorded the place last.
  let serial: UInt64
  var entries: [Entry] = []
  /// Writes of rows that have no entries yet.
  var rows: [Rows] {
    get { keptRows ?? [] }
    set { keptRows = newValue.isEmpty ? nil : newValue }
  }
  /// Nil without any, because each copy of a step counts a reference to an array.
  private var keptRows: [Rows]?

  var hasRows: Bool { keptRows != nil }
  var isEmpty: Bool { entries.isEmpty && !hasRows }

  init(_ serial: UInt64) { self.serial = serial }
}
