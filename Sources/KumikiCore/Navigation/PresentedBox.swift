/// The contents of a slot while a value is presented: the value, and the identity of the presentation.
///
/// Not generic, because the deallocation of a generic class looks up the metadata of its fields, which took longer than
/// the rest of a presentation. The value is stored after the fields, together with a function that destroys it.
@usableFromInline
@safe final class PresentedBox: ManagedBuffer<PresentedBox.Fields, UInt64> {
  @usableFromInline typealias Destroy = (UnsafeMutableRawPointer) -> Void

  @usableFromInline
  @safe struct Fields {
    @usableFromInline var presentation: Presentation<PresentedIdentity>
    @safe @usableFromInline unowned(unsafe) let type: PresentedType
    /// Destroys the value; nil for a trivial type.
    @usableFromInline let destroy: Destroy?
    /// False while the value is taken out for an in-place change.
    @usableFromInline var hasValue = true

    @inlinable
    init(
      _ presentation: Presentation<PresentedIdentity>, type: PresentedType, destroy: Destroy?
    ) {
      self.presentation = presentation
      self.type = type
      unsafe self.destroy = destroy
    }
  }

  @inlinable
  deinit {
    unsafe withUnsafeMutablePointers { fields, room in
      if let destroy = unsafe fields.pointee.destroy, unsafe fields.pointee.hasValue {
        unsafe destroy(room)
      }
    }
  }
}

extension PresentedBox {
  /// Creates a new presentation.
  @inlinable
  static func make<State>(_ value: State, id: PresentationID?) -> PresentedBox {
    PresentedType.of(State.self).with { type in
      // Initialised in place, because copying the fields costs as much as computing them.
      make(value) {
        unsafe Fields(
          presentation(of: value, type, id ?? .next()), type: type, destroy: destroy(State.self))
      }
    }
  }

  @inlinable @inline(__always)
  static func presentation<State>(
    of value: State, _ type: PresentedType, _ id: PresentationID
  ) -> Presentation<PresentedIdentity> {
    if type.isFixed { return Presentation(.fixed, isEphemeral: false, id: id) }
    let identity = type.identity(of: value)
    return Presentation(identity, isEphemeral: identity.isEphemeral, id: id)
  }

  /// Copies a presentation, including its identity, into a new box.
  @inlinable
  static func make<State>(copying other: PresentedBox, _: State.Type) -> PresentedBox {
    make(other[as: State.self]) { other.fields }
  }

  @inlinable @inline(__always)
  static func make<State>(_ value: State, _ fields: () -> Fields) -> PresentedBox {
    // Allocations are aligned to 16 bytes. A larger alignment gets slack space.
    let slack = MemoryLayout<State>.alignment > 8 ? MemoryLayout<State>.alignment : 0
    let box = unsafe unsafeDowncast(
      create(minimumCapacity: (MemoryLayout<State>.size + slack + 7) / 8) { _ in fields() },
      to: PresentedBox.self)
    unsafe box.address(State.self).initialize(to: value)
    return box
  }

  @inlinable @inline(__always)
  static func destroy<State>(_: State.Type) -> Destroy? {
    _isPOD(State.self) ? nil : { unsafe aligned($0, State.self).deinitialize(count: 1) }
  }

  @inlinable @inline(__always)
  static func aligned<State>(
    _ room: UnsafeMutableRawPointer, _: State.Type
  ) -> UnsafeMutablePointer<State> {
    let address = unsafe MemoryLayout<State>.alignment > 8 ? room.alignedUp(for: State.self) : room
    return unsafe address.assumingMemoryBound(to: State.self)
  }

  @inlinable @inline(__always)
  func address<State>(_: State.Type) -> UnsafeMutablePointer<State> {
    unsafe withUnsafeMutablePointerToElements {
      unsafe Self.aligned(UnsafeMutableRawPointer($0), State.self)
    }
  }

  /// The value. `type` must be the type that the box was created with, and the value must not be taken out.
  @inlinable @inline(__always)
  subscript<State>(as type: State.Type) -> State {
    unsafeAddress { unsafe UnsafePointer(address(type)) }
    unsafeMutableAddress { unsafe address(type) }
  }

  /// Takes the value out, until ``putBack(_:)`` is called.
  @inlinable @inline(__always)
  func takeOut<State>(_ type: State.Type) -> State {
    fields.hasValue = false
    return unsafe address(type).move()
  }

  @inlinable @inline(__always)
  func putBack<State>(_ value: State) {
    unsafe address(State.self).initialize(to: value)
    fields.hasValue = true
  }

  /// Accessed by address, without the dynamic check of exclusive access, because the struct that leads to the box is
  /// already checked. With the check a state nested *n* deep would take O(*n*²) per step.
  @inlinable @inline(__always)
  var fields: Fields {
    unsafeAddress { unsafe UnsafePointer(withUnsafeMutablePointerToHeader { unsafe $0 }) }
    unsafeMutableAddress { unsafe withUnsafeMutablePointerToHeader { unsafe $0 } }
  }
}
