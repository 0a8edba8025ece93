internal import CKumiki
internal import KumikiValues
internal import KumikiJSON

/// A derived value as held by C. The handle releases the value when it is freed or the store ends. The value lives on
/// while it has observers or other values are derived from it.
final class DerivedHandle: StoreMember {
  override class var kind: StaticString? { "kmk_derived" }
  private let core: StoreCore
  private var kept: (node: DerivedNode, value: DerivedJSON)?

  init(_ value: DerivedJSON) {
    let store = value.store
    core = store.core
    kept = (DerivedNode(store.source.list, core.derivations, value), value)
    super.init(store.loop)
    join(store.source.life, as: .derived(ObjectIdentifier(self)))
  }

  override func end() {
    leave()
    releaseParts()
  }

  /// Releases the value, after clearing `kept`: a free_fn may free this very value, and other values of a long chain.
  private func releaseParts() {
    var parts: [AnyObject] = []
    if let kept { parts = [kept.value, kept.node] }
    kept = nil
    Dismantling.release(&parts)
  }

  override func storeEnded() {
    super.storeEnded()
    releaseParts()
  }

  private func live() throws -> (node: DerivedNode, value: DerivedJSON) {
    try loop.check()
    guard let kept, !core.isEnded else { throw Failure.closed }
    return kept
  }

  /// Returns the current value.
  func get() throws -> JSON {
    let (node, value) = try live()
    try value.store.checkReading({}) { _ in }
    try Self.refresh(node)
    node.noteRead()
    if let failure = value.failure { throw failure }
    guard let json = value.json else {
      throw Failure(KMK_ERR_NOT_FOUND, "there is no value: its function returned NULL")
    }
    return json
  }

  private static func refresh(_ node: DerivedNode) throws {
    do throws(DerivedRefusal) {
      try node.refresh()
    } catch {
      switch error {
      case .cycle:
        throw Failure(
          KMK_ERR_BUSY,
          "the value is being computed: its function asks for it, itself or through others")
      case .tooDeep:
        throw Failure(
          KMK_ERR_TOO_DEEP, "values are derived from each other further than the stack reaches")
      }
    }
  }

  /// Calls `notify` with the value immediately, and after each burst that changed the value.
  @safe func observe(_ notify: @escaping (JSONNode?) -> Void) throws -> CHandle {
    let (node, value) = try live()
    let store = value.store
    try store.checkReading()
    try Self.refresh(node)
    let report = {
      // The function may free the value.
      let json = value.json
      notify(json?.node)
      withExtendedLifetime(json) {}
    }
    let list = store.source.list
    weak let observer = node.addObserver(report)
    let end = { if let observer { list.cancel(observer) } }
    return try subscribed(to: store, Subscribed(end, first: report))
  }
}

/// The value of a ``DerivedHandle``, and the program's function.
final class DerivedJSON: DerivedComputation {
  let store: StoreHandle
  private let function: (StoreHandle) -> JSON?
  private let places: [StorePart]?
  /// Nil if the function returned NULL or something that is not a value.
  private(set) var json: JSON?
  private(set) var failure: Failure?

  /// - Parameter places: The places that the value is derived from; nil for the places that the function reads.
  init(
    _ store: StoreHandle, _ places: [JSONPointer]?, _ function: @escaping (StoreHandle) -> JSON?
  ) {
    self.store = store
    self.places = places.map { $0.map { StorePart(store.base, $0) } }
    self.function = function
  }

  var stateVersion: UInt64? { store.source.stateVersion }
  var named: [any DerivedInput]? { places.map { $0.map(store.source.input) } }

  func deriving(_ body: () -> Void) { store.source.deriving(body) }

  func compute() -> (differs: Bool, holds: Bool) {
    let before = json
    json = function(store)
    failure = nil
    if let json {
      do throws(JSONError) {
        try JSONMeasure.check(json)
      } catch {
        failure = Failure(error)
        self.json = .none
      }
    }
    return (json != before, json != .none)
  }
}

extension Callback where Call == (StoreHandle) -> JSON? {
  @safe init(_ fn: kmk_derived_fn?, _ pointer: CData?, _ release: kmk_free_fn?) {
    self.init(pointer, release, fn) { fn, data in
      { store in calling("kmk_derived_fn") { unsafe taken(fn(store.lent(), data.pointer)) } }
    }
  }
}
