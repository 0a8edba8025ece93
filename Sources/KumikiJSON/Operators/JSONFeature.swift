package import Kumiki

/// A feature whose state and actions are JSON, whatever language it is written in.
public struct JSONFeature {
  let reducer: JSONReducer
  /// The state that it was registered with.
  let initialState: () throws -> JSON?

  package init(_ reducer: JSONReducer, initialState: @escaping () throws -> JSON? = { nil }) {
    self.reducer = reducer
    self.initialState = initialState
  }

  /// - Throws: what in an action does not fit the feature, and where.
  package func checked(_ action: JSON) throws(JSONError) -> JSONAction {
    try action.withNode { node throws(JSONError) in
      try JSONActionReading.of(node) { (reading) throws(JSONError) in try reducer.check(reading) }
    }
    return JSONAction(action)
  }

  /// An action in one spelling: see ``JSONShape/spelt(_:)``.
  package func spelt(_ action: JSON) -> JSON { reducer.shape.spelt(action) }

  /// - Parameter recording: puts around the feature what a test needs to know.
  /// - Throws: where the feature was composed wrongly, or the state does not fit it.
  package func makeStore(
    _ state: JSON, table: EffectTable, update: ((inout DependencyValues) -> Void)?,
    recording: ((JSONRootReducer) -> AnyReducer<JSONState, JSONAction>)? = nil
  ) throws(JSONError) -> (Store<JSONState, JSONAction>, JSONDocument) {
    try checkRunnable()
    let document = try state.withNode { node throws(JSONError) in
      try JSONDocument(borrowing: node, table.identifiers)
    }
    try document.declare(reducer.shape)
    let root = JSONRootReducer(base: reducer)
    let store = Store(
      initialState: { JSONState(document) }, table: table,
      describe: { [document] in document.shape.describe($0) }, update: update
    ) {
      recording?(root) ?? AnyReducer(root)
    }
    document.isReducing = { [weak store] in store?.isReducing ?? false }
    return (store, document)
  }

  /// Takes over a store that ``makeStore(_:table:update:recording:)`` has made, with its state.
  ///
  /// - Parameter adopt: is called when the old reducer goes.
  /// - Throws: as where a store is made; ``StoreError`` where the store cannot be taken over now. Then
  ///   nothing has changed.
  package func takeOver(
    _ store: Store<JSONState, JSONAction>, _ document: JSONDocument,
    recording: ((JSONRootReducer) -> AnyReducer<JSONState, JSONAction>)? = nil,
    adopting adopt: @escaping () -> Void
  ) throws {
    try store.checkReplacing()
    try checkRunnable()
    try document.check(another: reducer.shape)
    let root = JSONRootReducer(base: reducer)
    try store.replace(by: .keeping(recording?(root) ?? AnyReducer(root))) {
      document.adopt(reducer.shape)
      adopt()
    }
  }

  private func checkRunnable() throws(JSONError) {
    try reducer.checkComposition()
    guard StackBudget.has(reducer.nesting.room(cases: 0)) else { throw .stackExhausted() }
  }
}

extension JSONReducer {
  /// - Throws: a mistake of the composition, or what an operator could not use in a state.
  package func check(state: JSONNode) throws(JSONError) {
    try checkComposition()
    try JSONMeasure.check(state)
    _ = try shape.taken(state, Identifiers(isCounting: false))
  }

  /// A state that fits, with the defaults of what is missing in it.
  /// - Throws: as for the first state of a store, also where a feature of another language cannot read it.
  package func completed(state: JSON) throws(JSONError) -> JSON {
    try checkComposition()
    guard StackBudget.has(nesting.room(cases: 0)) else { throw .stackExhausted() }
    let document = try state.withNode { node throws(JSONError) in
      try JSONDocument(borrowing: node, Identifiers(isCounting: false))
    }
    try document.declare(shape)
    // Not the document's, in which plain paths have ids.
    return try shape.completed(state.node) ?? state
  }

  /// What its states and actions may be, as JSON Schema.
  package func describe() throws(JSONError) -> JSON {
    try checkComposition()
    return try JSONSchemaWriter.describe(shape)
  }

  /// Sends an action that stays the caller's to a store of this reducer.
  /// - Throws: what does not fit in it. Nothing has happened then.
  package func send(
    _ action: JSONNode, to store: Store<JSONState, JSONAction>
  ) throws(JSONError) -> StoreTask {
    try JSONActionReading.of(action) { (reading) throws(JSONError) in
      try check(reading)
      return reading.action.send(to: store)
    }
  }
}

/// What a store runs. An action of whatever origin that does not fit is the issue `action-misfit`.
package struct JSONRootReducer: ReducerOperator {
  package typealias Body = Never

  let base: JSONReducer

  @inline(__always)
  package func _step(
    into state: inout JSONState, action: JSONAction, in context: StepContext
  ) -> Effect<JSONAction> {
    state.returnToRoot()
    // What was found in an action goes along with one that was checked when it came in.
    let effect =
      unsafe action.at.parts != nil
      ? base._step(into: &state, action: action, in: context)
      : reduceUnchecked(into: &state, action, context)
    state.document.with { $0.stepEnded() }
    return effect
  }

  @inline(never)
  private func reduceUnchecked(
    into state: inout JSONState, _ action: JSONAction, _ context: StepContext
  ) -> Effect<JSONAction> {
    JSONActionReading.of(action.node) { reading in
      do throws(JSONError) {
        try base.checkParts(of: reading)
      } catch {
        ReduceContext.report(
          .actionMisfit, "\(error.message); the action was dropped", label: "",
          statePath: error.path)
        return .none
      }
      return base._step(into: &state, action: JSONAction(reading.action), in: context)
    }
  }
}

extension JSONActionNode {
  /// Sends what was found to fit.
  @inline(__always)
  package func send(to store: Store<JSONState, JSONAction>) -> StoreTask {
    let borrowed = JSONAction(self)
    // While the store is busy the action waits, and so must hold a reference of its own.
    return store.isSending ? store.send(borrowed.owned) : store.send(borrowed)
  }
}

extension JSONError {
  /// An action is an enum case: a text, or an object.
  package static var notAnAction: JSONError {
    JSONError(
      .decode, message: "expected an action: a case as a text, or an object with one member")
  }
}

extension JSONState {
  /// What is here as an immutable value; null where there is nothing.
  package var json: JSON { node.map { JSON(borrowing: $0) } ?? .null }
}
