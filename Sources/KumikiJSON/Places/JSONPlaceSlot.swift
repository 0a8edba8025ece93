internal import KumikiValues

/// The slot of a place, if an operator or an observer has made one.
struct JSONPlaceSlot {
  var record: PresentationRecord? { didSet { here = record.map { Uncounted($0) } } }
  /// The same as `record`, without reference counting. For code that runs on every step.
  private(set) var here: Uncounted<PresentationRecord>?

  /// Whether a snapshot may contain a presentation of the slot.
  var mayPresent: Bool { here?.with { $0.mayPresent } ?? false }
}
