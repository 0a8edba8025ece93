/// How ``UndoableReducer`` reaches the part of a state that it takes steps of back, and its history.
///
/// Whatever is written to the part is a part of some step: what no step wrote (another reducer did, or an
/// action that does not count) belongs to the step before, and to the one that would be redone next. So the
/// part is always what the history goes on from.
@_documentation(visibility: internal)
public protocol UndoOptic<Root> {
  associatedtype Root
  /// What takes a step back.
  associatedtype Change
  /// What is held from the beginning of a step to its end.
  associatedtype Step

  /// Calls `body` with the history.
  func withHistory<Result>(
    of root: inout Root, _ body: (inout UndoHistory<Change>) -> Result
  ) -> Result

  /// A step begins; nil inside of another one on the same part.
  ///
  /// - Parameters:
  ///   - root: what the part is of.
  ///   - joining: what it writes belongs to the step before.
  func begin(_ root: inout Root, joining: Bool) -> Step?
  /// The step has ended: what takes it back; nil where it has joined another one, and where it changed
  /// nothing, unless it is asked for anyway.
  func end(_ step: consuming Step, _ root: inout Root, always: Bool) -> Change?
  /// Takes a step back. Within a step, which is the way forth again.
  func restore(_ change: consuming Change, in root: inout Root)
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
  public func withHistory<Result>(
    of root: inout Root, _ body: (inout UndoHistory<Part>) -> Result
  ) -> Result {
    body(&root[keyPath: history])
  }

  /// The part before the step; nil where it joins another one.
  public struct Step {
    @usableFromInline let before: Part?

    @inlinable
    init(before: Part?) { self.before = before }
  }

  @inlinable
  public func begin(_ root: inout Root, joining: Bool) -> Step? {
    Step(before: joining ? nil : root[keyPath: part])
  }

  @inlinable
  public func end(_ step: consuming Step, _ root: inout Root, always: Bool) -> Part? {
    guard let before = step.before else { return nil }
    return always || before != root[keyPath: part] ? before : nil
  }

  @inlinable
  public func restore(_ change: consuming Part, in root: inout Root) {
    root[keyPath: part] = change
  }

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
