package import KumikiValues

/// A part of a JSON state whose steps can be undone.
package struct JSONUndoOptic: UndoOptic, @unchecked Sendable {
  package typealias Root = JSONState

  let places: JSONUndoPlaces
  /// Whether quickly successive steps are joined.
  let isGrouping: Bool
  /// The number of bytes that the steps may have; 0 for any number.
  let limitBytes: Int

  // A recursion on the same state may reach a history whose step is in progress; it stays unchanged.

  package func joins(
    _ said: UndoDescription?, _ root: inout JSONState, at now: UInt64, within time: UInt64
  ) -> Bool {
    let history = root.history(places)
    return !history.isInStep && history.changes.joins(said, at: now, within: time)
  }

  package func endGroup(_ root: inout JSONState) {
    let history = root.history(places)
    if !history.isInStep { history.endGroup(in: &root) }
  }

  package func begin(_ root: inout JSONState, _ kind: UndoStepKind) -> JSONHistory? {
    let history = root.history(places)
    return history.begin(kind) ? history : nil
  }

  package func end(
    _ step: consuming JSONHistory, _ kind: UndoStepKind, _ said: UndoDescription?,
    _ root: inout JSONState
  ) -> JSONUndoStep? {
    let ended = step.end(kind, said, in: &root)
    if kind == .joining, limitBytes > 0 { step.keep(bytes: limitBytes) }
    return ended
  }

  package func push(
    _ change: consuming JSONUndoStep, _ said: UndoDescription?, limit: Int, at now: UInt64,
    _ root: inout JSONState
  ) {
    let history = root.history(places)
    history.push(change, said, limit: limit, at: isGrouping ? now : nil)
    if limitBytes > 0 { history.keep(bytes: limitBytes) }
  }

  package func restore(_ word: UndoAction, leaving left: Int, in root: inout JSONState) -> Bool {
    root.history(places).restore(word, leaving: left, in: &root)
  }

  package func clear(_ root: inout JSONState) {
    let history = root.history(places)
    if !history.isInStep { history.clear() }
  }

  package func mark(_ root: inout JSONState) -> UndoMark { root.history(places).changes.mark }

  package func show(_ root: inout JSONState) {
    let history = root.history(places)
    if !history.isInStep { root.show(history) }
  }
}

/// The actions of a JSON feature that undo, redo and clear, and the choice of actions that are steps.
package struct JSONUndoActions: UndoActionOptic, Sendable {
  package typealias State = JSONState
  /// Returns the description of an action's step, from the state before it.
  package typealias Describe = @Sendable (_ state: JSONNode?, _ action: JSONAction) -> JSON?

  private let words: [(name: JSONCase, word: UndoAction)]
  /// Case paths; nil for all actions.
  private let counted: [String]?
  private let uncounted: [String]
  private let description: Describe?
  /// The case paths that the program specified.
  fileprivate let written: [JSONCasePath]
  /// The shape of the reducer whose steps are undone.
  fileprivate var base: JSONShape?

  /// - Parameter named: the names that the program specified for undo, redo and clear.
  /// - Throws: if two of the names are equal.
  package init(
    undo: JSONCase, redo: JSONCase, clear: JSONCase, named: [JSONCasePath],
    counted: [JSONCasePath]?, uncounted: [JSONCasePath], description: Describe? = nil
  ) throws(JSONError) {
    guard undo != redo, redo != clear, clear != undo else {
      throw JSONError(
        .invalidPointer,
        message:
          "undo, redo and clear are three cases, not \(undo.name), \(redo.name), \(clear.name)")
    }
    words = [(undo, .undo), (redo, .redo), (clear, .clear)]
    self.counted = counted?.map(\.text)
    self.uncounted = uncounted.map(\.text)
    self.description = description
    written = named + (counted ?? []) + uncounted
  }

  package func command(of action: JSONAction) -> UndoCommand? {
    guard let (name, word) = found(action.node) else { return nil }
    if word == .clear { return .clear }
    return JSONUndoPlaces.command(name.payload(of: action.node), isUndo: word == .undo)
  }

  package func describe(_ action: JSONAction, _ state: inout JSONState) -> UndoDescription? {
    guard let described = description?(state.node, action), !described.isNull else { return nil }
    do throws(JSONError) {
      return try UndoDescription(described)
    } catch {
      state.report(.undoMisfit, "the step has no description: \(error.message)", at: state.path)
      return nil
    }
  }

  package func counts(_ action: JSONAction) -> Bool {
    if uncounted.contains(where: { JSONCaseScan.isCase(action.node, $0) }) { return false }
    return counted?.contains { JSONCaseScan.isCase(action.node, $0) } ?? true
  }

  /// The cases of undo, redo and clear.
  package var cases: [JSONCase] { words.map(\.name) }

  /// A feature in another language reads only its own actions.
  package func isRead(_ action: JSONAction) -> Bool {
    base?.here().allSatisfy { $0.substateKind?.mismatch(action.node) == nil } ?? true
  }

  private func found(_ action: JSONNode) -> (name: JSONCase, word: UndoAction)? {
    guard let (key, _) = JSONCase.of(action) else { return nil }
    return words.first { $0.name.isNamed(key) }
  }
}

/// The places of a part that a step wrote.
package struct JSONWriteOptic: WriteOptic, @unchecked Sendable {
  package typealias Root = JSONState

  let part: JSONPointer

  package func begin(_ root: inout JSONState) -> JSONRecorders.Step {
    let depth = root.depth
    return root.document.with { $0.changes.beginStep(at: depth) }
  }

  package func end(_ step: JSONRecorders.Step, _ root: inout JSONState) -> JSON? {
    let value = root.node
    let shortages = Shortage.count
    return root.document.with { document in
      let changes = document.changes.endStep(step)
      let places = withExtendedLifetime(part) { changes.places(below: part.segments, of: value) }
      document.changes.reuse(changes)
      // An incomplete list would imply that the missing places were not written.
      return Shortage.count == shortages ? places : .none
    }
  }
}

extension JSONReducer {
  /// Makes the steps of this reducer undoable, with actions for undo, redo and clear.
  package func undoable(
    _ places: JSONUndoPlaces, _ actions: JSONUndoActions, limit: Int, limitBytes: Int = 0,
    grouping: UInt64
  ) -> JSONReducer {
    if mistake != nil { return self }
    var actions = actions
    actions.base = shape
    let part = JSONUndoOptic(
      places: places, isGrouping: grouping > 0, limitBytes: limitBytes)
    let undoable = UndoableReducer(self, part, actions, limit: limit, grouping: grouping)
    let holder = places.shown.map { JSONShape(.holder($0.withoutLast)) }
    let history = JSONShape(.history(places, holder.map { .all([$0, shape]) } ?? shape))
    let names = JSONWatcher("undoable", actions: actions.written)
    return with(
      shape: names.actions.isEmpty ? history : .all([JSONShape(.watcher(names)), history]),
      running: AnyReducer(undoable))
  }

  /// Runs `answer` with the written places, after this reducer has written at or below a pointer.
  package func onWrite(
    _ pointer: JSONPointer,
    _ answer:
      @escaping (
        inout JSONState, _ places: JSON, JSONAction, StepContext
      ) -> Effect<JSONAction>
  ) -> JSONReducer {
    watching(
      pointer, "on_write",
      running: AnyReducer(OnWriteReducer(self, JSONWriteOptic(part: pointer), answer)))
  }
}
