/// The definitions of a JSON Schema, each with a unique name.
package struct JSONDefinitions {
  /// In the order of their first use. Null while a definition is being written.
  private var definitions: [(key: String, value: JSON)] = []
  /// The number of definitions by name, in which characters that references would escape are replaced.
  private var counts: [JSONCase: Int] = [:]
  /// The schemas of types found so far. Those in progress have no sample yet.
  var types: [ObjectIdentifier: TypeSchema] = [:]

  /// All definitions, as an object.
  var json: JSON { JSON(members: definitions) }

  /// Reserves a definition with the name, or a similar one if the name is taken.
  mutating func reserve(_ name: String) -> Int {
    definitions.append((unused(name), .null))
    return definitions.count - 1
  }

  func reference(to place: Int) -> JSON { JSONSchema.reference(definitions[place].key) }

  /// Removes the last reserved definition, if no reference to it exists.
  mutating func drop(_ place: Int) {
    if place == definitions.count - 1 { definitions.removeLast() }
  }

  mutating func fill(_ place: Int, _ schema: JSON) { definitions[place].value = schema }

  /// Returns an unused name without characters that a reference would have to escape.
  private mutating func unused(_ name: String) -> String {
    let plain = String(
      name.unicodeScalars.map { scalar -> Character in
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".": Character(scalar)
        default: "_"
        }
      })
    while true {
      let number = counts[JSONCase(plain), default: 0] + 1
      counts[JSONCase(plain)] = number
      if number == 1 { return plain }
      // The numbered name may be taken too.
      let numbered = JSONCase("\(plain)\(number)")
      if counts.updateValue(1, forKey: numbered) == nil { return numbered.name }
    }
  }
}

/// The JSON that a type reads: its schema, and a valid sample if one is known.
struct TypeSchema {
  let schema: JSON
  let sample: JSON?

  static var anything: TypeSchema { TypeSchema(schema: JSONSchema.anything, sample: nil) }
}
