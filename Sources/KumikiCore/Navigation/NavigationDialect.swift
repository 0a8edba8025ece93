/// An action of a slot, in either dialect.
public protocol PresentingAction<Presented> {
  /// An action of the presented feature.
  associatedtype Presented

  /// The action that empties the slot.
  static var dismiss: Self { get }
  /// Wraps an action of the presented feature.
  static func presented(_ action: Presented) -> Self
}

extension PresentationAction: PresentingAction {}
extension DestinationAction: PresentingAction {}

/// An action of a navigation path, in either dialect.
public protocol StackingAction<State, ElementAction> {
  /// The state of an element.
  associatedtype State
  /// The action of an element.
  associatedtype ElementAction

  /// Wraps an action of the element with this id.
  static func element(id: StackElementID, action: ElementAction) -> Self
}

extension StackAction: StackingAction {}
extension NavigationAction: StackingAction {}

/// The set of rules that a slot or a navigation path follows: its actions, and when they take effect.
public enum NavigationDialect: Sendable {
  /// As in the Composable Architecture since 1.0: the parent presents by writing its state, and elements are pushed to
  /// a path and popped from it.
  case modern
  /// As in its navigation branch of early 2023: an action can also present, and a path is set as a whole.
  case legacy

  @inlinable var skipsParentWhenAbsent: Bool { self == .legacy }
  @inlinable var dismissesAlertBeforeParent: Bool { self == .legacy }
  @inlinable var dismissesReplacement: Bool { self == .legacy }

  /// The words of a slot's actions, in the order that messages use.
  package var slotWords: [ActionWord] {
    self == .legacy ? [.dismiss, .present, .presented] : [.dismiss, .presented]
  }

  /// The words of a navigation path's actions, in the order that messages use.
  package var pathWords: [ActionWord] {
    self == .legacy ? [.dismiss, .element, .setPath] : [.element, .popFrom, .push]
  }

  /// The word of the action that removes an element of a navigation path.
  package var popWord: ActionWord { self == .legacy ? .dismiss : .popFrom }
}
