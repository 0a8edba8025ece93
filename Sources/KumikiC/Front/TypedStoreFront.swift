internal import CKumiki
internal import Kumiki
internal import KumikiJSON

/// The store of a feature written in Swift: typed inside, JSON at the door.
///
/// An action is decoded when it comes in; of the state only what is asked for or watched is encoded.
final class TypedStoreFront<State: Codable, Action: Codable>: StoreFront {
  private let store: Store<State, Action>
  private var watchers: [Watcher] = []
  private let life = StoreLife()

  private final class Watcher {
    var notify: (() -> Void)?
    init(_ notify: @escaping () -> Void) { self.notify = notify }
  }

  init(
    _ loop: Loop, _ handle: OpaquePointer, initialState: @escaping () -> State,
    reducer: some Reducer<State, Action>
  ) {
    store = Store(initialState: initialState(), loop: loop) { reducer }
    super.init(loop, handle)
    store.onCommit { [weak self] _ in self?.notify() }
    store.onEnd { [weak self, life] in
      life.end()
      self?.watchers = []
    }
  }

  deinit { store.end() }

  override var isEnded: Bool { store.isEnded }
  override var isReducing: Bool { store.isReducing }
  override var effectCount: Int { store.effectCount }

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

  override func slot(at pointer: JSONPointer) throws -> JSONSlotIdentity? {
    try checkReading()
    return try JSONBridge.slotIdentity(of: store.state, at: pointer)
  }

  /// A Swift feature's slot is found by the name that its action case has in the state.
  override func slotPointer(for path: JSONCasePath) -> JSONPointer? {
    let pointer = path.cases.reduce(JSONPointer.root) {
      $1.name == "presented" ? $0 : $0.appending($1.name)
    }
    return (try? slot(at: pointer)) != nil ? pointer : nil
  }

  override func watch(_: JSONPointer, _ notify: @escaping () -> Void) -> () -> Void {
    let watcher = Watcher(notify)
    watchers.append(watcher)
    return { [weak self] in
      watcher.notify = nil
      self?.watchers.removeAll { $0 === watcher }
    }
  }

  private func notify() {
    for watcher in watchers { watcher.notify?() }
  }

  override func end() { store.end() }
}

extension PresentationState: JSONSlotValue {
  package var slotIdentityText: String? { id?.description }
  package var slotIsEnum: Bool { EnumTag.isEnum(State.self) }
}
