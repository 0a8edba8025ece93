/// A value stored on the heap, for a state that contains itself or that is large.
///
///     struct State {
///       var name = ""
///       @Boxed var child: State?
///     }
///
/// It has the semantics of the value: copies are independent, equality is by content (comparing an unchanged copy takes
/// O(1)), and encoding and decoding see only the value. A write happens in place; if a copy shares the box, the value
/// is copied first.
@propertyWrapper
public struct Boxed<Value>: ValueWrapper {
  @usableFromInline
  final class Box {
    // Unchecked: the box is reached only through a struct that is accessed exclusively, and is unique before a write.
    // With the dynamic check a state nested *n* deep would take O(*n*²) per step.
    @safe @usableFromInline @exclusivity(unchecked) var value: Value

    @usableFromInline
    init(_ value: Value) { self.value = value }
  }

  @usableFromInline var box: Box

  /// Creates a box around a value, with one allocation.
  @inlinable
  public init(wrappedValue: Value) { box = Box(wrappedValue) }

  /// The value. If a copy shares the box, a write first moves the value to a new box.
  @inlinable
  public var wrappedValue: Value {
    _read { yield box.value }
    _modify {
      if !isKnownUniquelyReferenced(&box) { box = Box(box.value) }
      yield &box.value
    }
  }
}

extension Boxed: Equatable where Value: Equatable {
  @inlinable
  public static func == (left: Self, right: Self) -> Bool {
    left.box === right.box || left.box.value == right.box.value
  }
}

extension Boxed: Hashable where Value: Hashable {
  @inlinable
  public func hash(into hasher: inout Hasher) { hasher.combine(box.value) }
}

extension Boxed: Encodable where Value: Encodable {}
extension Boxed: Decodable where Value: Decodable {}

// Copies share the box, but only a unique owner writes it.
extension Boxed: @unchecked Sendable where Value: Sendable {}

extension Boxed: NamedWrapper { package static var wrappedType: Any.Type { Value.self } }
