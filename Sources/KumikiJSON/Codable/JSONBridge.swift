internal import KumikiValues

/// Converts typed values to JSON and back, through their `Codable` conformance, without intermediate text.
///
/// An enum whose `Codable` the compiler synthesizes has serde's externally tagged form:
///
/// | case | JSON |
/// |---|---|
/// | `increment` | `"increment"`; `{"increment": null}` and `{"increment": {}}` are read too |
/// | `setCount(Int)` | `{"setCount": 3}` |
/// | `move(from: Int, to: Int)` | `{"move": {"from": 0, "to": 2}}` |
/// | `pair(Int, String)` | `{"pair": [1, "x"]}` |
/// | `mixed(Int, by: Int)` | `{"mixed": {"_0": 1, "by": 2}}` |
/// | `note(String?)` | `{"note": null}` |
///
/// A case with a payload also reads `null`, `{}` and its bare name as that payload. Exactly one case is
/// written and read. An absent optional is written as null; null and absence read alike. Dictionaries with
/// string keys are written in the order of their keys. Enums with raw values are written as their raw value.
/// A type with its own `encode(to:)` decides how it is written.
///
/// Errors contain the place as a JSON Pointer, the expected value, and the value found.
public enum JSONBridge {
  /// Writes a value as JSON.
  /// - Throws: `decode` with the path for a value that JSON cannot represent (a real that is not finite, an
  ///   integer beyond signed 64 bits) and for an error of the type's own `encode(to:)`; `tooDeep`,
  ///   `noMemory`.
  ///
  /// - Complexity: O(*n*) in the size of the value.
  public static func encode(_ value: some Encodable) throws(JSONError) -> JSON {
    try EncodingNode.json(of: value)
  }

  /// Returns an action as JSON: `lacking` if memory ran out, null (not an action) if JSON cannot represent it.
  package static func action(_ action: some Encodable) -> JSON {
    do throws(JSONError) { return try encode(action) } catch {
      return error.kind == .noMemory ? .lacking : .null
    }
  }

  /// Reads a value from JSON, which is borrowed.
  package static func decode<T: Decodable>(
    _ type: T.Type, from node: JSONNode
  ) throws(JSONError) -> T {
    try decode(type, from: JSON(borrowing: node))
  }

  /// Reads a value from JSON.
  /// - Throws: `decode` with the path and the expected value; `tooDeep`.
  public static func decode<T: Decodable>(
    _ type: T.Type, from json: JSON
  ) throws(JSONError) -> T {
    try decodeNoting(type, from: json).value
  }

  /// Returns a value in its type's own spelling; nil for JSON that does not decode.
  package static func canonical<T: Codable>(_ type: T.Type, _ json: JSON) -> JSON? {
    (try? decode(type, from: json)).flatMap { try? encode($0) }
  }

  /// Reads a value, and reports whether it consists only of cases and scalars.
  static func decodeNoting<T: Decodable>(
    _ type: T.Type, from json: JSON
  ) throws(JSONError) -> (value: T, isPlain: Bool) {
    let root = DecodingNode(json)
    return (try root.value(type), !root.readsOther)
  }
}
