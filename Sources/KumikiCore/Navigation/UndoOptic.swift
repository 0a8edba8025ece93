/// How a step counts for the history.
@_documentation(visibility: internal)
public enum UndoStepKind: Sendable {
  /// A step of its own.
  case own
  /// A part of the step before it.
  case joining
  /// Not a step: its writes stay when another step is undone.
  case none
}

/// What a history is at. A step that leaves it as it is has changed nothing that can be undone or redone.
@_documentation(visibility: internal)
public struct UndoMark: Equatable, Sendable {
  @usableFromInline let undoCount: Int
  @usableFromInline let redoCount: Int
  /// Nil if the next step stands by itself.
  @usableFromInline let lastMoment: UInt64?

  @inlinable
  package init(_ undoCount: Int, _ redoCount: Int, _ lastMoment: UInt64?) {
    self.undoCount = undoCount
    self.redoCount = redoCount
    self.lastMoment = lastMoment
  }
}

/// How ``UndoableReducer`` reaches the undoable part of a state, and its history.
///
/// A step consists of its writes. Writes by other reducers, or by actions that do not count as a step, are
/// not reverted with it.
@_documentation(visibility: internal)
public protocol UndoOptic<Root> {
  associatedtype Root
  /// The data that reverts a step.
  associatedtype Change
  /// The data kept from the beginning of a step to its end.
  associatedtype Step

  /// Whether a step at `moment` follows the last one within `time`, and so belongs to it.
  func joins(_ root: inout Root, at moment: UInt64, within time: UInt64) -> Bool

  /// Begins a step. Returns nil inside another step on the same part.
  func begin(_ root: inout Root, _ kind: UndoStepKind) -> Step?
  /// Ends a step. Returns what reverts it; nil if it is no step of its own or changed nothing.
  func end(_ step: consuming Step, _ kind: UndoStepKind, _ root: inout Root) -> Change?
  /// Adds a change to the history, which keeps no more than `limit`.
  func push(_ change: consuming Change, limit: Int, at moment: UInt64, _ root: inout Root)

  /// Reverts the last step, or the last undo. Returns whether there was anything to write.
  func restore(_ word: UndoAction, in root: inout Root) -> Bool
  /// Forgets all steps.
  func clear(_ root: inout Root)
  /// What the history is at, to see whether a call above has changed it.
  func mark(_ root: inout Root) -> UndoMark
  /// Updates what readers see of the history.
  func show(_ root: inout Root)
}

/// How an ``UndoableReducer`` reads actions.
@_documentation(visibility: internal)
public protocol UndoActionOptic<Root> {
  associatedtype Root

  /// The undo action in a parent's; nil for any other.
  func word(of action: Root) -> UndoAction?
  /// Whether an action's changes can be undone.
  func counts(_ action: Root) -> Bool
  /// Whether the reducer also receives the undo action, after it was carried out.
  func isRead(_ action: Root) -> Bool
}

// MARK: - By key path

/// A part of a typed state, whose value from before each step is kept. Of rows, which are undone row by row,
/// the value from after it too, since nothing records writes to a struct.
public struct KeyPathUndo<Root, Part: Equatable>: UndoOptic {
  /// Returns the part as it is now with a step reverted, by its values from after and before the step.
  public typealias Revert = (_ now: Part, _ after: Part, _ before: Part) -> Part

  @usableFromInline let part: WritableKeyPath<Root, Part>
  @usableFromInline let history: WritableKeyPath<Root, UndoHistory<Part>>
  /// Nil for a part that is restored as a whole.
  @usableFromInline let revert: Revert?

  /// The optic of a part and its history, by key paths.
  @inlinable
  public init(
    _ part: WritableKeyPath<Root, Part>, _ history: WritableKeyPath<Root, UndoHistory<Part>>,
    revert: Revert? = nil
  ) {
    self.part = part
    self.history = history
    self.revert = revert
  }

  @inlinable
  public func joins(_ root: inout Root, at moment: UInt64, within time: UInt64) -> Bool {
    root[keyPath: history].joins(at: moment, within: time)
  }

  /// The part's value before the step; nil if nothing is to be kept of it.
  public struct Step {
    @usableFromInline let before: Part?

    @inlinable
    init(before: Part?) { self.before = before }
  }

  @inlinable
  public func begin(_ root: inout Root, _ kind: UndoStepKind) -> Step? {
    let isKept = kind == .own || kind == .joining && revert != nil
    return Step(before: isKept ? root[keyPath: part] : nil)
  }

  @inlinable
  public func end(_ step: consuming Step, _ kind: UndoStepKind, _ root: inout Root) -> Part? {
    guard let before = step.before, before != root[keyPath: part] else { return nil }
    guard kind == .joining, let revert else { return before }
    // Merges this step into the last one, without what was written by others in between.
    guard let last = root[keyPath: history].takeLast() else { return nil }
    let now = root[keyPath: part]
    root[keyPath: history].putLast(
      .init(revert(before, last.after ?? before, last.change), after: now))
    return nil
  }

  @inlinable
  public func push(
    _ change: consuming Part, limit: Int, at moment: UInt64, _ root: inout Root
  ) {
    let after = revert == nil ? nil : root[keyPath: part]
    root[keyPath: history].push(.init(change, after: after), limit: limit, at: moment) { _ in }
  }

  @inlinable
  public func restore(_ word: UndoAction, in root: inout Root) -> Bool {
    while let kept = root[keyPath: history].take(word) {
      let now = root[keyPath: part]
      let back = revert.map { $0(now, kept.after ?? now, kept.change) } ?? kept.change
      // The part already has this value, by other writes.
      if back == now { continue }
      root[keyPath: part] = back
      root[keyPath: history].put(.init(now, after: revert == nil ? nil : back), after: word)
      return true
    }
    return false
  }

  @inlinable
  public func clear(_ root: inout Root) { root[keyPath: history].clear() }

  @inlinable
  public func mark(_ root: inout Root) -> UndoMark { root[keyPath: history].mark }

  @inlinable
  public func show(_: inout Root) {}
}

/// The case of the undo actions in an enum of actions, and which other actions count as steps.
public struct CaseUndoActions<Root>: UndoActionOptic {
  @usableFromInline let path: CasePath<Root, UndoAction>
  @usableFromInline let isCounted: (Root) -> Bool

  /// The optic of the undo actions in the parent's case, with a test for the actions that count as steps.
  @inlinable
  public init(_ path: CasePath<Root, UndoAction>, _ isCounted: @escaping (Root) -> Bool) {
    self.path = path
    self.isCounted = isCounted
  }

  @inlinable
  public func word(of action: Root) -> UndoAction? { path.extract(from: action) }

  @inlinable
  public func counts(_ action: Root) -> Bool { isCounted(action) }

  @inlinable
  public func isRead(_: Root) -> Bool { true }
}
