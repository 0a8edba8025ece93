/// A value of any type that a reader has found.
///
/// The reader's next value is stored in the same object if it has the same type.
class FoundValue {
  private let type: ObjectIdentifier
  private let kind: Kind
  /// Whether a value is stored.
  final fileprivate(set) var isFull = true

  private enum Kind {
    case plain
    /// An optional; nil counts as nothing.
    case optional
    /// A slot; without a presentation it counts as nothing.
    case slot
  }

  fileprivate init(_ type: Any.Type) {
    self.type = ObjectIdentifier(type)
    kind =
      type is any JSONSlotValue.Type ? .slot : type is any AnyOptional.Type ? .optional : .plain
  }

  static func of<T: Encodable>(_ value: T) -> FoundValue { Typed(value) }

  final func isOf(_ type: Any.Type) -> Bool { self.type == ObjectIdentifier(type) }

  /// - Precondition: this object was made for the value's type.
  final func take<T: Encodable>(_ value: T) {
    unsafe unsafeDowncast(self, to: Typed<T>.self).put(value)
  }

  /// Releases the value, so that another may be stored here.
  func empty() {}

  final var isPlain: Bool { kind == .plain }
  final var isSlot: Bool { kind == .slot }

  /// Whether the value is nil, or a slot that presents nothing.
  final var isNothing: Bool {
    switch kind {
    case .plain: false
    case .optional: (boxed as? any AnyOptional)?.isNil ?? false
    case .slot: (boxed as? any JSONSlotValue)?.slotIdentityText == nil
    }
  }

  var boxed: any Encodable { preconditionFailure("a value of no type") }
  func read(_ row: RowReader) throws(JSONError) -> JSONNode? { nil }
  func encode() throws(JSONError) -> JSON { .null }

  @safe
  private final class Typed<T: Encodable>: FoundValue {
    // Manual storage, because each access to an `Optional<T>` would look up its metadata.
    private let storage = UnsafeMutablePointer<T>.allocate(capacity: 1)

    init(_ value: T) {
      unsafe storage.initialize(to: value)
      super.init(T.self)
    }

    deinit {
      empty()
      unsafe storage.deallocate()
    }

    /// - Precondition: a value is stored.
    private var value: T { unsafe storage.pointee }

    func put(_ value: T) {
      if isFull {
        unsafe storage.pointee = value
      } else {
        unsafe storage.initialize(to: value)
        isFull = true
      }
    }

    override func empty() {
      guard isFull else { return }
      isFull = false
      unsafe storage.deinitialize(count: 1)
    }

    override var boxed: any Encodable { value }
    override func read(_ row: RowReader) throws(JSONError) -> JSONNode? { try row.read(in: value) }
    override func encode() throws(JSONError) -> JSON { try JSONBridge.encode(value) }
  }
}

private protocol AnyOptional {
  var isNil: Bool { get }
}

extension Optional: AnyOptional {
  fileprivate var isNil: Bool { self == nil }
}
