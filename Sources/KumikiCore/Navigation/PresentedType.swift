/// The identity of a presented value: its case, and the `id` of the value or of the case's payload.
public struct PresentedIdentity: Hashable, @unchecked Sendable {
  // Unchecked: the id is a value from the state, which is only compared and never changed.
  @usableFromInline
  enum Payload: Sendable { case plain, identifiable, ephemeral }

  @usableFromInline let tag: UInt32
  @usableFromInline let payload: Payload
  @usableFromInline let id: AnyHashable?

  @inlinable
  init(tag: UInt32, payload: Payload, id: AnyHashable?) {
    self.tag = tag
    self.payload = payload
    self.id = id
  }

  /// Whether the value is an alert or dialog.
  @inlinable
  var isEphemeral: Bool { payload == .ephemeral }

  /// The identity of every value of a fixed type.
  @inlinable
  static var fixed: Self { Self(tag: 0, payload: .plain, id: nil) }
}

/// The engine's data about a type of presented values. Created once per type and kept for the life of the process.
@usableFromInline
package final class PresentedType: Sendable {
  @usableFromInline let isEnum: Bool
  private let type: ObjectIdentifier
  private let structure: PresentedIdentity.Payload
  /// The reader of the value's id, if the type is `Identifiable`.
  private let reader: IDReader?
  /// The kind of each case's payload and the reader of its id, for the cases seen so far.
  private let payloads = Guarded<[UInt32: Kind]>([:])

  private typealias Kind = (payload: PresentedIdentity.Payload, reader: IDReader?)

  /// Whether the identity of a value of this type cannot change while it is presented.
  @usableFromInline let isFixed: Bool
  /// Whether a value of this type may be an alert or dialog.
  @usableFromInline let mayBeEphemeral: Bool

  private init(_ type: Any.Type) {
    self.type = ObjectIdentifier(type)
    isEnum = EnumTag.isEnum(type)
    reader = IDReader(type)
    structure =
      type is any EphemeralState.Type ? .ephemeral : reader != nil ? .identifiable : .plain
    isFixed = !isEnum && structure == .plain
    mayBeEphemeral = isEnum || structure == .ephemeral
  }

  private static let known = Guarded<[ObjectIdentifier: PresentedType]>([:])

  /// A cache indexed by the types' addresses, because each presentation searches here. The first type keeps its slot.
  private static let places = InlineArray<64, OnceReference<PresentedType>> { _ in OnceReference() }

  @usableFromInline
  static func of(_ type: Any.Type) -> Uncounted<PresentedType> {
    let key = ObjectIdentifier(type)
    let address = UInt(bitPattern: key)
    let first = Int(address >> 4 ^ address >> 10)
    for place in first..<first + 4 {
      let there = places[place & 63].callAsFunction { find(type) }
      if there.with({ $0.type == key }) { return there }
    }
    return Uncounted(find(type))
  }

  private static func find(_ type: Any.Type) -> PresentedType {
    known.withLock { known in
      if let found = known[ObjectIdentifier(type)] { return found }
      let made = PresentedType(type)
      known[made.type] = made
      return made
    }
  }

  @usableFromInline
  func identity<State>(of value: State) -> PresentedIdentity {
    guard isEnum else {
      let id = structure == .plain ? nil : IDReader.id(of: value, reader)
      return PresentedIdentity(tag: 0, payload: structure, id: id)
    }
    let tag = EnumTag.of(value)
    let kind = kind(of: value, tag: tag)
    let id =
      kind.payload == .plain
      ? nil : Self.payload(of: value).flatMap { IDReader.id(of: $0, kind.reader) }
    return PresentedIdentity(tag: tag, payload: kind.payload, id: id)
  }

  /// Returns the same as ``identity(of:)``, with a fast path for fixed types.
  @inlinable
  func currentIdentity<State>(of value: State) -> PresentedIdentity {
    isFixed ? .fixed : identity(of: value)
  }

  /// Whether a value that had this identity certainly still has it. Compares only the case.
  @inlinable
  func keeps<State>(_ identity: PresentedIdentity, _ value: State) -> Bool {
    identity.payload == .plain && (!isEnum || EnumTag.of(value) == identity.tag)
  }

  private func kind<State>(of value: State, tag: UInt32) -> Kind {
    if let known = payloads.withLock({ $0[tag] }) { return known }
    let payload = Self.payload(of: value)
    let reader = payload.flatMap { IDReader(Swift.type(of: $0)) }
    let found: Kind =
      payload is any EphemeralState
      ? (.ephemeral, reader) : (reader == nil ? .plain : .identifiable, reader)
    payloads.withLock { $0[tag] = found }
    return found
  }

  private static func payload(of value: Any) -> Any? {
    Mirror(reflecting: value).children.first?.value
  }
}

/// Reads the ids of one `Identifiable` type.
///
/// The conformance is looked up once. A conformance isolated to the main actor is found only by code that runs there,
/// and effects do not run there: an id that is sometimes nil would look like another presentation.
private struct IDReader: @unchecked Sendable {
  private let type: any Identifiable.Type

  init?(_ type: Any.Type) {
    guard let type = type as? any Identifiable.Type else { return nil }
    self.type = type
  }

  /// - Parameter reader: the reader for the type that the value probably has.
  static func id(of value: Any, _ reader: IDReader?) -> AnyHashable? {
    reader?.type.erasedID(of: value) ?? (value as? any Identifiable)?.erasedID
  }
}

extension Identifiable {
  fileprivate var erasedID: AnyHashable { AnyHashable(id) }

  fileprivate static func erasedID(of value: Any) -> AnyHashable? { (value as? Self)?.erasedID }
}
