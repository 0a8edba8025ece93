/// A state that is shown once and dismissed by its own first action: an alert, a dialog.
///
/// The engine dismisses it when an action of its case has been handled.
public protocol EphemeralState {}

/// The rule for typed states: an action is an alert's own if it is in the case of the same name, or if the
/// whole slot is the alert.
public struct TypedEphemeralRule<State, Action>: EphemeralRule {
  /// The rule of typed states.
  @inlinable
  public init() {}

  public func isOwn(_ action: Action, of state: State) -> Bool {
    guard EnumTag.isEnum(State.self) else { return true }
    return Mirror(reflecting: state).children.first?.label
      == describeAction(action).casePath.split(separator: ".").first.map(String.init)
  }
}
