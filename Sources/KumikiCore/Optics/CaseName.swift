/// The name of a case path in messages. The text is created when a message needs it.
///
/// One word in size, because operators store their case paths. Larger payloads are `indirect`.
@usableFromInline
package enum CaseName {
  case none
  /// Every case.
  case whole
  indirect case literal(String)
  /// One of several cases with the same payload type. The first extracted payload decides which.
  indirect case oneOf([String])
  /// The property that contains the case path.
  case step(AnyKeyPath)
  /// The property of a state that a binding writes.
  indirect case field(AnyKeyPath)
  /// A path found by a key path, which provides the name of the first step.
  indirect case path(AnyKeyPath, CaseName)
  /// The element with an id.
  indirect case id(AnyHashable)
  indirect case chain(CaseName, CaseName)

  /// Returns this name, completed by the key path of the case path.
  @inlinable
  func named(in path: AnyKeyPath) -> CaseName {
    switch self {
    case .none: .step(path)
    case .chain: .path(path, self)
    default: self
    }
  }

  /// Whether the name does not determine the case.
  var isAmbiguous: Bool {
    switch self {
    case .oneOf, .none: true
    case .chain(let first, let last): first.isAmbiguous || last.isAmbiguous
    case .whole, .literal, .step, .field, .path, .id: false
    }
  }

  var text: String {
    switch self {
    case .none: ".?"
    case .whole: ".self"
    case .literal(let name): "." + name
    case .oneOf(let names): "." + names.joined(separator: "|")
    case .step(let step): Self.steps(of: step) ?? ".(\(Self.payload(of: step)))"
    case .field(let field): PropertyPath(field).steps
    case .path(let path, let name): name.text(after: Self.steps(of: path))
    case .id(let id): "[id: \(id)]"
    case .chain(let first, let last): first.text + last.text
    }
  }

  /// - Parameter first: the name of the first step, used if this name has none.
  private func text(after first: String?) -> String {
    switch self {
    case .none: first ?? text
    case .chain(let before, let last): before.text(after: first) + last.text
    default: text
    }
  }

  /// Returns the stored properties at the start of a key path. Computed ones have no names at run time.
  private static func steps(of path: AnyKeyPath) -> String? {
    let text = "\(path)".prefix { $0 != "<" }
    guard let dot = text.firstIndex(of: ".") else { return nil }
    let steps = text[dot...]
    return steps == "." ? nil : String(steps.last == "." ? steps.dropLast() : steps)
  }

  /// Returns the name of the payload or value type at the end of a key path.
  private static func payload(of path: AnyKeyPath) -> String {
    let type = type(of: path).valueType
    return (type as? any PayloadPath.Type)?.payload ?? "\(type)"
  }
}

/// A ``CasePath`` of unknown types.
private protocol PayloadPath {
  static var payload: String { get }
}

extension CasePath: PayloadPath {
  static var payload: String { "\(Value.self)" }
}
