/// What a case path is called in messages. The text is made when one is written.
///
/// One word, since operators hold their case paths: what takes more is behind a reference.
@usableFromInline
enum CaseName {
  case none
  /// Every case.
  case whole
  indirect case literal(String)
  /// One of several, which have the same payload: a value will tell which.
  indirect case oneOf([String])
  /// The property that the case path was found in.
  case step(AnyKeyPath)
  /// The property of a state that a write is of.
  indirect case field(AnyKeyPath)
  /// A path that was found by a key path, which knows its first step.
  indirect case path(AnyKeyPath, CaseName)
  /// The element with an id.
  indirect case id(AnyHashable)
  indirect case chain(CaseName, CaseName)

  /// The name of what a key path found.
  @inlinable
  func named(in path: AnyKeyPath) -> CaseName {
    switch self {
    case .none: .step(path)
    case .chain: .path(path, self)
    default: self
    }
  }

  /// The name does not say which case it is.
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

  /// - Parameter first: the first step, where the name does not tell.
  private func text(after first: String?) -> String {
    switch self {
    case .none: first ?? text
    case .chain(let before, let last): before.text(after: first) + last.text
    default: text
    }
  }

  /// The properties that a key path begins with. Of computed ones the runtime does not know the names.
  private static func steps(of path: AnyKeyPath) -> String? {
    let text = "\(path)".prefix { $0 != "<" }
    guard let dot = text.firstIndex(of: ".") else { return nil }
    let steps = text[dot...]
    return steps == "." ? nil : String(steps.last == "." ? steps.dropLast() : steps)
  }

  /// The type of what a key path leads to.
  private static func payload(of path: AnyKeyPath) -> String {
    let type = type(of: path).valueType
    return (type as? any PayloadPath.Type)?.payload ?? "\(type)"
  }
}

/// A ``CasePath`` whose types are not known.
private protocol PayloadPath {
  static var payload: String { get }
}

extension CasePath: PayloadPath {
  static var payload: String { "\(Value.self)" }
}
