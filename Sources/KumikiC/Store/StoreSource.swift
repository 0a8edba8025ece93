internal import CKumiki
internal import KumikiValues
internal import KumikiJSON
internal import KumikiTestCore

/// A store behind its handles. Its state and actions are JSON, whatever the language of the feature.
///
/// There are two implementations: ``JSONStoreSource`` and ``TypedStoreSource``. The handles of a store and of its
/// scoped stores share one source. A handle checks each call (its thread, the store's end, a running reducer) before
/// it calls the source, which does not check again.
protocol StoreSource: AnyObject {
  /// The store's core, with its loop, effects and generators.
  var core: StoreCore { get }
  /// The dependencies of all actions, starting with the next one.
  var dependencies: DependencyValues { get set }
  var isReducing: Bool { get }
  /// Lets other threads, and the handles that end with the store, know whether the store still exists.
  var life: StoreLife { get }
  func end()
  func snapshot() throws -> JSONSnapshot
  func restore(_ snapshot: JSONSnapshot) throws
  /// The same store, if its state is a JSON document; nil for a feature written in Swift.
  var documented: (any DocumentSource)? { get }

  // MARK: Actions

  /// Sends an action of a scoped store. The caller keeps its reference.
  ///
  /// - Parameter isTracked: Whether the caller uses the returned task.
  func send(_ action: JSONNode, through view: StoreView, isTracked: Bool) throws -> StoreTask
  /// Sends an action of a test to the whole store, including private cases. The caller keeps its reference.
  func sendTest(_ action: JSONNode, through view: StoreView) throws -> StoreTask
  /// Sends an action of the whole store, given as JSON text.
  func send(text: JSONBytes, through view: StoreView) throws -> StoreTask
  /// Sends an action that another thread has posted.
  func deliver(_ action: JSON)
  /// Throws if a JSON value cannot be an action of any case.
  func requireAction(_ node: JSONNode) throws
  /// Whether an action of the whole store is a write of a binding.
  func isBinding(_ action: JSONNode) -> Bool
  /// Whether the feature can read an action.
  func takes(_ action: JSON) -> Bool
  /// Returns an action in its canonical spelling.
  func canonical(_ action: JSON) -> JSON

  // MARK: State

  /// Returns a new reference to the value of a part: `.some(nil)` if the value is missing, nil if the scoped store's
  /// own state is missing.
  func newValue(of part: StorePart) throws -> JSONNode??
  /// Whether there is a value at an address.
  func exists(_ address: JSONAddress) throws -> Bool
  /// Returns the current slot at an address; nil if there is none.
  func slot(at address: JSONAddress) throws -> JSONSlotIdentity?
  /// Returns the pointer of the slot whose actions are under a case path, relative to a scoped store's place.
  func slotPointer(for path: JSONCasePath, in view: ViewPlace) -> JSONPointer?
  /// Returns the ids of the rows at an address; nil if there are no rows.
  func rowIDs(at address: JSONAddress) throws -> JSONRowIDs?
  /// Returns a list of the rows at a pointer from an address.
  func list(of rows: JSONPointer, from base: JSONAddress, _ options: ListOptions) -> ListParts

  // MARK: Names

  /// Throws if the state can never have a value at an address.
  ///
  /// - Parameter subject: The argument that names the address, for messages. The same holds for the functions below.
  func checkPlace(_ address: JSONAddress, _ subject: String) throws
  /// Throws if there can never be rows at an address, or never one of the places in a row.
  func checkRows(
    at address: JSONAddress, _ subject: String, _ places: [(subject: String, pointer: JSONPointer)]
  ) throws

  // MARK: Observing

  /// Calls `notify` after each burst that may have changed an aspect of a part, until the returned closure is called.
  /// The part is then read for this observer.
  func observe(
    _ part: StorePart, _ aspect: ObservedAspect, _ notify: @escaping () -> Void
  ) -> () -> Void
  /// Calls observers outside of a burst. Actions that the observers send are buffered until all have been called.
  func notifying(_ body: () -> Void)
  /// Keeps the last value at an address after the value is gone, as long as the result is held. Returns nil if the
  /// value always exists.
  func hold(_ address: JSONAddress) -> (any LastState)?

  // MARK: Derived values

  /// The store's observers.
  var list: ObserverList { get }
  /// Runs a computation, during which the store accepts no actions.
  func deriving(_ body: () -> Void)
  /// Changes whenever the state may have changed; nil if the source cannot tell.
  var stateVersion: UInt64? { get }
  /// Returns a part as an input of a derived value.
  func input(_ part: StorePart) -> any DerivedInput
  /// Records that a derived value that is being computed reads an aspect of a part.
  func note(_ part: StorePart, _ aspect: ObservedAspect, for node: DerivedNode)

  /// Whether reported containers are kept and compared.
  var keepsContainers: Bool { get }
}

extension StoreSource {
  func sendTest(_ action: JSONNode, through view: StoreView) throws -> StoreTask {
    try send(action, through: view, isTracked: true)
  }

  /// Returns the store as one with a document.
  ///
  /// - Parameters:
  ///   - reason: A clause of the message that explains why the call needs a document.
  ///   - result: A clause about the other store.
  /// - Throws: For the store of a feature written in Swift.
  func requireDocument(_ reason: String = "", _ result: String = "") throws -> any DocumentSource {
    if let documented { return documented }
    throw Failure.invalid(
      "the store is of a feature written in Swift\(reason); make it by kmk_store_new of a kmk_feature\(result)"
    )
  }
}

/// A source that holds a store of the engine. Implements the parts that do not depend on the feature's language.
protocol StoreHolder: StoreSource {
  associatedtype State
  associatedtype Action
  var store: LoopStore<State, Action> { get }
}

extension StoreHolder {
  var core: StoreCore { store.core }
  var isReducing: Bool { store.isReducing }

  var dependencies: DependencyValues {
    get { store.dependencies }
    set { store.dependencies = newValue }
  }

  var list: ObserverList { store.observerList }
  func deriving(_ body: () -> Void) { store.deriving(body) }
  func notifying(_ body: () -> Void) { store.notifying(body) }

  func end() {
    store.end()
    // A store that is ended inside a burst ends after the burst, and until then observers read through this source.
    if !store.isEnded { store.onEnd { withExtendedLifetime(self) {} } }
  }
}

/// The context for making a store: its core, its loop, and the test that it runs in.
struct StoreHome {
  let core: StoreCore
  /// The program's handle of the loop, borrowed.
  let loopHandle: Uncounted<LoopHandle>
  /// The recorder and settings of a test store; nil outside of tests.
  let trial: Trial?

  /// - Parameter handle: The handle of an open loop that belongs to the calling thread.
  init(_ handle: LoopHandle, trial: Trial? = nil) throws {
    try handle.loop.check()
    core = StoreCore(loop: handle.loop)
    loopHandle = Uncounted(handle)
    self.trial = trial
  }

  struct Trial {
    let recorder: TestRecorder<JSON, JSON>
    let update: (inout DependencyValues) -> Void
  }
}
