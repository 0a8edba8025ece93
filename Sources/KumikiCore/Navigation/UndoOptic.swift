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
  @usableFromInline let droppedCount: Int
  /// Nil if the next step cannot join the last one by the time.
  @usableFromInline let lastStepTime: UInt64?
  @usableFromInline let hasKey: Bool
  @usableFromInline let groupDepth: Int
  /// The number of the last step that is not undone.
  @usableFromInline var lastNumber: Int { droppedCount + undoCount }

  @usableFromInline
  package init(_ undoCount: Int, _ redoCount: Int, _ droppedCount: Int, _ joining: UndoJoining) {
    self.undoCount = undoCount
    self.redoCount = redoCount
    self.droppedCount = droppedCount
    lastStepTime = joining.lastStep
    hasKey = joining.lastKey != nil
    groupDepth = joining.group?.depth ?? 0
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

  /// Whether a step at `now` joins the last step: by its description, or because it follows within `time`.
  func joins(
    _ said: UndoDescription?, _ root: inout Root, at now: UInt64, within time: UInt64
  ) -> Bool
  /// Ends the innermost open group, after the step that ends it.
  func endGroup(_ root: inout Root)

  /// Starts a step. Returns nil inside another step on the same part.
  func begin(_ root: inout Root, _ kind: UndoStepKind) -> Step?
  /// Ends a step. Returns the data that reverts it, or nil if it is not a separate step or changed nothing.
  func end(
    _ step: consuming Step, _ kind: UndoStepKind, _ said: UndoDescription?, _ root: inout Root
  ) -> Change?
  /// Adds a change to the history, which stores at most `limit` changes.
  func push(
    _ change: consuming Change, _ said: UndoDescription?, limit: Int, at now: UInt64,
    _ root: inout Root)

  /// Reverts the last step, or the last undo, unless only `left` steps are left. Returns whether anything was written.
  func restore(_ word: UndoAction, leaving left: Int, in root: inout Root) -> Bool
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

  associatedtype State

  /// Returns the undo action that a parent's action contains, or nil for any other action.
  func command(of action: Root) -> UndoCommand?
  /// Whether an action's changes can be undone.
  func counts(_ action: Root) -> Bool
  /// Describes the step of an action, before the step; nil without a description.
  func describe(_ action: Root, _ state: inout State) -> UndoDescription?
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
  public func joins(
    _ said: UndoDescription?, _ root: inout Root, at now: UInt64, within time: UInt64
  ) -> Bool {
    root[keyPath: history].joins(said, at: now, within: time)
  }

  @inlinable
  public func endGroup(_ root: inout Root) { root[keyPath: history].endGroup() }

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
  public func end(
    _ step: consuming Step, _ kind: UndoStepKind, _ said: UndoDescription?, _ root: inout Root
  ) -> Part? {
    if kind == .joining, revert == nil {
      root[keyPath: history].label(said?.label)
      return nil
    }
    guard let before = step.before, before != root[keyPath: part] else { return nil }
    guard kind == .joining, let revert else { return before }
    // Merges this step into the last one, without the writes of other reducers in between.
    guard let last = root[keyPath: history].takeLast() else { return nil }
    let now = root[keyPath: part]
    root[keyPath: history].putLast(
      .init(
        revert(before, last.after ?? before, last.change), after: now,
        label: last.label ?? said?.label))
    return nil
  }

  @inlinable
  public func push(
    _ change: consuming Part, _ said: UndoDescription?, limit: Int, at now: UInt64,
    _ root: inout Root
  ) {
    let after = revert == nil ? nil : root[keyPath: part]
    root[keyPath: history].push(
      .init(change, after: after, label: said?.label), key: said?.key, limit: limit, at: now
    ) { _ in }
  }

  @inlinable
  public func restore(_ word: UndoAction, leaving left: Int, in root: inout Root) -> Bool {
    while let kept = root[keyPath: history].take(word, leaving: left) {
      let now = root[keyPath: part]
      let back = revert.map { $0(now, kept.after ?? now, kept.change) } ?? kept.change
      // Other writes have already given the part this value.
      if back == now { continue }
      root[keyPath: part] = back
      root[keyPath: history].put(
        .init(now, after: revert == nil ? nil : back, label: kept.label), after: word)
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
public struct CaseUndoActions<State, Root>: UndoActionOptic {
  /// Describes the step of an action, from the state before the step.
  public typealias Describe = (_ state: State, _ action: Root) -> UndoDescription?

  @usableFromInline let path: CasePath<Root, UndoAction>
  @usableFromInline let isCounted: (Root) -> Bool
  @usableFromInline let description: Describe?

  /// Creates the optic of the undo actions in the parent's case, with a predicate for the actions that count as steps.
  @inlinable
  public init(
    _ path: CasePath<Root, UndoAction>, _ isCounted: @escaping (Root) -> Bool,
    _ description: Describe? = nil
  ) {
    self.path = path
    self.isCounted = isCounted
    self.description = description
  }

  @inlinable
  public func command(of action: Root) -> UndoCommand? {
    path.extract(from: action).map { action in
      switch action {
      case .undo: .undo(steps: 1)
      case .redo: .redo(steps: 1)
      case .clear: .clear
      case .jump(let number): .jump(to: number)
      }
    }
  }

  @inlinable
  public func counts(_ action: Root) -> Bool { isCounted(action) }

  @inlinable
  public func describe(_ action: Root, _ state: inout State) -> UndoDescription? {
    description?(state, action)
  }

  @inlinable
  public func isRead(_: Root) -> Bool { true }
}
