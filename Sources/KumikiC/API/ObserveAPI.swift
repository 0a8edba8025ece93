public import CKumiki
internal import KumikiValues
internal import KumikiJSON

// Each section covers one kind of observer: the C function, then what is compared and delivered. All of them share
// `subscribe`.

@c @implementation public func kmk_subscription_free(_ subscription: CHandle!) {
  Handle<SubscriptionHandle>.release(subscription)
}

// MARK: - A value

@c @implementation public func kmk_store_observe(
  _ store: CHandle!, _ pointer: CText!, _ fn: kmk_observe_fn!, _ user_data: CData!,
  _ free_fn: kmk_free_fn!, _ error: CError!
) -> CHandle! {
  subscribe(store, pointer, error, Callback<(JSONNode?) -> Void>(fn, user_data, free_fn)) {
    part, notify in
    var last = LastReported(keepsContainers: part.keepsContainers)
    let first = try part.first()
    _ = last.update(first)
    let cancel = part.observe(.value) {
      part.read { value in
        guard last.update(value) else { return }
        // Retained, so that the callback may write or free anything.
        let held = value?.retained()
        notify(held)
        held?.releaseDeep()
      }
    }
    return Subscribed(cancel) {
      notify(first?.node)
      withExtendedLifetime(first) {}
    }
  }
}

// MARK: - A case

@c @implementation public func kmk_store_observe_case(
  _ store: CHandle!, _ pointer: CText!, _ fn: kmk_case_fn!, _ user_data: CData!,
  _ free_fn: kmk_free_fn!, _ error: CError!
) -> CHandle! {
  subscribe(
    store, pointer, error,
    Callback<(_ name: String?, _ payload: JSON?) -> Void>(fn, user_data, free_fn)
  ) { part, notify in
    let first = shownCase(try part.first())
    // Only the id is kept between bursts: the next write to a retained payload would have to copy it.
    var shown = first.id
    let cancel = part.observe(.value) {
      guard let value = part.value() else { return }
      let now = shownCase(value)
      if now.id == shown { return }
      shown = now.id
      notify(now.name, now.payload)
    }
    return Subscribed(cancel) { notify(first.name, first.payload) }
  }
}

/// Returns the case of a value, and its payload. `id` is nil for a missing value, and contains nil for a value that
/// is not an enum case. Names are compared by bytes, because Swift treats some different scalars as equal.
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

// MARK: - A presentation

@c @implementation public func kmk_store_observe_presentation(
  _ store: CHandle!, _ pointer: CText!, _ callbacks: CStructs<kmk_presentation_callbacks>!,
  _ user_data: CData!, _ free_fn: kmk_free_fn!, _ error: CError!
) -> CHandle! {
  let view = Callback<PresentationView>(callbacks, user_data, free_fn)
  return subscribe(store, pointer, error, view) { part, view in
    try part.store.checkReading()
    var shown: ExactText?
    var shownCase: ExactText?
    var last = LastReported(keepsContainers: part.keepsContainers)
    // A new presentation id means a dismissal followed by a presentation. A new case under the same id means the
    // same, since an update does not name the case.
    let check = {
      // Without a slot, nothing is presented.
      guard let slot = try? part.slot() ?? JSONSlotIdentity(id: nil, isEnum: false) else { return }
      let value: JSON? = slot.id == nil ? .none : part.value() ?? .none
      let isChanged = last.update(value)
      let isAnotherCase = isChanged && slot.caseName(of: value) != shownCase
      if slot.id == shown, !isAnotherCase {
        if let id = slot.id, let value, isChanged { view.update(id, slot, value) }
        return
      }
      let gone = shown
      shown = slot.id
      shownCase = slot.caseName(of: value)
      if let gone { view.dismiss(gone) }
      if let id = slot.id, let value, id == shown { view.present(id, slot, value) }
    }
    let cancel = part.observe(.presentation, check)
    // Weak, because the program's data is released when the store ends, which may happen earlier.
    let end = { [weak view] in
      view?.isOver = true
      cancel()
    }
    return Subscribed(end, first: check)
  }
}

// MARK: - Rows

@c @implementation public func kmk_store_observe_ids(
  _ store: CHandle!, _ pointer: CText!, _ fn: kmk_ids_fn!, _ user_data: CData!,
  _ free_fn: kmk_free_fn!, _ error: CError!
) -> CHandle! {
  let callback = Callback<(JSON) -> Void>(fn, user_data, free_fn)
  return subscribe(store, pointer, error, callback) { part, notify in
    try part.observeIDs(notify) { shown, _ in shown.all }
  }
}

