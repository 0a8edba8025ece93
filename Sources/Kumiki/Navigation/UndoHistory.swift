public import DequeModule

/// The steps of a part of a state that can be undone, and those that can be redone: a member of the state.
///
///     struct State {
///       var document = Document()
///       var history = UndoHistory<Document>()
///     }
///
/// What is kept of a step is a `Change`: in Swift the part's value as it was before the step, of which a copy
/// shares all that is copied on write. Seen from outside it is two numbers, by which it is compared, encoded
/// and shown: `{"undo": 2, "redo": 0}`. Decoded, it has none, since nothing would stand behind them.
public struct UndoHistory<Change> {
  @usableFromInline var undo = Deque<Kept>()
  @usableFromInline var redo: [Kept] = []
  /// When the last step was made; nil where the next one stands by itself.
  @usableFromInline var lastStep: UInt64?
  /// What a test says that there are.
  @usableFromInline var stated: Counts?

  /// What is kept of a step.
  @usableFromInline
  package struct Kept {
    @usableFromInline package let change: Change
    /// Of rows: what they were after it.
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

  /// A history in which there is nothing to undo.
  @inlinable
  public init() {}

  /// A history as a test expects it, to be compared with another one. There is nothing to go back to in it.
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

  /// - Throws: where the two numbers are missing. They are not taken over.
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
  /// A step was made, and what takes it back: what was undone before is not redone any more.
  ///
  /// - Parameter drop: is handed what is not kept any longer.
  @inlinable
  package mutating func push(
    _ kept: consuming Kept, limit: Int, at moment: UInt64, _ drop: (Change) -> Void
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

  /// Whether a step belongs to the last one, which it follows within a time.
  @inlinable
  package mutating func joins(at moment: UInt64, within time: UInt64) -> Bool {
    guard time > 0, let last = lastStep, !undo.isEmpty, moment >= last, moment - last <= time
    else { return false }
    lastStep = moment
    return true
  }

  /// Takes out the last step, to go on with it.
  @inlinable
  package mutating func takeLast() -> Kept? { undo.popLast() }

  /// Puts it back.
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

  /// Puts in the way back from what an undo or a redo has done.
  @inlinable
  package mutating func put(_ kept: consuming Kept, after word: UndoAction) {
    if word == .undo { redo.append(kept) } else { undo.append(kept) }
  }

  @inlinable
  package mutating func clear() { self = Self() }
}
