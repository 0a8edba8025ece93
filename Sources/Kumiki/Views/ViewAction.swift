/// Actions one case of which is all that a view may send: `case view(View)`.
public protocol ViewAction<ViewAction> {
  /// What a view sends.
  associatedtype ViewAction

  /// Embeds a view's action. The case of this name is it.
  static func view(_ action: ViewAction) -> Self
}
