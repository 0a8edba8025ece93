internal import Kumiki
internal import KumikiJSON

// Observes parts of a typed store, and reads them after each burst.

extension TypedStoreSource {
  var keepsContainers: Bool { true }

  func reader(
    _ base: JSONAddress, _ pointer: JSONPointer
  ) -> (_ body: (JSONNode?) -> Void) throws -> Void {
    if !base.rows.isEmpty {
      let reader = TypedPathReader(base.appending(pointer), for: .part, in: rows)
      return { [unowned self] body in try read(base, pointer, by: reader, body) }
    }
    let part = observedPart(base, pointer, .value)
    return { [unowned self] body in
      // The part was read once for all observers.
      if part.isUnreadable { return try find(base, pointer, body) }
      if part.isShown { body(part.node) }
    }
  }

  /// Reads a value inside a row.
  private func read(
    _ base: JSONAddress, _ pointer: JSONPointer, by reader: TypedPathReader,
    _ body: (JSONNode?) -> Void
  ) throws {
    if let node = try? find(reader) {
      defer { node.releaseDeep() }
      if base.endsInRow || node.kind != .null { return body(node) }
    }
    // A missing value or null may mean that the view's own state is missing.
    try find(base, pointer, body)
  }

  private func find(
    _ base: JSONAddress, _ pointer: JSONPointer, _ body: (JSONNode?) -> Void
  ) throws {
    guard let found = try part(base, pointer) else { return }
    body(found?.node)
    withExtendedLifetime(found) {}
  }

  func observe(
    _ base: JSONAddress, _ pointer: JSONPointer, _ aspect: ObservedAspect,
    _ notify: @escaping () -> Void
  ) -> () -> Void {
    let list = store.observerList
    if let row = base.rows.first { return observed.observe(row, in: list, notify) }
    return observed.observe(observedPart(base, pointer, aspect), in: list, notify)
  }

  private func observedPart(
    _ base: JSONAddress, _ pointer: JSONPointer, _ aspect: ObservedAspect
  ) -> ObservedPart {
    observed.part(base, pointer, aspect) {
      let address = base.appending(pointer)
      let reader = TypedPathReader(address, for: .part, in: rows)
      // The store's end releases all parts.
      return ObservedPart(
        value: { [unowned self] in aspect == .ids ? nil : try find(reader) },
        mark: aspect == .value ? nil : { [unowned self] in try mark(address, aspect) },
        isShown: { [unowned self] in base.isRoot || (try? isThere(base)) == true })
    }
  }

  private func mark(
    _ address: JSONAddress, _ aspect: ObservedAspect
  ) throws -> ObservedPart.Mark {
    if aspect == .ids {
      return ObservedPart.Mark(structure: try rowIDs(at: address)?.structure ?? 0)
    }
    return ObservedPart.Mark(presented: try slot(at: address)?.id)
  }

  func recordChanges(at _: JSONAddress, returning _: Bool) -> RecordedChanges { RecordedChanges() }

  func hold(_ address: JSONAddress) -> () -> JSON? {
    let reader = TypedPathReader(address, for: .value, in: rows)
    let keep = { [unowned self] in store.lendState { reader.keep(in: $0) } }
    keep()
    // A part that always exists is not kept, because its next write would then copy it.
    guard reader.keepsSomething else { return { nil } }
    let end =
      address.rows.first.map { observed.observe($0, in: store.observerList, keep) } ?? holding(keep)
    let holder = Once { _ in end() }
    return { withExtendedLifetime(holder) { reader.kept } }
  }

  /// Calls `keep` after each burst.
  private func holding(_ keep: @escaping () -> Void) -> () -> Void {
    let list = store.observerList
    weak let observer = list.add(isRaw: true) { _ in keep() }
    return { if let observer { list.cancel(observer) } }
  }
}
