/// A value paired with an id, for values without an id of their own.
///
///     var rows: IdentifiedArrayOf<Identified<UniqueID, Row>> = []
///     rows.append(Identified(Row(), id: uuid()))
@dynamicMemberLookup
public struct Identified<ID: Hashable, Value>: Identifiable {
  /// The id that identifies the value.
  public let id: ID
  /// The value itself.
  public var value: Value

  /// Pairs a value with an id.
  public init(_ value: Value, id: ID) {
    self.id = id
    self.value = value
  }

  /// Pairs a value with the id that a function computes from it.
  public init(_ value: Value, id: (Value) -> ID) { self.init(value, id: id(value)) }

  /// Pairs a value with an id that is one of its members.
  public init(_ value: Value, id: KeyPath<Value, ID>) { self.init(value, id: value[keyPath: id]) }

  /// A member of the value.
  public subscript<Part>(dynamicMember part: WritableKeyPath<Value, Part>) -> Part {
    get { value[keyPath: part] }
    set { value[keyPath: part] = newValue }
  }

  /// A member of the value.
  public subscript<Part>(dynamicMember part: KeyPath<Value, Part>) -> Part {
    value[keyPath: part]
  }
}

extension Identified: Equatable where Value: Equatable {}
extension Identified: Hashable where Value: Hashable {}
extension Identified: Sendable where ID: Sendable, Value: Sendable {}
extension Identified: Encodable where ID: Encodable, Value: Encodable {}
extension Identified: Decodable where ID: Decodable, Value: Decodable {}
