/// A place in the state where a feature may be presented: what the presentation operator works on.
///
/// Typed state satisfies it with ``PresentationState``, JSON state with a cursor and the document's
/// table of identities.
public protocol PresentationSlot {
  /// The presented feature's state.
  associatedtype Wrapped
  /// What a `present` action carries.
  associatedtype Source

  /// A number that no other presentation has; 0 where nothing is presented.
  var serial: UInt64 { get }

  /// What is presented is an alert or dialog: an action of its own dismisses it.
  var isEphemeral: Bool { get }

  /// Compares the value with the one that the slot saw last. If another case or another `id` was written
  /// directly, the presentation there now is a new one.
  mutating func reconcile()

  /// Changes the presented value in place, then reconciles; nil where nothing is presented.
  mutating func modifyPresented<Result>(_ body: (inout Wrapped) -> Result) -> Result?

  /// Presents `source`. The same id keeps the presentation and replaces its state; another one, or
  /// none, makes a new presentation.
  mutating func present(_ source: Source, id: PresentationID?)

  /// Empties the slot.
  mutating func dismiss()
}

/// How the presentation operator reaches its slot.
public protocol SlotStateOptic<Root, Value>: StateOptic where Value: PresentationSlot {
  /// The slot's serial, 0 where nothing is presented; nil where it can only be found out through `modify`.
  func settledSerial(in root: inout Root) -> UInt64?
}

extension SlotStateOptic {
  @inlinable
  public func settledSerial(in _: inout Root) -> UInt64? { nil }
}

/// A slot's action, taken apart, except the child's own: without those a value is cheap to copy.
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

  /// The child's action, where `root` is one. The most frequent case, so it is asked for first.
  func presented(in root: Root) -> ChildAction?
  /// What `root` asks of the slot, where it is no action of the child.
  func other(in root: Root) -> OtherSlotAction<Source>?
  /// An action of what is presented, as one of the parent.
  func embed(presented action: ChildAction) -> Root
  /// The action that empties the slot, as one of the parent.
  func embedDismiss() -> Root
}

/// Which actions are an alert's or dialog's own, and so dismiss it.
public protocol EphemeralRule {
  /// The state of what is presented.
  associatedtype State
  /// The action of what is presented.
  associatedtype Action

  /// `state` is an alert or dialog (else this is not asked): is the action addressed to it?
  func isOwn(_ action: Action, of state: State) -> Bool
}
