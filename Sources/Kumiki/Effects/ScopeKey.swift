/// Names one feature among those of its parent: where it hangs, and which of those that hung there.
@usableFromInline
package struct ScopeKey: Equatable {
  /// The optic by which the parent reaches it.
  let place: Place
  let occupant: Occupant

  @usableFromInline
  package init(place: Place, occupant: Occupant = .sole) {
    self.place = place
    self.occupant = occupant
  }
}

/// Tells successive or neighbouring occupants of one place apart.
///
/// Not an `AnyHashable` where a number will do: to make, compare and hash one of those takes hundreds of
/// instructions, at each level above an effect. All at one place are made in the same way.
@usableFromInline
package enum Occupant: Hashable {
  /// There is never another one.
  case sole
  /// The serial of a presentation, the number of an element.
  case number(UInt64)
  /// The id of a row, the identity of an optional child. Behind a reference, so that keys are copied by
  /// a count and no more.
  case id(ID)

  @usableFromInline
  package final class ID {
    @usableFromInline let value: AnyHashable

    @usableFromInline
    init(_ value: AnyHashable) { self.value = value }
  }

  // By hand: what the compiler derives copies both sides.
  @usableFromInline
  package static func == (left: Self, right: Self) -> Bool {
    switch left {
    case .sole:
      if case .sole = right { return true }
    case .number(let number):
      if case .number(let other) = right { return number == other }
    case .id(let id):
      if case .id(let other) = right { return id === other || id.value == other.value }
    }
    return false
  }

  @usableFromInline
  package func hash(into hasher: inout Hasher) {
    switch self {
    case .sole: hasher.combine(0)
    case .number(let number): hasher.combine(number)
    case .id(let id): hasher.combine(id.value)
    }
  }

  @inlinable
  package init<Value: Hashable>(_ id: Value) {
    self =
      Self.isNumber(Value.self)
      ? .number(unsafeBitCast(id, to: UInt64.self)) : .id(.init(AnyHashable(id)))
  }

  /// The id that it was made from.
  @inlinable
  package func id<Value: Hashable>(as _: Value.Type) -> Value? {
    switch self {
    case .sole: nil
    case .number(let number):
      Self.isNumber(Value.self) ? unsafeBitCast(number, to: Value.self) : nil
    case .id(let id): id.value.base as? Value
    }
  }

  /// Ids that are numbers and nothing else. Known to the compiler where the feature's types are.
  @inlinable @inline(__always)
  static func isNumber<Value>(_: Value.Type) -> Bool {
    Value.self == Int.self || Value.self == UInt64.self || Value.self == StackElementID.self
  }
}
