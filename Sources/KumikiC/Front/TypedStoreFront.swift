internal import CKumiki
internal import Kumiki
internal import KumikiJSON

/// The store of a feature written in Swift: typed inside, JSON at the door.
///
/// An action is decoded when it comes in; of the state only what is asked for or watched is encoded.
final class TypedStoreFront<State: Codable, Action: Codable>: StoreFront {
  private let store: Store<State, Action>
  private let told = AfterBurst()
  private let life = StoreLife()
  private let rows: JSONRowsPlaces
  private let sights: JSONSights
  private let whole = JSONSight(.root, for: .part)
  private let actions = DecodedActions()
  private let lease: FeatureLease

  init(
    _ home: StoreHome, _ lease: FeatureLease, initialState: @escaping () -> State,
    reducer: some Reducer<State, Action>
  ) {
    self.lease = lease
    let rows = JSONRowsPlaces()
    self.rows = rows
    sights = JSONSights(from: .root, in: rows)
    store = Store(
      initialState: initialState, table: home.table, describe: { describeAction($0) },
      update: home.trial?.update
    ) {
      RowsForgetter<State, Action>(rows)
      if let recorder = home.trial?.recorder {
        recorder.recording(
          reducer, state: { Self.recorded($0) }, action: { Self.recorded($0) })
      } else {
        AnyReducer(reducer)
      }
    }
    super.init(home.table.loop, home.loopHandle, ViewTable())
    store.onCommit { [told] store in told.run(store) }
    // The store holds the lease too: it may be at work when its handle goes.
    store.onEnd { [told, life, views, lease] in
      withExtendedLifetime(lease) {}
      life.end()
      told.clear()
      views.end()
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

  override func spelt(_ action: JSON) -> JSON {
    var spelt = action
    // What it reads may take ids, which the feature is not to miss.
    GeneratorPositions(store.table.identifiers, dependencies).rehearse {
      spelt = JSONBridge.spelt(Action.self, action) ?? action
    }
    return spelt
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
    return try sendHere(action)
  }

  override func sendUntracked(_ action: JSONNode) throws {
    try check()
    try store.untracked { _ = try sendHere(action) }
  }

  private func sendHere(_ action: JSONNode) throws -> StoreTask {
    let (entry, slot) = actions.find(action)
    if let entry, !entry.isOther { return send(entry) }
    try JSONMeasure.check(action)
    let json = JSON(borrowing: action)
    guard let slot, slot.isMet else {
      return store.send(try JSONBridge.decode(Action.self, from: json))
    }
    return store.send(try actions.read(Action.self, action, as: json, at: slot))
  }

  fileprivate func send(_ entry: DecodedActions.Entry) -> StoreTask {
    store.send(DecodedActions.action(entry, Action.self))
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

  override func state() throws -> JSON { JSON(stealing: try newState()) }

  override func newState() throws -> JSONNode {
    try checkReading()
    return try reading { () throws(JSONError) in try look(whole)! }
  }

  override func newPart(_ pointer: UnsafePointer<CChar>) throws -> JSONNode? {
    try checkReading()
    let sight = try sights.sight(pointer)
    return try reading { () throws(JSONError) in try look(sight) }
  }

  override func part(_ pointer: JSONPointer) throws -> JSON? {
    try checkReading()
    return try reading { () throws(JSONError) in
      try JSONBridge.encodePart(of: store.state, at: pointer)
    }
  }

  /// What is at a place of the state, a new reference.
  fileprivate func look(_ sight: JSONSight) throws(JSONError) -> JSONNode? {
    var node: JSONNode?
    var failure: JSONError?
    store.withState { state in
      do throws(JSONError) { node = try sight.part(in: state) } catch { failure = error }
    }
    if let failure { throw failure }
    return node
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
    let pointer = JSONPointer(keys: path.names.filter { $0 != "presented" })
    return (try? slot(at: view.state.appending(pointer)))?.isAttached == true ? pointer : nil
  }

  override func hold(_ route: JSONRoute) -> () -> JSON? {
    let sight = JSONSight(route, for: .value, in: rows)
    store.withState { sight.keep(in: $0) }
    // What is always there needs no copy, which its next write would have to copy.
    guard sight.keepsSomething else { return { nil } }
    let end = told.hold(sight)
    return {
      withExtendedLifetime(end) { sight.kept }
    }
  }

  override func watch(_: JSONRoute, _ notify: @escaping () -> Void) -> () -> Void {
    told.watch(notify)
  }

  override func looker(
    _ base: JSONRoute, _ pointer: JSONPointer
  ) -> (_ body: (JSONNode?) -> Void) throws -> Void {
    let sight = JSONSight(base.appending(pointer), for: .part, in: rows)
    let isSure = base.isRoot || base.endsInRow
    return { [unowned self] body in
      try checkReading()
      if let node = try? look(sight) {
        defer { node.releaseDeep() }
        if isSure || node.kind != .null { return body(node) }
      }
      // Nothing, or null, may mean that the view's own state is not there.
      try look(base, pointer, body)
    }
  }

  override func typedView(_ place: ViewPlace) -> TypedView? { View(self, place) }

  private final class View: TypedView {
    // The view's handle holds the store's front, and this.
    private unowned let front: TypedStoreFront

    init(_ front: TypedStoreFront, _ place: ViewPlace) {
      self.front = front
      super.init(place, front.rows)
    }

    override func look(_ sight: JSONSight) throws(JSONError) -> JSONNode? {
      try front.look(sight)
    }

    override func sendUntracked(_ action: JSONNode) throws -> Bool {
      var isSent = false
      try front.store.untracked { isSent = try send(action) != nil }
      return isSent
    }

    override func send(_ action: JSONNode) throws -> StoreTask? {
      let (entry, slot) = actions.find(action)
      if let entry { return entry.isOther ? nil : front.send(entry) }
      guard let slot, slot.isMet, (try? JSONMeasure.check(action)) != nil else { return nil }
      let whole = place.wrap(JSON(borrowing: action))
      // What does not fit is refused in the usual way, with its place.
      _ = try? actions.read(Action.self, action, as: whole, at: slot)
      return actions.find(action).entry.flatMap { $0.isOther ? nil : front.send($0) }
    }
  }

  override func end() {
    store.end()
    // Inside a burst it ends with that, and observers still look here.
    if !store.isEnded { store.onEnd { withExtendedLifetime(self) {} } }
  }
}

/// Whoever looks at a typed state after each burst.
private final class AfterBurst {
  private var watchers: [Watcher] = []
  private var sights: [JSONSight] = []

  private final class Watcher {
    var notify: (() -> Void)?
    init(_ notify: @escaping () -> Void) { self.notify = notify }
  }

  func run<State: Encodable, Action>(_ store: Store<State, Action>) {
    if !sights.isEmpty {
      store.withState { state in
        for sight in sights { sight.keep(in: state) }
      }
    }
    for watcher in watchers { watcher.notify?() }
  }

  func clear() {
    // A subscription that is freed later holds its watcher, but not whom it told.
    for watcher in watchers { watcher.notify = nil }
    watchers = []
    sights = []
  }

  func watch(_ notify: @escaping () -> Void) -> () -> Void {
    let watcher = Watcher(notify)
    watchers.append(watcher)
    return { [self] in
      watcher.notify = nil
      watchers.removeAll { $0 === watcher }
    }
  }

  /// Has a sight keep its last value, as long as what is answered is held.
  func hold(_ sight: JSONSight) -> AnyObject {
    sights.append(sight)
    return End { [self] in sights.removeAll { $0 === sight } }
  }

  /// Runs something when it goes.
  private final class End {
    private let action: () -> Void
    init(_ action: @escaping () -> Void) { self.action = action }
    deinit { action() }
  }
}

/// Listed before a feature: rows that are held here would be copied when the feature writes them.
private struct RowsForgetter<State, Action>: Reducer {
  typealias Body = Never

  private let rows: JSONRowsPlaces

  init(_ rows: JSONRowsPlaces) { self.rows = rows }

  func reduce(into _: inout State, action _: Action) -> Effect<Action> {
    rows.forget()
    return .none
  }
}
