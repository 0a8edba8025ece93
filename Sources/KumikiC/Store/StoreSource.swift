internal import CKumiki
internal import KumikiValues
internal import KumikiJSON
internal import KumikiTestCore

/// A store behind its handles: its state and actions are JSON, in whatever language the feature is written.
///
/// There are two implementations: ``JSONStoreSource`` and ``TypedStoreSource``. The handle of a store and
/// those of its views share one. A handle checks each call (its thread, the store's end, a running reducer)
/// before it calls the source, which does not check again.
protocol StoreSource: AnyObject {
  /// The store's core, with its loop, effects and generators.
  var core: StoreCore { get }
  /// The dependencies of all actions from the next one on.
  var dependencies: DependencyValues { get set }
  var isReducing: Bool { get }
  /// Tells other threads whether the store still exists, and the handles that end with it.
  var life: StoreLife { get }
  func end()
  /// The present moment.
  func snapshot() throws -> JSONSnapshot
  /// Goes back to a moment.
  func restore(_ snapshot: JSONSnapshot) throws
  /// The same store, if its state is a JSON document; nil for a feature written in Swift.
  var documented: (any DocumentSource)? { get }

  // MARK: Actions

  /// Sends an action of a view. The caller keeps it.
  ///
  /// - Parameter isTracked: whether the caller uses the returned task.
  func send(_ action: JSONNode, through view: StoreView, isTracked: Bool) throws -> StoreTask
  /// Sends an action of the whole store, given as JSON text.
  func send(text: JSONBytes, through view: StoreView) throws -> StoreTask
  /// Sends an action that another thread has posted.
  func deliver(_ action: JSON)
  /// Refuses JSON that cannot be an action of any case.
  func requireAction(_ node: JSONNode) throws
  /// Whether an action of the whole store is a write of a binding.
  func isBinding(_ action: JSONNode) -> Bool
  /// Whether the feature can read an action.
  func takes(_ action: JSON) -> Bool
  /// An action in its canonical spelling.
  func spelt(_ action: JSON) -> JSON

  // MARK: State

  /// A new reference to the value of a part: `.some(nil)` if nothing is there, nil if the view's own state is
  /// missing.
  func newValue(of part: StorePart) throws -> JSONNode??
  /// Whether there is a value at an address.
  func isThere(_ address: JSONAddress) throws -> Bool
  /// The current slot at an address; nil if there is none.
  func slot(at address: JSONAddress) throws -> JSONSlotIdentity?
  /// The pointer, relative to a view's place, of the slot whose actions are under a case path.
  func slotPointer(for path: JSONCasePath, in view: ViewPlace) -> JSONPointer?
  /// The ids of the rows at an address; nil if there are no rows.
  func rowIDs(at address: JSONAddress) throws -> JSONRowIDs?
  /// A list of the rows at a pointer from an address.
  func list(of rows: JSONPointer, from base: JSONAddress, _ options: ListOptions) -> ListParts

  // MARK: Names

  /// Throws if the state can never have a value at an address.
  ///
  /// - Parameter subject: the argument that names it, for messages. So in the others.
  func checkPlace(_ address: JSONAddress, _ subject: String) throws
  /// Throws if there can never be rows at an address, or one of these places in a row.
  func checkRows(
    at address: JSONAddress, _ subject: String, _ places: [(subject: String, pointer: JSONPointer)]
  ) throws

  // MARK: Observing

  /// Calls `notify` after each burst that may have changed an aspect of a part, until the returned closure is
  /// called. The part is then read for this observer.
  func observe(
    _ part: StorePart, _ aspect: ObservedAspect, _ notify: @escaping () -> Void
  ) -> () -> Void
  /// Calls observers outside of a burst. Actions that they send are buffered until all have been called.
  func telling(_ body: () -> Void)
  /// Keeps the last value at an address after it is gone, as long as the result is held; nil if it always exists.
  func hold(_ address: JSONAddress) -> (any LastState)?

  // MARK: Derived values

  /// The store's observers.
  var list: ObserverList { get }
  /// Runs a computation, during which the store takes nothing in.
  func deriving(_ body: () -> Void)
  /// Changes whenever the state may have changed; nil if that is not known.
  var moment: UInt64? { get }
  /// A part as an input of a derived value.
  func input(_ part: StorePart) -> any DerivedInput
  /// Notes that a derived value that is being computed reads an aspect of a part.
  func note(_ part: StorePart, _ aspect: ObservedAspect, for node: DerivedNode)

  /// Whether reported containers are kept and compared.
  var keepsContainers: Bool { get }
}

extension StoreSource {
  /// The store as one with a document.
  ///
  /// - Parameters:
  ///   - reason: a clause of the message that says why the call needs a document.
  ///   - result: a clause about the other store.
  /// - Throws: for the store of a feature written in Swift.
  func requireDocument(_ reason: String = "", _ result: String = "") throws -> any DocumentSource {
    if let documented { return documented }
    throw Failure.invalid(
      "the store is of a feature written in Swift\(reason); make it by kmk_store_new of a kmk_feature\(result)"
    )
  }
}

/// A source with a store of the engine. Implements what does not depend on the feature's language.
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
  func telling(_ body: () -> Void) { store.telling(body) }

  func end() {
    store.end()
    // A store that ends inside a burst ends after it, and observers still read here.
    if !store.isEnded { store.onEnd { withExtendedLifetime(self) {} } }
  }
}

/// The place where a store is made.
struct StoreHome {
  let core: StoreCore
  /// The program's handle of the loop, borrowed.
  let loopHandle: Uncounted<LoopHandle>
  /// What a test store records of the store under test.
  let trial: Trial?

  /// - Parameter handle: of an open loop that belongs to the calling thread.
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
