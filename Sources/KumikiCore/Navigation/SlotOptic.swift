/// A presentation slot of a typed state: `\.$destination`.
///
/// To the compiler that key path is a computed property, without an offset. An access through it at run
/// time takes longer than the rest of a send: it interprets the path and works on a copy of the slot, which
/// shares the slot's box, so that the box is copied too. Two measures avoid that. Neither assumes anything
/// about the property:
///
/// - The key path is made inside the closure that uses it. If the initializer is inlined into the code
///   that spells the path, the optimizer sees a constant and calls the property's own accessors instead.
///   Otherwise the same code uses the key path and is slower. A path passed as a value would hide the
///   constant; hence the function that makes it.
/// - The slot is taken out, changed and put back. Meanwhile the property holds an empty slot, so the
///   box has one owner and is changed in place. Nobody can read the property meanwhile, because the root is
///   accessed exclusively.
///
/// A property that computes its slot in another way sees two reads and two writes for each access.
public struct SlotOptic<Root, State>: SlotStateOptic {
  @usableFromInline typealias Slot = PresentationState<State>

  // Two closures instead of one that takes a body, so that the change itself is compiled into the operator.
  @usableFromInline let take: (inout Root) -> Slot
  @usableFromInline let putBack: (inout Root, consuming Slot) -> Void
  @usableFromInline let look: (inout Root) -> UInt64
  /// Whether only an assignment to the slot can replace the presentation, and no change of the value in it:
  /// then the slot's serial is always up to date.
  @usableFromInline let isFixed: Bool
  @usableFromInline let keyPath: () -> WritableKeyPath<Root, Slot>

  /// Makes the optic of a slot. The closure makes the key path on first use.
  @inlinable @inline(__always)
  public init(_ keyPath: @escaping () -> WritableKeyPath<Root, PresentationState<State>>) {
    self.keyPath = keyPath
    take = { root in
      // Swapped, since a copy would be retained.
      var slot = Slot.empty
      swap(&slot, &root[keyPath: keyPath()])
      return slot
    }
    putBack = { root, slot in
      var slot = slot
      swap(&slot, &root[keyPath: keyPath()])
    }
    look = { root in
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
  ) -> UInt64? { isFixed ? look(&root) : nil }
}
