internal import CKumiki
internal import Kumiki
internal import KumikiJSON
internal import Synchronization

/// The store of a feature that speaks JSON: its reducers are in C, its state is a jansson tree.
final class JSONStoreFront: StoreFront {
  private let store: Store<JSONState, JSONAction>
  private let document: JSONDocument
  private let reducer: JSONReducer
  private var texts = JSONTextCache()
  /// How long the state's last text was.
  private var textSize = 0
  /// Read by mailboxes on any thread.
  private let life = StoreLife()

  init(_ home: StoreHome, _ reducer: JSONReducer, _ state: JSONNode) throws {
    self.reducer = reducer
    (store, document) = try JSONFeature(reducer).makeStore(
      JSON(borrowing: state), table: home.table, update: home.trial?.update,
      recording: home.trial.map { trial in
        { trial.recorder.recording($0, state: { $0.json }, action: { $0.json }) }
      })
    super.init(home.table.loop, home.loopHandle, ViewTable())
    store.onCommit { [document] _ in document.notifyWatchers() }
    store.onEnd { [life, document, views] in
      life.end()
      document.forgetWatchers()
      views.end()
    }
  }

  deinit { store.end() }

  override var isEnded: Bool { store.isEnded }
  override var isReducing: Bool { store.isReducing }
  override var effectCount: Int { store.effectCount }
  override var table: EffectTable? { store.table }

  override func takes(_ action: JSON) -> Bool {
    action.withNode { reducer.refusal(of: $0) == nil }
  }

  override func spelt(_ action: JSON) -> JSON { reducer.shape.spelt(action) }

  override var dependencies: DependencyValues {
    get { store.dependencies }
    set { store.dependencies = newValue }
  }

  override func send(_ action: JSONNode) throws -> StoreTask {
    try check()
    return try reducer.send(action, to: store)
  }

  override func sendUntracked(_ action: JSONNode) throws {
    try check()
    try store.untracked { _ = try reducer.send(action, to: store) }
  }

  override func send(text: UnsafeRawBufferPointer) throws -> StoreTask {
    try check()
    let (slot, known) = texts.find(text)
    if let known { return known.send(to: store) }
    let action = try JSONText.parseNode(text)
    // What a short text nests jansson frees on no more stack than reading it took.
    defer { if slot == nil { action.releaseDeep() } else { json_decref(action) } }
    let task = try send(action)
    // What needs a look at the stack each time is not kept.
    if let slot, reducer.isShallow(action) { texts.note(text, at: slot, action) }
    return task
  }

  /// An action is an enum case: a text, or an object.
  override func requireAction(_ node: JSONNode) throws {
    try JSONMeasure.check(node)
    guard node.mayBeAction else { throw JSONError.notAnAction }
  }

  override func mailbox() -> Mailbox {
    Mailbox(loop, isOpen: { [life] in life.isAlive }) { [weak self] action in
      guard let self, !isEnded else { return }
      action.withNode { node in
        guard node.mayBeAction else {
          return loop.report(
            Issue(code: .actionMisfit, message: "a posted value that is no action was dropped"))
        }
        _ = store.send(JSONAction(action))
      }
    }
  }

  override func state() throws -> JSON {
    try checkReading()
    return document.snapshot
  }

  override func newState() throws -> JSONNode {
    try checkReading()
    return json_incref(document.root)!
  }

  override func newText(flags: Int) throws -> UnsafeMutablePointer<CChar>? {
    try checkReading()
    let (text, count) = try JSONText.copy(document.root, flags: flags, expecting: textSize)
    textSize = count
    return text
  }

  override func part(_ pointer: JSONPointer) throws -> JSON? {
    try checkReading()
    return pointer.resolve(in: document.root).map(JSON.init(borrowing:))
  }

  override func isThere(_ route: JSONRoute) throws -> Bool {
    try checkReading()
    return document.presentNode(at: route) != nil
  }

  override func part(_ base: JSONRoute, _ pointer: JSONPointer) throws -> JSON?? {
    try checkReading()
    guard let node = document.presentNode(at: base) else { return nil }
    return .some(pointer.resolve(in: node).map(JSON.init(borrowing:)))
  }

  /// Of one who is told: the store is there then, and reduces nothing.
  override func looker(
    _ base: JSONRoute, _ pointer: JSONPointer
  ) -> (_ body: (JSONNode?) -> Void) throws -> Void {
    var trace = JSONTrace.none
    // The document tells, so it lives.
    return { [unowned(unsafe) document] body in
      guard let node = document.presentNode(at: base) else { return }
      guard let part = document.find(pointer, from: node, &trace) else { return body(nil) }
      // One reference, so that whoever is called may do as it likes.
      json_incref(part)
      body(part)
      part.releaseDeep()
    }
  }

  override func slot(at route: JSONRoute) throws -> SlotFound {
    try checkReading()
    return SlotFound(document.pointer(of: route).flatMap(document.slotIdentity(at:)))
  }

  override func isSeedPath(at route: JSONRoute) throws -> Bool? {
    try checkReading()
    return document.rowsForm(at: route)?.isSeed
  }

  override func rowIDs(at route: JSONRoute) throws -> JSONRowIDs? {
    try checkReading()
    // Where nothing is there are no rows.
    let kind = document.node(at: route)?.kind ?? .null
    guard kind == .null || kind == .array || document.hasRows(at: route) else { return nil }
    return document.rowIDs(at: route)
  }

  override func slotPointer(for path: JSONCasePath, in view: ViewPlace) -> JSONPointer? {
    document.layout.slotPointer(for: view.caseNames + path.names, at: view.state)
  }

  override func isBinding(_ action: JSONNode) -> Bool { document.layout.isBinding(action) }
  override var keepsContainers: Bool { false }

  override func hold(_ route: JSONRoute) -> () -> JSON? {
    let hold = document.hold(route)
    return { hold.last }
  }

  override func recordChanges(at route: JSONRoute) -> RecordedChanges {
    let changes = document.changes
    let rowSteps = document.rowSteps(of: route)
    changes.start()
    return RecordedChanges(
      written: { [unowned document] in document.written(at: route, rowSteps: rowSteps) },
      stop: { changes.stop() })
  }

  override func watch(_ route: JSONRoute, _ notify: @escaping () -> Void) -> () -> Void {
    let (place, watcher) = document.watch(route)
    watcher.notify = notify
    return { [document] in document.unwatch(place, watcher) }
  }

  override func end() {
    store.end()
    // Inside a burst it ends with that, and observers still look here.
    if !store.isEnded { store.onEnd { withExtendedLifetime(self) {} } }
  }
}

extension JSONDocument {
  /// What is at a view's place; nil where it is not there.
  fileprivate func presentNode(at route: JSONRoute) -> JSONNode? {
    if route.isRoot { return root }
    guard let node = node(at: route), node.kind != .null else { return nil }
    return node
  }
}

/// Whether a store is still there, for any thread.
final class StoreLife: Sendable {
  private let alive = Atomic<Bool>(true)

  var isAlive: Bool { alive.load(ordering: .acquiring) }
  func end() { alive.store(false, ordering: .releasing) }
}
