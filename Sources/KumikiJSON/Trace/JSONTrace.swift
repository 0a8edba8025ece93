package import KumikiValues

/// Reports each step of a store as JSON to functions. include/kumiki/trace.h has the grammar.
package final class JSONTrace {
  /// Receives a step.
  package typealias Notify = (JSON) -> Void
  /// Receives, when the loop has come to rest, whether effects have changed that no step has reported.
  package typealias Settled = (Bool) -> Void

  private let store: Uncounted<LoopStore<JSONState, JSONAction>>
  private let document: JSONDocument
  private let journal = StepJournal()
  private var listeners: [Listener] = []
  private var lastID = 0
  private var identified: JSON?
  /// Whether the store has ended, and may be gone.
  private var isEnded = false
  private var changes: JSONChanges
  /// The last step, until its effects have started too.
  private var record = JSONStepRecord()
  /// The patch and the inverse patch of the last step.
  private var patch: JSONPatch?
  private var inverse: JSONPatch?
  private let spare = (patch: JSONPatch.Spare(), inverse: JSONPatch.Spare())
  private var lost = JSONMissingStep()
  private var observation: Subscription?
  /// The scoped stores that have sent still unreduced actions, by their numbers in an ``ActionSource``.
  private var views: [(pointer: String, isBinding: Bool)] = []
  /// The values that are still to be hashed. Empty between two steps.
  private var waiting: [JSONNode] = []
  /// The origin of the current step, and the number of the store's steps before its record's first.
  private var origin = StepOrigin.program
  private var base: UInt64 = 0

  /// The number of memory shortages when the step began.
  private var shortages: UInt32 = 0

  private struct Listener {
    let id: Int
    let inverse: Bool
    let notify: Notify
    let settled: Settled?
    /// The number of the store's steps before the listener was added.
    let before: UInt64
    /// The hash of all patches since then. Two runs from one state with the same writes have the same hash.
    var hash: UInt64 = 0
  }

  /// Whether listeners are to be notified when the loop comes to rest.
  private var isSettling = false
  /// The record of the writes of the step that is being reduced.
  private var recording: JSONRecorders.Step?

  package init(_ store: LoopStore<JSONState, JSONAction>, _ document: JSONDocument) {
    self.store = Uncounted(store)
    self.document = document
    changes = JSONChanges(keepsBefore: false)
  }

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
  /// - Parameter settled: called when the loop has come to rest after steps, or after effects have started or
  ///   ended; and before the store ends.
  /// - Returns: a function that removes the listener.
  package func add(
    inverse: Bool, settled: Settled? = nil, _ notify: @escaping Notify
  ) -> () -> Void {
    // A step that the other listeners have not received yet precedes this listener.
    flush()
    lastID += 1
    let id = lastID
    lost.prepare()
    listeners.append(
      Listener(id: id, inverse: inverse, notify: notify, settled: settled, before: journal.step))
    update()
    return { [weak self] in
      guard let self else { return }
      // Released last, because this may run code of the program that ends the store.
      let former = listeners
      withExtendedLifetime(former) {
        listeners.removeAll { $0.id == id }
        update()
      }
    }
  }

  private func update() {
    if listeners.isEmpty {
      flush()
      journal.forget()
    }
    if isEnded { return }
    store.with { store in
      changes = JSONChanges(keepsBefore: listeners.contains(where: \.inverse))
      let observesSettling = listeners.contains { $0.settled != nil }
      journal.effectsChanged = observesSettling ? { [weak self] in self?.settleLater() } : nil
      if listeners.isEmpty {
        observation = nil
        store.core.journal = nil
        store.wrapReducer(nil)
      } else if store.core.journal == nil {
        store.core.journal = journal
        journal.storeEnds = { [weak self] in
          self?.flush()
          self?.settle()
        }
        journal.stepEnded = { [weak self] in self?.flush() }
        // Weak, because the store's end releases the wrapper around its reducer last.
        store.wrapReducer { [weak self] base in
          guard let self else { return base }
          return AnyReducer(JSONTracingReducer(base: base, trace: self))
        }
        observation = store.watchBursts { [weak self] in self?.flush() }
      }
    }
  }

  // MARK: A step

  fileprivate func begin() {
    flush()
    shortages = Shortage.count
    identified = identifiedBefore()
    journal.beginStep()
    origin = nextOrigin()
    // If this record kept a container, the recorded write would copy it. The record is handed over, so that its
    // memory has one owner.
    var handed = JSONChanges(keepsBefore: changes.keepsBefore)
    swap(&handed, &changes)
    recording = document.changes.beginStep(at: 0, handed)
  }

  /// Returns the presentations that were given ids since the last step, by their places.
  private func identifiedBefore() -> JSON? {
    if journal.identified.isEmpty { return nil }
    let up = document.currentPresentations.filter { journal.identified.contains($0.id) }
    journal.identified = []
    if up.isEmpty { return nil }
    return JSON(members: up.map { ($0.at, JSON(stringLiteral: $0.id.description)) })
  }

  fileprivate func end(_ state: JSONState, _ action: JSONAction) {
    guard let recording = recording.take() else { return }
    journal.endStep()
    var ended = document.changes.endStep(recording)
    let root = document.root
    let patch = JSONPatch(of: ended, root, reusing: spare.patch)
    let inverse =
      ended.keepsBefore
      ? ended.back(from: root, at: JSONChanges.root, reusing: spare.inverse) : nil
    ended.reset(keepsBefore: changes.keepsBefore)
    changes = ended
    // No listener is left if the step removed the last one.
    guard let first = listeners.first else { return }
    (self.patch, self.inverse) = (patch, inverse)
    let hash = addToHashes(patch.json)
    origin = origin.undoing(journal.undos)
    base = first.before
    record.begin(
      number: journal.step - base, clock: store.with { $0.loop.now },
      origin: origin.json(before: base), action: action.node, patch: patch.json,
      inverse: inverse?.json, hash: hash)
    record.add("given", journal.recorded.map(\.json), isEmpty: journal.recorded.isEmpty)
    record.add("presentations", identified)
    if journal.changedHistory { record.add("history", true) }
  }

  /// Adds the values that a step wrote to each listener's hash.
  ///
  /// - Returns: the first listener's hash.
  private func addToHashes(_ written: JSON) -> UInt64 {
    for index in listeners.indices {
      // Listeners that were added at the same time have the same hash.
      let isAsBefore = index > 0 && listeners[index].before == listeners[index - 1].before
      listeners[index].hash =
        isAsBefore
        ? listeners[index - 1].hash
        : ContentHash.chain(listeners[index].hash, written, &waiting)
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
    isWhole ? notify(report) : reportLost()
    if journal.effectsChanged != nil { settleLater() }
    record.giveBack(report, isWhole: isWhole)
    if isWhole {
      patch?.giveBack()
      inverse?.giveBack()
    }
    (patch, inverse) = (nil, nil)
  }

  private func reportLost() {
    for listener in listeners where isRegistered(listener) { reportLost(listener) }
  }

  /// Whether a listener is still present. An earlier listener's call may have removed it.
  private func isRegistered(_ listener: Listener) -> Bool {
    listeners.contains { $0.id == listener.id }
  }

  private func reportLost(_ listener: Listener) {
    guard let report = lost.take(journal.step - listener.before) else { return }
    listener.notify(report)
    lost.giveBack(report)
  }

  private func notify(_ report: JSONStepRecord.Report) {
    let whole = report.json
    let (origin, step, base) = (origin, journal.step, base)
    for listener in listeners where isRegistered(listener) {
      let isNumbered = listener.before == base
      let hasInverse = listener.inverse || !changes.keepsBefore
      if isNumbered, hasInverse {
        listener.notify(whole)
        continue
      }
      let shortages = Shortage.count
      let copy = report.copy(withInverse: hasInverse)
      if !isNumbered {
        copy.set("step", stealing: JSON.number(step - listener.before).retained())
        copy.set("hash", stealing: .hash(listener.hash))
        if let origin = origin.renumbered(before: listener.before) {
          copy.set("origin", stealing: origin)
        }
      }
      let own = JSON(stealing: copy)
      Shortage.count == shortages ? listener.notify(own) : reportLost(listener)
    }
  }

  // MARK: At rest

  private func settleLater() {
    if isSettling || isEnded { return }
    isSettling = true
    store.with { $0.loop.whenIdle { [weak self] in self?.settle() } }
  }

  private func settle() {
    guard isSettling else { return }
    isSettling = false
    let haveChanged = !journal.begun.isEmpty || !journal.over.isEmpty
    let current = listeners
    withExtendedLifetime(current) {
      for listener in current where isRegistered(listener) { listener.settled?(haveChanged) }
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
    let hash = addToHashes(document.snapshot)
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
    trace.begin()
    let effect = base._step(into: &state, action: action, in: context)
    trace.end(state, action)
    return effect
  }

  func _follow(_ state: inout JSONState, in context: StepContext) -> Effect<JSONAction> {
    base._follow(&state, in: context)
  }

  static func _mayFollow(_: inout Set<ObjectIdentifier>) -> Bool { true }
}

extension JSONPatch {
  /// Makes the patch of a whole record of writes.
  init(of changes: JSONChanges, _ root: JSONNode, reusing spare: Spare? = nil) {
    if changes.isEmpty {
      self.init(reusing: spare)
    } else if changes[JSONChanges.root].isWhole {
      self = .whole(replacing: true, by: JSON(borrowing: root))
    } else {
      self.init(changes, at: JSONChanges.root, of: root, reusing: spare)
    }
  }
}
