package import KumikiValues

/// A generic type whose schema follows from the schemas of its parts.
protocol TypeWithSchema {
  static func schema(_ types: TypeSchemas) -> TypeSchema
}

extension Optional: TypeWithSchema where Wrapped: Decodable {
  static func schema(_ types: TypeSchemas) -> TypeSchema {
    TypeSchema(schema: types.schema(of: Wrapped.self).schema.orNull, sample: .null)
  }
}

extension PresentationState: TypeWithSchema where State: Decodable {
  static func schema(_ types: TypeSchemas) -> TypeSchema {
    TypeSchema(schema: types.schema(of: State.self).schema.orNull, sample: .null)
  }
}

extension JSONFeature.State: TypeWithSchema {
  static func schema(_: TypeSchemas) -> TypeSchema {
    TypeSchema(schema: JSONSchema.anything, sample: .null)
  }
}

extension Array: TypeWithSchema where Element: Decodable {
  static func schema(_ types: TypeSchemas) -> TypeSchema { types.array(of: Element.self) }
}

extension Set: TypeWithSchema where Element: Decodable {
  static func schema(_ types: TypeSchemas) -> TypeSchema { types.array(of: Element.self) }
}

extension IdentifiedArray: TypeWithSchema where Element: Decodable {
  static func schema(_ types: TypeSchemas) -> TypeSchema { types.array(of: Element.self) }
}

extension StackState: TypeWithSchema where Element: Decodable {
  static func schema(_ types: TypeSchemas) -> TypeSchema {
    let element = types.schema(of: Element.self).schema
    return TypeSchema(schema: JSONSchema.path(of: element), sample: [])
  }
}

extension Dictionary: TypeWithSchema where Key == String, Value: Decodable {
  static func schema(_ types: TypeSchemas) -> TypeSchema {
    TypeSchema(schema: JSONSchema.map(of: types.schema(of: Value.self).schema), sample: [:])
  }
}

/// Finds the JSON that types read, by running their own `init(from:)` with a recording decoder. The result is
/// verified with the real decoder. A part that cannot be verified gets no schema.
final class TypeSchemas {
  private(set) var definitions: JSONDefinitions

  init(_ definitions: JSONDefinitions) { self.definitions = definitions }

  func array<Element: Decodable>(of type: Element.Type) -> TypeSchema {
    TypeSchema(schema: JSONSchema.array(of: schema(of: type).schema), sample: [])
  }

  func schema<T: Decodable>(of type: T.Type) -> TypeSchema {
    if let scalar = Self.scalar(type) { return scalar }
    if type == JSON.self { return TypeSchema(schema: JSONSchema.anything, sample: .null) }
    guard StackBudget.has(StackBudget.codingReserve) else { return .anything }
    if let type = type as? any TypeWithSchema.Type { return type.schema(self) }
    if let known = definitions.types[ObjectIdentifier(type)] { return known }
    return learn(type)
  }

  private func learn<T: Decodable>(_ type: T.Type) -> TypeSchema {
    let place = definitions.reserve(Self.name(of: type))
    let reference = definitions.reference(to: place)
    definitions.types[ObjectIdentifier(type)] = TypeSchema(schema: reference, sample: nil)
    let found = cases(of: type) ?? members(of: type) ?? .anything
    definitions.fill(place, found.schema)
    if found.schema.saysNothing { definitions.drop(place) }
    let schema = found.schema.saysNothing ? found.schema : reference
    let learned = TypeSchema(schema: schema, sample: found.sample)
    definitions.types[ObjectIdentifier(type)] = learned
    return learned
  }

  /// Returns the name of a type without its module.
  private static func name<T>(of type: T.Type) -> String {
    let parts = String(reflecting: type).split(separator: ".")
    return parts.dropFirst(parts.count > 1 ? 1 : 0).joined(separator: ".")
  }

  private static func scalar<T>(_ type: T.Type) -> TypeSchema? {
    guard Scalar.includes(type) else { return nil }
    if type == String.self { return TypeSchema(schema: JSONSchema.type("string"), sample: "") }
    if type == Bool.self { return TypeSchema(schema: JSONSchema.type("boolean"), sample: false) }
    if type == Double.self || type == Float.self {
      return TypeSchema(schema: JSONSchema.type("number"), sample: 0)
    }
    let isSigned = (type as? any SignedInteger.Type) != nil
    return TypeSchema(
      schema: isSigned ? JSONSchema.type("integer") : JSONSchema.natural, sample: 0)
  }

  // MARK: Enums

