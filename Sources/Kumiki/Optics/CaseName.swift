/// What a case path is called in messages. The text is made when one is written.
@usableFromInline
enum CaseName {
  case none
  /// No step yet.
  case whole
  case literal(String)
  /// The property that the case path was found in.
  case step(AnyKeyPath)
  /// The element with an id.
  indirect case id(AnyHashable)
  indirect case chain(CaseName, CaseName)

  @inlinable
  var isNone: Bool { if case .none = self { true } else { false } }

  @inlinable
  var isWhole: Bool { if case .whole = self { true } else { false } }

  var text: String {
    switch self {
    case .none: ".?"
    case .whole: ".self"
    case .literal(let name): "." + name
    case .step(let step): Self.text(of: step)
    case .id(let id): "[id: \(id)]"
    case .chain(.whole, let last): last.text
    case .chain(let first, let last): first.text + last.text
    }
  }

  /// The property's name. Of a computed one the runtime does not know it: the type of the payload.
  private static func text(of step: AnyKeyPath) -> String {
    let text = "\(step)"
    if !text.contains("<computed"), let dot = text.firstIndex(of: ".") {
      return String(text[dot...])
    }
    let type = type(of: step).valueType
    return ".(\((type as? any PayloadPath.Type)?.payload ?? "\(type)"))"
  }
}

/// A ``CasePath`` whose types are not known.
private protocol PayloadPath {
  static var payload: String { get }
}

extension CasePath: PayloadPath {
  static var payload: String { "\(Value.self)" }
}
