/// The name of a key path in messages: `\State.child.$destination`. The text is created when a message needs it.
///
/// The runtime knows the names of stored properties. Of a computed property it knows only the type and the address of
/// the code. A property wrapper's `$name` and `name` are computed, so their name is found by the type of the stored
/// property `_name`. If several properties have that type, all are named: `$first|$second`.
package struct PropertyPath {
  private let path: AnyKeyPath

  package init(_ path: AnyKeyPath) { self.path = path }

  /// The name with the root type: `\State.child.count`.
  package var text: String { "\\\(Swift.type(of: path).rootType)\(steps)" }

  /// The name without the root type: `.child.count`.
  package var steps: String {
    let whole = "\(path)"
    guard let dot = whole.dropFirst("\\\(Swift.type(of: path).rootType)".count).firstIndex(of: ".")
    else { return ".self" }
    var rest = whole[dot...]
    // Reads from left to right: `type` is the type at the end of the steps so far.
    var type: Any.Type? = Swift.type(of: path).rootType
    var steps = ""
    while !rest.isEmpty {
      let step = Self.nextStep(&rest)
      switch step {
      case .stored(let name):
        steps += "." + name
        type = type.flatMap { Self.property(name, of: $0)?.type }
      case .computed(let kind):
        let last = rest.isEmpty ? Swift.type(of: path).valueType : nil
        let found = Self.wrapped(kind, last, in: type)
        steps += "." + found.name
        type = last ?? found.type
      case .other(let text):
        steps += text
        if text == "?" || text == "!" { type = type.flatMap(Self.unwrapped) }
      }
    }
    // The runtime adds a step that wraps an optional chain's result again. That step is not in the source code.
    return steps.hasSuffix("?") ? String(steps.dropLast()) : steps
  }

  private enum Step {
    case stored(String)
    /// A computed property, given by the name of its type.
    case computed(String)
    /// `?`, `!`, or anything else.
    case other(String)
  }

  private static func nextStep(_ rest: inout Substring) -> Step {
    guard rest.first == "." else { return .other(String(rest.removeFirst())) }
    rest.removeFirst()
    // A tuple element is preceded by two dots.
    if rest.first == "." { rest.removeFirst() }
    let computed = "<computed "
    guard rest.hasPrefix(computed), let open = rest.firstIndex(of: "(") else {
      let name = rest.prefix { !".?!".contains($0) }
      rest = rest[name.endIndex...]
      return .stored(String(name))
    }
    // Reads up to the matching bracket, because the type may contain brackets.
    var depth = 0
    var end = open
    repeat {
      if rest[end] == "(" { depth += 1 }
      if rest[end] == ")" { depth -= 1 }
      end = rest.index(after: end)
    } while depth > 0 && end < rest.endIndex
    let type = rest[open..<end].dropFirst().dropLast()
    rest = rest[end...].dropFirst()
    return .computed(String(type))
  }

  private static func property(_ name: String, of type: Any.Type) -> StoredProperty? {
    StoredProperty.all(of: type).first { $0.name == name }
  }

  /// Returns the `$name` or `name` of the wrapped properties that match a computed property's type.
  ///
  /// - Parameters:
  ///   - kind: the name of the type.
  ///   - exact: the type, if it is known.
  private static func wrapped(
    _ kind: String, _ exact: Any.Type?, in type: Any.Type?
  ) -> (name: String, type: Any.Type?) {
    func isIt(_ type: Any.Type) -> Bool { exact.map { $0 == type } ?? ("\(type)" == kind) }
    let properties = type.map(StoredProperty.all) ?? []
    var found: [(name: String, type: Any.Type)] = []
    for property in properties where property.name.hasPrefix("_") {
      let name = property.name.dropFirst()
      if isIt(property.type) { found.append(("$\(name)", property.type)) }
      if let value = (property.type as? any NamedWrapper.Type)?.wrappedType, isIt(value) {
        found.append((String(name), value))
      }
    }
    if found.isEmpty { return ("(\(kind))", nil) }
    return (found.map(\.name).joined(separator: "|"), found[0].type)
  }

  private static func unwrapped(_ type: Any.Type) -> Any.Type? {
    (type as? any OptionalValue.Type)?.wrappedType
  }
}

/// A property wrapper of the engine. It is stored as `_name` for the property `name`.
package protocol NamedWrapper {
  /// The type of the property.
  static var wrappedType: Any.Type { get }
}

private protocol OptionalValue {
  static var wrappedType: Any.Type { get }
}

extension Optional: OptionalValue {
  fileprivate static var wrappedType: Any.Type { Wrapped.self }
}
