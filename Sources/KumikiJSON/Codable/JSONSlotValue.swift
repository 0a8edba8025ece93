package import Kumiki

/// A value that has an identity beside its JSON form: a presentation slot.
///
/// The slot's form is the bare value or `null`, so its identity cannot be read from JSON. It is
/// looked up by the place of the slot in the state: `JSONBridge.slotIdentity(of:at:)`.
package protocol JSONSlotValue {
  /// The id of what is presented, nil where nothing is.
  var slotIdentityText: String? { get }
  /// What is presented is one of several cases.
  var slotIsEnum: Bool { get }
  /// This value with the identity of another, if that was at the same place and is the same one; else
  /// with one of its own. The other is nil where nothing was there.
  func continuing(_ other: (any JSONSlotValue)?, _ identifiers: Identifiers) -> Self
}

extension JSONSlotValue {
  package var slotIsEnum: Bool { false }
  package func continuing(_: (any JSONSlotValue)?, _: Identifiers) -> Self { self }
}

extension PresentationState: JSONSlotValue {
  package var slotIdentityText: String? { id?.description }
  package var slotIsEnum: Bool { EnumTag.isEnum(State.self) }
  package func continuing(_ other: (any JSONSlotValue)?, _ identifiers: Identifiers) -> Self {
    continuing(other as? Self, identifiers)
  }
}

/// A slot as it is now.
package struct JSONSlotIdentity: Equatable {
  /// The id of what is presented, nil where nothing is.
  package let id: String?
  /// What is presented there is an enum, so that its case is told beside its payload.
  package let isEnum: Bool

  package init(id: String?, isEnum: Bool) {
    self.id = id
    self.isEnum = isEnum
  }
}
