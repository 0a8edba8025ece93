public import DequeModule

/// The steps of a part of a state that can be undone or redone. The history is a member of the state.
///
///     struct State {
///       var document = Document()
///       var history = UndoHistory<Document>()
///     }
///
/// A history stores a `Change` for each step: in Swift the part's value before the step, which shares its copy-on-write
/// storage with the state. The history is compared, encoded and shown as two numbers: `{"undo": 2, "redo": 0}`. A
/// decoded history is empty, because the numbers alone cannot restore the steps.
public struct UndoHistory<Change> {
  @usableFromInline var undo = Deque<Kept>()
  @usableFromInline var redo: [Kept] = []
  /// The time of the last step; nil if the next step cannot join it.
  @usableFromInline var lastStep: UInt64?
  /// The numbers that a test expects.
  @usableFromInline var stated: Counts?

  /// The stored data of one step.
  @usableFromInline
  package struct Kept {
    @usableFromInline package let change: Change
    /// For rows, the value after the step.
    @usableFromInline package var after: Change?

    @inlinable
    package init(_ change: consuming Change, after: consuming Change? = nil) {
      self.change = change
      self.after = after
    }
  }

  @usableFromInline
  struct Counts: Hashable, Sendable {
    @usableFromInline let undo: Int
    @usableFromInline let redo: Int
  }

  /// Creates an empty history.
  @inlinable
  public init() {}

  /// Creates a history that a test compares with another history. It contains no steps to undo.
  public static func counts(undo: Int, redo: Int = 0) -> Self {
    var history = Self()
    history.stated = Counts(undo: undo, redo: redo)
    return history
  }

  @usableFromInline
  var counts: Counts { stated ?? Counts(undo: undo.count, redo: redo.count) }

  /// The number of steps that can be undone.
  public var undoCount: Int { counts.undo }
  /// The number of steps that can be redone.
  public var redoCount: Int { counts.redo }
}

extension UndoHistory: Equatable {
  public static func == (left: Self, right: Self) -> Bool { left.counts == right.counts }
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
    Mirror(self, children: ["undo": undoCount, "redo": redoCount], displayStyle: .struct)
  }
}

// MARK: - The rules of a history

extension UndoHistory {
  /// Adds a step. Steps that were undone before can no longer be redone.
  ///
  /// - Parameters:
  ///   - now: the time of the step; nil if the next step cannot join this one.
  ///   - drop: called with each change that is no longer stored.
  @inlinable
  package mutating func push(
    _ kept: consuming Kept, limit: Int, at now: UInt64?, _ drop: (Change) -> Void
  ) {
    stated = nil
    if !redo.isEmpty {
      for kept in redo { drop(kept.change) }
      redo = []
    }
    undo.append(kept)
    while undo.count > limit { drop(undo.removeFirst().change) }
    lastStep = now
  }

  /// Whether a step joins the last one because it follows within a given time.
  @inlinable
  package mutating func joins(at now: UInt64, within time: UInt64) -> Bool {
    // Wrapping, because the last step of a history from another process may be earlier than the start of this clock.
    guard time > 0, let last = lastStep, !undo.isEmpty, now &- last <= time else { return false }
    lastStep = now
    return true
  }

  /// Removes and returns the last step, so that changes can be added to it.
  @inlinable
  package mutating func takeLast() -> Kept? { undo.popLast() }

  /// Puts the last step back.
  @inlinable
  package mutating func putLast(_ kept: consuming Kept) { undo.append(kept) }

  /// Removes and returns the change that undoes the last step, or redoes the next one; nil if there is none to revert.
  @inlinable
  package mutating func take(_ word: UndoAction) -> Kept? {
    stated = nil
    lastStep = nil
    return word == .undo ? undo.popLast() : redo.popLast()
  }

  /// Puts back a change that was taken out and could not be used.
  @inlinable
  package mutating func putBack(_ kept: consuming Kept, _ word: UndoAction) {
    if word == .undo { undo.append(kept) } else { redo.append(kept) }
  }

  /// Adds the change that reverts an undo or a redo.
  @inlinable
  package mutating func put(_ kept: consuming Kept, after word: UndoAction) {
    if word == .undo { redo.append(kept) } else { undo.append(kept) }
  }

  @inlinable
  package mutating func clear() { self = Self() }

  /// The current position of the history.
  @inlinable
  package var mark: UndoMark { UndoMark(undo.count, redo.count, lastStep) }
}

// MARK: - Saving

extension UndoHistory {
  /// Creates a history of some steps, oldest first.
  package init(undo: [Change], redo: [Change], lastStep: UInt64?) {
    self.undo = Deque(undo.map { Kept($0) })
    self.redo = redo.map { Kept($0) }
    self.lastStep = lastStep
  }

  /// The steps that can be undone. The first element is undone last.
  package var undoSteps: [Change] { undo.map(\.change) }
  /// The steps that can be redone. The first element is redone last.
  package var redoSteps: [Change] { redo.map(\.change) }
  /// The time of the last step; nil if the next step cannot join it.
  package var lastStepTime: UInt64? { lastStep }

  /// Moves the history to a clock that is ahead by a number of nanoseconds.
  package mutating func move(by nanoseconds: UInt64) {
    if let last = lastStep { lastStep = last &+ nanoseconds }
  }
}
