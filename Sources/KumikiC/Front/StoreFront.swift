internal import CKumiki
internal import Kumiki
internal import KumikiJSON
internal import KumikiTestCore

/// Where a store is made.
struct StoreHome {
  let table: EffectTable
  /// The program's handle of the loop, borrowed.
  let loopHandle: OpaquePointer
  /// What a test store puts around the store under test.
  let trial: Trial?

  init(_ loop: Loop, _ loopHandle: OpaquePointer, trial: Trial? = nil) {
    table = EffectTable(loop: loop)
    self.loopHandle = loopHandle
    self.trial = trial
  }

  struct Trial {
    let recorder: TestRecorder<JSON, JSON>
    let update: (inout DependencyValues) -> Void
  }
}

/// A store as C holds it, whichever language its feature is written in.
///
/// The class holds what both have in common: the checks of every call, the loop, the end.
class StoreFront: LoopObject {
  /// The program's handle of the loop, borrowed: it may be freed before the store's.
  let loopHandle: OpaquePointer
  /// The views of the root that somebody holds.
  let views: ViewTable

  init(_ loop: Loop, _ handle: OpaquePointer, _ views: ViewTable) {
    loopHandle = handle
    self.views = views
    super.init(loop)
  }

  /// Every call on a store comes from the loop's thread, before the end.
  func check() throws {
    guard !loop.isClosed else { throw Failure.closed }
    guard loop.isCurrentThread else { throw Failure.wrongThread }
    guard !isEnded else { throw Failure.closed }
  }

  /// The state can be asked for everywhere but in a reducer of the same store.
  func checkReading() throws {
    try check()
    guard isReducing else { return }
    loop.report(
      Issue(
        code: .readWhileReducing,
        message: "a store's state was read while its reducer runs; read the kmk_state in hand"))
    throw Failure(KMK_ERR_BUSY, "a store's state was read while its reducer runs")
  }

  // What the two kinds of feature answer differently.

  var isEnded: Bool { true }
  var isReducing: Bool { false }
  var effectCount: Int { 0 }
  /// The table of the store's effects, and what goes with it.
  var table: EffectTable? { nil }
  /// Whether an action has a form that the feature reads.
  func takes(_ action: JSON) -> Bool { false }
  /// An action in the one spelling that stands for all that it has.
  func spelt(_ action: JSON) -> JSON { action }
  /// Those of every action from the next one on.
  var dependencies: DependencyValues {
    get { DependencyValues() }
    set {}
  }

  /// Sends an action that stays the caller's.
  func send(_ action: JSONNode) throws -> StoreTask { throw Failure.closed }
  /// The same, for a caller who wants no handle.
  func sendUntracked(_ action: JSONNode) throws { _ = try send(action) }
  /// Sends an action that comes as JSON text.
  func send(text: UnsafeRawBufferPointer) throws -> StoreTask {
    // Refused before it is read: the thread and the store are the caller's mistake, not the text's.
    try check()
    let action = try JSONText.parseNode(text)
    defer { action.releaseDeep() }
    return try send(action)
  }
  /// Refuses what can be no action, of whatever case.
  func requireAction(_ node: JSONNode) throws { try JSONMeasure.check(node) }
  /// Whether an action of the root is a write of a view's binding.
  func isBinding(_ action: JSONNode) -> Bool { false }
  /// Where another thread may leave an action for this store; outlives it.
  func mailbox() -> Mailbox { Mailbox(loop) { _ in } }
  /// The whole state, immutable.
  func state() throws -> JSON { throw Failure.closed }
  /// The same as a new reference.
  func newState() throws -> JSONNode { try state().withNode { json_incref($0)! } }
  /// The same as text, for `kmk_text_free`.
  func newText(flags: Int) throws -> UnsafeMutablePointer<CChar>? {
    try KumikiC.newText(state().text(flags: flags))
  }
  /// A part of the state; nil where there is nothing.
  func part(_ pointer: JSONPointer) throws -> JSON? { throw Failure.closed }

  /// The part at the text of a pointer, a new reference; nil where there is nothing.
  func newPart(_ pointer: UnsafePointer<CChar>) throws -> JSONNode? {
    try part(KumikiC.pointer(pointer)).flatMap { part in part.withNode { json_incref($0) } }
  }

  // Of a root store: parts of its state by route.

