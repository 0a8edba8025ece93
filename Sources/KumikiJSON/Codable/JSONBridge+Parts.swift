internal import KumikiValues

// Reads single parts of typed values.
extension JSONBridge {
  /// Writes only the part at a place in a value. Other values are not asked to encode themselves.
  /// - Returns: the part; nil if there is none.
  /// - Throws: the errors of `encode`, for the part alone.
  /// - Complexity: O(*n*) in the size of the part, and in the members beside the way to it.
  public static func encodePart(
    of value: some Encodable, at pointer: JSONPointer
  ) throws(JSONError) -> JSON? {
    try PointerReader(pointer, for: .part).read(in: value).map { JSON(stealing: $0) }
  }

  /// The identity of the presentation slot at a place in a value; nil if there is no slot.
  package static func slotIdentity(
    of root: some Encodable, at pointer: JSONPointer
  ) throws(JSONError) -> JSONSlotIdentity? {
    try slotIdentity(of: root, along: JSONAddress(pointer))
  }

  /// The identity of the slot at an address; nil if there is no slot, or a row on the way is
  /// missing.
  package static func slotIdentity(
    of root: some Encodable, along address: JSONAddress
  ) throws(JSONError) -> JSONSlotIdentity? {
    let (first, last) = PointerReader.along(address, for: .slot)
    _ = try first.read(in: root)
    return last.slotIdentity
  }

  /// The part of a typed state at an address; nil if it is missing or null.
  package static func part(
    of root: some Encodable, at address: JSONAddress
  ) throws(JSONError) -> JSONPart? {
    try TypedPathReader(address, for: .value).value(in: root)
  }
}
