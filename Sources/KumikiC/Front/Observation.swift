internal import CKumiki
internal import Kumiki
internal import KumikiJSON

/// What an observer was told last, so that it is told again only when that differs.
///
/// A scalar is kept and compared. A container is not kept (holding it would force a copy on the next
/// write): of JSON state it has changed when a write reached it, of typed state its encoding differs.
struct LastTold {
  private enum Value {
    case nothing
    case scalar(JSON)
    case container
    case encoded(JSON)
  }

  private var value = Value.nothing
  private let keepsContainers: Bool

  init(keepsContainers: Bool) { self.keepsContainers = keepsContainers }

  /// True where `json` is not what was told last; remembers it.
  mutating func update(_ json: JSON?) -> Bool {
    let old = value
    guard let json else {
      value = .nothing
      if case .nothing = old { return false }
      return true
    }
    if json.withNode({ $0.isContainer }) {
      value = keepsContainers ? .encoded(json) : .container
      if case .encoded(let other) = old { return other != json }
      return true
    }
    value = .scalar(json)
    if case .scalar(let other) = old { return other != json }
    return true
  }
}

/// A subscription as C holds it. Freed, or when the store ends, its callback is let go.
final class SubscriptionHandle: HandleObject, @unchecked Sendable {
  // Used on the loop's thread; another thread's free is posted there.
  private let loop: Loop
  private var cancel: (() -> Void)?

  init(_ loop: Loop, _ cancel: @escaping () -> Void) {
    self.loop = loop
    self.cancel = cancel
  }

  func end() {
    let cancel = cancel
    self.cancel = nil
    cancel?()
  }

  /// Consumes the handle: at once on the loop's thread, else at its next dispatch.
  static func free(_ pointer: OpaquePointer?) {
    guard let handle = Handle<SubscriptionHandle>.consume(pointer) else { return }
    if handle.loop.isCurrentThread || handle.loop.isClosed { return handle.end() }
    handle.loop.post { handle.end() }
  }
}

extension StoreFront {
  /// Runs a callback made at once, inside which the loop may not be run.
  func calling(_ body: () -> Void) {
    loop.activity += 1
    body()
    loop.activity -= 1
  }

  func observe(_ pointer: JSONPointer, _ tell: @escaping (JSON?) -> Void) throws -> SubscriptionHandle {
    var last = LastTold(keepsContainers: !(self is JSONStoreFront))
    let first = try part(pointer)
    _ = last.update(first)
    let cancel = watch(pointer) { [unowned self] in
      guard let value = try? part(pointer) else {
        if last.update(nil) { tell(nil) }
        return
      }
      if last.update(value) { tell(value) }
    }
    let subscription = SubscriptionHandle(loop, cancel)
    calling { tell(first) }
    return subscription
  }

  /// Tells of a presentation's life: a change of identity is a dismissal and a presentation.
  func observePresentation(
    _ pointer: JSONPointer, _ view: PresentationView
  ) throws -> SubscriptionHandle {
    try checkReading()
    var shown: String?
    var last = LastTold(keepsContainers: !(self is JSONStoreFront))
    let look = { [unowned self] in
      guard let slot = try? slot(at: pointer) else { return }
      let id = slot.id
      let value: JSON? = id == nil ? .none : try? part(pointer)
      let isChanged = last.update(value)
      if id == shown {
        if let id, let value, isChanged { view.update(id, slot, value) }
        return
      }
      let gone = shown
      shown = id
      if let gone { view.dismiss(gone) }
      if let id, let value, id == shown { view.present(id, slot, value) }
    }
    let cancel = watch(pointer, look)
    // Weakly: the program's data is let go of when the store ends, if that is earlier.
    let subscription = SubscriptionHandle(loop) { [weak view] in
      view?.isOver = true
      cancel()
    }
    calling(look)
    return subscription
  }
}

/// The program's callbacks for one slot.
final class PresentationView {
  private let callbacks: kmk_presentation_callbacks
  private let userData: UserData
  /// The subscription has ended, perhaps between the two calls that one change takes.
  var isOver = false

  init(_ callbacks: kmk_presentation_callbacks, _ userData: UserData) {
    self.callbacks = callbacks
    self.userData = userData
  }

  func present(_ id: String, _ slot: JSONSlotIdentity, _ value: JSON) {
    guard !isOver, let present = callbacks.present else { return }
    Self.withParts(of: value, slot) { name, state in
      id.withCString { present($0, name, state, userData.pointer) }
    }
  }

  func update(_ id: String, _ slot: JSONSlotIdentity, _ value: JSON) {
    guard !isOver, let update = callbacks.update else { return }
    Self.withParts(of: value, slot) { _, state in
      id.withCString { update($0, state, userData.pointer) }
    }
  }

  func dismiss(_ id: String) {
    guard !isOver, let dismiss = callbacks.dismiss else { return }
    id.withCString { dismiss($0, userData.pointer) }
  }

  /// The case and its payload where the value is an enum; NULL and the value where it is a struct.
  private static func withParts(
    of value: JSON, _ slot: JSONSlotIdentity,
    _ body: (UnsafePointer<CChar>?, UnsafePointer<json_t>) -> Void
  ) {
    value.withNode { node in
      guard slot.isEnum, let (key, payload) = JSONCase.of(node) else {
        return body(nil, UnsafePointer(node))
      }
      String(decoding: key, as: UTF8.self).withCString {
        body($0, UnsafePointer(payload ?? json_null()))
      }
    }
  }
}
