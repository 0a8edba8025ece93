/// What makes a presented value this one and not the next: its case, and the `id` of the value or of
/// the case's payload.
public struct PresentedIdentity: Hashable, @unchecked Sendable {
  // The id comes from a value of the state, which is compared and never changed.
  @usableFromInline
  enum Payload: Sendable { case plain, identifiable, ephemeral }

  @usableFromInline let tag: UInt32
  @usableFromInline let payload: Payload
  @usableFromInline let id: AnyHashable?
}

/// What is known of a type of presented values, found out once a type.
@usableFromInline
package final class PresentedType: Sendable {
  let isEnum: Bool
  private let structure: PresentedIdentity.Payload
  /// What each case's payload is, as far as its values have been seen.
  private let payloads = Guarded<[UInt32: PresentedIdentity.Payload]>([:])

  /// Nothing can change the identity of such a value once it is presented.
  @usableFromInline let isFixed: Bool
  /// Some value of the type may be an alert or dialog.
  @usableFromInline let mayBeEphemeral: Bool
  /// The identity of every value of a fixed type that is no alert.
  @usableFromInline let fixedIdentity: PresentedIdentity

  private init(_ type: Any.Type) {
    isEnum = EnumTag.isEnum(type)
    structure =
      type is any EphemeralState.Type
      ? .ephemeral : type is any Identifiable.Type ? .identifiable : .plain
    isFixed = !isEnum && structure == .plain
    mayBeEphemeral = isEnum || structure == .ephemeral
    fixedIdentity = PresentedIdentity(tag: 0, payload: structure, id: nil)
  }

  private static let known = Guarded<[ObjectIdentifier: PresentedType]>([:])

  @usableFromInline
  static func of<State>(_ type: State.Type) -> PresentedType {
    known.withLock { known in
      if let found = known[ObjectIdentifier(type)] { return found }
      let made = PresentedType(type)
      known[ObjectIdentifier(type)] = made
      return made
    }
  }

  @usableFromInline
  func identity<State>(of value: State) -> PresentedIdentity {
    guard isEnum else {
      let id = structure == .plain ? nil : Self.id(of: value)
      return PresentedIdentity(tag: 0, payload: structure, id: id)
    }
    let tag = EnumTag.of(value)
    let payload = payload(of: value, tag: tag)
    let id = payload == .plain ? nil : Self.payload(of: value).flatMap(Self.id(of:))
    return PresentedIdentity(tag: tag, payload: payload, id: id)
  }

  /// True where a value that had this identity surely still has it. Cheap: the case, and no more.
  func keeps<State>(_ identity: PresentedIdentity, _ value: State) -> Bool {
    identity.payload == .plain && (!isEnum || EnumTag.of(value) == identity.tag)
  }

  private func payload<State>(of value: State, tag: UInt32) -> PresentedIdentity.Payload {
    if let known = payloads.withLock({ $0[tag] }) { return known }
    let found: PresentedIdentity.Payload =
      switch Self.payload(of: value) {
      case .some(is any EphemeralState): .ephemeral
      case .some(is any Identifiable): .identifiable
      default: .plain
      }
    payloads.withLock { $0[tag] = found }
    return found
  }

  private static func payload(of value: Any) -> Any? {
    Mirror(reflecting: value).children.first?.value
  }

  private static func id(of value: Any) -> AnyHashable? {
    (value as? any Identifiable)?.erasedID
  }
}

extension Identifiable {
  fileprivate var erasedID: AnyHashable { AnyHashable(id) }
}
