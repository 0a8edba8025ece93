public import DequeModule

/// The steps of a part of a state that can be undone, and those that can be redone: a member of the state.
///
///     struct State {
///       var document = Document()
///       var history = UndoHistory<Document>()
///     }
///
/// A history keeps a `Change` for each step: in Swift the part's value before the step, which shares its
/// copy-on-write storage with the state. It is compared, encoded and shown as two numbers: `{"undo": 2,
/// "redo": 0}`. A decoded history is empty, since the numbers alone cannot bring back the steps.
public struct UndoHistory<Change> {
  @usableFromInline var undo = Deque<Kept>()
  @usableFromInline var redo: [Kept] = []
  /// When the last step was made; nil if the next one stands by itself.
  @usableFromInline var lastStep: UInt64?
  /// The numbers that a test expects.
  @usableFromInline var stated: Counts?

  /// What is kept of a step.
  @usableFromInline
  package struct Kept {
    @usableFromInline package let change: Change
    /// For rows: their value after the step.
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

  /// A history with nothing to undo.
  @inlinable
  public init() {}

  /// A history as a test expects it, to be compared with another one. It has no steps to go back to.
  public static func counts(undo: Int, redo: Int = 0) -> Self {
    var history = Self()
    history.stated = Counts(undo: undo, redo: redo)
    return history
  }

  @usableFromInline
  var counts: Counts { stated ?? Counts(undo: undo.count, redo: redo.count) }

  /// How many steps can be undone.
  public var undoCount: Int { counts.undo }
  /// How many steps can be redone.
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
  /// Adds a step. What was undone before can no longer be redone.
  ///
  /// - Parameters:
  ///   - moment: nil if the next step stands by itself.
  ///   - drop: is called with each change that is no longer kept.
  @inlinable
  package mutating func push(
    _ kept: consuming Kept, limit: Int, at moment: UInt64?, _ drop: (Change) -> Void
  ) {
    stated = nil
    if !redo.isEmpty {
      for kept in redo { drop(kept.change) }
      redo = []
    }
    undo.append(kept)
    while undo.count > limit { drop(undo.removeFirst().change) }
    lastStep = moment
  }

  /// Whether a step belongs to the last one, because it follows within a time.
  @inlinable
  package mutating func joins(at moment: UInt64, within time: UInt64) -> Bool {
    // Wrapping: the last step of a history from another process may be before this one's clock began.
    guard time > 0, let last = lastStep, !undo.isEmpty, moment &- last <= time else { return false }
    lastStep = moment
    return true
  }

  /// Takes out the last step, to add to it.
  @inlinable
  package mutating func takeLast() -> Kept? { undo.popLast() }

  /// Puts the last step back.
  @inlinable
  package mutating func putLast(_ kept: consuming Kept) { undo.append(kept) }

  /// Takes out what undoes the last step, or redoes the next one; nil for none.
  @inlinable
  package mutating func take(_ word: UndoAction) -> Kept? {
    stated = nil
    lastStep = nil
    return word == .undo ? undo.popLast() : redo.popLast()
  }

  /// Puts back what was taken out and could not be used.
  @inlinable
  package mutating func putBack(_ kept: consuming Kept, _ word: UndoAction) {
    if word == .undo { undo.append(kept) } else { redo.append(kept) }
  }

  /// Adds the change that reverts what an undo or a redo has done.
  @inlinable
  package mutating func put(_ kept: consuming Kept, after word: UndoAction) {
    if word == .undo { redo.append(kept) } else { undo.append(kept) }
  }

  @inlinable
  package mutating func clear() { self = Self() }

  /// What the history is at.
  @inlinable
  package var mark: UndoMark { UndoMark(undo.count, redo.count, lastStep) }
}

// MARK: - Saving

extension UndoHistory {
  /// The history of some steps, the oldest one first.
  package init(undo: [Change], redo: [Change], lastStep: UInt64?) {
    self.undo = Deque(undo.map { Kept($0) })
    self.redo = redo.map { Kept($0) }
    self.lastStep = lastStep
  }

  /// The steps that can be undone, the last one to be undone first.
  package var undoSteps: [Change] { undo.map(\.change) }
  /// The steps that can be redone, the last one to be redone first.
  package var redoSteps: [Change] { redo.map(\.change) }
  /// When the last step was made; nil if the next one stands by itself.
  package var lastMoment: UInt64? { lastStep }

  /// Moves the history to a clock that is ahead by some nanoseconds.
  package mutating func move(by nanoseconds: UInt64) {
    if let last = lastStep { lastStep = last &+ nanoseconds }
  }
}
