/// Actions with one case for all writes of fields: `case binding(BindingAction<State>)`.
public protocol BindableAction<State> {
  /// The state whose fields are written.
  associatedtype State

  /// Embeds a write. A case with this name and payload is enough.
  static func binding(_ action: BindingAction<State>) -> Self

  /// The write in this action; nil for an action of another case. The default finds it by reflection. It is
  /// read for every action of the feature, so implementing it with a `switch` is faster.
  var binding: BindingAction<State>? { get }
}

extension BindableAction {
  /// The action that writes a value to a field: `send(.set(\.name, "Ann"))`.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: WritableKeyPath<State, Value>, _ value: Value
  ) -> Self {
    binding(.set(keyPath, value))
  }

  /// The action that writes a value to a field marked `@BindingState`: `send(.set(\.$name, "Ann"))`.
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
