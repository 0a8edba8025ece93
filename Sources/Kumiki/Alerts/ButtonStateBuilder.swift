/// Builds the buttons of an alert or dialog from a list, with conditions and loops in it.
@resultBuilder
public enum ButtonStateBuilder<Action> {
  public static func buildExpression(_ button: ButtonState<Action>) -> [ButtonState<Action>] {
    [button]
  }

  public static func buildExpression(_ buttons: [ButtonState<Action>]) -> [ButtonState<Action>] {
    buttons
  }

  public static func buildBlock(_ parts: [ButtonState<Action>]...) -> [ButtonState<Action>] {
    Array(parts.joined())
  }

  public static func buildArray(_ parts: [[ButtonState<Action>]]) -> [ButtonState<Action>] {
    Array(parts.joined())
  }

  public static func buildOptional(_ part: [ButtonState<Action>]?) -> [ButtonState<Action>] {
    part ?? []
  }

  public static func buildEither(first part: [ButtonState<Action>]) -> [ButtonState<Action>] {
    part
  }

  public static func buildEither(second part: [ButtonState<Action>]) -> [ButtonState<Action>] {
    part
  }

  public static func buildLimitedAvailability(
    _ part: [ButtonState<Action>]
  ) -> [ButtonState<Action>] { part }
}
