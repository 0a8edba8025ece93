extension Reducer {
  /// Prints each action that this reducer handles, with its payload and its changes.
  ///
  /// Changes neither the state nor the effects. Keeps the state from before each step, so writes copy the state, and
  /// compares all of it: use it for debugging.
  ///
  /// - Parameters:
  ///   - label: a prefix for each printed action; "" for none.
  ///   - printer: the destination; nil prints nothing.
  public func printChanges(
    _ label: String = "", to printer: ChangePrinter? = .standardError
  ) -> PrintChangesReducer<Self> {
    PrintChangesReducer(self, label, printer)
  }

  /// The Composable Architecture's name for ``printChanges(_:to:)``.
  public func _printChanges(
    _ printer: ChangePrinter? = .standardError
  ) -> PrintChangesReducer<Self> {
    PrintChangesReducer(self, "", printer)
  }
}

/// A reducer that prints its actions and changes.
public struct PrintChangesReducer<Base: Reducer>: ReducerOperator {
  private let base: AnyReducer<Base.State, Base.Action>
  private let label: String
  private let printer: ChangePrinter?

  init(_ base: Base, _ label: String, _ printer: ChangePrinter?) {
    self.base = AnyReducer(base)
    self.label = label
    self.printer = printer
  }

  public func _step(
    into state: inout Base.State, action: Base.Action, in context: StepContext
  ) -> Effect<Base.Action> {
    guard let printer else {
      return base._step(into: &state, action: action, in: context)
    }
    if printer.isBrief {
      printer.print(label, describeAction(action).casePath)
      return base._step(into: &state, action: action, in: context)
    }
    let before = state
    let effect = base._step(into: &state, action: action, in: context)
    printer.print(label, describeWithPayload(action), StateDiff.lines(before, state))
    return effect
  }

  public func _follow(
    _ state: inout Base.State, in context: StepContext
  ) -> Effect<Base.Action> {
    base._follow(&state, in: context)
  }

  public static func _mayFollow(_ asked: inout Set<ObjectIdentifier>) -> Bool {
    Base._mayFollow(&asked)
  }
}
