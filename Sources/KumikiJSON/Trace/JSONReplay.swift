package import KumikiValues

/// Runs the steps of a log again, starting at a checkpoint. No effect starts, and reducers receive the recorded
/// inputs (ids, dates, random numbers) again.
package final class JSONReplay {
  package let store: LoopStore<JSONState, JSONAction>
  package let document: JSONDocument
  private let feature: JSONFeature
  private let journal = StepJournal(isReplay: true)
  private let asked = AskedInStep()
  /// The hash of all patches so far, and the number of the last step.
  private var hash: UInt64
  package private(set) var step: UInt64
  /// The recorded clock.
  private var clock: UInt64
  /// The secrets of the last line; nil if the log has none.
  private var secrets: Secrets?
  private let migrations: JSONLogMigrations?
  /// The earlier version of the program that recorded the current part of the log; nil for the program's own version.
  private var version: Int64?
  /// The recorded state before migrations, with placeholders for secrets, in a part of an earlier version. Nil if it is
  /// unknown.
  private var recorded: JSON?
  /// The shapes of the reducer that made the current part of the log and of this reducer, if they differ.
  private var shapes: Shapes?
  /// The first step with a different result.
  package private(set) var divergence: JSON?
  /// The first step that is missing in the log, if that is the reason for the divergence.
  package var missing: UInt64? { divergence?[key: "missing"]?.integer.map(UInt64.init(clamping:)) }

  /// - Parameters:
  ///   - checkpoint: a line of a log with a checkpoint.
  ///   - secrets: the secrets of the line; nil if the log has none.
  ///   - core: the core of a loop that is not dispatched.
  /// - Throws: if the line is not a checkpoint, or the state does not match the reducer.
  package init(
    _ reducer: JSONReducer, _ checkpoint: JSONLogLine, _ secrets: Secrets?,
    migrating migrations: JSONLogMigrations?, core: StoreCore
  ) throws(JSONError) {
    feature = JSONFeature(reducer)
    (self.secrets, self.migrations) = (secrets, migrations)
    let snapshot: JSONSnapshot
    (snapshot, step, hash, clock, version, recorded) = try Self.read(
      checkpoint, secrets, migrations, for: core.loop, reducer.shape)
    core.journal = journal
    let shapes = try Shapes(snapshot, feature)
    do throws(JSONError) {
      (store, document) = try feature.makeStore(
        from: snapshot, core: core, startsEffects: false, fillsIn: version != nil, update: nil)
    } catch {
      throw shapes?.described(in: error) ?? error
    }
    self.shapes = shapes
    document.following.isAllowed = false
    dropPresentationIDs(except: snapshot.presentations)
    // Without state-driven effects, and without effects, because the log contains their actions.
    store.wrapReducer(follows: false) { [asked] base in
      AnyReducer(JSONReplayingReducer(base: base, asked: asked))
    }
  }

  /// A point in a replay, to go back to.
  package struct Point {
    package let step: UInt64
    fileprivate let hash: UInt64
    fileprivate let clock: UInt64
    fileprivate let divergence: JSON?
    fileprivate let snapshot: JSONSnapshot
    fileprivate let version: Int64?
    fileprivate let recorded: JSON?
  }

  package var point: Point {
    Point(
      step: step, hash: hash, clock: clock, divergence: divergence,
      snapshot: document.snapshot(store.core), version: version, recorded: recorded)
  }

  /// Returns a snapshot of the replay, from which an open store can continue.
  package func snapshot() -> JSONSnapshot {
    var snapshot = document.snapshot(store.core)
    snapshot.clock = clock
    // In an open store, the null in place of a secret must match the declarations.
    if let open = try? part("state", snapshot.state, as: secrets?.open) { snapshot.state = open }
    return snapshot
  }

  /// Goes back to a point of this replay. The store stays the same, so its observers are notified of the change.
  package func goBack(to point: Point) throws {
    try restore(point.snapshot)
    (step, hash, divergence) = (point.step, point.hash, point.divergence)
    (clock, version, recorded) = (point.clock, point.version, point.recorded)
  }

  /// Starts again at a checkpoint, as ``goBack(to:)`` does at a point.
  package func begin(at checkpoint: JSONLogLine, _ secrets: Secrets?) throws {
    let (snapshot, number, chain, clock, version, recorded) = try Self.read(
      checkpoint, secrets, migrations, for: store.loop, feature.reducer.shape)
    let shapes = try Shapes(snapshot, feature)
    do { try restore(snapshot, fillsIn: version != nil) } catch let error as JSONError {
      throw shapes?.described(in: error) ?? error
    }
    (self.secrets, self.shapes) = (secrets, shapes)
    (step, hash, self.clock, divergence) = (number, chain, clock, nil)
    (self.version, self.recorded) = (version, recorded)
  }

  /// Replaces the state with a snapshot. Presentations without an id in the snapshot have no id again.
  ///
  /// - Parameter fillsIn: whether defaults are filled in, as a restore does. Otherwise the state is the log's,
  ///   which lacks defaults after the reducer was replaced.
  private func restore(
    _ snapshot: JSONSnapshot, _ presentations: [(at: String, id: PresentationID)] = [],
    fillsIn: Bool = false
  ) throws {
    try feature.restore(snapshot, in: store, document, fillsIn: fillsIn)
    if !presentations.isEmpty {
      document.present(presentations)
      document.restoreHistories(of: snapshot, at: store.loop.now)
    }
    dropPresentationIDs(except: snapshot.presentations + presentations)
  }

  private func dropPresentationIDs(except up: [(at: String, id: PresentationID)]) {
    let ids = Set(up.map(\.id))
    document.dropPresentationIDs { !ids.contains($0) }
    journal.identified = []
  }

  /// - Returns: `version` and `recorded` as in the members of these names.
  private static func read(
    _ line: JSONLogLine, _ secrets: Secrets?, _ migrations: JSONLogMigrations?, for loop: Loop,
    _ shape: JSONShape
  ) throws(JSONError) -> (
    JSONSnapshot, step: UInt64, hash: UInt64, clock: UInt64, version: Int64?, recorded: JSON?
  ) {
    guard let kept = try line.checkpoint() else {
      throw line.placed(JSONError.expected("a checkpoint", found: nil).below("checkpoint"))
    }
    let clock = line.clock ?? 0
    let state = try line.state().map { state throws(JSONError) in
      try part("state", state, as: secrets?.marked)
    }
    let checkpoint = try part("checkpoint", kept, as: secrets?.marked)
    var snapshot: JSONSnapshot
    do { snapshot = try Self.snapshot(checkpoint, state, at: clock, for: loop) } catch {
      throw line.placed(error)
    }
    guard let chain = line.hash else {
      throw line.placed(JSONError.expected("16 hexadecimal digits", found: nil).below("hash"))
    }
    let step = try line.step() ?? 0
    let version = checkpoint[key: "version"]?.integer ?? 0
    guard let migrations, try migrations.apply(to: version) else {
      snapshot.state = try shape.withTransient(snapshot.state)
      return (snapshot, step, chain, clock, nil, .none)
    }
    let recorded = snapshot.state
    try snapshot.migrate(by: migrations.states, from: version)
    snapshot.state = try shape.withTransient(snapshot.state)
    return (snapshot, step, chain, clock, version, recorded)
  }

  /// Returns a snapshot of a log with the recorded times. Reducers receive the recorded clock, independent of
  /// the replay loop's clock.
  private static func snapshot(
    _ json: JSON, _ state: JSON? = .none, at clock: UInt64, for loop: Loop
  ) throws(JSONError) -> JSONSnapshot {
    var snapshot = try JSONSnapshot(json, state: state)
    snapshot.clock = loop.now &- clock
    return snapshot
  }

  /// Returns a line of a log with a change; nil if memory runs out.
  package typealias Change = (_ line: JSON) -> JSON?

  /// Functions that handle the secrets left out of a log.
  package struct Secrets {
    /// Replaces secrets with null, as in the log.
    let open: Change
    /// Removes secrets, and the operations of a patch at their places.
    let bare: Change
    /// Replaces secrets with a null that matches each declaration.
    let marked: Change
    /// Does the same, also in a binding's write, given the places of the parts whose bindings take it.
    let markedWrite: (_ line: JSON, _ places: JSON) -> JSON?

    package init(
      open: @escaping Change, bare: @escaping Change, marked: @escaping Change,
      markedWrite: @escaping (_ line: JSON, _ places: JSON) -> JSON?
    ) {
      (self.open, self.bare, self.marked) = (open, bare, marked)
      self.markedWrite = markedWrite
    }
  }

  /// Runs a line of the log.
  ///
  /// - Parameter secrets: nil if the log has no secrets, or if its hashes include them.
  /// - Returns: whether the step had the recorded result; true for a line that is not a step.
  /// - Throws: for a line that is not a record, and for an action that the reducer does not accept.
  package func run(_ line: JSONLogLine, _ secrets: Secrets? = nil) throws -> Bool {
    self.secrets = secrets
    let number = try line.step()
    clock = line.clock ?? clock
    let missing = (number ?? 0) > (line.isCheckpoint ? step : step + 1) ? step + 1 : nil
    if let snapshot = try line.snapshot() {
      let marked = try Self.part("snapshot", snapshot, as: secrets?.marked)
      var restored = try Self.snapshot(marked, at: clock, for: store.loop)
      if let version { try restored.migrate(by: migrations!.states, from: version) }
      try restore(restored, try line.presentations(), fillsIn: true)
      if version != nil {
        (step, recorded) = (number ?? 0, marked[key: "state"])
        return divergence == nil
      }
      try chain("state", document.snapshot, as: line, snapshot[key: "state"])
      step = number ?? 0
      return try compare(line, nil, patch: nil, [], missing) { nil }
    }
    if line.isHeader { return true }
    if line.isCheckpoint { return try compare(checkpoint: line, missing) }
    guard let number, let recordedAction = try line.action() else { throw line.problem }
    let given = try given(line)
    let presentations = try line.presentations()
    var action: JSON? = try marked(recordedAction)
    if let version, let marked = action {
      do { action = try migrations!.actions.migrate(action: marked, from: version) } catch {
        throw inStep(number, "action", error)
      }
    }
    step = number
    if !journal.identified.isEmpty {
      // The replay was inspected, which gave ids to presentations. In the recorded run they had none.
      document.dropPresentationIDs { journal.identified.contains($0) }
      journal.identified = []
    }
    document.present(presentations)
    journal.beginStep(recorded: given)
    defer { journal.endStep() }
    // Records old values for the inverse patch. A snapshot would make the step copy.
    let written = document.changes.beginStep(at: 0, JSONChanges(keepsBefore: true))
    // Sent as by an effect: a mismatched action is dropped, as it was when an effect had sent it.
    if let action {
      _ = store.send(try line.wasPrivate() ? .ofProgram(action) : .judged(action))
    }
    let changes = document.changes.endStep(written)
    let patch = changes.patch(of: document.root).json
    let asked = JSON(elements: asked.take().map { $0.traced(by: store.core) })
    let before = { [document] in
      let back = changes.back(from: document.root, at: JSONChanges.root)
      return try? JSONPatchOperations(back.json).applied(to: document.snapshot)
    }
    if version == nil { try chain("patch", patch, as: line, nil) }
    return try compare(line, action, patch: patch, asked, missing, before: before)
  }

  private func given(_ line: JSONLogLine) throws(JSONError) -> [StepJournal.RecordedValue] {
    guard let given = try line.given() else { return [] }
    var values: [StepJournal.RecordedValue] = []
    for index in 0..<given.count {
      guard let value = StepJournal.RecordedValue(given[index: index]!) else {
        throw line.placed(
          JSONError.expected("a kind and a value", found: given[index: index]!.node)
            .below("\(index)").below("given"))
      }
      values.append(value)
    }
    return values
  }

  /// Returns the value of a line's member after a change of the line.
  @inline(never)
  private static func part(
    _ member: String, _ value: JSON, as change: Change?
  ) throws(JSONError) -> JSON {
    guard let change else { return value }
    guard let changed = change(JSON(members: [(member, value)]))?[key: member] else {
      throw .outOfMemory
    }
    return changed
  }

  private func part(
    _ member: String, _ value: JSON, as change: Change?
  ) throws(JSONError) -> JSON { try Self.part(member, value, as: change) }

  /// Returns a state or a patch without transient members.
  private func lasting(_ member: String, _ value: JSON) throws(JSONError) -> JSON {
    guard let transient = document.transient else { return value }
    return try member == "state" ? transient.root.lasting(value) : transient.lasting(value)
  }

  /// Returns a state or a patch without secrets and transient members, for comparisons.
  private func bare(_ member: String, _ value: JSON) throws(JSONError) -> JSON {
    try part(member, try lasting(member, value), as: secrets?.bare)
  }

  /// Returns an action with placeholders for its secrets.
  private func marked(_ action: JSON) throws(JSONError) -> JSON {
    guard let secrets else { return action }
    let places = action.withNode { document.layout.bindingPlaces(of: $0) }
    let texts = JSON(elements: places.map { JSON(stringLiteral: $0.text) })
    return try part("action", action) { secrets.markedWrite($0, texts) }
  }

  /// Adds the values that a line wrote to the hash.
  ///
  /// Reducers received null in place of secrets, so the values written to these places may differ. A log of an older
  /// program may contain members that are transient now. In both cases the other values are compared, and the hash is
  /// set to the log's.
  ///
  /// - Parameter snapshot: the values recorded in the line; nil for the line's patch.
  @inline(never)
  private func chain(
    _ member: String, _ written: JSON, as line: JSONLogLine, _ snapshot: JSON?
  ) throws {
    let before = hash
    let written = try lasting(member, written)
    hash = JSON.logHash(before, try part(member, written, as: secrets?.open))
    guard secrets != nil || document.transient != nil, let expected = line.hash,
      hash != expected, let then = try snapshot ?? line.patch(),
      JSON.logHash(before, then) == expected,
      try bare(member, then) == bare(member, written)
    else { return }
    hash = expected
  }

  /// Compares the state with the state of a checkpoint that the replay passes.
  ///
  /// - Complexity: O(*n*) in the size of the state.
  private func compare(
    checkpoint line: JSONLogLine, _ missing: UInt64?
  ) throws(JSONError) -> Bool {
    if divergence != nil { return false }
    guard let state = try line.state() else { throw line.problem }
    if version != nil { recorded = try part("state", state, as: secrets?.marked) }
    let then = try bare("state", try expected() ?? state)
    let now = try bareState
    if isSame(then, now), version != nil || line.hash == hash { return true }
    var found = Divergence()
    found.add("step", .number(step))
    found.add("checkpoint", true)
    found.add("difference", JSONPatch.between(then, now).json)
    finish(found, missing)
    return false
  }

  /// - Parameters:
  ///   - action: the migrated action; nil if it was left out.
  ///   - asked: the requests of the step.
  ///   - missing: the first step after the last one that is missing in the log.
  ///   - before: returns the state before the step.
  private func compare(
    _ line: JSONLogLine, _ action: JSON?, patch: JSON?, _ asked: JSON, _ missing: UInt64?,
    before: () -> JSON?
  ) throws(JSONError) -> Bool {
    let askedThen = version != nil ? asked : try line.asked() ?? []
    let asksSame = asked == askedThen
    var then: JSON?
    if version != nil {
      if divergence != nil { return false }
      guard let former = recorded else { return true }
      let written = try part("patch", try line.patch() ?? [], as: secrets?.marked)
      if missing == nil, written.count == 0, patch?.count == 0 { return true }
      // Without the missing steps the patch may not match. The next checkpoint has the state again.
      recorded = try? JSONPatchOperations(written).applied(to: former)
      then = try expected().map { state throws(JSONError) in try bare("state", state) }
      if let then, isSame(then, try bareState) { return true }
    } else if line.hash == hash && !journal.hasDiverged && journal.isExhausted && asksSame {
      return true
    }
    if divergence != nil { return false }
    var found = Divergence()
    found.add("step", .number(step))
    if let action = try line.action() { found.add("action", action) }
    var expected = try bare("patch", try line.patch() ?? [])
    if let version {
      found.add("version", .number(UInt64(version)))
      found.add("migrated", try part("action", action ?? .null, as: secrets?.open))
      if let then, let before = before() {
        expected = JSONPatch.between(try bare("state", before), then).json
      }
    } else if let before = before(),
      let state = try? JSONPatchOperations(expected).applied(to: before)
    {
      then = try bare("state", state)
    }
    found.add("expected", expected)
    found.add("found", try bare("patch", patch ?? []))
    if let then { found.add("difference", JSONPatch.between(then, try bareState).json) }
    if version == nil, journal.hasDiverged || !journal.isExhausted {
      found.add("given", try line.given() ?? [])
    }
    if !asksSame {
      found.add("asked", JSON(members: [("expected", askedThen), ("found", asked)]))
    }
    finish(found, missing)
    return false
  }

  /// The state without secrets; in a run of an earlier version, with defaults in place of members that were removed.
  private var bareState: JSON {
    @inline(never)
    get throws(JSONError) {
      var state = document.snapshot
      if version != nil { state = try feature.reducer.restored(state: state) }
      return try bare("state", state)
    }
  }

  @inline(never)
  private func finish(_ found: Divergence, _ missing: UInt64?) {
    var found = found
    if let missing { found.add("missing", .number(missing)) }
    if let shapes, version == nil { found.add("shapes", shapes.json) }
    divergence = JSON(members: found.members)
  }

  /// Returns the recorded state as a restore of the migrated state would make it; nil if it is unknown.
  @inline(never)
  private func expected() throws(JSONError) -> JSON? {
    guard let version, let former = recorded.take() else { return nil }
    do throws(JSONError) {
      let state = try migrations!.states.migrate(former, from: version)
      let whole = try feature.reducer.restored(state: state)
      recorded = former
      return whole
    } catch { throw inStep(step, "recorded state", error) }
  }

  /// Whether two states are the same, apart from the counts of histories.
  private func isSame(_ then: JSON, _ now: JSON) -> Bool {
    if then == now { return true }
    if version == nil { return false }
    let counts = JSONState(document).countsShown(below: .root)
    return !counts.isEmpty && then.node.without(counts) == now.node.without(counts)
  }

  /// Returns an error of a migration that names the step and its part.
  @inline(never)
  private func inStep(_ number: UInt64, _ part: StaticString, _ error: JSONError) -> JSONError {
    var error = error
    error.message = "step \(number), its \(part): \(error.message)"
    return error
  }
}

