/// An action of a slot, in either dialect.
public protocol PresentingAction<Presented> {
  /// An action of what is presented.
  associatedtype Presented

  /// The action that empties the slot.
  static var dismiss: Self { get }
  /// An action of what is presented.
  static func presented(_ action: Presented) -> Self
}

extension PresentationAction: PresentingAction {}
extension DestinationAction: PresentingAction {}

/// An action of a path, in either dialect.
public protocol StackingAction<State, ElementAction> {
  /// The state of an element.
  associatedtype State
  /// The action of an element.
  associatedtype ElementAction

  /// An action of the element with this id.
  static func element(id: StackElementID, action: ElementAction) -> Self
}

extension StackAction: StackingAction {}
extension NavigationAction: StackingAction {}

/// Which of two sets of rules a slot or a path follows: which actions there are, and when they act.
public enum NavigationDialect: Sendable {
  /// As in the Composable Architecture since 1.0: the parent presents by writing its state, and a path is
  /// pushed to and popped from.
  case modern
  /// As in its navigation branch of early 2023: an action presents too, and a path is set as a whole.
  case legacy

  @inlinable var skipsParentWhenAbsent: Bool { self == .legacy }
  @inlinable var dismissesAlertBeforeParent: Bool { self == .legacy }
  @inlinable var dismissesReplacement: Bool { self == .legacy }

  /// The words of a slot's actions, in the order in which a message names them.
  package var slotWords: [ActionWord] {
    self == .legacy ? [.dismiss, .present, .presented] : [.dismiss, .presented]
  }

  /// The words of a path's actions, in the order in which a message names them.
  package var pathWords: [ActionWord] {
    self == .legacy ? [.dismiss, .element, .setPath] : [.element, .popFrom, .push]
  }

  /// The word of the action that removes an element of a path.
  package var popWord: ActionWord { self == .legacy ? .dismiss : .popFrom }
}
