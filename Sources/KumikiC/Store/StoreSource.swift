internal import CKumiki
internal import Kumiki
internal import KumikiJSON
internal import KumikiTestCore

/// A store as a handle sees it: its state and actions are JSON, whichever language the feature is written
/// in.
///
/// There are two: ``JSONStoreSource`` and ``TypedStoreSource``. The handle of a store and those of its
/// views share one. A handle checks a call (its thread, the store's end, a reducer at work) before it
/// asks the source, so nothing here does so again.
protocol StoreSource: AnyObject {
  /// The table of the store's effects, and what goes with it.
  var table: EffectTable { get }
  /// The dependencies of every action from the next one on.
  var dependencies: DependencyValues { get set }
  var isReducing: Bool { get }
  /// The views of the store whose handles are alive.
  var views: ViewTable { get }
  /// The subscriptions whose handles are alive.
  var subscriptions: SubscriptionTable { get }
  /// Tells other threads whether the store is still there.
  var life: StoreLife { get }
  func end()
  /// Has another reducer handle the actions from here on.
  func replaceReducer(_ reducer: JSONReducer) throws

  // MARK: Actions

  /// Sends an action of a view, which stays the caller's.
  ///
  /// - Parameter isTracked: whether the caller uses the task that is returned.
  func send(_ action: JSONNode, through view: StoreView, isTracked: Bool) throws -> StoreTask
  /// Sends an action of the whole store that comes as JSON text.
  func send(text: JSONBytes, through view: StoreView) throws -> StoreTask
  /// Sends an action that another thread has left.
  func deliver(_ action: JSON)
  /// Refuses what can be no action, of whatever case.
  func requireAction(_ node: JSONNode) throws
  /// Whether an action of the whole store is a write of a binding.
  func isBinding(_ action: JSONNode) -> Bool
  /// Whether an action has a form that the feature reads.
  func takes(_ action: JSON) -> Bool
  /// An action in the one spelling that stands for all that it has.
  func spelt(_ action: JSON) -> JSON

  // MARK: State

  /// What is at a pointer in a view, at its place where none is given, as a new reference, for pointers that
  /// are read repeatedly. Nil where ``part(_:_:)`` has to be asked.
  func newPart(_ text: CStringView?, through view: StoreView) throws -> JSONNode?
  /// A part at a pointer from a view's place; nil where the view's own state is not there.
  func part(_ base: JSONAddress, _ pointer: JSONPointer) throws -> JSON??
  /// The whole state as text, for `kmk_text_free`.
  @safe func newText(flags: Int) throws -> CNewText?
  /// Whether there is something at a route.
  func isThere(_ route: JSONAddress) throws -> Bool
  /// The slot at a route as it is now; nil where none is.
  func slot(at route: JSONAddress) throws -> JSONSlotIdentity?
  /// The pointer, from a view's place, of the slot whose actions are under a case path.
  func slotPointer(for path: JSONCasePath, in view: ViewPlace) -> JSONPointer?
  /// Whether the path at a route is written as a whole; nil where only its actions can tell.
  func isLegacyPath(at route: JSONAddress) -> Bool?
  /// The ids of the rows at a route; nil where no rows are there.
  func rowIDs(at route: JSONAddress) throws -> JSONRowIDs?

  // MARK: Observing

  /// Reads the value at a pointer from a view's place for those who are told of it: calls the body with
  /// it, and nobody changes it meanwhile; not where the view's own state is not there.
  func reader(
    _ base: JSONAddress, _ pointer: JSONPointer
  ) -> (_ body: (JSONNode?) -> Void) throws -> Void
  /// Calls `notify` after each burst that may have changed an aspect of what is at a pointer from a view's
  /// place, until what is answered is called.
  func observe(
    _ base: JSONAddress, _ pointer: JSONPointer, _ aspect: ObservedAspect,
    _ notify: @escaping () -> Void
  ) -> () -> Void
  /// Records what each burst does to the part at a route.
  ///
  /// - Parameter returning: whether the way back is asked for too.
  func recordChanges(at route: JSONAddress, returning: Bool) -> RecordedChanges
  /// Keeps the last value at a route when that goes, as long as the closure is held.
  func hold(_ route: JSONAddress) -> () -> JSON?
  /// Whether containers that were told are kept and compared.
  var keepsContainers: Bool { get }
}

/// A source with a store of the engine, which answers what does not depend on the feature's language.
protocol StoreHolder: StoreSource {
  associatedtype State
  associatedtype Action
  var store: Store<State, Action> { get }
}

extension StoreHolder {
  var table: EffectTable { store.table }
  var isReducing: Bool { store.isReducing }

  var dependencies: DependencyValues {
    get { store.dependencies }
    set { store.dependencies = newValue }
  }

  func end() {
    store.end()
    // Inside a burst it ends with that, and observers still look here.
    if !store.isEnded { store.onEnd { withExtendedLifetime(self) {} } }
  }
}

/// Where a store is made.
struct StoreHome {
  let table: EffectTable
  /// The program's handle of the loop, borrowed.
  let loopHandle: Uncounted<LoopHandle>
  /// What a test store records of the store under test.
  let trial: Trial?

  /// - Parameter loop: the loop that is wanted: open, and the calling thread's.
  @safe init(_ loop: CHandle?, trial: Trial? = nil) throws {
    let handle = try Handle<LoopHandle>.at(loop, "loop")
    try handle.loop.check()
    table = EffectTable(loop: handle.loop)
    loopHandle = Uncounted(handle)
    self.trial = trial
  }

  struct Trial {
    let recorder: TestRecorder<JSON, JSON>
    let update: (inout DependencyValues) -> Void
  }
}

/// The changes of each burst, for observers of patches.
struct RecordedChanges {
  /// A store that does not record leaves it to a comparison.
  var written: () -> JSONWritten = { .whole }
  /// What was there before the burst; nil for nothing.
  var before: () -> JSON? = { .none }
  var stop: () -> Void = {}
}
