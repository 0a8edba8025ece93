package import Kumiki

/// A feature whose state and actions are JSON, whatever language it is written in.
public struct JSONFeature {
  let reducer: JSONReducer
  /// The state that it was registered with.
  let initialState: () throws -> JSON?

  package init(
    _ reducer: JSONReducer, initialState: @escaping () throws -> JSON? = { nil }
  ) {
    self.reducer = reducer
    self.initialState = initialState
  }

  /// An action that fits the feature.
  ///
  /// - Throws: what does not fit, and where.
  package func checked(_ action: JSON) throws(JSONError) -> JSONAction {
    try action.withNode { node throws(JSONError) in
      try JSONMeasure.check(node)
      guard node.mayBeAction else { throw reducer.cases?.misfit(node) ?? .notAnAction }
      if let refusal = reducer.refusal(of: node) { throw refusal }
    }
    return JSONAction(action, isChecked: true)
  }

  /// Makes a store for the feature, and its document.
  ///
  /// - Parameter around: what to put around the feature's step.
  /// - Throws: where the feature was composed wrongly, or the state does not fit it.
  package func makeStore(
    _ state: JSON, table: EffectTable, update: ((inout DependencyValues) -> Void)?,
    around: (@escaping JSONStep) -> JSONStep
  ) throws(JSONError) -> (Store<JSONState, JSONAction>, JSONDocument) {
    if let mistake = reducer.mistake { throw mistake }
    let document = try state.withNode { node throws(JSONError) in
      try JSONMeasure.check(node)
      return JSONDocument(borrowing: node, table.identifiers)
    }
    try document.declare(reducer.shape)
    let store = Store(
      initialState: { JSONState(document) }, table: table,
      describe: { [reducer] in reducer.shape.describe($0) }, update: update
    ) {
      around(reducer.makeCheckedStep())
    }
    store.connect()
    return (store, document)
  }
}

package typealias JSONStep = (inout JSONState, JSONAction) -> Effect<JSONAction>

extension JSONReducer {
  /// The step, for actions of any origin: one that does not fit is the issue `action-misfit`.
  package func makeCheckedStep() -> JSONStep {
    { state, action in
      if !action.isChecked, let misfit = self.refusal(of: action.node) {
        ReduceContext.report(
          .actionMisfit, "\(misfit.message); the action was dropped", label: "",
          statePath: misfit.path)
        return .none
      }
      return self.reduce(into: &state, action: action)
    }
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
