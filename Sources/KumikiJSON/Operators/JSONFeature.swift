package import KumikiValues

/// A feature whose state and actions are JSON, in any language.
public struct JSONFeature {
  let reducer: JSONReducer
  /// The state that the feature was registered with.
  let initialState: () throws -> JSON?

  package init(_ reducer: JSONReducer, initialState: @escaping () throws -> JSON? = { nil }) {
    self.reducer = reducer
    self.initialState = initialState
  }

  /// - Throws: the mismatch of an action, with its place.
  package func checked(_ action: JSON) throws(JSONError) -> JSONAction {
    try action.withNode { node throws(JSONError) in
      try JSONActionReading.of(node) { (reading) throws(JSONError) in try reducer.check(reading) }
    }
    return JSONAction(action)
  }

  /// Returns an action in its canonical spelling: see ``JSONShape/canonical(_:)``.
  package func canonical(_ action: JSON) -> JSON { reducer.shape.canonical(action) }

  /// - Parameters:
  ///   - recording: wraps the feature's reducer, for tests that observe it.
  ///   - startsEffects: whether state-driven effects start.
  ///   - fillsIn: whether missing members of the state get their defaults.
  ///   - requests: called after `prepare`; returns the requests of the snapshot.
  ///   - prepare: called with the first state, before the state-driven effects start.
  /// - Throws: if the feature has a configuration error, or the state does not match it.
  package func makeStore(
    _ state: JSON, core: StoreCore, update: ((inout DependencyValues) -> Void)?,
    recording: ((JSONRootReducer) -> AnyReducer<JSONState, JSONAction>)? = nil,
    startsEffects: Bool = true, fillsIn: Bool = true, requests: () -> [KeptRequest] = { [] },
    preparing prepare: (JSONDocument) -> Void = { _ in }
  ) throws(JSONError) -> (LoopStore<JSONState, JSONAction>, JSONDocument) {
    try checkRunnable()
    let limits = JSONLimits(core.loop.ownLimits.states)
    let document = try JSONDocument(state, core.identifiers, limits: limits)
    try document.declare(reducer.shape, fillsIn: fillsIn)
    prepare(document)
    let root = JSONRootReducer(base: reducer)
    let store = LoopStore(
      initialState: { JSONState(document) }, core: core,
      describe: { [document] in document.shape.describe($0) }, update: update
    ) {
      recording?(root) ?? root.erased
    }
    core.issues.locate = { [weak document] in document?.place(of: $0).pointer.text ?? "" }
    document.isReducing = store.reducingCheck
    core.actionCheck = reducer.actionCheck
    if startsEffects {
      document.following.begin(reducer.following)
      let requests = requests()
      store.beginFollowing(requests: requests, resuming: resuming(requests))
      // Actions that effects sent immediately are not a burst for the observers, which are added later.
      document.endBurst()
    }
    return (store, document)
  }

  /// Takes over a store that ``makeStore(_:core:update:recording:)`` made, with its state.
  ///
  /// - Parameter adopt: called when the old reducer is replaced.
  /// - Throws: the errors of making a store; ``StoreError`` if the store cannot be taken over now. After an
  ///   error, nothing has changed.
  package func takeOver(
    _ store: LoopStore<JSONState, JSONAction>, _ document: JSONDocument,
    recording: ((JSONRootReducer) -> AnyReducer<JSONState, JSONAction>)? = nil,
    adopting adopt: @escaping () -> Void
  ) throws {
    try store.checkReplacing()
    try checkRunnable()
    try document.check(another: reducer.shape)
    let root = JSONRootReducer(base: reducer)
    try store.replace(by: .keeping(recording?(root) ?? root.erased)) {
      document.adopt(reducer.shape)
      store.core.actionCheck = reducer.actionCheck
      document.following.begin(reducer.following)
      adopt()
    }
  }

  private func checkRunnable() throws(JSONError) {
    try reducer.checkComposition()
    guard StackBudget.has(reducer.nesting.stackBytes(cases: 0)) else { throw .stackExhausted() }
  }
}

extension JSONReducer {
  /// - Throws: a configuration error, or the part of a state that an operator cannot use.
  package func check(state: JSONNode) throws(JSONError) {
    try checkComposition()
    try JSONMeasure.check(state)
    _ = try shape.taken(state, Identifiers(isCounting: false))
  }

  /// Returns a matching state, with the defaults of its missing members.
  /// - Throws: as for a store's first state, and if a feature in another language cannot read it.
  package func completed(state: JSON) throws(JSONError) -> JSON {
    try checkComposition()
    guard StackBudget.has(nesting.stackBytes(cases: 0)) else { throw .stackExhausted() }
    let document = try JSONDocument(state, Identifiers(isCounting: false))
    try document.declare(shape)
    // Not the document's root, where the elements of plain navigation paths have ids by now.
    return try shape.completed(state.node) ?? state
  }

  /// Returns an older program's state, completed and without members that closed objects no longer declare.
  /// - Throws: the errors of ``completed(state:)``.
  package func restored(state: JSON) throws(JSONError) -> JSON {
    try checkComposition()
    return try completed(state: try shape.known(state))
  }

