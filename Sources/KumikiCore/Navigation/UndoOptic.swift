/// How a step counts in the history.
@_documentation(visibility: internal)
public enum UndoStepKind: Sendable {
  /// A separate step.
  case own
  /// A part of the previous step.
  case joining
  /// Not a step: its writes remain when another step is undone.
  case none
}

/// The position of a history. If a step leaves the mark unchanged, it changed nothing that can be undone or redone.
@_documentation(visibility: internal)
public struct UndoMark: Equatable, Sendable {
  @usableFromInline let undoCount: Int
  @usableFromInline let redoCount: Int
  /// Nil if the next step cannot join the last one.
  @usableFromInline let lastStepTime: UInt64?

  @inlinable
  package init(_ undoCount: Int, _ redoCount: Int, _ lastStepTime: UInt64?) {
    self.undoCount = undoCount
    self.redoCount = redoCount
    self.lastStepTime = lastStepTime
  }
}

/// An optic that gives an ``UndoableReducer`` access to the undoable part of a state, and to its history.
///
/// A step consists of its own writes. Writes by other reducers, or by actions that do not count as a step, are not
/// reverted with it.
@_documentation(visibility: internal)
public protocol UndoOptic<Root> {
  associatedtype Root
  /// The data that reverts a step.
  associatedtype Change
  /// The data kept from the start of a step to its end.
  associatedtype Step

  /// Whether a step at `now` follows the last step within `time`, and therefore joins it.
  func joins(_ root: inout Root, at now: UInt64, within time: UInt64) -> Bool

  /// Starts a step. Returns nil inside another step on the same part.
  func begin(_ root: inout Root, _ kind: UndoStepKind) -> Step?
  /// Ends a step. Returns the data that reverts it, or nil if it is not a separate step or changed nothing.
  func end(_ step: consuming Step, _ kind: UndoStepKind, _ root: inout Root) -> Change?
  /// Adds a change to the history, which stores at most `limit` changes.
  func push(_ change: consuming Change, limit: Int, at now: UInt64, _ root: inout Root)

  /// Reverts the last step, or the last undo. Returns whether anything was written.
  func restore(_ word: UndoAction, in root: inout Root) -> Bool
  /// Discards all steps.
  func clear(_ root: inout Root)
  /// Returns the position of the history, to detect whether one of the calls above has changed it.
  func mark(_ root: inout Root) -> UndoMark
  /// Updates the counts of the history that readers of the state see.
  func show(_ root: inout Root)
}

/// An optic that finds the undo actions for an ``UndoableReducer``.
@_documentation(visibility: internal)
public protocol UndoActionOptic<Root> {
  associatedtype Root

  /// Returns the undo action that a parent's action contains, or nil for any other action.
  func word(of action: Root) -> UndoAction?
  /// Whether an action's changes can be undone.
  func counts(_ action: Root) -> Bool
  /// Whether the reducer also receives the undo action, after the action was carried out.
  func isRead(_ action: Root) -> Bool
}

// MARK: - By key path

/// A part of a typed state, whose value before each step is stored. For rows, which are undone row by row, the value
/// after the step is stored too, because writes to a struct are not recorded.
public struct KeyPathUndo<Root, Part: Equatable>: UndoOptic {
  /// Returns the current part with a step reverted, computed from the part's values after and before the step.
  public typealias Revert = (_ now: Part, _ after: Part, _ before: Part) -> Part

  @usableFromInline let part: WritableKeyPath<Root, Part>
  @usableFromInline let history: WritableKeyPath<Root, UndoHistory<Part>>
  /// Nil if the part is restored as a whole.
  @usableFromInline let revert: Revert?

  /// Creates the optic of a part and its history from key paths.
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
  public func joins(_ root: inout Root, at now: UInt64, within time: UInt64) -> Bool {
    root[keyPath: history].joins(at: now, within: time)
  }

  /// The part's value before the step; nil if the step is not stored.
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
    // Merges this step into the last one, without the writes of other reducers in between.
    guard let last = root[keyPath: history].takeLast() else { return nil }
    let now = root[keyPath: part]
    root[keyPath: history].putLast(
      .init(revert(before, last.after ?? before, last.change), after: now))
    return nil
  }

  @inlinable
  public func push(
    _ change: consuming Part, limit: Int, at now: UInt64, _ root: inout Root
  ) {
    let after = revert == nil ? nil : root[keyPath: part]
    root[keyPath: history].push(.init(change, after: after), limit: limit, at: now) { _ in }
  }

  @inlinable
  public func restore(_ word: UndoAction, in root: inout Root) -> Bool {
    while let kept = root[keyPath: history].take(word) {
      let now = root[keyPath: part]
      let back = revert.map { $0(now, kept.after ?? now, kept.change) } ?? kept.change
      // Other writes have already given the part this value.
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

/// The case of the undo actions in an enum of actions, and a predicate for the actions that count as steps.
public struct CaseUndoActions<Root>: UndoActionOptic {
  @usableFromInline let path: CasePath<Root, UndoAction>
  @usableFromInline let isCounted: (Root) -> Bool

  /// Creates the optic of the undo actions in the parent's case, with a predicate for the actions that count as steps.
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
