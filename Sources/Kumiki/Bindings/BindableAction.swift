/// Actions one case of which is every write of a field: `case binding(BindingAction<State>)`.
public protocol BindableAction<State> {
  /// The state whose fields are written.
  associatedtype State

  /// Embeds a write. The case of this name is it.
  static func binding(_ action: BindingAction<State>) -> Self

  /// The write that this action is; nil for any other action. The default finds it by reflection. It is
  /// asked for every action of the feature, so implementing it with a `switch` is faster.
  var binding: BindingAction<State>? { get }
}

extension BindableAction {
  /// The action that writes a value to a field: `send(.set(\.name, "Ann"))`.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: WritableKeyPath<State, Value>, _ value: Value
  ) -> Self {
    binding(.set(keyPath, value))
  }

  /// The action that writes a value to a field that is marked as `@BindingState`: `send(.set(\.$name, "Ann"))`.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: WritableKeyPath<State, BindingState<Value>>, _ value: Value
  ) -> Self {
    binding(.set(keyPath, value))
  }

  public var binding: BindingAction<State>? {
    // Comparing the case is cheap; extracting its payload is not.
    if EnumTag.isEnum(Self.self) {
      let write = Self.binding(BindingAction(failure: .init(path: "", reason: "")))
      guard EnumTag.of(self) == EnumTag.of(write) else { return nil }
    }
    return Mirror(reflecting: self).children.first?.value as? BindingAction<State>
  }
}
