/// The actions that undo and redo steps of a feature: `case history(UndoAction)`.
public enum UndoAction: Hashable, Sendable {
  /// Restores the state before the last step.
  case undo
  /// Restores the step that the last undo reverted.
  case redo
  /// Discards all steps, for example after a file was loaded.
  case clear
  /// Undoes or redoes steps until the step with this number is the last one that is not undone; 0 undoes all steps.
  case jump(to: Int)
}

extension UndoAction: CasePathable {
  public struct AllCasePaths: Sendable {
    /// The case path of `undo`.
    public let undo = path(to: .undo)
    /// The case path of `redo`.
    public let redo = path(to: .redo)
    /// The case path of `clear`.
    public let clear = path(to: .clear)
    /// The case path of `jump`.
    public let jump = CasePath<UndoAction, Int>(embed: { .jump(to: $0) }) {
      if case .jump(let number) = $0 { number } else { nil }
    }

    private static func path(to action: UndoAction) -> CasePath<UndoAction, Void> {
      CasePath(embed: { action }) { $0 == action ? () : nil }
    }
  }

  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

/// `{"undo": {}}`, `{"jump": {"to": 7}}`
extension UndoAction: Codable {
  private enum CodingKeys: CodingKey { case undo, redo, clear, jump, to }

  public init(from decoder: any Decoder) throws {
    let cases = try decoder.container(keyedBy: CodingKeys.self)
    guard cases.allKeys.count == 1, let key = cases.allKeys.first, key != .to else {
      throw DecodingError.typeMismatch(
        Self.self, .init(codingPath: decoder.codingPath, debugDescription: "expected one case"))
    }
    switch key {
    case .undo: self = .undo
    case .redo: self = .redo
    case .clear: self = .clear
    case .jump, .to:
      let payload = try cases.nestedContainer(keyedBy: CodingKeys.self, forKey: .jump)
      self = .jump(to: try payload.decode(Int.self, forKey: .to))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var cases = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .undo: _ = cases.nestedContainer(keyedBy: CodingKeys.self, forKey: .undo)
    case .redo: _ = cases.nestedContainer(keyedBy: CodingKeys.self, forKey: .redo)
    case .clear: _ = cases.nestedContainer(keyedBy: CodingKeys.self, forKey: .clear)
    case .jump(let number):
      var payload = cases.nestedContainer(keyedBy: CodingKeys.self, forKey: .jump)
      try payload.encode(number, forKey: .to)
    }
  }
}
