internal import CKumiki
internal import KumikiValues
internal import KumikiJSON

/// The store of a JSON feature: its reducers are in C, its state is a jansson tree.
final class JSONStoreSource: StoreHolder, DocumentSource {
  let life = StoreLife()
  let store: LoopStore<JSONState, JSONAction>
  private let document: JSONDocument
  /// Replaced only while the store is idle, so a send need not retain it.
  @safe @exclusivity(unchecked) private var reducer: Uncounted<JSONReducer>
  private let recording: ((JSONRootReducer) -> AnyReducer<JSONState, JSONAction>)?
  private var texts = JSONTextCache()
  private let kept = KeptTrace()
  private var traced: JSONTrace? { kept.trace }
  /// Whether the store is a replay's, which takes no actions from outside.
  private let isReplay: Bool

  convenience init(_ home: StoreHome, _ reducer: JSONReducer, _ state: JSON) throws {
    try self.init(home, reducer) {
      try $0.makeStore(state, core: home.core, update: home.trial?.update, recording: $1)
    }
  }

  /// Makes a store that continues from a snapshot.
  convenience init(_ home: StoreHome, _ reducer: JSONReducer, from snapshot: JSONSnapshot) throws {
    try self.init(home, reducer) {
      try $0.makeStore(
        from: snapshot, core: home.core,
        update: home.trial?.update, recording: $1)
    }
  }

  /// Makes the store of a replay.
  init(replaying replay: JSONReplay, _ reducer: JSONReducer) {
    (recording, isReplay) = (nil, true)
    (store, document) = (replay.store, replay.document)
    self.reducer = .retained(reducer)
    begin()
  }

  private init(
    _ home: StoreHome, _ reducer: JSONReducer,
    _ make: (
      JSONFeature, ((JSONRootReducer) -> AnyReducer<JSONState, JSONAction>)?
    ) throws -> (LoopStore<JSONState, JSONAction>, JSONDocument)
  ) throws {
    recording = home.trial.map { trial in
      { trial.recorder.recording($0, state: { $0.json }, action: { $0.json }) }
    }
    isReplay = false
    (store, document) = try make(JSONFeature(reducer), recording)
    self.reducer = .retained(reducer)
    begin()
  }

  private func begin() {
    document.observed(by: store.observerList)
    store.onEnd { [life, document, kept] in
      kept.trace?.end()
      life.end()
      // Scoped stores that outlive the store hold the document.
      document.forget()
    }
  }

  deinit {
    store.end()
    reducer.release()
  }

  var documented: (any DocumentSource)? { self }

  func replaceReducer(_ next: JSONReducer) throws {
    try JSONFeature(next).takeOver(store, document, recording: recording) { [self] in
      // Cached strings were scanned for the operators of the former reducer.
      texts = JSONTextCache()
      let former = reducer
      reducer = .retained(next)
      former.release()
    }
    if let traced, !traced.isEmpty { traced.replaced() }
  }

  func snapshot() throws -> JSONSnapshot {
    document.snapshot(store.core)
  }

  func restore(_ snapshot: JSONSnapshot) throws {
    let traced = traced.flatMap { $0.isEmpty ? nil : $0 }
    try JSONFeature(reducer.object).restore(snapshot, in: store, document) { snapshot in
      guard let traced else { return nil }
      let json = try snapshot.json(version: 0)
      return { traced.restored(json) }
    }
  }

  func trace() -> JSONTrace {
    if let traced { return traced }
    let made = JSONTrace(store, document)
    kept.trace = made
    return made
  }

  func undoSteps(at place: JSONPointer) -> JSON? { document.undoSteps(at: place) }

  // MARK: Actions

  func takes(_ action: JSON) -> Bool {
    action.withNode { node in reducer.with { $0.takes(node) } }
  }

  func canonical(_ action: JSON) -> JSON { reducer.with { $0.shape.canonical(action) } }

  @inline(__always)
  func send(_ action: JSONNode, through view: StoreView, isTracked: Bool) throws -> StoreTask {
    if isReplay { throw Self.isReplaying }
    if !view.isWhole { return try sendWrapped(action, view.place) }
    if isTracked { return try reducer.with { try $0.send(action, to: store) } }
    try store.untracked { _ = try reducer.with { try $0.send(action, to: store) } }
    return .finished
  }

  func sendTest(_ action: JSONNode, through _: StoreView) throws -> StoreTask {
    try reducer.with { try $0.sendTest(action, to: store) }
  }

  private static var isReplaying: Failure {
    Failure(KMK_ERR_BUSY, "a replay's store takes its actions from the log")
  }

  /// Sends a scoped store's action as an action of the whole store.
  private func sendWrapped(_ action: JSONNode, _ place: ViewPlace) throws -> StoreTask {
    guard let whole = try wrapped(action, of: place) else { return .finished }
    if let traced, !traced.isEmpty {
      let isWrite = withExtendedLifetime(whole) { isBinding(whole.node) }
      core.burst.sending = traced.source(
        ofView: document.pointer(of: place.state)?.text ?? "", isBinding: isWrite)
    }
    defer { core.burst.sending = .program }
    do throws(JSONError) {
      return try whole.withNode { node throws(JSONError) in
        try reducer.object.send(node, to: store)
      }
    } catch {
      throw error.inside(place.actionPath)
    }
  }

