/// Identifies a child feature: the place of its operator, and the child at that place.
@usableFromInline
package struct ScopeKey: Hashable {
  /// The optic that leads from the parent to the child.
  package let optic: OpticID
  package let child: ChildID

  @usableFromInline
  package init(optic: OpticID, child: ChildID = .sole) {
    self.optic = optic
    self.child = child
  }
}

/// Distinguishes the children at one place: successive presentations, or rows.
///
/// A numeric id is stored as a number, because creating, comparing and hashing an `AnyHashable` takes hundreds of
/// instructions at each level above an effect. All ids at one place are created in the same way.
@usableFromInline
package enum ChildID: Hashable {
  /// The place has only one child.
  case sole
  /// The serial of a presentation, which is meaningless in another process.
  case presentation(UInt64)
  /// The number of an element.
  case number(UInt64)
  /// The id of a row, or the identity of an optional child. Behind a reference, so that copying a key costs one retain.
  case id(ID)

  @usableFromInline
  package final class ID {
    @usableFromInline let value: AnyHashable

    @usableFromInline
    init(_ value: AnyHashable) { self.value = value }
  }

  // Written manually, because the synthesised comparison copies both sides.
  @usableFromInline
  package static func == (left: Self, right: Self) -> Bool {
    switch left {
    case .sole:
      if case .sole = right { return true }
    case .presentation(let serial):
      if case .presentation(let other) = right { return serial == other }
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
    case .presentation(let serial): hasher.combine(serial)
    case .number(let number): hasher.combine(number)
    case .id(let id): hasher.combine(id.value)
    }
  }

  @inlinable
  package init<Value: Hashable>(_ id: Value) {
    self =
      unsafe Self.isNumber(Value.self)
      ? .number(unsafeBitCast(id, to: UInt64.self)) : .id(.init(AnyHashable(id)))
  }

  /// Returns the id that it was created from.
  @inlinable
  package func id<Value: Hashable>(as _: Value.Type) -> Value? {
    switch self {
    case .sole, .presentation: nil
    case .number(let number):
      unsafe Self.isNumber(Value.self) ? unsafeBitCast(number, to: Value.self) : nil
    case .id(let id): id.value.base as? Value
    }
  }

  /// Returns whether ids of a type are plain numbers. The compiler folds the result if the type is known.
  @inlinable @inline(__always)
  static func isNumber<Value>(_: Value.Type) -> Bool {
    Value.self == Int.self || Value.self == UInt64.self || Value.self == StackElementID.self
  }
}
