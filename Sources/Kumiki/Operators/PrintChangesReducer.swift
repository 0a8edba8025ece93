extension Reducer {
  /// Writes each action of this reducer, its payload with it, and what it changed.
  ///
  /// It changes neither the state nor the effects. It keeps the state before each step, so each write
  /// copies, and compares all of it: use it for debugging.
  ///
  /// - Parameters:
  ///   - label: stands before each text; "" for none.
  ///   - printer: where the text goes; nil prints nothing.
  public func printChanges(
    _ label: String = "", to printer: ChangePrinter? = .standardError
  ) -> PrintChangesReducer<Self> {
    PrintChangesReducer(self, label, printer)
  }

  /// ``printChanges(_:to:)`` under its name in the Composable Architecture.
  public func _printChanges(
    _ printer: ChangePrinter? = .standardError
  ) -> PrintChangesReducer<Self> {
    PrintChangesReducer(self, "", printer)
  }
}

/// A reducer that writes what it does.
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
}
