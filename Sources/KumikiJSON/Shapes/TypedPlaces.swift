internal import KumikiValues

/// The places that a type's values can have, as far as the type determines them, for checking names.
///
/// A type ignores unknown members when it reads an object, and may write members that it does not read.
/// Therefore an object's members are known only from a present value.
package final class TypedPlaces: Sendable {
  private let schema: JSON
  private let definitions: JSON

  /// - Parameter schema: writes the type's schema.
  package init(_ schema: (inout JSONDefinitions) -> JSON?) {
    var definitions = JSONDefinitions()
    self.schema = schema(&definitions) ?? JSONSchema.anything
    self.definitions = definitions.json
  }

  /// - Parameters:
  ///   - around: the keys that lead to the type's value, for messages.
  ///   - subject: the argument, for messages.
  ///   - value: returns the current value at some keys; nil if it is missing.
  /// - Throws: if no value can exist at these keys.
  package func check(
    _ keys: [String], around: [String] = [], _ subject: String,
    value: (ArraySlice<String>) -> JSON?
  ) throws(JSONError) {
    var here = alternatives(of: schema)
    for (index, key) in keys.enumerated() {
      var inside: [JSON] = []
      var known: [String] = []
      var isCase = false
      for schema in here {
        switch step(key, in: schema, isNumber: Int(key) != nil) {
        case .schema(let inner): inside += alternatives(of: inner)
        case .anything: return
        case .nothing: break
        case .members(let names):
          let read = Set(names.map { JSONCase($0) })
          guard let value = value(keys[..<index]), value.kind == .object,
            value.keys.allSatisfy({ read.contains(JSONCase($0)) })
          else { return }
          known += names
        case .cases(let names):
          isCase = true
          known += names
        }
      }
      guard inside.isEmpty else {
        here = inside
        continue
      }
      let place = JSONPointer(keys: around + keys[..<index])
      let at = place.isRoot ? "" : " at \(place.text(atMost: 64))"
      let beginning = subject.isEmpty ? "" : "\(subject): "
      let kind = isCase ? "case" : "member"
      let why = known.isEmpty ? "nothing inside" : "no \(kind) \(key.shortened)"
      let message = "\(beginning)the state has \(why)\(at)"
      throw JSONError(
        .invalidPointer, path: place.text,
        message: known.isEmpty
          ? message : KnownNames.advice(message + "; ", "there are ", known, for: key))
    }
  }

  private enum Step {
    case schema(JSON)
    case anything
    /// A scalar, without places inside.
    case nothing
    /// The key is not among these members, which are all that the type reads.
    case members([String])
    /// The key is not among these cases, which are all cases.
    case cases([String])
  }

  private func step(_ key: String, in schema: JSON, isNumber: Bool) -> Step {
    if schema.saysNothing { return .anything }
    if schema[key: "enum"] != nil || schema[key: "const"] != nil { return .nothing }
    if schema[key: "if"] != nil || schema[key: "allOf"] != nil { return .anything }
    let types = schema[key: "type"]
    let isOf = { (name: String) in
      types?.string == name
        || (0..<(types?.count ?? 0)).contains { types?[index: $0]?.string == name }
    }
    if isOf("object") {
      if let inner = schema[key: "properties"]?[key: key] { return .schema(inner) }
      let names = schema[key: "properties"]?.keys ?? []
      switch schema[key: "additionalProperties"] {
      case let other? where other.bool == false: return .cases(names)
      case let other?: return .schema(other)
      case nil where schema[key: "maxProperties"] != nil: return .nothing
      case nil: return names.isEmpty ? .anything : .members(names)
      }
    }
    if isOf("array") {
      if let inner = schema[key: "items"] { return isNumber ? .schema(inner) : .nothing }
      return isNumber ? .anything : .nothing
    }
    return types == nil ? .anything : .nothing
  }

  /// Returns the schemas that a value may match, with references resolved.
  private func alternatives(of schema: JSON) -> [JSON] {
    var found: [JSON] = []
    var waiting = [schema]
    var visited: Set<ExactText> = []
    while let next = waiting.popLast() {
      if let name = next[key: "$ref"]?.string?.split(separator: "/").last {
        if visited.insert(ExactText(String(name))).inserted {
          waiting.append(definitions[key: String(name)] ?? JSONSchema.anything)
        }
      } else if let choices = next[key: "anyOf"], next.count == 1 {
        waiting += (0..<choices.count).compactMap { choices[index: $0] }
      } else {
        found.append(next)
      }
    }
    return found
  }
}

/// The places of the types of features in another language, for the kinds that were needed so far. A reducer
/// keeps its kinds alive; another reducer has other kinds.
struct TypedPlacesByKind {
  private var known: [ObjectIdentifier: TypedPlaces] = [:]

  subscript(kind: TypedSubstateKind) -> TypedPlaces {
    mutating get {
      if let known = known[ObjectIdentifier(kind)] { return known }
      let places = TypedPlaces { kind.schema(false, &$0) }
      known[ObjectIdentifier(kind)] = places
      return places
    }
  }
}
