/// Carries a value to another thread, where the compiler cannot know that no two threads are at it: who
/// sends it off keeps nothing of it, or it is opened on the thread that it came from.
@dynamicMemberLookup
@propertyWrapper
public struct UncheckedSendable<Value>: @unchecked Sendable {
  public var value: Value

  public init(_ value: Value) { self.value = value }
  public init(wrappedValue: Value) { value = wrappedValue }

  public var wrappedValue: Value {
    get { value }
    set { value = newValue }
  }

  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }

  public subscript<Part>(dynamicMember part: KeyPath<Value, Part>) -> Part {
    value[keyPath: part]
  }

  public subscript<Part>(dynamicMember part: WritableKeyPath<Value, Part>) -> Part {
    get { value[keyPath: part] }
    set { value[keyPath: part] = newValue }
  }
}

extension UncheckedSendable: Equatable where Value: Equatable {}
extension UncheckedSendable: Hashable where Value: Hashable {}

extension UncheckedSendable: Encodable where Value: Encodable {
  public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

extension UncheckedSendable: Decodable where Value: Decodable {
  public init(from decoder: any Decoder) throws { self.init(try Value(from: decoder)) }
}
