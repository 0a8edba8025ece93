package import KumikiValues

/// A value with an identity that its JSON form does not contain: a presentation slot.
///
/// A slot's JSON form is the bare value or `null`, without the presentation id.
/// `JSONBridge.slotIdentity(of:at:)` finds the id by the slot's place in the state.
package protocol JSONSlotValue {
  var slotIdentity: JSONSlotIdentity { get }
  /// The id of the presentation; nil if nothing is presented.
  var id: PresentationID? { get }
  /// Returns this value under the id of a former presentation.
  func presented(as id: PresentationID) -> Self
  /// Returns this value with the presentation id of `other`, if both present the same at the same place;
  /// otherwise with a new id. `other` is nil if no slot was there before.
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
