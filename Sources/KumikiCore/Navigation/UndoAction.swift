/// The actions that undo and redo steps of a feature: `case history(UndoAction)`.
public enum UndoAction: Hashable, Codable, Sendable {
  /// Restores the state before the last step.
  case undo
  /// Restores the step that the last undo reverted.
  case redo
  /// Discards all steps, for example after a file was loaded.
  case clear
}

extension UndoAction: CasePathable {
  public struct AllCasePaths: Sendable {
    /// The case path of `undo`.
    public let undo = path(to: .undo)
    /// The case path of `redo`.
    public let redo = path(to: .redo)
    /// The case path of `clear`.
    public let clear = path(to: .clear)

    private static func path(to action: UndoAction) -> CasePath<UndoAction, Void> {
      CasePath(embed: { action }) { $0 == action ? () : nil }
    }
  }

  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
