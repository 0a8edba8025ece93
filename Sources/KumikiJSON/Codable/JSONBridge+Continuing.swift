package import KumikiValues

extension JSONBridge {
  /// Reads a value that replaces another. Presentations that are in both values continue.
  package static func decode<T: Decodable>(
    _ type: T.Type, from json: JSON, continuing before: JSONContinuation
  ) throws(JSONError) -> T {
    try before.withoutPresenting {
      Result { () throws(JSONError) in try decode(type, from: json, asIn: before) }
    }.get()
  }

  /// Reads a value from JSON. Each place shares the value that the feature's own state shares there.
  ///
  /// - Parameters:
  ///   - own: makes the feature's own state; called if something is shared.
  ///   - given: the presentation ids of a snapshot, by the places of their slots.
  package static func decode<T: Codable>(
    _ type: T.Type, from json: JSON, sharingAs own: @escaping () -> T,
    presenting given: [JSONPointer: PresentationID] = [:]
  ) throws(JSONError) -> T {
    try decode(
      type, from: json, asIn: JSONContinuation(json, sharingAs: own, presenting: given))
  }

  /// Returns the slots of a value that present something, with their ids, for a snapshot. Reads the value's
  /// JSON, because only decoding visits each slot together with its place.
  ///
  /// - Parameter json: the value as JSON.
  package static func presentations<T: Codable>(
    in value: T, _ json: JSON
  ) -> [(at: String, id: PresentationID)] {
    let reading = JSONContinuation(of: value, json, as: json, Identifiers(isCounting: true))
    reading.slots = []
    _ = try? decode(T.self, from: json, continuing: reading)
    return reading.slots ?? []
  }

  private static func decode<T: Decodable>(
    _ type: T.Type, from json: JSON, asIn before: JSONContinuation
  ) throws(JSONError) -> T {
    let root = DecodingNode(json)
    root.continuation = before
    return try root.value(type)
  }
}
