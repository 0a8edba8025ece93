/// A feature's description of a step: its label in a menu, and which other steps it joins.
public struct UndoDescription: Sendable {
  /// How a step relates to its neighbours.
  public enum Group: Sendable {
    /// Begins a group: all steps up to the matching `end` are one step.
    case begin
    /// Ends a group, together with this step.
    case end
    /// Joins the last step, unless that step was undone.
    case join
  }

  /// The label for a menu. A step that consists of several has the first label among them.
  public var label: String?
  /// Successive steps with the same key are one step.
  public var key: String?
  /// Nil for a step that only its key, or the time, groups.
  public var group: Group?

  /// Creates a description.
  public init(label: String? = nil, key: String? = nil, group: Group? = nil) {
    self.label = label
    self.key = key
    self.group = group
  }
}

/// An undo action, as an ``UndoableReducer`` carries it out.
@_documentation(visibility: internal)
public enum UndoCommand: Sendable {
  case undo(steps: Int)
  case redo(steps: Int)
  case clear
  case jump(to: Int)
}
