/// The actions that undo and redo steps of a feature: `case history(UndoAction)`.
public enum UndoAction: Hashable, Codable, Sendable {
  /// Restores what was there before the last step.
  case undo
  /// Restores what the last undo took away.
  case redo
  /// Forgets all steps, after a file was loaded for example.
  case clear
}

extension UndoAction: CasePathable {
  public struct AllCasePaths: Sendable {
    /// The path of `undo`.
    public let undo = path(to: .undo)
    /// The path of `redo`.
    public let redo = path(to: .redo)
    /// The path of `clear`.
    public let clear = path(to: .clear)

    private static func path(to action: UndoAction) -> CasePath<UndoAction, Void> {
      CasePath(embed: { action }) { $0 == action ? () : nil }
    }
  }

  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
