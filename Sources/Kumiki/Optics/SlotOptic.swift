/// A presentation slot of a typed state: `\.$destination`.
///
/// The compiler sees that key path as a computed property, without an offset. An access through it at run
/// time takes longer than the rest of a send: it interprets the path, and works on a copy of the slot,
/// which makes the slot's box shared and so copied too. Hence two measures, neither of which assumes
/// anything about the property:
///
/// - The key path is made inside the closure that uses it. Where the initializer is inlined into the code
///   that wrote the path down, the optimizer then sees a constant, and puts the property's own accessors
///   in its place. Else the same code runs through the key path, and slower. It does not see the constant
///   if the path is passed as a value, hence a function that makes it.
/// - The slot is taken out, changed and put back. While it is out the property holds an empty slot, so the
///   box has one owner and is changed in place. The property cannot be read meanwhile, because the root is
///   accessed exclusively.
///
/// A property that computes its slot some other way sees two reads and two writes for each access.
public struct SlotOptic<Root, State>: SlotStateOptic {
  @usableFromInline typealias Slot = PresentationState<State>

  // Two closures and not one that is handed a body, so that the change itself is compiled into the
  // operator.
  @usableFromInline let take: (inout Root) -> Slot
  @usableFromInline let putBack: (inout Root, consuming Slot) -> Void
  @usableFromInline let look: (inout Root) -> UInt64
  /// Whether a value can become another presentation only through the slot, so that the slot's serial is
  /// always right.
  @usableFromInline let isFixed: Bool
  @usableFromInline let keyPath: () -> WritableKeyPath<Root, Slot>

  /// Leads to what a slot presents. The key path is made when it is first needed.
  @inlinable @inline(__always)
  public init(_ keyPath: @escaping () -> WritableKeyPath<Root, PresentationState<State>>) {
    self.keyPath = keyPath
    take = { root in
      // Exchanged and not copied, since a copy would be retained.
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
  public func settledSerial(in root: inout Root) -> UInt64? { isFixed ? look(&root) : nil }
}
