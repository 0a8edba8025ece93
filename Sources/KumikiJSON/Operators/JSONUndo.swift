package import Kumiki

/// A part of a JSON state whose steps can be taken back.
package struct JSONUndoOptic: UndoOptic, @unchecked Sendable {
  package typealias Root = JSONState

  let places: JSONUndoPlaces

  package func withHistory<Result>(
    of root: inout JSONState, _ body: (inout UndoHistory<JSONChanges>) -> Result
  ) -> Result {
    body(&root.history(places).changes)
  }

  package func begin(_ root: inout JSONState, joining: Bool) -> JSONHistory? {
    let history = root.history(places)
    return history.begin(joining: joining) ? history : nil
  }

  package func end(
    _ step: consuming JSONHistory, _ root: inout JSONState, always: Bool
  ) -> JSONChanges? {
    guard let changes = step.end() else { return .none }
    if always { return changes }
    let now = root.node.flatMap { places.part.resolve(in: $0) }
    return changes.isDifferent(from: now, at: JSONChanges.root) ? changes : .none
  }

  package func restore(_ change: consuming JSONChanges, in root: inout JSONState) {
    let part = places.part
    guard let node = root.node else { return }
    let text = part.text
    var operations: [JSONPatchOperations.Operation] = []
    change.back(from: part.resolve(in: node), at: JSONChanges.root, path: text) {
      operations.append(JSONPatchOperations.Operation($0, from: $1, path: $2, value: $3))
      return true
    }
    for index in operations.indices {
      do throws(JSONWriteError) {
        if root.bringsTwin(operations[index]) { throw .invalid }
        try root.carryOut(operations[index])
      } catch {
        return restoreWhole(operations[index...], in: &root)
      }
    }
  }

  package func show(_ root: inout JSONState) { root.show(root.history(places)) }

  /// Brings the part back in one write, where one write after another is refused: ids of rows that change
  /// places are there twice in between.
  private func restoreWhole(
    _ operations: ArraySlice<JSONPatchOperations.Operation>, in root: inout JSONState
  ) {
    guard let node = root.node,
      let whole = try? JSONPatchOperations(operations).applied(to: JSON(borrowing: node))
    else { return }
    let part = places.part
    if let old = whole[part] {
      try? root.set(part, stealing: old.retained())
    } else {
      try? root.remove(part)
    }
  }
}

extension JSONState {
  /// Whether an operation would bring an id that another row has still.
  fileprivate mutating func bringsTwin(_ operation: JSONPatchOperations.Operation) -> Bool {
    guard operation.name == .add || operation.name == .replace else { return false }
    let value = operation.value
    let brings = visit(operation.path) { target -> Bool in
      guard let (parent, segment) = target.above else { return false }
      if let rows = parent.pointee.rowsHere {
        guard let id = rows.with({ $0.id(ofNew: value.node) }),
          let index = parent.pointee.index(of: id, rows)
        else { return false }
        return operation.name == .add || index != segment.index
      }
      guard let (array, row) = parent.pointee.above, let rows = array.pointee.rowsHere,
        rows.with({ $0.idKey.isNamed(segment.raw) }),
        let index = array.pointee.index(of: value.node, rows)
      else { return false }
      return index != row.index
    }
    return brings ?? false
  }

  /// Does what an operation of a JSON Patch says.
  fileprivate mutating func carryOut(
    _ operation: JSONPatchOperations.Operation
  ) throws(JSONWriteError) {
    let path = operation.path
    switch operation.name {
    case .add: try insert(path, stealing: operation.value.retained())
    case .replace: try set(path, stealing: operation.value.retained())
    case .remove: try remove(path)
    case .move: try move(operation.from, to: path)
    case .copy, .test: preconditionFailure("no way back has these")
    }
  }
}

/// The actions of a JSON feature that undo, redo and forget; and which others are steps.
package struct JSONUndoActions: UndoActionOptic, Sendable {
  private let words: [(name: JSONCase, word: UndoAction)]
  /// Case paths; nil: all actions.
  private let counted: [String]?
  private let uncounted: [String]
  /// Of the reducer whose steps these take back.
  fileprivate var base: JSONShape?

  /// - Throws: for names that are not three.
  package init(
    undo: JSONCase, redo: JSONCase, clear: JSONCase, counted: [JSONCasePath]?,
    uncounted: [JSONCasePath]
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
  }

  package func word(of action: JSONAction) -> UndoAction? { found(action.node)?.word }

  package func counts(_ action: JSONAction) -> Bool {
    if uncounted.contains(where: { JSONCaseScan.isCase(action.node, $0) }) { return false }
    return counted?.contains { JSONCaseScan.isCase(action.node, $0) } ?? true
  }

  /// The names of these.
  var names: [String] { words.map(\.name.name) }

  func names(_ key: JSONBytes) -> Bool { words.contains { $0.name.isNamed(key) } }

  /// A feature of another language reads its own actions alone.
  package func isRead(_ action: JSONAction) -> Bool {
    base?.readers.allSatisfy { $0.cellKind?.mismatch(action.node) == nil } ?? true
  }

  /// Whether the action is one of these.
  func reads(_ action: JSONNode) -> Bool { found(action) != nil }

  /// What does not fit in an action that is one of these.
  func mismatch(_ action: JSONNode) -> JSONError? {
    guard let (name, _) = found(action), let payload = name.payload(of: action),
      !payload.isNothing
    else { return nil }
    return JSONError.expected("no payload, null or {}", found: payload)
      .below(JSONPointer(keys: [name.name]))
  }

  private func found(_ action: JSONNode) -> (name: JSONCase, word: UndoAction)? {
    guard let (key, _) = JSONCase.of(action) else { return nil }
    return words.first { $0.name.isNamed(key) }
  }
}

/// Which places of a part a step wrote.
package struct JSONWriteOptic: WriteOptic, @unchecked Sendable {
  package typealias Root = JSONState

  let part: JSONPointer

  package func begin(_ root: inout JSONState) {
    let place = root
    place.document.with { $0.changes.beginStep(at: place) }
  }

  package func end(_ root: inout JSONState) -> JSON? {
    let value = root.node.flatMap { part.resolve(in: $0) }
    return root.document.with { document in
      let changes = document.changes.endStep()
      let places = withExtendedLifetime(part) { changes.places(below: part.segments, of: value) }
      document.changes.reuse(changes)
      return places
    }
  }
}

extension JSONReducer {
  /// Makes the steps of this reducer undoable, by actions of its own.
  package func undoable(
    _ places: JSONUndoPlaces, _ actions: JSONUndoActions, limit: Int, grouping: UInt64
  ) -> JSONReducer {
    if mistake != nil { return self }
    var actions = actions
    actions.base = shape
    let undoable = UndoableReducer(
      self, JSONUndoOptic(places: places), actions, limit: limit, grouping: grouping)
    return with(
      shape: JSONShape(.history, children: [shape], undo: (places, actions)),
      running: AnyReducer(undoable))
  }

  /// Runs `answer` when this has written something at or below a pointer, with the places.
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
