package import KumikiValues

/// A reducer over JSON state, with the facts that are known before it runs: the matching actions, the places of
/// slots, and the first configuration error. Immutable, so any thread may compose.
package final class JSONReducer: ReducerOperator, ErasureKeeping, @unchecked Sendable {
  package typealias Body = Never

  // Retained until this reducer is released. Unmanaged for code that runs on every action.
  private let run: Uncounted<ErasedReducer>
  let heldShape: Uncounted<JSONShape>
  /// Whether the reducer reaches parts of its state by case, so that the state must be an enum.
  package let reachesByCase: Bool
  /// The cases of that state that are alerts or dialogs.
  let alerts: [JSONCase]
  /// The first configuration error. A reducer with an error is never run.
  package let mistake: JSONError?
  /// An object kept alive as long as the reducer may be run.
  private let lease: AnyObject?
  let nesting: JSONNesting
  /// Whether an action may contain private cases. Read at each send.
  let hasPrivate: Bool
  /// Whether the reducer has state-driven effects.
  let following: JSONFollowing
  /// The recursion that this reducer is, as a whole or as the part that refers to it.
  private let recursion: AnyObject?
  /// The reducers that this reducer is composed of, which its step also retains.
  private var parts: [JSONReducer]

  /// - Parameters:
  ///   - isRecursion: whether the only part contains itself.
  ///   - recursion: the recursion that this reducer is, as a whole or as the part that refers to it.
  ///   - following: the state-driven effects of the reducer itself, without its parts.
  package init(
    of parts: [JSONReducer],
    isRecursion: Bool = false,
    recursion: AnyObject? = nil,
    following: JSONFollowing = .none,
    reachesByCase: Bool = false,
    alerts: [JSONCase] = [],
    shape: JSONShape = .none,
    lease: AnyObject? = nil,
    mistake: JSONError? = nil,
    running reducer: AnyReducer<JSONState, JSONAction>
  ) {
    run = .retained(reducer.erased)
    self.lease = lease
    heldShape = .retained(shape)
    hasPrivate = shape.has(.hasPrivate)
    self.reachesByCase = reachesByCase
    self.alerts = alerts
    self.parts = parts
    self.recursion = recursion
    self.following = parts.reduce(following) { max($0, $1.following) }
    nesting = JSONNesting(around: parts.map(\.nesting), isRecursion: isRecursion)
    self.mistake = mistake ?? nesting.mistake
    LiveObjects.add()
  }

  package convenience init(
    of parts: [JSONReducer], shape: JSONShape = .none, following: JSONFollowing = .none,
    recursion: AnyObject? = nil, step: @escaping JSONStep, follow: JSONFollow? = nil
  ) {
    self.init(
      of: parts, recursion: recursion, following: following, shape: shape,
      running: AnyReducer(JSONStepReducer(step: step, follow: follow)))
  }

  /// Makes an invalid reducer, which carries its error to the store.
  package convenience init(mistake: JSONError) {
    self.init(of: [], mistake: mistake, running: AnyReducer(EmptyReducer()))
  }

  deinit {
    LiveObjects.remove()
    // The owners of the parts are released first, so that the parts can be released one after another.
    run.release()
    heldShape.release()
    if !nesting.isShallow { Dismantling.release(&parts) }
  }

  @inline(__always)
  package func _step(
    into state: inout JSONState, action: JSONAction, in context: StepContext
  ) -> Effect<JSONAction> {
    run.with { $0.step(into: &state, action: action, in: context) }
  }

  package func _follow(
    _ state: inout JSONState, in context: StepContext
  ) -> Effect<JSONAction> {
    if let resumed = context.resumed { return resume(resumed, &state, context) }
    if following == .none { return .none }
    return followHere(&state, context)
  }

  /// Asks the requests of a snapshot again, and starts the state-driven effects.
  private func resume(
    _ resumed: ResumedRequests, _ state: inout JSONState, _ context: StepContext
  ) -> Effect<JSONAction> {
    // The outermost reducer of a feature asks for all of them.
    let kept = resumed.take(at: state.path, depth: context.restoredDepth)
    let here = Effect<JSONAction>.resuming(kept) { shape.kinds(of: $0.question.name) }
    let inside =
      following == .none ? followWritten(&state, context) : followHere(&state, context)
    return here.isEmpty ? inside : .merge(here + [inside])
  }

  private func followHere(
    _ state: inout JSONState, _ context: StepContext
  ) -> Effect<JSONAction> {
    if context.isNewToFollow {
      return state.countingAsWritten { followWritten(&$0, context) }
    }
    // Only for parts that the step wrote, so that one changed row does not cause a visit of 100,000 rows.
    guard state.wasWritten else {
      context.skipFollowing()
      return .none
    }
    return followWritten(&state, context)
  }

  private func followWritten(
    _ state: inout JSONState, _ context: StepContext
  ) -> Effect<JSONAction> {
    guard let recursion else { return run.with { $0.follow(&state, in: context) } }
    return context.followRecursion(recursion) {
      run.with { $0.follow(&state, in: context) }
    } ?? .none
  }

  package static func _mayFollow(_: inout Set<ObjectIdentifier>) -> Bool { true }

  package var shape: JSONShape { heldShape.object }
  package var erased: ErasedReducer { run.object }

  /// Returns this reducer, refusing actions outside the cases.
  package func knowing(_ cases: JSONCases) -> JSONReducer {
    with(shape: .all([JSONShape(.cases(cases.form)), shape]))
  }

  /// Returns this reducer, with a declared shape of its state.
  package func declaring(_ form: JSONForm) -> JSONReducer {
    with(shape: .all([JSONShape(.declared(form)), shape]))
  }

  /// Returns this reducer, if one of the hashes is that of its description or of its declarations alone.
  ///
  /// - Throws: `invalidPointer` with the hashes if none matches.
  package func expecting(_ hashes: [Substring]) throws(JSONError) -> JSONReducer {
    let declared = try shape.declaration.hash
    if hashes.contains(declared[...]) { return self }
    if hashes.contains(try shape.hash[...]) { return self }
    throw JSONError(
      .invalidPointer,
      message: "expected a feature of the shape \(hashes.joined(separator: " or ")), "
        + "found one of the shape \(declared); generate the types from the feature's present shape")
  }

  /// - Throws: the first configuration error, including errors that are only visible in the whole tree: an
  ///   operator at a place or a case that a declaration excludes, or a write that a shape refuses.
  package func checkComposition() throws(JSONError) {
    if let mistake = mistake ?? shape.nameMistake ?? shape.ownWriteMistake {
      throw mistake
    }
  }

  /// Returns this reducer inside an operator that watches a place and is named in errors.
  func watching(
    _ pointer: JSONPointer, _ name: String, running reducer: AnyReducer<JSONState, JSONAction>
  ) -> JSONReducer {
    let place = JSONShape(.watcher(JSONWatcher("\(name) \(pointer.text(atMost: 64))", pointer)))
    return with(shape: .all([place, shape]), running: reducer)
  }

  /// Returns this reducer, keeping an object alive as long as the reducer may be run.
  package func holding(_ lease: AnyObject) -> JSONReducer { with(lease: lease) }

  /// Returns a reducer whose only part is this reducer.
  func with(
    shape: JSONShape? = nil, lease: AnyObject? = nil, following: JSONFollowing = .none,
    running reducer: AnyReducer<JSONState, JSONAction>? = nil
  ) -> JSONReducer {
    if mistake != nil { return self }
    return JSONReducer(
      of: [self], following: following, reachesByCase: reachesByCase, alerts: alerts,
      shape: shape ?? self.shape,
      lease: lease, running: reducer ?? AnyReducer(self))
  }
}

package typealias JSONStep = (inout JSONState, JSONAction, StepContext) -> Effect<JSONAction>
package typealias JSONFollow = (inout JSONState, StepContext) -> Effect<JSONAction>

private struct JSONStepReducer: ReducerOperator {
  typealias Body = Never

  let step: JSONStep
  let follow: JSONFollow?

  func _step(
    into state: inout JSONState, action: JSONAction, in context: StepContext
  ) -> Effect<JSONAction> {
    step(&state, action, context)
  }

  func _follow(_ state: inout JSONState, in context: StepContext) -> Effect<JSONAction> {
    follow?(&state, context) ?? .none
  }

  static func _mayFollow(_: inout Set<ObjectIdentifier>) -> Bool { true }
}
