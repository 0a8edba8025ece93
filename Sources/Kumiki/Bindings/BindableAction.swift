/// Actions one case of which is every write of a field: `case binding(BindingAction<State>)`.
public protocol BindableAction<State> {
  associatedtype State

  /// Embeds a write. The case of this name is it.
  static func binding(_ action: BindingAction<State>) -> Self

  /// The write that this action is; nil for any other. There is no need to implement it, but a
  /// `switch` of one's own is faster: all actions of the feature pass by here.
  var binding: BindingAction<State>? { get }
}

extension BindableAction {
  public var binding: BindingAction<State>? {
    // Asking for the case is cheap, looking into it is not.
    if EnumTag.isEnum(Self.self) {
      let write = Self.binding(BindingAction(failure: .init(path: "", reason: "")))
      guard EnumTag.of(self) == EnumTag.of(write) else { return nil }
    }
    return Mirror(reflecting: self).children.first?.value as? BindingAction<State>
  }
}
