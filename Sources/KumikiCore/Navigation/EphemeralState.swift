/// A state that is shown once and dismissed by its first own action: an alert, a dialog.
///
/// The engine dismisses the state after an action of its case has been handled.
public protocol EphemeralState {}

/// Whether an action is the own action of an alert or dialog in a typed state: the action's case has the same name as
/// the state's case, or the whole slot is the alert.
@usableFromInline
func isAlertAction<State, Action>(_ action: Action, of state: State) -> Bool {
  guard EnumTag.isEnum(State.self) else { return true }
  return Mirror(reflecting: state).children.first?.label
    == describeAction(action).casePath.split(separator: ".").first.map(String.init)
}
