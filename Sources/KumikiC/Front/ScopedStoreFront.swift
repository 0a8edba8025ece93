internal import CKumiki
internal import Kumiki
internal import KumikiJSON

/// A view of a part of a store, as C holds it: it reads there, and its actions are the store's.
///
/// It holds no state of its own. It keeps the root's memory, but not its life: when the program frees
/// the root, the store has ended.
final class ScopedStoreFront: StoreFront {
  // Released before the store, which they look at.
  private var last: () -> JSON?
  private var typed: TypedView?
  private let store: StoreFront
  private let location: ViewPlace
  private var isListed = true

  fileprivate init(_ store: StoreFront, _ place: ViewPlace) {
    self.store = store
    location = place
    last = store.hold(place.state)
    typed = store.typedView(place)
    super.init(store.loop, store.loopHandle, store.views)
    views.insert(self)
  }

  // After the store's end on any thread: then there is nothing to be seen to.
  deinit { if isListed { views.remove(self) } }

  /// Lets go of all that the view shares with others.
  func storeEnded() {
    isListed = false
    last = { nil }
    typed = nil
  }

  override var root: StoreFront { store }
  override var place: ViewPlace { location }
  override var isEnded: Bool { store.isEnded }
  override var isReducing: Bool { store.isReducing }
  override var effectCount: Int { store.effectCount }
  override var table: EffectTable? { store.table }
  override func takes(_ action: JSON) -> Bool { store.takes(place.wrap(action)) }

  override var isValid: Bool {
    guard (try? checkReading()) != nil else { return false }
    return (try? store.isThere(base)) == true
  }

  override func state() throws -> JSON {
    guard let state = try part(.root) else {
      throw Failure(KMK_ERR_NOT_FOUND, "the view's state is not there")
    }
    return state
  }

  /// While the view's state is not there its last value stands for it.
  override func part(_ pointer: JSONPointer) throws -> JSON? {
    try checkReading()
    guard let found = try store.part(base, pointer) else { return last()?[pointer] }
    return found
  }

  override func newPart(_ pointer: UnsafePointer<CChar>) throws -> JSONNode? {
    try checkReading()
    if let typed, let node = try typed.newPart(pointer) { return node }
    return try super.newPart(pointer)
  }

  override func newState() throws -> JSONNode {
    try checkReading()
    if let typed, let node = try typed.newPart("") { return node }
    return try super.newState()
  }

  override func sendUntracked(_ action: JSONNode) throws {
    try check()
    if let typed, try typed.sendUntracked(action) { return }
    _ = try sendAnew(action)
  }

  /// What a binding writes through a view whose state has gone is let go; all else travels on.
  override func send(_ action: JSONNode) throws -> StoreTask {
    try check()
    if let typed, let task = try typed.send(action) { return task }
    return try sendAnew(action)
  }

  private func sendAnew(_ action: JSONNode) throws -> StoreTask {
    try store.requireAction(action)
    let wrapped = place.wrap(JSON(borrowing: action))
    do {
      return try wrapped.withNode { node in
        if node.looksLikeBinding, !store.isReducing, try !store.isThere(base), store.isBinding(node)
        {
          return .finished
        }
        return try store.send(node)
      }
    } catch let error as JSONError {
      throw error.inside(place.actionPath)
    }
  }

  override func mailbox() -> Mailbox { store.mailbox().wrapping(place) }
}

extension StoreFront {
  /// A view of what is at a pointer, whose actions stand under a case path.
  func scope(_ pointer: JSONPointer, _ path: JSONCasePath) throws -> StoreFront {
    try checkReading()
    let view = place.appending(pointer, path)
    guard try root.part(view.state, .root) != nil else {
      throw Failure(KMK_ERR_NOT_FOUND, try mismatch(pointer), path: pointer.shortText)
    }
    return views[view] ?? ScopedStoreFront(root, view)
  }

  /// A view of the row or element with an id.
  func scope(row id: JSON, of array: JSONPointer, _ path: JSONCasePath) throws -> StoreFront {
    try checkReading()
    let view = place.appending(row: id, of: array, path)
    guard try root.part(view.state, .root) != nil else {
      guard try root.rowIDs(at: base.appending(array)) != nil else {
        throw Failure(
          KMK_ERR_NOT_FOUND, "no kmk_for_each or kmk_stack is attached there", path: array.shortText
        )
      }
      throw Failure(KMK_ERR_NOT_FOUND, "no row has the id \(id)", path: array.shortText)
    }
    return views[view] ?? ScopedStoreFront(root, view)
  }

  /// Why there is nothing to scope to: null, or an enum in another case.
  private func mismatch(_ pointer: JSONPointer) throws -> String {
    guard let name = pointer.lastKey, let around = try part(pointer.withoutLast), !around.isNull,
      let found = around.withNode({
        JSONCase.of($0).map { String(decoding: $0.key, as: UTF8.self) }
      }),
      found != name
    else { return "nothing is there to scope to" }
    return "nothing is there to scope to: expected the case \(name); found \(found)"
  }
}

extension JSONError {
  /// The same, seen from inside the part at a path.
  fileprivate func inside(_ outer: String) -> JSONError {
    guard path.hasPrefix(outer) else { return self }
    return JSONError(
      kind, position: position, path: String(path.dropFirst(outer.count)), message: message)
  }
}
