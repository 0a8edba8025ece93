/// The actions of a presented feature and its slot.
public enum PresentationAction<Action> {
  /// Ends the presentation; sent by the parent or by the feature itself.
  case dismiss
  /// An action of the presented feature.
  indirect case presented(Action)
}

/// The actions of a slot in the legacy dialect: views can also present by an action.
public enum DestinationAction<State, Action> {
  /// Empties the slot.
  case dismiss
  /// Presents `state` under an id; without an id the slot takes a new one. A nil state asks the parent to fill the
  /// slot.
  indirect case present(id: PresentationID?, State?)
  /// An action of the presented feature.
  indirect case presented(Action)

  /// Returns an action that presents `state` under an id from the `uuid` dependency. A test need not set it.
  public static func present(_ state: State? = nil) -> Self {
    .present(id: .fromAction(), state)
  }
}

extension PresentationAction: Equatable where Action: Equatable {}
extension PresentationAction: Hashable where Action: Hashable {}
extension PresentationAction: Sendable where Action: Sendable {}
extension PresentationAction: Encodable where Action: Encodable {}
extension PresentationAction: Decodable where Action: Decodable {}
extension DestinationAction: Equatable where State: Equatable, Action: Equatable {}
extension DestinationAction: Hashable where State: Hashable, Action: Hashable {}
extension DestinationAction: Sendable where State: Sendable, Action: Sendable {}
extension DestinationAction: Encodable where State: Encodable, Action: Encodable {}
extension DestinationAction: Decodable where State: Decodable, Action: Decodable {}

/// A slot's actions in the modern dialect.
public struct PresentationActionOptic<Root, State, ChildAction>: SlotActionOptic {
  @usableFromInline let path: CasePath<Root, PresentationAction<ChildAction>>

  /// Creates an optic that finds a slot's actions in a case of the parent's action.
  @inlinable
  public init(_ path: CasePath<Root, PresentationAction<ChildAction>>) { self.path = path }

  @inlinable @inline(__always)
  public func presented(in root: Root) -> ChildAction? {
    if case .presented(let action)? = path.extract(from: root) { action } else { nil }
  }

  @inlinable @inline(__always)
  public func other(in root: Root) -> OtherSlotAction<State>? {
    if case .dismiss? = path.extract(from: root) { .dismiss } else { nil }
  }

  /// Wraps an action of the presented feature in an action of the parent.
  @inlinable
  public func embed(presented action: ChildAction) -> Root { path.embed(.presented(action)) }

  /// Returns the parent's action that empties the slot.
  @inlinable
  public func embedDismiss() -> Root { path.embed(.dismiss) }
}

/// A slot's actions in the legacy dialect.
public struct DestinationActionOptic<Root, State, ChildAction>: SlotActionOptic {
  @usableFromInline let path: CasePath<Root, DestinationAction<State, ChildAction>>

  /// Creates an optic that finds a slot's actions in a case of the parent's action.
  @inlinable
  public init(_ path: CasePath<Root, DestinationAction<State, ChildAction>>) { self.path = path }

  @inlinable @inline(__always)
  public func presented(in root: Root) -> ChildAction? {
    if case .presented(let action)? = path.extract(from: root) { action } else { nil }
  }

  @inlinable @inline(__always)
  public func other(in root: Root) -> OtherSlotAction<State>? {
    switch path.extract(from: root) {
    case .dismiss: .dismiss
    case .present(let id, let state): .present(id: id, state)
    case .presented, .none: nil
    }
  }

  /// Wraps an action of the presented feature in an action of the parent.
  @inlinable
  public func embed(presented action: ChildAction) -> Root { path.embed(.presented(action)) }

  /// Returns the parent's action that empties the slot.
  @inlinable
  public func embedDismiss() -> Root { path.embed(.dismiss) }
}