  /// Whether there is something at a route.
  func isThere(_ route: JSONRoute) throws -> Bool { throw Failure.closed }
  /// A part at a pointer from a view's place; nil where the view's own state is not there.
  func part(_ base: JSONRoute, _ pointer: JSONPointer) throws -> JSON?? { throw Failure.closed }
  /// Calls `body` with a part at a pointer from a view's place, which nobody changes meanwhile; not
  /// where the view's own state is not there.
  func look(_ base: JSONRoute, _ pointer: JSONPointer, _ body: (JSONNode?) -> Void) throws {
    guard let found = try part(base, pointer) else { return }
    body(found?.node)
    withExtendedLifetime(found) {}
  }
  /// The same for whoever does it again and again.
  func looker(
    _ base: JSONRoute, _ pointer: JSONPointer
  ) -> (_ body: (JSONNode?) -> Void) throws -> Void {
    { [unowned self] body in try look(base, pointer, body) }
  }
  /// What a view keeps beside its place, where its feature is typed.
  func typedView(_ place: ViewPlace) -> TypedView? { nil }
  /// The slot at a route as it is now; nil where there is none.
  func slot(at route: JSONRoute) throws -> SlotFound { throw Failure.closed }
  /// Whether the path at a route is written as a whole; nil where only its actions can tell.
  func isSeedPath(at _: JSONRoute) throws -> Bool? { nil }
  /// The ids of the rows at a route; nil where no rows are there.
  func rowIDs(at route: JSONRoute) throws -> JSONRowIDs? { throw Failure.closed }
  /// The pointer, from a view's place, of the slot whose actions are under a case path.
  func slotPointer(for path: JSONCasePath, in view: ViewPlace) -> JSONPointer? { nil }
  /// Calls `notify` after each burst that may have changed what is at a route, until cancelled.
  func watch(_ route: JSONRoute, _ notify: @escaping () -> Void) -> () -> Void { {} }
  /// Says after each burst what it did to the part at a route.
  func recordChanges(at route: JSONRoute) -> RecordedChanges { RecordedChanges() }
  /// Keeps the last value at a route when that goes, as long as the closure is held.
  func hold(_ route: JSONRoute) -> () -> JSON? { { nil } }
  /// Containers that were told are kept, and compared.
  var keepsContainers: Bool { true }

  /// The store that a view is one of; itself for a root.
  var root: StoreFront { self }
  /// Where the view's state is, and what its actions stand in.
  var place: ViewPlace { .root }
  var base: JSONRoute { place.state }

  /// True while the state is there.
  var isValid: Bool { (try? checkReading()) != nil }
}

extension StoreFront {
  /// The slot at a pointer as it is now.
  func slot(at pointer: JSONPointer) throws -> SlotFound {
    try root.slot(at: base.appending(pointer))
  }

  func slotPointer(for path: JSONCasePath) -> JSONPointer? {
    root.slotPointer(for: path, in: place)
  }
}

/// What was found where a slot was asked for.
struct SlotFound {
  /// Nothing is presented there, or a slot says what is.
  let slot: JSONSlotIdentity
  let isAttached: Bool

  init(_ slot: JSONSlotIdentity?) {
    self.slot = slot ?? JSONSlotIdentity(id: nil, isEnum: false)
    isAttached = slot != nil
  }
}

/// What a store says of each burst to those who want patches.
struct RecordedChanges {
  /// The front that does not record leaves it to a comparison.
  var written: () -> JSONWritten = { .whole }
  var stop: () -> Void = {}
}

/// A way into a store for other threads, with a life of its own.
final class Mailbox: HandleObject, @unchecked Sendable {
  // Immutable; the closure runs on the loop's thread alone.
  private let loop: Loop
  private let deliver: (JSON) -> Void
  private let isOpen: () -> Bool

  init(_ loop: Loop, isOpen: @escaping () -> Bool = { false }, _ deliver: @escaping (JSON) -> Void)
  {
    self.loop = loop
    self.isOpen = isOpen
    self.deliver = deliver
  }

  /// The same, for actions of a view.
  func wrapping(_ place: ViewPlace) -> Mailbox {
    Mailbox(loop, isOpen: isOpen) { [deliver] in deliver(place.wrap($0)) }
  }

  func post(stealing action: JSONNode) -> kmk_status {
    let json = JSON(stealing: action)
    do throws(JSONError) { try JSONMeasure.check(action) } catch { return Failure(error).status }
    guard isOpen(), loop.post({ [self] in deliver(json) }) else { return KMK_ERR_CLOSED }
    return KMK_OK
  }
}