@c @implementation public func kmk_store_observe_id_changes(
  _ store: CHandle!, _ pointer: CText!, _ fn: kmk_id_changes_fn!, _ user_data: CData!,
  _ free_fn: kmk_free_fn!, _ error: CError!
) -> CHandle! {
  let callback = Callback<(JSON) -> Void>(fn, user_data, free_fn)
  return subscribe(store, pointer, error, callback) { part, notify in
    try part.observeIDs(notify) { _, changes in JSON(elements: changes.map(\.json)) }
  }
}

extension ObservedStorePart {
  /// The first notification reports all ids as inserted.
  fileprivate func observeIDs(
    _ notify: @escaping (JSON) -> Void, _ message: @escaping ShownRowIDs.Message
  ) throws -> Subscribed {
    try store.checkReading()
    let pointer = part.pointer
    guard let rows = try rowIDs() else {
      throw Failure(KMK_ERR_NOT_FOUND, "no rows are there", path: pointer.shortText)
    }
    let shown = try ShownRowIDs(rows)
    let cancel = observe(.ids) {
      let shortages = Shortage.count
      // A value that is not an array has no rows.
      guard isShown, let rows = try? rowIDs() ?? .empty,
        case .some(.some(let report)) = try? shown.update(to: rows, since: shortages, message)
      else { return }
      notify(report)
    }
    let end = {
      cancel()
      shown.stop()
    }
    return Subscribed(end) { if let first = shown.arrival(message) { notify(first) } }
  }
}

// MARK: - Patches

@c @implementation public func kmk_store_observe_patches(
  _ store: CHandle!, _ pointer: CText!, _ fn: kmk_patch_fn!, _ user_data: CData!,
  _ free_fn: kmk_free_fn!, _ error: CError!
) -> CHandle! {
  let callback = Callback<(JSON) -> Void>(fn, user_data, free_fn)
  return subscribe(store, pointer, error, callback) { part, notify in
    try part.observeChanges(returning: false) { patch, _ in notify(patch) }
  }
}

@c @implementation public func kmk_store_observe_changes(
  _ store: CHandle!, _ pointer: CText!, _ fn: kmk_changes_fn!, _ user_data: CData!,
  _ free_fn: kmk_free_fn!, _ error: CError!
) -> CHandle! {
  let callback = Callback<(_ patch: JSON, _ back: JSON) -> Void>(fn, user_data, free_fn)
  return subscribe(store, pointer, error, callback) { part, notify in
    try part.observeChanges(returning: true) { patch, back in
      let shortages = Shortage.count
      let back = back().json
      if Shortage.count == shortages { notify(patch, back) }
    }
  }
}

extension ObservedStorePart {
  /// Observes the changes of each burst, as a JSON Patch with paths relative to the pointer. The first notification
  /// comes with the first change.
  fileprivate func observeChanges(
    returning: Bool, _ notify: @escaping (_ patch: JSON, _ back: () -> JSONPatch) -> Void
  ) throws -> Subscribed {
    var last = LastReported(keepsContainers: keepsContainers)
    _ = last.update(try first())
    // The value that a scoped store continues to show while its part is gone.
    var shown: JSON?
    let changes = recordChanges(returning: returning)
    let cancel = observe(.value) {
      let shortages = Shortage.count
      let notify = { (patch: JSON, back: () -> JSONPatch) in
        // An incomplete patch is not delivered; the shortage is reported as an issue.
        if Shortage.count == shortages { notify(patch, back) }
      }
      let written = changes.written()
      if case .nothing = written { return }
      if case .inside(let patch, let back) = written {
        // A write happened inside the value, so the value exists. A later removal must be reported.
        _ = last.update(value() ?? .none)
        if !patch.isEmpty { notify(patch.json, back) }
        return
      }
      guard let value = value() else {
        if returning, shown == nil { shown = last.kept ?? changes.before() }
        return
      }
      let before = last
      // The new value replaces the shown one, whether the shown value is needed now or not.
      let gone = shown.take()
      let known = before.kept ?? gone
      guard last.update(value) else { return }
      if let old = before.kept, let value, old.isContainer, value.isContainer {
        return notify(JSONPatch.between(old, value).json) { JSONPatch.between(value, old) }
      }
      notify(JSONPatch.whole(replacing: before.exists, by: value).json) {
        JSONPatch.whole(
          replacing: value.map { _ in true } ?? false, by: known ?? changes.before())
      }
    }
    return Subscribed({
      cancel()
      changes.stop()
    })
  }
}

extension JSON {
  fileprivate var isContainer: Bool { kind == .object || kind == .array }
}
