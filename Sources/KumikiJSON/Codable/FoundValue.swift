/// A value that a reader has found, of any type.
///
/// The next one puts its value into the same object where that is of the same type.
class FoundValue {
  private let type: ObjectIdentifier
  private let kind: Kind
  /// There is a value here.
  final fileprivate(set) var isFull = true

  private enum Kind {
    case plain
    /// It may be nil, which is nothing.
    case optional
    /// A slot with nothing presented is nothing.
    case slot
  }

  fileprivate init(_ type: Any.Type) {
    self.type = ObjectIdentifier(type)
    kind =
      type is any JSONSlotValue.Type ? .slot : type is any AnyOptional.Type ? .optional : .plain
  }

  static func of<T: Encodable>(_ value: T) -> FoundValue { Typed(value) }

  final func isOf(_ type: Any.Type) -> Bool { self.type == ObjectIdentifier(type) }

  /// - Precondition: this is of the value's type.
  final func take<T: Encodable>(_ value: T) {
    unsafe unsafeDowncast(self, to: Typed<T>.self).put(value)
  }

  /// Lets go of the value; the next one may be put here.
  func empty() {}

  final var isPlain: Bool { kind == .plain }
  final var isSlot: Bool { kind == .slot }

  /// Nothing is presented here, or it is nil.
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
    // By hand: of an optional of a generic type each use would look its type up.
    private let storage = UnsafeMutablePointer<T>.allocate(capacity: 1)

    init(_ value: T) {
      unsafe storage.initialize(to: value)
      super.init(T.self)
    }

    deinit {
      empty()
      unsafe storage.deallocate()
    }

    /// - Precondition: there is one.
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
