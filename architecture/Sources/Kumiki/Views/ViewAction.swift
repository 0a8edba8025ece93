/// Actions with one case for everything that a view may send: `case view(View)`.
public protocol ViewAction<ViewAction> {
  /// The actions of a view.
  associatedtype ViewAction

  /// Embeds a view's action. The case `view` satisfies this requirement.
  static func view(_ action: ViewAction) -> Self
}
