internal import KumikiValues
internal import KumikiJSON

// Observes parts of a typed store.

extension TypedStoreSource {
  var keepsContainers: Bool { true }

  func observe(
    _ part: StorePart, _ aspect: ObservedAspect, _ notify: @escaping () -> Void
  ) -> () -> Void {
    let list = store.observerList
    if let row = part.base.rows.first { return observed.observe(row, in: list, notify) }
    // Without the observer's own cache, so that each read goes to the state.
    let fresh = StorePart(part.base, part.pointer)
    let key = ObservedParts.Key(address: part.address, base: part.base, aspect: aspect)
    // The store's end releases all parts.
    let (shared, end) = observed.observe(
      key, in: list,
      reading: { [unowned self] in
        try readPart(fresh, aspect)
      }, notify)
    if aspect != .ids { part.observed = shared }
    return end
  }

  func readPart(
    _ part: StorePart, _ aspect: ObservedAspect
  ) throws -> (node: JSONNode?, mark: ObservedPart.Mark) {
    var mark = ObservedPart.Mark()
    switch aspect {
    case .ids: mark.structure = try rowIDs(at: part.address)?.structure ?? 0
    case .presentation: mark.presented = try slot(at: part.address)?.id
    case .value: break
    }
    let node = aspect == .ids ? nil : try find(part)
    mark.isShown = (try? isShown(part.base, node)) ?? false
    return (node, mark)
  }

  func hold(_ address: JSONAddress) -> (any LastState)? {
    let reader = TypedPathReader(address, for: .value, in: rows)
    let keep = { [unowned self] in store.lendState { _ = reader.keep(in: $0) } }
    keep()
    // A part that always exists is not kept, because the part's next write would then copy it.
    guard reader.keepsSomething else { return nil }
    let end =
      address.rows.first.map { observed.observe($0, in: store.observerList, keep) }
      ?? afterEachBurst(keep)
    return TypedLastState(reader, end)
  }

  /// Calls `body` after each burst, until the returned closure is called.
  func afterEachBurst(_ body: @escaping () -> Void) -> () -> Void {
    let list = store.observerList
    weak let observer = list.add(isRaw: true) { _ in body() }
    return { if let observer { list.cancel(observer) } }
  }
}
