internal import KumikiValues

/// Builds JSON Schema (2020-12) from a few keywords. `true` allows any value.
enum JSONSchema {
  static let dialect = "https://json-schema.org/draft/2020-12/schema"
  static var anything: JSON { true }
  /// The annotation with the names of an action's private cases.
  static let privateCases = "x-private"
  /// The annotation of a transient member.
  static let transient = "x-transient"
  /// The annotation of the actions of a child in a case of the state.
  static let stateCase = "x-case"

  static func type(_ name: String) -> JSON { ["type": JSON(stringLiteral: name)] }

  static var natural: JSON { ["type": "integer", "minimum": 0] }

  static func array(of items: JSON) -> JSON {
    items.saysNothing ? type("array") : ["type": "array", "items": items]
  }

  static func tuple(_ items: [JSON]) -> JSON {
    let length = JSON(integerLiteral: Int64(items.count))
    return [
      "type": "array", "prefixItems": JSON(elements: items), "minItems": length,
      "maxItems": length,
    ]
  }

  static func map(of values: JSON) -> JSON {
    values.saysNothing ? type("object") : ["type": "object", "additionalProperties": values]
  }

  static func any(of schemas: [JSON]) -> JSON {
    schemas.count == 1 ? schemas[0] : ["anyOf": JSON(elements: schemas)]
  }

  static func reference(_ name: String) -> JSON { ["$ref": "#/$defs/\(name)"] }

  /// Returns the schema of an object.
  /// - Parameter isOpen: whether other members are allowed.
  static func object(
    _ properties: [(key: String, value: JSON)], required: [String] = [], isOpen: Bool = true
  ) -> JSON {
    var members: [(String, JSON)] = [("type", "object")]
    if !properties.isEmpty { members.append(("properties", JSON(members: properties))) }
    if !required.isEmpty { members.append(("required", texts(required))) }
    if !isOpen { members.append(("additionalProperties", false)) }
    return JSON(members: members)
  }

  /// A case of an enum: a bare name, or an object with one member.
  struct Case {
    let name: String
    /// Nil for a case without a payload.
    let payload: JSON?
    /// Whether the bare name is valid too.
    let mayBeBare: Bool
    /// Whether only the effects of its feature send the case.
    var isPrivate = false

    /// A case without a payload.
    static func bare(_ name: String) -> Case { Case(name: name, payload: nil, mayBeBare: true) }
  }

  /// - Parameter isOpen: whether other cases are valid too.
  static func cases(_ cases: [Case], isOpen: Bool = false) -> JSON {
    let bare = cases.filter(\.mayBeBare).map(\.name)
    let full = cases.filter { !$0.mayBeBare }.map(\.name)
    var texts: JSON? = bare.isEmpty ? nil : ["enum": Self.texts(bare)]
    if isOpen {
      texts = type("string")
      if !full.isEmpty { texts = ["type": "string", "not": ["enum": Self.texts(full)]] }
    }
    var members: [(String, JSON)] = [
      ("type", "object"), ("minProperties", 1), ("maxProperties", 1),
    ]
    if !cases.isEmpty {
      members.append(
        ("properties", JSON(members: cases.map { ($0.name, $0.payload ?? nothing) })))
    }
    if !isOpen { members.append(("additionalProperties", false)) }
    let own = cases.filter(\.isPrivate).map(\.name)
    if !own.isEmpty { members.append((privateCases, Self.texts(own))) }
    return any(of: [texts, JSON(members: members)].compactMap(\.self))
  }

  /// Allows any value, except that a member with one of these names must be valid and the only member.
  static func branches(_ branches: [Case]) -> JSON {
    let full = branches.filter { !$0.mayBeBare }.map(\.name)
    var members: [(String, JSON)] = [
      ("properties", JSON(members: branches.map { ($0.name, $0.payload ?? nothing) })),
      (
        "dependentSchemas", JSON(members: branches.map { ($0.name, ["maxProperties": 1]) })
      ),
    ]
    if !full.isEmpty { members.append(("not", ["enum": Self.texts(full)])) }
    return JSON(members: members)
  }

