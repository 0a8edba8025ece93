internal import KumikiValues
internal import KumikiJSON

// What the kinds of observers in ObserveAPI.swift have in common.

/// A running observation: how it ends, and the first callback, which is made when it can be ended.
struct Subscribed {
  let end: () -> Void
  let first: () -> Void

  init(_ end: @escaping () -> Void, first: @escaping () -> Void = {}) {
    self.end = end
    self.first = first
  }
}

/// The part of a store, or of a view of one, that an observer looks at.
///
/// It refers to the store's source, so an observer continues after the view it was made through is freed.
struct ObservedStorePart {
  // Both are used only while the store exists, which releases every observer when it ends.
  private unowned let source: any StoreSource
  /// The handle by which the program subscribes, for the first look.
  unowned let store: StoreHandle
  let part: StorePart

  init(_ store: StoreHandle, _ part: StorePart) {
    source = store.source
    self.store = store
    self.part = part
  }

  /// The value when the program subscribes.
  func first() throws -> JSON? { try store.part(part.pointer) }

  /// A container of JSON state is not kept: a write to it means that it has changed.
  var keepsContainers: Bool { source.keepsContainers }

  /// Whether the view's state exists.
  var isShown: Bool { part.base.isRoot || (try? source.isThere(part.base)) == true }

  /// Lends the current value. Does nothing while the view's state is missing or cannot be read.
  func read(_ body: (JSONNode?) -> Void) {
    guard let node = try? source.newValue(of: part) else { return }
    body(node)
    node?.releaseDeep()
  }

  /// The current value; nil while the view's state is missing or cannot be read.
  func value() -> JSON?? {
    var found: JSON??
    read { found = .some($0.map(JSON.init(borrowing:))) }
    return found
  }

  func slot() throws -> JSONSlotIdentity? { try source.slot(at: part.address) }

  /// The ids of rows; nil if the value has none. While a view's state is missing, those of its last value.
  func rowIDs() throws -> JSONRowIDs? {
    if isShown { return try source.rowIDs(at: part.address) }
    return try store.view.last?.rowIDs(at: part.pointer) ?? .empty
  }

  func recordChanges(returning: Bool) -> RecordedChanges {
    source.documented?.recordChanges(at: part.address, returning: returning) ?? RecordedChanges()
  }

  func observe(_ aspect: ObservedAspect, _ notify: @escaping () -> Void) -> () -> Void {
    source.observe(part, aspect, notify)
  }
}
