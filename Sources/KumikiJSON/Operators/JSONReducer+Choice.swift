package import KumikiValues

// Reducers that are chosen or built while other reducers run.
extension JSONReducer {
  /// Returns the reducer for a state and an action; nil for no reducer.
  package typealias Choice = (
    _ state: JSONNode, _ action: JSONNode, _ context: StepContext
  ) -> JSONReducer?

  /// Returns a dynamic reducer, which calls `choose` at each action. An action that does not match the chosen
  /// reducer raises the issue `action-misfit`.
  package static func reader(_ choose: @escaping Choice) -> JSONReducer {
    let shape = JSONShape(
      .choice { state in choose(state, JSONNode.null, .current).map { ($0.shape, $0) } })
    return JSONReducer(of: [], shape: shape, following: .perhaps) { state, action, context in
      guard StackBudget.has(StackBudget.choosingReserve) else {
        return refuse(
          JSONError(.tooDeep, message: "a dynamic reducer returns itself, or is nested too deeply"))
      }
      guard let built = choose(state.node ?? JSONNode.null, action.node, context) else {
        return .none
      }
      do throws(JSONError) {
        if let mistake = built.mistake { throw mistake }
        try built.checkParts(of: action)
        // The slots, rows and paths of a chosen reducer are known from its first action on.
        try built.shape.setUp(&state, JSONVisit(isForOneAction: true))
      } catch {
        // The former choice may have lost its state-driven effects; its feature was unregistered, for example.
        if built.mistake != nil {
          state.document.with { $0.following.callAllDynamicReducersNext() }
        }
        return refuse(error)
      }
      // From now on, dynamic reducers choose again after each step that wrote to their state.
      if built.following == .declared {
        state.document.with { $0.following.beginCallingDynamicReducers() }
      }
      return built._step(into: &state, action: action, in: context)
    } follow: { state, context in
      let isCalled = state.document.with { $0.following.callsDynamicReducers }
      guard isCalled || context.resumed != nil,
        StackBudget.has(StackBudget.choosingReserve)
      else { return .none }
      let built = choose(state.node ?? JSONNode.null, JSONNode.null, context)
      guard let built, built.mistake == nil else { return .none }
      // The choice may differ from the last one. In that case all of the state counts as written.
      return state.countingAsWritten { built._follow(&$0, in: context) }
    }
  }

  private static func refuse(_ why: JSONError) -> Effect<JSONAction> {
    ReduceContext.report(
      .actionMisfit, "\(why.message); the reader's reducer was not run", label: "reader",
      statePath: why.path)
    return .none
  }

  /// Returns a reducer that contains itself.
  package static func recurse(_ build: (_ nested: JSONReducer) -> JSONReducer) -> JSONReducer {
    let whole = Whole()
    let nested = JSONReducer(
      of: [], shape: whole.shape, following: .perhaps, recursion: whole
    ) {
      state, action, context in
      guard let built = whole.reducer else { return .none }
      return built.with { $0._step(into: &state, action: action, in: context) }
    } follow: { state, context in
      guard let built = whole.reducer else { return .none }
      return built.with { $0._follow(&state, in: context) }
    }
    let built = build(nested)
    if built.mistake != nil { return built }
    guard built !== nested, !built.shape.hereOnce.contains(where: { $0 === nested.shape }) else {
      return JSONReducer(
        mistake: JSONError(
          .invalidPointer,
          message: "a recursion must go down to a part of the state before it comes to itself"))
    }
    // `Whole` must not retain its own owner. The outermost reducer retains both, as part and lease.
    return JSONReducer(
      of: [built], isRecursion: true, recursion: whole, reachesByCase: built.reachesByCase,
      shape: built.shape,
      lease: WholeHolder(whole, built), running: AnyReducer(built))
  }

  /// The place where a recursion refers to itself. Unretained, because a reference cycle would never be freed.
  private final class Whole: @unchecked Sendable {
    // Written while the recursion is composed, and when its last owner releases it.
    var reducer: Uncounted<JSONReducer>?
    let shape = JSONShape.recursion()
  }

  private final class WholeHolder {
    let whole: Whole

    init(_ whole: Whole, _ built: JSONReducer) {
      self.whole = whole
      whole.reducer = Uncounted(built)
      whole.shape.refer(to: built.shape)
    }

    deinit {
      whole.reducer = nil
      whole.shape.refer(to: nil)
    }
  }

  /// Runs `answer` when the base has changed the value at a pointer.
  package static func onChange(
    _ base: JSONReducer, _ pointer: JSONPointer,
    _ answer:
      @escaping (
        inout JSONState, _ old: JSON?, _ new: JSON?, JSONAction, StepContext
      ) -> Effect<JSONAction>
  ) -> JSONReducer {
    let observed = OnChangeReducer(
      base, { state in state.node.flatMap { pointer.resolve(in: $0) }.map(JSON.init(borrowing:)) },
      { $0 == $1 }
    ) { old, new in
      JSONReducer(of: []) { answer(&$0, old, new, $1, $2) }
    }
    return base.watching(pointer, "on_change", running: AnyReducer(observed))
  }
}
