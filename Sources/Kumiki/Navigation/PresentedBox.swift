/// What a slot holds while something is presented: the value, and what makes it this presentation.
///
/// Of no generic class: when one ends it looks for the metadata of what is in it, and that took longer
/// than the rest of a presentation. The value lies behind the fields, and how it is destroyed is noted.
@usableFromInline
final class PresentedBox: ManagedBuffer<PresentedBox.Fields, UInt64> {
  @usableFromInline typealias Destroy = (UnsafeMutableRawPointer) -> Void

  @usableFromInline
  struct Fields {
    @usableFromInline var presentation: Presentation<PresentedIdentity>
    @usableFromInline unowned(unsafe) let type: PresentedType
    /// Nil where there is nothing to be done.
    @usableFromInline let destroy: Destroy?
    /// False while somebody has taken the value out.
    @usableFromInline var hasValue = true

    @inlinable
    init(
      _ presentation: Presentation<PresentedIdentity>, type: PresentedType, destroy: Destroy?
    ) {
      self.presentation = presentation
      self.type = type
      self.destroy = destroy
    }
  }

  @inlinable
  deinit {
    withUnsafeMutablePointers { fields, room in
      if let destroy = fields.pointee.destroy, fields.pointee.hasValue { destroy(room) }
    }
  }
}

extension PresentedBox {
  /// A presentation of its own.
  @inlinable
  static func make<State>(_ value: State, id: PresentationID?) -> PresentedBox {
    let type = PresentedType.of(State.self)._withUnsafeGuaranteedRef { $0 }
    // Made where they are to lie: to copy them takes as long as to find them out.
    return make(value) {
      let identity = type.isFixed ? .fixed : type.identity(of: value)
      return Fields(
        Presentation(identity, isEphemeral: identity.isEphemeral, id: id ?? .next()), type: type,
        destroy: destroy(State.self))
    }
  }

  /// The same presentation, in a box of its own.
  @inlinable
  static func make<State>(copying other: PresentedBox, _: State.Type) -> PresentedBox {
    let value = withExtendedLifetime(other) { other.value(State.self).pointee }
    return make(value) { other.fields.pointee }
  }

  @inlinable @inline(__always)
  static func make<State>(_ value: State, _ fields: () -> Fields) -> PresentedBox {
    // What is allocated begins at a multiple of 16; more than that is looked for behind it.
    let slack = MemoryLayout<State>.alignment > 8 ? MemoryLayout<State>.alignment : 0
    let box = unsafeDowncast(
      create(minimumCapacity: (MemoryLayout<State>.size + slack + 7) / 8) { _ in fields() },
      to: PresentedBox.self)
    box.value(State.self).initialize(to: value)
    return box
  }

  @inlinable @inline(__always)
  static func destroy<State>(_: State.Type) -> Destroy? {
    _isPOD(State.self) ? nil : { aligned($0, State.self).deinitialize(count: 1) }
  }

  @inlinable @inline(__always)
  static func aligned<State>(
    _ room: UnsafeMutableRawPointer, _: State.Type
  ) -> UnsafeMutablePointer<State> {
    let address = MemoryLayout<State>.alignment > 8 ? room.alignedUp(for: State.self) : room
    return address.assumingMemoryBound(to: State.self)
  }

  /// Where the value is. Whoever asks holds the box.
  @inlinable @inline(__always)
  func value<State>(_: State.Type) -> UnsafeMutablePointer<State> {
    withUnsafeMutablePointerToElements {
      Self.aligned(UnsafeMutableRawPointer($0), State.self)
    }
  }

  /// By an address, which is not checked for exclusive access: it is reached through a struct that is. A
  /// state that is nested n deep would cost O(n²) a step.
  @inlinable @inline(__always)
  var fields: UnsafeMutablePointer<Fields> { withUnsafeMutablePointerToHeader { $0 } }
}