  /// Returns the schema of an enum with synthesized coding, or with raw values.
  private func cases<T: Decodable>(of type: T.Type) -> TypeSchema? {
    if let raw = rawValues(of: type) { return raw }
    let probe = TypeProbe(self)
    _ = probe.run(type)
    let names = probe.caseNames
    guard !names.isEmpty else { return nil }
    let cases = names.enumerated().map { position, name in
      let probe = TypeProbe(self, case: position)
      let isRead = probe.run(type)
      let payload = isRead ? payload(probe, of: type, in: name) : JSONSchema.anything
      let bare: JSON = "\(name)"
      return JSONSchema.Case(name: name, payload: payload, mayBeBare: reads(type, bare))
    }
    let sample = names.lazy.map { JSON(stringLiteral: $0) }.first { self.reads(type, $0) }
    return TypeSchema(schema: JSONSchema.cases(cases), sample: sample)
  }

  private func payload<T: Decodable>(
    _ probe: TypeProbe, of type: T.Type, in name: String
  ) -> JSON? {
    guard let (shape, probe) = probe.payload else { return JSONSchema.anything }
    let parts = probe.members
    let reads = { (payload: JSON) in self.reads(type, JSON(members: [(name, payload)])) }
    switch shape {
    case .none: return nil
    case .bare: return parts.first.map { tried($0.type, reads) } ?? JSONSchema.anything
    case .positional:
      let samples = parts.map { $0.type.sample ?? .null }
      let schemas = parts.indices.map { index in
        tried(parts[index].type) { other in
          var values = samples
          values[index] = other
          return reads(JSON(elements: values))
        }
      }
      return JSONSchema.tuple(schemas)
    case .labelled:
      let sample = JSON(members: parts.map { ($0.name, $0.type.sample ?? .null) })
      let schema = object(parts, sample, reads)
      return reads(.null) ? schema.orNull : schema
    }
  }

  private func rawValues<T: Decodable>(of type: T.Type) -> TypeSchema? {
    guard type is any RawRepresentable.Type else { return nil }
    let values = CaseKeys.all(type).compactMap { value -> JSON? in
      switch (value as? any RawRepresentable)?.rawValue {
      case let text as String: JSON(stringLiteral: text)
      case let number as any FixedWidthInteger: JSON(integerLiteral: Int64(clamping: number))
      default: nil
      }
    }
    guard let first = values.first, values.allSatisfy({ reads(type, $0) }) else { return nil }
    return TypeSchema(schema: ["enum": JSON(elements: values)], sample: first)
  }

  // MARK: Structs

  private func members<T: Decodable>(of type: T.Type) -> TypeSchema? {
    let probe = TypeProbe(self)
    guard probe.run(type) else { return nil }
    if let sole = probe.sole { return reads(type, sole.sample) ? sole : nil }
    let sample = JSON(members: probe.members.map { ($0.name, $0.type.sample ?? .null) })
    guard probe.isKeyed, reads(type, sample) else { return nil }
    let schema = object(probe.members, sample) { self.reads(type, $0) }
    return TypeSchema(schema: schema, sample: sample)
  }

  /// - Parameter reads: verifies the result with another value in place of a sample.
  private func object(
    _ members: [TypeProbe.Member], _ sample: JSON, _ reads: (JSON) -> Bool
  ) -> JSON {
    let properties = members.map { member in
      (member.name, tried(member.type) { reads(sample.setting(member.name, to: $0)) })
    }
    let required = members.map(\.name).filter { !reads(sample.removing($0)) }
    return JSONSchema.object(properties, required: required)
  }

  private func tried(_ type: TypeSchema, _ reads: (JSON) -> Bool) -> JSON {
    if reads(Self.mismatchingSample(type)) { return JSONSchema.anything }
    return reads(.null) ? type.schema.orNull : type.schema
  }

  /// Returns a value that a member of this type cannot have.
  private static func mismatchingSample(_ type: TypeSchema) -> JSON {
    type.sample?.kind == .array ? true : [[true]]
  }

  private func reads<T: Decodable>(_ type: T.Type, _ json: JSON?) -> Bool {
    guard let json else { return false }
    return (try? DecodingNode(json).value(type)) != nil
  }
}

extension JSON {
  /// Returns this object without one of its members.
  func removing(_ key: String) -> JSON {
    JSON(members: keys.filter { JSONCase($0) != JSONCase(key) }.map { ($0, self[key: $0]!) })
  }
}

extension JSONDefinitions {
  /// Returns the JSON Schema of a type.
  package mutating func schema<T: Decodable>(of type: T.Type) -> JSON {
    let types = TypeSchemas(self)
    let found = types.schema(of: type)
    self = types.definitions
    return found.schema
  }
}
