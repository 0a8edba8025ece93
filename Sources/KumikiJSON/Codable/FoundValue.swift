/// A value of any type that a reader found, if any.
struct FoundValue {
  private(set) var value: (any Encodable)?
  private var type: ObjectIdentifier?
  private var kind = Kind.plain

  private enum Kind {
    case plain
    /// An optional; nil counts as nothing.
    case optional
    /// A slot; it counts as nothing if it presents nothing.
    case slot
  }

  mutating func take<T: Encodable>(_ value: T) {
    if type != ObjectIdentifier(T.self) {
      type = ObjectIdentifier(T.self)
      let isOptional = T.self is any AnyOptional.Type
      kind = T.self is any JSONSlotValue.Type ? .slot : isOptional ? .optional : .plain
    }
    self.value = value
  }

  /// Releases the value.
  mutating func empty() { value = nil }

  var isSlot: Bool { kind == .slot }

  /// The value; nil for an optional that is nil, and for a slot that presents nothing.
  var present: (any Encodable)? {
    switch kind {
    case .plain: value
    case .optional: (value as? any AnyOptional)?.isNil == true ? nil : value
    case .slot: (value as? any JSONSlotValue)?.slotIdentity.id == nil ? nil : value
    }
  }
}

private protocol AnyOptional {
  var isNil: Bool { get }
}

extension Optional: AnyOptional {
  fileprivate var isNil: Bool { self == nil }
}
