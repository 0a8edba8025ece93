package import KumikiValues

/// A value that has an identity beside its JSON form: a presentation slot.
///
/// A slot's JSON form is the bare value or `null`, without its identity. The identity is looked up by the
/// slot's place in the state: `JSONBridge.slotIdentity(of:at:)`.
package protocol JSONSlotValue {
  var slotIdentity: JSONSlotIdentity { get }
  /// The id of what is presented; nil if nothing is.
  var id: PresentationID? { get }
  /// This value under the id of a presentation of before.
  func presented(as id: PresentationID) -> Self
  /// This value with the identity of `other`, if both present the same at the same place; otherwise with
  /// a new one. `other` is nil if there was no slot.
  func continuing(_ other: (any JSONSlotValue)?, _ identifiers: Identifiers) -> Self
}

extension PresentationState: JSONSlotValue {
  package var slotIdentity: JSONSlotIdentity {
    JSONSlotIdentity(id: id?.description, isEnum: EnumTag.isEnum(State.self))
  }
  package func continuing(_ other: (any JSONSlotValue)?, _ identifiers: Identifiers) -> Self {
    continuing(other as? Self, identifiers)
  }
}
