/// A presentation slot of a typed state: `\.$destination`.
///
/// To the compiler that key path is a computed property, so it has no offset. An access through it
/// at run time would take longer than all the rest of a send: it interprets the path, and it works
/// on a copy of the slot, which makes the slot's box a shared one and so has it copied too. Hence
/// two measures, neither of which assumes anything about the property:
///
/// - The key path is made inside the closure that uses it. Where the initializer is inlined into
///   the code that wrote the path down, the optimizer then sees a constant, and puts the property's
///   own accessors in its place. Else the same code runs through the key path, and slower.
///   It loses sight of the constant if the path is handed about: hence a function that makes it.
/// - The slot is taken out, changed and put back. While it is out the property holds an empty slot,
///   so the box has one owner and is changed in place. Nobody can look meanwhile: the root is held
///   for the length of the access.
///
/// A property that computes its slot some other way sees two reads and two writes for each access.
public struct SlotOptic<Root, State>: SlotStateOptic {
  @usableFromInline typealias Slot = PresentationState<State>

  // A closure for each step and not one that is handed a body: what is done to the slot is then
  // compiled into whoever does it.
  @usableFromInline let take: (inout Root) -> Slot
  @usableFromInline let putBack: (inout Root, consuming Slot) -> Void
  @usableFromInline let look: (inout Root) -> UInt64
  /// A value cannot become another presentation but by way of the slot, so its serial says all.
  @usableFromInline let isFixed: Bool
  @usableFromInline let keyPath: () -> WritableKeyPath<Root, Slot>

  @inlinable @inline(__always)
  public init(_ keyPath: @escaping () -> WritableKeyPath<Root, PresentationState<State>>) {
    self.keyPath = keyPath
    take = { root in
      // Exchanged, not read: a copy would be counted.
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
    isFixed = PresentedType.of(State.self)._withUnsafeGuaranteedRef { $0.isFixed }
  }

  public var place: Place { Place(keyPath()) }
  public var absence: Issue.Code { .absentChild }
  public var name: String { "\(keyPath())" }

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
