/// A place in the state where a feature may be presented, as the presentation operator needs it.
///
/// Typed state satisfies it with ``PresentationState``, JSON state with a cursor and the document's
/// table of identities.
public protocol PresentationSlot {
  /// The presented feature's state.
  associatedtype Wrapped
  /// What a `present` action carries.
  associatedtype Source

  /// A number that no other presentation has; 0 if nothing is presented.
  var serial: UInt64 { get }

  /// How often anything around the slot was written so far; nil where writes are not counted.
  var writes: UInt64? { get }

  /// Whether an alert or dialog is presented: an action of its own dismisses it.
  var isEphemeral: Bool { get }

  /// Compares the value with the one that the slot saw last. If another case or another `id` was written
  /// directly, a new presentation begins.
  mutating func reconcile()

  /// Changes the presented value in place, then reconciles; nil if nothing is presented.
  mutating func modifyPresented<Result>(_ body: (inout Wrapped) -> Result) -> Result?

  /// Presents `source`. The same id keeps the presentation and replaces its state; another one, or
  /// none, makes a new presentation.
  mutating func present(_ source: Source, id: PresentationID?)

  /// Empties the slot.
  mutating func dismiss()
}

extension PresentationSlot {
  public var writes: UInt64? {
    @inlinable get { nil }
  }
}

/// How the presentation operator reaches its slot.
public protocol SlotStateOptic<Root, Value>: StateOptic where Value: PresentationSlot {
  /// The slot's serial, 0 if nothing is presented; nil if the slot must be reconciled to know it.
  ///
  /// - Parameter last: the slot's serial and ``PresentationSlot/writes`` when it was last reached. Without a
  ///   write since, the serial is still that one, and the slot need not be reached again.
  func settledSerial(in root: inout Root, last: (serial: UInt64, writes: UInt64?)) -> UInt64?
}

/// A slot's action in parts, except the child's own actions: without those a value is cheap to copy.
public enum OtherSlotAction<Source> {
  /// Fills the slot.
  case present(id: PresentationID?, Source?)
  /// Empties the slot.
  case dismiss
}

/// How the presentation operator takes its parent's actions apart and puts them together.
public protocol SlotActionOptic<Root> {
  /// The parent's action.
  associatedtype Root
  /// What an action fills the slot with.
  associatedtype Source
  /// The action of what is presented.
  associatedtype ChildAction

  /// The child's action, if `root` is one. Called first, since this is the most frequent case.
  func presented(in root: Root) -> ChildAction?
  /// What `root` asks of the slot, if it is not an action of the child.
  func other(in root: Root) -> OtherSlotAction<Source>?
  /// Wraps an action of the presented feature in an action of the parent.
  func embed(presented action: ChildAction) -> Root
  /// The parent's action that empties the slot.
  func embedDismiss() -> Root
}