  /// Checks that a value is an enum case: a string or an object.
  func requireAction(_ node: JSONNode) throws {
    try JSONMeasure.check(node, limits: JSONLimits(core.loop.ownLimits.actions))
    guard node.mayBeAction else { throw JSONError.notAnAction }
  }

  func isBinding(_ action: JSONNode) -> Bool { document.layout.isBinding(action) }

  func send(text: JSONBytes, through view: StoreView) throws -> StoreTask {
    if isReplay { throw Self.isReplaying }
    var slot: JSONTextCache.Slot?
    if view.isWhole {
      switch texts.find(text) {
      case .action(let known): return known.send(to: store)
      case .nothing(let place): slot = place
      }
    }
    let action = try JSONText.parseNode(text)
    defer { action.releaseDeep() }
    let task = try send(action, through: view, isTracked: true)
    // An action that needs a stack check is not cached.
    let reducer = reducer.object
    if let slot, reducer.isShallow(action) { texts.note(text, at: slot, action, for: reducer) }
    return task
  }

  func deliver(_ action: JSON) {
    if isReplay { return }
    guard action.withNode({ $0.mayBeAction }) else {
      return core.loop.report(
        Issue(code: .actionMisfit, message: "a posted value that is not an action was dropped"))
    }
    _ = store.send(.ofProgram(action))
  }

  // MARK: State

  func newValue(of part: StorePart) throws -> JSONNode?? {
    guard let node = document.presentNode(at: part.base) else { return nil }
    return .some(document.find(part.pointer, from: node, &part.trace)?.retained())
  }

  func exists(_ address: JSONAddress) throws -> Bool {
    document.presentNode(at: address) != nil
  }

  func slot(at address: JSONAddress) throws -> JSONSlotIdentity? {
    document.pointer(of: address).flatMap(document.slotIdentity(at:))
  }

  func slotPointer(for path: JSONCasePath, in view: ViewPlace) -> JSONPointer? {
    document.layout.slotPointer(for: view.caseNames + path.names, at: view.state)
  }

  func rowIDs(at address: JSONAddress) throws -> JSONRowIDs? {
    // A missing value has no rows.
    let kind = document.node(at: address)?.kind ?? .null
    guard kind == .null || kind == .array || document.hasRows(at: address) else { return nil }
    return document.rowIDs(at: address)
  }

  func rowsForm(at address: JSONAddress) -> JSONRowsForm? { document.rowsForm(at: address) }

  func list(of rows: JSONPointer, from base: JSONAddress, _ options: ListOptions) -> ListParts {
    // If observers are being notified, the burst is already over.
    let isMidBurst = store.isSending && !store.observerList.isNotifying
    let list = JSONRowList(
      document, base, rows, options.rows, options.window, isMidBurst: isMidBurst)
    return ListParts(rows: list) { [document, store] notify in
      let ends = list.addresses.map { document.observe($0, in: store.observerList, notify) }
      return { for end in ends { end() } }
    }
  }

  // MARK: Names

  func checkPlace(_ address: JSONAddress, _ subject: String) throws {
    try document.checkPlace(address, subject)
  }

  func checkPlaces(_ keys: [String], _ subject: String) throws {
    try document.checkPlaces(keys, subject)
  }

  func checkRows(
    at address: JSONAddress, _ subject: String, _ places: [(subject: String, pointer: JSONPointer)]
  ) throws {
    try document.checkRows(at: address, subject, places)
  }

  func checkActions(_ path: [String], _ subject: String) throws {
    try document.checkActions(path, subject)
  }

  // MARK: Observing

  var keepsContainers: Bool { false }

  func observe(
    _ part: StorePart, _: ObservedAspect, _ notify: @escaping () -> Void
  ) -> () -> Void {
    document.observe(part.address, in: store.observerList, notify)
  }

  func recordChanges(at address: JSONAddress, returning: Bool) -> RecordedChanges {
    let changes = document.changes
    let rowSteps = document.rowSteps(of: address)
    changes.start(returning: returning)
    return RecordedChanges(
      written: { [unowned document] in document.written(at: address, rowSteps: rowSteps) },
      before: { [unowned document] in document.before(at: address) },
      stop: { changes.stop(returning: returning) })
  }

  // MARK: Derived values

  var stateVersion: UInt64? { document.stateVersion }

  func input(_ part: StorePart) -> any DerivedInput { document.input(part.address) }

  func note(_ part: StorePart, _: ObservedAspect, for node: DerivedNode) {
    document.note(part.address, for: node)
  }

  func hold(_ address: JSONAddress) -> (any LastState)? { JSONLastState(document, address) }
}

/// The record of a store's steps, made when the steps are first traced. Separate from the source, because the store
/// may end in the source's `deinit`, and the child of a fork can do no more than free the record.
private final class KeptTrace {
  var trace: JSONTrace?
}
