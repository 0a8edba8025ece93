/// The actions by which steps of a feature are taken back: `case history(UndoAction)`.
public enum UndoAction: Hashable, Codable, Sendable {
  /// Brings back what was before the last step.
  case undo
  /// Brings back what the last undo took away.
  case redo
  /// Forgets all steps: a file was loaded, say.
  case clear
}
