/// A presentation slot of a typed state: `\.$destination`.
///
/// To the compiler, this key path is a computed property without an offset. At run time an access through the key path
/// takes longer than the rest of a send: it interprets the path and works on a copy of the slot, which shares the
/// slot's box, so the box is copied too. Two measures avoid this. Neither assumes anything about the property:
///
/// - The key path is created inside the closure that uses it. If the initializer is inlined into the code that spells
///   the path, the optimizer sees a constant and calls the property's own accessors instead. Otherwise the same code
///   uses the key path and is slower. A path passed as a value would hide the constant, so a function creates the path.
/// - The slot is taken out, changed and put back. During the change the property holds an empty slot, so the box has
///   one owner and is changed in place. No other code can read the property during the change, because the root is
///   accessed exclusively.
///
/// A property that computes its slot in another way is read twice and written twice for each access.
public struct SlotOptic<Root, State>: SlotStateOptic {
  @usableFromInline typealias Slot = PresentationState<State>

  // Two closures instead of one closure that takes a body, so that the change itself is compiled into the operator.
  @usableFromInline let take: (inout Root) -> Slot
  @usableFromInline let putBack: (inout Root, consuming Slot) -> Void
  @usableFromInline let readSerial: (inout Root) -> UInt64
  /// Whether only an assignment to the slot, and no change of its value, can replace the presentation. The slot's
  /// serial is then always up to date.
  @usableFromInline let isFixed: Bool
  @usableFromInline let keyPath: () -> WritableKeyPath<Root, Slot>

  /// Creates the optic of a slot. The closure creates the key path on first use.
  @inlinable @inline(__always)
  public init(_ keyPath: @escaping () -> WritableKeyPath<Root, PresentationState<State>>) {
    self.keyPath = keyPath
    take = { root in
      // Swapped, because a copy would be retained.
      var slot = Slot.empty
      swap(&slot, &root[keyPath: keyPath()])
      return slot
    }
    putBack = { root, slot in
      var slot = slot
      swap(&slot, &root[keyPath: keyPath()])
    }
    readSerial = { root in
      var slot = Slot.empty
      swap(&slot, &root[keyPath: keyPath()])
      let serial = slot.serial
      swap(&slot, &root[keyPath: keyPath()])
      return serial
    }
    isFixed = PresentedType.of(State.self).with(\.isFixed)
  }

  public var opticID: OpticID { OpticID(keyPath()) }
  public var name: String { PropertyPath(keyPath()).text }

  @inlinable
  public func modify<Result>(
    _ root: inout Root, _ body: (inout PresentationState<State>) -> Result
  ) -> Result? {
    var slot = take(&root)
    let result = body(&slot)
    putBack(&root, consume slot)
    return result
  }

  @inlinable
  public func settledSerial(
    in root: inout Root, last _: (serial: UInt64, writes: UInt64?)
  ) -> UInt64? { isFixed ? readSerial(&root) : nil }
}
