internal import CKumiki
internal import Kumiki
internal import KumikiJSON

// Observers of a case, of rows and navigation paths, and of patches.
extension StoreHandle {
  /// Observes the case of an enum, or whether an optional exists: notifies immediately, and after each
  /// change.
  ///
  /// - Parameter tell: gets the case and its payload. For a value that is not an enum, `name` is nil and
  ///   `payload` is the value. For a missing value both are nil.
  func observeCase(
    _ pointer: JSONPointer, _ tell: @escaping (_ name: String?, _ payload: JSON?) -> Void
  ) throws -> SubscriptionHandle {
    let place = place(pointer)
    let first = shownCase(try part(pointer))
    // A payload that is held between bursts would be copied by the next write to it.
    var shown = first.id
    let cancel = place.observe(.value) {
      guard let value = place.read() else { return }
      let now = shownCase(value)
      if now.id == shown { return }
      shown = now.id
      tell(now.name, now.payload)
    }
    return subscription(cancel) { tell(first.name, first.payload) }
  }

  /// Observes the ids of rows in order: notifies immediately, and when a row comes, goes or moves.
  func observeIDs(
    _ pointer: JSONPointer, _ tell: @escaping (JSON) -> Void
  ) throws -> SubscriptionHandle {
    try observeIDs(pointer) { shown, _ in tell(shown.all) }
  }

  /// Same as ``observeIDs(_:_:)``, but reports inserted and removed ids with their index. At first all are
  /// inserted.
  func observeIDChanges(
    _ pointer: JSONPointer, _ tell: @escaping (JSON) -> Void
  ) throws -> SubscriptionHandle {
    try observeIDs(pointer) { _, changes in tell(JSON(elements: changes.map(\.json))) }
  }

  private func observeIDs(
    _ pointer: JSONPointer,
    _ tell: @escaping (_ shown: ShownRowIDs, _ changes: [ShownRowIDs.Change]) -> Void
  ) throws -> SubscriptionHandle {
    let place = place(pointer)
    let route = place.route
    try checkReading()
    guard let rows = try source.rowIDs(at: route) else {
      throw Failure(KMK_ERR_NOT_FOUND, "no rows are there", path: pointer.shortText)
    }
    let shown = try ShownRowIDs(rows)
    let cancel = place.observe(.ids) {
      // A value that is not an array has no rows.
      guard place.isShown, let rows = try? place.source.rowIDs(at: route) ?? .empty,
        let changes = try? shown.update(to: rows), !changes.isEmpty
      else { return }
      tell(shown, changes)
    }
    let end = {
      cancel()
      shown.stop()
    }
    return subscription(end) { tell(shown, shown.arrival) }
  }

  /// Observes what each burst changes, as a JSON Patch with paths relative to the pointer.
  func observePatches(
    _ pointer: JSONPointer, _ tell: @escaping (JSON) -> Void
  ) throws -> SubscriptionHandle {
    try observeChanges(pointer, returning: false) { patch, _ in tell(patch) }
  }

  /// Same as ``observePatches(_:_:)``, with the patch that reverts the change.
  func observeChanges(
    _ pointer: JSONPointer, _ tell: @escaping (_ patch: JSON, _ back: JSON) -> Void
  ) throws -> SubscriptionHandle {
    try observeChanges(pointer, returning: true) { patch, back in tell(patch, back().json) }
  }

  private func observeChanges(
    _ pointer: JSONPointer, returning: Bool,
    _ tell: @escaping (_ patch: JSON, _ back: () -> JSONPatch) -> Void
  ) throws -> SubscriptionHandle {
    let place = place(pointer)
    var last = LastTold(keepsContainers: place.keepsContainers)
    _ = last.update(try part(pointer))
    // The value that a view continues to show while its part is gone.
    var shown: JSON?
    let changes = source.recordChanges(at: place.route, returning: returning)
    let cancel = place.observe(.value) {
      let written = changes.written()
      if case .nothing = written { return }
      if case .inside(let patch, let back) = written {
        // Something was written, so there is a value, and a later removal must be reported.
        _ = last.update(place.read() ?? .none)
        if !patch.isEmpty { tell(patch.json, back) }
        return
      }
      guard let value = place.read() else {
        if returning, shown == nil { shown = last.kept ?? changes.before() }
        return
      }
      let before = last
      // The new value replaces what was shown, whether that is needed now or not.
      let gone = shown.take()
      let known = before.kept ?? gone
      guard last.update(value) else { return }
      if let old = before.kept, let value, old.isContainer, value.isContainer {
        return tell(JSONPatch.between(old, value).json) { JSONPatch.between(value, old) }
      }
      tell(JSONPatch.whole(replacing: before.isThere, by: value).json) {
        JSONPatch.whole(
          replacing: value.map { _ in true } ?? false, by: known ?? changes.before())
      }
    }
    return SubscriptionHandle(to: source) {
      cancel()
      changes.stop()
    }
  }
}

extension JSON {
  fileprivate var isContainer: Bool { kind == .object || kind == .array }
}

/// The case of a value and its payload. `id` is nil for a missing value, and contains nil for a value that
/// is not an enum case. Names are compared by bytes, because Swift equates some with different scalars.
private func shownCase(_ value: JSON?) -> (id: [UInt8]??, name: String?, payload: JSON?) {
  guard let value, !value.isNull else { return (nil, nil, nil) }
  return value.withNode { node in
    guard let (key, payload) = JSONCase.of(node) else { return (.some(nil), nil, value) }
    return (
      Array(key), String(decoding: key, as: UTF8.self),
      payload.map(JSON.init(borrowing:)) ?? JSON.null
    )
  }
}