  /// Returns the schema of some cases without a payload, or of any other value that a schema allows.
  static func cases(_ own: [Case], or other: JSON) -> JSON {
    let names = own.map(\.name)
    let present: [JSON] = names.map { ["required": Self.texts([$0])] }
    let object: JSON = ["type": "object", "maxProperties": 1, "anyOf": JSON(elements: present)]
    let isNamed: JSON = ["anyOf": JSON(elements: [["enum": Self.texts(names)], object])]
    return any(of: [other.and(["not": isNamed]), cases(own)])
  }

  /// Returns the schema of a navigation path in either form.
  static func path(of element: JSON) -> JSON {
    if element.saysNothing { return type("array") }
    let (id, inside) = (JSONPathForm.id.name, JSONPathForm.element.name)
    let entry = object(
      [(id, natural), (inside, anything)], required: [id, inside],
      isOpen: false)
    let elements: JSON = ["properties": JSON(members: [(inside, element)])]
    // Only if all items are entries, their elements are checked instead of the items.
    return [
      "type": "array", "if": ["items": entry], "then": ["items": elements],
      "else": ["items": element],
    ]
  }

  /// The schema of a missing payload.
  static var nothing: JSON { ["type": ["null", "object"], "maxProperties": 0] }

  static func texts(_ texts: [String]) -> JSON {
    JSON(elements: texts.map { JSON(stringLiteral: $0) })
  }
}

extension JSON {
  var saysNothing: Bool { bool == true || kind == .object && count == 0 }

  /// Keywords whose meaning for a value does not depend on whether further types are allowed.
  private static let wordsOfOneType = [
    "type", "properties", "required", "additionalProperties", "items", "minimum", "minProperties",
    "maxProperties", "default", JSONSchema.privateCases, JSONSchema.transient,
  ]

  /// This schema with null allowed.
  var orNull: JSON {
    if saysNothing || saysNull { return self }
    if let type = self[key: "type"], type.string != nil, keys.allSatisfy(Self.isOfOneType) {
      return setting("type", to: JSON(elements: [type, "null"]))
    }
    if let choices = self[key: "anyOf"], count == 1 {
      return JSONSchema.any(of: choices.elements + [JSONSchema.type("null")])
    }
    return JSONSchema.any(of: [self, JSONSchema.type("null")])
  }

  /// Whether null is valid already.
  private var saysNull: Bool {
    if let type = self[key: "type"] {
      return type == "null" || type.elements.contains("null")
    }
    return count == 1 && self[key: "anyOf"]?.elements.contains(where: \.saysNull) == true
  }

  private var elements: [JSON] { (0..<count).compactMap { self[index: $0] } }

  private static func isOfOneType(_ word: String) -> Bool { wordsOfOneType.contains(word) }

  /// Returns the schema of values that match both schemas.
  func and(_ other: JSON) -> JSON {
    if saysNothing { return other }
    if other.saysNothing || self == other { return self }
    let all = [self, other].flatMap { schema in
      guard schema.count == 1, let parts = schema[key: "allOf"] else { return [schema] }
      return parts.elements
    }
    return ["allOf": JSON(elements: all)]
  }

  /// Returns this schema, with another schema for the member at some keys.
  ///
  /// A member without a schema gets the new schema; otherwise the member must match both.
  func setting(_ schema: JSON, at keys: ArraySlice<String>) -> JSON {
    guard let key = keys.first else { return and(schema) }
    if schema.saysNothing { return self }
    if saysNothing { return JSON.wrapped(schema, at: keys) }
    guard self[key: "type"]?.string == "object", self[key: "maxProperties"] == nil else {
      return and(JSON.wrapped(schema, at: keys))
    }
    let properties = self[key: "properties"] ?? [:]
    guard let known = properties[key: key] else {
      if self[key: "additionalProperties"] != nil { return and(JSON.wrapped(schema, at: keys)) }
      let inner = JSON.wrapped(schema, at: keys.dropFirst())
      return setting("properties", to: properties.setting(key, to: inner))
    }
    let inner = known.setting(schema, at: keys.dropFirst())
    return setting("properties", to: properties.setting(key, to: inner))
  }

  private static func wrapped(_ schema: JSON, at keys: ArraySlice<String>) -> JSON {
    keys.reversed().reduce(schema) { ["properties": JSON(members: [($1, $0)])] }
  }
}
