public import DequeModule

/// The steps of a part of a state that can be undone or redone. The history is a member of the state.
///
///     struct State {
///       var document = Document()
///       var history = UndoHistory<Document>()
///     }
///
/// A history stores a `Change` for each step: in Swift the part's value before the step, which shares its copy-on-write
/// storage with the state. The history is encoded and shown as two numbers, `{"undo": 2, "redo": 0}`, and compared by
/// them and by the labels. A decoded history is empty, because the numbers alone cannot restore the steps.
public struct UndoHistory<Change> {
  @usableFromInline var undo = Deque<Kept>()
  @usableFromInline var redo: [Kept] = []
  @usableFromInline var joining = UndoJoining()
  /// The number of oldest steps that were dropped.
  @usableFromInline var droppedCount = 0
  @usableFromInline var stated: Stated?

  /// The stored data of one step.
  @usableFromInline
  package struct Kept {
    @usableFromInline package var change: Change
    /// For rows, the value after the step.
    @usableFromInline package var after: Change?
    @usableFromInline package var label: String?
    /// The size in bytes; -1 if it was not measured.
    @usableFromInline package var bytes = -1

    @inlinable
    package init(
      _ change: consuming Change, after: consuming Change? = nil, label: String? = nil
    ) {
      self.change = change
      self.after = after
      self.label = label
    }
  }

  /// The numbers and labels that a test expects. A class, because few histories have them.
  @usableFromInline
  final class Stated: Sendable {
    @usableFromInline let undo, redo: Int
    let undoLabel, redoLabel: String?

    init(_ undo: Int, _ redo: Int, _ undoLabel: String?, _ redoLabel: String?) {
      (self.undo, self.redo) = (undo, redo)
      (self.undoLabel, self.redoLabel) = (undoLabel, redoLabel)
    }
  }

  /// A step of a history, for a list of steps.
  public struct Step: Sendable {
    /// The number of the step, from 1 on. ``UndoAction/jump(to:)`` takes this number.
    public let number: Int
    /// The label of the step, if it has one.
    public let label: String?
    /// Whether the step was undone.
    public let isUndone: Bool
  }

  /// Creates an empty history.
  @inlinable
  public init() {}

  /// Creates a history that a test compares with another history. It contains no steps to undo.
  public static func counts(
    undo: Int, redo: Int = 0, undoLabel: String? = nil, redoLabel: String? = nil
  ) -> Self {
    var history = Self()
    history.stated = Stated(undo, redo, undoLabel, redoLabel)
    return history
  }

  /// The number of steps that can be undone.
  @inlinable
  public var undoCount: Int { stated?.undo ?? undo.count }
  /// The number of steps that can be redone.
  @inlinable
  public var redoCount: Int { stated?.redo ?? redo.count }
  /// The label of the step that an undo reverts.
  public var undoLabel: String? { stated.map(\.undoLabel) ?? undo.last?.label }
  /// The label of the step that a redo restores.
  public var redoLabel: String? { stated.map(\.redoLabel) ?? redo.last?.label }
  /// The number of the last step that is not undone; 0 if all steps are undone.
  public var lastNumber: Int { droppedCount + undo.count }

  /// The steps, oldest first: steps that can be undone, and then steps that can be redone.
  ///
  /// - Complexity: O(*n*) in the steps.
  public var steps: [Step] {
    (undo + redo.reversed()).enumerated().map { index, kept in
      Step(number: droppedCount + index + 1, label: kept.label, isUndone: index >= undo.count)
    }
  }
}

extension UndoHistory: Equatable {
  public static func == (left: Self, right: Self) -> Bool {
    left.undoCount == right.undoCount && left.redoCount == right.redoCount
      && left.undoLabel == right.undoLabel && left.redoLabel == right.redoLabel
  }
}

extension UndoHistory: Sendable where Change: Sendable {}
extension UndoHistory.Kept: Sendable where Change: Sendable {}

extension UndoHistory: Codable {
  private enum CodingKeys: CodingKey { case undo, redo }

  /// - Throws: if the two numbers are missing. Their values are ignored.
  public init(from decoder: any Decoder) throws {
    let counts = try decoder.container(keyedBy: CodingKeys.self)
    _ = try counts.decode(Int.self, forKey: .undo)
    _ = try counts.decode(Int.self, forKey: .redo)
    self.init()
  }

  public func encode(to encoder: any Encoder) throws {
    var counts = encoder.container(keyedBy: CodingKeys.self)
    try counts.encode(undoCount, forKey: .undo)
    try counts.encode(redoCount, forKey: .redo)
  }
}

extension UndoHistory: CustomReflectable {
  public var customMirror: Mirror {
    var children: [(String?, Any)] = [("undo", undoCount), ("redo", redoCount)]
    if let undoLabel { children.append(("undoLabel", undoLabel)) }
    if let redoLabel { children.append(("redoLabel", redoLabel)) }
    return Mirror(self, children: children, displayStyle: .struct)
  }
}
