internal import CKumiki
internal import Kumiki
internal import KumikiJSON

/// The store of a feature written in Swift: typed inside, JSON at the door.
///
/// An action is decoded when it comes in; of the state only what is asked for or watched is encoded.
final class TypedStoreFront<State: Codable, Action: Codable>: StoreFront {
  private let store: Store<State, Action>
  private var watchers: [Watcher] = []
  private var holds: [Hold] = []
  private let life = StoreLife()

  private final class Watcher {
    var notify: (() -> Void)?
    init(_ notify: @escaping () -> Void) { self.notify = notify }
  }

  init(
    _ home: StoreHome, initialState: @escaping () -> State, reducer: some Reducer<State, Action>
  ) {
    store = Store(
      initialState: initialState, table: home.table, describe: { describeAction($0) },
      update: home.trial?.update
    ) {
      guard let recorder = home.trial?.recorder else {
        return { state, action in reducer.reduce(into: &state, action: action) }
      }
      return recorder.recording(
        reducer.makeStep(), state: { Self.recorded($0) }, action: { Self.recorded($0) })
    }
    super.init(home.table.loop, home.loopHandle)
    store.onCommit { [weak self] _ in self?.notify() }
    store.onEnd { [weak self, life] in
      life.end()
      self?.watchers = []
      self?.holds = []
    }
  }

  deinit { store.end() }

  override var isEnded: Bool { store.isEnded }
  override var isReducing: Bool { store.isReducing }
  override var effectCount: Int { store.effectCount }
  override var table: EffectTable? { store.table }

  override func takes(_ action: JSON) -> Bool {
    (try? JSONBridge.decode(Action.self, from: action)) != nil
  }

  override var dependencies: DependencyValues {
    get { store.dependencies }
    set { store.dependencies = newValue }
  }

  /// As a test store keeps it. What JSON cannot write shows as why.
  private static func recorded(_ value: some Encodable) -> JSON {
    do throws(JSONError) { return try JSONBridge.encode(value) } catch {
      return ["not JSON": "\(error)"]
    }
  }

  override func send(_ action: JSONNode) throws -> StoreTask {
    try check()
    try JSONMeasure.check(action)
    return store.send(try JSONBridge.decode(Action.self, from: action))
  }

  override func mailbox() -> Mailbox {
    Mailbox(loop, isOpen: { [life] in life.isAlive }) { [weak self] action in
      guard let self, !isEnded else { return }
      do throws(JSONError) {
        let decoded = try action.withNode { node throws(JSONError) in
          try JSONBridge.decode(Action.self, from: node)
        }
        store.send(decoded)
      } catch {
        loop.report(
          Issue(
            code: .actionMisfit, message: "\(error.message); the action was dropped",
            statePath: error.path))
      }
    }
  }

  override func state() throws -> JSON {
    try checkReading()
    return try reading { () throws(JSONError) in try JSONBridge.encode(store.state) }
  }

  override func part(_ pointer: JSONPointer) throws -> JSON? {
    try checkReading()
    return try reading { () throws(JSONError) in
      try JSONBridge.encodePart(of: store.state, at: pointer)
    }
  }

  /// A number that JSON has not is the feature's mistake: an issue beside the error of the call.
  private func reading<Value>(_ read: () throws(JSONError) -> Value) throws(JSONError) -> Value {
    do throws(JSONError) {
      return try read()
    } catch {
      if error.kind == .notFinite {
        loop.report(Issue(code: .jsonNonfinite, message: error.message, statePath: error.path))
      }
      throw error
    }
  }

  override func isThere(_ route: JSONRoute) throws -> Bool {
    try checkReading()
    return try JSONBridge.part(of: store.state, at: route) != nil
  }

  override func isBinding(_ action: JSONNode) -> Bool {
    guard action.looksLikeBinding else { return false }
    return (try? JSONBridge.decode(Action.self, from: action)).map { isBindingAction($0) } ?? false
  }

  override func part(_ base: JSONRoute, _ pointer: JSONPointer) throws -> JSON?? {
    if base == .root { return .some(try part(pointer)) }
    try checkReading()
    return try reading { () throws(JSONError) in
      guard let part = try JSONBridge.part(of: store.state, at: base) else { return nil }
      return .some(try JSONBridge.encodePart(of: part.value, at: pointer))
    }
  }

  override func slot(at route: JSONRoute) throws -> SlotFound {
    try checkReading()
    return SlotFound(try JSONBridge.slotIdentity(of: store.state, along: route))
  }

  override func rowIDs(at route: JSONRoute) throws -> JSONRowIDs? {
    try checkReading()
    guard let part = try JSONBridge.part(of: store.state, at: route) else { return .empty }
    guard let rows = part.value as? any JSONRowsValue else { return nil }
    return JSONRowIDs(structure: rows.structure) { () throws(JSONError) in try rows.rowIDs() }
  }

  /// A Swift feature's slot is found by the name that its action case has in the state.
  override func slotPointer(for path: JSONCasePath, in view: ViewPlace) -> JSONPointer? {
    let pointer = path.cases.reduce(JSONPointer.root) {
      $1.name == "presented" ? $0 : $0.appending($1.name)
    }
    return (try? slot(at: view.state.appending(pointer)))?.isAttached == true ? pointer : nil
  }

  /// A copy of the typed part as each burst left it, where it may go.
  private final class Hold {
    let route: JSONRoute
    var value: (any Encodable)?

    init(_ route: JSONRoute) { self.route = route }

    func look(_ state: State) {
      guard let part = try? JSONBridge.part(of: state, at: route), part.mayVanish else { return }
      value = part.value
    }
  }

  override func hold(_ route: JSONRoute) -> () -> JSON? {
    let hold = Hold(route)
    hold.look(store.state)
    // What is always there needs no copy, which its next write would have to copy.
    guard hold.value != nil else { return { nil } }
    holds.append(hold)
    let end = HoldEnd { [unowned self] in holds.removeAll { $0 === hold } }
    return {
      withExtendedLifetime(end) { hold.value.flatMap { try? JSONBridge.encode($0) } }
    }
  }

  /// Runs when the closure that it is held by goes.
  private final class HoldEnd {
    private let action: () -> Void
    init(_ action: @escaping () -> Void) { self.action = action }
    deinit { action() }
  }

  override func watch(_: JSONRoute, _ notify: @escaping () -> Void) -> () -> Void {
    let watcher = Watcher(notify)
    watchers.append(watcher)
    return { [weak self] in
      watcher.notify = nil
      self?.watchers.removeAll { $0 === watcher }
    }
  }

  private func notify() {
    for hold in holds { hold.look(store.state) }
    for watcher in watchers { watcher.notify?() }
  }

  override func end() { store.end() }
}
