/// A field that views write directly: `@BindingState var name = ""`, written by `.set(\.$name, "Ann")`.
///
/// It behaves like its value. The wrapper only shows readers of the code which fields views write. A field
/// without the wrapper can be written by its key path too.
@propertyWrapper
@dynamicMemberLookup
public struct BindingState<Value>: ValueWrapper {
  /// The field's value.
  public var wrappedValue: Value

  /// A field with its first value.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  /// The field itself, `$field`, for bindings to write.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }

  /// A part of the field that can be written on its own: `.set(\.$address.street, "Long Lane")`.
  public subscript<Part>(dynamicMember part: WritableKeyPath<Value, Part>) -> BindingState<Part> {
    get { BindingState<Part>(wrappedValue: wrappedValue[keyPath: part]) }
    set { wrappedValue[keyPath: part] = newValue.wrappedValue }
  }
}

extension BindingState: Equatable where Value: Equatable {}
extension BindingState: Hashable where Value: Hashable {}
extension BindingState: Sendable where Value: Sendable {}
extension BindingState: Encodable where Value: Encodable {}
extension BindingState: Decodable where Value: Decodable {}

extension BindingState: NamedWrapper { package static var wrappedType: Any.Type { Value.self } }
