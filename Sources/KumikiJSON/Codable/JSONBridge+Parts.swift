internal import KumikiValues

// Reads single parts of typed values.
extension JSONBridge {
  /// Writes only the part at a place in a value. Other values are not encoded.
  /// - Returns: the part; nil if it is missing.
  /// - Throws: the errors of `encode`, for the part alone.
  /// - Complexity: O(*n*) in the size of the part, and in the siblings of the values on the pointer's path.
  public static func encodePart(
    of value: some Encodable, at pointer: JSONPointer
  ) throws(JSONError) -> JSON? {
    try PointerReader(pointer, for: .part).read(in: value).map { JSON(stealing: $0) }
  }

  /// Returns the presentation id and kind of the slot at a place in a value; nil if no slot is at the place.
  package static func slotIdentity(
    of root: some Encodable, at pointer: JSONPointer
  ) throws(JSONError) -> JSONSlotIdentity? {
    try slotIdentity(of: root, along: JSONAddress(pointer))
  }

  /// Returns the same for the slot at an address; nil also if a row of the address is missing.
  package static func slotIdentity(
    of root: some Encodable, along address: JSONAddress
  ) throws(JSONError) -> JSONSlotIdentity? {
    let (first, last) = PointerReader.along(address, for: .slot)
    _ = try first.read(in: root)
    return last.slotIdentity
  }

  /// Returns the part of a typed state at an address; nil if it is missing or null.
  package static func part(
    of root: some Encodable, at address: JSONAddress
  ) throws(JSONError) -> JSONPart? {
    try TypedPathReader(address, for: .value).value(in: root)
  }
}