  /// Returns a hash of the result of ``describe()``.
  package func hash() throws(JSONError) -> String {
    try checkComposition()
    return try shape.hash
  }

  /// Describes the reducer's states and actions as JSON Schema.
  package func describe() throws(JSONError) -> JSON {
    try checkComposition()
    return try JSONSchemaWriter.describe(shape, tellsPlaces: true)
  }

  /// Sends an action to a store of this reducer. The caller keeps ownership of the action.
  ///
  /// - Throws: the mismatch of the action, or its private case, before anything has happened.
  package func send(
    _ action: JSONNode, to store: LoopStore<JSONState, JSONAction>
  ) throws(JSONError) -> StoreTask {
    try JSONActionReading.of(action) { (reading) throws(JSONError) in try send(reading, to: store) }
  }

  /// Sends an action of a test, which may send private cases.
  package func sendTest(
    _ action: JSONNode, to store: LoopStore<JSONState, JSONAction>
  ) throws(JSONError) -> StoreTask {
    try JSONActionReading.of(action) { (reading) throws(JSONError) in
      try check(reading, within: store.loop.ownLimits.actions)
      return reading.action.send(to: store)
    }
  }

  @inline(never)
  private func send(
    _ reading: JSONActionReading, to store: LoopStore<JSONState, JSONAction>
  ) throws(JSONError) -> StoreTask {
    try check(reading, within: store.loop.ownLimits.actions)
    if hasPrivate { try judgeProgram(reading.action.node) }
    return reading.action.send(to: store)
  }

  /// - Throws: if the program may not send an action, because of a private case.
  @inline(never)
  private func judgeProgram(_ action: JSONNode) throws(JSONError) {
    if let refusal = shape.refusal(of: action, sentAs: nil) { throw refusal }
  }
}

/// The reducer that a store runs. A mismatched action from any source raises the issue `action-misfit`. An
/// action that is lacking because memory ran out is dropped, and raises the issue `no-memory`.
package struct JSONRootReducer: ReducerOperator {
  package typealias Body = Never

  let base: JSONReducer

  fileprivate var erased: AnyReducer<JSONState, JSONAction> {
    AnyReducer(self, follows: base.following != .none)
  }

  @inline(__always)
  package func _step(
    into state: inout JSONState, action: JSONAction, in context: StepContext
  ) -> Effect<JSONAction> {
    state.returnToRoot()
    state.document.with { if $0.following.isOn { $0.following.beginStep(in: $0.changes) } }
    // An action that was checked on arrival carries the result of that check.
    let effect =
      action.at.isScanned
      ? base._step(into: &state, action: action, in: context)
      : reduceUnchecked(into: &state, action, context)
    state.document.with { $0.stepEnded() }
    return effect
  }

  @inline(__always)
  package func _follow(_ state: inout JSONState, in context: StepContext) -> Effect<JSONAction> {
    if state.document.with({ $0.following.isOn }) { return followWrites(&state, context) }
    if context.resumed == nil { return .none }
    state.returnToRoot()
    return base._follow(&state, in: context)
  }

  @inline(never)
  private func followWrites(
    _ state: inout JSONState, _ context: StepContext
  ) -> Effect<JSONAction> {
    state.returnToRoot()
    state.document.with { $0.following.endStep(in: $0.changes) }
    defer { state.document.with { $0.following.endPass(in: $0.changes) } }
    return base._follow(&state, in: context)
  }

  package static func _mayFollow(_: inout Set<ObjectIdentifier>) -> Bool { true }

  @inline(never)
  private func reduceUnchecked(
    into state: inout JSONState, _ action: JSONAction, _ context: StepContext
  ) -> Effect<JSONAction> {
    if action.node.isLacking {
      // Recorded again: the call that made the action may have returned, and no trace reports a lacking action.
      Shortage.note()
      return .none
    }
    return JSONActionReading.of(action.node) { reading in
      do throws(JSONError) {
        try base.check(reading, within: context.actionLimits)
        // A send of the program was judged when it arrived, even if it waited in the buffer.
        if base.hasPrivate, let refusal = base.shape.refusal(of: action) { throw refusal }
      } catch {
        let code = error.kind == .notAllowed ? Issue.Code.privateCase : .actionMisfit
        return ReduceContext.refuse(
          error, error.message, label: "", statePath: error.path, code: code)
      }
      return base._step(into: &state, action: JSONAction(reading.action), in: context)
    }
  }
}

extension JSONActionNode {
  /// Sends an action that was found to match.
  @inline(__always)
  package func send(to store: LoopStore<JSONState, JSONAction>) -> StoreTask {
    let borrowed = JSONAction(self)
    // A busy store queues the action, which must then hold its own reference.
    return store.isSending ? store.sendJudged(borrowed.owned) : store.sendJudged(borrowed)
  }
}

extension JSONKeptAction {
  package func send(to store: LoopStore<JSONState, JSONAction>) -> StoreTask {
    action.send(to: store)
  }
}

extension JSONState {
  /// The value here, immutable; null if it is missing.
  package var json: JSON { node.map { JSON(borrowing: $0) } ?? .null }
}