/// The members of a divergence.
private struct Divergence {
  private(set) var members: [(String, JSON)] = []

  @inline(never)
  mutating func add(_ name: StaticString, _ value: JSON) { members.append(("\(name)", value)) }
}

/// The requests of the last step of a replay.
private final class AskedInStep {
  private var requests: [AskedRequest] = []

  func note(_ requests: [AskedRequest]) { self.requests = requests }

  func take() -> [AskedRequest] { exchange(&requests, with: []) }
}

/// The different shapes of a log's reducer and of the reducer that runs the log. See `kmk_reducer_hash`.
private struct Shapes {
  private let then: String
  private let now: String

  /// Nil if the shapes are the same, or if the log does not contain a shape.
  init?(_ snapshot: JSONSnapshot, _ feature: JSONFeature) throws(JSONError) {
    now = try feature.reducer.hash()
    guard let then = snapshot.hash, then != now else { return nil }
    self.then = then
  }

  var json: JSON { JSON(elements: [JSON(stringLiteral: then), JSON(stringLiteral: now)]) }

  func described(in error: JSONError) -> JSONError {
    var error = error
    error.message = "the log was made with another shape (\(then), not \(now)): \(error.message)"
    return error
  }
}

/// A reducer whose effects do not start.
private struct JSONReplayingReducer: ReducerOperator {
  typealias Body = Never

  let base: AnyReducer<JSONState, JSONAction>
  let asked: AskedInStep

  func _step(
    into state: inout JSONState, action: JSONAction, in context: StepContext
  ) -> Effect<JSONAction> {
    asked.note(base._step(into: &state, action: action, in: context).requests)
    return .none
  }
}
