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
  @usableFromInline var undo = Deque<Change>()
  @usableFromInline var redo: [Change] = []
  /// When the last step was made; nil where the next one stands by itself.
  @usableFromInline var lastStep: UInt64?
  /// What a test says that there are.
  @usableFromInline var stated: Counts?

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
  @inlinable
  package mutating func push(_ change: Change, limit: Int, at moment: UInt64) {
    stated = nil
    redo = []
    undo.append(change)
    if undo.count > limit { undo.removeFirst(undo.count - limit) }
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

  /// Takes out what undoes the last step, or redoes the next one; nil for none.
  @inlinable
  package mutating func take(_ word: UndoAction) -> Change? {
    stated = nil
    lastStep = nil
    return word == .undo ? undo.popLast() : redo.popLast()
  }

  /// Puts in the way back from what an undo or a redo has done.
  @inlinable
  package mutating func put(_ change: Change, after word: UndoAction) {
    if word == .undo { redo.append(change) } else { undo.append(change) }
  }

  @inlinable
  package mutating func clear() { self = Self() }

  /// Calls `body` with what would be undone next, and with what would be redone next.
  @inlinable
  package mutating func withNext(_ body: (inout Change) -> Void) {
    if !undo.isEmpty { body(&undo[undo.count - 1]) }
    if !redo.isEmpty { body(&redo[redo.count - 1]) }
  }
}
