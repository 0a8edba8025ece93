/// A value kept on the heap, for a state that contains itself and for one that is large.
///
///     struct State {
///       var name = ""
///       @Boxed var child: State?
///     }
///
/// It has the semantics of the value: copies are independent, equality is by content (an unchanged copy is
/// compared in O(1)), and coding sees the value alone. A change happens in place, unless the value is
/// shared with a copy: then it is copied first.
@propertyWrapper
public struct Boxed<Value>: ValueWrapper {
  @usableFromInline
  final class Box {
    // Unchecked: reached only through a struct that is accessed exclusively, and unique before a write.
    // With the dynamic check a state nested *n* deep would take O(*n*²) a step.
    @safe @usableFromInline @exclusivity(unchecked) var value: Value

    @usableFromInline
    init(_ value: Value) { self.value = value }
  }

  @usableFromInline var box: Box

  /// A box around a value. One allocation.
  @inlinable
  public init(wrappedValue: Value) { box = Box(wrappedValue) }

  /// The value. Written while a copy shares the box, it moves to a box of its own.
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

// The box is shared by copies but written only by the unique one.
extension Boxed: @unchecked Sendable where Value: Sendable {}

extension Boxed: NamedWrapper { package static var wrappedType: Any.Type { Value.self } }
