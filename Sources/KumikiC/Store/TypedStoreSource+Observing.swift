internal import Kumiki
internal import KumikiJSON

// Observes parts of a typed store, and reads them after each burst.

extension TypedStoreSource {
  var keepsContainers: Bool { true }

  func reader(
    _ base: JSONAddress, _ pointer: JSONPointer
  ) -> (_ body: (JSONNode?) -> Void) throws -> Void {
    if !base.rows.isEmpty {
      let sight = TypedPathReader(base.appending(pointer), for: .part, in: rows)
      return { [unowned self] body in try read(base, pointer, by: sight, body) }
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
    _ base: JSONAddress, _ pointer: JSONPointer, by sight: TypedPathReader,
    _ body: (JSONNode?) -> Void
  ) throws {
    if let node = try? find(sight) {
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
      let route = base.appending(pointer)
      let sight = TypedPathReader(route, for: .part, in: rows)
      // The store's end releases all parts.
      return ObservedPart(
        value: { [unowned self] in aspect == .ids ? nil : try find(sight) },
        mark: aspect == .value ? nil : { [unowned self] in try mark(route, aspect) },
        isShown: { [unowned self] in base.isRoot || (try? isThere(base)) == true })
    }
  }

  private func mark(
    _ route: JSONAddress, _ aspect: ObservedAspect
  ) throws -> ObservedPart.Mark {
    if aspect == .ids {
      return ObservedPart.Mark(structure: try rowIDs(at: route)?.structure ?? 0)
    }
    return ObservedPart.Mark(presented: try slot(at: route)?.id)
  }

  func recordChanges(at _: JSONAddress, returning _: Bool) -> RecordedChanges { RecordedChanges() }

  func hold(_ route: JSONAddress) -> () -> JSON? {
    let sight = TypedPathReader(route, for: .value, in: rows)
    let keep = { [unowned self] in store.lendState { sight.keep(in: $0) } }
    keep()
    // A part that always exists is not kept, because its next write would then copy it.
    guard sight.keepsSomething else { return { nil } }
    let end =
      route.rows.first.map { observed.observe($0, in: store.observerList, keep) } ?? holding(keep)
    let holder = Once { _ in end() }
    return { withExtendedLifetime(holder) { sight.kept } }
  }

  /// Calls `keep` after each burst.
  private func holding(_ keep: @escaping () -> Void) -> () -> Void {
    let list = store.observerList
    weak let observer = list.add(isRaw: true) { _ in keep() }
    return { if let observer { list.cancel(observer) } }
  }
}
