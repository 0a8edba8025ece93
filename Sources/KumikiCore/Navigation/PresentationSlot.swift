/// A place in the state where a feature may be presented, as the presentation operator requires it.
///
/// Typed state conforms with ``PresentationState``, JSON state with a cursor and the document's table of presentations.
public protocol PresentationSlot {
  /// The presented feature's state.
  associatedtype Wrapped
  /// The payload of a `present` action.
  associatedtype Source

  /// A number that is unique to the presentation; 0 if nothing is presented.
  var serial: UInt64 { get }

  /// The number of writes around the slot so far; nil if writes are not counted.
  var writes: UInt64? { get }

  /// Whether an alert or dialog is presented, which an action of its own dismisses.
  var isEphemeral: Bool { get }

  /// Compares the value with the value that the slot saw last. If another case or another `id` was written directly, a
  /// new presentation starts.
  mutating func reconcile()

  /// Changes the presented value in place, then reconciles. Returns nil if nothing is presented.
  mutating func modifyPresented<Result>(_ body: (inout Wrapped) -> Result) -> Result?

  /// Presents `source`. The same id keeps the presentation and replaces its state. Another id, or no id, starts a new
  /// presentation.
  mutating func present(_ source: Source, id: PresentationID?)

  /// Empties the slot.
  mutating func dismiss()
}

extension PresentationSlot {
  public var writes: UInt64? {
    @inlinable get { nil }
  }
}

/// An optic that gives the presentation operator access to its slot.
public protocol SlotStateOptic<Root, Value>: StateOptic where Value: PresentationSlot {
  /// Returns the slot's serial, 0 if nothing is presented, or nil if the slot must be reconciled to know the serial.
  ///
  /// - Parameter last: the slot's serial and ``PresentationSlot/writes`` at the last access. If nothing was written
  ///   since, the serial is unchanged, and the slot need not be accessed again.
  func settledSerial(in root: inout Root, last: (serial: UInt64, writes: UInt64?)) -> UInt64?
}

/// A slot's action other than the child's own actions. Without those actions a value is cheap to copy.
public enum OtherSlotAction<Source> {
  /// Fills the slot.
  case present(id: PresentationID?, Source?)
  /// Empties the slot.
  case dismiss
}

/// An optic that converts between the parent's actions and the slot's actions, for the presentation operator.
public protocol SlotActionOptic<Root> {
  /// The parent's action.
  associatedtype Root
  /// The value that an action puts into the slot.
  associatedtype Source
  /// The action of the presented feature.
  associatedtype ChildAction

  /// Returns the child's action if `root` contains one. Called first, because this is the most frequent case.
  func presented(in root: Root) -> ChildAction?
  /// Returns the slot action in `root`, if `root` is not an action of the child.
  func other(in root: Root) -> OtherSlotAction<Source>?
  /// Wraps an action of the presented feature in an action of the parent.
  func embed(presented action: ChildAction) -> Root
  /// Returns the parent's action that empties the slot.
  func embedDismiss() -> Root
}
