internal import KumikiValues
internal import KumikiJSON

// The code that all kinds of observers in ObserveAPI.swift share.

/// A running observation: a function to end it, and the first callback, which is made once the observation can be
/// ended.
struct Subscribed {
  let end: () -> Void
  let first: () -> Void

  init(_ end: @escaping () -> Void, first: @escaping () -> Void = {}) {
    self.end = end
    self.first = first
  }
}

/// The observed part of a store or a scoped store.
///
/// It refers to the store's source, so an observer continues even if the scoped store that it was made through is
/// freed.
struct ObservedStorePart {
  // Both are used only while the store exists. The store releases every observer when it ends.
  private unowned let source: any StoreSource
  /// The handle that the program subscribes with, for the first read.
  unowned let store: StoreHandle
  let part: StorePart

  init(_ store: StoreHandle, _ part: StorePart) {
    source = store.source
    self.store = store
    self.part = part
  }

  /// Returns the value at the time of subscribing.
  func first() throws -> JSON? { try store.part(part.pointer) }

  /// Whether containers are kept. A container of JSON state is not: a write to it means that it has changed.
  var keepsContainers: Bool { source.keepsContainers }

  /// Whether the scoped store's state exists.
  var isShown: Bool { part.base.isRoot || (try? source.exists(part.base)) == true }

  /// Lends the current value. Does nothing while the scoped store's state is missing or cannot be read.
  func read(_ body: (JSONNode?) -> Void) {
    guard let node = try? source.newValue(of: part) else { return }
    body(node)
    node?.releaseDeep()
  }

  /// Returns the current value; nil while the scoped store's state is missing or cannot be read.
  func value() -> JSON?? {
    var found: JSON??
    read { found = .some($0.map(JSON.init(borrowing:))) }
    return found
  }

  func slot() throws -> JSONSlotIdentity? { try source.slot(at: part.address) }

  /// Returns the ids of rows; nil if the value has none. While a scoped store's state is missing, returns the ids of
  /// its last value.
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
