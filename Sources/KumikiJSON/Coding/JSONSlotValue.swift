/// A value that has an identity beside its JSON form: a presentation slot.
///
/// The slot's form is the bare value or `null`, so its identity cannot be read from JSON. It is looked up by
/// the place of the slot in the state: `JSONBridge.slotIdentity(of:at:)`.
package protocol JSONSlotValue {
  /// The id of what is presented, nil where nothing is.
  var slotIdentityText: String? { get }
}
