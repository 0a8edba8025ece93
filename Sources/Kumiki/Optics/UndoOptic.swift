/// What a step of the reducer is to its history.
@_documentation(visibility: internal)
public enum UndoStepKind: Sendable {
  /// A step of its own.
  case own
  /// A part of the step before.
  case joining
  /// None: what it writes stays when a step is taken back.
  case none
}

/// How ``UndoableReducer`` reaches the part of a state that it takes steps of back, and its history.
///
/// A step is what it wrote. What no step wrote, because another reducer did or an action that does not count, is not
/// taken back with one.
@_documentation(visibility: internal)
public protocol UndoOptic<Root> {
  associatedtype Root
  /// What takes a step back.
  associatedtype Change
  /// What is held from the beginning of a step to its end.
  associatedtype Step

  /// Whether a step belongs to the last one, which it follows within a time.
  func joins(_ root: inout Root, at moment: UInt64, within time: UInt64) -> Bool

  /// A step begins; nil inside of another one on the same part.
  func begin(_ root: inout Root, _ kind: UndoStepKind) -> Step?
  /// The step has ended. Answers what takes it back; nil where it is no step of its own, or changed nothing.
  func end(_ step: consuming Step, _ kind: UndoStepKind, _ root: inout Root) -> Change?
  /// Keeps what takes a step back, and no more of them than the limit.
  func push(_ change: consuming Change, limit: Int, at moment: UInt64, _ root: inout Root)

  /// Takes the last step back, or what was taken back last. Answers whether there was something to write.
  func restore(_ word: UndoAction, in root: inout Root) -> Bool
  /// Forgets all steps.
  func clear(_ root: inout Root)
  /// Brings what readers see of the history up to date.
  func show(_ root: inout Root)
}

/// What actions are to a ``UndoableReducer``.
@_documentation(visibility: internal)
public protocol UndoActionOptic<Root> {
  associatedtype Root

  /// The operator's own action; nil for any other.
  func word(of action: Root) -> UndoAction?
  /// Whether what an action changes can be undone.
  func counts(_ action: Root) -> Bool
  /// Whether the reducer can be handed the operator's own action, once that was carried out.
  func isRead(_ action: Root) -> Bool
}

// MARK: - By key path

/// A part of a typed state, kept as it was before each step.
public struct KeyPathUndo<Root, Part: Equatable>: UndoOptic {
  @usableFromInline let part: WritableKeyPath<Root, Part>
  @usableFromInline let history: WritableKeyPath<Root, UndoHistory<Part>>

  /// Leads to a part and to its history by key paths.
  @inlinable
  public init(
    _ part: WritableKeyPath<Root, Part>, _ history: WritableKeyPath<Root, UndoHistory<Part>>
  ) {
    self.part = part
    self.history = history
  }

  @inlinable
  public func joins(_ root: inout Root, at moment: UInt64, within time: UInt64) -> Bool {
    root[keyPath: history].joins(at: moment, within: time)
  }

  /// The part before the step; nil where it is none of its own.
  public struct Step {
    @usableFromInline let before: Part?

    @inlinable
    init(before: Part?) { self.before = before }
  }

  @inlinable
  public func begin(_ root: inout Root, _ kind: UndoStepKind) -> Step? {
    Step(before: kind == .own ? root[keyPath: part] : nil)
  }

  @inlinable
  public func end(_ step: consuming Step, _: UndoStepKind, _ root: inout Root) -> Part? {
    guard let before = step.before, before != root[keyPath: part] else { return nil }
    return before
  }

  @inlinable
  public func push(
    _ change: consuming Part, limit: Int, at moment: UInt64, _ root: inout Root
  ) {
    root[keyPath: history].push(.init(change), limit: limit, at: moment) { _ in }
  }

  @inlinable
  public func restore(_ word: UndoAction, in root: inout Root) -> Bool {
    while let kept = root[keyPath: history].take(word) {
      let now = root[keyPath: part]
      // Others have brought it back already.
      if now == kept.change { continue }
      root[keyPath: part] = kept.change
      root[keyPath: history].put(.init(now), after: word)
      return true
    }
    return false
  }

  @inlinable
  public func clear(_ root: inout Root) { root[keyPath: history].clear() }

  @inlinable
  public func show(_: inout Root) {}
}

/// The case of an enum of actions that is the operator's, and which others count.
public struct CaseUndoActions<Root>: UndoActionOptic {
  @usableFromInline let path: CasePath<Root, UndoAction>
  @usableFromInline let isCounted: (Root) -> Bool

  /// Leads to the actions of a history by the parent's case, and says which others count as a step.
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
