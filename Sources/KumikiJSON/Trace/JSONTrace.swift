package import KumikiValues

/// Reports each step of a store as JSON to functions. include/kumiki/trace.h has the grammar.
package final class JSONTrace {
  /// Receives a step.
  package typealias Notify = (JSONNode?) -> Void
  /// The values that a listener receives beside the steps.
  package struct Options {
    let inverse, hasDurations, hasTransient: Bool
    let begins: Notify?
    let settled: Settled?

    /// - Parameters:
    ///   - inverse: whether steps have inverse patches.
    ///   - hasDurations: whether steps have the times that their reducers took.
    ///   - hasTransient: whether steps have the writes of transient members.
    ///   - begins: called with each action before it is reduced.
    ///   - settled: called when the loop has come to rest after steps, or after effects have started or
    ///     ended; and before the store ends.
    package init(
      inverse: Bool, hasDurations: Bool = false, hasTransient: Bool = true, begins: Notify? = nil,
      settled: Settled? = nil
    ) {
      (self.inverse, self.hasDurations) = (inverse, hasDurations)
      self.hasTransient = hasTransient
      (self.begins, self.settled) = (begins, settled)
    }
  }
  /// Receives, when the loop has come to rest, whether effects have changed that no step has reported.
  package typealias Settled = (Bool) -> Void

  private let store: Uncounted<LoopStore<JSONState, JSONAction>>
  private let document: JSONDocument
  private let journal = StepJournal()
  private var listeners: [Listener] = []
  private var identified: JSON?
  /// Whether the store has ended, and may be gone.
  private var isEnded = false
  private var changes: JSONChanges
  /// The last step, until its effects have started too.
  private var record = JSONStepRecord()
  /// The memory of the patches of the last step.
  private let spare = (patch: JSONPatch.Spare(), inverse: JSONPatch.Spare())
  private var lost = JSONMissingStep()
  private var observation: Subscription?
  /// The scoped stores that have sent still unreduced actions, by their numbers in an ``ActionSource``.
  private var views: [(pointer: String, isBinding: Bool)] = []
  /// The values that are still to be hashed. Empty between two steps.
  private var waiting = JSONNodeList()
  /// The origin of the current step, and the number of the store's steps before its record's first.
  private var origin = StepOrigin.program
  private var base: UInt64 = 0

  /// Whether any listener receives durations, and whether any receives actions before they are reduced.
  private var (hasDurations, announces) = (false, false)
  /// When the reducers were called: the monotonic clock in nanoseconds; 0 without durations.
  private var start: UInt64 = 0
  /// The number of memory shortages when the step began.
  private var shortages: UInt32 = 0

  private final class Listener {
    let id = Serial.next()
    let options: Options
    let notify: Notify
    /// The number of the store's steps before the listener was added.
    let before: UInt64
    /// The hash of all patches since then. Two runs from one state with the same writes have the same hash.
    @safe @exclusivity(unchecked) var hash: UInt64 = 0
    /// Whether the listener was removed, perhaps by an earlier listener's call for the same step.
    @safe @exclusivity(unchecked) var isOver = false

    init(_ options: Options, before: UInt64, _ notify: @escaping Notify) {
      (self.options, self.before, self.notify) = (options, before, notify)
    }
  }

  /// Whether listeners are to be notified when the loop comes to rest.
  private var isSettling = false
  /// The record of the writes of the step that is being reduced.
  private var recording: JSONRecorders.Step?

  /// Leads closures to the trace as long as it exists. A weak reference would make all its references slow.
  private final class Link {
    @safe @exclusivity(unchecked) var trace: Uncounted<JSONTrace>?
  }
  private let link = Link()

  package init(_ store: LoopStore<JSONState, JSONAction>, _ document: JSONDocument) {
    self.store = Uncounted(store)
    self.document = document
    changes = JSONChanges(keepsBefore: false)
    link.trace = Uncounted(self)
  }

  deinit { link.trace = nil }

  package var isEmpty: Bool { listeners.isEmpty }

  /// Returns the places of the parts whose bindings an action writes.
  package func bindingPlaces(of action: JSON) -> [JSONPointer] {
    action.withNode { document.layout.bindingPlaces(of: $0) }
  }

  /// - Parameter state: the state as written to a log, without its secrets.
  /// - Throws: an error with the place that a present feature in another language cannot read.
  package func checkSubstates(in state: JSON) throws(JSONError) {
    if let mismatch = document.substateMismatch(in: state) { throw mismatch }
  }

  /// Calls `notify` with each step from now on, after the step's effects have started.
  ///
  /// - Returns: a function that removes the listener.
  package func add(_ options: Options, _ notify: @escaping Notify) -> () -> Void {
    // A step that the other listeners have not received yet precedes this listener.
    flush()
    lost.prepare()
    let listener = Listener(options, before: journal.step, notify)
    listeners.append(listener)
    update()
    return { [link, id = listener.id] in link.trace?.object.remove(id) }
  }

  private func remove(_ id: UInt64) {
    // Released last, because this may run code of the program that ends the store.
    let former = listeners
    withExtendedLifetime(former) {
      for listener in former where listener.id == id { listener.isOver = true }
      listeners.removeAll { $0.isOver }
      update()
    }
  }

  private func update() {
    if listeners.isEmpty {
      flush()
      journal.forget()
    }
    if isEnded { return }
    store.with { store in
      changes = JSONChanges(keepsBefore: listeners.contains(where: \.options.inverse))
      hasDurations = listeners.contains(where: \.options.hasDurations)
      announces = listeners.contains { $0.options.begins != nil }
      let observesSettling = listeners.contains { $0.options.settled != nil }
      journal.effectsChanged =
        observesSettling ? { [link] in link.trace?.object.settleLater() } : nil
      if listeners.isEmpty {
        observation = nil
        store.core.journal = nil
        store.wrapReducer(nil)
      } else if store.core.journal == nil {
        store.core.journal = journal
        journal.storeEnds = { [link] in
          guard let trace = link.trace?.object else { return }
          trace.flush()
          trace.settle()
        }
        journal.stepEnded = { [link] in link.trace?.object.flush() }
        // Not retained, because the store's end releases the wrapper around its reducer last.
        store.wrapReducer { [link] base in
          guard let trace = link.trace?.object else { return base }
          return AnyReducer(
            JSONTracingReducer(base: base, trace: trace), follows: base.mayFollow)
        }
        observation = store.watchBursts { [link] in link.trace?.object.flush() }
      }
    }
  }

  // MARK: A step

  fileprivate func begin(_ action: JSONAction) {
    flush()
    if announces { announce(action.node) }
    shortages = Shortage.count
    identified = identifiedBefore()
    journal.beginStep()
    origin = nextOrigin()
    recording = document.changes.beginStep(at: 0, changes)
    if hasDurations { start = System.monotonic }
  }

  private func announce(_ action: JSONNode) {
    let current = listeners
    withExtendedLifetime(current) {
      for listener in current where !listener.isOver { listener.options.begins?(action) }
    }
  }

  /// Returns the presentations that were given ids since the last step, by their places.
  private func identifiedBefore() -> JSON? {
    if journal.identified.isEmpty { return nil }
    let up = document.currentPresentations.filter { journal.identified.contains($0.id) }
    journal.identified = []
    if up.isEmpty { return nil }
    return JSON(members: up.map { ($0.at, JSON(stringLiteral: $0.id.description)) })
  }

  fileprivate func end(_ state: JSONState, _ action: JSONAction, _ effect: Effect<JSONAction>) {
    guard let recording = recording.take() else { return }
    let duration = hasDurations ? System.monotonic - start : nil
    journal.endStep()
    // A listener that the step added has replaced the record for later steps.
    let ended = document.changes.endStep(recording)
    let root = document.root
    let patch = ended.patch(of: root, reusing: spare.patch)
    let inverse =
      ended.keepsBefore
      ? ended.back(from: root, at: JSONChanges.root, reusing: spare.inverse) : nil
    ended.reset(keepsBefore: ended.keepsBefore)
    // No listener is left if the step removed the last one.
    guard let first = listeners.first else { return }
    base = first.before
    if journal.undos != 0 { origin = origin.undoing(journal.undos) }
    patch.withNode { patch in
      let hash = addToHashes(patch)
      record.begin(
        number: journal.step - base, clock: store.with { $0.loop.now },
        origin: origin.json(before: base), action: action.node, patch: patch,
        inverse: inverse?.json, hash: hash, duration: duration)
    }
    record.add("given", journal.recorded.map(\.json), isEmpty: journal.recorded.isEmpty)
    record.add("presentations", identified)
    if journal.changedHistory { record.add("history", true) }
    let asked = effect.requests
    record.add(
      "asked", store.with { store in asked.map { $0.traced(by: store.core) } },
      isEmpty: asked.isEmpty)
  }

  /// Adds the values that a step wrote to each listener's hash. Transient members are not included.
  ///
  /// - Parameter patch: borrowed.
  /// - Returns: the first listener's hash.
  private func addToHashes(_ patch: JSONNode) -> UInt64 {
    guard let transient = document.transient,
      let lasting = try? transient.lasting(JSON(borrowing: patch))
    else { return chainHashes(patch) }
    return lasting.withNode { chainHashes($0) }
  }

  private func chainHashes(_ written: JSONNode) -> UInt64 {
    // The number of steps before the last listener, and its hash.
    var last: (before: UInt64, hash: UInt64)?
    for index in listeners.indices {
      Uncounted(listeners[index]).with { listener in
        // Listeners that were added at the same time have the same hash.
        listener.hash =
          last?.before == listener.before
          ? last!.hash : ContentHash.chain(listener.hash, written, &waiting)
        last = (listener.before, listener.hash)
      }
    }
    return listeners.first?.hash ?? 0
  }

  /// Returns the origin of the action that is about to be reduced.
  private func nextOrigin() -> StepOrigin {
    let source = store.with { store in
      let sending = store.core.burst.takeSending()
      return store.core.burst.source == .program ? sending : store.core.burst.source
    }
    if let effect = source.effect { return .effect(effect, step: journal.step(ofEffect: effect)) }
    if let step = source.step { return .send(step) }
    guard let view = source.view, views.indices.contains(view) else { return .program }
    return views[view].isBinding ? .binding(views[view].pointer) : .view(views[view].pointer)
  }

  /// Returns the source of an action that is sent through a scoped store.
  package func source(ofView pointer: String, isBinding: Bool) -> ActionSource {
    // A store at rest has reduced all earlier actions.
    if store.with({ !$0.isSending }) { views.removeAll(keepingCapacity: true) }
    views.append((pointer, isBinding))
    return ActionSource(view: views.count - 1)
  }

  /// Reports the last step, unless it was reported.
  private func flush() {
    guard record.isPending else { return }
    record.add("began", journal.begun.map { .number($0) }, isEmpty: journal.begun.isEmpty)
    record.add("ended", journal.over.map { .number($0) }, isEmpty: journal.over.isEmpty)
    record.add("issues", journal.issues.map(\.traced), isEmpty: journal.issues.isEmpty)
    journal.clear()
    guard let report = record.take() else { return }
    // An incomplete step is reported only by its number.
    let isWhole = Shortage.count == shortages
    isWhole ? notify(report.node) : reportLost()
    if journal.effectsChanged != nil { settleLater() }
    record.giveBack(report, spare.patch, spare.inverse, isWhole: isWhole)
  }

  private func reportLost() {
    for listener in listeners where !listener.isOver { reportLost(listener) }
  }

  private func reportLost(_ listener: Listener) {
    guard let report = lost.take(journal.step - listener.before) else { return }
    report.withNode { listener.notify($0) }
    lost.giveBack(report)
  }

  private func notify(_ report: JSONNode) {
    let (step, base, hasInverse) = (journal.step, base, changes.keepsBefore)
    let (hasDuration, hasTransient) = (hasDurations, document.transient != nil)
    let current = listeners
    withExtendedLifetime(current) {
      for index in current.indices {
        Uncounted(current[index]).with { listener in
          if listener.isOver { return }
          if listener.before == base, listener.options.inverse == hasInverse,
            listener.options.hasDurations == hasDuration,
            !hasTransient || listener.options.hasTransient
          {
            listener.notify(report)
          } else {
            notify(listener, report, step, isNumbered: listener.before == base)
          }
        }
      }
    }
  }

  /// Notifies a listener of a copy of the record, with the listener's own numbers and members.
  private func notify(_ listener: Listener, _ report: JSONNode, _ step: UInt64, isNumbered: Bool) {
    let shortages = Shortage.count
    var copy = JSON(stealing: JSON.made(report.shallowCopy()))
    if !listener.options.hasTransient, let transient = document.transient {
      // Without enough stack, the step counts as lost.
      guard let lasting = try? transient.lasting(step: copy) else { return reportLost(listener) }
      copy = lasting
    }
    copy.withNode { copy in
      if !listener.options.inverse { copy.remove(JSONBytes("inverse")) }
      if !listener.options.hasDurations { copy.remove(JSONBytes("duration")) }
      if !isNumbered {
        copy.set("step", stealing: JSON.number(step - listener.before).retained())
        copy.set("hash", stealing: .hash(listener.hash))
        if let origin = origin.renumbered(before: listener.before) {
          copy.set("origin", stealing: origin)
        }
      }
      Shortage.count == shortages ? listener.notify(copy) : reportLost(listener)
    }
  }

  // MARK: At rest

  private func settleLater() {
    if isSettling || isEnded { return }
    isSettling = true
    store.with { $0.loop.whenIdle { [link] in link.trace?.object.settle() } }
  }

  private func settle() {
    guard isSettling else { return }
    isSettling = false
    let haveChanged = !journal.begun.isEmpty || !journal.over.isEmpty
    let current = listeners
    withExtendedLifetime(current) {
      for listener in current where !listener.isOver {
        listener.options.settled?(haveChanged)
      }
    }
  }

  // MARK: Changes without an action

  /// Records that the store went back to a snapshot, as a step that is reported after its effects have started.
  package func restored(_ snapshot: JSON) { went(to: snapshot, "restore") }

  /// Reports that the store has another reducer, with the current state.
  package func replaced() {
    flush()
    shortages = Shortage.count
    if let now = try? document.snapshot(store.with { $0.core }).json(version: 0) {
      went(to: now, "replace")
      flush()
    } else {
      journal.step += 1
      reportLost()
    }
  }

  private func went(to snapshot: JSON, _ origin: JSON) {
    flush()
    journal.step += 1
    self.origin = .program
    base = listeners.first?.before ?? 0
    let hash = (document.lastingState ?? document.snapshot).withNode { chainHashes($0) }
    record.begin(
      number: journal.step - base, clock: store.with { $0.loop.now }, origin: origin,
      snapshot: snapshot, hash: hash)
    record.add("presentations", identifiedBefore())
  }

  /// Reports the last step when the store ends.
  package func end() {
    flush()
    isEnded = true
    let former = listeners
    withExtendedLifetime(former) {
      for listener in former { listener.isOver = true }
      listeners = []
      observation = nil
    }
  }
}

/// The reducer of a store whose steps are traced.
private struct JSONTracingReducer: ReducerOperator {
  typealias Body = Never

  let base: AnyReducer<JSONState, JSONAction>
  let trace: JSONTrace

  func _step(
    into state: inout JSONState, action: JSONAction, in context: StepContext
  ) -> Effect<JSONAction> {
    trace.begin(action)
    let effect = base._step(into: &state, action: action, in: context)
    trace.end(state, action, effect)
    return effect
  }

  func _follow(_ state: inout JSONState, in context: StepContext) -> Effect<JSONAction> {
    base._follow(&state, in: context)
  }

  static func _mayFollow(_: inout Set<ObjectIdentifier>) -> Bool { true }
}
